"""The theme: every colour in every scheme, contrast as promised, sizes that never fall below the legible."""

import pytest

from game.ui.theme import SCHEMES, Theme, ThemeError, load_tokens, rgba


def luminance(colour):
    parts = [c / 12.92 if c <= 0.04045 else ((c + 0.055) / 1.055) ** 2.4 for c in colour[:3]]
    return 0.2126 * parts[0] + 0.7152 * parts[1] + 0.0722 * parts[2]


def contrast(first, second):
    high, low = sorted((luminance(first), luminance(second)), reverse=True)
    return (high + 0.05) / (low + 0.05)


@pytest.mark.parametrize("scheme", SCHEMES)
@pytest.mark.parametrize(
    ("name", "least"),
    [
        ("text", 7.0),
        ("body", 7.0),
        ("muted", 4.5),
        ("accent", 4.5),
        ("good", 4.5),
        ("warning", 4.5),
        ("bad", 4.5),
        ("focus", 3.0),
    ],
)
def test_text_colours_are_legible_on_every_ground(tokens, scheme, name, least):
    theme = Theme(tokens, scheme)
    grounds = ("background", "background_glow", "surface", "surface_raised")
    assert min(contrast(theme.colour(name), theme.colour(ground)) for ground in grounds) >= least


@pytest.mark.parametrize("scheme", SCHEMES)
def test_text_on_gold_is_legible(tokens, scheme):
    theme = Theme(tokens, scheme)
    assert contrast(theme.colour("on_accent"), theme.colour("accent")) >= 7


@pytest.mark.parametrize(
    ("size", "scale"), [((1920, 1080), 1.0), ((1280, 720), 2 / 3), ((3840, 2160), 2.0), ((640, 480), 0.6)]
)
def test_the_scale_follows_the_smaller_side_within_its_limits(tokens, size, scale):
    assert Theme(tokens, size=size).s == pytest.approx(scale)


def test_text_grows_with_the_persons_factor_and_large_text_at_half_the_rate(tokens):
    plain, large = Theme(tokens), Theme(tokens, text_factor=2.0)
    assert (plain.type("body").px, large.type("body").px) == (24, 48)
    assert (plain.type("hero").px, large.type("hero").px) == (82, 123)


def test_no_text_is_smaller_than_fourteen_pixels(tokens):
    theme = Theme(tokens, size=(960, 540))
    assert min(theme.type(name).px for name in tokens["type"] if isinstance(tokens["type"][name], list)) >= 14


def test_reduced_motion_has_no_durations(tokens):
    assert Theme(tokens, reduced_motion=True).seconds("camera") == 0
    assert Theme(tokens).seconds("camera") == 0.8


def test_a_broken_tokens_file_is_named(tmp_path):
    file = tmp_path / "tokens.toml"
    file.write_text("[colour\n")
    with pytest.raises(ThemeError, match=r"tokens\.toml"):
        load_tokens(file)


def test_hex_colours():
    assert rgba("#FF0080", 0.5) == (1.0, 0.0, 128 / 255, 0.5)
