"""Joins the texts of `structures.toml`, the pages of `structure_pages.toml` and the bodies of `regions.json`.

Every fault is reported with file, line and hint: a region without a text is one, and so is a text without a
region or without a page. Called at start-up, by `main.py check` and by tests. Knows nothing of meshes or of the screen.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Collection, Iterable
from dataclasses import dataclass, field
from functools import cache
from pathlib import Path
from typing import TYPE_CHECKING, TypeVar

from game.core.atlas import SIDE_WORDS, Atlas, LegendEntry, Region, Structure
from game.core.hints import did_you_mean
from game.core.problem import Problem
from game.services.atlas_parts import read_legend, read_sources, read_structure
from game.services.toml_reading import Table, read_text, read_toml

if TYPE_CHECKING:
    from game.core.atlas_pages import StructurePage
    from game.services.atlas_pages import PagesRead

STRUCTURES_FILE = "structures.toml"
REGIONS_FILE = "regions.json"
Part = TypeVar("Part")


@dataclass(frozen=True, slots=True)
class AtlasReport:
    """What could be loaded, everything that is wrong, in file and line order, and the pages (None: not read now)."""

    atlas: Atlas
    problems: tuple[Problem, ...]
    pages: PagesRead | None = None


@dataclass(frozen=True, slots=True)
class _Texts:
    """All that is written by hand; `tables` holds where each structure is written."""

    structures: tuple[Structure, ...] = ()
    legends: tuple[LegendEntry, ...] = ()
    tables: dict[str, Table] = field(default_factory=dict)
    pages: PagesRead | None = None


def load_atlas(folder: Path) -> AtlasReport:
    """Load the atlas from the folder of the brain's assets. Never raises on bad content."""
    return _load(folder, None)


def load_atlas_quickly(folder: Path) -> tuple[AtlasReport, Callable[[], tuple[Problem, ...]]]:
    """The atlas without its pages, and a function that gives everything that is wrong, in the pages too.

    The pages are read when the first is asked for, or that function is called.
    """
    whole = cache(lambda: load_atlas(folder))
    return _load(folder, lambda: _pages_of(whole())), lambda: whole().problems


def _pages_of(report: AtlasReport) -> tuple[StructurePage, ...]:
    return report.pages.pages if report.pages is not None else ()


def _load(folder: Path, later: Callable[[], Iterable[StructurePage]] | None) -> AtlasReport:
    problems: list[Problem] = []
    texts = _read_texts(folder, problems, with_pages=later is None)
    text, bodies = _read_bodies(folder, problems)
    regions = [region for region in bodies if _has_text(region, text, texts.structures, problems)]
    with_body = {region.structure for region in bodies}
    for structure in texts.structures:
        table = texts.tables[structure.id]
        if bodies and structure.id not in with_body:
            message = f"`{structure.id}` has a text and no region in {REGIONS_FILE}"
            table.complain("id", message, "bake it, or remove the text")
        if texts.pages is not None and texts.pages.lacks(structure.id):
            message = f"`{structure.id}` has no page in {texts.pages.file}"
            table.complain("id", message, "write a [[page]] with its id")
    pages = texts.pages.pages if texts.pages is not None else later or ()
    atlas = Atlas(texts.structures, regions, texts.legends, pages)
    return AtlasReport(atlas, tuple(sorted(set(problems))), texts.pages)


def dangling_concepts(report: AtlasReport, concepts: Collection[str]) -> list[Problem]:
    """A problem for each analogy that names a key idea which no course has."""
    pages = report.pages
    if pages is None:
        return []
    return [
        Problem(
            pages.file,
            link.line,
            f"there is no key idea `{link.concept}`",
            did_you_mean(link.concept, concepts),
        )
        for link in pages.links
        if link.concept not in concepts
    ]


def _read_texts(folder: Path, problems: list[Problem], with_pages: bool) -> _Texts:
    text = read_text(folder / STRUCTURES_FILE, STRUCTURES_FILE, problems)
    head = read_toml(text, STRUCTURES_FILE, problems) if text is not None else None
    if head is None:
        return _Texts()
    head.only("sources", "legend", "structure")
    sources = read_sources(head)
    structures = _unique(
        head.tables("structure"), lambda table: read_structure(table, sources), _structure_key
    )
    legends = _unique(head.tables("legend"), lambda table: read_legend(table, sources), _legend_key)
    _same_description(structures)
    tables = {structure.id: table for structure, table in structures}
    parts, entries = tuple(part for part, _ in structures), tuple(part for part, _ in legends)
    if not with_pages:
        return _Texts(parts, entries, tables)
    from game.services.atlas_pages import read_pages

    pages = read_pages(folder, sources, tables, problems)
    used = {citation for part in parts for citation in part.sources}
    used |= {citation for entry in entries for citation in entry.sources}
    used |= {citation for page in pages.pages for citation in page.sources}
    for key, citation in sources.items():
        if citation not in used and pages.readable:
            Table({}, ("sources", key), head.file, head.lines, problems).complain(
                "", f"nobody cites `{key}`", "cite it or remove it"
            )
    return _Texts(parts, entries, tables, pages)


def _structure_key(structure: Structure) -> str:
    return structure.id


def _legend_key(entry: LegendEntry) -> str:
    return f"{entry.view}/{entry.id}"


def _unique(
    tables: Iterable[Table], read: Callable[[Table], Part], key: Callable[[Part], str]
) -> list[tuple[Part, Table]]:
    """Read the tables; one whose id was there before, or is missing, is reported and left out."""
    found: dict[str, tuple[Part, Table]] = {}
    for table in tables:
        part = read(table)
        name = key(part)
        if name in found:
            first = found[name][1].line("id")
            table.complain("id", f"`{name}` is there twice", f"the first is in line {first}; remove one")
        elif "id" in table.data:
            found[name] = (part, table)
    return list(found.values())


def _same_description(structures: list[tuple[Structure, Table]]) -> None:
    first: dict[str, str] = {}
    for structure, table in structures:
        other = first.setdefault(structure.description, structure.id)
        if structure.description and other != structure.id:
            table.complain("description", f"the same text as `{other}`", "say what is particular to this one")


def _has_text(region: Region, text: str, structures: tuple[Structure, ...], problems: list[Problem]) -> bool:
    known = [structure.id for structure in structures]
    if region.structure in known:
        return True
    if known:
        hint = did_you_mean(region.structure, known)
        message = f"region `{region.id}` has no text: no structure `{region.structure}` in {STRUCTURES_FILE}"
        problems.append(Problem(REGIONS_FILE, _line_of(text, region.id), message, hint))
    return False


def _read_bodies(folder: Path, problems: list[Problem]) -> tuple[str, list[Region]]:
    """The text of regions.json and the regions in it."""
    text = read_text(folder / REGIONS_FILE, REGIONS_FILE, problems)
    if text is None:
        return "", []
    try:
        data = json.loads(text)
    except json.JSONDecodeError as error:
        problems.append(Problem(REGIONS_FILE, error.lineno, f"JSON syntax: {error.msg}", "bake it again"))
        return text, []
    except RecursionError:
        problems.append(Problem(REGIONS_FILE, 1, "lists in lists without end", "bake it again"))
        return text, []
    rows = data.get("regions") if isinstance(data, dict) else data
    if not isinstance(rows, list) or not rows:
        problems.append(Problem(REGIONS_FILE, 1, "there is no list of regions", "bake it again"))
        return text, []
    found: dict[str, Region] = {}
    for row in rows:
        region = _region(row)
        if region is None or region.id in found:
            fault = (
                "a region is there twice" if region else "a region lacks its id, structure, side or centroid"
            )
            name = row.get("id") if isinstance(row, dict) else None
            problems.append(Problem(REGIONS_FILE, _line_of(text, name), fault, "bake it again"))
        else:
            found[region.id] = region
    return text, list(found.values())


def _region(row: object) -> Region | None:
    """One region, or None if something is missing or has the wrong form."""
    if not isinstance(row, dict):
        return None
    region_id, structure, side = row.get("id"), row.get("structure"), row.get("side")
    centroid, neighbours = row.get("centroid"), row.get("neighbours", [])
    if not (isinstance(region_id, str) and isinstance(structure, str) and side in SIDE_WORDS):
        return None
    if not (isinstance(centroid, list) and len(centroid) == 3 and isinstance(neighbours, list)):
        return None
    if not all(isinstance(number, int | float) for number in centroid):
        return None
    x, y, z = (float(number) for number in centroid)
    return Region(region_id, structure, str(side), (x, y, z), tuple(str(other) for other in neighbours))


def _line_of(text: str, name: object) -> int:
    """The line of a region's id in the JSON text, or 1."""
    place = text.find(json.dumps(name)) if isinstance(name, str) else -1
    return text.count("\n", 0, place) + 1 if place >= 0 else 1
