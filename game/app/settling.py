"""What the first frame can do without: made afterwards, one small piece a frame, so that nothing later has to wait.

Boot puts the pieces together, the app polls. While something is being loaded the pieces wait: whoever is looking at a
progress bar should not wait longer for the sake of what comes later.
"""

from __future__ import annotations

import importlib
import logging
from collections import deque
from collections.abc import Callable, Iterable

from game.app.entry import Entry
from game.engine import loading

log = logging.getLogger(__name__)
Piece = Callable[[], object]
READERS = ("game.core.markdown", "game.services.content_loader")  # what reads courses, by pieces


class Settling:
    """See the module text. Polled once a frame; the first poll comes before the first picture and does nothing."""

    def __init__(self, pieces: Iterable[Piece]) -> None:
        self._pieces: deque[Piece] = deque(pieces)
        self._drawn = False

    @property
    def done(self) -> bool:
        """Whether nothing is left to do."""
        return not self._pieces

    def poll(self) -> None:
        """Make the next piece. Raises what it raises."""
        if self._drawn and self._pieces and not loading.busy():
            self._pieces.popleft()()
        self._drawn = True


def importing(module: str) -> Piece:
    """A piece: import a module. One that cannot be imported is logged; whoever needs it then says so."""

    def piece() -> None:
        try:
            importlib.import_module(module)
        except Exception:
            log.exception("%s cannot be imported", module)

    return piece


def opening(entry: Entry) -> Piece:
    """A piece: import a scene, so that opening it the first time is as quick as any other time."""
    return importing(entry.place.partition(":")[0])
