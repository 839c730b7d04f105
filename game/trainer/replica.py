"""A replica's process from its first to its last instruction.

Who calls it: `zygote` after a fork, or `__main__` in a spawned process. It never returns: the process
ends with os._exit, since TensorFlow's own goodbye can take many seconds.
"""

from __future__ import annotations

import os
import shutil
import traceback
from pathlib import Path

from game.trainer import guard, wire
from game.trainer.experiments import catalogue
from game.trainer.experiments.task import TaskError
from game.trainer.link import Link

PEER_ERRORS = ("UnavailableError", "AbortedError", "CancelledError", "DeadlineExceededError")


def main(job: wire.Job, key: bytes) -> None:
    """Run the job; never returns."""
    link = Link(job.address, key, job.run, job.rank)
    guard.temporary_files_in(Path(job.temporary))
    try:
        _work(job, link)
    except BaseException as error:  # whatever it was, it must be said before the process ends
        traceback.print_exc()
        link.send(_trouble(error))
        _leave(job, 3)


def _work(job: wire.Job, link: Link) -> None:
    link.send(wire.Stage(stage="starting", text="The replicas are getting in touch."))
    if job.tf_config:
        os.environ["TF_CONFIG"] = job.tf_config
    from game.trainer import strategies

    strategies.configure(1 if job.processes > 1 else job.spec.replicas)
    strategy = strategies.multi_worker() if job.processes > 1 else strategies.mirrored(job.spec.replicas)
    from game.trainer.runner import Runner

    task = catalogue.find(job.spec.experiment).load(Path(job.assets), job.spec.seed)
    runner = Runner(job, task, strategy, link)
    link.send(runner.run())
    link.wait_for_leave()
    _leave(job, 0)  # with the runner still alive: taking it down would last seconds


def _leave(job: wire.Job, code: int) -> None:
    shutil.rmtree(job.temporary, ignore_errors=True)
    os._exit(code)


def _trouble(error: BaseException) -> wire.Trouble:
    if isinstance(error, TaskError):
        return wire.Trouble(kind="task", message=str(error), hint=error.hint)
    kind = "peer" if type(error).__name__ in PEER_ERRORS else "fault"
    return wire.Trouble(kind=kind, message=f"{type(error).__name__}: {str(error)[:400]}")
