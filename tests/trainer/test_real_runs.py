"""The real trainer: TensorFlow, replica processes, one all-reduce. One supervisor and zygote serve most runs here."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from pathlib import Path

import numpy as np
import pytest

from game.core import protocol
from game.core.scratch_names import prefix_of
from game.services import leftovers, paths
from game.services.trainer_client import TrainerClient

pytestmark = [pytest.mark.tf, pytest.mark.slow, pytest.mark.timeout(300)]
PATIENCE_SECONDS = 150.0
Report = protocol.Report


@dataclass
class Trainer:
    """A client that waits for facts, and the folder its runs leave checkpoints in."""

    client: TrainerClient
    runs: Path
    heard: list[Report] = field(default_factory=list)

    def until(self, kind: type, ready: Callable[..., bool] = lambda report: True):
        """Poll until a report of this kind that is ready; every other is kept in `heard`."""
        for _ in range(int(PATIENCE_SECONDS / 0.005)):
            for report in self.client.poll():
                self.heard.append(report)
                broken = isinstance(report, protocol.RunFailed | protocol.TrainerLost)
                if broken and not isinstance(report, kind):
                    raise AssertionError(report)
            for report in self.heard:
                if isinstance(report, kind) and ready(report):
                    return report
            time.sleep(0.005)
        raise AssertionError(f"no {kind.__name__} in {PATIENCE_SECONDS} s; last {self.heard[-1:]}")

    def start(self, resume: bool = False, **spec: object) -> protocol.RunStarted:
        """Start a run and wait until it stands."""
        values = {"predict_seconds": 0.0, "evaluate_every": 1000, "sample_every": 1, **spec}
        self.heard.clear()
        self.client.send(protocol.StartRun(spec=protocol.RunSpec(**values), resume=resume))
        return self.until(protocol.RunStarted)

    def run(self, **spec: object) -> protocol.RunFinished:
        """A whole run."""
        self.start(**spec)
        return self.until(protocol.RunFinished)

    def weights(self, finished: protocol.RunFinished) -> np.ndarray:
        """The weights a finished run has saved, as one vector."""
        with np.load(finished.checkpoint) as data:
            names = sorted(name for name in data.files if name.startswith("variable_"))
            return np.concatenate([data[name].ravel() for name in names[:8]])

    def steps(self) -> list[protocol.StepReport]:
        """The step reports of the last run."""
        return [report for report in self.heard if isinstance(report, protocol.StepReport)]


@pytest.fixture(scope="module")
def trainer(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Trainer]:
    runs = tmp_path_factory.mktemp("runs")
    client = TrainerClient(paths.trainer_argv(), runs_dir=runs)
    client.start_process()
    yield Trainer(client, runs)
    client.close()


def _gone(pid: int) -> bool:
    """Whether this process has ended (a zombie has)."""
    try:
        return Path(f"/proc/{pid}/stat").read_text().rsplit(")", 1)[1].split()[0] == "Z"
    except OSError:
        return True


def _all_gone(pids: list[int], seconds: float) -> bool:
    until = time.monotonic() + seconds
    while time.monotonic() < until:
        if all(map(_gone, pids)):
            return True
        time.sleep(0.02)
    return False


def test_two_replicas_make_the_weights_of_one(trainer):
    alone = trainer.run(replicas=1, precision="float32", steps=20)
    one = trainer.weights(alone)
    together = trainer.run(replicas=2, precision="float32", steps=20)
    assert together.replicas_agree()
    assert np.abs(trainer.weights(together) - one).max() <= 1e-5
    assert np.abs(one).max() > 0.1  # the comparison is not one of zeros
    parts = trainer.run(replicas=2, precision="float32", steps=20, accumulation=4)
    assert np.abs(trainer.weights(parts) - one).max() <= 1e-5


def test_half_precision_on_two_replicas_is_as_good_as_single_on_one(trainer):
    same = {"steps": 220, "learning_rate": 1e-3, "global_batch": 1536, "sample_every": 20, "seed": 3}
    half = trainer.run(replicas=2, precision="mixed_float16", **same)
    full = trainer.run(replicas=1, precision="float32", **same)
    assert full.held_out_accuracy > 0.6
    assert abs(half.held_out_accuracy - full.held_out_accuracy) <= 0.01
    assert half.replicas_agree()


def test_an_overflow_on_one_replica_is_skipped_by_both(trainer):
    injections = (protocol.Injection(5, 1), protocol.Injection(8, 0))
    finished = trainer.run(replicas=2, precision="mixed_float16", steps=12, injections=injections)
    skipped = {report.step: report for report in trainer.steps() if not report.applied}
    assert {step: report.overflow_replicas for step, report in skipped.items()} == {5: (1,), 8: (0,)}
    assert all(report.next_loss_scale == report.loss_scale / 2 for report in skipped.values())
    assert finished.skipped_steps == 2
    assert finished.weights_finite
    assert finished.replicas_agree()
    assert len(trainer.steps()[-1].local_norms) == 2


def test_a_killed_replica_is_noticed_and_the_run_goes_on_from_its_checkpoint(trainer):
    whole = trainer.run(replicas=2, precision="mixed_float16", steps=40)
    started = trainer.start(replicas=2, precision="mixed_float16", steps=40, checkpoint_every=10)
    trainer.until(protocol.CheckpointSaved)
    killed = time.monotonic()
    os.kill(started.replica_pids[1], signal.SIGKILL)
    lost = trainer.until(protocol.ReplicaLost)
    assert time.monotonic() - killed < 2.0
    assert lost.replica == 1
    assert "SIGKILL" in lost.reason
    assert lost.checkpoint_step >= 10
    assert _all_gone(list(started.replica_pids), 3.0)
    again = trainer.start(replicas=2, precision="mixed_float16", steps=40, resume=True)
    assert again.first_step == lost.checkpoint_step
    finished = trainer.until(protocol.RunFinished)
    assert finished.weight_digests == whole.weight_digests  # the very steps it would have taken


def test_pause_single_steps_and_a_quick_stop(trainer):
    trainer.start(replicas=2, steps=100_000, checkpoint_every=0, predict_seconds=0.5)
    trainer.until(protocol.StepReport, lambda report: report.step >= 3)
    picture = trainer.until(protocol.PredictionsReady)
    trainer.client.send(protocol.Pause())
    trainer.until(protocol.Heartbeat, lambda beat: beat.stage == "paused")
    held_at = trainer.steps()[-1].step
    trainer.client.send(protocol.Resume(steps=2))
    trainer.until(protocol.StepReport, lambda report: report.step == held_at + 2)
    trainer.heard.clear()
    trainer.until(protocol.Heartbeat, lambda beat: beat.stage == "paused")
    assert trainer.steps() == []
    trainer.client.send(protocol.Resume())
    trainer.until(protocol.StepReport, lambda report: report.step > held_at + 4)
    begin = time.monotonic()
    trainer.client.send(protocol.Stop())
    finished = trainer.until(protocol.RunFinished)
    assert time.monotonic() - begin < 1.0
    assert finished.reason == "stopped"
    seen = trainer.client.predictions()
    assert seen is not None
    assert seen.sequence >= picture.sequence
    assert len(set(np.frombuffer(seen.classes, "<u2").tolist())) > 5


def test_a_finished_replica_takes_its_temporary_files_with_it(trainer):
    started = trainer.start(replicas=2, steps=3)
    trainer.until(protocol.RunFinished)
    assert _all_gone(list(started.replica_pids), 5.0)
    assert list(leftovers.IN_MEMORY.glob(f"{prefix_of(trainer.client.pid)}*/replica-*")) == []


def test_a_frozen_replica_is_noticed_and_ended(trainer):
    started = trainer.start(replicas=2, steps=100_000, checkpoint_every=5)
    trainer.until(protocol.CheckpointSaved)
    frozen = time.monotonic()
    trainer.client.send(protocol.FreezeReplica(replica=1))
    lost = trainer.until(protocol.ReplicaLost)
    assert time.monotonic() - frozen < 11.0
    assert lost.replica == 1
    assert "stopped" in lost.reason
    assert _all_gone(list(started.replica_pids), 3.0)


@pytest.fixture
def temporary():
    """Another temporary folder for a trainer; its path is short enough for the name of a socket in it."""
    with tempfile.TemporaryDirectory() as folder:
        yield Path(folder)


def test_replicas_can_be_spawned_where_forking_is_not_possible(tmp_path, temporary, monkeypatch):
    monkeypatch.setenv("TMPDIR", str(temporary))
    client = TrainerClient(paths.trainer_argv(), runs_dir=tmp_path, extra=("supervisor", "--spawn"))
    spawned = Trainer(client, tmp_path)
    client.start_process()
    finished = spawned.run(replicas=2, steps=3)
    pid = client.pid
    client.close()
    assert finished.replicas_agree()
    assert _all_gone([pid], 3.0)
    assert list(temporary.iterdir()) == []  # neither what AutoGraph has read nor where the sockets were


WINDOW = """
import sys, time
from pathlib import Path
from game.core import protocol
from game.services import paths
from game.services.trainer_client import TrainerClient
client = TrainerClient(paths.trainer_argv(), runs_dir=Path(sys.argv[1]))
client.start_process()
client.send(protocol.StartRun(spec=protocol.RunSpec(steps=100_000)))
while True:
    for report in client.poll():
        if isinstance(report, protocol.RunStarted):
            pids = report.replica_pids
        if isinstance(report, protocol.StepReport) and pids:
            print(client.pid, *pids, flush=True)
            pids = ()
    time.sleep(0.01)
"""


def test_killing_the_window_leaves_no_process_and_the_next_start_no_file(tmp_path, temporary, root):
    window = subprocess.Popen(
        [sys.executable, "-c", WINDOW, str(tmp_path)],
        cwd=root,
        stdout=subprocess.PIPE,
        text=True,
        env={**os.environ, "TMPDIR": str(temporary)},
    )
    with window:
        pids = [int(word) for word in window.stdout.readline().split()]
        children = Path(f"/proc/{pids[0]}/task/{pids[0]}/children")
        pids += [int(word) for word in children.read_text().split()] if children.exists() else []
        assert len(pids) >= 3
        assert not any(map(_gone, pids))
        places = [leftovers.IN_MEMORY, temporary]
        left = [
            folder
            for place in places
            for owner in (window.pid, pids[0])
            for folder in place.glob(f"{prefix_of(owner)}*")
        ]
        assert len(left) == 2 and any(folder.glob("replica-*/__autograph*") for folder in left)
        window.kill()
    assert _all_gone(pids, 5.0)
    leftovers.sweep(places)
    assert not any(folder.exists() for folder in left) and list(temporary.iterdir()) == []
