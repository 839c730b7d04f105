"""Where a link of a lesson leads: to a scene with parameters, a place in the lesson, or a notice.

Pure but for the atlas it is given. Used by the reader's scene alone.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Any

from game.core.atlas import Atlas
from game.core.content import split_link
from game.core.messages import Notice

SCENES = {
    "concept": ("constellation", "concept"),
    "card": ("flashcards", "card"),
    "lab": ("lab", "experiment"),
    "lesson": ("lesson", "lesson"),
    "tour": ("brain", "tour"),
    "bookmark": ("brain", "bookmark"),
}


@dataclass(frozen=True, slots=True)
class Destination:
    """One of: a scene, a section of this lesson, a question, or a notice to show."""

    scene: str = ""
    params: dict[str, Any] = field(default_factory=dict)
    section: str = ""
    question: str = ""
    notice: Notice = field(default_factory=lambda: Notice("This link leads nowhere.", "warning"))


def resolve(target: str, atlas: Atlas) -> Destination:
    """What following `target` does. Addresses on the web are shown, since nothing here leaves the machine."""
    kind, own_id = split_link(target)
    if kind in SCENES:
        scene, name = SCENES[kind]
        if kind == "lab":
            own_id = own_id.replace("-", "_")  # lessons write ids with hyphens, the trainer with underscores
        return Destination(scene, {name: own_id})
    if kind == "section":
        return Destination(section=own_id)
    if kind == "question":
        return Destination(question=own_id)
    if kind == "region":
        try:
            regions = atlas.regions_of(own_id)
        except KeyError:
            return Destination()
        return Destination("brain", {"region": regions[0].id} if regions else {})
    return Destination(notice=Notice(f"Open this in a browser: {own_id}"))
