"""`pilot`: hands and eyes on the whole program; see `program` for what it runs in."""

from __future__ import annotations

from collections.abc import Iterator

import pytest

from game.core.messages import GoHome
from game.engine.pilot import Pilot
from tests.scenes.program import program


@pytest.fixture(scope="module")
def _program(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Pilot]:
    with program(tmp_path_factory.mktemp("data")) as pilot:
        yield pilot


@pytest.fixture
def pilot(_program: Pilot) -> Pilot:
    """The module's program, at home. What earlier tests of the module saved is still there."""
    _program.app.context.bus.post(GoHome())
    return _program.until_scene("home").frames(2)
