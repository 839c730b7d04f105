"""The panel beside the sky: what the selected idea is, what it needs and leads to, and what is retained
of it.

The scene builds it into its layer and gives it actions; it reads the model and posts nothing itself.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from functools import partial

from game.core.content import Concept
from game.engine.projection import Rect
from game.ui.buttons import PRIMARY, Button, Pill
from game.ui.controls import ProgressBar
from game.ui.layer import Layer
from game.ui.scroll import ScrollArea
from game.ui.shapes import flat
from game.ui.widget import Action, Widget
from game.worlds.constellation.model import ConstellationModel


@dataclass(frozen=True)
class PanelActions:
    """What the panel's links and buttons ask for."""

    select: Callable[[str], None]
    run: Action
    study: Callable[[Concept], None]
    read: Callable[[Concept], None]
    begin: Action


@dataclass(frozen=True)
class Row:
    """One link: glyph, small word, name."""

    name: str
    icon: str
    word: str
    title: str
    go: Action


class LinkRow(Widget):
    """A row that can be pressed: a thin line above, glyph in the accent, word, then the name in bold."""

    focusable = True

    def __init__(self, ui: Layer, row: Row, rect: Rect, area: ScrollArea) -> None:
        super().__init__(ui, row.name, rect, area)
        self.row = row
        self.focus_radius = ui.theme.px(9)
        self.spoken = f"{row.word} {row.title}"

    def activate(self) -> None:
        """Follow the link."""
        self.row.go()

    def draw(self) -> None:
        """Line, highlight, glyph, word, name (up to two lines)."""
        self.wipe()
        theme, rect = self.layer.theme, self.rect
        self.box(Rect(rect.x, rect.y, rect.w, max(1.0, theme.s)), flat(theme.colour("line")))
        if self.hovered:
            self.box(rect.inset(0, theme.px(4)), flat(theme.colour("surface_raised"), theme.px(9)))
        line = theme.type("label").line
        glyph = theme.text_px(22)
        x, y = rect.x + glyph / 2 + theme.px(2), rect.y + theme.px(8) + line / 2
        y = rect.y + max(rect.h / 2, y - rect.y) if rect.h < 2.2 * line else y
        self.icon(self.row.icon, x, y, glyph, "accent")
        x = rect.x + glyph + theme.px(14)
        word = self.write(x, y - line / 2, self.row.word, "label", "body")
        x += word.width + theme.px(10)
        self.write(x, y - line / 2, self.row.title, "label-bold", "text", width=rect.right - x, max_lines=2)

    @staticmethod
    def height(ui: Layer, row: Row, width: float) -> float:
        """Pixels the row takes at this width."""
        theme = ui.theme
        taken = theme.text_px(22) + theme.px(24) + ui.measure(row.word, "label")[0]
        text = ui.measure(row.title, "label-bold", width - taken)[1]
        line = theme.type("label").line
        return max(theme.px(52), min(text, 2 * line) + theme.px(18))


def build_panel(
    ui: Layer, rect: Rect, model: ConstellationModel, section: str, actions: PanelActions
) -> None:
    """Fill `rect` with the selected idea, or with an invitation. section: title of the idea's lesson
    section.
    """
    ui.panel("panel", rect)
    theme = ui.theme
    pad = theme.px(38) if not theme.compact else theme.px(44) * 0.9
    inner = rect.inset(pad, theme.px(36))
    if not model.selected:
        _invite(ui, inner, model, actions)
        return
    concept = model.stars[model.selected].concept
    bottom = _buttons(ui, inner, concept, actions)
    if not theme.compact:
        bottom = _recall(ui, Rect(inner.x, inner.y, inner.w, bottom - inner.y), model, None) - theme.px(20)
    area = ui.add(
        ScrollArea(ui, "panel-scroll", Rect(inner.x - 6, inner.y, inner.w + 6 + pad * 0.7, bottom - inner.y))
    )
    area.set_content_height(_content(ui, area, inner.w, model, section, actions))


def _content(
    ui: Layer, area: ScrollArea, width: float, model: ConstellationModel, section: str, actions: PanelActions
) -> float:
    """Chip, name, definition, links; returns the height."""
    theme, x, y = ui.theme, 6.0, 0.0
    star = model.stars[model.selected]
    group = model.groups[star.group]
    height = max(theme.px(44), theme.grow(40))
    ui.add(Pill(ui, "cluster", x, y, height, group.name, dot=f"cat_{group.colour + 1}", area=area))
    y += height + theme.px(22)
    y += ui.text(x, y, star.concept.title, "title", "text", width=width, area=area).height + theme.px(16)
    y += ui.text(x, y, star.concept.definition, "read", "text", width=width, area=area).height + theme.px(28)
    rows = link_rows(model, section, actions)
    if not theme.compact:
        rows = _fitting(ui, rows, width, area.rect.h - y - theme.type("caption").line - theme.px(16))
    on_path = any(row.word in ("needs", "leads to") for row in rows)
    heading = "On the lit path" if on_path else "From here"
    y += ui.text(x, y, heading, "caption", "muted", area=area).height + theme.px(10)
    for row in rows:
        tall = LinkRow.height(ui, row, width)
        ui.add(LinkRow(ui, row, Rect(x, y, width, tall), area))
        y += tall
    ui.box(Rect(x, y, width, max(1.0, theme.s)), flat(theme.colour("line")), area=area)
    if theme.compact:
        y = _recall(ui, Rect(x, y + theme.px(24), width, 0), model, area)
    return y + theme.px(6)


def link_rows(model: ConstellationModel, section: str, actions: PanelActions) -> list[Row]:
    """The links of the selected idea: what it needs, what it leads to, what is near, where it is
    explained.
    """
    key = model.selected
    groups = (
        ("needs", "arrow-left-line", model.needs(key)[:2]),
        ("leads to", "arrow-right-line", model.leads_to(key)[:2]),
        ("see also", "git-branch-line", model.related(key)[:1]),
    )
    rows = [
        Row(
            f"to-{other}",
            icon,
            word,
            model.stars[other].concept.title,
            partial(actions.select, other),
        )
        for word, icon, others in groups
        for other in others
    ]
    if section:
        concept = model.stars[key].concept
        rows.append(Row("read", "book-open-line", "read", section, lambda: actions.read(concept)))
    return rows


def _fitting(ui: Layer, rows: list[Row], width: float, room: float) -> list[Row]:
    """The rows that fit without scrolling: "see also" goes first, then the second of a kind."""
    kept = list(rows)
    while len(kept) > 1 and sum(LinkRow.height(ui, row, width) for row in kept) > room:
        words = [row.word for row in kept]
        double = next((n for n in range(len(kept) - 1, 0, -1) if words.count(words[n]) > 1), None)
        spare = next((n for n, word in enumerate(words) if word == "see also"), None)
        if double is None and spare is None:
            break
        kept.pop(spare if spare is not None else double if double is not None else 0)
    return kept


def _recall(ui: Layer, rect: Rect, model: ConstellationModel, area: ScrollArea | None) -> float:
    """What is retained, as a sentence, a number and a bar. At the bottom of `rect` (returns the top), or,
    in a scroll area, from its top on (returns the bottom).
    """
    theme = ui.theme
    recall = model.recall(model.selected)
    line, thick = theme.type("label").line, max(5.0, theme.px(10))
    tall = line + theme.px(12) + (thick if recall is not None else 0.0)
    y = rect.y if area is not None else rect.bottom - tall - theme.px(8)
    if recall is None:
        ui.text(rect.x, y, "Not studied yet", "label", "muted", area=area)
    else:
        ui.text(rect.x, y, "You would recall it today", "label", "body", area=area)
        ui.text(
            rect.x + rect.w, y, f"{round(recall * 100)} %", "label-bold", "accent", align="right", area=area
        )
        ui.add(
            ProgressBar(ui, "recall", Rect(rect.x, y + line + theme.px(12), rect.w, thick), recall, area=area)
        )
    return y + tall if area is not None else y


def _buttons(ui: Layer, inner: Rect, concept: Concept, actions: PanelActions) -> float:
    """The two buttons at the bottom; returns their top."""
    theme = ui.theme
    height, gap = max(theme.px(64), theme.grow(54)), theme.px(14)
    y, half = inner.bottom - height, (inner.w - gap) / 2
    first = inner.w * 0.54 if not theme.compact else half + theme.px(60)
    ui.add(
        Button(
            ui,
            "run",
            Rect(inner.x, y, first, height),
            "See it run",
            actions.run,
            icon="flask-line",
            kind=PRIMARY,
        )
    )
    rest = Rect(inner.x + first + gap, y, inner.w - first - gap, height)
    if concept.cards:
        ui.add(Button(ui, "card", rest, "Card", lambda: actions.study(concept), icon="stack-line"))
    else:
        ui.add(Button(ui, "read-button", rest, "Read", lambda: actions.read(concept), icon="book-open-line"))
    return y - theme.px(20)


def _invite(ui: Layer, inner: Rect, model: ConstellationModel, actions: PanelActions) -> None:
    """The empty state: glyph, one sentence, how many stars are lit, one button."""
    theme = ui.theme
    height = max(theme.px(64), theme.grow(54))
    icon = theme.px(64)
    sentence = "Click a star to read what it means."
    count = f"{model.lit_count()} of {len(model.stars)} stars lit"
    sentence_h = ui.measure(sentence, "answer", inner.w)[1]
    tall = icon + theme.px(24) + sentence_h + theme.px(12) + theme.type("label").line + theme.px(32) + height
    y = inner.y + max(0.0, (inner.h - tall) / 2)
    middle = inner.x + inner.w / 2
    ui.icon("bubble-chart-line", middle, y + icon / 2, icon, "muted")
    y += icon + theme.px(24)
    ui.text(middle, y, sentence, "answer", "text", width=inner.w, align="centre")
    y += sentence_h + theme.px(12)
    ui.text(middle, y, count, "label", "muted", align="centre")
    y += theme.type("label").line + theme.px(32)
    label = "Start at the first idea"
    width = min(inner.w, ui.measure(label, "body-bold")[0] + theme.text_px(28) + theme.px(74))
    ui.add(
        Button(
            ui,
            "begin",
            Rect(middle - width / 2, y, width, height),
            label,
            actions.begin,
            icon="play-fill",
            kind=PRIMARY,
        )
    )
