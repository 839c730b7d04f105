"""The few sounds of the program, quiet and optional.

Scenes call `play("right")` through the context; the menu sets the volume. Without an audio device, or with the
volume at 0, nothing happens and nothing waits: a sound's length is never asked for.
"""

from __future__ import annotations

from pathlib import Path

from direct.showbase.ShowBase import ShowBase
from panda3d.core import AudioSound, Filename

NAMES = ("select", "right", "again", "turn", "done", "overflow")


class SoundBoard:
    """All sounds, loaded once. `played` counts by name, for tests."""

    def __init__(self, base: ShowBase, folder: Path, volume: float) -> None:
        self.volume = volume
        self.played: dict[str, int] = dict.fromkeys(NAMES, 0)
        self._sounds: dict[str, AudioSound] = {}
        for name in NAMES:
            path = Filename.from_os_specific(str(folder / f"{name}.wav"))
            self._sounds[name] = base.loader.load_sfx(path)

    def play(self, name: str) -> None:
        """Play one sound from its beginning; KeyError for a name that is not in NAMES."""
        sound = self._sounds[name]
        if self.volume <= 0.0:
            return
        self.played[name] += 1
        sound.set_volume(self.volume)
        sound.set_time(0.0)
        sound.play()
