"""The tour's training: the lab is opened and started like a visitor would, and everything it hears is kept.

`tour` calls it. The lab's own client is overheard, so the figures are exactly the lab's; between pictures nothing is
drawn, since a drawing processor would take the replicas' time.
"""

from __future__ import annotations

import time
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from game.app.progress_line import ProgressLine
from game.app.train_command import summary
from game.core import protocol
from game.core.run_sentence import describe
from game.core.telemetry import RunHistory
from game.engine.pilot import FRAME, Pilot
from game.services.trainer_client import TrainerClient

STARTING_S = 180.0  # importing TensorFlow can take a minute on a busy machine
ENDING_S = 30.0
REST_S = 0.05  # between two looks at the trainer: the processor belongs to the replicas
SAID_TIMES = 10
PICTURE_AT = (0.1, 0.5, 1.0)  # shares of the training time


@dataclass
class Heard:
    """What the lab heard. trouble: the sentence of a trainer that was lost altogether, or ""."""

    history: RunHistory = field(default_factory=RunHistory)
    trouble: str = ""

    @property
    def broken(self) -> bool:
        """Whether nothing more will come."""
        return bool(self.trouble) or self.history.failed is not None or self.history.lost is not None

    @property
    def over(self) -> bool:
        """Whether the run has ended, well or not."""
        return self.broken or self.history.finished is not None


class Overheard(TrainerClient):
    """A trainer client whose reports are also kept by `heard`."""

    def __init__(self, command: Sequence[str], *, heard: Heard, **options: Any) -> None:
        super().__init__(command, **options)
        self._heard = heard

    def poll(self) -> list[protocol.Report]:
        """Everything that has been said since the last call; kept as well."""
        reports = super().poll()
        for report in reports:
            if isinstance(report, protocol.TrainerLost):
                self._heard.trouble = f"{report.message} {report.hint}".strip()
            else:
                self._heard.history.add(report)
        return reports


def train_in_lab(pilot: Pilot, heard: Heard, seconds: float, out: Path) -> list[Path]:
    """In the open lab: start the training, let it run so many seconds, stop it; return the pictures taken."""
    pilot.settle().frames(10)
    files: list[Path] = []
    with ProgressLine(seconds, "Training", "s") as line:
        line.say("starting the replicas")
        pilot.press("start")
        _wait(pilot, lambda: heard.history.latest is not None or heard.over, STARTING_S)
        begun = told = time.monotonic()
        spoken = 0
        while (now := time.monotonic()) - begun < seconds and not heard.over:
            line.advance(now - told)
            told = now
            if now - begun >= spoken * seconds / SAID_TIMES:
                spoken += 1
                line.say(_progress(heard.history))
            if len(files) < len(PICTURE_AT) - 1 and (now - begun) >= seconds * PICTURE_AT[len(files)]:
                files.append(_picture(pilot, out, len(files)))
            _pass_time(pilot)
        files.append(_picture(pilot, out, len(files)))
        if not heard.over:
            pilot.press("stop")
            _wait(pilot, lambda: heard.over, ENDING_S)
    return files


def table(heard: Heard) -> list[str]:
    """What was measured, a line each; or the sentence that says why there is nothing."""
    history = heard.history
    if heard.trouble or history.started is None or history.finished is None:
        return [heard.trouble or describe(history)]
    return [history.started.provenance, describe(history), *summary(history.finished)]


def _progress(history: RunHistory) -> str:
    if history.latest is None:
        return describe(history)
    held_out = history.held_out.newest()
    right = f", {held_out[1] * 100:.0f} % of the held-out points right" if held_out is not None else ""
    return f"step {history.latest.step}, loss {history.latest.loss:.2f}{right}"


def _wait(pilot: Pilot, condition: Callable[[], bool], seconds: float) -> None:
    """Let the program go on until the condition holds, at most so many seconds."""
    until = time.monotonic() + seconds
    while not condition() and time.monotonic() < until:
        _pass_time(pilot)


def _pass_time(pilot: Pilot) -> None:
    """One rest of real time, and as many frames as fit into it."""
    time.sleep(REST_S)
    pilot.frames(max(1, round(REST_S / FRAME)))


def _picture(pilot: Pilot, out: Path, number: int) -> Path:
    file = out / f"training-{number + 1}.png"
    pilot.picture().save(file)
    return file
