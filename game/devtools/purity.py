"""What pure code may touch: the modules that importing it really loads, and the calls that core must not
make.

`python -m game.devtools check` and `tests/test_architecture.py` call these. Import contracts read sources;
this starts a fresh interpreter and looks at what is loaded afterwards, so a package `__init__` that imports
its view is caught. Like `fences`, every checker takes the folder that holds `game/` and returns violations.
"""

from __future__ import annotations

import ast
import json
import subprocess
import sys
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path

from game.devtools.fences import Source, Violation, sources

ENGINE = ("panda3d", "direct")
LEARNING = ("tensorflow", "keras", "game.trainer")

# Standard library that core has no use for: files, processes, threads, sockets, the machine.
CORE_BANNED_MODULES = frozenset(
    "asyncio concurrent ctypes glob io multiprocessing os pathlib platform secrets select shutil "
    "signal socket sqlite3 subprocess sys tempfile threading time urllib uuid".split()
)
CORE_ALLOWED_PACKAGES = frozenset({"fsrs", "rapidfuzz", "snowballstemmer", "markdown_it", "msgspec", "game"})
CORE_BANNED_CALLS = frozenset({"open", "input", "print", "exec", "eval"})
CLOCK_CALLS = frozenset({"now", "utcnow", "today"})
RANDOM_ALLOWED = frozenset(
    {"Random"}
)  # a generator that came in as an argument, or is seeded where it is made

LOAD_SCRIPT = """\
import importlib, json, sys
before = set(sys.modules)
for name in json.loads(sys.argv[1]):
    importlib.import_module(name)
print(json.dumps(sorted(set(sys.modules) - before)))
"""


class ImportFailedError(Exception):
    """A module could not be imported in a fresh interpreter."""


@dataclass(frozen=True)
class LoadRule:
    """Modules matching any of `patterns` (paths below `game/`, as for Path.glob) must not load
    `forbidden`."""

    patterns: tuple[str, ...]
    forbidden: tuple[str, ...]


LOAD_RULES = (
    LoadRule(("core/**/*.py",), (*ENGINE, *LEARNING, "numpy", "game.engine", "game.services", "game.app")),
    LoadRule(
        ("worlds/*/model.py", "minigames/*/rules.py"),
        (*ENGINE, *LEARNING, "numpy", "game.engine", "game.services", "game.ui"),
    ),
    LoadRule(("services/**/*.py",), (*ENGINE, *LEARNING, "numpy", "game.engine", "game.ui")),
    LoadRule(
        tuple(f"{layer}/**/*.py" for layer in ("engine", "ui", "screens", "worlds", "minigames", "app")),
        LEARNING,
    ),
)


def modules_of(root: Path, patterns: Sequence[str]) -> list[str]:
    """Return the dotted names of the matching modules under `root`/game, packages too, `__main__` not."""
    names = set()
    for pattern in patterns:
        for file in (root / "game").glob(pattern):
            parts = file.relative_to(root).with_suffix("").parts
            if parts[-1] != "__main__":
                names.add(".".join(parts[:-1] if parts[-1] == "__init__" else parts))
    return sorted(names)


def loaded_by(root: Path, modules: Sequence[str]) -> set[str]:
    """Return what a fresh interpreter has loaded after importing `modules`.

    Raises ImportFailedError with the interpreter's own words when one cannot be imported.
    """
    run = subprocess.run(
        [sys.executable, "-c", LOAD_SCRIPT, json.dumps(list(modules))],
        cwd=root,
        capture_output=True,
        text=True,
    )
    if run.returncode:
        raise ImportFailedError((run.stderr.strip() or "no reason given").splitlines()[-1])
    return set(json.loads(run.stdout.splitlines()[-1]))


def impure_imports(
    root: Path, load: Callable[[Path, Sequence[str]], set[str]] = loaded_by
) -> list[Violation]:
    """Modules that load what their layer forbids, found by importing them in a fresh interpreter.

    All modules of a rule are imported together first; only when that finds something is each asked alone.
    """
    found = []
    for rule in LOAD_RULES:
        modules = modules_of(root, rule.patterns)
        if modules and _load_sins(root, modules, rule, load):
            for module in modules:
                found += [Violation(module, 0, sin) for sin in _load_sins(root, [module], rule, load)]
    return found


def _load_sins(
    root: Path, modules: Sequence[str], rule: LoadRule, load: Callable[[Path, Sequence[str]], set[str]]
) -> list[str]:
    try:
        loaded = load(root, modules)
    except ImportFailedError as error:
        return [f"cannot be imported: {error}"]
    return [
        f"importing it loads {bad}"
        for bad in rule.forbidden
        if any(name == bad or name.startswith(bad + ".") for name in loaded)
    ]


def impure_core(root: Path) -> list[Violation]:
    """Files, threads, wall clock, global randomness or foreign packages in `game/core`."""
    found: list[Violation] = []
    for source in sources(root):
        if source.path.startswith("game/core/"):
            found += [Violation(source.path, line, message) for line, message in _core_sins(source)]
    return found


def _core_sins(source: Source) -> Iterator[tuple[int, str]]:
    for node in ast.walk(source.tree):
        if isinstance(node, ast.Import):
            for alias in node.names:
                yield from _import_sin(node.lineno, alias.name)
        elif isinstance(node, ast.ImportFrom):
            yield from _import_sin(node.lineno, node.module or "")
        elif isinstance(node, ast.Call):
            yield from _call_sin(node)


def _import_sin(line: int, module: str) -> Iterator[tuple[int, str]]:
    top = module.partition(".")[0]
    if top in CORE_BANNED_MODULES:
        yield line, f"core imports {top}: no files, threads, clock or machine there"
    elif top not in sys.stdlib_module_names and top not in CORE_ALLOWED_PACKAGES:
        yield line, f"core imports the package {top}"


def _call_sin(node: ast.Call) -> Iterator[tuple[int, str]]:
    called = node.func
    if isinstance(called, ast.Name) and called.id in CORE_BANNED_CALLS:
        yield node.lineno, f"core calls {called.id}()"
    elif isinstance(called, ast.Attribute) and isinstance(called.value, ast.Name | ast.Attribute):
        owner = called.value.id if isinstance(called.value, ast.Name) else called.value.attr
        if owner in ("datetime", "date") and called.attr in CLOCK_CALLS:
            yield node.lineno, f"core reads the clock: {owner}.{called.attr}(); take the time as an argument"
        if owner == "random" and called.attr not in RANDOM_ALLOWED:
            yield node.lineno, f"core uses the global random.{called.attr}(); take a Random as an argument"


CHECKS: tuple[Callable[[Path], list[Violation]], ...] = (impure_core, impure_imports)
