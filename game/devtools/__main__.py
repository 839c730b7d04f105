"""The developers' own command line: `python -m game.devtools TOOL ...`; without a tool, the list of them.

Each tool is a module with `run(argv, root) -> int`, imported only when it is asked for. Tools are never
shipped.
"""

from __future__ import annotations

import importlib
import sys
from collections.abc import Sequence
from pathlib import Path

from game.services import paths

# name -> (module, function, what it does)
TOOLS = {
    "check": (
        "game.devtools.check",
        "run",
        "linter, format, contracts, house rules, types, tests (--fast, --fix)",
    ),
    "fences": ("game.devtools.check", "run_fences", "the house rules alone"),
    "new": ("game.devtools.new", "run", "write the folder and the tests of a new world or minigame"),
    "shots": (
        "game.devtools.shots",
        "run",
        "a PNG of every scene and state (--out DIR, --only NAME, --look)",
    ),
    "bench": ("game.devtools.bench", "run", "what things cost: bench explorer pick trainer window (--json)"),
    "bake": ("game.devtools.bake.cli", "run", "bake assets/brain from pinned packages (--cache, --out)"),
    "sounds": ("game.devtools.sounds", "run", "write assets/audio again"),
}


def main(argv: Sequence[str], root: Path) -> int:
    """Run the tool that `argv` names; 2 when there is no such tool."""
    if not argv or argv[0] in ("-h", "--help"):
        print("usage: python -m game.devtools TOOL ...\n")
        print("\n".join(f"  {name:<8} {what}" for name, (_, _, what) in TOOLS.items()))
        return 0
    if argv[0] not in TOOLS:
        print(f"There is no tool called {argv[0]!r}; there are: {', '.join(TOOLS)}.", file=sys.stderr)
        return 2
    module, function, _ = TOOLS[argv[0]]
    return getattr(importlib.import_module(module), function)(argv[1:], root)


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:], paths.app_dir()))
