"""The layers of the stage that are kept as pictures while they stand still: when they are, and what covers what.

The stage makes one on software renderers and asks it before each frame (a task of its own). It knows the layers; it
knows nothing of what they show.
"""

from __future__ import annotations

from direct.showbase.ShowBase import ShowBase
from direct.task.Task import Task
from panda3d.core import Camera, NodePath

from game.engine.still_layer import StillLayer

_BEFORE_THE_PICTURE = 45  # of the frame's tasks: after everything that moves; the picture is drawn at 50


class Stills:
    """The backdrop, what moves with the camera, and the widgets. `on` False: all are drawn in every frame."""

    def __init__(
        self, base: ShowBase, backdrop: NodePath, below: NodePath, ui: NodePath, cameras: Cameras
    ) -> None:
        self._base = base
        self.on = True
        back_camera, ui_camera = cameras
        self._backdrop = _layer(base, backdrop, back_camera, above=10)
        self._interface = _layer(base, ui, ui_camera, above=20)
        self._layers = (self._backdrop, _layer(base, below, ui_camera, above=5), self._interface)
        base.task_mgr.add(self._step, "stage-stills", sort=_BEFORE_THE_PICTURE)

    def held(self) -> tuple[str, ...]:
        """The names of the layers that are drawn from a picture now."""
        return tuple(layer.name for layer in self._layers if layer.held)

    def forget(self) -> None:
        """Show the layers themselves: another window size, a still, or nobody watches."""
        for layer in self._layers:
            layer.forget()
        self._base.win.set_clear_color_active(True)

    def _step(self, task: Task) -> int:
        if not (self.on and self._base.win.is_active()):  # an iconified window's pictures would be old
            if any(layer.held for layer in self._layers):
                self.forget()
            return Task.cont
        moved = [layer.step() for layer in self._layers]
        if any(moved):
            covering = self._interface.kept
            self._backdrop.cover(None if covering is None else ~covering.full)
            below = self._backdrop.kept
            filled = below is not None and bool(below.full.all())
            self._base.win.set_clear_color_active(not filled)
        return Task.cont


Cameras = tuple[Camera, Camera]  # of the backdrop, and of the interface


def _layer(base: ShowBase, root: NodePath, camera: Camera, above: int) -> StillLayer:
    """above: where among the layer's neighbours its copy is drawn."""
    return StillLayer(base, root, camera, root.parent.attach_new_node("kept", above))
