"""A fault in hand-written content, as every reader of it reports one.

Knows nothing of what the content is about.
"""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True, slots=True, order=True)
class Problem:
    """A fault in the content. `file` is relative to the folder that was checked, `line` counts from 1."""

    file: str
    line: int
    message: str
    hint: str = ""

    def __str__(self) -> str:
        """`file:line: message (hint)`, the way compilers say it."""
        tail = f" ({self.hint})" if self.hint else ""
        return f"{self.file}:{self.line}: {self.message}{tail}"
