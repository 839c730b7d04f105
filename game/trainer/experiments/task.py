"""What an experiment hands to the loop: points, labels, held-out points, a network to build, a mesh to
paint.

Who calls it: each experiment returns a `Task`; `runner` and `sweep` use it. What it must not know:
strategies, processes, the window.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

import numpy as np


class TaskError(Exception):
    """The experiment cannot be set up; `hint` says what to do about it."""

    def __init__(self, message: str, hint: str) -> None:
        super().__init__(message)
        self.hint = hint


@dataclass(frozen=True)
class Task:
    """One supervised task on points in space."""

    classes: tuple[str, ...]  # class index -> label name
    class_regions: tuple[str, ...]  # class index -> region id
    train_points: np.ndarray  # float32 (N, 3), mm
    train_classes: np.ndarray  # int32 (N,)
    held_points: np.ndarray  # float32 (H, 3), whole surface patches
    held_classes: np.ndarray  # int32 (H,)
    held_border: np.ndarray  # bool (H,): within 3 mm of another class
    paint_points: np.ndarray  # float32 (P, 3): what is asked in order to paint the mesh
    paint_vertices: np.ndarray  # int64 (V,): for each vertex of the mesh, which of those points it shows
    paint_train: np.ndarray  # int64 (V,): index of the training point shown there, -1 held out, -2 neither
    build_network: Callable[[str], Any]  # Keras policy name -> keras.Model from (b, 3) to (b, classes)
    learning_rate: float
    global_batch: int
    steps: int
