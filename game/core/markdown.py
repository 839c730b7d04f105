"""Turns the Markdown of a lesson into the blocks of `game.core.content`, with line numbers.

Called by `game.services.content_loader`. Knows nothing of files (the name is only quoted in problems), of
TOML heads, or of how a block is drawn. What the reader cannot show (raw HTML, images, rules) is reported
instead of being dropped.

Conventions beyond CommonMark and tables: `## Title {#id}` begins a section; a block quote opening with
`[!caution] Title` is a callout; a paragraph that is nothing but a link to `question:<id>` is the place of
that question.
"""

from __future__ import annotations

import re
from dataclasses import dataclass, field, replace

from markdown_it import MarkdownIt
from markdown_it.tree import SyntaxTreeNode

from game.core.content import (
    CALLOUT_KINDS,
    Block,
    Callout,
    CodeBlock,
    Heading,
    ListBlock,
    Paragraph,
    QuestionRef,
    Run,
    Runs,
    Section,
    Table,
    plain,
)
from game.core.problem import Problem

_EXPLICIT_ID = re.compile(r"\s*\{#([a-z0-9-]+)\}\s*$")
_CALLOUT = re.compile(r"\[!(\w+)\][ \t]*(.*)")
_UNSHOWN = {
    "html_block": ("raw HTML is not shown in a lesson", "write it as Markdown"),
    "html_inline": ("raw HTML is not shown in a lesson", "write it as Markdown"),
    "image": (
        "images are not shown in a lesson yet",
        "describe it in words or link to a place in the program",
    ),
    "hr": ("a rule is not shown in a lesson", "begin a section with ## instead"),
}


@dataclass(frozen=True, slots=True)
class Document:
    """A lesson text: its sections, every link target with its line, and what is wrong with the text."""

    sections: tuple[Section, ...]
    links: tuple[tuple[str, int], ...]
    problems: tuple[Problem, ...]


@dataclass(frozen=True, slots=True)
class _Style:
    bold: bool = False
    italic: bool = False
    link: str = ""


def parse(text: str, file: str = "", first_line: int = 1) -> Document:
    """Parse the Markdown `text` whose first line is line `first_line` of `file`. Never raises on bad
    content.
    """
    reader = _Reader(file, first_line)
    try:
        tree = SyntaxTreeNode(
            MarkdownIt("commonmark", {"typographer": True}).enable(["table", "smartquotes"]).parse(text)
        )
        sections = reader.sections(tree)
    except RecursionError:
        problem = Problem(
            file, first_line, "quotes, lists or styles in each other without end", "write it plainly"
        )
        return Document((), (), (problem,))
    return Document(sections, tuple(reader.links), tuple(reader.problems))


def slug(title: str) -> str:
    """An id made from a title: lower-case letters and digits joined by hyphens."""
    return "-".join(re.findall(r"[a-z0-9]+", title.lower()))


@dataclass(slots=True)
class _Reader:
    """Walks the syntax tree once, collecting blocks, links and problems."""

    file: str
    first_line: int
    links: list[tuple[str, int]] = field(default_factory=list)
    problems: list[Problem] = field(default_factory=list)

    def sections(self, tree: SyntaxTreeNode) -> tuple[Section, ...]:
        """Divide the document at its level-2 headings."""
        sections: list[Section] = []
        for node in tree.children:
            if node.type == "heading" and self._level(node) == 2:
                heading = self._heading(node)
                sections.append(Section(heading.id, plain(heading.runs), (), heading.line))
            elif (block := self._block(node)) is not None:
                if sections:
                    sections[-1] = replace(sections[-1], blocks=(*sections[-1].blocks, block))
                else:
                    self._complain(
                        node, "this text belongs to no section", "begin the lesson with a ## heading"
                    )
        return tuple(sections)

    def _line(self, node: SyntaxTreeNode) -> int:
        """The line in the file where a block begins; for an inline node, where its block does."""
        at: SyntaxTreeNode | None = node
        while at is not None and at.map is None:
            at = at.parent
        return self.first_line + (at.map[0] if at is not None and at.map is not None else 0)

    def _complain(self, node: SyntaxTreeNode, message: str, hint: str) -> None:
        self.problems.append(Problem(self.file, self._line(node), message, hint))

    @staticmethod
    def _level(node: SyntaxTreeNode) -> int:
        return int(node.tag[1])

    def _blocks(self, nodes: list[SyntaxTreeNode]) -> tuple[Block, ...]:
        return tuple(block for node in nodes if (block := self._block(node)) is not None)

    def _block(self, node: SyntaxTreeNode) -> Block | None:
        if node.type == "heading":
            if self._level(node) == 1:
                self._complain(
                    node, "a lesson has no # heading", "the title stands in the head; use ## and ###"
                )
            return self._heading(node)
        if node.type == "paragraph":
            return self._paragraph(node)
        if node.type == "fence":
            return CodeBlock(node.info.strip(), node.content.rstrip("\n"), self._line(node))
        if node.type == "code_block":
            self._complain(node, "indented code has no language", "fence it with ``` and name the language")
            return None
        if node.type in ("bullet_list", "ordered_list"):
            items = tuple(self._blocks(item.children) for item in node.children)
            return ListBlock(node.type == "ordered_list", items, self._line(node))
        if node.type == "blockquote":
            return self._callout(node)
        if node.type == "table":
            return self._table(node)
        self._complain(node, *_UNSHOWN.get(node.type, (f"{node.type} is not shown in a lesson", "remove it")))
        return None

    def _heading(self, node: SyntaxTreeNode) -> Heading:
        runs = self._runs(node)
        explicit = _EXPLICIT_ID.search(plain(runs))
        if explicit:
            runs = _cut_end(runs, len(explicit.group(0)))
        if not plain(runs).strip():
            self._complain(node, "empty heading", "give it a title")
        own_id = explicit.group(1) if explicit else slug(plain(runs))
        return Heading(self._level(node), runs, own_id, self._line(node))

    def _paragraph(self, node: SyntaxTreeNode) -> Block:
        runs = self._runs(node)
        line = self._line(node)
        if len(runs) == 1 and runs[0].link.startswith("question:"):
            return QuestionRef(runs[0].link.removeprefix("question:"), line)
        return Paragraph(runs, line)

    def _callout(self, node: SyntaxTreeNode) -> Callout | None:
        blocks = self._blocks(node.children)
        first = blocks[0] if blocks else None
        marker = _CALLOUT.match(plain(first.runs)) if isinstance(first, Paragraph) else None
        if marker is None or not isinstance(first, Paragraph):
            self._complain(node, "a block quote has to be a callout", "open it with `> [!caution] Title`")
            return None
        if marker.group(1) not in CALLOUT_KINDS:
            self._complain(
                node, f"unknown callout `{marker.group(1)}`", f"use one of {', '.join(CALLOUT_KINDS)}"
            )
        if len(blocks) < 2:
            self._complain(
                node, "the callout has no text", "leave a `>` line after its title, then write the text"
            )
        return Callout(marker.group(1), marker.group(2).strip(), blocks[1:], self._line(node))

    def _table(self, node: SyntaxTreeNode) -> Table:
        head, *bodies = node.children
        header = tuple(self._runs(cell) for cell in head.children[0].children)
        rows = tuple(
            tuple(self._runs(cell) for cell in row.children) for body in bodies for row in body.children
        )
        for row in (row for body in bodies for row in body.children):
            if any(not cell.children[0].content.strip() for cell in row.children):
                self._complain(row, "empty table cell", "each row needs as many filled cells as the header")
        return Table(header, rows, self._line(node))

    def _runs(self, node: SyntaxTreeNode) -> Runs:
        """The styled text of a block that holds one inline node; neighbours of one style are joined."""
        runs: list[Run] = []
        for inline in node.children:
            line = self._line(inline)
            for child in inline.children:
                line += self._inline(child, _Style(), line, runs)
        return _join(runs)

    def _inline(self, node: SyntaxTreeNode, style: _Style, line: int, out: list[Run]) -> int:
        """Append the runs of one inline node; return how many line ends it spans."""
        if node.type in ("softbreak", "hardbreak"):
            out.append(
                Run(" " if node.type == "softbreak" else "\n", style.bold, style.italic, False, style.link)
            )
            return 1
        if node.type in ("text", "code_inline"):
            out.append(Run(node.content, style.bold, style.italic, node.type == "code_inline", style.link))
            return 0
        if node.type == "strong":
            style = replace(style, bold=True)
        elif node.type == "em":
            style = replace(style, italic=True)
        elif node.type == "link":
            target = str(node.attrs.get("href", ""))
            self.links.append((target, line))
            style = replace(style, link=target)
        else:
            message, hint = _UNSHOWN.get(node.type, (f"{node.type} is not shown in a lesson", "remove it"))
            self.problems.append(Problem(self.file, line, message, hint))
            return 0
        spanned = 0
        for child in node.children:
            spanned += self._inline(child, style, line + spanned, out)
        return spanned


def _join(runs: list[Run]) -> Runs:
    """Join neighbours of the same style and drop empty runs."""
    joined: list[Run] = []
    for run in runs:
        if not run.text:
            continue
        if joined and replace(joined[-1], text="") == replace(run, text=""):
            joined[-1] = replace(run, text=joined[-1].text + run.text)
        else:
            joined.append(run)
    return tuple(joined)


def _cut_end(runs: Runs, count: int) -> Runs:
    """The runs without their last `count` characters."""
    kept: list[Run] = []
    left = sum(len(run.text) for run in runs) - count
    for run in runs:
        kept.append(replace(run, text=run.text[: max(left, 0)]))
        left -= len(run.text)
    return _join(kept)
