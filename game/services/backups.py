"""Copies of the progress database: one a day, one before each migration, and the way back after damage.

Called by the progress store when it opens. A damaged file is never deleted, only moved aside.
"""

from __future__ import annotations

import os
import sqlite3
from contextlib import closing
from datetime import UTC, datetime, timedelta
from pathlib import Path

from game.services.atomic_file import sync_folder
from game.services.progress_schema import NEWEST, version_of
from game.services.store_errors import explain, explained

KEPT = 10
EVERY = timedelta(hours=20)
_STAMP = "%Y%m%dT%H%M%S%fZ"


def is_sound(path: Path) -> bool:
    """Whether the file is a whole database. Raises StoreError if that cannot be found out (held, say)."""
    try:
        with closing(sqlite3.connect(path, timeout=2.0)) as connection:
            return bool(connection.execute("PRAGMA quick_check(1)").fetchone()[0] == "ok")
    except sqlite3.Error as error:
        known = explain(error)
        if known.damaged:
            return False
        raise known from error


def newest_first(folder: Path, now: datetime) -> list[Path]:
    """The backups in a folder, the newest first; those of a clock that was ahead last. Other files are not ours."""
    ours = [backup for backup in folder.glob("progress-*.sqlite3") if _is_ours(backup)]
    return sorted(ours, key=lambda backup: (time_of(backup) <= now, time_of(backup)), reverse=True)


def time_of(backup: Path) -> datetime:
    """When a backup was made, from its name. ValueError for a file that somebody else put there."""
    return datetime.strptime(backup.stem.removeprefix("progress-"), _STAMP).replace(tzinfo=UTC)


def _is_ours(file: Path) -> bool:
    try:
        time_of(file)
    except ValueError:
        return False
    return True


def make_backup(connection: sqlite3.Connection, folder: Path, now: datetime) -> Path:
    """Copy an open database into the folder, whole or not at all. Raises StoreError."""
    target = folder / f"progress-{now.strftime(_STAMP)}.sqlite3"
    partial = target.with_suffix(".part")
    with explained():
        try:
            folder.mkdir(parents=True, exist_ok=True)
            with closing(sqlite3.connect(partial)) as copy:
                connection.backup(copy)
                copy.execute("PRAGMA journal_mode=DELETE")
            os.replace(partial, target)
            sync_folder(folder)
        finally:
            partial.unlink(missing_ok=True)
        for old in newest_first(folder, now)[KEPT:]:
            old.unlink(missing_ok=True)
    return target


def is_time_for_backup(folder: Path, now: datetime) -> bool:
    """Whether the newest backup is from yesterday or older."""
    newest = newest_first(folder, now)[:1]
    return not newest or not timedelta() <= now - time_of(newest[0]) < EVERY


def move_aside(path: Path, now: datetime) -> Path:
    """Keep a damaged database, with its side files, under a name that says so. Raises StoreError."""
    aside = path.with_name(f"{path.stem}.damaged-{now.strftime(_STAMP)}{path.suffix}")
    with explained():
        for tail in ("", "-wal", "-shm"):
            part = path.with_name(path.name + tail)
            if part.exists():
                os.replace(part, aside.with_name(aside.name + tail))
    return aside


def restore_newest(path: Path, folder: Path, now: datetime) -> Path | None:
    """Put the newest sound backup in the place of the database. None if there is none. Raises StoreError."""
    for backup in newest_first(folder, now):
        if not is_sound(backup):
            continue
        with explained():
            partial = path.with_name(path.name + ".part")
            partial.unlink(missing_ok=True)
            with closing(sqlite3.connect(backup)) as source, closing(sqlite3.connect(partial)) as copy:
                if not 1 <= version_of(source) <= NEWEST:
                    continue
                source.backup(copy)
            os.replace(partial, path)
            sync_folder(path.parent)
        return backup
    return None


def replace_damaged(path: Path, folder: Path, now: datetime) -> str:
    """Move a damaged database aside, restore the newest backup if there is one, and say what was done."""
    aside = move_aside(path, now)
    backup = restore_newest(path, folder, now)
    kept = f"The progress file was damaged and is kept as {aside.name}."
    if backup is None:
        return f"{kept} There is no backup to go back to, so a new one was begun."
    return f"{kept} Progress was restored from the backup of {time_of(backup):%d %B %Y, %H:%M} UTC."
