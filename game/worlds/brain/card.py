"""The text of the region panel, put together from the atlas: chips, names, description, facts, page, ids, sources.

The panel lays it out; tests read it. Pure: it knows the atlas and plain numbers.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from types import MappingProxyType

from game.core.atlas import SIDE_WORDS, Atlas, Region, Structure
from game.worlds.brain.page import PageSection, page_sections

KIND_WORDS = {
    "deep": "Deep structure",
    "nucleus": "Nucleus",
    "ventricle": "Ventricle",
    "white-matter": "White matter",
    "brainstem": "Brainstem",
    "cerebellum": "Cerebellum",
}
_LOBE_WORDS = {"cingulate": "Cingulate cortex", "insula": "Insular cortex"}
MINUS = "\u2212"
NO_IDEAS: Mapping[str, str] = MappingProxyType({})


@dataclass(frozen=True)
class RegionCard:
    """All that the panel says. `dot` is the lobe whose colour the first chip carries, "" for the accent."""

    region: str
    chips: tuple[str, ...]
    dot: str
    title: str
    latin: str
    description: str
    facts: tuple[tuple[str, str], ...]
    page: tuple[PageSection, ...]
    note: str
    ids: str
    sources: tuple[str, ...]
    source_line: str


def region_card(atlas: Atlas, region_id: str, ideas: Mapping[str, str] = NO_IDEAS) -> RegionCard:
    """The panel's text for a region of the atlas; KeyError for another id. `ideas`: title of each key idea."""
    region, structure = atlas.region(region_id), atlas.structure_of(region_id)
    chips = (_group_word(structure), SIDE_WORDS[region.side] or "Midline")
    page = atlas.page(structure.id)
    sources = tuple(dict.fromkeys((*structure.sources, *(page.sources if page else ()))))
    pairs = (("Place", structure.place), ("Function", structure.function_line), ("Damage", structure.damage))
    return RegionCard(
        region=region_id,
        chips=chips,
        dot=structure.lobe,
        title=structure.english,
        latin=structure.latin,
        description=structure.description,
        facts=tuple((label, text) for label, text in pairs if text),
        page=page_sections(atlas, region_id, ideas),
        note=structure.note,
        ids=_ids(structure, region),
        sources=sources,
        source_line=_source_line(structure, len(sources)),
    )


def _group_word(structure: Structure) -> str:
    if structure.kind == "cortex":
        return _LOBE_WORDS.get(structure.lobe, f"{structure.lobe.capitalize()} lobe")
    return KIND_WORDS[structure.kind]


def _ids(structure: Structure, region: Region) -> str:
    number = structure.freesurfer_numbers.get(region.side)
    parts = [" › ".join((*structure.group, structure.english))]
    if structure.freesurfer:
        parts.append(f"FreeSurfer {structure.freesurfer}" + (f" {number}" if number is not None else ""))
    if structure.uberon:
        parts.append(structure.uberon)
    place = " / ".join(f"{round(value)}".replace("-", MINUS) for value in region.centroid)
    parts.append(f"Centre in the MNI template {place} mm")
    return "\n".join(parts)


def _source_line(structure: Structure, count: int) -> str:
    atlas_name = {
        "cortex": "Desikan\u2013Killiany atlas",
        "nucleus": "CIT168 atlas",
        "cerebellum": "SUIT atlas",
    }
    text = f"Text from {count} source{'s' if count != 1 else ''}"
    return f"{atlas_name.get(structure.kind, 'FreeSurfer atlas')}. {text}"
