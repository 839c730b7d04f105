"""A window onto content that is taller than it: wheel, keys, drag and a thin bar.

Screens make one with `add(ScrollArea(...))`, draw into `content` (or pass `area=` to widgets and texts) and set
`content_height`. Content coordinates start at (0, 0) in the area's top left corner.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from panda3d.core import NodePath, Point3

from game.core.inputs import InputEvent
from game.engine.projection import Rect
from game.ui.shapes import Box, flat
from game.ui.widget import Widget

if TYPE_CHECKING:
    from game.ui.layer import Layer

LINE = 72.0  # design pixels a wheel notch


class ScrollArea(Widget):
    """See the module text. offset: pixels scrolled down."""

    focusable = False

    def __init__(self, layer: Layer, name: str, rect: Rect) -> None:
        super().__init__(layer, name, rect)
        self.content: NodePath = self.path.attach_new_node("content")
        self.path.set_scissor(Point3(rect.x, 0, -rect.bottom), Point3(rect.right, 0, -rect.y))
        self.offset = 0.0
        self.content_height = rect.h
        self._grabbed: tuple[float, float] | None = None
        self._bar: Box | None = None
        self._move()

    @property
    def furthest(self) -> float:
        """The largest offset."""
        return max(0.0, self.content_height - self.rect.h)

    def set_content_height(self, height: float) -> None:
        """Say how tall the content is, in pixels."""
        self.content_height = height
        self.scroll_to(self.offset)

    def scroll_to(self, offset: float) -> None:
        """Show the content from `offset` pixels on, within its ends."""
        self.offset = min(max(offset, 0.0), self.furthest)
        self._move()

    def reveal(self, rect: Rect) -> None:
        """Scroll just far enough that a rectangle of the content is in sight."""
        margin = 12 * self.layer.theme.s
        if rect.y - margin < self.offset:
            self.scroll_to(rect.y - margin)
        elif rect.bottom + margin > self.offset + self.rect.h:
            self.scroll_to(rect.bottom + margin - self.rect.h)

    def wheel(self, steps: float) -> bool:
        """Scroll by the wheel; used if there is anything to scroll."""
        before = self.offset
        self.scroll_to(self.offset - steps * LINE * self.layer.theme.s)
        return self.offset != before

    def press_at(self, x: float, y: float) -> None:
        """Begin a drag (finger or mouse)."""
        self._grabbed = (y, self.offset)

    def drag_to(self, x: float, y: float) -> None:
        """Follow the drag."""
        if self._grabbed is not None:
            self.scroll_to(self._grabbed[1] + self._grabbed[0] - y)

    def scroll_key(self, event: InputEvent) -> bool:
        """Arrow, page, home and end keys, for screens whose main thing is this area."""
        line, page = LINE * self.layer.theme.s, self.rect.h * 0.85
        target = {
            "arrow_up": self.offset - line,
            "arrow_down": self.offset + line,
            "page_up": self.offset - page,
            "page_down": self.offset + page,
            "home": 0.0,
            "end": self.furthest,
        }.get(event.key)
        if target is None:
            return False
        self.scroll_to(target)
        return True

    def _move(self) -> None:
        self.content.set_pos(self.rect.x, 0, -(self.rect.y - self.offset))
        if self._bar is not None:
            self._bar.remove()
            self._bar = None
        if self.furthest > 0:
            theme = self.layer.theme
            width = max(4.0, 6 * theme.s)
            height = max(40 * theme.s, self.rect.h * self.rect.h / self.content_height)
            top = self.rect.y + (self.rect.h - height) * self.offset / self.furthest
            self._bar = Box(
                self.path,
                Rect(self.rect.right - width - 2, top, width, height),
                flat(theme.colour("line_strong", 0.7), width / 2),
            )
        self.layer.refresh_ring()
