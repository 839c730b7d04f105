"""The one theme: colours by meaning, type steps, and the scale from the 1920x1080 design to this window.

Every widget takes its colours and sizes from here by name. A `Theme` is a value: a new window size, scheme or text
size makes a new one and the screens lay themselves out again. Tokens come from `assets/themes/tokens.toml`.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property
from pathlib import Path
from typing import Any

import tomli

Colour = tuple[float, float, float, float]
SCHEMES = ("dark", "light", "contrast")


class ThemeError(ValueError):
    """The tokens file is missing or broken; the text says where."""


def load_tokens(path: Path) -> dict[str, Any]:
    """Read the look tokens; raises ThemeError naming the file."""
    try:
        return tomli.loads(path.read_text(encoding="utf-8"))
    except (OSError, tomli.TOMLDecodeError) as error:
        raise ThemeError(f"{path.name}: {error}") from error


def rgba(hex_colour: str, alpha: float = 1.0) -> Colour:
    """(r, g, b, a) in 0..1 of "#RRGGBB"."""
    value = hex_colour.lstrip("#")
    return (int(value[0:2], 16) / 255, int(value[2:4], 16) / 255, int(value[4:6], 16) / 255, alpha)


@dataclass(frozen=True)
class TypeStyle:
    """One step of the type scale on this window. px, line: pixels on screen. weight: 400, 500 or 600."""

    name: str
    family: str
    weight: int
    px: int
    line: float
    italic: bool = False
    upper: bool = False


@dataclass(frozen=True)
class Theme:
    """Colours and sizes for one window size, scheme and text size."""

    tokens: dict[str, Any]
    scheme: str = "dark"
    text_factor: float = 1.0
    size: tuple[int, int] = (1920, 1080)
    reduced_motion: bool = False

    @cached_property
    def s(self) -> float:
        """Pixels on screen per design pixel."""
        return max(0.6, min(3.0, min(self.size[1] / 1080, self.size[0] / 1920)))

    def px(self, design: float) -> float:
        """Design pixels to whole screen pixels (lengths, gaps, radii)."""
        return float(round(design * self.s))

    def colour(self, name: str, alpha: float = 1.0) -> Colour:
        """A colour by its meaning: "text", "accent", "surface", "replica_0", ..."""
        return rgba(self.hex(name), alpha)

    def hex(self, name: str) -> str:
        """ "#RRGGBB" of a colour by its meaning."""
        return str(self.tokens["colour"][name]["hex"][SCHEMES.index(self.scheme)])

    @property
    def dark(self) -> bool:
        """Whether the scheme draws light on dark (shadows, stars and glows differ)."""
        return self.scheme != "light"

    @property
    def compact(self) -> bool:
        """Whether captions go, menus fold and side panels take 45 % of the width (large text, or a narrow or small
        window)."""
        least = (
            1450 * self.s * min(self.text_factor, 1.25)
        )  # `s` and text stop shrinking before the window does
        return self.text_factor >= 1.5 or self.size[0] / self.size[1] < 1.45 or self.size[0] < least

    def type(self, name: str) -> TypeStyle:
        """A step of the type scale ("hero", "body", ...; with "-italic" or "-bold" for that cut)."""
        base, _, cut = name.partition("-")
        size, weight, family, line = self.tokens["type"][base]
        if cut == "bold":
            weight = 500 if family == "reading" else 600
        elif cut == "medium":
            weight = 500
        px = self.text_px(size)
        return TypeStyle(name, family, weight, px, px * line, italic=cut == "italic", upper=base == "eyebrow")

    def text_px(self, design: float) -> int:
        """Screen pixels of a text size: grows with the person's factor, large sizes at half the rate, never < 14."""
        scale = self.tokens["scale"]
        rate = scale["large_type_rate"] if design >= 36 else 1.0
        factor = 1 + (self.text_factor - 1) * rate
        return max(int(scale["min_text_px"]), round(design * self.s * factor))

    def grow(self, design: float) -> float:
        """A length that must hold text: grows with the person's factor like body text does."""
        return float(round(design * self.s * self.text_factor))

    def seconds(self, name: str) -> float:
        """A duration of the motion scale; 0 in reduced motion."""
        return 0.0 if self.reduced_motion else float(self.tokens["motion"][name])
