"""Names beside the brain: outside its outline, apart from each other, clear of dots and boxes, leaders uncrossed."""

from __future__ import annotations

import math
from itertools import combinations
from random import Random

import numpy as np
import pytest

from game.worlds.brain.labels import (
    ENOUGH,
    Anchor,
    Placed,
    Room,
    covered,
    crosses,
    overlap,
    place_labels,
    runs_through,
)
from game.worlds.brain.pointers import in_lines
from game.worlds.brain.silhouette import Silhouette

AREA = (100.0, 50.0, 900.0, 650.0)
DOT, GAP = 5.0, 10.0


def room(*boxes) -> Room:
    return Room(AREA, GAP, DOT, boxes)


def egg(cx=500.0, cy=350.0, across=220.0, along=180.0) -> Silhouette:
    turn = np.linspace(0, 2 * math.pi, 400)
    shares = np.sqrt(np.linspace(0, 1, 40))[:, None]
    x, y = cx + across * shares * np.cos(turn), cy + along * shares * np.sin(turn)
    return Silhouette(np.stack([x.ravel(), y.ravel()], axis=1))


def random_anchors(seed: int, count: int) -> list[Anchor]:
    rng = Random(seed)
    found = []
    for n in range(count):
        turn, out = rng.uniform(0, 2 * math.pi), rng.uniform(0.1, 0.9)
        x, y = 500 + 220 * out * math.cos(turn), 350 + 180 * out * math.sin(turn)
        found.append(Anchor(f"a{n}", x, y, rng.uniform(60, 150), rng.choice([28.0, 48.0])))
    return found


def at(one: Placed):
    return (one.anchor.x, one.anchor.y)


def check(placed, anchors, boxes=()):
    for one in placed:
        left, top, right, bottom = one.box
        assert AREA[0] <= left and AREA[1] <= top and right <= AREA[2] + 1e-6 and bottom <= AREA[3] + 1e-6
        for anchor in anchors:
            dot = (anchor.x - DOT, anchor.y - DOT, anchor.x + DOT, anchor.y + DOT)
            assert not overlap(one.box, dot) or (anchor.x, anchor.y) not in {at(other) for other in placed}
        for box in boxes:
            assert not overlap(one.box, box) and not runs_through(one.hook, at(one), box)
    for first, second in combinations(placed, 2):
        assert not overlap(first.box, second.box)
        assert not crosses(first, second)
        assert not runs_through(first.hook, at(first), second.box)
        assert not runs_through(second.hook, at(second), first.box)


@pytest.mark.parametrize("seed", range(20))
def test_names_stand_outside_the_outline_apart_and_uncrossed(seed):
    anchors, outline = random_anchors(seed, 9), egg()
    placed = place_labels(anchors, room(), [outline])
    assert len(placed) >= 6
    check(placed, anchors)
    for one in placed:
        span = outline.span(one.box[1], one.box[3])
        assert span is None or one.box[2] <= span[0] or one.box[0] >= span[1]


@pytest.mark.parametrize("seed", range(20))
def test_boxes_are_kept_free_by_names_and_leaders(seed):
    boxes = [(90.0, 200.0, 240.0, 320.0), (700.0, 560.0, 900.0, 650.0)]
    anchors = random_anchors(seed, 8)
    placed = place_labels(anchors, room(*boxes), [egg()])
    assert len(placed) >= 4
    check(placed, anchors, boxes)


def test_the_first_is_served_first_and_what_does_not_fit_is_dropped():
    anchors = random_anchors(3, 12)
    low = Room((100.0, 300.0, 900.0, 400.0), GAP, DOT)
    placed = place_labels(anchors, low, [egg()])
    assert 0 < len(placed) < 12
    alone = place_labels(anchors[:1], room(), [egg()])
    assert place_labels(anchors, room(), [egg()])[0] == alone[0]


def test_come_close_names_may_lie_on_the_brain_but_on_no_dot():
    anchors, close = random_anchors(5, 9), egg(across=900.0, along=700.0)
    assert covered(close, AREA) > 0.95
    placed = place_labels(anchors, room(), [close])
    assert len(placed) >= ENOUGH
    check(placed, anchors)


def test_within_glass_a_name_without_room_stands_over_the_shell_but_not_over_what_is_solid():
    anchors = [Anchor(f"a{n}", 440 + 30 * n, 330 + 9 * n, 140, 28) for n in range(5)]
    shell, solid = egg(across=390.0, along=290.0), egg(across=110.0, along=60.0)
    placed = place_labels(anchors, room(), [shell, solid])
    assert len(placed) == 5
    check(placed, anchors)
    for one in placed:
        span = solid.span(one.box[1], one.box[3])
        assert span is None or one.box[2] <= span[0] or one.box[0] >= span[1]


def test_a_name_stays_while_the_brain_turns_a_little():
    anchors, outline = random_anchors(7, 8), egg()
    before = {one.anchor.key: one for one in place_labels(anchors, room(), [outline])}
    moved = [Anchor(a.key, a.x + 4, a.y + 3, a.width, a.height) for a in anchors]
    after = {one.anchor.key: one for one in place_labels(moved, room(), [outline], before)}
    kept = [key for key in before if key in after and after[key].middle == before[key].middle]
    assert len(kept) >= len(before) - 1


def test_dots_that_lie_on_each_other_or_under_a_box_are_not_named():
    anchors = [Anchor("a", 400, 300, 90, 28), Anchor("b", 404, 301, 90, 28), Anchor("c", 150, 250, 90, 28)]
    placed = place_labels(anchors, room((120.0, 200.0, 200.0, 300.0)), [egg()])
    assert [one.anchor.key for one in placed] == ["a"]


def test_crossing_is_seen():
    low, high = Anchor("low", 400, 300, 80, 28), Anchor("high", 400, 100, 80, 28)
    assert crosses(Placed(low, 100, 100, True), Placed(high, 100, 300, True))
    assert not crosses(Placed(low, 100, 300, True), Placed(high, 100, 100, True))


def test_an_outline_tells_its_ends_in_a_band_of_rows():
    outline = egg()
    left, right = outline.span(340, 360)
    assert left == pytest.approx(280, abs=6) and right == pytest.approx(720, abs=6)
    assert outline.span(0, 160) is None and outline.middle == pytest.approx(500, abs=4)
    assert Silhouette(np.zeros((0, 2))).span(0, 1000) is None


def test_long_names_are_broken_into_lines_of_like_length():
    assert in_lines("Caudal middle frontal", 2) == "Caudal middle\nfrontal"
    assert in_lines("Precuneus", 2) == "Precuneus"
    assert in_lines("Inferior part of the precentral sulcus", 2).count("\n") == 1
