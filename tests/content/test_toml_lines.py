"""The line of every key, whatever the values look like."""

from game.core.toml_lines import key_lines, line_of

TEXT = '''\
title = "a [b] = c"  # d = 1
"quoted key" = 1
long = """
x = 2
[[not]]
"""
raw = \'\'\'
y = "
\'\'\'
many = [
  "q]",  # ]
  "e = 1",
]
[[card]]
id = "x\\""
[[card.idea]]
id = 'y'
[[card.idea]]
id = "z"
[[card]]
at.depth = {a = 1}
[[card.idea]]
w = 1
[plain]
z = 1
'''


def test_keys_in_every_kind_of_table_and_nothing_inside_strings_and_lists():
    assert key_lines(TEXT) == {
        ("title",): 1,
        ("quoted key",): 2,
        ("long",): 3,
        ("raw",): 7,
        ("many",): 10,
        ("card", 0): 14,
        ("card", 0, "id"): 15,
        ("card", 0, "idea", 0): 16,
        ("card", 0, "idea", 0, "id"): 17,
        ("card", 0, "idea", 1): 18,
        ("card", 0, "idea", 1, "id"): 19,
        ("card", 1): 20,
        ("card", 1, "at", "depth"): 21,
        ("card", 1, "idea", 0): 22,
        ("card", 1, "idea", 0, "w"): 23,
        ("plain",): 24,
        ("plain", "z"): 25,
    }


def test_a_missing_key_is_reported_at_its_table():
    lines = key_lines("a = 1\n[[card]]\nid = 1\n", first_line=5)
    assert line_of(lines, ("card", 0, "term")) == 6
    assert line_of(lines, ("b",)) == 1


def test_quotes_brackets_and_comments_inside_values_do_not_end_them() -> None:
    text = '''a = """one \\\\""" # no ] end
b = [ # a comment with ] and "
  "x \\\\" ]", 'y \\\\',
]
c = \'\'\'raw \\\\\'\'\'
d = "open to the end of the line
e = 1
'''
    assert key_lines(text) == {("a",): 1, ("b",): 2, ("c",): 5, ("d",): 6, ("e",): 7}
