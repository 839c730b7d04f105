"""Editing a text: caret, selection, words and lines. No window needed."""

import random

import pytest

from game.core.text_editing import EDITING_KEYS, Editing


def made(text="", caret=None, limit=400):
    return Editing(text, limit, caret)


def press(editing, *names):
    """Keys such as "shift+control+arrow_left"."""
    for name in names:
        *held, key = name.split("+")
        editing.key(key, frozenset(held))
    return editing


def test_typing_goes_in_at_the_caret():
    editing = press(made("hipo"), "arrow_left", "arrow_left")
    editing.insert("p")
    assert (editing.text, editing.caret) == ("hippo", 3)


@pytest.mark.parametrize("command", ["control", "meta"])
def test_select_all_and_typing_replaces(command):
    editing = press(made("the old words"), f"{command}+a")
    assert editing.selected == "the old words"
    editing.insert("n")
    assert (editing.text, editing.caret, editing.selected) == ("n", 1, "")


@pytest.mark.parametrize("key", ["backspace", "delete", "control+backspace", "control+delete"])
def test_what_is_selected_is_what_is_deleted(key):
    assert press(made("a bc d", 2), "shift+arrow_right", "shift+arrow_right", key).text == "a  d"


def test_shift_selects_and_an_arrow_alone_lets_go_at_that_end():
    editing = press(made("abcdef", 3), "shift+arrow_left", "shift+arrow_left")
    assert (editing.selection, editing.caret) == ((1, 3), 1)
    assert (press(editing, "arrow_right").caret, editing.selection) == (3, (3, 3))
    press(editing, "shift+arrow_right", "arrow_left")
    assert (editing.caret, editing.selected) == (3, "")


def test_home_and_end_and_with_shift():
    editing = press(made("abcdef", 3), "shift+end")
    assert editing.selected == "def"
    press(editing, "home")
    assert (editing.caret, editing.selected) == (0, "")
    assert press(editing, "end", "shift+home").selected == "abcdef"


def test_in_several_lines_home_and_end_keep_to_the_line():
    editing = press(made("one\ntwo\nthree", 5), "home")
    assert editing.caret == 4
    assert press(editing, "end").caret == 7
    assert press(editing, "control+end").caret == 13
    assert press(editing, "control+home").caret == 0
    assert press(editing, "shift+end").selected == "one"


def test_control_and_alt_go_by_words():
    editing = press(made("loss scale, again"), "control+arrow_left")
    assert editing.caret == 12
    assert press(editing, "control+arrow_left").caret == 5
    assert press(editing, "alt+arrow_right").caret == 10
    assert press(editing, "control+shift+arrow_right").selected == ", again"


def test_words_are_deleted_either_way():
    assert press(made("one two three"), "control+backspace").text == "one two "
    assert press(made("one two ", 8), "control+backspace").text == "one "
    assert press(made("one two three", 3), "control+delete").text == "one three"


def test_the_ends_hold():
    editing = press(
        made(), "arrow_left", "backspace", "delete", "arrow_right", "control+arrow_left", "control+a"
    )
    assert (editing.text, editing.caret, editing.selected) == ("", 0, "")


def test_the_limit_counts_what_is_replaced_as_free():
    editing = made("abc", limit=4)
    editing.insert("defg")
    assert editing.text == "abcd"
    press(editing, "control+a").insert("vwxyz")
    assert editing.text == "vwxy"
    assert made("abcdef", limit=3).text == "abc"


def test_keys_that_edit_nothing_say_so():
    editing = made("abc")
    assert not editing.key("enter", frozenset()) and not editing.key("a", frozenset())
    assert editing.key("a", frozenset({"control"})) and editing.key("home", frozenset())


def test_whatever_is_pressed_the_caret_stays_in_the_text():
    chance = random.Random(5)
    for _ in range(200):
        editing = made("ab  c, d\né f", limit=30)
        for _ in range(40):
            if chance.random() < 0.4:
                editing.insert(chance.choice(["x", " ", "\n", "yz", ""]))
            else:
                held = [name for name in ("shift", "control", "alt") if chance.random() < 0.3]
                editing.key(chance.choice([*EDITING_KEYS, "a"]), frozenset(held))
            start, end = editing.selection
            assert 0 <= start <= end <= len(editing.text) <= 30
            assert editing.caret in (start, end)
