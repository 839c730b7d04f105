"""The process that imports TensorFlow once and forks a replica whenever one is wanted (Linux).

Who calls it: `supervisor`, as a process of its own. Importing takes seconds, a fork takes milliseconds;
and no TensorFlow operation may run before the fork. What it must not know: the task, the window.
"""

from __future__ import annotations

import os
import time
from multiprocessing.connection import Client, Connection, wait
from pathlib import Path

from game.trainer import guard, wire

LOOK_FOR_ENDED_SECONDS = 0.1


def main(address: str, key: bytes) -> None:
    """Serve until told to leave; never returns."""
    guard.be_nice()
    guard.quiet_environment()
    line = Client(address, authkey=key)
    begin = time.monotonic()
    import tensorflow

    import game.trainer.runner  # noqa: F401  (everything a replica needs, loaded once)

    took = time.monotonic() - begin
    line.send_bytes(wire.encode(wire.Imported(seconds=took, version=tensorflow.__version__)))
    while True:
        try:
            _serve(line, key)
        except (EOFError, OSError):
            os._exit(0)


def _serve(line: Connection, key: bytes) -> None:
    """One note, or one look for ended children."""
    if wait([line], LOOK_FOR_ENDED_SECONDS):
        note = wire.decode(line.recv_bytes())
        if isinstance(note, wire.Job):
            _fork(note, line, key)
        elif isinstance(note, wire.Leave):
            os._exit(0)
    for pid, status in _ended():
        line.send_bytes(wire.encode(wire.Exited(pid=pid, status=status)))


def _fork(job: wire.Job, line: Connection, key: bytes) -> None:
    parent = os.getpid()
    if os.fork():
        return
    try:
        guard.die_with_parent(parent)
        line.close()
        guard.output_to(Path(job.work_dir) / f"replica-{job.rank}.log")
        from game.trainer import replica

        replica.main(job, key)
    finally:
        os._exit(4)


def _ended() -> list[tuple[int, int]]:
    ended: list[tuple[int, int]] = []
    while True:
        try:
            pid, status = os.waitpid(-1, os.WNOHANG)
        except ChildProcessError:
            return ended
        if not pid:
            return ended
        ended.append((pid, os.waitstatus_to_exitcode(status)))
