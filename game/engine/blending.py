"""The two ways in which light is drawn: added (dark schemes), or covering (light scheme).

Both expect a shader that writes premultiplied colour, so a drawable changes its scheme by one attribute.
"""

from __future__ import annotations

from panda3d.core import ColorBlendAttrib, NodePath, RenderAttrib

_ONE = ColorBlendAttrib.O_one
ADDITIVE: RenderAttrib = ColorBlendAttrib.make(ColorBlendAttrib.M_add, _ONE, _ONE)
COVERING: RenderAttrib = ColorBlendAttrib.make(
    ColorBlendAttrib.M_add, _ONE, ColorBlendAttrib.O_one_minus_incoming_alpha
)


def draw_as_light(node: NodePath, *, sort: int, additive: bool = True) -> None:
    """Blend, do not write depth, and draw after the opaque things in the order of `sort`."""
    node.set_attrib(ADDITIVE if additive else COVERING)
    node.set_depth_write(False)
    node.set_two_sided(True)
    node.set_bin("fixed", sort)
