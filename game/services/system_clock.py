"""The real clock: the machine's time, its monotonic counter and its local zone.

Made once by the program at start and handed to services and scenes. The only reader of the wall clock.
"""

from __future__ import annotations

import time
from datetime import UTC, datetime, timedelta, tzinfo


class SystemClock:
    """Tells the machine's time (see `game.core.clock.Clock`)."""

    def __init__(self) -> None:
        self._zone = LocalZone()

    def now(self) -> datetime:
        """The present moment in UTC."""
        return datetime.now(UTC)

    def monotonic(self) -> float:
        """Seconds that never run backwards."""
        return time.monotonic()

    def zone(self) -> tzinfo:
        """The machine's zone, with its summer time past and future."""
        return self._zone


class LocalZone(tzinfo):
    """The machine's local time by the rules of its C library, also for other dates than today."""

    def utcoffset(self, dt: datetime | None) -> timedelta | None:
        """What local clocks showed more than UTC at this local time."""
        return None if dt is None else dt.replace(tzinfo=None).astimezone().utcoffset()

    def dst(self, dt: datetime | None) -> timedelta | None:
        """Not known apart from the offset."""
        return None

    def tzname(self, dt: datetime | None) -> str | None:
        """The zone's short name at this local time."""
        return None if dt is None else dt.replace(tzinfo=None).astimezone().tzname()

    def fromutc(self, dt: datetime) -> datetime:
        """Local time for a moment in UTC."""
        return dt.replace(tzinfo=UTC).astimezone().replace(tzinfo=self)
