"""Asked by the system to end: it goes the way of Ctrl+C, in whatever way Ctrl+C goes at that moment."""

from __future__ import annotations

import os
import signal

import pytest

from game.app import cli, ending

pytestmark = pytest.mark.skipif(os.name != "posix", reason="no other process can send SIGTERM on Windows")


@pytest.fixture(autouse=True)
def _handlers():
    """The two signals as a program finds them at its start, whoever started the tests."""
    before = [
        (number, signal.signal(number, handler))
        for number, handler in (
            (signal.SIGINT, signal.default_int_handler),
            (signal.SIGTERM, signal.SIG_DFL),
        )
    ]
    yield
    for number, handler in before:
        signal.signal(number, handler)


def _ask() -> None:
    os.kill(os.getpid(), signal.SIGTERM)


@pytest.mark.parametrize("ctrl_c", [signal.default_int_handler, signal.SIG_IGN, signal.SIG_DFL])
def test_a_request_interrupts_even_where_ctrl_c_is_ignored(ctrl_c):
    signal.signal(signal.SIGINT, ctrl_c)
    with pytest.raises(KeyboardInterrupt), ending.heard() as asked:
        _ask()
    assert asked.code == 143


def test_the_engine_may_keep_it_for_the_end_of_the_frame():
    kept = []
    signal.signal(signal.SIGINT, lambda number, _: kept.append(number))
    with ending.heard() as asked:
        _ask()
    assert (kept, asked.code) == ([signal.SIGINT], 143)


def test_ctrl_c_keeps_its_own_code():
    with pytest.raises(KeyboardInterrupt), ending.heard() as asked:
        os.kill(os.getpid(), signal.SIGINT)
    assert asked.code == 130


def test_afterwards_the_signal_is_as_before_and_a_foreign_handler_stays():
    with ending.heard():
        pass
    assert signal.getsignal(signal.SIGTERM) is signal.SIG_DFL
    signal.signal(signal.SIGTERM, signal.SIG_IGN)
    with ending.heard():
        _ask()
    assert signal.getsignal(signal.SIGTERM) is signal.SIG_IGN


@pytest.mark.parametrize(("number", "code"), [(signal.SIGINT, 130), (signal.SIGTERM, 143)])
def test_the_command_line_says_that_it_was_stopped(monkeypatch, capsys, number, code):
    monkeypatch.setitem(cli.COMMANDS, "check", lambda *_: os.kill(os.getpid(), number))
    assert cli.main(["check"]) == code
    assert capsys.readouterr().err == "\nStopped.\n"
