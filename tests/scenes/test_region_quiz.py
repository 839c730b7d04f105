"""The region quiz driven as a learner does: a round by mouse, a round by keyboard alone, saving, every size it fits."""

from __future__ import annotations

import pytest

from game.core.clock import FakeClock
from game.core.messages import OpenScene
from game.core.scheduling import Rating
from game.core.study_messages import CardScheduled, SaveFailed
from game.minigames.region_quiz import walking
from game.minigames.region_quiz.choosing import Filters, distractors, item_of
from game.minigames.region_quiz.rules import Kind, Question, QuizRound
from game.ui.layer import Layer

LOOKS = [
    {"size": (1280, 720)},
    {"size": (1920, 1080)},
    {"size": (1280, 720), "text_size": 2.0},
    {"size": (1280, 720), "scheme": "light", "text_size": 1.25},
    {"size": (1280, 720), "scheme": "contrast", "text_size": 1.5},
    {"size": (1024, 1366)},
]


@pytest.fixture
def clock():
    return FakeClock()


@pytest.fixture
def quiz(make_pilot, clock):
    """The quiz at its set-up, the brain there, motion reduced so that nothing has to be waited for."""
    return opened(make_pilot, clock=clock)


def opened(make_pilot, **more):
    pilot = make_pilot("region_quiz", **{"params": (("seed", 11),), "motion": "reduced", **more}).settle()
    return pilot.until(lambda: pilot.facts["brain"], what="the brain").frames(2)


def study_of(pilot):
    return pilot.app.context.study


def question_of(pilot):
    return pilot.scene.round.current


def pixel_of(pilot, structure):
    """Where the brain view says that a body of a structure can be clicked."""
    atlas, places = pilot.app.context.atlas, pilot.scene.brain.places()
    return next(places[region.id] for region in atlas.regions_of(structure) if region.id in places)


def beside(pilot):
    """A region in sight that is not the answer, and where to click it."""
    brain, asked = pilot.scene.brain, question_of(pilot)
    for region, (x, y) in brain.places().items():
        pick = brain.pick(x, y)
        structure = pilot.app.context.atlas.region(region).structure
        if structure != asked.structure and pick is not None and pick.region_id == region:
            return region, (x, y)
    raise AssertionError("nothing else is in sight")


def answer_by_mouse(pilot):
    asked = question_of(pilot)
    if asked.kind is Kind.CHOOSE:
        pilot.press(f"choice-{asked.choices.index(asked.structure) + 1}")
    elif asked.kind is Kind.TYPE:
        pilot.press("answer").type(pilot.app.context.atlas.structure(asked.structure).english)
        pilot.press("write")
    else:
        pilot.click(*pixel_of(pilot, asked.structure))
    return pilot.frames(3)


def route(pilot, target):
    """The arrow keys that lead from where the walk begins to a region."""
    atlas, places = pilot.app.context.atlas, pilot.scene.brain.places()
    begin = walking.start(places, pilot.scene.brain.area.centre)
    ways = {begin: ()}
    todo = [begin]
    while todo:
        here = todo.pop(0)
        touching = {other.id for other in atlas.neighbours(here)}
        for key in walking.DIRECTIONS:
            there = walking.step(here, key, places, touching)
            if there is not None and there not in ways:
                ways[there] = (*ways[here], key)
                todo.append(there)
    return ways[target]


def answer_by_keyboard(pilot):
    asked = question_of(pilot)
    if asked.kind is Kind.CHOOSE:
        pilot.key(str(asked.choices.index(asked.structure) + 1))
    elif asked.kind is Kind.TYPE:
        pilot.type(pilot.app.context.atlas.structure(asked.structure).latin).key("enter")
    else:
        keys = route(pilot, asked.region)
        pilot.key("arrow_right")
        for key in keys:
            pilot.key(key)
        assert pilot.facts["cursor"] == asked.region and pilot.facts["outlined"] == asked.region
        pilot.key("enter")
    return pilot.frames(3)


def ask(pilot, kind, structure, region):
    """Put one question up, as a round of its own."""
    atlas = pilot.app.context.atlas
    choices = (structure, *distractors(atlas, region)) if kind is Kind.CHOOSE else ()
    pilot.scene.round = QuizRound([Question(item_of(structure), structure, region, kind, choices)])
    pilot.scene._ask()
    return pilot.frames(3)


def rated(pilot):
    heard = []
    pilot.app.context.bus.subscribe(CardScheduled, heard.append)
    return heard


def test_a_round_by_mouse(quiz):
    assert quiz.sees("84 structures, all new to you.")
    quiz.press("start")
    kinds = []
    for number in range(1, 11):
        assert (quiz.facts["number"], quiz.facts["page"]) == (number, "asking")
        kinds.append(quiz.facts["kind"])
        asked = question_of(quiz)
        answer_by_mouse(quiz)
        assert quiz.facts["page"] == "answered" and quiz.facts["right"] == number
        assert quiz.facts["gold"] == [asked.region] and "right" in quiz.facts["pins"]
        assert quiz.sees("Right") and quiz.sees(
            quiz.app.context.atlas.structure(asked.structure).function_line
        )
        assert study_of(quiz).state(asked.item).reviews == 1
        quiz.press("next")
    assert set(kinds) == {"click", "type", "choose"}
    assert quiz.facts["page"] == "result" and quiz.facts["saved"]
    assert quiz.sees("10 of 10") and quiz.sees("Every one at the first try.")
    assert quiz.sees("Your best so far. Saved.")
    quiz.press("again").frames(2)
    assert quiz.facts["page"] == "asking" and quiz.facts["number"] == 1


def test_a_round_with_nothing_right_is_no_best(quiz, monkeypatch):
    quiz.press("start")
    for _ in range(10):
        quiz.press("skip").press("next")
    drawn, icon = [], Layer.icon

    def watched(ui, name, *rest, **more):
        drawn.append(name)
        return icon(ui, name, *rest, **more)

    monkeypatch.setattr(Layer, "icon", watched)
    quiz.scene.refresh()
    quiz.frames(2)
    assert quiz.facts["page"] == "result" and quiz.sees("0 of 10") and quiz.facts["saved"]
    assert quiz.sees("Saved.") and not quiz.sees("best") and not quiz.sees("Best")
    assert "save-line" in drawn and "trophy-line" not in drawn
    quiz.press("change").frames(2)
    assert quiz.facts["page"] == "set-up" and not quiz.sees("0 of 10") and "trophy-line" not in drawn


def test_a_round_by_keyboard_alone(quiz):
    assert quiz.facts["focused"] == "start"
    quiz.key("enter")
    for number in range(1, 11):
        assert quiz.facts["number"] == number
        answer_by_keyboard(quiz)
        assert quiz.facts["page"] == "answered", number
        quiz.key("space" if number % 2 else "enter")
    assert quiz.facts["page"] == "result" and quiz.facts["right"] == 10
    assert quiz.facts["focused"] == "again"
    quiz.key("enter")
    assert quiz.facts["page"] == "asking"


def test_a_click_on_the_brain_is_right_wherever_the_structure_is(quiz):
    heard = rated(quiz)
    ask(quiz, Kind.CLICK, "precentral", "ctx-lh-precentral")
    assert quiz.sees("Click the precentral gyrus") and quiz.facts["gold"] == []
    quiz.click(*pixel_of(quiz, "precentral")).frames(2)
    assert [fact.rating for fact in heard] == [Rating.GOOD]


def test_a_wrong_click_is_outlined_named_and_may_be_mended(quiz):
    heard = rated(quiz)
    ask(quiz, Kind.CLICK, "precentral", "ctx-lh-precentral")
    wrong, at = beside(quiz)
    quiz.click(*at)
    assert quiz.facts["page"] == "asking" and heard == []
    assert quiz.facts["outlined"] == wrong and "wrong" in quiz.facts["pins"]
    name = quiz.app.context.atlas.display_name(wrong)
    assert quiz.sees("Not yet") and quiz.sees(f"That is the {name[0].lower()}{name[1:]}. One more try.")
    quiz.frames(110)
    assert "wrong" not in quiz.facts["pins"], "the mark goes, so that one can point again"
    quiz.click(*pixel_of(quiz, "precentral")).frames(2)
    assert [fact.rating for fact in heard] == [Rating.HARD]
    assert quiz.sees("Right at the second try") and quiz.sees(f"You clicked: {name}")


def test_wrong_twice_shows_where_it_was(quiz):
    heard = rated(quiz)
    ask(quiz, Kind.CHOOSE, "precentral", "ctx-lh-precentral")
    assert quiz.facts["gold"] == ["ctx-lh-precentral"]
    quiz.key("2").key("2")
    assert quiz.facts["wrong"] and heard == [], "the crossed one cannot be chosen again"
    quiz.key("3").frames(2)
    assert [fact.rating for fact in heard] == [Rating.AGAIN]
    assert quiz.sees("Not this time") and quiz.sees("Left precentral gyrus") and quiz.sees("You chose:")
    assert {"right", "wrong"} <= set(quiz.facts["pins"])
    quiz.key("space")
    assert quiz.sees("0 of 1")
    quiz.press("missed-0").until_scene("brain")
    assert quiz.facts["selected"] == "ctx-lh-precentral"


def test_skipping_by_key_and_by_button(quiz):
    heard = rated(quiz)
    ask(quiz, Kind.CHOOSE, "Pons", "Pons").key("s").frames(2)
    ask(quiz, Kind.CLICK, "Pons", "Pons").press("skip").frames(2)
    assert [fact.rating for fact in heard] == [Rating.AGAIN, Rating.AGAIN]
    assert "right" in quiz.facts["pins"] and "wrong" not in quiz.facts["pins"]


def test_letters_go_into_the_answer_and_escape_leaves_it(quiz):
    ask(quiz, Kind.TYPE, "insula", "ctx-lh-insula")
    assert quiz.facts["focused"] == "answer"
    quiz.type("s1")
    assert quiz.facts["page"] == "asking" and quiz.scene.typed == "s1"
    quiz.key("enter").frames(2)
    assert quiz.sees("It is not the postcentral gyrus. One more try.")
    quiz.key("escape")
    assert quiz.facts["focused"] == "" and quiz.scene.spec.id == "region_quiz"
    quiz.key("s").frames(2)
    assert quiz.facts["page"] == "answered" and quiz.sees("You wrote: s1")


def test_deep_parts_are_shown_through_glass_and_can_be_clicked(quiz):
    for structure, region in (("Putamen", "Left-Putamen"), ("Hippocampus", "Right-Hippocampus")):
        ask(quiz, Kind.CLICK, structure, region)
        assert quiz.facts["mode"] == "glass"
        quiz.click(*pixel_of(quiz, structure)).frames(2)
        assert quiz.facts["page"] == "answered" and quiz.facts["right"] == 1
    ask(quiz, Kind.CLICK, "Putamen", "Left-Putamen")
    area = quiz.scene.brain.area
    quiz.click(area.x + 4, area.y + 4)
    assert quiz.facts["wrong"] == [], "a click beside the brain is no answer"


def test_a_drag_turns_and_is_no_answer(quiz):
    ask(quiz, Kind.CLICK, "precentral", "ctx-lh-precentral")
    before = quiz.scene.brain.orbit.view
    x, y = quiz.scene.brain.area.centre
    quiz.drag(x, y, x + 150, y - 20).wheel(x, y, 2).frames(5)
    assert quiz.scene.brain.orbit.view.azimuth != before.azimuth
    assert quiz.facts["page"] == "asking" and quiz.facts["wrong"] == []


def test_the_walk_turns_the_brain_at_its_edge(quiz):
    ask(quiz, Kind.CLICK, "precentral", "ctx-lh-precentral")
    before = quiz.scene.brain.orbit.view.azimuth
    for _ in range(40):
        quiz.key("arrow_left")
        if quiz.scene.brain.orbit.view.azimuth != before:
            break
    assert quiz.scene.brain.orbit.view.azimuth != before


def test_the_answer_is_saved_before_it_is_shown(quiz):
    ask(quiz, Kind.CHOOSE, "Pons", "Pons")
    quiz.scene.choose("Pons")
    assert study_of(quiz).state("region:Pons").reviews == 1 and quiz.facts["page"] == "saving"
    quiz.frames(2)
    assert quiz.facts["page"] == "answered"
    assert study_of(quiz).best("region-quiz", "both/all") is not None, "the last answer ends the round"


def test_a_disk_that_refuses_moves_nothing_and_is_told(quiz):
    failed = []
    quiz.app.context.bus.subscribe(SaveFailed, failed.append)
    store = study_of(quiz)._store
    ask(quiz, Kind.CHOOSE, "Pons", "Pons")
    store._run("PRAGMA query_only = ON")
    quiz.key("1").frames(2)
    assert quiz.facts["page"] == "asking" and quiz.facts["wrong"] == [] and len(failed) == 1
    assert quiz.app.hud.problem.title == "The answer was not saved"
    quiz.key("enter").frames(2)
    store._run("PRAGMA query_only = OFF")
    quiz.key("1").frames(3)
    assert quiz.facts["page"] == "answered" and quiz.facts["right"] == 1 and quiz.facts["saved"]


def test_a_score_that_was_not_saved_can_be_saved_again(quiz, monkeypatch):
    from game.services.store_errors import StoreError

    study = study_of(quiz)

    def refuse(*args, **more):
        raise StoreError("The disk is full.")

    ask(quiz, Kind.CHOOSE, "Pons", "Pons")
    with monkeypatch.context() as patch:
        patch.setattr(study, "save_score", refuse)
        quiz.key("1").frames(3)
    assert quiz.app.hud.problem.what == "The disk is full."
    quiz.key("enter").frames(2).key("space")
    assert quiz.sees("Not saved.") and study.best("region-quiz", "both/all") is None
    quiz.press("save").frames(3)
    assert quiz.sees("Saved.") and "save" not in quiz.facts["widgets"]


def test_the_set_up_lights_what_is_asked(quiz):
    quiz.press("area-lobe:insula").frames(2)
    assert quiz.facts["gold"] == ["ctx-lh-insula", "ctx-rh-insula"] and quiz.sees("1 question")
    quiz.scene.layer.focus("side", show=True)
    quiz.key("arrow_right").frames(2)
    assert quiz.facts["filters"] == "L/lobe:insula" and quiz.facts["gold"] == ["ctx-lh-insula"]
    quiz.press("area-network:Visual").frames(2)
    assert "ctx-lh-cuneus" in quiz.facts["gold"] and "ctx-rh-cuneus" not in quiz.facts["gold"]
    quiz.press("start").frames(2)
    assert all(one.region.startswith("ctx-lh-") for one in quiz.scene.round.questions)
    quiz.press("setup").frames(2)
    assert quiz.facts["page"] == "set-up" and quiz.facts["filters"] == "L/network:Visual"


def test_a_round_that_is_left_can_go_on(quiz, make_pilot, clock):
    quiz.press("area-lobe:frontal").press("start").frames(2)
    for _ in range(3):
        answer_by_mouse(quiz)
        quiz.press("next").frames(2)
    asked = quiz.scene.round.questions
    quiz.press("skip").frames(3)  # its feedback is on the screen
    quiz.press("back").frames(3)
    assert quiz.scene.spec.id != "region_quiz"
    quiz.app.context.bus.post(OpenScene("course"))
    assert quiz.until_scene("course").frames(2).sees("Half played")
    again = opened(make_pilot, clock=clock)
    assert again.facts["page"] == "set-up" and again.facts["focused"] == "go-on"
    assert again.sees("Go on, 5 of 10") and again.complaints() == []
    again.key("enter").frames(2)
    assert (again.facts["number"], again.facts["right"], again.facts["filters"]) == (
        5,
        3,
        "both/lobe:frontal",
    )
    assert again.scene.round.questions == asked
    for _ in range(6):
        answer_by_mouse(again)
        again.press("next").frames(2)
    assert again.facts["page"] == "result" and again.facts["saved"] and again.sees("9 of 10")
    again.press("change").frames(2)
    assert not again.scene.layer.has("go-on"), "it is over"


def test_a_round_survives_the_set_up_and_a_new_one_takes_its_place_with_its_first_answer(quiz):
    quiz.press("start").frames(2)
    answer_by_mouse(quiz)
    quiz.press("setup").frames(2)
    assert quiz.sees("Go on, 2 of 10") and quiz.sees("New round")
    quiz.press("start").frames(2)
    assert quiz.facts["number"] == 1
    quiz.press("setup").frames(2)
    assert quiz.sees("Go on, 2 of 10"), "nothing was answered in the new one"
    quiz.press("go-on").frames(2)
    assert (quiz.facts["number"], quiz.facts["right"]) == (2, 1)


def test_a_miss_is_remembered_too(make_pilot, quiz, clock):
    structure = "precentral"
    quiz.press("start").frames(2)
    ask(quiz, Kind.CHOOSE, structure, "ctx-lh-precentral")
    wrong = next(c for c in question_of(quiz).choices if c != structure)
    quiz.press(f"choice-{question_of(quiz).choices.index(wrong) + 1}").frames(2)
    quiz.press("back").frames(3)
    again = opened(make_pilot, clock=clock).press("go-on").frames(2)
    assert again.facts["wrong"] == [wrong] and again.sees("One more try.")


def test_reading_about_an_answer_does_not_end_the_round(make_pilot, clock):
    pilot = make_pilot(
        "brain", params=(("region", "Right-Thalamus"),), clock=clock, motion="reduced"
    ).settle()
    pilot.frames(3).press("quiz").until_scene("region_quiz")
    pilot.frames(3)
    answer_by_mouse(pilot)
    pilot.key("e").until_scene("brain")
    pilot.frames(3).press("quiz").until_scene("region_quiz")
    pilot.frames(3)
    assert (pilot.facts["number"], pilot.facts["right"]) == (2, 1)


def test_the_best_round_is_shown_for_its_own_filters(quiz):
    study_of(quiz).save_score("region-quiz", Filters().board, 3.0, right=7, total=10)
    quiz.press("area-all").frames(2)
    assert quiz.sees("Best 7 of 10")
    quiz.press("area-lobe:insula").frames(2)
    assert not quiz.sees("Best 7 of 10")


def test_from_the_explorer_and_back(make_pilot, clock):
    pilot = make_pilot(
        "brain", params=(("region", "Right-Thalamus"),), clock=clock, motion="reduced"
    ).settle()
    pilot.frames(3)
    assert not pilot.sees("You would recall it today")
    pilot.press("quiz").until_scene("region_quiz")
    pilot.frames(3)
    assert pilot.facts["structure"] == "Thalamus" and pilot.facts["number"] == 1
    answer_by_mouse(pilot)
    pilot.key("e").until_scene("brain")
    pilot.frames(3)
    assert pilot.facts["selected"] in ("Left-Thalamus", "Right-Thalamus")
    assert pilot.sees("You would recall it today") and pilot.sees("100 %")
    pilot.key("escape").key("q").until_scene("region_quiz")
    assert pilot.frames(3).facts["page"] == "set-up"


def test_reviews_come_before_new_ones(make_pilot, clock):
    pilot = opened(make_pilot, clock=clock)
    study = study_of(pilot)
    for _ in range(2):
        study.rate("region:Habenula", Rating.GOOD)
    clock.advance(days=30)
    pilot.press("area-all").frames(2)
    assert pilot.sees("1 to repeat")
    pilot.press("start").frames(2)
    assert "Habenula" in {one.structure for one in pilot.scene.round.questions}


def test_with_motion_the_camera_eases_to_the_answer(make_pilot, clock):
    pilot = opened(make_pilot, clock=clock, motion="full")
    ask(pilot, Kind.CHOOSE, "cuneus", "ctx-lh-cuneus").frames(60)
    before = pilot.scene.brain.orbit.view
    pilot.key("1").frames(4)
    between = pilot.scene.brain.orbit.view
    pilot.frames(60)
    after = pilot.scene.brain.orbit.view
    assert before.distance > between.distance > after.distance and before.target != after.target


def test_leaving_gives_everything_back(quiz):
    scene, world = quiz.scene, quiz.stage.world
    quiz.press("start").frames(2)
    assert world.find("**/brain")
    quiz.press("back").until(lambda: quiz.scene is not scene, 30, "leaving")
    assert sum(scene.scope.census().values()) == 0
    assert quiz.stage.below.find("**/quiz-pins").is_empty()


@pytest.mark.parametrize("look", LOOKS, ids=str)
@pytest.mark.slow
def test_nothing_overlaps_at_any_size(look, make_pilot):
    pilot = opened(make_pilot, **look)
    assert pilot.complaints() == []
    ask(pilot, Kind.CHOOSE, "CC_Mid_Anterior", "CC_Mid_Anterior")
    assert pilot.complaints() == []
    pilot.key("2").frames(2)
    assert pilot.complaints() == []
    pilot.key("3").frames(2)
    assert pilot.complaints() == []
    ask(pilot, Kind.CLICK, "SNc-VTA", "Left-SNc-VTA")
    assert pilot.complaints() == []
    ask(pilot, Kind.TYPE, "bankssts", "ctx-lh-bankssts").type("wrong").key("enter").frames(2)
    assert pilot.complaints() == []
    pilot.scene.skip()
    pilot.frames(2)
    assert pilot.complaints() == []
    pilot.key("space").frames(2)
    assert pilot.facts["page"] == "result" and pilot.complaints() == []


@pytest.mark.slow
def test_every_part_can_be_shown(quiz):
    brain = quiz.scene.brain
    for region in quiz.app.context.atlas.regions:
        brain.pose(region.id)
        assert brain.look(region.id).share >= 0.2, region.id


@pytest.mark.parametrize(
    "region", ["ctx-lh-insula", "Left-Habenula", "Cerebellum-Vermis-X", "ctx-rh-pericalcarine", "Right-GPi"]
)
def test_the_keyboard_reaches_what_is_shown(quiz, region):
    brain = quiz.scene.brain
    brain.pose(region)
    brain.update(0.1)
    assert region in brain.places() and route(quiz, region) is not None


def test_the_camera_reaches_the_first_question_though_the_panel_gets_narrower_meanwhile(make_pilot, clock):
    pilot = opened(make_pilot, clock=clock, motion="full", size=(1280, 720))
    brain = pilot.scene.brain
    apart = brain._farther
    pilot.press("start").frames(120)
    assert brain._farther != apart  # the brain has more room than beside the set-up
    view, wanted = brain.orbit.view, brain.staging.view
    assert (view.azimuth, view.elevation) == (wanted.azimuth, wanted.elevation)
    assert view.target == wanted.target
    assert view.distance == pytest.approx(wanted.distance * brain._farther)
