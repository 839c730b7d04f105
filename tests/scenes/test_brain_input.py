"""Fingers, drags, arrows and names in the explorer."""

from __future__ import annotations

import pytest

from game.core.inputs import MOVE, PRESS, RELEASE, InputEvent
from tests.scenes.explorers import pixel_of


@pytest.mark.parametrize("text_size", [1.0, 2.0])
def test_a_finger_comes_closer_and_goes_away_by_the_buttons(make_pilot, text_size):
    pilot = make_pilot("brain", text_size=text_size).settle()
    pilot.until(lambda: pilot.facts["brain"], what="the brain").frames(2)
    orbit = pilot.scene.view.orbit
    before = orbit.view.distance
    pilot.press("zoom-in").press("zoom-in").frames(60)
    near = orbit.view.distance
    assert near < before
    pilot.press("zoom-out").frames(60)
    assert near < orbit.view.distance < before
    for name in ("zoom-in", "zoom-out"):
        rect = pilot.scene.layer.find(name).window_rect()
        assert min(rect.w, rect.h) >= 36


def test_a_click_within_50_ms_of_a_drags_end_selects(explorer):
    x, y = pixel_of(explorer, "ctx-lh-precentral")
    explorer.drag(x - 120, y, x - 60, y)
    released = explorer.time
    explorer.send(InputEvent(MOVE, x, y, time=released + 0.01))
    x, y = pixel_of(explorer, "ctx-lh-precentral")  # the drag has turned it
    explorer.app.events += [
        InputEvent(MOVE, x, y, time=released + 0.03),
        InputEvent(PRESS, x, y, button=1, time=released + 0.04),
        InputEvent(RELEASE, x, y, button=1, time=released + 0.05),
    ]
    explorer.frames(2)
    assert explorer.facts["selected"] == "ctx-lh-precentral"


@pytest.mark.parametrize("button", [1, 2, 3])
def test_a_drag_never_selects_even_if_it_comes_back_to_where_it_began(explorer, button):
    x, y = pixel_of(explorer, "ctx-lh-precentral")
    explorer.move(x, y).send(InputEvent(PRESS, x, y, button=button, time=explorer.time))
    for away in (4.0, 9.0, 4.0, 0.0):
        explorer.send(InputEvent(MOVE, x + away, y, time=explorer.time))
    explorer.send(InputEvent(RELEASE, x, y, button=button, time=explorer.time))
    assert explorer.frames(3).facts["selected"] == ""


def test_a_finger_that_trembles_a_little_still_selects(explorer):
    x, y = pixel_of(explorer, "ctx-lh-supramarginal")
    explorer.move(x, y).send(InputEvent(PRESS, x, y, button=1, time=explorer.time))
    explorer.send(InputEvent(MOVE, x + 3, y - 3, time=explorer.time))
    explorer.send(InputEvent(RELEASE, x + 3, y - 3, button=1, time=explorer.time))
    assert explorer.frames(3).facts["selected"] == "ctx-lh-supramarginal"


def test_nothing_ever_moves_the_pointer(root):
    for file in (root / "game").rglob("*.py"):
        text = file.read_text(encoding="utf-8")
        assert "move_pointer" not in text and "movePointer" not in text, file


def test_arrows_walk_to_the_neighbour_in_their_direction(explorer):
    explorer.key("1").frames(60)  # from the left: the front is at the left of the picture
    explorer.scene.select("ctx-lh-precentral")
    explorer.frames(2).key("arrow_right").frames(60)
    assert explorer.facts["selected"] == "ctx-lh-postcentral"
    explorer.key("arrow_right").frames(60)
    assert explorer.facts["selected"] in ("ctx-lh-supramarginal", "ctx-lh-superiorparietal")


@pytest.mark.slow
@pytest.mark.parametrize(
    ("there", "back"),
    [("arrow_right", "arrow_left"), ("arrow_up", "arrow_down"), ("arrow_left", "arrow_right")],
)
def test_the_opposite_arrow_leads_back(explorer, there, back):
    explorer.key("1").frames(60)
    for region in ("ctx-lh-postcentral", "ctx-lh-superiorparietal", "ctx-lh-inferiorparietal"):
        explorer.scene.select(region)
        explorer.frames(2).key(there).frames(60)
        assert explorer.facts["selected"] not in ("", region)
        explorer.key(back).frames(60)
        assert explorer.facts["selected"] == region


def test_arrows_reach_every_region_of_a_hemisphere_from_neighbour_to_neighbour(explorer):
    from game.worlds.brain.neighbours import touching_regions

    prepared = explorer.scene.view.brain.prepared
    sets = prepared.sets
    touching = touching_regions(sets.names("dk"), sets.touching("dk"), prepared.columns.region_ids)
    cortex = {region for region in prepared.columns.region_ids if region.startswith("ctx-lh-")}
    seen, todo = set(), ["ctx-lh-precentral"]
    while todo:
        region = todo.pop()
        if region not in seen:
            seen.add(region)
            todo += touching[region]
    assert cortex <= seen and len(cortex) >= 34


@pytest.mark.slow
def test_arrows_walk_among_deep_structures_too(explorer):
    explorer.scene.select("Left-Putamen")
    explorer.key("1").frames(60)
    seen = {explorer.facts["selected"]}
    for key in ("arrow_left", "arrow_up", "arrow_right", "arrow_down"):
        seen.add(explorer.key(key).frames(60).facts["selected"])
    assert len(seen) >= 3 and "" not in seen


def test_with_shift_or_without_a_selection_arrows_turn(explorer):
    azimuth = explorer.scene.view.orbit.view.azimuth
    explorer.key("arrow_left").frames(30)
    assert explorer.scene.view.orbit.view.azimuth == azimuth - 15.0
    explorer.scene.select("ctx-lh-precentral")
    explorer.key("arrow_right", "shift").frames(30)
    assert explorer.facts["selected"] == "ctx-lh-precentral"
    assert explorer.scene.view.orbit.view.azimuth == azimuth


@pytest.mark.slow
def test_names_of_regions_by_button_and_by_key_and_only_of_what_is_seen(explorer):
    assert explorer.facts["labels"] == []
    explorer.press("names")
    named = explorer.facts["labels"]
    assert 5 <= len(named) <= 12
    for region in named:
        x, y = pixel_of(explorer, region)
        pick = explorer.scene.view.pick(x, y)
        assert pick is not None and pick.region_id == region
    explorer.key("2").frames(60)
    assert explorer.facts["labels"] and not set(explorer.facts["labels"]) & {r for r in named if "-lh-" in r}
    assert explorer.complaints() == []
    explorer.key("l", "shift").frames(2)
    assert explorer.facts["labels"] == [] and explorer.facts["mode"] == "regions"
    explorer.key("g").frames(30)
    assert explorer.facts["labels"]
    explorer.key("l", "shift").frames(2)
    assert explorer.facts["labels"] == []


def test_the_selected_region_is_named_first(explorer):
    explorer.scene.select("ctx-lh-parsorbitalis")
    explorer.press("names").frames(2)
    assert "ctx-lh-parsorbitalis" in explorer.facts["labels"]
