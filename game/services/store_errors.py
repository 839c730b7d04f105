"""The one error of the progress database, and SQLite's many reasons said in a sentence each.

Raised by the progress store and its backups; shown to the learner by scenes. Knows no tables.
"""

from __future__ import annotations

import sqlite3
from collections.abc import Iterator
from contextlib import contextmanager

_SENTENCES = {
    "SQLITE_FULL": "The disk is full.",
    "SQLITE_BUSY": "Another program is holding the progress file.",
    "SQLITE_LOCKED": "Another program is holding the progress file.",
    "SQLITE_READONLY": "The progress file may not be written.",
    "SQLITE_PERM": "The progress file may not be used.",
    "SQLITE_AUTH": "The progress file may not be used.",
    "SQLITE_CANTOPEN": "The progress file cannot be opened.",
    "SQLITE_IOERR": "The disk does not answer properly.",
    "SQLITE_CORRUPT": "The progress file is damaged.",
    "SQLITE_NOTADB": "The progress file is damaged.",
}
_FALLBACK = "The progress file cannot be used."


class StoreError(Exception):
    """Nothing was saved or read. `str(error)` is one sentence; `details` what the system said."""

    def __init__(self, sentence: str, details: str = "", damaged: bool = False) -> None:
        super().__init__(sentence)
        self.details = details
        self.damaged = damaged


def explain(error: Exception) -> StoreError:
    """A StoreError for what SQLite or the file system said."""
    if isinstance(error, OSError):
        reason = (error.strerror or str(error)).lower()
        return StoreError(f"The progress file cannot be used: {reason}.", details=str(error))
    name = getattr(error, "sqlite_errorname", "") or ""
    family = "_".join(name.split("_")[:2])
    details = f"{name}: {error}" if name else str(error)
    return StoreError(
        _SENTENCES.get(family, _FALLBACK), details, family in ("SQLITE_CORRUPT", "SQLITE_NOTADB")
    )


@contextmanager
def explained() -> Iterator[None]:
    """Turn errors of SQLite and the file system inside the block into StoreError."""
    try:
        yield
    except (sqlite3.Error, OSError) as error:
        raise explain(error) from error
