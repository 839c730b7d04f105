"""What the rest of the program has to know of this scene before it is opened; the registry reads it."""

from __future__ import annotations

from game.core.flow import WORLD, SceneSpec

SPEC = SceneSpec(
    "constellation", WORLD, "Concept Constellation",
    frozenset({"lesson", "flashcards", "lab", "course", "menu"}),
)  # fmt: skip
