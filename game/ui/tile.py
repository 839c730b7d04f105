"""A large door to a part of the course: what it is called, how one stands there, and a thin gold bar.

The course page makes them; what lies behind a door is passed in.
"""

from __future__ import annotations

from game.engine.projection import Rect
from game.ui.buttons import track_colour
from game.ui.layer import Layer
from game.ui.scroll import ScrollArea
from game.ui.shapes import BoxStyle, flat, panel_style
from game.ui.theme import Theme
from game.ui.widget import Action, Widget


class Tile(Widget):
    """A large door: icon, name, status, thin gold progress (0..1, or None for no bar).

    tall: the icon stands over the name, as in the look; else beside it. `low_width` is what the latter needs.
    """

    focusable = True

    def __init__(
        self,
        layer: Layer,
        name: str,
        rect: Rect,
        icon: str,
        title: str,
        status: str,
        progress: float | None,
        on_press: Action,
        *,
        tall: bool = True,
        area: ScrollArea | None = None,
    ) -> None:
        super().__init__(layer, name, rect, area)
        self.tall = tall
        self.icon_name, self.title, self.status, self.progress = icon, title, status, progress
        self._on_press = on_press
        self.focus_radius = layer.theme.px(24)
        self.spoken = f"{title}. {status}"

    @staticmethod
    def padding(theme: Theme) -> float:
        """From the edge to what is written."""
        return theme.px(22)

    @staticmethod
    def stands(layer: Layer, title: str, status: str, width: float) -> bool:
        """Whether a tall tile of this width holds the words: the status on a line, no word of the name cut."""
        room = width - 2 * Tile.padding(layer.theme)
        words = (layer.measure(word, "head")[0] for word in title.split())
        return layer.measure(status, "caption")[0] <= room and max(words) <= room

    @staticmethod
    def low_width(layer: Layer, title: str, status: str) -> float:
        """How wide a low tile has to be to hold its words."""
        theme = layer.theme
        words = max(layer.measure(title, "label-bold")[0], layer.measure(status, "caption")[0])
        return 2 * Tile.padding(theme) + theme.text_px(30) + theme.px(16) + words

    def set_status(self, status: str, progress: float | None) -> None:
        """Change the small print and the bar."""
        if (status, progress) != (self.status, self.progress):
            self.status, self.progress = status, progress
            self.draw()

    def activate(self) -> None:
        """Go through the door."""
        self._on_press()

    def draw(self) -> None:
        """Body, icon, two title lines, status, bar."""
        self.wipe()
        theme = self.layer.theme
        lift = theme.px(2) if self.hovered and not self.pressed else 0.0
        rect = Rect(self.rect.x, self.rect.y - lift, self.rect.w, self.rect.h)
        style = panel_style(theme)
        if self.hovered:
            raised = theme.colour("surface_raised")
            style = BoxStyle(
                style.radius, raised, raised, style.edge, style.edge_width, style.inner, style.shadow
            )
        self.box(rect, style)
        self._tall(rect) if self.tall else self._low(rect)

    def _tall(self, rect: Rect) -> None:
        """Icon, two title lines below it, status, bar."""
        theme, pad = self.layer.theme, self.padding(self.layer.theme)
        icon = theme.px(38)
        self.icon(self.icon_name, rect.x + pad + icon / 2, rect.y + theme.px(46), icon, "accent")
        width = rect.w - 2 * pad
        head, caption = theme.type("head"), theme.type("caption")
        bar_y = rect.bottom - theme.px(32)
        status_y = (
            bar_y - caption.line - theme.px(14)
            if self.progress is not None
            else rect.bottom - caption.line - theme.px(22)
        )
        room = status_y - (rect.y + theme.px(76))
        lines = max(1, min(2, int(room / head.line)))
        self.write(
            rect.x + pad, rect.y + theme.px(84), self.title, "head", "text", width=width, max_lines=lines
        )
        self.write(rect.x + pad, status_y, self.status, "caption", "muted", width=width, max_lines=1)
        self._bar(Rect(rect.x + pad, bar_y, width, max(3.0, theme.px(6))))

    def _low(self, rect: Rect) -> None:
        """Icon, title and status beside it, bar along the bottom: large text, or a narrow window."""
        theme, pad = self.layer.theme, self.padding(self.layer.theme)
        icon = theme.text_px(30)
        title, caption = theme.type("label-bold").line, theme.type("caption").line
        y = rect.y + (rect.h - title - caption - theme.px(16)) / 2  # without a bar too: names stand in a line
        self.icon(self.icon_name, rect.x + pad + icon / 2, y + title / 2, icon, "accent")
        x = rect.x + pad + icon + theme.px(14)
        width = rect.right - pad - x
        self.write(x, y, self.title, "label-bold", "text", width=width, max_lines=1)
        self.write(x, y + title, self.status, "caption", "muted", width=width, max_lines=1)
        self._bar(Rect(x, y + title + caption + theme.px(8), width, max(3.0, theme.px(6))))

    def _bar(self, track: Rect) -> None:
        if self.progress is None:
            return
        theme = self.layer.theme
        thin = track
        if theme.scheme != "dark":  # lines are strong there: an empty bar would look like a full one
            thin = Rect(track.x, track.y + track.h / 2 - 1, track.w, 2)
        self.box(thin, flat(track_colour(theme.colour("line")), thin.h / 2))
        if self.progress > 0:
            filled = Rect(track.x, track.y, max(track.h, track.w * min(self.progress, 1.0)), track.h)
            self.box(filled, flat(theme.colour("accent"), track.h / 2))
