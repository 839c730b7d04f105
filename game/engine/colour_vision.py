"""Colours as eyes see them: OKLab, and what is left of a colour under three kinds of colour blindness.

Called by label_colours.py and by the tests of the look. Pure arrays of sRGB numbers 0..1; it knows no labels. The
matrices are those of Machado, Oliveira and Fernandes (2009) for severity 1.0, in linear RGB.
"""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

Floats = NDArray[np.float64]

VISIONS: dict[str, Floats] = {
    "normal": np.eye(3),
    "protanopia": np.array(
        [
            [0.152286, 1.052583, -0.204868],
            [0.114503, 0.786281, 0.099216],
            [-0.003882, -0.048116, 1.051998],
        ]
    ),
    "deuteranopia": np.array(
        [
            [0.367322, 0.860646, -0.227968],
            [0.280085, 0.672501, 0.047413],
            [-0.011820, 0.042940, 0.968881],
        ]
    ),
    "tritanopia": np.array(
        [
            [1.255528, -0.076749, -0.178779],
            [-0.078411, 0.930809, 0.147602],
            [0.004733, 0.691367, 0.303900],
        ]
    ),
}
_TO_CONE = np.array(
    [
        [0.4122214708, 0.5363325363, 0.0514459929],
        [0.2119034982, 0.6806995451, 0.1073969566],
        [0.0883024619, 0.2817188376, 0.6299787005],
    ]
)
_TO_LAB = np.array(
    [
        [0.2104542553, 0.7936177850, -0.0040720468],
        [1.9779984951, -2.4285922050, 0.4505937099],
        [0.0259040371, 0.7827717662, -0.8086757660],
    ]
)


def linear(srgb: Floats) -> Floats:
    """sRGB (..., 3) as linear light."""
    return np.where(srgb <= 0.04045, srgb / 12.92, ((srgb + 0.055) / 1.055) ** 2.4)


def oklab(srgb: Floats, vision: str = "normal") -> Floats:
    """OKLab (..., 3) of sRGB colours (..., 3) as that vision sees them. KeyError for an unknown vision."""
    light = np.clip(linear(np.asarray(srgb, float)) @ VISIONS[vision].T, 0.0, 1.0)
    return np.cbrt(light @ _TO_CONE.T) @ _TO_LAB.T


def from_oklch(lightness: Floats | float, chroma: Floats | float, hue: Floats | float) -> Floats:
    """sRGB (..., 3) of OKLCh colours, hue in degrees; clipped to what a screen can show."""
    turn = np.radians(hue)
    lab = np.stack(np.broadcast_arrays(lightness, chroma * np.cos(turn), chroma * np.sin(turn)), axis=-1)
    light = np.clip((lab @ np.linalg.inv(_TO_LAB).T) ** 3 @ np.linalg.inv(_TO_CONE).T, 0.0, 1.0)
    return np.where(light <= 0.0031308, light * 12.92, 1.055 * light ** (1 / 2.4) - 0.055)


def seen(srgb: Floats) -> Floats:
    """OKLab of sRGB colours (N, 3) as each of the four visions sees them, (4, N, 3)."""
    return np.stack([oklab(srgb, vision) for vision in VISIONS])


def distances(first: Floats, second: Floats) -> Floats:
    """Matrix (N, M) of OKLab distances times 100 between two lists of sRGB colours: the worst of the four visions."""
    found = []
    for vision in VISIONS:
        a, b = oklab(first, vision), oklab(second, vision)
        found.append(np.linalg.norm(a[:, None] - b[None], axis=-1))
    return 100.0 * np.min(found, axis=0)
