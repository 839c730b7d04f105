"""The quiz's keys: digits choose, arrows walk over the brain, S skips, Space and Enter go on.

The scene gives keys that no widget used. Everything a mouse can do has a key here.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from game.core.inputs import InputEvent
from game.minigames.region_quiz.rules import Kind, Phase
from game.minigames.region_quiz.walking import DIRECTIONS, start, step

if TYPE_CHECKING:
    from game.minigames.region_quiz.scene import RegionQuizScene


class QuizKeys:
    """Keys of one quiz scene."""

    def __init__(self, scene: RegionQuizScene) -> None:
        self._scene = scene

    def first_focus(self) -> tuple[str, ...]:
        """Where the focus belongs on the present page, the best first; () to leave the arrows to the brain."""
        playing = self._scene.round
        if playing is None:
            return ("go-on", "start")
        if playing.complete:
            return ("again",)
        if playing.phase is Phase.ANSWERED:
            return ("next",)
        question = playing.current
        if question is None or question.kind is Kind.CLICK:
            return ()
        if question.kind is Kind.TYPE:
            return ("answer",)
        free = [n for n, choice in enumerate(question.choices, start=1) if choice not in playing.wrong]
        return tuple(f"choice-{number}" for number in free)

    def key(self, event: InputEvent) -> bool:
        """Do what a key is for; False if it is for nothing here."""
        scene = self._scene
        if event.modifiers & {"control", "alt", "meta"} or scene.round is None:
            return False
        question = scene.round.current
        if question is None:
            return False
        if scene.round.phase is Phase.ANSWERED:
            return self._after(event.key)
        if event.key == "escape":
            return self._let_go(question.kind)
        if event.key == "s":
            scene.skip()
            return True
        if question.kind is Kind.CHOOSE and event.key in ("1", "2", "3", "4"):
            place = int(event.key) - 1
            if place < len(question.choices):
                scene.choose(question.choices[place])
            return True
        if question.kind is Kind.TYPE and event.key == "enter":
            scene.layer.focus("answer", show=True)
            return True
        return scene.clicking and self._on_the_brain(event.key)

    def _after(self, key: str) -> bool:
        if key in ("space", "enter"):
            self._scene.next()
        elif key == "e":
            self._scene.read_current()
        else:
            return False
        return True

    def _let_go(self, kind: Kind) -> bool:
        """Escape takes the focus from a field or a button first, where letters and arrows mean something else then."""
        layer = self._scene.layer
        if layer.focused is None or kind is Kind.CHOOSE:
            return False
        layer.focus(None)
        return True

    def _on_the_brain(self, key: str) -> bool:
        scene, brain, cursor = self._scene, self._scene.brain, self._scene.pointing.cursor
        if brain is None:
            return False
        if key in ("enter", "space"):
            if cursor is not None:
                scene.pointing.at = None
                scene.click(cursor)
            return cursor is not None
        if key not in DIRECTIONS:
            return False
        scene.pointing.by_keyboard()
        if brain.orbit.moving:
            return True
        places = brain.places()
        if cursor is None or cursor not in places:
            scene.pointing.walk_to(start(places, brain.area.centre))
            return True
        touching = {other.id for other in scene.context.atlas.neighbours(cursor)}
        found = step(cursor, key, places, touching)
        if found is None:
            brain.turn(key)
        else:
            scene.pointing.walk_to(found)
        return True
