"""Text: as wide as the type designer says, wrapped, shortened, never tofu; and the audit sees what is ugly."""

from pathlib import Path

import pytest
from PIL import ImageFont

from game.engine.watch import Watch
from game.ui.audit import complaints
from game.ui.fonts import FALLBACKS
from game.ui.text import Span
from game.ui.theme import Theme

FONTS = Path(__file__).resolve().parents[2] / "assets" / "fonts"
GAME = Path(__file__).resolve().parents[2] / "game"
PLAIN = "IBMPlexSans_400Regular.ttf"


def test_a_line_is_as_wide_as_the_face_says(layer):
    block = layer.text(0, 0, "Neuroanatomy Explorer", layer.theme.type("hero"), "text")
    expected = ImageFont.truetype(str(FONTS / "Literata_500Medium.ttf"), block.style.px).getlength(
        "Neuroanatomy Explorer"
    )
    assert block.width == pytest.approx(expected, rel=0.03)


def test_an_empty_text_takes_no_room(layer):
    blocks = [layer.text(0, 0, words, "caption", "text") for words in ("wide " * 40, "", "wide " * 40)]
    blocks[0].set("")
    assert [block.width for block in blocks[:2]] == [0.0, 0.0]
    assert [block.height for block in blocks[:2]] == [0.0, 0.0]
    assert layer.measure("", "caption") == (0.0, 0.0)


def test_other_words_and_colours_are_told_to_who_watches(layer):
    block = layer.text(0, 0, "before", "caption", "text")
    watch = Watch(layer.root)
    assert watch.changed() and not watch.changed()
    for change in (lambda: block.set("after"), lambda: block.recolour((1.0, 0.0, 0.0, 1.0))):
        change()
        assert watch.changed() and not watch.changed()


def test_only_text_blocks_write_text_nodes():
    """Whoever made another would have to tell the watch; the probe of the fonts is never shown."""
    makers = {
        path.relative_to(GAME).as_posix()
        for path in GAME.rglob("*.py")
        if "TextNode(" in path.read_text("utf-8")
    }
    assert makers == {"ui/text.py", "ui/fonts.py"}


def test_text_wraps_at_its_width_and_counts_its_lines(layer):
    block = layer.text(0, 0, "one two three four five six seven eight nine ten", "body", "body", width=120)
    assert block.lines > 2
    assert block.width <= 122
    assert block.height == pytest.approx(block.lines * block.style.line)


def test_too_long_text_ends_in_an_ellipsis(layer):
    block = layer.text(
        0, 0, "one two three four five six seven eight nine ten", "body", "body", width=120, max_lines=1
    )
    assert block.lines == 1
    assert block.width <= 122


@pytest.mark.parametrize("character", "∇∈⁻")
def test_characters_the_faces_lack_come_from_a_fallback(layer, character):
    assert not layer.book.has("IBMPlexSans_400Regular.ttf", character)
    assert layer.book.face_for("IBMPlexSans_400Regular.ttf", character) in FALLBACKS
    block = layer.text(0, 0, f"a {character} b", "body", "body")
    assert block.width > layer.measure("a  b", "body")[0]


def test_spans_keep_their_words_in_order(layer):
    block = layer.text(
        0, 0, [Span("bold ", weight=600), Span("italic", italic=True, family="reading")], "body", "body"
    )
    assert block.plain == "bold italic"


def test_the_audit_sees_text_off_the_window_and_text_on_text(layer):
    layer.text(1200, 10, "this runs off the right edge of the window", "body", "body")
    layer.text(100, 100, "first", "body", "body")
    layer.text(110, 104, "second", "body", "body")
    found = complaints(layer.records, (1280, 720))
    assert len(found) == 2
    assert "leaves the window" in found[0]
    assert "lies on" in found[1]


def test_the_audit_is_content_with_what_is_well_set(layer):
    first = layer.text(100, 100, "first", "body", "body")
    layer.text(100, 100 + first.height, "second", "body", "body")
    assert complaints(layer.records, (1280, 720)) == []


def test_every_type_step_has_its_face(layer, tokens):
    theme = Theme(tokens)
    for name, value in tokens["type"].items():
        if isinstance(value, list):
            assert (FONTS / layer.book.file(theme.type(name))).is_file()


def test_every_icon_is_in_the_icon_face(layer):
    assert all(layer.book.has("remixicon.ttf", chr(code)) for code in layer.book.icon_codes.values())


def test_a_face_is_asked_for_its_glyphs_once_and_answers_for_whole_texts(book) -> None:
    assert book.has_all(PLAIN, "Brain 12 – Gehirn") and book.has_all(PLAIN, "")
    assert not book.has_all(PLAIN, "Brain \U0001f9e0") and book.has_all(PLAIN, "niarB")


def test_the_sizes_of_a_face_are_independent_copies(book) -> None:
    small, large = book.get(PLAIN, 16, 20.0), book.get(PLAIN, 40, 50.0)
    assert small is book.get(PLAIN, 16, 20.0) and small is not large
    assert (small.get_pixels_per_unit(), large.get_pixels_per_unit()) == (16, 40)


@pytest.mark.parametrize(
    "face", sorted(path.name for path in FONTS.glob("*.ttf") if path.name.startswith(("IBM", "Jet", "Lit")))
)
def test_every_face_that_words_are_set_in_has_all_of_ascii(book, face):
    assert [chr(code) for code in range(32, 127) if not book.has(face, chr(code))] == []
