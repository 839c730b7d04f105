"""Whether Escape and the Back button may leave the lab: while a run is live the first press only warns.

The scene asks `pressed` and lets time pass. It reads the model's state; it knows no widgets and posts nothing.
"""

from __future__ import annotations

from game.ui.hud import TOAST_SECONDS
from game.worlds.lab.model import PAUSED, RUNNING, STARTING, LabModel

WARNING = "The run stops when you leave. Press again to leave."
LIVE = frozenset({STARTING, RUNNING, PAUSED})


class Leaving:
    """See the module text."""

    def __init__(self, model: LabModel) -> None:
        self._model = model
        self._left = 0.0  # seconds for which the warning is still shown

    def pressed(self) -> bool:
        """True: leave. False: warn, and stay."""
        if self._model.state not in LIVE or self._left > 0.0:
            return True
        self._left = TOAST_SECONDS
        return False

    def advance(self, dt: float) -> None:
        """Let dt seconds pass. A run that is over takes its warning with it: the next run gives one of its own."""
        self._left = max(0.0, self._left - dt) if self._model.state in LIVE else 0.0
