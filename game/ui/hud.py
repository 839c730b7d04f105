"""What lies over every screen: toasts, tooltips, and the error panel.

The app owns one, feeds it facts (`Notice`, `ProblemRaised`) and gives it input first while the error panel is up.
"""

from __future__ import annotations

from collections.abc import Sequence

from game.core.inputs import KEY, InputEvent
from game.core.messages import Notice, ProblemRaised
from game.engine.projection import Rect
from game.ui.buttons import PRIMARY, Button
from game.ui.context import Context
from game.ui.layer import Layer
from game.ui.shapes import flat, panel_style
from game.ui.topbar import bar_height
from game.ui.veil import Veil
from game.ui.widget import Widget

TOAST_SECONDS = 6.0
TOOLTIP_SECONDS = 0.5
GLYPHS = {
    "info": ("information-line", "muted"),
    "good": ("check-line", "good"),
    "warning": ("alert-line", "warning"),
    "bad": ("error-warning-line", "bad"),
}


class Hud:
    """Toasts, tooltips and the error panel of one program."""

    def __init__(self, context: Context) -> None:
        self.context = context
        self.layer = Layer(context.stage.above, context.theme, context.book, "hud")
        self.layer.root.set_bin("fixed", 10)
        self.problem: ProblemRaised | None = None
        self.notice: Notice | None = None
        self._left = 0.0
        self._over: Widget | None = None
        self._hovering = 0.0
        self._tip_shown = False
        self.veil = Veil()

    def scene_opened(self) -> None:
        """Fade the new scene in; what was said of the one before is no longer true."""
        self.veil.drop(self.layer)
        if self.notice is not None and self.notice.here:
            self.notice = None
            self.relayout()

    def show_notice(self, notice: Notice) -> None:
        """Show a toast for six seconds."""
        self.notice, self._left = notice, TOAST_SECONDS
        self.relayout()

    def show_problem(self, problem: ProblemRaised) -> None:
        """Show the error panel until it is closed."""
        self.problem = problem
        self.relayout()
        self.layer.focus("problem-close")

    def update(self, dt: float, under_pointer: Widget | None) -> None:
        """Let toasts go, and tooltips come after half a second on one widget."""
        self.veil.update(dt)
        if self.notice is not None:
            self._left -= dt
            if self._left <= 0:
                self.notice = None
                self.relayout()
        if under_pointer is not self._over:
            self._over, self._hovering = under_pointer, 0.0
            if self._tip_shown:
                self._tip_shown = False
                self.relayout()
        elif under_pointer is not None and under_pointer.tooltip and not self._tip_shown:
            self._hovering += dt
            if self._hovering >= TOOLTIP_SECONDS:
                self._tip_shown = True
                self.relayout()

    def handle(self, event: InputEvent) -> bool:
        """While the error panel is up it takes everything."""
        if self.problem is None:
            return False
        if event.kind == KEY and event.key in ("escape", "enter", "space"):
            self._close_problem()
        else:
            self.layer.dispatch(event)
        return True

    def relayout(self) -> None:
        """Draw again for the present window and theme."""
        self.layer.clear()
        self.layer.theme = self.context.theme
        if self.notice is not None:
            self._draw_toast(self.notice)
        if self._tip_shown and self._over is not None and not self._over.path.is_empty():
            self._draw_tooltip(self._over)
        if self.problem is not None:
            self._draw_problem(self.problem)
        self.veil.redraw(self.layer)

    def close(self) -> None:
        """Give the layer back."""
        self.layer.remove()

    def _close_problem(self) -> None:
        self.problem = None
        self.relayout()

    def _draw_toast(self, notice: Notice) -> None:
        ui, theme = self.layer, self.layer.theme
        width = self.context.stage.size[0]
        glyph, colour = GLYPHS[notice.kind]
        pad, icon = theme.px(28), theme.text_px(26)
        room = min(width - 2 * theme.px(64) - 3 * pad - icon, theme.px(1100))
        text_w, text_h = ui.measure(notice.text, "label", room)
        box_h = max(theme.px(64), text_h + theme.px(28))
        box_w = text_w + 3 * pad + icon
        under_the_bar = theme.px(theme.tokens["space"]["safe"][0]) + bar_height(theme) + theme.px(12)
        rect = Rect(
            (width - box_w) / 2, under_the_bar, box_w, box_h
        )  # at the foot stand the buttons of most scenes
        ui.panel("toast", rect, panel_style(theme, radius=20))
        ui.icon(glyph, rect.x + pad + icon / 2, rect.y + box_h / 2, icon, colour)
        ui.text(
            rect.x + 2 * pad + icon, rect.y + (box_h - text_h) / 2, notice.text, "label", "text", width=room
        )

    def _draw_tooltip(self, widget: Widget) -> None:
        ui, theme = self.layer, self.layer.theme
        width, height = self.context.stage.size
        text_w, text_h = ui.measure(widget.tooltip, "caption")
        pad = theme.px(14)
        at = widget.window_rect()
        rect = tooltip_place(
            at, (text_w + 2 * pad, text_h + 1.2 * pad), (float(width), float(height)), theme.px(12),
            [other.window_rect() for other in widget.layer.widgets if other.focusable and other is not widget],
        )  # fmt: skip
        ui.box(rect, flat(theme.colour("surface_raised"), theme.px(14), theme.colour("line"), 1.0))
        ui.text(rect.x + pad, rect.y + 0.6 * pad, widget.tooltip, "caption", "text")

    def _draw_problem(self, problem: ProblemRaised) -> None:
        ui, theme = self.layer, self.layer.theme
        width, height = self.context.stage.size
        ui.panel("shade", Rect(0, 0, width, height), flat((0.0, 0.0, 0.0, 0.55)))
        box_w = min(theme.grow(900), width - 2 * theme.px(64))
        pad = theme.px(38)
        inner = box_w - 2 * pad
        parts = [
            (problem.what, "read", "text"),
            (problem.still_works, "label", "body"),
            (problem.to_do, "label-bold", "text"),
        ]
        if problem.details:
            parts.append((problem.details, "code", "muted"))
        gap, button_h = theme.px(16), max(theme.px(64), theme.grow(56))
        heights = [ui.measure(text, style, inner)[1] for text, style, _ in parts]
        title_h = ui.measure(problem.title, "title", inner - theme.px(64))[1]
        box_h = min(
            2 * pad + title_h + sum(heights) + gap * len(parts) + button_h + theme.px(20),
            height - theme.px(40),
        )
        rect = Rect((width - box_w) / 2, (height - box_h) / 2, box_w, box_h)
        style = panel_style(theme, edge="bad")
        ui.panel("problem", rect, style)
        ui.icon(
            "alert-line",
            rect.x + pad + theme.px(20),
            rect.y + pad + theme.type("title").line / 2,
            theme.px(40),
            "bad",
        )
        ui.text(
            rect.x + pad + theme.px(64),
            rect.y + pad,
            problem.title,
            "title",
            "text",
            width=inner - theme.px(64),
        )
        y = rect.y + pad + title_h + gap
        for (text, style_name, colour), part_h in zip(parts, heights, strict=True):
            ui.text(rect.x + pad, y, text, style_name, colour, width=inner)
            y += part_h + gap
        ui.add(
            Button(
                ui,
                "problem-close",
                Rect(rect.x + pad, rect.bottom - pad - button_h, theme.grow(220), button_h),
                "Go on",
                self._close_problem,
                kind=PRIMARY,
            )
        )


def tooltip_place(
    at: Rect, size: tuple[float, float], window: tuple[float, float], gap: float, others: Sequence[Rect]
) -> Rect:
    """Where a tooltip goes: below its widget, above, right or left of it, the first place within the window that covers
    no other widget; failing that, the first within the window.
    """
    (w, h), (width, height) = size, window
    x = min(max(at.centre[0] - w / 2, 4.0), width - w - 4.0)
    y = min(max(at.centre[1] - h / 2, 4.0), height - h - 4.0)
    places = [
        Rect(x, at.bottom + gap, w, h),
        Rect(x, at.y - gap - h, w, h),
        Rect(at.right + gap, y, w, h),
        Rect(at.x - gap - w, y, w, h),
    ]
    inside = [p for p in places if p.x >= 0 and p.y >= 0 and p.right <= width and p.bottom <= height]
    free = [place for place in inside if not any(place.overlaps(other) for other in others)]
    return next(iter(free or inside or places))
