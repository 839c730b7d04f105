"""A visitor who does anything at all: seeded random clicks, drags, keys, words, sizes and schemes over every scene.

Nothing they do may raise, leave text unreadable once things have come to rest, or leave anything behind at home.
"""

from __future__ import annotations

import logging
import random

import pytest

from game.app.registry import HOME, SCENES
from game.core.inputs import KEY, MOVE, PRESS, RELEASE, TEXT, WHEEL, InputEvent
from game.core.messages import ChangeSetting, GoHome, OpenScene, QuitProgram, WindowResized
from game.engine.pilot import Pilot
from game.ui.screen import Screen
from tests.scenes.test_census import at_rest
from tests.scenes.test_flow import path_to
from tests.scenes.test_lab import fake

KEYS = (
    "enter escape tab space arrow_left arrow_right arrow_up arrow_down home end page_up page_down backspace delete "
    "f1 f11 a b c f g h i k l m n o q r s t u v w x y z 0 1 2 3 4 5 6 7 8 9 + - / ? , . [ ]"
).split()
MODIFIERS = ((), (), (), (), ("shift",), ("control",), ("alt",), ("shift", "control"))
WORDS = (
    "",
    "zz",
    "hippo",
    "precentral",
    "loss",
    "\N{GREEK SMALL LETTER ALPHA}\u0301\u202e",
    "<b>%s{0}\\",
    " " * 60,
)
SIZES = ((1280, 720), (1920, 1080), (1024, 640), (1280, 720))
SETTINGS = {
    "text_size": (1.0, 1.25, 1.5, 2.0),
    "scheme": ("dark", "light", "contrast"),
    "motion": ("full", "reduced"),
}


class Monkey:
    """Random hands on a pilot, the same for the same seed."""

    def __init__(self, pilot: Pilot, seed: str) -> None:
        self.pilot, self.dice = pilot, random.Random(seed)
        self.did: list[str] = []

    def act(self) -> None:
        """Do one thing; what it was is kept for the failure's report."""
        dice = self.dice
        names = ("widget", "anywhere", "drag", "key", "wheel", "type", "setting", "resize", "torn", "burst")
        name = dice.choices(names, weights=(30, 14, 8, 22, 6, 4, 2, 1, 2, 3))[0]
        self.did.append(f"{name} in {self.pilot.scene.spec.id}")
        getattr(self, name)()

    def point(self) -> tuple[float, float]:
        """A place in the window, or a little outside it."""
        width, height = self.pilot.stage.size
        return self.dice.uniform(-9, width + 9), self.dice.uniform(-9, height + 9)

    def widget(self) -> None:
        """Press one of the widgets that can have the focus."""
        scene = self.pilot.scene
        found = (
            [widget for widget in scene.layer.widgets if widget.enabled] if isinstance(scene, Screen) else []
        )
        if found:
            chosen = self.dice.choice(found)
            self.did[-1] += f": {chosen.name}"
            self.pilot.click(*chosen.window_rect().centre)

    def anywhere(self) -> None:
        """Click or double click at any place."""
        if self.dice.random() < 0.3:
            self.pilot.double_click(*self.point())
        else:
            self.pilot.click(*self.point(), button=self.dice.choice((1, 1, 1, 2, 3)))

    def drag(self) -> None:
        """Drag from one place to another."""
        self.pilot.drag(*self.point(), *self.point(), steps=3, button=self.dice.choice((1, 1, 2, 3)))

    def key(self) -> None:
        """Press a key, with or without others held."""
        key, held = self.dice.choice(KEYS), self.dice.choice(MODIFIERS)
        self.did[-1] += f": {'+'.join((*held, key))}"
        self.pilot.key(key, *held)

    def wheel(self) -> None:
        """Turn the wheel, sometimes very far."""
        self.pilot.wheel(*self.point(), self.dice.choice((-1, 1, 0.25, -4, 4, 400, -400)))

    def type(self) -> None:
        """Type a word into whatever has the focus."""
        self.pilot.type(self.dice.choice(WORDS))

    def setting(self) -> None:
        """Change how everything looks."""
        name = self.dice.choice(sorted(SETTINGS))
        value = self.dice.choice(SETTINGS[name])
        self.did[-1] += f": {name}={value}"
        self.pilot.app.context.bus.post(ChangeSetting(name, value))
        self.pilot.frames(2)

    def resize(self) -> None:
        """Give the window another size."""
        size = self.dice.choice(SIZES)
        self.pilot.stage.set_size(*size)
        self.pilot.app.context.bus.post(WindowResized(*size))
        self.pilot.frames(2)

    def torn(self) -> None:
        """Half a gesture: a press without a release, or the other way round."""
        x, y = self.point()
        self.pilot.send(InputEvent(self.dice.choice((PRESS, RELEASE)), x, y, button=1, time=self.pilot.time))

    def burst(self) -> None:
        """Many events in one frame, doors among them."""
        for _ in range(12):
            x, y = self.point()
            kind = self.dice.choice((MOVE, PRESS, RELEASE, WHEEL, KEY, TEXT))
            self.pilot.app.events.append(
                InputEvent(kind, x, y, 1, self.dice.choice(KEYS), "a", 1.0, time=self.pilot.time)
            )
        self.pilot.frames(2)


def go(pilot: Pilot, scene: str) -> None:
    """Walk home and from there to the scene."""
    pilot.app.context.bus.post(GoHome())
    pilot.frames(2)
    for step in path_to(scene):
        pilot.app.context.bus.post(OpenScene(step))
        pilot.until_scene(step)
    pilot.frames(2)


def let_loose(pilot: Pilot, scene: str, seed: int, acts: int) -> Monkey:
    """Let a monkey act, from `scene` on; raise AssertionError for what reads badly once it rests."""
    monkey = Monkey(pilot, f"{scene}:{seed}")
    go(pilot, scene)
    for number in range(acts):
        monkey.act()
        if number % 25 == 24:
            pilot.app.events.append(InputEvent(RELEASE, 0, 0, button=1, time=pilot.time))
            pilot.frames(90)
            found = pilot.complaints()
            size, settings = pilot.stage.size, pilot.app.context.settings
            state = f"{size}, text {settings.text_size}, {settings.scheme}"
            assert not found, f"{pilot.scene.spec.id} {state}: {found} after {monkey.did[-25:]}"
            if pilot.scene.spec.id != scene:
                go(pilot, scene)
    return monkey


@pytest.fixture
def loose(make_pilot, caplog):
    """A pilot for the monkey: pretended training, a door that cannot be shut for good, and no error in any log."""
    pilot = make_pilot(make_trainer=fake())
    pilot.settle()
    pilot.app.context.bus.subscribe(QuitProgram, lambda _: setattr(pilot.app, "running", True))
    yield pilot
    errors = [record for when in ("setup", "call") for record in caplog.get_records(when)]
    assert not [record.getMessage() for record in errors if record.levelno >= logging.ERROR]


@pytest.mark.slow
@pytest.mark.parametrize("scene", [scene.spec.id for scene in SCENES])
def test_anything_may_be_done(scene: str, loose: Pilot) -> None:
    let_loose(loose, scene, seed=1, acts=100)


def test_a_wild_visitor_leaves_nothing_at_home(loose: Pilot) -> None:
    before = at_rest(loose)
    let_loose(loose, "course", seed=2, acts=25)
    for name, value in (("text_size", 1.0), ("scheme", "dark"), ("motion", "full")):
        loose.app.context.bus.post(ChangeSetting(name, value))
    loose.stage.set_size(1280, 720)
    go(loose, HOME)
    assert at_rest(loose) == before
