"""The tables of the progress database, version by version, and how to bring an old file up to date.

Called by `game.services.progress_store` alone. Each entry of MIGRATIONS is one version; entries are never
changed once released, only added. Knows SQL, nothing of study.
"""

from __future__ import annotations

import sqlite3

VERSION_TABLE = """
CREATE TABLE IF NOT EXISTS schema_version (
    version     INTEGER PRIMARY KEY,
    applied_at  TEXT NOT NULL
) STRICT
"""

MIGRATIONS: tuple[tuple[str, ...], ...] = (
    (
        """
        CREATE TABLE memory (           -- what is known about each item now
            item         TEXT PRIMARY KEY,
            phase        INTEGER NOT NULL,
            step         INTEGER,
            stability    REAL NOT NULL,
            difficulty   REAL NOT NULL,
            due          TEXT NOT NULL,
            last_review  TEXT NOT NULL,
            reviews      INTEGER NOT NULL,
            lapses       INTEGER NOT NULL
        ) STRICT
        """,
        """
        CREATE TABLE review (           -- every review ever made, also those taken back
            id              INTEGER PRIMARY KEY AUTOINCREMENT,
            item            TEXT NOT NULL,
            rating          INTEGER NOT NULL,
            reviewed_at     TEXT NOT NULL,
            interval_s      REAL NOT NULL,
            retrievability  REAL NOT NULL,
            source          TEXT NOT NULL,
            session         TEXT NOT NULL,
            algorithm       TEXT NOT NULL,
            policy          TEXT NOT NULL,
            clock_behind    INTEGER NOT NULL,
            before          TEXT NOT NULL,  -- JSON of the memory row, {} if there was none
            after           TEXT NOT NULL,
            undone_at       TEXT
        ) STRICT
        """,
        "CREATE INDEX review_item ON review (item, id)",
        "CREATE INDEX review_session ON review (session, id)",
        """
        CREATE TABLE score (            -- finished rounds; smaller result is better
            id         INTEGER PRIMARY KEY AUTOINCREMENT,
            game       TEXT NOT NULL,
            board      TEXT NOT NULL,
            result     REAL NOT NULL,
            seconds    REAL NOT NULL,
            misses     INTEGER NOT NULL,
            right      INTEGER NOT NULL,
            total      INTEGER NOT NULL,
            session    TEXT NOT NULL,
            saved_at   TEXT NOT NULL,
            undone_at  TEXT
        ) STRICT
        """,
        "CREATE INDEX score_board ON score (game, board, result)",
        """
        CREATE TABLE answer (           -- the learner's own words, all versions
            id        INTEGER PRIMARY KEY AUTOINCREMENT,
            item      TEXT NOT NULL,
            text      TEXT NOT NULL,
            verdicts  TEXT NOT NULL,    -- JSON: idea id -> verdict
            saved_at  TEXT NOT NULL
        ) STRICT
        """,
        "CREATE INDEX answer_item ON answer (item, id)",
        """
        CREATE TABLE position (         -- where the learner was in a text
            place     TEXT PRIMARY KEY,
            value     TEXT NOT NULL,    -- JSON
            saved_at  TEXT NOT NULL
        ) STRICT
        """,
    ),
)

NEWEST = len(MIGRATIONS)


def version_of(connection: sqlite3.Connection) -> int:
    """The version of an open database; 0 for an empty one."""
    known = connection.execute("SELECT 1 FROM sqlite_master WHERE name = 'schema_version'").fetchone()
    if known is None:
        return 0
    return int(connection.execute("SELECT COALESCE(MAX(version), 0) FROM schema_version").fetchone()[0])


def migrate(connection: sqlite3.Connection, applied_at: str, upto: int = NEWEST) -> None:
    """Bring the database to version `upto`, each version in one transaction: done, or as before.

    The connection must be in autocommit mode (`isolation_level=None`).
    """
    for number in range(version_of(connection) + 1, upto + 1):
        connection.execute("BEGIN IMMEDIATE")
        try:
            if version_of(connection) < number:  # another process may have been quicker
                connection.execute(VERSION_TABLE)
                for statement in MIGRATIONS[number - 1]:
                    connection.execute(statement)
                connection.execute("INSERT INTO schema_version VALUES (?, ?)", (number, applied_at))
            connection.execute("COMMIT")
        except BaseException:
            connection.execute("ROLLBACK")
            raise
