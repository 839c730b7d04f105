"""The trainer program: `main.py --trainer [role]`, a process of its own beside the window.

Who calls it: `services.trainer_client` starts the supervisor; the supervisor starts zygote and replicas
with the same command and another role. The key of the private connection comes as the first line of
standard input, and the end of standard input means that the starter is gone.
"""

from __future__ import annotations

import argparse
import os
import sys
from multiprocessing.connection import Client
from pathlib import Path

from game.trainer import guard


def main(arguments: list[str]) -> int:
    """Play the role asked for; returns only when there is nothing left to do."""
    options = _parser().parse_args(arguments)
    if options.parent:
        guard.die_with_parent(options.parent)
    key = bytes.fromhex(_line_from_stdin())
    if options.role == "supervisor":
        return _supervise(options, key, arguments)
    if options.role == "fake":
        from game.trainer.fake import play

        guard.die_at_end_of_stdin()
        return play(options.scenario, options.address, key)
    if options.role == "zygote":
        from game.trainer import zygote

        guard.die_at_end_of_stdin()
        zygote.main(options.address, key)
        return 1
    return _replica(key)


def _supervise(options: argparse.Namespace, key: bytes, arguments: list[str]) -> int:
    from game.trainer import nursery, predictions, supervisor

    window = Client(options.address, authkey=key)
    scratch = predictions.private_folder()
    guard.temporary_files_in(scratch)
    runs = runs_folder(options.runs, scratch)
    places = supervisor.Places(options.assets.absolute(), runs.absolute(), scratch)
    command = nursery.own_command(arguments)
    supervisor.Supervisor(window, key, places, command, fork=not options.spawn).serve()
    return 0


def runs_folder(wanted: Path | None, scratch: Path) -> Path:
    """Where checkpoints and logs go: the folder asked for, or one that ends with the trainer if that one refuses."""
    if wanted is not None:
        try:
            wanted.mkdir(parents=True, exist_ok=True)
            if os.access(wanted, os.W_OK):
                return wanted
        except OSError:
            pass
    return scratch / "runs"


def _replica(key: bytes) -> int:
    from game.trainer import replica, wire

    job = wire.job_from_line(_line_from_stdin())
    guard.be_nice()
    guard.quiet_environment()
    guard.die_at_end_of_stdin()
    guard.output_to(Path(job.work_dir) / f"replica-{job.rank}.log")
    replica.main(job, key)
    return 1


def _line_from_stdin() -> str:
    """One line, byte by byte: nothing behind it may be swallowed by a buffer."""
    line = bytearray()
    while (byte := os.read(0, 1)) not in (b"\n", b""):
        line += byte
    return line.decode()


def _parser() -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser(
        prog="trainer", description="The trainer; started by the program itself."
    )
    parser.add_argument(
        "role", nargs="?", default="supervisor", choices=("supervisor", "zygote", "replica", "fake")
    )
    parser.add_argument("--address", required=True, help="where the starter listens")
    parser.add_argument("--parent", type=int, default=0, help="process id of the starter")
    parser.add_argument("--assets", type=Path, default=Path("assets"), help="folder with brain/points.npz")
    parser.add_argument("--runs", type=Path, help="folder for checkpoints and logs")
    parser.add_argument("--spawn", action="store_true", help="start replicas without forking")
    parser.add_argument("--scenario", default="normal", help="what the fake trainer plays")
    return parser


if __name__ == "__main__":
    code = main(sys.argv[1:])
    sys.stdout.flush()
    os._exit(code)
