"""`main.py train`: records and exit codes with the pretended trainer; the real one, and Ctrl-C, in slow tests."""

from __future__ import annotations

import argparse
import io
import json
import signal
import subprocess
import sys
from pathlib import Path

import pytest

from game.app import train_command
from game.services import paths
from game.services.trainer_client import TrainerClient


def _args(tmp_path: Path, **changes: object) -> argparse.Namespace:
    values = {
        "experiment": "brain-atlas",
        "replicas": 2,
        "precision": "mixed_float16",
        "steps": 12,
        "seed": 0,
        "json": True,
        "data_dir": tmp_path,
    }
    return argparse.Namespace(**{**values, **changes})


def _fake(scenario: str) -> TrainerClient:
    return TrainerClient(paths.trainer_argv(), extra=("fake", "--scenario", scenario))


def test_json_is_one_record_a_line(tmp_path):
    out = io.StringIO()
    assert train_command.run(_args(tmp_path), out, _fake("overflow")) == 0
    records = [json.loads(line) for line in out.getvalue().splitlines()]
    kinds = [record["type"] for record in records]
    assert kinds[:2] == ["Hello", "RunStarted"]
    assert kinds[-1] == "RunFinished"
    steps = [record for record in records if record["type"] == "StepReport"]
    assert [record["step"] for record in steps] == list(range(1, 13))
    assert [record["step"] for record in steps if not record["applied"]] == [8]


def test_a_person_gets_a_summary(tmp_path, capsys):
    out = io.StringIO()
    assert train_command.run(_args(tmp_path, json=False), out, _fake("normal")) == 0
    assert "80 % of the held-out points are right" in out.getvalue()
    assert "bit for bit" in out.getvalue()
    assert capsys.readouterr().err == ""  # no bar where there is no terminal


@pytest.mark.parametrize(
    ("scenario", "code", "words"),
    [("fails", 1, "Bake"), ("lost", 1, "go on from step 5"), ("torn", 1, "cannot be read")],
)
def test_what_goes_wrong_is_said_in_words(tmp_path, capsys, scenario, code, words):
    args = _args(tmp_path, json=False)
    assert train_command.run(args, io.StringIO(), _fake(scenario)) == code
    assert words in capsys.readouterr().err


def test_an_unknown_experiment_is_wrong_use(tmp_path, capsys):
    args = _args(tmp_path, experiment="alchemy")
    assert train_command.run(args, io.StringIO(), _fake("normal")) == 2
    assert "brain-atlas" in capsys.readouterr().err


def test_too_many_replicas_are_wrong_use(tmp_path, capsys):
    assert train_command.run(_args(tmp_path, replicas=9), io.StringIO(), _fake("normal")) == 2
    assert "between 1 and 4" in capsys.readouterr().err


def _command(tmp_path: Path, root: Path, steps: int) -> list[str]:
    order = ["train", "brain-atlas", "--replicas", "2", "--precision", "mixed_float16"]
    return [
        sys.executable,
        str(root / "main.py"),
        *order,
        "--steps",
        str(steps),
        "--json",
        "--data-dir",
        str(tmp_path),
    ]


@pytest.mark.tf
@pytest.mark.slow
def test_the_command_of_the_issue(tmp_path, root):
    done = subprocess.run(_command(tmp_path, root, 50), capture_output=True, text=True, check=False)
    assert (done.returncode, done.stderr) == (0, "")
    records = [json.loads(line) for line in done.stdout.splitlines()]
    assert records[-1]["type"] == "RunFinished"
    assert len(set(records[-1]["weight_digests"])) == 1
    losses = [record["loss"] for record in records if record["type"] == "StepReport"]
    assert losses[-1] < losses[0] - 0.5


@pytest.fixture
def _ctrl_c_is_heard():
    """A shell starts what runs in the background of a script with Ctrl+C ignored, and that is inherited."""
    before = signal.signal(signal.SIGINT, signal.default_int_handler)
    yield
    signal.signal(signal.SIGINT, before)


@pytest.mark.tf
@pytest.mark.slow
@pytest.mark.usefixtures("_ctrl_c_is_heard")
@pytest.mark.parametrize(("number", "code"), [(signal.SIGINT, 130), (signal.SIGTERM, 143)])
def test_an_interrupt_ends_the_run_in_good_order(tmp_path, root, number, code):
    process = subprocess.Popen(
        _command(tmp_path, root, 100_000), stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True
    )
    with process:
        records = []
        while not any(record["type"] == "StepReport" for record in records):
            records.append(json.loads(process.stdout.readline()))
        process.send_signal(number)
        rest = process.stdout.read().splitlines()
        assert json.loads(rest[-1])["reason"] == "stopped"
        assert process.stderr.read() == "\nStopped.\n"
    assert process.returncode == code
