"""Which variant of the brain's shaders a picture needs: the work for what it does not show is left out.

brain_layers.py asks with the words below. On software graphics a vertex costs all that its shader could do, whether it
does it or not; most pictures are at rest, so a few variants are enough, and every other picture takes the whole
shader. They draw the same pixels. It knows names only; the shaders read them as NO_MORPH, NO_EXPLODE, ...
"""

from __future__ import annotations

from collections.abc import Collection

EVERYTHING = ("MORPH", "EXPLODE", "HALF", "CUTS", "FADE", "PAINT", "GHOST", "SETS")
_KEPT: tuple[frozenset[str], ...] = tuple(
    frozenset(kept) for kept in ((), ("SETS",), ("MORPH",), ("EXPLODE",), ("FADE", "SETS"))
)
WHOLE: tuple[str, ...] = ()


def variant(needs: Collection[str]) -> tuple[str, ...]:
    """What to define for a picture that shows some of EVERYTHING."""
    for kept in _KEPT:
        if kept.issuperset(needs):
            return tuple(f"NO_{word}" for word in EVERYTHING if word not in kept)
    return WHOLE


def variants() -> tuple[tuple[str, ...], ...]:
    """Every variant there is, the whole shader last."""
    return (*(variant(kept) for kept in _KEPT), WHOLE)
