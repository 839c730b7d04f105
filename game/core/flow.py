"""Which scene may follow which: the table of allowed moves, built from the scenes' own specs.

The director asks `Flow.decide` for every request and carries out the answer; tests walk the table (everything
reachable from home, home reachable from everything, the kiosk table a subset). Pure.
"""

from __future__ import annotations

from dataclasses import dataclass

from game.core.messages import GoBack, GoHome, Message, OpenScene

SCREEN, WORLD, MINIGAME, OVERLAY = "screen", "world", "minigame", "overlay"
COURSES, BRAIN = "courses", "brain"


@dataclass(frozen=True)
class SceneSpec:
    """What a scene says about itself.

    id: unique name. kind: SCREEN, WORLD, MINIGAME or OVERLAY (drawn over the scene below, which keeps living).
    opens: ids it may ask for. kiosk: whether visitors of a kiosk may enter it. needs: what its first frame shows of
    COURSES and BRAIN; the program that starts with it reads that before, and the rest afterwards.
    """

    id: str
    kind: str
    title: str
    opens: frozenset[str] = frozenset()
    kiosk: bool = True
    needs: frozenset[str] = frozenset({COURSES})


@dataclass(frozen=True)
class Visit:
    """A place in the history: the scene and the parameters it was opened with."""

    scene: str
    params: tuple[tuple[str, object], ...] = ()


@dataclass(frozen=True)
class Move:
    """An allowed move. stack: the visits after it, bottom first."""

    stack: tuple[Visit, ...]


@dataclass(frozen=True)
class Refusal:
    """A request that is not allowed, and why, in a sentence for the log."""

    reason: str


class Flow:
    """The table of moves over a fixed set of scenes."""

    def __init__(self, specs: list[SceneSpec], home: str, kiosk: bool = False) -> None:
        self.specs = {spec.id: spec for spec in specs if spec.kiosk or not kiosk}
        self.home = home
        if len(self.specs) != len([s for s in specs if s.kiosk or not kiosk]):
            raise ValueError("two scenes share an id")
        if home not in self.specs:
            raise ValueError(f"the home scene {home!r} is not among the scenes")

    def start(self) -> tuple[Visit, ...]:
        """The stack the program begins with."""
        return (Visit(self.home),)

    def allows(self, source: str, target: str) -> bool:
        """Whether `source` may open `target`."""
        return target in self.specs and target in self.specs[source].opens

    def decide(self, stack: tuple[Visit, ...], request: Message) -> Move | Refusal:
        """Answer a request made while `stack` (bottom first, never empty) is shown."""
        if isinstance(request, GoHome):
            return Move(self.start())
        if isinstance(request, GoBack):
            return Move(stack[:-1]) if len(stack) > 1 else Refusal("there is nothing to go back to")
        if isinstance(request, OpenScene):
            return self._open(stack, Visit(request.scene, request.params))
        return Refusal(f"{type(request).__name__} is not a move")

    def _open(self, stack: tuple[Visit, ...], visit: Visit) -> Move | Refusal:
        top = stack[-1].scene
        if visit.scene not in self.specs:
            return Refusal(f"there is no scene called {visit.scene!r}")
        if visit.scene == self.home:
            return Move(self.start())
        if not self.allows(top, visit.scene):
            return Refusal(f"{top} does not open {visit.scene}")
        if self.specs[visit.scene].kind == OVERLAY:
            return Move((*stack, visit))
        below = tuple(v for v in stack if self.specs[v.scene].kind != OVERLAY)
        known = [i for i, v in enumerate(below) if v.scene == visit.scene]
        kept = (
            below[: known[0]] if known else below
        )  # going somewhere one came from does not grow the history
        return Move((*kept, visit))

    def reachable(self, start: str) -> set[str]:
        """All scenes that can be reached from `start` by opening (back and home not counted)."""
        seen, todo = {start}, [start]
        while todo:
            for target in self.specs[todo.pop()].opens & self.specs.keys():
                if target not in seen:
                    seen.add(target)
                    todo.append(target)
        return seen

    def way(self, start: str, target: str) -> list[str]:
        """The shortest way from `start` to `target` by opening: the ids to open, in order; ValueError if none."""
        ways: dict[str, list[str]] = {start: []}
        todo = [start]
        while todo and target not in ways:
            here = todo.pop(0)
            for door in sorted(self.specs[here].opens & self.specs.keys() - ways.keys()):
                ways[door] = [*ways[here], door]
                todo.append(door)
        if target not in ways:
            raise ValueError(f"{target!r} cannot be reached from {start!r}")
        return ways[target]


def unknown_targets(specs: list[SceneSpec]) -> set[str]:
    """Ids that some spec opens and none has: a mistake in the registry (a test asks for an empty set)."""
    return {target for spec in specs for target in spec.opens} - {spec.id for spec in specs}
