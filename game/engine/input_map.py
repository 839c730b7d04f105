"""Panda3D's window events as `InputEvent`s.

`WindowInput` listens to the window's button thrower and mouse watcher and appends to a list the app reads each
frame. The pilot appends to the same list, so a test and a visitor go through the same door.

Fingers. The first is the pointer: X11, Windows and macOS all move the mouse with it. A second one needs a window
that tells it apart, and Panda3D 1.10.16 has none for Python: on Linux its X11 window never asks for XInput2 touches;
on Windows it registers for WM_TOUCH, but hands the points only to window procedures written in C++
(`GraphicsWindowProcCallbackData`; the Python door to it, `add_python_event_handler`, is in neither wheel); touch
events are an open request (github.com/panda3d/panda3d issue 1509, pull request 1884). What 1.10 does have is the
type of a pointer, `PointerType.finger`, so further pointers of that type are followed wherever a window has them.
Raw mice, which also come as further pointers, are not fingers. With one pointer nothing of this does anything.
"""

from __future__ import annotations

from direct.showbase.DirectObject import DirectObject
from direct.showbase.ShowBase import ShowBase
from panda3d.core import PointerType

from game.core.inputs import KEY, MOVE, PRESS, RELEASE, TEXT, WHEEL, InputEvent

BUTTONS = {"mouse1": 1, "mouse2": 2, "mouse3": 3}
WHEELS = {"wheel_up": 1.0, "wheel_down": -1.0}
MODIFIERS = ("shift", "control", "alt", "meta")
IGNORED = {"lshift", "rshift", "lcontrol", "rcontrol", "lalt", "ralt", "lmeta", "rmeta", *MODIFIERS}


def split_modifiers(name: str) -> tuple[frozenset[str], str]:
    """("shift", "control") and "z" of "shift-control-z"; a key held and released within one frame is still told."""
    held = set()
    head, _, rest = name.partition("-")
    while head in MODIFIERS and rest:
        held.add(head)
        name = rest
        head, _, rest = name.partition("-")
    return frozenset(held), name


class WindowInput(DirectObject):
    """Collects what happens in the real window."""

    def __init__(self, base: ShowBase, queue: list[InputEvent]) -> None:
        super().__init__()
        self._base, self._queue = base, queue
        self._last = (-1.0, -1.0)
        self._fingers: dict[int, tuple[float, float]] = {}  # the further ones that are down
        thrower = base.buttonThrowers[0].node()
        thrower.set_button_down_event("window-button")
        thrower.set_button_up_event("window-button-up")
        thrower.set_button_repeat_event("window-button-repeat")
        thrower.set_keystroke_event("window-keystroke")
        self.accept("window-button", self._down)
        self.accept("window-button-repeat", self._repeat)
        self.accept("window-button-up", self._up)
        self.accept("window-keystroke", self._typed)

    def poll(self) -> None:
        """Append a move if the pointer moved since the last frame, and what further fingers did."""
        self._move()
        self._follow_fingers()

    def close(self) -> None:
        """Stop listening."""
        self.ignore_all()

    def _move(self) -> None:
        x, y = self._pointer()
        if (x, y) != self._last and self._base.mouseWatcherNode.has_mouse():
            self._last = (x, y)
            self._queue.append(InputEvent(MOVE, x, y, modifiers=self._modifiers(), time=self._now()))

    def _follow_fingers(self) -> None:
        window, before = self._base.win, self._fingers
        self._fingers = {}
        for number in range(1, window.get_num_input_devices()):
            if not window.has_pointer(number):
                continue
            pointer = window.get_pointer(number)
            if pointer.type == PointerType.finger and pointer.in_window:
                self._fingers[number] = (float(pointer.x), float(pointer.y))
        for number in sorted(before.keys() - self._fingers.keys()):
            self._finger(RELEASE, number, before[number])
        for number, at in self._fingers.items():
            if number not in before:
                self._finger(PRESS, number, at)
            elif at != before[number]:
                self._finger(MOVE, number, at)

    def _finger(self, kind: str, number: int, at: tuple[float, float]) -> None:
        self._queue.append(InputEvent(kind, *at, finger=number, time=self._now()))

    def _now(self) -> float:
        return float(self._base.clock.get_real_time())

    def _pointer(self) -> tuple[float, float]:
        pointer = self._base.win.get_pointer(0)
        return float(pointer.get_x()), float(pointer.get_y())

    def _modifiers(self) -> frozenset[str]:
        held = self._base.mouseWatcherNode.get_modifier_buttons()
        return frozenset(
            m
            for m in MODIFIERS
            if any(
                m == held.get_button(i).get_name() and held.is_down(held.get_button(i))
                for i in range(held.get_num_buttons())
            )
        )

    def _down(self, name: str) -> None:
        named, name = split_modifiers(name)
        x, y = self._pointer()
        held, now = self._modifiers() | named, self._now()
        if name in WHEELS:
            self._queue.append(InputEvent(WHEEL, x, y, steps=WHEELS[name], modifiers=held, time=now))
        elif name in BUTTONS:
            self._move()
            self._queue.append(InputEvent(PRESS, x, y, button=BUTTONS[name], modifiers=held, time=now))
        elif name not in IGNORED:
            self._queue.append(InputEvent(KEY, x, y, key=name, modifiers=held, time=now))

    def _repeat(self, name: str) -> None:
        if name not in BUTTONS and name not in WHEELS:
            self._down(name)

    def _up(self, name: str) -> None:
        if name in BUTTONS:
            self._move()
            x, y = self._pointer()
            self._queue.append(
                InputEvent(RELEASE, x, y, button=BUTTONS[name], modifiers=self._modifiers(), time=self._now())
            )

    def _typed(self, text: str) -> None:
        if text and text.isprintable():
            self._queue.append(InputEvent(TEXT, text=text, time=self._now()))
