"""The program in a real window under a virtual X server, with a real pointer and a real keyboard."""

from __future__ import annotations

import json
import shutil
from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.input.desktop import SCREEN, Desktop, Hand, Window, press_close_button

MISSING = [tool for tool in ("Xvfb", "xdotool") if shutil.which(tool) is None]

pytestmark = [
    pytest.mark.xvfb,
    pytest.mark.slow,
    pytest.mark.timeout(240),
    pytest.mark.skipif(
        bool(MISSING), reason=f"needs {' and '.join(MISSING)} (Debian: apt-get install xvfb xdotool)"
    ),
]


@pytest.fixture(scope="module")
def desktop() -> Iterator[Desktop]:
    made = Desktop()
    yield made
    made.close()


@pytest.fixture(scope="module")
def hand(desktop: Desktop) -> Hand:
    return Hand(desktop)


@pytest.fixture(scope="module")
def shared(desktop: Desktop, hand: Hand, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Window]:
    window = Window(desktop, tmp_path_factory.mktemp("window"))
    window.until(lambda now: now["facts"].get("brain"), "the brain at home")
    hand.hold("Neurarium")
    yield window
    window.close()


@pytest.fixture
def window(shared: Window, hand: Hand) -> Window:
    """The program at home, nothing hovered."""
    hand.move(2, 2)
    for _ in range(6):  # the first Escape may only close what is open in the scene
        if shared.now["scene"] == "home":
            break
        before = json.dumps(shared.now)
        hand.key("Escape")
        shared.until(lambda now, seen=before: json.dumps(now) != seen, "Escape doing something")
    shared.until(lambda now: now["scene"] == "home" and now["facts"].get("brain"), "home with its brain")
    return shared


def open_course(window: Window, hand: Hand) -> None:
    hand.click(*window.at(next(name for name in window.now["widgets"] if name.startswith("course-"))))
    window.until(lambda now: now["scene"] == "course" and now["facts"].get("brain"), "the course page")


def test_a_window_of_the_right_size_opens(window: Window, hand: Hand) -> None:
    assert len(hand.hold("Neurarium")) == 1
    assert window.now["size"] == [1280, 720]


def test_the_pointer_hovers_and_a_click_opens(window: Window, hand: Hand) -> None:
    button = next(name for name in window.now["widgets"] if name.startswith("course-"))
    hand.move(*window.at(button))
    window.until(lambda now: now["hovered"] == button, "the button under the pointer")
    hand.do("click", 1)
    window.until(lambda now: now["scene"] == "course", "the course page")


def test_a_drag_turns_the_brain(window: Window, hand: Hand) -> None:
    azimuth = window.now["view"][0]
    hand.drag(950, 400, 1150, 400)
    window.until(lambda now: abs(now["view"][0] - azimuth) > 20, "a turned brain")
    assert window.now["scene"] == "home", "a drag must not click"


def test_the_wheel_comes_closer_and_goes_away(window: Window, hand: Hand) -> None:
    distance = window.now["view"][2]
    hand.wheel(950, 400, 3)
    near = window.until(lambda now: now["view"][2] < distance * 0.95, "a nearer brain")["view"][2]
    hand.wheel(950, 400, -3)
    window.until(lambda now: now["view"][2] > near * 1.05, "a farther brain")


def test_the_keyboard_walks_opens_and_leaves(window: Window, hand: Hand) -> None:
    hand.move(640, 700)
    seen: list[str] = []
    for _ in range(3):
        before = window.now["focused"]
        hand.key("Tab")
        seen.append(
            window.until(lambda now, last=before: now["focused"] != last, "the focus moving")["focused"]
        )
    hand.key("shift+Tab")
    window.until(lambda now: now["focused"] == seen[-2], "Shift+Tab going back")
    button = next(name for name in window.now["widgets"] if name.startswith("course-"))
    for _ in range(10):
        if window.now["focused"] == button:
            break
        before = window.now["focused"]
        hand.key("Tab")
        window.until(lambda now, last=before: now["focused"] != last, "the focus moving")
    hand.key("Return")
    window.until(lambda now: now["scene"] == "course", "Enter opening the course")
    hand.key("Escape")
    window.until(lambda now: now["scene"] == "home", "Escape leading home")


def test_typing_in_the_brains_search_field(window: Window, hand: Hand) -> None:
    open_course(window, hand)
    hand.click(*window.at("door-brain"))
    window.until(lambda now: now["scene"] == "brain" and "search" in now["widgets"], "the brain world")
    hand.click(*window.at("search"))
    window.until(lambda now: now["focused"] == "search", "the field under the fingers")
    hand.type("hippocampus")
    hand.key("Return")
    window.until(lambda now: "Hippocampus" in str(now["facts"].get("selected")), "the hippocampus selected")


def test_the_window_can_be_resized(window: Window, hand: Hand) -> None:
    for size in ((1024, 700), (1280, 720)):
        hand.do("windowsize", hand.window, *size)
        window.until(lambda now, wanted=size: now["size"] == list(wanted), f"a window of {size}")
        window.until(
            lambda now, wide=size[0]: wide - 120 < now["widgets"]["menu"][0] < wide, "the menu in its corner"
        )
        assert window.now["complaints"] == []


def test_f11_fills_the_screen_and_comes_back(window: Window, hand: Hand) -> None:
    hand.move(640, 700)
    for size in ((1024, 700), (1280, 720)):
        hand.do("windowsize", hand.window, *size)
        window.until(lambda now, wanted=size: now["size"] == list(wanted), f"a window of {size}")
        hand.key("F11")
        window.until(lambda now: now["fullscreen"] and now["size"] == list(SCREEN), "the whole screen")
        hand.key("F11")
        window.until(
            lambda now, wanted=size: not now["fullscreen"] and now["size"] == list(wanted), "the window again"
        )


@pytest.fixture
def alone(tmp_path: Path) -> Iterator[tuple[Window, Hand, Desktop]]:
    """A second program on a desktop of its own, to be ended."""
    desktop = Desktop()
    window, hand = Window(desktop, tmp_path), Hand(desktop)
    window.until(lambda now: now["scene"] == "home", "home")
    hand.hold("Neurarium")
    yield window, hand, desktop
    window.close()
    desktop.close()


def test_the_close_button_ends_the_program(alone: tuple[Window, Hand, Desktop]) -> None:
    window, hand, desktop = alone
    press_close_button(desktop, hand.window)
    assert window.ended() == 0, window.errors.read_text()[-2000:]


def test_quit_in_the_menu_ends_the_program(alone: tuple[Window, Hand, Desktop]) -> None:
    window, hand, _ = alone
    hand.click(*window.at("menu"))
    window.until(lambda now: "page-quit" in now["widgets"], "the menu")
    hand.click(*window.at("page-quit"))
    window.until(lambda now: "quit" in now["widgets"], "the question whether to quit")
    hand.click(*window.at("quit"))
    assert window.ended() == 0, window.errors.read_text()[-2000:]
