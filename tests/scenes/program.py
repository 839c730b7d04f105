"""The whole program on an offscreen stage, for tests: its own data folder, a fake clock, every fault raised.

Scene tests use the `pilot` fixture (one program a test module, at home when each test begins). Tests that need a
size, a scheme or a trainer of their own open a `program(...)` themselves. One at a time: Panda3D allows one stage.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

from game.app.boot import assemble
from game.app.options import RunOptions
from game.core.clock import FakeClock
from game.engine.pilot import FRAME, Pilot
from game.engine.stage import StageOptions


@contextmanager
def program(
    data_dir: Path,
    size: tuple[int, int] = (1280, 720),
    *,
    scene: str = "",
    clock: FakeClock | None = None,
    make_trainer: Callable[[], Any] | None = None,
    **settings: object,
) -> Iterator[Pilot]:
    """Run the program for the length of a `with` block. settings: such as text_size=2.0, scheme="light"."""
    app = assemble(
        RunOptions(scene=scene, data_dir=data_dir),
        StageOptions(*size, offscreen=True, fixed_step=FRAME),
        clock=clock or FakeClock(),
        strict=True,
        make_trainer=make_trainer,
        settings_over=dict(settings),
    )
    try:
        yield Pilot(app).frames(2)
    finally:
        app.close()
        app.context.stage.close()
