import math

from game.worlds.constellation.layout import CLOSEST, lay_out, prerequisite_depths, unique_links
from tests.worlds.ideas import ALL_REDUCE, course, idea


def test_the_same_ideas_stand_in_the_same_places():
    assert lay_out(course(60)) == lay_out(course(60))


def test_clusters_do_not_overlap_seen_from_the_front():
    for count in (12, 150):
        sky = lay_out(course(count))
        names = list(sky.centres)
        for number, a in enumerate(names):
            for b in names[number + 1 :]:
                (ax, _, az), (bx, _, bz) = sky.centres[a], sky.centres[b]
                assert math.hypot(ax - bx, az - bz) > sky.radii[a] + sky.radii[b], (count, a, b)


def test_stars_lie_inside_their_cluster_and_apart():
    ideas = course(150)
    sky = lay_out(ideas)
    for one in ideas:
        (x, _, z), (cx, _, cz) = sky.positions[one.id], sky.centres[one.cluster]
        assert math.hypot(x - cx, z - cz) <= sky.radii[one.cluster] + 1e-6
    places = [(x, z) for x, _, z in sky.positions.values()]
    nearest = min(math.dist(a, b) for n, a in enumerate(places) for b in places[n + 1 :])
    assert nearest > CLOSEST * 0.7


def test_the_sky_is_centred_and_wider_than_high():
    sky = lay_out(course(150))
    for axis in range(3):
        values = [place[axis] for place in sky.positions.values()]
        assert abs(max(values) + min(values)) < 1e-6
        assert max(values) <= sky.extent[axis] + 1e-6
    assert sky.extent[0] > sky.extent[2] > sky.extent[1]


def test_depth_is_the_longest_chain_of_requirements():
    depths = prerequisite_depths(ALL_REDUCE)
    assert [depths[one.id] for one in ALL_REDUCE] == [0, 1, 2, 3, 4, 0, 0]


def test_cycles_and_unknown_ids_do_no_harm():
    ring = [idea("a", requires=["b", "nowhere"]), idea("b", requires=["a"], related=["b", "gone"])]
    assert prerequisite_depths(ring) == {"a": 0, "b": 0}
    assert unique_links(ring) == (("b", "a"),)
    assert set(lay_out(ring).positions) == {"a", "b"}


def test_empty_and_single_skies():
    assert lay_out(()).positions == {}
    assert lay_out([idea("a")]).positions == {"a": (0.0, 0.0, 0.0)}


def test_links_are_nearer_than_strangers():
    ideas = course(150)
    sky = lay_out(ideas)
    cluster = {one.id: one.cluster for one in ideas}
    inside = [(a, b) for a, b in sky.links if cluster[a] == cluster[b]]
    linked = sum(math.dist(sky.positions[a], sky.positions[b]) for a, b in inside) / len(inside)
    pairs = [(a.id, b.id) for a in ideas for b in ideas if a.id < b.id and a.cluster == b.cluster]
    strangers = sum(math.dist(sky.positions[a], sky.positions[b]) for a, b in pairs) / len(pairs)
    assert linked < 0.75 * strangers
