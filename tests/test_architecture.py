"""The fences of the program hold, and each of them falls over when something leans on it.

The checkers live in `game.devtools.fences` and `game.devtools.purity`; the import contracts in
`pyproject.toml`.
"""

from __future__ import annotations

import shutil
import subprocess
import sys
from pathlib import Path

import pytest

from game.devtools import fences, purity
from game.devtools.check import LINT_IMPORTS

PACKAGES = (
    "core",
    "services",
    "trainer",
    "engine",
    "ui",
    "screens",
    "worlds",
    "minigames",
    "app",
    "devtools",
)


@pytest.fixture
def tree(tmp_path: Path, root: Path) -> Path:
    """A small program that breaks no rule."""
    return grow_tree(tmp_path, root)


def grow_tree(tmp_path: Path, root: Path) -> Path:
    """Write every package, two worlds, two minigames, a registry and tests into a folder."""
    write(tmp_path, "game/__init__.py", "")
    for package in PACKAGES:
        write(tmp_path, f"game/{package}/__init__.py", "")
    write(tmp_path, "game/core/sums.py", "def add(a: int, b: int) -> int:\n    return a + b\n")
    for kind, pure in fences.FEATURE_KINDS.items():
        for name in ("first", "second"):
            write(tmp_path, f"game/{kind}/{name}/__init__.py", "")
            write(tmp_path, f"game/{kind}/{name}/{pure}.py", "from game.core import sums\n")
            write(tmp_path, f"tests/{kind}/test_{name}.py", f"from game.{kind}.{name} import {pure}\n")
            write(tmp_path, f"tests/scenes/test_{name}.py", "")
    names = [
        f'"game.{kind}.{name}.scene:Scene",' for kind in fences.FEATURE_KINDS for name in ("first", "second")
    ]
    write(tmp_path, "game/app/registry.py", "SCENES = (\n" + "\n".join(names) + "\n)\n")
    shutil.copy(root / "pyproject.toml", tmp_path)
    return tmp_path


def write(root: Path, path: str, code: str, docstring: str = '"""What this is for."""\n') -> None:
    file = root / path
    file.parent.mkdir(parents=True, exist_ok=True)
    file.write_text(docstring + code, encoding="utf-8")


def lint_imports(root: Path) -> subprocess.CompletedProcess[str]:
    command = [*LINT_IMPORTS, "--no-cache"]
    return subprocess.run(command, cwd=root, capture_output=True, text=True)


# ---- the program itself ----------------------------------------------------------------------------------


@pytest.mark.parametrize("check", [*fences.CHECKS, *purity.CHECKS], ids=lambda check: check.__name__)
def test_the_program_keeps_the_house_rules(check, root: Path) -> None:
    found = check(root)
    assert not found, "\n".join(map(str, found))


def test_the_program_keeps_its_import_contracts(root: Path) -> None:
    result = lint_imports(root)
    assert result.returncode == 0, result.stdout[-4000:] + result.stderr


@pytest.mark.tf
@pytest.mark.slow
def test_the_trainer_loads_no_engine(root: Path) -> None:
    modules = purity.modules_of(root, ("trainer/**/*.py",))
    loaded = purity.loaded_by(root, modules)
    assert not {name.partition(".")[0] for name in loaded} & {"panda3d", "direct"}
    assert not {name for name in loaded if name.startswith(("game.services", "game.engine", "game.ui"))}


# ---- each fence falls over when something leans on it
# --------------------------------------------------------


@pytest.mark.parametrize("check", [*fences.CHECKS, *purity.CHECKS], ids=lambda check: check.__name__)
def test_a_clean_tree_passes(check, tree: Path) -> None:
    assert check(tree) == []


def test_a_clean_tree_keeps_the_contracts(tree: Path) -> None:
    result = lint_imports(tree)
    assert result.returncode == 0, result.stdout


LONG_FUNCTION = "def long():\n" + "    x = 1\n" * fences.MAX_FUNCTION_LINES

LEANS = [
    (fences.long_files, "game/ui/long.py", "x = 1\n" * fences.MAX_FILE_LINES, "game/ui/long.py: 401 lines"),
    (fences.long_functions, "game/ui/long.py", LONG_FUNCTION, "game/ui/long.py:2: long() has 61 lines"),
    (fences.run_time_asserts, "game/ui/sure.py", "def f():\n    assert True\n", "game/ui/sure.py:3: assert"),
    (fences.busy_inits, "game/worlds/first/__init__.py", "from game.core import sums\n", "docstring only"),
    (fences.missing_inits, "game/ui/inner/part.py", "x = 1\n", "game/ui/inner: a package needs"),
    (purity.impure_core, "game/core/files.py", "import os\n", "core imports os"),
    (purity.impure_core, "game/core/files.py", "def f():\n    return open('x')\n", "core calls open()"),
    (purity.impure_core, "game/core/p.py", "import requests\n", "core imports the package requests"),
    (
        purity.impure_core,
        "game/core/clock.py",
        "import datetime\nx = datetime.datetime.now()\n",
        "reads the clock: datetime.now()",
    ),
    (
        purity.impure_core,
        "game/core/dice.py",
        "import random\nx = random.random()\n",
        "global random.random()",
    ),
    (
        purity.impure_imports,
        "game/core/draw.py",
        "import panda3d\n",
        "game.core.draw: importing it loads panda3d",
    ),
    (
        purity.impure_imports,
        "game/services/sum.py",
        "import numpy\n",
        "game.services.sum: importing it loads numpy",
    ),
    (
        purity.impure_imports,
        "game/worlds/first/model.py",
        "import numpy\n",
        "first.model: importing it loads numpy",
    ),
    (
        purity.impure_imports,
        "game/ui/broken.py",
        "import nowhere_at_all\n",
        "game.ui.broken: cannot be imported",
    ),
]


@pytest.mark.parametrize(
    ("check", "path", "code", "message"), LEANS, ids=lambda value: getattr(value, "__name__", "")
)
def test_a_fence_falls_over(check, path: str, code: str, message: str, tree: Path) -> None:
    write(tree, path, code)
    found = "\n".join(map(str, check(tree)))
    assert message in found


def test_a_package_that_loads_its_view_is_caught_at_run_time(tree: Path) -> None:
    """The case import contracts miss: the pure module is innocent, its package is not."""
    write(tree, "game/minigames/first/view.py", "import panda3d\n")
    write(tree, "game/minigames/first/__init__.py", "import game.minigames.first.view\n")
    found = "\n".join(map(str, purity.impure_imports(tree)))
    assert "game.minigames.first.rules: importing it loads panda3d" in found


def test_a_window_that_loads_the_trainer_is_caught_at_run_time(tree: Path) -> None:
    write(tree, "game/app/start.py", "import importlib\nimportlib.import_module('game.' + 'trainer')\n")
    found = "\n".join(map(str, purity.impure_imports(tree)))
    assert "game.app.start: importing it loads game.trainer" in found


def test_a_module_without_a_docstring_is_caught(tree: Path) -> None:
    write(tree, "game/ui/silent.py", "x = 1\n", docstring="")
    assert [str(found) for found in fences.missing_docstrings(tree)] == [
        "game/ui/silent.py:1: the module does not open with a docstring"
    ]


@pytest.mark.parametrize(
    ("take_away", "message"),
    [
        ("game/worlds/first/model.py", "game/worlds/first: has no model.py"),
        ("game/app/registry.py", "game/worlds/first: is not in game/app/registry.py"),
        ("tests/minigames/test_first.py", "game/minigames/first: no test imports game.minigames.first.rules"),
        ("tests/scenes/test_second.py", "game/worlds/second: has no scene test tests/scenes/test_second.py"),
    ],
)
def test_an_unfinished_feature_is_caught(take_away: str, message: str, tree: Path) -> None:
    (tree / take_away).unlink()
    found = "\n".join(map(str, fences.unfinished_features(tree)))
    assert message in found


CONTRACT_LEANS = [
    ("game/core/up.py", "import game.services\n", "Layers point down", "game.core.up -> game.services"),
    ("game/ui/up.py", "import game.screens\n", "Layers point down", "game.ui.up -> game.screens"),
    ("game/app/up.py", "import game.devtools\n", "Layers point down", "game.app.up -> game.devtools"),
    (
        "game/screens/aside.py",
        "import game.worlds\n",
        "Layers point down",
        "game.screens.aside -> game.worlds",
    ),
    ("game/novelty/__init__.py", "", "Layers point down", "game.novelty"),
    ("game/core/draw.py", "import panda3d.core\n", "know no engine", "game.core.draw -> panda3d"),
    (
        "game/worlds/first/model.py",
        "from direct.task import Task\n",
        "know no engine",
        "game.worlds.first.model -> direct",
    ),
    (
        "game/minigames/first/rules.py",
        "from game.ui import text\n",
        "know no engine",
        "game.minigames.first.rules -> game.ui.text",
    ),
    (
        "game/services/learn.py",
        "import tensorflow\n",
        "Only the trainer imports TensorFlow",
        "game.services.learn -> tensorflow",
    ),
    (
        "game/devtools/learn.py",
        "import keras\n",
        "Only the trainer imports TensorFlow",
        "game.devtools.learn -> keras",
    ),
    ("game/app/learn.py", "import game.trainer.runner\n", "nobody imports it", "game.app.learn"),
    ("game/ui/sum.py", "import numpy\n", "numpy only in", "game.ui.sum -> numpy"),
    (
        "game/worlds/first/model.py",
        "import numpy\n",
        "Models and rules are plain Python",
        "game.worlds.first.model -> numpy",
    ),
    (
        "game/worlds/first/view.py",
        "from game.worlds.second import model\n",
        "Worlds are strangers",
        "game.worlds.first.view -> game.worlds.second.model",
    ),
    (
        "game/minigames/second/view.py",
        "from game.minigames.first import rules\n",
        "Minigames are strangers",
        "game.minigames.second.view -> game.minigames.first.rules",
    ),
    ("game/core/sums.py", "import game.core.circle\n", "No cycles between siblings", "game.core"),
]


@pytest.fixture(scope="module")
def broken(tmp_path_factory: pytest.TempPathFactory, root: Path) -> dict[str, str]:
    """What import-linter says, a text for each broken contract, of a tree with every violation above in it."""
    tree = grow_tree(tmp_path_factory.mktemp("leaning"), root)
    write(tree, "game/ui/text.py", "")
    write(tree, "game/trainer/runner.py", "")
    write(tree, "game/core/circle.py", "import game.core.sums\n")
    files: dict[str, str] = {}
    for path, code, _, _ in CONTRACT_LEANS:
        files[path] = files.get(path, "") + code
    for path, code in files.items():
        write(tree, path, code)
    result = lint_imports(tree)
    assert result.returncode == 1, result.stdout + result.stderr
    names = [line.removesuffix(" BROKEN") for line in result.stdout.splitlines() if line.endswith(" BROKEN")]
    told = result.stdout.partition("Broken contracts")[2]
    starts = [(told.index(f"\n{name}\n---"), name) for name in names]
    ends = [start for start, _ in starts[1:]] + [len(told)]
    return {name: told[start:end] for (start, name), end in zip(starts, ends)}


@pytest.mark.parametrize(("path", "code", "contract", "words"), CONTRACT_LEANS)
def test_a_contract_breaks(path: str, code: str, contract: str, words: str, broken: dict[str, str]) -> None:
    told = [text for name, text in broken.items() if contract in name]
    assert told and all(words in text for text in told), broken


def test_the_checks_are_run_by_this_python() -> None:
    assert LINT_IMPORTS[0] == sys.executable
