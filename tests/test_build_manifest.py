"""The build manifest ships every file the program reads, and agrees with pyproject.toml."""

from __future__ import annotations

import subprocess
from pathlib import Path

import pytest
import tomli


@pytest.fixture(scope="module")
def manifest(root: Path) -> dict:
    return tomli.loads((root / "build.toml").read_text(encoding="utf-8"))


def shipped(root: Path, manifest: dict) -> set[Path]:
    """The files that the patterns choose."""
    freeze = manifest["freeze"]
    chosen = {path for pattern in freeze["include_patterns"] for path in root.glob(pattern)}
    left_out = {path for pattern in freeze["exclude_patterns"] for path in root.glob(pattern)}
    return {
        path.relative_to(root)
        for path in chosen - left_out
        if path.is_file() and "__pycache__" not in path.parts
    }


def test_everything_the_program_reads_is_shipped(root: Path, manifest: dict) -> None:
    listed = subprocess.run(
        ["git", "ls-files", "assets", "lessons", "game/trainer"],
        cwd=root,
        capture_output=True,
        text=True,
        check=True,
    )
    needed = {Path(name) for name in listed.stdout.splitlines()} - {Path("assets/pictures/neurarium.png")}
    assert needed <= shipped(root, manifest)


def test_every_pattern_finds_something(root: Path, manifest: dict) -> None:
    patterns = [*manifest["freeze"]["include_patterns"], *manifest["freeze"]["exclude_patterns"]]
    assert [pattern for pattern in patterns if not any(root.glob(pattern))] == []


def test_name_version_and_engine_agree_with_the_project(root: Path, manifest: dict) -> None:
    project = tomli.loads((root / "pyproject.toml").read_text(encoding="utf-8"))["project"]
    assert (manifest["name"], manifest["version"]) == (project["name"], project["version"])
    assert set(manifest["freeze"]["requirements"]) <= set(project["dependencies"])
    assert all((root / entry).is_file() for app in manifest["apps"].values() for entry in app.values())
