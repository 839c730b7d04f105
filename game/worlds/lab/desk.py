"""Everything flat in the lab, drawn for one state of the model: panels, cards, phase bar, words, buttons.

The scene builds one whenever the state or the window changes, and tells it what changed in between; it writes only what
is different. Knows the model and the replay, nothing of the trainer or of 3D.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from functools import partial

from game.engine.projection import Rect
from game.ui.buttons import QUIET, Button
from game.ui.choice import Choice
from game.ui.layer import Layer
from game.ui.shapes import Box, flat, panel_style
from game.ui.widget import Widget
from game.worlds.lab import tints
from game.worlds.lab.break_menu import BreakActions, draw_break_menu
from game.worlds.lab.cards import ReplicaCard
from game.worlds.lab.figures import milliseconds
from game.worlds.lab.footer import Words, draw_controls, offered
from game.worlds.lab.layout import AT_RIGHT, SLOTS, LabLayout
from game.worlds.lab.model import LEARNED, SHARES, START_PHASES, STARTING, LabModel
from game.worlds.lab.parts import PARTS, ExponentPart, LossPart, Part, RightPart, ScalePart, StepWords
from game.worlds.lab.phases import PhaseBar
from game.worlds.lab.pieces import LivePill
from game.worlds.lab.replay import PHASES, UPDATE, StepReplay
from game.worlds.lab.setup import SetUp, SetUpActions

COLOURINGS = (LEARNED, SHARES)


@dataclass(frozen=True)
class DeskActions:
    """What the widgets do. controls: by the buttons' names."""

    controls: Mapping[str, Callable[[], None]]
    set_up: SetUpActions
    page: Callable[[int], None]
    colouring: Callable[[str], None]
    breaking: BreakActions | None  # while the menu of harms is open


class Desk:
    """See the module text. page: which part a folded window shows."""

    def __init__(
        self, ui: Layer, layout: LabLayout, model: LabModel, actions: DeskActions, page: int
    ) -> None:
        self._ui, self._model, self._actions = ui, model, actions
        self.layout = layout
        self._parts: list[Part] = []
        self._edges: list[Box] = []
        self._alarm = False
        self.phases: PhaseBar | None = None
        if layout.left is not None:
            self._wide_panels(layout.left, layout.right)
        else:
            self._folded_panel(layout.right, page)
        self.cards = [
            ui.add(
                ReplicaCard(
                    ui, number, layout.card_at(slot), small=layout.left is None, at_right=slot in AT_RIGHT
                )
            )
            for number, slot in enumerate(SLOTS[model.replicas])
        ]
        if layout.switch is not None and model.history.started is not None:
            self._colouring_choice(layout.switch)
        names = START_PHASES if model.state == STARTING else tuple(title for _, title in PHASES)
        self._phase_names = names
        if layout.phases is not None:
            self.phases = ui.add(PhaseBar(ui, layout.phases, names))
        self.words = Words(ui, layout.sentence, layout.caption, layout.eyebrow)
        self.controls = offered(model)
        draw_controls(ui, layout.controls, self.controls, actions.controls)
        self._step_pill: LivePill | None = None
        self._state_pill: LivePill | None = None

    def pills(self, step: LivePill | None, state: LivePill) -> None:
        """Take over the facts of the top bar."""
        self._step_pill, self._state_pill = step, state

    @property
    def scale(self) -> ScalePart | None:
        """The gauge's part, when it is drawn."""
        return next((part for part in self._parts if isinstance(part, ScalePart)), None)

    # --- showing ---------------------------------------------------------------------------------------------

    def show(self, replay: StepReplay, slow: int) -> None:
        """Write everything that the model says now."""
        model = self._model
        for part in self._parts:
            part.show(model)
        alarm = model.alarm > 0
        if alarm != self._alarm:
            self._alarm = alarm
            for box in self._edges:
                edge = tints.alarm_edge(self._ui.theme) if alarm else self._ui.theme.colour("line")
                box.restyle(edge=edge)
        started = model.history.started
        for card in self.cards:
            share = ""
            if model.colouring == SHARES and started is not None:
                share = f"{started.points_per_replica[card.number]:,} points"
            card.show(model.status(card.number), share)
        self.words.say(model.pieces(model.sentence(replay.shown)))
        self.words.source(model.caption(slow, replay.shown))
        if self._state_pill is not None:
            words, dot = model.badge()
            self._state_pill.show(words, dot=dot)
        if self._step_pill is not None:
            latest = model.history.latest
            self._step_pill.show("Step", f"{latest.step:,}" if latest is not None else "–")
        self._times(replay)
        self.light(replay)

    def draw(self) -> None:
        """Draw the curves and bars anew."""
        for part in self._parts:
            part.draw(self._model)

    def light(self, replay: StepReplay) -> None:
        """Which phase is being shown."""
        current = self._model.start_phase if self._model.state == STARTING else replay.phase
        if self.phases is not None:
            self.phases.light(current)
        words = f"{current + 1} of {len(self._phase_names)}: {self._phase_names[current]}"
        self.words.phase(words if current >= 0 else "")

    def _times(self, replay: StepReplay) -> None:
        """The measured times of the step being shown, or the mean of the last ones."""
        if self.phases is None or self._model.state == STARTING:
            return
        shown = replay.shown
        measured = shown.phases if shown is not None and shown.sampled else self._model.history.phase_means()
        times = [milliseconds(getattr(measured, name)) if measured is not None else "" for name, _ in PHASES]
        if shown is not None and not shown.applied:
            times[UPDATE] = "skipped"
        self.phases.say(times)

    # --- building --------------------------------------------------------------------------------------------

    def _panel(self, name: str, rect: Rect) -> Box:
        widget = self._ui.add(Widget(self._ui, name, rect))
        return widget.box(rect, panel_style(self._ui.theme))

    def _wide_panels(self, left: Rect, right: Rect) -> None:
        ui, theme, model = self._ui, self._ui.theme, self._model
        self._panel("panel-left", left)
        box = self._panel("panel-right", right)
        inner_left, inner_right = (r.inset(theme.px(28), theme.px(24)) for r in (left, right))
        if model.choosing:
            self._parts.append(StepWords(ui, inner_left))
            SetUp(ui, inner_right, model, self._actions.set_up, notes=True)
            return
        gap = theme.px(24)
        high = (inner_left.h - gap) * 0.46
        self._parts.append(
            LossPart(ui, Rect(inner_left.x, inner_left.y, inner_left.w, high), model, steps=False)
        )
        y = inner_left.y + high + gap
        self._parts.append(RightPart(ui, Rect(inner_left.x, y, inner_left.w, inner_left.bottom - y), model))
        if self._actions.breaking is not None:
            draw_break_menu(ui, inner_right, model.replicas, self._actions.breaking, notes=True)
            return
        self._edges.append(box)
        high = (inner_right.h - gap) * 0.50
        self._parts.append(ScalePart(ui, Rect(inner_right.x, inner_right.y, inner_right.w, high), model))
        y = inner_right.y + high + gap
        self._parts.append(
            ExponentPart(ui, Rect(inner_right.x, y, inner_right.w, inner_right.bottom - y), model)
        )

    def _folded_panel(self, rect: Rect, page: int) -> None:
        ui, theme, model = self._ui, self._ui.theme, self._model
        box = self._panel("panel-right", rect)
        inner = rect.inset(theme.px(36), theme.px(28))
        if model.choosing:
            SetUp(ui, inner, model, self._actions.set_up, notes=False)
            return
        if self._actions.breaking is not None:
            draw_break_menu(ui, inner, model.replicas, self._actions.breaking, notes=False)
            return
        self._edges.append(box)
        side = max(theme.px(56), theme.grow(40))
        area = Rect(inner.x, inner.y, inner.w, inner.h - side - theme.px(8))
        pages = [*PARTS, "colours"]
        name = pages[page % len(pages)]
        if name == "colours":
            self._colour_page(area)
        else:
            self._parts.append(PARTS[name][1](ui, area, model))
        self._pager(Rect(inner.x, inner.bottom - side, inner.w, side), pages, page % len(pages))

    def _pager(self, rect: Rect, pages: list[str], page: int) -> None:
        ui, theme, side = self._ui, self._ui.theme, rect.h
        for name, icon, step, x in (
            ("page-back", "arrow-left-s-line", -1, rect.x - theme.px(12)),
            ("page-on", "arrow-right-s-line", 1, rect.right - side + theme.px(12)),
        ):
            tip = "Page back" if step < 0 else "Next page"
            ui.add(
                Button(
                    ui, name, Rect(x, rect.y, side, side), "", partial(self._actions.page, step),
                    icon=icon, kind=QUIET, tooltip=tip,
                )
            )  # fmt: skip
        dot, gap = theme.px(18), theme.px(16)
        x = rect.x + side + theme.px(24)
        for number in range(len(pages)):
            colour = theme.colour("accent" if number == page else "line_strong")
            ui.box(Rect(x, rect.y + (side - dot) / 2, dot, dot), flat(colour, dot / 2))
            x += dot + gap
        following = pages[(page + 1) % len(pages)]
        words = PARTS[following][0] if following in PARTS else "Colours"
        line = theme.type("caption").line
        room = rect.right - side - x
        ui.text(
            rect.right - side, rect.y + (side - line) / 2, words, "caption", "body", align="right", width=room,
            max_lines=1,
        )  # fmt: skip

    def _colour_page(self, area: Rect) -> None:
        """Folded windows: what the colours on the brain mean, and where the figures come from."""
        ui, theme = self._ui, self._ui.theme
        ui.text(area.x, area.y, "Colours of the brain", "label-bold", "text", max_lines=1)
        y = area.y + theme.type("label-bold").line + theme.px(14)
        tall = max(theme.px(56), theme.grow(44))
        self._colouring_choice(Rect(area.x, y, area.w, tall))
        y += tall + theme.px(18)
        lines = max(1, int((area.bottom - y) / theme.type("caption").line))
        ui.text(area.x, y, self._model.caption(0), "caption", "muted", width=area.w, max_lines=lines)

    def _colouring_choice(self, rect: Rect) -> None:
        self._ui.add(
            Choice(
                self._ui, "colouring", rect, ("Beliefs", "Shares"), COLOURINGS.index(self._model.colouring),
                lambda index: self._actions.colouring(COLOURINGS[index]), spoken="Colours",
            )
        )  # fmt: skip
