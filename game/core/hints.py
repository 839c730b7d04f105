"""Hints for people who write content: which known word is nearest to the one they wrote.

Called by the content checks and the TOML reader. Knows nothing of what the words stand for.
"""

from __future__ import annotations

from collections.abc import Collection

FEW = 12
"""As many known words are listed when none is near."""


def did_you_mean(word: str, known: Collection[str]) -> str:
    """A hint naming the known word nearest to a misspelt one, or all of them when none is near and they are
    few.
    """
    from rapidfuzz import process  # only when something is wrong: good content costs nothing at start

    best = process.extractOne(word, list(known), score_cutoff=60)
    if best:
        return f"did you mean `{best[0]}`?"
    return "known are " + ", ".join(known) if 0 < len(known) <= FEW else "check the spelling"
