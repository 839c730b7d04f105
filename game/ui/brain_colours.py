"""The brain's colours in the present scheme, taken from the theme's tokens.

The live brain of home and course, the explorer and the lab ask for them. It knows the look, no nodes.
"""

from __future__ import annotations

from game.engine.brain_material import LOBES, BrainColours
from game.ui.theme import Theme


def brain_colours(theme: Theme) -> BrainColours:
    """Accent, outline and lobe colours; on paper the rim is faint and the ghost shell darkens instead of glowing.

    What is pointed at is outlined in white in every scheme: dark lines are the borders between regions.
    """
    lobes = {lobe: theme.colour(f"cat_{number}")[:3] for number, lobe in enumerate(LOBES, start=1)}
    accent, outline = theme.colour("accent")[:3], theme.colour("text")[:3]
    if theme.scheme == "light":
        return BrainColours(
            accent,
            theme.colour("surface")[:3],
            lobes,
            rim=0.15,
            ghost=(0.16, 0.25, 0.47),
            ghost_swallow=0.06,
            ghost_cover=0.9,
        )
    return BrainColours(accent, outline, lobes)
