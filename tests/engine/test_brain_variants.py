"""The shader variants of the brain draw what the whole shader draws, and a picture takes one that does all it shows."""

from __future__ import annotations

import numpy as np
import pytest

from game.core.cuts import Cut
from game.engine import brain_layers
from game.engine.brain_assets import load_brain
from game.engine.brain_node import BrainNode, prepare
from game.engine.brain_shape import BrainShape
from game.engine.brain_variants import EVERYTHING, WHOLE, variant, variants
from game.engine.cameras import OrbitRig
from game.engine.orbit import Orbit, View
from game.engine.projection import Rect
from game.engine.shaders import compile_now, pair_names
from game.services.paths import assets_dir


def selected(brain):
    brain.set_mode("regions", 0.0)
    brain.set_selected("ctx-lh-precentral")
    brain.set_hover("ctx-lh-superiortemporal")


def outlined(brain):
    brain.set_mode("destrieux", 0.0)
    brain.set_outlines(True)
    brain.set_hover("ctx-lh-superiortemporal")


def shining_through(brain):
    brain.set_mode("glass", 0.0)
    brain.set_selected("Left-Hippocampus")
    brain.set_xray(True)


STATES = {
    "tissue": lambda brain: brain.set_mode("tissue", 0.0),
    "regions": selected,
    "networks": lambda brain: brain.set_mode("networks", 0.0),
    "outlines": outlined,
    "glass": shining_through,
    "inflating": lambda brain: (selected(brain), brain.set_shape(BrainShape(0.7))),
    "apart": lambda brain: (selected(brain), brain.set_shape(BrainShape(explode=0.5))),
    "a ghost": lambda brain: (selected(brain), brain.set_ghosted(["ctx-lh-precentral"])),
    "fading": lambda brain: (selected(brain), brain.set_mode("networks", 1.0), brain.update(0.4)),
    "a cut half": lambda brain: (
        selected(brain), brain.set_shape(BrainShape(side="L")), brain.set_cuts((Cut(2, 20.0, 1),)),
    ),
}  # fmt: skip


@pytest.fixture(scope="module")
def prepared():
    return prepare(load_brain(assets_dir() / "brain", "coarse"))


def pictures(stage, prepared, shading, state, monkeypatch):
    """What the chosen variant and what the whole shader draws, and the variant."""
    stage.aim(Rect(0, 0, *map(float, stage.size)), 24.0)
    stage.set_clip(20, 2000)
    OrbitRig(stage.camera, Orbit(View(-60, 20, 450.0, (0.0, -18.0, 4.0))))
    found, chosen = [], []

    def choose(needs):
        chosen.append(variant(needs) if not found else WHOLE)
        return chosen[-1]

    monkeypatch.setattr(brain_layers, "variant", choose)
    for _ in range(2):
        brain = BrainNode(prepared, shading)
        brain.root.reparent_to(stage.world)
        STATES[state](brain)
        if not found:
            used = chosen[-1]
        found.append(np.asarray(stage.picture().convert("RGB")).astype(int))
        brain.remove()
    return (*found, used)


@pytest.mark.parametrize("shading", ["vertex", "pixel"])
@pytest.mark.parametrize("state", STATES)
def test_a_variant_draws_the_same_pixels(stage, prepared, state, shading, monkeypatch):
    special, whole, used = pictures(stage, prepared, shading, state, monkeypatch)
    assert (used == WHOLE) == (state == "a cut half" or (state, shading) == ("glass", "pixel"))
    assert np.abs(special - whole).max() <= 1
    assert (whole.max(axis=2) > 60).mean() > 0.05


def test_a_variant_leaves_out_nothing_that_is_needed():
    for first in EVERYTHING:
        for second in EVERYTHING:
            left_out = variant({first, second})
            assert f"NO_{first}" not in left_out and f"NO_{second}" not in left_out
    assert set(variant(())) == {f"NO_{word}" for word in EVERYTHING}
    assert variant({"MORPH", "EXPLODE"}) == WHOLE
    assert len(set(variants())) == len(variants())


def test_every_variant_compiles(stage):
    prepared, gsg = stage.base.win.gsg.prepared_objects, stage.base.win.gsg
    pairs = [pair for pair in pair_names() if pair[0].startswith("brain")]
    assert len(pairs) >= 7
    for defines in variants():
        assert compile_now(pairs, prepared, gsg, defines=defines) == []
