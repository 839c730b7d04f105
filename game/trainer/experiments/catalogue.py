"""The experiments there are: a list one can read. A new experiment is one file and one line here.

Who calls it: the supervisor tells the window the catalogue; `replica` loads the chosen one. Importing this
module must not load TensorFlow, since the supervisor stays small.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path

from game.core.protocol import ExperimentInfo
from game.trainer.experiments import brain_atlas
from game.trainer.experiments.task import Task, TaskError


@dataclass(frozen=True)
class Entry:
    """One experiment: what is said about it, and how its task is loaded from the assets folder and a seed."""

    info: ExperimentInfo
    load: Callable[[Path, int], Task]


EXPERIMENTS = (
    Entry(
        ExperimentInfo(
            id="brain_atlas",
            title="Brain atlas",
            summary="Learn from coordinates alone which region of the brain a point belongs to.",
            default_steps=brain_atlas.STEPS,
            default_batch=brain_atlas.GLOBAL_BATCH,
        ),
        brain_atlas.load,
    ),
)


def find(experiment: str) -> Entry:
    """The entry of that id; dashes count as underscores. Raises TaskError."""
    wanted = experiment.replace("-", "_")
    for entry in EXPERIMENTS:
        if entry.info.id == wanted:
            return entry
    known = ", ".join(entry.info.id for entry in EXPERIMENTS)
    raise TaskError(f"There is no experiment called {experiment!r}.", f"Choose one of: {known}.")
