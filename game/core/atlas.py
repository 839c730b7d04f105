"""The brain atlas as plain data: structures, their regions, their groups, and how to find them.

A *structure* is side-less (the hippocampus: text, memory, quiz); a *region* is one of its bodies in the
head (`Left-Hippocampus`: geometry, picking). `services/atlas_loader.py` fills it; the brain world, the
quiz and the search box ask it. It knows no files and no meshes.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, field
from functools import cached_property
from types import MappingProxyType
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from game.core.atlas_pages import StructurePage
    from game.core.name_search import Name, NameHit, NameIndex

KINDS = ("cortex", "deep", "nucleus", "ventricle", "white-matter", "brainstem", "cerebellum")
LOBES = ("frontal", "parietal", "temporal", "occipital", "cingulate", "insula")
SIDE_WORDS = {"L": "Left", "R": "Right", "": ""}
_SIDE_OF_WORD = {"left": "L", "l": "L", "lh": "L", "right": "R", "r": "R", "rh": "R"}
_NOISE = "ctx"  # FreeSurfer's region ids begin with it: ctx-lh-precentral
_WEIGHTS = {
    "english": 5.0,
    "abbreviation": 4.0,
    "synonym": 3.0,
    "related": 2.5,
    "latin": 2.0,
    "freesurfer": 1.0,
}


@dataclass(frozen=True, slots=True)
class Structure:
    """What one structure is called and what is known of it. `group` is its path in the tree.

    `freesurfer_numbers` maps a side ("L", "R", "") to the FreeSurfer label number; empty where FreeSurfer
    has none. `uberon` is "" where the id is not certain. `related` are names of a part of it, or of what it is a part
    of: they lead to it in a search and are not names of it.
    """

    id: str
    kind: str
    english: str
    latin: str
    description: str
    sources: tuple[str, ...]
    group: tuple[str, ...]
    lobe: str = ""
    freesurfer: str = ""
    freesurfer_numbers: Mapping[str, int] = field(default_factory=lambda: MappingProxyType({}))
    abbreviations: tuple[str, ...] = ()
    synonyms: tuple[str, ...] = ()
    related: tuple[str, ...] = ()
    uberon: str = ""
    place: str = ""
    function_line: str = ""
    damage: str = ""
    note: str = ""

    def names(self) -> tuple[Name, ...]:
        """Every name by which the structure can be found, the most usual first; "related" ones are not its own."""
        from game.core.name_search import Name  # loaded by the first search

        found = [("english", self.english), *(("abbreviation", text) for text in self.abbreviations)]
        found += [("synonym", text) for text in self.synonyms]
        found += [("related", text) for text in self.related]
        found += [("latin", self.latin), ("freesurfer", self.freesurfer)]
        return tuple(Name(self.id, text, kind, _WEIGHTS[kind]) for kind, text in found if text)


@dataclass(frozen=True, slots=True)
class Region:
    """One body of a structure. `side` is "L", "R" or "" (midline); `centroid` in MNI millimetres."""

    id: str
    structure: str
    side: str
    centroid: tuple[float, float, float]
    neighbours: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class LegendEntry:
    """A line of a view's legend: a lobe or a network, with a short true text."""

    id: str
    view: str
    english: str
    description: str
    sources: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class SearchHit:
    """A found region. `label` is its display name, `label_span` the part of it to emphasise ((0, 0) when
    another name matched); `matched` is the name that matched and `matched_span` the part of that."""

    region: str
    structure: str
    label: str
    label_span: tuple[int, int]
    matched: str
    matched_span: tuple[int, int]
    score: float


class Atlas:
    """All structures and regions, in the order given; left before right. Unknown ids raise KeyError."""

    def __init__(
        self,
        structures: Iterable[Structure],
        regions: Iterable[Region],
        legends: Iterable[LegendEntry] = (),
        pages: Iterable[StructurePage] | Callable[[], Iterable[StructurePage]] = (),
    ) -> None:
        """pages: all of them, or a function that gives them when the first is asked for."""
        self._structures = {structure.id: structure for structure in structures}
        place = {key: number for number, key in enumerate(self._structures)}
        ordered = sorted(regions, key=lambda region: (place[region.structure], region.side))
        self._regions = {region.id: region for region in ordered}
        self.legend_entries = tuple(legends)
        self._given = pages
        self._of: dict[str, tuple[Region, ...]] = dict.fromkeys(self._structures, ())
        for region in self._regions.values():
            self._of[region.structure] = (*self._of[region.structure], region)

    @cached_property
    def _pages(self) -> dict[str, StructurePage]:
        pages = self._given() if callable(self._given) else self._given
        return {page.structure: page for page in pages if page.structure in self._structures}

    @cached_property
    def _index(self) -> NameIndex:
        """Made when someone searches."""
        from game.core.name_search import NameIndex

        return NameIndex(name for item in self._structures.values() for name in item.names())

    @property
    def structures(self) -> tuple[Structure, ...]:
        return tuple(self._structures.values())

    @property
    def regions(self) -> tuple[Region, ...]:
        return tuple(self._regions.values())

    @property
    def citations(self) -> tuple[str, ...]:
        """Every source of a text, of a legend or of a page, once, in the order of the alphabet (Ö as O)."""
        from game.core.words import fold  # asked for by one page of the menu: not loaded at the start

        told = [item.sources for item in self._structures.values()]
        told += [item.sources for item in self.legend_entries]
        told += [item.sources for item in self._pages.values()]
        return tuple(sorted({source for sources in told for source in sources}, key=fold))

    def structure(self, structure_id: str) -> Structure:
        return self._structures[structure_id]

    def page(self, structure_id: str) -> StructurePage | None:
        """The full page of a structure; None where none could be read. KeyError for an unknown structure."""
        return self._pages.get(self._structures[structure_id].id)

    def region(self, region_id: str) -> Region:
        return self._regions[region_id]

    def has_region(self, region_id: str) -> bool:
        return region_id in self._regions

    def structure_of(self, region_id: str) -> Structure:
        """The structure that a region is a body of."""
        return self._structures[self._regions[region_id].structure]

    def regions_of(self, structure_id: str) -> tuple[Region, ...]:
        """The regions of a structure, left before right."""
        return self._of[structure_id]

    def linked_region(self, region_id: str, structure_id: str) -> Region | None:
        """The body of a connected structure that a region's link leads to; None if it has no body.

        It lies on the region's own side, or on the other side for the crossed tracts between a half of the
        cerebellum and the forebrain or the red nucleus. From the midline it is the left one.
        """
        side = self._regions[region_id].side
        if self._is_cerebellar(self._regions[region_id].structure) != self._is_cerebellar(structure_id):
            side = {"L": "R", "R": "L"}.get(side, side)
        bodies = self._of[structure_id]
        return next((body for body in bodies if body.side == side), bodies[0] if bodies else None)

    def _is_cerebellar(self, structure_id: str) -> bool:
        structure = self._structures[structure_id]
        return structure.kind == "cerebellum" or "Cerebellar white matter" in structure.group

    def other_side(self, region_id: str) -> Region | None:
        """The same structure's region in the other hemisphere; None on the midline."""
        region = self._regions[region_id]
        return next(
            (other for other in self._of[region.structure] if other.side not in (region.side, "")), None
        )

    def display_name(self, region_id: str) -> str:
        """'Left precentral gyrus' for `ctx-lh-precentral`; midline structures have no side word."""
        region = self._regions[region_id]
        return side_name(self._structures[region.structure].english, region.side)

    def neighbours(self, region_id: str) -> tuple[Region, ...]:
        """The regions that touch this one, where the bake recorded them."""
        return tuple(
            self._regions[other] for other in self._regions[region_id].neighbours if other in self._regions
        )

    def subgroups(self, path: tuple[str, ...] = ()) -> tuple[str, ...]:
        """Names of the groups directly below a group of the tree, in order."""
        depth = len(path)
        found = (
            item.group[depth]
            for item in self.structures
            if len(item.group) > depth and item.group[:depth] == path
        )
        return tuple(dict.fromkeys(found))

    def structures_in(self, path: tuple[str, ...], deep: bool = False) -> tuple[Structure, ...]:
        """The structures whose group is `path`; with `deep`, those of its subgroups too."""
        size = len(path)
        return tuple(item for item in self.structures if (item.group[:size] if deep else item.group) == path)

    def legend(self, view: str) -> tuple[LegendEntry, ...]:
        """The legend texts of one view ("lobes" or "networks")."""
        return tuple(entry for entry in self.legend_entries if entry.view == view)

    def search(self, query: str, limit: int = 8) -> list[SearchHit]:
        """Regions whose names fit the query, best first, left before right.

        A word left, right, l or r filters the side; alone, it lists that side.
        """
        from game.core.name_search import NameHit

        words, side = _take_side(query)
        if not words and side is None:
            return []
        found = (
            self._index.search(words, len(self._structures))
            if words
            else [NameHit(item.names()[0], (0, 0), 0.0) for item in self.structures]
        )
        hits = [
            self._hit(hit, region)
            for hit in found
            for region in self._of[hit.name.key]
            if side is None or region.side == side
        ]
        return hits[:limit]

    def _hit(self, hit: NameHit, region: Region) -> SearchHit:
        label = self.display_name(region.id)
        shift = len(label) - len(hit.name.text)
        inside = hit.name.field == "english"
        span = (hit.span[0] + shift, hit.span[1] + shift) if inside and hit.span[1] else (0, 0)
        return SearchHit(region.id, region.structure, label, span, hit.name.text, hit.span, hit.score)


def side_name(english: str, side: str) -> str:
    """Put the side before a name: ('Precentral gyrus', 'L') -> 'Left precentral gyrus'."""
    word = SIDE_WORDS[side]
    return f"{word} {inner_name(english)}" if word else english


def inner_name(english: str) -> str:
    """A name as it is written within a sentence: 'Precentral gyrus' -> 'precentral gyrus', 'GPi' stays."""
    first = english.split(" ", 1)[0]
    ordinary = len(first) > 1 and first[1:].islower()
    return english[0].lower() + english[1:] if ordinary else english


def _take_side(query: str) -> tuple[str, str | None]:
    """Split the side words off a query: 'precentral left' -> ('precentral', 'L')."""
    from game.core.name_search import fold

    words = [word for _, word in fold(query).words]
    side = next((_SIDE_OF_WORD[word] for word in words if word in _SIDE_OF_WORD), None)
    return " ".join(word for word in words if word not in _SIDE_OF_WORD and word != _NOISE), side
