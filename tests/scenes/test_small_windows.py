"""A window made small: every scene still reads well, down to 720 x 480."""

from __future__ import annotations

import pytest

from game.app.registry import HOME, SCENES
from game.core.messages import ChangeSetting, OpenScene, WindowResized
from tests.scenes.test_flow import path_to
from tests.scenes.test_lab import fake

SIZES = [(1024, 640), (960, 540), (900, 600), (870, 600), (854, 480), (800, 500), (720, 480)]


@pytest.mark.slow
@pytest.mark.parametrize("scene", [scene.spec.id for scene in SCENES])
def test_every_scene_reads_well_in_a_small_window(scene, make_pilot):
    pilot = make_pilot(make_trainer=fake(), motion="reduced").settle()
    for step in path_to(scene) if scene != HOME else ():
        pilot.app.context.bus.post(OpenScene(step))
        pilot.until_scene(step).frames(2)
    found = {}
    for text_size in (1.0, 1.25):
        pilot.app.context.bus.post(ChangeSetting("text_size", text_size))
        for size in SIZES:
            pilot.stage.set_size(*size)
            pilot.app.context.bus.post(WindowResized(*size))
            complaints = pilot.frames(30).complaints()
            if complaints:
                found[size, text_size] = complaints
    assert found == {}
