"""Draws the sky of ideas: clouds, links, the lit path with its beads, and the stars.

The scene makes one and calls `refresh` when the model changed, `frame` when the camera moved and `flow`
each frame. It reads the model and never changes it; names are written by names.py.
"""

from __future__ import annotations

import math
from random import Random

import numpy as np
from numpy.typing import NDArray
from panda3d.core import NodePath

from game.engine.links import LinkSet, Nebula
from game.engine.particles import ParticleField
from game.engine.points import StarField, rgba8, star_rows
from game.ui.theme import Theme
from game.worlds.constellation.colours import SkyLook, sky_look
from game.worlds.constellation.model import DIM_BELOW, ConstellationModel

LINK_WIDTH = 1.2
LINK_FADES_FROM = 150.0  # longer links are fainter, or the sky would be a net
PATH_STROKES = ((14.0, 0.10), (7.0, 0.20), (2.6, 0.95))  # width in pixels, alpha
ROOMY = 90.0  # design pixels between stars of the path from which on their halos are drawn whole
BEADS_PER_STEP = 3
BEAD_SPEED = 60.0  # design pixels a second, in the direction of learning
MAX_BEADS = 64
FAINTEST = 3.0  # a star never studied is dim, but not so small that a new learner sees no sky
_CORE, _HALO = 0.72, 5.2  # shares of a star's size
_SELECTED = (11.0, 96.0, 0.0, 30.0)  # core, halo, depth, ring
_ON_PATH = (6.0, 44.0, 0.0, 0.0)


class SkyView:
    """Everything under one node `root` in the model's units."""

    def __init__(self, parent: NodePath, model: ConstellationModel) -> None:
        self.model = model
        self.root = parent.attach_new_node("constellation")
        self.ids: tuple[str, ...] = tuple(model.stars)
        self.positions: NDArray[np.float32] = np.zeros((0, 3), np.float32)
        self._number = {key: number for number, key in enumerate(self.ids)}
        self._nebula = Nebula(self.root)
        self._links = LinkSet(self.root, sort=10)
        self._path = LinkSet(self.root, sort=15)
        self._stars = StarField(self.root, sort=20)
        self._beads = ParticleField(MAX_BEADS, self.root)
        self._look: SkyLook | None = None
        self._scale = 1.0
        self.travelled = 0.0
        self._glow = ROOMY  # design pixels between neighbours on the path: their halos shall not run together
        self.cursor = ""  # the star the arrow keys are on; drawn with the focus ring

    def restyle(self, theme: Theme) -> None:
        """Take over colours and sizes of a theme."""
        places = [self.model.stars[key].position for key in self.ids]
        self.positions = np.asarray(places, np.float32).reshape(-1, 3)
        self._look, self._scale = sky_look(theme), theme.s
        look = self._look
        for part in (self._links, self._path, self._stars, self._beads):
            part.set_additive(look.additive)
        for part in (self._links, self._path):
            part.set_viewport(*theme.size, theme.s)
        self._draw_clouds(look)
        self._draw_links(look)
        self.refresh()

    def refresh(self) -> None:
        """The selection, the hovered star, the cursor or what is retained has changed."""
        if self._look is None:
            return
        self._draw_stars(self._look)
        self._draw_path(self._look)

    def frame(self, distance: float, closeness: float, pixels: float) -> None:
        """The camera is `distance` from the middle; closeness is 1 at home and grows as it comes nearer;
        a unit of the model is about so many pixels.
        """
        glow = min(self._room_on_path() * pixels / max(self._scale, 1e-6), ROOMY)
        if abs(glow - self._glow) > 3.0:
            self._glow = glow
            self.refresh()
        half = max(self.model.sky.extent)
        for part in (self._links, self._path, self._stars):
            part.set_depth_range(distance - 0.8 * half, distance + 0.8 * half)
        self._stars.set_scale(max(self._scale, 0.8) * min(1.7, max(0.8, closeness**0.4)))

    def flow(self, dt: float, screen: dict[str, tuple[float, float]], still: bool) -> None:
        """Move the beads along the path. screen: pixel of each star in sight; still: reduced motion."""
        path = self.model.path
        if len(path) < 2 or self._look is None or any(key not in screen for key in path):
            self._beads.clear()
            return
        corners = np.asarray([screen[key] for key in path])
        lengths = np.hypot(*np.diff(corners, axis=0).T)
        total, count = float(lengths.sum()), min(MAX_BEADS, BEADS_PER_STEP * (len(path) - 1))
        if total < 1.0:
            self._beads.clear()
            return
        self.travelled = 0.0 if still else (self.travelled + BEAD_SPEED * self._scale * dt) % total
        along = ((np.arange(count) + 0.5) * total / count + self.travelled) % total
        ends = np.concatenate([[0.0], np.cumsum(lengths)])
        places = self._at(list(path))
        spots = np.stack([np.interp(along, ends, places[:, axis]) for axis in range(3)], axis=1)
        self._beads.update(
            spots, np.full(count, 5.4 * self._scale), np.tile((*self._look.path, 0.8), (count, 1))
        )

    def remove(self) -> None:
        """Take everything away."""
        self.root.remove_node()

    def _at(self, keys: list[str]) -> NDArray[np.float32]:
        return self.positions[[self._number[key] for key in keys]] if keys else np.zeros((0, 3), np.float32)

    def _room_on_path(self) -> float:
        places = self._at(list(self.model.path))
        return float(np.linalg.norm(np.diff(places, axis=0), axis=1).min()) if len(places) > 1 else math.inf

    def _draw_clouds(self, look: SkyLook) -> None:
        centres, radii, colours = [], [], []
        for group in self.model.groups if look.nebula > 0 else ():
            rng = Random(group.name)
            for _ in range(3):
                x, y, z = group.centre
                centres.append(
                    (
                        x + rng.uniform(-0.55, 0.55) * group.radius,
                        y,
                        z + rng.uniform(-0.4, 0.4) * group.radius,
                    )
                )
                radii.append(group.radius * rng.uniform(1.25, 2.0))
                colours.append((*look.groups[group.colour], look.nebula))
        self._nebula.set_clouds(
            np.asarray(centres, np.float32).reshape(-1, 3), radii, np.asarray(colours).reshape(-1, 4)
        )

    def _draw_links(self, look: SkyLook) -> None:
        links = self.model.sky.links
        starts, ends = self._at([a for a, _ in links]), self._at([b for _, b in links])
        length = np.linalg.norm(ends - starts, axis=1)
        colours = np.tile(np.asarray((*look.link, look.link_alpha), np.float32), (len(links), 1))
        colours[:, 3] *= np.clip(LINK_FADES_FROM / np.maximum(length, 1.0), 0.42, 1.0)
        self._links.set_links(starts, ends, colours, LINK_WIDTH)

    def _draw_stars(self, look: SkyLook) -> None:
        model, rows = self.model, star_rows(self.positions)
        for row, key in zip(rows, self.ids, strict=True):
            star, retained = model.stars[key], model.brightness(key)
            size, dim = max(2 + 3.4 * retained, FAINTEST), retained < DIM_BELOW
            row["color"] = rgba8(
                look.groups[model.groups[star.group].colour], look.halo_dim if dim else look.halo
            )
            row["core"] = rgba8(look.core_dim if dim else look.core)
            row["shape"] = (size * _CORE, size * _HALO, 1.0, 0.0)
            if key in model.path:
                row["color"], row["core"] = rgba8(look.accent, 0.45), rgba8(look.core_path)
                row["shape"] = (_ON_PATH[0], min(_ON_PATH[1], max(20.0, 0.5 * self._glow)), 0.0, 0.0)
            if key == model.selected:
                row["color"], row["shape"] = rgba8(look.accent, 0.65), _SELECTED
                row["shape"][1] = min(_SELECTED[1], max(52.0, 1.1 * self._glow))
                row["ring"] = rgba8(look.accent)
            if key == self.cursor and key != model.selected:
                row["ring"], row["shape"][3] = rgba8(look.focus), 19.0
            elif key == model.hovered and key != model.selected:
                row["ring"], row["shape"][3] = rgba8(look.hover, 0.8), 16.0
        self._stars.set_rows(rows)

    def _draw_path(self, look: SkyLook) -> None:
        path = self.model.path
        starts, ends = self._at(list(path[:-1])), self._at(list(path[1:]))
        count = len(starts)
        colours = np.asarray(
            [(*(look.path if width < 5 else look.accent), alpha) for width, alpha in PATH_STROKES], np.float32
        )
        self._path.set_links(
            np.tile(starts, (len(PATH_STROKES), 1)),
            np.tile(ends, (len(PATH_STROKES), 1)),
            np.repeat(colours, count, axis=0),
            np.repeat([width for width, _ in PATH_STROKES], count),
        )
