"""The database itself: damage, backups, migrations, and a disk that refuses."""

import sqlite3
from contextlib import closing
from datetime import UTC, datetime, timedelta

import pytest

from game.core.clock import FakeClock
from game.core.scheduling import NEW, Phase, Rating
from game.services import backups, progress_schema, progress_store
from game.services.paths import resolve
from game.services.progress_store import ProgressStore
from game.services.store_errors import StoreError
from game.services.study import StudyService, open_study

NOW = datetime(2026, 1, 15, 12, 0, tzinfo=UTC)


@pytest.fixture
def paths(tmp_path):
    return resolve(tmp_path).ensure()


def filled(paths, items=("card:c/one",), clock=None):
    study = open_study(paths, clock or FakeClock())
    for item in items:
        study.rate(item, Rating.GOOD)
    study.close()


def test_commits_are_synced_and_the_log_is_a_write_ahead_one(paths):
    store = ProgressStore.open(paths.database, paths.backups_dir, NOW)
    assert store._all("PRAGMA journal_mode")[0][0] == "wal"
    assert store._all("PRAGMA synchronous")[0][0] == 2
    store.close()


@pytest.mark.parametrize("content", [b"not a database at all" * 400, b"SQLite format 3\0" + b"\xff" * 9000])
def test_a_damaged_file_without_backups_is_kept_and_said(paths, content):
    paths.database.write_bytes(content)
    study = open_study(paths, FakeClock())
    assert study.durable
    assert len(study.notices) == 1
    assert "damaged" in study.notices[0] and "no backup" in study.notices[0]
    kept = list(paths.profile_dir.glob("progress.damaged-*.sqlite3"))
    assert [file.read_bytes() for file in kept] == [content]
    assert kept[0].name in study.notices[0]
    study.rate("card:c/one", Rating.GOOD)
    study.close()
    assert open_study(paths, FakeClock()).notices == ()


def test_a_database_scribbled_over_in_the_middle_is_restored_from_its_backup(paths):
    clock = FakeClock()
    filled(paths, [f"card:c/{n}" for n in range(200)], clock)
    clock.advance(days=1)
    open_study(paths, clock).close()  # makes the backup
    assert len(backups.newest_first(paths.backups_dir, clock.now())) == 1
    damaged = bytearray(paths.database.read_bytes())
    damaged[4096:40000] = b"\x5a" * (40000 - 4096)
    paths.database.write_bytes(bytes(damaged))

    study = open_study(paths, clock)
    assert "restored from the backup of 16 January 2026, 12:00 UTC" in study.notices[0]
    assert study.state("card:c/7").reviews == 1
    study.rate("card:c/7", Rating.GOOD)
    study.close()
    assert len(list(paths.profile_dir.glob("progress.damaged-*"))) >= 1


def test_a_file_emptied_by_a_crash_is_restored_too(paths):
    clock = FakeClock()
    filled(paths, clock=clock)
    clock.advance(days=1)
    open_study(paths, clock).close()
    paths.database.write_bytes(b"")
    study = open_study(paths, clock)
    assert "restored" in study.notices[0]
    assert study.state("card:c/one").reviews == 1
    study.close()


def test_a_damaged_backup_is_passed_over_for_an_older_one(paths):
    clock = FakeClock()
    filled(paths, clock=clock)
    for _ in range(2):
        clock.advance(days=1)
        open_study(paths, clock).close()
    newest, older = backups.newest_first(paths.backups_dir, clock.now())
    newest.write_bytes(b"rubbish" * 1000)
    paths.database.write_bytes(b"rubbish" * 1000)
    study = open_study(paths, clock)
    assert f"{backups.time_of(older):%d %B %Y}" in study.notices[0]
    assert study.state("card:c/one").reviews == 1
    study.close()


def test_one_backup_a_day_and_only_the_newest_are_kept(paths):
    clock = FakeClock()
    filled(paths, clock=clock)
    for _ in range(20):
        clock.advance(days=1)
        open_study(paths, clock).close()
        open_study(paths, clock).close()
    kept = backups.newest_first(paths.backups_dir, clock.now())
    assert len(kept) == backups.KEPT
    assert backups.time_of(kept[0]) == clock.now()


@pytest.mark.parametrize("name", ["progress-copy.sqlite3", "progress-.sqlite3", "progress-2026.sqlite3"])
def test_a_copy_that_somebody_put_there_is_let_be(paths, name):
    clock = FakeClock()
    filled(paths, clock=clock)
    own = paths.backups_dir / name
    own.parent.mkdir(parents=True, exist_ok=True)
    own.write_bytes(b"mine")
    for _ in range(backups.KEPT + 2):
        clock.advance(days=1)
        study = open_study(paths, clock)
        assert study.durable and study.notices == ()
        study.close()
    assert own.read_bytes() == b"mine"
    assert len(backups.newest_first(paths.backups_dir, clock.now())) == backups.KEPT


def test_a_clock_that_was_once_ahead_stops_no_backups(paths):
    clock = FakeClock()
    filled(paths, clock=clock)
    clock.advance(days=900)
    open_study(paths, clock).close()
    clock.advance(days=-890)
    open_study(paths, clock).close()
    open_study(paths, clock).close()
    kept = backups.newest_first(paths.backups_dir, clock.now())
    assert len(kept) == 2 and backups.time_of(kept[0]) == clock.now()


def test_a_backup_that_fails_is_said_but_does_not_stop_the_learner(paths, monkeypatch):
    clock = FakeClock()
    filled(paths, clock=clock)
    clock.advance(days=1)

    def refuse(*_arguments):
        raise OSError(28, "No space left on device")

    monkeypatch.setattr(backups.os, "replace", refuse)
    study = open_study(paths, clock)
    assert study.durable
    assert "could not be made. The progress file cannot be used: no space left on device." in study.notices[0]
    study.close()
    assert list(paths.backups_dir.iterdir()) == []


def test_an_old_format_is_backed_up_and_migrated(paths, monkeypatch):
    filled(paths)
    newer = (*progress_schema.MIGRATIONS, ("ALTER TABLE score ADD COLUMN note TEXT NOT NULL DEFAULT ''",))
    monkeypatch.setattr(progress_schema, "MIGRATIONS", newer)
    monkeypatch.setattr(progress_store, "NEWEST", 2)
    monkeypatch.setattr(backups, "NEWEST", 2)
    monkeypatch.setattr(progress_store, "migrate", lambda db, at: progress_schema.migrate(db, at, upto=2))
    study = open_study(paths, FakeClock())
    assert study.durable
    assert study.state("card:c/one").reviews == 1
    study.close()
    with closing(sqlite3.connect(paths.database)) as database:
        assert progress_schema.version_of(database) == 2
    with closing(sqlite3.connect(backups.newest_first(paths.backups_dir, FakeClock().now())[0])) as database:
        assert progress_schema.version_of(database) == 1


def test_a_migration_that_fails_halfway_changes_nothing(paths):
    filled(paths)
    broken = ("CREATE TABLE half (x INTEGER)", "CREATE TABLE half (x INTEGER)")
    with closing(sqlite3.connect(paths.database, isolation_level=None)) as database:
        original = progress_schema.MIGRATIONS
        progress_schema.MIGRATIONS = (*original, broken)
        try:
            with pytest.raises(sqlite3.OperationalError, match="already exists"):
                progress_schema.migrate(database, "now", upto=2)
        finally:
            progress_schema.MIGRATIONS = original
        assert progress_schema.version_of(database) == 1
        assert database.execute("SELECT 1 FROM sqlite_master WHERE name = 'half'").fetchone() is None


def test_a_file_from_a_newer_program_is_not_touched(paths):
    filled(paths)
    with closing(sqlite3.connect(paths.database)) as database, database:
        database.execute("INSERT INTO schema_version VALUES (99, 'tomorrow')")
    with pytest.raises(StoreError, match="newer Neurarium"):
        ProgressStore.open(paths.database, paths.backups_dir, NOW)
    study = open_study(paths, FakeClock())
    assert not study.durable
    assert "nothing you do will be kept" in study.notices[0]
    study.rate("card:c/two", Rating.GOOD)
    with closing(sqlite3.connect(paths.database)) as database:
        assert database.execute("SELECT COUNT(*) FROM review").fetchone()[0] == 1


def test_no_folder_to_write_in_means_memory_only_and_a_sentence(tmp_path):
    (tmp_path / "file").write_text("in the way")
    study = open_study(resolve(tmp_path / "file"), FakeClock())
    assert not study.durable
    assert study.notices[0].startswith("The folder ")
    study.rate("card:c/one", Rating.GOOD)
    assert study.state("card:c/one").phase is Phase.REVIEW


def _failing(paths, pragma):
    store = ProgressStore.open(paths.database, paths.backups_dir, NOW)
    study = StudyService(store, FakeClock())
    study.rate("card:c/one", Rating.GOOD)
    store._run(pragma)
    return store, study


def test_a_full_disk_is_one_sentence_and_nothing_is_half_saved(paths):
    store, study = _failing(paths, "PRAGMA max_page_count = 1")  # SQLite then refuses to grow the file
    text = "long " * 4000
    with pytest.raises(StoreError, match=r"^The disk is full\.$") as caught:
        study.save_answer("question:c/q", text, {})
    assert caught.value.details.startswith("SQLITE_FULL")
    assert study.answer("question:c/q") is None
    store._run("PRAGMA max_page_count = 100000")
    study.save_answer("question:c/q", text, {})
    assert study.answer("question:c/q").text == text
    study.close()


def test_a_review_on_a_full_disk_leaves_memory_and_log_as_they_were(paths):
    store, study = _failing(paths, "PRAGMA max_page_count = 1")
    known = {"card:c/one": study.state("card:c/one")}
    saved = 1
    with pytest.raises(StoreError, match="full"):
        for number in range(1000):
            item = f"card:c/{number}" + "x" * 200
            known[item] = NEW
            study.rate(item, Rating.GOOD)
            known[item] = study.state(item)
            saved += 1
    assert study.states(list(known)) == known
    assert store._all("SELECT COUNT(*) FROM review")[0][0] == saved
    study.close()


def test_a_file_that_may_not_be_written_is_one_sentence(paths):
    _, study = _failing(paths, "PRAGMA query_only = ON")
    with pytest.raises(StoreError, match=r"^The progress file may not be written\.$"):
        study.rate("card:c/two", Rating.GOOD)
    assert study.state("card:c/two") == NEW
    assert study.state("card:c/one").reviews == 1
    study.close()


def test_a_file_held_by_another_program_is_one_sentence_and_works_again_afterwards(paths, monkeypatch):
    monkeypatch.setattr(progress_store, "BUSY_SECONDS", 0.0)
    store = ProgressStore.open(paths.database, paths.backups_dir, NOW)
    study = StudyService(store, FakeClock())
    with closing(sqlite3.connect(paths.database, isolation_level=None)) as other:
        other.execute("BEGIN IMMEDIATE")
        with pytest.raises(StoreError, match=r"^Another program is holding the progress file\.$"):
            study.rate("card:c/one", Rating.GOOD)
        assert study.state("card:c/one") == NEW
        other.execute("ROLLBACK")
    study.rate("card:c/one", Rating.GOOD)
    assert study.state("card:c/one").reviews == 1
    study.close()


def test_a_row_that_makes_no_sense_is_reported_not_used(paths):
    filled(paths)
    with closing(sqlite3.connect(paths.database)) as database, database:
        database.execute("UPDATE memory SET phase = 9")
    study = open_study(paths, FakeClock())
    with pytest.raises(StoreError, match="damaged"):
        study.state("card:c/one")
    study.close()


def test_an_error_inside_a_transaction_takes_everything_back(paths):
    store = ProgressStore.open(paths.database, paths.backups_dir, NOW)
    with pytest.raises(ZeroDivisionError), store.transaction():
        store.put_position("lesson:c/l", {"scroll": 1}, NOW)
        raise ZeroDivisionError
    assert store.position("lesson:c/l") is None
    with store.transaction():
        store.put_position("lesson:c/l", {"scroll": 1}, NOW + timedelta(seconds=1))
    assert store.position("lesson:c/l") == {"scroll": 1}
    store.close()
