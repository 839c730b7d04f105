"""Write a new world or minigame: its folder, its tests, its line in the registry, its door on the course page.

`python -m game.devtools new world NAME` (or `minigame NAME`). What it writes runs and passes every fence, so one
starts from something that works. It never writes over a file.
"""

from __future__ import annotations

import argparse
import ast
import re
import sys
from collections.abc import Callable, Sequence
from pathlib import Path
from string import Template

from game.devtools.fences import FEATURE_KINDS

KINDS = {"world": "worlds", "minigame": "minigames"}
DOOR = "game/screens/course/spec.py"  # the screen that gets the right to open the new scene
NAME = re.compile(r"[a-z][a-z0-9]*(_[a-z0-9]+)*")

INIT = '"""$title: say in one sentence what a visitor does here."""\n'

PURE = '''"""What $title decides: how far the visitor has come, and what follows from a move.

The scene calls it and shows the answer. Pure: no window, no files, no clock.
"""

from __future__ import annotations

from dataclasses import dataclass

GOAL = 3


@dataclass(frozen=True)
class Progress:
    """steps: moves made so far, at most GOAL."""

    steps: int = 0

    @property
    def complete(self) -> bool:
        """Whether the goal is reached."""
        return self.steps >= GOAL


def move(progress: Progress) -> Progress:
    """The progress after one more move; a complete one stays as it is."""
    return progress if progress.complete else Progress(progress.steps + 1)
'''

SPEC = '''"""What the rest of the program has to know of this scene before it is opened; the registry reads it."""

from __future__ import annotations

from game.core.flow import $kind_name, SceneSpec

SPEC = SceneSpec("$name", $kind_name, "$title", frozenset({"menu"}))
'''

SCENE = '''"""The scene of $title: shows the progress and takes the moves; `$pure` decides what follows."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, ClassVar

from game.core.flow import SceneSpec
from game.engine.projection import Rect
${minigame_import}from game.ui.buttons import PRIMARY, Button
from game.ui.context import Context
from game.ui.layer import Layer
from game.ui.screen import Screen
${world_import}

class ${camel}Screen(Screen):
    """See the module text."""

    spec: ClassVar[SceneSpec] = SPEC

    def __init__(self, context: Context, params: Mapping[str, Any]) -> None:
        super().__init__(context, params)
        self.progress = Progress()

    def build(self, ui: Layer) -> None:
        """A sentence and a button."""
        bar = self.top_bar(ui, self.spec.title)
        x, y, theme = self.margins.x, bar.bottom, self.theme
        said = "Complete." if self.progress.complete else f"{self.progress.steps} of {GOAL}"
        y += ui.text(x, y, said, "title", "text").height + theme.px(24)
        width = ui.measure("Move", "body-bold")[0] + theme.px(90)
        rect = Rect(x, y, width, max(theme.px(64), theme.grow(52)))
        ui.add(Button(ui, "move", rect, "Move", self._move, kind=PRIMARY))
        self.primary("move")

    def facts(self) -> dict[str, Any]:
        """Adds the steps made and whether the goal is reached."""
        return {**super().facts(), "steps": self.progress.steps, "complete": self.progress.complete}

    def _move(self) -> None:
        self.progress = move(self.progress)
        self.refresh()
'''

PURE_TEST = '''"""The rules of $title."""

from __future__ import annotations

from game.$kinds.$name.$pure import GOAL, Progress, move


def test_moves_lead_to_the_goal_and_no_further() -> None:
    progress = Progress()
    for _ in range(GOAL):
        assert not progress.complete
        progress = move(progress)
    assert progress.complete
    assert move(progress) == progress
'''

SCENE_TEST = '''"""$title as a visitor meets it."""

from __future__ import annotations

from game.core.messages import OpenScene
from game.engine.pilot import Pilot


def test_a_visitor_completes_it(pilot: Pilot) -> None:
    for scene in ("course", "$name"):
        pilot.app.context.bus.post(OpenScene(scene))
        pilot.until_scene(scene).frames(2)
    assert pilot.complaints() == []
    for _ in range(3):
        pilot.press("move")
    assert pilot.facts["complete"] and pilot.sees("Complete.")
'''


def run(argv: Sequence[str], root: Path) -> int:
    """The tool. 0: written; 2: the name cannot be used."""
    parser = argparse.ArgumentParser(prog="python -m game.devtools new", description=__doc__)
    parser.add_argument("kind", choices=KINDS)
    parser.add_argument("name", help="lower case, words joined by _")
    args = parser.parse_args(argv)
    kinds = KINDS[args.kind]
    folder = root / "game" / kinds / args.name
    if not NAME.fullmatch(args.name) or folder.exists():
        why = "exists already" if folder.exists() else "is not lower-case words joined by _"
        print(f"{args.name} {why}.", file=sys.stderr)
        return 2
    for path in write_feature(root, args.kind, args.name):
        print(f"wrote    {path}")
    print(f"changed  game/app/registry.py, {DOOR}")
    print("Give it a door that people see: a line in doors() of game/screens/course/model.py.")
    return 0


def write_feature(root: Path, kind: str, name: str) -> list[str]:
    """Write the files of a new feature and register it; return the paths written, relative to `root`."""
    kinds = KINDS[kind]
    pure = FEATURE_KINDS[kinds]
    words = {
        "name": name,
        "kinds": kinds,
        "kind_name": kind.upper(),
        "pure": pure,
        "title": name.replace("_", " ").capitalize(),
        "camel": "".join(word.capitalize() for word in name.split("_")),
    }
    own_imports = (
        "from game.$kinds.$name.$pure import GOAL, Progress, move\nfrom game.$kinds.$name.spec import SPEC\n"
    )
    pure_import = Template(own_imports).substitute(words)
    words["minigame_import"] = pure_import if kind == "minigame" else ""  # each where import order wants it
    words["world_import"] = pure_import if kind == "world" else ""
    files = {
        f"game/{kinds}/{name}/__init__.py": INIT,
        f"game/{kinds}/{name}/{pure}.py": PURE,
        f"game/{kinds}/{name}/spec.py": SPEC,
        f"game/{kinds}/{name}/scene.py": SCENE,
        f"tests/{kinds}/test_{name}_{pure}.py": PURE_TEST,
        f"tests/scenes/test_{name}.py": SCENE_TEST,
    }
    for path, text in files.items():
        file = root / path
        file.parent.mkdir(parents=True, exist_ok=True)
        with file.open("x", encoding="utf-8") as out:
            out.write(Template(text).substitute(words))
    scene_class = f"{words['camel']}Screen"
    package = f"game.{kinds}.{name}"
    _change(root / "game/app/registry.py", lambda text: register(text, package, scene_class))
    _change(root / DOOR, lambda text: let_open(text, name))
    return list(files)


def register(registry: str, package: str, scene_class: str) -> str:
    """Return the registry's text with one more import (in order) and one more line at the end of SCENES."""
    name = package.rpartition(".")[2].upper()
    lines = registry.splitlines(keepends=True)
    new = f"from {package}.spec import SPEC as {name}\n"
    imports = [number for number, line in enumerate(lines) if line.startswith("from game.")]
    place = next((number for number in imports if lines[number] > new), imports[-1] + 1)
    lines.insert(place, new)
    text = "".join(lines)
    tree = ast.parse(text)
    scenes = next(
        node.value
        for node in tree.body
        if isinstance(node, ast.AnnAssign)
        and isinstance(node.target, ast.Name)
        and node.target.id == "SCENES"
    )
    lines = text.splitlines(keepends=True)
    entry = f'    Entry({name}, "{package}.scene:{scene_class}"),\n'
    lines.insert((scenes.end_lineno or 1) - 1 if scenes is not None else len(lines), entry)
    return "".join(lines)


def let_open(source: str, scene: str) -> str:
    """Return a screen's source whose `SceneSpec` may open one more scene (the last element of its set)."""
    spec = next(
        node
        for node in ast.walk(ast.parse(source))
        if isinstance(node, ast.Call) and isinstance(node.func, ast.Name) and node.func.id == "SceneSpec"
    )
    last = next(node for node in ast.walk(spec) if isinstance(node, ast.Set)).elts[-1]
    lines = source.splitlines(keepends=True)
    row = (last.end_lineno or 1) - 1
    line = lines[row].encode()  # columns of a syntax tree count bytes
    lines[row] = (
        line[: last.end_col_offset] + f', "{scene}"'.encode() + line[last.end_col_offset :]
    ).decode()
    return "".join(lines)


def _change(file: Path, change: Callable[[str], str]) -> None:
    file.write_text(change(file.read_text(encoding="utf-8")), encoding="utf-8")
