"""What the stage's backdrop and 3D are drawn into before the window shows them: buffers of its size.

On a GPU one multisample buffer (the main framebuffer's samples do not reach the read-back). On a software renderer two
that share one texture: the backdrop's has no depth, as the window has none, so that both are filled by fast copies; the
3D's has. The stage makes one and hangs its picture under the interface. Knows no layer's contents.
"""

from __future__ import annotations

from direct.showbase.ShowBase import ShowBase
from panda3d.core import CardMaker, GraphicsOutput, NodePath, Texture

from game.engine.picture_copy import Tiles, all_tiles, copy_tiles, picture_buffer, plain_texture
from game.engine.renderer import GraphicsError


class Targets:
    """samples: of a GPU's buffer; 0 for a software renderer. cameras: the backdrop's and the 3D's. place: where the
    picture hangs."""

    def __init__(
        self,
        base: ShowBase,
        size: tuple[int, int],
        samples: int,
        cameras: tuple[NodePath, NodePath],
        place: NodePath,
    ) -> None:
        self._base, self._place, self._samples, self._cameras = base, place, samples, cameras
        self._size, self._active, self._clears = size, True, True
        self._picture: NodePath | None = None
        self._covered: Tiles | None = None
        self.buffers: tuple[GraphicsOutput, ...] = ()
        self._open()

    def resize(self, size: tuple[int, int]) -> None:
        """The window has another size in pixels."""
        self._size, self._covered = size, None
        for (
            buffer
        ) in self.buffers:  # made anew: a buffer that is resized chooses a texture that is slow to copy
            self._base.graphicsEngine.remove_window(buffer)
        self._open()

    def set_active(self, on: bool) -> None:
        """Whether the buffers are drawn."""
        self._active = on
        for buffer in self.buffers:
            buffer.set_active(on)

    def cover(self, covered: Tiles | None, *, filled: bool) -> None:
        """covered: tiles of the picture that are not needed, since the interface covers them (None: all are needed).
        filled: whether the backdrop fills its buffer, so that clearing it is not needed."""
        self._covered, self._clears = covered, not filled
        self.buffers[0].set_clear_color_active(self._clears)
        self._hang()

    def _open(self) -> None:
        back, world = self._cameras
        if self._samples:
            self._texture = Texture("stage")
            buffers: tuple[GraphicsOutput, ...] = (self._make("stage", -100, depth=True),)
        else:
            self._texture = plain_texture("stage")
            buffers = (
                self._make("stage-back", -102, depth=False),
                self._make("stage-world", -101, depth=True),
            )
            buffers[1].set_clear_color_active(False)
        buffers[0].set_clear_color((0, 0, 0, 1))
        for buffer, camera, sort in ((buffers[0], back, -10), (buffers[-1], world, 0)):
            region = buffer.make_display_region()
            region.set_sort(sort)
            region.camera = camera
        self.buffers = buffers
        buffers[0].set_clear_color_active(self._clears)
        self.set_active(self._active)
        self._hang()

    def _make(self, name: str, sort: int, *, depth: bool) -> GraphicsOutput:
        buffer = picture_buffer(
            self._base, name, sort, self._size, self._texture, depth=depth, samples=self._samples
        )
        if buffer is None:
            raise GraphicsError(
                "This machine's graphics cannot draw into a buffer; update the graphics driver."
            )
        return buffer

    def _hang(self) -> None:
        if self._picture is not None:
            self._picture.remove_node()
        if not self._samples:
            tiles = all_tiles(*self._size)
            if self._covered is not None:
                tiles &= ~self._covered
            self._picture = copy_tiles(self._place, self._texture, self._size, tiles, blended=False)
            return
        maker = CardMaker("stage")
        maker.set_frame(0, 1, -1, 0)
        self._picture = self._place.attach_new_node(maker.generate())
        self._picture.set_texture(self._texture)
        self._picture.set_transparency(False)
        self._picture.set_scale(self._size[0], 1, self._size[1])
