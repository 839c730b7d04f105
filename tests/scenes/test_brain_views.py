"""The explorer's views by mouse and keyboard: menu, legend as a filter, outlines, and what hover and panel name."""

from __future__ import annotations

import numpy as np
import pytest

from game.worlds.brain.views import ENTRIES
from tests.scenes.explorers import pixel_of


def brain_pixels(pilot):
    area = pilot.scene.view.area
    picture = np.asarray(pilot.frames(40).picture().convert("RGB")).astype(int)
    return picture[int(area.y) : int(area.bottom), int(area.x) : int(area.right)]


@pytest.mark.slow
def test_every_view_by_its_key_and_by_the_menu_and_no_two_look_alike(explorer):
    seen = {}
    for entry in ENTRIES:
        explorer.key(entry.key)
        assert explorer.facts["mode"] == entry.id
        seen[entry.id] = brain_pixels(explorer)
        assert explorer.complaints() == [], entry.id
    for one, other in zip(list(seen), list(seen)[1:], strict=False):
        rows = min(len(seen[one]), len(seen[other]))
        changed = np.abs(seen[one][:rows] - seen[other][:rows]).max(axis=2) > 16
        assert changed.mean() > 0.01, (one, other)
    for entry in ENTRIES:
        explorer.press(f"view-{entry.id}")
        assert explorer.facts["mode"] == entry.id


def test_the_brain_stays_where_it_is_when_the_view_changes(explorer):
    before = pixel_of(explorer, "ctx-lh-precentral")
    for entry in ENTRIES:
        explorer.key(entry.key).frames(2)
        assert pixel_of(explorer, "ctx-lh-precentral") == pytest.approx(before, abs=1.0), entry.id


def test_the_legend_is_a_filter_by_mouse_and_by_key(explorer):
    explorer.key("n").frames(40)
    every = brain_pixels(explorer)
    explorer.press("legend-Visual")
    assert explorer.facts["filter"] == ["Visual"]
    visual = brain_pixels(explorer)
    assert (np.abs(every - visual).max(axis=2) > 12).mean() > 0.05
    explorer.scene.layer.focus("legend-Somatomotor")
    explorer.key("enter")
    assert explorer.facts["filter"] == ["Somatomotor", "Visual"]
    explorer.press("legend-Visual").press("legend-Somatomotor")
    assert explorer.facts["filter"] == []
    assert np.abs(brain_pixels(explorer) - every).mean() < 1.0
    explorer.press("legend-Limbic").key("r")
    assert explorer.facts["filter"] == []


def test_a_filtered_deep_view_draws_and_picks_only_that(explorer):
    explorer.key("d").frames(40)
    explorer.press("legend-putamen").frames(3)
    gone = explorer.scene.model.concealed()
    assert "Left-Thalamus" in gone and "Left-Putamen" not in gone
    assert set(explorer.facts["labels"]) <= {"Left-Putamen", "Right-Putamen"}
    explorer.move(*pixel_of(explorer, "Left-Putamen"))
    assert explorer.facts["hovered"] == "Left-Putamen"


def test_hover_and_panel_name_the_network(explorer):
    explorer.key("n").frames(40)
    at = pixel_of(explorer, "ctx-lh-postcentral")
    explorer.move(*at)
    assert "Somatomotor network" in explorer.facts["tag"] and "ostcentral gyrus" in explorer.facts["tag"]
    explorer.click(*at)
    assert explorer.sees("Somatomotor network") and explorer.sees("Postcentral gyrus")
    explorer.key("s").frames(3)
    assert explorer.sees("Postcentral sulcus")


def test_outlines_darken_borders(explorer):
    plain = brain_pixels(explorer)
    explorer.key("k")
    assert explorer.facts["outlines"]
    lined = brain_pixels(explorer)
    darker = plain.sum(axis=2) - lined.sum(axis=2) > 60
    assert 0.003 < darker.mean() < 0.2
    explorer.key("k")
    assert np.abs(brain_pixels(explorer) - plain).max() <= 2


def test_ventricles_are_all_that_is_solid_in_their_view(explorer):
    explorer.key("v").frames(40)
    explorer.key("page_down")
    kinds = {explorer.scene.model.atlas.structure_of(r).kind for r in explorer.scene.model.reachable()}
    assert kinds == {"ventricle"} and explorer.facts["mode"] == "ventricles"
    explorer.scene.select("Left-Thalamus")
    assert explorer.facts["mode"] == "glass"
