"""The first screen: the name of the place, the courses to choose from, the live brain turning beside them.

Opens the course page and the menu. It reads course titles only.
"""

from __future__ import annotations

from typing import Any, ClassVar

from game.core.content import Course
from game.core.flow import SceneSpec
from game.engine.projection import Rect
from game.screens.home.spec import SPEC
from game.ui.buttons import PRIMARY, Button
from game.ui.layer import Layer
from game.ui.live_brain import BrainScreen
from game.ui.shapes import panel_style


class HomeScreen(BrainScreen):
    """See the module text."""

    spec: ClassVar[SceneSpec] = SPEC

    def enter(self) -> None:
        """Begin with the first course."""
        self.primary(f"course-{self.context.courses[0].id}")
        super().enter()

    def build(self, ui: Layer) -> None:
        """Name and courses left, brain right."""
        theme, margins = self.theme, self.margins
        bar = self.top_bar(ui, "Neurarium", back=False)
        split = margins.x + margins.w * 0.52
        y = bar.bottom + theme.px(30 if not theme.compact else 0)
        width = split - margins.x - theme.px(36)
        if not theme.compact:
            y += ui.text(margins.x, y, "A planetarium for learning", "eyebrow", "accent").height + theme.px(
                18
            )
        style = "hero" if not theme.compact else "title"
        y += ui.text(
            margins.x, y, "Walk around a brain.\nTrain one.", style, "text", width=width
        ).height + theme.px(36)
        card_h = max(theme.px(330), theme.grow(210))
        room = margins.bottom - y
        card_h = min(card_h, room / len(self.context.courses) - theme.px(20))
        for course in self.context.courses:
            self._course_card(ui, course, Rect(margins.x, y, width, card_h))
            y += card_h + theme.px(24)
        area = Rect(split, bar.bottom, margins.right - split, margins.bottom - bar.bottom)
        self.brain.place(area)
        self.brain.show_progress(ui)

    def facts(self) -> dict[str, Any]:
        """Adds whether the brain is there."""
        return {**super().facts(), "brain": self.brain.node is not None}

    def _course_card(self, ui: Layer, course: Course, rect: Rect) -> None:
        theme, compact = self.theme, self.theme.compact
        pad = theme.px(34 if not compact else 20)
        ui.panel(f"card-{course.id}", rect, panel_style(theme))
        button_h = max(theme.px(64), min(theme.grow(52), rect.h * 0.42))
        inner, y, end = rect.w - 2 * pad, rect.y + pad, rect.bottom - pad - button_h
        if not compact:
            level = f"Course · {course.level}" if course.level else "Course"
            y += ui.text(rect.x + pad, y, level, "caption", "muted").height + theme.px(6)
        style = "title" if not compact else "body-bold"
        lines = max(1, int((end - y) / theme.type(style).line))
        y += ui.text(
            rect.x + pad, y, course.subject or course.title, style, "text", width=inner, max_lines=lines
        ).height
        style, free = "label" if not compact else "caption", end - y - theme.px(10)
        lines = int(free / theme.type(style).line)
        whole = ui.measure(course.subtitle, style, inner)[1] <= free
        if whole or (lines and not compact):  # large text: the whole sentence or none
            ui.text(
                rect.x + pad,
                y + theme.px(8),
                course.subtitle,
                style,
                "body",
                width=inner,
                max_lines=max(lines, 1),
            )
        width = ui.measure("Open", "body-bold")[0] + theme.text_px(28) + theme.px(90)
        ui.add(
            Button(
                ui,
                f"course-{course.id}",
                Rect(rect.x + pad, rect.bottom - pad - button_h, width, button_h),
                "Open",
                lambda: self.open("course", course=course.id),
                icon="arrow-right-line",
                kind=PRIMARY,
            )
        )
