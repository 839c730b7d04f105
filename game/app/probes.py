"""Things that may crash when they are tried, tried in a process of their own: graphics, audio, TensorFlow.

`doctor` calls `ask`; that starts the program once more with `doctor --probe NAME --probe-out FILE`, which
ends in `answer`. The answer comes back through a file, since a packaged program's standard output may go to
its log. A probe that dies, hangs or says nothing is an answer too: its reason.
"""

from __future__ import annotations

import json
import subprocess
import tempfile
import time
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from game.services import paths

TIMEOUT_S = 60.0


@dataclass(frozen=True)
class Answer:
    """What a probe found. problem: why it could not be done, or "". facts: plain values."""

    problem: str = ""
    facts: dict[str, Any] = field(default_factory=dict)


def ask(name: str, command: Sequence[str] | None = None, timeout_s: float = TIMEOUT_S) -> Answer:
    """Run the probe `name` in a fresh process and return what it found; never raises for what it does."""
    with tempfile.TemporaryDirectory(prefix="neurarium-probe-") as folder:
        file = Path(folder) / "answer.json"
        argv = command or paths.program_argv("doctor", "--probe", name, "--probe-out", str(file))
        try:
            ended = subprocess.run(argv, capture_output=True, text=True, errors="replace", timeout=timeout_s)
        except subprocess.TimeoutExpired:
            return Answer(problem=f"it gave no answer within {timeout_s:.0f} s")
        if not file.is_file():
            return Answer(problem=_how_it_ended(ended))
        told = json.loads(file.read_text(encoding="utf-8"))
        return Answer(problem=told["problem"], facts=told["facts"])


def answer(name: str, file: Path) -> int:
    """Do the probe `name` in this process and write what it found into `file`; return the exit code."""
    if name not in PROBES:
        return 2
    try:
        found = Answer(facts=PROBES[name]())
    except Exception as error:  # whatever goes wrong is what the person wants to read
        found = Answer(problem=str(error) or type(error).__name__)
    file.write_text(json.dumps({"problem": found.problem, "facts": found.facts}), encoding="utf-8")
    return 0


def _how_it_ended(ended: subprocess.CompletedProcess[str]) -> str:
    if ended.returncode < 0:
        return f"it was ended by signal {-ended.returncode}"
    lines = ended.stderr.strip().splitlines()
    return f"it ended with code {ended.returncode}" + (f": {lines[-1]}" if lines else "")


def _graphics(offscreen: bool) -> dict[str, Any]:
    from game.engine.stage import Stage
    from game.engine.window import StageOptions

    stage = Stage(StageOptions(width=64, height=64, offscreen=offscreen))
    gsg = stage.base.win.get_gsg()
    return {
        "pipe": stage.base.pipe.get_type().get_name().removesuffix("GraphicsPipe").upper(),
        "renderer": stage.renderer.name,
        "vendor": stage.renderer.vendor,
        "opengl": ".".join(map(str, stage.renderer.version)),
        "glsl": f"{gsg.get_driver_shader_version_major()}.{gsg.get_driver_shader_version_minor():02d}",
        "software": stage.renderer.software,
        "level": stage.renderer.level,
        "shading": stage.renderer.shading,
        "screen": [stage.base.pipe.get_display_width(), stage.base.pipe.get_display_height()],
    }


def _audio() -> dict[str, Any]:
    from panda3d.core import AudioManager, load_prc_file_data

    from game.engine import audio_device

    if not audio_device.present():
        return {"device": False, "library": "none"}
    load_prc_file_data("probe", "audio-library-name p3openal_audio")
    manager = AudioManager.create_AudioManager()
    return {"device": bool(manager.is_valid()), "library": manager.get_type().get_name()}


def _tensorflow() -> dict[str, Any]:
    """By name: only the trainer may import TensorFlow, and this process lives for this question alone."""
    import importlib

    begun = time.monotonic()
    tensorflow = importlib.import_module("tensorflow")
    return {
        "version": tensorflow.__version__,
        "seconds": time.monotonic() - begun,
        "gpus": len(tensorflow.config.list_physical_devices("GPU")),
    }


PROBES: dict[str, Callable[[], dict[str, Any]]] = {
    "window": lambda: _graphics(offscreen=False),
    "offscreen": lambda: _graphics(offscreen=True),
    "audio": _audio,
    "tensorflow": _tensorflow,
}
