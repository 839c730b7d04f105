"""Where the monitors are, so that `--monitor 2` and full screen land on the right one.

Panda3D knows the size of the first screen only. Called by boot; knows no window.
"""

from __future__ import annotations

from dataclasses import dataclass

from screeninfo import ScreenInfoError, get_monitors


@dataclass(frozen=True, slots=True)
class Monitor:
    """One monitor: its left top corner and size in pixels of the whole desktop."""

    x: int
    y: int
    width: int
    height: int


def monitors() -> tuple[Monitor, ...]:
    """All monitors, the primary one first; empty if the system does not tell."""
    try:
        found = get_monitors()
    except (ScreenInfoError, OSError):
        return ()
    found.sort(key=lambda m: (not m.is_primary, m.x, m.y))
    return tuple(Monitor(m.x, m.y, m.width, m.height) for m in found)


def choose(number: int, found: tuple[Monitor, ...]) -> tuple[Monitor | None, str]:
    """The monitor of that number (1 is the first; 0: no wish) and a sentence if it is not there ("" if it is)."""
    if not found:
        return None, "The system does not say which monitors there are." if number > 1 else ""
    if number > len(found):
        return found[
            0
        ], f"There is no monitor {number}; this machine has {len(found)}. The first one is used."
    return found[max(number, 1) - 1], ""
