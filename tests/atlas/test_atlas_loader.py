"""The loader joins texts and bodies, and says of every fault where it is and what to do."""

from pathlib import Path

import pytest

from game.services.atlas_loader import AtlasReport, load_atlas
from tests.atlas.bodies import SOURCE, region, structure, write_atlas


def faults(report: AtlasReport) -> list[str]:
    return [f"{problem.file}:{problem.line}: {problem.message}" for problem in report.problems]


def test_a_good_atlas_has_no_faults(tmp_path: Path) -> None:
    folder = write_atlas(tmp_path, structure("alpha"), [region("alpha", "L"), region("alpha", "R")])
    report = load_atlas(folder)
    assert faults(report) == []
    assert [found.id for found in report.atlas.regions] == ["Left-alpha", "Right-alpha"]
    assert report.atlas.region("Left-alpha").centroid == (-1.0, 2.0, 3.5)
    assert report.atlas.structure("alpha").sources == ("A Textbook, 3rd edition, 2020",)


@pytest.mark.parametrize(
    ("extra", "drop", "line", "message"),
    [
        ("", "latin", 4, "`latin` is missing"),
        ("", "place", 4, "`place` is missing"),
        ("", "sources", 4, "`sources` is missing"),
        ('colour = "red"', "", 14, "unknown key `colour`"),
        ('description = "Too short."', "description", 13, "`description` has 10 characters"),
        ('kind = "cortx"', "kind", 13, "`cortx` is not a kind of structure"),
        ('lobe = "frontal"', "", 14, "only cortex belongs to a lobe"),
        ('uberon = "0001954"', "", 14, "`0001954` is not a UBERON id"),
        ('numbers = { X = "a" }', "", 14, "`numbers` gives FreeSurfer's number of a side"),
        (f'damage = "{"x" * 71}"', "", 14, "`damage` has 71 characters"),
        ('sources = ["good", "bod"]', "sources", 13, "`bod` is not in [sources]"),
        ("sources = []", "sources", 13, "`sources` is empty"),
    ],
)
def test_a_fault_in_a_text_is_named_with_its_line(
    tmp_path: Path, extra: str, drop: str, line: int, message: str
) -> None:
    write_atlas(tmp_path, structure("alpha", extra, drop), [region("alpha")])
    report = load_atlas(tmp_path)
    assert f"structures.toml:{line}: {message}" in faults(report)
    assert all(problem.hint for problem in report.problems)


def test_a_cortex_needs_its_lobe(tmp_path: Path) -> None:
    write_atlas(tmp_path, structure("alpha", 'kind = "cortex"', "kind"), [region("alpha")])
    assert faults(load_atlas(tmp_path)) == ["structures.toml:4: `lobe` is missing"]


def test_a_region_without_a_text_is_a_fault(tmp_path: Path) -> None:
    write_atlas(tmp_path, structure("alpha"), [region("alpha"), region("alfa")])
    report = load_atlas(tmp_path)
    problem = next(iter(report.problems))
    assert (problem.file, problem.hint) == ("regions.json", "did you mean `alpha`?")
    assert problem.line > 5
    assert not report.atlas.has_region("Left-alfa")


def test_a_text_without_a_region_is_a_fault(tmp_path: Path) -> None:
    write_atlas(tmp_path, structure("alpha") + structure("beta"), [region("alpha")])
    assert faults(load_atlas(tmp_path)) == [
        "structures.toml:15: `beta` has a text and no region in regions.json"
    ]


def test_doubles_are_faults(tmp_path: Path) -> None:
    twin = structure("beta").replace(
        "A structure made for a test, beta", "A structure made for a test, alpha"
    )
    texts = structure("alpha") + structure("alpha") + twin
    write_atlas(tmp_path, texts, [region("alpha"), region("alpha"), region("beta")])
    found = faults(load_atlas(tmp_path))
    assert "structures.toml:15: `alpha` is there twice" in found
    assert "structures.toml:30: the same text as `alpha`" in found
    assert any(line.endswith("a region is there twice") for line in found)


def test_a_citation_that_nobody_uses_is_a_fault(tmp_path: Path) -> None:
    write_atlas(tmp_path, structure("alpha"), [region("alpha")], SOURCE + '\nidle = "Never read, 1999"')
    assert faults(load_atlas(tmp_path)) == ["structures.toml:3: nobody cites `idle`"]


def test_all_faults_are_reported_not_only_the_first(tmp_path: Path) -> None:
    texts = structure("alpha", drop="latin") + structure("beta", drop="place")
    write_atlas(tmp_path, texts, [region("alpha"), region("beta"), region("gamma")])
    assert len(load_atlas(tmp_path).problems) == 3


def test_broken_files_give_a_fault_and_no_traceback(tmp_path: Path) -> None:
    write_atlas(tmp_path, structure("alpha"), [region("alpha")])
    (tmp_path / "regions.json").write_text('{"regions": [\n{]}', encoding="utf-8")
    assert faults(load_atlas(tmp_path))[0].startswith("regions.json:2: JSON syntax")
    (tmp_path / "regions.json").write_text('{"regions": ' + 9000 * "[", encoding="utf-8")
    assert faults(load_atlas(tmp_path))[0].startswith("regions.json:1: lists in lists")
    (tmp_path / "structures.toml").write_text('[sources\nx = "y"', encoding="utf-8")
    assert any(fault.startswith("structures.toml:1: TOML syntax") for fault in faults(load_atlas(tmp_path)))
    assert {problem.file for problem in load_atlas(tmp_path / "nowhere").problems} == {
        "structures.toml",
        "regions.json",
    }


@pytest.mark.parametrize("change", [{"side": "links"}, {"centroid": [1.0, 2.0]}, {"structure": 7}])
def test_a_region_of_wrong_form_is_reported(tmp_path: Path, change: dict[str, object]) -> None:
    write_atlas(tmp_path, structure("alpha"), [region("alpha"), {**region("alpha", "R"), **change}])
    assert [problem.message for problem in load_atlas(tmp_path).problems] == [
        "a region lacks its id, structure, side or centroid"
    ]
