"""The window's side of the trainer: start it, tell it what to do, hear what it says, notice when it is
gone.

Who calls it: the lab scene, `main.py train`, the tour. Nothing here waits: a thread reads, `poll` empties
a queue. Whatever goes wrong at the other end becomes one `TrainerLost` report with a sentence for people.
What it must not know: numpy, TensorFlow, Panda3D.
"""

from __future__ import annotations

import mmap
import queue
import time
from collections.abc import Callable, Sequence
from pathlib import Path

from game.core import prediction_block, protocol
from game.services import leftovers, paths
from game.services.trainer_process import TrainerProcess

SILENCE_SECONDS = 10.0  # a heartbeat comes every second
START_SECONDS = 60.0  # until the first word; a cold disk may take its time
CLOSE_SECONDS = 2.0
AGAIN = "Start the training again; it goes on from the last checkpoint."


class TrainerClient:
    """One trainer. Make it, `start_process`, `send`, `poll` once a frame, `close` at the end."""

    def __init__(
        self,
        command: Sequence[str],
        runs_dir: Path | None = None,
        assets_dir: Path | None = None,
        monotonic: Callable[[], float] = time.monotonic,
        silence_seconds: float = SILENCE_SECONDS,
        extra: Sequence[str] = (),
    ) -> None:
        places = ["--assets", str(assets_dir or paths.assets_dir())]
        if runs_dir is not None:
            places += ["--runs", str(runs_dir)]
        self._command = [*command, *(extra or ("supervisor",)), *places]
        self._monotonic, self._silence = monotonic, silence_seconds
        self._events: queue.SimpleQueue[bytes | str] = queue.SimpleQueue()
        self._process: TrainerProcess | None = None
        self._waiting: list[protocol.Command] = []
        self._last_word = 0.0
        self._lost = False
        self._block: mmap.mmap | None = None
        self.hello: protocol.Hello | None = None

    # ---- life ------------------------------------------------------------------------------------------

    def start_process(self) -> None:
        """Start the trainer and return at once. After a loss this starts a fresh one. Call from the main thread.
        If it cannot be started, the next `poll` says so."""
        self.close()
        leftovers.sweep()
        events = self._events
        self._lost, self.hello, self._last_word = False, None, self._monotonic()
        try:
            self._process = TrainerProcess(self._command)  # a full disk has no room for its socket
            self._process.start(events.put, events.put)
        except OSError as error:
            events.put(f"it could not be started ({error.strerror or error})")

    @property
    def running(self) -> bool:
        """Whether there is a trainer that has not been lost."""
        return self._process is not None and not self._lost

    @property
    def pid(self) -> int:
        """Process id of the supervisor, 0 if there is none."""
        return self._process.pid if self._process else 0

    def close(self) -> None:
        """End the trainer and everything it started. Takes a moment at most; may be called twice."""
        if self._process is not None:
            self._process.send(protocol.encode(protocol.Quit()))
            self._process.close(CLOSE_SECONDS)
            self._process = None
        self._events = queue.SimpleQueue()  # what the old one still says is not heard
        self._waiting = []
        self._close_block()

    # ---- talk ------------------------------------------------------------------------------------------

    def send(self, command: protocol.Command) -> None:
        """Give a command; it is kept until the trainer has said hello. Never waits for an answer."""
        if self.hello is None:
            self._waiting.append(command)
        elif self._process is not None:
            self._process.send(protocol.encode(command))

    def poll(self) -> list[protocol.Report]:
        """Everything that has been said since the last call, oldest first. Never waits."""
        reports: list[protocol.Report] = []
        while not self._lost:
            try:
                event = self._events.get_nowait()
            except queue.Empty:
                break
            reports.append(self._understand(event))
        if not self._lost and (lost := self._watch()) is not None:
            reports.append(lost)
        return reports

    def predictions(self, newer_than: int = 0) -> prediction_block.Predictions | None:
        """The newest picture of the whole mesh, or None when there is none newer than that sequence number."""
        if self._block is None:
            return None
        with memoryview(self._block) as view:
            try:
                return prediction_block.read(view, newer_than)
            except ValueError:
                return None

    # ---- inside ----------------------------------------------------------------------------------------

    def _understand(self, event: bytes | str) -> protocol.Report:
        if isinstance(event, str):
            if self.pid and self.hello is None:
                return self._lose("start", "The trainer ended before it could say anything.", _DOCTOR)
            return self._lose("died", f"The trainer has ended: {event}.", AGAIN)
        self._last_word = self._monotonic()
        try:
            report = protocol.decode_report(event)
        except protocol.ProtocolError as error:
            return self._lose(*_not_understood(error))
        if isinstance(report, protocol.Hello):
            if report.protocol != protocol.PROTOCOL_VERSION:
                return self._lose(*_other_version(report.protocol))
            self.hello = report
            waiting, self._waiting = self._waiting, []
            for command in waiting:
                self.send(command)
        elif isinstance(report, protocol.RunStarted):
            self._open_block(report.shared_memory)
        return report

    def _watch(self) -> protocol.TrainerLost | None:
        """Silence and early death, which no message tells."""
        process = self._process
        if process is None:
            return None
        if not process.connected() and process.has_ended():
            process.stop_waiting()  # the line tells: it may have said something all the same
            return None
        quiet = self._monotonic() - self._last_word
        if quiet > (self._silence if self.hello else max(START_SECONDS, self._silence)):
            return self._lose("silent", f"The trainer has said nothing for {quiet:.0f} seconds.", AGAIN)
        return None

    def _lose(self, kind: str, message: str, hint: str) -> protocol.TrainerLost:
        self._lost = True
        if self._process is not None:
            self._process.kill()
            self._process.give_up_waiting()
        return protocol.TrainerLost(kind=kind, message=message, hint=hint)

    def _open_block(self, path: str) -> None:
        self._close_block()
        if path:
            try:
                with open(path, "rb") as handle:
                    self._block = mmap.mmap(handle.fileno(), 0, access=mmap.ACCESS_READ)
            except (OSError, ValueError):
                self._block = None

    def _close_block(self) -> None:
        if self._block is not None:
            self._block.close()
            self._block = None


_DOCTOR = "Type `main.py doctor` to see whether TensorFlow can be loaded on this machine."


def _not_understood(error: protocol.ProtocolError) -> tuple[str, str, str]:
    if error.kind == "version":
        return (
            "version",
            "The trainer belongs to another version of this program.",
            "Install the program again.",
        )
    return "torn", "The trainer sent something that cannot be read, so it was ended.", AGAIN


def _other_version(version: int) -> tuple[str, str, str]:
    return (
        "version",
        f"The trainer speaks protocol version {version}, the window {protocol.PROTOCOL_VERSION}.",
        "Install the program again.",
    )
