"""A progress bar on a terminal, plain lines elsewhere. The tour's only way of talking while it works."""

from __future__ import annotations

import sys
from types import TracebackType
from typing import Self, TextIO

from tqdm import tqdm


class ProgressLine:
    """`with ProgressLine(8, "Drawing") as line:`, then `say` what is done now and `advance` after it.

    total: how many units; amounts may be fractions. unit: what they are called.
    """

    def __init__(self, total: float, title: str, unit: str = "", out: TextIO | None = None) -> None:
        self._out = out if out is not None else sys.stderr
        self._title = title
        self._said = ""
        self._terminal = self._out.isatty()
        shape = "{l_bar}{bar}| {n:.0f}/{total:.0f}" + (f" {unit}" if unit else "") + " [{elapsed}]{postfix}"
        self._bar = tqdm(
            total=total, desc=title, file=self._out, disable=not self._terminal, bar_format=shape, leave=True
        )

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self._bar.close()

    def say(self, what: str) -> None:
        """Show what is being done now; off a terminal each new sentence is a line."""
        if self._terminal:
            self._bar.set_postfix_str(what)
        elif what != self._said:
            print(f"{self._title}: {what}", file=self._out, flush=True)
        self._said = what

    def advance(self, amount: float = 1.0) -> None:
        """So much more is done."""
        self._bar.update(amount)
