"""`bench`: what things cost on this machine: telemetry, frames, picks.

Each is a module of its own, imported only when it is asked for. Called by `game.devtools`.
"""

from __future__ import annotations

import importlib
import sys
from collections.abc import Sequence
from pathlib import Path

BENCHES = {
    "pick": "what one pick of a region costs",
    "trainer": "what the trainer's telemetry costs",
    "window": "frames a second when idle, and what a running trainer costs the window",
}


def run(argv: Sequence[str], root: Path) -> int:
    """Run the bench that `argv` names; 2 when there is no such bench."""
    if not argv or argv[0] not in BENCHES:
        print("usage: python -m game.devtools bench NAME [--json] ...", file=sys.stderr)
        print("\n".join(f"  {name:<8} {what}" for name, what in BENCHES.items()), file=sys.stderr)
        return 2
    module = importlib.import_module(f"game.devtools.bench_{argv[0]}")
    code: int = module.main(argv[1:]) if hasattr(module, "main") else module.run(argv[1:], root)
    return code
