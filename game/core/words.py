"""Splits a sentence of a learner into words with their places and stems, and compares words leniently.

Called by `game.core.grading` (and by anything that searches text by words). Knows English and nothing else.
"""

from __future__ import annotations

import re
import unicodedata
from dataclasses import dataclass
from functools import lru_cache

from rapidfuzz.distance import DamerauLevenshtein

_WORD = re.compile(r"[a-z0-9]+(?:['’][a-z]+)?|[.!?;:,\n()]")
_SENTENCE_ENDS = frozenset(".!?;\n")
_CLAUSE_MARKS = frozenset(",:()")
_CLAUSE_STARTS = frozenset(
    "but because so since while whereas although though when if then which that who therefore".split()
)
STOP_WORDS = frozenset(
    "a an the of to in on at for by with and or is are be been it its this that these those as from "
    "into which will can could would may might must do does did have has had you we i they he she them "
    "their our your my me us there then than so such very more most much also just only still each own "
    "one".split()
)
_ENDINGS = tuple(
    (ending, instead)
    for ending, _, instead in (
        pair.partition("=")
        for pair in (
            "isation=is ization=is izing=is ized=is izes=is ize=is ising=is ised=is ises=is ise=is "
            "ications=icat ication=icat icating=icat icated=icat icates=icat icate=icat ations=at "
            "ation=at ating=at ated=at ates=at ate=at ings= ing= ies=y ied=y ers= er= est= ed= ly= "
            "ches=ch sses=ss es= s= e="
        ).split()
    )
)
"""Endings and what stands in their place, tried in this order."""


@dataclass(frozen=True, slots=True)
class Word:
    """A word of an answer: lower-case text, stem, character range, and the sentence and clause it stands
    in.
    """

    text: str
    stem: str
    start: int
    end: int
    sentence: int
    clause: int

    @property
    def is_stop(self) -> bool:
        """True for small words that carry no idea."""
        return self.text in STOP_WORDS


def split_words(text: str) -> tuple[Word, ...]:
    """The words of a text in order; ranges count characters of the text as it was given."""
    words: list[Word] = []
    sentence = clause = 0
    for match in _WORD.finditer(fold(text)):
        token = match.group(0).replace("’", "'")
        if token in _SENTENCE_ENDS:
            sentence += 1
            clause += 1
        elif token in _CLAUSE_MARKS:
            clause += 1
        else:
            clause += token in _CLAUSE_STARTS
            words.append(Word(token, stem(token), match.start(), match.end(), sentence, clause))
    return tuple(words)


@lru_cache(4096)
def stem(word: str) -> str:
    """The word without its inflection, roughly: `averaged`, `averages` and `averaging` all give `averag`."""
    if word.endswith(("ss", "us", "is")):
        return word
    for ending, instead in _ENDINGS:
        if word.endswith(ending) and len(word) - len(ending) >= 3:
            base = word[: len(word) - len(ending)] + instead
            break
    else:
        return word
    if not instead and len(base) > 3 and base[-1] == base[-2] and base[-1] not in "lsz":
        return base[:-1]
    return stem(base) if ending == "s" else base


@lru_cache(4096)
def phrase_words(phrase: str) -> tuple[tuple[str, ...], ...]:
    """The stems a phrase asks for: `larger|bigger batch` is two words, the first with two choices."""
    asked = []
    for word in phrase.lower().split():
        choices = tuple(dict.fromkeys(stem(choice) for choice in word.split("|") if choice))
        asked.append(choices)
    return tuple(asked)


def is_like(word: str, choices: tuple[str, ...]) -> bool:
    """True if a stem equals one of the choices, or a long one differs by one slip of the finger."""
    if word in choices:
        return True
    if len(word) < 5 or word.isdigit():
        return False
    return any(len(choice) >= 5 and choice[0] == word[0] and _slips(word, choice) for choice in choices)


def _slips(word: str, choice: str) -> bool:
    allowed = 2 if min(len(word), len(choice)) >= 9 else 1
    return DamerauLevenshtein.distance(word, choice, score_cutoff=allowed) <= allowed


def fold(text: str) -> str:
    """Lower case without accents, character by character, so that places stay the same."""
    return "".join((unicodedata.normalize("NFD", char)[0].lower() or char)[0] for char in text)
