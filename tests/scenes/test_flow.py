"""Every scene can be reached from home and left again, by the doors that visitors use."""

from __future__ import annotations

import pytest

from game.app.registry import HOME, SCENES
from game.core.flow import OVERLAY, Flow, Move, Refusal, Visit
from game.core.messages import GoBack, GoHome, OpenScene
from game.engine.pilot import Pilot

SPECS = [scene.spec for scene in SCENES]
IDS = [spec.id for spec in SPECS]


def path_to(scene: str) -> list[str]:
    """The shortest way from home to a scene, home left out."""
    return Flow(SPECS, HOME).way(HOME, scene)


def test_home_is_a_scene_and_no_id_is_used_twice() -> None:
    assert HOME in IDS and len(set(IDS)) == len(IDS)


def test_every_door_leads_somewhere() -> None:
    assert {door for spec in SPECS for door in spec.opens} <= set(IDS)


def test_everything_is_reachable_from_home() -> None:
    assert Flow(SPECS, HOME).reachable(HOME) == set(IDS)


def test_the_kiosk_shows_a_part_of_it_and_is_closed_in_itself() -> None:
    kiosk = Flow(SPECS, HOME, kiosk=True)
    assert set(kiosk.specs) <= set(IDS)
    assert kiosk.reachable(HOME) == set(kiosk.specs)


@pytest.mark.parametrize("scene", IDS)
def test_home_can_be_reached_from_everywhere(scene: str) -> None:
    flow = Flow(SPECS, HOME)
    stack = flow.start()
    for step in path_to(scene):
        move = flow.decide(stack, OpenScene(step))
        assert isinstance(move, Move)
        stack = move.stack
    assert stack[-1].scene == scene
    home = flow.decide(stack, GoHome())
    assert isinstance(home, Move) and home.stack == (Visit(HOME),)


@pytest.mark.parametrize("scene", IDS)
def test_every_scene_opens_the_menu(scene: str) -> None:
    spec = next(spec for spec in SPECS if spec.id == scene)
    assert "menu" in spec.opens or spec.kind == OVERLAY


def test_there_is_no_way_to_what_is_not_there() -> None:
    assert Flow(SPECS, HOME).way(HOME, HOME) == []
    with pytest.raises(ValueError, match="cannot be reached"):
        Flow(SPECS, HOME).way(HOME, "nowhere")


def test_what_is_not_a_door_is_refused() -> None:
    flow = Flow(SPECS, HOME)
    assert isinstance(flow.decide(flow.start(), OpenScene("nowhere")), Refusal)
    assert isinstance(flow.decide(flow.start(), GoBack()), Refusal)


@pytest.mark.parametrize("scene", [scene for scene in IDS if scene != HOME])
def test_a_visitor_walks_there_and_back(scene: str, pilot: Pilot) -> None:
    """For real: the scene is built, says something, and Back leads home step by step."""
    way = path_to(scene)
    for step in way:
        pilot.app.context.bus.post(OpenScene(step))
        pilot.until_scene(step).frames(3)
    assert pilot.texts(), "nothing is written on it"
    for step in reversed([HOME, *way[:-1]]):
        pilot.app.context.bus.post(GoBack())
        pilot.until_scene(step)


@pytest.mark.parametrize("scene", [scene for scene in IDS if scene != HOME])
def test_the_way_there_can_be_walked_with_the_escape_key(scene: str, pilot: Pilot) -> None:
    for step in path_to(scene):
        pilot.app.context.bus.post(OpenScene(step))
        pilot.until_scene(step).frames(3)
    pilot.until(lambda: pilot.key("escape").scene.spec.id == HOME, frames=8, what="Escape leading home")
