"""Two fingers: nearer, further, moved, lifted one by one, crossed, a third; and never a click at the end of it."""

from __future__ import annotations

import math
import random

import pytest

from game.core.inputs import MOVE, PRESS, RELEASE, GestureTracker, InputEvent
from game.core.pinch import NEAREST_PX, ZOOM_PER_NOTCH


class Hand:
    """Fingers on a tracker; `made` is every gesture so far."""

    def __init__(self) -> None:
        self.tracker = GestureTracker()
        self.made = []
        self.time = 0.0

    def do(self, kind, finger, x, y=100.0):
        self.time += 0.01
        button = 0 if finger else 1
        self.made += self.tracker.feed(InputEvent(kind, x, y, button=button, finger=finger, time=self.time))
        return self

    def down(self, finger, x, y=100.0):
        return self.do(PRESS, finger, x, y)

    def move(self, finger, x, y=100.0):
        return self.do(MOVE, finger, x, y)

    def up(self, finger, x, y=100.0):
        return self.do(RELEASE, finger, x, y)

    @property
    def kinds(self):
        return [gesture.kind for gesture in self.made]

    @property
    def notches(self):
        return sum(gesture.steps for gesture in self.made if gesture.kind == "pinch")


def test_fingers_that_part_come_nearer_by_the_share_they_part():
    hand = Hand().down(0, 100).down(1, 200).move(0, 50).move(1, 250).up(1, 250).up(0, 50)
    assert set(hand.kinds) == {"pinch"}
    assert ZOOM_PER_NOTCH**hand.notches == pytest.approx(1 / 2)


def test_fingers_that_close_go_away():
    assert Hand().down(0, 100).down(1, 300).move(1, 200).notches < 0


def test_fingers_that_move_together_only_move():
    hand = Hand().down(0, 100).down(1, 300)
    for step in range(1, 11):
        hand.move(0, 100 + step, 100 + step).move(1, 300 + step, 100 + step)
    moved = [(g.dx, g.dy) for g in hand.made]
    assert (sum(x for x, _ in moved), sum(y for _, y in moved)) == (10, 10)
    assert hand.notches == pytest.approx(0, abs=1e-9)


@pytest.mark.parametrize("order", [(0, 1), (1, 0)])
def test_a_pinch_never_ends_in_a_click_or_drag_whichever_finger_is_lifted_first(order):
    hand = Hand().down(0, 100).down(1, 200)
    hand.up(order[0], 100)
    hand.move(order[1], 160).up(order[1], 160)
    assert "click" not in hand.kinds and "drag" not in hand.kinds


def test_two_fingers_that_only_tap_do_nothing():
    assert Hand().down(0, 100).down(1, 200).up(1, 200).up(0, 100).made == []


def test_after_a_pinch_a_tap_is_a_single_click_again():
    hand = Hand().down(0, 100).up(0, 100)  # a tap just before, at the same place
    hand.down(0, 100).down(1, 200).move(1, 220).up(1, 220).up(0, 100)
    hand.down(0, 100).up(0, 100)
    clicks = [g for g in hand.made if g.kind == "click"]
    assert [g.count for g in clicks] == [1, 1]


def test_a_second_finger_ends_a_drag_and_the_first_one_alone_drags_no_more():
    hand = Hand().down(0, 100).move(0, 150).down(1, 300)
    assert hand.kinds == ["drag", "drag_end"]
    hand.up(1, 300).move(0, 200).up(0, 200)
    assert hand.kinds == ["drag", "drag_end"]


def test_the_second_finger_may_be_lifted_and_come_back():
    hand = Hand().down(0, 100).down(1, 200).up(1, 200).move(0, 120).down(1, 220).move(1, 320)
    assert ZOOM_PER_NOTCH**hand.notches == pytest.approx(1 / 2)


def test_a_third_finger_is_nobody():
    hand = Hand().down(0, 100).down(1, 200).down(2, 500).move(2, 900).up(2, 900)
    assert hand.made == []
    assert ZOOM_PER_NOTCH ** hand.move(1, 300).notches == pytest.approx(1 / 2)


def test_crossing_fingers_make_nothing_leap():
    hand = Hand().down(0, 100).down(1, 300)
    for x in range(300, -101, -5):
        hand.move(1, x)
    assert hand.notches == pytest.approx(0, abs=1e-9)  # 200 apart on the other side
    largest = abs(math.log(NEAREST_PX / (NEAREST_PX + 5)) / math.log(ZOOM_PER_NOTCH))
    assert max(abs(g.steps) for g in hand.made) <= largest + 1e-9


def test_a_finger_without_the_first_does_nothing():
    assert Hand().down(1, 100).move(1, 200).up(1, 200).up(3, 1).made == []
    assert Hand().down(1, 100).move(0, 5).kinds == ["hover"]


def test_a_finger_whose_lifting_was_lost_does_not_stop_the_pointer():
    hand = Hand().down(0, 100).down(1, 200).up(0, 100)  # nobody ever hears that finger 1 is gone
    assert hand.move(0, 110).kinds == ["hover"]
    assert hand.down(0, 110).up(0, 110).kinds[-1] == "click"
    assert hand.down(0, 110).move(0, 150).up(0, 150).kinds[-2:] == ["drag", "drag_end"]


def test_a_cancelled_press_makes_no_pinch():
    hand = Hand().down(0, 100)
    hand.tracker.cancel()
    assert hand.down(1, 200).move(1, 300).up(1, 300).up(0, 100).made == []


@pytest.mark.parametrize("seed", range(20))
def test_whatever_hands_do_clicks_come_only_from_touches_of_one_finger(seed):
    chance = random.Random(seed)
    hand, down, several = Hand(), set(), False
    for _ in range(400):
        finger = chance.randrange(4)
        before = len(hand.made)
        x, y = chance.uniform(0, 40), chance.uniform(0, 40)
        if finger in down and chance.random() < 0.4:
            hand.up(finger, x, y)
            down.discard(finger)
            clicked = "click" in hand.kinds[before:]
            assert not (clicked and (several or finger))
            several = several and 0 in down
        elif finger in down:
            hand.move(finger, x, y)
        else:
            hand.down(finger, x, y)
            several = False if finger == 0 else several or 0 in down
            down.add(finger)
        for gesture in hand.made[before:]:
            assert math.isfinite(gesture.steps) and abs(gesture.steps) < 10
            assert not several or gesture.kind in ("pinch", "drag_end")
