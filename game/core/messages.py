"""Everything that is said over the bus, as small frozen dataclasses.

Requests are imperative and may be refused; facts are past tense and are never refused. Fields are ids and plain
values. Screens post requests and facts, the director and services answer with facts. A part may add its own
messages in its own section below; nothing here knows who listens.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any, ClassVar


@dataclass(frozen=True)
class Message:
    """Base of all messages. A class with `coalesce = True` replaces a waiting message of its own class."""

    coalesce: ClassVar[bool] = False


# --- moving between scenes -------------------------------------------------------------------------------------


@dataclass(frozen=True)
class OpenScene(Message):
    """Request: go to a scene. params: (name, value) pairs the scene understands, plain values only."""

    scene: str
    params: tuple[tuple[str, Any], ...] = ()


@dataclass(frozen=True)
class GoBack(Message):
    """Request: close the overlay on top, or return to the scene before."""


@dataclass(frozen=True)
class GoHome(Message):
    """Request: drop everything and show the home screen."""


@dataclass(frozen=True)
class QuitProgram(Message):
    """Request: save and leave."""


@dataclass(frozen=True)
class SceneOpened(Message):
    """Fact: this scene is now on top."""

    scene: str


@dataclass(frozen=True)
class MoveRefused(Message):
    """Fact about a request that flow did not allow, and why, in a sentence."""

    scene: str
    reason: str


# --- window and settings ---------------------------------------------------------------------------------------


@dataclass(frozen=True)
class ToggleFullscreen(Message):
    """Request: change between window and full screen."""


@dataclass(frozen=True)
class ChangeSetting(Message):
    """Request: set one setting by name; refused values leave it as it was."""

    name: str
    value: Any


@dataclass(frozen=True)
class SettingChanged(Message):
    """Fact: a setting has a new value and is saved."""

    name: str
    value: Any


@dataclass(frozen=True)
class WindowResized(Message):
    """Fact: the drawable area is now width x height pixels."""

    coalesce: ClassVar[bool] = True
    width: int
    height: int


@dataclass(frozen=True)
class Notice(Message):
    """Fact worth a toast: one sentence. kind: "info", "good", "warning" or "bad". here: it is about the scene that is
    open, and gone with it."""

    text: str
    kind: str = "info"
    here: bool = False


@dataclass(frozen=True)
class ProblemRaised(Message):
    """Fact: something failed. Shown as the error panel: what happened, what still works, what to do."""

    title: str
    what: str
    still_works: str
    to_do: str
    details: str = ""


# --- brain -----------------------------------------------------------------------------------------------------


@dataclass(frozen=True)
class PickRegion(Message):
    """Request: select a region by id ("" clears the selection)."""

    region: str


@dataclass(frozen=True)
class RegionSelected(Message):
    """Fact: this region is selected ("" for none)."""

    region: str


@dataclass(frozen=True)
class BrainViewChanged(Message):
    """Fact: the explorer shows another view, or filters its legend. shown: entries of the legend, none for all."""

    view: str
    shown: tuple[str, ...] = ()


@dataclass(frozen=True)
class BrainShapeChanged(Message):
    """Fact: the explorer's brain has another shape. morph 0 pial, 1 white, 2 inflated; explode 0..1; side "", L, R."""

    coalesce: ClassVar[bool] = True
    morph: float
    explode: float
    side: str


@dataclass(frozen=True)
class BrainDissected(Message):
    """Fact: other regions are hidden or ghosted."""

    hidden: tuple[str, ...]
    ghosted: tuple[str, ...]
