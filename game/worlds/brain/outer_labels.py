"""Which places of the surface carry a name when names are shown: the largest in sight, regions or the view's labels.

floating.py asks when the camera moved; where the names go is labels.py's.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

import numpy as np
from panda3d.core import Point3

from game.engine.brain_material import LOBES
from game.engine.brain_shape import side_of
from game.engine.label_sets import PACKED_SETS
from game.engine.orbit import Vec, basis, place
from game.engine.picking import OPAQUE
from game.worlds.brain.label_points import LabelSpot
from game.worlds.brain.label_words import label_words
from game.worlds.brain.model import ExplorerModel
from game.worlds.brain.view import ExplorerView
from game.worlds.brain.views import BY_ID

MOST = 12
_REACH = 1.03  # a little past a point of the surface, so that its own surface is met
_FACING = 0.25  # cosine to the viewer from which a point of the surface counts as seen
_INNER = 8.0  # mm that a point far from every border may be further from the middle
_TRIES = 3  # points of a label that are looked at before it is given up
_FIRST = 1.7  # by how much larger what lies inside counts where one sees inside
_PLAIN = (" gyrus", " cortex", " lobule")  # what every second name ends with; left out for room


@dataclass(frozen=True)
class OuterName:
    """A name: its key, its words, its point in mm, what colours it (lobe "" or label 0: nothing), whether selected."""

    key: str
    words: str
    point: Vec
    lobe: str = ""
    label: int = 0
    chosen: bool = False


def outer_names(view: ExplorerView, model: ExplorerModel, most: int = MOST) -> list[OuterName]:
    """At most so many names in sight, each word once, the selected one first."""
    label_set = BY_ID[model.mode].label_set
    names = _labels(view, model, label_set) if label_set in PACKED_SETS else _regions(view, model)
    found: dict[str, OuterName] = {}
    for name in names:
        found.setdefault(name.words, name)
        if len(found) == most:
            break
    return list(found.values())


def short_name(words: str) -> str:
    """A name without the word that says what kind of thing it is, if something is left."""
    for ending in _PLAIN:
        if words.endswith(ending) and len(words) > len(ending) + 4:
            return words.removesuffix(ending)
    return words


def _regions(view: ExplorerView, model: ExplorerModel) -> Iterator[OuterName]:
    gone, names = set(model.concealed()), model.labels.names.get("dk", ())
    lit = {names[label] for label in model.lit} if model.lit is not None else None
    opened = view.brain.opened
    candidates = [r for r in (model.drawn_regions if opened else model.reachable()) if r not in gone]

    def rank(region: str) -> tuple[bool, float, str]:
        inside = _FIRST if model.is_deep(region) else 1.0
        return (region != model.selected, -inside * view.points.middle(region)[1], region)

    eye = place(view.orbit.view)
    for region in sorted((r for r in candidates if view.has(r) and view.points.faces(r, eye)), key=rank):
        structure, middle = model.atlas.structure_of(region), view.centre_of(region)
        if lit is not None and structure.id not in lit:
            continue
        pick = _seen(view, middle)
        if pick is not None and pick[0] == region:
            yield OuterName(
                region, short_name(structure.english), middle, structure.lobe, chosen=region == model.selected
            )


def _labels(view: ExplorerView, model: ExplorerModel, label_set: str) -> Iterator[OuterName]:
    """The labels of the view, those that show most of themselves first."""
    eye = np.array(place(view.orbit.view))
    ranked = []
    for spot in view.label_spots(label_set):
        if model.lit is None or spot.label in model.lit:
            seen = _facing(view, spot, eye)
            if len(seen):
                first = spot.label != model.selected_label
                ranked.append(((first, -len(seen) * spot.weight, spot.label, spot.side), spot, seen))
    names = model.labels.names[label_set]
    for (first, *_), spot, seen in sorted(ranked, key=lambda item: item[0]):
        point = _in_sight(view, spot, seen)
        if point is not None:
            words = label_words(label_set, names[spot.label])
            yield OuterName(
                f"{label_set}-{spot.label}-{spot.side}", words, point, label=spot.label, chosen=not first
            )


def _facing(view: ExplorerView, spot: LabelSpot, eye: np.ndarray) -> np.ndarray:
    """The points of a label that face the viewer and are drawn: those near their middle and far from borders first."""
    away = eye - spot.points
    cosine = (away * spot.normals).sum(axis=1) / np.linalg.norm(away, axis=1)
    solid = view.brain.looks[spot.columns] == OPAQUE
    shown = (cosine > _FACING) & solid
    for cut in view.brain.cuts:
        shown &= cut.sign * (spot.points[:, cut.axis] - cut.millimetre) <= 0.0
    seen = spot.points[shown]
    if not len(seen):
        return seen
    from_middle = seen - seen.mean(axis=0)  # as one sees it: how deep a point lies does not count
    forward = np.array(basis(view.orbit.view)[1])
    aside = np.linalg.norm(from_middle - np.outer(from_middle @ forward, forward), axis=1)
    return np.asarray(seen[(aside - _INNER * spot.inner[shown]).argsort()])


def _in_sight(view: ExplorerView, spot: LabelSpot, points: np.ndarray) -> Vec | None:
    """The first of a few points at which the label is what one sees."""
    for point in points[:_TRIES].tolist():
        pick = _seen(view, (point[0], point[1], point[2]))
        if pick is not None and pick[1] == spot.label and side_of(pick[0]) == spot.side:
            return (point[0], point[1], point[2])
    return None


def _seen(view: ExplorerView, point: Vec) -> tuple[str, int] | None:
    """Region and label that one sees when one looks at a point."""
    eye = place(view.orbit.view)
    end = [e + _REACH * (p - e) for e, p in zip(eye, point, strict=True)]
    pick = view.brain.pick(Point3(*eye), Point3(*end))
    return (pick.region_id, pick.label) if pick is not None else None


def lobe_colour(lobe: str) -> str:
    """The theme's colour for the dot of a region of a lobe."""
    return f"cat_{LOBES.index(lobe) + 1}" if lobe in LOBES else "muted"
