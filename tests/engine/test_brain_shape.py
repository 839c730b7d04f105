"""The drawn shape: morph, explode and one half put every vertex where the shader does, and picking follows."""

from __future__ import annotations

import numpy as np
import pytest
from panda3d.core import Point3

from game.engine.brain_assets import load_brain
from game.engine.brain_node import BrainNode, prepare
from game.engine.brain_shape import BrainShape, placed, side_of
from game.engine.cameras import OrbitRig
from game.engine.orbit import Orbit, View, place
from game.engine.projection import Rect
from game.services.paths import assets_dir

CENTRE = (0.0, -18.0, 4.0)
SHAPES = [
    BrainShape(0.5), BrainShape(1.0), BrainShape(2.0), BrainShape(0.0, 1.0), BrainShape(0.0, 0.0, "L"),
    BrainShape(1.3, 0.4, "R"),
]  # fmt: skip


@pytest.fixture(scope="module")
def prepared():
    return prepare(load_brain(assets_dir() / "brain", "coarse"))


@pytest.fixture
def brain(stage, prepared):
    node = BrainNode(prepared, "vertex")
    node.root.reparent_to(stage.world)
    yield node
    node.remove()


def look_from(stage, view):
    OrbitRig(stage.camera, Orbit(view))
    stage.aim(Rect(0, 0, *map(float, stage.size)), 24.0)
    stage.set_clip(20, 2000)


def picture(stage):
    return np.asarray(stage.picture().convert("RGB")).astype(int)


@pytest.mark.parametrize("shape", SHAPES, ids=str)
def test_what_is_drawn_lies_where_placed_says(stage, brain, prepared, shape):
    """The golden silhouette of one region, against its own places projected by the camera."""
    region = "ctx-rh-precentral" if shape.side != "L" else "ctx-lh-precentral"
    look_from(stage, View(90.0 if "rh" in region else -90.0, 25.0, 620.0, CENTRE))
    brain.set_shape(shape)
    plain = picture(stage)
    brain.set_selected(region)
    changed = np.abs(picture(stage) - plain).max(axis=2) > 40
    part = next(p for p in prepared.parts if p.name == ("cortex-R" if "rh" in region else "cortex-L"))
    column = prepared.columns.column(region)
    places = placed(part, shape, prepared.offsets)[part.rows["region"] == column]
    pixels = [stage.project(Point3(*map(float, point))) for point in places]
    box = np.array([pixel for pixel in pixels if pixel])
    rows, columns = np.nonzero(changed)
    assert len(rows) > 300
    assert columns.min() >= box[:, 0].min() - 3 and columns.max() <= box[:, 0].max() + 3
    assert rows.min() >= box[:, 1].min() - 3 and rows.max() <= box[:, 1].max() + 3


@pytest.mark.parametrize("morph", [0.0, 0.5, 1.0, 1.5, 2.0])
def test_normals_stay_those_of_the_surface_at_every_stage(prepared, morph):
    shape = BrainShape(morph)
    for part in prepared.parts[:2]:
        points = placed(part, shape, prepared.offsets).astype(float)
        a, b, c = (points[part.triangles[:, corner]] for corner in range(3))
        faces = np.cross(b - a, c - a)
        area = np.linalg.norm(faces, axis=1)
        packed = (part.rows[name][:, :3] / 127.5 - 1 for name in ("white_normal", "inflated_normal"))
        stored = [part.rows["normal"], *packed]
        normals = sum(weight * normal for weight, normal in zip(shape.weights, stored, strict=True))
        own = normals[part.triangles].mean(axis=1)
        agree = np.einsum("ij,ij->i", faces, own) / np.maximum(area * np.linalg.norm(own, axis=1), 1e-9)
        assert np.average(agree, weights=area) > 0.85


def test_inflated_hemispheres_do_not_overlap(prepared):
    left, right = (placed(part, BrainShape(2.0), prepared.offsets) for part in prepared.parts[:2])
    assert left[:, 0].max() < right[:, 0].min()


def test_taken_apart_regions_lie_further_from_each_other(prepared):
    apart = prepared.offsets[
        [prepared.columns.column(r) for r in ("ctx-lh-precentral", "ctx-lh-postcentral")]
    ]
    assert np.linalg.norm(apart[0] - apart[1]) > 10
    assert np.array_equal(prepared.offsets[0], np.zeros(3))
    shown = {side_of(region) for region in prepared.columns.region_ids}
    assert shown == {"L", "R", ""}


def test_one_half_has_nothing_beyond_the_middle_and_picks_nothing_there(brain, prepared):
    for part in prepared.parts[2:]:
        kept = placed(part, BrainShape(side="L"), prepared.offsets)
        assert kept[:, 0].max() <= 0.0
    brain.set_side("L")
    right = brain.pick(Point3(400, -18, 40), Point3(-400, -18, 40))
    assert right is None or right.region_id.startswith(("ctx-lh-", "CC_", "Left-"))
    medial = brain.pick(Point3(400, -10, 12), Point3(-400, -10, 12))
    assert medial is not None and medial.region_id.startswith(("CC_", "Left-Thalamus", "Left-Lateral"))
    brain.set_side("")
    assert brain.pick(Point3(400, -18, 40), Point3(-400, -18, 40)).region_id.startswith("ctx-rh-")


def test_ghosts_let_one_pick_what_lies_behind_and_are_seen(stage, brain):
    look_from(stage, View(-90.0, 0.0, 450.0, CENTRE))
    ray = Point3(*place(View(-90.0, 0.0, 450.0, CENTRE))), Point3(400, -18, 4)
    first = brain.pick(*ray).region_id
    solid = picture(stage)
    brain.set_ghosted([first])
    assert brain.pick(*ray).region_id != first
    ghosted = picture(stage)
    brain.set_ghosted([])
    brain.set_hidden([first])
    hidden = picture(stage)
    for one, other in ((solid, ghosted), (ghosted, hidden), (solid, hidden)):
        assert (np.abs(one - other).max(axis=2) > 10).mean() > 0.003
    brain.set_hidden([])
    assert np.abs(picture(stage) - solid).max() <= 2


def test_an_impossible_shape_is_refused():
    with pytest.raises(ValueError, match="shape"):
        BrainShape(2.5)
    with pytest.raises(ValueError, match="shape"):
        BrainShape(side="front")
