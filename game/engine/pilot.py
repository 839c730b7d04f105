"""Drives the program as a visitor does: moves, clicks, drags, wheels, keys, words; then looks at the facts.

Tests and tours use it on an offscreen stage. Events go through the same list as the window's own. Time is frames of
a fixed length; `until` counts frames, never a wall clock.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, Protocol

from PIL import Image

from game.core.inputs import KEY, MOVE, PRESS, RELEASE, TEXT, WHEEL, InputEvent
from game.engine.stage import Stage

FRAME = 1 / 60


class Pilotable(Protocol):
    """What the pilot needs of the app."""

    events: list[InputEvent]
    frames: int


class Pilot:
    """Hands and eyes on a program."""

    def __init__(self, app: Any) -> None:
        self.app = app
        self.time = 0.0

    @property
    def stage(self) -> Stage:
        """The stage the program is drawn on."""
        stage: Stage = self.app.context.stage
        return stage

    @property
    def scene(self) -> Any:
        """The scene on top."""
        return self.app.director.top

    @property
    def facts(self) -> dict[str, Any]:
        """What the scene on top says of itself."""
        facts: dict[str, Any] = self.scene.facts()
        return facts

    def frames(self, count: int = 1) -> Pilot:
        """Let so many frames pass."""
        for _ in range(count):
            self.time += FRAME
            self.stage.step()
        return self

    def until(self, condition: Callable[[], bool], frames: int = 600, what: str = "the condition") -> Pilot:
        """Step until the condition holds; AssertionError after so many frames."""
        for _ in range(frames):
            if condition():
                return self
            self.frames()
        if condition():
            return self
        raise AssertionError(f"{what} did not come true within {frames} frames; facts: {self.facts}")

    def until_scene(self, name: str) -> Pilot:
        """Step until this scene is on top."""
        return self.until(lambda: self.scene.spec.id == name, 30, f"scene {name!r} on top")

    def settle(self, seconds: float = 60.0) -> Pilot:
        """Wait for the brain's meshes to load, then let the scene take them over."""
        job = self.app.context.brain()
        if not job.wait(seconds):
            raise AssertionError(f"loading the brain took longer than {seconds} s")
        return self.frames(4)

    # --- hands -----------------------------------------------------------------------------------------------

    def send(self, event: InputEvent) -> Pilot:
        """One raw event, then a frame."""
        self.app.events.append(event)
        return self.frames()

    def move(self, x: float, y: float) -> Pilot:
        """Move the pointer."""
        return self.send(InputEvent(MOVE, x, y, time=self.time))

    def click(self, x: float, y: float, button: int = 1) -> Pilot:
        """Move there, press and release."""
        self.move(x, y)
        self.send(InputEvent(PRESS, x, y, button=button, time=self.time))
        self.send(InputEvent(RELEASE, x, y, button=button, time=self.time))
        return self.frames(3)

    def double_click(self, x: float, y: float) -> Pilot:
        """Two clicks within a third of a second."""
        self.move(x, y)
        for _ in range(2):
            self.send(InputEvent(PRESS, x, y, button=1, time=self.time))
            self.send(InputEvent(RELEASE, x, y, button=1, time=self.time))
        return self.frames(3)

    def drag(self, x0: float, y0: float, x1: float, y1: float, steps: int = 8, button: int = 1) -> Pilot:
        """Press at the first point, move to the second in steps, release."""
        self.move(x0, y0)
        self.send(InputEvent(PRESS, x0, y0, button=button, time=self.time))
        for step in range(1, steps + 1):
            share = step / steps
            self.send(InputEvent(MOVE, x0 + (x1 - x0) * share, y0 + (y1 - y0) * share, time=self.time))
        return self.send(InputEvent(RELEASE, x1, y1, button=button, time=self.time))

    def finger(self, kind: str, finger: int, x: float, y: float) -> Pilot:
        """PRESS, MOVE or RELEASE of one of several fingers; 0 is the first, which is the pointer too."""
        return self.send(InputEvent(kind, x, y, button=0 if finger else 1, finger=finger, time=self.time))

    def pinch(self, x: float, y: float, start: float, end: float, steps: int = 8) -> Pilot:
        """Two fingers beside each other round a point, `start` pixels apart, moved until they are `end` apart."""
        self.move(x - start / 2, y).finger(PRESS, 0, x - start / 2, y).finger(PRESS, 1, x + start / 2, y)
        for step in range(1, steps + 1):
            half = (start + (end - start) * step / steps) / 2
            self.finger(MOVE, 0, x - half, y).finger(MOVE, 1, x + half, y)
        return self.finger(RELEASE, 1, x + end / 2, y).finger(RELEASE, 0, x - end / 2, y).frames(3)

    def wheel(self, x: float, y: float, steps: float) -> Pilot:
        """Turn the wheel at a point."""
        self.move(x, y)
        return self.send(InputEvent(WHEEL, x, y, steps=steps, time=self.time))

    def key(self, key: str, *modifiers: str, times: int = 1) -> Pilot:
        """Press a key ("enter", "a", "arrow_left") so many times; a printable key is typed too."""
        for _ in range(times):
            self.app.events.append(InputEvent(KEY, key=key, modifiers=frozenset(modifiers), time=self.time))
            character = " " if key == "space" else key
            if len(character) == 1 and not set(modifiers) - {"shift"}:
                self.app.events.append(InputEvent(TEXT, text=character, time=self.time))
            self.frames(2)
        return self

    def type(self, text: str) -> Pilot:
        """Type text into whatever has the focus."""
        for character in text:
            self.app.events.append(InputEvent(KEY, key=character.lower(), time=self.time))
            self.app.events.append(InputEvent(TEXT, text=character, time=self.time))
        return self.frames(2)

    def press(self, widget: str) -> Pilot:
        """Click the middle of a widget of the scene on top, as a hand would."""
        found = self.scene.layer.find(widget)
        if found.area is not None:
            found.area.reveal(found.rect)
        return self.click(*found.window_rect().centre)

    # --- eyes ------------------------------------------------------------------------------------------------

    def texts(self) -> list[str]:
        """Everything written on the scene on top."""
        texts: list[str] = self.facts["texts"]
        return texts

    def sees(self, text: str) -> bool:
        """Whether some written text contains this; where lines break does not matter."""
        return any(text in " ".join(written.split()) for written in self.texts())

    def complaints(self) -> list[str]:
        """What a stranger would call ugly: text off the window, text over text."""
        found: list[str] = self.scene.complaints()
        return found

    def picture(self) -> Image.Image:
        """What the window shows, once a fade between scenes is over."""
        self.until(lambda: not self.app.hud.veil.shown, 60, "the end of the fade")
        return self.stage.picture()
