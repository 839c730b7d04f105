"""`bench pick`: what a pick costs, and what following moved vertices and cuts costs, at both levels of detail.

Called by `game.devtools bench`. The reference is a plain numpy test of every triangle, in the same run; the goal is in
milliseconds, the ratio says how much of the work the tree saves.
"""

from __future__ import annotations

import json
import statistics
import sys
import time
from collections.abc import Callable, Iterator, Sequence
from functools import partial
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray

from game.core.cuts import Cut
from game.engine.brain_assets import AssetError, load_brain
from game.engine.brain_geometry import MeshPart
from game.engine.brain_material import COLUMNS
from game.engine.brain_node import BrainNode, PreparedBrain, prepare
from game.engine.brain_shape import BrainShape
from game.engine.cut_faces import CutFaces
from game.engine.orbit import View, place
from game.engine.picking import GHOST, OPAQUE, RegionPicker
from game.services.paths import assets_dir

PICK_GOAL_MS = 0.1  # median at the fine level
FRAME_GOAL_MS = 50.0  # following moved vertices at the coarse level
_RAYS, _PLAIN_RAYS, _REFITS = 1000, 12, 9
_CENTRE = (0.0, -18.0, 4.0)
_SHELL = ("cortex-L", "cortex-R", "cerebellum")


def run(argv: Sequence[str], root: Path) -> int:
    """Measure and print (`--json`: one object). 0 when every goal is met, 1 when one is not, 2 without meshes."""
    try:
        figures = measure()
    except AssetError as error:
        print(error, file=sys.stderr)
        return 2
    if "--json" in argv:
        print(json.dumps({"figures": figures}))
    else:
        for one in figures:
            goal = f", goal {one['goal']}" if one["goal"] is not None else ""
            print(f"{one['name']}: {one['value']:.4g} {one['unit']} (plain {one['reference']:.4g}{goal})")
    missed = [one for one in figures if one["goal"] is not None and one["value"] > one["goal"]]
    return 1 if missed else 0


def measure() -> list[dict[str, Any]]:
    """One row a figure: name, value, unit, reference, ratio, goal, spread (5th and 95th percentile)."""
    figures = []
    for level in ("coarse", "fine"):
        prepared = prepare(load_brain(assets_dir() / "brain", level))
        plain = _samples(_plain(prepared), list(_rays(_PLAIN_RAYS)))
        for name, shell in (("surface", OPAQUE), ("glass", GHOST)):
            looks = np.full(COLUMNS, OPAQUE, np.uint8)
            for part in prepared.parts:
                if part.name in _SHELL:
                    looks[part.columns] = shell
            pick = _picking(prepared.picker, looks)
            goal = PICK_GOAL_MS if level == "fine" else None
            figures.append(_figure(f"pick {level} {name}", _samples(pick, list(_rays(_RAYS))), plain, goal))
        goal = PICK_GOAL_MS if level == "fine" else None
        for name, brain in _opened(prepared):
            act = partial(brain.picker.pick, appearance=brain.looks, drawn=brain.drawn(), cuts=brain.cuts)
            figures.append(_figure(f"pick {level} {name}", _samples(act, list(_rays(_RAYS))), plain, goal))
        goal = FRAME_GOAL_MS if level == "coarse" else None
        figures.append(_figure(f"follow {level}", _follow(prepared), plain, goal))
        figures.append(_figure(f"cut {level}", _cut(prepared), plain, goal))
    return figures


def _opened(prepared: PreparedBrain) -> Iterator[tuple[str, BrainNode]]:
    """A brain that is solid inside, cut, and then taken apart."""
    brain = BrainNode(prepared, "vertex")
    brain.make_solid()
    for name, shape, cuts in (
        ("cut", BrainShape(), (Cut(2, 5.0, 1),)),
        ("apart", BrainShape(explode=0.6), ()),
    ):
        brain.set_shape(shape)
        brain.set_cuts(cuts)
        brain.picker.refresh()
        yield name, brain


def _figure(name: str, samples: list[float], plain: list[float], goal: float | None) -> dict[str, Any]:
    value, reference = statistics.median(samples), statistics.median(plain)
    spread = [float(np.percentile(samples, share)) for share in (5, 95)]
    return {
        "name": name, "value": value, "unit": "ms", "reference": reference, "ratio": value / reference,
        "goal": goal, "spread": spread,
    }  # fmt: skip


def _rays(count: int) -> list[tuple[NDArray[np.float64], NDArray[np.float64]]]:
    rng, rays = np.random.default_rng(20), []
    for _ in range(count):
        start = np.array(place(View(rng.uniform(-180, 180), rng.uniform(-60, 60), 410.0, _CENTRE)))
        aim = rng.uniform(-60, 60, 3) + _CENTRE
        rays.append((start, start + (aim - start) * 3.0))
    return rays


def _samples(act: Callable[..., object], calls: list[Any]) -> list[float]:
    taken = []
    for arguments in calls:
        before = time.perf_counter()
        act(*arguments)
        taken.append(1000 * (time.perf_counter() - before))
    return taken


def _picking(picker: RegionPicker, looks: NDArray[np.uint8]) -> Callable[..., object]:
    return lambda start, end: picker.pick(start, end, looks)


def _follow(prepared: PreparedBrain) -> list[float]:
    """Milliseconds until the picker has followed every vertex to another place."""
    picker = prepared.picker.copy()
    moved = {part.name: _half_inflated(part) for part in prepared.parts}

    def follow() -> None:
        picker.move(moved)
        picker.refresh()

    return _samples(follow, [()] * _REFITS)


def _cut(prepared: PreparedBrain) -> list[float]:
    """Milliseconds until a plane that moved has cut the brain and closed it with a face, ready to be drawn."""
    brain = BrainNode(prepared, "vertex")
    faces = CutFaces(brain)
    faces.prepare()

    def cut(millimetre: float) -> None:
        brain.set_cuts((Cut(2, millimetre, 1),))
        faces.update()

    return _samples(cut, [(float(millimetre),) for millimetre in range(-20, 40, 3)])


def _half_inflated(part: MeshPart) -> NDArray[np.float32]:
    return (part.vertices + part.rows["inflated"]) * np.float32(0.5)


def _plain(prepared: PreparedBrain) -> Callable[..., object]:
    """Every triangle against one ray: the least one can do without a tree."""
    corners = [
        np.concatenate([part.vertices[part.triangles[:, k]] for part in prepared.parts]) for k in range(3)
    ]

    def test(start: NDArray[np.float64], end: NDArray[np.float64]) -> bool:
        ray = (end - start).astype(np.float32)
        a, b, c = (corner - start.astype(np.float32) for corner in corners)
        volumes = [np.cross(p, q) @ ray for p, q in ((b, c), (c, a), (a, b))]
        return bool(np.all([volume <= 0 for volume in volumes], axis=0).any())

    return test
