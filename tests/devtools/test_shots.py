"""The contact sheet: a picture of the right size for a state, names that can be asked for, faults that are told."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import pytest
from PIL import Image

from game.app.registry import SCENES
from game.devtools import shots
from game.devtools.shot_states import STATES, State
from game.engine.stage import Stage

LOOK = replace(shots.LOOKS[0], name="small", size=(960, 540), scheme="light")


def test_every_scene_is_on_the_sheet_and_every_name_is_its_own() -> None:
    assert {state.scene for state in STATES} >= {scene.spec.id for scene in SCENES}
    assert len({state.name for state in STATES}) == len(STATES)


def test_the_looks_are_those_that_have_to_be_right() -> None:
    wanted = {((1280, 720), 1.0), ((1920, 1080), 1.0), ((1280, 720), 2.0)}
    assert {(look.size, look.text_size) for look in shots.LOOKS} == wanted


def test_a_state_or_a_scene_can_be_asked_for() -> None:
    assert [state.name for state in STATES if shots.chosen(state, ["menu-quit"])] == ["menu-quit"]
    assert len([state for state in STATES if shots.chosen(state, ["menu"])]) >= 4
    assert not any(shots.chosen(state, ["nothing"]) for state in STATES)


def test_a_picture_is_taken_and_put_on_the_sheet(stage: Stage, tmp_path: Path) -> None:
    state = next(state for state in STATES if state.name == "menu-quit")
    shot = shots.take(stage, state, LOOK, tmp_path)
    assert shot.faults == ()
    assert shot.file is not None
    with Image.open(shot.file) as picture:
        assert picture.size == (960, 540)
        assert len(picture.getcolors(1_000_000) or ()) > 50  # not a blank page
    with Image.open(shots.sheet(tmp_path, LOOK, [shot])) as page:
        assert page.size == (shots.COLUMNS * shots.THUMB, 270 + shots.LABEL)


def test_a_state_that_cannot_be_reached_is_a_fault(stage: Stage, tmp_path: Path) -> None:
    shot = shots.take(stage, State("nowhere", "nowhere", fresh=True), LOOK, tmp_path)
    assert shot.file is None
    assert shot.faults[0].startswith("not reached: scene 'nowhere'")
    shots.sheet(tmp_path, LOOK, [shot])


def test_an_unknown_name_is_wrong_use(tmp_path: Path, root: Path) -> None:
    assert shots.run(["--out", str(tmp_path), "--only", "nothing"], root) == 2


def test_what_there_is_only_with_large_text_is_drawn_only_then(
    stage: Stage, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    drawn: list[tuple[str, str]] = []

    def take(made: object, state: State, look: shots.Look, folder: Path) -> shots.Shot:
        drawn.append((state.name, look.name))
        return shots.Shot(state.name, look.name, None, ())

    class NoStage:
        def close(self) -> None: ...

    monkeypatch.setattr(shots, "take", take)
    monkeypatch.setattr(shots, "Stage", lambda options: NoStage())
    assert (
        shots.run(["--out", str(tmp_path), "--only", "brain-fold-view", "--only", "brain-glass"], tmp_path)
        == 0
    )
    assert ("brain-glass", "720p") in drawn and ("brain-fold-view", "720p") not in drawn
    assert ("brain-fold-view", "720p-text200") in drawn
