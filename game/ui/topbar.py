"""The bar at the top of every screen: back, title, subtitle, pills from the right, menu.

Made by `Screen.top_bar`. When the text is large the subtitle goes first, then the pills lose their words.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from game.engine.projection import Rect
from game.ui.buttons import Button, Pill
from game.ui.theme import Theme
from game.ui.widget import Action

if TYPE_CHECKING:
    from game.ui.layer import Layer


def bar_height(theme: Theme) -> float:
    """Pixels."""
    return max(theme.px(56), min(theme.grow(56), theme.px(72) * 1.25))


class TopBar:
    """`rect` is the bar; `bottom` where the content may begin; `right` where the next pill ends."""

    def __init__(
        self,
        ui: Layer,
        margins: Rect,
        title: str,
        subtitle: str = "",
        *,
        on_back: Action | None,
        on_menu: Action | None,
    ) -> None:
        theme = ui.theme
        self.ui = ui
        height = bar_height(theme)
        self.rect = Rect(margins.x, margins.y, margins.w, height)
        self.gap = theme.px(20)
        x = margins.x
        if on_back is not None:
            ui.add(
                Button(
                    ui,
                    "back",
                    Rect(x, margins.y, height, height),
                    "",
                    on_back,
                    icon="arrow-left-line",
                    tooltip="Back",
                )
            )
            x += height + self.gap
        self.right = margins.right
        if on_menu is not None:
            ui.add(
                Button(
                    ui,
                    "menu",
                    Rect(self.right - height, margins.y, height, height),
                    "",
                    on_menu,
                    icon="settings-3-line",
                    radius=999,
                    tooltip="Menu",
                )
            )
            self.right -= height + self.gap
        style = "screen-medium"
        line = theme.type(style).line
        self.title = ui.text(
            x,
            margins.y + (height - line) / 2,
            title,
            style,
            "text",
            max_lines=1,
            width=max(self.right - x - self.gap, 80),
        )
        self._title_right = x + self.title.width
        self._subtitle = subtitle
        if subtitle:
            self._write_subtitle(subtitle)

    @property
    def bottom(self) -> float:
        """Pixels from the top where content may begin."""
        return self.rect.bottom + self.ui.theme.px(24)

    def pill(self, name: str, label: str, **options: Any) -> Pill:
        """A pill left of what is already at the right; see `Pill`."""
        pill = self.ui.add(
            Pill(self.ui, name, self.right, self.rect.y, self.rect.h, label, right=True, **options)
        )
        self.right = pill.rect.x - self.gap
        self._fit_subtitle()
        return pill

    def icon_button(self, name: str, icon: str, tooltip: str, on_press: Action) -> Button:
        """A round button left of what is already at the right."""
        side = self.rect.h
        button = self.ui.add(
            Button(
                self.ui,
                name,
                Rect(self.right - side, self.rect.y, side, side),
                "",
                on_press,
                icon=icon,
                radius=999,
                tooltip=tooltip,
            )
        )
        self.right -= side + self.gap
        self._fit_subtitle()
        return button

    def reserve(self, width: float) -> Rect:
        """A place of that width (pixels) left of what is already at the right, for a search field."""
        rect = Rect(self.right - width, self.rect.y, width, self.rect.h)
        self.right = rect.x - self.gap
        self._fit_subtitle()
        return rect

    def _write_subtitle(self, subtitle: str) -> None:
        theme = self.ui.theme
        line = theme.type("body").line
        self._subtitle_block = self.ui.text(
            self._title_right + self.gap,
            self.rect.y + (self.rect.h - line) / 2 + theme.px(4),
            subtitle,
            "body",
            "muted",
            max_lines=1,
        )
        self._fit_subtitle()

    def _fit_subtitle(self) -> None:
        if self._subtitle and self._subtitle_block.bounds[2] > self.right - self.gap:
            self.ui.forget_text(self._subtitle_block)
            self._subtitle_block.remove()
            self._subtitle = ""
