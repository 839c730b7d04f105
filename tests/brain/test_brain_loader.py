"""The loader says in one clear error what is wrong with a brain file, and reports its progress."""

import json
import shutil

import numpy as np
import pytest

from game.engine.brain_assets import AssetError, load_brain, load_mri
from game.engine.brain_codec import pack_rows, pack_triangles, unpack_rows, unpack_triangles
from game.engine.mesh_maths import vertex_normals
from game.services.paths import assets_dir

COARSE = assets_dir() / "brain" / "brain-coarse.npz"


def rewritten(folder, **changes):
    """A copy of the coarse file with arrays replaced, or left out where None."""
    with np.load(COARSE) as archive:
        arrays = {name: archive[name] for name in archive.files} | changes
    np.savez(
        folder / "brain-coarse.npz", **{name: value for name, value in arrays.items() if value is not None}
    )


def test_missing_file(tmp_path):
    with pytest.raises(AssetError) as caught:
        load_brain(tmp_path, "coarse")
    assert caught.value.file == tmp_path / "brain-coarse.npz"
    assert "not found" in caught.value.message
    assert "game.devtools bake" in caught.value.hint


def test_missing_mri(tmp_path):
    with pytest.raises(AssetError, match=r"mri\.npz: not found"):
        load_mri(tmp_path)


@pytest.mark.parametrize("keep", [0, 10, 1000, -1000, -1])
def test_cut_off_file(tmp_path, keep):
    (tmp_path / "brain-coarse.npz").write_bytes(COARSE.read_bytes()[:keep])
    with pytest.raises(AssetError, match="cannot be read"):
        load_brain(tmp_path, "coarse")


def test_flipped_bytes(tmp_path):
    damaged = bytearray(COARSE.read_bytes())
    middle = len(damaged) // 2
    damaged[middle : middle + 64] = bytes(64)
    (tmp_path / "brain-coarse.npz").write_bytes(damaged)
    with pytest.raises(AssetError):
        load_brain(tmp_path, "coarse")


@pytest.mark.parametrize("name", ["meta", "L/pial", "R/triangles_dk", "L/triangles_yeo7", "S/vertices"])
def test_missing_part(tmp_path, name):
    rewritten(tmp_path, **{name: None})
    with pytest.raises(AssetError, match="damaged"):
        load_brain(tmp_path, "coarse")


def test_part_of_another_size(tmp_path):
    rewritten(tmp_path, **{"S/normals": np.ones((5, 3), np.int8)})
    with pytest.raises(AssetError, match="damaged"):
        load_brain(tmp_path, "coarse")


def test_other_format(tmp_path):
    meta = json.dumps({"format": 99, "label_names": {}, "structures": []}).encode()
    rewritten(tmp_path, meta=np.frombuffer(meta, np.uint8))
    with pytest.raises(AssetError, match="format 99"):
        load_brain(tmp_path, "coarse")


def test_unknown_level(tmp_path):
    with pytest.raises(ValueError, match="level"):
        load_brain(tmp_path, "medium")


def test_progress_rises_to_one():
    told = []
    load_brain(COARSE.parent, "coarse", lambda share, what: told.append((share, what)))
    shares = [share for share, _ in told]
    assert shares == sorted(shares) and shares[0] == 0 and shares[-1] == 1
    assert all(what for _, what in told)


def test_extra_files_do_no_harm(tmp_path):
    shutil.copyfile(COARSE, tmp_path / "brain-coarse.npz")
    (tmp_path / "notes.txt").write_text("mine", encoding="utf-8")
    assert load_brain(tmp_path, "coarse").level == "coarse"


@pytest.mark.parametrize("top", [1, 100, 30_000, 8_000_000])
def test_rows_survive_packing(top):
    rows = np.random.default_rng(top).integers(-top, top, (257, 3))
    assert np.array_equal(unpack_rows(pack_rows(rows), 3), rows)


def test_triangles_survive_packing():
    triangles = np.random.default_rng(4).integers(0, 90_000, (1000, 3))
    assert np.array_equal(unpack_triangles(pack_triangles(triangles)), triangles)


def test_rows_of_wrong_width_are_refused():
    with pytest.raises(ValueError, match="table of 3 columns"):
        unpack_rows(np.zeros((1, 7), np.uint8), 3)


def test_normals_do_not_change_when_a_triangle_is_cut_in_its_plane():
    points = np.array([[0, 0, 0], [2, 0, 0], [0, 2, 0], [0, 0, 2], [1, 1, 0]], np.float32)
    whole = np.array([[0, 2, 1], [0, 1, 3], [0, 3, 2], [1, 2, 3]], np.uint32)
    cut = np.array([[0, 2, 4], [0, 4, 1], [0, 1, 3], [0, 3, 2], [1, 4, 3], [4, 2, 3]], np.uint32)
    assert np.allclose(vertex_normals(points, whole)[:4], vertex_normals(points, cut)[:4], atol=1e-5)
    assert np.allclose(vertex_normals(points, whole)[4], 0)
