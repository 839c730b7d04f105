"""Settings: what is saved is loaded, what is wrong falls back and says so, a failed save changes nothing."""

import os
from dataclasses import fields, replace

import pytest

from game.services import atomic_file
from game.services.settings import (
    CHOICES,
    RANGES,
    Settings,
    SettingsError,
    checked,
    load_settings,
    save_settings,
)

OTHER = Settings(
    volume=0.25,
    motion="reduced",
    text_size=1.5,
    scheme="contrast",
    pointer="trackpad",
    mouse_zoom="reversed",
    trackpad_zoom="reversed",
    fullscreen=True,
    monitor=2,
    desired_retention=0.85,
    rollover_hour=6,
)


def test_every_setting_survives_a_round_trip(tmp_path):
    path = tmp_path / "new" / "settings.toml"
    save_settings(OTHER, path)
    loaded = load_settings(path)
    assert loaded.settings == OTHER
    assert loaded.warnings == ()
    assert all(getattr(OTHER, f.name) != f.default for f in fields(Settings)), "each one must be tried"


def test_every_setting_has_its_rule():
    for field in fields(Settings):
        assert isinstance(field.default, bool) or (field.name in CHOICES) != (field.name in RANGES)


def test_no_file_gives_the_defaults_in_silence(tmp_path):
    loaded = load_settings(tmp_path / "none.toml")
    assert (loaded.settings, loaded.warnings) == (Settings(), ())


@pytest.mark.parametrize(
    ("line", "name"),
    [
        ("volume = 3", "volume"),
        ("volume = true", "volume"),
        ('volume = "loud"', "volume"),
        ("volume = nan", "volume"),
        ('motion = "wild"', "motion"),
        ("motion = []", "motion"),
        ("text_size = 1.1", "text_size"),
        ("text_size = true", "text_size"),
        ("fullscreen = 1", "fullscreen"),
        ("monitor = 1.5", "monitor"),
        ("desired_retention = 1.2", "desired_retention"),
        ("rollover_hour = 24", "rollover_hour"),
    ],
)
def test_a_bad_value_falls_back_alone_and_is_named(tmp_path, line, name):
    path = tmp_path / "settings.toml"
    other = 'scheme = "light"' if name != "scheme" else "volume = 0.1"
    path.write_text(f"{line}\n{other}\n", encoding="utf-8")
    loaded = load_settings(path)
    assert loaded.settings == replace(Settings(), scheme="light")
    assert len(loaded.warnings) == 1
    assert name in loaded.warnings[0] and loaded.warnings[0].endswith("is used.")


def test_a_whole_number_is_good_for_a_fraction(tmp_path):
    path = tmp_path / "settings.toml"
    path.write_text("text_size = 2\nvolume = 1\n", encoding="utf-8")
    loaded = load_settings(path)
    assert (loaded.settings.text_size, loaded.settings.volume, loaded.warnings) == (2.0, 1.0, ())


def test_an_unknown_name_is_said_and_left_out(tmp_path):
    path = tmp_path / "settings.toml"
    path.write_text("sparkle = 11\n", encoding="utf-8")
    loaded = load_settings(path)
    assert loaded.settings == Settings()
    assert "'sparkle'" in loaded.warnings[0]


@pytest.mark.parametrize(
    "content",
    [b"volume = = 3", b"\xff\xfe\x00v", b"volume = 0.5\nvolu", b"volume = " + 900 * b"[" + 900 * b"]"],
)
def test_a_file_that_is_no_toml_is_kept_aside(tmp_path, content):
    path = tmp_path / "settings.toml"
    path.write_bytes(content)
    loaded = load_settings(path)
    assert loaded.settings == Settings()
    assert "settings.toml.bad" in loaded.warnings[0]
    assert (tmp_path / "settings.toml.bad").read_bytes() == content
    save_settings(OTHER, path)
    assert load_settings(path).settings == OTHER


def test_a_failed_save_leaves_the_old_file_and_no_litter(tmp_path, monkeypatch):
    path = tmp_path / "settings.toml"
    save_settings(OTHER, path)

    def refuse(_descriptor: int) -> None:
        raise OSError(28, "No space left on device")

    monkeypatch.setattr(atomic_file.os, "fsync", refuse)
    with pytest.raises(SettingsError, match=r"could not be saved .*: no space left on device\.$"):
        save_settings(Settings(), path)
    monkeypatch.undo()
    assert load_settings(path).settings == OTHER
    assert os.listdir(tmp_path) == ["settings.toml"]


def test_a_folder_in_the_way_is_said(tmp_path):
    (tmp_path / "file").write_text("in the way")
    with pytest.raises(SettingsError):
        save_settings(Settings(), tmp_path / "file" / "settings.toml")
    assert load_settings(tmp_path / "file" / "settings.toml").settings == Settings()


def test_a_change_is_checked_by_the_same_rule():
    assert checked("volume", 1) == 1.0
    with pytest.raises(ValueError, match="no setting"):
        checked("sparkle", 1)
    with pytest.raises(ValueError, match="dark, light, contrast"):
        checked("scheme", "pink")
