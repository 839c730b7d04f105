"""How replica processes come into the world: forked by the zygote on Linux, spawned elsewhere.

Who calls it: `supervisor`. What it must not know: what replicas do.
"""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

from game.trainer import guard, wire
from game.trainer.switchboard import Line


def own_command(arguments: list[str]) -> list[str]:
    """The command line that started this program, without the `arguments` it got: good for starting it again."""
    original = sys.orig_argv[: len(sys.orig_argv) - len(arguments)] if arguments else list(sys.orig_argv)
    return [sys.executable, *original[1:]]


class Nursery:
    """Starts replicas; keeps the zygote where forking is possible."""

    def __init__(self, command: list[str], address: str, key: bytes, log_dir: Path, fork: bool) -> None:
        self._command, self._address, self._key = command, address, key
        self._log_dir = log_dir
        self.forks = fork and hasattr(os, "fork") and sys.platform.startswith("linux")
        self._zygote: subprocess.Popen[bytes] | None = None
        self._zygote_line: Line | None = None
        self._spawned: dict[int, subprocess.Popen[bytes]] = {}
        self.imported: wire.Imported | None = None

    def warm(self) -> None:
        """Begin to import TensorFlow, so that the first run starts sooner."""
        if self.forks and self._zygote is None:
            self.imported, self._zygote_line = None, None
            self._zygote = self._start("zygote", b"")

    def ready(self) -> bool:
        """Whether replicas can be started now."""
        return not self.forks or self._zygote_line is not None

    def zygote_ended(self) -> str:
        """A sentence, once, after the zygote has died, else the empty string; `warm` starts another."""
        if self._zygote is None or self._zygote.poll() is None:
            return ""
        loaded = self.imported is not None
        self._zygote, self._zygote_line, self.imported = None, None, None
        return "The process that starts replicas has ended." if loaded else "TensorFlow could not be loaded."

    def zygote_speaks(self, line: Line, note: wire.Imported) -> None:
        """The zygote has finished importing."""
        self._zygote_line, self.imported = line, note

    def bear(self, job: wire.Job) -> None:
        """Start one replica; it will say `Born`."""
        if self.forks and self._zygote_line is not None:
            self._zygote_line.send(wire.encode(job))
            return
        process = self._start("replica", wire.job_to_line(job).encode() + b"\n")
        self._spawned[process.pid] = process

    def ended(self) -> list[tuple[int, int]]:
        """(pid, exit code) of spawned replicas that have ended since the last call."""
        gone = [(pid, process.poll()) for pid, process in self._spawned.items()]
        for pid, status in gone:
            if status is not None:
                del self._spawned[pid]
        return [(pid, status) for pid, status in gone if status is not None]

    def close(self) -> None:
        """End the zygote and all spawned replicas."""
        for process in [self._zygote, *self._spawned.values()]:
            if process is not None and process.poll() is None:
                process.kill()

    def _start(self, role: str, first_words: bytes) -> subprocess.Popen[bytes]:
        self._log_dir.mkdir(parents=True, exist_ok=True)
        guard.quiet_environment()
        with open(self._log_dir / f"{role}.log", "wb") as log:
            process = subprocess.Popen(
                [*self._command, role, "--address", self._address, "--parent", str(os.getpid())],
                stdin=subprocess.PIPE,
                stdout=log,
                stderr=log,
            )
        if process.stdin is not None:
            process.stdin.write(self._key.hex().encode() + b"\n" + first_words)
            process.stdin.flush()
        return process
