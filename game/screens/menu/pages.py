"""The menu's pages: each draws itself into a scroll area and returns its height in pixels.

Called by the menu's scene; what they say comes from its model, the atlas and the attributions.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from game.core.atlas import Atlas
from game.engine.projection import Rect
from game.screens.menu.model import HONEST, KEYS, PARTS, ROWS, Row, percent
from game.services.attribution import DataSource, load_attribution
from game.services.paths import assets_dir
from game.services.settings import Settings
from game.ui.buttons import DESTRUCTIVE, SECONDARY, Button
from game.ui.choice import Choice
from game.ui.controls import Slider
from game.ui.layer import Layer
from game.ui.scroll import ScrollArea
from game.ui.text import Span
from game.ui.widget import Action

Change = Callable[[str, Any], None]


def settings(ui: Layer, area: ScrollArea, now: Settings, change: Change) -> float:
    """A row a setting: icon and name left, its values right. `change(name, value)` is called at each touch."""
    theme = ui.theme
    height = max(theme.px(60), theme.grow(54))
    gap = theme.px(22 if not theme.compact else 18)
    icon = theme.text_px(28)
    name_w = max(ui.measure(row.label, "body")[0] for row in ROWS) + icon + theme.px(20)
    left = name_w + theme.px(28)
    edge = theme.px(10)  # room for the focus ring and the scroll bar
    y = edge
    for row in ROWS:
        line = theme.type("body").line
        ui.icon(row.icon, edge + icon / 2, y + height / 2, icon, "muted", parent=area.content)
        ui.text(edge + icon + theme.px(20), y + (height - line) / 2, row.label, "body", "text", area=area)
        place = Rect(edge + left, y, area.rect.w - left - 3 * edge, height)
        _control(ui, area, row, place, now, change)
        y += height + gap
    return y - gap + edge


def _control(ui: Layer, area: ScrollArea, row: Row, place: Rect, now: Settings, change: Change) -> None:
    theme = ui.theme
    if row.values:
        choice = Choice(ui, row.setting, place, row.words, row.index(now),
                        lambda index: change(row.setting, row.values[index]), spoken=row.label, area=area)  # fmt: skip
        choice.tooltip = row.tip
        ui.add(choice)
        return
    value = getattr(now, row.setting)
    number_w = ui.measure("100 %", "body-bold")[0] + theme.px(20)
    line = theme.type("body").line
    number = ui.text(place.right, place.y + (place.h - line) / 2, percent(value), "body-bold", "text",
                     align="right", area=area)  # fmt: skip

    def slid(share: float) -> None:
        number.set(percent(share))
        change(row.setting, round(share, 2))

    rect = Rect(place.x, place.y, place.w - number_w, place.h)
    slider = ui.add(Slider(ui, row.setting, rect, value, slid, area=area))
    slider.spoken = f"{row.label}: {percent(value)}"


def about(ui: Layer, area: ScrollArea, renderer: str, profile: str) -> float:
    """What the program is, the keys, what it is made of, and this machine."""
    page = _Page(ui, area)
    page.say("Neurarium", "title", "text")
    page.say(
        "A planetarium for learning: a real brain to walk around, the ideas of a course as stars, cards that come "
        "back when they begin to fade, and a network that learns the brain while you watch.",
        "read", "body",
    )  # fmt: skip
    page.say("Free software under the Apache licence 2.0.", "label", "muted")
    page.head("Keys")
    for key, what in KEYS:
        page.pair(key, what)
    page.head("Made with")
    for name, use, licence in PARTS:
        page.say([Span(name, colour=ui.colour("text")), Span(f" · {use} · {licence}")], "label", "muted", 8)
    page.head("This machine")
    page.pair("Graphics", renderer)
    page.pair("Your data", profile)
    return page.height


def brain_data(ui: Layer, area: ScrollArea, atlas: Atlas) -> float:
    """Where the meshes come from and under which licences; what is drawn for looks; the sources of the texts."""
    page = _Page(ui, area)
    report = load_attribution(assets_dir() / "brain")
    page.say("The brain you walk around is real data, shared by people who allow it.", "read", "body")
    for source in report.sources:
        _source(page, source)
    if not report.sources:
        page.say(
            "The list of data sources is missing from this installation. Install the program again.",
            "label",
            "warning",
        )
    page.head("Told honestly")
    for sentence in HONEST:
        page.say(sentence, "label", "body", 8)
    page.head("Sources of the texts")
    page.say("All texts about the brain are our own words. What they say rests on:", "label", "body")
    for citation in atlas.citations:
        page.say(citation, "caption", "muted", 8)
    return page.height


def _source(page: _Page, source: DataSource) -> None:
    page.head(source.name)
    page.say(source.use, "label", "body", 6)
    page.say(f"Licence: {source.licence}", "label", "muted", 6)
    if source.changes:
        page.say(f"Changed by us: {source.changes}", "label", "muted", 6)
    if source.notice:
        page.say(source.notice, "label", "text", 6)
    for citation in source.cite:
        page.say(citation, "caption", "muted", 6)


def leave(ui: Layer, area: ScrollArea, quit_program: Action, stay: Action) -> float:
    """One sentence and two buttons."""
    theme, page = ui.theme, _Page(ui, area)
    page.say("Everything you did is saved. A training run in progress is stopped.", "answer", "text")
    page.height += theme.px(20)
    height = max(theme.px(64), theme.grow(60))
    x = page.edge
    for name, label, icon, kind, action in (
        ("quit", "Quit now", "shut-down-line", DESTRUCTIVE, quit_program),
        ("stay", "Stay", "", SECONDARY, stay),
    ):
        width = (
            ui.measure(label, "body-bold")[0]
            + (theme.text_px(28) + theme.px(14) if icon else 0.0)
            + theme.px(64)
        )
        rect = Rect(x, page.height, width, height)
        ui.add(
            Button(
                ui,
                name,
                rect,
                label,
                action,
                icon=icon,
                kind=kind,
                icon_colour="bad" if icon else "",
                area=area,
            )
        )
        x += width + theme.px(20)
    return page.height + height + page.edge


class _Page:
    """Running text down a scroll area. `height` grows with what is written."""

    def __init__(self, ui: Layer, area: ScrollArea) -> None:
        self._ui, self._area = ui, area
        self.edge = ui.theme.px(10)
        self.height = self.edge
        self.width = min(area.rect.w - 3 * self.edge, ui.theme.grow(880))

    def say(self, content: str | list[Span], style: str, colour: str, gap: float = 16) -> None:
        """A paragraph, and a gap of design pixels."""
        block = self._ui.text(
            self.edge, self.height, content, style, colour, width=self.width, area=self._area
        )
        self.height += block.height + self._ui.theme.px(gap)

    def head(self, words: str) -> None:
        """A heading with air above."""
        self.height += self._ui.theme.px(14)
        self.say(words, "head", "text", 10)

    def pair(self, left: str, right: str) -> None:
        """A short word and what it stands for, in two columns."""
        theme = self._ui.theme
        column = theme.grow(130)
        first = self._ui.text(
            self.edge, self.height, left, "label-bold", "text", width=column, area=self._area
        )
        second = self._ui.text(self.edge + column, self.height, right, "label", "body",
                               width=self.width - column, area=self._area)  # fmt: skip
        self.height += max(first.height, second.height) + theme.px(8)
