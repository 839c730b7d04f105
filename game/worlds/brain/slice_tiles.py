"""One small MRI picture with the crosshair on it, as the MRI panel shows three of.

The panel makes the tiles and tells them where the crosshair is; a press, a drag, the wheel or arrow keys on a tile
call back with millimetres. It knows pictures and pixels; no brain.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import TYPE_CHECKING

import numpy as np
from panda3d.core import (
    CardMaker,
    ColorBlendAttrib,
    NodePath,
    SamplerState,
    Texture,
    Vec4,
)

from game.core.cuts import AXES
from game.core.inputs import InputEvent
from game.engine.projection import Rect
from game.engine.shaders import load_shader
from game.engine.slices import MriCuts
from game.ui.shapes import Box, flat
from game.ui.text import TextBlock
from game.ui.widget import Widget
from game.worlds.brain.glass_tools import MINUS
from game.worlds.brain.slices_model import LETTERS, Slices, across, edge_letters, mirrored

if TYPE_CHECKING:
    from game.ui.layer import Layer
    from game.ui.scroll import ScrollArea

_FIELD = 268.0  # mm that a tile is wide enough for: the longest brain, and the letters beside it
_TALL = 200.0  # mm that it is high enough for: the longest brain, without the air round it
_BLACK = (0.012, 0.016, 0.031, 1.0)
_INK = (0.957, 0.941, 0.902, 1.0)  # letters on the picture, in every scheme: the picture is dark
Move = Callable[[str, float], None]


@dataclass
class _Lines:
    upright: Box
    level: Box


class SliceTile(Widget):
    """A picture of one plane at the crosshair. `move(kind, mm)` is called for each plane that should move."""

    focusable = True

    def __init__(
        self,
        layer: Layer,
        kind: str,
        rect: Rect,
        volume: MriCuts | None,
        slices: Slices,
        move: Move,
        *,
        area: ScrollArea | None = None,
    ) -> None:
        super().__init__(layer, f"tile-{kind}", rect, area)
        self.kind, self._volume, self._slices, self._move = kind, volume, slices, move
        self.focus_radius = layer.theme.px(14)
        self.spoken = f"{kind} MRI"
        self._texture = Texture(f"tile-{kind}")
        self._texture.set_minfilter(SamplerState.FT_linear)
        self._texture.set_magfilter(SamplerState.FT_linear)
        self._texture.set_wrap_u(SamplerState.WM_clamp)
        self._texture.set_wrap_v(SamplerState.WM_clamp)
        self._shown: float | None = None
        self._card: NodePath | None = None
        self._caption: TextBlock | None = None
        self._lines: _Lines | None = None

    def draw(self) -> None:
        """Frame, picture, letters, caption, crosshair."""
        self.wipe()
        self._lines = None
        theme, rect = self.layer.theme, self.rect
        edge = theme.colour("line_strong" if self.hovered else "line")
        self.box(rect, flat(_BLACK, theme.px(14), edge, 1.0))
        self._draw_picture()
        style = theme.type("caption")
        picture = self._picture_rect()
        left, right, top, _ = edge_letters(self.kind, radiological=self._slices.radiological)
        pad, half = theme.px(7), style.line / 2
        if rect.w > 5 * style.px:
            self._letter(rect.x + pad, picture.centre[1] - half, left)
            self._letter(rect.right - pad, picture.centre[1] - half, right, "right")
            self._letter(rect.centre[0], rect.y + theme.px(4), top, "centre")
        self._caption = self._letter(rect.centre[0], rect.bottom - style.line - theme.px(5), "x", "centre")
        self.refresh()

    def refresh(self) -> None:
        """The planes moved."""
        here = self._slices.places[self.kind]
        if self._volume is not None and here != self._shown:
            self._shown = here
            image = self._volume.cut(AXES[self.kind], here)
            rows, columns = image.shade.shape
            pixels = np.zeros((rows, columns, 4), np.uint8)  # BGRA
            pixels[..., 2], pixels[..., 1], pixels[..., 3] = image.shade, image.mask, 255
            self._texture.setup_2d_texture(columns, rows, Texture.T_unsigned_byte, Texture.F_rgba)
            self._texture.set_ram_image(pixels.tobytes())
        if self._caption is not None:
            self._caption.set(f"{LETTERS[self.kind]} {round(here)}".replace("-", MINUS))
        self._draw_lines()

    # --- reactions -------------------------------------------------------------------------------------------

    def press_at(self, x: float, y: float) -> None:
        """Put the crosshair there."""
        first, second = across(self.kind)
        picture = self._picture_rect()
        share = min(max((x - picture.x) / picture.w, 0.0), 1.0)
        rise = min(max((picture.bottom - y) / picture.h, 0.0), 1.0)
        if mirrored(self.kind, radiological=self._slices.radiological):
            share = 1.0 - share
        for kind, part in ((first, share), (second, rise)):
            low, high = self._span(kind)
            self._move(kind, low + part * (high - low))

    def drag_to(self, x: float, y: float) -> None:
        """The crosshair follows."""
        self.press_at(x, y)

    def wheel(self, steps: float) -> bool:
        """Go through the slices."""
        self._move(self.kind, self._slices.places[self.kind] + steps)
        return True

    def key(self, event: InputEvent) -> bool:
        """Arrows move the crosshair in the picture, page keys the picture itself."""
        first, second = across(self.kind)
        turn = -1 if mirrored(self.kind, radiological=self._slices.radiological) else 1
        step = {
            "arrow_left": (first, -turn), "arrow_right": (first, turn), "arrow_up": (second, 1),
            "arrow_down": (second, -1), "page_up": (self.kind, 1), "page_down": (self.kind, -1),
        }.get(event.key)  # fmt: skip
        if step is None:
            return False
        self._move(step[0], self._slices.places[step[0]] + step[1])
        return True

    # --- pictures --------------------------------------------------------------------------------------------

    def _span(self, kind: str) -> tuple[float, float]:
        """Millimetres from edge to edge of the volume along the axis of a plane."""
        if self._volume is None:
            return (-90.0, 90.0)
        return self._volume.bounds(AXES[kind])

    def _picture_rect(self) -> Rect:
        """Where the picture is; all tiles have one scale."""
        theme, rect = self.layer.theme, self.rect
        line = theme.type("caption").line
        top, bottom = rect.y + 0.75 * line, rect.bottom - line - theme.px(4)
        scale = min(rect.w / _FIELD, (bottom - top) / _TALL)
        first, second = (self._span(kind) for kind in across(self.kind))
        width, height = (first[1] - first[0]) * scale, (second[1] - second[0]) * scale
        cx, cy = rect.centre[0], (top + bottom) / 2
        return Rect(cx - width / 2, cy - height / 2, width, height)

    def _letter(self, x: float, y: float, words: str, align: str = "left") -> TextBlock:
        block = self.layer.text(x, y, words, "caption", _INK, align=align, parent=self.path, area=self.area)
        self._parts.append(block)
        return block

    def _draw_picture(self) -> None:
        if self._card is not None:
            self._card.remove_node()
            self._card = None
        if self._volume is None:
            return
        picture, maker = self._picture_rect(), CardMaker("picture")
        maker.set_frame(picture.x, picture.right, -picture.bottom, -picture.y)
        if mirrored(self.kind, radiological=self._slices.radiological):
            maker.set_uv_range((1, 0), (0, 1))
        self._card = self.path.attach_new_node(maker.generate())
        self._card.set_shader(load_shader("slice"))
        self._card.set_shader_input("slice", self._texture)
        self._card.set_shader_input("u_slice_tint", Vec4(0.93, 0.95, 1.0, 1.0))
        self._card.set_attrib(
            ColorBlendAttrib.make(
                ColorBlendAttrib.M_add, ColorBlendAttrib.O_one, ColorBlendAttrib.O_one_minus_incoming_alpha
            )
        )

    def _draw_lines(self) -> None:
        if self._lines is not None:
            for line in (self._lines.upright, self._lines.level):
                line.remove()
                self._parts.remove(line)
        picture, theme = self._picture_rect(), self.layer.theme
        first, second = across(self.kind)
        shares = []
        for kind in (first, second):
            low, high = self._span(kind)
            shares.append((self._slices.places[kind] - low) / (high - low))
        if mirrored(self.kind, radiological=self._slices.radiological):
            shares[0] = 1.0 - shares[0]
        x, y = picture.x + shares[0] * picture.w, picture.bottom - shares[1] * picture.h
        thick = max(1.0, round(1.5 * theme.s))
        gold = flat(theme.colour("accent") if theme.scheme != "light" else (1.0, 0.784, 0.353, 1.0))
        top, bottom = (
            max(picture.y, self.rect.y + 2),
            min(picture.bottom, self.rect.bottom - theme.type("caption").line),
        )
        self._lines = _Lines(
            self.box(Rect(x - thick / 2, top, thick, bottom - top), gold),
            self.box(Rect(picture.x, y - thick / 2, picture.w, thick), gold),
        )

    def remove(self) -> None:
        """Take picture and frame away."""
        if self._card is not None:
            self._card.remove_node()
        super().remove()
