"""What the rest of the program has to know of this scene before it is opened; the registry reads it."""

from __future__ import annotations

from game.core.flow import BRAIN, MINIGAME, SceneSpec

SPEC = SceneSpec(
    "region_quiz",
    MINIGAME,
    "Region Quiz",
    frozenset({"menu", "home", "course", "brain"}),
    needs=frozenset({BRAIN}),
)
