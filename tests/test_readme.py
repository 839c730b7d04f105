"""The README promises commands, options, files and keys: each of them is there."""

from __future__ import annotations

import re
import subprocess
from pathlib import Path

import pytest

from game.app import cli, preflight
from game.devtools.__main__ import TOOLS


@pytest.fixture(scope="module")
def readme(root: Path) -> str:
    return (root / "README.md").read_text(encoding="utf-8")


def test_it_opens_with_a_picture_and_two_commands(readme: str, root: Path) -> None:
    picture = re.match(r"!\[.+\]\((\S+)\)\n", readme)
    assert picture and (root / picture[1]).is_file()
    commands = re.findall(r"^    (\S.*)$", readme, re.MULTILINE)
    assert commands[:2] == [preflight.WHAT_TO_TYPE, "uv run pytest"]
    assert commands[0] == "pip install uv && uv run main.py"


def test_ci_runs_the_command_of_the_readme(root: Path) -> None:
    script = root / ".ci" / "run"
    assert script.read_text(encoding="utf-8").splitlines()[-1] == "uv run pytest"
    subprocess.run(["bash", "-n", str(script)], check=True)
    assert script.stat().st_mode & 0o111, "it must be executable"


def test_every_command_and_option_it_names_is_understood(readme: str) -> None:
    help_text = cli.build_parser().format_help()
    commands = set(re.findall(r"`main\.py ([a-z]+)", readme))
    assert commands == {name for name in cli.COMMANDS if name}
    for option in set(re.findall(r"--[a-z][a-z-]+", readme.partition("## Write a lesson")[0])):
        pip_options = ("--upgrade", "--group")
        train_and_tour = ("--replicas", "--precision", "--steps", "--json", "--out")
        assert option in help_text or option in train_and_tour + pip_options, option


def test_the_train_command_it_shows_can_be_parsed(readme: str) -> None:
    shown = re.search(r"`main\.py (train [^`]+)`", readme)
    assert shown
    args = cli.build_parser().parse_args(shown[1].split())
    assert (args.experiment, args.replicas, args.steps, args.json) == ("brain-atlas", 2, 50, True)


def test_every_file_it_names_is_there(readme: str, root: Path) -> None:
    named = set(re.findall(r"`((?:[\w.-]+/)*[\w-]+\.(?:py|toml|md|txt))`", readme))
    named |= set(re.findall(r"`((?:assets|tests|game|lessons)/[\w/.-]+)`", readme))
    assert named, "the README names files"
    for path in named:
        assert (root / path).exists(), path


def test_every_tool_it_names_exists(readme: str) -> None:
    assert set(re.findall(r"game\.devtools ([a-z]+)", readme)) <= set(TOOLS)
