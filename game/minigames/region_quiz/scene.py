"""The Region Quiz as a scene: sets rounds up, takes answers, saves what they earn, and only then moves on.

Parameters: `structure`, the id to begin with at once; `seed`, a whole number for the order. Opened from the explorer;
opens the explorer at a part that was asked. Rules decide, the brain view and the panels show, memory saves.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from datetime import timedelta
from typing import Any, ClassVar

from game.core.answer_names import structures_named
from game.core.atlas import Region
from game.core.flow import SceneSpec
from game.core.inputs import Gesture, InputEvent
from game.core.messages import ProblemRaised
from game.core.scheduling import Rating
from game.core.study_messages import CardScheduled, SaveFailed, ScoreSaved
from game.engine.brain_assets import AssetError
from game.minigames.region_quiz import wording
from game.minigames.region_quiz.brain_view import QuizBrain
from game.minigames.region_quiz.choosing import Area, Filters, areas, eligible, make_round
from game.minigames.region_quiz.keys import QuizKeys
from game.minigames.region_quiz.layout import build_quiz
from game.minigames.region_quiz.memory import GAME, QuizMemory
from game.minigames.region_quiz.pins import Pins
from game.minigames.region_quiz.pointing import Pointing
from game.minigames.region_quiz.rules import Earned, Kind, Missed, Phase, Question, QuizRound
from game.minigames.region_quiz.spec import SPEC
from game.services.store_errors import StoreError
from game.ui.brain_colours import brain_colours
from game.ui.context import Context
from game.ui.controls import ProgressBar
from game.ui.layer import Layer
from game.ui.screen import Screen


class RegionQuizScene(Screen):
    """See the module text."""

    spec: ClassVar[SceneSpec] = SPEC
    stars = 260
    no_rating = Rating.AGAIN

    def __init__(self, context: Context, params: Mapping[str, Any]) -> None:
        root = context.stage.below.attach_new_node("quiz-pins")
        super().__init__(context, params)
        self._pins_root, self.pins = root, Pins(root, context.book)
        self.job = context.brain()
        self.brain: QuizBrain | None = None
        self.failed = ""
        self.memory = QuizMemory(context)
        self.filters = Filters()
        self.areas: tuple[Area, ...] = areas(context.atlas, {})
        self.round: QuizRound | None = None
        self.interval: timedelta | None = None  # until the present question comes back
        self.wrong_region: str | None = None  # the body that was taken for the answer
        self.miss = self.mistake = ""  # what is said of a wrong answer, at once and in the feedback
        self.typed = ""
        self.saved = self.is_best = False
        self.seed = int(params.get("seed", context.clock.now().timestamp()))
        self._first = str(params.get("structure") or "")
        self._keys = QuizKeys(self)
        self._bar: ProgressBar | None = None
        self._refocus = True
        self.pointing = Pointing(self)

    # --- life

    def enter(self) -> None:
        """Take over the meshes if they are there, then build."""
        self.scope.adopt(self._pins_root)
        self.scope.subscribe(self.context.bus, CardScheduled, self._scheduled)
        self.scope.subscribe(self.context.bus, ScoreSaved, self._score_saved)
        self._take_meshes()
        super().enter()

    def leave(self) -> None:
        """Keep a round that is not at its end."""
        self._park()
        super().leave()

    def update(self, dt: float) -> None:
        """Loading; camera, pointer, and the pins that follow them."""
        if self.brain is None:
            if self._bar is not None:
                self._bar.set_value(self.job.fraction)
            self._take_meshes()
        else:
            self.pointing.update(dt, moved=self.brain.update(dt))
            self._place_pins()
        super().update(dt)

    def _take_meshes(self) -> None:
        if not self.job.done or self.failed:
            return
        try:
            prepared = self.job.result()
        except AssetError as error:
            self.failed = str(error)
            self.refresh()
            return
        context, theme = self.context, self.context.theme
        self.brain = QuizBrain(
            context.stage, self.scope, prepared, context.atlas, brain_colours(theme),
            reduced_motion=theme.reduced_motion,
        )  # fmt: skip
        self.areas = areas(context.atlas, self.brain.networks)
        left = self.memory.parked()
        if left is not None and self._first and self._first == left[1].last:
            self.go_on()  # one read about what was just answered, and comes back
        elif self._first in {structure.id for structure in context.atlas.structures}:
            self.start()
        else:
            self.set_up()

    # --- before and after a round

    @property
    def eligible(self) -> dict[str, tuple[Region, ...]]:
        """What may be asked as it is set up now."""
        atlas, brain = self.context.atlas, self.brain
        drawable = brain.sight.regions if brain is not None else [region.id for region in atlas.regions]
        return eligible(atlas, set(drawable), self.filters, brain.networks if brain is not None else {})

    def choose_filters(self, filters: Filters) -> None:
        """Ask something else."""
        self.filters = filters
        self._first = ""
        self.context.sound.play("select")
        self._rest()
        self.refresh()

    def set_up(self) -> None:
        """Show the set-up; a round under way is kept and offered there."""
        self._park()
        self.round = None
        self._rest()
        self._turn_page()

    def start(self) -> None:
        """Begin a round."""
        asked = self.eligible
        if self.brain is None or not asked:
            return
        questions = make_round(
            self.context.atlas, asked, self.memory.of(list(asked)), self.seed, first=self._first
        )
        self.seed, self._first = self.seed + 1, ""
        self.round, self.saved, self.is_best = QuizRound(questions), False, False
        self._ask()

    def go_on(self) -> None:
        """Take the round up that was left before its end."""
        left = self.memory.parked()
        if self.brain is None or left is None:
            return
        self.filters, self.round = left
        self._first, self.saved, self.is_best = "", False, False
        self._ask()
        question = self._question()
        if self.round.wrong and question is not None:
            self.miss = wording.miss(self.context.atlas, question, self.round.wrong[-1], None)

    def again(self) -> None:
        """Another round of the same."""
        self.start()

    def save_score(self) -> None:
        """Save the result of the round; said to be saved only when it is."""
        if self.round is None or not self.round.decided or self.saved:
            return
        try:
            facts = self.memory.save_score(self.filters, self.round)
        except StoreError as error:
            self._not_saved("Your score was not saved", error, "The answers of this round are safe.")
            return
        for fact in facts:
            self.post(fact)

    # --- answering

    def choose(self, structure: str) -> None:
        """One of the four names was chosen."""
        question = self._question()
        if question is not None and self.round is not None and structure not in self.round.wrong:
            self._answer((structure,), wording.same_side(self.context.atlas, structure, question.region))

    def click(self, region: str) -> None:
        """A region was clicked, or chosen by key."""
        self._answer((self.context.atlas.region(region).structure,), region)

    def typing(self, text: str) -> None:
        """Keep what is being typed."""
        self.typed = text

    def write(self, text: str) -> None:
        """A name was typed."""
        self.typed = text
        question = self._question()
        if question is None or not text.strip():
            return
        atlas = self.context.atlas
        named = structures_named(atlas, text)
        self._answer(named, wording.same_side(atlas, named[0], question.region) if named else None)

    def skip(self) -> None:
        """ "I don't know"."""
        earned = self.round.give_up() if self.round is not None else None
        if earned is not None:
            self._save(earned)

    def next(self) -> None:
        """The next question, or the result."""
        if self.round is None or not self.round.next():
            return
        if self.round.complete:
            self._rest([result.question.region for result in self.round.missed])
            self._turn_page()
        else:
            self._ask()

    def read(self, region: str) -> None:
        """Open a part in the explorer."""
        self.open("brain", region=region)

    def read_current(self) -> None:
        """Open the part that was asked, once it is answered."""
        if self.round is not None and self.round.current is not None and self.round.phase is Phase.ANSWERED:
            self.read(self.round.current.region)

    def _answer(self, structures: Sequence[str], region: str | None) -> None:
        question, playing = self._question(), self.round
        outcome = playing.answer(structures) if playing is not None else None
        if outcome is None or question is None or playing is None:
            return
        if isinstance(outcome, Missed) or outcome.rating is Rating.AGAIN:
            atlas, given = self.context.atlas, playing.wrong[-1]
            self.wrong_region = region
            self.miss = wording.miss(atlas, question, given, region)
            self.mistake = wording.mistaken(atlas, question, given, region, self.typed)
        if isinstance(outcome, Earned):
            self._save(outcome)
            return
        self.context.sound.play("again")
        if question.kind is Kind.CLICK:
            self.pointing.mark_miss(region)
        self._turn_page()

    def _save(self, earned: Earned) -> None:
        try:
            facts = self.memory.rate(earned)
        except StoreError as error:
            if self.round is not None:
                self.round.failed()
            self._not_saved("The answer was not saved", error, "The question stands; nothing else changed.")
            return
        for fact in facts:
            self.post(fact)

    def _scheduled(self, fact: CardScheduled) -> None:
        if self.round is None or not self.round.saved(fact.item):
            return
        self._park()
        self.interval = fact.interval
        self.context.sound.play("again" if fact.rating == Rating.AGAIN else "right")
        question = self.round.current
        if self.brain is not None and question is not None:
            clicked = (
                self.pointing.at if question.kind is Kind.CLICK and fact.rating == Rating.AGAIN else None
            )
            self.pointing.reset()
            self.brain.reveal(question.region)
            self.brain.outline_wrong(self.wrong_region, clicked if self.round.wrong else None)
        if self.round.decided:
            self.context.sound.play("done")
            self.save_score()
        self._turn_page()

    def _score_saved(self, fact: ScoreSaved) -> None:
        if (fact.game, fact.board) == (GAME, self.filters.board) and self.round is not None:
            self.saved, self.is_best = True, fact.is_best
            self.refresh()

    def _park(self) -> None:
        if self.round is not None:
            self.memory.park(self.filters, self.round)

    def _not_saved(self, what: str, error: StoreError, still: str) -> None:
        self.post(SaveFailed(what, str(error)))
        self.post(ProblemRaised(what, str(error), still, "Put that right, then try again.", error.details))

    # --- showing

    def _question(self) -> Question | None:
        """The question that wants an answer now."""
        waiting = self.round is not None and self.round.phase is Phase.ASKING
        return self.round.current if self.round is not None and waiting else None

    @property
    def clicking(self) -> bool:
        """Whether a click on the brain is what is asked for now."""
        question = self._question()
        return question is not None and question.kind is Kind.CLICK

    def _ask(self) -> None:
        """Stand the brain for the question that has come up."""
        self.typed, self.wrong_region, self.interval = "", None, None
        self.miss = self.mistake = ""
        self.pointing.reset()
        question = self._question()
        if self.brain is not None and question is not None:
            self.brain.pose(question.region)
            if question.kind is not Kind.CLICK:
                self.brain.light(question.region)
        self._turn_page()

    def _rest(self, gold: Sequence[str] | None = None) -> None:
        """Nothing is asked: show the whole brain, what is set up (or `gold`) lit."""
        if self.brain is None:
            return
        if gold is None:
            bodies = self.eligible.values() if self.filters.area != "all" else ()
            gold = [region.id for found in bodies for region in found]
        kinds = {self.context.atlas.structure_of(region).kind for region in gold}
        self.brain.rest(gold, glass=bool(kinds - {"cortex", "cerebellum", "brainstem"}))

    def _turn_page(self) -> None:
        """Build anew, and put the focus on what comes first there."""
        self.layer.focus(None)
        self._refocus = True
        self.refresh()

    def _place_pins(self) -> None:
        if self.brain is None:
            return
        pixels = {kind: self.brain.pixel(spot) for kind, spot in self.brain.pins.items()}
        self.pins.place({kind: at for kind, at in pixels.items() if at is not None}, self.brain.area)

    def build(self, ui: Layer) -> None:
        """Everything flat from layout.py; then the brain in the middle of what is left."""
        built = build_quiz(ui, self)
        self._bar = built.loading
        theme = self.theme
        if self.brain is not None:
            bad = theme.colour("bad")[:3]
            self.brain.place_in(built.area, brain_colours(theme), bad, reduced_motion=theme.reduced_motion)
            self.pointing.stale()
        self.pins.restyle(theme)
        self._place_pins()
        if self._refocus:
            self._refocus = False
            wanted = next((name for name in self._keys.first_focus() if ui.has(name)), None)
            ui.focus(wanted)

    # --- input

    def handle(self, event: InputEvent) -> bool:
        """While the brain is asked about, arrows walk over it unless a widget has the focus."""
        self.layer.arrow_navigation = self.layer.focused is not None or not self.clicking
        self.pointing.watch(event)
        return super().handle(event)

    def shortcut(self, event: InputEvent) -> bool:
        """Keys that no widget used."""
        return self._keys.key(event)

    def gesture(self, gesture: Gesture) -> None:
        """A click answers, a drag turns, the wheel comes nearer."""
        self.pointing.gesture(gesture)

    def facts(self) -> dict[str, Any]:
        """Adds the state of the round and of the brain."""
        playing, brain = self.round, self.brain
        question = playing.current if playing is not None else None
        return {
            **super().facts(),
            "brain": brain is not None,
            "page": "set-up" if playing is None else "result" if question is None else str(playing.phase),
            "kind": str(question.kind) if question is not None else "",
            "structure": question.structure if question is not None else "",
            "region": question.region if question is not None else "",
            "number": playing.number if playing is not None else 0,
            "total": len(playing.questions) if playing is not None else 0,
            "right": playing.right if playing is not None else 0,
            "wrong": list(playing.wrong) if playing is not None else [],
            "filters": self.filters.board,
            "saved": self.saved,
            "gold": list(brain.brain.selected) if brain is not None else [],
            "outlined": (brain.brain.hovered or "") if brain is not None else "",
            "mode": brain.brain.mode if brain is not None else "",
            "cursor": self.pointing.cursor or "",
            "pins": list(self.pins.shown),
        }
