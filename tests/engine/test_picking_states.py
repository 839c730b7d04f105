"""2,000 random rays over views, cuts, morph stages, displaced regions and ghosts: picks are what is drawn."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
import pytest

from game.core.cuts import Cut
from game.engine.brain_assets import load_brain
from game.engine.brain_geometry import RegionColumns, mesh_parts
from game.engine.brain_material import COLUMNS
from game.engine.orbit import View, place
from game.engine.picking import GHOST, HIDDEN, OPAQUE, PickMesh, RegionPicker
from game.services.paths import assets_dir
from tests.engine.brute_force import Reference

RAYS = 250
SHELL = ("cortex-L", "cortex-R", "cerebellum")
OUTER = (*SHELL, "brainstem")
EVERYTHING = (*OUTER, "deep")
AXIAL, CORONAL, SAGITTAL = Cut(2, 12.0, 1), Cut(1, -30.0, -1), Cut(0, -3.0, 1)


@dataclass(frozen=True)
class State:
    """One picture. morph: 0 pial, 1 white, 2 inflated; ghosts: part names, or how many regions; hidden: how many."""

    morph: float = 0.0
    explode: float = 0.0
    drawn: tuple[str, ...] = OUTER
    ghosts: tuple[str, ...] | int = ()
    hidden: int = 0
    cuts: tuple[Cut, ...] = ()


STATES = {
    "tissue": State(),
    "white matter surface, half hidden": State(morph=1.0, hidden=60),
    "half inflated, one side": State(morph=1.6, drawn=("cortex-L",)),
    "inflated with ghosts": State(morph=2.0, drawn=("cortex-L", "cortex-R"), ghosts=30, hidden=10),
    "exploded": State(explode=1.0, drawn=EVERYTHING, hidden=20),
    "glass, cut axially": State(drawn=EVERYTHING, ghosts=SHELL, cuts=(AXIAL,)),
    "two cuts": State(drawn=EVERYTHING, cuts=(CORONAL, SAGITTAL)),
    "slab of a half exploded, half ghosted brain": State(
        morph=0.4, explode=0.5, drawn=EVERYTHING, ghosts=60, cuts=(Cut(2, 20.0, 1), Cut(2, -6.0, -1))
    ),
}


@pytest.fixture(scope="module")
def brain():
    """Parts, and the picker that each state copies."""
    assets = load_brain(assets_dir() / "brain", "coarse")
    columns = RegionColumns(assets.region_ids())
    parts = mesh_parts(assets, columns)
    meshes = [
        PickMesh(p.name, p.vertices, p.triangles, p.triangle_columns, p.rows["inflated"]) for p in parts
    ]
    return parts, meshes, RegionPicker(meshes)


def places_of(parts, state: State):
    """Where the vertices are drawn: between the surfaces, and moved with their region."""
    surfaces = ("vertex", "white", "inflated")
    low = min(int(state.morph), 1)
    share = np.float32(state.morph - low)
    push = np.random.default_rng(7).normal(scale=25.0, size=(COLUMNS, 3)).astype(np.float32)
    push[0] = 0
    places = {}
    for part in parts:
        one, other = (part.rows[surfaces[low + step]] for step in (0, 1))
        moved = one + share * (other - one) if state.morph else part.vertices
        places[part.name] = moved + np.float32(state.explode) * push[part.rows["region"].astype(int)]
    return places


def looks_of(meshes, state: State, rng) -> np.ndarray:
    """HIDDEN, GHOST or OPAQUE for each column."""
    looks = np.full(COLUMNS, OPAQUE, np.uint8)
    known = np.arange(1, 1 + max(int(mesh.columns.max()) for mesh in meshes))
    if isinstance(state.ghosts, int):
        looks[rng.choice(known, state.ghosts, replace=False)] = GHOST
    else:
        for mesh in meshes:
            if mesh.name in state.ghosts:
                looks[np.unique(mesh.columns)] = GHOST
    looks[rng.choice(known, state.hidden, replace=False)] = HIDDEN
    return looks


@pytest.mark.slow
@pytest.mark.parametrize("name", STATES)
def test_random_rays_agree_with_brute_force(brain, name):
    parts, meshes, still = brain
    state, rng = STATES[name], np.random.default_rng(list(STATES).index(name))
    places, looks = places_of(parts, state), looks_of(meshes, state, rng)
    picker = still.copy()
    picker.move(places)
    drawn = [mesh for mesh in meshes if mesh.name in state.drawn]
    cuts = [(cut.axis, cut.millimetre, cut.sign) for cut in state.cuts]
    reference = Reference(drawn, looks, cuts, places)
    targets = np.concatenate([places[part] for part in state.drawn])
    hits, wrong = 0, []
    for _ in range(RAYS):
        start = np.array(place(View(rng.uniform(-180, 180), rng.uniform(-80, 80), 450.0, (0, -18, 4))))
        aim = targets[rng.integers(len(targets))] + rng.normal(scale=4.0, size=3)
        end = start + (aim - start) * 3.0
        expected = reference.pick(start, end)
        found = picker.pick(start, end, looks, state.drawn, state.cuts)
        hits += expected is not None
        if (found.column if found else None) != (expected[0] if expected else None):
            wrong.append((found, expected))
    assert hits > RAYS // 3
    assert wrong == []


def test_a_copy_that_moves_leaves_the_original_where_it_is(brain):
    parts, _, still = brain
    looks = np.full(COLUMNS, OPAQUE, np.uint8)
    ray = (-400.0, -18.0, 40.0), (400.0, -18.0, 40.0)
    before = still.pick(*ray, looks)
    twin = still.copy()
    twin.move({part.name: part.vertices + np.float32(500.0) for part in parts})
    assert twin.pick(*ray, looks) is None
    assert still.pick(*ray, looks) == before and before is not None


def test_a_part_that_is_added_is_picked_and_a_dropped_one_is_not(brain):
    _, _, still = brain
    looks = np.full(COLUMNS, OPAQUE, np.uint8)
    wall = np.array([(-200, -90, -50), (-200, -90, 90), (-200, 90, 0)], np.float32)
    picker = still.copy()
    picker.set_part(PickMesh("wall", wall, np.array([[0, 1, 2]], np.uint32), np.array([9])))
    ray = (-400.0, -18.0, 20.0), (400.0, -18.0, 20.0)
    hit = picker.pick(*ray, looks)
    assert hit is not None and (hit.part, hit.column) == ("wall", 9)
    assert picker.pick(*ray, looks, OUTER).part != "wall"
    picker.drop_part("wall")
    assert picker.pick(*ray, looks).part != "wall"


def test_a_cap_is_not_cut_by_its_own_plane_but_by_the_others(brain):
    _, _, still = brain
    looks = np.full(COLUMNS, OPAQUE, np.uint8)
    cap = np.array([(-300, -300, 12.05), (300, -300, 12.05), (0, 300, 12.05)], np.float32)
    picker = still.copy()
    picker.set_part(PickMesh("cap", cap, np.array([[0, 1, 2]], np.uint32), np.array([5]), uncut=2))
    ray = (20.0, -20.0, 300.0), (20.0, -20.0, -300.0)
    hit = picker.pick(*ray, looks, cuts=(AXIAL,))
    assert hit is not None and hit.part == "cap"
    other = picker.pick(*ray, looks, cuts=(AXIAL, Cut(0, 10.0, 1)))
    assert other is None or other.part != "cap"
