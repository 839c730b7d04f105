"""The tree of parts on the screen: rows that open, with an eye each; all by mouse or by keys.

The layout calls `build_tree`; what a row does is passed in. It draws rows and knows nothing of regions.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from enum import Enum

from game.core.inputs import InputEvent
from game.engine.projection import Rect
from game.ui.buttons import QUIET, Button
from game.ui.layer import Layer
from game.ui.scroll import ScrollArea
from game.ui.shapes import flat
from game.ui.widget import Widget
from game.worlds.brain.dissection import GHOSTED, HIDDEN, MIXED, SHOWN
from game.worlds.brain.tree import Row


class RowAction(Enum):
    """What can be done to a row."""

    PRESS = "press"
    OPEN = "open"
    CLOSE = "close"
    TURN = "turn"
    HIDE = "hide"
    GHOST = "ghost"
    ISOLATE = "isolate"


Act = Callable[[str, RowAction], None]
_KEYS = {
    "arrow_right": RowAction.OPEN,
    "arrow_left": RowAction.CLOSE,
    "h": RowAction.HIDE,
    "j": RowAction.GHOST,
    "y": RowAction.ISOLATE,
}
_EYES = {SHOWN: "eye-line", GHOSTED: "ghost-line", HIDDEN: "eye-off-line", MIXED: "contrast-line"}
HINT = "Enter opens, H hides, J ghosts, Y isolates"


@dataclass(frozen=True)
class TreeLine:
    """A row with what has become of its regions, and whether it is the selected region."""

    row: Row
    state: str
    chosen: bool


class TreeRow(Widget):
    """One row: caret, words, and the eye at its right end."""

    focusable = True

    def __init__(self, layer: Layer, rect: Rect, line: TreeLine, act: Act, area: ScrollArea) -> None:
        super().__init__(layer, f"part-{line.row.node.id}", rect, area)
        self._line, self._act = line, act
        self._on_eye = False
        self.focus_radius = layer.theme.px(14)
        self.spoken = f"{line.row.node.words}, {line.state}"
        self.tooltip = "Show, ghost or hide with the eye"

    def press_at(self, x: float, y: float) -> None:
        """Remember whether the eye is meant."""
        self._on_eye = x >= self._eye.x

    def activate(self) -> None:
        """Open or close a group, select a region, or turn its eye."""
        action = RowAction.TURN if self._on_eye else RowAction.PRESS
        self._on_eye = False
        self._act(self._line.row.node.id, action)

    def key(self, event: InputEvent) -> bool:
        """Arrows walk and open; letters act on the row."""
        action = _KEYS.get(event.key)
        if action is not None and not event.modifiers:
            self._act(self._line.row.node.id, action)
            return True
        if event.key in ("arrow_up", "arrow_down"):
            return self._walk(-1 if event.key == "arrow_up" else 1)
        return False

    def draw(self) -> None:
        """Body, caret, words, eye."""
        self.wipe()
        theme, rect, line = self.layer.theme, self.rect, self._line
        if self.hovered or self.pressed:
            self.box(rect, flat(theme.colour("surface_raised"), self.focus_radius))
        icon = theme.text_px(24)
        x = rect.x + theme.px(8) + line.row.depth * theme.px(26)
        middle = rect.y + rect.h / 2
        if line.row.node.children:
            glyph = "arrow-down-s-line" if line.row.is_open else "arrow-right-s-line"
            self.icon(glyph, x + icon / 2, middle, icon, "muted")
        x += icon + theme.px(6)
        colour = "accent" if line.chosen else "muted" if line.state == HIDDEN else "body"
        height = theme.type("label").line
        room = self._eye.x - x - theme.px(6)
        self.write(x, middle - height / 2, line.row.node.words, "label", colour, width=room, max_lines=1)
        faint = "muted" if line.state == SHOWN else "text"
        self.icon(_EYES[line.state], self._eye.centre[0], middle, icon, faint)

    @property
    def _eye(self) -> Rect:
        side = min(self.rect.h, self.layer.theme.grow(48))
        return Rect(self.rect.right - side, self.rect.y, side, self.rect.h)

    def _walk(self, step: int) -> bool:
        rows = [widget for widget in self.layer.widgets if isinstance(widget, TreeRow)]
        place = rows.index(self) + step
        if 0 <= place < len(rows):
            self.layer.focus(rows[place], show=True)
        return True


def build_tree(ui: Layer, rect: Rect, lines: Sequence[TreeLine], act: Act, close: Callable[[], None]) -> None:
    """Draw the panel with its rows."""
    theme = ui.theme
    ui.panel("parts-panel", rect)
    pad = theme.px(20)
    head = theme.type("label").line
    ui.text(rect.x + pad, rect.y + theme.px(18), "Parts", "label", "muted")
    side = theme.grow(40)
    place = Rect(rect.right - theme.px(12) - side, rect.y + theme.px(10), side, side)
    ui.add(Button(ui, "parts-close", place, "", close, icon="close-line", kind=QUIET, tooltip="Close (P)"))
    top = rect.y + max(head + theme.px(30), side + theme.px(16))
    width = rect.w - 2 * pad
    hint_h = ui.measure(HINT, "caption", width)[1]
    ui.text(rect.x + pad, rect.bottom - theme.px(14) - hint_h, HINT, "caption", "muted", width=width)
    inner = Rect(rect.x + pad, top, width, rect.bottom - hint_h - theme.px(26) - top)
    area = ui.add(ScrollArea(ui, "parts", inner))
    tall = max(theme.px(44), theme.type("label").line + theme.px(8))
    area.set_content_height(tall * len(lines))
    for number, line in enumerate(lines):
        ui.add(TreeRow(ui, Rect(0, number * tall, inner.w - theme.px(16), tall), line, act, area))
