"""Where the checkpoint of a run lies, without loading TensorFlow.

Who calls it: `supervisor` (small process) and `checkpoints`. What it must not know: what is in the arrays.
"""

from __future__ import annotations

import zipfile
from pathlib import Path

import numpy as np

LATEST = "latest.npz"


def forget(folder: Path) -> None:
    """A fresh run must not be continued from an older run's checkpoint."""
    (folder / LATEST).unlink(missing_ok=True)


def step(folder: Path) -> int | None:
    """The step of the checkpoint in this folder, None if there is none that can be read."""
    try:
        with np.load(folder / LATEST, allow_pickle=False) as data:
            return int(data["step"])
    except (OSError, KeyError, ValueError, zipfile.BadZipFile):
        return None
