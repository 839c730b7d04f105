"""The Memory Deck driven as a learner does: keys, clicks, undo, a disk that refuses, every size it must fit."""

from __future__ import annotations

import pytest

from game.core.clock import FakeClock
from game.core.messages import OpenScene
from game.core.scheduling import NEW, Phase, Rating, interval_text
from game.core.study_messages import CardScheduled, SaveFailed

LOOKS = [
    {"size": (1280, 720)},
    {"size": (1920, 1080)},
    {"size": (1280, 720), "text_size": 2.0},
    {"size": (1280, 720), "scheme": "light", "text_size": 1.25},
    {"size": (1280, 720), "scheme": "contrast", "text_size": 1.5},
    {"size": (1024, 1366)},
]
TURNED = 30  # frames; 0.42 s at 60 a second, and a little


@pytest.fixture
def deck(make_pilot):
    """The deck of a new learner at 1280x720."""
    return make_pilot("flashcards")


@pytest.fixture
def quick_deck(make_pilot):
    """The same in reduced motion, for tests that go through all cards."""
    return make_pilot("flashcards", motion="reduced")


def study_of(pilot):
    return pilot.app.context.study


def items_of(pilot):
    course = pilot.app.context.course
    return [course.item_id("card", card.id) for card in course.cards]


def card_of(pilot):
    course = pilot.app.context.course
    return course.card(pilot.facts["card"].partition("/")[2])


def turn(pilot):
    """Turn the card and wait until it lies still."""
    pilot.key("space")
    return pilot.until(lambda: not pilot.facts["turning"], TURNED, "the card lying still")


def answer(pilot, key="3"):
    return turn(pilot).key(key).frames(1)


def refuse_to_save(pilot, on=True):
    """Make SQLite itself refuse every write."""
    study_of(pilot)._store._run(f"PRAGMA query_only = {'ON' if on else 'OFF'}")


def heard_of(pilot, kind):
    heard = []
    pilot.app.context.bus.subscribe(kind, heard.append)
    return heard


def test_a_deck_from_first_card_to_complete_by_keys(quick_deck):
    items = items_of(quick_deck)
    assert quick_deck.facts["total"] == len(items) and quick_deck.facts["number"] == 1
    seen = []
    while not quick_deck.facts["complete"]:
        seen.append(quick_deck.facts["card"])
        assert quick_deck.sees(card_of(quick_deck).term) and not quick_deck.sees(
            card_of(quick_deck).definition
        )
        answer(quick_deck)
    assert seen == items
    assert quick_deck.facts["progress"] == 1.0
    assert quick_deck.sees("That is all for today.")
    assert quick_deck.sees(f"{len(items)} of {len(items)} known at once. Saved.")
    assert all(state.phase is Phase.REVIEW for state in study_of(quick_deck).states(items).values())
    best = study_of(quick_deck).best("deck", quick_deck.app.context.course.id)
    assert (best.right, best.total) == (len(items), len(items))


def test_a_card_by_clicks_and_again_brings_it_back(quick_deck):
    first = quick_deck.facts["card"]
    quick_deck.press("card").frames(TURNED)
    assert quick_deck.facts["flipped"] and quick_deck.sees(card_of(quick_deck).definition)
    quick_deck.press("rate-1").frames(2)
    assert quick_deck.facts["card"] != first and not quick_deck.facts["flipped"]
    assert study_of(quick_deck).state(first).phase is Phase.LEARNING
    quick_deck.press("show").frames(TURNED)
    quick_deck.press("rate-4").frames(2)
    assert quick_deck.facts["number"] == 2, "a card that comes back is not finished"
    while quick_deck.facts["card"] != first:
        answer(quick_deck)
    assert quick_deck.facts["number"] == quick_deck.facts["total"]
    answer(quick_deck)
    assert quick_deck.facts["complete"]


def test_keys_before_the_flip_and_during_it_rate_nothing(deck):
    first = deck.facts["card"]
    for key in "1234" * 3:
        deck.key(key)
    assert deck.facts["card"] == first and not deck.facts["flipped"]
    deck.key("space")
    assert deck.facts["turning"]
    for key in ("3", "space", "enter"):
        deck.key(key)
    assert deck.facts["card"] == first
    assert study_of(deck).state(first) == NEW


def test_the_card_turns_about_its_upright_axis_and_shows_one_side_at_a_time(deck):
    definition = card_of(deck).definition
    assert deck.facts["degrees"] == 0
    deck.key("space")
    degrees = []
    while deck.facts["turning"]:
        degrees.append(deck.facts["degrees"])
        assert deck.sees(definition) == (degrees[-1] > 90)
        deck.frames()
    assert degrees == sorted(degrees) and len(degrees) > 15
    assert deck.facts["degrees"] == 180 and deck.sees(definition)


def test_reduced_motion_turns_without_turning(make_pilot):
    pilot = make_pilot("flashcards", motion="reduced")
    pilot.key("space")
    seen = set()
    while pilot.facts["turning"]:
        seen.add(pilot.facts["degrees"])
        pilot.frames()
    assert seen <= {0.0, 180.0}
    assert pilot.sees(card_of(pilot).definition)
    pilot.key("3").frames(2)
    assert pilot.facts["number"] == 2


@pytest.mark.parametrize("rating", list(Rating))
def test_the_interval_on_the_button_is_the_one_applied(make_pilot, rating):
    clock = FakeClock()
    pilot = make_pilot("course", clock=clock)
    items = items_of(pilot)
    for item in items:
        study_of(pilot).rate(item, Rating.GOOD)
    clock.advance(days=9.5)
    pilot.app.context.bus.post(OpenScene("flashcards"))
    pilot.until_scene("flashcards")
    item = pilot.facts["card"]
    heard = heard_of(pilot, CardScheduled)
    pilot.key("space").frames(TURNED)
    promised = pilot.facts["intervals"][rating.name]
    assert pilot.sees(promised)
    pilot.press(f"rate-{int(rating)}").frames(2)
    assert (heard[0].item, heard[0].rating, interval_text(heard[0].interval)) == (item, int(rating), promised)


def test_intervals_that_change_while_one_thinks_change_on_the_buttons(make_pilot):
    clock = FakeClock()
    pilot = make_pilot("course", clock=clock)
    for item in items_of(pilot):
        study_of(pilot).rate(item, Rating.GOOD)
    clock.advance(days=3)
    pilot.app.context.bus.post(OpenScene("flashcards"))
    pilot.until_scene("flashcards")
    pilot.key("space").frames(TURNED)
    before = pilot.facts["intervals"]["GOOD"]
    clock.advance(days=20)
    pilot.frames(70)
    after = pilot.facts["intervals"]["GOOD"]
    assert after != before and pilot.sees(after)
    heard = heard_of(pilot, CardScheduled)
    pilot.key("3").frames(2)
    assert interval_text(heard[0].interval) == after


def test_undo_by_key_and_by_button_brings_card_and_memory_back(deck):
    first = deck.facts["card"]
    assert "undo" not in deck.facts["widgets"]
    answer(deck, "1")
    second = deck.facts["card"]
    answer(deck, "4")
    deck.key("z").frames(2)
    assert (deck.facts["card"], deck.facts["flipped"]) == (second, True)
    assert study_of(deck).state(second) == NEW
    deck.press("undo").frames(2)
    assert (deck.facts["card"], deck.facts["flipped"]) == (first, True)
    assert study_of(deck).state(first) == NEW
    assert "undo" not in deck.facts["widgets"]
    deck.key("3").frames(2)
    assert deck.facts["card"] == second


def test_undo_of_the_last_card_takes_the_score_back_and_it_can_be_earned_again(quick_deck):
    course = quick_deck.app.context.course.id
    while not quick_deck.facts["complete"]:
        answer(quick_deck)
    quick_deck.press("undo").frames(2)
    assert not quick_deck.facts["complete"] and quick_deck.facts["flipped"]
    assert study_of(quick_deck).best("deck", course) is None
    quick_deck.key("4").frames(2)
    assert quick_deck.facts["complete"] and study_of(quick_deck).best("deck", course) is not None


def test_a_disk_that_refuses_leaves_the_card_where_it_is_and_says_so(deck):
    first = deck.facts["card"]
    failed, scheduled = heard_of(deck, SaveFailed), heard_of(deck, CardScheduled)
    deck.key("space").frames(TURNED)
    refuse_to_save(deck)
    deck.key("3").frames(3)
    assert (deck.facts["card"], deck.facts["flipped"], deck.facts["number"]) == (first, True, 1)
    assert scheduled == [] and len(failed) == 1
    problem = deck.app.hud.problem
    assert problem.title == "Your rating was not saved"
    assert problem.what == "The progress file may not be written."
    assert not deck.facts["can_undo"]
    refuse_to_save(deck, on=False)
    assert study_of(deck).state(first) == NEW
    deck.key("enter").frames(2)  # closes the panel
    deck.key("3").frames(3)
    assert deck.facts["card"] != first
    assert study_of(deck).state(first).reviews == 1


def test_an_undo_that_cannot_be_saved_changes_nothing(deck):
    first = deck.facts["card"]
    answer(deck)
    second = deck.facts["card"]
    refuse_to_save(deck)
    deck.key("z").frames(3)
    assert deck.facts["card"] == second and deck.facts["can_undo"]
    assert study_of(deck).state(first).reviews == 1
    assert deck.app.hud.problem.title == "The rating could not be taken back"


def test_a_result_that_cannot_be_saved_is_not_said_to_be(quick_deck):
    while quick_deck.facts["number"] < quick_deck.facts["total"]:
        answer(quick_deck)
    store = study_of(quick_deck)._store
    original = store.add_score

    def refuse(*_arguments, **_words):
        store._run("INSERT INTO nowhere VALUES (1)")

    store.add_score = refuse
    answer(quick_deck)
    store.add_score = original
    assert quick_deck.facts["complete"]
    assert quick_deck.sees("known at once. Not saved.")


def test_nothing_due_says_when_and_lets_one_go_through_them_all(make_pilot):
    pilot = make_pilot("course")
    items = items_of(pilot)
    for item in items:
        study_of(pilot).rate(item, Rating.EASY)
    pilot.app.context.bus.post(OpenScene("flashcards"))
    pilot.until_scene("flashcards")
    assert pilot.facts["complete"] and pilot.sees("comes back in 8 days")
    pilot.press("again").frames(2)
    assert pilot.facts["total"] == len(items) and not pilot.facts["complete"]


def test_a_card_asked_for_comes_first(make_pilot):
    pilot = make_pilot("flashcards", params=(("card", "loss-scaling"),))
    assert pilot.facts["card"].endswith("/loss-scaling")
    assert pilot.facts["total"] == len(items_of(pilot))


def test_the_link_on_the_back_asks_for_the_section(deck):
    requests = heard_of(deck, OpenScene)
    assert "read" not in deck.facts["widgets"]
    section = card_of(deck).section
    deck.key("space").frames(TURNED)
    deck.press("read")
    assert requests[0].scene == "lesson" and dict(requests[0].params)["section"] == section


def test_leaving_gives_everything_back(deck):
    scene, stage = deck.scene, deck.app.context.stage
    answer(deck)
    deck.press("back").until_scene("course" if deck.app.director.stack[0].scene == "course" else "home")
    assert scene.scope.closed
    assert stage.world.find("**/deck").is_empty()


@pytest.mark.parametrize("look", LOOKS, ids=str)
@pytest.mark.slow
def test_it_fits_on_every_side_of_every_card(make_pilot, look):
    pilot = make_pilot("flashcards", **look)
    assert pilot.complaints() == []
    longest = max(
        pilot.app.context.course.cards, key=lambda card: len(card.definition) + 3 * len(card.formula)
    )
    pilot.app.context.bus.post(OpenScene("course"))
    pilot.until_scene("course")
    pilot.app.context.bus.post(OpenScene("flashcards", (("card", longest.id),)))
    pilot.until_scene("flashcards")
    assert pilot.complaints() == []
    pilot.key("space").frames(TURNED)
    assert pilot.sees(longest.definition) and pilot.complaints() == []
    scroll = pilot.scene.view.scroll
    if scroll is not None:
        pilot.key("arrow_down", times=12)
        assert scroll.offset == scroll.furthest
    pilot.key("3").frames(2)
    assert pilot.complaints() == []


def test_the_picture_of_the_card_is_really_drawn(make_pilot):
    pilot = make_pilot("flashcards")
    front = pilot.frames(20).picture()
    x, y = (int(v) for v in pilot.scene.view.card._area.centre)
    corner = front.getpixel((5, 400))
    assert front.getpixel((x, int(y - 150))) != corner, "the card has a body"
    pilot.key("space").frames(TURNED)
    back = pilot.picture()
    box = (x - 200, y - 150, x + 200, y + 150)
    assert front.crop(box).tobytes() != back.crop(box).tobytes()
