"""The pages that ship: every structure has one, and none claims what it cannot."""

import argparse
import re
from pathlib import Path

import pytest

from game.app import check_command
from game.core.atlas import Atlas
from game.core.atlas_pages import StructurePage, sentence_count
from game.services.atlas_loader import load_atlas
from game.services.content_loader import load_courses


@pytest.fixture(scope="module")
def atlas(root: Path) -> Atlas:
    return load_atlas(root / "assets" / "brain").atlas


@pytest.fixture(scope="module")
def pages(atlas: Atlas) -> list[StructurePage]:
    found = [atlas.page(structure.id) for structure in atlas.structures]
    return [page for page in found if page is not None]


def texts(page: StructurePage) -> list[str]:
    return [page.function, page.blood_supply, page.damage, *(analogy.text for analogy in page.analogies)]


def test_every_structure_has_a_page_with_sources(atlas: Atlas, pages: list[StructurePage]) -> None:
    assert [page.structure for page in pages] == [structure.id for structure in atlas.structures]
    assert len(pages) == 84
    for page in pages:
        assert page.sources, page.structure
        assert 4 <= sentence_count(page.function) <= 8, page.structure
        assert 250 <= len(page.function) <= 900, (page.structure, len(page.function))
        assert page.inputs or page.outputs, page.structure


def test_the_list_of_all_sources_holds_those_of_texts_legends_and_pages(
    atlas: Atlas, pages: list[StructurePage]
) -> None:
    cited = {source for item in (*atlas.structures, *atlas.legend_entries, *pages) for source in item.sources}
    assert set(atlas.citations) == cited
    names = [citation.split(" ", 1)[0] for citation in atlas.citations]
    assert names[-1].startswith("Z")
    assert names[names.index("Öngür") - 1][0] in "NO" and names[names.index("Öngür") + 1][0] in "OP"
    assert len(cited) > len({source for item in atlas.structures for source in item.sources})


def test_no_two_pages_share_a_text(pages: list[StructurePage]) -> None:
    sentences = [
        sentence for page in pages for sentence in re.split(r"(?<=[.!?])\s", f"{page.function} {page.damage}")
    ]
    doubled = {sentence for sentence in sentences if sentence and sentences.count(sentence) > 1}
    assert doubled == set()


def test_connections_are_structures_and_never_the_structure_itself(
    atlas: Atlas, pages: list[StructurePage]
) -> None:
    known = {structure.id for structure in atlas.structures}
    for page in pages:
        for names in (page.inputs, page.outputs):
            assert set(names) <= known - {page.structure}, page.structure
            assert len(set(names)) == len(names) <= 8, page.structure


def test_every_link_leads_to_a_region(atlas: Atlas, pages: list[StructurePage]) -> None:
    for page in pages:
        for region in atlas.regions_of(page.structure):
            for name in (*page.inputs, *page.outputs):
                assert atlas.linked_region(region.id, name) is not None, (region.id, name)


def test_analogies_name_ideas_of_the_course_and_are_few(root: Path, pages: list[StructurePage]) -> None:
    ideas = {idea.id for course in load_courses(root / "lessons").courses for idea in course.concepts}
    found = [(page.structure, analogy) for page in pages for analogy in page.analogies]
    assert {analogy.concept for _, analogy in found} <= ideas
    assert {"Hippocampus", "SNc-VTA", "CC_Central", "Thalamus"} <= {structure for structure, _ in found}
    assert len(found) <= 12


def test_cortex_talks_with_the_thalamus(atlas: Atlas, pages: list[StructurePage]) -> None:
    """The pages name the tracts that every textbook names."""
    of = {page.structure: page for page in pages}
    for name in ("precentral", "postcentral", "pericalcarine", "transversetemporal"):
        assert "Thalamus" in of[name].inputs
        assert name in of["Thalamus"].outputs
    assert "Hippocampus" in of["Mammillary-Nucleus"].inputs
    assert "Mammillary-Nucleus" in of["Hippocampus"].outputs
    for name in ("GPe", "GPi", "Substantia-Nigra-pr"):
        assert name in of["Putamen"].outputs
        assert "Putamen" in of[name].inputs


def test_the_texts_are_plain_and_make_no_claim_from_the_template(pages: list[StructurePage]) -> None:
    for page in pages:
        for text in texts(page):
            assert text.isprintable(), page.structure
            assert "  " not in text, page.structure
            assert not re.search(r"\bMNI\b|cubic|\bcm3\b|voxel|template", text), page.structure


def test_the_check_says_that_all_have_a_page(root: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert check_command.run(argparse.Namespace(path=None)) == 0
    last = capsys.readouterr().out.splitlines()[-1]
    assert "; 84 structures of the brain, 84 with a page and its sources: no problems." in last
