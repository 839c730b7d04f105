"""Match the Pairs as a scene: deals boards, keeps the watch, saves the score at the moment of the last match.

Click and click, or arrows and Enter; dragging is never needed. Opened from the course page. The rules decide, the
view draws, the study service saves.
"""

from __future__ import annotations

import zlib
from collections.abc import Mapping
from typing import Any, ClassVar

from game.core.flow import SceneSpec
from game.core.inputs import KEY, MOVE, InputEvent
from game.core.messages import Notice, ProblemRaised, SceneOpened
from game.core.study_messages import SaveFailed, ScoreSaved
from game.minigames.matching.dealing import Pair, deal
from game.minigames.matching.rules import (
    MISS_SECONDS,
    Board,
    BoardFinished,
    Fact,
    Matched,
    Missed,
    Side,
    Tile,
    watch_text,
)
from game.minigames.matching.spec import SPEC
from game.minigames.matching.tile import TileWidget
from game.minigames.matching.view import BoardView, Ending, build_ending
from game.services.store_errors import StoreError
from game.ui.buttons import Pill
from game.ui.context import Context
from game.ui.layer import Layer
from game.ui.screen import Screen

GAME = "pairs"
MISS_SHOWN = 1.2  # seconds a miss stays marked
LINGER = 0.9  # seconds the finished board stays before the result


class MatchingScene(Screen):
    """See the module text."""

    spec: ClassVar[SceneSpec] = SPEC
    stars = 260

    def __init__(self, context: Context, params: Mapping[str, Any]) -> None:
        super().__init__(context, params)
        course = self.course = context.course
        self.pairs = [Pair(course.item_id("card", c.id), c.term, c.match) for c in course.cards if c.match]
        self.seed = zlib.crc32(course.id.encode())
        self.number = 0
        self.board = Board((), self.seed)
        self.result: BoardFinished | None = None
        self.saved = self.is_best = False
        self.view = BoardView()
        self._missed: frozenset[Tile] = frozenset()
        self._miss_left = self._linger = 0.0
        self._taken_up = False  # whether to say that a board goes on
        self._pointer: tuple[float, float] | None = None
        self._watch: Pill | None = None

    # --- life

    def enter(self) -> None:
        """Go on with the board that was left, else deal the one after the last that was finished."""
        bus = self.context.bus
        self.scope.subscribe(bus, ScoreSaved, self._score_saved)
        self.scope.subscribe(bus, SceneOpened, self._opened)
        place = self._place()
        number = place.get("number", 0)
        self.number = number if isinstance(number, int) and number >= 0 else 0
        self._deal()
        self._taken_up = self.board.take_up(place.get("board"), self._now())
        super().enter()

    def update(self, dt: float) -> None:
        """Move the watch; let a miss and the finished board go."""
        if self._watch is not None:
            text = watch_text(self.board.elapsed(self._now()))
            if text != self._watch.strong:
                if len(text) != len(self._watch.strong):
                    self.refresh()
                self._watch.strong = text
                self._watch.draw()
        if self._missed:
            self._miss_left -= dt
            if self._miss_left <= 0:
                self._missed = frozenset()
                self.view.show_states(self.board, self._missed)
        if self._linger > 0:
            self._linger -= dt
            if self._linger <= 0:
                self.refresh()
        super().update(dt)

    def build(self, ui: Layer) -> None:
        """Bar with watch, matches, misses, best; below it the board, or the end of the round."""
        bar = self.top_bar(ui, "Match the Pairs", self.course.title)
        self._watch = None
        place = self.margins
        place = type(place)(place.x, bar.bottom, place.w, place.bottom - bar.bottom)
        self.view.clear()
        if self.board.size == 0:
            leave = ("leave", "Back to the course", lambda: self.open("course"))
            build_ending(ui, place, Ending("links-line", "There are no pairs here yet.", "", (leave,)))
            return
        if self.result is not None and self._linger <= 0:
            build_ending(ui, place, self._ending(self.result))
            return
        self._pills(ui, bar)
        self.view.build(ui, place, self.board, self._missed, self._pressed)
        ui.focus(self._name(self.board.cursor))
        self._point()

    def leave(self) -> None:
        """Keep a board that was begun; what was finished is saved already."""
        if self.board.begun:
            self._keep({"number": self.number, "board": self.board.kept(self._now())})
        super().leave()

    def handle(self, event: InputEvent) -> bool:
        """Arrows move over the board by its own rules; the held thread follows pointer and focus."""
        used = self._arrow(event) if event.kind == KEY else False
        used = used or super().handle(event)
        if event.kind == MOVE:
            self._pointer = (event.x, event.y)
        elif event.kind == KEY:
            self._pointer = None
        self._point()
        return used

    def shortcut(self, event: InputEvent) -> bool:
        """Escape puts a held tile down before it leaves the board."""
        if event.key == "escape" and self.board.held is not None:
            self._apply(self.board.release())
            return True
        return False

    def facts(self) -> dict[str, Any]:
        """Adds the state of the round."""
        board = self.board
        return {
            **super().facts(),
            "matched": len(board.matches),
            "size": board.size,
            "misses": board.misses,
            "held": self._name(board.held) if board.held is not None else "",
            "finished": self.result is not None,
            "saved": self.saved,
            "watch": watch_text(board.elapsed(self._now())),
            "number": self.number,
        }

    # --- what the learner does

    def next_board(self) -> None:
        """Deal the next board."""
        self.number += 1
        self._deal()
        self.refresh()

    def same_board(self) -> None:
        """Deal the same pairs once more."""
        self._deal()
        self.refresh()

    def restart(self) -> None:
        """Begin the present board anew; how it stood is forgotten."""
        self._keep({"number": self.number})
        self.same_board()

    def save(self) -> None:
        """Save the result of this round; said to be saved only when it is."""
        result, study = self.result, self.context.study
        if result is None or self.saved:
            return
        try:
            facts = study.save_score(
                GAME,
                self.course.id,
                result.result,
                seconds=result.seconds,
                misses=result.misses,
                right=self.board.size,
                total=self.board.size,
            )
            facts += study.save_position(self._kept, {"number": self.number + 1})
        except StoreError as error:
            what = "Your result was not saved"
            self.post(SaveFailed(what, str(error)))
            still, to_do = "The board is finished all the same.", "Put that right, then press Save again."
            self.post(ProblemRaised(what, str(error), still, to_do, error.details))
            return
        for fact in facts:
            self.post(fact)

    def _pressed(self, side: Side, row: int) -> None:
        keyboard = self.layer.keyboard_mode
        tile = Tile(side, row)
        if keyboard:
            self.board.cursor = tile
            self._apply(self.board.press_cursor(self._now()))
            self._follow_cursor()
        else:
            self._apply(self.board.press(tile, self._now()))

    def _arrow(self, event: InputEvent) -> bool:
        focused = self.layer.focused
        if not event.key.startswith("arrow_") or not isinstance(focused, TileWidget):
            return False
        self.board.cursor = Tile(focused.side, focused.row)
        self.board.move(event.key.removeprefix("arrow_"))
        self.layer.focus(self._name(self.board.cursor), show=True)
        return True

    def _follow_cursor(self) -> None:
        name = self._name(self.board.cursor)
        if self.layer.has(name) and not self.board.finished:
            self.layer.focus(name)

    def _apply(self, facts: tuple[Fact, ...]) -> None:
        for fact in facts:
            if isinstance(fact, Missed):
                rows = ((Side.TERM, fact.term_row), (Side.DEFINITION, fact.definition_row))
                self._missed = frozenset(Tile(side, row) for side, row in rows)
                self._miss_left = MISS_SHOWN
                self.refresh()
            elif isinstance(fact, Matched):
                self._missed = frozenset()
                self.refresh()
            elif isinstance(fact, BoardFinished):
                self.result, self._linger = fact, LINGER
                self.save()
        self.view.show_states(self.board, self._missed)

    # --- facts

    def _score_saved(self, fact: ScoreSaved) -> None:
        if (fact.game, fact.board) == (GAME, self.course.id) and self.result is not None:
            self.saved, self.is_best = True, fact.is_best
            self.refresh()

    def _opened(self, fact: SceneOpened) -> None:
        if fact.scene == self.spec.id:
            self.board.resume(self._now())
            if self._taken_up:
                self._taken_up = False
                self.post(Notice("This board goes on where you left it.", here=True))
        else:
            self.board.pause(self._now())

    # --- asking and drawing

    def _deal(self) -> None:
        self.board = Board(deal(self.pairs, self.seed, self.number), self.seed + self.number)
        self.board.start(self._now())
        self.result, self.saved, self.is_best = None, False, False
        self._missed, self._linger = frozenset(), 0.0

    @property
    def _kept(self) -> str:
        """Under which name the place in the course's boards is kept."""
        return f"{GAME}:{self.course.id}"

    def _keep(self, place: dict[str, Any]) -> None:
        try:
            self.context.study.save_position(self._kept, place)
        except StoreError as error:
            self.post(Notice(str(error), "bad"))

    def _place(self) -> dict[str, Any]:
        """What was kept: the board's number and, if it was left half played, how it stood."""
        try:
            return self.context.study.position(self._kept) or {}
        except StoreError as error:
            self.post(Notice(str(error), "bad"))
            return {}

    def _best_text(self) -> str:
        try:
            best = self.context.study.best(GAME, self.course.id)
        except StoreError:
            return ""
        return watch_text(best.result) if best is not None else ""

    def _pills(self, ui: Layer, bar: Any) -> None:
        board, compact = self.board, self.theme.compact
        if board.begun:
            bar.icon_button("restart", "restart-line", "Begin this board again", self.restart)
        best = self._best_text()
        if best and not compact:
            bar.pill("best", best, strong="", icon="trophy-line")
        misses = "" if compact else "miss" if board.misses == 1 else "misses"
        bar.pill("misses", misses, strong=str(board.misses), icon="close-line", icon_colour="bad")
        of = f"of {board.size}"
        bar.pill("matched", of, strong=str(len(board.matches)), icon="check-line", icon_colour="good")
        text = watch_text(board.elapsed(self._now()))
        self._watch = bar.pill("watch", "", strong=text, icon="time-line")

    def _ending(self, result: BoardFinished) -> Ending:
        sentence = f"All matched in {watch_text(result.seconds)}."
        parts = []
        if result.misses:
            missed = "1 miss" if result.misses == 1 else f"{result.misses} misses"
            parts.append(f"{missed}, {MISS_SECONDS:.0f} s each: result {watch_text(result.result)}.")
        if self.saved:
            best = self._best_text()
            parts.append("Your best so far." if self.is_best else f"Best {best}." if best else "")
            parts.append("Saved." if self.context.study.durable else "Not kept: progress cannot be saved.")
        else:
            parts.append("Not saved.")
        next_one = ("next", "Next board", self.next_board)
        save = (("save", "Save again", self.save),) if not self.saved else ()
        others = (
            ("same", "Same board", self.same_board),
            ("leave", "Back to the course", lambda: self.open("course")),
        )
        return Ending(
            "checkbox-circle-line", sentence, " ".join(filter(None, parts)), (*save, next_one, *others)
        )

    def _point(self) -> None:
        """Lead the held thread to the tile that is pointed at or focused, else to the pointer in the gutter."""
        hovered = self.layer.hovered
        focused = self.layer.focused if self._pointer is None else None
        for widget in (hovered if self._pointer is not None else None, focused):
            if isinstance(widget, TileWidget):
                self.view.point(self.board, Tile(widget.side, widget.row), None)
                return
        loose = self._pointer if self._pointer is not None and self.view.in_gutter(self._pointer[0]) else None
        self.view.point(self.board, None, loose)

    def _name(self, tile: Tile) -> str:
        return f"{tile.side.value}-{tile.row}"

    def _now(self) -> float:
        return self.context.clock.monotonic()
