"""The base of every screen, world and minigame: a layer of widgets that is built again when it has to be.

A subclass overrides `build` (make the widgets from the model and the theme) and, if it has 3D, `enter` and
`update`. `refresh` asks for a new build at the next frame. Input goes to the widgets first, then to `shortcut` (keys)
and `gesture` (pointer). Knows no other screen: it posts requests.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from typing import Any, ClassVar

from game.core.flow import OVERLAY
from game.core.inputs import KEY, TEXT, Gesture, GestureTracker, InputEvent
from game.core.messages import GoBack, Message, OpenScene
from game.engine.projection import Rect
from game.engine.scene import Scene
from game.ui.audit import complaints
from game.ui.context import Context
from game.ui.layer import Layer
from game.ui.theme import Theme
from game.ui.topbar import TopBar


class Screen(Scene):
    """See the module text. stars: how many the backdrop shows (at 1080p)."""

    stars: ClassVar[int] = 260
    wheel_zooms: ClassVar[bool] = True  # beside widgets; False where it scrolls: no setting turns that round
    context: Context

    def __init__(self, context: Context, params: Mapping[str, Any]) -> None:
        super().__init__(context, params)
        stage = context.stage
        self.layer = Layer(stage.ui, context.theme, context.book, self.spec.id, stage.below)
        self._dirty = False
        self._gestures = GestureTracker()
        self._primary = ""

    # --- for subclasses --------------------------------------------------------------------------------------

    def build(self, ui: Layer) -> None:
        """Make all widgets. The layer is empty; `self.theme` and `self.size` are current."""

    def shortcut(self, event: InputEvent) -> bool:
        """A key no widget used; True if used."""
        return False

    def gesture(self, gesture: Gesture) -> None:
        """Hover, click, drag, wheel outside all widgets."""

    def update(self, dt: float) -> None:
        """Advance; call super().update(dt)."""
        if self._dirty:
            self.relayout()

    # --- for subclasses to use -------------------------------------------------------------------------------

    @property
    def theme(self) -> Theme:
        """The theme the layer was built with."""
        return self.layer.theme

    @property
    def size(self) -> tuple[int, int]:
        """Window width and height in pixels."""
        return self.context.stage.size

    @property
    def margins(self) -> Rect:
        """The safe area: the window less 64 design pixels at the sides, 40 above, 56 below."""
        theme, (width, height) = self.theme, self.size
        top, right, bottom, left = theme.tokens["space"]["safe"]
        return Rect(
            theme.px(left),
            theme.px(top),
            width - theme.px(left) - theme.px(right),
            height - theme.px(top) - theme.px(bottom),
        )

    def post(self, message: Message) -> None:
        """Say something on the bus."""
        self.context.bus.post(message)

    def open(self, scene: str, **params: Any) -> None:
        """Ask for another scene."""
        self.post(OpenScene(scene, tuple(params.items())))

    def back(self) -> None:
        """Ask to go back."""
        self.post(GoBack())

    def top_bar(
        self, ui: Layer, title: str, subtitle: str = "", *, back: bool = True, menu: bool = True
    ) -> TopBar:
        """The bar every screen has: back, title, subtitle; pills go in from the right with `bar.pill(...)`."""
        return TopBar(
            ui,
            self.margins,
            title,
            subtitle,
            on_back=self.back if back else None,
            on_menu=(lambda: self.open("menu")) if menu else None,
        )

    def primary(self, name: str) -> None:
        """Say which widget has the focus when the screen opens."""
        self._primary = name

    def quiet_areas(self) -> list[Rect]:
        """Areas (pixels) where the backdrop shows no stars; all widgets and texts by default."""
        texts = [record.rect for record in self.layer.records if record.shown]
        return [*(w.window_rect() for w in self.layer.widgets), *texts]

    def refresh(self) -> None:
        """Build again at the next frame."""
        self._dirty = True

    # --- called by the director ------------------------------------------------------------------------------

    def enter(self) -> None:
        """Open: build for the first time. Subclasses with 3D do theirs first and then call this."""
        self.scope.defer(self.layer.remove)
        self.relayout()
        if self._primary and self.layer.has(self._primary):
            self.layer.focus(self._primary)

    def relayout(self) -> None:
        """Build everything again for the present window and theme; the focus stays where it was by name."""
        self._dirty = False
        focused = self.layer.clear()
        self.layer.theme = self.context.theme
        self.build(self.layer)
        if self.spec.kind != OVERLAY:  # an overlay leaves the sky to the scene below
            self.context.backdrop.show(self.theme, self.stars, self.quiet_areas())
        if focused and self.layer.has(focused):
            self.layer.focus(focused)

    def handle(self, event: InputEvent) -> bool:
        """Widgets first, then shortcuts and gestures; Escape goes back."""
        used = self.layer.dispatch(event)
        if event.kind == TEXT:
            return used
        if event.kind == KEY:
            if used or self.shortcut(event):
                return True
            if event.key == "escape":
                self.back()
                return True
            return False
        if used and event.kind != "release":
            if event.kind == "press":
                self._gestures.cancel()
            return True
        for gesture in self._gestures.feed(event):
            if gesture.kind == "wheel" and self.wheel_zooms:
                gesture = replace(gesture, steps=gesture.steps * self.context.zoom_factor)
            self.gesture(gesture)
        return True

    def complaints(self) -> list[str]:
        """Text that leaves the window or lies on other text; empty when the screen is fit to be seen."""
        return complaints(self.layer.records, self.size)

    def facts(self) -> dict[str, Any]:
        """The focused widget and what is written; subclasses add theirs to super().facts()."""
        return {
            "scene": self.spec.id,
            "focused": self.layer.focused.name if self.layer.focused is not None else "",
            "widgets": [w.name for w in self.layer.widgets],
            "texts": [record.block.plain for record in self.layer.records if record.shown],
        }
