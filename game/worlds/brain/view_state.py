"""What belongs to the explorer's view state, key by key: read from model and camera, and put back.

Bookmarks and tours use it. Values that are as at the start are left out. Putting back is forgiving: keys it does not
know, and values that make no sense (a region that this atlas does not have), are left alone.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import Any

from game.core.bookmarks import State
from game.engine.orbit import Orbit, View
from game.worlds.brain.dissection import Step
from game.worlds.brain.model import ExplorerModel
from game.worlds.brain.slices_model import PLANES, RANGES, Slices

_FLAGS = ("outlines", "planes", "names_glass", "names_outer")
_AMOUNTS = {"morph": (0.0, 2.0), "explode": (0.0, 1.0), "shell": (0.0, 100.0)}
_PLANE_SETS, _PLANE_FLAGS = ("shown", "cutting", "flipped"), ("slab", "radiological", "open")


def state(model: ExplorerModel, view: View | None) -> State:
    """The whole view state as plain values."""
    fresh = ExplorerModel(model.atlas)
    found: State = {"mode": model.mode}
    if view is not None:
        found["camera"] = [round(v, 1) for v in (view.azimuth, view.elevation, view.distance, *view.target)]
    if model.selected:
        found["selected"] = model.selected
    if model.filter:
        found["filter"] = sorted(model.filter)
    for name in (*_FLAGS, *_AMOUNTS, "side"):
        if getattr(model, name) != getattr(fresh, name):
            found[name] = getattr(model, name)
    gone, ghosts = model.dissection.hidden, model.dissection.ghosted
    left = [region for region in model.drawn_regions if region not in gone]
    if gone:
        found.update({"only": left} if len(left) < len(gone) else {"hidden": sorted(gone)})
    if ghosts:
        found["ghosted"] = sorted(ghosts)
    slices = _slices_state(model.slices)
    if slices:
        found["slices"] = slices
    return found


def apply_state(model: ExplorerModel, given: State) -> None:
    """Put a state into the model; what it does not name becomes as at the start. The camera is `camera_of`'s."""
    fresh = ExplorerModel(model.atlas)
    known = set(model.drawn_regions)
    model.select(None)
    model.highlighted = ()
    for name in (*_FLAGS, *_AMOUNTS, "side"):
        setattr(model, name, getattr(fresh, name))
    chosen = given.get("selected")
    if isinstance(chosen, str) and model.atlas.has_region(chosen):
        model.select(chosen)
    mode = given.get("mode")
    _try(lambda: model.set_mode(mode if isinstance(mode, str) else fresh.mode))
    entries = {item.id for item in model.legend}
    model.filter = frozenset(_words(given.get("filter"), entries))
    for name in _FLAGS:
        if isinstance(given.get(name), bool):
            setattr(model, name, given[name])
    for name, (low, high) in _AMOUNTS.items():
        if _is_number(given.get(name)):
            setattr(model, name, min(max(float(given[name]), low), high))
    if given.get("side") in ("L", "R"):
        model.side = given["side"]
    hidden = set(_words(given.get("hidden"), known))
    if isinstance(given.get("only"), list):
        hidden = known - set(_words(given["only"], known))
    ghosted = set(_words(given.get("ghosted"), known)) - hidden
    model.dissection.now = Step(frozenset(hidden), frozenset(ghosted))
    part = given.get("slices")
    _apply_slices(model.slices, part if isinstance(part, dict) else {})


def camera_of(given: State, orbit: Orbit) -> View | None:
    """The camera of a state, kept near the brain; None if it has none."""
    values = given.get("camera")
    if not isinstance(values, list) or len(values) != 6 or not all(_is_number(value) for value in values):
        return None
    azimuth, elevation, distance, x, y, z = (float(value) for value in values)
    reach = orbit.limits.wander
    home = orbit.home.target
    target = [min(max(v, h - reach), h + reach) for v, h in zip((x, y, z), home, strict=True)]
    return View(azimuth, elevation, distance, (target[0], target[1], target[2]))


def _slices_state(slices: Slices) -> State:
    fresh = Slices()
    found: State = {}
    if slices.places != fresh.places:
        found["places"] = [slices.places[kind] for kind in PLANES]
    for name in _PLANE_SETS:
        if getattr(slices, name) != getattr(fresh, name):
            found[name] = sorted(getattr(slices, name))
    for name in _PLANE_FLAGS:
        if getattr(slices, name) != getattr(fresh, name):
            found[name] = getattr(slices, name)
    return found


def _apply_slices(slices: Slices, given: State) -> None:
    fresh = Slices()
    slices.places = dict(fresh.places)
    places = given.get("places")
    if isinstance(places, list) and len(places) == len(PLANES):
        for kind, place in zip(PLANES, places, strict=True):
            low, high = RANGES[kind]
            if _is_number(place):
                slices.places[kind] = min(max(float(place), low), high)
    for name in _PLANE_SETS:
        value = given.get(name)
        setattr(slices, name, set(_words(value, PLANES)) if isinstance(value, list) else getattr(fresh, name))
    for name in _PLANE_FLAGS:
        value = given.get(name)
        setattr(slices, name, value if isinstance(value, bool) else getattr(fresh, name))


def _words(value: Any, known: Iterable[str]) -> list[str]:
    allowed = set(known)
    return (
        [word for word in value if isinstance(word, str) and word in allowed]
        if isinstance(value, list)
        else []
    )


def _is_number(value: Any) -> bool:
    return isinstance(value, int | float) and not isinstance(value, bool) and abs(value) < 1e6


def _try(act: Callable[[], object]) -> None:
    try:
        act()
    except ValueError:  # a view of a later version
        return
