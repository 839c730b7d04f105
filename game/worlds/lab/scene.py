"""The Training Lab: starts a real training run, listens to it every frame, and shows what it hears.

Opened from the course page, from lesson links and from ideas (`experiment`, the id of what to train). The model says
what may be done and said, the desk draws it, the view shows brain and ring; here input and the trainer come together.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from functools import partial
from typing import Any, ClassVar

from game.core import protocol
from game.core.flow import SceneSpec
from game.core.inputs import KEY, Gesture, InputEvent
from game.core.messages import Notice
from game.engine.projection import Rect
from game.services.store_errors import StoreError
from game.ui.buttons import PRIMARY
from game.ui.context import Context
from game.ui.controls import ProgressBar
from game.ui.layer import Layer
from game.ui.screen import Screen
from game.worlds.lab.break_menu import BreakActions
from game.worlds.lab.desk import Desk, DeskActions
from game.worlds.lab.figures import traffic_level
from game.worlds.lab.footer import offered, total_width
from game.worlds.lab.layout import arrange
from game.worlds.lab.leaving import WARNING, Leaving
from game.worlds.lab.model import FINISHED, LEARNED, RUNNING, SETUP, SHARES, LabModel
from game.worlds.lab.pieces import LivePill
from game.worlds.lab.replay import StepReplay
from game.worlds.lab.setup import SetUpActions
from game.worlds.lab.spec import SPEC
from game.worlds.lab.view import KEY_TURN, LabView

WARM_AFTER = 2.5  # seconds in the lab after which the trainer is started, so that TensorFlow is soon there
PULSE_APART = 1.5  # seconds at least between two pulses of the gauge
WRITE_SECONDS = 0.5  # between two writings of numbers: faster than that nobody reads them
DRAW_SECONDS = 1.0  # between two drawings of curves and bars
ARROWS = {
    "arrow_left": (KEY_TURN, 0.0), "arrow_right": (-KEY_TURN, 0.0),
    "arrow_up": (0.0, KEY_TURN), "arrow_down": (0.0, -KEY_TURN),
}  # fmt: skip


class LabScene(Screen):
    """See the module text."""

    spec: ClassVar[SceneSpec] = SPEC
    stars = 260

    def __init__(self, context: Context, params: Mapping[str, Any]) -> None:
        super().__init__(context, params)
        self.model = LabModel(str(params.get("experiment") or "brain_atlas"))
        self.leaving = Leaving(self.model)
        self.replay = StepReplay()
        self.client = context.make_trainer()
        self.layer.arrow_navigation = False  # arrows turn the brain; Tab walks the widgets
        self._loading: ProgressBar | None = None
        self._here = 0.0  # seconds in the lab
        self._changed = True  # whether the desk has something to write at once
        self._newer, self._since_written = False, 0.0  # whether only the numbers are newer
        self._stale, self._since_drawn = False, 0.0  # whether curves and bars are behind the numbers
        self._heard_picture = False
        self._sequence = 0
        self._pulse, self._since_pulse = 0.0, PULSE_APART
        self._page = 0
        self._breaking, self._victim = False, 0
        self._led = ""  # the primary button that has been given the focus

    # --- life ------------------------------------------------------------------------------------------------

    def enter(self) -> None:
        """Hang up brain and ring, then build. Leaving ends the trainer, whatever it is doing."""
        self.view = LabView(self.context, self.scope)
        self.scope.defer(self.client.close)
        super().enter()

    def update(self, dt: float) -> None:
        """Listen to the trainer, advance what moves, write what changed."""
        super().update(dt)
        self._here += dt
        self.leaving.advance(dt)
        if self._here >= WARM_AFTER and not self.client.running and not self.model.trainer_gone:
            self.client.start_process()
        if self.view.update(dt):
            self.refresh()
        elif self._loading is not None and self.view.brain.loading is not None:
            self._loading.set_value(self.view.brain.loading[0])
        for report in self.client.poll():
            self._hear(report)
        if self._heard_picture:
            self._heard_picture = False
            self._paint()
        self._changed |= self.model.advance(dt)
        if self.model.state == RUNNING:
            self._changed |= self.replay.advance(dt)
        self._show(dt)

    def back(self) -> None:
        """Leave; while a run is live only on the second press, for leaving ends it."""
        if self.leaving.pressed():
            super().back()
        else:
            self.post(Notice(WARNING, "warning", here=True))

    def _hear(self, report: protocol.Report) -> None:
        happened = self.model.hear(report)
        if isinstance(report, protocol.PredictionsReady):
            self._heard_picture = True
        elif isinstance(report, protocol.StepReport) and happened:
            self.replay.offer(report)
        if happened == "started" and isinstance(report, protocol.RunStarted):
            self._run_started(report)
        elif happened == "overflow":
            self.context.sound.play("overflow")
            self._since_drawn = DRAW_SECONDS
            if self._since_pulse >= PULSE_APART:
                self._pulse = self.theme.seconds("overflow_flash")
                self._since_pulse = 0.0
        elif happened == "over":
            self._run_over()
        self._newer |= happened == "step"
        self._changed |= happened not in ("", "step")

    def _run_started(self, report: protocol.RunStarted) -> None:
        self.replay.clear()
        self._sequence = 0
        if report.first_step == 0:
            self.view.learn(report.class_regions)
            self._count_run()
        self.refresh()

    def _count_run(self) -> None:
        """One more run of this course in the lab, for the course page. The run goes on if the disk refuses."""
        place, study = f"lab:{self.context.course.id}", self.context.study
        try:
            runs = int((study.position(place) or {}).get("runs", 0))
            study.save_position(place, {"runs": runs + 1})
        except StoreError as error:
            self.post(Notice(str(error), "bad"))

    def _run_over(self) -> None:
        self.replay.clear()
        self._breaking = False
        if self.model.state == FINISHED:
            self.context.sound.play("done")
        self.refresh()

    def _paint(self) -> None:
        picture = self.client.predictions(newer_than=self._sequence)
        if picture is not None:
            self._sequence = picture.sequence
            self.view.show_picture(picture, self.model.colouring)

    def _show(self, dt: float) -> None:
        """Write and draw what is new since the last frame."""
        self._since_written += dt
        if self._changed or (self._newer and self._since_written >= WRITE_SECONDS):
            self._changed, self._newer, self._since_written = False, False, 0.0
            self._stale = True
            self.desk.show(self.replay, self._slow)
            shown = self.replay.shown
            if shown is not None and shown.sampled:
                self.view.ring.glow(traffic_level(shown.bytes_reduced, shown.phases.all_reduce_wait))
            elif self.model.state != RUNNING:
                self.view.ring.glow(0.0)
        self._since_drawn += dt
        if self._stale and self._since_drawn >= DRAW_SECONDS:
            self._draw()
        self.desk.light(self.replay)
        self.view.show_step(self.replay, self.theme.reduced_motion)
        self._since_pulse += dt
        if self._pulse > 0.0 and self.desk.scale is not None:
            self._pulse = max(0.0, self._pulse - dt)
            whole = self.theme.seconds("overflow_flash")
            self.desk.scale.pulse(self._pulse / whole if whole else 0.0, self.model)

    def _draw(self) -> None:
        self._stale, self._since_drawn = False, 0.0
        self.desk.draw()

    @property
    def _slow(self) -> int:
        """The stated slow-down; 0 where nothing moves."""
        return 0 if self.theme.reduced_motion else self.replay.slow

    # --- acting ----------------------------------------------------------------------------------------------

    def act(self, name: str) -> None:
        """Do what a button is for: "start", "resume", "pause", "step", "stop", "set-up", "break"."""
        if name == "break":
            self._breaking = not self._breaking
        elif name == "set-up":
            self.model.set_up()
            self.view.forget()
        else:
            commands = {
                "start": self.model.start, "resume": self.model.resume, "pause": self.model.pause,
                "step": self.model.step, "stop": self.model.stop,
            }[name]()  # fmt: skip
            self._send(commands)
            if name == "start" and commands:
                self.view.forget()
                self.replay.clear()
        self.refresh()

    def _send(self, commands: tuple[protocol.Command, ...]) -> None:
        if commands and not self.client.running:
            self.model.trainer_gone = False
            self.client.start_process()
        for command in commands:
            self.client.send(command)

    def harm(self, kind: str) -> None:
        """Break something on the chosen replica."""
        self._send(self.model.harm(kind, self._victim))
        self._breaking = False
        self.refresh()

    def close_menu(self) -> None:
        """Close the menu of harms, if it is open."""
        if self._breaking:
            self._breaking = False
            self.refresh()

    def colour_by(self, colouring: str) -> None:
        """Show beliefs or shares on the brain."""
        self.model.colouring = colouring
        self.view.show_picture(None, colouring)
        self.refresh()

    def turn_page(self, step: int) -> None:
        """Another part in a folded window."""
        self._page += step
        self.refresh()

    def _choose(self, **choice: Any) -> None:
        if self.model.choose(**choice):
            self._victim = 0
            self.refresh()

    def _choose_victim(self, replica: int) -> None:
        self._victim = replica

    # --- input -----------------------------------------------------------------------------------------------

    def handle(self, event: InputEvent) -> bool:
        """Space starts and pauses, unless someone walks the buttons with the keyboard."""
        focused = self.layer.focused
        if (
            event.kind == KEY
            and event.key == "space"
            and not self.layer.keyboard_mode
            and focused is not None
        ):
            self.layer.focus(None)
        return super().handle(event)

    def gesture(self, gesture: Gesture) -> None:
        """Drag turns the brain, the wheel comes closer; a click beside the menu of harms closes it."""
        if gesture.kind == "click":
            self.close_menu()
        self.view.gesture(gesture)

    def shortcut(self, event: InputEvent) -> bool:
        """Space, S, N, B, P, O, 1 to 4, arrows, Home, page keys."""
        key = event.key
        names = [control.name for control in offered(self.model) if control.enabled]
        if key in ARROWS:
            self.view.turn(*ARROWS[key])
        elif key == "space" and names and names[0] != "stop":
            self.act(names[0])
        elif key in ("s", "n", "b") and (name := {"s": "stop", "n": "step", "b": "break"}[key]) in names:
            self.act(name)
        elif key in ("1", "2", "3", "4") and self.model.choosing:
            self._choose(replicas=int(key))
        elif key == "p" and self.model.choosing:
            self.model.next_precision()
            self.refresh()
        elif key == "o" and self.model.history.started is not None:
            self.colour_by(LEARNED if self.model.colouring == SHARES else SHARES)
        elif key == "home":
            self.view.brain.orbit.go_home()
        elif key in ("page_up", "page_down"):
            self.turn_page(1 if key == "page_down" else -1)
        elif key == "escape" and self._breaking:
            self.close_menu()
        else:
            return False
        return True

    # --- drawing ---------------------------------------------------------------------------------------------

    def build(self, ui: Layer) -> None:
        """Top bar, desk, then the 3D in the middle of what is left."""
        theme, model = self.theme, self.model
        bar = self.top_bar(ui, self.spec.title, model.title)
        state, step = self._pills(ui, bar.reserve)
        controls = total_width(ui, offered(model))
        layout = arrange(theme, self.margins, bar.bottom, controls)
        actions = DeskActions(
            {
                name: partial(self.act, name)
                for name in ("start", "resume", "pause", "step", "stop", "set-up", "break")
            },
            SetUpActions(
                lambda n: self._choose(replicas=n),
                lambda name: self._choose(precision=name),
                lambda seed: self._choose(seed=seed),
            ),
            self.turn_page,
            self.colour_by,
            BreakActions(self._victim, self._choose_victim, self.harm, self.close_menu)
            if self._breaking
            else None,
        )
        self.desk = Desk(ui, layout, model, actions, self._page)
        self.desk.pills(step, state)
        self.view.arrange(layout, model.replicas, theme)
        self._load(ui, layout.brain)
        self._changed = True
        self.desk.show(self.replay, self._slow)
        self._draw()

    def relayout(self) -> None:
        """As every screen; the focus that lay on the primary button goes on to the next state's."""
        held = self.layer.focused.name if self.layer.focused is not None else ""
        super().relayout()
        if self._breaking and not held.startswith("break-") and self.layer.has("break-overflow"):
            self.layer.focus("break-overflow")
        elif held in ("", self._led) or not self.layer.has(held):
            self._led = next((c.name for c in self.desk.controls if c.kind == PRIMARY), "")
            self.layer.focus(self._led or None)

    def _pills(self, ui: Layer, reserve: Callable[[float], Rect]) -> tuple[LivePill, LivePill | None]:
        words = max((LabModel.badge(self.model)[0], "Live run", "Starting"), key=len)
        plain = self.theme.compact
        state = ui.add(LivePill(ui, "state", reserve(LivePill.width(ui, words, "", True)), plain=plain))
        if self.model.state == SETUP:
            return state, None
        rect = reserve(LivePill.width(ui, "Step", "8,888", False))
        return state, ui.add(LivePill(ui, "steps", rect, plain=plain))

    def _load(self, ui: Layer, area: Rect) -> None:
        """Before the meshes are there: how far they are."""
        self._loading = None
        loading, theme = self.view.brain.loading, self.theme
        x, y = area.centre
        if self.view.brain.failed:
            ui.text(x, y, self.view.brain.failed, "body", "muted", width=area.w, align="centre")
        elif loading is not None:
            ui.text(x, y - theme.grow(44), "Loading 3D model…", "body", "muted", align="centre")
            bar = Rect(x - area.w * 0.3, y, area.w * 0.6, max(4.0, theme.px(6)))
            self._loading = ui.add(ProgressBar(ui, "loading", bar, loading[0]))

    def facts(self) -> dict[str, Any]:
        """Adds the state, the set-up, the newest step, what is painted and what flies."""
        latest = self.model.history.latest
        return {
            **super().facts(),
            "state": self.model.state,
            "replicas": self.model.replicas,
            "precision": self.model.precision,
            "seed": self.model.seed,
            "step": latest.step if latest is not None else 0,
            "skipped": latest.skipped_steps if latest is not None else 0,
            "painted": self.view.painted,
            "grains": self.view.ring.shown,
            "phase": self.replay.phase,
            "statuses": [self.model.status(number).kind for number in range(self.model.replicas)],
            "colouring": self.model.colouring,
            "breaking": self._breaking,
        }
