"""A machine with and without sound: what is found before any sound library is loaded, and that nothing is printed."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

import pytest

from game.app import probes
from game.engine import audio_device
from game.engine.window import StageOptions, configure

HERE = sys.platform.startswith("linux")


def present(root: Path, **environ: str) -> bool:
    return audio_device.present(root, environ, "linux")


def test_a_bare_linux_has_none(tmp_path: Path) -> None:
    assert not present(tmp_path)
    assert not present(tmp_path, XDG_RUNTIME_DIR=str(tmp_path / "run"), HOME=str(tmp_path))


@pytest.mark.parametrize("file", ["dev/snd/pcmC0D0p", "dev/snd/pcmC1D3p", "dev/dsp", "etc/asound.conf"])
def test_a_card_or_a_set_up_is_one(tmp_path: Path, file: str) -> None:
    (tmp_path / file).parent.mkdir(parents=True)
    (tmp_path / file).touch()
    assert present(tmp_path)


@pytest.mark.parametrize("file", ["dev/snd/pcmC0D0c", "dev/snd/controlC0", "dev/snd/seq"])
def test_a_microphone_and_a_mixer_are_none(tmp_path: Path, file: str) -> None:
    (tmp_path / file).parent.mkdir(parents=True)
    (tmp_path / file).touch()
    assert not present(tmp_path)


def test_a_sound_server_is_one(tmp_path: Path) -> None:
    assert present(tmp_path, PULSE_SERVER="tcp:elsewhere")
    (tmp_path / "pulse").mkdir()
    (tmp_path / "pulse" / "native").touch()
    assert present(tmp_path / "nothing", XDG_RUNTIME_DIR=str(tmp_path))


def test_ones_own_alsa_set_up_is_one(tmp_path: Path) -> None:
    (tmp_path / ".asoundrc").touch()
    assert present(tmp_path / "nothing", HOME=str(tmp_path))


@pytest.mark.parametrize("platform", ["win32", "darwin"])
def test_elsewhere_the_library_is_asked(tmp_path: Path, platform: str) -> None:
    assert audio_device.present(tmp_path, {}, platform)


@pytest.mark.parametrize("there", [True, False])
def test_a_window_without_sound_never_loads_the_library(monkeypatch, there: bool) -> None:
    said: list[str] = []
    monkeypatch.setattr("game.engine.window.load_prc_file_data", lambda name, text: said.append(text))
    monkeypatch.setattr(audio_device, "present", lambda: there)
    configure(StageOptions())
    assert ("audio-library-name null" in said[0].splitlines()) is not there


def test_the_doctor_finds_no_device_without_asking_the_library(monkeypatch) -> None:
    monkeypatch.setattr(audio_device, "present", lambda: False)
    assert probes.PROBES["audio"]() == {"device": False, "library": "none"}


@pytest.mark.slow
@pytest.mark.skipif(HERE and audio_device.present(), reason="this machine has sound")
def test_a_silent_machine_starts_without_a_word(root: Path) -> None:
    """What an onscreen start does to sound, without needing a display."""
    code = (
        "from game.engine.window import StageOptions, configure; configure(StageOptions());"
        "from panda3d.core import AudioManager; m = AudioManager.create_AudioManager();"
        "print(m.is_valid(), m.get_type().get_name())"
    )
    run = subprocess.run(
        [sys.executable, "-c", code], cwd=root, capture_output=True, text=True, env={**os.environ}
    )
    assert run.stderr == "" and run.stdout.split() == ["False", "NullAudioManager"]
