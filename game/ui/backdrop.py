"""The night behind every screen: gradient and stars in the colours of the scheme.

Owned by the context; screens say how many stars they want and where text needs a quiet ground.
"""

from __future__ import annotations

from collections.abc import Sequence

from panda3d.core import NodePath

from game.engine.projection import Rect
from game.engine.sky import SkyBackground, SkyColours
from game.ui.theme import Theme


class Backdrop:
    """One sky for the whole program."""

    def __init__(self, parent: NodePath) -> None:
        self._parent = parent
        self._sky: SkyBackground | None = None
        self._key: tuple[object, ...] = ()

    def show(self, theme: Theme, stars: int, quiet: Sequence[Rect] = ()) -> None:
        """Draw the sky for this theme. stars: at 1080p. quiet: areas (pixels) without stars."""
        colours = SkyColours.from_hex(
            theme.hex("background"),
            theme.hex("background_mid"),
            theme.hex("background_glow"),
            1.0 if theme.scheme == "dark" else 0.0,
        )
        if self._sky is None or self._key != (stars,):
            if self._sky is not None:
                self._sky.destroy()
            self._sky = SkyBackground(self._parent, colours, stars=max(stars, 1))
            self._key = (stars,)
        self._sky.set_scheme(
            SkyColours(colours.edge, colours.mid, colours.glow, colours.star_alpha if stars else 0.0)
        )
        self._sky.resize(*theme.size)
        self._sky.set_holes([(r.x, r.y, r.right, r.bottom) for r in quiet])

    def close(self) -> None:
        """Give the sky back (the program ends)."""
        if self._sky is not None:
            self._sky.destroy()
            self._sky = None
