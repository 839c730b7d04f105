"""The lesson reader, driven as a reader would: scroll, follow, answer, leave and come back."""

import pytest

from game.core.messages import GoBack, OpenScene
from game.core.scheduling import Phase
from game.engine.pilot import Pilot

WORDS = "It lets me train with a larger batch when memory only fits a small one."
LOOKS = [
    {"size": (1280, 720)},
    {"size": (1920, 1080)},
    {"size": (1280, 720), "text_size": 2.0},
    pytest.param({"size": (1280, 720), "text_size": 1.25}, marks=pytest.mark.slow),
    pytest.param({"size": (1280, 720), "scheme": "light"}, marks=pytest.mark.slow),
    pytest.param({"size": (1280, 720), "scheme": "contrast", "text_size": 1.5}, marks=pytest.mark.slow),
    pytest.param({"size": (1024, 1366)}, marks=pytest.mark.slow),
    pytest.param({"size": (3440, 1440)}, marks=pytest.mark.slow),
]


@pytest.fixture
def reader(make_pilot) -> Pilot:
    return open_reader(make_pilot)


def open_reader(make_pilot, params=(), **look) -> Pilot:
    pilot = make_pilot(**look)
    pilot.app.context.bus.post(OpenScene("course"))
    pilot.until_scene("course")
    pilot.app.context.bus.post(OpenScene("lesson", tuple(params)))
    return pilot.until_scene("lesson").frames(3)


def middle(pilot: Pilot) -> tuple[float, float]:
    return pilot.scene.layer.find("text").window_rect().centre


def test_it_opens_at_the_beginning_with_all_sections_in_the_contents(reader):
    for title in (
        "What this lesson is for",
        "Performance as an Algorithmic Constraint",
        "Distributed Strategy Concepts",
        "Prove it in the Lab",
    ):
        assert title in reader.texts()
    assert (reader.facts["section"], reader.facts["progress"], reader.facts["offset"]) == (
        "purpose",
        0.0,
        0.0,
    )


def test_the_wheel_scrolls_on_the_text_and_beside_it(reader):
    reader.wheel(*middle(reader), -3)
    first = reader.facts["offset"]
    assert first > 0
    reader.wheel(100, 500, -2)  # below the contents
    assert reader.facts["offset"] > first
    reader.wheel(*middle(reader), 50)
    assert reader.facts["offset"] == 0


def test_keys_scroll_and_stop_at_both_ends(reader):
    reader.key("arrow_down", times=2)
    line = reader.facts["offset"]
    reader.key("page_down")
    page = reader.facts["offset"]
    reader.key("space")
    assert 0 < line < page < reader.facts["offset"]
    reader.key("end")
    assert reader.facts["progress"] == 1.0
    assert reader.facts["read"] == ()  # nobody reads so fast
    reader.key("page_down")
    assert reader.facts["progress"] == 1.0
    reader.key("home")
    assert reader.facts["offset"] == 0


def test_a_section_counts_as_read_only_when_all_of_it_stood_there_for_a_moment(reader):
    reader.key("end").frames(90)
    assert reader.facts["read"] == () and reader.facts["progress"] == 1.0
    reader.key("home")
    while reader.facts["progress"] < 1.0:
        reader.frames(75).key("space")
    reader.frames(75)
    assert reader.facts["read"] == ("purpose", "performance", "distribution", "lab")


def test_a_drawer_over_the_text_reads_nothing(make_pilot):
    reader = open_reader(make_pilot, text_size=2.0)
    before = reader.facts["read"]
    reader.press("open-check").key("end").frames(120)
    assert reader.facts["read"] == before


def test_a_drag_scrolls(reader):
    x, y = middle(reader)
    reader.drag(x + 250, y, x + 250, y - 200)
    assert reader.facts["offset"] == pytest.approx(200, abs=2)


def test_the_contents_lead_to_a_section(reader):
    reader.press("go-distribution").until(
        lambda: reader.facts["section"] == "distribution", 90, "the section"
    )
    reader.frames(60)
    assert reader.sees("Distributed Strategy Concepts")
    assert reader.facts["asked"] == "central-challenge"  # the panel follows


def test_reduced_motion_jumps(make_pilot):
    reader = open_reader(make_pilot, motion="reduced")
    reader.press("go-lab").frames(2)
    assert reader.facts["section"] == "lab"


def test_an_answer_is_compared_shown_and_saved(reader):
    study, course = reader.app.context.study, reader.app.context.course
    item = course.item_id("question", "why-accumulation")
    reader.press("question-why-accumulation")
    assert (reader.facts["asked"], reader.facts["focused"]) == ("why-accumulation", "answer")
    reader.type(WORDS)
    assert not reader.sees("A good answer")
    reader.press("compare")
    assert reader.facts["verdicts"] == {
        "larger-batch": "found",
        "small-memory": "found",
        "one-update": "missing",
    }
    assert reader.sees("A good answer") and reader.sees(course.questions[1].model_answer)
    assert "2" in reader.texts() and reader.sees("of 3")
    assert reader.sees("by words, not by meaning")
    assert study.answer(item).text == WORDS
    assert study.answer(item).verdicts == reader.facts["verdicts"]
    assert study.state(item).reviews == 1
    missed = course.item_id("card", "gradient-accumulation")
    assert study.state(missed).phase is Phase.LEARNING  # the card of the missed idea was put back to learn


def test_enter_compares_and_shift_enter_does_not(reader):
    reader.press("question-data-parallelism-idea").type("copies of the model")
    reader.key("enter", "shift").type("different data")
    assert reader.facts["verdicts"] == {}
    reader.key("enter")
    assert reader.facts["verdicts"]["whole-model"] == "found"
    assert reader.facts["verdicts"]["divided-data"] == "found"


def test_i_said_that_takes_the_verdict_and_the_card_back(reader):
    study, course = reader.app.context.study, reader.app.context.course
    reader.press("question-why-accumulation").type(WORDS).press("compare").press("claim")
    assert reader.facts["verdicts"]["one-update"] == "claimed"
    item = course.item_id("question", "why-accumulation")
    assert study.answer(item).verdicts["one-update"] == "claimed"
    assert study.state(course.item_id("card", "gradient-accumulation")).phase is Phase.NEW


def test_show_me_shows_the_answer_without_one_of_ones_own(reader):
    reader.press("show-answer")
    assert reader.sees("A good answer")
    assert set(reader.facts["verdicts"].values()) == {"missing"}
    reader.press("again")
    assert reader.scene.layer.has("answer")


def test_the_questions_go_round(reader):
    asked = []
    for _ in range(4):
        asked.append(reader.facts["asked"])
        reader.press("show-answer").press("next-question")
    assert sorted(asked) == sorted(reader.scene.model.attempts)


def test_typing_does_not_scroll_and_scrolling_does_not_steal_the_answer(reader):
    reader.press("question-data-parallelism-idea")
    before = reader.facts["offset"]
    reader.type("a b c")
    assert reader.facts["offset"] == before
    reader.wheel(*middle(reader), -80)
    assert reader.facts["section"] == "lab"
    assert reader.facts["asked"] == "data-parallelism-idea"
    assert reader.scene.layer.find("answer").text == "a b c"


def test_links_lead_into_the_constellation_and_back_to_the_same_place(reader):
    link = next(w for w in reader.scene.layer.widgets if getattr(w, "target", "") == "concept:master-weights")
    reader.press(link.name).until_scene("constellation")
    reader.app.context.bus.post(GoBack())
    reader.until_scene("lesson").frames(3)
    assert reader.facts["offset"] > 0


def test_the_place_answers_and_what_was_read_are_there_after_a_restart(make_pilot, tmp_path):
    first = open_reader(make_pilot, data_dir=tmp_path / "kept")
    first.press("question-why-accumulation").type(WORDS).press("compare")
    offset, read = first.facts["offset"], first.facts["read"]
    first.frames(90)  # the text rests, the place is saved
    first.app.context.study.close()  # nothing is saved on the way out
    second = open_reader(make_pilot, data_dir=tmp_path / "kept")
    assert second.facts["offset"] == pytest.approx(offset, abs=2)
    assert second.facts["read"] == read
    second.press("question-why-accumulation")
    assert second.sees(WORDS) and second.sees("A good answer")


def test_another_text_size_keeps_the_place(reader):
    reader.press("go-distribution").frames(90)
    for _ in range(4):
        reader.press("text-size").frames(4)
        assert reader.facts["section"] == "distribution"
        assert reader.complaints() == []


def test_a_caller_can_ask_for_a_section_or_a_question(make_pilot):
    assert open_reader(make_pilot, params=[("section", "lab")]).facts["section"] == "lab"
    asked = open_reader(make_pilot, params=[("question", "why-profiling")]).facts
    assert (asked["asked"], asked["section"]) == ("why-profiling", "distribution")


@pytest.mark.parametrize("look", LOOKS)
@pytest.mark.slow
def test_nothing_overlaps_anywhere_in_the_lesson(make_pilot, look):
    reader = open_reader(make_pilot, **look)
    assert reader.complaints() == []
    while reader.facts["progress"] < 1.0:
        reader.key("page_down")
        assert reader.complaints() == []
    folded = reader.scene.theme.compact
    assert reader.scene.layer.has("open-check") == folded
    if folded:
        reader.press("open-contents")
        assert reader.facts["drawer"] == "contents" and reader.complaints() == []
        reader.press("go-performance").frames(60)
        assert (reader.facts["drawer"], reader.facts["section"]) == ("", "performance")
        reader.press("open-check")
    reader.press("show-answer")
    assert reader.complaints() == []
    if folded:
        reader.key("escape")
        assert reader.facts["drawer"] == ""


def test_the_keyboard_reaches_links_questions_and_the_panel(reader):
    reached = set()
    for _ in range(80):
        reader.key("tab")
        reached.add(reader.facts["focused"])
    assert {"answer", "show-answer", "question-why-profiling", "go-lab", "back", "menu"} <= reached
    assert any(name.startswith("link-") for name in reached)
