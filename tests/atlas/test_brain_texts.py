"""The atlas that ships: every region has its text, every text its source, and people find what they type."""

import json
import re
from pathlib import Path

import pytest

from game.core.atlas import LOBES, Atlas
from game.services.atlas_loader import AtlasReport, load_atlas


@pytest.fixture(scope="module")
def report(root: Path) -> AtlasReport:
    return load_atlas(root / "assets" / "brain")


@pytest.fixture(scope="module")
def atlas(report: AtlasReport) -> Atlas:
    return report.atlas


def test_there_are_no_faults(report: AtlasReport) -> None:
    assert [str(problem) for problem in report.problems] == []


def test_the_set_is_complete(atlas: Atlas) -> None:
    cortex = [item for item in atlas.structures if item.kind == "cortex"]
    assert len(cortex) == 34
    assert {item.lobe for item in cortex} == set(LOBES)
    assert len(atlas.regions) >= 150
    assert all(len(atlas.regions_of(item.id)) == 2 for item in cortex)


def test_texts_are_two_or_three_sentences_with_sources(atlas: Atlas) -> None:
    for item in atlas.structures:
        assert 2 <= len(re.findall(r"\.(?:\s|$)", item.description)) <= 3, item.id
        assert 80 <= len(item.description) <= 420, item.id
        assert item.sources, item.id
        assert item.description.isprintable(), item.id
        assert all(re.search(r"\b(19|20)\d\d$", source) for source in item.sources), item.id


def test_no_two_structures_share_a_text_or_a_name(atlas: Atlas) -> None:
    assert len({item.description for item in atlas.structures}) == len(atlas.structures)
    assert len({item.english for item in atlas.structures}) == len(atlas.structures)
    ids = [item.uberon for item in atlas.structures if item.uberon]
    assert len(set(ids)) == len(ids)


def test_sides_match_the_space(atlas: Atlas) -> None:
    for region in atlas.regions:
        if region.side:
            assert (region.centroid[0] < 0) == (region.side == "L"), region.id


def test_freesurfer_numbers_fit_the_sides(atlas: Atlas) -> None:
    for item in atlas.structures:
        sides = {region.side for region in atlas.regions_of(item.id)}
        assert not item.freesurfer_numbers or set(item.freesurfer_numbers) == sides, item.id
        if item.kind == "cortex":
            assert item.freesurfer_numbers["R"] == item.freesurfer_numbers["L"] + 1000


def test_the_legends_are_complete(atlas: Atlas) -> None:
    assert tuple(entry.id for entry in atlas.legend("lobes")) == LOBES
    assert len(atlas.legend("networks")) == 7


@pytest.mark.parametrize(
    ("query", "structure"),
    [
        ("hipocampus", "Hippocampus"),
        ("hippocampus", "Hippocampus"),
        ("m1", "precentral"),
        ("broca", "parsopercularis"),
        ("area 17", "pericalcarine"),
        ("BA17", "pericalcarine"),
        ("v1", "pericalcarine"),
        ("ncl caudatus", "Caudate"),
        ("nucleus caudatus", "Caudate"),
        ("SN", "Substantia-Nigra-pr"),
        ("vta", "SNc-VTA"),
        ("heschl", "transversetemporal"),
        ("gyrus precentralis", "precentral"),
        ("ctx-lh-precentral", "precentral"),
        ("amygdla", "Amygdala"),
        ("thalmus", "Thalamus"),
        ("wernicke", "superiortemporal"),
        ("splenium", "CC_Posterior"),
        ("crus 1", "Cerebellum-CrusI"),
        ("tonsil", "Cerebellum-IX"),
        ("stn", "Subthalamic-Nucleus"),
        ("mamillary", "Mammillary-Nucleus"),
        ("insula", "insula"),
        ("pons", "Pons"),
        ("insular cort", "insula"),
    ],
)
def test_what_people_type_finds_what_they_mean(atlas: Atlas, query: str, structure: str) -> None:
    assert atlas.search(query)[0].structure == structure


def test_both_halves_of_brocas_area_and_of_the_nigra_are_found(atlas: Atlas) -> None:
    assert [hit.structure for hit in atlas.search("broca left")][:2] == [
        "parsopercularis",
        "parstriangularis",
    ]
    assert {hit.structure for hit in atlas.search("SN left")[:2]} == {"Substantia-Nigra-pr", "SNc-VTA"}


def test_left_and_right(atlas: Atlas) -> None:
    assert [hit.region for hit in atlas.search("precentral left")][:1] == ["ctx-lh-precentral"]
    assert atlas.search("r hippocampus")[0].label == "Right hippocampus"
    assert [hit.region for hit in atlas.search("precentral")][:2] == [
        "ctx-lh-precentral",
        "ctx-rh-precentral",
    ]


@pytest.mark.slow
def test_every_name_finds_its_structure_and_every_answer_is_stable(atlas: Atlas) -> None:
    for item in atlas.structures:
        for name in item.names():
            hits = atlas.search(name.text, 60)
            assert item.id in {hit.structure for hit in hits}, name.text
            assert hits == atlas.search(name.text, 60)
    assert atlas.search(" \u0000🧠 ") == []


def test_texts_and_bake_agree_on_numbers_and_lobes(atlas: Atlas, root: Path) -> None:
    rows = json.loads((root / "assets" / "brain" / "regions.json").read_text(encoding="utf-8"))["regions"]
    assert {row["id"] for row in rows} == {region.id for region in atlas.regions}
    for row in rows:
        structure = atlas.structure_of(row["id"])
        assert row.get("lobe", "") == structure.lobe, row["id"]
        if structure.freesurfer_numbers:
            assert row["freesurfer_number"] == structure.freesurfer_numbers[row["side"]], row["id"]


def test_cortical_regions_have_neighbours_on_their_own_side(atlas: Atlas) -> None:
    for region in atlas.regions:
        near = atlas.neighbours(region.id)
        assert region not in near
        if atlas.structure_of(region.id).kind == "cortex":
            assert len(near) >= 2, region.id
            assert {other.side for other in near} == {region.side}
