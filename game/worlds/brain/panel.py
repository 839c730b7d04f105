"""The panel at the right of the explorer: a region's card, or the invitation to click one.

The scene calls `build_card` or `build_invitation` inside its `build`. They lay out; words come from card.py and what
the buttons do is passed in.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import TYPE_CHECKING

from game.engine.projection import Rect
from game.ui.buttons import PRIMARY, Button
from game.ui.controls import ProgressBar
from game.ui.layer import Layer
from game.ui.scroll import ScrollArea
from game.ui.shapes import flat

if TYPE_CHECKING:
    from game.worlds.brain.card import RegionCard

INVITATION = "Click a region\nto read about it."
HINTS = (
    ("Drag", "turn"),
    ("Scroll", "come closer"),
    ("Double-click", "focus on a region"),
    ("Arrow keys", "turn, or go to the neighbour"),
    ("Page Up / Down", "next region"),
    ("1 to 6", "look from a side"),
    ("Home", "back to the first view"),
    ("Shift T / Shift B", "tours, bookmark"),
)


@dataclass(frozen=True)
class CardActions:
    """What the buttons and links of the card do; `other_side` is None for a midline structure."""

    quiz: Callable[[], None]
    focus: Callable[[], None]
    hide: Callable[[], None]
    other_side: Callable[[], None] | None
    follow: Callable[[str], None]


def build_card(
    ui: Layer, rect: Rect, card: RegionCard, recall: float, dot: str, actions: CardActions
) -> ScrollArea:
    """Draw a region's card. recall: 0..1, 0 for never studied. dot: the colour name of the first chip."""
    from game.worlds.brain.page_view import ReadingArea, draw_page  # loaded by the first selection

    theme = ui.theme
    ui.panel("region-panel", rect)
    pad = theme.px(34 if not theme.compact else 24)
    bottom = _card_buttons(ui, rect, pad, actions)
    if recall > 0 and not theme.compact:
        bottom = _recall(ui, rect, pad, bottom, recall)
    inner = Rect(
        rect.x + pad, rect.y + pad, rect.w - 2 * pad + theme.px(14), bottom - rect.y - pad - theme.px(18)
    )
    area = ui.add(ReadingArea(ui, "region-text", inner))
    wide = inner.w - theme.px(22)  # the bar's place
    y = _chips(ui, area, card, dot, wide)
    style = "title" if not theme.compact else "answer"
    y += ui.text(0, y, card.title, style, "text", width=wide, area=area).height + theme.px(6)
    if card.latin:
        y += ui.text(0, y, card.latin, "read-italic", "muted", width=wide, area=area).height
    y += theme.px(16)
    y += ui.text(0, y, card.description, "read", "text", width=wide, area=area).height + theme.px(22)
    y = _facts(ui, area, card.facts, y, wide)
    y = draw_page(ui, area, y, wide, card.page, actions.follow)
    if card.note:
        y += ui.text(0, y, f"Note: {card.note}", "label", "muted", width=wide, area=area).height + theme.px(
            16
        )
    y += ui.text(0, y, card.ids, "caption", "muted", width=wide, area=area).height + theme.px(10)
    y += ui.text(0, y, card.source_line, "caption", "muted", width=wide, area=area).height
    for source in card.sources:
        y += theme.px(8)
        y += ui.text(0, y, source, "caption", "muted", width=wide, area=area).height
    area.set_content_height(y)
    return area


def build_invitation(
    ui: Layer, rect: Rect, show_one: Callable[[], None], quiz: Callable[[], None], *, ready: bool
) -> None:
    """Draw the empty panel: an icon, one sentence, two buttons, and what mouse and keys do."""
    theme = ui.theme
    ui.panel("region-panel", rect)
    pad = theme.px(38 if not theme.compact else 24)
    inner = rect.w - 2 * pad
    line, icon = theme.type("caption").line * 1.45, theme.px(64)
    sentence_h = ui.measure(INVITATION, "answer", inner)[1]
    button_h = max(theme.px(56), theme.grow(52))
    block = icon + theme.px(24) + sentence_h + theme.px(28) + 2 * button_h + theme.px(14)
    hints_h = line * len(HINTS) + theme.px(8)
    roomy = rect.h - 2 * pad > block + hints_h + theme.px(40)
    y = rect.y + max(pad, (rect.h - block - (hints_h + theme.px(40) if roomy else 0)) / 2)
    cx = rect.centre[0]
    ui.icon("brain-line", cx, y + icon / 2, icon, "muted")
    y += icon + theme.px(24)
    y += ui.text(cx, y, INVITATION, "answer", "text", width=inner, align="centre").height + theme.px(28)
    if ready:
        pairs = (("show-one", "Show me one", show_one), ("quiz", "Quiz me", quiz))
        width = min(inner, max(ui.measure(words, "body-bold")[0] for _, words, _ in pairs) + theme.px(80))
        for name, words, action in pairs:
            ui.add(Button(ui, name, Rect(cx - width / 2, y, width, button_h), words, action))
            y += button_h + theme.px(14)
    if roomy:
        y = rect.bottom - pad - hints_h
        ui.box(Rect(rect.x + pad, y - theme.px(22), inner, 1.0), flat(theme.colour("line")))
        for keys, does in HINTS:
            ui.text(rect.x + pad, y, keys, "caption", "body")
            ui.text(rect.right - pad, y, does, "caption", "muted", align="right")
            y += line


def _chips(ui: Layer, area: ScrollArea, card: RegionCard, dot: str, width: float) -> float:
    """The chips; in compact screens one line of text. Returns where the next thing goes."""
    theme = ui.theme
    dot_px = theme.px(14)
    if theme.compact:
        line = theme.type("label").line
        ui.box(Rect(0, (line - dot_px) / 2, dot_px, dot_px), flat(theme.colour(dot), dot_px / 2), area=area)
        words = f"{card.chips[0]}, {card.chips[1].lower()}"
        x = dot_px + theme.px(14)
        return ui.text(x, 0, words, "label", "muted", width=width - x, area=area).height + theme.px(12)
    height, x = theme.px(44), 0.0
    edge, surface = theme.colour("line"), theme.colour("surface_raised")
    for number, chip in enumerate(card.chips):
        lead = dot_px + theme.px(10) if number == 0 else 0.0
        text_w, line = ui.measure(chip, "caption")
        chip_w = text_w + lead + 2 * theme.px(18)
        ui.box(Rect(x, 0, chip_w, height), flat(surface, height / 2, edge, 1.0), area=area)
        if lead:
            spot = Rect(x + theme.px(18), (height - dot_px) / 2, dot_px, dot_px)
            ui.box(spot, flat(theme.colour(dot), dot_px / 2), area=area)
        ui.text(x + theme.px(18) + lead, (height - line) / 2, chip, "caption", "body", area=area)
        x += chip_w + theme.px(10)
    return height + theme.px(24)


def _facts(ui: Layer, area: ScrollArea, facts: tuple[tuple[str, str], ...], y: float, width: float) -> float:
    theme = ui.theme
    labels = [ui.measure(label, "label")[0] for label, _ in facts]
    column = max([theme.px(96), *labels]) + theme.px(18) if facts else 0.0
    for label, text in facts:
        ui.text(0, y, label, "label", "muted", area=area)
        if theme.compact:
            y += theme.type("label").line
            y += ui.text(0, y, text, "label", "body", width=width, area=area).height + theme.px(14)
        else:
            y += ui.text(column, y, text, "label", "body", width=width - column, area=area).height + theme.px(
                14
            )
    return y + theme.px(8)


def _recall(ui: Layer, rect: Rect, pad: float, bottom: float, recall: float) -> float:
    theme = ui.theme
    thick = theme.px(10)
    y = bottom - theme.px(22) - thick
    ui.add(ProgressBar(ui, "recall", Rect(rect.x + pad, y, rect.w - 2 * pad, thick), recall))
    y -= theme.type("label").line + theme.px(10)
    ui.text(rect.x + pad, y, "You would recall it today", "label", "body")
    ui.text(rect.right - pad, y, f"{round(100 * recall)} %", "label-bold", "accent", align="right")
    return y


def _card_buttons(ui: Layer, rect: Rect, pad: float, actions: CardActions) -> float:
    """The row of buttons at the bottom; returns its top."""
    theme = ui.theme
    height, gap = max(theme.px(64), theme.grow(50)), theme.px(14)
    y = rect.bottom - pad - height
    small = [
        ("focus", "focus-3-line", "Come closer (F)", actions.focus),
        ("hide", "eye-off-line", "Hide this region (H)", actions.hide),
    ]
    if actions.other_side is not None:
        small.insert(
            0, ("other-side", "arrow-left-right-line", "The same on the other side (O)", actions.other_side)
        )
    x = rect.right - pad
    for name, icon, tooltip, action in reversed(small):
        x -= height
        ui.add(Button(ui, name, Rect(x, y, height, height), "", action, icon=icon, tooltip=tooltip))
        x -= gap
    wide = Rect(rect.x + pad, y, x - rect.x - pad, height)
    words = ui.measure("Quiz me", "body-bold")[0]
    icon = "question-line" if words + theme.text_px(28) + theme.px(50) <= wide.w else ""
    ui.add(Button(ui, "quiz", wide, "Quiz me", actions.quiz, icon=icon, kind=PRIMARY, tooltip="Quiz me (Q)"))
    return y
