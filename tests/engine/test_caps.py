"""Caps: the faces a plane leaves are the sections of what it cuts, labelled by what lies there, and can be picked."""

from __future__ import annotations

import numpy as np
import pytest

from game.core.cuts import Cut
from game.engine.brain_assets import load_brain
from game.engine.brain_node import BrainNode, prepare
from game.engine.brain_shape import BrainShape
from game.engine.caps import Ribbon, Solids, cap, filling, rising
from game.engine.cut_faces import CutFaces
from game.engine.picking import OPAQUE
from game.services.paths import assets_dir

CUTS = [Cut(2, 12.0, 1), Cut(1, -31.0, -1), Cut(0, -24.0, 1)]


@pytest.fixture(scope="module")
def prepared():
    return prepare(load_brain(assets_dir() / "brain", "coarse"))


def area(mesh, chosen=None) -> float:
    corners = mesh.vertices.reshape(-1, 3, 3).astype(float)
    size = np.linalg.norm(np.cross(corners[:, 1] - corners[:, 0], corners[:, 2] - corners[:, 0]), axis=1) / 2
    return float(size[chosen].sum() if chosen is not None else size.sum())


def box(low: float, high: float, column: int, layer: int = 2) -> Solids:
    ends = np.array([(low, high)] * 3, np.float32)
    corners = np.array([(x, y, z) for x in ends[0] for y in ends[1] for z in ends[2]], np.float32)
    quads = [(0, 1, 3, 2), (4, 6, 7, 5), (0, 4, 5, 1), (2, 3, 7, 6), (0, 2, 6, 4), (1, 5, 7, 3)]
    triangles = np.array([t for a, b, c, d in quads for t in ((a, b, c), (a, c, d))], np.uint32)
    return Solids(corners, triangles, np.full(12, column), np.full(12, layer))


@pytest.mark.parametrize("axis", range(3))
@pytest.mark.parametrize("sign", [1, -1])
def test_a_cut_box_leaves_a_square_that_faces_what_was_taken(axis, sign):
    mesh = cap(Cut(axis, 3.0, sign), [], [box(-10, 10, 7), box(-2, 5, 8, layer=3)])
    assert area(mesh, mesh.columns == 7) == pytest.approx(400)
    assert area(mesh, mesh.columns == 8) == pytest.approx(49)
    corners = mesh.vertices.reshape(-1, 3, 3)
    facing = np.cross(corners[:, 1] - corners[:, 0], corners[:, 2] - corners[:, 0])[:, axis]
    assert (facing * sign > 0).all()
    assert np.abs(mesh.vertices[:, axis] - 3.0).max() < 0.01
    assert list(mesh.columns) == sorted(mesh.columns)  # the inner box is drawn last


def test_a_plane_beside_everything_leaves_nothing():
    assert len(cap(Cut(2, 50.0, 1), [], [box(-10, 10, 7)]).columns) == 0
    assert len(cap(Cut(2, 50.0, 1), [], []).columns) == 0


@pytest.mark.parametrize("cut", CUTS, ids=str)
def test_the_cortical_ribbon_fills_the_space_between_its_surfaces(prepared, cut):
    part = next(p for p in prepared.parts if p.name == "cortex-L")
    triangles = rising(part.vertices, part.triangles)

    def section(surface) -> float:
        flat = Ribbon(surface, surface, triangles, part.triangle_columns)
        return area(cap(cut, [], [filling(flat)]))

    ribbon = Ribbon(part.vertices, part.rows["white"], triangles, part.triangle_columns)
    mesh = cap(cut, [ribbon], [])
    between = section(part.vertices) - section(part.rows["white"])
    assert between > 200
    assert area(mesh) == pytest.approx(between, rel=0.04)
    assert (mesh.columns == part.triangle_columns[mesh.sources]).all()


def inside(solids_of, point, axis) -> set[int]:
    """Columns of the bodies that hold a point: a ray along the axis crosses their surface an odd number of times."""
    found = set()
    pair = [k for k in range(3) if k != axis]
    for column, corners in solids_of.items():
        flat = corners[:, :, pair] - point[pair]
        a, b, c = flat[:, 0], flat[:, 1], flat[:, 2]
        d = [p[:, 0] * q[:, 1] - p[:, 1] * q[:, 0] for p, q in ((a, b), (b, c), (c, a))]
        total = d[0] + d[1] + d[2]
        hit = ((d[0] >= 0) & (d[1] >= 0) & (d[2] >= 0)) | ((d[0] <= 0) & (d[1] <= 0) & (d[2] <= 0))
        hit &= np.abs(total) > 1e-9
        weights = np.stack([d[1], d[2], d[0]], 1)[hit] / total[hit, None]
        heights = (weights * corners[hit][:, :, axis]).sum(1)
        if (heights > point[axis]).sum() % 2:
            found.add(column)
    return found


@pytest.mark.slow
@pytest.mark.parametrize("cut", CUTS, ids=str)
def test_a_pick_on_a_cut_face_is_the_structure_that_lies_there(stage, prepared, cut):
    brain = BrainNode(prepared, "vertex")
    faces = CutFaces(brain)
    brain.set_cuts((cut,))
    assert faces.update() and not faces.update()
    bodies = {}
    for part in prepared.parts:
        if not part.name.startswith("cortex"):
            for column in part.columns:
                bodies[int(column)] = part.vertices[part.triangles[part.triangle_columns == column]].astype(
                    float
                )
    rng, right, wrong = np.random.default_rng(5), 0, []
    for _ in range(300):
        point = rng.uniform((-40, -85, -45), (40, 30, 30))
        point[cut.axis] = cut.millimetre
        expected = inside(bodies, point, cut.axis)
        if not expected:
            continue
        away = np.zeros(3)
        away[cut.axis] = 300.0 * cut.sign
        hit = brain.picker.pick(point + away, point - away, brain.looks, brain.drawn(), brain.cuts)
        if hit is not None and hit.part == "cap-0" and hit.column in expected:
            right += 1
        else:
            wrong.append((point, expected, hit))
    brain.remove()
    assert right > 20
    assert len(wrong) <= 0.01 * right, wrong  # rows of the filling are 0.1 mm


def test_hidden_regions_have_no_face_and_a_moved_plane_makes_new_ones(stage, prepared):
    brain = BrainNode(prepared, "vertex")
    faces = CutFaces(brain)
    brain.set_cuts((Cut(2, 5.0, 1),))
    faces.update()
    ray = (-26.0, 0.0, 300.0), (-26.0, 0.0, -300.0)

    def column() -> int | None:
        hit = brain.picker.pick(*ray, brain.looks, brain.drawn(), brain.cuts)
        return None if hit is None or hit.part != "cap-0" else hit.column

    assert column() == brain.columns.column("Left-Putamen")
    brain.set_hidden(["Left-Putamen"])
    assert faces.update() and column() == 0
    brain.set_cuts((Cut(2, 60.0, 1),))
    assert faces.update() and column() != brain.columns.column("Left-Putamen")
    brain.set_shape(BrainShape(morph=2.0))
    assert faces.update() and column() is None
    brain.set_shape(BrainShape())
    brain.set_cuts(())
    assert faces.update() and column() is None
    assert brain.looks[1] == OPAQUE
    brain.remove()


def test_what_is_cut_away_is_not_drawn_and_the_face_is(stage, prepared):
    from game.engine.cameras import OrbitRig
    from game.engine.orbit import Orbit, View
    from game.engine.projection import Rect

    brain = BrainNode(prepared, "vertex")
    brain.root.reparent_to(stage.world)
    faces = CutFaces(brain)
    OrbitRig(stage.camera, Orbit(View(0.0, 90.0, 410.0, (0.0, -18.0, 4.0))))
    stage.aim(Rect(0, 0, *map(float, stage.size)), 24.0)
    stage.set_clip(20, 2000)
    whole = np.asarray(stage.picture().convert("RGB")).astype(int)
    brain.set_cuts((Cut(2, 12.0, 1), Cut(0, 0.0, -1)))  # from above, with the front below: x runs to the left
    faces.update()
    cut = np.asarray(stage.picture().convert("RGB")).astype(int)
    brain.remove()
    height, width = cut.shape[:2]
    empty = cut[5, 5]
    right, left = cut[height // 2, width // 2 + 40], cut[height // 2, width // 2 - 60]
    assert np.abs(whole[height // 2, width // 2 + 40] - empty).max() > 20
    assert np.abs(right - empty).max() < 6
    assert np.abs(left - empty).max() > 20
