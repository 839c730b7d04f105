"""`main.py check`: every problem on its own line, the exit code, and nothing heavy loaded."""

import argparse
import re
import subprocess
import sys

from game.app import check_command
from tests.content.trees import edited, write_course


def check(path):
    return check_command.run(argparse.Namespace(path=path))


def test_a_right_tree_gives_zero_and_one_sentence(tmp_path, capsys):
    assert check(write_course(tmp_path)) == 0
    assert (
        capsys.readouterr().out == "Read 1 course, 1 lesson, 1 card, 2 key ideas, 1 question: no problems.\n"
    )


def test_all_problems_are_printed_with_file_line_and_hint_and_give_two(tmp_path, capsys):
    changes = {
        **edited("course.toml", "manual", "manuel"),
        **edited("01-first/cards.toml", '"Sun"', '""'),
    }
    assert check(write_course(tmp_path, changes)) == 2
    lines = capsys.readouterr().out.splitlines()
    assert len(lines) == 4
    for line in lines[:-1]:
        assert re.fullmatch(r".+\.(toml|md):\d+: .+ \(.+\)", line)
    assert f"{tmp_path / 'stars' / 'course.toml'}:3: unknown key `manuel` (did you mean `manual`?)" in lines
    assert lines[-1].endswith(": 3 problems.")


def test_a_path_that_is_no_folder_gives_two(tmp_path, capsys):
    assert check(tmp_path / "nowhere") == 2
    assert "is not a folder" in capsys.readouterr().err


def test_the_shipped_tree_is_checked_without_engine_or_tensorflow(root):
    code = (
        "import sys; from game.app import cli; rc = cli.main(['check']); "
        "print(sorted(m for m in ('panda3d', 'tensorflow', 'numpy') if m in sys.modules)); sys.exit(rc)"
    )
    done = subprocess.run([sys.executable, "-c", code], cwd=root, capture_output=True, text=True, timeout=60)
    assert (done.returncode, done.stderr) == (0, "")
    assert done.stdout.splitlines()[-1] == "[]"
    assert done.stdout.splitlines()[-2].endswith("no problems.")
