"""The frame: one task each for services, bus, director and update, in that order; and the program's few globals.

Boot makes one `App` and runs it; tests and tours make one on an offscreen stage and step it through the pilot.
"""

from __future__ import annotations

import logging
import weakref
from collections.abc import Callable
from typing import Any

from direct.task.Task import Task

from game.app import screenshot
from game.app.director import Director
from game.app.entry import Entry
from game.core.flow import Flow
from game.core.inputs import KEY, InputEvent
from game.core.messages import (
    ChangeSetting,
    Notice,
    OpenScene,
    ProblemRaised,
    QuitProgram,
    SceneOpened,
    SettingChanged,
    ToggleFullscreen,
    WindowResized,
)
from game.engine.input_map import WindowInput
from game.engine.scene import Scene
from game.ui.context import Context
from game.ui.hud import Hud
from game.ui.screen import Screen
from game.ui.widget import Widget

log = logging.getLogger(__name__)
LONGEST_STEP = 0.1  # seconds; a stalled frame must not throw cameras and timers about


class App:
    """Everything that lives as long as the program runs."""

    def __init__(
        self,
        context: Context,
        scenes: tuple[Entry, ...],
        home: str,
        *,
        first: OpenScene | None = None,
        kiosk: bool = False,
        strict: bool = False,
    ) -> None:
        self.context = context
        self.running = True
        self.fault: Exception | None = None
        self._strict = strict
        self._closed = False
        self.frames = 0
        self.pollers: list[Callable[[], None]] = []
        self.events: list[InputEvent] = []
        flow = Flow([scene.spec for scene in scenes], home, kiosk)
        self.director = Director(context, flow, {scene.spec.id: scene for scene in scenes}, strict=strict)
        self.hud = Hud(context)
        self._shown: weakref.ref[Scene] | None = None  # the scene that the last fade brought
        self._window = (
            None if context.stage.options.offscreen else WindowInput(context.stage.base, self.events)
        )
        bus = context.bus
        bus.subscribe(ChangeSetting, context.change_setting)
        bus.subscribe(SettingChanged, self._setting_changed)
        bus.subscribe(WindowResized, lambda _: self._relayout())
        bus.subscribe(SceneOpened, self._scene_opened)
        bus.subscribe(Notice, self.hud.show_notice)
        bus.subscribe(ProblemRaised, self.hud.show_problem)
        bus.subscribe(QuitProgram, lambda _: self.stop())
        bus.subscribe(ToggleFullscreen, lambda _: self._toggle_fullscreen())
        tasks = context.stage.base.task_mgr
        for sort, name, function in (
            (-40, "poll", self._poll),
            (-30, "bus", self._drain),
            (-20, "director", self._direct),
            (-10, "update", self._update),
        ):
            tasks.add(self._guarded(function), f"app-{name}", sort=sort)
        context.stage.base.accept("window-event", self._window_event)
        try:
            self.director.start(first)
        except Exception:
            self.close()
            raise

    def run(self) -> None:
        """Step until someone quits. Raises what not even the home screen survived."""
        while self.running:
            self.context.stage.step()
        if self.fault is not None:
            raise self.fault

    def stop(self) -> None:
        """End after this frame."""
        self.running = False

    def close(self) -> None:
        """Leave all scenes and give everything back. May be called twice."""
        if self._closed:
            return
        self._closed = True
        self.director.close()
        self.hud.close()
        self.context.backdrop.close()
        if self._window is not None:
            self._window.close()
        self.context.stage.base.ignore_all()
        for name in ("poll", "bus", "director", "update"):
            self.context.stage.base.task_mgr.remove(f"app-{name}")
        self.context.close()

    def _guarded(self, part: Callable[[Task], int]) -> Callable[[Task], int]:
        """The part of a frame, ending the program when it fails: the engine would print a traceback and go on."""

        def run(task: Task) -> int:
            try:
                return part(task) if self.fault is None else Task.cont
            except Exception as error:
                self._fail(error)
                return Task.cont

        return run

    def _fail(self, error: Exception) -> None:
        """Not even the home screen survived: end after this frame (in development: raise)."""
        if self._strict:
            raise error
        self.fault = error
        self.stop()

    def _poll(self, task: Task) -> int:
        for poll in self.pollers:
            poll()
        return Task.cont

    def _drain(self, task: Task) -> int:
        self.context.bus.drain()
        return Task.cont

    def _direct(self, task: Task) -> int:
        self.director.apply_next()
        return Task.cont

    def _update(self, task: Task) -> int:
        self.frames += 1
        dt = min(self.context.stage.base.clock.dt, LONGEST_STEP)
        if self._window is not None:
            self._window.poll()
        events, self.events[:] = tuple(self.events), ()
        for event in events:
            self._handle(event)
        self.director.update(dt)
        self.hud.update(dt, self._under_pointer())
        return Task.cont

    def _handle(self, event: InputEvent) -> None:
        if event.kind == KEY and event.key == "f11":
            self.context.bus.post(ToggleFullscreen())
        elif event.kind == KEY and event.key == "f12":
            self.context.bus.post(screenshot.take(self.context, interface="shift" not in event.modifiers))
        elif not self.hud.handle(event):
            self.director.handle(event)

    def _under_pointer(self) -> Widget | None:
        top = self.director.top
        if not isinstance(top, Screen):
            return None
        layer = top.layer
        return layer.hovered if layer.hovered is not None else layer.focused if layer.keyboard_mode else None

    def _setting_changed(self, fact: SettingChanged) -> None:
        if fact.name in ("text_size", "scheme", "motion"):
            self._relayout()
        if fact.name == "fullscreen":
            self.context.stage.set_fullscreen(bool(fact.value))

    def _scene_opened(self, fact: SceneOpened) -> None:
        before, self._shown = self._shown, weakref.ref(self.director.live[0])
        # neither the first scene nor an overlay needs a fade
        if before is not None and before() is not self.director.live[0]:
            self.hud.scene_opened()

    def _toggle_fullscreen(self) -> None:
        self.context.bus.post(ChangeSetting("fullscreen", not self.context.settings.fullscreen))

    def _window_event(self, window: Any) -> None:
        stage = self.context.stage
        if window != stage.base.win:  # each event brings its own wrapper of the window
            return
        if stage.base.win.is_closed() or not stage.base.win.get_properties().get_open():
            self.stop()
        elif stage.resize_to_window():
            self.context.bus.post(WindowResized(*stage.size))

    def _relayout(self) -> None:
        try:
            self.director.relayout()
            self.hud.relayout()
        except Exception as error:  # the bus would only log it
            self._fail(error)
