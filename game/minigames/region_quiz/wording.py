"""The quiz's sentences: how questions, answers and results are put into words.

The layout asks; tests read. Pure: atlas, rules and plain values in, text out.
"""

from __future__ import annotations

from datetime import timedelta

from game.core.atlas import Atlas, side_name
from game.core.scheduling import interval_text
from game.minigames.region_quiz.choosing import Area, Filters, Memory
from game.minigames.region_quiz.rules import Kind, Question, QuizRound, asked_for

MORE = "One more try."
_SIDE_WORDS = {"L": "left side", "R": "right side"}


def title(atlas: Atlas, question: Question) -> str:
    """The question itself."""
    if question.kind is Kind.CLICK:
        return f"Click {asked_for(atlas.structure(question.structure).english)}"
    return "What is this?"


def miss(atlas: Atlas, question: Question, given: str, region: str | None) -> str:
    """What is said after a first wrong answer: `given` is a structure or "", `region` the body that was clicked."""
    if question.kind is Kind.CLICK and region is not None:
        return f"That is {asked_for(atlas.display_name(region))}. {MORE}"
    if question.kind is Kind.CHOOSE:
        return MORE  # which one was wrong is crossed out
    if given:
        return f"It is not {asked_for(atlas.structure(given).english)}. {MORE}"
    return f"Nothing here is called that. {MORE}"


def mistaken(atlas: Atlas, question: Question, given: str, region: str | None, typed: str) -> str:
    """What was taken for the answer, for the feedback; "" for nothing."""
    if question.kind is Kind.TYPE:
        return f"You wrote: {typed.strip()}" if typed.strip() else ""
    if question.kind is Kind.CLICK:
        return f"You clicked: {atlas.display_name(region)}" if region is not None else ""
    return f"You chose: {atlas.structure(given).english}" if given else ""


def returns(interval: timedelta | None) -> str:
    """When it is asked again."""
    return f"Comes back in {interval_text(interval)}" if interval is not None else ""


def waiting(memory: Memory, total: int) -> str:
    """How much there is to ask."""
    due, new = len(memory.due), len(memory.unseen)
    parts = [f"{total} structure{'s' if total != 1 else ''}"]
    if due:
        parts.append(f"{due} to repeat")
    if new and new < total:
        parts.append(f"{new} new to you")
    elif new:
        parts.append("all new to you" if new > 1 else "new to you")
    return ", ".join(parts) + "."


def scope(filters: Filters, areas: tuple[Area, ...]) -> str:
    """What is asked, for the bar: "Frontal, left side"."""
    name = next((area.name for area in areas if area.id == filters.area), "The whole brain")
    side = _SIDE_WORDS.get(filters.side)
    return f"{name}, {side}" if side else name


def go_on(left: QuizRound) -> str:
    """The way back into a round that was left: at which question."""
    return f"Go on, {left.number} of {len(left.questions)}"


def score(done: QuizRound) -> str:
    """The result of a round."""
    return f"{done.right} of {len(done.questions)}"


def detail(done: QuizRound) -> str:
    """What the result is made of."""
    if done.right == len(done.questions):
        return "Every one at the first try."
    late = f", {done.late} more at the second" if done.late else ""
    return f"Right at the first try{late}."


def saved(is_saved: bool, durable: bool, is_best: bool, best: str, right: int) -> str:
    """Whether the score is kept, and the best; with nothing right there is no best to speak of."""
    if not is_saved:
        return "Not saved."
    if not durable:
        return "Not kept: progress cannot be saved."
    if right == 0:
        return "Saved."
    if is_best:
        return "Your best so far. Saved."
    return f"Best {best}. Saved." if best else "Saved."


def same_side(atlas: Atlas, structure: str, region: str) -> str | None:
    """The body of a structure that lies on the side of a region (or on the midline)."""
    side = atlas.region(region).side
    bodies = atlas.regions_of(structure)
    chosen = next((body for body in bodies if body.side in (side, "")), bodies[0] if bodies else None)
    return chosen.id if chosen is not None else None


def part_name(atlas: Atlas, region: str) -> str:
    """The name of a body with its side."""
    found = atlas.region(region)
    return side_name(atlas.structure(found.structure).english, found.side)
