"""The lists that must say the same thing in two places, and the way in on a Python that cannot run it."""

from __future__ import annotations

import ast
import os
import shutil
import subprocess
import sys
import tomllib
from importlib import metadata
from pathlib import Path

import pytest
from packaging.requirements import Requirement
from packaging.utils import canonicalize_name

from game.app import cli, preflight


@pytest.fixture(scope="module")
def project(root: Path) -> dict:
    return tomllib.loads((root / "pyproject.toml").read_text(encoding="utf-8"))


def test_constraints_say_the_same_to_pip_and_to_uv(root: Path, project: dict) -> None:
    lines = (root / "constraints.txt").read_text(encoding="utf-8").splitlines()
    for_pip = [line for line in lines if line and not line.startswith("#")]
    assert for_pip == project["tool"]["uv"]["constraint-dependencies"]


def test_direct_dependencies_are_pinned(project: dict) -> None:
    constrained = {line.partition("==")[0] for line in project["tool"]["uv"]["constraint-dependencies"]}
    groups = [
        entry for group in project["dependency-groups"].values() for entry in group if isinstance(entry, str)
    ]
    for requirement in [*project["project"]["dependencies"], *groups]:
        assert "==" in requirement or requirement in constrained, requirement


def test_everything_that_comes_along_is_pinned_as_installed(project: dict) -> None:
    """Walks from the program's own dependencies through what each installed package requires."""
    groups = [
        entry for group in project["dependency-groups"].values() for entry in group if isinstance(entry, str)
    ]
    pinned = [*project["project"]["dependencies"], *groups, *project["tool"]["uv"]["constraint-dependencies"]]
    versions: dict[str, set[str]] = {}
    for requirement in map(Requirement, pinned):
        if requirement.marker is None or requirement.marker.evaluate():
            versions.setdefault(canonicalize_name(requirement.name), set()).update(
                {specifier.version for specifier in requirement.specifier}
            )
    todo = [Requirement(line).name for line in project["project"]["dependencies"]]
    seen: set[str] = set()
    while todo:
        name = canonicalize_name(todo.pop())
        if name not in seen:
            seen.add(name)
            assert metadata.version(name) in versions.get(name, set()), name
            needs = map(Requirement, metadata.requires(name) or ())
            todo += [
                need.name for need in needs if need.marker is None or need.marker.evaluate({"extra": ""})
            ]
    assert len(seen) > 30


def test_no_package_is_pinned_twice(project: dict) -> None:
    direct = {line.partition("==")[0] for line in project["project"]["dependencies"]}
    assert not direct & {line.partition("==")[0] for line in project["tool"]["uv"]["constraint-dependencies"]}


def test_preflight_knows_every_dependency(project: dict) -> None:
    wanted = {line.partition("==")[0] for line in project["project"]["dependencies"]}
    assert {name for _, name in preflight.PACKAGES} == wanted
    assert preflight.missing_packages() == []


def test_preflight_and_project_agree_on_python(project: dict) -> None:
    oldest, too_new = (".".join(map(str, pair)) for pair in (preflight.OLDEST, preflight.TOO_NEW))
    assert project["project"]["requires-python"] == f">={oldest},<{too_new}"


def test_version_is_the_projects(project: dict) -> None:
    assert project["project"]["version"] == cli.VERSION


@pytest.mark.parametrize(
    "path", ["main.py", "game/__init__.py", "game/app/__init__.py", "game/app/preflight.py"]
)
def test_an_old_python_can_read_the_way_in(path: str, root: Path) -> None:
    """Python 2.7 too: nothing that it lacks stands there."""
    text = (root / path).read_text(encoding="ascii")
    tree = ast.parse(text, feature_version=(3, 4))
    for node in ast.walk(tree):
        assert not isinstance(node, ast.JoinedStr | ast.AnnAssign | ast.Nonlocal | ast.YieldFrom)
        if isinstance(node, ast.FunctionDef):
            arguments = [*node.args.args, *node.args.posonlyargs]
            assert node.returns is None and not any(argument.annotation for argument in arguments)
            assert not node.args.kwonlyargs
        if isinstance(node, ast.Call):
            assert not (isinstance(node.func, ast.Name) and node.func.id == "print")


def old_pythons() -> list[Path]:
    """Pythons on this machine that the program turns away."""
    names = ["python2.7", *(f"python3.{minor}" for minor in range(6, 11))]
    on_path = (found for name in names if (found := shutil.which(name)) is not None)
    pyenv = Path(os.environ.get("PYENV_ROOT", Path.home() / ".pyenv")) / "versions"
    kept = (path for name in names for path in pyenv.glob(f"*/bin/{name}"))
    return [Path(found) for found in {*on_path, *map(str, kept)} if "shims" not in found]


def test_an_old_python_is_told_so_in_one_sentence(root: Path, tmp_path: Path) -> None:
    """With every old Python there is here; the sources stay as they are."""
    pythons = old_pythons()
    if not pythons:
        pytest.skip("there is no Python older than 3.11 on this machine")
    for file in ("main.py", "game/__init__.py", "game/app/__init__.py", "game/app/preflight.py"):
        (tmp_path / file).parent.mkdir(parents=True, exist_ok=True)
        shutil.copyfile(root / file, tmp_path / file)
    bare = {name: value for name, value in os.environ.items() if not name.startswith("PYTHON")}
    for python in pythons:
        run = subprocess.run(
            [python, "main.py", "doctor"], cwd=tmp_path, capture_output=True, text=True, env=bare
        )
        assert run.returncode == 1 and run.stdout == ""
        assert run.stderr.startswith("Neurarium needs Python 3.11") and run.stderr.count("\n") == 1, python
    assert not [*tmp_path.glob("*.pyc"), *tmp_path.glob("game/*.pyc"), *tmp_path.glob("game/app/*.pyc")]


@pytest.mark.parametrize("version", [(3, 6, 9), (3, 10, 13), (3, 14, 0), (4, 0)])
def test_a_wrong_python_gets_one_sentence(version: tuple[int, ...]) -> None:
    problem = preflight.python_problem(version)
    assert problem and problem.count("\n") == 0
    assert preflight.WHAT_TO_TYPE in problem and ".".join(map(str, version)) in problem


@pytest.mark.parametrize("version", [(3, 11, 0), (3, 12, 4), (3, 13, 9)])
def test_a_right_python_gets_none(version: tuple[int, ...]) -> None:
    assert preflight.python_problem(version) is None


def test_a_missing_package_gets_one_sentence(root: Path) -> None:
    """`-S -E` hides the installed packages: what a person sees who runs main.py with a bare Python."""
    run = subprocess.run([sys.executable, "-S", "-E", "main.py"], cwd=root, capture_output=True, text=True)
    assert run.returncode == 1
    assert run.stdout == "" and run.stderr.count("\n") == 1
    assert "panda3d" in run.stderr and "not installed" in run.stderr and preflight.WHAT_TO_TYPE in run.stderr


def test_nothing_committed_names_a_download_address(root: Path) -> None:
    listed = (root / "constraints.txt").read_text() + (root / "pyproject.toml").read_text()
    assert "http" not in listed and " @ " not in listed
    assert "uv.lock" in (root / ".gitignore").read_text().splitlines()
