"""The text of the region panel, put together from the atlas: chips, names, description, facts, ids, sources.

The panel lays it out; tests read it. Pure: it knows the atlas and plain numbers.
"""

from __future__ import annotations

from dataclasses import dataclass

from game.core.atlas import SIDE_WORDS, Atlas, Region, Structure

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
    analogy: str
    note: str
    ids: str
    sources: tuple[str, ...]
    source_line: str


def region_card(atlas: Atlas, region_id: str) -> RegionCard:
    """The panel's text for a region of the atlas; KeyError for another id."""
    region, structure = atlas.region(region_id), atlas.structure_of(region_id)
    chips = (_group_word(structure), SIDE_WORDS[region.side] or "Midline")
    pairs = (("Place", structure.place), ("Function", structure.function_line), ("Damage", structure.damage))
    return RegionCard(
        region=region_id,
        chips=chips,
        dot=structure.lobe,
        title=structure.english,
        latin=structure.latin,
        description=structure.description,
        facts=tuple((label, text) for label, text in pairs if text),
        analogy=structure.analogy,
        note=structure.note,
        ids=_ids(structure, region),
        sources=structure.sources,
        source_line=_source_line(structure),
    )


def _group_word(structure: Structure) -> str:
    if structure.kind == "cortex":
        return _LOBE_WORDS.get(structure.lobe, f"{structure.lobe.capitalize()} lobe")
    return KIND_WORDS[structure.kind]


def _ids(structure: Structure, region: Region) -> str:
    number = structure.freesurfer_numbers.get(region.side)
    parts = []
    if structure.freesurfer:
        parts.append(f"FreeSurfer {structure.freesurfer}" + (f" {number}" if number is not None else ""))
    if structure.uberon:
        parts.append(structure.uberon)
    place = " / ".join(f"{round(value)}".replace("-", MINUS) for value in region.centroid)
    parts.append(f"MNI {place} mm")
    return "  \u00b7  ".join(parts)


def _source_line(structure: Structure) -> str:
    atlas_name = {
        "cortex": "Desikan\u2013Killiany atlas",
        "nucleus": "CIT168 atlas",
        "cerebellum": "SUIT atlas",
    }
    count = len(structure.sources)
    text = f"Text from {count} source{'s' if count != 1 else ''}"
    return f"{atlas_name.get(structure.kind, 'FreeSurfer atlas')}. {text}"
