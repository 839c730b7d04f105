"""Runs the real program in a real window and says after each frame what changed, as JSON lines on standard output.

Started by `desktop.Window`: `window_child.py DATA_DIR`. It is the program that `main.py` runs; the telling is added.
"""

from __future__ import annotations

import json
import sys
from pathlib import Path
from typing import Any

from game.app.app import App
from game.app.boot import WINDOW, assemble
from game.app.options import RunOptions
from game.engine.stage import StageOptions


def look(app: App) -> dict[str, Any]:
    """What a test wants to know about this frame."""
    scene: Any = app.director.top
    facts = {name: value for name, value in scene.facts().items() if name != "texts"}
    orbit = getattr(getattr(scene, "brain", scene), "orbit", None)
    view = orbit.view if orbit is not None else None
    return {
        "scene": scene.spec.id,
        "size": list(app.context.stage.size),
        "fullscreen": bool(app.context.stage.base.win.get_properties().get_fullscreen()),
        "widgets": {w.name: list(map(round, w.window_rect().centre)) for w in scene.layer.widgets},
        "focused": scene.layer.focused.name if scene.layer.focused is not None else "",
        "hovered": scene.layer.hovered.name if scene.layer.hovered is not None else "",
        "view": [view.azimuth, view.elevation, view.distance] if view is not None else None,
        "facts": facts,
        "complaints": scene.complaints(),
    }


def main() -> int:
    """Run until the window is closed."""
    app = assemble(RunOptions(data_dir=Path(sys.argv[1]), fullscreen=False), StageOptions(*WINDOW))
    told: dict[str, str] = {}

    def tell() -> None:
        changed = {}
        for name, value in look(app).items():
            text = json.dumps(value, default=str)
            if told.get(name) != text:
                told[name] = text
                changed[name] = json.loads(text)
        if changed:
            print(json.dumps(changed), flush=True)

    app.pollers.append(tell)
    app.run()
    app.close()
    app.context.stage.close()
    return 0


if __name__ == "__main__":
    sys.exit(main())
