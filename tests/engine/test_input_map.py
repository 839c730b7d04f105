"""The names of Panda3D's button events, taken apart; further fingers, where a window has them."""

from __future__ import annotations

from types import SimpleNamespace

import pytest
from panda3d.core import ButtonThrower, GraphicsWindow, NodePath, PointerData, PointerType

from game.core.inputs import MOVE, PRESS, RELEASE
from game.engine.input_map import WindowInput, split_modifiers


@pytest.mark.parametrize(
    ("event", "held", "key"),
    [
        ("z", set(), "z"),
        ("control-z", {"control"}, "z"),
        ("shift-control-alt-f4", {"shift", "control", "alt"}, "f4"),
        ("-", set(), "-"),
        ("shift--", {"shift"}, "-"),
        ("shift", set(), "shift"),
        ("shift-mouse1", {"shift"}, "mouse1"),
    ],
)
def test_modifiers_are_taken_off_the_name(event: str, held: set[str], key: str) -> None:
    assert split_modifiers(event) == (frozenset(held), key)


class Pointer:
    """What a window says of one of its pointers."""

    def __init__(self, kind: PointerType, x: float, y: float) -> None:
        self.type, self.x, self.y, self.in_window = kind, x, y, True


class Window:
    """A window whose further pointers a test moves; number 0 is the mouse."""

    def __init__(self) -> None:
        self.further: list[Pointer] = []

    def get_num_input_devices(self) -> int:
        return 1 + len(self.further)

    def has_pointer(self, number: int) -> bool:
        return number <= len(self.further)

    def get_pointer(self, number: int) -> Pointer:
        return self.further[number - 1]


@pytest.fixture
def listening(stage):
    """The window's listener and its queue, on a window with as many pointers as a test likes."""
    window, queue = Window(), []
    throwers = [NodePath(ButtonThrower("keys"))]
    base = SimpleNamespace(buttonThrowers=throwers, win=window, clock=stage.base.clock)
    heard = WindowInput(base, queue)
    yield heard, window, queue
    heard.close()


def test_further_fingers_are_followed_down_along_and_up(listening) -> None:
    heard, window, queue = listening
    finger = Pointer(PointerType.finger, 10, 20)
    window.further = [Pointer(PointerType.mouse, 5, 5), finger]  # a raw mouse is no finger
    heard._follow_fingers()
    finger.x = 30
    heard._follow_fingers()
    heard._follow_fingers()
    finger.in_window = False
    heard._follow_fingers()
    assert [(e.kind, e.finger, e.x, e.y) for e in queue] == [
        (PRESS, 2, 10, 20),
        (MOVE, 2, 30, 20),
        (RELEASE, 2, 30, 20),
    ]


def test_a_window_with_one_pointer_tells_of_no_finger(stage, listening) -> None:
    heard, _window, queue = listening
    heard._follow_fingers()
    assert queue == []
    assert all(
        hasattr(GraphicsWindow, name) for name in ("get_num_input_devices", "has_pointer", "get_pointer")
    )
    assert all(hasattr(PointerData(), name) for name in ("type", "x", "y", "in_window"))


def test_panda_still_keeps_touches_from_python() -> None:
    """The day this fails, Panda3D hands touches over, and `input_map` may read them there."""
    assert not hasattr(GraphicsWindow, "add_python_event_handler")
