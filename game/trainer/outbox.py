"""What the supervisor sends to the window: a queue with a thread, so that a slow window never stalls a
step.

Who calls it: `supervisor`. Telemetry is thrown away while too much of it waits, and the next step report
says how much; started, finished, failed and lost are never thrown away. What it must not know: what
reports mean.
"""

from __future__ import annotations

import os
import threading
from collections import deque
from multiprocessing.connection import Connection

import msgspec

from game.core import protocol

WAITING_LIMIT = 64


class Outbox:
    """Reports on their way to the window."""

    def __init__(self, window: Connection) -> None:
        self._window = window
        self._waiting: deque[protocol.WireReport] = deque()
        self._droppable_waiting = 0
        self._changed = threading.Condition()
        self.dropped = 0
        self._sending = False
        threading.Thread(target=self._run, name="outbox", daemon=True).start()

    def put(self, report: protocol.WireReport) -> None:
        """Queue a report; never waits."""
        with self._changed:
            if _droppable(report):
                if self._droppable_waiting >= WAITING_LIMIT:
                    self.dropped += isinstance(report, protocol.StepReport)
                    return
                self._droppable_waiting += 1
            elif isinstance(report, protocol.RunStarted):
                self.dropped = 0
            self._waiting.append(report)
            self._changed.notify_all()

    def flush(self, seconds: float) -> None:
        """Give the thread so long to send what waits."""
        with self._changed:
            self._changed.wait_for(lambda: not self._waiting and not self._sending, seconds)

    def _run(self) -> None:
        while True:
            with self._changed:
                self._changed.wait_for(lambda: bool(self._waiting))
                report = self._waiting.popleft()
                self._droppable_waiting -= _droppable(report)
                self._sending = True
                if isinstance(report, protocol.StepReport | protocol.RunFinished) and self.dropped:
                    report = msgspec.structs.replace(report, dropped_reports=self.dropped)
            try:
                self._window.send_bytes(protocol.encode(report))
            except OSError:
                os._exit(0)  # nobody listens any more; the guards of the replicas do the rest
            with self._changed:
                self._sending = False
                self._changed.notify_all()


def _droppable(report: protocol.WireReport) -> bool:
    return isinstance(report, protocol.StepReport | protocol.PredictionsReady | protocol.Heartbeat)
