"""The atlas answers by id, by side, by group and by name."""

import pytest

from game.core.atlas import Atlas, LegendEntry, Region, Structure, side_name


def made(name: str, english: str, *group: str) -> Structure:
    return Structure(name, "deep", english, "", "text", ("source",), group)


ATLAS = Atlas(
    [
        made("hippo", "Hippocampus", "Deep", "Limbic"),
        made("gpi", "GPi segment", "Deep", "Basal ganglia"),
        made("pons", "Pons", "Brainstem"),
        made("callosum", "Corpus callosum", "White matter"),
    ],
    [
        Region("R-hippo", "hippo", "R", (26.0, -22.0, -13.0), ("pons", "gone")),
        Region("L-hippo", "hippo", "L", (-26.0, -22.0, -13.0)),
        Region("pons", "pons", "", (0.0, -29.0, -30.0)),
        Region("L-gpi", "gpi", "L", (-17.0, -5.0, -4.0)),
    ],
    [LegendEntry("frontal", "lobes", "Frontal lobe", "text", ("source",))],
)


def test_regions_come_in_the_order_of_the_tree_left_first() -> None:
    assert [region.id for region in ATLAS.regions] == ["L-hippo", "R-hippo", "L-gpi", "pons"]
    assert [region.id for region in ATLAS.regions_of("hippo")] == ["L-hippo", "R-hippo"]
    assert ATLAS.regions_of("callosum") == ()


def test_from_region_to_structure_and_to_the_other_side() -> None:
    assert ATLAS.structure_of("R-hippo").english == "Hippocampus"
    other = ATLAS.other_side("R-hippo")
    assert other is not None
    assert other.id == "L-hippo"
    assert ATLAS.other_side("pons") is None
    assert ATLAS.other_side("L-gpi") is None
    assert [region.id for region in ATLAS.neighbours("R-hippo")] == ["pons"]


def test_unknown_ids_are_key_errors() -> None:
    with pytest.raises(KeyError):
        ATLAS.region("nowhere")
    with pytest.raises(KeyError):
        ATLAS.structure("nothing")
    assert not ATLAS.has_region("nowhere")


@pytest.mark.parametrize(
    ("english", "side", "name"),
    [
        ("Precentral gyrus", "L", "Left precentral gyrus"),
        ("Pons", "", "Pons"),
        ("GPi segment", "R", "Right GPi segment"),
        ("Crus I", "L", "Left crus I"),
    ],
)
def test_the_side_stands_before_the_name(english: str, side: str, name: str) -> None:
    assert side_name(english, side) == name


def test_the_tree_opens_level_by_level() -> None:
    assert ATLAS.subgroups() == ("Deep", "Brainstem", "White matter")
    assert ATLAS.subgroups(("Deep",)) == ("Limbic", "Basal ganglia")
    assert ATLAS.subgroups(("Deep", "Limbic")) == ()
    assert [item.id for item in ATLAS.structures_in(("Deep",))] == []
    assert [item.id for item in ATLAS.structures_in(("Deep",), deep=True)] == ["hippo", "gpi"]


def test_legends_by_view() -> None:
    assert [entry.english for entry in ATLAS.legend("lobes")] == ["Frontal lobe"]
    assert ATLAS.legend("networks") == ()


def test_a_side_word_filters_and_alone_lists_that_side() -> None:
    assert [hit.region for hit in ATLAS.search("hippocampus r")] == ["R-hippo"]
    assert [hit.region for hit in ATLAS.search("Left Hippocampus")] == ["L-hippo"]
    assert [hit.region for hit in ATLAS.search("left")] == ["L-hippo", "L-gpi"]
    assert [hit.region for hit in ATLAS.search("pons left")] == []
    assert ATLAS.search("") == []


def test_the_label_and_its_emphasised_part() -> None:
    hit = ATLAS.search("hippo right")[0]
    assert hit.label == "Right hippocampus"
    assert hit.label[slice(*hit.label_span)] == "hippo"
    assert hit.matched == "Hippocampus"
