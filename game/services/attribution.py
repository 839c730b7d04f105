"""Reads where the brain's data come from, under which licence, and what their authors ask to be said.

Called by the menu's page about the data and by tests. The file lies beside the data, `ATTRIBUTION.toml`, and so do
the licence texts. Knows no screen.
"""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path

from game.core.problem import Problem
from game.services.toml_reading import read_text, read_toml

ATTRIBUTION_FILE = "ATTRIBUTION.toml"


@dataclass(frozen=True, slots=True)
class DataSource:
    """One set of data. `notice` is a sentence that its licence asks to be shown as it is, or empty."""

    name: str
    use: str
    licence: str
    cite: tuple[str, ...] = ()
    changes: str = ""
    notice: str = ""
    licence_file: str = ""


@dataclass(frozen=True, slots=True)
class AttributionReport:
    """What could be read and what is wrong."""

    sources: tuple[DataSource, ...]
    problems: tuple[Problem, ...]


def load_attribution(folder: Path) -> AttributionReport:
    """Read the attributions in the folder of the brain's assets. Never raises on bad content."""
    problems: list[Problem] = []
    text = read_text(folder / ATTRIBUTION_FILE, ATTRIBUTION_FILE, problems)
    head = read_toml(text, ATTRIBUTION_FILE, problems) if text is not None else None
    sources = []
    for table in head.tables("source") if head is not None else ():
        table.only("name", "use", "licence", "cite", "changes", "notice", "licence_file")
        source = DataSource(
            name=table.text("name"),
            use=table.text("use"),
            licence=table.text("licence"),
            cite=table.texts("cite"),
            changes=table.text("changes", required=False),
            notice=table.text("notice", required=False),
            licence_file=table.text("licence_file", required=False),
        )
        if source.licence_file and not (folder / source.licence_file).is_file():
            table.complain(
                "licence_file", f"`{source.licence_file}` is not there", "put the licence beside the data"
            )
        sources.append(source)
    if head is not None and not sources:
        problems.append(Problem(ATTRIBUTION_FILE, 1, "names no source", "begin each with a line [[source]]"))
    return AttributionReport(tuple(sources), tuple(sorted(set(problems))))
