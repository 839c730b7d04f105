"""The explorer's rules, without a window: selection, views, cycling, search, hiding, and the panel's text."""

from __future__ import annotations

import pytest

from game.core.atlas import Atlas, Region, Structure
from game.core.messages import RegionSelected
from game.worlds.brain.card import region_card
from game.worlds.brain.model import ExplorerModel


def structure(name: str, english: str, kind: str, lobe: str = "", **more) -> Structure:
    return Structure(
        name, kind, english, f"{name} latinum", f"About {english}.", ("A book",), ("Group",), lobe, **more
    )


@pytest.fixture
def atlas() -> Atlas:
    structures = [
        structure(
            "precentral",
            "Precentral gyrus",
            "cortex",
            "frontal",
            freesurfer="precentral",
            uberon="UBERON:0002703",
            freesurfer_numbers={"L": 1024, "R": 2024},
            place="Before the central sulcus",
            damage="Weakness",
        ),
        structure("insula", "Insula", "cortex", "insula"),
        structure("Hippocampus", "Hippocampus", "deep", abbreviations=("HPC",)),
        structure("Pons", "Pons", "brainstem"),
    ]
    regions = [
        Region("ctx-lh-precentral", "precentral", "L", (-37.4, -10.2, 44.0)),
        Region("ctx-rh-precentral", "precentral", "R", (38.0, -8.0, 45.0)),
        Region("ctx-lh-insula", "insula", "L", (-36, -3, 4)),
        Region("Left-Hippocampus", "Hippocampus", "L", (-25, -24, -12)),
        Region("Right-Hippocampus", "Hippocampus", "R", (27, -22, -13)),
        Region("Pons", "Pons", "", (0, -28, -30)),
    ]
    return Atlas(structures, regions)


@pytest.fixture
def model(atlas) -> ExplorerModel:
    return ExplorerModel(atlas)


def test_selecting_says_so_once(model):
    assert model.select("ctx-lh-precentral") == (RegionSelected("ctx-lh-precentral"),)
    assert model.select("ctx-lh-precentral") == ()
    assert model.select(None) == (RegionSelected(""),)
    assert model.select("nowhere") == () and model.selected is None


def test_a_deep_region_brings_the_glass_view_and_an_outer_one_keeps_the_view(model):
    model.select("Left-Hippocampus")
    assert model.mode == "glass"
    model.set_mode("tissue")
    model.select("Pons")
    assert model.mode == "tissue"


def test_an_unknown_view_is_refused(model):
    assert model.set_mode("glass") and not model.set_mode("glass")
    with pytest.raises(ValueError, match="no view"):
        model.set_mode("x-ray")


def test_hover_names_the_side_and_ignores_what_the_atlas_does_not_know(model):
    assert model.hover("ctx-rh-precentral")
    assert model.hover_name() == "Right precentral gyrus"
    assert not model.hover("ctx-rh-precentral")
    assert model.hover("unheard-of") and model.hover_name() == ""


def test_cycling_goes_round_what_the_view_shows(model):
    seen = []
    for _ in range(5):
        model.cycle(1)
        seen.append(model.selected)
    assert seen == ["ctx-lh-precentral", "ctx-rh-precentral", "ctx-lh-insula", "Pons", "ctx-lh-precentral"]
    model.cycle(-1)
    assert model.selected == "Pons"
    model.set_mode("glass")
    model.cycle(1)
    assert model.selected == "Left-Hippocampus"


def test_the_other_side(model):
    model.select("ctx-lh-precentral")
    assert model.other_side() == (RegionSelected("ctx-rh-precentral"),)
    model.select("Pons")
    assert model.other_side() == ()


def test_hiding_leaves_the_cycle_and_selecting_shows_again(model):
    model.select("ctx-lh-insula")
    assert model.hide_selected() == (RegionSelected(""),)
    assert model.hidden == ("ctx-lh-insula",) and "ctx-lh-insula" not in model.reachable()
    model.select("ctx-lh-insula")
    assert model.hidden == ()
    model.hide_selected()
    assert model.show_all() and not model.show_all()


def test_a_container_gives_way_to_what_is_inside_it():
    parts = [("VentralDC", "deep"), ("Red-Nucleus", "nucleus"), ("Pallidum", "deep"), ("GPe", "nucleus")]
    structures = [structure(name, name, kind) for name, kind in parts]
    regions = [Region(f"Left-{name}", name, "L", (-10, 0, 0)) for name, _ in parts]
    model = ExplorerModel(Atlas(structures, regions))
    assert model.concealed() == ("Left-VentralDC",)
    model.select("Left-VentralDC")
    assert model.concealed() == ()
    model.select("Left-GPe")
    assert set(model.concealed()) == {"Left-VentralDC", "Left-Pallidum"}
    model.hide_selected()
    assert set(model.concealed()) == {"Left-GPe", "Left-VentralDC"}


def test_search_forgives_a_mistake(model):
    assert [hit.region for hit in model.find("hipocampus")] == ["Left-Hippocampus", "Right-Hippocampus"]
    assert model.find("zzzzzz") == ()


def test_regions_without_a_mesh_are_neither_found_nor_cycled(atlas):
    model = ExplorerModel(atlas, ["Pons", "Left-Hippocampus"])
    assert [hit.region for hit in model.find("hippocampus")] == ["Left-Hippocampus"]
    assert model.reachable() == ["Pons"]
    assert model.searchable_count() == 2


def test_the_card_tells_names_facts_and_ids(atlas):
    card = region_card(atlas, "ctx-lh-precentral")
    assert card.chips == ("Frontal lobe", "Left") and card.dot == "frontal"
    assert (card.title, card.latin) == ("Precentral gyrus", "precentral latinum")
    assert card.facts == (("Place", "Before the central sulcus"), ("Damage", "Weakness"))
    assert (
        "precentral 1024" in card.ids
        and "UBERON:0002703" in card.ids
        and "\u221237 / \u221210 / 44" in card.ids
    )
    assert card.source_line.endswith("1 source")


def test_the_card_of_a_midline_structure(atlas):
    card = region_card(atlas, "Pons")
    assert card.chips == ("Brainstem", "Midline") and card.facts == ()
