"""Separate lines in one node: each is drawn where it should be, and nothing is drawn between them."""

from __future__ import annotations

import numpy as np

from game.engine.lines import Segments


def lit(stage) -> np.ndarray:
    return np.asarray(stage.picture().convert("RGB")).astype(int)[..., 0] > 150


def test_segments_are_drawn_apart_and_can_be_moved(stage):
    stage.set_size(1280, 720)
    lines = Segments(stage.ui, colour=(1, 1, 1, 1), width=4)
    try:
        lines.set_segments([((100, 100), (200, 100)), ((100, 300), (200, 300))])
        seen = lit(stage)
        assert seen[100, 150] and seen[300, 150]
        assert not seen[200, 100:200].any() and not seen[100, 240]
        lines.set_segments([((100, 400), (200, 400))])
        seen = lit(stage)
        assert seen[400, 150] and not seen[100, 150]
        lines.set_segments([])
        assert not lit(stage)[400, 150]
    finally:
        lines.destroy()
