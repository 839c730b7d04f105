"""The two programs that `bench explorer` compares, each a process of its own: the explorer and the bare one.

`python -m game.devtools.bench_programs bare|explorer` says "ready" and its CPU seconds when its first frame is drawn
and can be used: in the explorer's, a region has been picked. Then it answers each line "WHAT FRAMES" with the
milliseconds of every frame: CPU of its thread, CPU of all threads, wall. Started by bench_explorer.py.
"""

from __future__ import annotations

import json
import sys
import tempfile
import time
from collections.abc import Callable, Sequence
from pathlib import Path

from panda3d.core import load_prc_file_data

SIZE = (1280, 720)
REGIONS = ("ctx-lh-superiortemporal", "ctx-lh-precentral")  # both in sight in the first view
SETTLING = 40  # frames after the first in which the program makes what that one could do without
WARM_UP = 3  # frames before those that count: what a change itself costs is not a frame of its kind
Step = Callable[[int], object]


def main(argv: Sequence[str]) -> int:
    """Run one of the two until its standard input ends."""
    load_prc_file_data(
        "bench", "gl-finish 1\nnotify-level-glgsg error"
    )  # a frame counts when it is drawn, not when it is ordered
    if argv[0] == "bare":
        from game.devtools.bench_bare import BareProgram

        program = BareProgram(SIZE)

        def kind(what: str) -> Step:
            if what == "own-shader" or program.has_brain:
                program.set_own_shader(what == "own-shader")
            return lambda number: program.step()

        return serve(kind)
    with tempfile.TemporaryDirectory(prefix="bench-") as folder:
        return serve(_explorer(Path(folder)))


def serve(kind: Callable[[str], Step]) -> int:
    """Answer lines of standard input. kind: what has to be done for each frame of a kind."""
    print(f"ready {time.process_time():.3f}", flush=True)
    for line in sys.stdin:
        what, count = line.split()
        step = kind(what)
        for number in range(WARM_UP):
            step(number)
        cpu, wall, main = [], [], []
        for number in range(int(count)):
            begin, used, own = time.perf_counter(), time.process_time(), time.thread_time()
            step(number)
            main.append(1000 * (time.thread_time() - own))
            cpu.append(1000 * (time.process_time() - used))
            wall.append(1000 * (time.perf_counter() - begin))
        print(json.dumps({"main": main, "cpu": cpu, "wall": wall}), flush=True)
    return 0


def _explorer(folder: Path) -> Callable[[str], Step]:
    """The whole program, opened at the explorer, after the first frame in which the brain can be picked."""
    from game.app.boot import assemble
    from game.app.options import RunOptions
    from game.core.inputs import MOVE, InputEvent
    from game.engine.window import StageOptions

    app = assemble(
        RunOptions(data_dir=folder, scene="brain"), StageOptions(*SIZE, offscreen=True), strict=True
    )
    app.context.stage.step()
    while not (app.director.top.spec.id == "brain" and app.director.top.facts()["brain"]):
        app.context.stage.step()
    view = app.director.top.view  # type: ignore[attr-defined]
    if view.pick(*view.area.centre) is None:
        raise RuntimeError("The first frame shows no brain that can be picked.")
    brain = view.brain
    pixels: list[tuple[float, float]] = []

    def hover(number: int) -> None:
        if not pixels:
            pixels.extend(view.pixel(view.centre_of(region)) for region in REGIONS)
        app.events.append(InputEvent(MOVE, *pixels[number % 2]))

    changes: dict[str, Step] = {
        "still": lambda number: None,
        "hover": hover,
        "select": lambda number: brain.set_selected(REGIONS[number % 2]),
        "selected": lambda number: brain.set_selected(REGIONS[0]),
        "morph": lambda number: brain.set_morph(0.05 + 1.9 * (number % 30) / 30),
        "explode": lambda number: brain.set_explode(0.02 + 0.95 * (number % 30) / 30),
    }

    def kind(what: str) -> Step:
        while app.frames < SETTLING:
            app.context.stage.step()
        app.events.append(InputEvent(MOVE, 2.0, 2.0))  # off the brain
        brain.set_selected()
        brain.set_morph(0.0)
        brain.set_explode(0.0)
        change = changes[what]

        def step(number: int) -> None:
            change(number)
            app.context.stage.step()

        return step

    return kind


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
