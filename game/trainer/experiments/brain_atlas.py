"""Experiment: learn which region of the brain a point in MNI space belongs to.

Classes are the Destrieux parcels of both hemispheres and the deep structures. Held out are whole surface
patches, so that a held-out point has no training point beside it; near borders is counted apart, since
the middle of a region is easy. Who calls it: `catalogue`. TensorFlow is imported only when the network is
built.
"""

from __future__ import annotations

from pathlib import Path
from typing import Any

import numpy as np

from game.trainer.experiments.task import Task, TaskError

POINTS_FILE = "brain/points.npz"
HELD_OUT_SHARE = 0.1  # of the patches
BORDER_MM = 3.0
LEARNING_RATE = 1.2e-4  # small on purpose: one sees the anatomy come out of noise for a minute or two
GLOBAL_BATCH = 3072
STEPS = 1500
WIDTH, DEPTH, DIRECTIONS = 256, 3, 128
WAVELENGTHS_MM = (240.0, 120.0, 60.0)


def load(assets: Path, seed: int) -> Task:
    """The task from `assets`/brain/points.npz. The seed chooses the held-out patches. Raises TaskError."""
    data = _read(assets / POINTS_FILE)
    points = data["positions"].astype(np.float32) * data["scale"].astype(np.float32)
    classes, names, regions = _classes(data)
    held = _held_out(data["patch"], seed)
    labelled = classes >= 0
    train, test = labelled & ~held, labelled & held
    place = np.full(len(points), -2, np.int64)
    place[train] = np.arange(int(train.sum()))
    place[test] = -1
    shown = data["paint_coarse"].astype(np.int64)
    asked, vertices = np.unique(shown, return_inverse=True)
    return Task(
        classes=names,
        class_regions=regions,
        train_points=points[train],
        train_classes=classes[train],
        held_points=points[test],
        held_classes=classes[test],
        held_border=_border(points, classes, test)[test],
        paint_points=points[asked],
        paint_vertices=vertices,
        paint_train=place[shown],
        build_network=lambda policy: _network(policy, len(names)),
        learning_rate=LEARNING_RATE,
        global_batch=GLOBAL_BATCH,
        steps=STEPS,
    )


def _read(file: Path) -> dict[str, np.ndarray]:
    try:
        with np.load(file, allow_pickle=False) as archive:
            return {name: archive[name] for name in archive.files}
    except (OSError, ValueError) as error:
        raise TaskError(
            "The points of the brain cannot be read.",
            f"Check the file {file}, or make it again with: python -m game.devtools bake",
        ) from error


def _classes(data: dict[str, np.ndarray]) -> tuple[np.ndarray, tuple[str, ...], tuple[str, ...]]:
    """int32 (N,) class of each point (-1: none), class names, and the region most points of each class lie in."""
    parcel, region, deep = data["destrieux"], data["region"], data["kind"] == 2
    keys = np.where(deep, parcel.max() + 1 + region.astype(np.int64), parcel.astype(np.int64))
    keys[~deep & (parcel == 0)] = -1
    used = np.unique(keys[keys >= 0])
    classes = np.where(keys >= 0, np.searchsorted(used, keys), -1).astype(np.int32)
    names, regions = [], []
    for index, key in enumerate(used):
        main = np.bincount(region[classes == index]).argmax()
        regions.append(str(data["region_names"][main]))
        deep_class = key > parcel.max()
        names.append(regions[-1] if deep_class else str(data["destrieux_names"][key]))
    return classes, tuple(names), tuple(regions)


def _held_out(patch: np.ndarray, seed: int) -> np.ndarray:
    """bool (N,): the points of the patches that nobody trains on."""
    patches = np.unique(patch)
    chosen = np.random.default_rng(seed + 1).permutation(patches)[
        : max(1, int(len(patches) * HELD_OUT_SHARE))
    ]
    return np.isin(patch, chosen)


def _border(points: np.ndarray, classes: np.ndarray, asked: np.ndarray) -> np.ndarray:
    """bool (N,): a labelled point of another class lies within BORDER_MM; looked at where `asked`, bool (N,)."""
    cells = np.floor((points - points.min(0)) / BORDER_MM).astype(np.int64) + 1
    shape = cells.max(0) + 2
    flat = (cells[:, 0] * shape[1] + cells[:, 1]) * shape[2] + cells[:, 2]
    order = np.argsort(flat, kind="stable")
    ordered = flat[order]
    known = ~asked
    for dx in (-1, 0, 1):
        for dy in (-1, 0, 1):
            for dz in (-1, 0, 1):
                cell = flat + (dx * shape[1] + dy) * shape[2] + dz
                begin, end = np.searchsorted(ordered, cell), np.searchsorted(ordered, cell, "right")
                known |= _differs(points, classes, order, begin, end, known)
    return known & asked


def _differs(
    points: np.ndarray,
    classes: np.ndarray,
    order: np.ndarray,
    begin: np.ndarray,
    end: np.ndarray,
    known: np.ndarray,
) -> np.ndarray:
    """bool (N,): a point of another class within BORDER_MM among order[begin:end] of each point's cell."""
    found = np.zeros(len(points), bool)
    for offset in range(int((end - begin).max(initial=0))):
        asked = np.flatnonzero((begin + offset < end) & ~known & ~found & (classes >= 0))
        other = order[begin[asked] + offset]
        differs = (classes[other] >= 0) & (classes[other] != classes[asked])
        close = ((points[other] - points[asked]) ** 2).sum(1) <= BORDER_MM**2
        found[asked[differs & close]] = True
    return found


def _network(policy: str, classes: int) -> Any:
    from game.trainer.experiments import fourier

    return fourier.network(policy, classes, WIDTH, DEPTH, WAVELENGTHS_MM, DIRECTIONS)
