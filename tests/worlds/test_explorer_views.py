"""Views and legends as plain rules: every label has a name and an entry; the view table agrees with the drawing."""

from __future__ import annotations

import pytest

from game.engine.brain_assets import load_brain
from game.engine.brain_views import VIEWS
from game.engine.label_sets import LabelSets
from game.services.atlas_loader import load_atlas
from game.services.paths import assets_dir
from game.worlds.brain.label_words import KIND_OF_SET, label_name, label_words
from game.worlds.brain.model import ExplorerModel
from game.worlds.brain.views import ENTRIES, LabelNames, legend, lit_labels, shown_structures


@pytest.fixture(scope="module")
def atlas():
    return load_atlas(assets_dir() / "brain").atlas


@pytest.fixture(scope="module")
def labels():
    sets = LabelSets(load_brain(assets_dir() / "brain", "coarse"))
    return LabelNames(
        sets.assets.label_names,
        {"destrieux": sets.lobes("destrieux")},
        {name: sets.overlaps(name) for name in KIND_OF_SET},
    )


def test_the_table_of_views_is_the_one_that_is_drawn():
    assert [entry.id for entry in ENTRIES] == list(VIEWS)
    for entry in ENTRIES:
        assert (entry.label_set, entry.glass) == (VIEWS[entry.id].label_set, VIEWS[entry.id].ghost)
    keys = [entry.key for entry in ENTRIES]
    assert len(set(keys)) == len(keys)


def test_every_label_has_a_plain_name(labels):
    for label_set, names in labels.names.items():
        for name in filter(None, names if label_set != "dk" else ()):
            assert "_" not in label_words(label_set, name), name
            assert label_name(label_set, name)
    assert label_name("yeo7", "") == "" and label_name("dk", "precentral") == ""


def test_every_label_is_in_its_legend_once(atlas, labels):
    for entry in ENTRIES:
        items = legend(entry.id, atlas, labels)
        if entry.label_set:
            first = items[0].kind
            shown = [label for item in items if item.kind == first for label in item.labels]
            assert sorted(shown) == list(range(1, len(labels.names[entry.label_set]))), entry.id
        elif entry.glass:
            assert len(items) >= 5 and all(item.structures for item in items)


def test_kinds_of_a_filter_are_intersected(atlas, labels):
    items = legend("destrieux", atlas, labels)
    names = labels.names["destrieux"]
    lit = lit_labels(items, frozenset({"frontal", "parietal", "sulci"}))
    assert names.index("S_central") in lit and names.index("S_postcentral") in lit
    assert names.index("G_precentral") not in lit and names.index("S_calcarine") not in lit
    assert lit_labels(items, frozenset()) is None
    deep = legend("deep", atlas, labels)
    assert shown_structures(deep, frozenset({"caudate"})) == {"Caudate"}


def test_the_label_line_names_the_clicked_label_first(atlas, labels):
    model = ExplorerModel(atlas, labels=labels)
    model.set_mode("networks")
    limbic = labels.names["yeo7"].index("Limbic")
    model.select("ctx-lh-superiorfrontal", limbic)
    kind, words = model.label_line()
    assert kind == "Network" and words.startswith("Limbic network; ") and "Default network" in words
    model.set_mode("regions")
    assert model.label_line() is None
