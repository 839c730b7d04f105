"""What a closed brain hides from the camera is not drawn, and nobody sees a difference."""

from __future__ import annotations

import logging
import shutil

import numpy as np
import pytest

from game.engine import visible_sets
from game.engine.brain_assets import AssetError, load_brain
from game.engine.brain_node import BrainNode, prepare
from game.engine.brain_shape import BrainShape
from game.engine.cameras import OrbitRig
from game.engine.orbit import Orbit, View, place
from game.engine.projection import Rect
from game.engine.visible_sets import CENTRE, NEAREST, load_visible, seen_when_closed
from game.services.paths import assets_dir

BRAIN = assets_dir() / "brain"
PARTS = ("cortex-L", "cortex-R", "cerebellum", "brainstem")
ALIKE = 12  # of 255: less cannot be told apart on an edge


@pytest.fixture(scope="module")
def prepared():
    made = prepare(load_brain(BRAIN, "coarse"))
    assert made.visible is not None
    assert made.visible.wait(60.0)
    return made


@pytest.fixture
def brain(stage, prepared):
    node = BrainNode(prepared, "vertex")
    node.root.reparent_to(stage.world)
    look(stage, View(0, 0, 410.0, CENTRE))
    stage.picture()  # the first picture is drawn without
    yield node
    node.remove()


def look(stage, view: View, fov: float = 26.0) -> None:
    OrbitRig(stage.camera, Orbit(view))
    stage.aim(Rect(0, 0, *map(float, stage.size)), fov)
    stage.set_clip(20, 2000)


def picture(stage) -> np.ndarray:
    return np.asarray(stage.picture().convert("RGB")).astype(int)


def drawn(brain) -> dict[str, int]:
    """How many triangles each part is drawn by."""
    nodes = {name: brain.root.find(f"**/{name}").node() for name in PARTS}
    return {name: node.get_geom(0).get_primitive(0).get_num_vertices() // 3 for name, node in nodes.items()}


def all_of(prepared, label_set: str = "") -> dict[str, int]:
    """How many it has to draw while the brain is closed: more, where a label set's borders cut them."""
    return {
        part.name: len(part.split(label_set) if label_set in part.splits else seen_when_closed(part))
        for part in prepared.parts
        if part.name in PARTS
    }


def views(count: int, seed: int) -> list[View]:
    """Anywhere about the brain, near and far, looking past its middle too."""
    random = np.random.default_rng(seed)
    found = []
    while len(found) < count:
        height = np.degrees(np.arcsin(random.uniform(-1, 1)))
        distance = float(random.choice([160, 200, 300, 410, 900]) * random.uniform(1.0, 1.2))
        target = tuple(np.add(CENTRE, random.normal(0, 25, 3)))
        view = View(float(random.uniform(-180, 180)), float(height), distance, target)
        if np.linalg.norm(np.subtract(place(view), CENTRE)) > NEAREST:
            found.append(view)
    return found


@pytest.mark.slow
@pytest.mark.parametrize("faded", [1.0, 0.4])
@pytest.mark.parametrize("mode", ["tissue", "regions", "destrieux", "glass"])
def test_the_picture_is_the_same_from_anywhere(stage, brain, prepared, mode, faded):
    whole = BrainNode(prepared, "vertex", everything=True)
    whole.root.reparent_to(stage.world)
    share = []
    for one in (brain, whole):
        one.set_mode("lobes", 0.0)
        one.set_mode(mode, 1.0)
        one.update(faded)
    whole.root.hide()
    for view in views(60, seed=5):
        look(stage, view)
        with_sets = picture(stage)
        share.append(sum(drawn(brain).values()) / sum(all_of(prepared, mode).values()))
        whole.root.show()
        brain.root.hide()
        differ = np.abs(with_sets - picture(stage)).max(axis=2) > ALIKE
        whole.root.hide()
        brain.root.show()
        assert differ.sum() <= 3, (view, int(differ.sum()))
    assert np.mean(share) < (0.5 if mode == "glass" else 0.4)  # behind glass the whole brainstem
    whole.remove()


def test_a_set_has_what_a_straight_look_meets(prepared):
    """Whatever a ray from an eye meets first is in the set of that eye."""
    sets = prepared.visible.result()
    random = np.random.default_rng(3)
    for view in views(12, seed=4):
        eye = np.asarray(place(view))
        cell = sets.cell(eye)
        shown = {}
        for part in prepared.parts:
            if part.name in PARTS:
                seen = np.unpackbits(sets.seen[part.name][cell], count=len(seen_when_closed(part)))
                shown[part.name] = seen.view(bool)
        for _ in range(40):
            goal = np.add(CENTRE, random.normal(0, 30, 3))
            met = nearest(prepared, eye, goal)
            if met is not None:
                assert shown[met[0]][met[1]], (view, met)


def nearest(prepared, start, goal) -> tuple[str, int] | None:
    """Part and number of the first triangle from outside that a line meets (Möller and Trumbore)."""
    best, found = np.inf, None
    way = goal - start
    for part in prepared.parts:
        if part.name not in PARTS:
            continue
        a, b, c = (part.vertices[seen_when_closed(part)[:, k]].astype(float) for k in range(3))
        one, two = b - a, c - a
        across = np.cross(way, two)
        lean = (one * across).sum(1)
        facing = np.flatnonzero(lean > 1e-9)
        lean, away = lean[facing], (start - a)[facing]
        beside = np.cross(away, one[facing])
        u, v = (away * across[facing]).sum(1) / lean, (beside @ way) / lean
        t = (two[facing] * beside).sum(1) / lean
        hit = np.flatnonzero((u >= 0) & (v >= 0) & (u + v <= 1) & (t > 0))
        if len(hit) and t[hit].min() < best:
            best, found = t[hit].min(), (part.name, int(facing[hit[t[hit].argmin()]]))
    return found


OTHERWISE = {
    "too near": lambda brain, stage: look(stage, View(0, 0, NEAREST - 5, CENTRE)),
    "morphed": lambda brain, stage: brain.set_morph(0.5),
}


@pytest.mark.parametrize("how", OTHERWISE)
def test_everything_outside_is_drawn_where_the_sets_do_not_hold(stage, brain, prepared, how):
    stage.picture()
    assert sum(drawn(brain).values()) < 0.5 * sum(all_of(prepared).values())
    OTHERWISE[how](brain, stage)
    stage.picture()
    assert drawn(brain) == all_of(prepared)


def test_every_triangle_is_drawn_where_one_sees_inside(stage, brain, prepared):
    stage.picture()
    brain.set_shape(BrainShape(side="L"))
    stage.picture()
    every = {part.name: len(part.triangles) for part in prepared.parts if part.name in PARTS}
    assert drawn(brain) == every
    brain.set_shape(BrainShape())
    stage.picture()
    assert sum(drawn(brain).values()) < 0.5 * sum(all_of(prepared).values())


def test_turning_for_long_keeps_few_lists(stage, brain):
    stage.set_drawing(True)
    for view in views(150, seed=1):
        brain._layers.triangles.see_from(place(view))
    kept = brain._layers.triangles._lists
    assert max(map(len, kept.values())) <= 64
    assert all(("", False, None) in lists for lists in kept.values())


def test_the_first_picture_waits_for_nothing(stage, prepared):
    node = BrainNode(prepared, "vertex")
    node.root.reparent_to(stage.world)
    look(stage, View(0, 0, 410.0, CENTRE))
    stage.picture()
    assert drawn(node) == all_of(prepared)
    stage.picture()
    assert sum(drawn(node).values()) < 0.5 * sum(all_of(prepared).values())
    node.remove()


def test_a_graphics_card_draws_everything(stage, prepared):
    node = BrainNode(prepared, "pixel")
    node.root.reparent_to(stage.world)
    look(stage, View(0, 0, 410.0, CENTRE))
    for _ in range(3):
        stage.picture()
    assert drawn(node) == all_of(prepared)
    node.remove()


def spoil_nothing(file):
    file.unlink()


def spoil_half(file):
    file.write_bytes(file.read_bytes()[:5000])


def spoil_shape(file):
    with np.load(file) as archive:
        arrays = dict(archive)
    arrays["cerebellum"] = arrays["cerebellum"][:, :-3]
    np.savez(file, **arrays)


@pytest.mark.parametrize(
    ("spoil", "words"),
    [(spoil_nothing, "not found"), (spoil_half, "cannot be read"), (spoil_shape, "cerebellum")],
)
def test_without_good_sets_the_whole_brain_is_drawn(stage, tmp_path, caplog, spoil, words):
    for name in ("brain-coarse.npz", visible_sets.FILE):
        shutil.copyfile(BRAIN / name, tmp_path / name)
    spoil(tmp_path / visible_sets.FILE)
    made = prepare(load_brain(tmp_path, "coarse"))
    with pytest.raises(AssetError, match=words):
        load_visible(tmp_path, made.parts)
    with caplog.at_level(logging.WARNING):
        assert made.visible is not None
        made.visible.wait(60.0)
    assert words in caplog.text
    node = BrainNode(made, "vertex")
    node.root.reparent_to(stage.world)
    look(stage, View(0, 0, 410.0, CENTRE))
    for _ in range(3):
        stage.picture()
    assert drawn(node) == all_of(made)
    node.remove()
