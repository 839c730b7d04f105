"""The menu: a sheet over whatever is open, with settings, about, the brain's data, and the way out.

Opened from every screen by its gear; Escape or a click beside the sheet closes it. A setting is asked for over the bus
as soon as it is touched and holds at once. What the pages say comes from `model` and the services.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, ClassVar

from game.core.flow import SceneSpec
from game.core.inputs import InputEvent
from game.core.messages import ChangeSetting, QuitProgram
from game.engine.projection import Rect
from game.screens.menu import pages
from game.screens.menu.model import ABOUT, DATA, PAGES, QUIT, SETTINGS
from game.screens.menu.spec import SPEC
from game.ui.buttons import QUIET, Button
from game.ui.context import Context
from game.ui.layer import Layer
from game.ui.screen import Screen
from game.ui.scroll import ScrollArea
from game.ui.shapes import flat
from game.ui.widget import Action, Widget


class Shade(Widget):
    """What darkens the screen below; a click on it closes the menu."""

    def __init__(self, layer: Layer, rect: Rect, on_press: Action) -> None:
        super().__init__(layer, "shade", rect)
        self._on_press = on_press

    def activate(self) -> None:
        """Close."""
        self._on_press()

    def draw(self) -> None:
        """A veil in the colour of the night (or of the paper)."""
        self.wipe()
        self.box(self.rect, flat(self.layer.theme.colour("background", 0.8)))


class MenuScreen(Screen):
    """See the module text. Parameter page: "settings", "about", "data" or "quit"."""

    spec: ClassVar[SceneSpec] = SPEC

    def __init__(self, context: Context, params: Mapping[str, Any]) -> None:
        super().__init__(context, params)
        wanted = params.get("page", SETTINGS)
        self.page = wanted if wanted in {page.id for page in PAGES} else SETTINGS
        self._offsets: dict[str, float] = {}
        self._area: ScrollArea | None = None
        self._asks = False  # whether the quit page has just been turned to

    def enter(self) -> None:
        """Open with the focus on the present page's door; on the quit page on what stays."""
        self.primary("stay" if self.page == QUIT else f"page-{self.page}")
        super().enter()

    def relayout(self) -> None:
        """As every screen; the quit page, when turned to, begins with the focus on what stays."""
        super().relayout()
        if self._asks and self.layer.has("stay"):
            self.layer.focus("stay")
        self._asks = False

    def build(self, ui: Layer) -> None:
        """The sheet, its doors, the page."""
        theme, (width, height) = self.theme, self.size
        if self._area is not None:
            self._offsets[self._area.name] = self._area.offset
        ui.add(Shade(ui, Rect(0, 0, width, height), self.back))
        sheet = self._sheet()
        ui.panel("sheet", sheet)
        pad = theme.px(36 if not theme.compact else 28)
        inner = sheet.inset(pad)
        body = self._doors_in_a_row(ui, inner) if theme.compact else self._doors_in_a_column(ui, inner)
        self._area = ui.add(ScrollArea(ui, f"area-{self.page}", body))
        draw = {SETTINGS: self._settings, ABOUT: self._about, DATA: self._data, QUIT: self._quit}[self.page]
        self._area.set_content_height(draw(ui, self._area))
        self._area.scroll_to(self._offsets.get(self._area.name, 0.0))

    def shortcut(self, event: InputEvent) -> bool:
        """Page keys scroll a long page."""
        return self._area is not None and self._area.scroll_key(event)

    def facts(self) -> dict[str, Any]:
        """Adds the page and how far it is scrolled."""
        return {
            **super().facts(),
            "page": self.page,
            "scrolled": self._area.offset if self._area is not None else 0.0,
        }

    # --- frame -----------------------------------------------------------------------------------------------

    def _sheet(self) -> Rect:
        theme, (width, height) = self.theme, self.size
        if theme.compact:
            return Rect(0, 0, width, height).inset(theme.px(32), theme.px(28))
        w, h = min(theme.px(1320), width - 2 * theme.px(64)), min(theme.px(880), height - 2 * theme.px(64))
        return Rect((width - w) / 2, (height - h) / 2, w, h)

    def _doors_in_a_column(self, ui: Layer, inner: Rect) -> Rect:
        """Title and doors at the left, page at the right; returns the page's place."""
        theme = self.theme
        column, height, gap = (
            max(theme.px(260), theme.grow(236)),
            max(theme.px(60), theme.grow(56)),
            theme.px(14),
        )
        y = inner.y + ui.text(inner.x + theme.px(4), inner.y, "Menu", "title", "text").height + theme.px(28)
        for page in PAGES:
            if page.id == QUIT:
                y = inner.bottom - 2 * height - gap
                ui.add(self._home(ui, Rect(inner.x, y, column, height), "Home"))
                y += height + gap
            rect = Rect(inner.x, y, column, height)
            ui.add(
                self._door(ui, page.id, page.title, page.icon, rect, align="left", text_style="body-medium")
            )
            y += height + gap
        side = theme.px(56)
        self._close_button(ui, Rect(inner.right - side, inner.y - theme.px(4), side, side))
        left = inner.x + column + theme.px(44)
        line = theme.type("screen").line
        ui.text(left, inner.y + theme.px(8), self._title(), "screen-medium", "text")
        top = inner.y + max(side, line) + theme.px(24)
        return Rect(left, top, inner.right - left, inner.bottom - top)

    def _doors_in_a_row(self, ui: Layer, inner: Rect) -> Rect:
        """Large text: the page's title, then the doors as icons; returns the page's place."""
        theme = self.theme
        side, gap = theme.px(92), theme.px(14)
        left = x = inner.right - (len(PAGES) + 2) * side - (len(PAGES) + 1) * gap
        for page in PAGES:
            if page.id == QUIT:
                ui.add(self._home(ui, Rect(x, inner.y, side, side), ""))
                x += side + gap
            ui.add(self._door(ui, page.id, "", page.icon, Rect(x, inner.y, side, side), tooltip=page.title))
            x += side + gap
        self._close_button(ui, Rect(x, inner.y, side, side))
        line = theme.type("screen").line
        ui.text(inner.x, inner.y + (side - line) / 2, self._title(), "screen-medium", "text",
                width=left - inner.x, max_lines=1)  # fmt: skip
        top = inner.y + side + theme.px(24)
        return Rect(inner.x, top, inner.w, inner.bottom - top)

    def _title(self) -> str:
        return next(page.title for page in PAGES if page.id == self.page)

    def _door(self, ui: Layer, page: str, label: str, icon: str, rect: Rect, **options: Any) -> Button:
        def turn() -> None:
            if self.page != page:
                self.page, self._asks = page, page == QUIT
                self.refresh()

        colour = "bad" if page == QUIT and self.page != QUIT else ""
        return Button(ui, f"page-{page}", rect, label, turn, icon=icon, kind=QUIET, chosen=page == self.page,
                      icon_colour=colour, **options)  # fmt: skip

    def _home(self, ui: Layer, rect: Rect, label: str) -> Button:
        return Button(
            ui, "go-home", rect, label, lambda: self.open("home"), icon="home-4-line", kind=QUIET,
            align="left" if label else "centre", text_style="body-medium", tooltip="" if label else "Home",
        )  # fmt: skip

    def _close_button(self, ui: Layer, rect: Rect) -> None:
        ui.add(Button(ui, "close", rect, "", self.back, icon="close-line", kind=QUIET, tooltip="Close"))

    # --- pages -----------------------------------------------------------------------------------------------

    def _settings(self, ui: Layer, area: ScrollArea) -> float:
        return pages.settings(ui, area, self.context.settings, self._change)

    def _about(self, ui: Layer, area: ScrollArea) -> float:
        return pages.about(ui, area, self.context.stage.renderer.name, str(self.context.paths.profile_dir))

    def _data(self, ui: Layer, area: ScrollArea) -> float:
        return pages.brain_data(ui, area, self.context.atlas)

    def _quit(self, ui: Layer, area: ScrollArea) -> float:
        return pages.leave(ui, area, lambda: self.post(QuitProgram()), self.back)

    def _change(self, setting: str, value: Any) -> None:
        self.post(ChangeSetting(setting, value))
