"""The reader's model: where one is, what is read, how the questions stand. No window needed."""

import pytest

from game.core.content import Course, Idea, Lesson, Question, Section
from game.core.scheduling import Rating
from game.screens.lesson_reader.links import resolve
from game.screens.lesson_reader.model import CLAIMED, FOUND, MISSED, Extent, ReaderModel
from game.screens.lesson_reader.reading import SEEN_SECONDS

IDEAS = (Idea("a", "A", ("apple",), card="card-a"), Idea("b", "B", ("bread",), card="card-b"))
QUESTIONS = (
    Question("q1", "two", "One?", "Apple bread.", IDEAS, enough=2),
    Question("q2", "two", "Two?", "Apple.", IDEAS, enough=1),
    Question("q3", "three", "Three?", "Apple bread.", IDEAS, enough=2),
)
LESSON = Lesson(
    "l", "L", "", "", "aim", 1, tuple(Section(n, n, ()) for n in ("one", "two", "three")), questions=QUESTIONS
)
COURSE = Course("c", "C", "", "s", "m", "l", (LESSON,))
EXTENTS = (Extent("one", 0, 500), Extent("two", 500, 2500), Extent("three", 2500, 3000))


def model(saved=None, answers=None):
    made = ReaderModel(COURSE, LESSON, saved, answers)
    made.scrolled(made.lay_out(EXTENTS, 1000.0))
    return made


def look(made, *offsets, seconds=SEEN_SECONDS):
    """Stay a while at each of these places; returns the sections that were then read."""
    new = ()
    for offset in offsets:
        made.scrolled(offset)
        new += made.stay(seconds)
    return new


def test_it_opens_at_the_top_with_nothing_read():
    made = model()
    assert (made.section, made.progress, made.asked, made.read) == ("one", 0.0, "q1", ())


def test_a_section_is_read_when_all_of_it_stood_in_the_window_for_a_moment():
    made = model()
    assert made.stay(SEEN_SECONDS / 2) == ()
    assert made.stay(SEEN_SECONDS / 2) == ("one",)
    assert made.stay(60.0) == () and made.read == ("one",)
    assert look(made, 300.0, 900.0) == ()
    assert look(made, 1700.0) == ("two",)
    assert look(made, 2000.0) == ("three",)
    assert made.read == ("one", "two", "three")


def test_what_was_passed_over_is_not_read():
    made = model()
    assert look(made, 0.0, 2000.0) == ("one", "three")
    assert made.progress == 1.0 and made.read == ("one", "three")
    assert look(made, 500.0, 1000.0, 1500.0) == ("two",)


def test_rushing_through_reads_nothing():
    made = model()
    assert look(made, *range(0, 2001, 250), seconds=SEEN_SECONDS / 10) == ()


def test_looking_is_added_up_over_visits_and_windows():
    made = model()
    look(made, 500.0, 900.0)
    again = ReaderModel(COURSE, LESSON, made.position)
    again.lay_out([Extent(e.section, e.top * 2, e.bottom * 2) for e in EXTENTS], 2000.0)
    assert look(again, 3200.0) == ("two",)


def test_scrolling_moves_the_place():
    made = model()
    assert made.scrolled(300.0) and made.section == "two"
    assert not made.scrolled(1700.0)
    assert made.scrolled(2000.0) and (made.section, made.progress) == ("three", 1.0)


def test_the_place_survives_another_window_and_text_size():
    made = model()
    made.scrolled(1500.0)
    again = ReaderModel(COURSE, LESSON, made.position)
    twice = [Extent(e.section, e.top * 2, e.bottom * 2) for e in EXTENTS]
    assert again.lay_out(twice, 700.0) == 3000.0
    assert again.read == made.read


def test_a_place_above_its_section_survives_too():
    made = model()
    made.scrolled(300.0)  # section two is being read, its title is below the top of the window
    assert ReaderModel(COURSE, LESSON, made.position).lay_out(EXTENTS, 1000.0) == pytest.approx(
        300.0, abs=0.5
    )


@pytest.mark.parametrize(
    "saved",
    [
        {},
        {"section": "gone", "share": 0.5, "read": ["gone", 3]},
        {"section": "two", "share": "x", "read": "one"},
        {"section": ["two"], "share": float("nan"), "read": None},
        {"section": "three", "share": 1e9},
        {"seen": 3},
        {"seen": {"one": "all", "gone": 5, "two": -1, "three": True}},
    ],
)
def test_a_damaged_position_opens_the_lesson_all_the_same(saved):
    made = ReaderModel(COURSE, LESSON, saved)
    assert 0.0 <= made.lay_out(EXTENTS, 1000.0) <= 2000.0
    assert made.read == ()


def test_a_lesson_shorter_than_the_window_is_read_after_a_moment():
    made = ReaderModel(COURSE, LESSON)
    made.lay_out(EXTENTS, 5000.0)
    made.scrolled(0.0)
    assert made.read == () and made.progress == 1.0
    assert made.stay(SEEN_SECONDS) == ("one", "two", "three")


def test_an_answer_is_compared_and_says_what_to_save():
    made = model()
    made.write("an apple")
    outcome = made.hand_in()
    assert (outcome.question, outcome.text) == ("q1", "an apple")
    assert outcome.verdicts == {"a": FOUND, "b": MISSED}
    assert (outcome.rating, outcome.missed_cards) == (Rating.HARD, ("card-b",))
    assert not made.attempt.complete


def test_a_full_answer_is_good_and_brings_no_card_back():
    made = model()
    made.write("apple and bread")
    outcome = made.hand_in()
    assert (outcome.rating, outcome.missed_cards, made.attempt.held) == (Rating.GOOD, (), 2)


def test_one_reason_is_enough_where_the_question_says_so():
    made = model()
    made.ask("q2")
    made.write("apple")
    outcome = made.hand_in()
    assert (outcome.rating, outcome.missed_cards) == (Rating.GOOD, ())


def test_nothing_at_all_is_an_answer_too():
    made = model()
    outcome = made.hand_in()
    assert (outcome.rating, outcome.missed_cards) == (Rating.AGAIN, ("card-a", "card-b"))


def test_the_learner_can_say_that_the_missed_ideas_were_there():
    made = model()
    assert made.claim() is None
    made.write("apple")
    made.hand_in()
    outcome = made.claim()
    assert outcome.verdicts == {"a": FOUND, "b": CLAIMED}
    assert (outcome.rating, outcome.missed_cards) == (Rating.GOOD, ())


def test_saved_answers_come_back_graded():
    made = model(answers={"q1": ("apple", {"a": FOUND, "b": CLAIMED}), "gone": ("x", {})})
    assert made.attempts["q1"].verdicts == {"a": FOUND, "b": CLAIMED}
    assert made.attempts["q2"].grade is None


def test_again_keeps_the_words_and_takes_the_verdict_back():
    made = model()
    made.write("apple")
    made.hand_in()
    made.again()
    assert (made.attempt.text, made.attempt.verdicts) == ("apple", {})


def test_the_next_question_is_the_next_open_one_and_goes_round():
    made = model(answers={"q2": ("apple", {})})
    assert made.next_question() and made.asked == "q3"
    assert made.next_question() and made.asked == "q1"
    for name in ("q1", "q3"):
        made.ask(name)
        made.hand_in()
    assert made.next_question() and made.asked == "q1"
    assert not made.ask("gone")


def test_the_panel_follows_the_text_unless_an_answer_has_been_begun():
    made = model(answers={"q3": ("x", {})})
    made.scrolled(2000.0)
    assert made.follow() and made.asked == "q3"
    made.scrolled(600.0)
    assert made.follow() and made.asked == "q1"
    made.write("begun")
    made.scrolled(2000.0)
    assert not made.follow() and made.asked == "q1"


def test_a_lesson_without_questions_has_no_panel():
    plain = Lesson("l", "L", "", "", "aim", 1, LESSON.sections)
    made = ReaderModel(COURSE, plain)
    assert made.attempt is None and made.hand_in() is None and made.number == 0
    assert not made.follow() and not made.next_question()


class FakeAtlas:
    class _Region:
        id = "ctx-lh-precentral"

    def regions_of(self, structure):
        return {"precentral": (self._Region(),), "empty": ()}[structure]


@pytest.mark.parametrize(
    ("target", "scene", "params"),
    [
        ("concept:all-reduce", "constellation", {"concept": "all-reduce"}),
        ("card:shard", "flashcards", {"card": "shard"}),
        ("lab:brain-atlas", "lab", {"experiment": "brain_atlas"}),
        ("region:precentral", "brain", {"region": "ctx-lh-precentral"}),
        ("region:empty", "brain", {}),
        ("tour:memory", "brain", {"tour": "memory"}),
        ("bookmark:brain1.abc.0000", "brain", {"bookmark": "brain1.abc.0000"}),
    ],
)
def test_links_lead_to_scenes(target, scene, params):
    found = resolve(target, FakeAtlas())
    assert (found.scene, found.params) == (scene, params)


def test_links_inside_and_outside():
    assert resolve("section:two", FakeAtlas()).section == "two"
    assert resolve("question:q1", FakeAtlas()).question == "q1"
    assert "https://example.org" in resolve("https://example.org", FakeAtlas()).notice.text
    assert resolve("region:gone", FakeAtlas()).scene == ""
