"""What is made of a loaded brain, and when: the picker on a thread of its own, once, whoever asks first."""

from __future__ import annotations

import threading

import pytest

from game.engine import brain_prepared
from game.engine.brain_assets import load_brain
from game.engine.brain_node import BrainNode, prepare
from game.engine.brain_shape import BrainShape
from game.engine.picking import RegionPicker
from game.services.paths import assets_dir


@pytest.fixture(scope="module")
def assets():
    return load_brain(assets_dir() / "brain", "coarse")


class Slow(RegionPicker):
    """A picker that is being made until it is let go."""

    made = 0
    begun, go = threading.Event(), threading.Event()

    def __init__(self, parts) -> None:
        type(self).made += 1
        self.begun.set()
        assert self.go.wait(20)
        super().__init__(parts)


def test_who_asks_while_the_picker_is_being_made_waits_and_gets_the_same(assets, monkeypatch) -> None:
    monkeypatch.setattr(brain_prepared, "RegionPicker", Slow)
    prepared = prepare(assets)
    assert Slow.made == 0  # a picture needs none
    prepared.begin_picker()
    assert Slow.begun.wait(20)
    got: list[RegionPicker] = []
    asking = threading.Thread(target=lambda: got.append(prepared.picker))
    asking.start()
    assert not got
    Slow.go.set()
    asking.join(20)
    assert got == [prepared.picker] and Slow.made == 1


def test_a_picker_that_is_asked_for_late_knows_the_shape_that_is_drawn(assets, stage) -> None:
    prepared, shape = prepare(assets), BrainShape(explode=0.6)
    early, late = BrainNode(prepared, "vertex"), BrainNode(prepared, "vertex")
    _ = early.picker
    early.set_shape(shape)
    late.set_shape(shape)
    rays = [((x, 400.0, z), (x, -400.0, z)) for x in range(-90, 91, 30) for z in range(-60, 91, 30)]

    def found(brain: BrainNode) -> list[tuple[int, float] | None]:
        hits = [brain.picker.pick(*ray, brain.looks, brain.drawn()) for ray in rays]
        return [(hit.column, round(hit.point[1], 3)) if hit else None for hit in hits]

    closed = [prepared.picker.pick(*ray, early.looks, early.drawn()) for ray in rays]
    assert found(early) == found(late)
    assert [hit.column if hit else 0 for hit in closed] != [hit[0] if hit else 0 for hit in found(late)]
    early.remove()
    late.remove()
