"""`game.devtools`: the check's steps, its verdict, and the list of tools."""

from __future__ import annotations

import re
import sys
from pathlib import Path

import pytest

from game.devtools import __main__ as tools
from game.devtools import check
from game.devtools.check import Result, Step


def test_every_listed_tool_is_there(root: Path) -> None:
    """Looked for in the sources: some tools need packages that only their own group installs."""
    for module, function, what in tools.TOOLS.values():
        source = (root / f"{module.replace('.', '/')}.py").read_text(encoding="utf-8")
        assert (
            re.search(rf"^def {function}\(argv: (Sequence|list)\[str\], root: Path\) -> int:", source, re.M)
            and what
        )


def test_no_tool_and_a_wrong_tool(root: Path, capsys) -> None:
    assert tools.main([], root) == 0
    listed = capsys.readouterr().out
    assert all(name in listed for name in tools.TOOLS)
    assert tools.main(["hammer"], root) == 2
    assert "hammer" in capsys.readouterr().err


def test_fast_leaves_out_only_the_slow_tests() -> None:
    full, fast = (check.steps(fast=value, fix=False) for value in (False, True))
    assert [step.name for step in full] == [step.name for step in fast]
    assert full[:-1] == fast[:-1]
    assert fast[-1].command == (*full[-1].command, "-m", "not slow")


def test_checking_changes_nothing_unless_asked() -> None:
    assert ("--check" in check.steps(False, fix=False)[1].command) and (
        "--fix" not in check.steps(False, False)[0].command
    )
    assert "--fix" in check.steps(False, fix=True)[0].command


@pytest.mark.parametrize(("code", "good"), [("pass", True), ("raise SystemExit(3)", False)])
def test_a_step_is_judged_by_its_exit_code(code: str, good: bool, tmp_path: Path) -> None:
    result = check.run_step(Step("step", (sys.executable, "-c", code)), tmp_path)
    assert (result.name, result.good) == ("step", good) and result.seconds > 0


def test_one_failed_step_fails_the_check(monkeypatch, tmp_path: Path, capsys) -> None:
    for failing, code in ((None, 0), ("types", 1)):
        monkeypatch.setattr(
            check, "run_step", lambda step, root, bad=failing: Result(step.name, step.name != bad, 1.0)
        )
        assert check.run([], tmp_path) == code
        assert ("FAILED" in capsys.readouterr().out) == bool(code)
