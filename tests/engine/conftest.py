"""What the engine's tests share: one offscreen stage for all of them."""

from __future__ import annotations

import pytest

from game.engine.stage import Stage, StageOptions


@pytest.fixture(scope="session")
def stage():
    """A small offscreen stage with a graphics context that has drawn a frame."""
    made = Stage(StageOptions(width=320, height=180, offscreen=True))
    yield made
    made.close()
