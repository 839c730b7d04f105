"""What every test gets: an empty home, so that none reads or writes a person's own progress and settings."""

from __future__ import annotations

import os
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parent.parent


@pytest.fixture(scope="session", autouse=True)
def _home_of_its_own(tmp_path_factory: pytest.TempPathFactory):
    """Point every user-data folder of this process and its children into a temporary folder."""
    home = tmp_path_factory.mktemp("home")
    names = ("HOME", "XDG_DATA_HOME", "XDG_CONFIG_HOME", "XDG_CACHE_HOME", "LOCALAPPDATA", "APPDATA")
    before = {name: os.environ.get(name) for name in names}
    os.environ.update({name: str(home / name.lower()) for name in names})
    for name in names:
        (home / name.lower()).mkdir()
    yield home
    for name, value in before.items():
        if value is None:
            del os.environ[name]
        else:
            os.environ[name] = value


@pytest.fixture(scope="session")
def root() -> Path:
    """The repository's folder."""
    return ROOT
