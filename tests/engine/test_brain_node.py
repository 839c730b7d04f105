"""The drawn brain: picks are what is drawn on the baked meshes; highlights, views and paint reach the screen."""

from __future__ import annotations

import numpy as np
import pytest
from panda3d.core import Point3

from game.core.atlas import LOBES
from game.engine import brain_material
from game.engine.brain_assets import load_brain
from game.engine.brain_node import BrainNode, prepare
from game.engine.cameras import OrbitRig
from game.engine.orbit import Orbit, View, basis, place
from game.engine.picking import GHOST, HIDDEN, OPAQUE, PickMesh
from game.engine.projection import Rect
from game.services.atlas_loader import load_atlas
from game.services.paths import assets_dir
from tests.engine.brute_force import brute_force

CENTRE = (0.0, -18.0, 4.0)


@pytest.fixture(scope="module")
def prepared():
    return prepare(load_brain(assets_dir() / "brain", "coarse"))


@pytest.fixture
def brain(stage, prepared):
    node = BrainNode(prepared, "vertex")
    node.root.reparent_to(stage.world)
    yield node
    node.remove()


def look_from(stage, view: View) -> None:
    OrbitRig(stage.camera, Orbit(view))
    stage.aim(Rect(0, 0, *map(float, stage.size)), 24.0)
    stage.set_clip(20, 2000)


def pixels(stage) -> np.ndarray:
    return np.asarray(stage.picture().convert("RGB")).astype(int)


def reference(prepared, start, end, appearance, drawn):
    parts = [
        PickMesh(p.name, p.vertices, p.triangles, p.triangle_columns)
        for p in prepared.parts
        if p.name in drawn
    ]
    return brute_force(parts, start, end, appearance)


OUTER = ("cortex-L", "cortex-R", "cerebellum", "brainstem")
EVERYTHING = (*OUTER, "deep")


@pytest.mark.parametrize("state", ["opaque", "glass", "hidden", "hidden in glass"])
def test_random_rays_agree_with_brute_force_on_the_real_brain(prepared, state):
    rng = np.random.default_rng(["opaque", "glass", "hidden", "hidden in glass"].index(state))
    looks = np.full(brain_material.COLUMNS, OPAQUE, np.uint8)
    glass = "glass" in state
    if glass:
        for part in prepared.parts:
            if part.name in OUTER[:3]:
                looks[np.unique(part.triangle_columns)] = GHOST
    if "hidden" in state:
        looks[rng.choice(len(prepared.columns.region_ids), 40, replace=False) + 1] = HIDDEN
    drawn = EVERYTHING if glass else OUTER
    hits, wrong = 0, []
    for _ in range(40):
        view = View(rng.uniform(-180, 180), rng.uniform(-80, 80), 450.0, CENTRE)
        start = np.array(place(view))
        end = start + (rng.uniform(-75, 75, 3) + CENTRE - start) * 3.0
        expected = reference(prepared, start, end, looks, drawn)
        found = prepared.picker.pick(start, end, looks, drawn)
        hits += expected is not None
        if (found.column if found else None) != (expected[0] if expected else None):
            wrong.append((found, expected))
    assert hits > 20
    assert wrong == []


def test_pick_answers_in_world_space_with_the_region_id(stage, brain):
    brain.root.set_pos(10, 0, 0)
    pick = brain.pick(Point3(-400, -18, 40), Point3(400, -18, 40))
    assert pick is not None and pick.region_id.startswith("ctx-lh-")
    assert pick.point[0] < -30
    assert brain.pick(Point3(-400, 300, 300), Point3(400, 300, 300)) is None


def test_hidden_regions_and_the_glass_view_change_what_is_picked(brain):
    ray = Point3(-400, -2, -2), Point3(400, -2, -2)
    first = brain.pick(*ray)
    brain.set_hidden([first.region_id])
    second = brain.pick(*ray)
    assert second is None or second.region_id != first.region_id
    brain.set_hidden([])
    assert brain.pick(*ray).region_id == first.region_id
    brain.set_mode("glass", 0.0)
    assert not brain.pick(*ray).region_id.startswith("ctx-")


def test_selection_hover_and_views_are_seen(stage, brain):
    look_from(stage, View(-90.0, 0.0, 450.0, CENTRE))
    seen = {"tissue": pixels(stage)}
    for mode in ("regions", "glass"):
        brain.set_mode(mode, 0.0)
        seen[mode] = pixels(stage)
    brain.set_mode("regions", 0.0)
    brain.set_selected("ctx-lh-postcentral")
    seen["selected"] = pixels(stage)
    brain.set_selected()
    brain.set_hover("ctx-lh-postcentral")
    seen["hover"] = pixels(stage)
    brain.set_hover(None)
    again = pixels(stage)
    assert np.abs(again - seen["regions"]).max() <= 2
    names = list(seen)
    for i, one in enumerate(names):
        for other in names[i + 1 :]:
            changed = (np.abs(seen[one] - seen[other]).max(axis=2) > 12).mean()
            assert changed > 0.0005, (one, other)
    gold = (
        (seen["selected"][..., 0] > 150) & (seen["selected"][..., 2] < 110) & (seen["selected"][..., 1] > 90)
    )
    assert gold.mean() > 0.005


def test_a_cross_fade_takes_its_time_and_ends(stage, brain):
    brain.set_mode("glass", 0.4)
    brain.update(0.2)
    assert brain.ghost == pytest.approx(0.5)
    brain.update(0.3)
    assert brain.ghost == 1.0
    brain.set_mode("tissue", 0.4)
    brain.update(1.0)
    assert brain.ghost == 0.0


def test_what_is_never_painted_is_as_grey_as_doubt(stage, brain):
    """The network paints nothing on the cerebellum, which is seen here from behind and below."""
    look_from(stage, View(180.0, -30.0, 300.0, (0.0, -60.0, -35.0)))
    width, height = stage.size

    def warmth() -> float:
        seen = pixels(stage)[height // 2 - 40 : height // 2 + 40, width // 2 - 40 : width // 2 + 40]
        return float(np.median(seen[..., 0] - seen[..., 2]))

    bare, count = warmth(), brain.cortex_vertices
    brain.paint(np.zeros(count, np.uint16), np.zeros(count, np.uint8))
    assert bare > 20 and abs(warmth()) < 0.5 * bare
    brain.clear_paint()
    assert warmth() == pytest.approx(bare, abs=1.0)


def test_paint_shows_predictions_and_doubt_is_grey(stage, brain):
    look_from(stage, View(-90.0, 0.0, 450.0, CENTRE))
    bare = pixels(stage)
    count = brain.cortex_vertices
    labels = np.full(count, brain.columns.column("ctx-lh-lateraloccipital"), np.uint16)
    brain.paint(labels, np.zeros(count, np.uint8))
    unsure = pixels(stage)
    assert np.ptp(unsure, axis=2).mean() < np.ptp(bare, axis=2).mean()
    brain.paint(labels, np.full(count, 255, np.uint8))
    sure = pixels(stage)
    assert (np.abs(sure - unsure).max(axis=2) > 25).mean() > 0.05
    brain.clear_paint()
    assert np.abs(pixels(stage) - bare).max() <= 2
    with pytest.raises(ValueError, match="labels"):
        brain.paint(labels[:-1], np.full(count - 1, 255, np.uint8))


def test_the_two_shadings_look_alike(stage, prepared):
    look_from(stage, View(-60.0, 20.0, 450.0, CENTRE))
    pictures = []
    for shading in ("vertex", "pixel"):
        node = BrainNode(prepared, shading)
        node.root.reparent_to(stage.world)
        node.set_mode("regions", 0.0)
        pictures.append(pixels(stage))
        node.remove()
    assert np.abs(pictures[0] - pictures[1]).mean() < 4.0


def test_unknown_names_are_refused(brain):
    with pytest.raises(KeyError):
        brain.set_mode("x-ray")
    with pytest.raises(KeyError):
        brain.set_selected("ctx-lh-nowhere")


def test_every_cortical_region_has_the_lobe_that_the_atlas_says():
    atlas = load_atlas(assets_dir() / "brain").atlas
    lobes = {item.id: item.lobe for item in atlas.structures if item.kind == "cortex"}
    assert lobes == dict(brain_material.LOBE_OF)
    assert brain_material.LOBES == LOBES


def test_the_camera_basis_of_the_orbit_is_the_cameras(stage):
    orbit = Orbit(View(-60.0, 20.0, 450.0, CENTRE))
    OrbitRig(stage.camera, orbit)
    forward = stage.camera.get_quat().get_forward()
    assert tuple(forward) == pytest.approx(basis(orbit.view)[1], abs=1e-5)
    assert tuple(stage.camera.get_pos()) == pytest.approx(place(orbit.view), abs=1e-3)
