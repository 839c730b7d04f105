"""Which measured step the lab is showing in slow motion, and how far it has come.

A step takes some tens of milliseconds; here it plays for a few seconds, each phase as long as it was measured times one
stated slow-down. The scene offers every report and advances it; the ring, the phase bar and the sentence follow. Pure.
"""

from __future__ import annotations

import math

from game.core.protocol import Phases, StepReport

PHASES: tuple[tuple[str, str], ...] = (
    ("input", "Divide data"),
    ("forward_backward", "Forward + backward"),
    ("all_reduce_wait", "All-reduce + wait"),
    ("apply", "Update"),
)
INPUT, COMPUTE, REDUCE, UPDATE = range(4)
SLOW_DOWNS = (1, 2, 5, 10, 20, 40, 60, 100, 200, 400, 1000)
WANTED_SECONDS = 6.0  # that one step should play
TOLERATED = (2.5, 14.0)  # seconds within which the slow-down stays as it is
SKIP_SECONDS = 2.5  # a step told only because it was skipped has no phase times


def durations(phases: Phases, slow: int) -> tuple[float, ...]:
    """Seconds that each phase plays."""
    return tuple(max(0.0, getattr(phases, name)) * slow for name, _ in PHASES)


def slow_down(total: float) -> int:
    """The round slow-down at which a step of `total` seconds plays for about WANTED_SECONDS."""
    if total <= 0:
        return SLOW_DOWNS[0]
    wanted = math.log(WANTED_SECONDS / total)
    return min(SLOW_DOWNS, key=lambda slow: abs(math.log(slow) - wanted))


class StepReplay:
    """See the module text. shown: the step being played, or None while nothing newer has been measured."""

    def __init__(self) -> None:
        self.shown: StepReport | None = None
        self.slow = 0  # 0: nothing has been measured yet
        self._waiting: StepReport | None = None
        self._elapsed = 0.0
        self._seconds: tuple[float, ...] = ()

    def clear(self) -> None:
        """Forget everything (a new run)."""
        self.__init__()  # type: ignore[misc]

    def offer(self, report: StepReport) -> None:
        """A new report: it plays when the present one is over, a skipped one at once."""
        if not report.applied:
            self._show(report)
        elif report.sampled:
            self._waiting = report

    def advance(self, dt: float) -> bool:
        """Let dt seconds pass; True when another step is shown (or none any more)."""
        before = self.shown
        self._elapsed += dt
        if self.shown is None or self._elapsed >= sum(self._seconds):
            waiting, self._waiting = self._waiting, None
            if waiting is not None:
                self._show(waiting)
            elif self.shown is not None:
                self.shown = None
        return self.shown is not before

    @property
    def phase(self) -> int:
        """Which of PHASES is playing, or -1."""
        return self._place()[0]

    @property
    def fraction(self) -> float:
        """How far that phase has come, 0..1."""
        return self._place()[1]

    def _place(self) -> tuple[int, float]:
        if self.shown is None:
            return -1, 0.0
        left = self._elapsed
        for number, seconds in enumerate(self._seconds):
            if left < seconds:
                return number, left / seconds
            left -= seconds
        return UPDATE, 1.0

    def _show(self, report: StepReport) -> None:
        total = report.phases.total()
        if report.sampled and total > 0:
            if not self.slow or not TOLERATED[0] <= total * self.slow <= TOLERATED[1]:
                self.slow = slow_down(total)
            self._seconds = durations(report.phases, self.slow)
        else:
            self._seconds = (0.0, 0.0, 0.0, SKIP_SECONDS)
        self.shown, self._elapsed = report, 0.0
        if self._waiting is not None and self._waiting.step <= report.step:
            self._waiting = None
