"""The trainer as a child process with a private connection: started, watched, ended. No protocol here.

Who calls it: `trainer_client` only. The child gets the key of the connection as the first line of its
standard input; the other end of that pipe is ours, so that the child sees our death whatever its cause.
What it must not know: messages, numpy, TensorFlow.
"""

from __future__ import annotations

import contextlib
import os
import secrets
import shutil
import subprocess
import tempfile
import threading
from collections.abc import Callable, Sequence
from multiprocessing.connection import Client, Connection, Listener

from game.core.scratch_names import prefix_of

LARGEST_FRAME = 4 * 1024 * 1024  # bytes


_LONGEST_PLACE = 60  # bytes: a socket's whole path may have a hundred or so, the folder's name takes up to 40
_SHORT_PLACE = "/tmp"  # the folder made in it is ours alone


def _place() -> str:
    """Where the socket's folder goes: the temporary folder, or a shorter one where that one's path is too long."""
    ordinary = tempfile.gettempdir()
    fits = len(os.fsencode(ordinary)) <= _LONGEST_PLACE
    return ordinary if fits or not os.access(_SHORT_PLACE, os.W_OK) else _SHORT_PLACE


class TrainerProcess:
    """One run of the trainer program.

    `on_frame` gets every frame and `on_end` the news that the line has ended, with a sentence; both are called
    from the reader thread, `on_end` exactly once.
    """

    def __init__(self, command: Sequence[str]) -> None:
        """Raises OSError where there is no place for the line."""
        self._command = list(command)
        self._key = secrets.token_bytes(24)
        self._folder = ""  # of the socket; its name tells the next start whose it was
        if os.name == "posix":
            self._folder = tempfile.mkdtemp(prefix=prefix_of(os.getpid(), "line-"), dir=_place())
        try:
            self._listener = Listener(
                os.path.join(self._folder, "s") if self._folder else None, authkey=self._key
            )
        except OSError:
            self._remove_folder()
            raise
        self._connection: Connection | None = None
        self._process: subprocess.Popen[bytes] | None = None
        self._writing = threading.Lock()
        self._reader: threading.Thread | None = None
        self._closed = self._knocked = False

    def start(self, on_frame: Callable[[bytes], None], on_end: Callable[[str], None]) -> None:
        """Start the program. Call it from the main thread, which lives as long as the window: on Linux the child
        is tied to the thread that made it. Raises OSError when it cannot be started."""
        arguments = ["--address", str(self._listener.address), "--parent", str(os.getpid())]
        self._process = subprocess.Popen(
            [*self._command, *arguments],
            stdin=subprocess.PIPE,
            stdout=subprocess.DEVNULL,
            stderr=subprocess.DEVNULL,
            start_new_session=True,  # Ctrl-C in a terminal is for us alone
        )
        if self._process.stdin is not None:
            self._process.stdin.write(self._key.hex().encode() + b"\n")
            self._process.stdin.flush()
        self._reader = threading.Thread(
            target=self._read, args=(on_frame, on_end), name="trainer", daemon=True
        )
        self._reader.start()

    @property
    def pid(self) -> int:
        """Process id, 0 before the start."""
        return self._process.pid if self._process else 0

    def has_ended(self) -> bool:
        """Whether the process is gone (or was never there)."""
        return self._process is None or self._process.poll() is not None

    def connected(self) -> bool:
        """Whether the child has come to the line."""
        return self._connection is not None

    def send(self, frame: bytes) -> bool:
        """Send one frame; False when the line is not there (any more)."""
        connection = self._connection
        if connection is None:
            return False
        try:
            with self._writing:
                connection.send_bytes(frame)
        except OSError:
            return False
        return True

    def stop_waiting(self) -> None:
        """The child has ended and is not on the line: knock ourselves, once, so that the reader goes on.

        Had the child knocked before it died, the reader hears it first, with all that it said.
        """
        if not self._knocked and self._connection is None and self._reader is not None:
            self._knocked = True
            threading.Thread(target=self._knock, name="knock", daemon=True).start()

    def give_up_waiting(self) -> None:
        """Whoever comes to the line now is not heard any more."""
        self._closed = True
        self.stop_waiting()

    def kill(self) -> None:
        """End the child now. Its own children see the end of their pipes."""
        if self._process is not None and self._process.poll() is None:
            self._process.kill()

    def close(self, seconds: float) -> None:
        """End everything of ours: the pipe first, then, after so long, by force."""
        process = self._process
        if process is not None:
            if process.stdin is not None:
                with contextlib.suppress(OSError):  # a child that was gone before it had read its key
                    process.stdin.close()
            try:
                process.wait(seconds)
            except subprocess.TimeoutExpired:
                process.kill()
                process.wait()
        self.give_up_waiting()
        if self._reader is not None:
            self._reader.join(seconds)
        self._listener.close()
        self._remove_folder()
        if self._connection is not None:
            self._connection.close()

    def _remove_folder(self) -> None:
        if self._folder:
            shutil.rmtree(self._folder, ignore_errors=True)

    def _knock(self) -> None:
        try:
            Client(self._listener.address, authkey=self._key).close()
        except (OSError, EOFError):
            pass  # the reader has left meanwhile

    def _read(self, on_frame: Callable[[bytes], None], on_end: Callable[[str], None]) -> None:
        reason = "its line ended"
        try:
            connection = self._listener.accept()
            if not self._closed:
                self._connection = connection
            while True:
                on_frame(connection.recv_bytes(LARGEST_FRAME))
        except EOFError:
            pass
        except Exception as error:  # a stranger at the door or a frame without end: the line is of no use now
            reason = f"its line broke ({type(error).__name__})"
        on_end(reason)
