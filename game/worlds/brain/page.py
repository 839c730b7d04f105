"""The page of a region as text with links: what it does, what it is connected with, its blood, its failures.

`card.py` puts it on the card, `page_view.py` draws it. Links are `region:<id>` and `concept:<id>`. Pure: it knows
the atlas and the titles of the course's key ideas.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from game.core.atlas import Atlas, inner_name
from game.core.atlas_pages import Analogy, StructurePage
from game.core.content import Run, Runs

FLUID_WORDS = ("Fluid from ", "Fluid to ")
FIBRE_WORDS = ("Receives from ", "Sends to ")


@dataclass(frozen=True)
class PageSection:
    """A heading and the paragraphs below it. `mark` is a word shown beside the heading, or ""."""

    title: str
    paragraphs: tuple[Runs, ...]
    mark: str = ""


def page_sections(atlas: Atlas, region_id: str, ideas: Mapping[str, str]) -> tuple[PageSection, ...]:
    """The sections of a region's page; none where its structure has no page. `ideas`: title of each key idea."""
    structure = atlas.structure_of(region_id)
    page = atlas.page(structure.id)
    if page is None:
        return ()
    words = FLUID_WORDS if structure.kind == "ventricle" else FIBRE_WORDS
    analogies = tuple(_analogy(analogy, ideas) for analogy in page.analogies)
    sections = (
        PageSection("What it does", _plain(page.function)),
        PageSection("Connections", _connections(atlas, region_id, page, words)),
        PageSection("Blood supply", _plain(page.blood_supply)),
        PageSection("When it is damaged", _plain(page.damage)),
        PageSection("As in training", analogies, "Analogy"),
    )
    return tuple(section for section in sections if section.paragraphs)


def _plain(text: str) -> tuple[Runs, ...]:
    return ((Run(text),),) if text else ()


def _connections(
    atlas: Atlas, region_id: str, page: StructurePage, words: tuple[str, str]
) -> tuple[Runs, ...]:
    lists = ((words[0], page.inputs), (words[1], page.outputs))
    found = [(word, _linked(atlas, region_id, names)) for word, names in lists]
    return tuple((Run(word), *runs, Run(".")) for word, runs in found if runs)


def _linked(atlas: Atlas, region_id: str, names: tuple[str, ...]) -> list[Run]:
    """Names of structures, each a link to its body on the fitting side, parted by commas and a last `and`."""
    here = atlas.region(region_id).side
    pairs = [(name, atlas.linked_region(region_id, name)) for name in names]
    there = [(name, region) for name, region in pairs if region is not None]
    runs: list[Run] = []
    for place, (name, region) in enumerate(there):
        if place:
            runs.append(Run(" and " if place == len(there) - 1 else ", "))
        runs.append(Run(inner_name(atlas.structure(name).english), link=f"region:{region.id}"))
        if here and region.side not in ("", here):
            runs.append(Run(" of the other side"))
    return runs


def _analogy(analogy: Analogy, ideas: Mapping[str, str]) -> Runs:
    """The sentence after the idea's title; the title is a link if the course has the idea."""
    title = ideas.get(analogy.concept, "")
    if not title:
        return (Run(analogy.text, italic=True),)
    return (Run(title, link=f"concept:{analogy.concept}"), Run(f". {analogy.text}", italic=True))
