"""The pages of the atlas: read, joined, linked, and every fault in them named with its line."""

from pathlib import Path

import pytest

from game.core.atlas import Atlas, Region, Structure
from game.core.atlas_pages import StructurePage, sentence_count
from game.services.atlas_loader import AtlasReport, dangling_concepts, load_atlas, load_atlas_quickly
from game.services.atlas_pages import PAGES_FILE
from tests.atlas.bodies import page, region, structure, write_atlas

ANALOGY = '[[page.analogies]]\nconcept = "buffer"\ntext = "It is a bit like a buffer."'


def load(folder: Path, pages: str, *, names: tuple[str, ...] = ("alpha", "beta")) -> AtlasReport:
    """An atlas of good structures with the given pages."""
    texts = "".join(structure(name) for name in names)
    return load_atlas(write_atlas(folder, texts, [region(name) for name in names], pages=pages))


def faults(report: AtlasReport) -> list[str]:
    return [f"{problem.file}:{problem.line}: {problem.message}" for problem in report.problems]


def test_a_good_page_is_joined_to_its_structure(tmp_path: Path) -> None:
    extra = 'inputs = ["beta"]\noutputs = ["beta"]\nblood_supply = "An artery does."\n' + ANALOGY
    report = load(tmp_path, page("alpha", extra) + page("beta"))
    assert faults(report) == []
    found = report.atlas.page("alpha")
    assert found is not None
    assert (found.inputs, found.outputs) == (("beta",), ("beta",))
    assert found.sources == ("A Textbook, 3rd edition, 2020",)
    assert found.blood_supply == "An artery does."
    assert [analogy.concept for analogy in found.analogies] == ["buffer"]


@pytest.mark.parametrize(
    ("extra", "drop", "line", "message"),
    [
        ("", "function", 6, "`function` is missing"),
        ("", "sources", 6, "`sources` is missing"),
        ('function = "One. Two. Three."', "function", 10, "`function` has 3 sentences"),
        (f'function = "{"So. " * 9}"', "function", 10, "`function` has 9 sentences"),
        ('function = "One. Two. Three. Four. And"', "function", 10, "`function` does not end a sentence"),
        ('damage = "One. Two. Three. Four."', "damage", 10, "`damage` has 4 sentences"),
        ('blood_supply = "One. Two."', "", 11, "`blood_supply` has 2 sentences"),
        ('sources = ["bad"]', "sources", 10, "`bad` is not in [sources]"),
        ('inputs = ["alpha", "gamma"]', "", 11, "`inputs` names no structure: `gamma`"),
        ('outputs = ["beta"]', "", 11, "`outputs` names the structure itself"),
        ('outputs = ["alpha", "alpha"]', "", 11, "`outputs` names a structure twice"),
        ('colour = "red"', "", 11, "unknown key `colour`"),
        ('[[page.analogies]]\nconcept = "buffer"', "", 11, "`text` is missing"),
        (ANALOGY.replace("It is", "Yes. It is"), "", 13, "`text` has 2 sentences"),
    ],
)
def test_a_fault_in_a_page_is_named_with_its_line(
    tmp_path: Path, extra: str, drop: str, line: int, message: str
) -> None:
    report = load(tmp_path, page("alpha") + page("beta", extra, drop))
    assert faults(report) == [f"structure_pages.toml:{line}: {message}"]
    assert all(problem.hint for problem in report.problems)


def test_a_structure_without_a_page_is_a_fault(tmp_path: Path) -> None:
    report = load(tmp_path, page("alpha"))
    assert faults(report) == ["structures.toml:15: `beta` has no page in structure_pages.toml"]
    assert report.atlas.page("beta") is None


def test_a_page_for_nothing_and_a_second_page_are_faults(tmp_path: Path) -> None:
    report = load(tmp_path, page("alpha") + page("beta") + page("alfa") + page("beta"))
    assert faults(report) == [
        "structure_pages.toml:12: there is no structure `alfa`",
        "structure_pages.toml:17: `beta` has two pages",
    ]
    assert "did you mean `alpha`?" in {problem.hint for problem in report.problems}


def test_two_structures_do_not_share_a_text(tmp_path: Path) -> None:
    report = load(tmp_path, page("alpha") + page("beta").replace("The beta", "The alpha"))
    assert faults(report) == ["structure_pages.toml:8: the same text as `alpha`"]


def test_a_file_that_cannot_be_read_gives_one_fault(tmp_path: Path) -> None:
    report = load(tmp_path, '[[page]]\nid = "alpha"\nfunction = "\n')
    assert [(problem.file, problem.line) for problem in report.problems] == [("structure_pages.toml", 3)]
    (tmp_path / "structure_pages.toml").unlink()
    missing = load_atlas(tmp_path)
    assert [problem.file for problem in missing.problems] == ["structure_pages.toml"]
    assert missing.atlas.has_region("Left-alpha")


def test_an_idea_that_no_course_has_is_named_with_its_line(tmp_path: Path) -> None:
    report = load(tmp_path, page("alpha", ANALOGY) + page("beta"))
    assert dangling_concepts(report, ["buffer"]) == []
    problem = dangling_concepts(report, ["buffers", "other"])[0]
    assert (problem.file, problem.line) == ("structure_pages.toml", 7)
    assert problem.hint == "did you mean `buffers`?"


def made(name: str, kind: str = "deep", *group: str) -> Structure:
    return Structure(name, kind, name, "", "text", ("source",), group)


LINKED = Atlas(
    [
        made("cortex", "cortex"),
        made("thalamus"),
        made("pons", "brainstem"),
        made("lobule", "cerebellum"),
        made("core", "white-matter", "White matter", "Cerebellar white matter"),
        made("bodiless"),
    ],
    [
        Region(f"{side}{name}", name, side, (0.0, 0.0, 0.0))
        for name in ("cortex", "thalamus", "lobule", "core")
        for side in ("L", "R")
    ]
    + [Region("pons", "pons", "", (0.0, 0.0, 0.0))],
    pages=[StructurePage("cortex", "It does.", ("source",)), StructurePage("gone", "It does.", ())],
)


@pytest.mark.parametrize(
    ("region_id", "structure_id", "linked"),
    [
        ("Rcortex", "thalamus", "Rthalamus"),
        ("Lcortex", "thalamus", "Lthalamus"),
        ("Rlobule", "core", "Rcore"),
        ("Rcore", "thalamus", "Lthalamus"),
        ("Lthalamus", "core", "Rcore"),
        ("Rcore", "pons", "pons"),
        ("pons", "lobule", "Llobule"),
        ("Rcortex", "pons", "pons"),
    ],
)
def test_a_link_stays_on_its_side_unless_the_tract_crosses(
    region_id: str, structure_id: str, linked: str
) -> None:
    found = LINKED.linked_region(region_id, structure_id)
    assert found is not None
    assert found.id == linked


def test_pages_of_nothing_are_not_kept() -> None:
    assert LINKED.linked_region("pons", "bodiless") is None
    assert LINKED.page("thalamus") is None
    with pytest.raises(KeyError):
        LINKED.page("gone")


def test_sentences_are_counted() -> None:
    assert sentence_count("One. Two? Three!") == 3
    assert sentence_count("Some 2.5 of 4.1 mm, area V1.5, no end") == 0


def test_pages_that_are_read_later_are_the_same_and_their_faults_are_told_then(tmp_path: Path) -> None:
    whole = load(tmp_path, page("alpha", ANALOGY) + page("beta", 'colour = "red"'))
    quick, problems = load_atlas_quickly(tmp_path)
    assert whole.problems and not quick.problems
    assert problems() == whole.problems
    for name in ("alpha", "beta"):
        found = quick.atlas.page(name)
        assert found is not None and found == whole.atlas.page(name)


def test_pages_are_not_read_before_one_is_asked_for(tmp_path: Path) -> None:
    load(tmp_path, page("alpha") + page("beta"))
    quick, _ = load_atlas_quickly(tmp_path)
    (tmp_path / PAGES_FILE).unlink()
    assert quick.atlas.page("alpha") is None
