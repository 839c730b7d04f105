"""The self-check panel: a question, a box for the answer, then the ideas found in it and a good answer.

Made by the reader's scene. It shows an `Attempt` of the model and calls back; it grades nothing and saves nothing.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

from game.core.content import Idea
from game.engine.projection import Rect
from game.screens.lesson_reader.model import CLAIMED, FOUND, MISSED, Attempt
from game.ui.buttons import PRIMARY, Button
from game.ui.layer import Layer
from game.ui.scroll import ScrollArea
from game.ui.shapes import BoxStyle, flat
from game.ui.text import Span
from game.ui.text_field import TextField
from game.ui.text_places import places

LONGEST_ANSWER = 320
HOW = "Ideas are found by words, not by meaning: compare your answer with the good one."


@dataclass(frozen=True, slots=True)
class Actions:
    """What the panel can ask for."""

    write: Callable[[str], None]
    compare: Callable[[], None]
    again: Callable[[], None]
    claim: Callable[[], None]
    go_on: Callable[[], None]
    close: Callable[[], None] | None = None


class CheckPanel:
    """Draws the panel into `rect`. `count`: the question's number and how many there are."""

    def __init__(
        self, ui: Layer, rect: Rect, attempt: Attempt, count: tuple[int, int], actions: Actions
    ) -> None:
        self.ui, self.rect, self.attempt, self.actions = ui, rect, attempt, actions
        self._compare: Button | None = None
        theme = ui.theme
        ui.panel("check", rect)
        pad = theme.px(36 if not theme.compact else 24)
        inside = rect.inset(pad, theme.px(30))
        y = self._head(inside, count)
        button = max(theme.px(60), min(theme.grow(52), theme.px(84)))
        foot = Rect(inside.x, inside.bottom - button, inside.w, button)
        body = Rect(inside.x, y, inside.w, foot.y - theme.px(20) - y)
        if attempt.grade is None:
            self._ask(body, foot)
        else:
            self._result(body, foot)

    def _head(self, inside: Rect, count: tuple[int, int]) -> float:
        ui, theme = self.ui, self.ui.theme
        right = inside.right
        height = theme.type("eyebrow").line
        if self.actions.close is not None:
            side = max(theme.px(48), theme.text_px(34))
            place = Rect(inside.right - side, inside.y - theme.px(8), side, side)
            ui.add(Button(ui, "close-drawer", place, "", self.actions.close, icon="close-line", radius=999))
            right -= side + theme.px(16)
            height = max(height, side - theme.px(8))
        number = f"{count[0]} of {count[1]}"
        ui.text(inside.x, inside.y, "Check yourself", "eyebrow", "accent")
        ui.text(right, inside.y, number, "caption", "muted", align="right")
        return inside.y + height + theme.px(20)

    def _ask(self, body: Rect, foot: Rect) -> None:
        ui, theme, actions = self.ui, self.ui.theme, self.actions
        prompt = ui.text(
            body.x, body.y, self.attempt.question.prompt, self._prompt_style, "text", width=body.w
        )
        y = body.y + prompt.height + theme.px(20)
        hint = "In your own words. Enter compares."
        line = ui.measure(hint, "caption", body.w)[1]
        shown = not theme.compact
        bottom = body.bottom - (line + theme.px(12) if shown else 0.0)
        least = theme.type("label").line * 2 + theme.px(36)
        tallest = theme.type("label").line * 12 + theme.px(36)
        box = Rect(body.x, y, body.w, max(least, min(bottom - y, tallest)))
        ui.add(
            TextField(
                ui, "answer", box, text=self.attempt.text, hint="Your answer", multiline=True, radius=18,
                limit=LONGEST_ANSWER, on_change=self._typed, on_enter=lambda _: actions.compare(),
            )
        )  # fmt: skip
        if shown:
            ui.text(body.x, box.bottom + theme.px(12), hint, "caption", "muted", width=body.w)
        first, second = self._halves(foot, 0.5)
        self._compare = ui.add(Button(ui, "compare", first, "Compare", actions.compare, kind=PRIMARY))
        self._compare.set_enabled(bool(self.attempt.text.strip()))
        ui.add(Button(ui, "show-answer", second, "Show me", actions.compare))

    def _typed(self, text: str) -> None:
        self.actions.write(text)
        if self._compare is not None:
            self._compare.set_enabled(bool(text.strip()))

    def _result(self, body: Rect, foot: Rect) -> None:
        ui, theme, attempt = self.ui, self.ui.theme, self.attempt
        area = ui.add(ScrollArea(ui, "check-text", Rect(body.x, body.y, body.w + theme.px(18), body.h)))
        y = ui.text(0, 0, attempt.question.prompt, "read-bold", "text", width=body.w, area=area).height
        y += theme.px(16)
        if attempt.text.strip():
            y += self._marked(area, y, body.w) + theme.px(20)
        y = self._score(area, y, body.w)
        for idea in attempt.question.ideas:
            y = self._idea(area, y, body.w, idea)
        if attempt.text.strip():
            y += theme.px(14)
            y += ui.text(0, y, HOW, "caption", "muted", width=body.w, area=area).height
        y += theme.px(20)
        y += ui.text(0, y, "A good answer", "caption", "muted", area=area).height + theme.px(6)
        y += ui.text(0, y, attempt.question.model_answer, "label", "body", width=body.w, area=area).height
        area.set_content_height(y + theme.px(8))
        missed = MISSED in attempt.verdicts.values() and not attempt.complete
        first, second = self._halves(foot, 0.58)
        ui.add(Button(ui, "next-question", first, "Next question", self.actions.go_on, kind=PRIMARY))
        if missed and attempt.text.strip():
            ui.add(Button(ui, "claim", second, "I said that", self.actions.claim))
        else:
            ui.add(Button(ui, "again", second, "Try again", self.actions.again))

    def _marked(self, area: ScrollArea, y: float, width: float) -> float:
        """The learner's words in a box, found ideas marked; returns the height."""
        ui, theme, attempt = self.ui, self.ui.theme, self.attempt
        pad_x, pad_y = theme.px(22), theme.px(18)
        below = area.content.attach_new_node("marks")
        text = attempt.text.strip()
        shift = len(attempt.text) - len(attempt.text.lstrip())
        block = ui.text(pad_x, y + pad_y, text, "label", "text", width=width - 2 * pad_x, area=area)
        height = block.height + 2 * pad_y
        clear = (0.0, 0.0, 0.0, 0.0)
        edge = max(1.0, round(theme.s))
        style = BoxStyle(theme.px(18), clear, clear, theme.colour("line_strong"), edge)
        ui.box(Rect(0, y, width, height), style, parent=below)
        spans = attempt.grade.spans if attempt.grade is not None else ()
        for start, end in spans:
            for place in places(block, start - shift, end - shift):
                mark = place.inset(-theme.px(4), place.h * 0.04)
                tint = theme.colour("good", 0.22 if theme.dark else 0.25)
                ui.box(mark, flat(tint, theme.px(6)), parent=below)
        return height

    def _score(self, area: ScrollArea, y: float, width: float) -> float:
        ui, theme, attempt = self.ui, self.ui.theme, self.attempt
        ideas = len(attempt.question.ideas)
        big = ui.text(0, y, str(attempt.held), "number", "text", area=area)
        base = y + big.height * 0.8
        rest = "found" if attempt.question.enough == ideas else "found, one is enough"
        spans = [Span(f"of {ideas}  ", theme.colour("muted"), 600), Span(f"ideas {rest}")]
        style = theme.type("body")
        x = big.width + theme.px(14)
        ui.text(x, base - style.line * 0.74, spans, "body", "body", width=width - x, area=area, max_lines=1)
        y += big.height + theme.px(12)
        return self._rule(area, y, width)

    def _idea(self, area: ScrollArea, y: float, width: float, idea: Idea) -> float:
        ui, theme, attempt = self.ui, self.ui.theme, self.attempt
        verdict = attempt.verdicts[idea.id]
        glyph, colour = ("check-line", "good") if verdict != MISSED else ("add-line", "warning")
        size, pad = theme.text_px(26), theme.px(14)
        x = size + theme.px(18)
        y += pad
        ui.icon(glyph, size / 2, y + theme.type("label").line / 2, size, colour, parent=area.content)
        y += ui.text(x, y, idea.label, "label", "text", width=width - x, area=area).height
        note = self._note(verdict, idea)
        if note:
            y += ui.text(x, y, note, "caption", "muted", width=width - x, area=area).height
        return self._rule(area, y + pad, width)

    def _note(self, verdict: str, idea: Idea) -> str:
        if verdict == FOUND:
            return ""
        if verdict == CLAIMED:
            return "You said it in other words."
        if self.attempt.complete:
            return "Also true."
        return "Missed. Its card comes back soon." if idea.card else "Missed."

    def _rule(self, area: ScrollArea, y: float, width: float) -> float:
        thick = max(1.0, round(self.ui.theme.s))
        self.ui.box(Rect(0, y, width, thick), flat(self.ui.theme.colour("line")), area=area)
        return y + thick

    def _halves(self, foot: Rect, share: float) -> tuple[Rect, Rect]:
        gap = self.ui.theme.px(14)
        first = (foot.w - gap) * share
        return Rect(foot.x, foot.y, first, foot.h), Rect(
            foot.x + first + gap, foot.y, foot.w - gap - first, foot.h
        )

    @property
    def _prompt_style(self) -> str:
        return "answer-bold" if not self.ui.theme.compact else "read-bold"
