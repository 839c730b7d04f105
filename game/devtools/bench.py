"""`bench`: what things cost on this machine: telemetry, frames, picks.

Each is a module of its own, imported only when it is asked for; several run one after the other. Called by
`game.devtools`. With `--json` the answer is one object: {"figures": [{name, value, reference, ratio, goal, spread}]}.
"""

from __future__ import annotations

import contextlib
import importlib
import io
import json
import sys
from collections.abc import Sequence
from pathlib import Path
from typing import Any

BENCHES = {
    "explorer": "the explorer's frames and its start against a bare Panda3D program",
    "pick": "what one pick of a region costs",
    "trainer": "what the trainer's telemetry costs",
    "window": "frames a second when idle, and what a running trainer costs the window",
}


def run(argv: Sequence[str], root: Path) -> int:
    """Run the benches that `argv` begins with, in order; the rest are their options. The worst of their exit codes.

    2 when there is no such bench.
    """
    names = []
    for word in argv:
        if word.startswith("-"):
            break
        names.append(word)
    unknown = [name for name in names if name not in BENCHES]
    if not names or unknown:
        if unknown:
            print(f"There is no bench called {unknown[0]!r}.", file=sys.stderr)
        print("usage: python -m game.devtools bench NAME... [--json] ...", file=sys.stderr)
        print("\n".join(f"  {name:<8} {what}" for name, what in BENCHES.items()), file=sys.stderr)
        return 2
    options = argv[len(names) :]
    if len(names) == 1 or "--json" not in options:
        return max(_run(name, options, root) for name in names)
    codes, figures = [], []
    for name in names:
        said = io.StringIO()
        with contextlib.redirect_stdout(said):
            codes.append(_run(name, options, root))
        figures += figures_of(name, said.getvalue())
    print(json.dumps({"figures": figures}))
    return max(codes)


def figures_of(name: str, said: str) -> list[dict[str, Any]]:
    """The figures in what a bench printed; none when it printed no object."""
    lines = [line for line in said.splitlines() if line.startswith("{")]
    if not lines:
        return []
    answer: dict[str, Any] = json.loads(lines[-1])
    if "figures" in answer:
        return list(answer["figures"])
    return [
        {
            "name": f"{name}, ratio", "value": answer["ratio_median"], "reference": 1.0,
            "ratio": answer["ratio_median"], "goal": answer["limit"], "spread": answer["ratio_quartiles"],
        }
    ]  # fmt: skip


def _run(name: str, options: Sequence[str], root: Path) -> int:
    module = importlib.import_module(f"game.devtools.bench_{name}")
    code: int = module.main(options) if hasattr(module, "main") else module.run(options, root)
    return code
