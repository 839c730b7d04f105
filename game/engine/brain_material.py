"""The colours of the brain: palettes by region, and the region texture that every highlight is written to.

Called by brain_node.py. It knows region ids, lobes and colours of the look; it knows no meshes and no nodes.
The texture has one column a region (column 0: no region) and the rows named below; a hover or a selection writes a
few bytes of it.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import cache

import numpy as np
from numpy.typing import NDArray
from panda3d.core import SamplerState, Texture

Rgb = tuple[float, float, float]
Colours = NDArray[np.float32]  # (columns, 4): red, green, blue, tint strength, all 0..1

COLUMNS = 512
ROW_NOW, ROW_STATE, ROW_BEFORE, ROW_OWN, ROW_LEARNED = range(5)
_ROWS = 8
SELECTED, HOVERED, GHOSTED, VISIBLE = range(4)  # channels of ROW_STATE

REGION_TINT = 0.80
LOBE_OF: Mapping[str, str] = {
    name: lobe
    for lobe, names in {
        "frontal": "superiorfrontal rostralmiddlefrontal caudalmiddlefrontal parsopercularis parstriangularis "
        "parsorbitalis lateralorbitofrontal medialorbitofrontal precentral paracentral frontalpole",
        "parietal": "superiorparietal inferiorparietal supramarginal postcentral precuneus",
        "temporal": "superiortemporal middletemporal inferiortemporal bankssts fusiform transversetemporal "
        "entorhinal temporalpole parahippocampal",
        "occipital": "lateraloccipital lingual cuneus pericalcarine",
        "cingulate": "rostralanteriorcingulate caudalanteriorcingulate posteriorcingulate isthmuscingulate",
        "insula": "insula",
    }.items()
    for name in names.split()
}
LOBES = ("frontal", "parietal", "temporal", "occipital", "cingulate", "insula")
_VALUE_STEPS = (0.0, 0.16, -0.13, 0.08, -0.06, 0.22)  # gyri of one lobe differ by value

_OWN_COLOURS: Mapping[str, str] = {  # what a structure is made of, by the start of its side-less name
    "Thalamus": "#F986AE",
    "Caudate": "#6EBAFE",
    "Putamen": "#9455D9",
    "Pallidum": "#B9E3F5",
    "Hippocampus": "#C4553D",
    "Amygdala": "#1F9F8C",
    "Accumbens-area": "#80A941",
    "VentralDC": "#B79A86",
    "Lateral-Ventricle": "#AEBBD0",
    "Inf-Lat-Vent": "#9FB0CC",
    "3rd-Ventricle": "#9FB0CC",
    "4th-Ventricle": "#9FB0CC",
    "Choroid-Plexus": "#C98BA0",
    "choroid-plexus": "#C98BA0",
    "CC_": "#E9DCC6",
    "Cerebellum-White-Matter": "#BDAE9E",
    "Cerebellum-Cortex": "#8F615A",
    "Cerebellum": "#EBC3B0",
    "Midbrain": "#C9AE9A",
    "Pons": "#D6BDA9",
    "Medulla": "#BFA694",
    "Brain-Stem": "#E6CDB8",
    "Red-Nucleus": "#D4574F",
    "Substantia-Nigra": "#5B4B6E",
    "SNc-VTA": "#7A5C8A",
    "Subthalamic": "#F2A65A",
    "Hypothalamus": "#E27FA0",
    "Mammillary": "#D8C24A",
    "Habenula": "#A8C86A",
    "GPe": "#8FC4DE",
    "GPi": "#5FA8CE",
    "Ventral-Pallidum": "#6FB0A0",
}
_UNNAMED = "#C9BDB6"


@dataclass(frozen=True)
class BrainColours:
    """What the brain takes from a colour scheme. RGB 0..1; `ghost_swallow` is how much of what lies behind it the shell
    hides, `ghost_cover` how much its rim covers (paper schemes), `rim` the strength of the fresnel rim."""

    accent: Rgb
    outline: Rgb
    lobes: Mapping[str, Rgb]
    rim: float = 0.50
    ghost: Rgb = (0.5608, 0.6980, 1.0)
    ghost_swallow: float = 0.25
    ghost_cover: float = 0.0


def rgb(hex_colour: str) -> Rgb:
    """ "#RRGGBB" as three numbers 0..1."""
    text = hex_colour.lstrip("#")
    return (int(text[0:2], 16) / 255, int(text[2:4], 16) / 255, int(text[4:6], 16) / 255)


DARK = BrainColours(
    accent=rgb("#FFC85A"),
    outline=rgb("#F4F0E6"),
    lobes={
        lobe: rgb(colour)
        for lobe, colour in zip(LOBES, "#6EBAFE #1F8274 #F986AE #9455D9 #D6E6FC #80A941".split(), strict=True)
    },
)


def side_less(region_id: str) -> str:
    """`ctx-lh-precentral` and `Left-Thalamus` without their side."""
    for prefix in ("ctx-lh-", "ctx-rh-", "Left-", "Right-"):
        if region_id.startswith(prefix):
            return region_id[len(prefix) :]
    return region_id


@cache
def own_colour(region_id: str) -> Rgb:
    """The colour a structure has where nothing tints it (cortex takes its tissue colour in the shader)."""
    name = side_less(region_id)
    return rgb(next((value for key, value in _OWN_COLOURS.items() if name.startswith(key)), _UNNAMED))


def lobe_palette(region_ids: Sequence[str], lobes: Mapping[str, Rgb]) -> Colours:
    """Cortical regions in the colour of their lobe, varied by value; everything else untinted. (columns, 4)."""
    palette = np.zeros((COLUMNS, 4), np.float32)
    counted: dict[tuple[str, str], int] = {}
    for column, region_id in enumerate(region_ids, start=1):
        lobe = LOBE_OF.get(side_less(region_id), "") if region_id.startswith("ctx-") else ""
        if lobe:
            place = counted.get((region_id[:7], lobe), 0)
            counted[(region_id[:7], lobe)] = place + 1
            step = _VALUE_STEPS[place % len(_VALUE_STEPS)]
            base = np.array(lobes[lobe])
            palette[column, :3] = base + (1 - base) * step if step > 0 else base * (1 + step)
            palette[column, 3] = REGION_TINT
    return palette


def learned_palette(region_ids: Sequence[str], lobes: Mapping[str, Rgb]) -> Colours:
    """Default colours of predicted labels: the lobe palette, and a structure's own colour. (columns, 4)."""
    palette = lobe_palette(region_ids, lobes)
    for column, region_id in enumerate(region_ids, start=1):
        if palette[column, 3] == 0:
            palette[column, :3] = own_colour(region_id)
        palette[column, 3] = 1.0
    return palette


class RegionTexture:
    """The texture all brain shaders read. Change rows or states, then `flush()` once."""

    def __init__(self, region_ids: Sequence[str]) -> None:
        if len(region_ids) >= COLUMNS:
            raise ValueError(f"{len(region_ids)} regions do not fit into {COLUMNS} columns")
        self._pixels = np.zeros((_ROWS, COLUMNS, 4), np.uint8)  # BGRA, as Panda3D stores it
        self._pixels[ROW_STATE, :, VISIBLE] = 255
        self.texture = Texture("region-colours")
        self.texture.setup_2d_texture(COLUMNS, _ROWS, Texture.T_unsigned_byte, Texture.F_rgba)
        self.texture.set_minfilter(SamplerState.FT_nearest)
        self.texture.set_magfilter(SamplerState.FT_nearest)
        self.texture.set_wrap_u(SamplerState.WM_clamp)
        self.texture.set_wrap_v(SamplerState.WM_clamp)
        self.texture.set_keep_ram_image(True)
        own = np.ones((COLUMNS, 4), np.float32)
        own[1 : len(region_ids) + 1, :3] = [own_colour(region_id) for region_id in region_ids]
        self.set_row(ROW_OWN, own)

    def set_row(self, row: int, colours: Colours) -> None:
        """Replace a row by colours (columns, 4), 0..1."""
        quantised = np.rint(np.clip(colours, 0, 1) * 255).astype(np.uint8)
        self._pixels[row] = quantised[:, [2, 1, 0, 3]]

    def set_state(self, column: int, channel: int, value: float) -> None:
        """One region's state: channel SELECTED, HOVERED, GHOSTED or VISIBLE; value 0..1."""
        self._pixels[ROW_STATE, column, (2, 1, 0, 3)[channel]] = round(255 * min(max(value, 0.0), 1.0))

    def state(self, column: int, channel: int) -> float:
        """What `set_state` last wrote, 0..1."""
        return float(self._pixels[ROW_STATE, column, (2, 1, 0, 3)[channel]]) / 255

    def flush(self) -> None:
        """Send the pixels to the graphics card with the next frame."""
        self.texture.set_ram_image(self._pixels.tobytes())
