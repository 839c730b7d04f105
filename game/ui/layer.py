"""A layer of widgets: drawing helpers, hit test, capture, focus, and what is written where.

Each scene and the heads-up display own one. All input comes through `dispatch`, from the window or the pilot alike.
Coordinates are pixels from the top left. Knows no scene; screens pass callbacks.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from typing import TypeVar

from panda3d.core import NodePath

from game.core.inputs import CLICK_SLOP_PX, KEY, MOVE, PRESS, RELEASE, TEXT, WHEEL, InputEvent
from game.engine.projection import Rect
from game.ui import focus, reach
from game.ui.audit import TextRecord
from game.ui.fonts import FontBook
from game.ui.scroll import ScrollArea
from game.ui.shapes import Box, BoxStyle, panel_style
from game.ui.text import Span, TextBlock
from game.ui.theme import Colour, Theme, TypeStyle
from game.ui.widget import Widget

W = TypeVar("W", bound=Widget)


class Layer:
    """Widgets above one another, the latest on top."""

    def __init__(
        self, parent: NodePath, theme: Theme, book: FontBook, name: str, below: NodePath | None = None
    ) -> None:
        """below: where widgets go that move with the camera, so that `parent` may stand still; None: the same."""
        self.theme, self.book = theme, book
        self.moving = (parent if below is None else below).attach_new_node(f"{name}-moving")
        self.root = parent.attach_new_node(name)
        self.widgets: list[Widget] = []
        self.records: list[TextRecord] = []
        self.focused: Widget | None = None
        self.keyboard_mode = False
        self.arrow_navigation = True
        self._hovered: Widget | None = None
        self._captured: Widget | None = None
        self._pressed_at = (0.0, 0.0)
        self._ring = focus.FocusRing(self)

    # --- drawing ---------------------------------------------------------------------------------------------

    def colour(self, name: str | Colour) -> Colour:
        """A theme colour by name; a colour stays itself."""
        return self.theme.colour(name) if isinstance(name, str) else name

    def text(
        self,
        x: float,
        y: float,
        content: str | Sequence[Span],
        style: str | TypeStyle = "body",
        colour: str | Colour = "body",
        *,
        width: float | None = None,
        align: str = "left",
        max_lines: int | None = None,
        parent: NodePath | None = None,
        area: ScrollArea | None = None,
    ) -> TextBlock:
        """Write text with its top left (or centre, right) corner at (x, y). width: wrap, in screen pixels."""
        chosen = self.theme.type(style) if isinstance(style, str) else style
        home = parent if parent is not None else area.content if area is not None else self.root
        block = TextBlock(
            home,
            self.book,
            content,
            chosen,
            self.colour(colour),
            width=width,
            align=align,
            max_lines=max_lines,
        )
        block.place(x, y)
        self.records.append(TextRecord(block, area))
        return block

    def measure(
        self, content: str | Sequence[Span], style: str = "body", width: float | None = None
    ) -> tuple[float, float]:
        """Width and height in pixels that the text would take."""
        block = TextBlock(
            NodePath("measure"), self.book, content, self.theme.type(style), (1, 1, 1, 1), width=width
        )
        return block.width, block.height

    def icon(
        self, name: str, x: float, y: float, size: float, colour: str | Colour, parent: NodePath | None = None
    ) -> TextBlock:
        """Draw an icon centred at (x, y). size: screen pixels."""
        px = max(round(size), 8)
        style = TypeStyle("icon", "icons", 400, px, float(px))
        glyph = chr(self.book.icon_codes[name])
        block = TextBlock(
            parent if parent is not None else self.root,
            self.book,
            glyph,
            style,
            self.colour(colour),
            align="centre",
        )
        block.place(x, y - px / 2)
        return block

    def box(
        self, rect: Rect, style: BoxStyle, parent: NodePath | None = None, area: ScrollArea | None = None
    ) -> Box:
        """Draw a box."""
        home = parent if parent is not None else area.content if area is not None else self.root
        return Box(home, rect, style)

    def panel(self, name: str, rect: Rect, style: BoxStyle | None = None) -> Widget:
        """Draw a panel; the pointer does not reach through it."""
        panel = self.add(Widget(self, name, rect))
        panel.box(rect, style if style is not None else panel_style(self.theme))
        return panel

    def add(self, widget: W) -> W:
        """Put a widget on top and draw it."""
        self.widgets.append(widget)
        widget.draw()
        return widget

    def forget_text(self, block: TextBlock) -> None:
        """A widget redraws: its old text no longer counts as written."""
        self.records = [record for record in self.records if record.block is not block]

    def clear(self) -> str:
        """Remove everything; returns the name of the widget that had the focus ("" for none)."""
        name = self.focused.name if self.focused is not None else ""
        self.focused = self._hovered = self._captured = None
        for widget in self.widgets:
            widget.path.remove_node()
            widget.dropped()
        self.widgets, self.records = [], []
        for child in self._drawn():
            child.remove_node()
        self._ring.reset()
        return name

    def mark(self) -> frozenset[NodePath]:
        """Remember what is drawn now, for `drop_since`."""
        return frozenset(self._drawn())

    def drop_since(self, mark: frozenset[NodePath]) -> str:
        """Remove everything drawn since `mark`, so that a part of a screen can be drawn anew; returns the name of the
        focused widget if it went too ("" if not).
        """
        held, self.focused = self.focused, None
        self._ring.update()
        self.focused = held
        gone = [node for node in self._drawn() if node not in mark]

        def lost(path: NodePath) -> bool:
            return any(node == path or node.is_ancestor_of(path) for node in gone)

        widgets = [widget for widget in self.widgets if lost(widget.path)]
        name = self.focused.name if self.focused in widgets and self.focused is not None else ""
        self.focused = None if name else self.focused
        self._hovered = None if self._hovered in widgets else self._hovered
        self._captured = None if self._captured in widgets else self._captured
        self.widgets = [widget for widget in self.widgets if widget not in widgets]
        self.records = [record for record in self.records if not lost(record.block.path)]
        for node in gone:
            node.remove_node()
        for widget in widgets:
            widget.dropped()
        self._ring.update()
        return name

    def remove(self) -> None:
        """Give the layer back."""
        self.clear()
        self.root.remove_node()
        self.moving.remove_node()

    def _drawn(self) -> list[NodePath]:
        return [*self.moving.get_children(), *self.root.get_children()]

    # --- finding ---------------------------------------------------------------------------------------------

    def find(self, name: str) -> Widget:
        """The widget of that name; KeyError lists the names there are."""
        for widget in self.widgets:
            if widget.name == name:
                return widget
        raise KeyError(f"no widget {name!r}; there are {[w.name for w in self.widgets]}")

    def has(self, name: str) -> bool:
        """Whether there is a widget of that name."""
        return any(widget.name == name for widget in self.widgets)

    def hit(self, x: float, y: float) -> Widget | None:
        """The topmost widget at a point, or a control so near to it that a finger means that."""
        return reach.meant(self.widgets, self._at(x, y), x, y)

    def _at(self, x: float, y: float) -> Widget | None:
        for widget in reversed(self.widgets):
            inside = widget.blocks and widget.window_rect().contains(x, y) and not widget.path.is_hidden()
            if inside and (widget.area is None or widget.area.rect.contains(x, y)):
                return widget
        return None

    # --- input -----------------------------------------------------------------------------------------------

    def dispatch(self, event: InputEvent) -> bool:
        """Give one event to the widgets; True if one used it (or lies under the pointer). They know one finger."""
        if event.finger:
            return False
        if event.kind in (KEY, TEXT):
            return self._keyboard(event)
        if event.kind == MOVE:
            return self._moved(event)
        if event.kind == PRESS:
            return self._pressed(event)
        if event.kind == RELEASE:
            return self._released(event)
        return self._wheel(event) if event.kind == WHEEL else False

    @property
    def hovered(self) -> Widget | None:
        """The widget under the pointer."""
        return self._hovered

    def focus(self, target: Widget | str | None, *, show: bool | None = None) -> None:
        """Move the focus. show: whether the ring is visible (None keeps the present mode)."""
        widget = self.find(target) if isinstance(target, str) else target
        if show is not None:
            self.keyboard_mode = show
        if widget is not self.focused:
            before, self.focused = self.focused, widget
            if before is not None:
                before.focus_changed(False)
            if widget is not None:
                if widget.area is not None:
                    widget.area.reveal(widget.rect)
                widget.focus_changed(True)
        self._ring.update()

    def refresh_ring(self) -> None:
        """Put the focus ring where the focused widget is now (after scrolling or redrawing)."""
        self._ring.update()

    def _keyboard(self, event: InputEvent) -> bool:
        target = self.focused if self.focused is not None and self.focused.enabled else None
        if event.kind == TEXT:
            return target is not None and target.typed(event.text)
        if target is not None and target.key(event):
            return True
        if event.key == "tab":
            self.focus(focus.next_in_order(self, backwards="shift" in event.modifiers), show=True)
            return True
        if self.arrow_navigation and event.key.startswith("arrow_"):
            found = focus.nearest(self, event.key.removeprefix("arrow_"))
            self.focus(found if found is not None else self.focused, show=True)
            return self.focused is not None
        if event.key in ("enter", "space") and target is not None and target.focusable:
            target.activate()
            return True
        return False

    def _moved(self, event: InputEvent) -> bool:
        if self._captured is not None:
            self._give_to_area(self._captured, event)
            dx, dy = self._origin(self._captured)
            self._captured.drag_to(event.x - dx, event.y - dy)
            return True
        found = self.hit(event.x, event.y)
        if found is not self._hovered:
            if self._hovered is not None:
                self._hovered.set_hovered(False)
            self._hovered = found
            if found is not None and found.enabled:
                found.set_hovered(True)
        return found is not None

    def _pressed(self, event: InputEvent) -> bool:
        self.keyboard_mode = False
        found = self.hit(event.x, event.y)
        if found is None:
            self.focus(None)
            return False
        if found.enabled and event.button == 1:
            self._captured, self._pressed_at = found, (event.x, event.y)
            self.focus(found if found.focusable else None)
            found.set_pressed(True)
            dx, dy = self._origin(found)
            found.press_at(event.x - dx, event.y - dy)
        self._ring.update()
        return True

    def _give_to_area(self, held: Widget, event: InputEvent) -> None:
        """A finger that drags away from a control which cannot be dragged means to scroll what it lies in."""
        area = held.area
        stays = area is None or area.furthest <= 0 or type(held).drag_to is not Widget.drag_to
        if area is None or stays or math.dist(self._pressed_at, (event.x, event.y)) < CLICK_SLOP_PX:
            return
        held.set_pressed(False)
        self._captured = area
        area.press_at(*self._pressed_at)

    def _released(self, event: InputEvent) -> bool:
        captured, self._captured = self._captured, None
        if captured is None:
            return False
        captured.set_pressed(False)
        if captured.enabled and self.hit(event.x, event.y) is captured:
            captured.activate()
        return True

    def _wheel(self, event: InputEvent) -> bool:
        found = self.hit(event.x, event.y)
        if found is None:
            return False
        if not found.wheel(event.steps) and found.area is not None:
            found.area.wheel(event.steps)
        return True

    def _origin(self, widget: Widget) -> tuple[float, float]:
        seen = widget.window_rect()
        return seen.x - widget.rect.x, seen.y - widget.rect.y
