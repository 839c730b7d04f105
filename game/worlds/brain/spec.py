"""What the rest of the program has to know of this scene before it is opened; the registry reads it."""

from __future__ import annotations

from game.core.flow import BRAIN, WORLD, SceneSpec

SPEC = SceneSpec(
    "brain",
    WORLD,
    "Neuroanatomy Explorer",
    frozenset({"menu", "home", "course", "lesson", "constellation", "lab", "region_quiz"}),
    needs=frozenset({BRAIN}),
)
