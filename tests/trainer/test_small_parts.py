"""The trainer's parts that need no TensorFlow: lanes, loss scale, orders, outbox, prediction block, verdicts."""

from __future__ import annotations

import os
import subprocess
import sys
import threading
from multiprocessing import Pipe
from pathlib import Path

import numpy as np
import pytest

from game.core import prediction_block, protocol
from game.core.scratch_names import owner_of
from game.trainer import lanes, wire
from game.trainer.fleet import FROZEN_SECONDS, GRACE_SECONDS, HUNG_PEER_SECONDS, Fleet, Member
from game.trainer.gauge import EXPONENT_STRIDE, Gauge
from game.trainer.orders import Orders
from game.trainer.outbox import WAITING_LIMIT, Outbox
from game.trainer.precision import LossScale
from game.trainer.predictions import Canvas, private_folder
from tests.trainer import reports

# ---- lanes ---------------------------------------------------------------------------------------------


@pytest.mark.parametrize("replicas", [1, 2, 3, 4])
def test_every_replica_count_deals_all_points_once(replicas):
    dealt = lanes.deal(1000, seed=3)
    shares = [set(dealt[list(lanes.lanes_of(r, replicas))].ravel()) for r in range(replicas)]
    assert sum(map(len, shares)) == len(set().union(*shares)) == 996
    assert {len(share) for share in shares} == {996 // replicas}


def test_dealing_depends_on_the_seed_alone():
    assert np.array_equal(lanes.deal(100, 1), lanes.deal(100, 1))
    assert not np.array_equal(lanes.deal(100, 1), lanes.deal(100, 2))


@pytest.mark.parametrize(("replicas", "micro"), [(1, 1), (2, 4), (3, 5), (4, 7)])
def test_the_batch_divides(replicas, micro):
    batch = lanes.batch_rule(replicas, micro, 3072)
    assert batch % lanes.LANES == 0
    assert batch // replicas % micro == 0
    assert abs(batch - 3072) < 12 * micro


def test_owners_name_replicas_and_held_out_points():
    dealt = lanes.deal(24, seed=0)
    owner = lanes.owners(np.array([dealt[0, 0], dealt[11, 1], -1, -2]), dealt, 2)
    assert owner.tolist() == [0, 1, prediction_block.HELD_OUT, prediction_block.UNKNOWN]


# ---- loss scale ----------------------------------------------------------------------------------------


def test_the_scale_halves_and_doubles():
    scale = LossScale.for_precision("mixed_float16", 1024.0, growth_interval=3)
    scale.after(finite=False)
    assert (scale.value, scale.skipped) == (512.0, 1)
    for _ in range(3):
        scale.after(finite=True)
    assert scale.value == 1024.0


@pytest.mark.parametrize("precision", ["float32", "mixed_bfloat16"])
def test_wide_formats_have_no_scale_but_still_skip(precision):
    scale = LossScale.for_precision(precision, 1024.0, growth_interval=1)
    scale.after(finite=True)
    scale.after(finite=False)
    assert (scale.value, scale.skipped) == (1.0, 1)


# ---- orders --------------------------------------------------------------------------------------------


def test_pause_and_resume_in_any_order_leave_nobody_waiting():
    orders = Orders()
    orders.take(protocol.Pause())
    assert orders.next_step() == (False, True, set())
    orders.take(protocol.Resume())
    assert orders.next_step() == (False, False, set())
    orders.wait_while_paused()


def test_a_budget_of_steps_ends_in_a_pause():
    orders = Orders()
    orders.take(protocol.Pause())
    orders.take(protocol.Resume(steps=2))
    assert [orders.next_step()[1] for _ in range(2)] == [False, True]


def test_stop_ends_a_pause():
    orders = Orders()
    orders.take(protocol.Pause())
    waiting = threading.Thread(target=orders.wait_while_paused)
    waiting.start()
    orders.take(protocol.Stop())
    waiting.join(5)
    assert not waiting.is_alive()
    assert orders.next_step()[0]


def test_a_spoiled_step_is_spoiled_once():
    orders = Orders()
    orders.take(protocol.InjectOverflow(replica=1))
    assert orders.next_step()[2] == {1}
    assert orders.next_step()[2] == set()


# ---- outbox --------------------------------------------------------------------------------------------


def test_a_stalled_window_loses_telemetry_but_nothing_else():
    window, trainer = Pipe()
    outbox = Outbox(trainer)
    big = "x" * 100_000
    outbox.put(protocol.TrainerLog(source="test", text=big))  # fills the pipe: the thread waits in it
    for number in range(1, WAITING_LIMIT + 51):
        outbox.put(reports.step(number))
    outbox.put(reports.finished())
    assert outbox.dropped >= 50 - 1
    steps, end = [], None
    while end is None:
        report = protocol.decode_report(window.recv_bytes())
        if isinstance(report, protocol.StepReport):
            steps.append(report)
        elif isinstance(report, protocol.RunFinished):
            end = report
    assert len(steps) + outbox.dropped == WAITING_LIMIT + 50
    assert end.dropped_reports == outbox.dropped == steps[-1].dropped_reports
    window.close()
    trainer.close()


# ---- prediction block ----------------------------------------------------------------------------------


def test_a_picture_is_seen_only_after_it_is_published(tmp_path):
    canvas = Canvas(tmp_path / "block", points=5, classes=300)
    canvas.clear()
    with open(tmp_path / "block", "rb") as handle:
        size = len(handle.read())
    assert size == prediction_block.block_bytes(5)
    canvas.owner[:] = [0, 1, 0, 254, 255]
    canvas.paint(1, slice(0, 3), np.array([299, 1, 2]), np.array([0.0, 0.5, 1.0]))
    canvas.paint(1, slice(3, 5), np.array([7, 8]), np.array([2.0, -1.0]))
    view = memoryview((tmp_path / "block").read_bytes())
    assert prediction_block.read(view) is None
    assert canvas.publish(step=12) == 1
    picture = prediction_block.read(memoryview((tmp_path / "block").read_bytes()))
    assert picture is not None
    assert (picture.step, picture.points) == (12, 5)
    assert np.frombuffer(picture.classes, "<u2").tolist() == [299, 1, 2, 7, 8]
    assert list(picture.confidence) == [0, 127, 255, 255, 0]
    assert list(picture.owner) == [0, 1, 0, 254, 255]
    assert prediction_block.read(memoryview((tmp_path / "block").read_bytes()), newer_than=1) is None


def test_painting_the_next_picture_leaves_the_one_in_front_alone(tmp_path):
    canvas = Canvas(tmp_path / "block", points=4, classes=9)
    canvas.clear()
    canvas.paint(1, slice(0, 4), np.full(4, 3), np.ones(4))
    canvas.publish(1)
    canvas.paint(2, slice(0, 4), np.full(4, 5), np.zeros(4))
    picture = prediction_block.read(memoryview((tmp_path / "block").read_bytes()))
    assert picture is not None
    assert set(np.frombuffer(picture.classes, "<u2").tolist()) == {3}


def test_a_block_of_a_stranger_is_refused():
    with pytest.raises(ValueError, match="form"):
        prediction_block.read(memoryview(bytes(200)))


# ---- verdicts ------------------------------------------------------------------------------------------


def _fleet() -> Fleet:
    members = [Member(rank, pid=0, last_sign=100.0) for rank in range(2)]
    return Fleet(1, protocol.RunSpec(), members, started=True)


def test_all_is_well():
    assert _fleet().verdict(101.0) is None


def test_the_dead_one_is_to_blame_not_the_one_that_complains():
    fleet = _fleet()
    fleet.members[0].trouble = wire.Trouble(kind="peer", message="socket closed")
    fleet.members[0].ended = True
    fleet.members[1].ended = True
    fleet.members[1].status = -9
    verdict = fleet.verdict(100.1)
    assert verdict is not None
    assert verdict.member is fleet.members[1]
    assert "SIGKILL" in verdict.message


def test_a_frozen_one_is_noticed_after_a_moment():
    fleet = _fleet()
    fleet.members[1].frozen_since = 100.0
    assert fleet.verdict(100.0 + FROZEN_SECONDS / 2) is None
    verdict = fleet.verdict(100.0 + FROZEN_SECONDS)
    assert verdict is not None
    assert verdict.member is fleet.members[1]


def test_a_silent_complaint_blames_the_one_that_hangs():
    fleet = _fleet()
    fleet.members[0].trouble = wire.Trouble(kind="peer", message="no heartbeat")
    assert fleet.verdict(101.0) is None
    assert fleet.verdict(101.0 + GRACE_SECONDS) is None
    verdict = fleet.verdict(101.0 + HUNG_PEER_SECONDS)
    assert verdict is not None
    assert verdict.member is fleet.members[1]


def test_a_fault_in_the_task_is_nobodys_loss():
    fleet = _fleet()
    for member in fleet.members:
        member.trouble = wire.Trouble(kind="task", message="No points.", hint="Bake.")
        member.ended = True
    fleet.verdict(101.0)
    verdict = fleet.verdict(101.0 + GRACE_SECONDS)
    assert verdict is not None
    assert (verdict.member, verdict.message, verdict.hint) == (None, "No points.", "Bake.")


# ---- gauge ---------------------------------------------------------------------------------------------


def test_norms_and_exponents_are_in_true_units():
    vector = np.repeat(np.array([6, 8, 2**-30, 0], np.float32), EXPONENT_STRIDE) * 1024
    norms, counts, zeros, wild = Gauge([8, 8]).read(vector, 1024.0)
    assert norms == pytest.approx((20.0, 2**-29))
    seen = {power: count for power, count in zip(protocol.exponent_bins(), counts, strict=True) if count}
    assert seen == {2: 1, 3: 1, -30: 1}
    assert (zeros, wild) == (1, 0)


def test_exponents_beyond_the_ends_are_counted_at_the_ends():
    vector = np.repeat(np.array([2.0**100, 2.0**-100], np.float32), EXPONENT_STRIDE)
    counts = Gauge([8]).read(vector, 1.0)[1]
    assert (counts[0], counts[-1]) == (1, 1)


def test_a_single_infinity_is_never_overlooked():
    vector = np.ones(16, np.float32)
    vector[1] = np.inf
    norms, _, _, wild = Gauge([8, 8]).read(vector, 2.0)
    assert norms[0] == float("inf")
    assert wild == 1


# ---- the private folder --------------------------------------------------------------------------------


def test_the_private_folder_tells_whose_it_is_and_only_the_owner_may_look(tmp_path):
    fresh = private_folder(tmp_path)
    assert owner_of(fresh.name) == os.getpid()
    if os.name == "posix":
        assert fresh.stat().st_mode & 0o077 == 0


def test_a_replica_has_temporary_files_of_its_own(tmp_path):
    code = (
        "import os, sys, tempfile; from pathlib import Path; from game.trainer import guard;"
        "guard.temporary_files_in(Path(sys.argv[1])); handle, name = tempfile.mkstemp();"
        "print(name, tempfile.gettempdir(), os.environ['TMPDIR'])"
    )
    mine = tmp_path / "replica-1-0"
    said = subprocess.check_output([sys.executable, "-c", code, str(mine)], text=True).split()
    assert Path(said[0]).parent == mine and said[1:] == [str(mine)] * 2


def test_a_folder_for_the_runs_that_cannot_be_made_is_replaced_by_one_that_can(tmp_path):
    from game.trainer.__main__ import runs_folder

    (tmp_path / "file").write_text("in the way", encoding="utf-8")
    assert runs_folder(tmp_path / "file" / "runs", tmp_path) == tmp_path / "runs"
    assert runs_folder(None, tmp_path) == tmp_path / "runs"
    assert runs_folder(tmp_path / "mine", tmp_path) == tmp_path / "mine"
    assert (tmp_path / "mine").is_dir()
