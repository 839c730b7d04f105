"""What the supervisor has asked of this replica, as the loop sees it between two steps.

Who calls it: a reader thread puts commands in, `runner` asks once a step. All replicas must act at the
same step, so a wish only becomes true through the flags in the all-reduce. What it must not know:
TensorFlow, sockets.
"""

from __future__ import annotations

import threading

from game.core import protocol


class Orders:
    """Thread-safe. Pauses and resumes are counted, so that their order across replicas does not matter."""

    def __init__(self) -> None:
        self._changed = threading.Condition()
        self._stop = False
        self._pauses = self._resumes = 0
        self._steps_left = 0
        self._poisoned: set[int] = set()

    def take(self, command: protocol.Command) -> None:
        """Note a command."""
        with self._changed:
            if isinstance(command, protocol.Stop):
                self._stop = True
            elif isinstance(command, protocol.Pause):
                self._pauses = max(self._pauses, self._resumes + 1)
            elif isinstance(command, protocol.Resume):
                self._resumes = max(self._resumes, self._pauses)
                self._steps_left = command.steps
            elif isinstance(command, protocol.InjectOverflow):
                self._poisoned.add(command.replica)
            self._changed.notify_all()

    def next_step(self) -> tuple[bool, bool, set[int]]:
        """Before each step: (stop wished, pause wished, replicas to spoil). The last is forgotten by asking."""
        with self._changed:
            if self._steps_left:
                self._steps_left -= 1
                if not self._steps_left:
                    self._pauses = max(self._pauses, self._resumes + 1)
            poisoned, self._poisoned = self._poisoned, set()
            return self._stop, self._pauses > self._resumes, poisoned

    def paused(self) -> bool:
        """Whether a pause stands."""
        with self._changed:
            return self._pauses > self._resumes and not self._stop

    def wait_while_paused(self) -> None:
        """Until resumed or stopped. Returns at once when the pause is already over."""
        with self._changed:
            self._changed.wait_for(lambda: self._pauses <= self._resumes or self._stop)
