"""What is picked is what the graphics card draws: every pixel that one region fills is picked as that region.

A shader of the test's own writes the region's column and the view's label as a colour; places, cuts and what is hidden
come from the same vertex shader part that the brain's own passes use.
"""

from __future__ import annotations

import shutil

import numpy as np
import pytest
from panda3d.core import Point3

from game.core.cuts import Cut
from game.engine.brain_assets import load_brain
from game.engine.brain_node import BrainNode, prepare
from game.engine.brain_shape import BrainShape
from game.engine.cameras import OrbitRig
from game.engine.cut_faces import CutFaces
from game.engine.orbit import Orbit, View
from game.engine.projection import Rect
from game.engine.shaders import load_shader
from game.services.paths import assets_dir

VERTEX = """#version 330
#include "brain_vertex.glsl"
flat out float v_column;
flat out float v_label;
void main() {
    gl_Position = brain_place(state_of(int(region + 0.5)));
    v_column = region;
    v_label = dot(atlas, u_set_now);
}
"""
FACE = VERTEX.replace(
    "gl_Position = brain_place(state_of(int(region + 0.5)));",
    "cut_at(p3d_Vertex.xyz); gl_Position = p3d_ModelViewProjectionMatrix * p3d_Vertex;",
)
FRAGMENT = """#version 330
flat in float v_column;
flat in float v_label;
out vec4 o_colour;
void main() { o_colour = vec4(v_column / 255.0, 1.0, v_label, 1.0); }
"""
STATES = {
    "whole": (BrainShape(), (), 0),
    "whole in destrieux": (BrainShape(), (), 0),
    "inflated in networks": (BrainShape(morph=2.0), (), 0),
    "solid, cut, some hidden in ba": (BrainShape(), (Cut(2, 14.0, 1),), 20),
    "exploded in destrieux": (BrainShape(explode=0.6), (), 0),
    "half inflated, left half in networks": (BrainShape(morph=1.4, side="L"), (), 0),
    "whole in lobes": (BrainShape(), (), 0),
    "white surface, some hidden": (BrainShape(morph=1.0), (), 30),
    "half inflated": (BrainShape(morph=1.5), (), 0),
    "left half": (BrainShape(side="L"), (), 0),
    "exploded": (BrainShape(explode=0.6), (), 0),
    "cut twice": (BrainShape(), (Cut(2, 14.0, 1), Cut(0, -20.0, -1)), 0),
    "solid, some hidden": (BrainShape(), (), 30),
    "solid and exploded": (BrainShape(explode=0.6), (), 0),
    "solid, half white, cut": (BrainShape(morph=0.5), (Cut(1, -20.0, 1),), 10),
    "slab of a half taken apart": (BrainShape(explode=0.3), (Cut(1, 0.0, 1), Cut(1, -30.0, -1)), 20),
}


@pytest.fixture(scope="module")
def prepared():
    return prepare(load_brain(assets_dir() / "brain", "coarse"))


@pytest.fixture(scope="module")
def columns_shader(tmp_path_factory):
    folder = tmp_path_factory.mktemp("shaders")
    for file in (assets_dir() / "shaders").glob("*.glsl"):
        shutil.copy(file, folder)
    for name, vertex in (("columns", VERTEX), ("faces", FACE)):
        (folder / f"{name}.vert").write_text(vertex, encoding="utf-8")
        (folder / f"{name}.frag").write_text(FRAGMENT, encoding="utf-8")
    return load_shader("columns", folder=folder), load_shader("faces", folder=folder)


@pytest.mark.slow
@pytest.mark.parametrize("name", STATES)
def test_a_pixel_is_picked_as_the_region_that_fills_it(stage, prepared, columns_shader, name):
    shape, cuts, hidden = STATES[name]
    rng = np.random.default_rng(list(STATES).index(name))
    brain = BrainNode(prepared, "vertex")
    brain.root.reparent_to(stage.world)
    brain.set_mode(name.rpartition(" in ")[2] if " in " in name else "tissue", 0.0)
    faces = CutFaces(brain)
    chosen = rng.choice(len(prepared.columns.region_ids), hidden, replace=False)
    brain.set_hidden(prepared.columns.region_ids[index] for index in chosen)
    brain.set_shape(shape)
    if "solid" in name:
        brain.make_solid()
    brain.set_cuts(cuts)
    faces.update()
    brain.root.set_shader(columns_shader[0], 100)
    brain.root.find("cut-faces").set_shader(columns_shader[1], 101)
    stage.aim(Rect(0, 0, *map(float, stage.size)), 24.0)
    stage.set_clip(20, 2000)
    agreed, wrong = 0, []
    for azimuth, elevation in ((-60, 20), (150, -35), (10, 80)):
        OrbitRig(stage.camera, Orbit(View(azimuth, elevation, 520.0, (0.0, -18.0, 4.0))))
        image = np.asarray(stage.picture().convert("RGB")).astype(int)
        drawn = image[..., 1] > 250
        column = image[..., 0] + 256 * image[..., 2]  # and the label
        even = drawn[1:-1, 1:-1].copy()  # pixels whose eight neighbours are the same region
        for dy in (-1, 0, 1):
            for dx in (-1, 0, 1):
                moved = slice(1 + dy, image.shape[0] - 1 + dy), slice(1 + dx, image.shape[1] - 1 + dx)
                even &= drawn[moved] & (column[moved] == column[1:-1, 1:-1])
        rows, across = np.nonzero(even)
        for index in rng.choice(len(rows), 120, replace=False):
            y, x = int(rows[index]) + 1, int(across[index]) + 1
            start, direction = stage.ray(x + 0.5, y + 0.5)
            end = start + direction * 2000
            hit = brain.picker.pick(tuple(start), tuple(end), brain.looks, brain.drawn(), brain.cuts)
            picked = brain.pick(Point3(*start), Point3(*end))
            label = picked.label if picked and hit and not hit.part.startswith("cap") else column[y, x] // 256
            if hit is not None and hit.column + 256 * label == column[y, x]:
                agreed += 1
            else:
                wrong.append((x, y, int(column[y, x]), hit, picked))
    brain.remove()
    assert agreed >= 350, wrong[:5]
