"""What has been taken away from the brain: hidden and ghosted regions, with undo and redo.

model.py owns one. Pure: sets of region ids and nothing else.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass

_REMEMBERED = 100  # steps that can be undone

SHOWN, GHOSTED, HIDDEN, MIXED = "shown", "ghosted", "hidden", "mixed"


@dataclass(frozen=True)
class Step:
    """One state: the regions that are hidden, and those one can see through."""

    hidden: frozenset[str] = frozenset()
    ghosted: frozenset[str] = frozenset()


class Dissection:
    """See the module text. Every action returns whether it changed something; a change can be undone."""

    def __init__(self) -> None:
        self.now = Step()
        self._before: list[Step] = []
        self._after: list[Step] = []

    @property
    def hidden(self) -> frozenset[str]:
        """The hidden regions."""
        return self.now.hidden

    @property
    def ghosted(self) -> frozenset[str]:
        """The regions one can see through."""
        return self.now.ghosted

    @property
    def can_undo(self) -> bool:
        """Whether there is a step to take back."""
        return bool(self._before)

    @property
    def can_redo(self) -> bool:
        """Whether there is a step to take again."""
        return bool(self._after)

    def state(self, regions: Iterable[str]) -> str:
        """SHOWN, GHOSTED or HIDDEN if all the regions are that; MIXED otherwise. No region at all is SHOWN."""
        states = {
            HIDDEN if region in self.hidden else GHOSTED if region in self.ghosted else SHOWN
            for region in regions
        }
        return MIXED if len(states) > 1 else states.pop() if states else SHOWN

    def hide(self, regions: Iterable[str]) -> bool:
        """Take regions away."""
        own = frozenset(regions)
        return self._go(Step(self.hidden | own, self.ghosted - own))

    def ghost(self, regions: Iterable[str]) -> bool:
        """Make regions see-through."""
        own = frozenset(regions)
        return self._go(Step(self.hidden - own, self.ghosted | own))

    def show(self, regions: Iterable[str]) -> bool:
        """Make regions solid again."""
        own = frozenset(regions)
        return self._go(Step(self.hidden - own, self.ghosted - own))

    def isolate(self, regions: Iterable[str], everything: Iterable[str]) -> bool:
        """Show these regions alone; nothing happens without any."""
        own = frozenset(regions)
        return bool(own) and self._go(Step(frozenset(everything) - own, frozenset()))

    def turn(self, regions: Iterable[str]) -> bool:
        """Shown regions become ghosts, ghosts are hidden, hidden and mixed ones are shown."""
        own = tuple(regions)
        following = {SHOWN: self.ghost, GHOSTED: self.hide}.get(self.state(own), self.show)
        return following(own)

    def show_all(self) -> bool:
        """Put everything back."""
        return self._go(Step())

    def undo(self) -> bool:
        """Take the last step back."""
        if not self._before:
            return False
        self._after.append(self.now)
        self.now = self._before.pop()
        return True

    def redo(self) -> bool:
        """Take a step again that was taken back."""
        if not self._after:
            return False
        self._before.append(self.now)
        self.now = self._after.pop()
        return True

    def _go(self, step: Step) -> bool:
        if step == self.now:
            return False
        self._before = [*self._before, self.now][-_REMEMBERED:]
        self._after.clear()
        self.now = step
        return True
