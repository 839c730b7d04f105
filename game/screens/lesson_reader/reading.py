"""Which sections of a lesson were really looked at: every part of them has stood in the window for a moment.

The reader's model tells it where the sections lie, what is in the window and how long it stays; it answers which
sections are read, and what to remember of those that are not read to their end. Pure: pixels and seconds come in.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

SEEN_SECONDS = 1.0
"""So long a part has to stand in the window to count: more than it takes to scroll past it, less than to read it."""

STRIPS = 16
"""So many parts a section has, whatever its height: what was seen is the same in every window and text size."""

_ALL = (1 << STRIPS) - 1
Spans = Sequence[tuple[str, float, float]]  # section, top, bottom


class Reading:
    """See the module text. `saved` is what `seen` gave last time, `read` the sections that were read then."""

    def __init__(self, sections: Sequence[str], read: Sequence[str], saved: object) -> None:
        self._ids = tuple(sections)
        seen: Mapping[str, Any] = saved if isinstance(saved, dict) else {}
        self._seen = {own_id: _ALL if own_id in read else _bits(seen.get(own_id)) for own_id in self._ids}
        self._seconds: dict[tuple[str, int], float] = {}
        self._looking_at: list[tuple[str, int]] = []  # parts in the window that do not count yet

    @property
    def read(self) -> tuple[str, ...]:
        """Ids of the sections read so far, in their order."""
        return tuple(own_id for own_id in self._ids if self._seen[own_id] == _ALL)

    @property
    def seen(self) -> dict[str, int]:
        """Plain values to save: for each section that was begun and not read, its parts as the bits of a number."""
        return {own_id: bits for own_id, bits in self._seen.items() if 0 < bits < _ALL}

    def look(self, spans: Spans, top: float, bottom: float) -> None:
        """From now on what lies between `top` and `bottom` is in the window. A part is where its middle is."""
        self._looking_at = [
            (own_id, strip)
            for own_id, begins, ends in spans
            if self._seen[own_id] != _ALL and begins < bottom and ends > top
            for strip in range(STRIPS)
            if not self._seen[own_id] >> strip & 1
            and top <= begins + (strip + 0.5) / STRIPS * (ends - begins) <= bottom
        ]

    def stay(self, dt: float) -> tuple[str, ...]:
        """So many seconds pass; the sections that are now read for the first time."""
        if not self._looking_at:
            return ()
        before, rest = self.read, []
        for part in self._looking_at:
            self._seconds[part] = self._seconds.get(part, 0.0) + dt
            if self._seconds[part] >= SEEN_SECONDS:
                own_id, strip = part
                self._seen[own_id] |= 1 << strip
                del self._seconds[part]
            else:
                rest.append(part)
        self._looking_at = rest
        return tuple(own_id for own_id in self.read if own_id not in before)


def _bits(value: object) -> int:
    """A saved number, or 0 for what is none of ours. All bits would say that the section is read: `read` says that."""
    return value if isinstance(value, int) and not isinstance(value, bool) and 0 <= value < _ALL else 0
