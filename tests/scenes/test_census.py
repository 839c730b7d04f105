"""What a scene takes, it gives back: after leaving it, nothing of it is left in the program."""

from __future__ import annotations

import gc
import weakref
from typing import Any, ClassVar

import pytest

from game.app.registry import HOME, SCENES
from game.core.flow import SCREEN, SceneSpec
from game.core.messages import GoHome, Notice, OpenScene
from game.engine.pilot import Pilot
from game.engine.scene import Scene
from tests.scenes.test_flow import path_to

OTHERS = [scene.spec.id for scene in SCENES if scene.spec.id != HOME]


def census(pilot: Pilot) -> dict[str, Any]:
    """Everything that could be left behind, counted or named."""
    stage, bus = pilot.stage, pilot.app.context.bus
    base = stage.base
    roots = {"render": base.render, "interface": stage.ui, "backdrop": stage.backdrop}
    return {
        **{name: root.find_all_matches("**").get_num_paths() for name, root in roots.items()},
        "tasks": sorted(task.get_name() for task in base.task_mgr.getAllTasks()),
        "subscriptions": bus.subscriptions,
        "pollers": len(pilot.app.pollers),
        "intervals": base.taskMgr.hasTaskNamed("ivalLoop") and _intervals(),
        "listeners": len(base.messenger.getEvents()),
        "regions": base.win.get_num_display_regions(),
        "outputs": base.graphicsEngine.get_num_windows(),
    }


def _intervals() -> int:
    from direct.interval.IntervalGlobal import ivalMgr

    return ivalMgr.getNumIntervals()


def at_rest(pilot: Pilot) -> dict[str, Any]:
    """The census of home, once the brain has come and every toast and movement is over."""
    pilot.settle().until(lambda: bool(pilot.facts["brain"]), what="the brain at home")
    return census(pilot.frames(420))


def visit(pilot: Pilot, scene: str) -> Scene:
    """Walk to a scene, stay a little, walk home; return the scene that was left."""
    for step in path_to(scene):
        pilot.app.context.bus.post(OpenScene(step))
        pilot.until_scene(step).frames(2)
    pilot.frames(20)
    visited: Scene = pilot.scene
    pilot.app.context.bus.post(GoHome())
    pilot.until_scene(HOME)
    return visited


@pytest.mark.parametrize("scene", OTHERS)
def test_leaving_a_scene_leaves_nothing(scene: str, pilot: Pilot) -> None:
    visit(pilot, scene)  # the first visit may fill caches that are meant to stay: fonts, textures
    before = at_rest(pilot)
    left = visit(pilot, scene)
    assert left.scope.closed and not any(left.scope.census().values()), left.scope.census()
    assert at_rest(pilot) == before


@pytest.mark.parametrize("scene", OTHERS)
def test_a_left_scene_is_forgotten(scene: str, pilot: Pilot) -> None:
    """Nobody holds on to a scene that was left: no subscription, no callback, no cache."""
    left = weakref.ref(visit(pilot, scene))
    pilot.frames(10)
    gc.collect()
    assert left() is None, gc.get_referrers(left())


def test_the_whole_program_leaves_nothing_on_the_stage(make_pilot, stage) -> None:
    def held() -> dict[str, int]:
        roots = (("ui", stage.ui), ("backdrop", stage.backdrop), ("world", stage.world))
        return {name: root.get_num_children() for name, root in roots}

    make_pilot().settle().app.close()
    before = held()
    make_pilot().settle().app.close()
    assert held() == before


class Leaky(Scene):
    """A scene that takes things past its scope."""

    spec: ClassVar[SceneSpec] = SceneSpec("leaky", SCREEN, "Leaky", frozenset())

    def enter(self) -> None:
        """Leak one of each."""
        context = self.context
        context.stage.world.attach_new_node("leaked")
        context.bus.subscribe(Notice, print)
        context.stage.base.task_mgr.add(lambda task: task.cont, "leaked-task")
        context.stage.base.accept("leaked-event", print)


def test_the_census_sees_a_leak(pilot: Pilot) -> None:
    before = at_rest(pilot)
    leaky = Leaky(pilot.app.context, {})
    leaky.enter()
    after = at_rest(pilot)
    changed = {name for name in before if before[name] != after[name]}
    pilot.stage.world.find("leaked").remove_node()
    pilot.stage.base.task_mgr.remove("leaked-task")
    pilot.stage.base.ignore("leaked-event")
    assert changed == {"render", "subscriptions", "tasks", "listeners"}, (before, after)
