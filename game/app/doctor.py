"""`main.py doctor`: what this machine offers, what of it will be used, what to do where things are missing.

Called by `cli`. Facts come from `machine` (read) and `probes` (tried in a process of their own, so that a
crashing driver is a line in the table). Looking (`examine`) and judging (`judge_*`) are apart: the judges
are pure.
"""

from __future__ import annotations

import tempfile
import textwrap
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from importlib import metadata
from pathlib import Path

from game.app import machine, preflight, probes
from game.app.options import RunOptions
from game.app.probes import Answer
from game.services import paths

GOOD, NOTE, BAD = "ok", "note", "MISSING"
WIDTH = 100  # characters of the table
ENOUGH_MEMORY = 4 * machine.GIB  # two replicas and the supervisor hold about 0.6 GiB each, the window 0.5 GiB


@dataclass(frozen=True)
class Finding:
    """One line of the table. to_do: what the person can do about it, or "" when there is nothing to do."""

    topic: str
    state: str
    found: str
    to_do: str = ""


def run(options: RunOptions, has_display: bool, deep: bool = False) -> int:
    """Examine the machine, print the table; return 0 when the program can run, else 1."""
    print(f"Neurarium on {machine.look().line}\n")
    findings = examine(options, has_display, deep)
    print(table(findings))
    broken = [finding for finding in findings if finding.state == BAD]
    print("\nWhat is marked MISSING keeps Neurarium from running." if broken else "\nNeurarium can run here.")
    return 1 if broken else 0


def examine(
    options: RunOptions, has_display: bool, deep: bool = False, ask: Callable[[str], Answer] = probes.ask
) -> list[Finding]:
    """Look at everything and return the findings in the order they are printed."""
    graphics = ask("window") if has_display else ask("offscreen")
    return [
        judge_packages(preflight.missing_packages()),
        judge_display(has_display, graphics),
        judge_graphics(graphics),
        judge_audio(ask("audio")),
        judge_tensorflow(_installed("tensorflow"), ask("tensorflow") if deep else None),
        judge_memory(machine.look()),
        judge_data_folder(options),
        *judge_assets(paths.assets_dir(), paths.lessons_dir()),
    ]


def judge_packages(missing: Sequence[str]) -> Finding:
    """missing: install names of the packages that are not there."""
    if missing:
        return Finding(
            "Packages", BAD, f"not installed: {', '.join(missing)}", f"type: {preflight.WHAT_TO_TYPE}"
        )
    return Finding("Packages", GOOD, f"all {len(preflight.PACKAGES)} are installed")


def judge_display(has_display: bool, graphics: Answer) -> Finding:
    """A missing display is no fault: the demonstration needs none."""
    if not has_display:
        found = "none (DISPLAY is not set): pictures are drawn without a window"
        return Finding("Display", NOTE, found, "start it in a desktop session to get a window")
    width, height = graphics.facts.get("screen", (0, 0))
    return Finding("Display", GOOD, f"{width} x {height}" if width else "there is one")


def judge_graphics(graphics: Answer) -> Finding:
    """What draws, and which brain is drawn with it."""
    if graphics.problem:
        to_do = "look at the graphics driver; without a display (DISPLAY unset) the demonstration still runs"
        return Finding("Graphics", BAD, graphics.problem, to_do)
    facts = graphics.facts
    found = f"{facts['renderer']}; OpenGL {facts['opengl']}, GLSL {facts['glsl']} through {facts['pipe']}"
    triangles = "about 20,000" if facts["level"] == "coarse" else "more than 160,000"
    used = f"the brain in {triangles} triangles, lit per {facts['shading']}"
    if facts["software"]:
        return Finding(
            "Graphics",
            NOTE,
            f"{found}; {used}",
            "this draws on the processor; a graphics card draws more smoothly",
        )
    return Finding("Graphics", GOOD, f"{found}; {used}")


def judge_audio(audio: Answer) -> Finding:
    """Silence is no fault."""
    if audio.problem or not audio.facts.get("device"):
        return Finding("Audio", NOTE, audio.problem or "no sound device: Neurarium stays silent")
    return Finding("Audio", GOOD, f"a device, through {audio.facts['library']}")


def judge_tensorflow(version: str, tried: Answer | None) -> Finding:
    """version: the installed one, "" for none. tried: what importing it gave, None when not tried."""
    if not version:
        return Finding("TensorFlow", BAD, "not installed", f"type: {preflight.WHAT_TO_TYPE}")
    if tried is None:
        return Finding("TensorFlow", GOOD, f"{version} is installed (doctor --deep tries it)")
    if tried.problem:
        return Finding(
            "TensorFlow", BAD, f"{version} cannot be imported: {tried.problem}", "install it once more"
        )
    gpus = tried.facts["gpus"]
    on = {0: "the processor", 1: "1 GPU"}.get(gpus, f"{gpus} GPUs")
    return Finding(
        "TensorFlow", GOOD, f"{version}, imported in {tried.facts['seconds']:.1f} s, trains on {on}"
    )


def judge_memory(found: machine.Machine) -> Finding:
    """Whether window and two replicas fit."""
    words = f"{found.memory / machine.GIB:.0f} GiB, {found.cores} processor cores; 2 replicas by default"
    if found.memory and found.memory < ENOUGH_MEMORY:
        return Finding("Memory", NOTE, words, "4 GiB are comfortable with 2 replicas; choose 1 in the lab")
    return Finding("Memory", GOOD, words if found.memory else "unknown size; 2 replicas by default")


def judge_data_folder(options: RunOptions) -> Finding:
    """Where progress is kept, and whether it can be written there, by trying. Leaves nothing behind."""
    try:
        folder = paths.resolve(options.data_dir, options.profile).profile_dir
    except paths.PathError as error:
        return Finding("Progress", BAD, str(error), "choose another --profile")
    there = next(parent for parent in (folder, *folder.parents) if parent.exists())
    try:
        with tempfile.TemporaryDirectory(dir=there):  # a file system may refuse what its permissions allow
            return Finding("Progress", GOOD, str(folder))
    except OSError:
        return Finding(
            "Progress", BAD, f"{folder} cannot be written", "choose another folder with --data-dir"
        )


def judge_assets(assets: Path, lessons: Path) -> list[Finding]:
    """What the program ships with: fonts, the brain, courses."""
    fonts = sorted(file.stem for file in (assets / "fonts").glob("*.ttf"))
    brain = sum(file.stat().st_size for file in (assets / "brain").rglob("*") if file.is_file())
    courses = sorted(file.parent.name for file in lessons.glob("*/course.toml"))
    again = "the copy is incomplete: get it once more"
    return [
        _shipped("Fonts", fonts, f"{len(fonts)} files", again),
        _shipped("Brain", brain, f"{brain / 2**20:.1f} MiB of meshes, labels and MRI", again),
        _shipped("Courses", courses, ", ".join(courses), again),
    ]


def table(findings: Sequence[Finding]) -> str:
    """Return the findings as aligned text, what to do below what was found."""
    lines = []
    for finding in findings:
        head = f"  {finding.topic:<11} {finding.state:<8} "
        indent = " " * len(head)
        lines.append(textwrap.fill(finding.found, WIDTH, initial_indent=head, subsequent_indent=indent))
        if finding.to_do:
            to_do = textwrap.fill(
                finding.to_do, WIDTH, initial_indent=f"{indent}-> ", subsequent_indent=indent + "   "
            )
            lines.append(to_do)
    return "\n".join(lines)


def _shipped(topic: str, there: object, found: str, to_do: str) -> Finding:
    return Finding(topic, GOOD, found) if there else Finding(topic, BAD, "nothing is there", to_do)


def _installed(name: str) -> str:
    try:
        return metadata.version(name)
    except metadata.PackageNotFoundError:
        return ""
