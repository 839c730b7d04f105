"""Everything in the explorer by keyboard alone, and by a finger: every state, every control."""

from __future__ import annotations

import pytest

from game.core.messages import GoHome, OpenScene
from game.ui.reach import FINGER_PX
from game.ui.widget import Widget

REGION = "ctx-lh-precentral"
STATES: dict[str, list[tuple[str, ...]]] = {  # the keys that lead there
    "tissue": [("t",)],
    "regions": [("r",)],
    "regions, one selected": [("r",), ("page_down",)],
    "destrieux": [("s",)],
    "lobes": [("l",)],
    "networks": [("n",), ("page_down",)],
    "areas": [("c",)],
    "glass": [("g",), ("page_down",)],
    "deep": [("d",)],
    "ventricles": [("v",)],
    "taken apart, one half": [("b",), ("x",), ("i",)],
    "parts": [("p",)],
    "MRI": [("m",)],
    "MRI in glass": [("g",), ("m",)],
    "tours": [("t", "shift")],
    "a tour": [("t", "shift"), ("on", "tour-vision"), ("enter",)],
    "bookmark": [("b", "shift")],
}
TYPED = {"search": ("p",), "bookmark-text": ("p",)}  # what is written into
LARGE = {"size": (1280, 720), "text_size": 2.0}


def bring(pilot, keys):
    for key, *held in keys:
        if key == "on":
            pilot.scene.layer.focus(*held, show=True)
        else:
            pilot.key(key, *held)
    if pilot.scene.mri is not None:
        pilot.scene.mri.wait(60.0)
    return pilot.frames(6)


@pytest.fixture
def explorer(make_pilot):
    def open_(**look):
        pilot = make_pilot("brain", motion="reduced", **look).settle()
        return pilot.until(lambda: pilot.facts["brain"], what="the brain").frames(3)

    return open_


def walked(pilot):
    """The names that Tab comes to, once round, in order."""
    pilot.scene.layer.focus(None)
    names: list[str] = []
    while True:
        pilot.key("tab")
        name = pilot.facts["focused"]
        if name in names:
            return names
        names.append(name)


def reacting(pilot):
    """The widgets that do something when they are clicked."""
    return [
        w for w in pilot.scene.layer.widgets
        if w.enabled and (w.focusable or type(w).activate is not Widget.activate) and not w.path.is_hidden()
    ]  # fmt: skip


def seen(pilot):
    """Everything that a press can change, as text."""
    facts = dict(pilot.facts)
    facts.pop("focused")
    scene = pilot.scene
    view = getattr(getattr(scene, "view", None), "orbit", None)
    chosen = [
        (w.name, getattr(w, "chosen", None), getattr(w, "value", None), getattr(w, "offset", None))
        for w in scene.layer.widgets
    ]
    clipboard = pilot.app.hud.facts() if hasattr(pilot.app.hud, "facts") else ""
    return repr((facts, view and (view.destination, view._goal_distance), chosen, clipboard))


@pytest.mark.parametrize("look", [{}, LARGE], ids=["", "200 %"])
@pytest.mark.parametrize("state", STATES)
def test_tab_comes_to_everything_that_a_click_can_do(explorer, state, look):
    pilot = bring(explorer(**look), STATES[state])
    by_mouse = {w.name for w in reacting(pilot)}
    by_keyboard = set(walked(pilot))
    # the rows under the search box are walked by its arrow keys; the second line of a link is the link
    rest = {name for name in by_mouse - by_keyboard if not name.startswith("search-row-")}
    rest = {
        name for name in rest if not (name.startswith("link-") and pilot.scene.layer.has(first_line(name)))
    }
    assert rest == set()


def first_line(name):
    return name.rpartition("-")[0] + "-0"


def again(pilot, state):
    """The explorer as if it had just been opened, in a state."""
    pilot.app.context.bus.post(GoHome())
    pilot.until_scene("home")
    pilot.app.context.bus.post(OpenScene("course"))
    pilot.until_scene("course")
    pilot.app.context.bus.post(OpenScene("brain"))
    return bring(pilot.until_scene("brain").frames(3), STATES[state])


@pytest.mark.slow
@pytest.mark.timeout(300)
def test_every_control_does_something_by_keyboard_alone(explorer):
    """Each is walked to by Tab, from a fresh explorer, once: in the first state that shows it."""
    pilot = explorer()
    tried, dead = set(), []
    for state in STATES:
        for name in walked(again(pilot, state)):
            if name in tried:
                continue
            tried.add(name)
            again(pilot, state).scene.layer.focus(None)
            for _ in range(200):
                if pilot.key("tab").facts["focused"] == name:
                    break
            before = seen(pilot)
            for key in ("enter", "arrow_right", "arrow_left", "arrow_down", *TYPED.get(name, ())):
                if pilot.scene.spec.id == "brain" and seen(pilot) == before:
                    pilot.scene.layer.focus(name, show=True)  # an arrow that did nothing has moved on
                    pilot.key(key).frames(3)
            if pilot.scene.spec.id == "brain" and seen(pilot) == before:
                dead.append((state, name))
    assert dead == [] and len(tried) > 60


@pytest.mark.parametrize("state", STATES)
def test_every_control_can_be_met_by_a_finger(explorer, state):
    """At 100 % every control answers over 44 pixels each way, less only where the next control is nearer."""
    pilot = bring(explorer(size=(1920, 1080)), STATES[state])
    layer, missed = pilot.scene.layer, []
    for widget in reacting(pilot):
        if not widget.focusable:
            continue
        (x, y), half = widget.window_rect().centre, FINGER_PX / 2 - 0.5
        if widget.area is not None and not widget.area.rect.inset(half).contains(x, y):
            continue  # half scrolled away
        for px, py in ((x - half, y), (x + half, y), (x, y - half), (x, y + half)):
            found = layer.hit(px, py)
            nearer = (
                found is not None and found.focusable and distance(found, px, py) <= distance(widget, px, py)
            )
            if found is not widget and not nearer:
                missed.append((widget.name, px - x, py - y))
    assert missed == []


def distance(widget, x, y):
    rect = widget.window_rect()
    return max(rect.x - x, x - rect.right, rect.y - y, y - rect.bottom, 0.0)


def test_a_finger_beside_a_small_control_presses_it_and_not_through_what_lies_over_it(explorer):
    pilot = explorer(size=(1920, 1080))
    layer = pilot.scene.layer
    entry = layer.find("legend-frontal")
    rect = entry.window_rect()
    assert rect.h < FINGER_PX
    pilot.click(rect.centre[0], rect.y - 2)
    assert pilot.facts["filter"] == ["frontal"]
    layer.panel("lid", rect.inset(-30))
    assert layer.hit(rect.centre[0], rect.y - 2).name == "lid"
