"""What this machine's graphics are, and what follows for the program.

The stage asks once at start; brain material, level of detail and antialiasing follow the answer, and `doctor`
prints it. Pure: strings in, a plain value out.
"""

from __future__ import annotations

from dataclasses import dataclass

SOFTWARE_MARKS = ("llvmpipe", "softpipe", "swiftshader", "software", "gdi generic", "basic render", "swr")


@dataclass(frozen=True)
class RendererInfo:
    """name: the driver's own renderer string. version: (major, minor) of OpenGL.

    software: no GPU behind it. best: pretend there is.
    """

    name: str
    vendor: str
    version: tuple[int, int]
    software: bool
    best: bool = False

    @property
    def level(self) -> str:
        """The brain's level of detail for this renderer."""
        return "coarse" if self.software and not self.best else "fine"

    @property
    def shading(self) -> str:
        """Where the brain is lit: "vertex" on software renderers, "pixel" on a GPU."""
        return "vertex" if self.software and not self.best else "pixel"


class GraphicsError(RuntimeError):
    """The graphics of this machine cannot run the program; the text says what was found and what to do."""


def describe(name: str, vendor: str, version: tuple[int, int]) -> RendererInfo:
    """Judge a renderer by its driver strings; raises GraphicsError below OpenGL 3.2."""
    software = any(mark in f"{name} {vendor}".lower() for mark in SOFTWARE_MARKS)
    if version < (3, 2):
        raise GraphicsError(
            f"This machine's graphics ({name or 'no renderer'}) offer OpenGL {version[0]}.{version[1]}; Neurarium "
            "needs 3.2. Update the graphics driver, or install Mesa (Debian: libgl1 libegl1 libgl1-mesa-dri)."
        )
    return RendererInfo(name, vendor, version, software)
