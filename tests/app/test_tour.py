"""The demonstration without a display: pictures of every scene, a training that is measured, words that are true."""

from __future__ import annotations

import io
import os
import re
import subprocess
import sys
from pathlib import Path

import pytest
from PIL import Image

from game.app import tour, tour_training
from game.app.progress_line import ProgressLine
from game.app.registry import SCENES
from game.app.tour_training import Heard, Overheard
from game.app.train_command import summary
from game.core import protocol
from game.services import paths

IDS = [scene.spec.id for scene in SCENES]


def without_display() -> dict[str, str]:
    return {name: value for name, value in os.environ.items() if name not in ("DISPLAY", "WAYLAND_DISPLAY")}


@pytest.mark.slow
def test_every_scene_gets_its_picture(make_pilot, tmp_path: Path, capsys) -> None:
    files = tour.draw_scenes(make_pilot(size=(640, 360)), tmp_path)
    assert [file.stem.partition("-")[2] for file in files] == IDS
    for file in files:
        with Image.open(file) as picture:
            assert picture.size == (640, 360)
            assert len(picture.convert("RGB").getcolors(2**24)) > 100, f"{file.name} shows nothing"
    assert capsys.readouterr().err.count("Drawing: ") == len(IDS)


@pytest.mark.parametrize(("scenario", "broken"), [("normal", False), ("death", True)])
def test_the_lab_is_started_overheard_and_stopped(
    scenario: str, broken: bool, make_pilot, tmp_path: Path
) -> None:
    """With the stand-in trainer, which speaks the same protocol in the blink of an eye."""
    heard = Heard()
    extra = ("fake", "--scenario", scenario)
    pilot = make_pilot(make_trainer=lambda: Overheard(paths.trainer_argv(), heard=heard, extra=extra))
    tour.walk_to(pilot, "lab")
    files = tour_training.train_in_lab(pilot, heard, 1.0, tmp_path)
    assert files and all(file.is_file() for file in files)
    assert heard.broken == broken
    told = "\n".join(tour_training.table(heard))
    words = ("steps a second", "loss scale", "steps skipped", "held-out accuracy", "replicas agree")
    assert all(word in told for word in words) == (not broken)
    assert told


@pytest.mark.parametrize(
    ("digests", "words"),
    [(("a", "a"), "bit for bit"), (("a", "b"), "no"), ((), "not known: the run was cut short")],
)
def test_agreement_is_said_only_where_it_was_compared(digests: tuple[str, ...], words: str) -> None:
    finished = protocol.RunFinished(
        run=1, reason="stopped", step=9, seconds=1.0, steps_per_second=9.0, loss=1.0, held_out_accuracy=None,
        border_accuracy=None, skipped_steps=0, loss_scale=1.0, weight_digests=digests,
        weights_finite=True, checkpoint="",
    )  # fmt: skip
    assert summary(finished)[-1].partition("replicas agree")[2].strip().startswith(words)


def test_what_was_not_measured_is_not_printed() -> None:
    told = tour.report(None, [], Path("out"))
    assert "steps a second" not in told and "0 pictures" in told
    heard = Heard(trouble="The trainer ended. Start the training again.")
    assert "The trainer ended. Start the training again." in tour.report(heard, [], Path("out"))


def test_a_folder_that_cannot_be_made_is_bad_input(tmp_path: Path, capsys) -> None:
    (tmp_path / "file").write_text("in the way")
    assert tour.run(tour.RunOptions(), tmp_path / "file" / "below") == 2
    assert "cannot be made" in capsys.readouterr().err


def test_off_a_terminal_each_new_word_is_a_line() -> None:
    out = io.StringIO()
    with ProgressLine(2, "Drawing", out=out) as line:
        for what in ("home", "home", "brain"):
            line.say(what)
            line.advance()
    assert out.getvalue() == "Drawing: home\nDrawing: brain\n"


def test_on_a_terminal_there_is_a_bar() -> None:
    class Terminal(io.StringIO):
        def isatty(self) -> bool:
            return True

    out = Terminal()
    with ProgressLine(4, "Training", "s", out=out) as line:
        line.say("step 3")
        line.advance(4)
    assert "4/4 s" in out.getvalue() and "step 3" in out.getvalue()


@pytest.mark.slow
@pytest.mark.tf
@pytest.mark.timeout(400)
def test_the_programs_first_command_without_a_display(root: Path, tmp_path: Path) -> None:
    """`main.py` itself, in an empty folder, with the real trainer: what the README promises."""
    run = subprocess.run(
        [sys.executable, str(root / "main.py")],
        cwd=tmp_path,
        env=without_display(),
        capture_output=True,
        text=True,
    )
    assert run.returncode == 0, run.stdout + run.stderr
    assert run.stdout.splitlines()[0].startswith("There is no display here")
    pictures = sorted(file.name for file in (tmp_path / "neurarium-demo").glob("*.png"))
    assert [name for name in pictures if name[0].isdigit()] == [
        f"{number:02d}-{name}.png" for number, name in enumerate(IDS, start=1)
    ]
    assert sum(name.startswith("training-") for name in pictures) == len(tour_training.PICTURE_AT)
    # A busy machine may not let the replicas compare weights before the stop is enforced; then that is said.
    assert "mixed float16" in run.stdout and re.search(
        r"replicas agree +(bit for bit|not known)", run.stdout
    ), run.stdout
    assert "Traceback" not in run.stderr
