"""Labels that touch can be told apart on the cortex, whatever the viewer's colour vision and the colour scheme."""

from __future__ import annotations

import numpy as np
import pytest

from game.engine.brain_assets import load_brain
from game.engine.brain_material import DARK, own_colour
from game.engine.brain_palettes import Palettes
from game.engine.brain_views import VIEWS, border_darkness
from game.engine.colour_vision import VISIONS, distances, from_oklch, oklab
from game.engine.label_colours import choose, on_cortex, shades
from game.engine.label_sets import LabelSets
from game.services.paths import assets_dir
from game.ui.brain_colours import brain_colours
from game.ui.theme import Theme, load_tokens

COLOURED = [mode for mode, look in VIEWS.items() if look.label_set]
FILLS = 7.0  # OKLab x 100 between the fills of neighbours
LOBE = 8.0  # between the hue and chroma of a region and the middle of its lobe, however light it is
BORDER = 12.0  # and between a fill and the border line on it


@pytest.fixture(scope="module", params=["coarse", "fine"])
def sets(request):
    return LabelSets(load_brain(assets_dir() / "brain", request.param))


@pytest.fixture(scope="module", params=["dark", "light", "contrast"])
def palettes(request, sets):
    theme = Theme(load_tokens(assets_dir() / "themes" / "tokens.toml"), request.param)
    return Palettes(sets, sets.assets.region_ids(), brain_colours(theme))


@pytest.mark.parametrize("mode", COLOURED)
def test_neighbours_differ_in_every_vision_and_borders_stand_out(mode, sets, palettes):
    label_set = VIEWS[mode].label_set
    looks = on_cortex(palettes.labels(label_set))
    gaps = distances(looks, looks)
    pairs = sorted(sets.touching(label_set))
    assert len(pairs) >= 8
    names = sets.names(label_set)
    close = [(names[a], names[b], round(float(gaps[a, b]), 1)) for a, b in pairs if gaps[a, b] < FILLS]
    assert close == []
    lines = looks * (1.0 - 1.1 * border_darkness(mode, outlines=False))
    assert np.diag(distances(looks, lines)).min() > BORDER


def test_no_region_falls_out_of_its_lobe(sets, palettes):
    """Shades of a lobe's colour, none that a stranger would take for a mark: bankssts was once deep red among pinks."""
    lobes = sets.lobes("dk")
    colours = oklab(palettes.labels("dk"))
    middles = {
        lobe: np.median(colours[[one == lobe for one in lobes]], axis=0) for lobe in set(lobes) if lobe
    }
    away = [
        (sets.names("dk")[label], round(float(100 * np.linalg.norm((colours[label] - middles[lobe])[1:])), 1))
        for label, lobe in enumerate(lobes)
        if lobe
    ]
    assert [one for one in away if one[1] > LOBE] == []


def test_no_structure_looks_selected():
    """The accent is what is selected: nothing that is drawn in its own colour comes near it."""
    deep = ("Left-Hippocampus", "Left-Amygdala", "Left-Thalamus", "Left-Caudate", "Left-Putamen")
    own = np.array([own_colour(region) for region in deep])
    assert distances(own, np.array([DARK.accent])).min() > FILLS


def test_the_measure_is_the_published_one():
    red, green = np.array([[0.85, 0.25, 0.2]]), np.array([[0.45, 0.5, 0.1]])
    normal = np.linalg.norm(oklab(red) - oklab(green))
    seen = np.linalg.norm(oklab(red, "deuteranopia") - oklab(green, "deuteranopia"))
    assert seen < 0.5 * normal
    assert distances(red, green)[0, 0] <= 100 * seen + 1e-9
    white = np.ones(3)
    for vision in VISIONS:
        assert oklab(white, vision) == pytest.approx([1, 0, 0], abs=2e-3)
    there = from_oklch(0.7, 0.1, 40.0)
    lightness, a, b = oklab(there)
    assert (lightness, np.hypot(a, b)) == pytest.approx((0.7, 0.1), abs=1e-4)


def test_a_family_of_one_shade_cannot_be_told_apart_and_two_can():
    base = shades((0.4, 0.6, 0.9))
    pairs = [(0, 1), (1, 2), (0, 2)]
    same = on_cortex(choose([base[:1]] * 3, pairs))
    assert distances(same, same).max() < 1e-6
    apart = on_cortex(choose([base] * 3, pairs))
    assert distances(apart, apart)[np.triu_indices(3, 1)].min() > FILLS


def test_labels_that_a_filter_leaves_out_lose_their_colour(palettes, sets):
    names = sets.names("yeo7")
    visual = names.index("Visual")
    every, only = palettes.row("networks"), palettes.row("networks", frozenset({visual}))
    assert np.array_equal(every[256 + visual], only[256 + visual])
    others = only[257 : 256 + len(names)]
    grey = np.delete(others, visual - 1, axis=0)
    assert np.ptp(grey[:, :3], axis=1).max() < 0.05
