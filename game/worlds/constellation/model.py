"""The sky of ideas: what is selected, what is lit, who needs whom, and where the arrow keys lead.

The scene calls its methods and posts the facts they return; the view reads it. It knows ideas and numbers, no
engine, no screen, no store: what the learner retains is told to it as a plain mapping.
"""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from game.core.content import Concept, Course
from game.core.name_search import Name, NameHit, NameIndex
from game.worlds.constellation.clusters import ASPECT
from game.worlds.constellation.layout import Sky, Vec, lay_out

PATH_BEFORE, PATH_AFTER = 4, 2  # stars of the lit path on either side of the selected one
NEARBY_NAMES = 8
DIM_BELOW = 0.3  # retrievability under which a star is drawn slate, as is one never studied
LIT_FROM = 0.5  # retrievability from which a star counts as lit


@dataclass(frozen=True, slots=True)
class Star:
    """One idea in the sky. `level` is its prerequisite depth, `group` the number of its cluster."""

    concept: Concept
    position: Vec
    level: int
    group: int

    @property
    def id(self) -> str:
        """The idea's id."""
        return self.concept.id


@dataclass(frozen=True, slots=True)
class Group:
    """A cluster of stars; `colour` 0-5 is the number of its category colour."""

    name: str
    centre: Vec
    radius: float
    colour: int
    stars: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class SelectionChanged:
    """A star was selected, or none is (empty id). `path` is the lit path, earliest idea first."""

    id: str
    path: tuple[str, ...] = ()


class ConstellationModel:
    """The ideas of one course. Selection and hover are ids; every change returns a fact, or None for no
    change.
    """

    def __init__(self, concepts: Sequence[Concept], recall: Mapping[str, float | None] | None = None) -> None:
        self._concepts = tuple(concepts)
        self.arrange(ASPECT)
        self._followers: dict[str, list[str]] = {key: [] for key in self.stars}
        for concept in concepts:
            for need in self.needs(concept.id):
                self._followers[need].append(concept.id)
        self._index = NameIndex(
            Name(c.id, text, field, weight)
            for c in concepts
            for text, field, weight in ((c.title, "title", 1.0), (c.cluster, "cluster", 0.0))
        )
        self._recall: dict[str, float | None] = {}
        self.set_recall(recall or {})
        self.selected = ""
        self.hovered = ""
        self.path: tuple[str, ...] = ()

    def arrange(self, aspect: float) -> None:
        """Place all stars for a sky of this width to height; selection and recall stay."""
        self.aspect = aspect
        self.sky: Sky = lay_out(self._concepts, aspect)
        names = list(dict.fromkeys(concept.cluster for concept in self._concepts))
        numbers = {name: number for number, name in enumerate(names)}
        self.stars: dict[str, Star] = {
            c.id: Star(c, self.sky.positions[c.id], self.sky.depths[c.id], numbers[c.cluster])
            for c in self._concepts
        }
        self.groups = tuple(
            Group(
                name,
                self.sky.centres[name],
                self.sky.radii[name],
                numbers[name] % 6,
                tuple(c.id for c in self._concepts if c.cluster == name),
            )
            for name in names
        )

    # What the learner retains ------------------------------------------------------------------------

    def set_recall(self, recall: Mapping[str, float | None]) -> None:
        """Retrievability 0..1 by idea id; None, or no entry, means never studied. Raises ValueError
        outside 0..1.
        """
        for key, value in recall.items():
            if value is not None and not 0.0 <= value <= 1.0:
                raise ValueError(f"{key}: a retrievability of {value}")
        self._recall = dict(recall)

    def recall(self, key: str) -> float | None:
        """Retrievability 0..1, or None when the idea was never studied."""
        return self._recall.get(key)

    def brightness(self, key: str) -> float:
        """Retrievability for drawing: 0 when never studied."""
        return self._recall.get(key) or 0.0

    def lit_count(self) -> int:
        """How many stars the learner would probably recall now."""
        return sum(self.brightness(key) >= LIT_FROM for key in self.stars)

    # Who needs whom ----------------------------------------------------------------------------------

    def needs(self, key: str) -> tuple[str, ...]:
        """Ideas to know first, those with the longest history first."""
        known = [need for need in self.stars[key].concept.requires if need in self.stars and need != key]
        return tuple(sorted(known, key=lambda need: (-self.stars[need].level, known.index(need))))

    def leads_to(self, key: str) -> tuple[str, ...]:
        """Ideas that require this one, the nearest step first."""
        followers = self._followers[key]
        return tuple(sorted(followers, key=lambda one: (self.stars[one].level, followers.index(one))))

    def related(self, key: str) -> tuple[str, ...]:
        """Ideas linked in either direction without one requiring the other."""
        own = self.stars[key].concept
        near = [one for one in own.related if one in self.stars and one != key]
        near += [one for one, star in self.stars.items() if key in star.concept.related and one != key]
        skip = {*self.needs(key), *self.leads_to(key)}
        return tuple(one for one in dict.fromkeys(near) if one not in skip)

    def path_through(self, key: str) -> tuple[str, ...]:
        """The lit path: the chain of requirements up to this idea and a little of what it opens."""
        chain = [key]
        while len(chain) <= PATH_BEFORE and (needs := [n for n in self.needs(chain[0]) if n not in chain]):
            chain.insert(0, needs[0])
        end = len(chain) + PATH_AFTER
        while len(chain) < end and (nexts := [n for n in self.leads_to(chain[-1]) if n not in chain]):
            chain.append(nexts[0])
        return tuple(chain)

    def first(self) -> str:
        """Where to begin: the idea without requirements that opens the longest way; "" in an empty sky."""
        roots = [key for key, star in self.stars.items() if star.level == 0]
        return max(roots, key=lambda key: (self._opens(key), -roots.index(key)), default="")

    def _opens(self, key: str) -> int:
        """How many ideas build on this one, directly or not."""
        seen: set[str] = set()
        waiting = [key]
        while waiting:
            fresh = [one for one in self._followers[waiting.pop()] if one not in seen]
            seen.update(fresh)
            waiting += fresh
        return len(seen)

    # Selection ---------------------------------------------------------------------------------------

    def select(self, key: str) -> SelectionChanged | None:
        """Select a star. An unknown id raises KeyError; the selected one again is no change."""
        if key not in self.stars:
            raise KeyError(key)
        if key == self.selected:
            return None
        self.selected, self.path = key, self.path_through(key)
        return SelectionChanged(key, self.path)

    def clear(self) -> SelectionChanged | None:
        """Select nothing."""
        if not self.selected:
            return None
        self.selected, self.path = "", ()
        return SelectionChanged("")

    def hover(self, key: str) -> bool:
        """The pointer is over this star (empty: over none); says whether that changed."""
        key = key if key in self.stars else ""
        changed, self.hovered = key != self.hovered, key
        return changed

    def search(self, query: str, limit: int = 5) -> list[NameHit]:
        """Ideas whose title, or whose cluster, fits what was typed; best first, typing mistakes allowed."""
        return self._index.search(query, limit)

    # Names and keys ----------------------------------------------------------------------------------

    def named(self, nearby: int = NEARBY_NAMES) -> tuple[str, ...]:
        """Stars to be named, the most wanted first: selected, hovered, the path, linked ones, then the
        nearest of the cluster.
        """
        wanted = [key for key in (self.selected, self.hovered) if key]
        wanted += self.path
        if self.selected:
            star = self.stars[self.selected]
            linked = [*self.needs(star.id), *self.leads_to(star.id), *self.related(star.id)]
            same = [key for key, other in self.stars.items() if other.group == star.group]
            near = sorted(same, key=lambda key: math.dist(star.position, self.stars[key].position))
            rest = [key for key in dict.fromkeys([*linked, *near]) if key not in wanted]
            wanted += rest[:nearby]
        return tuple(dict.fromkeys(wanted))

    def star_towards(self, screen: Mapping[str, tuple[float, float]], here: str, dx: float, dy: float) -> str:
        """The nearest star in a direction on the screen (pixels, y down), or `here` when there is none.

        Stars within 60 degrees of the direction count, those straight ahead as nearer than those aside.
        """
        if here not in screen:
            return self.central(screen)
        x, y = screen[here]
        norm = math.hypot(dx, dy)
        best, least = here, math.inf
        for key, (sx, sy) in screen.items():
            ahead = ((sx - x) * dx + (sy - y) * dy) / norm
            aside = abs((sx - x) * dy - (sy - y) * dx) / norm
            if key != here and ahead > 1e-6 and aside <= ahead * 1.732 and ahead + 2.2 * aside < least:
                best, least = key, ahead + 2.2 * aside
        return best

    def central(self, screen: Mapping[str, tuple[float, float]]) -> str:
        """The star nearest to the middle of all that are on the screen, or "" when there are none."""
        if not screen:
            return ""
        cx = sum(x for x, _ in screen.values()) / len(screen)
        cy = sum(y for _, y in screen.values()) / len(screen)
        return min(screen, key=lambda key: (math.hypot(screen[key][0] - cx, screen[key][1] - cy), key))


def study_items(course: Course, concept: Concept) -> tuple[str, ...]:
    """The study items by which an idea is learned: itself and its cards."""
    return (course.item_id("concept", concept.id), *(course.item_id("card", card) for card in concept.cards))


def recall_by_idea(course: Course, retained: Mapping[str, float]) -> dict[str, float | None]:
    """What is retained of each idea: the mean of its studied items, or None when none was ever studied.

    `retained` is retrievability by study item, 0 for an item never seen.
    """
    recall: dict[str, float | None] = {}
    for concept in course.concepts:
        known = [value for item in study_items(course, concept) if (value := retained.get(item, 0.0)) > 0.0]
        recall[concept.id] = sum(known) / len(known) if known else None
    return recall
