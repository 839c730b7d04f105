"""The bake is deterministic: the same input gives the same bytes, in every process and with every hash seed."""

from __future__ import annotations

import hashlib
import json
import os
import subprocess
import sys
from pathlib import Path

import numpy as np
import pytest

from game.services import paths

ROOT = Path(__file__).parents[2]
BRAIN = paths.assets_dir() / "brain"
CACHE = paths.resolve().cache_dir / "bake"
SEEN = "visible.npz"  # depends on the renderer that found it, in a pixel here and there
BAKED = ("brain-coarse.npz", "brain-fine.npz", "mri.npz", "points.npz", "regions.json", SEEN)


def bake_a_ball(folder: Path) -> None:
    """A ball with three sets of labels, through every step that a hemisphere of the cortex goes through."""
    from game.devtools.bake import borders, coarse, levels, pack
    from game.devtools.bake.deep import Structure
    from game.devtools.bake.occlusion import openness
    from game.devtools.bake.solids import Solid
    from tests.brain.meshes import ball

    places, faces = ball(40)
    places = places * 60
    names = ("", "precentral", "postcentral", "insula", "cuneus")
    around = np.floor((np.arctan2(places[:, 1], places[:, 0]) + 0.05) / (np.pi / 2)).astype(int) % 4 + 1
    height = np.digitize(places[:, 2], (-20, 15)) + 1
    labels = {"dk": around, "destrieux": height, "yeo7": around % 2 + 1, "ba": (height + around) % 3}
    values = {name: borders.scores(labels[name], faces, 3) for name in levels.SMOOTH_ROUNDS}
    thin = coarse.thin_out(places, faces, 1200)
    shade = openness(places, places / 60, faces)
    surfaces = {"pial": places, "white": places * 0.9, "inflated": places * 1.1}
    fine = levels.Base(surfaces, faces, places[:, 2] / 60, shade, values)
    small = levels.Base(
        {name: thin.average(surface) for name, surface in surfaces.items()},
        thin.faces, thin.average(fine.sulc), thin.average(shade),
        {name: thin.average(value) for name, value in values.items()},
    )  # fmt: skip
    pack.write_npz(folder / "fine.npz", pack.pack_hemisphere(levels.cut_together("L", fine, names)))
    pack.write_npz(folder / "coarse.npz", pack.pack_hemisphere(levels.cut_apart("L", small, names)))
    solid = Solid(places, places / 60, faces, shade, places[faces].mean(axis=1)[:, 2] > 0)
    one = Structure("Left-Ball", "Ball", "L", "aseg", 1, solid, solid)
    pack.write_npz(folder / "solid.npz", pack.pack_structures([one], "fine")[0])


def run(code: str, seed: str, *arguments: str) -> None:
    environment = {**os.environ, "PYTHONHASHSEED": seed, "OPENBLAS_NUM_THREADS": seed}
    command = [sys.executable, "-c", code, *arguments]
    subprocess.run(command, cwd=ROOT, env=environment, check=True, stdout=subprocess.DEVNULL)


def digests(folder: Path) -> dict[str, str]:
    files = sorted(folder.glob("*.npz")) + sorted(folder.glob("*.json"))
    return {file.name: hashlib.sha256(file.read_bytes()).hexdigest() for file in files}


@pytest.mark.slow
def test_two_processes_bake_the_same_bytes(tmp_path):
    for package in ("nibabel", "scipy", "trimesh", "fast_simplification"):
        pytest.importorskip(package, reason="the dependency group `bake` is not installed")
    code = "import sys, pathlib; from tests.brain.test_same_bytes import bake_a_ball as bake"
    for seed in ("1", "2"):
        (tmp_path / seed).mkdir()
        run(f"{code}; bake(pathlib.Path(sys.argv[1]))", seed, str(tmp_path / seed))
    first, second = digests(tmp_path / "1"), digests(tmp_path / "2")
    assert set(first) == {"fine.npz", "coarse.npz", "solid.npz"}
    assert first == second


def test_the_committed_files_are_those_that_the_bake_wrote():
    manifest = json.loads((BRAIN / "manifest.json").read_text(encoding="utf-8"))
    assert set(manifest["files"]) == set(BAKED)
    for name, digest in manifest["files"].items():
        assert hashlib.sha256((BRAIN / name).read_bytes()).hexdigest() == digest, name


def seen_bits(file: Path) -> np.ndarray:
    with np.load(file) as archive:
        return np.concatenate(
            [np.unpackbits(archive[name]) for name in sorted(set(archive) - {"directions"})]
        )


@pytest.mark.slow
@pytest.mark.timeout(1800)
@pytest.mark.skipif(not CACHE.is_dir(), reason="the packages have not been downloaded: run the bake once")
def test_the_whole_bake_gives_the_committed_files_again(tmp_path):
    code = "import sys, pathlib; from game.devtools.bake.cli import run; sys.exit(run(sys.argv[1:], pathlib.Path()))"
    run(code, "1", "--cache", str(CACHE), "--out", str(tmp_path))
    found = digests(tmp_path)
    assert set(BAKED) < set(found)
    exact = set(found) - {SEEN, "manifest.json"}
    assert {name: found[name] for name in exact} == {name: digests(BRAIN)[name] for name in exact}
    assert (seen_bits(tmp_path / SEEN) != seen_bits(BRAIN / SEEN)).mean() < 0.001
