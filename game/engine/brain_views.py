"""The views of the brain: which label set each one colours, how it draws borders, and what is a ghost in it.

brain_node.py, the palettes and the explorer's model read the table. It is data only.
"""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True)
class ViewLook:
    """label_set: which labels colour the cortex ("" none). border: darkness of border lines 0..1. rim: strength of the
    fresnel rim. ghost: the shell is glass. shell: brightness of the glass, in parts of the glass view's."""

    label_set: str = ""
    border: float = 0.0
    rim: float = 1.0
    ghost: bool = False
    shell: float = 1.0


VIEWS: dict[str, ViewLook] = {
    "tissue": ViewLook(),
    "regions": ViewLook("dk", border=0.45, rim=0.68),
    "destrieux": ViewLook("destrieux", border=0.45, rim=0.68),
    "lobes": ViewLook("lobes", border=0.45, rim=0.68),
    "networks": ViewLook("yeo7", border=0.45, rim=0.68),
    "ba": ViewLook("ba", border=0.45, rim=0.68),
    "glass": ViewLook(ghost=True),
    "deep": ViewLook(ghost=True, shell=0.55),
    "ventricles": ViewLook(ghost=True, shell=0.55),
}
MODES = tuple(VIEWS)
OUTLINED = 0.95  # darkness of borders while outlines are asked for


def border_darkness(mode: str, *, outlines: bool) -> float:
    """How dark the borders of a view are; a ghost has none."""
    look = VIEWS[mode]
    return 0.0 if look.ghost else OUTLINED if outlines else look.border


def line_set(mode: str) -> str:
    """The label set whose borders a view draws: its own, else the Desikan-Killiany regions."""
    return VIEWS[mode].label_set or "dk"
