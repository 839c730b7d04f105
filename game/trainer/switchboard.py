"""All lines that lead into the supervisor, as one queue of events.

Who calls it: `supervisor` takes events from `events`; threads here only read and put. So the supervisor's
own logic runs in one thread. What it must not know: what notes mean.
"""

from __future__ import annotations

import queue
import threading
from dataclasses import dataclass
from multiprocessing.connection import Connection, Listener

import msgspec

from game.core import protocol
from game.trainer import wire


class Line:
    """One connection of a child process."""

    def __init__(self, connection: Connection) -> None:
        self._connection = connection

    def send(self, data: bytes) -> None:
        """Send; a broken line is silently ignored, its end has its own event."""
        try:
            self._connection.send_bytes(data)
        except OSError:
            pass

    def receive(self) -> bytes:
        """The next message. Raises EOFError or OSError at the end."""
        return self._connection.recv_bytes(protocol.LARGEST_MESSAGE)


@dataclass(frozen=True)
class Command:
    """The window wants something."""

    command: protocol.Command


@dataclass(frozen=True)
class Garbled:
    """The window said something that cannot be understood."""

    error: protocol.ProtocolError


@dataclass(frozen=True)
class WindowGone:
    """The window's line has ended."""


@dataclass(frozen=True)
class Said:
    """A child process said something."""

    line: Line
    note: wire.Internal


@dataclass(frozen=True)
class Ended:
    """A child process's line has ended."""

    line: Line


Event = Command | Garbled | WindowGone | Said | Ended


class Switchboard:
    """Listens for children and reads the window's line."""

    def __init__(self, window: Connection, key: bytes) -> None:
        self.events: queue.Queue[Event] = queue.Queue()
        self._window = window
        self._listener = Listener(authkey=key)
        _thread(self._read_window)
        _thread(self._accept)

    @property
    def address(self) -> str:
        """Where children connect."""
        return str(self._listener.address)

    def _read_window(self) -> None:
        while True:
            try:
                frame = self._window.recv_bytes(protocol.LARGEST_MESSAGE)
            except (EOFError, OSError):
                self.events.put(WindowGone())
                return
            try:
                self.events.put(Command(protocol.decode_command(frame)))
            except protocol.ProtocolError as error:
                self.events.put(Garbled(error))

    def _accept(self) -> None:
        while True:
            try:
                line = Line(self._listener.accept())
            except Exception:  # a stranger at the door, or one of ours that died while knocking
                continue
            _thread(self._read, line)

    def _read(self, line: Line) -> None:
        while True:
            try:
                self.events.put(Said(line, wire.decode(line.receive())))
            except (EOFError, OSError, msgspec.DecodeError):
                self.events.put(Ended(line))
                return


def _thread(target: object, *arguments: object) -> None:
    threading.Thread(target=target, args=arguments, daemon=True).start()  # type: ignore[arg-type]
