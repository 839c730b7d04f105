"""The Concept Constellation: every key idea of the course as a star one can turn, near, find and read.

Opened from the course page and from links to an idea (`concept=id`). It turns gestures and keys into
calls of the model and the orbit, posts what the panel asks for, and tells the view when something changed.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from typing import Any, ClassVar

from game.core.content import Concept
from game.core.flow import SceneSpec
from game.core.inputs import MOVE, Gesture, InputEvent
from game.engine.projection import Rect
from game.ui.buttons import Button
from game.ui.context import Context
from game.ui.layer import Layer
from game.ui.screen import Screen
from game.ui.search import Found, SearchBox
from game.ui.shapes import BoxStyle
from game.worlds.constellation.clusters import ASPECT
from game.worlds.constellation.model import ConstellationModel, recall_by_idea, study_items
from game.worlds.constellation.names import SkyNames
from game.worlds.constellation.panel import PanelActions, build_panel
from game.worlds.constellation.sky_camera import SkyCamera
from game.worlds.constellation.spec import SPEC
from game.worlds.constellation.view import SkyView

HINT = "Drag to turn, scroll to come nearer"
PICK_PIXELS = 22.0  # a star can be hit this far from its middle: a finger
ARROWS = {"arrow_left": (-1, 0), "arrow_right": (1, 0), "arrow_up": (0, -1), "arrow_down": (0, 1)}
SQUARE = 1.0  # width to height of the sky beside a wide panel
ROOM = 105.0  # units of the model left round the stars for their names
TURN_STEP = 0.06  # of the view's height for Shift and an arrow


class ConstellationScene(Screen):
    """See the module text."""

    spec: ClassVar[SceneSpec] = SPEC
    stars = 420

    def __init__(self, context: Context, params: Mapping[str, Any]) -> None:
        super().__init__(context, params)
        course = context.course
        items = [item for concept in course.concepts for item in study_items(course, concept)]
        retained = context.study.retained_many(items)
        self.model = ConstellationModel(course.concepts, recall_by_idea(course, retained))
        self.area = Rect(0, 0, 1, 1)
        self.search: SearchBox | None = None
        self._searching = False
        self._kept_free: list[Rect] = []  # where no names may go
        self._restless = False  # whether the backdrop's stars may still shine through a name
        self._fresh = False  # whether names and positions fit the camera as it is now
        self._places: dict[str, tuple[float, float]] = {}
        self.layer.arrow_navigation = False  # arrows walk from star to star; Tab walks the widgets

    # --- life ------------------------------------------------------------------

    def enter(self) -> None:
        """Hang up the stars, then build."""
        reduced = self.context.settings.motion == "reduced"
        self.view = SkyView(self.scope.node(self.context.stage.world, "sky"), self.model)
        self.camera = SkyCamera(self.context.stage, reduced)
        wanted = self.params.get("concept", "")
        if wanted in self.model.stars:
            self.model.select(wanted)
        self.primary("begin")
        super().enter()
        self.camera.go_to_start()

    def update(self, dt: float) -> None:
        """Move the camera, the beads and, when needed, the names."""
        super().update(dt)
        if self.search is not None:
            self.search.tick()
        moved = self.camera.update(dt)
        if moved or not self._fresh:
            self._look_again()
        elif self._restless:
            self._restless = False
            self.context.backdrop.show(self.theme, self.stars, self.quiet_areas())
        self.view.flow(dt, self._places, self.theme.reduced_motion)

    def build(self, ui: Layer) -> None:
        """Names first (everything else lies over them), then the bar, the panel, the search."""
        theme, margins = self.theme, self.margins
        self.names = SkyNames(ui, self.model)
        night = theme.colour("background")
        shade = BoxStyle(0.0, (*night[:3], 0.92), (*night[:3], 0.0))
        ui.box(Rect(0, 0, self.size[0], margins.y + theme.px(110)), shade)
        bar = self.top_bar(
            ui, "" if self._searching else "Constellation" if theme.compact else self.spec.title
        )
        hint = f"Search {len(self.model.stars)} ideas"
        field: Rect | None = None
        if not theme.compact:
            field = bar.reserve(theme.px(520))
        elif self._searching:
            field = Rect(bar.rect.x + bar.rect.h + bar.gap, bar.rect.y, 0, bar.rect.h)
            field = replace(field, w=bar.right - field.x)
        else:
            bar.icon_button("search-open", "search-line", hint, self._open_search)
        top = bar.bottom if theme.compact else margins.y + theme.px(96)
        sky, panel = self._halves(top)
        if not self._searching:
            build_panel(ui, panel, self.model, self._section(), self._actions())
        self._corner(ui, sky)
        self.search = None
        if field is not None:
            self.search = SearchBox(
                ui, "search", field, hint=hint, find=self._find, choose=self.select_and_show,
                on_close=self._close_search,
            )  # fmt: skip
        self._frame(sky)

    def _halves(self, top: float) -> tuple[Rect, Rect]:
        """Where the sky is and where the panel: beside each other, or above each other in a tall window."""
        theme, margins, (width, height) = self.theme, self.margins, self.size
        gap = theme.px(40) if not theme.compact else theme.px(24)
        if height > width:
            split = margins.bottom - 0.44 * (margins.bottom - top)
            panel = Rect(margins.x, split, margins.w, margins.bottom - split)
            return Rect(margins.x, top, margins.w, split - gap - top), panel
        wide = theme.px(500) if not theme.compact else width * 0.45
        panel = Rect(margins.right - wide, top, wide, margins.bottom - top)
        return Rect(margins.x, top, panel.x - gap - margins.x, panel.h), panel

    def _corner(self, ui: Layer, sky: Rect) -> None:
        """Below the sky: the way back to the whole of it, and how to move."""
        theme = self.theme
        side = max(theme.px(56), theme.grow(48))
        rect = Rect(sky.x, sky.bottom - side, side, side)
        ui.add(
            Button(
                ui, "whole", rect, "", self.camera.orbit.go_home, icon="focus-3-line", radius=999,
                tooltip="Show the whole sky (Home)",
            )
        )  # fmt: skip
        self._kept_free = [rect]
        if not theme.compact:
            line = theme.type("caption").line
            text = ui.text(rect.right + theme.px(16), rect.y + (side - line) / 2, HINT, "caption", "muted")
            self._kept_free.append(Rect(text.bounds[0], rect.y, text.width, side))

    # --- input -----------------------------------------------------------------

    def handle(self, event: InputEvent) -> bool:
        """As every screen; a pointer over a widget is over no star."""
        used = super().handle(event)
        if event.kind == MOVE and self.layer.hovered is not None:
            self._hover("")
        return used

    def gesture(self, gesture: Gesture) -> None:
        """Hover names, click selects, drag turns (right button: moves), wheel comes nearer."""
        orbit = self.camera.orbit
        if gesture.kind == "hover":
            self._hover(self.star_at(gesture.x, gesture.y))
        elif gesture.kind == "click" and gesture.button == 1:
            self._clicked(self.star_at(gesture.x, gesture.y), gesture.count)
        elif gesture.kind == "drag":
            move = gesture.button != 1 or "shift" in gesture.modifiers
            (self.camera.move if move else self.camera.turn)(gesture.dx, gesture.dy)
            self._fresh = False
        elif gesture.kind == "drag_end":
            orbit.release()
        elif gesture.kind == "pinch":
            orbit.pinch(gesture.steps)
            self.camera.move(gesture.dx, gesture.dy)
            self._fresh = False
        elif gesture.kind == "wheel":
            orbit.zoom(gesture.steps)

    def shortcut(self, event: InputEvent) -> bool:
        """Arrows walk (with Shift they turn), Enter selects, / searches, Home resets, + and - come nearer
        and go.
        """
        key, orbit = event.key, self.camera.orbit
        if key in ARROWS:
            self._arrow(key, "shift" in event.modifiers)
        elif key == "enter" and self.view.cursor:
            self.select(self.view.cursor)
        elif key == "/":
            self._open_search()
        elif key == "home":
            orbit.go_home()
        elif key in ("+", "=", "-"):
            orbit.zoom(-1.0 if key == "-" else 1.0)
        elif key == "escape" and self.model.selected:
            self.select("")
        else:
            return False
        return True

    def star_at(self, x: float, y: float) -> str:
        """The star under a pixel, or ""."""
        number = self.camera.pick(x, y, self.view.positions, PICK_PIXELS * max(1.0, self.theme.s))
        return self.view.ids[number] if number >= 0 else ""

    # --- what happens ----------------------------------------------------------

    def select(self, key: str) -> None:
        """Select a star ("" for none) and show it in the panel."""
        changed = self.model.select(key) if key else self.model.clear()
        if changed is not None:
            if key:
                self.context.sound.play("select")
            self.view.cursor = key if self.view.cursor else ""
            self.view.refresh()
            self._fresh = False
            self.refresh()

    def select_and_show(self, key: str) -> None:
        """Select a star and bring it into sight if it is outside or at the edge."""
        self._searching = False
        self.select(key)
        self._bring(key)
        self.refresh()

    def facts(self) -> dict[str, Any]:
        """Adds the selection, the lit path, where each star in sight is, and what is named."""
        model = self.model
        return {
            **super().facts(),
            "selected": model.selected, "path": model.path, "hovered": model.hovered, "cursor":
            self.view.cursor, "screen": dict(self._places), "names": tuple(self.names.placed), "lit":
            model.lit_count(), "recall": model.recall(model.selected) if model.selected else None, "view":
            self.camera.orbit.view, "results": [found.title for found in self.search.found] if self.search is
            not None else [],
        }  # fmt: skip

    def _clicked(self, key: str, count: int) -> None:
        self.view.cursor = ""
        if count == 2 and key:
            self.camera.look_at(self.model.stars[key].position, nearer=0.55)
        else:
            self.select(key)

    def _hover(self, key: str) -> None:
        if self.model.hover(key):
            self.view.refresh()
            self._fresh = False

    def _arrow(self, key: str, turn: bool) -> None:
        dx, dy = ARROWS[key]
        if turn:
            self.camera.step(-dx * TURN_STEP, -dy * TURN_STEP)
            self._fresh = False
            return
        start = self.view.cursor or self.model.selected
        self.view.cursor = self.model.star_towards(self._places, start, dx, dy)
        self.layer.focus(None)
        self.model.hover(self.view.cursor)
        self.view.refresh()
        self._fresh = False
        self._bring(self.view.cursor)

    def _bring(self, key: str) -> None:
        """Ease the camera so that the star is well inside the sky."""
        inside = self.area.inset(self.area.w * 0.06, self.area.h * 0.06)
        if key and (key not in self._places or not inside.contains(*self._places[key])):
            self.camera.look_at(self.model.stars[key].position)

    def _open_search(self) -> None:
        if self.theme.compact and not self._searching:
            self._searching = True
            self.relayout()
        if self.search is not None:
            self.search.open()

    def _close_search(self) -> None:
        if self._searching:
            self._searching = False
            self.refresh()

    def _find(self, text: str) -> list[Found]:
        titles = {key: star.concept for key, star in self.model.stars.items()}
        return [
            Found(
                hit.name.key, titles[hit.name.key].title,
                hit.span if hit.name.field == "title" else (0, 0), titles[hit.name.key].cluster,
            )
            for hit in self.model.search(text)
        ]  # fmt: skip

    def _actions(self) -> PanelActions:
        return PanelActions(
            select=self.select_and_show,
            run=lambda: self.open("lab", experiment="brain_atlas"),
            study=lambda concept: self.open("flashcards", card=concept.cards[0]),
            read=self._read,
            begin=lambda: self.select_and_show(self.model.first()),
        )

    def _read(self, concept: Concept) -> None:
        lesson = next(one for one in self.context.course.lessons if concept in one.concepts)
        self.open("lesson", lesson=lesson.id, section=concept.section)

    def _section(self) -> str:
        """The title of the lesson section that explains the selected idea."""
        if not self.model.selected:
            return ""
        wanted = self.model.stars[self.model.selected].concept.section
        found = (lesson.section(wanted) for lesson in self.context.course.lessons)
        return next((section.title for section in found if section is not None), "")

    # --- drawing ----------------------------------------------------------------

    def _frame(self, area: Rect) -> None:
        """The sky fills `area`, in the shape that suits it."""
        aspect = ASPECT if area.w > 1.2 * area.h else SQUARE
        if aspect != self.model.aspect:
            self.model.arrange(aspect)
        self.area, self._fresh, self._restless = area, False, True
        self.camera.orbit.reduced_motion = self.theme.reduced_motion
        room = ROOM if not self.theme.compact else 1.25 * ROOM
        self.camera.frame(area, self.model.sky.extent, room, self.theme.s)
        self.view.restyle(self.theme)

    def _look_again(self) -> None:
        """The camera moved or the model changed: depths, positions and names anew."""
        camera = self.camera
        self._fresh = self._restless = True
        self.view.frame(camera.from_middle, camera.closeness, camera.focal / camera.orbit.view.distance)
        self._places = camera.places(self.view.ids, self.view.positions)
        inside = {key: at for key, at in self._places.items() if self.area.contains(*at)}
        if self._searching:  # the results lie over the sky
            inside = {}
        self.names.arrange(inside, self.area, self._kept_free)
