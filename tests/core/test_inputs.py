"""Gestures: a click is not a drag, a drag is never a click, two quick clicks are one double click."""

from game.core.inputs import MOVE, PRESS, RELEASE, WHEEL, GestureTracker, InputEvent


def feed(*events):
    tracker = GestureTracker()
    return [gesture for event in events for gesture in tracker.feed(event)]


def press(x, y, time=0.0, button=1):
    return InputEvent(PRESS, x, y, button=button, time=time)


def release(x, y, time=0.0, button=1):
    return InputEvent(RELEASE, x, y, button=button, time=time)


def move(x, y):
    return InputEvent(MOVE, x, y)


def test_moving_without_a_button_hovers():
    assert [g.kind for g in feed(move(1, 2), move(3, 4))] == ["hover", "hover"]


def test_a_press_and_release_in_place_is_a_click():
    (click,) = feed(press(10, 10), move(12, 11), release(12, 11))
    assert (click.kind, click.count, click.button) == ("click", 1, 1)


def test_a_drag_reports_its_steps_and_never_ends_in_a_click():
    gestures = feed(press(0, 0), move(10, 0), move(15, 5), release(15, 5))
    assert [(g.kind, g.dx, g.dy) for g in gestures] == [("drag", 10, 0), ("drag", 5, 5), ("drag_end", 0, 0)]


def test_a_drag_that_comes_back_is_still_no_click():
    assert [g.kind for g in feed(press(0, 0), move(20, 0), move(0, 0), release(0, 0))][-1] == "drag_end"


def test_two_quick_clicks_are_a_double_click_and_a_third_starts_anew():
    gestures = feed(*(e for t in (0.0, 0.1, 0.2) for e in (press(5, 5, t), release(5, 5, t))))
    assert [g.count for g in gestures] == [1, 2, 1]


def test_slow_or_distant_clicks_stay_single():
    slow = feed(press(5, 5, 0.0), release(5, 5, 0.0), press(5, 5, 1.0), release(5, 5, 1.0))
    far = feed(press(5, 5, 0.0), release(5, 5, 0.0), press(90, 5, 0.1), release(90, 5, 0.1))
    assert [g.count for g in slow + far] == [1, 1, 1, 1]


def test_the_wheel_and_a_release_without_press():
    assert [g.steps for g in feed(InputEvent(WHEEL, 1, 1, steps=-2.0))] == [-2.0]
    assert feed(release(1, 1)) == []


def test_cancel_forgets_a_press():
    tracker = GestureTracker()
    tracker.feed(press(0, 0))
    tracker.cancel()
    assert tracker.feed(release(0, 0)) == []
