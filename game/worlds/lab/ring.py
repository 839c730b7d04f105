"""The all-reduce ring round the brain: back half behind it, front half before it, and the grains that travel on it.

It hangs on the camera, so that it stays an ellipse of the screen while the brain turns inside. The lab's view places it
and tells it what the replay shows. It glows only by what was measured: bytes a second of the last all-reduce.
"""

from __future__ import annotations

import math

import numpy as np

from game.engine.blending import draw_as_light
from game.engine.lines import PolyLine
from game.engine.particles import ParticleField
from game.engine.scope import Scope
from game.engine.stage import Stage
from game.ui.theme import Colour, Theme
from game.worlds.lab.grains import MOST, Grains, place

DEPTH = 100.0  # world units before the camera; nothing here is depth-tested, so any will do
_STROKES = ((16.0, 0.05), (8.0, 0.09), (2.0, 0.50))  # width in design pixels, alpha at full traffic
_IDLE = 0.30  # alpha of the thin line while nothing is measured
_BEHIND = 0.7  # of the front's brightness
_STEPS = 80


class RingView:
    """See the module text."""

    def __init__(self, stage: Stage, scope: Scope) -> None:
        self._stage = stage
        self.root = scope.node(stage.camera, "ring")
        self._lines = [[PolyLine(self.root, width=width) for width, _ in _STROKES] for _ in ("back", "front")]
        self._fields = [ParticleField(MOST, self.root) for _ in ("back", "front")]
        for half, lines in enumerate(self._lines):
            for line in lines:
                line.root.set_bin("fixed" if half else "background", 20)
        self._radii, self._scale, self.replicas = (1.0, 1.0), 1.0, 0
        self._level = -1.0
        self._tint: Colour = (1.0, 1.0, 1.0, 1.0)
        self._palette = np.ones((5, 4), np.float32)

    def arrange(self, radii: tuple[float, float], drop: float, replicas: int, theme: Theme) -> None:
        """Take a size, a number of replicas and a scheme. radii, drop: pixels; its middle lies `drop` below that of the
        aimed area."""
        self._radii, self._scale, self.replicas = radii, theme.s, replicas
        pixel = DEPTH / self._stage.lens.get_focal_length()  # world units
        self.root.set_pos(0, DEPTH, -drop * pixel)
        self.root.set_scale(pixel)
        self._tint = theme.colour("focus" if theme.dark else "line_strong")
        names = [*(f"replica_{number}" for number in range(4)), "bad"]
        self._palette = np.array([theme.colour(name) for name in names], np.float32)
        for half, field in enumerate(self._fields):
            draw_as_light(field.root, sort=30, additive=theme.dark)
            field.root.set_bin("fixed" if half else "background", 30)
            field.root.set_depth_test(False)
        for half, lines in enumerate(self._lines):
            start = 0.0 if half else math.pi
            turn = np.linspace(start, start + math.pi, _STEPS)
            points = np.stack([np.cos(turn) * radii[0], np.sin(turn) * radii[1]], axis=1)
            for line, (width, _) in zip(lines, _STROKES, strict=True):
                line.set_width(max(1.0, width * theme.s))
                line.set_points(points)
        level, self._level = self._level, -1.0
        self.glow(max(level, 0.0))

    def glow(self, level: float) -> None:
        """How bright the ring is, 0..1 (0: not measured); with one replica there is no ring."""
        level = round(level, 2)
        if level == self._level:
            return
        self._level = level
        for half, lines in enumerate(self._lines):
            side = 1.0 if half else _BEHIND
            for number, (line, (_, alpha)) in enumerate(zip(lines, _STROKES, strict=True)):
                strength = alpha * (0.35 + 0.65 * level) if level > 0 else _IDLE if number == 2 else 0.0
                line.set_colour((*self._tint[:3], strength * side))
                line.show() if strength > 0 and self.replicas > 1 else line.hide()

    def show(self, grains: Grains | None, phase: int, fraction: float, still: bool) -> None:
        """Draw the grains of a step at this moment; None: nothing is being shown."""
        if grains is None or phase < 0 or not len(grains):
            for field in self._fields:
                field.clear()
            return
        placed = place(grains, phase, fraction, self._radii, self.replicas, still)
        colours = self._palette[placed.sender].copy()
        colours[:, 3] = placed.alpha
        positions = np.zeros((len(grains), 3), np.float32)
        positions[:, 0], positions[:, 2] = placed.at[:, 0], -placed.at[:, 1]
        sizes = grains.sizes * max(self._scale, 0.6)
        lit = placed.alpha > 0.01
        for half, field in enumerate(self._fields):
            mine = lit & (placed.front == bool(half))
            shrink = 1.0 if half else 0.75
            field.update(positions[mine], sizes[mine] * shrink, colours[mine])

    @property
    def shown(self) -> int:
        """How many grains are drawn now."""
        return sum(field.shown for field in self._fields)
