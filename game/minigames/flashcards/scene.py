"""The Memory Deck as a scene: asks the study service, tells the rules, shows the view.

The card moves only when the service has said that the review is saved; if it cannot be saved the card stays and
the learner is told. Opened from the course page; opens the lesson at a card's section.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, ClassVar

from game.core.flow import SceneSpec
from game.core.inputs import KEY, InputEvent
from game.core.messages import Notice, ProblemRaised
from game.core.scheduling import Rating, interval_text
from game.core.study_messages import CardScheduled, ReviewUndone, SaveFailed
from game.minigames.flashcards.faces import Face, face_of
from game.minigames.flashcards.rules import DeckSession, completion_sentence
from game.minigames.flashcards.spec import SPEC
from game.minigames.flashcards.view import DeckView, Hands, Picture
from game.services.store_errors import StoreError
from game.services.study import Offer
from game.ui.context import Context
from game.ui.layer import Layer
from game.ui.screen import Screen

OFFER_LASTS = 1.0  # seconds; then the intervals on the buttons are asked for again


class FlashcardsScene(Screen):
    """See the module text. params: card=<card id> puts that card first."""

    spec: ClassVar[SceneSpec] = SPEC
    stars = 160

    def __init__(self, context: Context, params: Mapping[str, Any]) -> None:
        super().__init__(context, params)
        self.course = context.course
        self.cards = {self.course.item_id("card", card.id): card for card in self.course.cards}
        self.sitting = f"deck {self.course.id} {context.clock.now().isoformat()}"
        self.session = DeckSession(())
        self.offer: Offer | None = None
        self._offer_age = 0.0
        self._asked_end: tuple[str, str] = ("", "")
        self._saved_end = False

    # --- life

    def enter(self) -> None:
        """Take the cards that are due, and show the first."""
        self.scope.subscribe(self.context.bus, CardScheduled, self._scheduled)
        self.scope.subscribe(self.context.bus, ReviewUndone, self._undone)
        self.view = DeckView(self.context.stage, self.scope, self.theme)
        self._begin(self._first_items())
        super().enter()

    def update(self, dt: float) -> None:
        """Turn the card; keep the offer fresh."""
        self.view.update(dt)
        self._offer_age += dt
        if self.session.flipped and self._offer_age > OFFER_LASTS and self.session.waiting is None:
            self._ask_offer()
            self.view.set_intervals(self._intervals())
        super().update(dt)

    def build(self, ui: Layer) -> None:
        """Bar, progress line, card, buttons."""
        bar = self.top_bar(ui, "Memory Deck", self.course.title)
        if self.session.can_undo:
            bar.icon_button("undo", "arrow-go-back-line", "Take back the last rating (Z)", self.undo)
        minutes = self.session.minutes_left()
        if minutes is not None and not self.theme.compact:
            bar.pill("time", f"{minutes} min left", icon="time-line")
        if not self.session.complete:
            bar.pill("count", f"of {self.session.total}", strong=str(self.session.number))
        if not self.context.study.durable:
            bar.pill(
                "not-kept", "" if self.theme.compact else "Not kept", icon="alert-line", icon_colour="warning"
            )
        hands = Hands(self.flip, self.rate, self._read, self._again, lambda: self.open("course"))
        self.view.build(ui, bar.bottom, self.margins, self._picture(), hands)

    def handle(self, event: InputEvent) -> bool:
        """Up and down scroll an answer that is too long for its card; everything else as usual."""
        scroll = self.view.scroll
        if event.kind == KEY and scroll is not None and self.session.flipped and scroll.scroll_key(event):
            return True
        return super().handle(event)

    def shortcut(self, event: InputEvent) -> bool:
        """Space or Enter turn the card, 1 to 4 rate it, Z takes back."""
        if event.key in ("space", "enter"):
            if self.session.flipped:
                self.layer.focus("rate-3", show=True)
            else:
                self.flip()
            return True
        if event.key in ("1", "2", "3", "4"):
            self.rate(Rating(int(event.key)))
            return True
        if event.key in ("z", "backspace"):
            self.undo()
            return True
        return False

    def facts(self) -> dict[str, Any]:
        """Adds the state of the sitting."""
        session, card = self.session, self.view.card
        return {
            **super().facts(),
            "card": session.current or "",
            "flipped": session.flipped,
            "turning": self.view.turn.moving,
            "degrees": card.degrees if card is not None else 0.0,
            "number": session.number,
            "total": session.total,
            "complete": session.complete,
            "can_undo": session.can_undo,
            "progress": session.progress,
            "intervals": {rating.name: text for rating, text in self._intervals().items()},
        }

    # --- what the learner does

    def flip(self) -> None:
        """Turn the card to its answer."""
        if (
            not self.session.complete
            and not self.session.flipped
            and self._ask_offer()
            and self.session.flip()
        ):
            self.view.turn.flip()
            self.refresh()

    def rate(self, rating: Rating) -> None:
        """Save a rating. The card moves when the saved fact comes back over the bus."""
        if self.view.turn.moving or self.offer is None:
            return
        chosen = self.session.rate(rating)
        if chosen is None:
            return
        study = self.context.study
        try:
            facts = study.rate(chosen.item, rating, at=self.offer.at, source="deck", session=self.sitting)
        except StoreError as error:
            self.session.failed()
            self._not_saved("Your rating was not saved", error)
            return
        for fact in facts:
            self.post(fact)

    def undo(self) -> None:
        """Take the last rating of this sitting back."""
        if not self.session.can_undo:
            return
        try:
            facts = self.context.study.undo(self.sitting)
        except StoreError as error:
            self._not_saved("The rating could not be taken back", error)
            return
        if not facts:
            self.post(Notice("This card was reviewed elsewhere since; that cannot be taken back.", "info"))
        for fact in facts:
            self.post(fact)

    # --- facts

    def _scheduled(self, fact: CardScheduled) -> None:
        clock = self.context.clock
        moved = self.session.scheduled(
            fact.item, fact.due, fact.returns_today, clock.now(), clock.monotonic()
        )
        if not moved:
            return
        if fact.clock_behind:
            self.post(Notice("This computer's clock is behind your last review; please check it.", "warning"))
        self.offer = None
        self.view.turn.deal()
        if self.session.complete:
            self._finish()
        self.refresh()

    def _undone(self, fact: ReviewUndone) -> None:
        if not self.session.undone(self.context.clock.monotonic()):
            return
        self.view.turn.lay(back=True)
        self._saved_end = False
        self._ask_offer()
        self.refresh()

    def _finish(self) -> None:
        session = self.session
        right, total = session.known_at_once, session.total
        try:
            facts = self.context.study.save_score(
                "deck", self.course.id, float(total - right), right=right, total=total, session=self.sitting
            )
        except StoreError as error:
            self._not_saved("The result of this sitting was not saved", error)
            return
        self._saved_end = True
        for fact in facts:
            self.post(fact)

    # --- asking

    def _first_items(self) -> tuple[str, ...]:
        items = tuple(self.cards)
        wanted = self.course.item_id("card", str(self.params.get("card", "")))
        try:
            due = self.context.study.due(items)
        except StoreError as error:
            self._not_saved("Your cards could not be looked up", error)
            return ()
        return (wanted, *(item for item in due if item != wanted)) if wanted in self.cards else due

    def _begin(self, items: tuple[str, ...]) -> None:
        self.session = DeckSession(items)
        self.session.show(self.context.clock.monotonic())
        self.offer, self._saved_end = None, False
        self.view.turn.deal()

    def _again(self) -> None:
        """Another sitting with every card, the weakest first."""
        try:
            retained = self.context.study.retained_many(tuple(self.cards))
        except StoreError as error:
            self._not_saved("Your cards could not be looked up", error)
            return
        self.sitting = f"deck {self.course.id} {self.context.clock.now().isoformat()} again"
        self._begin(tuple(sorted(self.cards, key=lambda item: retained[item])))
        self.refresh()

    def _ask_offer(self) -> bool:
        item = self.session.current
        if item is None:
            return False
        try:
            self.offer = self.context.study.offer(item)
        except StoreError as error:
            self._not_saved("This card could not be looked up", error)
            return False
        self._offer_age = 0.0
        return True

    def _intervals(self) -> dict[Rating, str]:
        if self.offer is None:
            return dict.fromkeys(Rating, "")
        return {rating: interval_text(interval) for rating, interval in self.offer.intervals.items()}

    def _face(self) -> Face | None:
        item = self.session.current
        if item is None:
            return None
        study = self.context.study
        return face_of(self.course, self.cards[item], study.state(item), study.retained(item))

    def _picture(self) -> Picture:
        session = self.session
        face = self._face()
        if face is None:
            ending, detail = self._end_words()
            return Picture(None, False, 0, 1.0, {}, ending, detail)
        return Picture(face, session.flipped, session.upcoming, session.progress, self._intervals())

    def _end_words(self) -> tuple[str, str]:
        counts = self.context.study.counts(tuple(self.cards))
        session = self.session
        detail = ""
        if session.total:
            detail = f"{session.known_at_once} of {session.total} known at once."
            detail += " Saved." if self._saved_end and self.context.study.durable else " Not saved."
        return completion_sentence(counts.tomorrow, counts.days_to_next), detail

    def _read(self) -> None:
        face = self._face()
        if face is not None:
            self.open("lesson", lesson=face.lesson, section=face.section)

    def _not_saved(self, what: str, error: StoreError) -> None:
        self.post(SaveFailed(what, str(error)))
        still, to_do = (
            "Nothing else changed; what was saved before is safe.",
            "Put that right, then try again.",
        )
        self.post(ProblemRaised(what, str(error), still, to_do, error.details))
