"""Carries out the moves that flow allows: closes what is left, opens what is entered, at one moment of the frame.

The app calls `apply_next` once a frame; scenes only post requests. A scene that fails while opening or updating is
closed and the program returns home with an error panel: nothing a visitor does ends the program.
"""

from __future__ import annotations

import gc
import logging
from collections import deque
from collections.abc import Mapping

from game.app.entry import Entry
from game.core.flow import OVERLAY, Flow, Move, Refusal, SceneSpec, Visit
from game.core.inputs import InputEvent
from game.core.messages import GoBack, GoHome, Message, MoveRefused, OpenScene, ProblemRaised, SceneOpened
from game.engine.scene import Scene
from game.engine.scope import Scope
from game.ui.context import Context

log = logging.getLogger(__name__)


class Director:
    """Holds the live scenes: the one below and any overlays above it."""

    def __init__(
        self, context: Context, flow: Flow, scenes: Mapping[str, Entry], *, strict: bool = False
    ) -> None:
        self.context, self.flow, self.strict = context, flow, strict
        self._entries = scenes
        self._requests: deque[Message] = deque()
        self.stack: tuple[Visit, ...] = ()
        self.live: list[Scene] = []
        for kind in (OpenScene, GoBack, GoHome):
            context.bus.subscribe(kind, self._requests.append)

    @property
    def top(self) -> Scene:
        """The scene that gets the input."""
        return self.live[-1]

    def start(self, first: OpenScene | None = None) -> None:
        """Open the home scene, or another one as if asked for from there: home is then built when it is first seen."""
        stack = self.flow.start()
        answer = self.flow.decide(stack, first) if first is not None else None
        self._become(answer.stack if isinstance(answer, Move) else stack)

    def apply_next(self) -> None:
        """Carry out at most one waiting request."""
        if not self._requests:
            return
        request = self._requests.popleft()
        answer = self.flow.decide(self.stack, request)
        if isinstance(answer, Refusal):
            target = request.scene if isinstance(request, OpenScene) else ""
            log.info("refused: %s", answer.reason)
            self.context.bus.post(MoveRefused(target, answer.reason))
            return
        self._requests.clear()  # asked for from a scene that is no longer on top
        self._become(answer.stack)

    def update(self, dt: float) -> None:
        """Advance every live scene; one that fails sends the program home."""
        for scene in tuple(self.live):
            try:
                scene.update(dt)
            except Exception as error:
                self.recover(scene.spec, error)
                return

    def handle(self, event: InputEvent) -> None:
        """Give one input event to the scene on top."""
        scene = self.top
        try:
            scene.handle(event)
        except Exception as error:
            self.recover(scene.spec, error)

    def relayout(self) -> None:
        """The window, the scheme or the text size changed."""
        for scene in tuple(self.live):
            try:
                scene.relayout()
            except Exception as error:
                self.recover(scene.spec, error)
                return

    def recover(self, spec: SceneSpec, error: Exception) -> None:
        """In development: re-raise. Otherwise log, close everything, go home and say what happened."""
        if self.strict:
            raise error
        log.error("scene %s failed", spec.id, exc_info=error)
        failed_home = spec.id == self.flow.home
        for live in reversed(self.live):
            live.scope.close()
        self.live, self.stack = [], ()
        if failed_home:
            raise error  # nothing is left to return to
        self._become(self.flow.start())
        self.context.bus.post(
            ProblemRaised(
                f"{spec.title} had to close",
                "Something in this part of the program failed.",
                "Everything saved is safe, and the other parts still work.",
                "Try it again, or go on with another part.",
                f"{type(error).__name__}: {error}",
            )
        )

    def close(self) -> None:
        """Leave every scene (the program ends)."""
        while self.live:
            self._leave_top()
        self.stack = ()

    def _become(self, target: tuple[Visit, ...]) -> None:
        wanted = self._alive(target)
        keep = 0
        current = self._alive(self.stack)
        while keep < min(len(wanted), len(current)) and wanted[keep] is current[keep]:
            keep += 1
        leaving = len(self.live) > keep
        while len(self.live) > keep:
            self._leave_top()
        if leaving:
            _forget()
        self.stack = target
        for visit in wanted[keep:]:
            try:
                scene = self._entries[visit.scene].load()(self.context, dict(visit.params))
                scene.scope = Scope(visit.scene)
                self.live.append(scene)
                scene.enter()
            except Exception as error:
                self.recover(self.flow.specs[visit.scene], error)
                return
        self.context.bus.post(SceneOpened(self.top.spec.id))

    def _alive(self, stack: tuple[Visit, ...]) -> tuple[Visit, ...]:
        """The last scene that is no overlay, and the overlays above it."""
        start = max((i for i, v in enumerate(stack) if self.flow.specs[v.scene].kind != OVERLAY), default=0)
        return stack[start:]

    def _leave_top(self) -> None:
        scene = self.live.pop()
        try:
            scene.leave()
        except Exception:
            log.exception("leaving %s failed", scene.spec.id)
            if self.strict:
                raise
        finally:
            scene.scope.close()


def _forget() -> None:
    """Free the scenes just left now. A scene and its parts know each other, so that they would stay, meshes and all,
    until the collector comes by itself; before the next scene is built, since what it finds alive it looks at last.
    """
    gc.collect(1)
