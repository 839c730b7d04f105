"""Search with type-ahead: a field, and a panel of at most five results that drops from it.

Worlds make one at the end of `build` (it lies over everything else) and give it two functions: what fits
the words typed so far, and what to do with a choice. It knows neither regions nor ideas.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from functools import partial
from typing import TYPE_CHECKING

from game.core.inputs import InputEvent
from game.engine.projection import Rect
from game.ui.shapes import flat, panel_style
from game.ui.text import Span
from game.ui.text_field import TextField
from game.ui.widget import Widget

if TYPE_CHECKING:
    from game.ui.layer import Layer

ROWS = 5
_PAD = 24  # design pixels beside a result


@dataclass(frozen=True)
class Found:
    """One result. span: the part of the title that matched, drawn in the accent; note: written at the
    right.
    """

    key: str
    title: str
    span: tuple[int, int] = (0, 0)
    note: str = ""


class SearchBox:
    """The field and its results. `choose` is called with the key of the result; the field is then emptied."""

    def __init__(
        self, ui: Layer, name: str, rect: Rect, *, hint: str, find: Callable[[str], Sequence[Found]],
        choose: Callable[[str], None], on_close: Callable[[], None] | None = None, text: str = "",
    ) -> None:  # fmt: skip
        self._ui, self._find, self._choose, self._on_close = ui, find, choose, on_close
        self.found: tuple[Found, ...] = ()
        self.marked = 0
        self.field = ui.add(
            _Field(
                ui, name, rect, text=text, hint=hint, icon="search-line", cap="/", radius=999, limit=60,
                on_change=self._typed, on_enter=self._entered, on_key=self._key,
            )
        )  # fmt: skip
        height = max(ui.theme.px(56), ui.theme.grow(52))
        drop = Rect(rect.x, rect.bottom + ui.theme.px(10), rect.w, height)
        self._edge = ui.theme.px(6)
        self._drop = ui.add(_Drop(ui, f"{name}-results", drop))
        self._drop.path.hide()
        self._rows = [
            ui.add(
                _Row(
                    ui,
                    f"{name}-row-{number}",
                    Rect(drop.x, drop.y + self._edge + number * height, drop.w, height),
                )
            )
            for number in range(ROWS)
        ]
        for number, row in enumerate(self._rows):
            row.chosen = partial(self._take, number)
            row.path.hide()

    @property
    def is_open(self) -> bool:
        """Whether results, or the sentence that there are none, are shown."""
        return not self._drop.path.is_hidden()

    def open(self) -> None:
        """Put the caret into the field."""
        self._ui.focus(self.field, show=False)

    def tick(self) -> None:
        """Once a frame: fold the results away when the field has lost the focus and no result is being
        pressed.
        """
        if self.is_open and self._ui.focused is not self.field and not any(row.pressed for row in self._rows):
            self.close()

    def close(self) -> None:
        """Fold the results away; the text stays."""
        self.found = ()
        self._drop.path.hide()
        for row in self._rows:
            row.path.hide()

    def _typed(self, text: str) -> None:
        if not text.strip():
            self.close()
            return
        self.found, self.marked = tuple(self._find(text))[:ROWS], 0
        shown = max(1, len(self.found))
        rect, height = self._wide_enough(), self._rows[0].rect.h
        self._drop.rect = Rect(rect.x, rect.y, rect.w, shown * height + 2 * self._edge)
        for row in self._rows:
            row.rect = Rect(rect.x, row.rect.y, rect.w, height)
        self._drop.sentence = "" if self.found else "Nothing found. Try another word."
        self._drop.draw()
        self._drop.path.show()
        self._mark()

    def _wide_enough(self) -> Rect:
        """The place of the results, as wide as the field, or as the longest name needs: none is ever cut off."""
        field, theme = self.field.rect, self._ui.theme
        longest = max((self._ui.measure(found.title, "label-medium")[0] for found in self.found), default=0.0)
        width = max(field.w, longest + 2 * theme.px(_PAD) + 2.0)
        left = min(field.x, max(theme.px(_PAD), field.right - width))
        return Rect(left, self._drop.rect.y, width, self._drop.rect.h)

    def _mark(self) -> None:
        for number, row in enumerate(self._rows):
            if number < len(self.found):
                row.show(self.found[number], number == self.marked)
                row.path.show()
            else:
                row.path.hide()

    def _key(self, event: InputEvent) -> bool:
        if event.key == "escape":
            self.field.set_text("")
            self._ui.focus(None)
            self.close()
            if self._on_close is not None:
                self._on_close()
            return True
        if event.key in ("arrow_down", "arrow_up"):
            if self.found:
                self.marked = (self.marked + (1 if event.key == "arrow_down" else -1)) % len(self.found)
                self._mark()
            return True
        return False

    def _entered(self, text: str) -> None:
        if self.found:
            self._take(self.marked)

    def _take(self, number: int) -> None:
        if number < len(self.found):
            key = self.found[number].key
            self.field.set_text("")
            self._ui.focus(None)
            self.close()
            self._choose(key)


class _Field(TextField):
    """The text field; a slash into an empty field is the key that opened it, not a word."""

    def typed(self, text: str) -> bool:
        """Insert at the caret."""
        return True if text == "/" and not self.text else super().typed(text)


class _Drop(Widget):
    """The panel behind the results."""

    sentence = ""

    def draw(self) -> None:
        """Panel, and a sentence when there is nothing in it."""
        self.wipe()
        theme = self.layer.theme
        self.box(self.rect, panel_style(theme, radius=18))
        if self.sentence:
            line = theme.type("label").line
            y = self.rect.y + (self.rect.h - line) / 2
            self.write(
                self.rect.x + theme.px(24), y, self.sentence, "label", "muted", width=self.rect.w, max_lines=1
            )


def _nothing() -> None:
    return


class _Row(Widget):
    """One result; shown anew for every letter typed."""

    chosen: Callable[[], None]
    found: Found | None = None
    marked = False

    def show(self, found: Found, marked: bool) -> None:
        """Show a result; the marked one is what Enter takes."""
        self.found, self.marked = found, marked
        self.draw()

    def activate(self) -> None:
        """Choose it."""
        self.chosen()

    def dropped(self) -> None:
        """The box holds its rows, and each row what the box does."""
        self.chosen = _nothing

    def draw(self) -> None:
        """Highlight, title with its match, note at the right."""
        self.wipe()
        if self.found is None:
            return
        theme, rect, found = self.layer.theme, self.rect, self.found
        pad = theme.px(_PAD)
        if self.marked or self.hovered:
            inner = rect.inset(theme.px(6), theme.px(4))
            edge = theme.colour("line_strong" if theme.scheme == "contrast" else "surface_raised")
            self.box(inner, flat(theme.colour("surface_raised"), theme.px(14), edge, max(1.0, 2 * theme.s)))
        room = rect.w - 2 * pad - self.layer.measure(found.title, "label-medium")[0]
        if found.note and self.layer.measure(found.note, "caption")[0] + pad <= room:
            line = theme.type("caption").line
            y = rect.y + (rect.h - line) / 2
            self.write(rect.right - pad, y, found.note, "caption", "muted", align="right")
        start, end = found.span
        spans = [
            Span(found.title[:start]),
            Span(found.title[start:end], colour=theme.colour("accent")),
            Span(found.title[end:]),
        ]
        line = theme.type("label-medium").line
        self.write(
            rect.x + pad, rect.y + (rect.h - line) / 2, [span for span in spans if span.text], "label-medium",
            "text", width=rect.w - 2 * pad + 1.0, max_lines=1,
        )  # fmt: skip
