"""Choosing a monitor by its number."""

import pytest

from game.services import monitors
from game.services.monitors import Monitor, choose

TWO = (Monitor(0, 0, 1920, 1080), Monitor(1920, 0, 3840, 2160))


@pytest.mark.parametrize(("number", "expected"), [(0, TWO[0]), (1, TWO[0]), (2, TWO[1])])
def test_a_monitor_that_is_there(number, expected):
    assert choose(number, TWO) == (expected, "")


def test_a_monitor_that_is_not_there_gives_the_first_and_says_so():
    assert choose(3, TWO) == (TWO[0], "There is no monitor 3; this machine has 2. The first one is used.")


def test_nothing_known_is_said_only_if_it_was_asked_for():
    assert choose(0, ()) == (None, "")
    assert "does not say" in choose(2, ())[1]


def test_a_system_that_does_not_tell_gives_none(monkeypatch):
    def refuse():
        raise monitors.ScreenInfoError("no enumerators")

    monkeypatch.setattr(monitors, "get_monitors", refuse)
    assert monitors.monitors() == ()
