"""The history of a training run: what the lab's curves, gauges and sentence are made from.

Who calls it: the lab model appends every report and asks for curves; `main.py train` uses the sentence.
What it must not know: the trainer, the window, the clock. All times come inside the reports.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Sequence
from dataclasses import dataclass, field
from math import isfinite

from game.core import protocol

Point = tuple[float, float]
KEPT_REPORTS = 512  # whole reports kept for replay and the phase bar
CURVE_POINTS = 600  # a curve is thinned to at most about this many points


class Curve:
    """A growing line that stays short: when it is full, every second point is dropped and the stride doubles.

    First and newest points are always there. Append costs O(1) on average.
    """

    def __init__(self, limit: int = CURVE_POINTS) -> None:
        if limit < 4:
            raise ValueError("a curve needs room for at least four points")
        self._limit = limit
        self._stride = 1
        self._count = 0
        self._points: list[Point] = []
        self._newest: Point | None = None

    def append(self, x: float, y: float) -> None:
        """Add a point; x must not go back. A y that is not finite is left out: it has no place on paper."""
        if not isfinite(y):
            return
        if self._newest is not None and x < self._newest[0]:
            raise ValueError(f"a curve cannot go back from {self._newest[0]} to {x}")
        if self._count % self._stride == 0:
            self._points.append((x, y))
            if len(self._points) > self._limit:
                self._points = self._points[::2]
                self._stride *= 2
        self._count += 1
        self._newest = (x, y)

    def points(self) -> list[Point]:
        """Thinned points, oldest first, the newest always last."""
        if self._newest is None:
            return []
        if self._points[-1] == self._newest:
            return list(self._points)
        return [*self._points, self._newest]

    def newest(self) -> Point | None:
        """The last point appended."""
        return self._newest

    def cut_after(self, x: float) -> None:
        """Forget everything beyond x (a run that goes on from a checkpoint lives those steps again)."""
        self._points = [point for point in self._points if point[0] <= x]
        self._newest = self._points[-1] if self._points else None
        self._count = len(self._points) * self._stride

    def __len__(self) -> int:
        return len(self._points)


@dataclass(frozen=True)
class Skip:
    """One step that all replicas skipped together."""

    step: int
    replicas: tuple[int, ...]
    scale_before: float
    scale_after: float


@dataclass
class RunHistory:
    """Everything that is kept of one run. Feed it with `add`; it understands every kind of report."""

    started: protocol.RunStarted | None = None
    latest: protocol.StepReport | None = None
    finished: protocol.RunFinished | None = None
    failed: protocol.RunFailed | None = None
    lost: protocol.ReplicaLost | None = None
    checkpoint_step: int = -1
    reports: deque[protocol.StepReport] = field(default_factory=lambda: deque(maxlen=KEPT_REPORTS))
    loss: Curve = field(default_factory=Curve)
    accuracy: Curve = field(default_factory=Curve)
    held_out: Curve = field(default_factory=Curve)
    border: Curve = field(default_factory=Curve)
    scale: Curve = field(default_factory=Curve)
    replica_loss: list[Curve] = field(default_factory=list)
    skips: list[Skip] = field(default_factory=list)

    def add(self, report: protocol.Report) -> None:
        """Take in one report. A `RunStarted` of a new run begins a new history; a resumed run goes on."""
        if isinstance(report, protocol.RunStarted):
            self._begin(report)
        elif isinstance(report, protocol.StepReport):
            self._step(report)
        elif isinstance(report, protocol.CheckpointSaved):
            self.checkpoint_step = report.step
        elif isinstance(report, protocol.ReplicaLost):
            self.lost = report
        elif isinstance(report, protocol.RunFinished):
            self.finished = report
        elif isinstance(report, protocol.RunFailed):
            self.failed = report

    def _begin(self, report: protocol.RunStarted) -> None:
        if report.first_step == 0:
            self.__init__()  # type: ignore[misc]
        for curve in (self.loss, self.accuracy, self.held_out, self.border, self.scale, *self.replica_loss):
            curve.cut_after(report.first_step)
        self.skips = [skip for skip in self.skips if skip.step <= report.first_step]
        self.started, self.lost, self.finished, self.failed = report, None, None, None
        self.replica_loss = (self.replica_loss + [Curve() for _ in range(report.spec.replicas)])[
            : report.spec.replicas
        ]

    def _step(self, report: protocol.StepReport) -> None:
        self.latest = report
        self.reports.append(report)
        self.loss.append(report.step, report.loss)
        self.accuracy.append(report.step, report.accuracy)
        self.scale.append(report.step, report.loss_scale)
        for curve, loss in zip(self.replica_loss, report.replica_losses, strict=False):
            curve.append(report.step, loss)
        for curve, value in (
            (self.held_out, report.held_out_accuracy),
            (self.border, report.border_accuracy),
        ):
            newest = curve.newest()
            if value is not None and (newest is None or report.held_out_step > newest[0]):
                curve.append(report.held_out_step, value)
        if not report.applied:
            self.skips.append(
                Skip(report.step, report.overflow_replicas, report.loss_scale, report.next_loss_scale)
            )

    def steps_left(self) -> int | None:
        """Steps until the run ends by itself; None when it has no end or has not begun."""
        if self.started is None or not self.started.spec.steps:
            return None
        return max(
            0, self.started.spec.steps - (self.latest.step if self.latest else self.started.first_step)
        )

    def phase_means(self, last: int = 8) -> protocol.Phases | None:
        """Mean phase times of the last few sampled steps, so that the bar does not flicker."""
        recent = [report.phases for report in self.reports if report.sampled][-last:]
        if not recent:
            return None
        count = len(recent)
        return protocol.Phases(
            input=sum(p.input for p in recent) / count,
            forward_backward=sum(p.forward_backward for p in recent) / count,
            all_reduce_wait=sum(p.all_reduce_wait for p in recent) / count,
            apply=sum(p.apply for p in recent) / count,
        )


def norm_of(norms: Sequence[float]) -> float:
    """One Euclidean norm from per-layer norms; infinity when any layer is not finite."""
    total = sum(value * value for value in norms)
    return total**0.5 if total == total else float("inf")


def share_outside(report: protocol.StepReport, low: int = -24, high: int = 15) -> tuple[float, float]:
    """Shares (0..1) of gradients that float16 would lose at the report's loss scale: too small, too large.

    `low` and `high` are the smallest subnormal's and the largest number's power of two.
    """
    shift = max(0, round(report.loss_scale).bit_length() - 1)
    total = sum(report.exponents) + report.not_finite_gradients
    if not total:
        return 0.0, 0.0
    small = large = 0
    for exponent, count in zip(protocol.exponent_bins(), report.exponents, strict=False):
        if exponent + shift < low:
            small += count
        elif exponent + shift > high:
            large += count
    return small / total, (large + report.not_finite_gradients) / total
