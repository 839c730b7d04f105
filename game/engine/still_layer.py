"""Keeps the picture of a layer that stands still, so that a software renderer need not draw it anew each frame.

stills.py owns one for each layer of the stage (on software renderers only: a GPU draws them in no time). A layer that
did not change for a few frames is drawn once into a texture; from then on only the tiles with something on them are
copied from it. The first change shows the layer itself again in the same frame, so nothing is ever late. Knows no
widget and no scene.
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
from direct.showbase.ShowBase import ShowBase
from numpy.typing import NDArray
from panda3d.core import (
    BitMask32,
    Camera,
    GraphicsOutput,
    NodePath,
    Texture,
)

from game.engine.picture_copy import TILE, Tiles, copy_tiles, picture_buffer, plain_texture
from game.engine.watch import Watch

DIRECT, KEPT = BitMask32.bit(1), BitMask32.bit(2)  # cameras: the window's, and the one that makes the picture
FAINT = 1  # of 255: so little of a shadow's hem does not count as something drawn
PATIENCE = 5  # frames from a change to the next look; a layer that is the same then gets its picture


@dataclass
class Kept:
    """Which tiles (rows from the top) of the picture cover everything below them, and which cover a part."""

    full: Tiles
    part: Tiles


class StillLayer:
    """See the module text. root: the layer's nodes; camera: draws them; place: where their copy is drawn."""

    def __init__(self, base: ShowBase, root: NodePath, camera: Camera, place: NodePath) -> None:
        self.name = root.name
        self._base, self._root, self._place = base, root, place
        camera.set_camera_mask(DIRECT)
        self._watch = Watch(root)
        self._rest = 0  # frames until the layer is looked at again
        self._lens = camera.get_lens()
        self._buffer: GraphicsOutput | None = None
        self._texture, self._size = Texture(), (0, 0)
        self._keeper = NodePath()  # the camera that makes the picture
        # the same picture in memory, for its tiles: the GPU, asked for the texture, may still give the one before
        self._read = Texture(f"read-{root.name}")
        self._copies: list[NodePath] = []
        self._drawn = False
        self._possible = True  # as long as this machine has not refused a buffer
        self.kept: Kept | None = None

    @property
    def held(self) -> bool:
        """Whether the copy stands for the layer now."""
        return self.kept is not None

    def step(self) -> bool:
        """Before each frame: look for changes; make, use or drop the picture. True when the copy came or went."""
        if self._rest > 0 or not self._possible:  # a layer in motion need not be looked at in every frame
            self._rest -= 1
            return False
        if self._watch.changed():
            return self._wait()
        if not self._drawn:
            self._drawn = not self._watch.empty and self._order()
            return False
        return not self.held and self._use()

    def _wait(self) -> bool:
        self._rest, self._drawn = PATIENCE - 1, False
        return self.release()

    def release(self) -> bool:
        """Show the layer itself; True if the copy stood for it."""
        for copy in self._copies:
            copy.remove_node()
        self._copies = []
        was, self.kept = self.held, None
        self._root.show(DIRECT)
        return was

    def forget(self) -> None:
        """The window has another size, or the picture is not to be trusted."""
        self._watch.forget()
        self._rest, self._drawn = 0, False
        self.release()

    def cover(self, below: Tiles | None) -> None:
        """Copy only these tiles: what lies above covers the others. None: all."""
        if self.kept is not None:
            self._copy(self.kept, below)

    def _order(self) -> bool:
        """Have the layer drawn into the texture during this frame; False where there are no such buffers."""
        width, height = self._base.win.get_x_size(), self._base.win.get_y_size()
        if self._buffer is None or self._size != (width, height):
            self.close()
            self._size = (width, height)
            self._buffer = self._make_buffer()
        self._possible = self._buffer is not None
        if self._buffer is not None:
            self._buffer.set_one_shot(True)
        return self._possible

    def _use(self) -> bool:
        if not self._read.has_ram_image():  # it was not drawn
            return self._wait()
        width, height = self._read.get_x_size(), self._read.get_y_size()
        pixels = np.frombuffer(self._read.get_ram_image_as("A"), np.uint8).reshape(height, width)[::-1]
        self.kept = kept_tiles(pixels)
        self._read.clear_ram_image()
        self._copy(self.kept, None)
        self._root.hide(DIRECT)
        return True

    def _copy(self, kept: Kept, below: Tiles | None) -> None:
        for copy in self._copies:
            copy.remove_node()
        self._copies = []
        for tiles, blended in ((kept.full, False), (kept.part, True)):
            wanted = tiles if below is None else tiles & below
            if wanted.any():
                self._copies.append(
                    copy_tiles(self._place, self._texture, self._size, wanted, blended=blended)
                )

    def close(self) -> None:
        """Give the buffer back."""
        if self._buffer is not None:
            self._base.graphicsEngine.remove_window(self._buffer)
            self._keeper.remove_node()
            self._buffer = None

    def _make_buffer(self) -> GraphicsOutput | None:
        self._texture = plain_texture(f"kept-{self._root.name}")
        buffer = picture_buffer(
            self._base, f"kept-{self._root.name}", -110, self._size, self._texture, depth=False
        )
        if buffer is None:
            return None
        buffer.add_render_texture(self._read, GraphicsOutput.RTM_copy_ram)
        buffer.set_clear_color((0, 0, 0, 0))
        camera = Camera("keeper", self._lens)
        camera.set_camera_mask(KEPT)
        camera.set_scene(self._root)  # without its neighbours, but with what it inherits
        camera.set_initial_state(self._root.parent.get_net_state())
        self._keeper = self._root.parent.attach_new_node(camera)
        region = buffer.make_display_region()
        region.camera = self._keeper
        return buffer


def kept_tiles(alpha: NDArray[np.uint8], tile: int = TILE) -> Kept:
    """Sort the tiles of a picture by its alpha (height, width), first row on top."""
    height, width = alpha.shape
    rows, columns = -(-height // tile), -(-width // tile)
    low = np.full((rows * tile, columns * tile), 255, np.uint8)
    high = np.zeros_like(low)
    low[:height, :width] = high[:height, :width] = alpha
    shape = (rows, tile, columns, tile)
    full = low.reshape(shape).min(axis=(1, 3)) == 255
    return Kept(full, (high.reshape(shape).max(axis=(1, 3)) > FAINT) & ~full)
