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
    choice = _Choice(families, pairs, target)
    for step in (choice.sweep, choice.give_way):
        for _ in range(_SWEEPS):
            before = dict(choice.taken)
            step()
            if choice.taken == before:
                break
    return np.array([families[label][choice.taken[label]] for label in range(len(families))])


class _Choice:
    """Which shade each label has taken."""

    def __init__(self, families: Sequence[Floats], pairs: Iterable[tuple[int, int]], target: float) -> None:
        self._families, self._target = families, target
        self._near: list[set[int]] = [set() for _ in families]
        for a, b in pairs:
            self._near[a].add(b)
            self._near[b].add(a)
        self._looks = {id(family): seen(on_cortex(family)) for family in families}
        self._gaps: dict[tuple[int, int, int], Floats] = {}
        self._best: dict[tuple[int, tuple[tuple[int, int], ...]], tuple[int, bool]] = {}
        self.taken: dict[int, int] = {}
        self.order = sorted(range(len(families)), key=lambda label: (-len(self._near[label]), label))

    def best(self, label: int, without: int = -1) -> tuple[int, bool]:
        """The first of a label's shades that is far enough from its neighbours' (but one), and whether it is.

        Where none is, the one that is farthest.
        """
        taken = self.taken
        others = tuple((one, taken[one]) for one in self._near[label] if one in taken and one != without)
        if not others:
            return 0, True
        known = self._best.get((label, others))
        if known is None:
            known = self._best[label, others] = self._among(label, [one for one, _ in others])
        return known

    def _among(self, label: int, others: Sequence[int]) -> tuple[int, bool]:
        least = self._gaps_to(label, others[0])
        for other in others[1:]:
            least = np.minimum(least, self._gaps_to(label, other))
        first = int((least >= self._target).argmax())
        return (first, True) if least[first] >= self._target else (int(least.argmax()), False)

    def sweep(self) -> None:
        """Let every label take its best shade, those with most neighbours first."""
        for label in self.order:
            self.taken[label] = self.best(label)[0]

    def give_way(self) -> None:
        """Let a neighbour change its shade, where a label then takes a better one and neither has a worse than now."""
        for label in sorted(self.order, key=lambda one: -self.taken[one]):
            for other in sorted(self._near[label]):
                before = self.taken[label], self.taken[other]
                wished, apart = self.best(label, without=other)
                if not apart or wished >= before[0]:
                    continue
                self.taken[label] = wished
                given, apart = self.best(other)
                if apart and max(wished, given) < max(before):
                    self.taken[other] = given
                    break
                self.taken[label] = before[0]

    def _gaps_to(self, label: int, other: int) -> Floats:
        """Distances from each shade of a label to the shade that the other one has taken."""
        key = (id(self._families[label]), id(self._families[other]), self.taken[other])
        if key not in self._gaps:
            apart = self._looks[key[0]] - self._looks[key[1]][:, key[2], None]
            self._gaps[key] = 100.0 * np.sqrt((apart * apart).sum(axis=-1).min(axis=0))
        return self._gaps[key]
