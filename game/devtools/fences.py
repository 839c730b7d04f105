"""The house rules that a parser can check: sizes, docstrings, no `assert`, bare `__init__` files,
registered features.

`python -m game.devtools check` and `tests/test_architecture.py` both call these. Every checker takes the
folder that holds `game/` and returns what it found, so that tests can show each one failing on a small tree
of their own. Reads sources only; what an import really loads is `purity`'s business.
"""

from __future__ import annotations

import ast
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from functools import cache
from pathlib import Path

MAX_FILE_LINES = 400
MAX_FUNCTION_LINES = 60

# Where features live, and the pure module each of them must have.
FEATURE_KINDS = {"worlds": "model", "minigames": "rules"}


@dataclass(frozen=True)
class Violation:
    """One broken rule. path: relative to the checked root. line: 1-based, 0 for the file as a whole."""

    path: str
    line: int
    message: str

    def __str__(self) -> str:
        return f"{self.path}:{self.line}: {self.message}" if self.line else f"{self.path}: {self.message}"


@dataclass(frozen=True)
class Source:
    """One parsed Python file."""

    path: str
    text: str
    tree: ast.Module


def sources(root: Path) -> Iterator[Source]:
    """Yield every Python file of the program under `root`, in a fixed order."""
    files = [root / "main.py", *sorted((root / "game").rglob("*.py"))]
    for file in files:
        if file.is_file():
            yield _parse(file.relative_to(root).as_posix(), file.read_text(encoding="utf-8"))


@cache
def _parse(path: str, text: str) -> Source:
    """Parse once, however many checkers read it."""
    return Source(path, text, ast.parse(text, filename=path))


def long_files(root: Path) -> list[Violation]:
    """Files of more than MAX_FILE_LINES lines."""
    found = []
    for source in sources(root):
        lines = len(source.text.splitlines())
        if lines > MAX_FILE_LINES:
            found.append(Violation(source.path, 0, f"{lines} lines; more than {MAX_FILE_LINES} is two nouns"))
    return found


def long_functions(root: Path) -> list[Violation]:
    """Functions of more than MAX_FUNCTION_LINES lines, docstring included."""
    found = []
    for source in sources(root):
        for node in ast.walk(source.tree):
            if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef):
                lines = (node.end_lineno or node.lineno) - node.lineno + 1
                if lines > MAX_FUNCTION_LINES:
                    message = f"{node.name}() has {lines} lines, more than {MAX_FUNCTION_LINES}"
                    found.append(Violation(source.path, node.lineno, message))
    return found


def run_time_asserts(root: Path) -> list[Violation]:
    """`assert` statements: a frozen app runs without them."""
    return [
        Violation(source.path, node.lineno, "assert is stripped in a frozen app; raise an error instead")
        for source in sources(root)
        for node in ast.walk(source.tree)
        if isinstance(node, ast.Assert)
    ]


def missing_docstrings(root: Path) -> list[Violation]:
    """Modules that do not open by saying what they are for."""
    return [
        Violation(source.path, 1, "the module does not open with a docstring")
        for source in sources(root)
        if not ast.get_docstring(source.tree)
    ]


def busy_inits(root: Path) -> list[Violation]:
    """`__init__.py` files that hold more than a docstring: importing a package must load nothing."""
    return [
        Violation(source.path, source.tree.body[1].lineno, "an __init__.py holds a docstring only")
        for source in sources(root)
        if source.path.endswith("/__init__.py") and len(source.tree.body) > 1
    ]


def missing_inits(root: Path) -> list[Violation]:
    """Folders with modules but without `__init__.py`: import-linter would not see them."""
    folders = {file.parent for file in (root / "game").rglob("*.py")}
    return [
        Violation(folder.relative_to(root).as_posix(), 0, "a package needs an __init__.py with its docstring")
        for folder in sorted(folders)
        if not (folder / "__init__.py").is_file()
    ]


def features(root: Path) -> list[tuple[str, str]]:
    """Return (kind, name) of every world and minigame folder."""
    return [
        (kind, folder.name)
        for kind in FEATURE_KINDS
        if (root / "game" / kind).is_dir()
        for folder in sorted((root / "game" / kind).iterdir())
        if (folder / "__init__.py").is_file()
    ]


def unfinished_features(root: Path) -> list[Violation]:
    """Worlds and minigames without pure rules, a registry line, a test of the rules or a scene test."""
    registry = _named_modules(root / "game" / "app" / "registry.py")
    tested: set[str] = set()
    for test in sorted((root / "tests").rglob("test_*.py")):
        tested |= _named_modules(test)
    found = []
    for kind, name in features(root):
        pure = FEATURE_KINDS[kind]
        folder, module = f"game/{kind}/{name}", f"game.{kind}.{name}"
        if not (root / folder / f"{pure}.py").is_file():
            found.append(
                Violation(folder, 0, f"has no {pure}.py: what decides must be apart from what shows")
            )
        elif f"{module}.{pure}" not in tested:
            found.append(Violation(folder, 0, f"no test imports {module}.{pure}"))
        if not any(named == module or named.startswith(module + ".") for named in registry):
            found.append(Violation(folder, 0, "is not in game/app/registry.py"))
        if not list((root / "tests" / "scenes").glob(f"test_{name}*.py")):
            found.append(Violation(folder, 0, f"has no scene test tests/scenes/test_{name}.py"))
    return found


def _named_modules(file: Path) -> set[str]:
    """Return the modules that a file imports, or names in strings such as "game.worlds.brain.scene:Scene"."""
    if not file.is_file():
        return set()
    named: set[str] = set()
    for node in ast.walk(ast.parse(file.read_text(encoding="utf-8"))):
        if isinstance(node, ast.Import):
            named |= {alias.name for alias in node.names}
        elif isinstance(node, ast.ImportFrom) and node.module:
            named.add(node.module)
            named |= {f"{node.module}.{alias.name}" for alias in node.names}
        elif (
            isinstance(node, ast.Constant) and isinstance(node.value, str) and node.value.startswith("game.")
        ):
            named.add(node.value.partition(":")[0])
    return named


CHECKS: tuple[Callable[[Path], list[Violation]], ...] = (
    long_files,
    long_functions,
    run_time_asserts,
    missing_docstrings,
    busy_inits,
    missing_inits,
    unfinished_features,
)
