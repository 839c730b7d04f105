"""The course page: title, what to do next, the live brain, and the parts of the course as doors.

Opened from home; opens every part. Numbers come from the study service, words from the course.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, ClassVar

from game.core.flow import SceneSpec
from game.engine.projection import Rect
from game.screens.course.model import Door, Numbers, doors, rows
from game.screens.course.spec import SPEC
from game.ui.buttons import PRIMARY, Button
from game.ui.context import Context
from game.ui.layer import Layer
from game.ui.live_brain import BrainScreen
from game.ui.tile import Tile

ROUND_LEFT = "region-quiz:round"  # where the quiz keeps a round that was left before its end
QUIZ_BOARD = ("region-quiz", "both/all")  # the game's name and its board without filters, as it saves them
LIT = 0.5  # a star counts as lit, a structure as known, from this retrievability on


class CourseScreen(BrainScreen):
    """See the module text."""

    spec: ClassVar[SceneSpec] = SPEC

    def __init__(self, context: Context, params: Mapping[str, Any]) -> None:
        super().__init__(context, params)
        wanted = params.get("course", context.course.id)
        context.course = next((c for c in context.courses if c.id == wanted), context.courses[0])
        self.course = context.course
        self.numbers = self._ask()

    def enter(self) -> None:
        """Begin with what to do next."""
        self.primary("start")
        super().enter()

    def build(self, ui: Layer) -> None:
        """Title left, brain right, doors below."""
        theme, margins = self.theme, self.margins
        bar = self.top_bar(ui, "Courses")
        places, tall = self._places(ui)
        top = places[0].y - theme.px(16)
        self._words(ui, Rect(margins.x, bar.bottom, theme.px(790), top - bar.bottom))
        left = margins.x + (theme.px(800) if not theme.compact else margins.w * 0.56)
        area = Rect(left, bar.bottom, margins.right - left, top - bar.bottom)
        self.brain.place(area)
        self._brain_words(ui, area)
        for door, rect in zip(doors(self.numbers), places, strict=True):
            self._door(ui, door, rect, tall=tall)

    def facts(self) -> dict[str, Any]:
        """Adds the doors' status and whether the brain is there."""
        return {
            **super().facts(),
            "doors": {d.scene: d.status for d in doors(self.numbers)},
            "brain": self.brain.node is not None,
        }

    def _places(self, ui: Layer) -> tuple[list[Rect], bool]:
        """Where the doors are at the bottom, and whether they are tall ones: in one row, if that holds their words."""
        theme, margins, parts = self.theme, self.margins, doors(self.numbers)
        gap = theme.px(16)
        width = (margins.w - gap * (len(parts) - 1)) / len(parts)
        tall = not theme.compact and all(Tile.stands(ui, d.title, d.status, width) for d in parts)
        least = [width if tall else Tile.low_width(ui, d.title, d.status) for d in parts]
        lines = [[width] * len(parts)] if tall else rows(least, margins.w, gap)
        most = (margins.h * 0.48 - gap * (len(lines) - 1)) / len(lines)
        height = theme.px(252) if tall else min(theme.grow(112), most)
        top = margins.bottom - len(lines) * height - (len(lines) - 1) * gap
        places = []
        for number, widths in enumerate(lines):
            x, y = margins.x, top + number * (height + gap)
            for wide in widths:
                places.append(Rect(x, y, wide, height))
                x += wide + gap
        return places, tall

    def _door(self, ui: Layer, door: Door, rect: Rect, *, tall: bool) -> None:
        def go() -> None:
            self.open(door.scene)

        name = f"door-{door.scene}"
        ui.add(Tile(ui, name, rect, door.icon, door.title, door.status, door.progress, go, tall=tall))

    def _words(self, ui: Layer, area: Rect) -> None:
        theme, course = self.theme, self.course
        y = area.y + theme.px(4)
        eyebrow = f"Course · {course.level}" if course.level else "Course"
        if not theme.compact:
            y += ui.text(area.x, y, eyebrow, "eyebrow", "accent").height + theme.px(18)
        style = "hero" if not theme.compact else "title"
        y += ui.text(
            area.x, y, course.subject or course.title, style, "text", width=area.w, max_lines=3
        ).height + theme.px(14)
        button_h = max(theme.px(64), min(theme.grow(52), area.h * 0.3))
        room = area.bottom - y - button_h - theme.px(28)
        line = theme.type("lead").line
        if room >= line and not theme.compact:
            y += ui.text(
                area.x, y, course.subtitle, "lead", "body", width=area.w, max_lines=max(1, int(room / line))
            ).height
        y += theme.px(26)
        label = f"Review {self.numbers.cards_due} cards" if self.numbers.cards_due else "Read the lesson"
        target = "flashcards" if self.numbers.cards_due else "lesson"
        width = ui.measure(label, "body-bold")[0] + theme.text_px(28) + theme.px(74)
        ui.add(
            Button(
                ui,
                "start",
                Rect(area.x, y, width, button_h),
                label,
                lambda: self.open(target),
                icon="play-fill",
                kind=PRIMARY,
            )
        )
        if self.numbers.cards_due and not theme.compact:
            again = "Continue lesson" if self.numbers.sections_read else "Start lesson"
            second = ui.measure(again, "body-bold")[0] + theme.text_px(28) + theme.px(74)
            ui.add(
                Button(
                    ui,
                    "read",
                    Rect(area.x + width + theme.px(20), y, second, button_h),
                    again,
                    lambda: self.open("lesson"),
                    icon="book-open-line",
                )
            )

    def _brain_words(self, ui: Layer, area: Rect) -> None:
        theme = self.theme
        self.brain.show_progress(ui)
        if self.brain.node is not None and not theme.compact:
            line = theme.type("caption").line
            text = ui.text(area.right, area.bottom - line, "Drag to turn", "caption", "muted", align="right")
            icon = theme.text_px(22)
            ui.icon("drag-move-line", area.right - text.width - icon, area.bottom - line / 2, icon, "muted")

    def _ask(self) -> Numbers:
        study, course = self.context.study, self.course
        cards = [course.item_id("card", c.id) for c in course.cards]
        concepts = [course.item_id("concept", c.id) for c in course.concepts]
        structures = [f"region:{s.id}" for s in self.context.atlas.structures]
        counts = study.counts(cards)
        retained = study.retained_many([*cards, *concepts, *structures])
        known = {item for item, value in retained.items() if value >= LIT}
        lit = sum(
            course.item_id("concept", c.id) in known
            or any(course.item_id("card", k) in known for k in c.cards)
            for c in course.concepts
        )
        best = study.best("pairs", course.id)
        quiz = study.best(*QUIZ_BOARD)
        read, sections = self._sections_read()
        runs = study.position(f"lab:{course.id}") or {}
        return Numbers(
            structures_known=len(known & set(structures)),
            structures=len(structures),
            cards_due=counts.due + counts.new,
            cards=len(cards),
            cards_known=len(known & set(cards)),
            best_seconds=best.result if best is not None else None,
            best_round=(quiz.right, quiz.total) if quiz is not None else None,
            stars_lit=lit,
            stars=len(concepts),
            sections_read=read,
            sections=sections,
            runs=int(runs.get("runs", 0)),
            board_waits=bool((study.position(f"pairs:{course.id}") or {}).get("board")),
            round_waits=bool(study.position(ROUND_LEFT)),
        )

    def _sections_read(self) -> tuple[int, int]:
        read = total = 0
        for lesson in self.course.lessons:
            position = self.context.study.position(f"lesson:{self.course.id}/{lesson.id}") or {}
            read += len({s.id for s in lesson.sections} & set(position.get("read", ())))
            total += len(lesson.sections)
        return read, total
