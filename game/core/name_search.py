"""Finding things by name, with typing mistakes allowed.

The atlas searches brain regions with it; the constellation can search ideas. It knows keys and names,
nothing of what they stand for, and it gives the same answer for the same question every time.
"""

from __future__ import annotations

import unicodedata
from collections.abc import Iterable
from dataclasses import dataclass

EXACT, PREFIX, WORD_PREFIX, FUZZY = 4000.0, 3000.0, 2000.0, 1000.0
FUZZY_MIN_LETTERS = 4  # below this a typing mistake cannot be told from another word
FUZZY_MIN_RATIO = 78.0
SHORT_FORMS = {"ncl": "nucleus", "nucl": "nucleus", "nuc": "nucleus", "gy": "gyrus"}


@dataclass(frozen=True, slots=True)
class Name:
    """One name of one thing. `field` says what kind of name it is; a higher `weight` wins a tie."""

    key: str
    text: str
    field: str = ""
    weight: float = 0.0


@dataclass(frozen=True, slots=True)
class NameHit:
    """The best matching name of one key. `span` is the matched part of `name.text` (start, end)."""

    name: Name
    span: tuple[int, int]
    score: float


@dataclass(frozen=True, slots=True)
class _Folded:
    """A text without case, accents and punctuation, and where each remaining letter came from."""

    text: str
    origin: tuple[int, ...]
    words: tuple[tuple[int, str], ...]  # (start in `text`, word)

    @property
    def compact(self) -> str:
        return self.text.replace(" ", "")

    def span(self, start: int, end: int) -> tuple[int, int]:
        """The part of the original text that `text[start:end]` came from."""
        if end <= start:
            return (0, 0)
        return (self.origin[start], self.origin[end - 1] + 1)


def fold(text: str) -> _Folded:
    """Reduce a text to what people compare: 'Broca’s Area' and 'brocas area' become equal."""
    letters: list[str] = []
    origin: list[int] = []
    for place, char in enumerate(text):
        for part in unicodedata.normalize("NFKD", char.casefold()):
            if part.isalnum():
                letters.append(part)
            elif part in "'’`" or unicodedata.combining(part):
                continue
            elif letters and letters[-1] != " ":
                letters.append(" ")
            else:
                continue
            origin.append(place)
    if letters and letters[-1] == " ":
        letters.pop()
        origin.pop()
    folded = "".join(letters)
    words: list[tuple[int, str]] = []
    start = 0
    for word in folded.split(" "):
        if word:
            words.append((start, word))
        start += len(word) + 1
    return _Folded(folded, tuple(origin), tuple(words))


class NameIndex:
    """Names in the order given; that order settles what score and weight leave open."""

    def __init__(self, names: Iterable[Name]) -> None:
        self._entries = tuple((name, fold(name.text)) for name in names)

    def search(self, query: str, limit: int = 10) -> list[NameHit]:
        """The best hit of each key, best first, at most `limit`. An empty query finds nothing."""
        asked = _expand(query)
        if not asked.words or limit <= 0:
            return []
        best: dict[str, NameHit] = {}
        for name, folded in self._entries:
            found = _match(asked, folded)
            if found is None:
                continue
            score = found[0] + name.weight
            known = best.get(name.key)
            if known is None or score > known.score:
                best[name.key] = NameHit(name, found[1], score)
        return sorted(best.values(), key=lambda hit: -hit.score)[:limit]


def _expand(query: str) -> _Folded:
    words = [SHORT_FORMS.get(word, word) for _, word in fold(query).words]
    return fold(" ".join(words))


def _match(asked: _Folded, name: _Folded) -> tuple[float, tuple[int, int]] | None:
    """Score and span of the best way in which `asked` fits `name`, or None. Longer fits score higher."""
    cover = 100.0 * min(1.0, len(asked.compact) / max(1, len(name.compact)))
    if asked.compact == name.compact:
        return EXACT, name.span(0, len(name.text))
    if name.text.startswith(asked.text):
        return PREFIX + cover, name.span(0, len(asked.text))
    places = [_word_starting_with(word, name) for _, word in asked.words]
    if all(place is not None for place in places):
        start, word = next(
            (place, word) for place, (_, word) in zip(places, asked.words, strict=True) if place is not None
        )
        return WORD_PREFIX + cover, name.span(start, start + len(word))
    return _fuzzy(asked, name, cover)


def _word_starting_with(word: str, name: _Folded) -> int | None:
    return next((start for start, candidate in name.words if candidate.startswith(word)), None)


def _fuzzy(asked: _Folded, name: _Folded, cover: float) -> tuple[float, tuple[int, int]] | None:
    if len(asked.compact) < FUZZY_MIN_LETTERS:
        return None
    total = 0.0
    first: tuple[int, int] = (0, 0)
    for number, (_, word) in enumerate(asked.words):
        ratio, start, end = max(
            ((_likeness(word, candidate), start, start + len(candidate)) for start, candidate in name.words),
            key=lambda found: (found[0], -found[1]),
            default=(0.0, 0, 0),
        )
        if ratio < FUZZY_MIN_RATIO:
            return None
        total += ratio
        if number == 0:
            first = (start, end)
    return FUZZY + 8.0 * (total / len(asked.words)) + 0.5 * cover, name.span(*first)


def _likeness(word: str, candidate: str) -> float:
    """0-100: how well `word` fits `candidate` or, while it is still being typed, its beginning."""
    if candidate.startswith(word):
        return 100.0
    if len(word) < FUZZY_MIN_LETTERS:
        return 0.0
    from rapidfuzz import fuzz  # loaded by the first search, not by the start of the program

    whole = fuzz.ratio(word, candidate)
    begun = max(fuzz.ratio(word, candidate[: len(word)]), fuzz.ratio(word, candidate[: len(word) + 1]))
    return max(whole, begun - 4.0)
