"""Notices whether anything under a node changed since it was last asked: places, states, geometry, children.

Called by still_layer.py in every frame, so it touches as little as it can: the renderer has emptied the caches. It
knows nothing of what the nodes show, and whoever changes them need not say so; only a text node that gets other words
has to be marked (`mark_bam_modified`; ui/text.py does), and only geometry that is not UH_static may be written anew.
What it cannot see: a texture that is a shader's input and is written anew in place, a state set on a geom and not on
its node.
"""

from __future__ import annotations

from panda3d.core import Geom, GeomNode, NodePath, PandaNode, Texture


class Watch:
    """Remembers one subtree."""

    def __init__(self, root: NodePath) -> None:
        self._root = root
        self._nodes: list[PandaNode] = []
        self._shapes: list[GeomNode] = []
        self._textures: list[Texture] = []
        self._seen: tuple[object, ...] = ()

    def changed(self) -> bool:
        """Whether anything is different from the last time; True the first time."""
        if self._seen and self._look() == self._seen:
            return False
        self._collect()
        self._seen = self._look()
        return True

    def forget(self) -> None:
        """The next question is answered with True."""
        self._seen = ()

    @property
    def empty(self) -> bool:
        """Whether nothing hangs under the node."""
        return len(self._nodes) <= 1

    def _collect(self) -> None:
        """The nodes that are there now; what is under a hidden node is not seen, so it may change."""
        self._nodes, waiting = [], [self._root.node()]
        while waiting:
            node = waiting.pop()
            self._nodes.append(node)
            if not node.is_overall_hidden():
                waiting.extend(node.get_child(place) for place in range(node.get_num_children()))
        self._shapes = [node for node in self._nodes if isinstance(node, GeomNode) and _may_change(node)]
        self._textures = list(self._root.find_all_textures())

    def _look(self) -> tuple[object, ...]:
        """What can be seen of the nodes; two equal answers mean an equal picture.

        Panda3D counts the changes of a node since it was made: of place, state, hiding, parents and children. The root
        is asked by itself, since it is hidden from one camera while a picture stands for it.
        """
        root, graph = self._nodes[0], [node.get_bam_modified().seq for node in self._nodes[1:]]
        graph.append(root.get_num_children())
        shapes = [
            geom.get_vertex_data().get_modified().seq for node in self._shapes for geom in node.get_geoms()
        ]
        top = (root.get_transform().this, root.get_state().this, root.is_overall_hidden())
        return top, graph, shapes, [texture.get_image_modified().seq for texture in self._textures]


def _may_change(node: GeomNode) -> bool:
    return any(geom.get_vertex_data().get_usage_hint() != Geom.UH_static for geom in node.get_geoms())
