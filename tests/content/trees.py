"""Small course trees on disk for the tests: one that is right, and ways to break it."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path

COURSE = """\
title = "A course"
subject = "Testing"
manual = "General"
level = "Basic"
licence = "CC0"
clusters = ["Stars"]
"""

LESSON = """\
+++
id = "first"
title = "First"
aim = "To test."
minutes = 3
+++

## Beginning {#start}

A text with [an idea](concept:sun).

[Check yourself](question:why)
"""

CARDS = """\
[[card]]
id = "sun"
term = "Sun"
definition = "A star."
match = "The star next door"
section = "start"
concepts = ["sun"]
"""

QUESTIONS = """\
[[question]]
id = "why"
section = "start"
prompt = "Why does the sun shine?"
model_answer = "Hydrogen becomes helium."

[[question.idea]]
id = "fusion"
label = "Fusion"
accept = ["hydrogen helium", "fusion"]

[[question.example]]
answer = "By nuclear fusion."
ideas = ["fusion"]
"""

CONCEPTS = """\
[[concept]]
id = "sun"
title = "Sun"
cluster = "Stars"
definition = "The star of the day."
section = "start"
cards = ["sun"]

[[concept]]
id = "light"
title = "Light"
cluster = "Stars"
definition = "What it sends."
requires = ["sun"]
section = "start"
"""

TEXTS = {
    "course.toml": COURSE,
    "01-first/lesson.md": LESSON,
    "01-first/cards.toml": CARDS,
    "01-first/questions.toml": QUESTIONS,
    "01-first/concepts.toml": CONCEPTS,
}


def write_course(root: Path, changes: Mapping[str, str | bytes | None] | None = None) -> Path:
    """Write the course `stars` below `root`; `changes` replaces files (None: leaves one out)."""
    files: dict[str, str | bytes | None] = {**TEXTS, **(changes or {})}
    for name, text in files.items():
        if text is None:
            continue
        path = root / "stars" / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_bytes(text if isinstance(text, bytes) else text.encode())
    return root


def edited(name: str, old: str, new: str) -> dict[str, str | bytes | None]:
    """A change that replaces `old` in one of the texts; `old` has to be there."""
    text = TEXTS[name]
    if old not in text:
        raise ValueError(f"{old!r} is not in {name}")
    return {name: text.replace(old, new)}
