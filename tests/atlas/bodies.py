"""A small atlas on disk for tests: texts and regions that a test can damage."""

import json
import re
from pathlib import Path

SOURCE = 'good = "A Textbook, 3rd edition, 2020"'
DESCRIPTION = (
    "A structure made for a test, {id}. It lies where the test wants it and does what the test says."
)


def structure(name: str, extra: str = "", drop: str = "") -> str:
    """A `[[structure]]` table; `extra` lines are added, lines that begin with `drop` left out."""
    lines = [
        f'id = "{name}"',
        'kind = "deep"',
        'group = ["Deep structures", "Tests"]',
        f'english = "{name.capitalize()}"',
        f'latin = "{name}"',
        f'description = "{DESCRIPTION.format(id=name)}"',
        'place = "Here"',
        'function = "To be tested"',
        'sources = ["good"]',
    ]
    kept = [line for line in lines if not drop or not line.startswith(f"{drop} =")]
    return "\n".join(["[[structure]]", *kept, *([extra] if extra else [])]) + "\n"


def page(name: str, extra: str = "", drop: str = "") -> str:
    """A `[[page]]` table; `extra` lines are added, lines that begin with `drop` left out."""
    lines = [
        f'id = "{name}"',
        f'function = "The {name} does this. It does that. It was made for a test. It does no more."',
        'damage = "Then the test fails."',
        'sources = ["good"]',
    ]
    kept = [line for line in lines if not drop or not line.startswith(f"{drop} =")]
    return "\n".join(["[[page]]", *kept, *([extra] if extra else [])]) + "\n"


def region(structure_id: str, side: str = "L", **changes: object) -> dict[str, object]:
    """A row of regions.json."""
    word = {"L": "Left-", "R": "Right-", "": ""}[side]
    row = {
        "id": f"{word}{structure_id}",
        "structure": structure_id,
        "side": side,
        "centroid": [-1.0, 2.0, 3.5],
    }
    return {**row, **changes}


def write_atlas(
    folder: Path,
    structures: str,
    regions: list[dict[str, object]],
    sources: str = SOURCE,
    pages: str | None = None,
) -> Path:
    """Write structures.toml, structure_pages.toml (a good page for each structure, unless given) and regions.json;
    the folder comes back.
    """
    if pages is None:
        names = re.findall(r'^id = "(.+)"$', structures, flags=re.MULTILINE)
        pages = "".join(page(name) for name in dict.fromkeys(names))
    (folder / "structures.toml").write_text(f"[sources]\n{sources}\n\n{structures}", encoding="utf-8")
    (folder / "structure_pages.toml").write_text(pages, encoding="utf-8")
    (folder / "regions.json").write_text(json.dumps({"regions": regions}, indent=1), encoding="utf-8")
    return folder
