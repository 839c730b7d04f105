"""The MRI panel: region at the crosshair, three pictures, three sliders, cuts, slab, convention, shell.

The layout builds it in the place of the region's panel while the desk says it is open; the desk gets the handles back
and keeps them true while planes move. It lays out; it decides nothing.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import partial
from typing import TYPE_CHECKING

from game.engine.projection import Rect
from game.ui.buttons import QUIET, Button
from game.ui.choice import Choice
from game.ui.controls import Slider
from game.ui.layer import Layer
from game.ui.scroll import ScrollArea
from game.ui.text import TextBlock
from game.worlds.brain.glass_tools import number
from game.worlds.brain.slice_tiles import SliceTile
from game.worlds.brain.slices_model import LETTERS, NEUROLOGICAL, PLANES, RADIOLOGICAL, RANGES, SLAB

if TYPE_CHECKING:
    from game.worlds.brain.slices_desk import SlicesDesk

HINT = "Drag a plane, or turn the wheel over it."
NOWHERE = "Outside the brain"


class PlaneSlider(Slider):
    """A slider whose wheel moves it, one step a notch."""

    def wheel(self, steps: float) -> bool:
        """Move by whole steps."""
        self._change(self.value + steps * self.step)
        return True


@dataclass
class PanelHandles:
    """What lives on while planes move."""

    name: TextBlock
    place: TextBlock
    tiles: dict[str, SliceTile]
    sliders: dict[str, PlaneSlider]
    numbers: dict[str, TextBlock]
    read: Button


def build_slices_panel(ui: Layer, rect: Rect, desk: SlicesDesk) -> PanelHandles:
    """Draw the panel into a rectangle of the window."""
    theme = ui.theme
    ui.panel("slices-panel", rect)
    pad = theme.px(34 if not theme.compact else 22)
    icon = max(theme.px(52), theme.grow(40))
    ui.text(rect.x + pad, rect.y + pad, "MRI planes", "head", "text")
    close = Rect(rect.right - pad - icon, rect.y + pad - (icon - theme.type("head").line) / 2, icon, icon)
    ui.add(
        Button(ui, "slices-close", close, "", desk.toggle, icon="close-line", kind=QUIET, tooltip="Close (M)")
    )
    top = rect.y + pad + max(theme.type("head").line, icon * 0.75) + theme.px(10)
    frame = Rect(rect.x + pad, top, rect.w - 2 * pad, rect.bottom - theme.px(20) - top)
    area = ui.add(ScrollArea(ui, "slices-scroll", frame))
    width = frame.w - theme.px(22)
    line = theme.type("caption").line
    name = ui.text(0, 0, "x", "read", "text", width=width, max_lines=2, area=area)
    y = 2 * theme.type("read").line + theme.px(2)
    place = ui.text(0, y, "x", "caption", "muted", area=area)
    read_w = ui.measure("Read", "label")[0] + theme.px(44)
    tall = max(theme.px(46), theme.grow(38))
    if place_width(ui) + read_w > width:
        y += line + theme.px(4)
        read_x = 0.0
    else:
        read_x = width - read_w
    read_rect = Rect(read_x, y - (tall - line) / 2 if read_x else y, read_w, tall)
    read = ui.add(Button(ui, "slices-read", read_rect, "Read", desk.read, text_style="label", area=area,
                         tooltip="Select this region and read about it"))  # fmt: skip
    y = max(y + line, read_rect.bottom) + theme.px(14)
    tiles, y = _tiles(ui, desk, area, y, width)
    sliders: dict[str, PlaneSlider] = {}
    numbers: dict[str, TextBlock] = {}
    for kind in PLANES:
        sliders[kind], numbers[kind], y = _row(ui, desk, area, kind, y, width)
    y = _foot(ui, desk, area, y, width)
    area.set_content_height(y)
    return PanelHandles(name, place, tiles, sliders, numbers, read)


def place_words(crosshair: tuple[float, float, float]) -> str:
    """The crosshair in words: "x −26  y −56  z −19 mm"."""
    parts = [f"{LETTERS[kind]} {number(at, '')}" for kind, at in zip(PLANES, crosshair, strict=True)]
    return "  ".join(parts) + " mm"


def place_width(ui: Layer) -> float:
    """The widest that the crosshair's words get, pixels."""
    return ui.measure(place_words((-72.0, -104.0, -60.0)), "caption")[0]


def _tiles(
    ui: Layer, desk: SlicesDesk, area: ScrollArea, y: float, width: float
) -> tuple[dict[str, SliceTile], float]:
    theme = ui.theme
    gap = theme.px(14)
    line = theme.type("caption").line
    columns = 3 if (width - 2 * gap) / 3 > 4.6 * theme.type("caption").px else 1
    side = (width - (columns - 1) * gap) / columns
    height = min(0.92 * side, theme.px(330)) + 1.2 * line
    tiles = {}
    for index, kind in enumerate(PLANES):
        rect = Rect((index % columns) * (side + gap), y + (index // columns) * (height + gap), side, height)
        tiles[kind] = ui.add(SliceTile(ui, kind, rect, desk.volume, desk.slices, desk.move, area=area))
    rows = -(-len(PLANES) // columns)
    return tiles, y + rows * height + (rows - 1) * gap + theme.px(12)


def _row(
    ui: Layer, desk: SlicesDesk, area: ScrollArea, kind: str, y: float, width: float
) -> tuple[PlaneSlider, TextBlock, float]:
    """Name and number; below them the slider, and what is done with the plane."""
    theme, slices = ui.theme, desk.slices
    line, tall = theme.type("caption").line, max(theme.px(46), theme.grow(34))
    gap = theme.px(8)
    words = f"{kind.capitalize()} {LETTERS[kind]}"
    ui.text(0, y, words, "caption", "body", area=area)
    shown = ui.text(
        width, y, number(slices.places[kind], "mm"), "caption-bold", "text", align="right", area=area
    )
    low, high = RANGES[kind]
    below = y + line + theme.px(3)
    place = Rect(0, below, width - 3 * (tall + gap), tall)
    slider = ui.add(
        PlaneSlider(ui, f"cut-{kind}", place, slices.places[kind], partial(desk.move, kind),
                    low=low, high=high, step=1.0, area=area)
    )  # fmt: skip
    slider.spoken = words
    x = place.right + gap
    visible, cuts = kind in slices.shown, kind in slices.cutting
    for name, icon, on, words, act in (
        ("show", "eye-line" if visible else "eye-off-line", False, "Show the plane", desk.toggle_shown),
        ("scissors", "scissors-cut-line", cuts, "Cut here (W)", desk.toggle_cut),
        ("flip", "arrow-left-right-line", False, "Take the other side (E)", desk.flip),
    ):
        rect = Rect(x, below, tall, tall)
        button = ui.add(Button(ui, f"{name}-{kind}", rect, "", partial(act, kind), icon=icon, chosen=on, radius=12,
                               tooltip=words, area=area))  # fmt: skip
        button.spoken = f"{words}: {kind}"
        if name == "flip":
            button.set_enabled(cuts)
        x += tall + gap
    return slider, shown, below + tall + theme.px(1)


def _foot(ui: Layer, desk: SlicesDesk, area: ScrollArea, y: float, width: float) -> float:
    theme, slices = ui.theme, desk.slices
    tall, gap = max(theme.px(52), theme.grow(40)), theme.px(12)
    slab = f"Slab {number(SLAB, 'mm')}"
    slab_w = ui.measure(slab, "label")[0] + theme.text_px(28) + theme.px(50)
    names = (NEUROLOGICAL, RADIOLOGICAL)
    choice_w = 2 * (max(ui.measure(words, "label-medium")[0] for words in names) + theme.px(56))
    beside = slab_w + gap + choice_w <= width
    ui.add(Button(ui, "slab", Rect(0, y, slab_w if beside else min(width, slab_w), tall), slab, desk.toggle_slab,
                  icon="stack-line", chosen=slices.slab, text_style="label", area=area,
                  tooltip="Keep a slab behind each cut (7)"))  # fmt: skip
    if not beside:
        y += tall + gap
    short = ("Neuro.", "Radio.") if not beside and choice_w > width else names
    x = slab_w + gap if beside else 0.0
    choice = Rect(x, y, width - x, tall)
    ui.add(Choice(ui, "convention", choice, short, int(slices.radiological), desk.set_convention,
                  spoken="Left and right in the pictures", area=area))  # fmt: skip
    y += tall + theme.px(10)
    if desk.glassy:
        y = _shell(ui, desk, area, y, width)
    hint = ui.text(0, y, HINT, "caption", "muted", width=width, area=area)
    return y + hint.height + theme.px(8)


def _shell(ui: Layer, desk: SlicesDesk, area: ScrollArea, y: float, width: float) -> float:
    theme = ui.theme
    line = theme.type("caption").line
    ui.text(0, y, "Shell opacity", "caption", "body", area=area)
    shell = desk.shell
    value = ui.text(width, y, number(shell, "%"), "caption-bold", "text", align="right", area=area)

    def change(percent: float) -> None:
        value.set(number(percent, "%"))
        desk.set_shell(percent)

    place = Rect(0, y + line, width, max(theme.px(40), theme.grow(30)))
    slider = ui.add(PlaneSlider(ui, "shell", place, shell, change, low=0.0, high=100.0, step=5.0, area=area))
    slider.spoken = "Shell opacity"
    return place.bottom + theme.px(2)
