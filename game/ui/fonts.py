"""Fonts at the exact pixel size they are shown at, and which of them has a glyph.

The theme's type steps ask for (family, weight, italic, px); each is rendered once at that size, so text is never a
stretched texture. A character the face lacks goes to a fallback face. Called by `text` and `icons` only.
"""

from __future__ import annotations

from pathlib import Path

import tomli
from panda3d.core import DynamicTextFont, Filename, SamplerState, TextNode

from game.ui.font_metrics import reach
from game.ui.theme import TypeStyle

FACES = {
    ("ui", 400): "IBMPlexSans_400Regular.ttf",
    ("ui", 500): "IBMPlexSans_500Medium.ttf",
    ("ui", 600): "IBMPlexSans_600SemiBold.ttf",
    ("reading", 400): "Literata_400Regular.ttf",
    ("reading", 500): "Literata_500Medium.ttf",
    ("reading", 600): "Literata_600SemiBold.ttf",
    ("mono", 400): "JetBrainsMono_400Regular.ttf",
    ("mono", 500): "JetBrainsMono_500Medium.ttf",
}
ITALIC = "Literata_400Regular_Italic.ttf"
FALLBACKS = ("NotoSans_400Regular.ttf", "NotoSansMath_400Regular.ttf")
ICONS = "remixicon.ttf"


class FontError(RuntimeError):
    """A font file is missing or broken; the text names it."""


class FontBook:
    """All fonts of one program run. folder: where the .ttf files are."""

    def __init__(self, folder: Path, icon_table: Path) -> None:
        self._folder = folder
        self._faces: dict[str, DynamicTextFont] = {}  # each file is read once, and copied for each size
        self._fonts: dict[tuple[str, int, float], DynamicTextFont] = {}
        self._clamped: dict[tuple[str, int, float], int] = {}
        self._in_use: set[tuple[str, int, float]] = set()
        self._probes: dict[str, TextNode] = {}
        self._has: dict[tuple[str, str], bool] = {}
        self._known: dict[str, set[str]] = {}  # of each face the characters that it has, as far as asked
        self.icon_codes: dict[str, int] = tomli.loads(icon_table.read_text(encoding="utf-8"))["icons"]

    def file(self, style: TypeStyle) -> str:
        """The face file of a type style."""
        if style.family == "icons":
            return ICONS
        if style.italic:
            return ITALIC
        return FACES[(style.family, style.weight)]

    def get(self, file: str, px: int, line: float) -> DynamicTextFont:
        """The face at `px` pixels an em with a line height of `line` pixels."""
        key = (file, px, line)
        if key not in self._fonts:
            font = self._face(file).make_copy()
            font.set_pixels_per_unit(px)
            font.set_scale_factor(1)
            font.set_texture_margin(2)
            font.set_page_size(512, 512) if px >= 60 else font.set_page_size(256, 256)
            font.set_minfilter(SamplerState.FT_linear)
            font.set_magfilter(SamplerState.FT_linear)
            font.set_line_height(line / px)
            self._fonts[key] = font
        self._in_use.add(key)
        return self._fonts[key]

    def _face(self, file: str) -> DynamicTextFont:
        if file not in self._faces:
            face = DynamicTextFont(Filename.from_os_specific(str(self._folder / file)))
            if not face.is_valid():
                raise FontError(f"the font file {file} is missing or broken; reinstall the program")
            self._faces[file] = face
        return self._faces[file]

    def clamp(self) -> None:
        """Stop glyphs at the edge of a texture page from showing the other edge; call after text was laid out.

        Looks at the faces asked for since the last call only: no other can have got new pages.
        """
        for key in self._in_use:
            font = self._fonts[key]
            pages = font.get_num_pages()
            if pages != self._clamped.get(key, 0):
                for index in range(pages):
                    font.get_page(index).set_wrap_u(SamplerState.WM_clamp)
                    font.get_page(index).set_wrap_v(SamplerState.WM_clamp)
                self._clamped[key] = pages
        self._in_use.clear()

    def has(self, file: str, character: str) -> bool:
        """Whether the face has a glyph for one character."""
        if character.isspace() or ord(character) < 32:
            return True
        key = (file, character)
        if key not in self._has:
            if file not in self._probes:
                probe = TextNode("probe")
                probe.set_font(self.get(file, 20, 20.0))
                self._probes[file] = probe
            self._has[key] = bool(self._probes[file].has_character(character))
        return self._has[key]

    def has_all(self, file: str, text: str) -> bool:
        """Whether the face has a glyph for every character of a text. Every face has all of ASCII (a test looks)."""
        if text.isascii():
            return True
        known = self._known.setdefault(file, set())
        if known.issuperset(text):
            return True
        known.update(character for character in set(text) - known if self.has(file, character))
        return known.issuperset(text)

    def face_for(self, file: str, character: str) -> str:
        """The face itself if it has the glyph, else the first fallback that has; else the face."""
        if self.has(file, character):
            return file
        return next((other for other in FALLBACKS if self.has(other, character)), file)

    def ascent(self, file: str, px: int, line: float) -> float:
        """Pixels from the top of a line box to the baseline, as a browser would place it."""
        up, down = reach(self._folder / file)
        return (line - (up + down) * px) / 2 + up * px
