"""Compares a learner's free-text answer with the idea units of a question, offline and without guessing at
meaning.

Called by the lesson reader when an answer is handed in, and by the content check on the author's own
examples. An idea is found when one of its phrases stands in one sentence of the answer, its words near each
other in any order, in any inflection, with small misspellings, and not denied. Knows nothing of the screen,
of scores or of where answers are kept.
"""

from __future__ import annotations

from dataclasses import dataclass

from game.core.content import Idea, Question
from game.core.words import Word, is_like, phrase_words, split_words

SLACK = 4
"""How many other content words may stand between the words of an `accept` phrase."""

REJECT_SLACK = 1
"""The same for a `reject` phrase, whose words have to stand in one clause and in this order as well."""

_NEGATORS = frozenset(
    "no not never neither nor none nobody cannot without instead avoid avoids prevent prevents hardly nothing "
    "fail fails failed unable useless".split()
)
_VERBS = frozenset("is are was were does do did can could will would should must has have".split())
_DENIALS = frozenset("not never impossible unnecessary useless unimportant irrelevant".split())
"""What turns round the words before it, behind a verb: "is not", "is impossible"."""

NEAR = 3
"""A "not" reaches over so many words, of whatever kind."""

FAR = 6
"""It reaches over so many if at most one of them carries an idea ("there is no need for a") and none is a barrier."""

_BARRIERS = frozenset("and or more than only just".split())


@dataclass(frozen=True, slots=True)
class Found:
    """An idea that stands in the answer, at these character ranges `[start, end)` of it."""

    idea: Idea
    spans: tuple[tuple[int, int], ...]


@dataclass(frozen=True, slots=True)
class Grade:
    """What an answer holds: ideas found with the learner's own words for them, ideas missed, and how many
    suffice.
    """

    found: tuple[Found, ...]
    missed: tuple[Idea, ...]
    enough: int

    @property
    def complete(self) -> bool:
        """True if the answer holds as many ideas as the question asks for."""
        return len(self.found) >= self.enough

    @property
    def spans(self) -> tuple[tuple[int, int], ...]:
        """All marked ranges in order, overlapping ones joined."""
        return join_spans([span for found in self.found for span in found.spans])


def grade(question: Question, answer: str) -> Grade:
    """Compare an answer with each idea of a question. An empty answer finds nothing."""
    words = split_words(answer)
    found = []
    missed = []
    for idea in question.ideas:
        spans = _idea_spans(idea, words)
        if spans:
            found.append(Found(idea, spans))
        else:
            missed.append(idea)
    return Grade(tuple(found), tuple(missed), question.enough)


def join_spans(spans: list[tuple[int, int]]) -> tuple[tuple[int, int], ...]:
    """Sort character ranges and join those that overlap or touch."""
    joined: list[tuple[int, int]] = []
    for start, end in sorted(spans):
        if joined and start <= joined[-1][1]:
            joined[-1] = (joined[-1][0], max(end, joined[-1][1]))
        else:
            joined.append((start, end))
    return tuple(joined)


def _idea_spans(idea: Idea, words: tuple[Word, ...]) -> tuple[tuple[int, int], ...]:
    """Where an idea is said; empty if it is not, is denied, or one of its `reject` phrases is said."""
    if any(_phrase_spans(phrase, words, REJECT_SLACK, strict=True) for phrase in idea.reject):
        return ()
    spans = [span for phrase in idea.accept for span in _phrase_spans(phrase, words)]
    return join_spans([span for span in spans if not any(_is_inside(other, span) for other in spans)])


def _is_inside(inner: tuple[int, int], outer: tuple[int, int]) -> bool:
    """True if `inner` is a part of `outer` and not the whole: the shorter words say the idea already."""
    return inner != outer and outer[0] <= inner[0] and inner[1] <= outer[1]


def _phrase_spans(
    phrase: str, words: tuple[Word, ...], slack: int = SLACK, strict: bool = False
) -> list[tuple[int, int]]:
    """Every undenied place where all words of a phrase stand near each other in one sentence.

    `strict` asks for one clause and for the order of the phrase.
    """
    wanted = phrase_words(phrase)
    spans = []
    for first in range(len(words)):
        places = _match_from(wanted, words, first, slack)
        clauses = {words[place].clause for place in places}
        if strict and (len(clauses) > 1 or list(places) != sorted(places)):
            continue
        if places and not _denied(words, places, wanted):
            spans.append((words[min(places)].start, words[max(places)].end))
    return spans


def _match_from(
    wanted: tuple[tuple[str, ...], ...], words: tuple[Word, ...], first: int, slack: int
) -> tuple[int, ...]:
    """Places of all wanted words in the window that begins with word `first`, or nothing."""
    if not any(is_like(words[first].stem, choices) for choices in wanted):
        return ()
    window = []
    content = 0
    for place in range(first, len(words)):
        if words[place].sentence != words[first].sentence or content >= len(wanted) + slack:
            break
        window.append(place)
        content += not words[place].is_stop
    places: list[int] = []
    for choices in wanted:
        hit = next((p for p in window if p not in places and is_like(words[p].stem, choices)), None)
        if hit is None:
            return ()
        places.append(hit)
    return tuple(places) if first in places else ()


def _denied(words: tuple[Word, ...], places: tuple[int, ...], wanted: tuple[tuple[str, ...], ...]) -> bool:
    """True if a "not" inside the phrase, a little before it, or in "is not" after it, turns it round."""
    if any(choice in _NEGATORS for choices in wanted for choice in choices):
        return False
    first, last = min(places), max(places)
    inside = [place for place in range(first, last) if place not in places]
    if any(_is_negator(words, place) for place in (*_reach_back(words, first), *inside)):
        return True
    after = [word.text for word in words[last + 1 : last + 3]]
    if not after:
        return False
    return after[0] == "cannot" or after[0].endswith("n't") or (after[0] in _VERBS and after[-1] in _DENIALS)


def _reach_back(words: tuple[Word, ...], first: int) -> list[int]:
    """The places before a phrase, in its clause, at which a "not" would still belong to it."""
    reached: list[int] = []
    ideas = 0
    for place in range(first - 1, max(first - FAR, 0) - 1, -1):
        word = words[place]
        if word.clause != words[first].clause:
            break
        is_near = first - place <= NEAR
        if not is_near and (ideas > 1 or any(words[p].text in _BARRIERS for p in reached)):
            break
        reached.append(place)
        ideas += not word.is_stop
    return reached


def _is_negator(words: tuple[Word, ...], place: int) -> bool:
    text = words[place].text
    if text not in _NEGATORS and not text.endswith("n't"):
        return False
    follower = words[place + 1].text if place + 1 < len(words) else ""
    return not (text == "not" and follower in ("only", "just", "merely"))
