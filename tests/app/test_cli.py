"""The command line: what is understood, what is refused, and with which exit code."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

import pytest

from game.app import cli
from game.app.options import RunOptions


def options(*argv: str) -> RunOptions:
    return cli.run_options(cli.build_parser().parse_args(argv))


def test_nothing_typed_means_the_defaults() -> None:
    assert options() == RunOptions()


@pytest.mark.parametrize("order", ["before", "after"])
def test_options_may_stand_on_either_side_of_the_command(order: str, tmp_path: Path) -> None:
    shared = [
        "--profile",
        "ada",
        "--data-dir",
        str(tmp_path),
        "--windowed",
        "--monitor",
        "2",
        "--scene",
        "lab",
    ]
    argv = [*shared, "doctor"] if order == "before" else ["doctor", *shared]
    assert options(*argv) == RunOptions("lab", "ada", tmp_path, fullscreen=False, monitor=2)


@pytest.mark.parametrize(
    "argv",
    [
        ["--windowed", "--fullscreen"],
        ["--fullscreen", "--windowed", "doctor"],
        ["doctor", "--windowed", "--fullscreen"],
        ["--windowed", "doctor", "--fullscreen"],
    ],
)
def test_windowed_and_fullscreen_together_are_wrong_use(argv: list[str], capsys) -> None:
    assert cli.main(argv, {}) == 2
    told = capsys.readouterr().err.splitlines()
    assert told[-1].endswith("--windowed and --fullscreen exclude each other; give one of them")


def test_either_of_windowed_and_fullscreen_may_be_said_twice() -> None:
    assert options("--windowed", "doctor", "--windowed").fullscreen is False
    assert options("--fullscreen", "doctor").fullscreen is True


@pytest.mark.parametrize(
    ("argv", "words"),
    [
        (["fly"], "invalid choice: 'fly'"),
        (["--monitor", "0"], "'0' is not a whole number of at least 1"),
        (["--monitor", "one"], "'one' is not a whole number of at least 1"),
        (["train"], "EXPERIMENT"),
        (["train", "brain-atlas", "--precision", "float8"], "invalid choice: 'float8'"),
        (["train", "brain-atlas", "--replicas", "-2"], "--replicas"),
        (["tour", "--seconds", "nan"], "'nan' is not a number of seconds"),
        (["train", "brain-atlas", "--seed", "-1"], "seed must be between 0 and 4294967295"),
        (["train", "brain-atlas", "--seed", str(2**70)], "seed must be between"),
        (["train", "brain-atlas", "--steps", str(2**70)], "at most 1000000000 steps"),
        (["train", "brain-atlas", "--replicas", "9"], "between 1 and 4, not 9"),
        (["tour", "--seconds", "0", "--scene", "nowhere"], "no scene called 'nowhere'"),
        (["tour", "--seconds", "0", "--out", __file__], "cannot be made"),
        (["--profile", "../else", "doctor"], "profile name '../else' cannot be used"),
    ],
)
def test_wrong_use_is_told_and_exits_with_2(argv: list[str], words: str, capsys) -> None:
    assert cli.main(argv, {}) == 2
    assert words in capsys.readouterr().err


def test_help_and_version_are_good(capsys) -> None:
    assert cli.main(["--help"], {}) == 0
    told = capsys.readouterr().out
    assert all(
        command in told for command in ("tour", "train", "check", "doctor", "--data-dir", "exit codes")
    )
    assert cli.main(["--version"], {}) == 0
    assert cli.VERSION in capsys.readouterr().out


def test_each_command_reaches_its_part(monkeypatch) -> None:
    for name in [command for command in cli.COMMANDS if command]:
        reached: list[str] = []
        monkeypatch.setitem(cli.COMMANDS, name, lambda args, _, seen=reached: seen.append(args.command) or 7)
        assert cli.main([name, "x"] if name == "train" else [name], {}) == 7
        assert reached == [name]


def test_without_a_display_linux_gets_the_demonstration() -> None:
    assert not cli.has_display({}, "linux")
    assert not cli.has_display({"DISPLAY": ""}, "linux")
    assert cli.has_display({"DISPLAY": ":0"}, "linux")
    assert cli.has_display({}, "win32") and cli.has_display({}, "darwin")


def test_an_interrupt_is_quiet(monkeypatch, capsys) -> None:
    def interrupted(args, environ):
        raise KeyboardInterrupt

    monkeypatch.setitem(cli.COMMANDS, "doctor", interrupted)
    assert cli.main(["doctor"], {}) == 130
    assert capsys.readouterr().err == "\nStopped.\n"


def test_help_loads_nothing_heavy(root: Path) -> None:
    code = (
        "import sys; sys.argv = ['main.py', '--help']\n"
        "import runpy\n"
        "try: runpy.run_path('main.py', run_name='__main__')\n"
        "except SystemExit as leaving: print('code', leaving.code)\n"
        "print(sorted(set(sys.modules) & {'panda3d', 'direct', 'numpy', 'tensorflow', 'fsrs', 'PIL'}))\n"
    )
    run = subprocess.run([sys.executable, "-c", code], cwd=root, capture_output=True, text=True)
    assert run.stdout.splitlines()[-2:] == ["code 0", "[]"], run.stdout + run.stderr


@pytest.mark.skipif(not sys.platform.startswith("linux"), reason="only X11 has displays by name")
@pytest.mark.slow
def test_a_display_that_is_not_there_gets_a_sentence(root: Path, tmp_path: Path) -> None:
    command = [sys.executable, "main.py", "--data-dir", str(tmp_path)]
    run = subprocess.run(
        command, cwd=root, env={**os.environ, "DISPLAY": ":9999"}, capture_output=True, text=True
    )
    assert run.returncode == 1
    told = run.stderr.splitlines()[-1]
    assert told.startswith("No usable graphics") and "main.py doctor" in told
    assert "Traceback" not in run.stderr


def test_a_scene_that_does_not_exist_is_wrong_use_before_any_window_opens(capsys) -> None:
    assert cli.main(["--scene", "nowhere"], {"DISPLAY": ":99"}) == 2
    told = capsys.readouterr().err
    assert "no scene called 'nowhere'" in told and "brain" in told and told.count("\n") == 1


def test_what_nobody_foresaw_is_one_sentence_and_a_file(monkeypatch, capsys, tmp_path: Path) -> None:
    def burst(*_: object) -> int:
        raise ZeroDivisionError("by\nnought")

    monkeypatch.setitem(cli.COMMANDS, "check", burst)
    assert cli.main(["check", "--data-dir", str(tmp_path)], {}) == 1
    told = capsys.readouterr().err
    assert told.count("\n") == 1 and "ZeroDivisionError: by nought" in told and "Traceback" not in told
    assert "Traceback" in (tmp_path / "logs" / "last-fault.txt").read_text(encoding="utf-8")


def test_a_fault_is_told_where_nothing_can_be_written(monkeypatch, capsys, tmp_path: Path) -> None:
    (tmp_path / "file").write_text("in the way", encoding="utf-8")
    monkeypatch.setitem(cli.COMMANDS, "check", lambda *_: 1 // 0)
    assert cli.main(["check", "--data-dir", str(tmp_path / "file")], {}) == 1
    assert capsys.readouterr().err.count("\n") == 1


def test_a_data_folder_that_cannot_be_made_is_bad_input(capsys, tmp_path: Path) -> None:
    (tmp_path / "file").write_text("in the way", encoding="utf-8")
    argv = ["train", "brain-atlas", "--steps", "1", "--data-dir", str(tmp_path / "file")]
    assert cli.main(argv, {}) == 2
    assert "cannot be made" in capsys.readouterr().err


def test_a_reader_that_has_heard_enough_gets_no_traceback(root: Path) -> None:
    command = f"set -o pipefail; {sys.executable} main.py check tests | true"
    done = subprocess.run(["bash", "-c", command], cwd=root, capture_output=True, text=True, timeout=60)
    assert done.stderr == ""


@pytest.mark.parametrize("arguments", [("check",), ("--version",), ("--help",), ("check", "tests")])
def test_output_that_nobody_reads_any_more_gets_no_traceback(root: Path, arguments: tuple[str, ...]) -> None:
    ours, theirs = os.pipe()
    os.close(ours)
    try:
        done = subprocess.run(
            [sys.executable, "main.py", *arguments],
            cwd=root,
            stdout=theirs,
            stderr=subprocess.PIPE,
            timeout=60,
        )
    finally:
        os.close(theirs)
    assert done.stderr == b""
