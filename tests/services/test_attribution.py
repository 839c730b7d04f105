"""Where the brain's data come from is told completely, and a fault in the list is named."""

from __future__ import annotations

from pathlib import Path

from game.services.attribution import load_attribution

GOOD = """
[[source]]
name = "A template"
use = "The pictures"
licence = "CC BY 4.0"
cite = ["Somebody, A template, Journal 1:1-2, 2001"]
notice = "As they ask."
"""


def test_the_shipped_list_is_complete(root: Path) -> None:
    folder = root / "assets" / "brain"
    report = load_attribution(folder)
    assert [str(problem) for problem in report.problems] == []
    assert len(report.sources) >= 5
    assert all(source.cite and source.licence and source.licence_file for source in report.sources)
    named = {source.licence_file for source in report.sources}
    assert any(
        "obtained under license from The General Hospital Corporation" in s.notice for s in report.sources
    )
    assert all((folder / file).stat().st_size > 200 for file in named)


def test_a_good_list_is_read(tmp_path: Path) -> None:
    (tmp_path / "ATTRIBUTION.toml").write_text(GOOD, encoding="utf-8")
    report = load_attribution(tmp_path)
    assert report.problems == ()
    assert report.sources[0].name == "A template"
    assert report.sources[0].notice == "As they ask."


def test_faults_are_named(tmp_path: Path) -> None:
    text = GOOD.replace('licence = "CC BY 4.0"', 'licence_file = "LICENSES/none.txt"')
    (tmp_path / "ATTRIBUTION.toml").write_text(text, encoding="utf-8")
    assert [problem.message for problem in load_attribution(tmp_path).problems] == [
        "`licence` is missing",
        "`LICENSES/none.txt` is not there",
    ]


def test_a_missing_or_empty_list_is_a_fault(tmp_path: Path) -> None:
    assert load_attribution(tmp_path).problems[0].message.startswith("cannot be read")
    (tmp_path / "ATTRIBUTION.toml").write_text("", encoding="utf-8")
    assert load_attribution(tmp_path).problems[0].message == "names no source"
