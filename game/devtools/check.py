"""Run everything that has to hold before a change is handed in: linter, format, contracts, types, tests.

Called by `python -m game.devtools check`; `.ci/run` runs the same steps after installing what they need.
Installs nothing. Each step is a program of its own, so one that crashes does not take the others with it.
"""

from __future__ import annotations

import argparse
import subprocess
import sys
import time
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

from game.devtools import fences, purity

LINT_IMPORTS = (
    sys.executable,
    "-c",
    "from importlinter.cli import lint_imports_command; lint_imports_command()",
)


@dataclass(frozen=True)
class Step:
    """One program to run. name: what the table calls it."""

    name: str
    command: tuple[str, ...]


@dataclass(frozen=True)
class Result:
    """How a step ended. seconds: wall time."""

    name: str
    good: bool
    seconds: float


def steps(fast: bool, fix: bool) -> list[Step]:
    """Return what to run, quick ones first. fast: leave out slow tests. fix: let ruff mend what it can."""
    python = (sys.executable, "-m")
    mend = ("--fix",) if fix else ()
    return [
        Step("ruff", (*python, "ruff", "check", *mend, ".")),
        Step("format", (*python, "ruff", "format", *(() if fix else ("--check",)), ".")),
        Step("contracts", (*LINT_IMPORTS, "--no-cache")),
        Step("house rules", (*python, "game.devtools", "fences")),
        Step("types", (*python, "mypy")),
        Step("tests", (*python, "pytest", "-q", *(("-m", "not slow") if fast else ()))),
    ]


def run_step(step: Step, root: Path) -> Result:
    """Run one step with its output going straight to the terminal."""
    print(f"\n--- {step.name}", flush=True)
    begun = time.monotonic()
    code = subprocess.run(step.command, cwd=root, check=False).returncode
    return Result(step.name, code == 0, time.monotonic() - begun)


def summary(results: Sequence[Result]) -> str:
    """Return the closing table, one step a line."""
    lines = [
        f"{'ok' if result.good else 'FAILED':>7}  {result.name:<12} {result.seconds:6.1f} s"
        for result in results
    ]
    return "\n".join(["", *lines])


def run(argv: Sequence[str], root: Path) -> int:
    """Run the steps; return 0 when all of them hold, else 1."""
    parser = argparse.ArgumentParser(prog="python -m game.devtools check", description=__doc__)
    parser.add_argument("--fast", action="store_true", help='leave out the tests marked "slow"')
    parser.add_argument("--fix", action="store_true", help="let ruff mend and format first")
    args = parser.parse_args(argv)
    results = [run_step(step, root) for step in steps(args.fast, args.fix)]
    print(summary(results))
    return 0 if all(result.good for result in results) else 1


def run_fences(argv: Sequence[str], root: Path) -> int:
    """Check the house rules alone; print what is broken; return 0 when nothing is."""
    found = [violation for check in (*fences.CHECKS, *purity.CHECKS) for violation in check(root)]
    for violation in found:
        print(violation)
    print(f"{len(found)} broken house rules" if found else "All house rules hold.")
    return 1 if found else 0
