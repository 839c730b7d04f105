"""What a round asks: which structures, in which order, in which way, and between which look-alikes.

Pure: atlas, memory (as lists) and a seed in, questions out; the same in, the same out. The scene calls it with what
the study service says is due.
"""

from __future__ import annotations

import random
from collections.abc import Callable, Collection, Mapping, Sequence
from dataclasses import dataclass
from math import dist

from game.core.atlas import Atlas, Region, Structure
from game.minigames.region_quiz.rules import Kind, Question

ROUND = 10
NEW_IN_A_ROUND = 4  # at most, while so many are due that they fill the rest
CHOICES = 4
NETWORK_SHARE = 0.3  # of a region's surface that must lie in a network for the region to count to it
_DEEP = ("deep", "nucleus", "ventricle", "white-matter", "brainstem")
_STEPS = {"cortex": 0, "deep": 0, "brainstem": 0, "ventricle": 1, "white-matter": 1, "nucleus": 1}
_LAST_STEP = 2


@dataclass(frozen=True, slots=True)
class Area:
    """One choice of the set-up: its id ("lobe:frontal"), its name, the row it stands in."""

    id: str
    name: str
    row: str


@dataclass(frozen=True, slots=True)
class Filters:
    """What may be asked. side: "L", "R" or "" for both; area: an Area's id."""

    side: str = ""
    area: str = "all"

    @property
    def board(self) -> str:
        """The name of the scores' board."""
        return f"{self.side or 'both'}/{self.area}"


@dataclass(frozen=True, slots=True)
class Memory:
    """What the study service says of the items that may be asked: due (longest waiting first), unseen, and how well
    each is retained (0 to 1)."""

    due: Sequence[str]
    unseen: Sequence[str]
    retained: Mapping[str, float]


Networks = Mapping[str, Mapping[str, float]]  # structure -> network -> share


def areas(atlas: Atlas, networks: Networks) -> tuple[Area, ...]:
    """Everything the set-up offers; the networks only if they are known."""
    found = [Area("all", "The whole brain", "")]
    found += [
        Area(f"lobe:{entry.id}", entry.english.removesuffix(" lobe").removesuffix(" cortex"), "Cortex")
        for entry in atlas.legend("lobes")
    ]
    deep = atlas.subgroups(("Deep structures",))
    others = [name for name in atlas.subgroups() if name not in ("Cerebral cortex", "Deep structures")]
    found += [Area(f"group:{name}", name.removesuffix(" structures"), "Deep") for name in (*deep, *others)]
    names = dict.fromkeys(name for shares in networks.values() for name in shares)
    found += [Area(f"network:{name}", name, "Networks") for name in names]
    return tuple(found)


def eligible(
    atlas: Atlas, drawable: Collection[str], filters: Filters, networks: Networks
) -> dict[str, tuple[Region, ...]]:
    """The structures that may be asked and their bodies on the chosen side (midline ones on either)."""
    found: dict[str, tuple[Region, ...]] = {}
    for structure in atlas.structures:
        if not in_area(structure, filters.area, networks):
            continue
        bodies = tuple(
            region
            for region in atlas.regions_of(structure.id)
            if region.id in drawable and (not filters.side or region.side in ("", filters.side))
        )
        if bodies:
            found[structure.id] = bodies
    return found


def in_area(structure: Structure, area: str, networks: Networks) -> bool:
    """Whether a structure belongs to an area of the set-up."""
    row, _, name = area.partition(":")
    if row == "lobe":
        return structure.lobe == name
    if row == "group":
        return name in structure.group
    if row == "network":
        return networks.get(structure.id, {}).get(name, 0.0) >= NETWORK_SHARE
    return True


def item_of(structure: str) -> str:
    """The study item of a structure."""
    return f"region:{structure}"


def make_round(
    atlas: Atlas,
    asked: Mapping[str, Sequence[Region]],
    memory: Memory,
    seed: int,
    *,
    first: str = "",
    size: int = ROUND,
) -> tuple[Question, ...]:
    """The questions of a round: what is due, new ones mixed in, then what is weakest; `first` begins if it may."""
    rng = random.Random(seed)
    chosen = _structures(atlas, asked, memory, rng, size)
    if first in asked:
        chosen = [first, *(structure for structure in chosen if structure != first)][:size]
    kinds = interleaved(len(chosen), rng)
    ordered = _by_kind(chosen, kinds, memory, rng, keep_first=first in asked)
    return tuple(
        _question(atlas, structure, asked[structure], kind, rng)
        for structure, kind in zip(ordered, kinds, strict=True)
    )


def interleaved(count: int, rng: random.Random) -> tuple[Kind, ...]:
    """Kinds for so many questions: each group of three has all three, and no kind follows itself."""
    kinds: list[Kind] = []
    while len(kinds) < count:
        three = list(Kind)
        rng.shuffle(three)
        if kinds and three[0] is kinds[-1]:
            three = three[1:] + three[:1]
        kinds += three
    return tuple(kinds[:count])


def distractors(atlas: Atlas, region_id: str, count: int = CHOICES - 1) -> tuple[str, ...]:
    """The look-alikes of a region: structures of its kind with the nearest centroids on its side, nearest first.

    Where its kind has too few, the nearest of related kinds fill up. Never the structure itself.
    """
    region, own = atlas.region(region_id), atlas.structure_of(region_id)

    def distance(structure: Structure) -> float:
        bodies = atlas.regions_of(structure.id)
        same = [body for body in bodies if body.side in (region.side, "")] or list(bodies)
        return min((dist(region.centroid, body.centroid) for body in same), default=float("inf"))

    def nearest(fits: Callable[[Structure], bool]) -> list[str]:
        others = [s for s in atlas.structures if s.id != own.id and atlas.regions_of(s.id) and fits(s)]
        return [structure.id for structure in sorted(others, key=distance)]

    family = _DEEP if own.kind in _DEEP else (own.kind,)
    ranked = (
        nearest(lambda s: s.kind == own.kind) + nearest(lambda s: s.kind in family) + nearest(lambda s: True)
    )
    return tuple(dict.fromkeys(ranked))[:count]


def _structures(
    atlas: Atlas, asked: Mapping[str, Sequence[Region]], memory: Memory, rng: random.Random, size: int
) -> list[str]:
    by_item = {item_of(structure): structure for structure in asked}
    due = [by_item[item] for item in memory.due if item in by_item]
    unseen = [by_item[item] for item in memory.unseen if item in by_item]
    rng.shuffle(unseen)
    unseen.sort(key=lambda structure: _STEPS.get(atlas.structure(structure).kind, _LAST_STEP))
    known = set(due) | set(unseen)
    rest = sorted(
        (structure for structure in asked if structure not in known),
        key=lambda structure: memory.retained.get(item_of(structure), 0.0),
    )
    new_ones = max(min(NEW_IN_A_ROUND, size), size - len(due))
    old = due[: size - min(new_ones, len(unseen))]
    return [*old, *unseen[: size - len(old)], *rest][:size]


def _by_kind(
    chosen: Sequence[str], kinds: Sequence[Kind], memory: Memory, rng: random.Random, *, keep_first: bool
) -> list[str]:
    """Put the structures into the places of the kinds: the best known are typed, the least known chosen from four."""
    fixed, others = (list(chosen[:1]), list(chosen[1:])) if keep_first else ([], list(chosen))
    rng.shuffle(others)
    others.sort(key=lambda structure: memory.retained.get(item_of(structure), 0.0))
    hardness = {Kind.CHOOSE: 0, Kind.CLICK: 1, Kind.TYPE: 2}
    places = sorted(range(len(fixed), len(chosen)), key=lambda place: (hardness[kinds[place]], place))
    filled = dict(zip(places, others, strict=True))
    return [*fixed, *(filled[place] for place in range(len(fixed), len(chosen)))]


def _question(
    atlas: Atlas, structure: str, bodies: Sequence[Region], kind: Kind, rng: random.Random
) -> Question:
    region = rng.choice(list(bodies))
    choices: list[str] = []
    if kind is Kind.CHOOSE:
        choices = [structure, *distractors(atlas, region.id)]
        rng.shuffle(choices)
    return Question(item_of(structure), structure, region.id, kind, tuple(choices))
