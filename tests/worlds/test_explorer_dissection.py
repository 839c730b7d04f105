"""Dissection and the tree of parts as plain rules."""

from __future__ import annotations

import pytest

from game.services.atlas_loader import load_atlas
from game.services.paths import assets_dir
from game.worlds.brain.dissection import GHOSTED, HIDDEN, MIXED, SHOWN, Dissection
from game.worlds.brain.model import ExplorerModel
from game.worlds.brain.tree import PartsTree


@pytest.fixture(scope="module")
def atlas():
    return load_atlas(assets_dir() / "brain").atlas


@pytest.fixture
def tree(atlas):
    return PartsTree(atlas, lambda region: True)


def test_every_action_can_be_undone_and_redone():
    cut = Dissection()
    states = [cut.now]
    for change in (
        lambda: cut.hide(["a", "b"]),
        lambda: cut.ghost(["c"]),
        lambda: cut.ghost(["a"]),
        lambda: cut.isolate(["c", "d"], "abcdef"),
        lambda: cut.show(["e"]),
        cut.show_all,
    ):
        assert change()
        states.append(cut.now)
    for state in reversed(states[:-1]):
        assert cut.undo() and cut.now == state
    assert not cut.undo() and not cut.can_undo
    for state in states[1:]:
        assert cut.redo() and cut.now == state
    assert not cut.redo()


def test_a_new_step_forgets_what_could_be_redone_and_nothing_is_no_step():
    cut = Dissection()
    cut.hide(["a"])
    cut.undo()
    cut.ghost(["b"])
    assert not cut.redo()
    assert not cut.ghost(["b"]) and not cut.isolate([], "ab")
    assert cut.undo() and not cut.can_undo


def test_a_region_is_hidden_or_a_ghost_never_both():
    cut = Dissection()
    cut.hide(["a"])
    cut.ghost(["a"])
    assert (cut.hidden, cut.ghosted) == (frozenset(), {"a"})
    cut.hide(["a"])
    assert (cut.hidden, cut.ghosted) == ({"a"}, frozenset())


def test_an_eye_turns_through_ghost_and_hidden_and_back():
    cut = Dissection()
    for state in (GHOSTED, HIDDEN, SHOWN):
        cut.turn(["a", "b"])
        assert cut.state(["a", "b"]) == state
    cut.hide(["a"])
    assert cut.state(["a", "b"]) == MIXED
    cut.turn(["a", "b"])
    assert cut.state(["a", "b"]) == SHOWN


def test_the_tree_holds_every_region_once_and_opens_level_by_level(atlas, tree):
    leaves = []

    def walk(node):
        if node.children:
            assert set(node.regions) == {region for child in node.children for region in child.regions}
            for child in node.children:
                walk(child)
        else:
            leaves.extend(node.regions)

    for root in tree.roots:
        walk(root)
    assert sorted(leaves) == sorted(region.id for region in atlas.regions)
    assert [row.node.words for row in tree.rows()][:3] == [
        "Left hemisphere",
        "Right hemisphere",
        "Deep structures",
    ]
    tree.toggle("Left hemisphere")
    words = [row.node.words for row in tree.rows()]
    assert words[1] == "Frontal lobe" and "Precentral gyrus" not in words
    tree.toggle("Left hemisphere/Frontal lobe")
    assert "Precentral gyrus" in [row.node.words for row in tree.rows()]
    tree.toggle("Left hemisphere")
    assert "Frontal lobe" not in [row.node.words for row in tree.rows()]
    tree.toggle("ctx-lh-precentral")
    assert "ctx-lh-precentral" not in tree.open


def test_the_tree_can_be_opened_at_a_region_and_knows_what_holds_it(tree):
    tree.reveal("Left-Caudate")
    ids = [row.node.id for row in tree.rows()]
    assert "Left-Caudate" in ids and "ctx-lh-precentral" not in ids
    assert tree.parent("Left-Caudate").words == "Basal ganglia"
    assert tree.find("Left-Caudate").words == "Caudate nucleus, left"
    assert tree.parent("Deep structures") is None


def test_a_region_of_the_other_half_brings_its_half(atlas):
    model = ExplorerModel(atlas)
    model.side = "L"
    model.select("ctx-rh-precentral")
    assert model.side == "R"
    model.select("Pons")
    assert model.side == "R"


def test_a_hidden_region_that_is_selected_is_shown_and_that_can_be_undone(atlas):
    model = ExplorerModel(atlas)
    model.dissection.hide(["ctx-lh-insula", "ctx-lh-precentral"])
    model.select("ctx-lh-insula")
    assert model.hidden == ("ctx-lh-precentral",)
    model.dissection.undo()
    assert "ctx-lh-insula" in model.hidden
    assert model.drop_hidden_selection() and model.selected is None
