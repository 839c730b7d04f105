"""Chooses the colours of labels so that neighbours can always be told apart, whatever the viewer's colour vision.

Called by brain_palettes.py. Every label has a family (a base colour); it takes the shade of its family that is nearest
to the base and far enough from its neighbours' shades, as they look on the cortex. Pure arrays, no nodes.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence

import numpy as np
from numpy.typing import NDArray

from game.engine.colour_vision import from_oklch, oklab, seen

Floats = NDArray[np.float64]

TINT = 0.80  # how much of a label's colour lies over the tissue
TARGET = 9.0  # wished distance of neighbours (OKLab x 100, worst of four visions)
_GYRUS = np.array([0.95686, 0.82745, 0.76078])
_LIGHTER = (0.0, 0.08, -0.08, 0.15, -0.15, 0.22, -0.22, 0.29, -0.29)
_TURNED = (0.0, 16.0, -16.0, 32.0, -32.0)
_FADED = (1.0, 0.6, 1.35)
_SWEEPS = 4


def on_cortex(colours: Floats, tint: float = TINT) -> Floats:
    """What colours (N, 3) look like laid over a gyrus, before light falls on it (as in brain_vertex.glsl)."""
    shade = 0.80 + 0.26667 * float(_GYRUS.mean())
    return _GYRUS * (1 - tint) + np.asarray(colours, float) * shade * tint


def shades(base: Sequence[float], low: float = 0.38, high: float = 0.93) -> Floats:
    """The shades of a base colour, nearest to it first, (S, 3); lightness kept within low..high."""
    lightness, a, b = oklab(np.asarray(base, float))
    chroma, hue = float(np.hypot(a, b)), float(np.degrees(np.arctan2(b, a)))
    steps = [(up, turn, fade) for up in _LIGHTER for turn in _TURNED for fade in _FADED]
    steps.sort(key=lambda s: 2.0 * abs(s[0]) + abs(s[1]) / 60.0 + 0.5 * abs(np.log(s[2])))
    middle = min(max(lightness, low + 0.05), high - 0.05)
    keys = np.array(steps)
    light = np.clip(middle + keys[:, 0], low, high)
    return from_oklch(light, np.maximum(chroma, 0.02) * keys[:, 2], hue + keys[:, 1])


def choose(families: Sequence[Floats], pairs: Iterable[tuple[int, int]], target: float = TARGET) -> Floats:
    """One shade of each label's family (S, 3), so that touching labels differ by `target` where that is possible.

    families: for each label its shades, best first (give labels of one family the same array: it is much faster).
    pairs: indices of labels that touch. Returns (N, 3).
    """
    count = len(families)
    near: list[set[int]] = [set() for _ in range(count)]
    for a, b in pairs:
        near[a].add(b)
        near[b].add(a)
    looks = {id(family): seen(on_cortex(family)) for family in families}
    gaps_of: dict[tuple[int, int, int], Floats] = {}

    def gaps(label: int, other: int) -> Floats:
        """Distances from each shade of a label to the shade that the other one has taken."""
        key = (id(families[label]), id(families[other]), taken[other])
        if key not in gaps_of:
            apart = looks[key[0]] - looks[key[1]][:, taken[other], None]
            gaps_of[key] = 100.0 * np.sqrt((apart * apart).sum(axis=-1).min(axis=0))
        return gaps_of[key]

    taken: dict[int, int] = {}
    order = sorted(range(count), key=lambda label: (-len(near[label]), label))
    for _ in range(_SWEEPS):
        before = dict(taken)
        for label in order:
            apart = [gaps(label, other) for other in near[label] if other in taken]
            least = np.min(apart, axis=0) if apart else np.full(len(families[label]), np.inf)
            enough = np.nonzero(least >= target)[0]
            taken[label] = int(enough[0]) if len(enough) else int(least.argmax())
        if taken == before:
            break
    return np.array([families[label][taken[label]] for label in range(count)])
