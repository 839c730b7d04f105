"""The demonstration without a display: every scene as a picture, then half a minute of real training, measured.

Called by the command line (`main.py tour`, and `main.py` where there is no display). It is the window's program on
an offscreen stage, walked by the pilot; the training is the lab's own. Nothing is printed that was not measured.
"""

from __future__ import annotations

import sys
import tempfile
from contextlib import ExitStack
from dataclasses import replace
from pathlib import Path

from game.app import machine, tour_training
from game.app.app import App
from game.app.boot import BootError, assemble, exit_code, scene_problem
from game.app.options import RunOptions
from game.app.progress_line import ProgressLine
from game.app.registry import HOME, SCENES
from game.app.tour_training import Heard, Overheard
from game.core.content import Course
from game.core.flow import Flow
from game.core.messages import GoHome, OpenScene
from game.engine.pilot import FRAME, Pilot
from game.engine.renderer import GraphicsError
from game.engine.window import StageOptions
from game.services import paths

GOOD, FAULT, WRONG_USE = 0, 1, 2
SIZE = (1280, 720)
LAB = "lab"
SETTLED = 100  # frames: longer than any movement of camera or panel


def run(options: RunOptions, out: Path, train_seconds: float = 30.0) -> int:
    """Draw every scene into `out`, train, print what was measured; return the exit code."""
    if problem := scene_problem(options):
        print(problem, file=sys.stderr)
        return WRONG_USE
    try:
        out.mkdir(parents=True, exist_ok=True)
    except OSError as error:
        print(f"The folder {out} cannot be made: {error.strerror}.", file=sys.stderr)
        return WRONG_USE
    with ExitStack() as stack:
        if options.data_dir is None:  # a demonstration leaves no traces in anybody's progress
            folder = stack.enter_context(tempfile.TemporaryDirectory(prefix="neurarium-"))
            options = replace(options, data_dir=Path(folder))
        heard = Heard()
        try:
            app = _open(options, heard, stack)
        except (GraphicsError, BootError, paths.PathError) as error:
            print(error, file=sys.stderr)
            return exit_code(error)
        pilot = Pilot(app)
        files = draw_scenes(pilot, out)
        if train_seconds > 0:
            walk_to(pilot, LAB)
            files += tour_training.train_in_lab(pilot, heard, train_seconds, out)
    print(report(heard if train_seconds > 0 else None, files, out))
    return GOOD if train_seconds == 0 or heard.history.finished is not None else FAULT


def draw_scenes(pilot: Pilot, out: Path) -> list[Path]:
    """Walk through every scene from home; return the pictures made, in the order of the registry."""
    context = pilot.app.context
    files = []
    with ProgressLine(len(SCENES), "Drawing") as line:
        for number, scene in enumerate(SCENES, start=1):
            line.say(scene.spec.title)
            walk_to(pilot, scene.spec.id, sight(scene.spec.id, context.course))
            pilot.settle().frames(SETTLED)
            file = out / f"{number:02d}-{scene.spec.id}.png"
            pilot.picture().save(file)
            files.append(file)
            line.advance()
    return files


def walk_to(pilot: Pilot, scene: str, params: tuple[tuple[str, str], ...] = ()) -> None:
    """Go home from wherever the program is, then open a scene."""
    bus = pilot.app.context.bus
    if pilot.scene.spec.id != HOME:
        bus.post(GoHome())
        pilot.until_scene(HOME)
    for step in Flow([known.spec for known in SCENES], HOME).way(HOME, scene):
        bus.post(OpenScene(step, params if step == scene else ()))
        pilot.until_scene(step)


def sight(scene: str, course: Course) -> tuple[tuple[str, str], ...]:
    """What a scene is opened with, so that its picture shows more than an empty start."""
    if scene == "brain":
        return (("region", "ctx-lh-precentral"),)
    if scene == "constellation" and course.concepts:
        return (("concept", course.concepts[0].id),)
    return ()


def report(heard: Heard | None, files: list[Path], out: Path) -> str:
    """The closing words: what was measured, on which machine, and where the pictures are."""
    lines = ["", *tour_training.table(heard)] if heard is not None else []
    lines += ["", f"On {machine.look().line}.", f"{len(files)} pictures are in {out.resolve()}"]
    return "\n".join(lines)


def _open(options: RunOptions, heard: Heard, stack: ExitStack) -> App:
    """The whole program on an offscreen stage that draws nothing but the pictures asked for."""
    stage = StageOptions(*SIZE, offscreen=True, samples=4, best=True, fixed_step=FRAME)
    places = paths.resolve(options.data_dir, options.profile)
    app = assemble(
        replace(options, scene=""),
        stage,
        strict=True,
        make_trainer=lambda: Overheard(paths.trainer_argv(), runs_dir=places.runs_dir, heard=heard),
    )
    stack.callback(app.context.stage.close)
    stack.callback(app.close)
    app.context.stage.set_drawing(False)
    return app
