"""Finds the line of every key in a TOML text, which the TOML parser itself does not tell.

Called by the content and atlas loaders after the text has parsed, so that a wrong value can be reported
where it stands. Knows nothing of files or of what the keys mean; expects well-formed TOML.
"""

from __future__ import annotations

import re

Path = tuple[str | int, ...]
"""Where a value is: keys and list positions, such as `("card", 3, "term")`."""

_HEADER = re.compile(r"\s*(\[\[?)\s*(.+?)\s*\]\]?\s*(?:#.*)?$")
_KEY = re.compile(
    r"""\s*((?:[A-Za-z0-9_-]+|"[^"]*"|'[^']*')(?:\s*\.\s*(?:[A-Za-z0-9_-]+|"[^"]*"|'[^']*'))*)\s*="""
)
_OUTSIDE = re.compile(r"""#|\"{3}|'{3}|["'\[\]{}]""")
_STRING_ENDS = {  # what to look for inside a string, by its quote; a backslash takes the next character along
    quote: re.compile(quote if quote[0] == "'" else rf"\\.|{quote}") for quote in ('"""', "'''", '"', "'")
}
_PART = re.compile(r"""[A-Za-z0-9_-]+|"[^"]*"|'[^']*'""")


def key_lines(text: str, first_line: int = 1) -> dict[Path, int]:
    """The line of each key and table header; `text` begins at line `first_line` of its file."""
    lines: dict[Path, int] = {}
    counts: dict[Path, int] = {}
    table: Path = ()
    scan = _Scan()
    for number, line in enumerate(text.split("\n"), start=first_line):
        if scan.open:
            scan.feed(line)
            continue
        header = _HEADER.match(line)
        if header:
            table = _table_path(header.group(2), header.group(1) == "[[", counts)
            lines.setdefault(table, number)
            continue
        key = _KEY.match(line)
        if key:
            lines.setdefault((*table, *_parts(key.group(1))), number)
            scan.feed(line[key.end() :])
    return lines


def line_of(lines: dict[Path, int], path: Path, default: int = 1) -> int:
    """The line of `path`, or of the nearest table around it."""
    for length in range(len(path), 0, -1):
        if path[:length] in lines:
            return lines[path[:length]]
    return default


def _parts(dotted: str) -> Path:
    return tuple(part.strip("\"'") for part in _PART.findall(dotted))


def _table_path(dotted: str, array: bool, counts: dict[Path, int]) -> Path:
    """The path of a header; tables inside the newest element of an array get that element's position."""
    path: Path = ()
    parts = _parts(dotted)
    for depth, part in enumerate(parts):
        path = (*path, part)
        if array and depth == len(parts) - 1:
            counts[path] = counts.get(path, -1) + 1
        if path in counts:
            path = (*path, counts[path])
    return path


class _Scan:
    """Follows a value over several lines: is a string or a bracket still open at the end of the line?"""

    def __init__(self) -> None:
        self._quote = ""
        self._depth = 0

    @property
    def open(self) -> bool:
        """True while the value goes on in the next line."""
        return bool(self._quote) or self._depth > 0

    def feed(self, line: str) -> None:
        """Take in the next line, or the rest of the first one."""
        at: int | None = 0
        while at is not None:
            at = self._in_string(line, at) if self._quote else self._outside(line, at)
        if self._quote in ('"', "'"):
            self._quote = ""

    def _in_string(self, line: str, at: int) -> int | None:
        """Where the open string ends; None if it goes on."""
        found = _STRING_ENDS[self._quote].search(line, at)
        while found is not None and found.group() != self._quote:  # an escaped character
            found = _STRING_ENDS[self._quote].search(line, found.end())
        if found is None:
            return None
        self._quote = ""
        return found.end()

    def _outside(self, line: str, at: int) -> int | None:
        """Behind the next quote or bracket; None at a comment or the end of the line."""
        found = _OUTSIDE.search(line, at)
        if found is None or found.group() == "#":
            return None
        if found.group() in _STRING_ENDS:
            self._quote = found.group()
        else:
            self._depth += 1 if found.group() in "[{" else -1
        return found.end()
