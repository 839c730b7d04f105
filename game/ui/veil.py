"""The short fade between two scenes.

The heads-up display owns it: a card in the colour of the night that is opaque when a scene has just been built and
gone a third of a second later. In reduced motion it takes 0.12 s. It never keeps input from anyone.
"""

from __future__ import annotations

from game.engine.projection import Rect
from game.ui.layer import Layer
from game.ui.shapes import Box, flat

REDUCED_SECONDS = 0.12
LONGEST_STEP = 0.05  # seconds; building a scene makes one long frame, which must not swallow the fade


class Veil:
    """See the module text."""

    def __init__(self) -> None:
        self._left = self._whole = 0.0
        self._box: Box | None = None

    @property
    def shown(self) -> bool:
        """Whether something is still covered."""
        return self._left > 0.0

    def drop(self, layer: Layer) -> None:
        """Cover everything now and begin to lift."""
        self._whole = layer.theme.seconds("screen") or REDUCED_SECONDS
        self._left = self._whole
        self.redraw(layer)

    def redraw(self, layer: Layer) -> None:
        """Draw the card again (the layer was cleared or the window changed)."""
        if self._box is not None:
            self._box.remove()
            self._box = None
        if self.shown:
            area = Rect(0, 0, float(layer.theme.size[0]), float(layer.theme.size[1]))
            colour = layer.theme.colour("background_mid", self._alpha)
            self._box = layer.box(area, flat(colour))

    def update(self, dt: float) -> None:
        """Lift a little."""
        if not self.shown or self._box is None:
            return
        self._left = max(0.0, self._left - min(dt, LONGEST_STEP))
        if not self.shown:
            self._box.remove()
            self._box = None
            return
        red, green, blue, _ = self._box.style.top
        colour = (red, green, blue, self._alpha)
        self._box.restyle(top=colour, bottom=colour)

    @property
    def _alpha(self) -> float:
        share = self._left / self._whole if self._whole else 0.0
        return share * share * (3 - 2 * share)
