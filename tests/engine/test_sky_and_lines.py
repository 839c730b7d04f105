import numpy as np
import pytest
from panda3d.core import Geom

from game.engine.lines import polyline_rows
from game.engine.links import link_rows
from game.engine.points import rgba8, star_rows
from game.engine.sky import SkyColours, without_holes
from game.engine.sky import star_rows as sky_rows
from game.engine.vertex_data import point_geom, quad_geom, register_format, rewrite_points, rewrite_quads

GOLD = (1.0, 0.8, 0.4, 1.0)


def rows_of(points, width=4.0):
    return polyline_rows(np.asarray(points, np.float32), width, GOLD).reshape(-1, 4)


def test_background_stars_are_fixed_faint_and_small():
    stars = sky_rows(420, 5)
    assert np.array_equal(stars, sky_rows(420, 5)) and not np.array_equal(stars, sky_rows(420, 6))
    assert stars["radius"].min() >= 0.5 and stars["radius"].max() <= 2.0
    alpha = stars["color"][:, 3] / 255
    assert alpha.min() >= 0.11 and alpha.max() <= 0.73
    assert np.median(alpha) < 0.2


def test_no_background_star_touches_a_text_box():
    stars = sky_rows(700, 1)
    box = (200.0, 100.0, 900.0, 500.0)
    left = without_holes(stars, [box], 1280, 720)
    x, y = left["vertex"][:, 0] * 1280, left["vertex"][:, 2] * 720
    inside = (x + left["radius"] > box[0]) & (x - left["radius"] < box[2])
    inside &= (y + left["radius"] > box[1]) & (y - left["radius"] < box[3])
    assert 300 < len(left) < 700 and not inside.any()
    assert len(without_holes(stars, [], 1280, 720)) == 700


def test_scheme_colours_come_from_hex():
    colours = SkyColours.from_hex("#000000", "#FF0080", "#ffffff")
    assert colours.mid == (1.0, 0.0, 128 / 255)
    with pytest.raises(ValueError, match="RRGGBB"):
        SkyColours.from_hex("black", "#000000", "#000000")


def test_a_line_is_one_quad_a_segment_with_its_length_along_the_way():
    rows = rows_of([(0, 0), (30, 0), (30, 40)])
    assert rows.shape == (2, 4)
    assert rows["segment"][:, 0].tolist() == [[30, 0, 2], [40, 30, 2]]
    assert rows["vertex"][0, :, 0].tolist() == [-3, 33, 33, -3]
    assert rows["vertex"][0, :, 2].tolist() == [3, 3, -3, -3]  # y down becomes -z


def test_too_few_points_draw_nothing():
    assert len(polyline_rows(np.zeros((0, 2), np.float32), 2, GOLD)) == 0
    assert len(polyline_rows(np.zeros((1, 2), np.float32), 2, GOLD)) == 0


def test_every_pixel_of_a_joint_belongs_to_one_segment():
    rows = rows_of([(0, 0), (50, 0), (80, 40)], width=16)
    ahead = np.array([[1, 0], [0.6, 0.8]])
    across = np.array([[0, 1], [-0.8, 0.6]])
    starts = np.array([[0, 0], [50, 0]])
    rng = np.random.default_rng(0)
    for place in rng.uniform((42, -8), (58, 8), (200, 2)):
        owners = 0
        for n in (0, 1):
            local = np.array([(place - starts[n]) @ ahead[n], (place - starts[n]) @ across[n]])
            cuts, length = rows["cuts"][n, 0], rows["segment"][n, 0, 0]
            before = cuts[:2].any() and local @ cuts[:2] < 0
            after = cuts[2:].any() and (local - (length, 0)) @ cuts[2:] >= 0
            owners += not before and not after
        assert owners == 1, place


def test_a_line_that_turns_back_is_not_cut():
    assert not rows_of([(0, 0), (50, 0), (0, 1)])["cuts"].any()


def test_links_know_both_ends_in_each_corner():
    rows = link_rows([(0, 0, 0)], [(1, 2, 3)], (1, 1, 1, 0.28), 1.2)
    assert rows["vertex"].tolist() == [[0, 0, 0], [1, 2, 3], [1, 2, 3], [0, 0, 0]]
    assert (rows["vertex"] + rows["other"]).tolist() == [[1, 2, 3]] * 4
    with pytest.raises(ValueError, match="1 starts but 2 ends"):
        link_rows([(0, 0, 0)], [(1, 2, 3)] * 2, (1, 1, 1, 1), 1)


def test_geometry_can_be_rewritten_with_another_count():
    stars = star_rows([(0, 0, 0), (1, 2, 3)])
    geom = point_geom(stars, Geom.UH_dynamic)
    rewrite_points(geom, star_rows(np.zeros((5, 3))))
    assert geom.get_primitive(0).get_num_vertices() == 5 and geom.get_vertex_data().get_num_rows() == 5
    links = quad_geom(link_rows([(0, 0, 0)], [(1, 1, 1)], GOLD, 1), Geom.UH_dynamic)
    rewrite_quads(links, link_rows(np.zeros((3, 3)), np.ones((3, 3)), GOLD, 1))
    assert links.get_primitive(0).get_num_vertices() == 18 and links.get_vertex_data().get_num_rows() == 12
    rewrite_quads(links, link_rows([], [], GOLD, 1))
    assert links.get_primitive(0).get_num_vertices() == 0


def test_vertex_fields_of_other_types_are_refused():
    with pytest.raises(ValueError, match="weight"):
        register_format(np.dtype([("vertex", "<f4", 3), ("weight", "<f8")]))


def test_colours_become_bytes():
    assert rgba8((1.0, 0.5, -1.0), 0.2) == (255, 128, 0, 51)
