"""The contact sheet: a PNG of every scene and state, at every size that has to look right.

`python -m game.devtools shots --out DIR [--only NAME] [--look LOOK] [--fast]`. Draws as a GPU would (fine meshes, pixel
lighting) on any machine; `--fast` draws as this machine's window does. Says of each picture what a stranger would call
ugly (text off the window, text over text) and ends with 1 if there is any, or if a state could not be reached.
"""

from __future__ import annotations

import argparse
import sys
import tempfile
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

from PIL import Image, ImageDraw, ImageFont

from game.app.boot import assemble
from game.app.options import RunOptions
from game.core.clock import FakeClock
from game.core.messages import OpenScene
from game.devtools.shot_states import SETTLED, STATES, State, study_a_week
from game.engine.pilot import FRAME, Pilot
from game.engine.stage import Stage, StageOptions

LARGE = 1.5  # text from which on menus are folded
COLUMNS, THUMB, LABEL = (
    4,
    480,
    26,
)  # of the sheet: pictures a row, pixels a picture's width, height of its name


@dataclass(frozen=True)
class Look:
    """A size and settings that every state is drawn with."""

    name: str
    size: tuple[int, int]
    text_size: float = 1.0
    scheme: str = "dark"


LOOKS = (
    Look("720p", (1280, 720)),
    Look("1080p", (1920, 1080)),
    Look("720p-text200", (1280, 720), text_size=2.0),
)
MORE_LOOKS = (
    Look("720p-light", (1280, 720), scheme="light"),
    Look("720p-contrast", (1280, 720), scheme="contrast"),
)


@dataclass(frozen=True)
class Shot:
    """A picture that was taken, or why it could not be. faults: what is ugly about it."""

    state: str
    look: str
    file: Path | None
    faults: tuple[str, ...]


def run(argv: Sequence[str], root: Path) -> int:
    """The tool. 0: all pictures taken and fit to be seen; 1: some are not; 2: nothing by that name."""
    parser = argparse.ArgumentParser(
        prog="python -m game.devtools shots", description=__doc__.split("\n", 1)[0]
    )
    parser.add_argument("--out", type=Path, required=True, metavar="DIR", help="where the pictures go")
    parser.add_argument(
        "--only", action="append", default=[], metavar="NAME", help="a state, or a scene with its states"
    )
    known = ", ".join(look.name for look in (*LOOKS, *MORE_LOOKS))
    parser.add_argument(
        "--look", action="append", default=[], metavar="LOOK", help=f"of {known} (default: the first three)"
    )
    parser.add_argument("--fast", action="store_true", help="draw as this machine's window does")
    options = parser.parse_args(argv)
    states = [state for state in STATES if not options.only or chosen(state, options.only)]
    looks = (
        [look for look in (*LOOKS, *MORE_LOOKS) if look.name in options.look] if options.look else list(LOOKS)
    )
    if not states or not looks:
        print(
            f"Nothing to draw; the states are: {', '.join(state.name for state in STATES)}.", file=sys.stderr
        )
        return 2
    options.out.mkdir(parents=True, exist_ok=True)
    size = looks[0].size
    stage = Stage(StageOptions(*size, offscreen=True, samples=4, best=not options.fast, fixed_step=FRAME))
    try:
        taken = [
            _say(take(stage, state, look, options.out))
            for look in looks
            for state in states
            if look.text_size >= LARGE or not state.large
        ]
    finally:
        stage.close()
    for look in looks:
        sheet(options.out, look, [shot for shot in taken if shot.look == look.name])
    return 1 if any(shot.faults for shot in taken) else 0


def chosen(state: State, names: Sequence[str]) -> bool:
    """Whether a state is asked for by its own name or its scene's."""
    return state.name in names or state.scene in names


def take(stage: Stage, state: State, look: Look, folder: Path) -> Shot:
    """Walk to a state in a program of its own and take its picture."""
    clock = FakeClock()
    stage.set_size(*look.size)
    stage.set_drawing(False)
    with tempfile.TemporaryDirectory(prefix="shots-") as data:
        over: dict[str, object] = {"text_size": look.text_size, "scheme": look.scheme}
        app = assemble(RunOptions(data_dir=Path(data)), stage, clock=clock, strict=True, settings_over=over)
        app.pollers.append(lambda: clock.advance(FRAME))  # the learner's clock runs with the frames
        pilot = Pilot(app)
        try:
            walk_to(pilot, state, clock)
            faults = tuple(pilot.complaints())
            file = folder / f"{state.name}_{look.name}.png"
            stage.set_drawing(True)
            pilot.frames().picture().save(file)
            return Shot(state.name, look.name, file, faults)
        except (AssertionError, KeyError) as error:
            return Shot(state.name, look.name, None, (f"not reached: {str(error).split('; facts:')[0]}",))
        finally:
            stage.set_drawing(True)
            app.close()


def walk_to(pilot: Pilot, state: State, clock: FakeClock) -> None:
    """From home to the state, by requests and steps a visitor could make."""
    context = pilot.app.context
    if not state.fresh:
        study_a_week(context, clock)
    pilot.frames(2)
    if state.scene != "home":
        context.bus.post(OpenScene("course"))
        pilot.until_scene("course").frames(2)
    if state.scene not in ("home", "course"):
        context.bus.post(OpenScene(state.scene, state.params))
        pilot.until_scene(state.scene)
    pilot.settle().frames(SETTLED)
    if state.steps is not None:
        state.steps(pilot)
        pilot.frames(SETTLED)


def sheet(folder: Path, look: Look, shots: Sequence[Shot]) -> Path:
    """All pictures of one look on one page, with their names."""
    height = round(THUMB * look.size[1] / look.size[0])
    rows = (len(shots) + COLUMNS - 1) // COLUMNS
    page = Image.new("RGB", (COLUMNS * THUMB, rows * (height + LABEL)), "#202020")
    draw, font = ImageDraw.Draw(page), ImageFont.load_default(16)
    for number, shot in enumerate(shots):
        x, y = number % COLUMNS * THUMB, number // COLUMNS * (height + LABEL)
        draw.text((x + 6, y + 3), shot.state, "#ff8080" if shot.faults else "#e0e0e0", font)
        if shot.file is not None:
            with Image.open(shot.file) as picture:
                page.paste(picture.resize((THUMB, height), Image.Resampling.LANCZOS), (x, y + LABEL))
    file = folder / f"sheet_{look.name}.png"
    page.save(file)
    return file


def _say(shot: Shot) -> Shot:
    mark = "ok  " if not shot.faults else "LOOK" if shot.file is not None else "FAIL"
    print(f"{mark} {shot.state} {shot.look}", *(f"\n     {fault}" for fault in shot.faults), flush=True)
    return shot
