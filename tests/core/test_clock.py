"""Study days: the 04:00 rollover, other hours, and the two days a year that are not 24 hours long."""

from datetime import UTC, date, datetime, timedelta
from zoneinfo import ZoneInfo

import pytest

from game.core.clock import FakeClock, as_utc, day_end, study_day

BERLIN = ZoneInfo("Europe/Berlin")
SANTIAGO = ZoneInfo("America/Santiago")


def test_one_in_the_morning_is_still_yesterday():
    night = datetime(2026, 1, 16, 1, 0, tzinfo=BERLIN)
    assert study_day(night, BERLIN) == date(2026, 1, 15)
    assert study_day(night + timedelta(hours=3), BERLIN) == date(2026, 1, 16)


def test_the_rollover_hour_is_obeyed_to_the_minute():
    before = datetime(2026, 1, 16, 5, 59, tzinfo=BERLIN)
    assert study_day(before, BERLIN, rollover_hour=6) == date(2026, 1, 15)
    assert study_day(before + timedelta(minutes=2), BERLIN, rollover_hour=6) == date(2026, 1, 16)


def test_the_day_ends_at_the_next_rollover_in_utc():
    noon = datetime(2026, 1, 15, 12, 0, tzinfo=UTC)
    assert day_end(noon, BERLIN) == datetime(2026, 1, 16, 3, 0, tzinfo=UTC)
    assert day_end(noon, BERLIN, days_ahead=1) == datetime(2026, 1, 17, 3, 0, tzinfo=UTC)


@pytest.mark.parametrize(
    ("zone", "noon", "hours"),
    [
        (BERLIN, datetime(2026, 3, 28, 12, tzinfo=BERLIN), 15),  # summer time begins in the coming night
        (BERLIN, datetime(2026, 10, 24, 12, tzinfo=BERLIN), 17),  # and ends
        (SANTIAGO, datetime(2026, 4, 4, 12, tzinfo=SANTIAGO), 17),
        (SANTIAGO, datetime(2026, 9, 5, 12, tzinfo=SANTIAGO), 15),
    ],
)
def test_days_that_are_not_24_hours_long(zone, noon, hours):
    assert day_end(noon, zone) - as_utc(noon) == timedelta(hours=hours)


def test_every_day_of_a_year_follows_the_one_before():
    moment = datetime(2026, 1, 1, 12, tzinfo=UTC)
    for _ in range(365):
        end = day_end(moment, SANTIAGO)
        assert study_day(end, SANTIAGO) == study_day(moment, SANTIAGO) + timedelta(days=1)
        assert study_day(end - timedelta(seconds=1), SANTIAGO) == study_day(moment, SANTIAGO)
        moment += timedelta(days=1)


def test_a_naive_time_is_refused():
    with pytest.raises(ValueError, match="no time zone"):
        as_utc(datetime(2026, 1, 1))  # noqa: DTZ001


def test_a_fake_clock_never_runs_its_monotonic_side_backwards():
    clock = FakeClock()
    clock.advance(seconds=30)
    clock.advance(days=-3)
    assert clock.monotonic() == 30
    assert clock.now() == datetime(2026, 1, 12, 12, 0, 30, tzinfo=UTC)
