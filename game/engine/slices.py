"""Planes of the MRI volume in place: coronal, axial and sagittal cuts that stand among the deep structures.

The explorer's view makes one `MriPlane` for each cut it shows, moves it in millimetres, and asks it where a ray meets
it. It knows the volume and its affine; it knows no regions and no widgets.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray
from panda3d.core import (
    ColorBlendAttrib,
    Geom,
    GeomNode,
    GeomTriangles,
    GeomVertexData,
    GeomVertexFormat,
    GeomVertexWriter,
    NodePath,
    SamplerState,
    Texture,
    Vec4,
)

from game.core.cuts import AXES
from game.engine.brain_assets import MriVolume
from game.engine.shaders import load_shader

_DARKEST, _GAMMA = 0.30, 1.25  # contrast: grey and white matter apart, fluid near black
_BLUR = 2  # voxels: half-width of the box that softens the mask, three times over


@dataclass(frozen=True)
class SliceImage:
    """One cut: `shade` and `mask` uint8 (rows, columns), rows along the higher of the two other axes."""

    shade: NDArray[np.uint8]
    mask: NDArray[np.uint8]


class MriCuts:
    """The volume with its contrast curve; makes cut images by millimetre."""

    def __init__(self, volume: MriVolume) -> None:
        self.origin = volume.affine[:3, 3].astype(float)
        self.step = np.diag(volume.affine)[:3].astype(float)
        self._data = volume.data
        bright = volume.data[volume.data > 10]
        top = float(np.percentile(bright, 99.5)) if bright.size else 255.0
        level = np.clip(np.arange(256) / top, 0, 1)
        shade = np.where(
            level > 0.05, np.clip((level - _DARKEST) / (1 - _DARKEST), 0, 1) ** _GAMMA * 0.93 + 0.05, 0
        )
        self._curve = np.rint(255 * shade**0.9).astype(np.uint8)
        self._inside = level > 0.05

    def bounds(self, axis: int) -> tuple[float, float]:
        """First and last millimetre of the volume along an axis (0 x, 1 y, 2 z)."""
        first, step = float(self.origin[axis]), float(self.step[axis])
        return first, first + step * (self._data.shape[axis] - 1)

    def cut(self, axis: int, millimetre: float) -> SliceImage:
        """The image of a cut; the nearest one inside the volume."""
        index = round((millimetre - self.origin[axis]) / self.step[axis])
        plane = np.take(self._data, min(max(index, 0), self._data.shape[axis] - 1), axis=axis).T
        mask = self._inside[plane].astype(np.float32)
        for _ in range(3):
            mask = _box_blur(mask)
        return SliceImage(self._curve[plane], np.rint(255 * np.clip(mask * 1.5, 0, 1)).astype(np.uint8))


class MriPlane:
    """One plane in the scene graph, in MNI millimetres. `kind`: "sagittal", "coronal" or "axial"."""

    def __init__(self, cuts: MriCuts, kind: str, millimetre: float) -> None:
        self.kind, self._axis, self._cuts = kind, AXES[kind], cuts
        self._texture = Texture(f"mri-{kind}")
        self._texture.set_minfilter(SamplerState.FT_linear)
        self._texture.set_magfilter(SamplerState.FT_linear)
        self._texture.set_wrap_u(SamplerState.WM_clamp)
        self._texture.set_wrap_v(SamplerState.WM_clamp)
        self.node = NodePath(GeomNode(f"mri-{kind}"))
        self.node.set_shader(load_shader("slice"))
        self.node.set_two_sided(True)
        self.node.set_bin("fixed", 5)  # after the opaque structures, before the ghost shell
        self.node.set_attrib(
            ColorBlendAttrib.make(
                ColorBlendAttrib.M_add, ColorBlendAttrib.O_one, ColorBlendAttrib.O_one_minus_incoming_alpha
            )
        )
        self.node.set_shader_input("slice", self._texture)
        self.set_tint((0.74, 0.79, 0.91), 0.92)
        self.millimetre = millimetre
        self._image = cuts.cut(self._axis, millimetre)
        self.move(millimetre)

    @property
    def texture(self) -> Texture:
        """The picture of the plane: red is its brightness, green its mask."""
        return self._texture

    @property
    def span(self) -> NDArray[np.float64]:
        """((low, high), (low, high)): mm that the picture covers across and up, (2,2)."""
        rows = []
        for axis in range(3):
            if axis != self._axis:
                low, high = self._cuts.bounds(axis)
                half = self._cuts.step[axis] / 2
                rows.append((low - half, high + half))
        return np.array(rows)

    def stand_back(self, millimetres: float) -> None:
        """Draw the plane a little off its place, so that the face of a cut there covers it."""
        place = [0.0, 0.0, 0.0]
        place[self._axis] = millimetres
        self.node.set_pos(*place)

    def set_tint(self, rgb: Sequence[float], opacity: float) -> None:
        """Colour of the brightest tissue, and the plane's opacity 0..1."""
        self.node.set_shader_input("u_slice_tint", Vec4(rgb[0], rgb[1], rgb[2], opacity))

    def move(self, millimetre: float) -> None:
        """Cut at another place, kept inside the volume."""
        low, high = self._cuts.bounds(self._axis)
        self.millimetre = min(max(millimetre, low), high)
        image = self._image = self._cuts.cut(self._axis, self.millimetre)
        rows, columns = image.shade.shape
        pixels = np.zeros((rows, columns, 4), np.uint8)  # BGRA
        pixels[..., 2], pixels[..., 1], pixels[..., 3] = image.shade, image.mask, 255
        self._texture.setup_2d_texture(columns, rows, Texture.T_unsigned_byte, Texture.F_rgba)
        self._texture.set_ram_image(pixels.tobytes())
        node: GeomNode = self.node.node()
        node.remove_all_geoms()
        node.add_geom(self._quad())

    def meets(self, start: Sequence[float], end: Sequence[float]) -> float | None:
        """Fraction of the segment (MNI mm) at which it meets the opaque part of the plane; None if it does not."""
        if self.node.is_hidden():
            return None
        first, last = np.asarray(start, float), np.asarray(end, float)
        run = last[self._axis] - first[self._axis]
        if abs(run) < 1e-9:
            return None
        fraction = (self.millimetre - first[self._axis]) / run
        if not 0.0 <= fraction <= 1.0:
            return None
        point = first + fraction * (last - first)
        column, row = ((point - self._cuts.origin) / self._cuts.step)[
            [k for k in range(3) if k != self._axis]
        ]
        mask = self._image.mask
        inside = 0 <= row < mask.shape[0] - 0.5 and 0 <= column < mask.shape[1] - 0.5
        return float(fraction) if inside and mask[round(row), round(column)] > 127 else None

    def _quad(self) -> Geom:
        data = GeomVertexData("slice", GeomVertexFormat.get_v3t2(), Geom.UH_dynamic)
        places, coordinates = GeomVertexWriter(data, "vertex"), GeomVertexWriter(data, "texcoord")
        across, along = [axis for axis in range(3) if axis != self._axis]
        span = self.span
        for u, v in ((0, 0), (1, 0), (1, 1), (0, 1)):
            corner = [0.0, 0.0, 0.0]
            corner[self._axis] = self.millimetre
            corner[across] = span[0, 0] + u * (span[0, 1] - span[0, 0])
            corner[along] = span[1, 0] + v * (span[1, 1] - span[1, 0])
            places.add_data3(*corner)
            coordinates.add_data2(u, v)
        triangles = GeomTriangles(Geom.UH_dynamic)
        triangles.add_vertices(0, 1, 2)
        triangles.add_vertices(0, 2, 3)
        geom = Geom(data)
        geom.add_primitive(triangles)
        return geom


def _box_blur(image: NDArray[np.float32]) -> NDArray[np.float32]:
    size = 2 * _BLUR + 1
    for axis in (0, 1):
        padded = np.pad(image, [(size, size) if k == axis else (0, 0) for k in (0, 1)])
        total = np.cumsum(padded, axis=axis)
        count = image.shape[axis]
        upper = np.take(total, range(size + _BLUR, size + _BLUR + count), axis=axis)
        lower = np.take(total, range(_BLUR, _BLUR + count), axis=axis)
        image = ((upper - lower) / size).astype(np.float32)
    return image
