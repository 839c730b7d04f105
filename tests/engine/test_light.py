"""Pixels of the things made of light: background, lines, particles, stars, links. Needs the offscreen stage."""

from __future__ import annotations

import numpy as np
import pytest
from panda3d.core import Point3

from game.engine.lines import PolyLine
from game.engine.links import LinkSet, Nebula
from game.engine.particles import ParticleField
from game.engine.points import StarField, rgba8, star_rows
from game.engine.projection import Rect
from game.engine.sky import SkyBackground, SkyColours
from game.engine.star_picking import pick_sphere, project_points

NIGHT = SkyColours.from_hex("#05070F", "#0B1020", "#141C36")
GOLD = (1.0, 0.8, 0.2, 1.0)


@pytest.fixture
def dark(stage):
    """The stage, black and empty, looking along +y from 100 units away."""
    stage.set_drawing(True)
    stage.set_size(640, 360)
    stage.set_clip(1, 1000)
    stage.aim(Rect(0, 0, 640, 360))
    stage.camera.set_pos_hpr(0, -100, 0, 0, 0, 0)
    for layer in (stage.backdrop, stage.world, stage.ui):
        for child in layer.get_children():
            child.stash() if child.node().get_type().get_name() != "Camera" else None
    stage.base.set_background_color(0, 0, 0, 1)
    yield stage
    for layer in (stage.backdrop, stage.world, stage.ui):
        for child in layer.get_stashed_children():
            child.unstash()


def pixels(stage):
    return np.asarray(stage.picture()).astype(int)


def glow_at(image, x, y, reach=2):
    return int(image[round(y) - reach : round(y) + reach + 1, round(x) - reach : round(x) + reach + 1].max())


def test_the_background_is_a_smooth_gradient_with_stars_outside_the_holes(dark):
    sky = SkyBackground(dark.backdrop, NIGHT, stars=400)
    sky.resize(640, 360)
    image = pixels(dark)
    assert image[165, 320].tolist() == pytest.approx([20, 28, 54], abs=2)
    assert image[2, 2].sum() < image[165, 320].sum() * 0.6
    stars = (image.max(axis=2) > 60).sum()
    assert stars > 5
    sky.set_holes([(0, 0, 640, 360)])
    assert (pixels(dark).max(axis=2) > 60).sum() == 0 and sky.visible_stars() == 0
    sky.set_scheme(SkyColours((0, 0, 0), (0, 0, 0), (0, 0, 0), 0.0))
    assert pixels(dark).max() == 0
    sky.destroy()


def test_a_line_is_as_wide_as_asked_and_dashes_leave_gaps(dark):
    line = PolyLine(dark.ui, [(100, 100), (300, 100)], colour=GOLD, width=8)
    image = pixels(dark)
    assert (image[80:120, 200, 0] > 127).sum() == 8
    assert image[100, 60].max() == 0 and image[100, 340].max() == 0
    line.set_dash((10, 20))
    row = pixels(dark)[100, 110:290, 0] > 127
    assert 0.3 < row.mean() < 0.8
    line.set_points([(100, 200)])
    assert pixels(dark).max() == 0
    line.destroy()


def test_translucent_joints_are_not_painted_twice(dark):
    line = PolyLine(
        dark.ui, [(100, 100), (300, 110), (120, 250), (320, 300)], colour=(1, 1, 1, 0.5), width=16
    )
    levels = pixels(dark)[..., 0]
    assert 120 <= levels.max() <= 130
    line.destroy()


def test_particles_are_where_and_as_many_as_told(dark):
    field = ParticleField(3, dark.ui)
    spots = [(100.0, 0.0, -100.0), (300.0, 0.0, -200.0), (500.0, 0.0, -300.0), (50.0, 0.0, -50.0)]
    assert field.update(spots, [5.0] * 4, [GOLD] * 4) == 3 == field.shown
    image = pixels(dark)
    assert all(glow_at(image, x, -z) > 200 for x, _, z in spots[:3]) and glow_at(image, 50, 50) == 0
    field.update(spots[:1], [5.0], [GOLD])
    image = pixels(dark)
    assert glow_at(image, 100, 100) > 200 and glow_at(image, 300, 200) == 0
    field.clear()
    assert pixels(dark).max() == 0
    with pytest.raises(ValueError, match="2 positions"):
        field.update(spots[:2], [5.0], [GOLD])
    field.destroy()


def test_stars_links_and_clouds_stand_where_the_camera_sees_them(dark):
    places = np.array([(-15, 0, 5), (12, 8, -6)], np.float32)
    rows = star_rows(places)
    rows["core"] = rgba8((1, 1, 1))
    rows["shape"] = (4, 0, 0, 0)
    stars = StarField(dark.world)
    stars.set_rows(rows)
    seen = project_points(dark.camera, dark.lens, dark.size, places)
    for place, (x, y, away) in zip(places, seen):
        assert (x, y) == pytest.approx(dark.project(Point3(*map(float, place))), abs=0.01)
        assert away == pytest.approx(100 + place[1], abs=0.01)
    image = pixels(dark)
    assert all(glow_at(image, x, y) == 255 for x, y, _ in seen) and glow_at(image, 320, 180) == 0
    middle = seen[:, :2].mean(axis=0)
    links = LinkSet(dark.world)
    links.set_viewport(640, 360, 1.0)
    links.set_links(places[:1], places[1:], (1, 1, 1, 0.5), 2.0)
    assert 60 < glow_at(pixels(dark), *middle) < 200
    links.destroy()
    cloud = Nebula(dark.world)
    cloud.set_clouds(places[:1], [4.0], [(0.5, 0.5, 1.0, 0.2)])
    stars.destroy()
    image = pixels(dark)
    assert 10 < glow_at(image, *seen[0, :2]) < 60 and glow_at(image, *seen[1, :2]) == 0
    cloud.destroy()


def test_a_ray_meets_the_star_nearest_to_it_and_none_behind():
    places = np.array([(0, 10, 0), (1, 10, 0), (0, -10, 0)], np.float32)
    assert pick_sphere((0, 0, 0), (0.02, 1, 0), places, 0.08) == 0
    assert pick_sphere((0, 0, 0), (0.08, 1, 0), places, 0.08) == 1
    assert pick_sphere((0, 0, 0), (0.3, 1, 0), places, 0.08) == -1
    assert pick_sphere((0, 0, 0), (0, -1, 0), places, 0.08) == 2
    assert pick_sphere((0, 0, 0), (0, 1, 0), places[:0], 0.08) == -1
