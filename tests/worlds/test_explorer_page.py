"""The page of a region as text: sections in order, links to the fitting bodies, analogies named as such."""

from __future__ import annotations

from game.core.atlas import Atlas, Region, Structure
from game.core.atlas_pages import Analogy, StructurePage
from game.core.content import plain
from game.worlds.brain.card import region_card
from game.worlds.brain.page import page_sections


def structure(name: str, kind: str = "deep") -> Structure:
    return Structure(name, kind, f"{name.capitalize()} body", "", "text", ("Book A",), ("Group", "Part"))


def body(name: str, side: str = "") -> Region:
    return Region(f"{side}{name}", name, side, (0.0, 1.0, 2.0))


PAGE = StructurePage(
    "alpha",
    "It does. It does more.",
    ("Book B", "Book A"),
    inputs=("beta", "pons", "lobule"),
    outputs=("beta",),
    damage="It stops.",
    analogies=(Analogy("ring", "It is like a ring."), Analogy("lost", "It is like nothing here.")),
)
FLUID = StructurePage("lake", "It flows.", ("Book",), inputs=("beta",))
ATLAS = Atlas(
    [
        *(structure(name) for name in ("alpha", "beta")),
        structure("pons", "brainstem"),
        structure("lobule", "cerebellum"),
        structure("lake", "ventricle"),
    ],
    [
        *(body(name, side) for name in ("alpha", "beta", "lobule") for side in ("L", "R")),
        body("pons"),
        body("lake"),
    ],
    pages=[PAGE, FLUID],
)


def test_sections_come_in_order_and_empty_ones_are_left_out() -> None:
    sections = page_sections(ATLAS, "Ralpha", {"ring": "Ring"})
    assert [section.title for section in sections] == [
        "What it does",
        "Connections",
        "When it is damaged",
        "As in training",
    ]
    assert [section.mark for section in sections] == ["", "", "", "Analogy"]
    assert page_sections(ATLAS, "pons", {}) == ()


def test_connections_are_links_to_the_fitting_bodies() -> None:
    sections = page_sections(ATLAS, "Ralpha", {})
    receives, sends = sections[1].paragraphs
    assert plain(receives) == "Receives from beta body, pons body and lobule body of the other side."
    assert plain(sends) == "Sends to beta body."
    assert [run.link for run in receives if run.link] == ["region:Rbeta", "region:pons", "region:Llobule"]


def test_a_ventricle_gets_fluid() -> None:
    assert plain(page_sections(ATLAS, "lake", {})[1].paragraphs[0]) == "Fluid from beta body."


def test_an_analogy_links_to_its_idea_where_the_course_has_it() -> None:
    known, unknown = page_sections(ATLAS, "Lalpha", {"ring": "Ring"})[-1].paragraphs
    assert plain(known) == "Ring. It is like a ring."
    assert [run.link for run in known] == ["concept:ring", ""]
    assert plain(unknown) == "It is like nothing here."
    assert not any(run.link for run in unknown)


def test_the_card_joins_the_sources_and_names_the_place_in_the_tree() -> None:
    card = region_card(ATLAS, "Lalpha")
    assert card.sources == ("Book A", "Book B")
    assert card.source_line.endswith("2 sources")
    assert "Group › Part › Alpha body" in card.ids
    assert "Centre in the MNI template 0 / 1 / 2 mm" in card.ids
    assert region_card(ATLAS, "pons").page == ()
