"""The few colours the lab mixes from the theme's own, and its replicas' shapes.

Its drawing files ask by meaning. Knows the theme, nothing of runs.
"""

from __future__ import annotations

from game.ui.theme import Colour, Theme

SHAPES = ("circle-fill", "triangle-fill", "square-fill", "poker-diamonds-fill")  # icons, one a replica


def mix(first: Colour, second: Colour, share: float) -> Colour:
    """`share` of the second colour, the rest of the first."""
    r, g, b, a = (x + (y - x) * share for x, y in zip(first, second, strict=True))
    return r, g, b, a


def warning_text(theme: Theme) -> Colour:
    """Words about an overflow: `bad`, lifted towards the text for reading."""
    return mix(theme.colour("bad"), theme.colour("text"), 0.45 if theme.dark else 0.0)


def alarm_fill(theme: Theme) -> Colour:
    """Behind the words of a badge of alarm."""
    return mix(theme.colour("surface"), theme.colour("bad"), 0.18 if theme.dark else 0.10)


def alarm_edge(theme: Theme) -> Colour:
    """The edge of a panel that has something to say about an overflow."""
    return mix(theme.colour("line"), theme.colour("bad"), 0.5)


def track(theme: Theme) -> Colour:
    """The unfilled part of a gauge, and raw bars."""
    return mix(theme.colour("surface"), theme.colour("line_strong"), 0.28)


def raw_bars(theme: Theme) -> Colour:
    """Gradients as they are, before scaling."""
    return mix(theme.colour("surface"), theme.colour("line_strong"), 0.72)


def band(theme: Theme, strength: float) -> Colour:
    """What float16 can hold, as a pale blue field."""
    return (*theme.colour("focus")[:3], strength)
