"""`bench explorer`: what the explorer's frames and its start cost against the least program that shows the same brain.

Called by `game.devtools.bench`. Both programs run at once, each in a process of its own, and take turns in short
blocks, so that whatever else this machine does hits both alike; ratios are those of neighbouring blocks. CPU is that of
all threads (a software renderer draws in several), of frames that were waited for.
"""

from __future__ import annotations

import argparse
import json
import statistics
import subprocess
import sys
import time
from collections.abc import Sequence
from dataclasses import asdict, dataclass
from pathlib import Path

BLOCK, ROUNDS, STARTS = 12, 8, 5
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


class Program:
    """One of the two programs, running."""

    def __init__(self, which: str, root: Path) -> None:
        begin = time.perf_counter()
        command = [sys.executable, "-m", "game.devtools.bench_programs", which]
        self._process = subprocess.Popen(
            command, cwd=root, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True
        )
        if self._answer() != "ready":
            raise RuntimeError(f"The {which} program did not start.")
        self.start_seconds = time.perf_counter() - begin

    def frames(self, what: str, count: int = BLOCK) -> tuple[float, float]:
        """Median CPU and wall milliseconds of so many frames of a kind."""
        if self._process.stdin is None:
            raise RuntimeError("The program has no input.")
        self._process.stdin.write(f"{what} {count}\n")
        self._process.stdin.flush()
        taken = json.loads(self._answer())
        return statistics.median(taken["cpu"]), statistics.median(taken["wall"])

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
    mark = "reached" if figure.reached else "NOT reached"
    low, high = figure.spread
    return (
        f"{figure.name:<30} {figure.value:8.2f}  against {figure.reference:8.2f}: {figure.ratio:6.3f}"
        f"  (goal {figure.goal}: {mark}; quartiles {low:.3f} to {high:.3f})"
    )


def measure(root: Path, rounds: int = ROUNDS, starts: int = STARTS) -> list[Figure]:
    """All figures. Raises RuntimeError when a program does not run."""
    figures = [_starts(root, starts)] if starts else []
    bare = Program("bare", root)
    explorer = Program("explorer", root)
    kinds = ("still", "hover", "select", "selected", "morph", "explode")
    reference: list[float] = []
    cpu: dict[str, list[float]] = {kind: [] for kind in kinds}
    again: dict[str, list[float]] = {kind: [] for kind in kinds}
    wall: dict[str, list[float]] = {kind: [] for kind in kinds}
    try:
        for _ in range(rounds):
            reference.append(bare.frames("still")[0])
            for kind in kinds:
                taken = explorer.frames(kind)
                cpu[kind].append(taken[0])
                wall[kind].append(taken[1])
                again[kind].append(explorer.frames("still")[0])
    finally:
        bare.close()
        explorer.close()
    figures.append(_ratio("frame, CPU ms, bare program", cpu["still"], reference, FRAME_GOAL))
    for kind, words in (
        ("hover", "hover, CPU ms, at rest"),
        ("select", "selecting, CPU ms, at rest"),
        ("selected", "selected, CPU ms, at rest"),
    ):
        figures.append(_ratio(words, cpu[kind], again[kind], HIGHLIGHT_GOAL))
    figures += [_rate(kind, wall[kind]) for kind in ("still", "morph", "explode")]
    return figures


def _starts(root: Path, count: int) -> Figure:
    seconds: dict[str, list[float]] = {"bare": [], "explorer": []}
    for number in range(count + 1):
        for which, taken in seconds.items():
            program = Program(which, root)
            if number:  # the first start fills the caches of files and shaders
                taken.append(program.start_seconds)
            program.close()
    return _ratio("first frame, s, bare program", seconds["explorer"], seconds["bare"], START_GOAL)


def _ratio(name: str, values: list[float], references: list[float], goal: float) -> Figure:
    ratios = [value / other for value, other in zip(values, references, strict=True)]
    ratio = statistics.median(ratios)
    value, reference = statistics.median(values), statistics.median(references)
    return Figure(
        name,
        round(value, 3),
        round(reference, 3),
        round(ratio, 3),
        f"<= {goal}",
        ratio <= goal,
        _quartiles(ratios),
    )


def _rate(kind: str, wall: list[float]) -> Figure:
    rates = [1000 / value for value in wall]
    value = statistics.median(rates)
    return Figure(
        f"{kind}, frames/s", round(value, 2), FASTEST, round(value / FASTEST, 3), f">= {FASTEST:.0f} a second",
        value >= FASTEST, _quartiles([rate / FASTEST for rate in rates]),
    )  # fmt: skip


def _quartiles(values: list[float]) -> tuple[float, float]:
    if len(values) < 2:
        return round(values[0], 3), round(values[0], 3)
    low, _, high = statistics.quantiles(values, n=4)
    return round(low, 3), round(high, 3)
