from random import Random

from game.worlds.constellation.labels import Label, around, declutter, outside, overlap

SCREEN = (0.0, 0.0, 1000.0, 600.0)


def beside(key, x, y, rank=0, width=120.0):
    return Label(key, width, 24.0, around(x, y, width, 24.0, 16.0), rank)


def test_a_crowd_never_overlaps_and_stays_on_the_screen():
    rng = Random(1)
    crowd = [beside(str(n), rng.uniform(0, 1000), rng.uniform(0, 600)) for n in range(120)]
    placed = declutter(crowd, SCREEN, blocked=[(400.0, 200.0, 600.0, 400.0)])
    boxes = [one.box for one in placed.values()]
    assert 20 < len(boxes) < 120
    for number, a in enumerate(boxes):
        assert a[0] >= 0 and a[1] >= 0 and a[2] <= 1000 and a[3] <= 600
        assert not overlap(a, (400.0, 200.0, 600.0, 400.0))
        assert not any(overlap(a, b) for b in boxes[number + 1 :])


def test_lower_rank_is_served_first():
    only = ((100.0, 100.0),)
    second, first = Label("b", 50, 20, only, rank=2), Label("a", 50, 20, only, rank=1)
    assert set(declutter([second, first], SCREEN)) == {"a"}


def test_the_slot_that_covers_fewest_stars_wins():
    right_side = [(135.0, 100.0), (150.0, 100.0), (165.0, 100.0)]
    assert declutter([beside("a", 100, 100, width=60)], SCREEN)["a"].slot == 0
    assert declutter([beside("a", 100, 100, width=60)], SCREEN, avoid=right_side)["a"].slot == 1


def test_a_name_stays_where_it_was_while_the_difference_is_small():
    was = declutter([beside("a", 300, 100)], SCREEN, avoid=[(330.0, 100.0)])
    assert was["a"].slot == 1
    assert declutter([beside("a", 300, 100)], SCREEN, before=was)["a"].slot == 1
    one_on_the_left = [(250.0, 100.0)]
    assert declutter([beside("a", 300, 100)], SCREEN, before=was, avoid=one_on_the_left)["a"].slot == 0


def test_no_room_means_no_label():
    assert declutter([beside("a", 50, 50, width=2000)], SCREEN) == {}


def test_a_group_is_named_outside_its_stars():
    box = (200.0, 200.0, 400.0, 300.0)
    for left, top in outside(box, 150, 20, 10):
        assert not overlap((left, top, left + 150, top + 20), box)
