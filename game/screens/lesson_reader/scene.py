"""The lesson reader: contents left, text in the middle, self-check right; folded into drawers when text is large.

Opened from the course page, a card, a star; opens what the text links to. It moves what the learner does into
`ReaderModel`, shows what comes back, and saves answers and the place through the study service.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, ClassVar

from panda3d.core import NodePath

from game.core.content import Course, Lesson, Section
from game.core.flow import SceneSpec
from game.core.inputs import Gesture, InputEvent
from game.core.messages import ChangeSetting
from game.engine.projection import Rect
from game.screens.lesson_reader import answers, links
from game.screens.lesson_reader.check_panel import Actions, CheckPanel
from game.screens.lesson_reader.contents import Entry, Line, contents_height, draw_contents
from game.screens.lesson_reader.model import Extent, ReaderModel
from game.screens.lesson_reader.question_row import QuestionRow
from game.screens.lesson_reader.spec import SPEC
from game.ui.context import Context
from game.ui.controls import ProgressBar
from game.ui.layer import Layer
from game.ui.screen import Screen
from game.ui.scroll import ScrollArea
from game.ui.shapes import BoxStyle
from game.ui.text_flow import TextFlow

SAVE_AFTER = 0.8  # seconds of rest after which the place is saved
TEXT_SIZES = (1.0, 1.25, 1.5, 2.0)
CONTENTS, CHECK = "contents", "check"


def _lesson_of(course: Course, wanted: str) -> Lesson:
    """The lesson with this id, else the first; a page that says so if the course has none."""
    first = course.lessons[0] if course.lessons else None
    nothing = "There is no lesson here yet"
    return course.lesson(wanted) or first or Lesson("", nothing, "", "", "", 0, (Section("", nothing, ()),))


class LessonScreen(Screen):
    """See the module text. Parameters, all optional: lesson, section, question."""

    spec: ClassVar[SceneSpec] = SPEC
    wheel_zooms = False
    stars = 0

    def __init__(self, context: Context, params: Mapping[str, Any]) -> None:
        super().__init__(context, params)
        self.course = context.course
        self.lesson = _lesson_of(self.course, str(params.get("lesson", "")))
        self.place = f"lesson:{self.course.id}/{self.lesson.id}"
        self.answers = answers.AnswerBook(context.study, self.course)
        saved = context.study.position(self.place)
        self.model = ReaderModel(self.course, self.lesson, saved, self.answers.recall(self.lesson))
        self.drawer = ""
        self.area: ScrollArea | None = None
        self._bar: ProgressBar | None = None
        self._entries: list[Entry] = []
        self._rows: list[QuestionRow] = []
        self._mark: frozenset[NodePath] = frozenset()
        self._top = 0.0
        self._goal: float | None = None
        self._seen_offset = -1.0
        self._rest = 0.0
        self._unsaved = False
        self._wanted = str(params.get("section", ""))
        if self.model.ask(str(params.get("question", ""))):
            self._wanted = self.model.attempts[self.model.asked].question.section

    # --- living ----------------------------------------------------------------------------------------------

    def enter(self) -> None:
        """Open at the remembered place, or where the caller wants it."""
        self.layer.arrow_navigation = False  # arrows scroll; Tab moves the focus
        super().enter()
        if self._wanted:
            self._jump(self.model.offset_of(self._wanted), at_once=True)

    def leave(self) -> None:
        """Save the place."""
        self._save_place()
        super().leave()

    def update(self, dt: float) -> None:
        """Glide to where the contents point; notice scrolling; save the place when the text rests."""
        super().update(dt)
        if self.area is None:
            return
        if self._goal is not None:
            self._glide(dt)
        if self.area.offset != self._seen_offset:
            self._noticed()
        elif self._unsaved:
            self._rest += dt
            if self._rest >= SAVE_AFTER:
                self._save_place()
        if not self.drawer and self.model.stay(dt):
            self._save_place()
            self._show_lines()

    def shortcut(self, event: InputEvent) -> bool:
        """Arrows, pages, Home, End and Space scroll; Escape closes a drawer first."""
        if event.key == "escape" and self.drawer:
            self._open_drawer("")
            return True
        if self.area is None:
            return False
        self._goal = None
        if event.key == "space":
            self.area.scroll_to(
                self.area.offset + self.area.rect.h * (-0.85 if "shift" in event.modifiers else 0.85)
            )
            return True
        return self.area.scroll_key(event)

    def gesture(self, gesture: Gesture) -> None:
        """The wheel scrolls the text wherever the pointer is."""
        if gesture.kind == "wheel" and self.area is not None:
            self._goal = None
            self.area.wheel(gesture.steps)

    def facts(self) -> dict[str, Any]:
        """Adds the place, what is read, and how the question in the panel stands."""
        attempt = self.model.attempt
        return {
            **super().facts(),
            "section": self.model.section,
            "read": self.model.read,
            "progress": round(self.model.progress, 3),
            "offset": self.area.offset if self.area is not None else 0.0,
            "asked": self.model.asked,
            "verdicts": attempt.verdicts if attempt is not None else {},
            "drawer": self.drawer,
        }

    # --- drawing ---------------------------------------------------------------------------------------------

    def build(self, ui: Layer) -> None:
        """Bar, progress line, contents, text, panel; or the text alone with drawers over it."""
        theme, margins = self.theme, self.margins
        bar = self.top_bar(ui, self.lesson.title, self.lesson.subtitle)
        bar.icon_button("text-size", "font-size", "Text size", self._next_text_size)
        folded = theme.compact
        if folded:
            bar.icon_button("open-check", "question-line", "Check yourself", lambda: self._open_drawer(CHECK))
            bar.icon_button("open-contents", "list-check", "Contents", lambda: self._open_drawer(CONTENTS))
        line = Rect(margins.x, bar.rect.bottom + theme.px(16), margins.w, max(3.0, theme.px(4)))
        self._bar = ui.add(ProgressBar(ui, "progress", line, self.model.progress))
        top = line.bottom + theme.px(4)
        self._top, self._entries = top, []
        if not folded:
            side = Rect(margins.x, top + theme.px(18), theme.px(300), margins.bottom - top)
            self._entries = draw_contents(ui, side, self._lines(), self._go)
        self._draw_text(ui, self._column(folded, top))
        self._mark = ui.mark()
        self._draw_over(ui)

    def _column(self, folded: bool, top: float) -> Rect:
        """Where the text goes, with room for its scroll bar; it runs on to the lower edge of the window."""
        theme, margins = self.theme, self.margins
        height = self.size[1] - top
        if folded:
            return Rect(margins.x, top, margins.w, height)
        left = margins.x + theme.px(356)
        room = margins.right - theme.px(520 + 56) - left
        width = min(room, theme.grow(860))
        return Rect(left + (room - width) / 2, top, width + theme.px(28), height)

    def _draw_text(self, ui: Layer, column: Rect) -> None:
        theme = self.theme
        self.area = area = ui.add(ScrollArea(ui, "text", column))
        flow = TextFlow(ui, area, 0.0, column.w - theme.px(28), self._follow, self._question_row)
        self._rows = []
        extents = []
        for section in self.lesson.sections:
            top = flow.y
            flow.space(14)
            flow.title(section.title)
            flow.blocks(section.blocks)
            flow.space(40)
            extents.append(Extent(section.id, top, flow.y))
        area.set_content_height(flow.y + theme.px(80))
        extents[-1] = Extent(extents[-1].section, extents[-1].top, area.content_height)
        area.scroll_to(self.model.lay_out(extents, column.h))
        self._fade_out(ui, column)
        self._seen_offset = -1.0

    def _fade_out(self, ui: Layer, column: Rect) -> None:
        """Let the text go under the lower edge of the window softly."""
        height = self.theme.px(72)
        rect = Rect(column.x, column.bottom - height, column.w, height)
        edge, middle = self.theme.colour("background"), self.theme.colour("background_mid")
        red, green, blue = ((a + b) / 2 for a, b in zip(edge[:3], middle[:3], strict=True))
        ui.box(rect, BoxStyle(0.0, (red, green, blue, 0.0), (red, green, blue, 0.85)))

    def _question_row(self, question_id: str, x: float, y: float, width: float) -> float:
        attempt, area = self.model.attempts.get(question_id), self.area
        if attempt is None or area is None:
            return 0.0
        row = QuestionRow(self.layer, Rect(x, y, width, 0.0), attempt, self._ask, area)
        self._rows.append(row)
        return self.layer.add(row).rect.h

    def _draw_check(self, ui: Layer, rect: Rect, *, drawer: bool = False) -> None:
        attempt = self.model.attempt
        if attempt is None:
            return
        actions = Actions(
            write=self.model.write, compare=self._compare, again=self._again, claim=self._claim, go_on=self._go_on,
            close=(lambda: self._open_drawer("")) if drawer else None,
        )  # fmt: skip
        CheckPanel(ui, rect, attempt, (self.model.number, len(self.model.attempts)), actions)

    def _draw_over(self, ui: Layer) -> None:
        """The self-check beside the text, or the open drawer over it; always drawn last."""
        theme, margins = self.theme, self.margins
        if theme.compact:
            self._entries = []
            self._draw_drawer(ui)
            return
        top, width = self._top + theme.px(14), theme.px(520)
        self._draw_check(ui, Rect(margins.right - width, top, width, margins.bottom - top))

    def _redraw_over(self) -> None:
        """Draw panel and drawers anew and leave the text, which is the costly part, as it is."""
        focused = self.layer.drop_since(self._mark)
        self._draw_over(self.layer)
        for row in self._rows:
            row.draw()
        if focused and self.layer.has(focused):
            self.layer.focus(focused)

    def _draw_drawer(self, ui: Layer) -> None:
        theme, margins, top = self.theme, self.margins, self._top
        if self.drawer == CHECK:
            width = margins.w * 0.62
            self._draw_check(ui, Rect(margins.right - width, top, width, margins.bottom - top), drawer=True)
        elif self.drawer == CONTENTS:
            pad, width = theme.px(24), margins.w * 0.55
            inside = Rect(margins.x + pad, top + pad, width - 2 * pad, 0.0)
            lines, within = self._lines(), Rect(0.0, 0.0, inside.w - theme.px(18), 0.0)
            tall = contents_height(ui, within.w, lines)
            height = min(tall, margins.bottom - top - 2 * pad)
            ui.panel("contents", Rect(margins.x, top, width, height + 2 * pad))
            area = ui.add(ScrollArea(ui, "contents-list", Rect(inside.x, inside.y, inside.w, height)))
            self._entries = draw_contents(ui, within, lines, self._go, area)
            area.set_content_height(tall)

    def _lines(self) -> tuple[Line, ...]:
        model = self.model
        return tuple(
            Line(s.id, s.title, s.id in model.read, s.id == model.section) for s in self.lesson.sections
        )

    # --- moving ----------------------------------------------------------------------------------------------

    def _go(self, section: str) -> None:
        if self.drawer == CONTENTS:
            self._open_drawer("")
        self._jump(self.model.offset_of(section), at_once=self.theme.reduced_motion)

    def _jump(self, offset: float, *, at_once: bool) -> None:
        self._goal = None if at_once else offset
        if at_once and self.area is not None:
            self.area.scroll_to(offset)
            self._noticed()

    def _glide(self, dt: float) -> None:
        if self.area is None or self._goal is None:
            return
        left = self._goal - self.area.offset
        step = left * min(1.0, dt * 4.0 / max(self.theme.seconds("screen"), 0.05))
        if abs(left) < 1.0:
            self.area.scroll_to(self._goal)
            self._goal = None
        else:
            self.area.scroll_to(self.area.offset + step)

    def _noticed(self) -> None:
        """The text has moved: tell the model, show what follows."""
        if self.area is None or self._bar is None:
            return
        self._seen_offset = self.area.offset
        other_section = self.model.scrolled(self.area.offset)
        self._bar.set_value(self.model.progress)
        self._rest, self._unsaved = 0.0, True
        if other_section:
            self._show_lines()
        if other_section and not self.drawer and self.model.follow():
            self._redraw_over()

    def _show_lines(self) -> None:
        """The contents say where one is and what is read."""
        for entry, line in zip(self._entries, self._lines(), strict=False):
            entry.show(line)

    def _save_place(self) -> None:
        self._unsaved = False
        self._tell(self.answers.save_place(self.place, self.model.position))

    def _next_text_size(self) -> None:
        now = self.context.settings.text_size
        index = TEXT_SIZES.index(now) if now in TEXT_SIZES else 0
        self.post(ChangeSetting("text_size", TEXT_SIZES[(index + 1) % len(TEXT_SIZES)]))

    def _open_drawer(self, name: str) -> None:
        self.drawer = name if name != self.drawer else ""
        self._redraw_over()

    def _follow(self, target: str) -> None:
        """A link of the text was clicked."""
        go = links.resolve(target, self.context.atlas)
        if go.section:
            self._go(go.section)
        elif go.question:
            self._ask(go.question)
        elif go.scene:
            self.open(go.scene, **go.params)
        else:
            self.post(go.notice)

    # --- answering -------------------------------------------------------------------------------------------

    def _ask(self, question_id: str) -> None:
        if self.model.ask(question_id):
            self._show_check()

    def _show_check(self) -> None:
        """Build the panel anew and put the focus on what comes next."""
        if self.theme.compact:
            self.drawer = CHECK
        self._redraw_over()
        for name in ("answer", "next-question"):
            if self.layer.has(name):
                self.layer.focus(name)
                return

    def _compare(self) -> None:
        outcome = self.model.hand_in()
        if outcome is not None:
            self._tell(self.answers.save(outcome))
            self._show_check()

    def _claim(self) -> None:
        outcome = self.model.claim()
        if outcome is not None:
            self._tell(self.answers.replace(outcome))
            self._show_check()

    def _again(self) -> None:
        self.model.again()
        self._show_check()

    def _go_on(self) -> None:
        self.model.next_question()
        self._show_check()

    def _tell(self, facts: answers.Facts) -> None:
        for fact in facts:
            self.post(fact)
