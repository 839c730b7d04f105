"""The one ShowBase: window or offscreen buffer, three layers (backdrop, 3D, interface), and the picture of them.

Boot makes one stage; scenes hang 3D things under `world`, widgets under `ui`, what moves with the camera under
`below` (drawn before the widgets), what lies over every screen under `above`. The first two layers go through buffers
of their own (targets.py): on a GPU for their samples; on a software renderer, where stills ask for `samples`, because
copies are fast, and layers that stand still are kept as pictures. Knows no scene, no theme.
"""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

from panda3d.core import (
    AntialiasAttrib,
    Camera,
    ClockObject,
    NodePath,
    OrthographicLens,
    PerspectiveLens,
    Point3,
    Texture,
    Vec3,
    WindowProperties,
)

from game.engine import projection
from game.engine.projection import Rect
from game.engine.renderer import GraphicsError, RendererInfo, describe
from game.engine.sprites import Sprites
from game.engine.stills import Stills
from game.engine.targets import Targets
from game.engine.window import FlatBase, StageOptions, configure, no_graphics, window_properties

if TYPE_CHECKING:
    from PIL import Image

FIELD_OF_VIEW = (
    26.0  # degrees, vertical, of the subject's area: long enough a lens that the brain is not bulged
)


class Stage:
    """The graphics of one run of the program."""

    def __init__(self, options: StageOptions) -> None:
        configure(options)
        try:
            self.base = FlatBase(windowType="offscreen" if options.offscreen else "onscreen")
        except Exception as error:
            raise GraphicsError(no_graphics(str(error))) from error
        if self.base.win is None:
            raise GraphicsError(no_graphics("no window could be opened"))
        if not options.offscreen and (options.fullscreen or options.origin is not None):
            self.base.win.request_properties(window_properties(options, options.fullscreen))
        self.options = options
        self._full, self._windowed = options.fullscreen, (options.width, options.height)
        self.base.disable_mouse()
        self.base.graphicsEngine.render_frame()
        self.renderer = replace(self._ask_renderer(), best=options.best)
        self.base.render.set_antialias(AntialiasAttrib.M_multisample)
        if options.fixed_step:
            self.base.clock.mode = ClockObject.M_non_real_time
            self.base.clock.dt = options.fixed_step
        samples = options.samples or (0 if self.renderer.software else 4)
        self.size = (self.base.win.get_x_size(), self.base.win.get_y_size())
        self._interface, self._back = NodePath("interface"), NodePath("back")
        self.below = self._interface.attach_new_node("below", 0)
        self.ui = self._interface.attach_new_node("ui", 10)
        self.above = self._interface.attach_new_node("above", 30)
        self.backdrop = self._back.attach_new_node("backdrop", 0)
        self.world = self.base.render.attach_new_node("world")
        back = self._back.attach_new_node(Camera("backdrop", OrthographicLens()))
        picture = self._interface.attach_new_node("picture", -10)
        self.targets = Targets(self.base, self.size, samples, (back, self.base.cam), picture)
        cameras = (back.node(), self._make_interface())
        self.stills: Stills | None = None
        self.sprites: Sprites | None = None
        if not samples:
            self.stills = Stills(self.base, self.targets, (self.backdrop, self.below, self.ui), cameras)
            self.sprites = Sprites(self.base)
        self.resize_to_window()

    @property
    def camera(self) -> NodePath:
        """The 3D camera; place it in world space."""
        return self.base.camera

    @property
    def lens(self) -> PerspectiveLens:
        """The 3D camera's lens."""
        return self.base.camLens

    def set_clip(self, near: float, far: float) -> None:
        """Near and far distance of the 3D camera, in world units."""
        self.lens.set_near_far(near, far)

    def aim(self, area: Rect, fov: float = FIELD_OF_VIEW) -> None:
        """Centre the 3D camera's view on an area of the window (pixels)."""
        projection.aim_lens(self.lens, self.size, area, fov)

    def project(self, point: Point3) -> tuple[float, float] | None:
        """Pixel of a world point, or None behind the camera."""
        return projection.project(self.camera, self.lens, self.size, point)

    def ray(self, x: float, y: float) -> tuple[Point3, Vec3]:
        """World-space origin and unit direction of the ray through a pixel."""
        return projection.ray(self.camera, self.lens, self.size, x, y)

    def resize_to_window(self) -> bool:
        """Take over the window's present size; True if it changed anything."""
        new = (max(self.base.win.get_x_size(), 1), max(self.base.win.get_y_size(), 1))
        changed = new != self.size
        self.size = new
        self._ui_lens.set_film_size(*new)
        self._ui_lens.set_film_offset(new[0] / 2, -new[1] / 2)
        if changed:
            self.targets.resize(new)
            if self.stills is not None:
                self.stills.forget()
        return changed

    def set_size(self, width: int, height: int) -> None:
        """Another size in pixels: an offscreen stage at once, a window when the system agrees."""
        if self.options.offscreen:
            self.base.win.set_size(width, height)
            self.resize_to_window()
            return
        properties = WindowProperties()
        properties.set_size(width, height)
        self.base.win.request_properties(properties)

    def set_fullscreen(self, on: bool) -> None:
        """Full screen on the present monitor, or back to the window as large as it was before."""
        if self.options.offscreen or on == self._full:
            return
        now = self.base.win.get_properties()  # what was asked for last may not have come yet
        if on and not (now.get_fullscreen() or now.get_undecorated() or self.size == self.options.screen):
            self._windowed = self.size
        self._full = on
        width, height = self._windowed
        options = replace(self.options, width=width, height=height)
        self.base.win.request_properties(window_properties(options, on))

    def step(self) -> None:
        """One frame: all tasks, then the picture."""
        self.base.task_mgr.step()

    def set_drawing(self, on: bool) -> None:
        """Whether frames are drawn. Off, everything else goes on, and `picture` still draws: tests walk faster."""
        self.base.win.set_active(on)
        self.targets.set_active(on)

    def picture(self, *, interface: bool = True) -> Image.Image:
        """What the window shows now, as an RGB image (a still: the frame is finished first).

        interface: False leaves out everything written over the scene.
        """
        from PIL import Image  # only pictures need it

        if not interface:
            parts = (self.below, self.ui, self.above)
            for part in parts:
                part.hide()
            try:
                return self.picture()
            finally:
                for part in parts:
                    part.show()
        drawing = self.base.win.is_active()
        self.set_drawing(True)
        if self.stills is not None:
            self.stills.forget()
        self.base.graphicsEngine.render_frame()
        texture: Texture = self.base.win.get_screenshot()
        self.set_drawing(drawing)
        data = bytes(texture.get_ram_image_as("RGB"))
        image = Image.frombytes("RGB", (texture.get_x_size(), texture.get_y_size()), data)
        return image.transpose(Image.Transpose.FLIP_TOP_BOTTOM)

    def stills_held(self) -> tuple[str, ...]:
        """Which of "backdrop", "below", "ui" are drawn from a picture of them now (software renderers only)."""
        return self.stills.held() if self.stills is not None else ()

    def close(self) -> None:
        """Give window and engine back."""
        self._interface.remove_node()
        self._back.remove_node()
        self.base.task_mgr.remove("igLoop")
        self.base.destroy()

    def _ask_renderer(self) -> RendererInfo:
        gsg = self.base.win.get_gsg()
        if gsg is None:
            raise GraphicsError(no_graphics("no graphics context"))
        version = (gsg.get_driver_version_major(), gsg.get_driver_version_minor())
        return describe(gsg.get_driver_renderer(), gsg.get_driver_vendor(), version)

    def _make_interface(self) -> Camera:
        """The window shows the interface only; the first thing in it is the picture of backdrop and 3D."""
        for camera in (
            self.base.cam,
            self.base.cam2d,
            self.base.cam2dp,
        ):  # ShowBase's own, of which none is used
            camera.node().get_display_region(0).set_active(False)
        self.base.win.set_clear_color_active(False)  # that picture covers it
        self._ui_lens = OrthographicLens()
        self._ui_lens.set_near_far(-1000, 1000)
        camera = self._interface.attach_new_node(Camera("interface", self._ui_lens))
        region = self.base.win.make_display_region()
        region.set_sort(20)
        region.camera = camera
        self._interface.set_depth_test(False)
        self._interface.set_depth_write(False)
        self._interface.set_bin("fixed", 0)
        self._interface.set_transparency(True)
        return camera.node()
