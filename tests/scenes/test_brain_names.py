"""Names beside the brain in every view, from seeded angles: over no dot, no name, no panel, and not over the brain."""

from __future__ import annotations

from itertools import combinations
from random import Random

import pytest

from game.engine.orbit import View
from game.engine.picking import OPAQUE
from game.engine.projection import Rect
from game.worlds.brain.labels import overlap
from game.worlds.brain.view import CENTRE, HOME
from game.worlds.brain.views import ENTRIES

LOOKS = [
    {"size": (1280, 720)},
    {"size": (1920, 1080)},
    {"size": (1280, 720), "text_size": 2.0},
    {"size": (1024, 1366)},
]
SHAPES = {
    "whole": {},
    "inflated": {"morph": 2.0},
    "exploded": {"explode": 1.0},
    "half exploded": {"explode": 0.5},
    "left half": {"side": "L"},
}


def opened(pilot):
    pilot.settle().until(lambda: pilot.facts["brain"], what="the brain")
    return pilot.key("l", "shift").frames(2)


def look_from(pilot, azimuth, elevation, distance=HOME.distance):
    view = pilot.scene.view
    view.orbit.go(View(azimuth, elevation, distance, CENTRE), 0.0)
    view.rig.apply()
    pilot.frames(1)
    pilot.scene.floating.place(view, pilot.scene.model)


def taken(pilot) -> list[Rect]:
    """Where panels, buttons, discs and the scale bar are."""
    layer, floating = pilot.scene.layer, pilot.scene.floating
    widgets = [
        w.window_rect() for w in layer.widgets if w.blocks and w.area is None and not w.path.is_hidden()
    ]
    return [*widgets, *floating.marks.disc_places(), *([floating.scale.rect] if floating.scale.rect else [])]


def box_of(rect: Rect):
    return (rect.x, rect.y, rect.right, rect.bottom)


def check(pilot, where: str) -> int:
    """All that has to hold of the names that are shown; how many there are."""
    view, pointers = pilot.scene.view, pilot.scene.floating.pointers
    placed, radius = list(pointers.places.values()), pointers.dot_radius
    boxes = [box_of(rect) for rect in taken(pilot)]
    for one in placed:
        left, top, right, bottom = one.box
        width, height = pilot.stage.size
        assert min(left, top) >= 0 and right <= width and bottom <= height, where
        assert not any(overlap(one.box, box) for box in boxes), (where, one.anchor.key)
        for other in placed:
            x, y = other.anchor.x, other.anchor.y
            dot = (x - radius, y - radius, x + radius, y + radius)
            assert not overlap(one.box, dot), (where, one.anchor.key, other.anchor.key)
        for x in (left, (left + right) / 2, right):  # what is drawn there, by the picker: not by the outline
            for y in (top, one.middle, bottom):
                pick = view.pick(x, y)
                solid = (
                    pick is not None and view.brain.looks[view.brain.columns.column(pick.region_id)] == OPAQUE
                )
                assert not solid or view.plane_under(x, y), (where, one.anchor.key, pick)
    for first, second in combinations(placed, 2):
        assert not overlap(first.box, second.box), (where, first.anchor.key, second.anchor.key)
    return len(placed)


@pytest.mark.parametrize("look", LOOKS, ids=str)
@pytest.mark.slow
def test_names_keep_clear_of_everything_in_every_view(look, make_pilot):
    pilot, dice = opened(make_pilot("brain", **look)), Random(11)
    for entry in ENTRIES:
        pilot.key(entry.key).frames(2)
        if not pilot.scene.model.named:
            pilot.key("l", "shift").frames(2)
        pilot.frames(40)
        counts = []
        for _ in range(8):
            where = (round(dice.uniform(-180, 180)), round(dice.uniform(-80, 80)))
            look_from(pilot, *where)
            counts.append(check(pilot, f"{entry.id} from {where}"))
        assert max(counts) >= 2, entry.id
    assert pilot.complaints() == []


@pytest.mark.slow
@pytest.mark.parametrize("shape", SHAPES, ids=str)
def test_names_keep_clear_of_every_shape(shape, make_pilot):
    pilot, dice = opened(make_pilot("brain")), Random(5)
    for name, value in SHAPES[shape].items():
        getattr(pilot.scene.body, f"set_{name}")(value)
    pilot.frames(4)
    distance = pilot.scene.view.orbit.view.distance
    for _ in range(8):
        where = (round(dice.uniform(-180, 180)), round(dice.uniform(-60, 60)))
        look_from(pilot, *where, distance)
        assert check(pilot, f"{shape} from {where}") >= 4


@pytest.mark.slow
def test_names_keep_clear_of_a_cut(make_pilot):
    pilot, dice = opened(make_pilot("brain")), Random(3)
    pilot.key("m").frames(2)
    assert pilot.scene.mri.wait(60.0)
    pilot.key("a").key("w").frames(4)
    for _ in range(6):
        where = (round(dice.uniform(-180, 180)), round(dice.uniform(10, 70)))
        look_from(pilot, *where)
        assert check(pilot, f"cut from {where}") >= 2


@pytest.mark.slow
def test_the_views_name_what_they_colour(make_pilot):
    pilot = opened(make_pilot("brain"))
    words = {}
    for entry in ENTRIES:
        pilot.key(entry.key).frames(40)
        words[entry.id] = {thing.words.replace("\n", " ") for thing in pilot.scene.floating.pointers.named}
    assert {"Frontal", "Parietal", "Temporal"} <= words["lobes"]
    assert {"Somatomotor", "Default"} <= words["networks"]
    assert "Superior frontal gyrus" in words["destrieux"] and "Precentral" in words["regions"]
    assert "6" in words["ba"] and "Lateral ventricle" in words["ventricles"] and "Thalamus" in words["deep"]


@pytest.mark.slow
def test_each_dot_lies_on_what_it_names(make_pilot):
    pilot = opened(make_pilot("brain"))
    for key, label_set in (("s", "destrieux"), ("n", "yeo7"), ("l", "lobes")):
        pilot.key(key).frames(40)
        for name, one in pilot.scene.floating.pointers.places.items():
            kind, label, side = name.split("-")
            under = [  # within the dot
                pilot.scene.view.pick(one.anchor.x + dx, one.anchor.y + dy)
                for dx in (-3, 0, 3)
                for dy in (-3, 0, 3)
            ]
            half = "ctx-lh" if side == "L" else "ctx-rh"
            labels = {pick.label for pick in under if pick is not None and pick.region_id.startswith(half)}
            assert kind == label_set and int(label) in labels, name


def test_a_filter_leaves_only_the_names_it_shows(make_pilot):
    pilot = opened(make_pilot("brain"))
    pilot.press("legend-parietal").frames(3)
    named = pilot.facts["labels"]
    atlas = pilot.scene.model.atlas
    assert named and {atlas.structure_of(region).lobe for region in named} == {"parietal"}


def test_with_large_text_names_are_a_button_away(make_pilot):
    pilot = make_pilot("brain", text_size=2.0).settle()
    pilot.until(lambda: pilot.facts["brain"], what="the brain").frames(2)
    assert pilot.facts["labels"] == []
    pilot.press("names").frames(2)
    assert len(pilot.facts["labels"]) >= 3 and check(pilot, "large text") >= 3
    pilot.press("view-fold").frames(2)
    check(pilot, "large text, menu open")
    pilot.press("view-fold").press("names").frames(2)
    assert pilot.facts["labels"] == []


@pytest.mark.slow
def test_names_take_better_places_once_the_camera_rests(make_pilot):
    pilot = opened(make_pilot("brain"))

    def ways():
        return sum(abs(one.hook[0] - one.anchor.x) + abs(one.hook[1] - one.anchor.y)
                   for one in pilot.scene.floating.pointers.places.values())  # fmt: skip

    for turn in range(24):
        view = pilot.scene.view
        view.orbit.go(View(HOME.azimuth + 10.0 * turn, 20.0, HOME.distance, CENTRE), 0.0)
        view.rig.apply()
        pilot.scene.floating.place(view, pilot.scene.model)
    count, length = len(pilot.facts["labels"]), ways()
    pilot.frames(2)
    assert not pilot.scene.floating.unsettled
    assert (len(pilot.facts["labels"]), -ways()) >= (count, -length - 1)
    before = dict(pilot.scene.floating.pointers.places)
    pilot.frames(30)
    assert pilot.scene.floating.pointers.places == before, "what rests does not move"
