"""The page in the explorer's panel: read by wheel and keys, links followed by mouse and keyboard."""

from __future__ import annotations

import pytest


@pytest.fixture
def explorer(make_pilot):
    """The explorer with the left hippocampus selected."""
    return make_pilot("brain", params=(("region", "Left-Hippocampus"),)).settle()


def area(pilot):
    return pilot.scene.layer.find("region-text")


def link_to(pilot, target: str):
    """The first widget of the link to a target, scrolled into sight."""
    found = next(
        widget
        for widget in pilot.scene.layer.widgets
        if getattr(widget, "target", "") == target and widget.focusable
    )
    area(pilot).reveal(found.rect)
    pilot.frames(1)
    return found


def test_the_page_is_on_the_panel_and_scrolls_by_wheel(explorer):
    assert all(
        any(words in record.block.plain for record in explorer.scene.layer.records)
        for words in ("What it does", "Connections", "Blood supply", "When it is damaged", "As in training")
    )
    pane = area(explorer)
    assert pane.furthest > pane.rect.h
    explorer.wheel(*pane.rect.centre, -3)
    assert pane.offset > 0


def test_a_click_on_a_connection_selects_it_on_the_same_side_from_the_top(explorer):
    place = link_to(explorer, "region:Left-Mammillary-Nucleus").window_rect()
    explorer.click(*place.centre)
    explorer.frames(3)
    assert explorer.facts["selected"] == "Left-Mammillary-Nucleus"
    assert area(explorer).offset == 0


def test_a_click_on_an_analogy_opens_the_constellation_at_the_idea(explorer):
    place = link_to(explorer, "concept:shuffling").window_rect()
    explorer.click(*place.centre)
    explorer.until_scene("constellation")
    assert explorer.scene.model.selected == "shuffling"


def test_the_whole_page_by_keyboard_alone(explorer):
    names = []
    while "region-text" not in names:
        explorer.key("tab")
        names.append(explorer.facts["focused"])
        assert len(names) < 30
    explorer.key("page_down")
    assert area(explorer).offset > 0
    explorer.key("end")
    assert area(explorer).offset == area(explorer).furthest
    assert explorer.facts["selected"] == "Left-Hippocampus"
    explorer.key("tab")
    assert explorer.facts["focused"] == "link-1-0"
    explorer.key("enter")
    explorer.frames(3)
    assert explorer.facts["selected"] == "ctx-lh-entorhinal"
    assert explorer.facts["focused"] == "region-text"
    assert area(explorer).offset == 0


@pytest.mark.parametrize(("size", "text_size"), [((1280, 720), 1.0), ((1280, 720), 2.0), ((800, 1000), 1.5)])
def test_no_part_of_a_long_page_overlaps_another(make_pilot, size, text_size):
    pilot = make_pilot(
        "brain", size=size, text_size=text_size, params=(("region", "Left-Thalamus"),)
    ).settle()
    pane = area(pilot)
    for share in (0.0, 0.25, 0.5, 0.75, 1.0):
        pane.scroll_to(share * pane.furthest)
        assert pilot.complaints() == []
    bottoms = [record.block.bounds[3] for record in pilot.scene.layer.records if record.area is pane]
    assert max(bottoms) <= pane.content_height + 1


def test_the_page_stays_where_it_is_scrolled_to_while_it_is_shown_again(explorer):
    explorer.wheel(*area(explorer).rect.centre, -4)
    before = area(explorer).offset
    assert before > 0
    explorer.move(5, 5).key("j").frames(2)
    assert explorer.facts["ghosted"] == ["Left-Hippocampus"] and area(explorer).offset == before
    explorer.key("k").key("z").frames(2)
    assert area(explorer).offset == before
    explorer.scene.select("Left-Amygdala")
    explorer.frames(2)
    assert area(explorer).offset == 0, "another page begins at its top"


def test_the_list_of_parts_stays_where_it_is_scrolled_to(explorer):
    explorer.scene.select("ctx-lh-precentral")
    explorer.key("p").frames(2)
    tree = explorer.scene.layer.find("parts")
    tree.scroll_to(tree.furthest)
    before = tree.offset
    assert before > 0
    explorer.key("j").frames(2)
    assert explorer.scene.layer.find("parts").offset == before
