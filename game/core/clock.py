"""What time it is, as something that is handed in: the clock protocol, a clock for tests, study days.

Services and scenes hold a `Clock`; the real one lives in `game.services.system_clock`. Nothing here reads
the wall clock or the machine's time zone, so every rule about days can be tested on any date in any zone.
"""

from __future__ import annotations

from datetime import UTC, date, datetime, time, timedelta, tzinfo
from typing import Protocol


class Clock(Protocol):
    """Tells the time. `now` is always aware and in UTC; `monotonic` is for measuring, in seconds."""

    def now(self) -> datetime:
        """The present moment, timezone-aware, in UTC."""

    def monotonic(self) -> float:
        """Seconds that never run backwards, from an unknown zero."""

    def zone(self) -> tzinfo:
        """The zone in which the learner's days begin and end."""


class FakeClock:
    """A clock that stands still until it is told to move."""

    def __init__(self, start: datetime | None = None, zone: tzinfo = UTC) -> None:
        self._now = as_utc(start or datetime(2026, 1, 15, 12, 0, tzinfo=UTC))
        self._monotonic = 0.0
        self._zone = zone

    def now(self) -> datetime:
        """The moment this clock was last moved to."""
        return self._now

    def monotonic(self) -> float:
        """Seconds this clock has been moved forwards."""
        return self._monotonic

    def zone(self) -> tzinfo:
        """The zone given at the start."""
        return self._zone

    def advance(self, seconds: float = 0.0, days: float = 0.0) -> None:
        """Let time pass. Negative values set the wall clock back; the monotonic one never goes back."""
        step = timedelta(seconds=seconds, days=days)
        self._now += step
        self._monotonic += max(0.0, step.total_seconds())

    def set(self, moment: datetime) -> None:
        """Move the wall clock to this aware moment; the monotonic one follows only forwards."""
        self.advance((as_utc(moment) - self._now).total_seconds())


def as_utc(moment: datetime) -> datetime:
    """The same moment in UTC. Raises ValueError for a naive datetime, whose zone nobody can know."""
    if moment.tzinfo is None:
        raise ValueError(f"{moment!r} has no time zone")
    return moment.astimezone(UTC)


def study_day(now: datetime, zone: tzinfo, rollover_hour: int = 4) -> date:
    """The day a moment counts for: a learner up at 01:00 is still studying yesterday's cards."""
    local = as_utc(now).astimezone(zone).replace(tzinfo=None)
    return (local - timedelta(hours=rollover_hour)).date()


def day_end(now: datetime, zone: tzinfo, rollover_hour: int = 4, days_ahead: int = 0) -> datetime:
    """The moment, in UTC, at which the present study day ends (or the one `days_ahead` days later).

    Computed from the wall-clock hour of that date, so it is right on the days summer time begins and ends.
    """
    next_day = study_day(now, zone, rollover_hour) + timedelta(days=1 + days_ahead)
    return datetime.combine(next_day, time(hour=rollover_hour), tzinfo=zone).astimezone(UTC)
