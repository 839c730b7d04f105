"""The real clock: UTC, forwards, and the machine's zone also on dates with the other offset."""

import time
from datetime import UTC, datetime

import pytest

from game.core.clock import day_end, study_day
from game.services.system_clock import LocalZone, SystemClock


@pytest.fixture
def berlin(monkeypatch):
    monkeypatch.setenv("TZ", "CET-1CEST,M3.5.0,M10.5.0/3")
    time.tzset()
    yield
    monkeypatch.undo()
    time.tzset()


def test_now_is_utc_and_monotonic_does_not_fall():
    clock = SystemClock()
    assert clock.now().tzinfo is UTC
    assert clock.monotonic() <= clock.monotonic()


@pytest.mark.usefixtures("berlin")
def test_winter_and_summer_have_their_own_offset():
    zone = LocalZone()
    assert datetime(2026, 1, 15, 12, tzinfo=UTC).astimezone(zone).hour == 13
    assert datetime(2026, 7, 15, 12, tzinfo=UTC).astimezone(zone).hour == 14
    assert datetime(2026, 7, 15, 14, tzinfo=zone).astimezone(UTC).hour == 12


@pytest.mark.usefixtures("berlin")
def test_study_days_in_the_machines_zone():
    zone = SystemClock().zone()
    noon = datetime(2026, 3, 28, 12, tzinfo=UTC)
    assert day_end(noon, zone) == datetime(2026, 3, 29, 2, tzinfo=UTC)  # 04:00 summer time
    assert study_day(datetime(2026, 1, 15, 2, 59, tzinfo=UTC), zone).day == 14
