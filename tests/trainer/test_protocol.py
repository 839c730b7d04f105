"""Frames of the protocol: whole ones come back equal, others are refused with a word that says why."""

from __future__ import annotations

import msgspec
import pytest

from game.core import protocol

COMMANDS = (
    protocol.StartRun(spec=protocol.RunSpec(injections=(protocol.Injection(3, 1),)), resume=True),
    protocol.Pause(),
    protocol.Resume(steps=3),
    protocol.Stop(),
    protocol.InjectOverflow(replica=1),
    protocol.KillReplica(replica=0),
    protocol.FreezeReplica(replica=1),
    protocol.Quit(),
)
HELLO = protocol.Hello(protocol=1, pid=7, tensorflow="2.21.0", devices=("CPU",), machine="2 CPU cores")


@pytest.mark.parametrize("command", COMMANDS, ids=lambda command: type(command).__name__)
def test_every_command_survives_the_way(command):
    assert protocol.decode_command(protocol.encode(command)) == command


def test_a_report_with_infinities_survives_the_way():
    report = protocol.StepReport(
        run=1,
        step=4,
        monotonic=1.5,
        loss=float("inf"),
        accuracy=0.5,
        replica_losses=(1.0, 2.0),
        local_norms=((float("inf"),), (0.5,)),
        reduced_norms=(0.7,),
        loss_scale=2.0,
        next_loss_scale=1.0,
        applied=False,
        skipped_steps=1,
        phases=protocol.Phases(input=0, forward_backward=1, all_reduce_wait=2, apply=3),
        bytes_reduced=12,
        steps_per_second=3.0,
        learning_rate=0.1,
        sampled_every=4,
    )
    assert protocol.decode_report(protocol.encode(report)) == report


@pytest.mark.parametrize("length", [0, 1, 3, 4, 20])
def test_a_torn_frame_is_called_torn(length):
    with pytest.raises(protocol.ProtocolError) as caught:
        protocol.decode_report(protocol.encode(HELLO)[:length])
    assert caught.value.kind == "torn"


def test_another_version_is_named():
    frame = bytearray(protocol.encode(HELLO))
    frame[len(protocol.MAGIC)] = 99
    with pytest.raises(protocol.ProtocolError, match="99") as caught:
        protocol.decode_report(bytes(frame))
    assert caught.value.kind == "version"


def test_a_command_is_not_a_report():
    with pytest.raises(protocol.ProtocolError) as caught:
        protocol.decode_report(protocol.encode(protocol.Stop()))
    assert caught.value.kind == "content"


def test_bytes_of_a_stranger_are_refused():
    with pytest.raises(protocol.ProtocolError) as caught:
        protocol.decode_report(b"GET / HTTP/1.1\r\n\r\n")
    assert caught.value.kind == "torn"


@pytest.mark.parametrize(
    ("change", "word"),
    [
        ({"replicas": 0}, "replicas"),
        ({"replicas": 5}, "replicas"),
        ({"precision": "float8"}, "precision"),
        ({"strategy": "hope"}, "strategy"),
        ({"steps": -1}, "negative"),
        ({"accumulation": 0}, "accumulation"),
        ({"initial_loss_scale": 0.5}, "loss scale"),
    ],
)
def test_a_senseless_order_is_told_in_words(change, word):
    assert word in msgspec.structs.replace(protocol.RunSpec(), **change).problem()


def test_the_default_order_is_good():
    assert protocol.RunSpec().problem() == ""


def test_exponent_bins_have_both_ends():
    bins = protocol.exponent_bins()
    assert (bins[0], bins[-1]) == (protocol.EXPONENT_LOW, protocol.EXPONENT_HIGH)
