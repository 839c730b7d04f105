"""What the doors of a course page say: counts and fractions from the learner's memory, as plain text.

Pure: the scene asks the study service and hands the numbers in.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from itertools import combinations, pairwise


@dataclass(frozen=True)
class Door:
    """One part of the course page. progress: 0..1, None for no bar."""

    scene: str
    icon: str
    title: str
    status: str
    progress: float | None


@dataclass(frozen=True)
class Numbers:
    """What is known of the learner in this course."""

    structures_known: int
    structures: int
    cards_due: int
    cards: int
    cards_known: int
    best_seconds: float | None
    best_round: tuple[int, int] | None  # right of asked, in the region quiz
    stars_lit: int
    stars: int
    sections_read: int
    sections: int
    runs: int
    board_waits: bool = False  # a board of pairs that was left half played
    round_waits: bool = False  # the same of a round of the region quiz


def minutes_text(cards: int) -> str:
    """About how long so many cards take, at 20 seconds each."""
    return f"≈ {max(1, round(cards / 3))} min"


def clock_text(seconds: float) -> str:
    """ "0:52" of 52 seconds."""
    return f"{int(seconds) // 60}:{int(seconds) % 60:02d}"


def share(part: int, whole: int) -> float:
    """part / whole, 0 if there is nothing."""
    return part / whole if whole else 0.0


def rows(widths: Sequence[float], room: float, gap: float) -> list[list[float]]:
    """Doors of these least widths, in their order, in as few rows as they need; each row's widths filled to `room`.

    Of all ways to break the rows the one whose fullest row is the emptiest is taken. A door too wide for a row of its
    own gets one all the same.
    """
    count = len(widths)
    for wanted in range(1, count + 1):
        ways = (
            [list(widths[a:b]) for a, b in pairwise((0, *cuts, count))]
            for cuts in combinations(range(1, count), wanted - 1)
        )
        best = min(ways, key=lambda way: max(_needed(row, gap) for row in way))
        if wanted == count or max(_needed(row, gap) for row in best) <= room:
            return [_filled(row, room, gap) for row in best]
    return []


def _needed(row: Sequence[float], gap: float) -> float:
    return sum(row) + gap * (len(row) - 1)


def _filled(row: Sequence[float], room: float, gap: float) -> list[float]:
    more = (room - _needed(row, gap)) / len(row)
    return [width + more for width in row]


def _quiz_words(best: tuple[int, int] | None) -> str:
    """The best round; one in which nothing was right is no best to speak of."""
    if best is None:
        return "Not played yet"
    return "Best {} of {}".format(*best) if best[0] else "Play again"


def doors(n: Numbers) -> tuple[Door, ...]:
    """The seven doors in the order of the page, the quiz beside the brain it asks about."""
    due = f"{n.cards_due} due, {minutes_text(n.cards_due)}" if n.cards_due else "Nothing due today"
    best = f"Best board {clock_text(n.best_seconds)}" if n.best_seconds is not None else "Not played yet"
    best = "Half played" if n.board_waits else best
    quiz = "Half played" if n.round_waits else _quiz_words(n.best_round)
    read = f"{n.sections_read} of {n.sections} sections read" if n.sections_read else f"{n.sections} sections"
    runs = {0: "No run yet", 1: "1 run so far"}.get(n.runs, f"{n.runs} runs so far")
    return (
        Door(
            "brain",
            "brain-line",
            "Neuroanatomy Explorer",
            f"{n.structures} structures"
            if not n.structures_known
            else f"{n.structures_known} of {n.structures} known",
            share(n.structures_known, n.structures),
        ),
        Door("region_quiz", "question-line", "Region Quiz", quiz, None),
        Door("flashcards", "stack-line", "Memory Deck", due, share(n.cards_known, n.cards)),
        Door("matching", "links-line", "Match the Pairs", best, None),
        Door(
            "constellation",
            "bubble-chart-line",
            "Concept Constellation",
            f"{n.stars_lit} of {n.stars} stars lit",
            share(n.stars_lit, n.stars),
        ),
        Door("lesson", "book-open-line", "Lesson", read, share(n.sections_read, n.sections)),
        Door("lab", "cpu-line", "Training Lab", runs, None),
    )
