"""The base of every scene: what the director calls, and when.

A scene is made, entered with a scope, updated each frame, told about input and new sizes, and left. It posts
requests on the bus and never touches another scene. `facts` is what tests and the pilot see of it.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, ClassVar

from game.core.flow import SceneSpec
from game.core.inputs import InputEvent
from game.engine.scope import Scope


class Scene:
    """One place of the program. Subclasses set `spec` and override what they need."""

    spec: ClassVar[SceneSpec]

    def __init__(self, context: Any, params: Mapping[str, Any]) -> None:
        self.context = context
        self.params = dict(params)
        self.scope: Scope = Scope(self.spec.id)

    def enter(self) -> None:
        """Build everything; `self.scope` is open and empty."""

    def update(self, dt: float) -> None:
        """Advance by `dt` seconds (0 to 0.1). Called once a frame while on top or under an overlay."""

    def handle(self, event: InputEvent) -> bool:
        """Take one input event; True if it was used. Only the top scene is asked."""
        return False

    def relayout(self) -> None:
        """The window size, text size or colour scheme changed: lay everything out again."""

    def leave(self) -> None:
        """Called just before the scope closes: save what must outlive the scene."""

    def facts(self) -> dict[str, Any]:
        """Plain facts for tests and tours; keys are the scene's own."""
        return {}
