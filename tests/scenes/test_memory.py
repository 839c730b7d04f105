"""What the program holds after many visits is what it held after a few: no object of ours is kept, nor waits for the
garbage collector, which may be long in coming. Counts, no bytes.
"""

from __future__ import annotations

import gc
from collections import Counter
from collections.abc import Iterator

import pytest
from panda3d.core import RenderState, TransformState

from game.app.registry import HOME, SCENES
from game.core.messages import GoHome, OpenScene
from game.engine.pilot import Pilot
from game.engine.projection import Rect
from game.services.trainer_client import TrainerClient
from tests.scenes.test_census import census
from tests.scenes.test_flow import path_to
from tests.scenes.test_lab import fake

OTHERS = [scene.spec.id for scene in SCENES if scene.spec.id != HOME]


@pytest.fixture
def without_collector() -> Iterator[None]:
    """The collector does nothing of itself."""
    gc.collect()
    gc.disable()
    yield
    gc.enable()


def held() -> Counter[str]:
    """How many there are of each kind of object that the program makes."""
    kinds = (type(thing) for thing in gc.get_objects())
    ours = Counter(f"{kind.__module__}.{kind.__qualname__}" for kind in kinds if "game." in str(kind))
    return Counter({name: count for name, count in ours.items() if name.startswith("game.")})


def everything(pilot: Pilot) -> dict[str, object]:
    states = {"states": RenderState.get_num_states(), "transforms": TransformState.get_num_states()}
    return {**census(pilot), **states, **held()}


def visit(pilot: Pilot, scene: str) -> None:
    """There and back; the region quiz begins a round."""
    for step in path_to(scene):
        pilot.app.context.bus.post(OpenScene(step))
        pilot.until_scene(step).frames(2)
    pilot.frames(10)
    if scene == "region_quiz" and pilot.scene.layer.has("start"):
        pilot.press("start").frames(10)
    pilot.app.context.bus.post(GoHome())
    pilot.until_scene(HOME).frames(90)


@pytest.mark.slow
@pytest.mark.parametrize("scene", OTHERS)
def test_after_many_visits_as_much_is_held_as_after_a_few(scene, make_pilot, without_collector) -> None:
    pilot = make_pilot(motion="reduced").settle().frames(2)
    for _ in range(3):
        visit(pilot, scene)
    few = everything(pilot)
    for _ in range(6):
        visit(pilot, scene)
    assert {
        name: (few.get(name), now) for name, now in everything(pilot).items() if few.get(name) != now
    } == {}


@pytest.mark.slow
@pytest.mark.parametrize("scene", SCENES, ids=lambda scene: scene.spec.id)
def test_laying_out_again_leaves_nothing_for_the_collector(scene, make_pilot, without_collector) -> None:
    silent = fake("mute", TrainerClient)  # what a trainer says, and when, changes what the lab has to lay out
    pilot = make_pilot(motion="reduced", make_trainer=silent).settle().frames(2)
    for step in path_to(scene.spec.id) if scene.spec.id != HOME else ():
        pilot.app.context.bus.post(OpenScene(step))
        pilot.until_scene(step).frames(2)
    pilot.frames(10)
    for _ in range(3):
        pilot.scene.relayout()
    once = held()
    for _ in range(5):
        pilot.scene.relayout()
    assert {name: (once[name], now) for name, now in held().items() if once[name] != now} == {}


@pytest.mark.slow
def test_the_counts_see_what_is_kept(pilot: Pilot) -> None:
    before = held()
    kept = [Rect(0, 0, 1, 1) for _ in range(3)]
    after = held()
    name = "game.engine.projection.Rect"
    assert after[name] == before[name] + len(kept)


@pytest.mark.slow
@pytest.mark.parametrize("scene", ["brain", "region_quiz", "constellation"])
def test_the_graphics_card_is_given_back_what_it_was_lent(scene, make_pilot) -> None:
    pilot = make_pilot(motion="reduced", draw=True).settle().frames(2)
    prepared = pilot.stage.base.win.get_gsg().prepared_objects
    names = [name for name in dir(prepared) if name.startswith("get_num_prepared_")]

    def lent() -> dict[str, int]:
        return {name: getattr(prepared, name)() for name in names}

    for _ in range(2):
        visit(pilot, scene)
    few = lent()
    for _ in range(3):
        visit(pilot, scene)
    assert lent() == few and few["get_num_prepared_textures"] > 3
