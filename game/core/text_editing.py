"""Editing a text: a caret, what is selected, and what the usual keys do to both.

The text field (`game.ui.text_field`) owns one and draws it. Pure: key names and modifiers come in, nothing goes out; it
knows no clipboard and no window.
"""

from __future__ import annotations

import re
from collections.abc import Set

_WORD_ENDS = re.compile(r"\w+|$")
_WORD_BEGINS = re.compile(r"\w+")
EDITING_KEYS = ("arrow_left", "arrow_right", "home", "end", "backspace", "delete")


class Editing:
    """See the module text. limit: characters that fit; what is longer is cut off at its end."""

    def __init__(self, text: str, limit: int, caret: int | None = None) -> None:
        self.limit = limit
        self.text = text[:limit]
        self.caret = len(self.text) if caret is None else min(max(caret, 0), len(self.text))
        self._anchor = self.caret  # where the selection began; at the caret: nothing is selected

    @property
    def selection(self) -> tuple[int, int]:
        """Start and end of what is selected; equal if nothing is."""
        return min(self._anchor, self.caret), max(self._anchor, self.caret)

    @property
    def selected(self) -> str:
        """The words that are selected."""
        start, end = self.selection
        return self.text[start:end]

    def insert(self, text: str) -> None:
        """Put a text in place of what is selected, or at the caret; as much of it as there is room for."""
        start, end = self.selection
        room = self.limit - len(self.text) + (end - start)
        self._replace(start, end, text[: max(room, 0)])

    def select_all(self) -> None:
        """Everything is selected, the caret at the end."""
        self._anchor, self.caret = 0, len(self.text)

    def go(self, to: int, *, keep: bool) -> None:
        """Put the caret before a character. keep: what lies between is selected, from where a selection began."""
        self.caret = min(max(to, 0), len(self.text))
        if not keep:
            self._anchor = self.caret

    def key(self, key: str, modifiers: Set[str]) -> bool:
        """Do what a key does; False if it is none that edits or moves."""
        if key == "a" and command(modifiers):
            self.select_all()
            return True
        if key not in EDITING_KEYS:
            return False
        wide = command(modifiers) or "alt" in modifiers
        if key in ("backspace", "delete"):
            self._delete(forwards=key == "delete", wide=wide)
        else:
            self._move(key, wide=wide, keep="shift" in modifiers)
        return True

    def _delete(self, *, forwards: bool, wide: bool) -> None:
        start, end = self.selection
        if start == end:
            to = self._next(wide) if forwards else self._previous(wide)
            start, end = min(self.caret, to), max(self.caret, to)
        self._replace(start, end, "")

    def _move(self, key: str, *, wide: bool, keep: bool) -> None:
        start, end = self.selection
        if key in ("arrow_left", "arrow_right"):
            left = key == "arrow_left"
            if start != end and not keep and not wide:
                to = start if left else end
            else:
                to = self._previous(wide) if left else self._next(wide)
        elif key == "home":
            to = 0 if wide else self.text.rfind("\n", 0, self.caret) + 1
        else:
            line_end = self.text.find("\n", self.caret)
            to = len(self.text) if wide or line_end < 0 else line_end
        self.go(to, keep=keep)

    def _previous(self, wide: bool) -> int:
        """The place before the caret: a character, or the beginning of a word."""
        if not wide:
            return max(self.caret - 1, 0)
        begins = [found.start() for found in _WORD_BEGINS.finditer(self.text, 0, self.caret)]
        return begins[-1] if begins else 0

    def _next(self, wide: bool) -> int:
        """The place behind the caret: a character, or the end of a word."""
        if not wide:
            return min(self.caret + 1, len(self.text))
        found = _WORD_ENDS.search(self.text, self.caret)
        return found.end() if found is not None else len(self.text)

    def _replace(self, start: int, end: int, text: str) -> None:
        self.text = self.text[:start] + text + self.text[end:]
        self.caret = self._anchor = start + len(text)


def command(modifiers: Set[str]) -> bool:
    """Whether the key for commands is held: Control, or Command on a Mac."""
    return "control" in modifiers or "meta" in modifiers
