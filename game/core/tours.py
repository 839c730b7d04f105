"""Guided tours of the brain: what a tour is made of, and the player that steps through one.

`services/tours_loader.py` reads tours from the course's folder; the explorer (and the demonstration at a stand) shows
the steps and feeds the player time and keys. The player knows no clock, no brain and no screen: it returns facts.
"""

from __future__ import annotations

from dataclasses import dataclass

from game.core.messages import Message

VIEWS = ("tissue", "regions", "destrieux", "lobes", "networks", "ba", "glass", "deep", "ventricles")
SNAPS = ("L", "R", "A", "P", "S", "I")
SIDES = ("L", "R", "both")


@dataclass(frozen=True, slots=True)
class CameraPlace:
    """Where the camera goes: to a standard view (`snap`), close to a structure (`focus`), or to free angles.

    Exactly one of the three is given. Angles in degrees as the orbit camera counts them: azimuth 0 from the front,
    90 from the right; elevation 90 from above. `distance` in millimetres; 0 leaves it to the explorer.
    """

    snap: str = ""
    focus: str = ""
    azimuth: float | None = None
    elevation: float | None = None
    distance: float = 0.0


@dataclass(frozen=True, slots=True)
class Step:
    """One stop of a tour. `highlight`, `ghost` and `hidden` are structure ids; `side` says which of their bodies.

    What is highlighted is shown in every view, also in one that would leave it out.
    """

    narration: str
    view: str
    seconds: float
    camera: CameraPlace
    side: str = "both"
    highlight: tuple[str, ...] = ()
    ghost: tuple[str, ...] = ()
    hidden: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Tour:
    """A tour: at least one step, and the citations that its narration rests on."""

    id: str
    title: str
    summary: str
    sources: tuple[str, ...]
    steps: tuple[Step, ...]

    @property
    def seconds(self) -> float:
        """How long the tour lasts if nobody pauses it."""
        return sum(step.seconds for step in self.steps)


@dataclass(frozen=True)
class StepShown(Message):
    """Fact: step `number` (from 0) of a tour begins."""

    tour: str
    number: int


@dataclass(frozen=True)
class TourPaused(Message):
    """Fact: the tour stands still until it is resumed; stepping by hand is still possible."""

    tour: str


@dataclass(frozen=True)
class TourResumed(Message):
    """Fact: the tour's time runs again."""

    tour: str


@dataclass(frozen=True)
class TourEnded(Message):
    """Fact: the tour is over; `completed` if its last step was seen to its end or stepped over."""

    tour: str
    completed: bool


Facts = tuple[Message, ...]


class TourPlayer:
    """Plays one tour. Every method returns the facts that follow, none if nothing changed.

    `endless`: after the last step comes the first, for a stand where nobody presses a key.
    """

    def __init__(self, tour: Tour, *, endless: bool = False) -> None:
        if not tour.steps:
            raise ValueError(f"tour {tour.id!r} has no steps")
        self.tour, self.endless = tour, endless
        self.number = -1  # the step that is shown; -1 before the start
        self.elapsed = 0.0  # seconds into the step
        self.paused = False
        self.ended = False

    @property
    def step(self) -> Step | None:
        """The step that is shown; None before the start and after the end."""
        return self.tour.steps[self.number] if self.number >= 0 and not self.ended else None

    @property
    def step_share(self) -> float:
        """How much of the step's time is over, 0 to 1."""
        return min(1.0, self.elapsed / self.step.seconds) if self.step is not None else 0.0

    @property
    def share(self) -> float:
        """How much of the whole tour is over, 0 to 1."""
        if self.ended:
            return 1.0
        before = sum(step.seconds for step in self.tour.steps[: max(self.number, 0)])
        return min(1.0, (before + self.elapsed) / self.tour.seconds)

    def start(self) -> Facts:
        """Show the first step from its beginning, also after the end."""
        self.paused = self.ended = False
        return self._show(0)

    def advance(self, seconds: float) -> Facts:
        """Let time pass. At most one step is left in a call, so that a long frame skips none.

        Raises ValueError if time runs backwards.
        """
        if seconds < 0:
            raise ValueError("time does not run backwards")
        step = self.step
        if step is None or self.paused:
            return ()
        self.elapsed += seconds
        return self.next() if self.elapsed >= step.seconds else ()

    def next(self) -> Facts:
        """Show the next step; past the last one the tour ends, or begins again if it is endless."""
        if self.step is None:
            return ()
        last = self.number == len(self.tour.steps) - 1
        if last and not self.endless:
            return self._end(completed=True)
        return self._show(0 if last else self.number + 1)

    def previous(self) -> Facts:
        """Show the step before; the first one begins again. After the end, the last step is shown once more."""
        if self.number < 0:
            return ()
        if self.ended:
            self.ended = False
            return self._show(self.number)
        return self._show(max(0, self.number - 1))

    def go(self, number: int) -> Facts:
        """Show a step by its number, from 0. Raises IndexError for a step there is not."""
        if not 0 <= number < len(self.tour.steps):
            raise IndexError(f"tour {self.tour.id!r} has no step {number}")
        self.ended = False
        return self._show(number)

    def pause(self) -> Facts:
        """Stop the time."""
        if self.step is None or self.paused:
            return ()
        self.paused = True
        return (TourPaused(self.tour.id),)

    def resume(self) -> Facts:
        """Let the time run again."""
        if self.step is None or not self.paused:
            return ()
        self.paused = False
        return (TourResumed(self.tour.id),)

    def toggle(self) -> Facts:
        """Pause or resume."""
        return self.resume() if self.paused else self.pause()

    def stop(self) -> Facts:
        """Leave the tour before its end."""
        return self._end(completed=False) if self.step is not None else ()

    def _show(self, number: int) -> Facts:
        self.number, self.elapsed = number, 0.0
        return (StepShown(self.tour.id, number),)

    def _end(self, *, completed: bool) -> Facts:
        self.ended, self.elapsed = True, 0.0
        return (TourEnded(self.tour.id, completed),)
