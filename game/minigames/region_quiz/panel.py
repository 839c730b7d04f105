"""The panel while a question is up, and while its answer is shown.

The layout calls `build_question` or `build_feedback` with what is to be said; what the learner does goes back through
`Hands`. Knows no rules and no database.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from functools import partial

from game.core.scheduling import Rating
from game.engine.projection import Rect
from game.minigames.region_quiz.answer_button import FREE, WRONG, AnswerButton, answer_height
from game.minigames.region_quiz.frame import Foot, Frame
from game.minigames.region_quiz.progress import build_steps
from game.minigames.region_quiz.rules import Kind
from game.ui.buttons import PRIMARY, Button
from game.ui.layer import Layer
from game.ui.text_field import TextField
from game.ui.widget import Action

VERDICTS = {  # glyph, colour, word
    Rating.GOOD: ("checkbox-circle-line", "good", "Right"),
    Rating.HARD: ("restart-line", "warning", "Right at the second try"),
    Rating.AGAIN: ("close-circle-line", "bad", "Not this time"),
}


@dataclass(frozen=True, slots=True)
class Hands:
    """What the learner can do, as callbacks of the scene."""

    choose: Callable[[str], None]
    write: Callable[[str], None]
    typing: Callable[[str], None]
    skip: Action
    next: Action
    read: Action


@dataclass(frozen=True, slots=True)
class Steps:
    """How far the round is: what was earned so far, and of how many questions."""

    ratings: Sequence[Rating]
    total: int


@dataclass(frozen=True, slots=True)
class Asked:
    """A question in words. `choices`: (structure id, name, whether it was tried and wrong)."""

    kind: Kind
    title: str
    latin: str
    choices: tuple[tuple[str, str, bool], ...]
    typed: str
    miss: str


@dataclass(frozen=True, slots=True)
class Answered:
    """An answer in words. `wrong`: what was taken for it, "" if nothing was; `returns`: when it is asked again."""

    rating: Rating
    title: str
    latin: str
    function: str
    place: str
    wrong: str
    returns: str
    last: bool


def build_question(ui: Layer, rect: Rect, asked: Asked, steps: Steps, hands: Hands) -> None:
    """Draw a question."""
    typing = asked.kind is Kind.TYPE
    foot = [Foot("skip", "I don't know", hands.skip, icon="question-line", hint="" if typing else "S")]
    frame = Frame(ui, rect, foot)
    _head(frame, steps)
    frame.text(asked.title, _title_style(ui), "text", below=6)
    if asked.kind is Kind.CLICK:
        frame.text(asked.latin, "read-italic", "muted", below=22)
        _how_to_click(frame)
    else:
        words = "The part in gold. Choose its name." if asked.choices else "The part in gold. Type its name."
        if not ui.theme.compact:
            frame.text(words, "label", "muted", below=20)
    if typing:
        _field(frame, asked, hands)
    for number, (structure, name, wrong) in enumerate(asked.choices, start=1):
        place = frame.place(answer_height(ui, name, frame.width), below=12)
        state = WRONG if wrong else FREE
        press = partial(hands.choose, structure)
        ui.add(AnswerButton(ui, f"choice-{number}", place, name, str(number), state, press, frame.area))
    if asked.miss:
        frame.y += ui.theme.px(8)
        frame.note("close-circle-line", "bad", "Not yet", asked.miss)
    frame.close()


def build_feedback(ui: Layer, rect: Rect, answered: Answered, steps: Steps, hands: Hands) -> None:
    """Draw an answer."""
    label = "See the result" if answered.last else "Next"
    foot = [
        Foot("next", label, hands.next, icon="arrow-right-line", hint="Space", primary=True),
        Foot("read", "Read about it in the explorer (E)", hands.read, icon="compass-3-line", icon_only=True),
    ]
    frame = Frame(ui, rect, foot)
    _head(frame, steps)
    glyph, colour, word = VERDICTS[answered.rating]
    frame.row(glyph, colour, word, "head", "text", below=18 if not ui.theme.compact else 8)
    frame.text(answered.title, _title_style(ui), "text", below=4)
    if answered.latin:
        frame.text(answered.latin, "read-italic", "muted", below=16)
    frame.text(answered.function + ".", "read", "text", below=20)
    if answered.place and not ui.theme.compact:
        frame.row("map-pin-line", "muted", answered.place, "label", "body", below=16)
    if answered.wrong:
        frame.row("close-line", "bad", answered.wrong, "label", "body", below=16)
    if answered.returns:
        frame.row("time-line", "muted", answered.returns, "label", "muted")
    frame.close()


def _head(frame: Frame, steps: Steps) -> None:
    place = frame.place(frame.ui.theme.px(12), below=24 if not frame.ui.theme.compact else 12)
    build_steps(frame.ui, frame.area, place, steps.ratings, steps.total)


def _how_to_click(frame: Frame) -> None:
    compact = frame.ui.theme.compact
    frame.row("mouse-line", "muted", "Drag to turn the brain, click to answer.", "label", "body", below=12)
    words = "Arrow keys walk from part to part, Enter answers."
    frame.row("keyboard-line", "muted", words, "label", "body", below=12 if compact else 16)


def _field(frame: Frame, asked: Asked, hands: Hands) -> None:
    ui, theme = frame.ui, frame.ui.theme
    height = max(theme.px(64), theme.grow(48))
    field = TextField(
        ui, "answer", frame.place(height, below=14), text=asked.typed, hint="Its name", limit=60, radius=18,
        style="body", on_change=hands.typing, on_enter=hands.write, area=frame.area,
    )  # fmt: skip
    ui.add(field)
    place = frame.place(height, below=14)
    ui.add(
        Button(
            ui, "write", place, "Answer", lambda: hands.write(field.text), kind=PRIMARY, hint="Enter",
            area=frame.area,
        )
    )  # fmt: skip
    if not theme.compact:
        frame.text("English, Latin or its short form. A slip of the pen is no mistake.", "caption", "muted")


def _title_style(ui: Layer) -> str:
    return "title" if not ui.theme.compact else "answer"
