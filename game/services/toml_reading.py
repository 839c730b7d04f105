"""Reads TOML files so that every fault is reported with file, line and hint, and none stops the reading of
the rest.

Called by the content loader (and any other loader of hand-written TOML). Knows nothing of courses or of the
screen.
"""

from __future__ import annotations

import codecs
from collections.abc import Iterator
from dataclasses import dataclass
from functools import cached_property
from pathlib import Path as FilePath
from typing import TYPE_CHECKING

import tomli

from game.core.hints import did_you_mean
from game.core.problem import Problem

if TYPE_CHECKING:
    from game.core.toml_lines import Path

_KINDS = {
    str: "a text",
    int: "a whole number",
    bool: "true or false",
    list: "a list",
    dict: "a table",
    float: "a number",
}


def read_text(path: FilePath, name: str, problems: list[Problem]) -> str | None:
    """The text of a UTF-8 file with `\\n` line ends, or None after reporting why it cannot be read."""
    try:
        raw = path.read_bytes()
    except OSError as error:
        problems.append(
            Problem(name, 1, f"cannot be read: {error.strerror}", "check that it is a readable file")
        )
        return None
    try:
        text = raw.removeprefix(codecs.BOM_UTF8).decode("utf-8")
    except UnicodeDecodeError as error:
        line = raw[: error.start].count(b"\n") + 1
        message = f"byte 0x{raw[error.start]:02x} is not UTF-8"
        problems.append(Problem(name, line, message, "save the file with the encoding UTF-8"))
        return None
    return text.replace("\r\n", "\n")


def read_toml(text: str, name: str, problems: list[Problem], first_line: int = 1) -> Table | None:
    """Parse TOML text into a checked table, or report the syntax fault and return None."""
    try:
        data = tomli.loads(text)
    except tomli.TOMLDecodeError as error:
        line = first_line - 1 + (error.lineno or 1)
        problems.append(
            Problem(name, line, f"TOML syntax: {error.msg}", "texts stand in quotes, lists in [ ]")
        )
        return None
    except RecursionError:
        problems.append(Problem(name, first_line, "lists in lists without end", "write plain lists"))
        return None
    return Table(data, (), name, KeyLines(text, first_line), problems)


class KeyLines:
    """Where each key of a text stands; looked up when something is to be complained about, which is seldom."""

    def __init__(self, text: str, first_line: int) -> None:
        self._text, self._first_line = text, first_line

    @cached_property
    def _lines(self) -> dict[Path, int]:
        from game.core.toml_lines import key_lines  # only when something is wrong

        return key_lines(self._text, self._first_line)

    def of(self, path: Path) -> int:
        """The line of a path, or of the nearest table around it."""
        from game.core.toml_lines import line_of

        return line_of(self._lines, path)


@dataclass(frozen=True, slots=True)
class Table:
    """A TOML table with its place in the file; reading a value checks it and reports what is wrong."""

    data: dict[str, object]
    path: Path
    file: str
    lines: KeyLines
    problems: list[Problem]

    def line(self, key: str = "") -> int:
        """The line of a key, or of the table itself."""
        return self.lines.of((*self.path, key) if key else self.path)

    def complain(self, key: str, message: str, hint: str) -> None:
        """Report a fault at the line of `key` (or of the table, if `key` is empty)."""
        self.problems.append(Problem(self.file, self.line(key), message, hint))

    def only(self, *known: str) -> None:
        """Report every key that is not one of `known`."""
        for key in self.data:
            if key not in known:
                self.complain(key, f"unknown key `{key}`", did_you_mean(key, known))

    def text(self, key: str, required: bool = True) -> str:
        """A text without blanks at its ends; empty after a report, or where an optional one is missing."""
        if key not in self.data:
            if required:
                self.complain("", f"`{key}` is missing", f'add {key} = "..."')
            return ""
        value = self.data[key]
        if not isinstance(value, str):
            self._wrong(key, "a text", value, f'write {key} = "..."')
            return ""
        if not value.strip():
            self.complain(key, f"`{key}` is empty", "write something or remove the key")
        return value.strip()

    def texts(self, key: str, required: bool = False) -> tuple[str, ...]:
        """A list of texts; faulty members are reported and left out."""
        if key not in self.data:
            if required:
                self.complain("", f"`{key}` is missing", f'add {key} = ["..."]')
            return ()
        value = self.data[key]
        if not isinstance(value, list):
            self._wrong(key, "a list of texts", value, f'write {key} = ["..."]')
            return ()
        for member in value:
            if not isinstance(member, str):
                self._wrong(key, "a list of texts", member, "put each member in quotes")
            elif not member.strip():
                self.complain(key, f"`{key}` holds an empty text", "remove it")
        texts = tuple(member.strip() for member in value if isinstance(member, str) and member.strip())
        if required and not value:
            self.complain(key, f"`{key}` is empty", "list at least one")
        return texts

    def number(self, key: str, default: int | None = None, least: int = 0) -> int:
        """A whole number of at least `least`; the default (or `least`) after a report."""
        fallback = least if default is None else default
        if key not in self.data:
            if default is None:
                self.complain("", f"`{key}` is missing", f"add {key} = {least}")
            return fallback
        value = self.data[key]
        if isinstance(value, bool) or not isinstance(value, int):
            self._wrong(key, "a whole number", value, f"write {key} = {fallback}")
            return fallback
        if value < least:
            self.complain(key, f"`{key}` is {value}", f"it has to be {least} or more")
            return fallback
        return value

    def tables(self, key: str) -> Iterator[Table]:
        """The tables of a `[[key]]` array."""
        value = self.data.get(key, [])
        if not isinstance(value, list) or not all(isinstance(member, dict) for member in value):
            self._wrong(key, f"a row of [[{key}]] tables", value, f"begin each with a line [[{key}]]")
            return
        for index, member in enumerate(value):
            yield Table(member, (*self.path, key, index), self.file, self.lines, self.problems)

    def _wrong(self, key: str, wanted: str, value: object, hint: str) -> None:
        found = _KINDS.get(type(value), type(value).__name__)
        self.complain(key, f"`{key}` has to be {wanted}, not {found}", hint)
