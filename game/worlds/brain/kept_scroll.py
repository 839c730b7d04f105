"""Keeps every scroll area of the explorer where it was scrolled to while the same page is shown again.

A build makes all widgets anew (a region was hidden, a switch turned); the scene calls `restore` at its end. It knows
areas by their names and pages by a word that the scene gives.
"""

from __future__ import annotations

from collections.abc import Callable

from game.ui.layer import Layer
from game.ui.scroll import ScrollArea


class KeptScroll:
    """See the module text."""

    def __init__(self) -> None:
        self._areas: dict[tuple[str, str], ScrollArea] = {}  # by name and page

    def restore(self, ui: Layer, page_of: Callable[[str], str]) -> None:
        """Scroll the areas that have just been built. page_of: what an area of that name shows now."""
        before, self._areas = self._areas, {}
        for area in [widget for widget in ui.widgets if isinstance(widget, ScrollArea)]:
            key = (area.name, page_of(area.name))
            if key in before:
                area.scroll_to(before[key].offset)
            self._areas[key] = area
