"""The full page of a structure: what it does, what it is connected with, its blood, its failures, its analogies.

`services/atlas_pages.py` reads the pages; the region panel and tours' authors show them. Plain frozen values: no
files, no meshes, no screen.
"""

from __future__ import annotations

import re
from dataclasses import dataclass

FUNCTION_SENTENCES = (4, 8)
DAMAGE_SENTENCES = (1, 3)
_END = re.compile(r"[.!?](?=\s|$)")


@dataclass(frozen=True, slots=True)
class Analogy:
    """One sentence that compares a structure with a key idea of a course. Always shown as an analogy."""

    concept: str
    text: str


@dataclass(frozen=True, slots=True)
class StructurePage:
    """What is known of one structure. `inputs` and `outputs` are structure ids; `sources` are citations.

    `blood_supply` and `damage` are empty where nothing is well established.
    """

    structure: str
    function: str
    sources: tuple[str, ...]
    inputs: tuple[str, ...] = ()
    outputs: tuple[str, ...] = ()
    blood_supply: str = ""
    damage: str = ""
    analogies: tuple[Analogy, ...] = ()


def sentence_count(text: str) -> int:
    """How many sentences a text has: ends of sentences followed by a blank or by the end of the text."""
    return len(_END.findall(text))
