"""A closed brain looks the same without its inner faces, and gets them back as soon as one can see inside."""

from __future__ import annotations

import numpy as np
import pytest

from game.core.cuts import Cut
from game.engine.brain_assets import load_brain
from game.engine.brain_node import BrainNode, prepare
from game.engine.brain_shape import BrainShape
from game.engine.cameras import OrbitRig
from game.engine.orbit import Orbit, View
from game.engine.projection import Rect
from game.services.paths import assets_dir

VIEWS = [(-60, 20), (0, 0), (90, -30), (180, -10), (150, -75), (20, 80), (-150, -40)]


@pytest.fixture(scope="module", params=["coarse", "fine"])
def prepared(request):
    return prepare(load_brain(assets_dir() / "brain", request.param))


@pytest.fixture
def brain(stage, prepared):
    node = BrainNode(prepared, "vertex")
    node.root.reparent_to(stage.world)
    stage.aim(Rect(0, 0, *map(float, stage.size)), 24.0)
    stage.set_clip(20, 2000)
    yield node
    node.remove()


def triangles(brain, part: str) -> int:
    node = brain.root.find(f"**/{part}").node()
    return node.get_geom(0).get_primitive(0).get_num_vertices() // 3


@pytest.mark.slow
@pytest.mark.parametrize("mode", ["tissue", "networks", "glass"])
def test_the_picture_is_the_same_with_and_without_inner_faces(stage, brain, mode):
    brain.set_mode(mode, 0.0)
    outside = triangles(brain, "cerebellum")
    for azimuth, elevation in VIEWS:
        OrbitRig(stage.camera, Orbit(View(azimuth, elevation, 410.0, (0.0, -18.0, 4.0))))
        pictures = []
        for layers_closed in (True, False):
            brain._layers.triangles.set_closed(layers_closed, brain.ghost)
            pictures.append(np.asarray(stage.picture().convert("RGB")).astype(int))
        assert triangles(brain, "cerebellum") > 2 * outside
        differ = (np.abs(pictures[0] - pictures[1]).max(axis=2) > 2).sum()
        assert differ <= 12, (
            azimuth,
            elevation,
        )  # pixels on edges that an inner wall shares with the outside


OPENED = {
    "a lobule is hidden": lambda brain: brain.set_hidden(["Cerebellum-Left-VI"]),
    "a region is a ghost": lambda brain: brain.set_ghosted(["ctx-lh-precentral"]),
    "a plane cuts": lambda brain: brain.set_cuts((Cut(2, 0.0, 1),)),
    "taken apart": lambda brain: brain.set_shape(BrainShape(explode=0.2)),
    "one half": lambda brain: brain.set_shape(BrainShape(side="L")),
    "a selected region shines through": lambda brain: brain.set_xray(True),
}


@pytest.mark.parametrize("how", OPENED)
def test_every_face_is_drawn_where_one_sees_inside(brain, prepared, how):
    part = next(part for part in prepared.parts if part.name == "cerebellum")
    assert triangles(brain, "cerebellum") == len(part.outside)
    OPENED[how](brain)
    assert triangles(brain, "cerebellum") == len(part.triangles)
    assert triangles(brain, "brainstem") == len(
        next(part for part in prepared.parts if part.name == "brainstem").triangles
    )


def test_what_lies_inside_may_go_without_opening_the_brain(brain, prepared):
    """The explorer never draws the ventral diencephalon, since finer nuclei fill its place."""
    part = next(part for part in prepared.parts if part.name == "cerebellum")
    brain.set_hidden(["Left-VentralDC"])
    brain.set_ghosted(["Right-Putamen"])
    assert triangles(brain, "cerebellum") == len(part.outside)
