"""How the window (or offscreen buffer) is asked for: its options, Panda3D's variables, full screen on any monitor.

Used by the stage and by boot; knows no scene and opens nothing itself.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from direct.showbase.ShowBase import ShowBase
from panda3d.core import FrameBufferProperties, WindowProperties, load_prc_file_data

from game.engine import audio_device


@dataclass(frozen=True)
class StageOptions:
    """width, height: pixels. offscreen: no window. samples: 0 asks the renderer; 4 smooths stills in software.

    origin, screen: left top corner of the monitor to use and its size, None if unknown (then the system decides).
    best: draw as a GPU would (fine meshes, pixel lighting) whatever it costs; for pictures, not for windows.
    """

    width: int = 1280
    height: int = 720
    offscreen: bool = False
    samples: int = 0
    best: bool = False
    fullscreen: bool = False
    fixed_step: float = 0.0
    origin: tuple[int, int] | None = None
    screen: tuple[int, int] | None = None
    title: str = "Neurarium"


def configure(options: StageOptions) -> None:
    """Set Panda3D's variables for the coming ShowBase. OpenGL 3.2 core, quiet devices, a capped frame rate."""
    lines = [
        f"window-title {options.title}",
        f"win-size {options.width} {options.height}",
        "gl-version 3 2",
        "load-display p3headlessgl" if options.offscreen else "load-display pandagl",
        "aux-display p3headlessgl" if options.offscreen else "",
        "textures-power-2 none",
        "notify-level-device fatal",
        "notify-level-egldisplay fatal",  # it complains when it is closed; what matters raises GraphicsError
        "print-pipe-types 0",
        "text-use-harfbuzz 0",
        "sync-video 1",
        "clock-mode limited",
        "clock-frame-rate 60",
        "audio-library-name null" if options.offscreen or not audio_device.present() else "",
        "multisamples 0",
        "garbage-collect-states-rate 0.25",  # a fourth of the unused states a frame is soon enough
        "loader-support-entry-points 0",  # no loaders written in Python: looking for them reads every installed package
    ]
    load_prc_file_data("stage", "\n".join(line for line in lines if line))


class FlatBase(ShowBase):
    """A ShowBase whose window has no depth: 3D is drawn into buffers (targets.py), and copies are faster so."""

    def openDefaultWindow(self, *arguments: Any, **options: Any) -> bool:
        """As ShowBase does, without depth bits."""
        plain = FrameBufferProperties(FrameBufferProperties.get_default())
        plain.set_depth_bits(0)
        return bool(super().openDefaultWindow(*arguments, fbprops=plain, **options))


def no_graphics(found: str) -> str:
    """The sentence for a machine without usable graphics."""
    return (
        f"No usable graphics were found ({found}). Install an OpenGL driver; on Debian: "
        "apt-get install libgl1 libegl1 libgl1-mesa-dri. `main.py doctor` tells what this machine offers."
    )


def window_properties(options: StageOptions, full: bool) -> WindowProperties:
    """A window of the options' size, or one without a frame that fills its monitor (works on any of several)."""
    properties = WindowProperties()
    if full and options.screen is None:
        properties.set_fullscreen(True)
        return properties
    properties.set_fullscreen(False)
    properties.set_undecorated(full)
    left, top = options.origin or (0, 0)
    if full and options.screen is not None:
        properties.set_origin(left, top)
        properties.set_size(*options.screen)
        return properties
    properties.set_size(options.width, options.height)
    if options.screen is not None:
        properties.set_origin(
            left + max((options.screen[0] - options.width) // 2, 0),
            top + max((options.screen[1] - options.height) // 2, 0),
        )
    return properties
