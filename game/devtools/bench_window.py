"""`bench window`: how fast the window is when idle, and what a running trainer costs it, measured on this machine.

Called by `game.devtools.bench`. The window's program runs on an offscreen stage; for the second figure the trainer is
the real one, held and let go in turn within one run, so that whatever else this machine does hits both alike. The
window's own work is processor time of the main thread for update and cull; what the graphics driver does in its draw
calls (on a software renderer: all vertices) is timed apart and taken off.
"""

from __future__ import annotations

import argparse
import json
import statistics
import sys
import tempfile
import time
from collections.abc import Sequence
from dataclasses import asdict, dataclass
from pathlib import Path
from typing import Any

from panda3d.core import PythonCallbackObject, load_prc_file_data

from game.app.app import App
from game.app.boot import assemble
from game.app.options import RunOptions
from game.core.messages import OpenScene
from game.engine.pilot import Pilot
from game.engine.stage import Stage
from game.engine.window import StageOptions
from game.services import paths
from game.services.trainer_client import TrainerClient

IDLE_SIZE, TINY_SIZE = (1280, 720), (320, 180)
IDLE_FRAMES, BLOCK_FRAMES = 120, 150
FRAME_SECONDS = 1 / 30  # the pace at which the blocks are walked: about what a software renderer reaches
PAIRS = 6
START_SECONDS = 240.0
FASTEST, LARGEST_GROWTH = 20.0, 0.10  # the goals


@dataclass(frozen=True)
class Figure:
    """One measured figure. ratio: value to reference (where there is none, to the goal); spread: lowest and highest
    ratio."""

    name: str
    value: float
    reference: float
    ratio: float
    goal: str
    reached: bool
    spread: tuple[float, float]


def run(argv: Sequence[str], root: Path) -> int:
    """The tool. 0: both goals are reached, 1: one is not, or the trainer did not run."""
    parser = argparse.ArgumentParser(
        prog="python -m game.devtools bench window", description="The window's speed."
    )
    parser.add_argument("--json", action="store_true", help="one object on one line")
    parser.add_argument("--pairs", type=int, default=PAIRS, help="blocks with the trainer held and running")
    parser.add_argument("--only", choices=("idle", "trainer"), help="one of the two figures")
    options = parser.parse_args(argv)
    try:
        figures = measure(options.pairs, options.only)
    except RuntimeError as error:
        print(error, file=sys.stderr)
        return 1
    if options.json:
        print(json.dumps({"figures": [asdict(figure) for figure in figures]}))
    else:
        for figure in figures:
            print(line(figure))
    return 0 if all(figure.reached for figure in figures) else 1


def line(figure: Figure) -> str:
    """A figure for people."""
    low, high = figure.spread
    mark = "reached" if figure.reached else "NOT reached"
    return (
        f"{figure.name:<28} {figure.value:8.3f}  against {figure.reference:8.3f}: {figure.ratio:.3f} "
        f"(from {low:.3f} to {high:.3f}; goal {figure.goal}: {mark})"
    )


def measure(pairs: int = PAIRS, only: str | None = None) -> list[Figure]:
    """The figures. Raises RuntimeError with a sentence when the trainer does not come to run."""
    figures = []
    with tempfile.TemporaryDirectory(prefix="bench-") as folder:
        load_prc_file_data("bench", "gl-finish 1")  # a frame counts when it is drawn, not when it is ordered
        stage = Stage(StageOptions(*IDLE_SIZE, offscreen=True, fixed_step=1 / 60))
        try:
            if only != "trainer":
                figures.append(idle_explorer(stage, Path(folder) / "idle"))
            if only != "idle":
                figures.append(trainer_beside(stage, Path(folder) / "lab", pairs))
        finally:
            stage.close()
    return figures


def idle_explorer(stage: Stage, data: Path) -> Figure:
    """Frames a second of the explorer that nobody touches, from the median frame."""
    app, pilot = _open(stage, data, "brain", IDLE_SIZE)
    try:
        pilot.settle().frames(40)
        seconds = []
        for _ in range(IDLE_FRAMES):
            begin = time.perf_counter()
            pilot.frames()
            seconds.append(time.perf_counter() - begin)
    finally:
        app.close()
    parts = statistics.quantiles(seconds, n=20)
    value = 1 / statistics.median(seconds)
    return Figure(
        "explorer, idle, frames/s", round(value, 2), FASTEST, round(value / FASTEST, 3),
        f">= {FASTEST:.0f}", value >= FASTEST,
        (round(1 / parts[-1] / FASTEST, 3), round(1 / parts[0] / FASTEST, 3)),
    )  # fmt: skip


def trainer_beside(stage: Stage, data: Path, pairs: int) -> Figure:
    """CPU milliseconds of the window's main thread a frame in the lab, the trainer running against held.

    Every layer is drawn in every frame, as on a graphics card: a held lab that is drawn from a kept picture costs half
    as much, and the comparison would be with that picture and not with the lab.
    """
    if stage.stills is not None:
        stage.stills.on = False
    app, pilot = _open(stage, data, "lab", TINY_SIZE)
    try:
        pilot.settle().frames(10).key("space")
        until = time.monotonic() + START_SECONDS
        while pilot.facts["step"] < 10:
            if time.monotonic() > until or pilot.facts["state"] not in ("starting", "running"):
                raise RuntimeError(f"The trainer did not come to run: {pilot.facts['state']}.")
            _paced(pilot, 1)
        running, held = [], []
        drawing = Drawing(stage)
        for _ in range(pairs):
            running.append(_paced(pilot, BLOCK_FRAMES, drawing))
            pilot.key("space")
            _paced(pilot, 20)  # the step in hand, and its report
            held.append(_paced(pilot, BLOCK_FRAMES, drawing))
            pilot.key("space")
            _paced(pilot, 10)
        drawing.close()
    finally:
        app.close()
        if stage.stills is not None:
            stage.stills.on = True
    ratios = [mine / other for mine, other in zip(running, held, strict=True)]
    ratio = statistics.median(ratios)
    return Figure(
        "lab, CPU ms/frame, training", round(1000 * statistics.median(running), 3),
        round(1000 * statistics.median(held), 3), round(ratio, 3), f"<= {1 + LARGEST_GROWTH:.2f} x held",
        ratio <= 1 + LARGEST_GROWTH, (round(min(ratios), 3), round(max(ratios), 3)),
    )  # fmt: skip


def _open(stage: Stage, data: Path, scene: str, size: tuple[int, int]) -> tuple[App, Pilot]:
    stage.set_size(*size)
    app = assemble(
        RunOptions(data_dir=data), stage, strict=True,
        make_trainer=lambda: TrainerClient(paths.trainer_argv(), runs_dir=data / "runs"),
    )  # fmt: skip
    pilot = Pilot(app)
    pilot.frames(2)
    app.context.bus.post(OpenScene(scene))
    return app, pilot.until_scene(scene)


class Drawing:
    """Counts the processor seconds that the main thread spends in the draw calls of the stage's window."""

    def __init__(self, stage: Stage) -> None:
        window = stage.base.win
        self._regions = [window.get_display_region(i) for i in range(window.get_num_display_regions())]
        self.seconds = 0.0
        for region in self._regions:
            region.set_draw_callback(PythonCallbackObject(self._draw))

    def close(self) -> None:
        """Let the regions draw by themselves again."""
        for region in self._regions:
            region.clear_draw_callback()

    def _draw(self, data: Any) -> None:
        begin = time.thread_time()
        data.upcall()
        self.seconds += time.thread_time() - begin


def _paced(pilot: Pilot, frames: int, drawing: Drawing | None = None) -> float:
    """Walk so many frames at the pace of a window; mean CPU seconds of this thread a frame, less those of drawing."""
    used, due = 0.0, time.perf_counter()
    before = drawing.seconds if drawing is not None else 0.0
    for _ in range(frames):
        begin = time.thread_time()
        pilot.frames()
        used += time.thread_time() - begin
        due += FRAME_SECONDS
        time.sleep(max(0.0, due - time.perf_counter()))
    drawn = drawing.seconds - before if drawing is not None else 0.0
    return (used - drawn) / frames
