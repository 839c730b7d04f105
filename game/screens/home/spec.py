"""What the rest of the program has to know of this scene before it is opened; the registry reads it."""

from __future__ import annotations

from game.core.flow import BRAIN, COURSES, SCREEN, SceneSpec

SPEC = SceneSpec(
    "home",
    SCREEN,
    "Neurarium",
    frozenset(
        {
            "course",
            "menu",
            "brain",
            "flashcards",
            "matching",
            "constellation",
            "lesson",
            "lab",
            "region_quiz",
        }
    ),
    needs=frozenset({BRAIN, COURSES}),
)
