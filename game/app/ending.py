"""The system's wish that the program end (SIGTERM: `kill`, a service manager, a shutdown) goes the way of Ctrl+C.

Called by the command line, around every command. A command sees one KeyboardInterrupt, whichever way it was asked, and
ends in good order; only the exit code tells the two apart, as shells expect. Someone who starts the program in the
background of a script has Ctrl+C ignored by the shell; this one still reaches it.
"""

from __future__ import annotations

import signal
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from types import FrameType

INTERRUPTED, TERMINATED = 130, 143  # 128 and the signal's number


class Asked:
    """Which way the program was asked to end."""

    def __init__(self) -> None:
        self.code = INTERRUPTED

    def hear(self, _number: int, frame: FrameType | None) -> None:
        """Do what Ctrl+C would do at this moment: the engine keeps it for the end of the frame."""
        self.code = TERMINATED
        handler = signal.getsignal(signal.SIGINT)
        (handler if callable(handler) else signal.default_int_handler)(signal.SIGINT, frame)


@contextmanager
def heard() -> Iterator[Asked]:
    """While this is open, SIGTERM interrupts. Where somebody has settled that signal already, it stays as it is."""
    asked = Asked()
    ours = (
        threading.current_thread() is threading.main_thread()
        and signal.getsignal(signal.SIGTERM) is signal.SIG_DFL
    )
    if ours:
        signal.signal(signal.SIGTERM, asked.hear)
    try:
        yield asked
    finally:
        if ours:
            signal.signal(signal.SIGTERM, signal.SIG_DFL)
