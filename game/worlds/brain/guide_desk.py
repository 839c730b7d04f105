"""What guides one through the explorer: tours, and bookmarks of the view. One panel for both, where the card stands.

The scene owns one and asks it first about keys and gestures. It plays tours with core's player and puts their steps
into the model; words and places of the panel are in tour_panel.py and bookmark_panel.py.
"""

from __future__ import annotations

from dataclasses import replace
from functools import cached_property
from typing import TYPE_CHECKING, Any

from game.core.bookmarks import BookmarkError, State, decode, encode
from game.core.inputs import Gesture, InputEvent
from game.core.messages import Notice
from game.engine.orbit import SNAP_VIEWS
from game.engine.projection import Rect
from game.ui.controls import ProgressBar
from game.ui.layer import Layer
from game.ui.text_field import TextField
from game.worlds.brain.model import CONTAINERS
from game.worlds.brain.view import HOME
from game.worlds.brain.view_state import apply_state, camera_of, state

if TYPE_CHECKING:
    from game.core.tours import Facts, Step, Tour, TourPlayer
    from game.services.clipboard import Clipboard
    from game.worlds.brain.scene import ExplorerScreen

TOURS, BOOKMARK = "tours", "bookmark"
PANEL = ("tour-", "bookmark-", "guide-")  # how the names of the panel's widgets begin
CAMERA_SECONDS = 1.6  # from one stop to the next


class GuideDesk:
    """See the module text."""

    def __init__(self, scene: ExplorerScreen) -> None:
        self._scene = scene
        self.open = ""  # "", TOURS or BOOKMARK: what the panel shows
        self.player: TourPlayer | None = None
        self._before: State = {}  # the view before the tour
        self._bar: ProgressBar | None = None
        self._field: TextField | None = None
        self._turned = False  # whether the panel was opened or closed, and the focus has not yet followed
        self._held = ""  # the widget that had the focus before
        self.text, self.fault, self.said = "", "", ""  # of the bookmark panel

    # --- tours -----------------------------------------------------------------------------------------------

    @cached_property
    def clipboard(self) -> Clipboard:
        """The system's clipboard, looked for when someone copies or pastes."""
        from game.services.clipboard import Clipboard

        return Clipboard()

    @cached_property
    def tours(self) -> tuple[Tour, ...]:
        """The tours of the course, read when someone asks for them."""
        return tuple(self._scene.context.course.tours)

    def toggle(self, part: str) -> None:
        """Open or close the list of tours or the bookmark panel; a tour that is on is left."""
        if self.player is not None:
            self.leave()
        if not self.open:
            focused = self._scene.layer.focused
            self._held = focused.name if focused is not None else ""
        self._turned, self.open = True, "" if self.open == part else part
        if self.open == BOOKMARK:
            self.text, self.fault, self.said = self.bookmark(), "", ""
        if self.open:
            self._scene.model.slices.open = False
        self._scene.refresh()

    def begin(self, tour: Tour) -> None:
        """Start a tour; the view of now comes back when it is left."""
        from game.core.tours import TourPlayer

        view = self._scene.view
        if view is None:
            return
        if self.player is None:
            self._before = state(self._scene.model, view.orbit.view)
        self.open, self.player = TOURS, TourPlayer(tour)
        self._follow(self.player.start())

    def leave(self) -> None:
        """End the tour and bring back the view from before it."""
        if self.player is None:
            return
        self._tell(self.player.stop())
        self.player, self.open, self._bar = None, "", None
        self.restore(self._before)

    def next(self) -> None:
        """The next step, or the end."""
        if self.player is not None:
            self._follow(self.player.next())

    def previous(self) -> None:
        """The step before."""
        if self.player is not None:
            self._follow(self.player.previous())

    def pause(self) -> None:
        """Stop the time of the tour, or let it run again."""
        if self.player is not None:
            self._follow(self.player.toggle())

    def update(self, dt: float) -> None:
        """Let the tour's time pass."""
        if self.player is None or self._scene.view is None:
            return
        self._follow(self.player.advance(dt))
        if self._bar is not None and self.player is not None:
            self._bar.set_value(self.player.share)

    def _follow(self, facts: Facts) -> None:
        from game.core.tours import StepShown, TourEnded

        self._tell(facts)
        if (
            any(isinstance(fact, StepShown) for fact in facts)
            and self.player is not None
            and self.player.step
        ):
            self._show(self.player.step)
        if any(isinstance(fact, TourEnded) for fact in facts):
            self._scene.context.sound.play("done")
        if facts:
            self._scene.refresh()

    def _tell(self, facts: Facts) -> None:
        for fact in facts:
            self._scene.post(fact)

    def _show(self, step: Step) -> None:
        scene, view = self._scene, self._scene.view
        if view is None:
            return
        given: State = {"mode": step.view, "ghosted": self._regions(step, step.ghost)}
        covering = [
            container
            for container, parts in CONTAINERS.items()
            if container not in step.highlight and set(parts) & set(step.highlight)
        ]
        given["hidden"] = self._regions(step, (*step.hidden, *covering))
        apply_state(scene.model, given)
        scene.model.highlighted = tuple(self._regions(step, step.highlight))
        view.show(scene.model)
        orbit, camera = view.orbit, step.camera
        goal = orbit.view
        if camera.snap:
            azimuth, elevation = SNAP_VIEWS[camera.snap]
            goal = replace(HOME, azimuth=azimuth, elevation=elevation)
        elif camera.focus:
            near = next((r for r in self._regions(step, (camera.focus,)) if view.has(r)), None)
            if near is not None:
                view.bring(near)
                goal = orbit.destination
        elif camera.azimuth is not None and camera.elevation is not None:
            goal = replace(HOME, azimuth=camera.azimuth, elevation=camera.elevation)
        orbit.go(replace(goal, distance=camera.distance or goal.distance), CAMERA_SECONDS)

    def _regions(self, step: Step, structures: tuple[str, ...]) -> list[str]:
        """The regions of structures on the sides that the step is about."""
        known = {structure.id for structure in self._scene.context.atlas.structures}
        wanted = ("", step.side) if step.side in ("L", "R") else ("", "L", "R")
        return [
            region.id
            for structure in structures
            if structure in known
            for region in self._scene.context.atlas.regions_of(structure)
            if region.side in wanted
        ]

    # --- bookmarks -------------------------------------------------------------------------------------------

    def bookmark(self) -> str:
        """The present view as a text."""
        view = self._scene.view
        return encode(state(self._scene.model, view.orbit.view if view is not None else None))

    def show_bookmark(self, text: str) -> bool:
        """Show the view of a text; False (and a sentence in the panel) if it is none."""
        try:
            given = decode(text)
        except BookmarkError as error:
            self.text, self.fault, self.said = text, str(error), ""
            self._scene.refresh()
            return False
        self.text, self.fault, self.said = text, "", ""
        self.restore(given)
        return True

    def restore(self, given: State) -> None:
        """Show a view state."""
        scene = self._scene
        apply_state(scene.model, given)
        if scene.view is not None:
            scene.view.show(scene.model)
            goal = camera_of(given, scene.view.orbit)
            if goal is not None:
                scene.view.orbit.go(goal)
        scene.refresh()

    def opened(self) -> None:
        """The brain has come: show what the scene was opened with (`bookmark`, `tour`)."""
        params = self._scene.params
        if params.get("bookmark") and not self.show_bookmark(str(params["bookmark"])):
            self._scene.post(Notice(self.fault, "warning"))
        asked = (
            next((tour for tour in self.tours if tour.id == params["tour"]), None)
            if "tour" in params
            else None
        )
        if asked is not None:
            self.begin(asked)

    def copy(self) -> None:
        """Put the text of the present view on the clipboard and into the field."""
        self.text, self.fault, self.said = self.bookmark(), "", ""
        done = self.clipboard.copy(self.text)
        self.said = "Copied." if done else "There is no clipboard here: take the text from the field."
        self._scene.refresh()

    def paste(self) -> None:
        """Show the view whose text is on the clipboard; without a clipboard, the one in the field."""
        self.show_bookmark(self.clipboard.paste() or self.text)

    # --- input and showing -----------------------------------------------------------------------------------

    def key(self, event: InputEvent) -> bool:
        """Shift+T and Shift+B; while a tour is on: arrows, Page keys, Space and Escape."""
        if event.key in ("t", "b") and event.modifiers == {"shift"}:
            self._scene.layer.keyboard_mode = True  # shows where the focus goes
            self.toggle(TOURS if event.key == "t" else BOOKMARK)
            return True
        focused = self._scene.layer.focused
        in_list = self.player is None and focused is not None and focused.name.startswith(PANEL)
        if focused is not None and event.key == "escape" and not in_list:
            return False
        if self.player is None:
            if self.open and event.key == "escape":
                self.toggle(self.open)
                return True
            return False
        acts = {
            "arrow_right": self.next, "arrow_down": self.next, "page_down": self.next,
            "arrow_left": self.previous, "arrow_up": self.previous, "page_up": self.previous,
            "space": self.pause, "escape": self.leave,
        }  # fmt: skip
        if event.key not in acts or event.modifiers:
            return False
        acts[event.key]()
        return True

    def touched(self, gesture: Gesture) -> None:
        """Whoever takes the brain into the hand has the time to look: the tour stands still."""
        if gesture.kind in ("drag", "pinch") and self.player is not None and not self.player.paused:
            self._follow(self.player.pause())

    def build(self, ui: Layer, rect: Rect) -> None:
        """Draw the panel."""
        from game.worlds.brain.bookmark_panel import build_bookmark  # loaded when one of them is opened
        from game.worlds.brain.tour_panel import build_end, build_step, build_tours

        self._bar = self._field = None
        player = self.player
        if self.open == BOOKMARK:
            self._field = build_bookmark(ui, rect, self)
        elif player is None:
            build_tours(ui, rect, self.tours, self.begin, lambda: self.toggle(TOURS))
        elif player.step is None:
            build_end(ui, rect, player.tour, lambda: self.begin(player.tour), self.previous, self.leave)
        else:
            self._bar = build_step(ui, rect, player, self)

    def placed(self) -> None:
        """After each build: an opened panel takes the focus, a closed one gives it back to the keyboard's user."""
        if not self._turned or self._scene.view is None:
            return
        self._turned, layer = False, self._scene.layer
        if self.open == BOOKMARK:
            wanted = "bookmark-copy"
        elif self.open:
            wanted = f"tour-{self.tours[0].id}" if self.tours else "guide-close"
        else:
            wanted = self._held if layer.keyboard_mode else ""
        layer.focus(wanted if layer.has(wanted) else None)

    @property
    def page(self) -> str:
        """What the text of a tour's panel is about: the tour and its step."""
        return f"{self.player.tour.id} {self.player.number}" if self.player is not None else ""

    def show_typed(self) -> None:
        """Show the view of the text in the field."""
        self.show_bookmark(self.text)

    def typed(self, text: str) -> None:
        """The field of the bookmark panel was edited."""
        self.text, self.fault, self.said = text, "", ""

    def facts(self) -> dict[str, Any]:
        """What tests and other tools may ask."""
        player = self.player
        return {
            "guide": self.open,
            "tour": player.tour.id if player is not None else "",
            "tour_step": player.number + 1 if player is not None else 0,
            "tour_paused": player is not None and player.paused,
            "highlighted": list(self._scene.model.highlighted),
        }
