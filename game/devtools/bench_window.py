"""`bench window`: how fast the window is when idle, and what a running trainer costs it, measured on this machine.

Called by `game.devtools.bench`. The window's program runs on an offscreen stage; for what the trainer costs it is the
real one, in three turns within one run: running; held; and running while the lab is held and hears nothing. The last
two draw the same frames, so that what lies between them is what a busy machine does to any program (shared caches,
cores taken away and given back); what lies between the first and the last is the window's own work: hearing, writing,
drawing and painting what is trained. Work is processor time of the main thread for update and cull; what the graphics
driver does in its draw calls (on a software renderer: all vertices) is timed apart and taken off.
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

import msgspec
from panda3d.core import PythonCallbackObject, load_prc_file_data

from game.app.app import App
from game.app.boot import assemble
from game.app.options import RunOptions
from game.core import protocol
from game.core.messages import OpenScene
from game.engine.pilot import Pilot
from game.engine.stage import Stage
from game.engine.window import StageOptions
from game.services import paths
from game.services.trainer_client import TrainerClient

IDLE_SIZE, TINY_SIZE = (1280, 720), (320, 180)
IDLE_FRAMES, BLOCK_FRAMES, SETTLE_FRAMES = 120, 150, 20
FRAME_SECONDS = 1 / 30  # the pace at which the blocks are walked: about what a software renderer reaches
PAIRS = 6
START_SECONDS = 240.0
FASTEST, LARGEST_GROWTH = 20.0, 0.10  # the goals
NO_GOAL = "no goal"


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
    """The tool. 0: the goals are reached, 1: one is not, or the trainer did not run."""
    parser = argparse.ArgumentParser(
        prog="python -m game.devtools bench window", description="The window's speed."
    )
    parser.add_argument("--json", action="store_true", help="one object on one line")
    parser.add_argument(
        "--pairs", type=int, default=PAIRS, help="turns with the trainer running, held, and unheard"
    )
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
    goal = f"goal {figure.goal}: {'reached' if figure.reached else 'NOT reached'}"
    return (
        f"{figure.name:<30} {figure.value:8.3f}  against {figure.reference:8.3f}: {figure.ratio:.3f} "
        f"(from {low:.3f} to {high:.3f}; {goal if figure.goal != NO_GOAL else NO_GOAL})"
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
                figures.extend(trainer_beside(stage, Path(folder) / "lab", pairs))
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


class HeldClient(TrainerClient):
    """The trainer as a lab hears it that may be made deaf, while the trainer itself goes on; its runs do not end."""

    deaf = False
    drained = 0  # reports thrown away

    def poll(self) -> list[protocol.Report]:
        """As everywhere; nothing while deaf."""
        return [] if self.deaf else super().poll()

    def send(self, command: protocol.Command) -> None:
        """As everywhere, but a run is to last longer than anyone measures."""
        if isinstance(command, protocol.StartRun):
            command = protocol.StartRun(spec=msgspec.structs.replace(command.spec, steps=protocol.MAX_STEPS))
        super().send(command)

    def drain(self) -> None:
        """Throw away what was said."""
        self.drained += len(super().poll())


def trainer_beside(stage: Stage, data: Path, turns: int) -> list[Figure]:
    """CPU milliseconds of the window's main thread a frame in the lab: its own work, and what a busy machine adds.

    Every layer is drawn in every frame, as on a graphics card: a held lab that is drawn from a kept picture costs half
    as much, and the comparison would be with that picture and not with the lab.
    """
    client = HeldClient(paths.trainer_argv(), runs_dir=data / "runs")
    if stage.stills is not None:
        stage.stills.on = False
    app, pilot = _open(stage, data, "lab", TINY_SIZE, client)
    running, held, busy = [], [], []
    try:
        _until_running(pilot)
        drawing = Drawing(stage)
        for _ in range(turns):
            running.append(_paced(pilot, BLOCK_FRAMES, drawing))
            pilot.key("space")
            _paced(pilot, SETTLE_FRAMES)  # the step in hand, and its report
            held.append(_paced(pilot, BLOCK_FRAMES, drawing))
            client.deaf = True
            client.send(protocol.Resume())
            _paced(pilot, SETTLE_FRAMES, client=client)
            busy.append(_paced(pilot, BLOCK_FRAMES, drawing, client))
            client.send(protocol.Pause())
            _paced(pilot, SETTLE_FRAMES, client=client)
            client.deaf = False
            pilot.key("space")
            _paced(pilot, SETTLE_FRAMES)
        drawing.close()
    finally:
        app.close()
        if stage.stills is not None:
            stage.stills.on = True
    return [
        _growth("lab, CPU ms/frame, own work", running, busy, LARGEST_GROWTH),
        _growth("lab, CPU ms/frame, in all", running, held, None),
    ]


def _growth(name: str, values: list[float], references: list[float], most: float | None) -> Figure:
    """A figure from blocks that lie beside each other, in seconds a frame. most: the goal, None for none."""
    ratios = [mine / other for mine, other in zip(values, references, strict=True)]
    ratio = statistics.median(ratios)
    return Figure(
        name, round(1000 * statistics.median(values), 3), round(1000 * statistics.median(references), 3),
        round(ratio, 3), f"<= {1 + most:.2f}" if most is not None else NO_GOAL,
        most is None or ratio <= 1 + most, (round(min(ratios), 3), round(max(ratios), 3)),
    )  # fmt: skip


def _until_running(pilot: Pilot) -> None:
    pilot.settle().frames(10).key("space")
    until = time.monotonic() + START_SECONDS
    while pilot.facts["step"] < 10:
        if time.monotonic() > until or pilot.facts["state"] not in ("starting", "running"):
            raise RuntimeError(f"The trainer did not come to run: {pilot.facts['state']}.")
        _paced(pilot, 1)


def _open(
    stage: Stage, data: Path, scene: str, size: tuple[int, int], client: TrainerClient | None = None
) -> tuple[App, Pilot]:
    stage.set_size(*size)
    trainer = client or TrainerClient(paths.trainer_argv(), runs_dir=data / "runs")
    app = assemble(RunOptions(data_dir=data), stage, strict=True, make_trainer=lambda: trainer)
    pilot = Pilot(app)
    pilot.frames(2)
    app.context.bus.post(OpenScene(scene))
    return app, pilot.until_scene(scene)


class Drawing:
    """Counts the processor seconds that the main thread spends in the draw calls of the stage: window and buffers."""

    def __init__(self, stage: Stage) -> None:
        self._regions = [
            output.get_display_region(number)
            for output in (stage.base.win, *stage.targets.buffers)
            for number in range(output.get_num_display_regions())
        ]
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


def _paced(
    pilot: Pilot, frames: int, drawing: Drawing | None = None, client: HeldClient | None = None
) -> float:
    """Walk so many frames at the pace of a window; mean CPU seconds of this thread a frame, less those of drawing.
    client: one whose news is thrown away between the frames."""
    used, due = 0.0, time.perf_counter()
    before = drawing.seconds if drawing is not None else 0.0
    for _ in range(frames):
        begin = time.thread_time()
        pilot.frames()
        used += time.thread_time() - begin
        if client is not None:
            client.drain()
        due += FRAME_SECONDS
        time.sleep(max(0.0, due - time.perf_counter()))
    drawn = drawing.seconds - before if drawing is not None else 0.0
    return (used - drawn) / frames
