"""The lesson Markdown becomes blocks with styles, links and line numbers."""

from game.core.content import (
    Callout,
    CodeBlock,
    Heading,
    ListBlock,
    Paragraph,
    QuestionRef,
    Run,
    Table,
    plain,
    split_link,
)
from game.core.markdown import parse, slug

TEXT = """\
## First part {#one}

Plain, *leaning*, **heavy and `code`**,
then a [link to
All-reduce](concept:all-reduce).

> [!caution] Mind the gap
>
> Careful.
>
> - a
> - b

| Name | Value |
|---|---|
| [x](card:x) | **1** |

```python
a = 1

b = 2
```

### Inner

3. three
4. four

[Check yourself](question:why)

## Second
"""


def blocks(text):
    document = parse(text, "l.md")
    assert document.problems == ()
    return document.sections[0].blocks


def test_sections_begin_at_level_two_headings_with_an_id_of_their_own_or_made_from_the_title():
    sections = parse(TEXT, "l.md").sections
    assert [(s.id, s.title, s.line) for s in sections] == [("one", "First part", 1), ("second", "Second", 31)]


def test_each_kind_of_block_with_its_line():
    kinds = [(type(block), block.line) for block in blocks(TEXT)]
    assert kinds == [
        (Paragraph, 3),
        (Callout, 7),
        (Table, 14),
        (CodeBlock, 18),
        (Heading, 24),
        (ListBlock, 26),
        (QuestionRef, 29),
    ]


def test_styles_nest_and_a_line_end_is_a_blank():
    runs = blocks(TEXT)[0].runs
    assert runs[1] == Run("leaning", italic=True)
    assert runs[3:5] == (Run("heavy and ", bold=True), Run("code", bold=True, code=True))
    assert runs[6] == Run("link to All-reduce", link="concept:all-reduce")
    assert plain(runs) == "Plain, leaning, heavy and code, then a link to All-reduce."


def test_links_carry_the_line_they_stand_in():
    assert parse(TEXT, "l.md", first_line=11).links == (
        ("concept:all-reduce", 14),
        ("card:x", 26),
        ("question:why", 39),
    )


def test_a_callout_has_a_kind_a_title_and_blocks():
    callout = blocks(TEXT)[1]
    assert (callout.kind, callout.title) == ("caution", "Mind the gap")
    assert [type(block) for block in callout.blocks] == [Paragraph, ListBlock]


def test_code_keeps_its_blank_lines_and_its_language():
    assert blocks(TEXT)[3] == CodeBlock("python", "a = 1\n\nb = 2", blocks(TEXT)[3].line)


def test_a_table_keeps_its_cells_styled():
    table = blocks(TEXT)[2]
    assert [plain(cell) for cell in table.header] == ["Name", "Value"]
    assert table.rows == (((Run("x", link="card:x"),), (Run("1", bold=True),)),)


def test_text_before_the_first_section_and_top_headings_are_reported():
    problems = parse("lost\n\n# Title\n\n## Part\n\ntext\n\n# Other\n", "l.md").problems
    assert [(p.file, p.line) for p in problems] == [("l.md", 1), ("l.md", 3), ("l.md", 3), ("l.md", 9)]


def test_hostile_text_is_reported_and_never_raises():
    for text in (
        "",
        "\x00",
        "## ",
        "[](",
        "> " * 200,
        "```",
        "|a|\n|-|\n",
        "## [x](javascript:alert)",
        "*" * 500,
        "## a\n\n" + "*" * 4000 + "a" + "*" * 4000,
    ):
        parse(text, "l.md")


def test_slug_and_links():
    assert slug("Prove it in the Lab!") == "prove-it-in-the-lab"
    assert split_link("concept:all-reduce") == ("concept", "all-reduce")
    assert split_link("https://example.org/x:y") == ("web", "https://example.org/x:y")
