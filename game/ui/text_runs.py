"""Turns the styled runs of a lesson into the spans that the text layer draws.

Called by `text_flow` and `table_view`. Knows the theme and no layout.
"""

from __future__ import annotations

from game.core.content import Runs
from game.ui.text import Span
from game.ui.theme import Theme

BOLD = 600


def spans_of(runs: Runs, theme: Theme, style: str) -> list[Span]:
    """The spans of some runs written in a type style. Bold is the text colour as well, a link is marked by
    whoever draws it; leaning text in the interface face is medium weight, since that face has no italic.
    """
    serif = theme.type(style).family == "reading"
    spans = []
    for run in runs:
        strong = run.bold or bool(run.link)
        spans.append(
            Span(
                run.text,
                colour=theme.colour("text") if strong or run.code else None,
                weight=BOLD if run.bold and not run.code else 500 if run.italic and not serif else None,
                italic=True if run.italic and serif and not run.code else None,
                family="mono" if run.code else None,
            )
        )
    return spans
