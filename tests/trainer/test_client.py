"""The window's client against the pretended trainer: every way to go wrong becomes one sentence, and nothing waits."""

from __future__ import annotations

import os
import subprocess
import sys
import time
from collections.abc import Callable, Iterator

import pytest

from game.core import protocol
from game.core.telemetry import RunHistory
from game.services.trainer_client import TrainerClient
from game.services.trainer_process import TrainerProcess
from game.trainer import fake

PATIENCE_SECONDS = 30.0
SPEC = protocol.RunSpec(steps=12)
Make = Callable[..., TrainerClient]


@pytest.fixture
def make() -> Iterator[Make]:
    clients: list[TrainerClient] = []

    def build(scenario: str, **changes: object) -> TrainerClient:
        command = [sys.executable, "-m", "game.trainer"]
        client = TrainerClient(command, extra=("fake", "--scenario", scenario), **changes)
        clients.append(client)
        client.start_process()
        return client

    yield build
    for client in clients:
        client.close()


def _until(client: TrainerClient, kind: type) -> list:
    """Everything said up to the first report of this kind; a bounded wait on that fact."""
    heard: list = []
    for _ in range(int(PATIENCE_SECONDS / 0.005)):
        heard += client.poll()
        if any(isinstance(report, kind) for report in heard):
            return heard
        time.sleep(0.005)
    raise AssertionError(f"no {kind.__name__} after {PATIENCE_SECONDS} s, only {heard[-3:]}")


def _last(reports: list, kind: type):
    return next(report for report in reversed(reports) if isinstance(report, kind))


def test_a_run_from_start_to_end(make):
    client = make("normal")
    client.send(protocol.StartRun(spec=SPEC))  # before the hello: it is kept
    heard = _until(client, protocol.RunFinished)
    history = RunHistory()
    for report in heard:
        history.add(report)
    assert history.latest is not None
    assert history.latest.step == 12
    assert client.hello is not None
    assert client.hello.experiments[0].id == "brain_atlas"
    picture = client.predictions()
    assert picture is not None
    assert picture.points == fake.POINTS
    assert set(picture.owner) == {0, 1}
    assert client.predictions(newer_than=picture.sequence) is None


def test_pause_step_resume_and_stop(make):
    client = make("normal")
    client.send(protocol.StartRun(spec=protocol.RunSpec(steps=100_000)))
    _until(client, protocol.StepReport)
    client.send(protocol.Pause())
    heard = _until(client, protocol.Heartbeat)
    while not any(isinstance(r, protocol.Heartbeat) and r.stage == "paused" for r in heard):
        heard = _until(client, protocol.Heartbeat)
    client.send(protocol.Resume(steps=1))
    _until(client, protocol.StepReport)
    client.send(protocol.Resume())
    client.send(protocol.Stop())
    assert _last(_until(client, protocol.RunFinished), protocol.RunFinished).reason == "stopped"


def test_an_overflow_on_one_replica_is_reported(make):
    client = make("overflow")
    client.send(protocol.StartRun(spec=SPEC))
    heard = _until(client, protocol.RunFinished)
    skipped = [r for r in heard if isinstance(r, protocol.StepReport) and not r.applied]
    assert [report.overflow_replicas for report in skipped] == [(1,)]
    assert skipped[0].next_loss_scale == skipped[0].loss_scale / 2


def test_a_lost_replica_can_be_resumed(make):
    client = make("lost")
    client.send(protocol.StartRun(spec=SPEC))
    lost = _last(_until(client, protocol.ReplicaLost), protocol.ReplicaLost)
    assert (lost.replica, lost.checkpoint_step) == (1, 5)
    client.send(protocol.StartRun(spec=SPEC, resume=True))
    assert _last(_until(client, protocol.RunFinished), protocol.RunFinished).step == 12


def test_a_run_that_cannot_start_says_what_to_do(make):
    client = make("fails")
    client.send(protocol.StartRun(spec=SPEC))
    failed = _last(_until(client, protocol.RunFailed), protocol.RunFailed)
    assert failed.hint
    assert client.running


@pytest.mark.parametrize(("scenario", "kind"), [("torn", "torn"), ("version", "version"), ("death", "died")])
def test_what_breaks_after_the_hello(make, scenario, kind):
    client = make(scenario)
    lost = _last(_until(client, protocol.TrainerLost), protocol.TrainerLost)
    assert lost.kind == kind
    assert lost.message.endswith(".")
    assert lost.hint
    assert not client.running
    assert client.poll() == []


def test_silence_is_noticed(make):
    now = [0.0]
    client = make("silence", monotonic=lambda: now[0])
    client.send(protocol.StartRun(spec=SPEC))
    _until(client, protocol.Hello)
    now[0] = 5.0
    assert client.poll() == []
    now[0] = 11.0
    (lost,) = client.poll()
    assert (lost.kind, "11 seconds" in lost.message) == ("silent", True)


def test_a_trainer_that_never_says_a_word_is_noticed(make):
    now = [0.0]
    client = make("mute", monotonic=lambda: now[0])
    now[0] = 61.0
    (lost,) = client.poll()
    assert lost.kind == "silent"


def test_a_program_that_ends_at_once_is_noticed():
    client = TrainerClient([sys.executable, "-c", "raise SystemExit(3)"], extra=("supervisor",))
    client.start_process()
    lost = _last(_until(client, protocol.TrainerLost), protocol.TrainerLost)
    client.close()
    assert lost.kind == "start"
    assert "doctor" in lost.hint


def test_a_program_that_is_gone_before_it_has_read_its_key_is_closed_without_a_fault(monkeypatch):
    real = subprocess.Popen

    def late(*args, **more):
        child = real(*args, **more)
        child.wait()
        return child

    monkeypatch.setattr(subprocess, "Popen", late)
    client = TrainerClient([sys.executable, "-c", "raise SystemExit(3)"], extra=("supervisor",))
    client.start_process()
    assert _last(_until(client, protocol.TrainerLost), protocol.TrainerLost).kind == "start"
    client.close()


def test_what_a_trainer_said_before_it_died_counts(make, monkeypatch):
    """It may be gone before our thread has come to its line; then the line is read to its end all the same."""
    monkeypatch.setattr(TrainerProcess, "connected", lambda self: False)
    client = make("death")
    client.send(protocol.StartRun(spec=SPEC))
    heard = _until(client, protocol.TrainerLost)
    assert any(isinstance(report, protocol.Hello) for report in heard)
    assert _last(heard, protocol.TrainerLost).kind == "died"


def test_a_program_that_is_not_there_is_noticed(tmp_path):
    client = TrainerClient([str(tmp_path / "nothing")])
    client.start_process()
    (lost,) = client.poll()
    client.close()
    assert "could not be started" in lost.message


def test_the_client_never_waits_for_a_flood(make):
    client = make("flood")
    client.send(protocol.StartRun(spec=SPEC))
    longest, heard = 0.0, []
    for _ in range(int(PATIENCE_SECONDS / 0.005)):
        begin = time.thread_time()
        heard += client.poll()
        longest = max(longest, time.thread_time() - begin)
        if any(isinstance(report, protocol.RunFinished) for report in heard):
            break
        time.sleep(0.005)
    assert sum(isinstance(report, protocol.StepReport) for report in heard) > 2000
    assert longest < 0.5  # processor time of this thread: waiting would not count, working would


def test_closing_leaves_no_process(make):
    client = make("normal")
    _until(client, protocol.Hello)
    pid = client.pid
    client.close()
    with pytest.raises(ProcessLookupError):
        os.kill(pid, 0)
    client.close()


def test_a_lost_trainer_can_be_started_again(make):
    client = make("death")
    _until(client, protocol.TrainerLost)
    client.start_process()
    _until(client, protocol.Hello)
