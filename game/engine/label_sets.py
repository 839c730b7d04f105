"""The label sets of the cortex on its mesh: which labels touch, in which lobe each lies, and which overlap.

brain_palettes.py and the explorer ask. It knows labels and surfaces; no colours and no nodes.
"""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from game.engine.brain_assets import PACKED_SETS, BrainAssets

__all__ = ["PACKED_SETS", "LabelSets"]
Pairs = frozenset[tuple[int, int]]


class LabelSets:
    """See the module text. Answers are worked out when first asked for."""

    def __init__(self, assets: BrainAssets) -> None:
        self.assets = assets
        self._lobes: dict[str, tuple[str, ...]] = {}

    def names(self, label_set: str) -> tuple[str, ...]:
        """The names of a set's labels; "" at 0."""
        return self.assets.label_names[label_set]

    def touching(self, label_set: str) -> Pairs:
        """Pairs (smaller, larger) of labels that share a border in either hemisphere; "none" left out."""
        return self.assets.touching[label_set]

    def lobes(self, label_set: str) -> tuple[str, ...]:
        """The lobe in which most of each label's vertices lie; "" for label 0 and for labels without vertices."""
        if label_set not in self._lobes:
            names = self.names("lobes")
            votes = self._votes(label_set, "lobes")
            votes[:, 0] = 0
            found = [names[row.argmax()] if row.any() else "" for row in votes]
            self._lobes[label_set] = ("", *found[1:])
        return self._lobes[label_set]

    def overlaps(self, label_set: str, least: float = 0.12) -> dict[str, tuple[int, ...]]:
        """For each Desikan-Killiany name the labels of a set that cover at least that share of it, largest first."""
        dk = self.names("dk")
        votes = self._votes("dk", label_set)
        shares = votes / np.maximum(votes.sum(axis=1, keepdims=True), 1)
        order = np.argsort(-shares, axis=1, kind="stable")
        return {
            dk[row]: tuple(int(n) for n in order[row] if n and shares[row, n] >= least)
            for row in range(1, len(dk))
        }

    def _votes(self, first: str, second: str) -> NDArray[np.int64]:
        """How many vertices carry each pair of labels of two sets."""
        shape = (len(self.names(first)), len(self.names(second)))
        pairs = [
            hemisphere.labels[first].astype(np.int64) * shape[1] + hemisphere.labels[second]
            for hemisphere in self.assets.hemispheres
        ]
        return np.bincount(np.concatenate(pairs), minlength=shape[0] * shape[1]).reshape(shape)
