"""`bench explorer`: what the explorer's frames and its start cost against the least program that shows the same brain.

Called by `game.devtools.bench`. Both programs run at once, each in a process of its own, and take turns in short
blocks, so that whatever else this machine does hits both alike; ratios are those of neighbouring blocks. CPU is told
twice: of all threads, in which a software renderer fills the pixels too, and of the thread that runs the program and
computes the vertices. Of the second there is no goal against the plain shader, which computes less for each vertex.
"""

from __future__ import annotations

import argparse
import json
import os
import statistics
import subprocess
import sys
import tempfile
import time
from collections.abc import Sequence
from dataclasses import asdict, dataclass
from pathlib import Path
from typing import NamedTuple

BLOCK, ROUNDS, STARTS = 20, 12, 5
NO_GOAL = "none"
FRAME_GOAL, HIGHLIGHT_GOAL, START_GOAL, FASTEST = 1.25, 1.03, 1.6, 20.0


@dataclass(frozen=True)
class Figure:
    """One measured figure. reference: of the other program or state; goal: of the ratio; spread: quartiles of it."""

    name: str
    value: float
    reference: float
    ratio: float
    goal: str
    reached: bool
    spread: tuple[float, float]


class Block(NamedTuple):
    """Milliseconds of the median frame: CPU of the thread that runs the program, CPU of all threads, wall."""

    main: float
    cpu: float
    wall: float


class Program:
    """One of the two programs, running."""

    def __init__(self, which: str, root: Path, cache: Path) -> None:
        begin = time.perf_counter()
        environment = {**os.environ, "PYTHONDONTWRITEBYTECODE": "", "PYTHONPYCACHEPREFIX": str(cache)}
        command = [sys.executable, "-m", "game.devtools.bench_programs", which]
        self._process = subprocess.Popen(
            command, cwd=root, env=environment, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True
        )
        said = self._answer().split()
        if said[0] != "ready":
            raise RuntimeError(f"The {which} program did not start.")
        self.start_seconds = time.perf_counter() - begin
        self.start_cpu = float(said[1])

    def frames(self, what: str, count: int = BLOCK) -> Block:
        """The median frame of so many of a kind."""
        if self._process.stdin is None:
            raise RuntimeError("The program has no input.")
        self._process.stdin.write(f"{what} {count}\n")
        self._process.stdin.flush()
        taken = json.loads(self._answer())
        return Block(*(statistics.median(taken[name]) for name in ("main", "cpu", "wall")))

    def close(self) -> None:
        """End it."""
        self._process.communicate()

    def _answer(self) -> str:
        if self._process.stdout is None:
            raise RuntimeError("The program has no output.")
        line = self._process.stdout.readline().strip()
        if not line:
            raise RuntimeError("A program of the bench ended early; its error is above.")
        return line


def run(argv: Sequence[str], root: Path) -> int:
    """The tool. 0: every goal is reached, 1: one is not, or a program did not run."""
    parser = argparse.ArgumentParser(
        prog="python -m game.devtools bench explorer", description="The explorer's speed."
    )
    parser.add_argument("--json", action="store_true", help="one object on one line")
    parser.add_argument("--rounds", type=int, default=ROUNDS, help="blocks of each kind")
    parser.add_argument("--starts", type=int, default=STARTS, help="starts of each program")
    options = parser.parse_args(argv)
    try:
        figures = measure(root, options.rounds, options.starts)
    except RuntimeError as error:
        print(error, file=sys.stderr)
        return 1
    if options.json:
        print(json.dumps({"figures": [asdict(figure) for figure in figures]}))
    else:
        print("\n".join(line(figure) for figure in figures))
    return 0 if all(figure.reached for figure in figures) else 1


def line(figure: Figure) -> str:
    """A figure for people."""
    mark = "" if figure.goal == NO_GOAL else ": reached" if figure.reached else ": NOT reached"
    low, high = figure.spread
    return (
        f"{figure.name:<52} {figure.value:8.2f}  against {figure.reference:8.2f}: {figure.ratio:6.3f}"
        f"  (goal {figure.goal}{mark}; quartiles {low:.3f} to {high:.3f})"
    )


def measure(root: Path, rounds: int = ROUNDS, starts: int = STARTS) -> list[Figure]:
    """All figures. Raises RuntimeError when a program does not run."""
    with tempfile.TemporaryDirectory(prefix="bench-") as folder:
        cache = Path(folder)  # both find their modules compiled, as an installed program does
        figures = _starts(root, starts, cache) if starts else []
        return figures + _frames(root, rounds, cache)


def _frames(root: Path, rounds: int, cache: Path) -> list[Figure]:
    bare, explorer = Program("bare", root, cache), Program("explorer", root, cache)
    kinds = ("still", "hover", "select", "selected", "morph", "explode")
    plain: list[Block] = []
    own_shader: list[Block] = []
    taken: dict[str, list[Block]] = {kind: [] for kind in kinds}
    at_rest: dict[str, list[Block]] = {kind: [] for kind in kinds}
    try:
        for _ in range(rounds):
            plain.append(bare.frames("still"))
            own_shader.append(bare.frames("own-shader"))
            for kind in kinds:
                taken[kind].append(explorer.frames(kind))
                at_rest[kind].append(explorer.frames("still"))
    finally:
        bare.close()
        explorer.close()
    still = taken["still"]
    figures = []
    for reference, others in (("a plain shader", plain), ("the brain's shader", own_shader)):
        for field, words in (("cpu", "all"), ("main", "its thread's")):
            name = f"frame against {reference}, {words} CPU ms"
            mine, theirs = [getattr(b, field) for b in still], [getattr(b, field) for b in others]
            goal = None if others is plain and field == "main" else FRAME_GOAL
            figures.append(_ratio(name, mine, theirs, goal))
    for kind in ("hover", "select", "selected"):
        mine, rest = [b.cpu for b in taken[kind]], [b.cpu for b in at_rest[kind]]
        figures.append(_ratio(f"{kind}, CPU ms", mine, rest, HIGHLIGHT_GOAL))
    rates = [1000 / block.wall for block in plain]
    return figures + [
        _rate(kind, taken[kind], statistics.median(rates)) for kind in ("still", "morph", "explode")
    ]


def _starts(root: Path, count: int, cache: Path) -> list[Figure]:
    wall: dict[str, list[float]] = {"bare": [], "explorer": []}
    cpu: dict[str, list[float]] = {"bare": [], "explorer": []}
    for number in range(count + 1):
        for which in wall:
            program = Program(which, root, cache)
            if number:  # the first start fills the caches of files, modules and shaders
                wall[which].append(program.start_seconds)
                cpu[which].append(program.start_cpu)
            program.close()
    return [
        _ratio("first frame, s", wall["explorer"], wall["bare"], START_GOAL),
        _ratio("first frame, CPU s", cpu["explorer"], cpu["bare"], START_GOAL),
    ]


def _ratio(name: str, values: list[float], references: list[float], goal: float | None) -> Figure:
    ratios = [value / other for value, other in zip(values, references, strict=True)]
    ratio = statistics.median(ratios)
    value, reference = statistics.median(values), statistics.median(references)
    return Figure(
        name,
        round(value, 3),
        round(reference, 3),
        round(ratio, 3),
        f"<= {goal}" if goal is not None else NO_GOAL,
        goal is None or ratio <= goal,
        _quartiles(ratios),
    )


def _rate(kind: str, blocks: list[Block], plain: float) -> Figure:
    """Frames a second by the clock; on a machine that is busy with other things, the plain program's say how busy."""
    rates = [1000 / block.wall for block in blocks]
    value = statistics.median(rates)
    return Figure(
        f"{kind}, frames/s", round(value, 2), round(plain, 2), round(value / plain, 3), f">= {FASTEST:.0f} a second",
        value >= FASTEST, _quartiles([rate / plain for rate in rates]),
    )  # fmt: skip


def _quartiles(values: list[float]) -> tuple[float, float]:
    if len(values) < 2:
        return round(values[0], 3), round(values[0], 3)
    low, _, high = statistics.quantiles(values, n=4)
    return round(low, 3), round(high, 3)
