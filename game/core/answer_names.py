"""Which structures a typed answer names: English, Latin, short forms and synonyms, small mistakes allowed.

The region quiz asks. Unlike the search box it wants the whole name: the beginning of one is not an answer, and a
mistake never turns one structure's name into another's. Pure.
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from functools import lru_cache

from rapidfuzz.distance import OSA

from game.core.atlas import SIDE_WORDS, Atlas, Structure
from game.core.name_search import SHORT_FORMS, fold

GENERAL_WORDS = frozenset("the of gyrus gyri cortex nucleus nuclei lobule lobulus area areas pars".split())
_SIDES = frozenset(word.casefold() for word in SIDE_WORDS.values() if word)
_NUMERAL = re.compile(r"\d+|[ivx]+[ab]?")
_MISTAKES = ((3, 0), (6, 1), (10, 2))  # in a word of up to so many letters, so many mistakes
_MOST_MISTAKES = 3
_LONG = 5  # letters of a general word in which a slip is still seen as one
_HEAD = " of the "  # "Splenium of the corpus callosum": the first part is a name too


@dataclass(frozen=True, slots=True)
class _Words:
    """A name as it is compared: all its letters together, and its words without the general ones."""

    whole: str
    core: tuple[str, ...]

    @property
    def joined(self) -> str:
        return "".join(self.core)


def structures_named(atlas: Atlas, typed: str) -> tuple[str, ...]:
    """The structures whose name is nearest to what was typed, in the atlas's order; () if none is near enough.

    A name counts with or without its general words ("gyrus", "nucleus") and its side, in any order of words. Letters
    may be swapped, missing or wrong, the more the longer the word; numerals and short words must be right. An exact
    name always beats a near one.
    """
    asked = _words(typed)
    if not asked.core:
        return ()
    names = {item.id: _all_names(_own_names(item)) for item in atlas.structures}
    exact = tuple(key for key, known in names.items() if any(_same(asked, name) for name in known))
    if exact:
        return exact
    nearest: dict[str, int] = {}
    for key, known in names.items():
        found = [distance for distance in (_distance(asked, name) for name in known) if distance is not None]
        if found:
            nearest[key] = min(found)
    least = min(nearest.values(), default=None)
    return tuple(key for key, distance in nearest.items() if distance == least)


def _own_names(structure: Structure) -> tuple[str, ...]:
    """Its names without those of its parts and of what it is a part of."""
    return tuple(name.text for name in structure.names() if name.field != "related")


@lru_cache(maxsize=256)
def _all_names(names: tuple[str, ...]) -> tuple[_Words, ...]:
    heads = tuple(name.split(_HEAD, 1)[0] for name in names if _HEAD in name)
    return tuple(_words(name) for name in (*names, *heads))


def _words(text: str) -> _Words:
    words = [SHORT_FORMS.get(word, word) for _, word in fold(text).words if word not in _SIDES]
    return _Words("".join(words), tuple(word for word in words if not _general(word)))


def _general(word: str) -> bool:
    """Whether a word is a general one, or one with a slip in it ("girus")."""
    near = (other for other in GENERAL_WORDS if len(other) >= _LONG)
    return word in GENERAL_WORDS or any(OSA.distance(word, other, score_cutoff=1) <= 1 for other in near)


def _same(asked: _Words, name: _Words) -> bool:
    return asked.whole == name.whole or asked.joined == name.joined


def _distance(asked: _Words, name: _Words) -> int | None:
    """The number of mistakes that make one name of the other, None if they are too many."""
    if len(asked.core) != len(name.core):  # only a space too many or too few is a mistake
        return None
    orders = ((asked.core, name.core), (tuple(sorted(asked.core)), tuple(sorted(name.core))))
    counted = [_mistakes(one, other) for one, other in orders]
    return min((number for number in counted if number is not None), default=None)


def _mistakes(asked: tuple[str, ...], name: tuple[str, ...]) -> int | None:
    total = 0
    for one, other in zip(asked, name, strict=True):
        exact = _NUMERAL.fullmatch(one) or _NUMERAL.fullmatch(other)
        few = next((few for letters, few in _MISTAKES if len(other) <= letters), _MOST_MISTAKES)
        allowed = 0 if exact else few
        number = OSA.distance(one, other, score_cutoff=allowed)
        if number > allowed:
            return None
        total += number
    return total
