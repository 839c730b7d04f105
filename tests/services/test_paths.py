"""Folders: from source and frozen, other data folders, names of profiles."""

import subprocess
import sys
from pathlib import Path

import pytest

from game.services import paths

ROOT = Path(__file__).resolve().parents[2]


def test_from_source_the_folders_are_those_of_the_repository():
    assert paths.app_dir() == ROOT
    assert paths.assets_dir() == ROOT / "assets"
    assert paths.lessons_dir() == ROOT / "lessons"


def test_frozen_the_folders_lie_beside_the_program(monkeypatch, tmp_path):
    program = tmp_path / "bin" / "neurarium"
    monkeypatch.setattr(sys, "frozen", True, raising=False)
    monkeypatch.setattr(sys, "executable", str(program))
    assert paths.assets_dir() == tmp_path / "bin" / "assets"
    assert paths.trainer_argv("--token", "x") == [str(program), "--trainer", "--token", "x"]


def test_frozen_on_a_mac_they_lie_in_resources(monkeypatch, tmp_path):
    (tmp_path / "Contents" / "Resources").mkdir(parents=True)
    monkeypatch.setattr(sys, "frozen", True, raising=False)
    monkeypatch.setattr(sys, "executable", str(tmp_path / "Contents" / "MacOS" / "neurarium"))
    assert paths.lessons_dir() == tmp_path / "Contents" / "Resources" / "lessons"


def test_the_trainer_is_started_through_the_same_entry_point():
    assert paths.trainer_argv("--x") == [sys.executable, str(ROOT / "main.py"), "--trainer", "--x"]


def test_the_folders_do_not_depend_on_where_one_stands(tmp_path):
    code = "from game.services import paths; print(paths.app_dir())"
    result = subprocess.run(
        [sys.executable, "-c", code],
        cwd=tmp_path,
        env={"PYTHONPATH": str(ROOT)},
        capture_output=True,
        text=True,
        check=True,
    )
    assert result.stdout.strip() == str(ROOT)


def test_a_profile_has_its_own_database_and_settings(tmp_path):
    one, two = paths.resolve(tmp_path, "ada"), paths.resolve(str(tmp_path), "grace")
    assert one.database.parent == one.settings_file.parent == one.profile_dir
    assert one.database != two.database
    assert not one.profile_dir.exists()
    one.ensure()
    assert one.backups_dir.is_dir() and one.runs_dir.is_dir() and one.logs_dir.is_dir()


def test_without_a_data_folder_it_is_the_platforms_own(monkeypatch, tmp_path):
    monkeypatch.setenv("XDG_DATA_HOME", str(tmp_path))
    assert "Neurarium" in str(paths.resolve().data_dir)


@pytest.mark.parametrize("name", ["", "..", "../x", "a/b", ".hidden", "x" * 41, "é", "a b", "a\n"])
def test_names_that_are_no_plain_words_are_refused(name):
    with pytest.raises(paths.PathError, match="profile name"):
        paths.resolve("x", name)


def test_a_folder_that_cannot_be_made_is_named_in_one_sentence(tmp_path):
    (tmp_path / "file").write_text("in the way")
    with pytest.raises(paths.PathError, match=r"^The folder .*file.* cannot be made: .*\.$"):
        paths.resolve(tmp_path / "file").ensure()
