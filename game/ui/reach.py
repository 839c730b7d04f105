"""How far round a control a finger may land and still mean it.

The layer asks when a point lies on nothing that reacts. Controls drawn smaller than a fingertip reach beyond their
edges, up to the next control; nothing reaches through what lies over it.
"""

from __future__ import annotations

import math
from collections.abc import Sequence

from game.engine.projection import Rect
from game.ui.widget import Widget

FINGER_PX = 44.0  # the least width and height of what can be touched, on the screen


def meant(widgets: Sequence[Widget], found: Widget | None, x: float, y: float) -> Widget | None:
    """The control that a touch at a point is for. widgets: the lowest first; found: the topmost one at the point."""
    if found is not None and _reacts(found):
        return found
    above = widgets[widgets.index(found) + 1 :] if found is not None else widgets
    near = [(_distance(widget.window_rect(), x, y), widget) for widget in above if _reaches(widget, x, y)]
    return min(near, key=lambda one: one[0])[1] if near else found


def _reacts(widget: Widget) -> bool:
    return widget.focusable or type(widget).activate is not Widget.activate


def _reaches(widget: Widget, x: float, y: float) -> bool:
    if not (widget.blocks and widget.focusable and widget.enabled):
        return False
    rect = widget.window_rect()  # asked first: most widgets are far from the point
    wide, high = max(0.0, FINGER_PX - rect.w) / 2, max(0.0, FINGER_PX - rect.h) / 2
    if not (rect.x - wide <= x < rect.right + wide and rect.y - high <= y < rect.bottom + high):
        return False
    return not widget.path.is_hidden() and (widget.area is None or widget.area.rect.contains(x, y))


def _distance(rect: Rect, x: float, y: float) -> float:
    return math.hypot(max(rect.x - x, 0.0, x - rect.right), max(rect.y - y, 0.0, y - rect.bottom))
