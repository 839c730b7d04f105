"""Match the Pairs driven as a learner does: mouse only, keyboard only, misses, saving, every size it must fit."""

from __future__ import annotations

import pytest

from game.core.clock import FakeClock
from game.core.messages import OpenScene
from game.core.study_messages import SaveFailed, ScoreSaved
from game.minigames.matching.rules import Side, Tile

LOOKS = [
    {"size": (1280, 720)},
    {"size": (1920, 1080)},
    {"size": (1280, 720), "text_size": 2.0},
    {"size": (1280, 720), "scheme": "light", "text_size": 1.25},
    {"size": (1280, 720), "scheme": "contrast", "text_size": 1.5},
    {"size": (1024, 1366)},
]
LINGER = 60  # frames until the result follows the last match


@pytest.fixture
def clock():
    return FakeClock()


@pytest.fixture
def pairs(make_pilot, clock):
    """A new learner's first board at 1280x720."""
    return make_pilot("matching", clock=clock)


def study_of(pilot):
    return pilot.app.context.study


def course_of(pilot):
    return pilot.app.context.course.id


def partner(pilot, row, right=True):
    board = pilot.scene.board
    free = [r for r in range(board.size) if not board.is_matched(Tile(Side.DEFINITION, r))]
    return next(r for r in free if board.belongs(row, r) == right)


def match(pilot, row):
    pilot.press(f"term-{row}").press(f"definition-{partner(pilot, row)}")
    return pilot.frames(2)


def finish(pilot):
    for row in range(pilot.scene.board.size):
        match(pilot, row)
    return pilot


def heard_of(pilot, kind):
    heard = []
    pilot.app.context.bus.subscribe(kind, heard.append)
    return heard


def test_a_board_by_mouse(pairs, clock):
    assert pairs.facts["size"] == 6
    clock.advance(seconds=42)
    pairs.frames(2)
    assert pairs.sees("0:42")
    finish(pairs)
    assert pairs.facts["finished"] and pairs.facts["saved"]
    pairs.frames(LINGER)
    assert pairs.sees("All matched in 0:42.") and pairs.sees("Your best so far. Saved.")
    best = study_of(pairs).best("pairs", course_of(pairs))
    assert (best.result, best.seconds, best.misses, best.right) == (42.0, 42.0, 0, 6)


def test_a_board_by_keyboard_only(pairs):
    pairs.key("tab")
    while not pairs.facts["focused"].startswith("term-"):
        pairs.key("tab")
    for _ in range(6):
        pairs.key("enter")
        assert pairs.facts["held"].startswith("term-")
        assert pairs.facts["focused"].startswith("definition-"), "the focus crosses to where the partner is"
        row = int(pairs.facts["held"].rpartition("-")[2])
        for _ in range(6):
            if pairs.scene.board.belongs(row, int(pairs.facts["focused"].rpartition("-")[2])):
                break
            pairs.key("arrow_down")
        pairs.key("space")
    assert (pairs.facts["matched"], pairs.facts["misses"], pairs.facts["saved"]) == (6, 0, True)
    pairs.frames(LINGER)
    assert pairs.sees("All matched") and pairs.facts["focused"] == "next"


def test_arrows_cross_columns_and_skip_matched_tiles(pairs):
    match(pairs, 1)
    pairs.scene.layer.focus("term-0", show=True)
    pairs.key("arrow_down")
    assert pairs.facts["focused"] == "term-2"
    pairs.key("arrow_right")
    assert pairs.facts["focused"].startswith("definition-")


def test_a_miss_is_marked_counted_and_goes_away(pairs, clock):
    wrong = partner(pairs, 0, right=False)
    pairs.press("term-0").press(f"definition-{wrong}").frames(2)
    assert (pairs.facts["misses"], pairs.facts["held"], pairs.facts["matched"]) == (1, "", 0)
    assert pairs.scene.layer.find("term-0").state == "missed"
    assert pairs.scene.layer.find(f"definition-{wrong}").state == "missed"
    assert pairs.sees("miss")
    pairs.frames(90)
    assert pairs.scene.layer.find("term-0").state == "free"
    clock.advance(seconds=30)
    finish(pairs).frames(LINGER)
    assert pairs.sees("1 miss, 5 s each: result 0:35.")
    assert study_of(pairs).best("pairs", course_of(pairs)).result == 35.0


def test_picking_up_changing_and_putting_down(pairs):
    pairs.press("definition-2")
    assert pairs.facts["held"] == "definition-2"
    pairs.press("definition-4")
    assert pairs.facts["held"] == "definition-4"
    pairs.press("definition-4")
    assert pairs.facts["held"] == ""
    pairs.press("term-1").key("escape")
    assert pairs.facts["held"] == "" and pairs.scene.spec.id == "matching"
    assert pairs.facts["misses"] == 0


def test_the_held_thread_leads_to_what_is_pointed_at(pairs):
    view = pairs.scene.view

    def lines():
        return len(view.area.content.find_all_matches("**/loose/line"))

    pairs.press("term-0")
    assert lines() == 0, "still over the tile itself: only the knot"
    middle = pairs.scene.layer.find("definition-3").window_rect().centre
    pairs.move(*middle)
    assert lines() == 1
    pairs.move(middle[0], 5)
    assert lines() == 0
    pairs.key("escape")
    assert not view.area.content.find_all_matches("**/loose/box")


def test_each_match_ties_a_thread_that_stays(pairs):
    for count, row in enumerate((4, 2), start=1):
        match(pairs, row)
        assert len(pairs.scene.view.area.content.find_all_matches("**/threads/line")) == count


def test_the_score_is_saved_at_the_last_match_not_later(pairs, tmp_path):
    heard = heard_of(pairs, ScoreSaved)
    for row in range(5):
        match(pairs, row)
    assert study_of(pairs).best("pairs", course_of(pairs)) is None
    row = 5
    pairs.press(f"term-{row}").press(f"definition-{partner(pairs, row)}")
    assert study_of(pairs).best("pairs", course_of(pairs)) is not None, "in the same frame as the click"
    pairs.frames(1)
    assert len(heard) == 1


def test_a_disk_that_refuses_is_said_and_saving_can_be_tried_again(pairs):
    failed = heard_of(pairs, SaveFailed)
    store = study_of(pairs)._store
    store._run("PRAGMA query_only = ON")
    finish(pairs)
    assert pairs.facts["finished"] and not pairs.facts["saved"] and len(failed) == 1
    assert pairs.app.hud.problem.what == "The progress file may not be written."
    pairs.key("enter").frames(LINGER)
    assert pairs.sees("Not saved.") and not pairs.sees("Your best")
    store._run("PRAGMA query_only = OFF")
    pairs.press("save").frames(3)
    assert pairs.facts["saved"] and pairs.sees("Saved.")
    assert "save" not in pairs.facts["widgets"]


def test_the_next_board_has_other_cards_and_is_remembered(pairs, make_pilot, clock):
    first = {pair.item for pair in pairs.scene.board.terms}
    finish(pairs).frames(LINGER)
    pairs.press("next").frames(2)
    second = {pair.item for pair in pairs.scene.board.terms}
    assert first.isdisjoint(second) and pairs.facts["matched"] == 0 and pairs.facts["watch"] == "0:00"
    again = make_pilot("matching", clock=clock)
    assert {pair.item for pair in again.scene.board.terms} == second


def test_the_same_board_can_be_played_again_and_a_worse_result_is_not_the_best(pairs, clock):
    clock.advance(seconds=20)
    finish(pairs).frames(LINGER)
    pairs.press("same").frames(2)
    clock.advance(seconds=70)
    finish(pairs).frames(LINGER)
    assert pairs.sees("All matched in 1:10.") and pairs.sees("Best 0:20.")


def test_the_watch_stands_still_while_the_menu_is_open(pairs, clock):
    clock.advance(seconds=10)
    pairs.press("menu").until_scene("menu")
    pairs.frames(2)
    clock.advance(seconds=300)
    pairs.key("escape").until_scene("matching")
    pairs.frames(2)
    clock.advance(seconds=1)
    pairs.frames(2)
    assert pairs.facts["watch"] == "0:11" and pairs.sees("0:11")


def test_a_board_that_is_left_goes_on_where_it_stood(pairs, make_pilot, clock):
    clock.advance(seconds=30)
    match(pairs, 0)
    match(pairs, 4)
    wrong = partner(pairs, 1, right=False)
    pairs.press("term-1").press(f"definition-{wrong}").frames(2)
    before = pairs.facts
    pairs.press("back").frames(3)
    assert pairs.scene.spec.id != "matching"
    clock.advance(seconds=500)
    again = make_pilot("matching", clock=clock).frames(2)
    for name in ("number", "matched", "misses", "watch"):
        assert again.facts[name] == before[name], name
    assert "goes on where you left it" in again.app.hud.notice.text
    again.press("back").until_scene("home").frames(2)
    assert again.app.hud.notice is None, "it is about the board"
    again.app.context.bus.post(OpenScene("course"))
    again.until_scene("course").frames(2)
    assert again.sees("Half played")
    again.app.context.bus.post(OpenScene("matching"))
    again.until_scene("matching").frames(2)
    clock.advance(seconds=10)
    for row in (1, 2, 3, 5):
        match(again, row)
    again.frames(LINGER)
    assert again.sees("All matched in 0:40.") and again.facts["saved"]
    third = make_pilot("matching", clock=clock).frames(2)
    assert third.facts["matched"] == 0 and third.facts["number"] == before["number"] + 1
    assert third.app.hud.notice is None


def test_a_board_that_went_wrong_can_be_begun_again(pairs, make_pilot, clock):
    assert "restart" not in pairs.facts["widgets"]
    match(pairs, 0)
    pairs.press("back").frames(3)
    again = make_pilot("matching", clock=clock).frames(2)
    clock.advance(seconds=40)
    again.press("restart").frames(2)
    assert (again.facts["matched"], again.facts["watch"], again.facts["number"]) == (0, "0:00", 0)
    again.press("back").frames(3)
    assert make_pilot("matching", clock=clock).facts["matched"] == 0, "it is not taken up once more"


def test_a_board_that_was_only_looked_at_is_dealt_anew(pairs, make_pilot, clock):
    clock.advance(seconds=90)
    pairs.press("term-0").key("escape").key("escape").frames(3)
    assert make_pilot("matching", clock=clock).facts["watch"] == "0:00"


def test_leaving_gives_everything_back(pairs):
    scene = pairs.scene
    match(pairs, 0)
    pairs.press("back").frames(3)
    assert pairs.scene is not scene and scene.scope.closed


@pytest.mark.parametrize("look", LOOKS, ids=str)
@pytest.mark.slow
def test_it_fits(make_pilot, look):
    pilot = make_pilot("matching", **look)
    assert pilot.complaints() == []
    match(pilot, 0)
    pilot.press("term-1").press(f"definition-{partner(pilot, 1, right=False)}").frames(2)
    assert pilot.complaints() == []
    for row in range(1, 6):
        match(pilot, row)
    pilot.frames(LINGER)
    assert pilot.sees("All matched") and pilot.complaints() == []
