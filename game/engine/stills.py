"""The layers of the stage that are kept as pictures while they stand still: when they are, and what covers what.

The stage makes one on software renderers and asks it before each frame (a task of its own). It knows the layers; it
knows nothing of what they show.
"""

from __future__ import annotations

from collections.abc import Sequence

from direct.showbase.ShowBase import ShowBase
from direct.task.Task import Task
from panda3d.core import Camera, NodePath

from game.engine.still_layer import StillLayer
from game.engine.targets import Targets

_BEFORE_THE_PICTURE = 45  # of the frame's tasks: after everything that moves; the picture is drawn at 50


class Stills:
    """layers: the backdrop, what moves with the camera, and the widgets. `on` False: all are drawn in every frame."""

    def __init__(
        self, base: ShowBase, targets: Targets, layers: Sequence[NodePath], cameras: Cameras
    ) -> None:
        self._base, self._targets = base, targets
        self.on = True
        (backdrop, below, ui), (back_camera, ui_camera) = layers, cameras
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
        self._cover()

    def _step(self, task: Task) -> int:
        if not (self.on and self._base.win.is_active()):  # an iconified window's pictures would be old
            if any(layer.held for layer in self._layers):
                self.forget()
            return Task.cont
        moved = [layer.step() for layer in self._layers]
        if any(moved):
            self._cover()
        return Task.cont

    def _cover(self) -> None:
        """Leave out what lies under full tiles of the interface, and clearing under a full backdrop."""
        covering, below = self._interface.kept, self._backdrop.kept
        full = None if covering is None else covering.full
        self._backdrop.cover(None if full is None else ~full)
        self._targets.cover(full, filled=below is not None and bool(below.full.all()))


Cameras = tuple[Camera, Camera]  # of the backdrop, and of the interface


def _layer(base: ShowBase, root: NodePath, camera: Camera, above: int) -> StillLayer:
    """above: where among the layer's neighbours its copy is drawn."""
    return StillLayer(base, root, camera, root.parent.attach_new_node("kept", above))
