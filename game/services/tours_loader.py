"""Reads the tours of a course: one TOML file each in the course's folder `tours`, every fault with its line.

Called by the content loader. Knows the form of a tour and is told which structures there are; nothing of the screen.
"""

from __future__ import annotations

from collections.abc import Collection
from pathlib import Path

from game.core.atlas_pages import sentence_count
from game.core.hints import did_you_mean
from game.core.problem import Problem
from game.core.tours import SIDES, SNAPS, VIEWS, CameraPlace, Step, Tour
from game.services.toml_reading import Table, read_text, read_toml

TOURS_FOLDER = "tours"
FEWEST_STEPS, MOST_STEPS = 3, 12
SECONDS = (4.0, 60.0)
WORDS_A_SECOND = 3.5  # an unhurried reader
NARRATION = (1, 3)  # sentences
LONGEST_NARRATION = 330
DISTANCES = (130.0, 900.0)  # millimetres
_CAMERA_HINT = 'write { snap = "L" }, { focus = "Hippocampus" } or { azimuth = -60, elevation = 20 }'


def read_tours(
    folder: Path, base: Path, structures: Collection[str] | None, problems: list[Problem]
) -> tuple[Tour, ...]:
    """The tours in a course's folder, in the order of their file names; none where there is no such folder.

    base: the folder that file names in problems are relative to. structures: the ids that steps may name; None
    leaves them unchecked. Never raises on bad content; a tour without a usable step is left out.
    """
    place = folder / TOURS_FOLDER
    if not place.is_dir():
        return ()
    found: list[Tour] = []
    for path in sorted(place.iterdir()):
        name = path.relative_to(base).as_posix()
        if path.name.startswith((".", "__")):
            continue
        if path.suffix != ".toml":
            problems.append(Problem(name, 1, "this file is not a tour", "tours are TOML files"))
            continue
        text = read_text(path, name, problems)
        head = read_toml(text, name, problems) if text is not None else None
        if head is not None:
            tour = _tour(head, path.stem, structures)
            found += [tour] if tour.steps else []
    return tuple(found)


def _tour(head: Table, stem: str, structures: Collection[str] | None) -> Tour:
    head.only("id", "title", "summary", "sources", "step")
    own_id = head.text("id")
    if own_id and own_id != stem:
        head.complain("id", f"`{own_id}` is not the name of its file", f'write id = "{stem}"')
    steps = tuple(_step(table, structures) for table in head.tables("step"))
    if not FEWEST_STEPS <= len(steps) <= MOST_STEPS:
        noun = "step" if len(steps) == 1 else "steps"
        head.complain(
            "", f"the tour has {len(steps)} {noun}", f"write {FEWEST_STEPS} to {MOST_STEPS} [[step]]"
        )
    return Tour(
        id=stem,
        title=head.text("title"),
        summary=head.text("summary"),
        sources=head.texts("sources", required=True),
        steps=steps,
    )


def _step(table: Table, structures: Collection[str] | None) -> Step:
    table.only("view", "camera", "side", "highlight", "ghost", "hidden", "narration", "seconds")
    narration = _narration(table)
    highlight, ghost, hidden = (_named(table, key, structures) for key in ("highlight", "ghost", "hidden"))
    for key, names in (("ghost", ghost), ("hidden", hidden)):
        for name in names:
            if name in highlight:
                table.complain(key, f"`{name}` is highlighted and in `{key}`", "take it out of one")
    return Step(
        narration=narration,
        view=_one_of(table, "view", VIEWS, ""),
        seconds=_seconds(table, narration),
        camera=_camera(table, structures),
        side=_one_of(table, "side", SIDES, "both"),
        highlight=highlight,
        ghost=ghost,
        hidden=hidden,
    )


def _narration(table: Table) -> str:
    text = table.text("narration")
    count, (least, most) = sentence_count(text), NARRATION
    if text and not least <= count <= most:
        table.complain("narration", f"`narration` has {count} sentences", f"write {least} to {most}")
    elif len(text) > LONGEST_NARRATION:
        hint = f"{LONGEST_NARRATION} fit below the brain"
        table.complain("narration", f"`narration` has {len(text)} characters", hint)
    return text


def _seconds(table: Table, narration: str) -> float:
    seconds = _real(table, "seconds", SECONDS, required=True)
    needed = len(narration.split()) / WORDS_A_SECOND
    if seconds and SECONDS[0] <= seconds < needed:
        table.complain(
            "seconds",
            f"{seconds:g} seconds are too few to read the narration",
            f"give it {needed:.0f} or more",
        )
    return seconds or SECONDS[0]


def _camera(table: Table, structures: Collection[str] | None) -> CameraPlace:
    value = table.data.get("camera")
    if not isinstance(value, dict):
        key = "camera" if value is not None else ""
        table.complain(key, "the step needs a table `camera`", _CAMERA_HINT)
        return CameraPlace(snap="L")
    camera = Table(value, (*table.path, "camera"), table.file, table.lines, table.problems)
    camera.only("snap", "focus", "azimuth", "elevation", "distance")
    free = "azimuth" in value or "elevation" in value
    if [("snap" in value), ("focus" in value), free].count(True) != 1:
        table.complain("camera", "`camera` says not exactly one place", _CAMERA_HINT)
        return CameraPlace(snap="L")
    distance = _real(camera, "distance", DISTANCES) or 0.0
    if free:
        azimuth = _real(camera, "azimuth", (-180.0, 180.0), required=True)
        elevation = _real(camera, "elevation", (-90.0, 90.0), required=True)
        return CameraPlace(azimuth=azimuth or 0.0, elevation=elevation or 0.0, distance=distance)
    if "snap" in value:
        return CameraPlace(snap=_one_of(camera, "snap", SNAPS, ""), distance=distance)
    focus = camera.text("focus")
    _known(camera, "focus", (focus,) if focus else (), structures)
    return CameraPlace(focus=focus, distance=distance)


def _named(table: Table, key: str, structures: Collection[str] | None) -> tuple[str, ...]:
    names = table.texts(key)
    _known(table, key, names, structures)
    if len(set(names)) < len(names):
        table.complain(key, f"`{key}` names a structure twice", "list each once")
    return names


def _known(table: Table, key: str, names: tuple[str, ...], structures: Collection[str] | None) -> None:
    for name in names:
        if structures is not None and name not in structures:
            table.complain(key, f"there is no structure `{name}`", did_you_mean(name, structures))


def _one_of(table: Table, key: str, known: tuple[str, ...], default: str) -> str:
    """A word out of a few; the default (or the first) where it is missing or wrong."""
    word = table.text(key, required=not default)
    if word and word not in known:
        table.complain(key, f"`{key}` is `{word}`", did_you_mean(word, known))
    return word if word in known else default or known[0]


def _real(table: Table, key: str, span: tuple[float, float], required: bool = False) -> float | None:
    """A number within bounds; None after a report, or where an optional one is missing."""
    if key not in table.data:
        if required:
            table.complain("", f"`{key}` is missing", f"add {key} = {span[0]:g}")
        return None
    value = table.data[key]
    if isinstance(value, bool) or not isinstance(value, int | float):
        table.complain(key, f"`{key}` has to be a number", f"write {key} = {span[0]:g}")
        return None
    if not span[0] <= value <= span[1]:
        table.complain(key, f"`{key}` is {value:g}", f"it has to lie between {span[0]:g} and {span[1]:g}")
        return None
    return float(value)
