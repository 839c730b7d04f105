"""The tours that ship: six, each short, sourced, and about what the atlas has."""

import re
from pathlib import Path

import pytest

from game.core.tours import SNAPS, VIEWS, Tour
from game.engine.orbit import SNAP_VIEWS
from game.services.atlas_loader import load_atlas
from game.services.content_loader import load_courses
from game.worlds.brain.views import ENTRIES


@pytest.fixture(scope="module")
def tours(root: Path) -> dict[str, Tour]:
    (course,) = load_courses(root / "lessons").courses
    return {tour.id: tour for tour in course.tours}


def test_the_six_tours_are_there(tours: dict[str, Tour]) -> None:
    assert set(tours) == {"basal-ganglia", "language", "memory", "motor-system", "ventricles", "vision"}
    for tour in tours.values():
        assert 5 <= len(tour.steps) <= 8, tour.id
        assert 60 <= tour.seconds <= 180, tour.id
        assert len(tour.sources) >= 3, tour.id
        assert all(re.search(r"\b(19|20)\d\d$", source) for source in tour.sources), tour.id


def test_every_step_shows_structures_of_the_atlas(root: Path, tours: dict[str, Tour]) -> None:
    atlas = load_atlas(root / "assets" / "brain").atlas
    for tour in tours.values():
        for number, step in enumerate(tour.steps):
            assert step.highlight or number == 0, (tour.id, number)
            for name in (*step.highlight, *step.ghost, *step.hidden, step.camera.focus or "Pons"):
                sides = {region.side for region in atlas.regions_of(name)}
                assert step.side == "both" or sides & {step.side, ""}, (tour.id, number, name)


def test_no_two_steps_say_the_same(tours: dict[str, Tour]) -> None:
    said = [step.narration for tour in tours.values() for step in tour.steps]
    assert len(set(said)) == len(said)
    assert all(text.isprintable() and text[-1] in ".!?" for text in said)


def test_views_are_those_of_the_explorer_and_its_camera() -> None:
    assert set(SNAPS) == set(SNAP_VIEWS)
    assert [entry.id for entry in ENTRIES] == list(VIEWS)
