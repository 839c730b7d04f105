"""The steps that lead to the pictures of the contact sheet: keys, presses and words, as a visitor's hands do them.

shot_states.py and shot_brain.py put them together. It drives the pilot and knows widgets by their names only.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

from game.engine.pilot import Pilot

Steps = Callable[[Pilot], object]
SETTLED = 90  # frames: a second and a half, longer than any movement of camera or panel


@dataclass(frozen=True)
class State:
    """name: also the picture's. scene, params: what is opened; steps: what is done then. fresh: nothing learnt yet;
    large: a state that there is only while text is large."""

    name: str
    scene: str
    params: tuple[tuple[str, Any], ...] = ()
    steps: Steps | None = None
    fresh: bool = False
    large: bool = False


def keys(*names: str) -> Steps:
    """Press keys one after the other; "shift+l" is one with a modifier."""

    def steps(pilot: Pilot) -> None:
        for name in names:
            *modifiers, key = name.split("+") if len(name) > 1 else [name]
            pilot.key(key, *modifiers).frames(30)

    return steps


def press(*widgets: str) -> Steps:
    """Click widgets one after the other."""

    def steps(pilot: Pilot) -> None:
        for widget in widgets:
            pilot.press(widget).frames(30)

    return steps


def then(*parts: Steps) -> Steps:
    """One after the other."""

    def steps(pilot: Pilot) -> None:
        for part in parts:
            part(pilot)

    return steps


def search(words: str) -> Steps:
    """Open the search and type."""

    def steps(pilot: Pilot) -> None:
        pilot.key("/").frames(4).type(words)

    return steps


def slide(name: str, share: float) -> Steps:
    """Click a slider at a part of its length; large text folds some of them into a panel."""

    def steps(pilot: Pilot) -> None:
        if not pilot.scene.layer.has(name):
            pilot.press("fold-tools").frames(4)
        rect = pilot.scene.layer.find(name).window_rect()
        knob = min(rect.h, rect.w / 8) / 2
        pilot.click(rect.x + knob + share * (rect.w - 2 * knob), rect.centre[1]).frames(30)
        if pilot.scene.layer.has("fold-tools"):
            pilot.press("fold-tools").frames(4)

    return steps


def scroll(area: str, notches: float) -> Steps:
    """Turn the wheel over a scroll area."""

    def steps(pilot: Pilot) -> None:
        rect = pilot.scene.layer.find(area).window_rect()
        pilot.wheel(rect.right - 3, rect.centre[1], -notches)  # on its bar, beside what would take the wheel

    return steps
