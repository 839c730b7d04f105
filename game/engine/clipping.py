"""Tells shaders what is cut away: clip planes of the graphics card, and their numbers for the vertex shader.

brain_layers.py and cut_faces.py put them on nodes. A vertex shader writes gl_ClipDistance from `u_cut`; a clip plane on
the node switches each distance on. It knows cuts and nodes; no meshes.
"""

from __future__ import annotations

from collections.abc import Sequence

from panda3d.core import NodePath, Plane, PlaneNode, PTA_LVecBase4f, Vec3, Vec4

from game.core.cuts import Cut

MOST_CUTS = 6
_KEEPS_ALL = Vec4(0.0, 0.0, 0.0, 1.0)


class Clipping:
    """The cuts of one node and everything below it, which must never be culled: culling drops planes that a mesh lies
    wholly within, and so renumbers the rest."""

    def __init__(self, root: NodePath) -> None:
        self._root = root
        self._planes: list[NodePath] = []
        set_distances(root, ())

    def set(self, cuts: Sequence[Cut]) -> None:
        """Cut away exactly this, at most MOST_CUTS."""
        for plane in self._planes:
            self._root.clear_clip_plane(plane)
            plane.remove_node()
        self._planes = []
        for number, cut in enumerate(cuts[:MOST_CUTS]):
            normal = Vec3(0.0)
            normal[cut.axis] = float(-cut.sign)
            node = PlaneNode(f"cut-{number}", Plane(Vec4(normal, float(cut.sign * cut.millimetre))))
            plane = self._root.attach_new_node(node)
            self._root.set_clip_plane(plane)
            self._planes.append(plane)
        set_distances(self._root, cuts)


def set_distances(node: NodePath, cuts: Sequence[Cut], spared: int = -1) -> None:
    """Write `u_cut` for a node: the distance from each cut, positive where it keeps; the `spared` axis is not cut."""
    rows = PTA_LVecBase4f()
    for number in range(MOST_CUTS):
        cut = cuts[number] if number < len(cuts) else None
        row = Vec4(_KEEPS_ALL)
        if cut is not None and cut.axis != spared:
            row = Vec4(0.0)
            row[cut.axis], row[3] = float(-cut.sign), float(cut.sign * cut.millimetre)
        rows.push_back(row)
    node.set_shader_input("u_cut", rows)
