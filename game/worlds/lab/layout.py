"""Where everything in the lab lies, in pixels: beside each other in a wide window, folded when the text is large.

Pure geometry from the window, the safe area and the theme's scale; `scene.build` and the drawing files follow it.
"""

from __future__ import annotations

from dataclasses import dataclass

from game.engine.projection import Rect
from game.ui.theme import Theme

TOP_LEFT, TOP_RIGHT, BOTTOM_RIGHT, BOTTOM_LEFT = range(4)
SLOTS = {  # which corner each replica's card takes, by how many there are; the ring's anchors match
    1: (TOP_LEFT,),
    2: (TOP_LEFT, BOTTOM_RIGHT),
    3: (TOP_LEFT, TOP_RIGHT, BOTTOM_RIGHT),
    4: (TOP_LEFT, TOP_RIGHT, BOTTOM_RIGHT, BOTTOM_LEFT),
}
AT_RIGHT, LOW = (TOP_RIGHT, BOTTOM_RIGHT), (BOTTOM_RIGHT, BOTTOM_LEFT)
FLATNESS = 0.48  # of the ring: height to width
BRAIN_SHARE = 0.75  # of the ring's width
LIFT = 0.03  # of the scene's height by which the brain's middle lies above the ring's


@dataclass(frozen=True)
class LabLayout:
    """Areas in pixels. left, phases, caption and switch are None when folded."""

    scene: Rect
    left: Rect | None
    right: Rect
    phases: Rect | None
    eyebrow: tuple[float, float] | None
    sentence: Rect
    caption: Rect | None
    controls: Rect
    card: tuple[float, float]
    switch: Rect | None

    @property
    def ring_centre(self) -> tuple[float, float]:
        """Middle of ring and brain."""
        x, y = self.scene.centre
        return x, y + 0.02 * self.scene.h

    @property
    def radii(self) -> tuple[float, float]:
        """Of the ring, pixels."""
        wide = min(0.436 * self.scene.w, 0.37 * self.scene.h / FLATNESS)
        return wide, wide * FLATNESS

    @property
    def brain(self) -> Rect:
        """The area the brain fills, a little above the middle of the ring."""
        (x, y), (wide, _) = self.ring_centre, self.radii
        w, h = 2 * wide * BRAIN_SHARE, min(0.88 * self.scene.h, 2 * wide * 0.66)
        return Rect(x - w / 2, y - h / 2 - LIFT * self.scene.h, w, h)

    def card_at(self, slot: int) -> Rect:
        """Place of a replica's card."""
        scene, (w, h) = self.scene, self.card
        dx, dy = 0.034 * scene.w, 0.057 * scene.h
        right, low = slot in AT_RIGHT, slot in LOW
        return Rect(
            scene.right - dx - w if right else scene.x + dx,
            scene.bottom - dy / 2 - h if low else scene.y + dy,
            w,
            h,
        )


def arrange(theme: Theme, margins: Rect, top: float, controls_width: float) -> LabLayout:
    """The layout for this window. margins: the safe area; top: where content may begin; controls_width: pixels."""
    if margins.h > margins.w:
        return _tall(theme, margins, top, controls_width)
    return (
        _folded(theme, margins, top, controls_width)
        if theme.compact
        else _wide(theme, margins, top, controls_width)
    )


def _wide(theme: Theme, m: Rect, top: float, controls_width: float) -> LabLayout:
    caption_h = theme.type("caption").line
    say = theme.text_px(28) * 1.4
    control_h = max(theme.px(76), theme.grow(64))
    caption = Rect(m.x, m.bottom - caption_h, m.w, caption_h)
    block = max(2 * say, control_h)
    sentence_y = caption.y - theme.px(30) - block
    phase_h = max(theme.px(58), theme.grow(48))
    phases = Rect(m.x, sentence_y - theme.px(26) - phase_h, m.w, phase_h)
    y = m.y + theme.px(96) if theme.text_factor == 1 else top
    height = phases.y - theme.px(28) - y
    panel = theme.px(428) * (1 + 0.35 * (theme.text_factor - 1))
    left = Rect(m.x, y, panel, height)
    right = Rect(m.right - panel, y, panel, height)
    scene = Rect(left.right, y, right.x - left.right, height)
    card = (max(theme.px(212), theme.grow(212)), max(theme.px(92), theme.grow(92)))
    room = scene.w - 2 * (0.034 * scene.w + card[0] + theme.px(24))
    switch_w, switch_h = min(theme.grow(340), room), max(theme.px(48), theme.grow(44))
    switch = Rect(scene.centre[0] - switch_w / 2, scene.bottom - switch_h, switch_w, switch_h)
    return LabLayout(
        scene, left, right, phases, None,
        Rect(m.x, sentence_y, m.w - controls_width - theme.px(48), block),
        caption,
        Rect(m.right - controls_width, sentence_y + (block - control_h) / 2, controls_width, control_h),
        card,
        switch if switch_w >= theme.grow(240) else None,
    )  # fmt: skip


def _folded(theme: Theme, m: Rect, top: float, controls_width: float) -> LabLayout:
    say = theme.text_px(24) * 1.36
    eyebrow = theme.type("caption").line
    control_h = max(theme.px(126), theme.px(76))
    block = max(3 * say + eyebrow + theme.px(8), control_h)
    y = top - theme.px(10)
    bottom = m.bottom + theme.px(10) - block - theme.px(18)
    wide = m.w * 0.457
    right = Rect(m.right - wide, y, wide, bottom - y)
    scene = Rect(m.x, y, right.x - theme.px(18) - m.x, bottom - y)
    start = bottom + theme.px(18)
    side = theme.px(64) * theme.text_factor
    return LabLayout(
        scene, None, right, None, (m.x, start),
        Rect(m.x, start + eyebrow + theme.px(8), m.w - controls_width - theme.px(36), 3 * say),
        None,
        Rect(m.right - controls_width, start + block - control_h, controls_width, control_h),
        (side * 1.25, side * 0.75),
        None,
    )  # fmt: skip


def _tall(theme: Theme, m: Rect, top: float, controls_width: float) -> LabLayout:
    """A window taller than wide: the brain above, one panel below it, then words and controls."""
    say = theme.text_px(24) * 1.36
    eyebrow = theme.type("caption").line
    control_h = max(theme.px(84), theme.grow(64))
    controls = Rect(m.right - controls_width, m.bottom - control_h, controls_width, control_h)
    words_h = eyebrow + theme.px(8) + 4 * say
    start = controls.y - theme.px(24) - words_h
    middle = top + (start - theme.px(24) - top) * 0.52
    scene = Rect(m.x, top, m.w, middle - top)
    right = Rect(m.x, middle + theme.px(16), m.w, start - theme.px(24) - middle - theme.px(16))
    side = theme.px(64) * max(theme.text_factor, 1.2)
    return LabLayout(
        scene, None, right, None, (m.x, start),
        Rect(m.x, start + eyebrow + theme.px(8), m.w, 4 * say), None, controls, (side * 1.25, side * 0.75), None,
    )  # fmt: skip
