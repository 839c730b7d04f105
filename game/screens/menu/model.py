"""What the menu offers: its pages, the settings with their words, the keys. Pure; the scene draws it.

Built from the settings in force; `settings_rows` is the one place that says how a setting is called.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from game.services.settings import Settings

SETTINGS, ABOUT, DATA, QUIT = "settings", "about", "data", "quit"


@dataclass(frozen=True, slots=True)
class Page:
    """One page of the menu and how its door looks."""

    id: str
    title: str
    icon: str


PAGES = (
    Page(SETTINGS, "Settings", "settings-3-line"),
    Page(ABOUT, "About", "information-line"),
    Page(DATA, "Brain data", "brain-line"),
    Page(QUIT, "Quit", "shut-down-line"),
)


@dataclass(frozen=True, slots=True)
class Row:
    """One setting: its name in the settings, icon, words, and its values with the words for them.

    A row without values is a slider from 0 to 1.
    """

    setting: str
    icon: str
    label: str
    values: tuple[Any, ...] = ()
    words: tuple[str, ...] = ()
    tip: str = ""

    def index(self, settings: Settings) -> int:
        """The position of the value in force."""
        return self.values.index(getattr(settings, self.setting))


ROWS = (
    Row("volume", "volume-up-line", "Volume"),
    Row("text_size", "font-size", "Text size", (1.0, 1.25, 1.5, 2.0), ("100 %", "125 %", "150 %", "200 %")),
    Row("scheme", "contrast-line", "Colours", ("dark", "light", "contrast"), ("Dark", "Light", "High contrast")),
    Row("motion", "speed-line", "Motion", ("full", "reduced"), ("Full", "Reduced"),
        "Reduced: nothing turns by itself, nothing slides, particles stand still."),
    Row("pointer", "drag-move-line", "Zoom with", ("mouse", "trackpad"), ("Mouse wheel", "Trackpad"),
        "A trackpad sends many small steps: zooming is made gentler for it."),
    Row("mouse_zoom", "mouse-line", "Wheel forward", ("normal", "reversed"), ("Zooms in", "Zooms out"),
        "What turning the mouse wheel away from you does in 3D."),
    Row("trackpad_zoom", "macbook-line", "Two fingers up", ("normal", "reversed"), ("Zooms in", "Zooms out"),
        "What moving two fingers up on a trackpad does in 3D."),
    Row("fullscreen", "fullscreen-line", "Full screen", (False, True), ("Off", "On"), "The key F11 does the same."),
)  # fmt: skip

KEYS = (
    ("Esc", "Back, or close what is open"),
    ("Tab", "Next control; with Shift the one before"),
    ("Arrows", "Move between controls, turn the 3D view"),
    ("Enter", "Press what has the focus"),
    ("F11", "Full screen"),
    ("F12", "Save a picture; with Shift without the interface"),
)

PARTS = (
    ("Panda3D", "3D engine", "BSD"),
    ("TensorFlow, Keras", "training", "Apache-2.0"),
    ("FSRS", "when to review", "MIT"),
    ("NumPy, Pillow", "arrays, pictures", "BSD-3-Clause, MIT-CMU"),
    ("markdown-it-py, RapidFuzz, msgspec", "reading, searching, messages", "MIT, MIT, BSD-3-Clause"),
    ("tomli, platformdirs, tqdm", "files, folders, progress", "MIT, MIT, MPL-2.0 and MIT"),
    ("IBM Plex Sans, Literata, JetBrains Mono, Noto Sans Math", "typefaces", "OFL-1.1"),
    ("Remix Icon", "icons", "Apache-2.0"),
)

HONEST = (
    "Fine folds on the cerebellum are drawn for looks; its lobules and outline are data.",
    "Midbrain, pons and medulla are cut from one volume by planes set by eye: their borders are approximate.",
    "The meshes come from averages of many people and are larger than life. No size here is a fact about a person.",
    "For learning, not for clinical use.",
)


def percent(share: float) -> str:
    """0.6 -> '60 %'."""
    return f"{round(share * 100)} %"
