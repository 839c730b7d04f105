"""Lays out the blocks of a lesson one under the other in a scroll area: the one place that draws Markdown.

Called by the lesson reader (and by any panel that shows lesson text). Follows no link itself: it calls back with the
link's target. What stands at the place of a question is drawn by the caller.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence

from game.core.content import (
    Block,
    Callout,
    CodeBlock,
    Heading,
    ListBlock,
    Paragraph,
    QuestionRef,
    Runs,
    Table,
    plain,
)
from game.engine.projection import Rect
from game.ui.code_view import draw_code
from game.ui.layer import Layer
from game.ui.scroll import ScrollArea
from game.ui.shapes import BoxStyle, flat
from game.ui.table_view import draw_table
from game.ui.text import TextBlock
from game.ui.text_places import places
from game.ui.text_runs import spans_of
from game.ui.theme import Colour, rgba
from game.ui.widget import Widget

CALLOUT_ICONS = {
    "caution": ("alert-line", "warning"),
    "note": ("information-line", "muted"),
    "honest": ("flask-line", "muted"),
}
QuestionDrawer = Callable[[str, float, float, float], float]
"""Draws the row of a question: (id, x, y, width) -> its height."""


class Link(Widget):
    """A stretch of text that can be clicked; one widget for each line it covers, the first takes the focus."""

    def __init__(
        self, layer: Layer, name: str, rect: Rect, target: str, on_link: Callable[[str], None], area: ScrollArea,
        first: bool,
    ) -> None:  # fmt: skip
        super().__init__(layer, name, rect, area)
        self.target, self._on_link = target, on_link
        self.focusable = first
        self.focus_radius = layer.theme.px(9)
        self.twins: list[Link] = []

    def draw(self) -> None:
        """A thin line under the words, stronger under the pointer."""
        self.wipe()
        theme, rect = self.layer.theme, self.rect
        thick = max(1.0, round(theme.s * (2.5 if self.hovered else 1.5)))
        colour = theme.colour("accent", 1.0 if self.hovered or not theme.dark else 0.75)
        self.box(Rect(rect.x, rect.y + rect.h * 0.86, rect.w, thick), flat(colour))

    def set_hovered(self, on: bool) -> None:
        """All lines of one link light up together."""
        for twin in self.twins:
            Widget.set_hovered(twin, on)

    def dropped(self) -> None:
        """The lines of a link know each other, and each itself."""
        self.twins = []

    def activate(self) -> None:
        """Follow the link."""
        self._on_link(self.target)


class TextFlow:
    """Draws blocks downwards from `y`. All coordinates are the area's pixels."""

    def __init__(
        self, ui: Layer, area: ScrollArea, x: float, width: float,
        on_link: Callable[[str], None], draw_question: QuestionDrawer,
    ) -> None:  # fmt: skip
        self.ui, self.area, self.x, self.width = ui, area, x, width
        self._on_link, self._draw_question = on_link, draw_question
        self.y = 0.0
        self._links = 0

    def title(self, text: str) -> None:
        """The title of a section."""
        block = self.ui.text(self.x, self.y, text, "title", "text", width=self.width, area=self.area)
        self.y += block.height + self.ui.theme.px(14)

    def space(self, design: float) -> None:
        """Leave `design` pixels (of the 1080p design) free."""
        self.y += self.ui.theme.px(design)

    def blocks(self, blocks: Sequence[Block]) -> None:
        """Draw blocks one under the other, each with its distance below."""
        for block in blocks:
            self._block(block, "read")
            self.space(12 if isinstance(block, Heading) else 24)

    def _block(self, block: Block, style: str) -> None:
        ui, area, x, width = self.ui, self.area, self.x, self.width
        if isinstance(block, Heading):
            self.space(18)
            self.y += ui.text(
                x, self.y, plain(block.runs), "answer-bold", "text", width=width, area=area
            ).height
        elif isinstance(block, Paragraph):
            self._runs(block.runs, style)
        elif isinstance(block, ListBlock):
            self._list(block, style)
        elif isinstance(block, Callout):
            self._callout(block)
        elif isinstance(block, Table):
            self.y += draw_table(ui, area, x, self.y, width, block)
        elif isinstance(block, CodeBlock):
            self.y += draw_code(ui, area, x, self.y, width, block.text, block.lang == "python")
        elif isinstance(block, QuestionRef):
            self.y += self._draw_question(block.id, x, self.y, width)

    def _runs(self, runs: Runs, style: str) -> None:
        ui = self.ui
        colour = "body"
        spans = spans_of(runs, ui.theme, style)
        block = ui.text(self.x, self.y, spans, style, colour, width=self.width, area=self.area)
        self._link_up(block, runs)
        self.y += block.height

    def _link_up(self, block: TextBlock, runs: Runs) -> None:
        """Lay a widget over every line of every link of a text."""
        at = 0
        for run in runs:
            end = at + len(run.text)
            if run.link:
                self._links += 1
                lines = places(block, at, end)
                made = [
                    Link(self.ui, f"link-{self._links}-{n}", rect, run.link, self._on_link, self.area, n == 0)
                    for n, rect in enumerate(lines)
                ]
                for link in made:
                    link.spoken, link.twins = run.text, made
                    self.ui.add(link)
            at = end

    def _list(self, block: ListBlock, style: str) -> None:
        ui, theme = self.ui, self.ui.theme
        line = theme.type(style).line
        marks = [f"{n}." if block.ordered else "•" for n in range(1, len(block.items) + 1)]
        indent = max(ui.measure(mark, style)[0] for mark in marks) + theme.px(16)
        left, width = self.x, self.width
        for number, (mark, item) in enumerate(zip(marks, block.items, strict=True)):
            if number:
                self.space(10)
            ui.text(left, self.y, mark, style, "muted", area=self.area)
            self.x, self.width = left + indent, width - indent
            before = self.y
            for n, inner in enumerate(item):
                self.space(10 if n else 0)
                self._block(inner, style)
            self.y = max(self.y, before + line)
            self.x, self.width = left, width

    def _callout(self, block: Callout) -> None:
        """A box with a glyph and a title; its body is drawn first to learn how tall the box is."""
        theme, ui = self.ui.theme, self.ui
        icon, icon_colour = CALLOUT_ICONS.get(block.kind, CALLOUT_ICONS["note"])
        pad_x, pad_y, size = theme.px(28), theme.px(22), theme.text_px(34)
        below = self.area.content.attach_new_node("callout")  # stays behind the words when the box is resized
        box = ui.box(Rect(self.x, self.y, self.width, 10.0), self._callout_style(block.kind), parent=below)
        left, width, top = self.x, self.width, self.y
        indent = pad_x + size + theme.px(20)
        self.x, self.width = left + indent, width - indent - pad_x
        self.y += pad_y
        line = theme.type("body-bold").line
        ui.icon(icon, left + pad_x + size / 2, self.y + line / 2, size, icon_colour, parent=self.area.content)
        if block.title:
            colour = "warning" if block.kind == "caution" else "text"
            self.y += ui.text(
                self.x, self.y, block.title, "body-bold", colour, width=self.width, area=self.area
            ).height
        for inner in block.blocks:
            self.space(6)
            self._block(inner, "body")
        self.y += pad_y
        self.x, self.width = left, width
        box.resize(Rect(left, top, width, self.y - top))

    def _callout_style(self, kind: str) -> BoxStyle:
        theme = self.ui.theme
        thick = max(1.0, round(theme.s)) * (1 if theme.scheme == "dark" else 2)
        fill: Colour = theme.colour("surface")
        edge: Colour = theme.colour("line")
        if kind == "caution":
            fill = rgba("#241C1A") if theme.scheme == "dark" else _tint(fill, theme.colour("warning"), 0.08)
            edge = rgba("#6B4A35") if theme.scheme == "dark" else theme.colour("warning")
        return BoxStyle(theme.px(18), fill, fill, edge, thick)


def _tint(base: Colour, other: Colour, share: float) -> Colour:
    mixed = [b + (o - b) * share for b, o in zip(base, other, strict=True)]
    return (mixed[0], mixed[1], mixed[2], 1.0)
