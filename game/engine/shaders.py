"""Loads GLSL pairs by name, puts `#include`d parts in place, and says in which file and line a compile failed.

Called by every drawable (brain, sky, stars, lines, the stage). A pair is `<name>.vert` and `<name>.frag` in
`assets/shaders/`, or two names; shared parts are `*.glsl`. It knows nothing of what a shader draws.
"""

from __future__ import annotations

import re
from collections.abc import Iterable
from dataclasses import dataclass
from functools import lru_cache
from pathlib import Path

from panda3d.core import GraphicsStateGuardian, Notify, PreparedGraphicsObjects, Shader, StringStream

from game.services import paths

_INCLUDE = re.compile(r'^\s*#include\s+"([^"]+)"\s*$')
_STRIDE = (
    10_000  # the first line of file n is numbered n * _STRIDE + 1, so that a log's line says the file too
)
_LOG_LINES = (
    re.compile(r":(?P<line>\d+)\(\d+\)\s*:\s*(?P<text>.+)"),  # Mesa
    re.compile(r"\((?P<line>\d+)\)\s*:\s*(?P<text>.+)"),  # NVIDIA
    re.compile(r":(?P<line>\d+)\s*:\s*(?P<text>.+)"),  # AMD, Apple
)


class ShaderError(Exception):
    """A shader file that is missing, includes itself, or does not compile: `file:line: what is wrong`."""

    def __init__(self, file: str, line: int, message: str) -> None:
        super().__init__(f"{file}:{line}: {message}")
        self.file, self.line, self.message = file, line, message


@dataclass(frozen=True)
class ShaderSource:
    """GLSL text with its includes put in. Lines of `files[n]` are numbered from 10,000 n."""

    text: str
    files: tuple[str, ...]


def read_source(path: Path) -> ShaderSource:
    """The text of one GLSL file with every `#include "part.glsl"` replaced by that file (same folder).

    Raises ShaderError, naming file and line, for a missing file or a part that includes itself.
    """
    files: list[str] = []
    lines = _expand(path, files, ())
    return ShaderSource("\n".join(lines) + "\n", tuple(files))


@lru_cache(maxsize=128)
def load_shader(
    name: str, fragment: str = "", folder: Path | None = None, defines: tuple[str, ...] = ()
) -> Shader:
    """The shader `<name>.vert` + `<fragment or name>.frag`; the same object for the same names.

    defines: names that both sources find defined, for variants of a pair. Raises ShaderError for a missing file.
    Compiling happens when it is first drawn, or in `compile_now`.
    """
    root = folder if folder is not None else paths.assets_dir() / "shaders"
    vertex = read_source(root / f"{name}.vert")
    pixel = read_source(root / f"{fragment or name}.frag")
    shader = Shader.make(Shader.SL_GLSL, _defining(vertex.text, defines), _defining(pixel.text, defines))
    shader.set_filename(Shader.ST_none, fragment or name)
    return shader


def pair_names(folder: Path | None = None) -> tuple[tuple[str, str], ...]:
    """(vertex name, fragment name) of every .frag: with its own .vert, else with the .vert its name begins with."""
    root = folder if folder is not None else paths.assets_dir() / "shaders"
    vertices = {path.stem for path in root.glob("*.vert")}
    pairs = []
    for path in sorted(root.glob("*.frag")):
        own = path.stem
        while own not in vertices and "_" in own:
            own = own.rpartition("_")[0]
        pairs.append((own, path.stem))
    return tuple(pairs)


def compile_now(
    pairs: Iterable[tuple[str, str]],
    prepared: PreparedGraphicsObjects,
    gsg: GraphicsStateGuardian,
    folder: Path | None = None,
    defines: tuple[str, ...] = (),
) -> list[ShaderError]:
    """Compile pairs at once on a graphics context that has drawn a frame; one error for each pair that fails."""
    root = folder if folder is not None else paths.assets_dir() / "shaders"
    errors = []
    for name, fragment in pairs:
        shader = load_shader(name, fragment, folder, defines)
        log = _compile_log(shader, prepared, gsg)
        if shader.get_error_flag():
            files = (read_source(root / f"{name}.vert").files, read_source(root / f"{fragment}.frag").files)
            errors.append(explain_log(log, *files))
    return errors


def explain_log(log: str, vertex_files: tuple[str, ...], fragment_files: tuple[str, ...]) -> ShaderError:
    """The first error of a driver's log in terms of our files. The stage is read from the log's own wording."""
    files = fragment_files if re.search(r"fragment shader", log, re.IGNORECASE) else vertex_files
    for line in log.splitlines():
        found = next((hit for pattern in _LOG_LINES if (hit := pattern.search(line))), None)
        if found and "warning" not in line.lower():
            number, row = divmod(int(found["line"]), _STRIDE)
            return ShaderError(files[min(number, len(files) - 1)], row, found["text"].strip())
    return ShaderError(fragment_files[0], 0, log.strip() or "the graphics driver refused the pair")


def _defining(text: str, defines: tuple[str, ...]) -> str:
    """GLSL text with names defined after its first line, which is the version; its lines keep their numbers."""
    if not defines:
        return text
    version, _, rest = text.partition("\n")
    return "\n".join([version, *(f"#define {name}" for name in defines), "#line 2", rest])


def _compile_log(shader: Shader, prepared: PreparedGraphicsObjects, gsg: GraphicsStateGuardian) -> str:
    stream = StringStream()
    notify = Notify.ptr()
    before = notify.get_ostream_ptr()
    notify.set_ostream_ptr(stream, False)
    try:
        shader.prepare_now(prepared, gsg)
    finally:
        notify.set_ostream_ptr(before, False)
    return bytes(stream.get_data()).decode("utf-8", "replace")


def _expand(path: Path, files: list[str], parents: tuple[str, ...]) -> list[str]:
    try:
        source = path.read_text(encoding="utf-8").splitlines()
    except OSError as error:
        raise ShaderError(path.name, 0, "this shader file is missing or cannot be read") from error
    number = len(files)
    files.append(path.name)
    lines = [] if number == 0 else [f"#line {number * _STRIDE + 1}"]
    for index, line in enumerate(source, start=1):
        found = _INCLUDE.match(line)
        if not found:
            lines.append(line)
            continue
        if found[1] == path.name or found[1] in parents:
            raise ShaderError(path.name, index, f'"{found[1]}" includes itself')
        if not (path.parent / found[1]).is_file():
            raise ShaderError(path.name, index, f'the included file "{found[1]}" does not exist')
        lines += _expand(path.parent / found[1], files, (*parents, path.name))
        lines.append(f"#line {number * _STRIDE + index + 1}")
    return lines
