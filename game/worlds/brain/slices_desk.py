"""What one does with the MRI planes: keys, drags, wheel, buttons, and the panel that stays true meanwhile.

The explorer scene owns one and asks it first about keys and gestures. It changes `Slices` and tells the view; it knows
widgets by the handles that the panel leaves.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, Any

from game.core.cuts import AXES
from game.core.inputs import Gesture, InputEvent
from game.engine.orbit import Vec
from game.engine.projection import Rect
from game.ui.layer import Layer
from game.worlds.brain.glass_tools import number
from game.worlds.brain.inside import point_inside
from game.worlds.brain.slices_model import PLANES, Slices
from game.worlds.brain.slices_panel import NOWHERE, PanelHandles, build_slices_panel, place_words

if TYPE_CHECKING:
    from game.engine.slices import MriCuts
    from game.worlds.brain.scene import ExplorerScreen

_WHITE = {"white-L": "Left cerebral white matter", "white-R": "Right cerebral white matter"}
_FAR = 10.0  # mm of a large step


class SlicesDesk:
    """See the module text."""

    def __init__(self, scene: ExplorerScreen) -> None:
        self._scene = scene
        self._panel: PanelHandles | None = None
        self._held = ""  # the plane that a drag moves
        self._grip: Vec | None = None  # the point that it is held at
        self._dragging = False
        self._shown_region = ""  # the region that the planes were last brought to
        self.region = ""

    @property
    def slices(self) -> Slices:
        """The state of the planes."""
        slices: Slices = self._scene.model.slices
        return slices

    @property
    def volume(self) -> MriCuts | None:
        """The MRI, once loaded."""
        return self._scene.view.slices.volume if self._scene.view is not None else None

    @property
    def glassy(self) -> bool:
        """Whether the shell is glass in the present view."""
        return self._scene.model.glassy

    @property
    def shell(self) -> float:
        """Per cent of the ghost shell."""
        return self._scene.model.shell

    # --- acting ----------------------------------------------------------------------------------------------

    def toggle(self) -> None:
        """Open or close the panel; it opens at the selected region."""
        self.slices.open = not self.slices.open
        if self.slices.open:
            self.go_to_selected()
        self._scene.refresh()

    def go_to_selected(self) -> None:
        """Bring the planes to the selected region, unless that is where they were brought last."""
        view, region = self._scene.view, self._scene.model.selected
        if view is None or not region or not view.has(region) or region == self._shown_region:
            return
        self._shown_region = region  # opened again, the planes are where one left them
        active = self.slices.active
        point = point_inside(view.brain.prepared, region, view.slices.region_at)
        for kind, place in zip(PLANES, point, strict=True):
            self.slices.move(kind, place)
        self.slices.active = active
        self._moved()

    def move(self, kind: str, millimetre: float) -> None:
        """Move a plane, and everything that shows where it is."""
        if self.slices.move(kind, millimetre):
            self._moved()

    def toggle_shown(self, kind: str) -> None:
        """Draw a plane in place, or not."""
        self._change(lambda: self.slices.toggle_shown(kind))

    def toggle_cut(self, kind: str) -> None:
        """Let a plane cut, or not."""
        self._change(lambda: self.slices.toggle_cut(kind))

    def flip(self, kind: str) -> None:
        """Cut away the other side."""
        self._change(lambda: self.slices.flip(kind))

    def toggle_slab(self) -> None:
        """Keep a slab behind each cut, or everything."""
        self.slices.slab = not self.slices.slab
        self._scene.refresh()

    def set_convention(self, index: int) -> None:
        """0 neurological, 1 radiological."""
        self.slices.radiological = bool(index)
        self._scene.refresh()

    def set_shell(self, percent: float) -> None:
        """Make the ghost shell brighter or fainter."""
        self._scene.set_shell(percent)

    def read(self) -> None:
        """Select the region at the crosshair and read about it."""
        if self._has_page(self.region):
            self.slices.open = False
            self._scene.select(self.region)
            self._scene.refresh()

    def _change(self, act: Callable[[], object]) -> None:
        act()
        self._scene.refresh()

    # --- input -----------------------------------------------------------------------------------------------

    def key(self, event: InputEvent) -> bool:
        """The planes' keys; False if it is none of them (all but M only while the panel is open)."""
        if event.key == "m" and "shift" not in event.modifiers:
            self.toggle()
            return True
        slices = self.slices
        if not slices.open:
            return False
        if event.key == "escape" and self._scene.layer.focused is None and not self._scene.folds:
            self.toggle()
            return True
        step = {",": -1.0, ".": 1.0, "<": -_FAR, ">": _FAR}.get(event.key, 0.0)
        if step and "shift" in event.modifiers and abs(step) < _FAR:
            step *= _FAR
        if step:
            if slices.step(step):
                self._moved()
            return True
        acts: dict[str, Callable[[], object]] = {
            "a": lambda: self._change(slices.next_plane),
            "w": lambda: self.toggle_cut(slices.active),
            "e": lambda: self.flip(slices.active),
            "7": self.toggle_slab,
            "8": lambda: self.set_convention(not slices.radiological),
        }
        if event.key not in acts:
            return False
        acts[event.key]()
        return True

    def gesture(self, gesture: Gesture) -> bool:
        """Drag a plane, or turn the wheel over it; False if the gesture is for the camera."""
        view = self._scene.view
        if view is None or not self.slices.open:
            return False
        if gesture.kind == "wheel":
            kind = view.plane_under(gesture.x, gesture.y)
            if kind:
                self.move(kind, self.slices.places[kind] + gesture.steps)
            return bool(kind)
        if gesture.kind == "drag":
            return self._drag(gesture)
        if gesture.kind == "drag_end":
            held, self._held, self._dragging = self._held, "", False
            return bool(held)
        return False

    def _drag(self, gesture: Gesture) -> bool:
        view = self._scene.view
        if view is None:
            return False
        if not self._dragging:
            self._dragging = True
            start = gesture.x - gesture.dx, gesture.y - gesture.dy
            plain = gesture.button == 1 and "shift" not in gesture.modifiers
            self._held = kind = view.plane_under(*start) if plain else ""
            self._grip = view.on_plane(AXES[kind], self.slices.places[kind], *start) if kind else None
        if not self._held:
            return False
        axis, here = AXES[self._held], None
        if self._grip is not None:
            here = view.along(axis, gesture.x, gesture.y, self._grip)
        if here is None:
            here = self.slices.places[self._held] - gesture.dy * 0.5
        self.move(self._held, here)
        return True

    # --- showing ---------------------------------------------------------------------------------------------

    def build(self, ui: Layer, rect: Rect) -> None:
        """Draw the panel."""
        self._panel = build_slices_panel(ui, rect, self)
        self._show_region()

    def closed(self) -> None:
        """Another panel is drawn in its place."""
        self._panel = None

    def volume_came(self) -> None:
        """The MRI has been loaded."""
        if self.slices.open:
            self._scene.refresh()

    def facts(self) -> dict[str, Any]:
        """What tests and tours may ask."""
        slices = self.slices
        return {
            "slices": slices.open,
            "crosshair": list(slices.crosshair),
            "crosshair_region": self.region,
            "cutting": [kind for kind in PLANES if kind in slices.cutting],
            "active_plane": slices.active,
            "convention": slices.convention,
        }

    def _moved(self) -> None:
        self._scene.show_planes()
        panel = self._panel
        if panel is None:
            return
        for kind in PLANES:
            here = self.slices.places[kind]
            panel.sliders[kind].set_value(here)
            panel.numbers[kind].set(number(here, "mm"))
            panel.tiles[kind].refresh()
        self._show_region()

    def _show_region(self) -> None:
        panel, view = self._panel, self._scene.view
        if panel is None:
            return
        self.region = view.slices.region_at(self.slices.crosshair) if view is not None else ""
        panel.name.set(self._words(self.region))
        panel.place.set(place_words(self.slices.crosshair))
        panel.read.set_enabled(self._has_page(self.region))

    def _words(self, region: str) -> str:
        if region in _WHITE:
            return _WHITE[region]
        return self._scene.context.atlas.display_name(region) if self._has_page(region) else NOWHERE

    def _has_page(self, region: str) -> bool:
        return bool(region) and self._scene.context.atlas.has_region(region)
