"""A small bake of visible sets, for a process of its own: in the tests' one its pipe would harm the stage."""

from __future__ import annotations

import numpy as np
import pytest

from game.devtools.bake import triangle_eye, visible
from game.engine.brain_geometry import MeshPart


def small_bake(parts: tuple[MeshPart, ...]) -> dict[str, np.ndarray]:
    """Return the arrays of `visible.npz` for 32 directions."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(triangle_eye, "PIXELS", 300)
        patch.setattr(visible, "EYES", 300)
        patch.setattr(visible, "CELLS", 32)
        patch.setattr(visible, "MARGIN", 8.0)
        return visible.visible_arrays(parts, lambda what: None)
