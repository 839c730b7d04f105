"""Text on screen: measured, wrapped, mixed in style, and without tofu.

`TextBlock` lays out one string or a list of `Span`s in a type style and is placed by its top left corner, in pixels.
Every layer draws through it, so that tests can read what is written and where.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from panda3d.core import NodePath, TextNode, TextProperties, TextPropertiesManager

from game.ui.fonts import FontBook
from game.ui.theme import Colour, TypeStyle

HAIR_SPACE = "\u200a"
ALIGN = {"left": TextNode.A_left, "centre": TextNode.A_center, "right": TextNode.A_right}


@dataclass(frozen=True)
class Span:
    """A stretch of text in its own colour, weight, cut or family; None keeps the block's."""

    text: str
    colour: Colour | None = None
    weight: int | None = None
    italic: bool | None = None
    family: str | None = None
    underline: bool = False


class TextBlock:
    """Laid-out text under `parent`. width: wrap at this many pixels (None: one line each). Sizes in pixels."""

    def __init__(
        self,
        parent: NodePath,
        book: FontBook,
        content: str | Sequence[Span],
        style: TypeStyle,
        colour: Colour,
        *,
        width: float | None = None,
        align: str = "left",
        max_lines: int | None = None,
    ) -> None:
        self.style, self.book, self._align, self._wrap = style, book, align, width
        self._colour, self._max_lines = colour, max_lines
        self._node = TextNode("text")
        self._file = book.file(style)
        self._node.set_font(book.get(self._file, style.px, style.line))
        self._node.set_align(ALIGN[align])
        self._node.set_text_color(*colour)
        if width is not None:
            self._node.set_wordwrap(max(width, 1.0) / style.px + 0.002)
        self.path = parent.attach_new_node(self._node)
        self.path.set_scale(style.px)
        self.plain = ""
        self.x = self.y = 0.0
        self.set(content)

    def set(self, content: str | Sequence[Span]) -> None:
        """Replace the text."""
        spans = [Span(content)] if isinstance(content, str) else list(content)
        self.plain = "".join(span.text for span in spans)
        self._node.set_text(self._markup(spans))
        if self._max_lines is not None and self.lines > self._max_lines:
            self._shorten()
        self._node.update()
        self._node.mark_bam_modified()  # of its words a text node tells nobody (engine/watch.py)
        self.book.get(self._file, self.style.px, self.style.line)
        self.book.clamp()

    def place(self, x: float, y: float) -> TextBlock:
        """Put the top left (or top centre, top right, by alignment) corner at (x, y) pixels."""
        self.x, self.y = x, y
        ascent = self.book.ascent(self._file, self.style.px, self.style.line)
        self.path.set_pos(round(x), 0, -round(y + ascent))
        return self

    def recolour(self, colour: Colour) -> None:
        """Change the block's own colour."""
        self._colour = colour
        self._node.set_text_color(*colour)
        self._node.mark_bam_modified()

    @property
    def lines(self) -> int:
        """Number of lines after wrapping (an empty text node counts nonsense)."""
        return self._node.get_num_rows() if self.plain else 0

    @property
    def width(self) -> float:
        """Widest line in pixels (0 for an empty text, of which the text node would tell nonsense)."""
        return float(self._node.get_width() * self.style.px) if self.plain else 0.0

    @property
    def height(self) -> float:
        """Lines times the line height."""
        return self.lines * self.style.line

    @property
    def bounds(self) -> tuple[float, float, float, float]:
        """Left, top, right, bottom in pixels (ink left and right, line boxes top and bottom)."""
        left = self.x - {"left": 0.0, "centre": self.width / 2, "right": self.width}[self._align]
        return left, self.y, left + self.width, self.y + self.height

    def remove(self) -> None:
        """Take the text off the screen."""
        self.path.remove_node()

    def _shorten(self) -> None:
        low, high = 0, len(self.plain)
        while low < high:  # the longest start that fits with an ellipsis
            middle = (low + high + 1) // 2
            self._node.set_text(self._markup([Span(self.plain[:middle].rstrip() + "…")]))
            low, high = (middle, high) if self.lines <= (self._max_lines or 1) else (low, middle - 1)
        self._node.set_text(self._markup([Span(self.plain[:low].rstrip() + "…")]))

    def _markup(self, spans: Sequence[Span]) -> str:
        return "".join(self._mark_span(span) for span in spans)

    def _mark_span(self, span: Span) -> str:
        text = span.text
        if self.style.upper:  # capitals are tracked: a hair space is the one tracking the text layer knows
            text = span.text.upper() if self._wrap is not None else HAIR_SPACE.join(span.text.upper())
        text = text.replace("\1", " ").replace("\2", " ")
        file = self._span_file(span)
        if self.book.has_all(file, text):  # nearly always
            return self._mark_run(text, file, span) if text else ""
        out, run, run_file = [], "", file
        for character in text:
            wanted = self.book.face_for(file, character)
            if wanted != run_file and run:
                out.append(self._mark_run(run, run_file, span))
                run = ""
            run_file = wanted
            run += character
        if run:
            out.append(self._mark_run(run, run_file, span))
        return "".join(out)

    def _span_file(self, span: Span) -> str:
        if span.weight is None and span.italic is None and span.family is None:
            return self._file
        style = TypeStyle(
            self.style.name,
            span.family or self.style.family,
            span.weight or (400 if span.family == "mono" else self.style.weight),
            self.style.px,
            self.style.line,
            italic=bool(span.italic),
        )
        return self.book.file(style)

    def _mark_run(self, text: str, file: str, span: Span) -> str:
        if file == self._file and span.colour is None and not span.underline:
            return text
        colour = span.colour
        manager = TextPropertiesManager.get_global_ptr()
        name = f"{file}|{self.style.px}|{self.style.line}|{colour}|{span.underline}"
        if not manager.has_properties(name):
            properties = TextProperties()
            properties.set_font(self.book.get(file, self.style.px, self.style.line))
            if colour is not None:
                properties.set_text_color(*colour)
            if span.underline:
                properties.set_underscore(True)
                properties.set_underscore_height(-0.14)
            manager.set_properties(name, properties)
        return f"\1{name}\1{text}\2"
