"""Makes the program's few sounds: soft felt-mallet notes on one pentatonic scale, and one low damped bell.

`python -m game.devtools sounds` writes `assets/audio/*.wav`; the same bytes every time. Nobody needs it to run the
program. Peak level -18 dBFS, as LOOK asks for.
"""

from __future__ import annotations

import argparse
import wave
from collections.abc import Sequence
from pathlib import Path

import numpy as np
from numpy.typing import NDArray

RATE = 22_050  # Hz, mono, 16 bit
PEAK = 10 ** (-18 / 20)
C, D, E, G, A = 261.63, 293.66, 329.63, 392.00, 440.00  # Hz, pentatonic on C
Wave = NDArray[np.float64]


def mallet(hertz: float, seconds: float = 0.9, decay: float = 5.0) -> Wave:
    """One felt-mallet note: a fundamental, a soft octave, a quiet fourth partial that dies first."""
    t = np.arange(int(RATE * seconds)) / RATE
    tone = np.sin(2 * np.pi * hertz * t) * np.exp(-decay * t)
    tone += 0.28 * np.sin(2 * np.pi * 2 * hertz * t) * np.exp(-1.8 * decay * t)
    tone += 0.10 * np.sin(2 * np.pi * 3.93 * hertz * t) * np.exp(-6 * decay * t)
    return np.asarray(tone * np.minimum(t / 0.006, 1.0))


def bell(hertz: float, seconds: float = 1.4) -> Wave:
    """A low damped bell: inharmonic partials, quickly dull."""
    t = np.arange(int(RATE * seconds)) / RATE
    partials = ((1.0, 1.0, 3.2), (2.02, 0.5, 5.0), (2.74, 0.35, 7.0), (5.1, 0.12, 12.0))
    tone = sum(
        gain * np.sin(2 * np.pi * ratio * hertz * t) * np.exp(-decay * t) for ratio, gain, decay in partials
    )
    return np.asarray(tone * np.minimum(t / 0.004, 1.0))


def after(first: Wave, second: Wave, seconds: float) -> Wave:
    """The second wave beginning `seconds` after the first."""
    start = int(seconds * RATE)
    whole = np.zeros(max(len(first), start + len(second)))
    whole[: len(first)] += first
    whole[start : start + len(second)] += second
    return whole


def sounds() -> dict[str, Wave]:
    """All sounds by name."""
    return {
        "select": mallet(G),
        "right": after(mallet(C * 2), mallet(E * 2), 0.11),
        "again": mallet(C),
        "turn": mallet(D * 2, 0.4, 11.0),
        "done": after(after(mallet(C * 2), mallet(E * 2), 0.12), mallet(G * 2, 1.2, 3.6), 0.24),
        "overflow": bell(A / 4),
    }


def write(path: Path, tone: Wave) -> None:
    """Write one sound at the common peak level."""
    samples = np.round(tone / np.abs(tone).max() * PEAK * 32767).astype("<i2")
    with wave.open(str(path), "wb") as file:
        file.setnchannels(1)
        file.setsampwidth(2)
        file.setframerate(RATE)
        file.writeframes(samples.tobytes())


def run(argv: Sequence[str], root: Path) -> int:
    """Entry of the tool."""
    parser = argparse.ArgumentParser(prog="game.devtools sounds", description="Write assets/audio.")
    parser.add_argument("--out", type=Path, default=root / "assets" / "audio")
    folder: Path = parser.parse_args(argv).out
    folder.mkdir(parents=True, exist_ok=True)
    for name, tone in sounds().items():
        write(folder / f"{name}.wav", tone)
        print(f"{name}.wav  {len(tone) / RATE:.1f} s")
    return 0
