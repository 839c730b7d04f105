"""The learner's progress on disk: an SQLite file that has either all of a change or nothing of it.

Used by `game.services.study` alone. Write-ahead log, synced at every commit: what is reported as saved
survives the loss of the process and of power. Every failure is a StoreError with a sentence. Knows no rules.
"""

from __future__ import annotations

import json
import sqlite3
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from datetime import datetime
from pathlib import Path
from typing import Any

from game.core.scheduling import NEW, MemoryState, Phase, ReviewRecord
from game.services import backups
from game.services.progress_rows import (
    MEMORY_COLUMNS,
    Answer,
    ReviewRow,
    Score,
    score_of_row,
    state_json,
    state_of,
    state_of_row,
    state_values,
    time_text,
)
from game.services.progress_schema import NEWEST, migrate, version_of
from game.services.store_errors import StoreError, explained

BUSY_SECONDS = 2.0
_CHUNK = 500


class ProgressStore:
    """An open progress database. Writing methods may be called only inside `with store.transaction():`."""

    def __init__(self, connection: sqlite3.Connection, notices: Sequence[str] = ()) -> None:
        self._connection = connection
        self.notices = tuple(notices)
        """What the learner should be told about the opening, as sentences."""

    @classmethod
    def open(cls, path: Path, backups_dir: Path, now: datetime) -> ProgressStore:
        """Open or begin the database at `path`; check, back up and migrate it as needed.

        A damaged file is moved aside and the newest backup restored; `notices` says so. Raises StoreError if
        the file is held, cannot be opened or written, or was written by a newer program.
        """
        notices: list[str] = []
        with explained():
            if _is_damaged(path, backups_dir, now):
                notices.append(backups.replace_damaged(path, backups_dir, now))
            connection = _connect(str(path))
        try:
            with explained():
                _bring_up_to_date(connection, backups_dir, now)
            notices += _daily_backup(connection, backups_dir, now)
        except BaseException:
            connection.close()
            raise
        return cls(connection, notices)

    @classmethod
    def in_memory(cls, now: datetime) -> ProgressStore:
        """A store that is gone when the program ends, for when the disk refuses and for tests."""
        connection = _connect(":memory:")
        migrate(connection, time_text(now))
        return cls(connection)

    def close(self) -> None:
        """Close the file. Everything committed stays."""
        self._connection.close()

    @contextmanager
    def transaction(self) -> Iterator[None]:
        """All that is written inside is committed together at the end, or, on any error, none of it."""
        with explained():
            self._connection.execute("BEGIN IMMEDIATE")
            try:
                yield
                self._connection.execute("COMMIT")
            except BaseException:
                if self._connection.in_transaction:
                    self._connection.execute("ROLLBACK")
                raise

    # --- memory and reviews

    def memories(self, items: Sequence[str]) -> dict[str, MemoryState]:
        """The states of these items; never seen ones are NEW."""
        states = dict.fromkeys(items, NEW)
        for start in range(0, len(items), _CHUNK):
            part = items[start : start + _CHUNK]
            marks = ", ".join("?" * len(part))
            for row in self._all(f"SELECT * FROM memory WHERE item IN ({marks})", part):
                states[row["item"]] = _checked(state_of_row, row)
        return states

    def put_memory(self, item: str, state: MemoryState) -> None:
        """Make this the item's state; NEW removes it."""
        if state.phase is Phase.NEW:
            self._run("DELETE FROM memory WHERE item = ?", (item,))
            return
        marks = ", ".join("?" * (1 + len(MEMORY_COLUMNS)))
        values = state_values(state)
        self._run(
            f"INSERT OR REPLACE INTO memory (item, {', '.join(MEMORY_COLUMNS)}) VALUES ({marks})",
            (item, *(values[column] for column in MEMORY_COLUMNS)),
        )

    def add_review(self, item: str, record: ReviewRecord, source: str, session: str) -> int:
        """Write a review into the log. Returns its id."""
        return self._insert(
            "review",
            item=item,
            rating=int(record.rating),
            reviewed_at=time_text(record.reviewed_at),
            interval_s=record.interval.total_seconds(),
            retrievability=record.retrievability,
            source=source,
            session=session,
            algorithm=record.algorithm,
            policy=record.policy,
            clock_behind=int(record.clock_behind),
            before=state_json(record.before),
            after=state_json(record.after),
        )

    def newest_review(self, session: str) -> ReviewRow | None:
        """The newest review of a session that still counts, or None. Also None if the same item was reviewed
        elsewhere since, because taking this one back would spoil that one."""
        newest = "SELECT MAX(id) FROM review WHERE {} AND undone_at IS NULL"
        row = self._one(f"SELECT * FROM review WHERE id = ({newest.format('session = ?')})", (session,))
        if row is None:
            return None
        last = self._one(newest.format("item = ?"), (row["item"],))
        if last is None or last[0] != row["id"]:
            return None
        before = _checked(lambda found: state_of(json.loads(found["before"])), row)
        return ReviewRow(row["id"], row["item"], row["rating"], before)

    def undo_review(self, review_id: int, session: str, now: datetime) -> int:
        """Mark a review, and the scores its session saved after it, as taken back. Returns their number."""
        found = self._one("SELECT reviewed_at FROM review WHERE id = ?", (review_id,))
        moment = time_text(now)
        self._run("UPDATE review SET undone_at = ? WHERE id = ?", (moment, review_id))
        cursor = self._run(
            "UPDATE score SET undone_at = ? WHERE session = ? AND saved_at >= ? AND undone_at IS NULL",
            (moment, session, found[0] if found else moment),
        )
        return cursor.rowcount

    # --- scores, answers, positions

    def add_score(self, score: Score, session: str) -> int:
        """Save a finished round. Returns its id."""
        return self._insert(
            "score",
            game=score.game,
            board=score.board,
            result=score.result,
            seconds=score.seconds,
            misses=score.misses,
            right=score.right,
            total=score.total,
            session=session,
            saved_at=time_text(score.saved_at),
        )

    def best_score(self, game: str, board: str) -> Score | None:
        """The best round of a game on a board (smallest result, the oldest of equals), or None."""
        row = self._one(
            "SELECT * FROM score WHERE game = ? AND board = ? AND undone_at IS NULL"
            " ORDER BY result, id LIMIT 1",
            (game, board),
        )
        return None if row is None else _checked(score_of_row, row)

    def add_answer(self, item: str, text: str, verdicts: dict[str, str], now: datetime) -> int:
        """Save the learner's words for a question. Earlier ones stay. Returns the id."""
        words = json.dumps(verdicts, sort_keys=True)
        return self._insert("answer", item=item, text=text, verdicts=words, saved_at=time_text(now))

    def newest_answer(self, item: str) -> Answer | None:
        """The newest words for a question, or None."""
        row = self._one("SELECT * FROM answer WHERE item = ? ORDER BY id DESC LIMIT 1", (item,))
        if row is None:
            return None
        saved_at = datetime.fromisoformat(row["saved_at"])
        return Answer(row["text"], _checked(lambda found: json.loads(found["verdicts"]), row), saved_at)

    def put_position(self, place: str, value: dict[str, Any], now: datetime) -> None:
        """Remember where the learner is in a text."""
        self._run(
            "INSERT OR REPLACE INTO position (place, value, saved_at) VALUES (?, ?, ?)",
            (place, json.dumps(value, sort_keys=True), time_text(now)),
        )

    def position(self, place: str) -> dict[str, Any] | None:
        """Where the learner was in a text, or None."""
        row = self._one("SELECT value FROM position WHERE place = ?", (place,))
        return None if row is None else _checked(lambda found: dict(json.loads(found["value"])), row)

    # --- plumbing

    def _run(self, statement: str, values: Sequence[Any] = ()) -> sqlite3.Cursor:
        with explained():
            return self._connection.execute(statement, tuple(values))

    def _one(self, statement: str, values: Sequence[Any] = ()) -> sqlite3.Row | None:
        with explained():
            row: sqlite3.Row | None = self._connection.execute(statement, tuple(values)).fetchone()
            return row

    def _all(self, statement: str, values: Sequence[Any] = ()) -> list[sqlite3.Row]:
        with explained():
            return self._connection.execute(statement, tuple(values)).fetchall()

    def _insert(self, table: str, **values: Any) -> int:
        marks = ", ".join("?" * len(values))
        cursor = self._run(
            f"INSERT INTO {table} ({', '.join(values)}) VALUES ({marks})", tuple(values.values())
        )
        return int(cursor.lastrowid or 0)


def _connect(name: str) -> sqlite3.Connection:
    connection = sqlite3.connect(name, timeout=BUSY_SECONDS, isolation_level=None)
    try:
        connection.row_factory = sqlite3.Row
        connection.execute("PRAGMA journal_mode=WAL")
        connection.execute("PRAGMA synchronous=FULL")
    except BaseException:
        connection.close()
        raise
    return connection


def _is_damaged(path: Path, backups_dir: Path, now: datetime) -> bool:
    """Whether there is a file that is no database any more; one of no bytes is, if it was ever backed up."""
    if not path.exists():
        return False
    if path.stat().st_size == 0 and backups.newest_first(backups_dir, now):
        return True
    return not backups.is_sound(path)


def _bring_up_to_date(connection: sqlite3.Connection, backups_dir: Path, now: datetime) -> None:
    version = version_of(connection)
    if version > NEWEST:
        known = f"format {version}, this one reads up to {NEWEST}"
        raise StoreError(f"The progress file was written by a newer Neurarium ({known}).")
    if 0 < version < NEWEST:
        backups.make_backup(connection, backups_dir, now)
    migrate(connection, time_text(now))


def _daily_backup(connection: sqlite3.Connection, backups_dir: Path, now: datetime) -> list[str]:
    try:
        has_reviews = connection.execute("SELECT 1 FROM review LIMIT 1").fetchone() is not None
        if has_reviews and backups.is_time_for_backup(backups_dir, now):
            backups.make_backup(connection, backups_dir, now)
    except StoreError as error:
        return [f"Today's backup of your progress could not be made. {error}"]
    return []


def _checked(read: Any, row: sqlite3.Row) -> Any:
    """Read a row whose contents the database cannot vouch for."""
    try:
        return read(row)
    except (ValueError, KeyError, TypeError) as error:
        raise StoreError("The progress file is damaged.", details=str(error), damaged=True) from error
