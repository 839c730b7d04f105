"""Where everything lies: the program's own folders and the learner's data. The only maker of paths.

Called by the command line, the loaders, the database, the trainer's client. Works from a source tree and in a
frozen program, where there is no `__file__`. Knows nothing of what is in the files.
"""

from __future__ import annotations

import re
import sys
from dataclasses import dataclass
from pathlib import Path

import platformdirs

import game

APP_NAME = "Neurarium"
_PROFILE = re.compile(r"[A-Za-z0-9][A-Za-z0-9_-]{0,39}")


class PathError(Exception):
    """A folder cannot be used; the text is one sentence for the person at the machine."""


def is_frozen() -> bool:
    """Whether this is a packaged program rather than a source tree."""
    return bool(getattr(sys, "frozen", False))


def app_dir() -> Path:
    """The folder that holds `assets/` and `lessons/`: the repository, or that of the packaged program."""
    if not is_frozen():
        return Path(next(iter(game.__path__))).resolve().parent
    folder = Path(sys.executable).resolve().parent
    resources = folder.parent / "Resources"
    return resources if folder.name == "MacOS" and resources.is_dir() else folder


def assets_dir() -> Path:
    """Meshes, shaders, fonts, icons."""
    return app_dir() / "assets"


def lessons_dir() -> Path:
    """The courses that come with the program."""
    return app_dir() / "lessons"


def program_argv(*extra: str) -> list[str]:
    """The command line that starts this program once more, with arguments."""
    if is_frozen():
        return [sys.executable, *extra]
    return [sys.executable, str(app_dir() / "main.py"), *extra]


def trainer_argv(*extra: str) -> list[str]:
    """The command line that starts the trainer as its own process, with further arguments."""
    return program_argv("--trainer", *extra)


@dataclass(frozen=True, slots=True)
class Paths:
    """The folders of one learner's profile. Nothing is created before `ensure`."""

    data_dir: Path
    profile: str

    @property
    def profile_dir(self) -> Path:
        """Everything that belongs to this profile."""
        return self.data_dir / "profiles" / self.profile

    @property
    def database(self) -> Path:
        """Reviews, scores, answers, positions."""
        return self.profile_dir / "progress.sqlite3"

    @property
    def backups_dir(self) -> Path:
        """Dated copies of the database."""
        return self.profile_dir / "backups"

    @property
    def settings_file(self) -> Path:
        """Volume, motion, text size and the like."""
        return self.profile_dir / "settings.toml"

    @property
    def runs_dir(self) -> Path:
        """Training runs and their checkpoints."""
        return self.profile_dir / "runs"

    @property
    def logs_dir(self) -> Path:
        """What the program wrote down about itself."""
        return self.data_dir / "logs"

    @property
    def pictures_dir(self) -> Path:
        """Where F12 puts pictures: the person's own pictures folder, or beside a data folder of one's choice."""
        if self.data_dir == platformdirs.user_data_path(APP_NAME, appauthor=False):
            return platformdirs.user_pictures_path() / APP_NAME
        return self.data_dir / "pictures"

    @property
    def cache_dir(self) -> Path:
        """What can be deleted at any time and made again."""
        return self.data_dir / "cache"

    def ensure(self) -> Paths:
        """Make the folders. Raises PathError with a sentence that says which one could not be made."""
        for folder in (self.profile_dir, self.backups_dir, self.runs_dir, self.logs_dir, self.cache_dir):
            try:
                folder.mkdir(parents=True, exist_ok=True)
            except OSError as error:
                reason = error.strerror or "the system refused"
                raise PathError(f"The folder {folder} cannot be made: {reason.lower()}.") from error
        return self


def resolve(data_dir: Path | str | None = None, profile: str = "default") -> Paths:
    """The paths for a data folder (none: the platform's own for user data) and a profile name.

    Raises PathError for a profile name that is not a plain word.
    """
    if not _PROFILE.fullmatch(profile):
        raise PathError(
            f"The profile name {profile!r} cannot be used: take up to 40 letters, digits, - or _."
        )
    if data_dir is None:
        return Paths(platformdirs.user_data_path(APP_NAME, appauthor=False), profile)
    return Paths(Path(data_dir).expanduser().absolute(), profile)
