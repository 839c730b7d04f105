"""Raw input as plain values, and the gestures made of it.

The input map (real window) and the pilot (tests, tours) both produce `InputEvent`s; the director hands them to
the scene on top. Knows no engine: pixels from the top left, seconds of a monotonic clock that comes with the event.
"""

from __future__ import annotations

import math
from dataclasses import dataclass, field

from game.core.pinch import Pinch

MOVE, PRESS, RELEASE, WHEEL, KEY, TEXT = "move", "press", "release", "wheel", "key", "text"

CLICK_SLOP_PX = 6.0  # a press that travels further is a drag; large enough for a finger
DOUBLE_CLICK_S = 0.35


@dataclass(frozen=True)
class InputEvent:
    """One thing a visitor did.

    kind: one of MOVE, PRESS, RELEASE, WHEEL, KEY, TEXT. x, y: pixels from the top left of the window.
    button: 1 left, 2 middle, 3 right. key: lower-case name ("enter", "a", "f11", "arrow_left").
    steps: wheel notches, positive is away from the person. time: monotonic seconds.
    finger: 0 for the pointer, which the first finger on a screen moves too; others for further fingers.
    """

    kind: str
    x: float = 0.0
    y: float = 0.0
    button: int = 0
    key: str = ""
    text: str = ""
    steps: float = 0.0
    modifiers: frozenset[str] = field(default_factory=frozenset)
    time: float = 0.0
    finger: int = 0


@dataclass(frozen=True)
class Gesture:
    """What raw pointer events mean: "hover", "click", "drag", "drag_end", "wheel" or "pinch".

    dx, dy: pixels since the last gesture of the same drag or pinch. count: 2 for a double click. steps: notches of
    the wheel; of a pinch, as many as would come as near.
    """

    kind: str
    x: float
    y: float
    dx: float = 0.0
    dy: float = 0.0
    button: int = 0
    count: int = 1
    steps: float = 0.0
    modifiers: frozenset[str] = field(default_factory=frozenset)


class GestureTracker:
    """Turns pointer events into gestures. A drag never ends in a click, nor does anything that two fingers did."""

    def __init__(self) -> None:
        self._pressed: InputEvent | None = None
        self._pinch: Pinch | None = None  # until the first finger is lifted, even if the second is up before
        self._last = (0.0, 0.0)
        self._dragging = False
        self._last_click: InputEvent | None = None

    def feed(self, event: InputEvent) -> list[Gesture]:
        """Return the gestures that follow from one event, oldest first."""
        if event.finger:
            return self._further(event)
        if event.kind == MOVE:
            return self._moved(event) if self._pinch is None else self._pinched(event)
        if event.kind == PRESS:
            self._pinch = None
            self._pressed, self._last, self._dragging = event, (event.x, event.y), False
            return []
        if event.kind == RELEASE:
            return self._released(event)
        if event.kind == WHEEL:
            return [Gesture("wheel", event.x, event.y, steps=event.steps, modifiers=event.modifiers)]
        return []

    def cancel(self) -> None:
        """Forget a press in progress (the scene changed under it)."""
        self._pressed, self._pinch, self._dragging = None, None, False

    def _further(self, event: InputEvent) -> list[Gesture]:
        """A finger beside the first: whatever the first was doing is over, and does not end in a click."""
        at = event.x, event.y
        if event.kind == MOVE:
            return self._pinched(event)
        if event.kind == RELEASE and self._pinch is not None:
            self._pinch.lift(event.finger)
        elif event.kind == PRESS and self._pinch is not None:
            self._pinch.press(event.finger, at)
        elif event.kind == PRESS and self._pressed is not None:
            pressed, was_drag = self._pressed, self._dragging
            self._pinch, self._pressed, self._dragging = Pinch(self._last, event.finger, at), None, False
            self._last_click = None
            if was_drag:
                return [Gesture("drag_end", *self._last, button=pressed.button, modifiers=event.modifiers)]
        return []

    def _pinched(self, event: InputEvent) -> list[Gesture]:
        spread = self._pinch.move(event.finger, (event.x, event.y)) if self._pinch is not None else None
        if spread is None:
            return []
        return [Gesture("pinch", spread.x, spread.y, spread.dx, spread.dy, steps=spread.notches)]

    def _moved(self, event: InputEvent) -> list[Gesture]:
        if self._pressed is None:
            return [Gesture("hover", event.x, event.y, modifiers=event.modifiers)]
        travelled = math.dist((event.x, event.y), (self._pressed.x, self._pressed.y))
        if not self._dragging and travelled < CLICK_SLOP_PX:
            return []
        self._dragging = True
        dx, dy = event.x - self._last[0], event.y - self._last[1]
        self._last = (event.x, event.y)
        return [Gesture("drag", event.x, event.y, dx, dy, self._pressed.button, modifiers=event.modifiers)]

    def _released(self, event: InputEvent) -> list[Gesture]:
        pressed, was_drag = self._pressed, self._dragging
        self._pressed, self._pinch, self._dragging = None, None, False
        if pressed is None:
            return []
        if was_drag:
            return [Gesture("drag_end", event.x, event.y, button=pressed.button, modifiers=event.modifiers)]
        count = 1
        before = self._last_click
        if (
            before is not None
            and before.button == pressed.button
            and event.time - before.time <= DOUBLE_CLICK_S
            and math.dist((event.x, event.y), (before.x, before.y)) < 2 * CLICK_SLOP_PX
        ):
            count = 2
        self._last_click = (
            None
            if count == 2
            else InputEvent(RELEASE, event.x, event.y, button=pressed.button, time=event.time)
        )
        return [
            Gesture("click", event.x, event.y, button=pressed.button, count=count, modifiers=event.modifiers)
        ]
