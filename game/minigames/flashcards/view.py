"""Draws the deck: the card in 3D, the stack under it, the buttons, the progress line, the end of a sitting.

Told what to show by the scene as a `Picture`; calls back through `Hands`. Knows no rules and no database.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, replace

from game.core.scheduling import Rating
from game.engine.projection import Rect
from game.engine.scope import Scope
from game.engine.stage import Stage
from game.minigames.flashcards.card_node import CardNode, Turn
from game.minigames.flashcards.card_writing import back_height, write_back, write_back_text, write_front
from game.minigames.flashcards.deck_buttons import RatingButton, ShowButton, height_of
from game.minigames.flashcards.faces import Face
from game.ui.buttons import PRIMARY, SECONDARY, Button, Pill
from game.ui.controls import ProgressBar
from game.ui.layer import Layer
from game.ui.scroll import ScrollArea
from game.ui.shapes import BoxStyle, panel_style
from game.ui.theme import Theme, rgba
from game.ui.widget import Action, Widget


@dataclass(frozen=True, slots=True)
class Hands:
    """What the learner can do, as callbacks of the scene."""

    flip: Action
    rate: Callable[[Rating], None]
    read: Action
    again: Action
    leave: Action


@dataclass(frozen=True, slots=True)
class Picture:
    """What is to be seen. `face` None means that the sitting is over and `ending` is said."""

    face: Face | None
    flipped: bool
    upcoming: int
    progress: float
    intervals: dict[Rating, str]
    ending: str = ""
    ending_detail: str = ""


class DeckView:
    """Nodes and widgets of the deck, made anew at each build; the turn goes on through it."""

    def __init__(self, stage: Stage, scope: Scope, theme: Theme) -> None:
        self._stage, self._scope = stage, scope
        self.turn = Turn(theme.seconds("card_flip"), theme.seconds("panel"), 0.12)
        self.card: CardNode | None = None
        self.scroll: ScrollArea | None = None
        self._on_back: list[Widget] = []
        self._ratings: dict[Rating, RatingButton] = {}

    def update(self, dt: float) -> None:
        """Let the card move on."""
        if self.turn.advance(dt) and self.card is not None:
            self.card.pose(self.turn)
            self._show_what_lies_on_the_back()

    def set_intervals(self, intervals: dict[Rating, str]) -> None:
        """Show other intervals on the buttons."""
        for rating, button in self._ratings.items():
            button.set_interval(intervals[rating])

    def build(self, ui: Layer, top: float, margins: Rect, picture: Picture, hands: Hands) -> None:
        """Draw everything below `top` (pixels) for the present theme."""
        theme = ui.theme
        self.turn.seconds, self.turn.arrive_seconds = theme.seconds("card_flip"), theme.seconds("panel")
        if self.card is not None:
            self.card.remove()
        self.card, self.scroll, self._on_back, self._ratings = None, None, [], {}
        line = Rect(margins.x, top, margins.w, max(3.0, theme.px(6)))
        ui.add(ProgressBar(ui, "progress", line, picture.progress))
        if picture.face is None:
            below = Rect(margins.x, line.bottom, margins.w, margins.bottom - line.bottom)
            self._ending(ui, below, picture, hands)
            return
        tall = height_of(theme)
        buttons = Rect(margins.x, margins.bottom - tall, margins.w, tall)
        tight = theme.compact
        gap, peek = theme.px(20 if tight else 36), theme.px(42)
        card_top = line.bottom + theme.px(22 if tight else 54)
        width = margins.w if tight else min(theme.px(1200), margins.w)
        room = buttons.y - gap - peek - card_top
        height = min(theme.grow(616), room)
        card_top += (room - height) / 2 if tight else 0.0
        area = Rect(round(margins.x + (margins.w - width) / 2), round(card_top), round(width), round(height))
        self._card(ui, area, picture, hands)
        buttons = Rect(area.x, buttons.y, area.w, tall)
        if picture.flipped:
            self._rating_row(ui, buttons, picture, hands)
        else:
            self._show_button(ui, buttons, hands)

    # --- the card

    def _card(self, ui: Layer, area: Rect, picture: Picture, hands: Hands) -> None:
        if picture.face is None:
            return
        theme, face = ui.theme, picture.face
        card = self.card = CardNode(self._stage, self._scope, area, theme.s)
        style, below = _bodies(theme)
        card.dress(style, style.edge, below[: min(2, picture.upcoming)])
        ui.add(_Hit(ui, "card", area, hands.flip))
        write_front(ui, card.front_writing, area, face)
        inner = area.inset(
            theme.px(72 if not theme.compact else 36), theme.px(56 if not theme.compact else 26)
        )
        if back_height(ui, face, inner.w) <= inner.h:
            write_back(ui, card.back_writing, inner, face)
        else:
            self._scrolling_back(ui, inner, face)
        if picture.flipped and face.section and not theme.compact:
            y = inner.y + (theme.type("title").line - theme.px(44)) / 2
            height, label = theme.px(44), face.section_label
            options = {"icon": "book-open-line", "on_press": hands.read, "right": True}
            pill = Pill(ui, "read", inner.right, y, height, label, **options)  # type: ignore[arg-type]
            self._on_back.append(ui.add(pill))
        card.pose(self.turn)
        self._show_what_lies_on_the_back()

    def _scrolling_back(self, ui: Layer, inner: Rect, face: Face) -> None:
        """A back that is too long for the card is laid over it as a text that scrolls."""
        self.scroll = ui.add(ScrollArea(ui, "answer", inner))
        content = Rect(0, 0, inner.w - ui.theme.px(24), inner.h)
        bottom = write_back_text(ui, self.scroll.content, content, face, self.scroll)
        self.scroll.set_content_height(bottom)
        self._on_back.append(self.scroll)

    def _show_what_lies_on_the_back(self) -> None:
        """Widgets do not turn; those that belong on the back come when it has been turned up."""
        for widget in self._on_back:
            widget.path.show() if self.turn.turned == 1.0 else widget.path.hide()

    # --- below the card

    def _show_button(self, ui: Layer, area: Rect, hands: Hands) -> None:
        button = ShowButton(ui, area, hands.flip)
        ui.add(button)
        ui.focus(button)

    def _rating_row(self, ui: Layer, area: Rect, picture: Picture, hands: Hands) -> None:
        gap = ui.theme.px(24 if not ui.theme.compact else 16)
        width = (area.w - 3 * gap) / 4
        for index, rating in enumerate(Rating):
            rect = Rect(area.x + index * (width + gap), area.y, width, area.h)
            button = RatingButton(
                ui,
                rating,
                rect,
                picture.intervals[rating],
                lambda r=rating: hands.rate(r),  # type: ignore[misc]
            )
            self._ratings[rating] = ui.add(button)
        ui.focus(self._ratings[Rating.GOOD])

    def _ending(self, ui: Layer, area: Rect, picture: Picture, hands: Hands) -> None:
        theme = ui.theme
        width = min(area.w, theme.grow(980))
        icon, gap = theme.text_px(64), theme.px(30)
        ending = picture.ending.replace(". ", ".\n", 1)
        _, said = ui.measure(ending, "title", width)
        detail = ui.measure(picture.ending_detail, "body", width)[1] if picture.ending_detail else 0.0
        button_h = max(theme.px(64), theme.type("body-bold").line + theme.px(26))
        total = icon + gap + said + gap / 2 + detail + gap + button_h
        cx, _ = area.centre
        y = area.y + max(theme.px(20), (area.h - total) / 2)
        ui.icon("checkbox-circle-line", cx, y + icon / 2, icon, "muted")
        y += icon + gap
        ui.text(cx, y, ending, "title", "text", width=width, align="centre")
        y += said + gap / 2
        if picture.ending_detail:
            ui.text(cx, y, picture.ending_detail, "body", "muted", width=width, align="centre")
        y += detail + gap
        pairs = (("leave", "Back to the course", hands.leave), ("again", "Go through them all", hands.again))
        widths = [ui.measure(label, "body-bold")[0] + theme.px(72) for _, label, _ in pairs]
        x = cx - (sum(widths) + theme.px(20)) / 2
        for (name, label, action), wide in zip(pairs, widths, strict=True):
            kind = PRIMARY if name == "leave" else SECONDARY
            ui.add(Button(ui, name, Rect(x, y, wide, button_h), label, action, kind=kind))
            x += wide + theme.px(20)
        ui.focus("leave")


class _Hit(Widget):
    """Where the card is, for the pointer."""

    def __init__(self, layer: Layer, name: str, rect: Rect, on_press: Action) -> None:
        super().__init__(layer, name, rect)
        self._on_press = on_press

    def activate(self) -> None:
        self._on_press()


def _bodies(theme: Theme) -> tuple[BoxStyle, list[BoxStyle]]:
    """The look of the card, and of the two that peek out below it."""
    plain = panel_style(theme, radius=32)
    if theme.scheme != "dark":
        flat_below = replace(plain, shadow=(0.0, 0.0, 0.0))
        return plain, [flat_below, flat_below]
    s, width = theme.s, plain.edge_width
    shadow = (40 * s, 90 * s, 0.5)
    body = BoxStyle(
        plain.radius, rgba("#1A2240"), rgba("#121930"), rgba("#34405F"), width, (1, 1, 1, 15 / 255), shadow
    )
    below = [
        BoxStyle(plain.radius, rgba(fill), rgba(fill), theme.colour("line"), width)
        for fill in ("#10172B", "#0D1324")
    ]
    return body, below
