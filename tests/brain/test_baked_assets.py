"""The committed brain files are anatomically right, whole, and as small as promised."""

import csv
import json
from functools import cache
from pathlib import Path

import numpy as np
import pytest

from game.engine.brain_assets import LABEL_SETS, LEVELS, load_brain, load_mri
from game.services.paths import assets_dir
from tests.brain.meshes import area_centroid, is_closed, is_manifold, volume_and_centroid, welded

BRAIN = assets_dir() / "brain"
TABLE = Path(__file__).parent / "data" / "desikan_centroids.csv"
NOT_MIRRORED = {"Inf-Lat-Vent", "choroid-plexus"}  # tiny, and not alike in the averaged head
TOUCHES_ITSELF = {"Left-choroid-plexus"}


@cache
def brain(level):
    return load_brain(BRAIN, level)


@cache
def centroids():
    """Region id -> centroid in mm, measured on the fine meshes."""
    found = {}
    for half in brain("fine").hemispheres:
        middle = (half.pial + half.white) / 2
        label = half.labels["dk"][half.triangles[:, 0]]
        for index, name in enumerate(brain("fine").label_names["dk"]):
            if name:
                found[f"ctx-{half.side.lower()}h-{name}"] = area_centroid(
                    middle, half.triangles[label == index]
                )
    for structure in brain("fine").structures:
        found[structure.region_id] = volume_and_centroid(structure.vertices, structure.triangles)[1]
    return found


def rows():
    return json.loads((BRAIN / "regions.json").read_text(encoding="utf-8"))["regions"]


def test_left_is_left_and_right_is_right():
    sided = [row for row in rows() if row["side"]]
    assert len(sided) > 120
    for row in sided:
        x = centroids()[row["id"]][0]
        assert x < 0 if row["side"] == "L" else x > 0, row["id"]


def test_both_sides_mirror_each_other():
    by_place = {
        (row["structure"], row["side"]): centroids()[row["id"]] for row in rows() if row["kind"] == "deep"
    }
    pairs = [name for name, side in by_place if side == "L" and name not in NOT_MIRRORED]
    assert len(pairs) == 20
    for name in pairs:
        apart = np.abs(by_place[name, "L"] * [-1, 1, 1] - by_place[name, "R"])
        assert apart.max() < 2.0, (name, apart)


def test_hemispheres_mirror_each_other_but_are_not_copies():
    left, right = (half.pial for half in brain("fine").hemispheres)
    apart = np.abs(left.mean(axis=0) * [-1, 1, 1] - right.mean(axis=0))
    assert 0.05 < apart.max() < 4.0


def test_regions_lie_where_an_independent_atlas_has_them():
    with TABLE.open(encoding="utf-8") as lines:
        table = list(csv.DictReader(line for line in lines if not line.startswith("#")))
    away = {
        row["region"]: float(
            np.linalg.norm(centroids()[row["region"]] - [float(row[axis]) for axis in "xyz"])
        )
        for row in table
    }
    assert len(away) == 82
    assert max(away.values()) < 10.0, max(away, key=away.__getitem__)
    assert np.median(list(away.values())) < 4.5


def test_written_centroids_are_those_of_the_meshes():
    for row in rows():
        assert np.allclose(row["centroid"], centroids()[row["id"]], atol=0.3), row["id"]


def test_cerebellum_is_below_and_behind():
    lobules = [place for name, place in centroids().items() if name.startswith("Cerebellum-")]
    assert len(lobules) == 27
    middle = np.mean(lobules, axis=0)
    cortex = np.mean([half.pial.mean(axis=0) for half in brain("fine").hemispheres], axis=0)
    assert middle[1] < cortex[1] - 25
    assert middle[2] < cortex[2] - 35
    assert abs(middle[0]) < 3


def test_brainstem_parts_stand_on_one_another():
    midbrain, pons, medulla = (centroids()[name] for name in ("Midbrain", "Pons", "Medulla"))
    assert midbrain[2] > pons[2] + 10 > medulla[2] + 20
    lowest = {s.region_id: s.vertices[:, 2].min() for s in brain("fine").structures}["Medulla"]
    assert lowest == pytest.approx(-62.0, abs=0.05)


@pytest.mark.parametrize("level", LEVELS)
def test_every_listed_region_has_geometry_and_the_other_way_round(level):
    assert [row["id"] for row in rows()] == list(brain(level).region_ids())
    counts = {structure.region_id: len(structure.triangles) for structure in brain(level).structures}
    for half in brain(level).hemispheres:
        label = np.bincount(half.labels["dk"][half.triangles[:, 0]], minlength=35)
        for index, name in enumerate(brain(level).label_names["dk"]):
            counts[f"ctx-{half.side.lower()}h-{name}"] = int(label[index])
    for row in rows():
        assert counts[row["id"]] == row["triangles"][level] > 20, row["id"]


@pytest.mark.parametrize("level", LEVELS)
def test_every_triangle_has_one_region_or_is_medial_wall(level):
    for half in brain(level).hemispheres:
        for name in LABEL_SETS:
            corner = half.labels[name][half.split(name)]
            assert (corner == corner[:, :1]).all(), name
            assert corner.max() == len(brain(level).label_names[name]) - 1, name
        wall = half.labels["dk"] == 0
        assert np.array_equal(wall, half.medial_wall)
        assert 0.03 < wall.mean() < 0.15
        for name in ("destrieux", "yeo7", "lobes"):
            assert np.array_equal(half.labels[name] == 0, wall), name
        middle = half.pial[wall].mean(axis=0)
        assert abs(middle[0]) < 20 and abs(middle[1]) < 25  # round the thalamus, in the middle of the head


def test_lobes_are_unions_of_regions():
    for half in brain("fine").hemispheres:
        pairs = np.unique(np.stack([half.labels["dk"], half.labels["lobes"]]), axis=1)
        assert pairs.shape[1] == 35


@pytest.mark.parametrize("level", LEVELS)
def test_cortex_is_closed_and_faces_outward(level):
    for half in brain(level).hemispheres:
        for surface in (half.pial, half.white):
            triangles = welded(surface, half.triangles)
            assert is_closed(triangles)
            assert volume_and_centroid(surface, half.triangles)[0] > 300_000


@pytest.mark.parametrize("level", LEVELS)
def test_structures_are_closed_and_face_outward(level):
    for structure in brain(level).structures:
        triangles = welded(structure.vertices, structure.triangles)
        assert is_closed(triangles), structure.region_id
        assert volume_and_centroid(structure.vertices, structure.triangles)[0] > 0, structure.region_id
        if not structure.region_id.startswith(("Cerebellum-", "Left-Cer", "Right-Cer")) and level == "fine":
            assert is_manifold(triangles) != (structure.region_id in TOUCHES_ITSELF), structure.region_id


@pytest.mark.parametrize("level", LEVELS)
def test_normals_are_unit_and_do_not_crease_at_borders(level):
    for half in brain(level).hemispheres:
        for name, normals in half.normals.items():
            assert np.allclose(np.linalg.norm(normals, axis=1), 1, atol=1e-4)
            place = np.rint(getattr(half, name) * 1000).astype(np.int64)
            same = np.unique(np.c_[place, half.base], axis=0, return_inverse=True)[1].ravel()
            first = np.zeros((same.max() + 1, 3), np.float32)
            first[same] = normals
            assert np.allclose(first[same], normals, atol=1e-3), name
    for structure in brain(level).structures:
        assert np.allclose(np.linalg.norm(structure.normals, axis=1), 1, atol=1e-4)


def test_sulci_are_darker_than_gyri():
    for level in LEVELS:
        for half in brain(level).hemispheres:
            assert half.ao.min() >= 0 and half.ao.max() <= 1
            crown, floor = half.sulc < np.quantile(half.sulc, 0.2), half.sulc > np.quantile(half.sulc, 0.8)
            assert half.ao[crown & ~half.medial_wall].mean() > 2 * half.ao[floor & ~half.medial_wall].mean()


def test_inflated_hemispheres_do_not_overlap():
    left, right = brain("fine").hemispheres
    assert left.inflated[:, 0].max() < 0 < right.inflated[:, 0].min()
    for half in (left, right):
        assert abs(half.inflated[:, 2].mean() - half.pial[:, 2].mean()) < 4


def test_border_cue_is_zero_on_borders_and_one_inside():
    for half in brain("fine").hemispheres:
        shared = np.zeros(len(half.pial), bool)
        place = np.unique(np.rint(half.pial * 1000).astype(np.int64), axis=0, return_inverse=True)[1].ravel()
        low = np.full(place.max() + 1, 99)
        high = np.full(place.max() + 1, -1)
        np.minimum.at(low, place, half.labels["dk"])
        np.maximum.at(high, place, half.labels["dk"])
        shared = (low != high)[place]
        assert shared.sum() > 5000
        assert (half.border[shared] == 0).all()
        assert half.border[~shared].mean() > 0.6
        assert half.border.max() == 1


def test_levels_have_the_promised_size():
    coarse, fine = (sum(len(half.triangles) for half in brain(level).hemispheres) for level in LEVELS)
    assert 16_000 <= coarse <= 26_000
    assert 160_000 <= fine <= 300_000
    assert (BRAIN / "brain-coarse.npz").stat().st_size + (BRAIN / "brain-fine.npz").stat().st_size <= 6e6
    assert (BRAIN / "mri.npz").stat().st_size <= 2e6


def test_nothing_of_restricted_atlases_is_shipped():
    names = " ".join(brain("fine").region_ids()) + (BRAIN / "manifest.json").read_text(encoding="utf-8")
    for word in ("THOMAS", "Pulvinar", "-Pul", "-VPL", "-VLp", "-MGN", "-LGN", "Harvard", "Juelich"):
        assert word not in names


def test_mri_lies_on_the_brain():
    mri = load_mri(BRAIN)
    assert mri.data.shape == (197, 233, 189)
    half = brain("coarse").hemispheres[0]
    white = np.c_[half.white[~half.medial_wall], np.ones((~half.medial_wall).sum())]
    voxel = np.rint(np.linalg.solve(mri.affine, white.T)[:3]).astype(int)
    inside = mri.data[tuple(voxel)]
    assert (inside > 0).mean() > 0.99
    assert inside.mean() > mri.data[mri.data > 0].mean() * 0.8


def test_every_licence_is_there():
    texts = {file.name: file.read_text(encoding="utf-8") for file in (BRAIN / "LICENSES").iterdir()}
    assert "All or portions of this licensed product" in texts["FreeSurfer.txt"]
    assert "PART B. DOWNLOADING AGREEMENT" in texts["FreeSurfer.txt"]
    assert "Louis Collins" in texts["MNI-ICBM152.txt"]
    assert "proper acknowledgement" in texts["SUITPy.txt"]
    assert "CC BY 4.0" in texts["CIT168.txt"] and "Pauli" in texts["CIT168.txt"]
    assert "Computational Brain Imaging Group" in texts["CBIG-Yeo2011.txt"]
