"""On a software renderer a scene's names are cut by no tile, also in the first frame that shows a kept picture."""

from __future__ import annotations

import numpy as np

from tests.engine.test_still_layer import ROUNDING, window
from tests.scenes.test_monkey import go


def test_names_that_took_other_places_are_whole_in_the_first_frame_of_the_kept_picture(make_pilot) -> None:
    pilot = make_pilot("constellation", size=(800, 500), draw=True)
    stage = pilot.stage
    pilot.frames(9)
    pilot.press("begin").frames(9)
    stage.picture()
    go(pilot, "constellation")
    pilot.frames(9)
    pilot.press("begin").frames(1)
    stage.picture()
    pilot.frames(9)
    pilot.click(30, 300)
    pilot.until(lambda: "ui" in stage.stills_held(), 30)
    shown = window(stage)
    stage.picture()
    assert np.abs(shown - window(stage)).max() <= ROUNDING
