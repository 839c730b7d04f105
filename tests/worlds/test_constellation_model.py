import pytest

from game.worlds.constellation.model import NEARBY_NAMES, ConstellationModel, SelectionChanged
from tests.worlds.ideas import ALL_REDUCE, course, idea

PATH = ("float16 gradient", "bucket", "all-reduce", "sync", "equal")


@pytest.fixture
def sky():
    return ConstellationModel(ALL_REDUCE)


def test_selecting_lights_the_path_of_requirements(sky):
    assert sky.select("all-reduce") == SelectionChanged("all-reduce", PATH)
    assert sky.selected == "all-reduce" and sky.path == PATH
    assert sky.select("all-reduce") is None
    assert sky.clear() == SelectionChanged("")
    assert sky.clear() is None and sky.path == ()


def test_an_unknown_star_is_an_error(sky):
    with pytest.raises(KeyError):
        sky.select("nowhere")


def test_needs_leads_to_and_related(sky):
    assert sky.needs("all-reduce") == ("bucket",)
    assert sky.leads_to("all-reduce") == ("sync",)
    assert sky.related("all-reduce") == ("ring",)
    assert sky.related("ring") == ("all-reduce",)


def test_the_path_ends_in_a_cycle():
    ring = ConstellationModel([idea("a", requires=["b"]), idea("b", requires=["a"])])
    assert sorted(ring.path_through("a")) == ["a", "b"]


def test_names_are_the_path_and_at_most_eight_others():
    sky = ConstellationModel(course(150))
    assert sky.named() == ()
    sky.select("idea40")
    names = sky.named()
    assert names[0] == "idea40"
    assert set(sky.path) <= set(names)
    assert len(names) == len(sky.path) + NEARBY_NAMES
    sky.hover("idea149")
    assert sky.named()[1] == "idea149"


def test_hover_says_whether_it_changed(sky):
    assert sky.hover("ring") and not sky.hover("ring")
    assert sky.hover("nowhere") and sky.hovered == ""


def test_search_forgives_typing_mistakes(sky):
    assert sky.search("syn")[0].name.key == "sync"
    assert sky.search("sychronous")[0].name.key == "sync"
    assert [hit.name.key for hit in sky.search("collectives")] == ["bucket", "all-reduce", "ring"]
    assert sky.search("") == []


def test_recall_lights_stars():
    sky = ConstellationModel(ALL_REDUCE, {"ring": 0.9, "bucket": 0.2, "sync": None})
    assert sky.recall("ring") == 0.9 and sky.recall("sync") is None and sky.recall("equal") is None
    assert sky.brightness("sync") == 0.0
    assert sky.lit_count() == 1
    with pytest.raises(ValueError, match="bucket"):
        sky.set_recall({"bucket": 1.5})


def test_arrows_walk_to_the_nearest_star_in_that_direction(sky):
    screen = {
        "ring": (100.0, 100.0),
        "sync": (200.0, 110.0),
        "equal": (150.0, 180.0),
        "clock": (100.0, 300.0),
    }
    assert sky.star_towards(screen, "ring", 1, 0) == "sync"
    assert sky.star_towards(screen, "ring", 0, 1) == "equal"
    assert sky.star_towards(screen, "ring", -1, 0) == "ring"
    assert sky.star_towards(screen, "clock", 0, -1) == "ring"
    assert sky.star_towards(screen, "", 1, 0) == "equal"
    assert sky.star_towards({}, "", 1, 0) == ""


def test_every_star_can_be_reached_by_arrows():
    sky = ConstellationModel(course(150))
    screen = {key: (star.position[0], -star.position[2]) for key, star in sky.stars.items()}
    seen, waiting = set(), [sky.central(screen)]
    while waiting:
        here = waiting.pop()
        if here not in seen:
            seen.add(here)
            waiting += [
                sky.star_towards(screen, here, dx, dy) for dx, dy in ((1, 0), (-1, 0), (0, 1), (0, -1))
            ]
    assert seen == set(sky.stars)
