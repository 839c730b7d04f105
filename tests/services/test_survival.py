"""What was said to be saved is there after `kill -9`; two programs at once lose nothing."""

import os
import signal
import sqlite3
import subprocess
import sys
from contextlib import closing
from itertools import pairwise
from pathlib import Path

import pytest

from game.core.clock import FakeClock
from game.core.scheduling import Phase
from game.services.paths import resolve
from game.services.study import open_study

ROOT = Path(__file__).resolve().parents[2]
posix = pytest.mark.skipif(os.name != "posix", reason="kill -9 is a POSIX signal")


def start(*arguments: str) -> subprocess.Popen[str]:
    return subprocess.Popen(
        [sys.executable, "-m", "tests.services.study_child", *arguments],
        cwd=ROOT,
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        text=True,
    )


def kill_now(child: subprocess.Popen[str]) -> None:
    os.kill(child.pid, signal.SIGKILL)
    child.wait(timeout=10)
    for stream in (child.stdin, child.stdout):
        if stream is not None:
            stream.close()


@posix
def test_review_score_answer_and_position_survive_a_kill_right_after_saved(tmp_path):
    child = start("all", str(tmp_path))
    assert child.stdout is not None
    assert child.stdout.readline() == "saved\n"
    kill_now(child)

    study = open_study(resolve(tmp_path), FakeClock())
    assert study.durable
    assert study.notices == ()
    assert study.state("card:c/one").phase is Phase.REVIEW
    best = study.best("pairs", "c:6")
    assert best is not None and (best.result, best.misses) == (48.5, 1)
    answer = study.answer("question:c/q1")
    assert answer is not None and answer.text == "Every replica has the whole model."
    assert study.position("lesson:c/l") == {"scroll": 0.4}
    study.close()


@posix
def test_killed_in_the_middle_of_many_writes_everything_reported_is_there(tmp_path):
    child = start("stream", str(tmp_path))
    assert child.stdout is not None
    reported = [int(child.stdout.readline()) for _ in range(40)]
    os.kill(child.pid, signal.SIGKILL)
    reported += [int(line) for line in child.stdout.read().split()]
    kill_now(child)

    study = open_study(resolve(tmp_path), FakeClock())
    assert study.notices == ()
    states = study.states([f"card:c/{number}" for number in reported])
    assert len(reported) >= 40
    assert all(state.reviews == 1 for state in states.values())
    study.close()


def test_two_programs_rating_the_same_card_lose_no_review(tmp_path):
    open_study(resolve(tmp_path), FakeClock()).close()
    children = [start("count", str(tmp_path), "25", source) for source in ("one", "two")]
    for child in children:
        out, _ = child.communicate(timeout=60)
        assert out == "saved\n"

    study = open_study(resolve(tmp_path), FakeClock())
    assert study.state("card:c/shared").reviews == 50
    study.close()
    with closing(sqlite3.connect(resolve(tmp_path).database)) as database:
        rows = database.execute("SELECT before, after FROM review ORDER BY id").fetchall()
    assert len(rows) == 50
    for (_, after), (before, _) in pairwise(rows):
        assert after == before, "each review starts from what the one before it left"
