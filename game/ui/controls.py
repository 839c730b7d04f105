"""Sliders, progress bars, text fields and choices.

Made by screens through `layer.add(...)`; each reports its new value to a callback. Pixels on screen; looks from the
theme. A text field keeps its own text and caret and never leaves its box.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING

from game.core.inputs import InputEvent
from game.engine.projection import Rect
from game.ui.buttons import track_colour
from game.ui.shapes import BoxStyle, flat
from game.ui.widget import Widget

if TYPE_CHECKING:
    from game.ui.layer import Layer
    from game.ui.scroll import ScrollArea


class Slider(Widget):
    """A value between `low` and `high` in steps; arrows change it by one step. The screen writes the number."""

    focusable = True

    def __init__(
        self,
        layer: Layer,
        name: str,
        rect: Rect,
        value: float,
        on_change: Callable[[float], None],
        *,
        low: float = 0.0,
        high: float = 1.0,
        step: float = 0.05,
        area: ScrollArea | None = None,
    ) -> None:
        super().__init__(layer, name, rect, area)
        self.value, self.low, self.high, self.step, self._on_change = value, low, high, step, on_change
        self.focus_radius = rect.h / 2

    def set_value(self, value: float) -> None:
        """Show a value without calling back."""
        self.value = min(max(value, self.low), self.high)
        self.draw()

    def press_at(self, x: float, y: float) -> None:
        """Jump to the pointer."""
        self._pick(x)

    def drag_to(self, x: float, y: float) -> None:
        """Follow the pointer."""
        self._pick(x)

    def key(self, event: InputEvent) -> bool:
        """Arrows, home and end."""
        target = {
            "arrow_left": self.value - self.step,
            "arrow_right": self.value + self.step,
            "home": self.low,
            "end": self.high,
        }.get(event.key)
        if target is None:
            return False
        self._change(target)
        return True

    def draw(self) -> None:
        """Track, filled part, knob."""
        self.wipe()
        theme, rect = self.layer.theme, self.rect
        thick, knob = max(4.0, theme.px(8)), max(18.0, theme.px(28))
        share = (self.value - self.low) / (self.high - self.low)
        left, width = rect.x + knob / 2, rect.w - knob
        middle = rect.y + rect.h / 2
        self.box(
            Rect(left, middle - thick / 2, width, thick), flat(track_colour(theme.colour("line")), thick / 2)
        )
        self.box(
            Rect(left, middle - thick / 2, max(thick, width * share), thick),
            flat(theme.colour("accent"), thick / 2),
        )
        self.box(
            Rect(left + width * share - knob / 2, middle - knob / 2, knob, knob),
            flat(theme.colour("text"), knob / 2, theme.colour("line_strong"), 1.0),
        )

    def _pick(self, x: float) -> None:
        knob = max(18.0, self.layer.theme.px(28))
        share = (x - self.rect.x - knob / 2) / max(self.rect.w - knob, 1.0)
        self._change(self.low + share * (self.high - self.low))

    def _change(self, value: float) -> None:
        value = min(max(value, self.low), self.high)
        value = self.low + round((value - self.low) / self.step) * self.step
        if abs(value - self.value) > 1e-9:
            self.value = min(max(value, self.low), self.high)
            self.draw()
            self._on_change(self.value)


class ProgressBar(Widget):
    """A thin gold bar, 0..1. blocks nothing."""

    blocks = False

    def __init__(
        self,
        layer: Layer,
        name: str,
        rect: Rect,
        value: float = 0.0,
        *,
        colour: str = "accent",
        area: ScrollArea | None = None,
    ) -> None:
        super().__init__(layer, name, rect, area)
        self.value, self._colour = value, colour

    def set_value(self, value: float) -> None:
        """Show another fraction."""
        if abs(value - self.value) > 1e-4:
            self.value = value
            self.draw()

    def draw(self) -> None:
        """Track and filled part."""
        self.wipe()
        theme, rect = self.layer.theme, self.rect
        self.box(rect, flat(track_colour(theme.colour("line")), rect.h / 2))
        if self.value > 0:
            self.box(
                Rect(rect.x, rect.y, max(rect.h, rect.w * min(self.value, 1.0)), rect.h),
                flat(theme.colour(self._colour), rect.h / 2),
            )


class TextField(Widget):
    """One line (or several, wrapped) of typed text. on_change after each edit, on_enter on Enter.

    multiline: Enter still submits, Shift+Enter makes a new line. icon: shown at the left. hint: shown while empty.
    cap: a key cap shown at the right while empty and unfocused.
    """

    focusable = True

    def __init__(
        self,
        layer: Layer,
        name: str,
        rect: Rect,
        *,
        text: str = "",
        hint: str = "",
        icon: str = "",
        cap: str = "",
        multiline: bool = False,
        limit: int = 400,
        radius: float | None = None,
        style: str = "label",
        on_change: Callable[[str], None] | None = None,
        on_enter: Callable[[str], None] | None = None,
        on_key: Callable[[InputEvent], bool] | None = None,
        area: ScrollArea | None = None,
    ) -> None:
        super().__init__(layer, name, rect, area)
        self.text, self.hint, self.icon_name, self.cap = text, hint, icon, cap
        self.multiline, self.limit, self.style = multiline, limit, style
        self.caret = len(text)
        self._on_change, self._on_enter, self._on_key = on_change, on_enter, on_key
        self.focus_radius = rect.h / 2 if radius is None else layer.theme.px(radius)

    def dropped(self) -> None:
        """Whoever listens holds the field."""
        self._on_change = self._on_enter = self._on_key = None

    def set_text(self, text: str) -> None:
        """Replace the text without calling back."""
        self.text, self.caret = text[: self.limit], min(len(text), self.limit)
        self.draw()

    def focus_changed(self, on: bool) -> None:
        """Show or hide the caret."""
        self.draw()

    def typed(self, text: str) -> bool:
        """Insert at the caret."""
        room = self.limit - len(self.text)
        if room > 0:
            self._edit(
                self.text[: self.caret] + text[:room] + self.text[self.caret :], self.caret + len(text[:room])
            )
        return True

    def key(self, event: InputEvent) -> bool:
        """Editing keys; everything printable is swallowed so that it is not also a shortcut."""
        if self._on_key is not None and self._on_key(event):
            return True
        key, text, caret = event.key, self.text, self.caret
        if key == "backspace" and caret > 0:
            start = (
                len(text[:caret].rstrip().rpartition(" ")[0]) if "control" in event.modifiers else caret - 1
            )
            self._edit(text[:start] + text[caret:], start)
        elif key == "delete" and caret < len(text):
            self._edit(text[:caret] + text[caret + 1 :], caret)
        elif key in ("arrow_left", "arrow_right", "home", "end"):
            self.caret = {
                "arrow_left": max(caret - 1, 0),
                "arrow_right": min(caret + 1, len(text)),
                "home": 0,
                "end": len(text),
            }[key]
            self.draw()
        elif key == "enter":
            if self.multiline and "shift" in event.modifiers:
                self.typed("\n")
            elif self._on_enter is not None:
                self._on_enter(self.text)
        elif key in ("tab", "escape", "arrow_up", "arrow_down") or (
            len(key) > 1 and key[0] == "f" and key[1:].isdigit()
        ):
            return False
        return True

    def draw(self) -> None:
        """Body, icon, text or hint, caret, key cap."""
        self.wipe()
        theme, rect = self.layer.theme, self.rect
        focused = self.layer.focused is self
        fill = theme.colour("surface")
        edge = theme.colour("text" if focused else "line_strong")
        self.box(
            rect,
            BoxStyle(self.focus_radius, fill, fill, edge, max(1.0, round(theme.s * (2 if focused else 1)))),
        )
        line = theme.type(self.style).line
        x = rect.x + theme.px(24)
        if self.icon_name:
            size = theme.text_px(26)
            self.icon(self.icon_name, x + size / 2, rect.y + rect.h / 2, size, "muted")
            x += size + theme.px(14)
        right = rect.right - theme.px(24)
        if self.cap and not self.text and not focused:
            side = theme.text_px(18) * 1.8
            self.box(
                Rect(right - side, rect.y + (rect.h - side) / 2, side, side),
                BoxStyle(theme.px(9), edge=theme.colour("line_strong"), edge_width=1.0),
            )
            self.write(
                right - side / 2,
                rect.y + (rect.h - theme.type("caption").line) / 2,
                self.cap,
                "caption",
                "muted",
                align="centre",
            )
            right -= side + theme.px(14)
        y = rect.y + theme.px(18) if self.multiline else rect.y + (rect.h - line) / 2
        shown, caret_x = self._visible(right - x)
        colour = "text" if self.text else "muted"
        content = shown if self.text else self.hint
        self.write(
            x,
            y,
            content,
            self.style,
            colour,
            width=right - x if self.multiline or not self.text else None,
            max_lines=None if self.multiline else 1,
        )
        if focused:
            self._draw_caret(x, y, caret_x, line, right - x)

    def _draw_caret(self, x: float, y: float, caret_x: float, line: float, width: float) -> None:
        if self.multiline:
            before = self.text[: self.caret]
            wrapped = self.layer.measure(before + "|", self.style, width)[1] if before else line
            rows = max(round(wrapped / line), 1)
            caret_x = self._last_row_width(before, width) if before else 0.0
            y += (rows - 1) * line
        thick = max(2.0, round(2 * self.layer.theme.s))
        self.box(
            Rect(x + caret_x, y + line * 0.12, thick, line * 0.76), flat(self.layer.theme.colour("accent"))
        )

    def _last_row_width(self, before: str, width: float) -> float:
        row = ""
        for word in before.rpartition("\n")[2].split(" "):
            longer = f"{row} {word}" if row else word
            row = longer if self.layer.measure(longer, self.style)[0] <= width else word
        return self.layer.measure(row, self.style)[0] + (
            0
            if not before.endswith(" ")
            else self.layer.measure("n n", self.style)[0] - self.layer.measure("nn", self.style)[0]
        )

    def _visible(self, width: float) -> tuple[str, float]:
        """The part of a one-line text that fits with the caret in sight, and the caret's x in pixels."""
        if self.multiline:
            return self.text, 0.0
        start = 0
        while start < self.caret and self.layer.measure(self.text[start : self.caret], self.style)[0] > width:
            start += 1
        end = len(self.text)
        while end > self.caret and self.layer.measure(self.text[start:end], self.style)[0] > width:
            end -= 1
        before = self.text[start : self.caret]
        return self.text[start:end], self.layer.measure(before, self.style)[0] if before else 0.0

    def _edit(self, text: str, caret: int) -> None:
        self.text, self.caret = text, caret
        self.draw()
        if self._on_change is not None:
            self._on_change(text)
