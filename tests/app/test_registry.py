"""The registry: every line leads to its scene, and none is imported before someone opens it."""

from __future__ import annotations

from fnmatch import fnmatch
from pathlib import Path

import pytest
import tomli

from game.app.entry import Entry
from game.app.registry import SCENES
from game.devtools import purity
from game.engine.pilot import Pilot


@pytest.mark.parametrize("entry", SCENES, ids=lambda entry: entry.spec.id)
def test_an_entry_leads_to_the_scene_with_its_spec(entry: Entry) -> None:
    assert entry.load().spec is entry.spec


@pytest.mark.parametrize(
    ("place", "error"),
    [
        ("game.worlds.nowhere.scene:Scene", ImportError),
        ("game.worlds.brain.scene:NoSuchScreen", AttributeError),
        ("game.core.flow:SceneSpec", TypeError),
    ],
)
def test_a_place_without_a_scene_is_an_error(place: str, error: type[Exception]) -> None:
    with pytest.raises(error):
        Entry(SCENES[0].spec, place).load()


def test_a_frozen_program_holds_every_scene(root: Path) -> None:
    manifest = tomli.loads((root / "build.toml").read_text(encoding="utf-8"))
    patterns = manifest["freeze"]["include_modules"]
    for entry in SCENES:
        assert any(fnmatch(entry.place.partition(":")[0], pattern) for pattern in patterns), entry.place


def test_putting_the_program_together_imports_no_scene(root: Path) -> None:
    loaded = purity.loaded_by(root, ["game.app.boot"])
    scenes = {entry.place.partition(":")[0] for entry in SCENES}
    assert not loaded & scenes


def test_a_first_scene_is_opened_without_home_and_without_a_fade(stage, _read_once, tmp_path: Path) -> None:
    from game.app.boot import assemble
    from game.app.options import RunOptions

    app = assemble(RunOptions(data_dir=tmp_path, scene="matching"), stage, strict=True)
    try:
        pilot = Pilot(app).frames(1)
        assert pilot.scene.spec.id == "matching" and not app.hud.veil.shown
        assert [visit.scene for visit in app.director.stack] == ["home", "matching"]
        pilot.key("escape").until_scene("home").frames(1)
        assert app.hud.veil.shown
    finally:
        app.close()
