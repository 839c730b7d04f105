"""How the program was asked to start: the command line's answer, handed to `boot.run` and `tour.run`.

Made by `cli`; plain values only, so that tests make their own.
"""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path


@dataclass(frozen=True)
class RunOptions:
    """One start of the program.

    scene: id of the scene to open after home, or "" for home. profile: whose progress is used. data_dir:
    where it is kept instead of the platform's user-data folder. fullscreen: None leaves it to the settings.
    monitor: 1 is the first; None leaves it to the settings.
    """

    scene: str = ""
    profile: str = "default"
    data_dir: Path | None = None
    fullscreen: bool | None = None
    monitor: int | None = None
