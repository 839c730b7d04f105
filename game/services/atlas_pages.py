"""Reads `structure_pages.toml`: the full page of every structure, checked against the atlas it belongs to.

Called by the atlas loader. Reports every fault with its line: unknown or doubled ids, texts of the wrong length,
connections that lead nowhere, pages without sources, structures without a page. Which key ideas exist is known only
to the courses, so the ideas named by analogies are handed back with their lines. Knows nothing of the screen.
"""

from __future__ import annotations

from collections.abc import Collection, Mapping
from dataclasses import dataclass
from pathlib import Path

from game.core.atlas_pages import (
    DAMAGE_SENTENCES,
    FUNCTION_SENTENCES,
    Analogy,
    StructurePage,
    sentence_count,
)
from game.core.hints import did_you_mean
from game.core.problem import Problem
from game.services.atlas_parts import read_citations
from game.services.toml_reading import Table, read_text, read_toml

PAGES_FILE = "structure_pages.toml"
ONE = (1, 1)
_KEYS = ("id", "function", "inputs", "outputs", "blood_supply", "damage", "analogies", "sources")


@dataclass(frozen=True, slots=True)
class ConceptLink:
    """A key idea that an analogy names, and where it does."""

    concept: str
    where: Table

    @property
    def line(self) -> int:
        """The line of the file that names it."""
        return self.where.line("concept")


@dataclass(frozen=True, slots=True)
class PagesRead:
    """The good pages in file order, the ideas they name, and whether the file could be read at all."""

    pages: tuple[StructurePage, ...] = ()
    links: tuple[ConceptLink, ...] = ()
    readable: bool = False
    file: str = PAGES_FILE

    def lacks(self, structure: str) -> bool:
        """Whether a structure has no page, although pages could be read."""
        return self.readable and all(page.structure != structure for page in self.pages)


def read_pages(
    folder: Path, sources: Mapping[str, str], structures: Collection[str], problems: list[Problem]
) -> PagesRead:
    """Read and check all pages. `structures`: the ids that the atlas knows."""
    text = read_text(folder / PAGES_FILE, PAGES_FILE, problems)
    head = read_toml(text, PAGES_FILE, problems) if text is not None else None
    if head is None:
        return PagesRead()
    head.only("page")
    found: dict[str, tuple[StructurePage, Table]] = {}
    links: list[ConceptLink] = []
    for table in head.tables("page"):
        page = _page(table, sources, structures)
        if page.structure in found:
            first = found[page.structure][1].line("id")
            table.complain(
                "id", f"`{page.structure}` has two pages", f"the first is in line {first}; remove one"
            )
        elif page.structure:
            found[page.structure] = (page, table)
            links += _links(table, page)
    _same_function(list(found.values()))
    return PagesRead(tuple(page for page, _ in found.values()), tuple(links), readable=True)


def _page(table: Table, sources: Mapping[str, str], structures: Collection[str]) -> StructurePage:
    table.only(*_KEYS)
    own_id = table.text("id")
    if own_id and own_id not in structures:
        table.complain("id", f"there is no structure `{own_id}`", did_you_mean(own_id, structures))
    return StructurePage(
        structure=own_id,
        function=_sentences(table, "function", FUNCTION_SENTENCES, required=True),
        sources=read_citations(table, sources),
        inputs=_connections(table, "inputs", own_id, structures),
        outputs=_connections(table, "outputs", own_id, structures),
        blood_supply=_sentences(table, "blood_supply", ONE),
        damage=_sentences(table, "damage", DAMAGE_SENTENCES),
        analogies=tuple(_analogy(inner) for inner in table.tables("analogies")),
    )


def _analogy(table: Table) -> Analogy:
    table.only("concept", "text")
    return Analogy(table.text("concept"), _sentences(table, "text", ONE, required=True))


def _sentences(table: Table, key: str, span: tuple[int, int], required: bool = False) -> str:
    """A text of so many sentences, the last of them closed."""
    text = table.text(key, required)
    if not text:
        return ""
    least, most = span
    count = sentence_count(text)
    wanted = f"{least} to {most} sentences" if most > least else "one sentence"
    if not least <= count <= most:
        noun = "sentence" if count == 1 else "sentences"
        table.complain(key, f"`{key}` has {count} {noun}", f"write {wanted}")
    elif text[-1] not in ".!?":
        table.complain(key, f"`{key}` does not end a sentence", "close it with a full stop")
    return text


def _connections(table: Table, key: str, own_id: str, structures: Collection[str]) -> tuple[str, ...]:
    named = table.texts(key)
    for name in named:
        if name not in structures:
            table.complain(key, f"`{key}` names no structure: `{name}`", did_you_mean(name, structures))
        elif name == own_id:
            table.complain(key, f"`{key}` names the structure itself", "remove it")
    if len(set(named)) < len(named):
        table.complain(key, f"`{key}` names a structure twice", "list each once")
    return tuple(name for name in dict.fromkeys(named) if name in structures and name != own_id)


def _links(table: Table, page: StructurePage) -> list[ConceptLink]:
    inner = list(table.tables("analogies"))
    return [
        ConceptLink(analogy.concept, where)
        for analogy, where in zip(page.analogies, inner, strict=True)
        if analogy.concept
    ]


def _same_function(pages: list[tuple[StructurePage, Table]]) -> None:
    first: dict[str, str] = {}
    for page, table in pages:
        other = first.setdefault(page.function, page.structure)
        if page.function and other != page.structure:
            table.complain("function", f"the same text as `{other}`", "say what is particular to this one")
