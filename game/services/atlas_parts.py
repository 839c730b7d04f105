"""Reads the pieces of `structures.toml`: sources, structures, legend entries.

Checks each piece and names its faults. Called by the atlas loader. Knows the form of the texts and nothing
of meshes or of the screen.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from types import MappingProxyType

from game.core.atlas import KINDS, LOBES, LegendEntry, Structure
from game.core.hints import did_you_mean
from game.services.toml_reading import Table

DESCRIPTION = (80, 420)
FACT = 70  # characters of place, function and damage: about two lines of the region panel
LEGEND = (40, 200)
_UBERON = re.compile(r"UBERON:\d{7}")
_KEYS = (
    *(
        "id",
        "kind",
        "lobe",
        "group",
        "english",
        "latin",
        "freesurfer",
        "numbers",
        "abbreviations",
        "synonyms",
        "related",
    ),
    *("uberon", "description", "place", "function", "damage", "note", "sources"),
)


def read_sources(head: Table) -> dict[str, str]:
    """The `[sources]` table: key of a citation -> the citation."""
    found = head.data.get("sources", {})
    if not isinstance(found, dict):
        head.complain("sources", "`sources` has to be a table", "begin it with a line [sources]")
        return {}
    table = Table(found, ("sources",), head.file, head.lines, head.problems)
    return {key: table.text(key) for key in table.data}


def read_structure(table: Table, sources: Mapping[str, str]) -> Structure:
    """One `[[structure]]`. Faults are reported; what is wrong stays empty."""
    table.only(*_KEYS)
    kind = table.text("kind")
    if kind and kind not in KINDS:
        table.complain("kind", f"`{kind}` is not a kind of structure", did_you_mean(kind, KINDS))
    return Structure(
        id=table.text("id"),
        kind=kind,
        english=table.text("english"),
        latin=table.text("latin"),
        description=_sized(table, "description", *DESCRIPTION),
        sources=read_citations(table, sources),
        group=table.texts("group", required=True),
        lobe=_lobe(table, kind),
        freesurfer=table.text("freesurfer", required=False),
        freesurfer_numbers=_numbers(table),
        abbreviations=table.texts("abbreviations"),
        synonyms=table.texts("synonyms"),
        related=table.texts("related"),
        uberon=_uberon(table),
        place=_sized(table, "place", 1, FACT),
        function_line=_sized(table, "function", 1, FACT),
        damage=_sized(table, "damage", 1, FACT, required=False),
        note=table.text("note", required=False),
    )


def read_legend(table: Table, sources: Mapping[str, str]) -> LegendEntry:
    """One `[[legend]]`: a lobe or a network."""
    table.only("view", "id", "english", "description", "sources")
    view = table.text("view")
    if view not in ("lobes", "networks"):
        table.complain("view", f"`{view}` is not a view with a legend", "use lobes or networks")
    return LegendEntry(
        id=table.text("id"),
        view=view,
        english=table.text("english"),
        description=_sized(table, "description", *LEGEND),
        sources=read_citations(table, sources),
    )


def read_citations(table: Table, sources: Mapping[str, str]) -> tuple[str, ...]:
    """The citations that the keys in `sources` stand for; an unknown key is reported and left out."""
    keys = table.texts("sources", required=True)
    for key in keys:
        if key not in sources:
            table.complain("sources", f"`{key}` is not in [sources]", did_you_mean(key, sources))
    return tuple(sources[key] for key in keys if key in sources)


def _sized(table: Table, key: str, least: int, most: int, required: bool = True) -> str:
    text = table.text(key, required)
    if text and not least <= len(text) <= most:
        hint = f"write {least} to {most}" if least > 1 else f"cut it to {most}"
        table.complain(key, f"`{key}` has {len(text)} characters", hint)
    return text


def _lobe(table: Table, kind: str) -> str:
    lobe = table.text("lobe", required=kind == "cortex")
    if lobe and lobe not in LOBES:
        table.complain("lobe", f"`{lobe}` is not a lobe", did_you_mean(lobe, LOBES))
    if lobe and kind != "cortex":
        table.complain("lobe", "only cortex belongs to a lobe", "remove the key")
    return lobe


def _numbers(table: Table) -> Mapping[str, int]:
    found = table.data.get("numbers", {})
    good = isinstance(found, dict) and all(
        side in ("L", "R", "") and isinstance(number, int) for side, number in found.items()
    )
    if not good:
        table.complain("numbers", "`numbers` gives FreeSurfer's number of a side", "write { L = 17, R = 53 }")
    return MappingProxyType(dict(found) if good and isinstance(found, dict) else {})


def _uberon(table: Table) -> str:
    text = table.text("uberon", required=False)
    if text and not _UBERON.fullmatch(text):
        table.complain("uberon", f"`{text}` is not a UBERON id", "write UBERON: and seven digits")
    return text
