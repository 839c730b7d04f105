"""The label of a picked point is that of the triangle that the view draws there: against brute force on these."""

from __future__ import annotations

import numpy as np
import pytest
from panda3d.core import Point3

from game.engine.brain_assets import PACKED_SETS, load_brain
from game.engine.brain_node import BrainNode, prepare
from game.engine.brain_shape import BrainShape, placed
from game.engine.brain_views import VIEWS
from game.engine.orbit import View, place
from game.engine.picking import OPAQUE, PickMesh
from game.services.paths import assets_dir
from tests.engine.brute_force import Reference

RAYS = 250
STATES = {
    "destrieux": ("destrieux", BrainShape()),
    "networks": ("networks", BrainShape()),
    "ba": ("ba", BrainShape()),
    "lobes": ("lobes", BrainShape()),
    "destrieux, inflated": ("destrieux", BrainShape(2.0)),
    "destrieux, apart": ("destrieux", BrainShape(0.3, 0.7)),
    "networks, half inflated": ("networks", BrainShape(1.5)),
    "ba, left half inflated a little": ("ba", BrainShape(1.2, 0.0, "L")),
}


@pytest.fixture(scope="module")
def prepared():
    return prepare(load_brain(assets_dir() / "brain", "coarse"))


@pytest.mark.slow
@pytest.mark.parametrize("name", STATES)
def test_random_rays_agree_with_brute_force_on_the_drawn_triangles(prepared, name):
    mode, shape = STATES[name]
    label_set = VIEWS[mode].label_set
    channel = PACKED_SETS.index(label_set)
    brain = BrainNode(prepared, "vertex")
    brain.set_mode(mode, 0.0)
    brain.set_shape(shape)
    rng = np.random.default_rng(list(STATES).index(name))
    drawn, answers = [], [(0, 0)]  # the reference answers with a number, here of region and label together
    for part in prepared.parts:
        if part.name not in brain.drawn():
            continue
        triangles = part.split(label_set)
        rows = part.rows[triangles[:, 0]]
        pairs, number = np.unique(
            np.stack([rows["region"].astype(int), rows["atlas"][:, channel]]), axis=1, return_inverse=True
        )
        kept = brain.looks[pairs[0][number.ravel()]] == OPAQUE
        places = placed(part, shape, prepared.offsets)
        drawn.append(
            PickMesh(part.name, places, triangles[kept], number.ravel()[kept].astype(np.int64) + len(answers))
        )
        answers += [(int(a), int(b)) for a, b in pairs.T]
    reference = Reference(drawn, np.full(len(answers), OPAQUE, np.uint8))
    aims = np.concatenate([mesh.vertices for mesh in drawn])
    hits, wrong = 0, []
    for _ in range(RAYS):
        start = np.array(place(View(rng.uniform(-180, 180), rng.uniform(-80, 80), 450.0, (0, -18, 4))))
        end = start + (aims[rng.integers(len(aims))] + rng.normal(scale=4.0, size=3) - start) * 3.0
        expected = reference.pick(start, end)
        region, label = answers[expected[0]] if expected else (0, 0)
        found = brain.pick(Point3(*map(float, start)), Point3(*map(float, end)))
        hits += found is not None
        answer = (found.region_id, found.label) if found else (None, 0)
        if answer != (prepared.columns.region(region), label):
            wrong.append((answer, region, label))
    assert hits > RAYS // 3
    assert wrong == []


def test_a_view_without_labels_has_none(prepared):
    brain = BrainNode(prepared, "vertex")
    hit = brain.pick(Point3(-400, -18, 40), Point3(400, -18, 40))
    assert hit is not None and hit.label == 0
    brain.set_mode("networks", 0.0)
    assert brain.pick(Point3(-400, -18, 40), Point3(400, -18, 40)).label > 0
