"""Which triangles of the closed brain can be seen from where: the potentially visible set of each direction.

A software renderer pays for every triangle, and two thirds of them lie behind the brain itself. `python -m
game.devtools.bake` finds the sets; prepared brains read them, after the first picture, and brain_layers.py draws by
them. It knows neither nodes nor states: whoever asks knows that the brain is whole, closed and not morphed.
"""

from __future__ import annotations

import zipfile
import zlib
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path

import numpy as np
from numpy.typing import NDArray

from game.engine.brain_assets import RESTORE, AssetError
from game.engine.brain_geometry import MeshPart

CENTRE = (0.0, -18.0, 4.0)  # MNI mm: the middle of the closed brain
NEAREST = 150.0  # mm from it: nearer than this an eye sees into what the sets leave out
FILE, LEVEL = "visible.npz", "coarse"  # the level of detail that is drawn where triangles are dear


@dataclass(frozen=True)
class VisibleSets:
    """directions (C, 3) from CENTRE; seen: (C, bytes), a bit for each of a part's `seen_when_closed` triangles."""

    directions: NDArray[np.float32]
    seen: Mapping[str, NDArray[np.uint8]]

    def cell(self, eye: Sequence[float]) -> int | None:
        """Which set holds all that an eye (MNI mm) can see; None where there is none: too near."""
        away = np.subtract(eye, CENTRE)
        if float(away @ away) < NEAREST * NEAREST:
            return None
        return int(np.argmax(self.directions @ away))

    def triangles(self, part: MeshPart, label_set: str, cell: int) -> NDArray[np.uint32]:
        """The triangles (S, 3) of a set, as the part is drawn when a label set gives the colours. KeyError for a part
        that has no sets."""
        closed = seen_when_closed(part)
        seen = np.unpackbits(self.seen[part.name][cell], count=len(closed)).view(bool)
        if label_set in part.splits:
            split = part.splits[label_set]
            return split.triangles[seen[split.parents]]
        return closed[seen]


def seen_when_closed(part: MeshPart) -> NDArray[np.uint32]:
    """The triangles of a part that are drawn while the brain is closed, wherever one looks from."""
    return part.triangles if part.outside is None else part.outside


def load_visible(folder: Path, parts: Sequence[MeshPart]) -> VisibleSets:
    """Read the sets of these parts. Raises AssetError when the file is missing, damaged, or of another brain."""
    file = folder / FILE
    try:
        with file.open("rb") as stream, np.load(stream, allow_pickle=False) as archive:
            arrays = {name: archive[name] for name in archive.files}
        sets = VisibleSets(arrays.pop("directions"), arrays)
        _check(sets, parts)
    except FileNotFoundError as error:
        raise AssetError(file, f"not found in {folder}", RESTORE) from error
    except (OSError, KeyError, ValueError, EOFError, zipfile.BadZipFile, zlib.error) as error:
        raise AssetError(file, f"cannot be read ({error})", RESTORE) from error
    return sets


def _check(sets: VisibleSets, parts: Sequence[MeshPart]) -> None:
    """ValueError unless the sets are those of these parts."""
    if sets.directions.ndim != 2 or sets.directions.shape[1] != 3:
        raise ValueError("its directions are no table of three columns")
    known = {part.name: -(-len(seen_when_closed(part)) // 8) for part in parts}
    for name, bits in sets.seen.items():
        if bits.dtype != np.uint8 or bits.shape != (len(sets.directions), known.get(name)):
            raise ValueError(f"it does not belong to this brain's {name}")
