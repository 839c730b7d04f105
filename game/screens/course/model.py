"""What the doors of a course page say: counts and fractions from the learner's memory, as plain text.

Pure: the scene asks the study service and hands the numbers in.
"""

from __future__ import annotations

from dataclasses import dataclass


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
    stars_lit: int
    stars: int
    sections_read: int
    sections: int
    runs: int


def minutes_text(cards: int) -> str:
    """About how long so many cards take, at 20 seconds each."""
    return f"about {max(1, round(cards / 3))} min"


def clock_text(seconds: float) -> str:
    """ "0:52" of 52 seconds."""
    return f"{int(seconds) // 60}:{int(seconds) % 60:02d}"


def share(part: int, whole: int) -> float:
    """part / whole, 0 if there is nothing."""
    return part / whole if whole else 0.0


def doors(n: Numbers) -> tuple[Door, ...]:
    """The six doors in the order of the page."""
    due = f"{n.cards_due} due, {minutes_text(n.cards_due)}" if n.cards_due else "Nothing due today"
    best = f"Best board {clock_text(n.best_seconds)}" if n.best_seconds is not None else "No board played yet"
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
