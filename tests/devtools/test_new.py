"""`game.devtools new`: what it writes passes every fence, runs, and is reachable; nothing is overwritten."""

from __future__ import annotations

import shutil
import subprocess
import sys
from pathlib import Path

import pytest

from game.devtools import fences, new, purity
from game.devtools.check import LINT_IMPORTS

FEATURES = (("world", "tide_pool"), ("minigame", "echo"))


@pytest.fixture(scope="module")
def copy(root: Path, tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A copy of the program with one new world and one new minigame."""
    made = tmp_path_factory.mktemp("copy")
    caches = shutil.ignore_patterns("__pycache__")
    shutil.copytree(root / "game", made / "game", ignore=caches)
    shutil.copytree(root / "tests", made / "tests", ignore=caches)
    for name in ("pyproject.toml", "main.py"):
        shutil.copy(root / name, made)
    for name in ("assets", "lessons"):
        (made / name).symlink_to(root / name, target_is_directory=True)
    for kind, name in FEATURES:
        assert new.run([kind, name], made) == 0
    return made


def new_files(copy: Path) -> list[str]:
    names = [name for _, name in FEATURES]
    found = [file.relative_to(copy).as_posix() for file in copy.rglob("*.py")]
    return sorted(file for file in found if any(name in file for name in names))


@pytest.mark.slow
def test_every_file_is_written(copy: Path) -> None:
    assert len(new_files(copy)) == 12


@pytest.mark.slow
@pytest.mark.parametrize("check", [*fences.CHECKS, *purity.CHECKS], ids=lambda check: check.__name__)
def test_what_is_new_passes_the_fences(check, copy: Path, root: Path) -> None:
    before = set(map(str, check(root)))
    assert set(map(str, check(copy))) - before == set()


@pytest.mark.slow
def test_what_is_new_keeps_the_contracts_and_the_style(copy: Path) -> None:
    contracts = subprocess.run([*LINT_IMPORTS, "--no-cache"], cwd=copy, capture_output=True, text=True)
    assert contracts.returncode == 0, contracts.stdout
    for words in (["check"], ["format", "--check"]):
        style = subprocess.run(
            [sys.executable, "-m", "ruff", *words, *new_files(copy), "game/app/registry.py"],
            cwd=copy,
            capture_output=True,
            text=True,
        )
        assert style.returncode == 0, style.stdout


@pytest.mark.slow
def test_what_is_new_runs(copy: Path) -> None:
    tests = [file for file in new_files(copy) if file.startswith("tests/")]
    assert len(tests) == 4
    run = subprocess.run(
        [sys.executable, "-m", "pytest", "-q", *tests], cwd=copy, capture_output=True, text=True
    )
    assert run.returncode == 0, run.stdout[-3000:]
    assert "4 passed" in run.stdout


@pytest.mark.parametrize("name", ["TidePool", "tide-pool", "1st", "../out", "_x", ""])
def test_a_name_that_is_no_module_is_refused(name: str, tmp_path: Path, capsys) -> None:
    assert new.run(["world", name], tmp_path) == 2
    assert list(tmp_path.iterdir()) == [] and capsys.readouterr().err


@pytest.mark.slow
def test_nothing_is_written_over(copy: Path, capsys) -> None:
    assert new.run(["world", "tide_pool"], copy) == 2
    assert "exists already" in capsys.readouterr().err


def test_the_registry_stays_sorted_and_literal() -> None:
    registry = (
        "from game.app.entry import Entry\nfrom game.screens.home.spec import SPEC as START\n\n"
        'SCENES: tuple[Entry, ...] = (\n    Entry(START, "game.screens.home.scene:HomeScreen"),\n)\n'
        "\nHOME = START.id\n"
    )
    changed = new.register(registry, "game.minigames.echo", "EchoScreen")
    assert changed.splitlines()[1] == "from game.minigames.echo.spec import SPEC as ECHO"
    assert '    Entry(ECHO, "game.minigames.echo.scene:EchoScreen"),\n)' in changed


def test_the_door_is_added_to_the_spec() -> None:
    source = 'spec = SceneSpec("a", S, "Ä", frozenset({"menu"}))\n'
    assert new.let_open(source, "echo") == 'spec = SceneSpec("a", S, "Ä", frozenset({"menu", "echo"}))\n'
