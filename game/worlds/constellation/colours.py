"""Which colour and which light a star, a link and a cloud have in each scheme.

The view asks it with the theme and a star's brightness; the numbers are those of LOOK. It knows no nodes.
"""

from __future__ import annotations

from dataclasses import dataclass

from game.ui.theme import Theme, rgba

Rgb = tuple[float, float, float]


@dataclass(frozen=True)
class SkyLook:
    """Colours of one scheme, RGB 0..1, and how strong halos, links and clouds are (alpha)."""

    additive: bool
    groups: tuple[Rgb, ...]
    core: Rgb
    core_dim: Rgb
    core_path: Rgb
    accent: Rgb
    path: Rgb
    link: Rgb
    focus: Rgb
    hover: Rgb
    halo: float
    halo_dim: float
    link_alpha: float
    nebula: float


def sky_look(theme: Theme) -> SkyLook:
    """The look of the sky in this theme's scheme."""

    def named(name: str) -> Rgb:
        return theme.colour(name)[:3]

    groups = tuple(named(f"cat_{number}") for number in range(1, 7))
    accent = named("accent")
    if theme.scheme == "light":
        ink = named("text")
        return SkyLook(
            False, groups, ink, named("line"), accent, accent, accent, named("muted"), named("focus"), ink,
            halo=0.45, halo_dim=0.20, link_alpha=0.42, nebula=0.0,
        )  # fmt: skip
    strong = theme.scheme == "contrast"
    return SkyLook(
        True, groups, (1.0, 1.0, 1.0), rgba("#7C88A8")[:3], rgba("#FFF6E0")[:3], accent, rgba("#FFD98C")[:3],
        (1.0, 1.0, 1.0) if strong else rgba("#96AFEB")[:3], named("focus"), named("text"),
        halo=0.6, halo_dim=0.2, link_alpha=0.5 if strong else 0.28, nebula=0.0 if strong else 0.11,
    )  # fmt: skip
