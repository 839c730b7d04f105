"""One line of the registry: a scene's spec, and where its class is found when the scene is first opened.

The registry makes them, the director loads from them. A scene that nobody opens is never imported: starting costs only
what is shown first.
"""

from __future__ import annotations

import importlib
from dataclasses import dataclass

from game.core.flow import SceneSpec
from game.engine.scene import Scene


@dataclass(frozen=True)
class Entry:
    """spec: what the rest of the program knows of the scene. place: "module:Class"."""

    spec: SceneSpec
    place: str

    def load(self) -> type[Scene]:
        """The scene's class. ImportError, AttributeError or TypeError when the place holds none."""
        module, _, name = self.place.partition(":")
        found = getattr(importlib.import_module(module), name)
        if not (isinstance(found, type) and issubclass(found, Scene)):
            raise TypeError(f"{self.place} is not a scene")
        return found
