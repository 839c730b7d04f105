"""Saving and restoring a run: weights, optimizer, loss scale and step in one file that is whole or not
there.

Who calls it: `runner`. Replica 0 saves; every replica restores from the same file. All replicas hold the
same numbers, so one copy is enough. The batches of step n are found from n alone, so a run that goes on
from a checkpoint takes the very same steps. What it must not know: processes, the protocol.
"""

from __future__ import annotations

import os
from dataclasses import asdict
from pathlib import Path
from typing import Any

import keras
import numpy as np

from game.trainer.checkpoint_files import LATEST
from game.trainer.precision import LossScale


def save(folder: Path, step: int, variables: list[keras.Variable], scale: LossScale, seed: int) -> Path:
    """Write the checkpoint of this step over the one before; returns its path. Raises OSError."""
    folder.mkdir(parents=True, exist_ok=True)
    final, growing = folder / LATEST, folder / f"growing-{os.getpid()}.npz"
    arrays: dict[str, Any] = {f"variable_{n:03d}": each.numpy() for n, each in enumerate(variables)}
    arrays |= {f"scale_{name}": np.asarray(value) for name, value in asdict(scale).items()}
    with open(growing, "wb") as handle:
        np.savez(handle, step=np.asarray(step), seed=np.asarray(seed), **arrays)
        handle.flush()
        os.fsync(handle.fileno())
    os.replace(growing, final)
    return final


def restore(folder: Path, variables: list[keras.Variable], scale: LossScale) -> int | None:
    """Put the last checkpoint back in place; returns its step, or None if there is none.

    Raises ValueError when the file belongs to another network.
    """
    file = folder / LATEST
    if not file.exists():
        return None
    with np.load(file, allow_pickle=False) as data:
        arrays = [data[name] for name in sorted(data.files) if name.startswith("variable_")]
        if [array.shape for array in arrays] != [tuple(variable.shape) for variable in variables]:
            raise ValueError(f"{file} holds the weights of another network")
        for variable, array in zip(variables, arrays, strict=True):
            variable.assign(array)
        for name in asdict(scale):
            setattr(scale, name, type(getattr(scale, name))(data[f"scale_{name}"]))
        return int(data["step"])
