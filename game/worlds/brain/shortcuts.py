"""The explorer's keys, in one table: what each does, for the scene and for the help that lists them.

The scene gives keys that no widget used. Everything a mouse can do has a key here.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from typing import TYPE_CHECKING

from game.core.inputs import InputEvent
from game.worlds.brain.model import MODE_KEYS

if TYPE_CHECKING:
    from game.worlds.brain.scene import ExplorerScreen

SNAP_KEYS = {"1": "L", "2": "R", "3": "A", "4": "P", "5": "S", "6": "I"}


class Shortcuts:
    """Keys of one explorer scene."""

    def __init__(self, scene: ExplorerScreen) -> None:
        self._scene = scene
        self._always: dict[str, Callable[[], None]] = {
            "/": scene.open_search,
            "page_down": lambda: scene.cycle(1),
            "page_up": lambda: scene.cycle(-1),
            "f": scene.focus_selected,
            "enter": scene.focus_selected,
            "o": scene.other_side,
            "q": scene.quiz_me,
            "h": scene.body.hide,
            "u": scene.body.show_all,
            "m": scene.toggle_planes,
            "k": scene.toggle_outlines,
            "y": scene.body.isolate,
            "j": scene.body.ghost,
            "i": scene.body.next_morph,
            "x": scene.body.next_explode,
            "b": scene.body.next_side,
            "p": scene.body.toggle_parts,
        }
        for key, mode in MODE_KEYS.items():
            self._always[key] = partial(scene.set_mode, mode)

    def key(self, event: InputEvent) -> bool:
        """Do what a key is for; False if it is for nothing here."""
        if event.modifiers & {"control", "alt", "meta"}:
            return False
        if event.key == "escape":
            return self._escape()
        if event.key == "l" and "shift" in event.modifiers:
            self._scene.toggle_names()
            return True
        action = self._always.get(event.key) or self._camera(event.key)
        if action is None:
            return False
        action()
        return True

    def _camera(self, key: str) -> Callable[[], None] | None:
        view = self._scene.view
        if view is None:
            return None
        moves: dict[str, Callable[[], None]] = {
            "home": view.orbit.go_home,
            "+": lambda: view.orbit.zoom(1),
            "=": lambda: view.orbit.zoom(1),
            "-": lambda: view.orbit.zoom(-1),
        }
        if key in SNAP_KEYS:
            return lambda: view.orbit.snap(SNAP_KEYS[key])
        return moves.get(key)

    def _escape(self) -> bool:
        """Close what is open, then the focus, then the selection; False when nothing is left but to go back."""
        scene = self._scene
        if scene.layer.focused is not None:
            scene.layer.focus(None)
            return True
        if scene.close_folds():
            return True
        if scene.model.selected is not None:
            scene.select(None)
            return True
        return False
