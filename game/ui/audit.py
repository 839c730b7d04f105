"""What is written on a layer, and whether a stranger could read it.

`TextRecord`s are kept by the layer; `complaints` finds text outside the window and text over text, so that a test
fails on what a person would call ugly. Called by the pilot and the contact sheet.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from game.engine.projection import Rect
from game.ui.text import TextBlock

if TYPE_CHECKING:
    from game.ui.scroll import ScrollArea

SLACK = 2.0  # pixels by which line boxes may touch


@dataclass(frozen=True)
class TextRecord:
    """One written block and the scroll area it is in, if any."""

    block: TextBlock
    area: ScrollArea | None = None

    @property
    def shown(self) -> bool:
        """Whether it is attached, not hidden, and inside its area's window."""
        path = self.block.path
        if path.is_empty() or not self.block.plain.strip() or not path.has_parent():
            return False
        if any(ancestor.is_hidden() for ancestor in path.get_ancestors()):
            return False
        return self.area is None or self.rect.overlaps(self.area.rect)

    @property
    def rect(self) -> Rect:
        """Where it is in the window."""
        left, top, right, bottom = self.block.bounds
        if self.area is not None:
            left, right = left + self.area.rect.x, right + self.area.rect.x
            top, bottom = (
                top + self.area.rect.y - self.area.offset,
                bottom + self.area.rect.y - self.area.offset,
            )
        return Rect(left, top, right - left, bottom - top)


def complaints(records: list[TextRecord], size: tuple[int, int]) -> list[str]:
    """One sentence for each text that leaves the window or lies on another text."""
    shown = [record for record in records if record.shown]
    found = []
    for record in shown:
        rect = record.rect
        if record.area is None and (
            rect.x < -SLACK
            or rect.y < -SLACK
            or rect.right > size[0] + SLACK
            or rect.bottom > size[1] + SLACK
        ):
            found.append(f"{record.block.plain!r} leaves the window")
    for index, first in enumerate(shown):
        for second in shown[index + 1 :]:
            if (
                first.rect.inset(SLACK, first.block.style.line * 0.18).overlaps(
                    second.rect.inset(SLACK, second.block.style.line * 0.18)
                )
                and first.area is second.area
            ):
                found.append(f"{first.block.plain!r} lies on {second.block.plain!r}")
    return found
