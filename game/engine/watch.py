"""Notices whether anything under a node changed since it was last asked: places, states, texts, geometry, children.

Called by still_layer.py, so it costs about half a microsecond a node. It knows nothing of what the nodes show, and
whoever changes them need not say so. What it cannot see: a texture that is a shader's input and is written anew in
place, a state set on a geom and not on its node.
"""

from __future__ import annotations

from panda3d.core import GeomNode, NodePath, PandaNode, TextNode, Texture


class Watch:
    """Remembers one subtree."""

    def __init__(self, root: NodePath) -> None:
        self._root = root
        self._nodes: list[PandaNode] = []
        self._texts: list[TextNode] = []
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
        self._texts = [node for node in self._nodes if isinstance(node, TextNode)]
        self._shapes = [node for node in self._nodes if isinstance(node, GeomNode)]
        self._textures = list(self._root.find_all_textures())

    def _look(self) -> tuple[object, ...]:
        """What can be seen of the nodes; two equal answers mean an equal picture.

        A node that left has one parent fewer, a node that came makes its parent's children more.
        """
        graph = [
            (
                node.get_num_children(),
                node.get_num_parents(),
                PandaNode.get_transform(node).this,  # a text node's own method of that name is another
                node.get_state().this,
                node.is_overall_hidden(),
            )
            for node in self._nodes
        ]
        texts = [(node.text, node.text_color) for node in self._texts]
        shapes = [
            geom.get_vertex_data().get_modified().seq for node in self._shapes for geom in node.get_geoms()
        ]
        return graph, texts, shapes, [texture.get_image_modified().seq for texture in self._textures]
