"""Broken course trees: each fault is found at its file and line, with a hint, and hides no other fault."""

import pytest

from game.services.content_loader import load_courses
from tests.content.trees import CARDS, CONCEPTS, LESSON, TEXTS, edited, write_course

CARDS_FILE = "01-first/cards.toml"
LESSON_FILE = "01-first/lesson.md"
IDEAS_FILE = "01-first/concepts.toml"
ASK_FILE = "01-first/questions.toml"


def found(tmp_path, changes=None, **known):
    report = load_courses(write_course(tmp_path, changes), **known)
    return [(p.file.removeprefix("stars/"), p.line, p.message, p.hint) for p in report.problems]


def test_a_right_tree_has_no_problems_and_all_its_parts(tmp_path):
    report = load_courses(write_course(tmp_path))
    assert report.problems == ()
    course = report.courses[0]
    assert (course.id, course.lessons[0].id, course.cards[0].id) == ("stars", "first", "sun")
    assert [concept.requires for concept in course.concepts] == [(), ("sun",)]
    assert course.item_id("card", "sun") == "card:stars/sun"


ONE_FAULT = [
    (edited("course.toml", 'level = "Basic"', 'levle = "Basic"'), "course.toml", 4, "unknown key `levle`"),
    (edited("course.toml", 'manual = "General"', "manual = 7"), "course.toml", 3, "has to be a text, not a whole"),
    (edited("course.toml", 'title = "A course"', 'title = "A course'), "course.toml", 1, "TOML syntax"),
    (edited(CARDS_FILE, '"Sun"', '""'), CARDS_FILE, 3, "`term` is empty"),
    (edited(CARDS_FILE, 'definition = "A star."\n', ""), CARDS_FILE, 1, "`definition` is missing"),
    (edited(CARDS_FILE, 'match = "The star next door"', f'match = "{"x" * 61}"'), CARDS_FILE, 5, "61 characters"),
    (edited(CARDS_FILE, '["sun"]', '["sum"]'), CARDS_FILE, 7, "there is no concept `sum`"),
    (edited(CARDS_FILE, '["sun"]', '"sun"'), CARDS_FILE, 7, "has to be a list of texts, not a text"),
    (edited(CARDS_FILE, '["sun"]', "[1]"), CARDS_FILE, 7, "has to be a list of texts, not a whole number"),
    (edited(CARDS_FILE, 'id = "sun"', 'id = "sun!"'), CARDS_FILE, 2, "is not a good id"),
    (edited(CARDS_FILE, 'section = "start"', 'section = "stat"'), CARDS_FILE, 6, "there is no section `stat`"),
    ({CARDS_FILE: CARDS + CARDS.replace('"Sun"', '"S"').replace("next door", "x")}, CARDS_FILE, 9, "used twice"),
    ({CARDS_FILE: CARDS + CARDS.replace('id = "sun"', 'id = "sol"')}, CARDS_FILE, 10, "the same `term`"),
    (edited(IDEAS_FILE, 'requires = ["sun"]', 'requires = ["sum"]'), IDEAS_FILE, 14, "there is no concept `sum`"),
    (edited(IDEAS_FILE, 'requires = ["sun"]', 'requires = ["light"]'), IDEAS_FILE, 14, "names itself"),
    (edited(IDEAS_FILE, 'id = "sun"', 'id = "sun"\nrequires = ["light"]'), IDEAS_FILE, 3, "sun -> light -> sun"),
    (edited(IDEAS_FILE, '"Light"\ncluster = "Stars"', '"Light"\ncluster = "Star"'), IDEAS_FILE, 12, "no cluster"),
    (edited(LESSON_FILE, "concept:sun", "concept:sum"), LESSON_FILE, 10, "there is no concept `sum`"),
    (edited(LESSON_FILE, "concept:sun", "sun.html"), LESSON_FILE, 10, "leads nowhere"),
    (edited(LESSON_FILE, "concept:sun", "tour:sun"), LESSON_FILE, 10, "there is no tour `sun`"),
    (edited(LESSON_FILE, "concept:sun", "bookmark:brain1.ab.0000"), LESSON_FILE, 10, "damaged"),
    (edited(LESSON_FILE, "concept:sun", "http://sun.example"), LESSON_FILE, 10, "leads nowhere"),
    (edited(LESSON_FILE, "question:why", "question:who"), LESSON_FILE, 12, "there is no question `who`"),
    (edited(LESSON_FILE, "minutes = 3", "minutes = true"), LESSON_FILE, 5, "a whole number, not true or false"),
    (edited(LESSON_FILE, "minutes = 3", "minutes = 0"), LESSON_FILE, 5, "`minutes` is 0"),
    (edited(LESSON_FILE, "minutes = 3", "minutes 3"), LESSON_FILE, 5, "TOML syntax"),
    (edited(LESSON_FILE, "+++\nid", "id"), LESSON_FILE, 1, "no head"),
    ({LESSON_FILE: LESSON + "\n## Empty\n"}, LESSON_FILE, 14, "section `empty` is empty"),
    ({LESSON_FILE: LESSON + "\n## Again {#start}\n\nText.\n"}, LESSON_FILE, 14, "section id `start` is used twice"),
    ({LESSON_FILE: LESSON + "\n> Just a quote.\n"}, LESSON_FILE, 14, "has to be a callout"),
    ({LESSON_FILE: LESSON + "\n> [!warn] T\n>\n> Text.\n"}, LESSON_FILE, 14, "unknown callout `warn`"),
    ({LESSON_FILE: LESSON + "\nA ![picture](x.png).\n"}, LESSON_FILE, 14, "images are not shown"),
    (edited(LESSON_FILE, "minutes = 3", "minutes = " + 900 * "[" + 900 * "]"), LESSON_FILE, 2, "lists in lists"),
    ({LESSON_FILE: LESSON + "\n" + 2000 * "*" + "a" + 2000 * "*" + "\n"}, LESSON_FILE, 7, "in each other without end"),
    ({LESSON_FILE: LESSON.encode() + b"\ncaf\xe9\n"}, LESSON_FILE, 14, "byte 0xe9 is not UTF-8"),
    (edited(ASK_FILE, 'accept = ["hydrogen helium", "fusion"]', "accept = []"), ASK_FILE, 10, "`accept` is empty"),
    (edited(ASK_FILE, '"hydrogen helium", ', ""), ASK_FILE, 5, "its model answer is not found to say `fusion`"),
    (edited(ASK_FILE, "By nuclear fusion.", "By burning."), ASK_FILE, 13, "graded nothing, the author says fusion"),
    (edited(ASK_FILE, 'ideas = ["fusion"]', 'ideas = ["fission"]'), ASK_FILE, 13, "has no idea `fission`"),
    (edited(ASK_FILE, 'section = "start"', 'section = "start"\nenough = 2'), ASK_FILE, 4, "wants 2 of 1 ideas"),
    ({"01-first/notes.txt": "hello"}, "01-first/notes.txt", 1, "not part of a course"),
    ({"course.toml": None}, "course.toml", 1, "needs a course.toml"),
    ({"02-Second/lesson.md": LESSON.replace("first", "second").split("## ")[0] + "## Two\n\nText.\n"},
     "02-Second/lesson.md", 1, "is not a lesson folder"),
]  # fmt: skip


@pytest.mark.parametrize(("changes", "file", "line", "message"), ONE_FAULT)
def test_a_fault_is_reported_at_its_file_and_line_with_a_hint(tmp_path, changes, file, line, message):
    problems = found(tmp_path, changes)
    hits = [p for p in problems if p[:2] == (file, line) and message in p[2]]
    assert len(hits) == 1, problems
    assert hits[0][3], "a problem needs a hint"


def test_all_faults_of_a_tree_are_reported_in_order_and_not_only_the_first(tmp_path):
    changes = {
        **edited("course.toml", "manual", "manuel"),
        **edited(CARDS_FILE, '"A star."', "3"),
        **edited(IDEAS_FILE, '["sun"]\n\n', '["moon"]\nrequires = ["mars"]\n\n'),
        LESSON_FILE: LESSON + "\n<b>bold</b> and [x](lab:no) [y](region:no)\n",
        "notes.txt": "x",
    }
    problems = found(tmp_path, changes, regions={"Pons"}, experiments={"brain-atlas"})
    assert [(file, line) for file, line, *_ in problems] == [
        (CARDS_FILE, 4),
        (IDEAS_FILE, 7),
        (IDEAS_FILE, 8),
        (LESSON_FILE, 14),  # raw HTML
        (LESSON_FILE, 14),  # the lab
        (LESSON_FILE, 14),  # the region
        ("course.toml", 1),
        ("course.toml", 3),
        ("notes.txt", 1),
    ]


def test_a_hint_names_the_nearest_known_word(tmp_path):
    assert found(tmp_path, edited("course.toml", "subject", "subjct"))[1][3] == "did you mean `subject`?"


def test_a_faulty_card_does_not_hide_the_rest_of_the_course(tmp_path):
    broken = CARDS + "\n[[card]]\nterm = 'No id'\n"
    course = load_courses(write_course(tmp_path, {CARDS_FILE: broken})).courses[0]
    assert [card.id for card in course.cards] == ["sun"]
    assert len(course.concepts) == 2


def test_windows_line_ends_and_a_byte_order_mark_change_nothing(tmp_path):
    changed = {name: b"\xef\xbb\xbf" + text.replace("\n", "\r\n").encode() for name, text in TEXTS.items()}
    report = load_courses(write_course(tmp_path, changed))
    assert report.problems == ()
    assert report.courses == load_courses(write_course(tmp_path / "unix")).courses


def test_line_numbers_survive_windows_line_ends(tmp_path):
    text = CARDS.replace('"Sun"', '""').replace("\n", "\r\n")
    assert found(tmp_path, {CARDS_FILE: text})[0][:2] == (CARDS_FILE, 3)


def test_two_circles_are_both_reported(tmp_path):
    more = """
[[concept]]
id = "a"
title = "A"
cluster = "Stars"
definition = "A."
requires = ["b"]
section = "start"

[[concept]]
id = "b"
title = "B"
cluster = "Stars"
definition = "B."
requires = ["a"]
section = "start"
"""
    text = CONCEPTS.replace('id = "sun"', 'id = "sun"\nrequires = ["light"]') + more
    rings = [p[2] for p in found(tmp_path, {IDEAS_FILE: text})]
    assert [ring.split(": ")[1] for ring in rings] == ["sun -> light -> sun", "a -> b -> a"]


def test_links_out_of_the_course_are_checked_when_their_ids_are_known(tmp_path):
    text = LESSON + "\n[here](region:Pons) [there](lab:brain-atlas)\n"
    changes = {LESSON_FILE: text}
    assert found(tmp_path, changes) == []
    assert found(tmp_path, changes, regions={"Pons"}, experiments={"brain-atlas"}) == []
    assert "there is no region `Pons`" in found(tmp_path, changes, regions={"Midbrain"})[0][2]


def test_courses_come_in_their_own_order(tmp_path):
    write_course(tmp_path / "x", edited("course.toml", 'level = "Basic"', 'level = "Basic"\norder = 2'))
    write_course(tmp_path / "y", edited("course.toml", 'level = "Basic"', 'level = "Basic"\norder = 1'))
    for old, new in (("x", "aaa"), ("y", "bbb")):
        (tmp_path / old / "stars").rename(tmp_path / new)
        (tmp_path / old).rmdir()
    assert [course.id for course in load_courses(tmp_path).courses] == ["bbb", "aaa"]


def test_a_single_course_can_be_checked_by_itself(tmp_path):
    folder = write_course(tmp_path) / "stars"
    report = load_courses(folder)
    assert report.problems == ()
    assert len(report.courses) == 1


def test_no_folder_and_an_empty_folder_are_problems(tmp_path):
    assert "no such folder" in load_courses(tmp_path / "nowhere").problems[0].message
    assert "no course here" in load_courses(tmp_path).problems[0].message
