"""Searching by name: order of the answers, mistakes forgiven, spans that fit the name shown."""

import pytest

from game.core.name_search import Name, NameIndex, fold

NAMES = (
    Name("a", "Putamen"),
    Name("b", "Nucleus accumbens"),
    Name("c", "Caudate nucleus"),
    Name("c", "nucleus caudatus", "latin", -1.0),
    Name("d", "Broca's area"),
    Name("e", "Área visual"),
    Name("f", "Pons"),
)
INDEX = NameIndex(NAMES)


def keys(query: str, limit: int = 10) -> list[str]:
    return [hit.name.key for hit in INDEX.search(query, limit)]


def test_exact_before_prefix_before_word_before_mistake() -> None:
    index = NameIndex(
        [
            Name("fuzzy", "Red nuclius"),
            Name("word", "The red nucleus"),
            Name("prefix", "Red nucleus proper"),
            Name("exact", "Red nucleus"),
        ]
    )
    assert [hit.name.key for hit in index.search("red nucleus")] == ["exact", "prefix", "word", "fuzzy"]


@pytest.mark.parametrize(
    ("query", "key"),
    [
        ("putamne", "a"),
        ("putmen", "a"),
        ("acumbens", "b"),
        ("ncl caudatus", "c"),
        ("caudate nuc", "c"),
        ("broca", "d"),
        ("brocas area", "d"),
        ("broca’s", "d"),
        ("area visual", "e"),
        ("ÁREA", "e"),
    ],
)
def test_the_first_answer(query: str, key: str) -> None:
    assert keys(query)[0] == key


@pytest.mark.parametrize("query", ["", "   ", "?!", "xyzzy", "po ns zz", "pns"])
def test_nothing_fits(query: str) -> None:
    assert keys(query) == []


def test_each_key_comes_once_and_the_limit_holds() -> None:
    assert keys("nucleus").count("c") == 1
    assert len(keys("nucleus", 1)) == 1
    assert keys("nucleus", 0) == []


def test_ties_keep_the_order_of_the_names() -> None:
    index = NameIndex([Name("second", "Area B"), Name("first", "Area A")])
    assert [hit.name.key for hit in index.search("area")] == ["second", "first"]


@pytest.mark.parametrize(
    ("query", "part"), [("broca", "Broca"), ("accu", "accu"), ("área", "Área"), ("putamne", "Putamen")]
)
def test_the_span_is_the_part_that_matched(query: str, part: str) -> None:
    hit = INDEX.search(query)[0]
    assert hit.name.text[slice(*hit.span)] == part


def test_folding_is_safe_for_any_text() -> None:
    assert fold("Ｂｒｏｃａ’s  ÁREA—17").text == "brocas area 17"
    assert fold("ﬁbre").text == "fibre"
    assert fold("🧠").text == ""
    assert fold("грудь Straße").words == ((0, "грудь"), (6, "strasse"))
