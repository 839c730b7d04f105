"""A field for typed text, of one line or several.

Made by screens through `layer.add(...)`; it reports each edit to a callback, draws its text, caret and selection, and
never leaves its box. What keys do to the text is decided in `game.core.text_editing`; knows no screen.
"""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Callable
from typing import TYPE_CHECKING

from panda3d.core import NodePath

from game.core.inputs import InputEvent
from game.core.text_editing import Editing, command
from game.engine.projection import Rect
from game.ui.shapes import Box, BoxStyle, flat
from game.ui.text import TextBlock
from game.ui.text_places import caret_at, caret_beside, carets, places, row_starts
from game.ui.widget import Widget

if TYPE_CHECKING:
    from game.services.clipboard import Clipboard
    from game.ui.layer import Layer
    from game.ui.scroll import ScrollArea

_ROWS = {"arrow_up": -1, "arrow_down": 1}


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
        self.editing = Editing(text, limit)
        self.hint, self.icon_name, self.cap = hint, icon, cap
        self.multiline, self.style = multiline, style
        self._marks: NodePath | None = None  # what is selected, beneath the words
        self._block: TextBlock | None = None  # the words shown, the first of which is at `_first` of the text
        self._first = 0
        self._width = 0.0  # that words have
        self._top = 0  # the first row shown of several lines that are more than the field is high
        self._on_change, self._on_enter, self._on_key = on_change, on_enter, on_key
        self.focus_radius = rect.h / 2 if radius is None else layer.theme.px(radius)

    def dropped(self) -> None:
        """Whoever listens holds the field."""
        self._on_change = self._on_enter = self._on_key = None

    @property
    def text(self) -> str:
        """What is written."""
        return self.editing.text

    @property
    def clipboard(self) -> Clipboard:
        """The system's clipboard, looked for when someone copies or pastes."""
        from game.services.clipboard import Clipboard

        return Clipboard()

    def set_text(self, text: str) -> None:
        """Replace the text without calling back."""
        self.editing = Editing(text, self.editing.limit)
        self.draw()

    def focus_changed(self, on: bool) -> None:
        """Show or hide the caret."""
        self.draw()

    def typed(self, text: str) -> bool:
        """Insert at the caret, in place of what is selected."""
        self._edit(lambda: self.editing.insert(text))
        return True

    def key(self, event: InputEvent) -> bool:
        """Editing keys; everything printable is swallowed so that it is not also a shortcut."""
        if self._on_key is not None and self._on_key(event):
            return True
        key, held = event.key, event.modifiers
        if self.multiline and key in _ROWS:
            return self._go_rows(_ROWS[key], keep="shift" in held)
        if command(held) and key in ("c", "x", "v"):
            self._trade(key)
        elif key == "enter":
            if self.multiline and "shift" in held:
                self.typed("\n")
            elif self._on_enter is not None:
                self._on_enter(self.text)
        elif key in ("tab", "escape", "arrow_up", "arrow_down") or (
            len(key) > 1 and key[0] == "f" and key[1:].isdigit()
        ):
            return False
        else:
            self._edit(lambda: self.editing.key(key, held))
        return True

    def press_at(self, x: float, y: float) -> None:
        """Put the caret where the pointer went down."""
        self._edit(lambda: self.editing.go(self._caret_at(x, y), keep=False))

    def drag_to(self, x: float, y: float) -> None:
        """Select from where the pointer went down to where it is."""
        to = self._caret_at(x, y)
        if to != self.editing.caret:
            self._edit(lambda: self.editing.go(to, keep=True))

    def _caret_at(self, x: float, y: float) -> int:
        return self._first + caret_at(self._block, x, y) if self._block is not None and self.text else 0

    def _go_rows(self, rows: int, *, keep: bool) -> bool:
        """The caret a row up or down; False at the first and the last, from which the focus goes on."""
        to = caret_beside(self._laid_out(), self.editing.caret, rows)
        if to is None:
            return False
        self._edit(lambda: self.editing.go(to, keep=keep))
        return True

    def _trade(self, key: str) -> None:
        """Copy, cut or paste. Nothing is cut that could not be copied."""
        clipboard, chosen = self.clipboard, self.editing.selected
        if key == "v":
            found = clipboard.paste()
            if found:
                line = "\n" if self.multiline else " "
                self.typed(line.join(part for part in found.splitlines() if self.multiline or part.strip()))
        elif chosen and clipboard.copy(chosen) and key == "x":
            self.typed("")

    def draw(self) -> None:
        """Body, icon, text or hint, selection, caret, key cap."""
        self.wipe()
        if self._marks is not None:
            self._marks.remove_node()
            self._marks = None
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
        self._width = right - x
        self._first, shown = self._visible_rows() if self.multiline else self._visible(self._width)
        colour = "text" if self.text else "muted"
        content = shown if self.text else self.hint
        if focused and self.editing.selected:
            self._marks = self.path.attach_new_node("selection")
        block = self._block = self.write(
            x,
            y,
            content,
            self.style,
            colour,
            width=self._width if self.multiline or not self.text else None,
            max_lines=None if self.multiline else 1,
        )
        if self._marks is not None:
            self._draw_selection(self._marks, block)
        if focused:
            self._draw_caret(block)

    def _draw_selection(self, below: NodePath, block: TextBlock) -> None:
        start, end = (place - self._first for place in self.editing.selection)
        style = flat(self.layer.theme.colour("accent", 0.35))
        for place in places(block, max(start, 0), end):
            self._parts.append(Box(below, place, style))

    def _draw_caret(self, block: TextBlock) -> None:
        row, x = carets(block)[self.editing.caret - self._first] if self.text else (0, 0.0)
        line, thick = block.style.line, max(2.0, round(2 * self.layer.theme.s))
        place = Rect(block.x + x, block.y + (row + 0.12) * line, thick, line * 0.76)
        self.box(place, flat(self.layer.theme.colour("accent")))

    def _laid_out(self) -> TextBlock:
        """All of a text of several lines, as it wraps; not shown."""
        layer = self.layer
        style = layer.theme.type(self.style)
        return TextBlock(NodePath("layout"), layer.book, self.text, style, (1, 1, 1, 1), width=self._width)

    def _visible_rows(self) -> tuple[int, str]:
        """The rows that fit with the caret in sight: where they begin in the text, and their words."""
        room = self.rect.h - 2 * self.layer.theme.px(18)
        fit = max(int(room // self.layer.theme.type(self.style).line), 1)
        block = self._laid_out()
        starts = row_starts(block)
        row = bisect_right(starts, self.editing.caret) - 1
        self._top = max(min(self._top, row, len(starts) - fit), row - fit + 1, 0)
        ends = [*starts, len(self.text)]
        last = min(self._top + fit, len(starts))
        shown = self.text[starts[self._top] : ends[last]]
        return starts[self._top], shown if last == len(starts) else shown.removesuffix("\n")

    def _visible(self, width: float) -> tuple[int, str]:
        """The part of a one-line text that fits with the caret in sight: where it begins, and its words."""
        text, caret = self.text, self.editing.caret
        start = 0
        while start < caret and self.layer.measure(text[start:caret], self.style)[0] > width:
            start += 1
        end = len(text)
        while end > caret and self.layer.measure(text[start:end], self.style)[0] > width:
            end -= 1
        return start, text[start:end]

    def _edit(self, change: Callable[[], object]) -> None:
        """Do something to the text or the caret; say so if the text is another."""
        before = self.text
        change()
        self.draw()
        if self.text != before and self._on_change is not None:
            self._on_change(self.text)
