"""The clipboard: which tool is taken, and that a missing or failing one is no more than a no."""

from __future__ import annotations

import pytest

from game.services.clipboard import Clipboard


class Runner:
    def __init__(self, answer=""):
        self.calls, self.answer = [], answer

    def __call__(self, command, text):
        self.calls.append((command[0], text))
        return self.answer


@pytest.mark.parametrize(
    ("platform", "environment", "installed", "copier", "paster"),
    [
        ("darwin", {}, {"pbcopy"}, "pbcopy", "pbpaste"),
        ("win32", {}, {"clip"}, "clip", "powershell"),
        (
            "linux",
            {"WAYLAND_DISPLAY": "wayland-0", "DISPLAY": ":0"},
            {"wl-copy", "xclip"},
            "wl-copy",
            "wl-paste",
        ),
        ("linux", {"DISPLAY": ":0"}, {"wl-copy", "xclip"}, "xclip", "xclip"),
        ("linux", {"DISPLAY": ":0"}, {"xsel"}, "xsel", "xsel"),
    ],
)
def test_each_platform_has_its_tool(platform, environment, installed, copier, paster):
    runner = Runner("words")
    board = Clipboard(platform, environment, lambda name: name if name in installed else None, runner)
    assert board.available and board.copy("view") and board.paste() == "words"
    assert runner.calls == [(copier, "view"), (paster, None)]


@pytest.mark.parametrize("installed", [set(), {"xclip"}])
def test_without_tool_or_display_it_answers_no(installed):
    board = Clipboard("linux", {}, lambda name: name if name in installed else None, Runner("words"))
    assert not board.available and not board.copy("view") and board.paste() is None


def test_a_tool_that_fails_is_a_no():
    board = Clipboard("darwin", {}, lambda name: name, lambda command, text: None)
    assert not board.copy("view") and board.paste() is None


def test_a_real_command_that_is_missing_or_fails_raises_nothing():
    from game.services.clipboard import _run

    assert _run(["no-such-clipboard-tool"], None) is None
    assert _run(["false"], "text") is None
