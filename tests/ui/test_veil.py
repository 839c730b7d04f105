"""The fade ends, leaves nothing behind, and shows that of the last scene only."""

from game.ui.veil import Veil


def test_the_fade_lifts_and_leaves_nothing(layer):
    veil = Veil()
    before = layer.root.get_num_children()
    veil.drop(layer)
    assert veil.shown
    for _ in range(60):
        veil.update(1 / 60)
    assert not veil.shown
    assert layer.root.get_num_children() == before


def test_a_second_scene_within_the_fade_leaves_one_card(layer):
    veil = Veil()
    before = layer.root.get_num_children()
    veil.drop(layer)
    veil.update(1 / 60)
    veil.drop(layer)
    assert layer.root.get_num_children() == before + 1


def test_one_long_frame_does_not_swallow_the_fade(layer):
    veil = Veil()
    veil.drop(layer)
    veil.update(5.0)
    assert veil.shown
