"""A damaged installation and a failing scene: one sentence or a panel, never a traceback."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import pytest

from game.app import boot
from game.app.options import RunOptions
from game.core.messages import ChangeSetting, OpenScene
from game.screens.course.scene import CourseScreen
from game.screens.home.scene import HomeScreen
from game.services import paths

LESSON = "lessons/tensorflow-ai-advanced/01-training-at-scale"


@pytest.fixture
def tree(root: Path, tmp_path: Path, monkeypatch) -> Path:
    """An installation made of links, taken for the program's own folder: break it as you like."""
    made = tmp_path / "tree"
    for source in (*root.glob("assets/**/*"), *root.glob("lessons/**/*")):
        if source.is_file():
            link = made / source.relative_to(root)
            link.parent.mkdir(parents=True, exist_ok=True)
            link.symlink_to(source)
    monkeypatch.setattr(paths, "app_dir", lambda: made)
    return made


def spoil(file: Path, text: str | None) -> None:
    """Replace a linked file by other text, or take it away."""
    file.unlink()
    if text is not None:
        file.write_text(text, encoding="utf-8")


@pytest.mark.parametrize(
    ("file", "text", "words"),
    [
        ("assets/themes/tokens.toml", "x = [", "tokens.toml"),
        ("assets/themes/tokens.toml", "", "damaged"),
        ("assets/themes/tokens.toml", None, "tokens.toml"),
        ("assets/themes/icons.toml", "x = 1", "damaged"),
        ("assets/themes/icons.toml", None, "icons.toml"),
        ("assets/fonts/IBMPlexSans_500Medium.ttf", "junk", "IBMPlexSans_500Medium.ttf"),
        ("lessons/tensorflow-ai-advanced/course.toml", "x = [", "main.py check"),
    ],
)
def test_a_damaged_installation_is_one_sentence(
    file: str, text: str | None, words: str, tree: Path, stage, tmp_path: Path
) -> None:
    spoil(tree / file, text)
    with pytest.raises(boot.BootError) as told:
        boot.assemble(RunOptions(data_dir=tmp_path / "data"), stage)
    assert words in str(told.value) and "\n" not in str(told.value)
    assert not [task for task in stage.base.task_mgr.getAllTasks() if task.get_name().startswith("app-")]


@pytest.mark.slow
@pytest.mark.parametrize(
    ("file", "scene"),
    [
        (f"{LESSON}/lesson.md", "lesson"),
        (f"{LESSON}/cards.toml", "flashcards"),
        (f"{LESSON}/cards.toml", "matching"),
        (f"{LESSON}/concepts.toml", "constellation"),
        (f"{LESSON}/questions.toml", "lesson"),
        ("assets/brain/regions.json", "brain"),
        ("assets/brain/structure_pages.toml", "brain"),
    ],
)
def test_what_is_left_of_a_course_can_still_be_used(
    file: str, scene: str, tree: Path, stage, tmp_path: Path
) -> None:
    from game.engine.pilot import Pilot

    spoil(tree / file, None)
    stage.set_size(1280, 720)
    app = boot.assemble(RunOptions(data_dir=tmp_path / "data"), stage, strict=True)
    try:
        pilot = Pilot(app).frames(2)
        for step in ("course", scene):
            app.context.bus.post(OpenScene(step))
            pilot.until_scene(step)
        assert pilot.frames(30).complaints() == [] and app.hud.notice is not None
    finally:
        app.close()


def burst(*_: object) -> None:
    raise ZeroDivisionError("nought")


@pytest.mark.parametrize("method", ["__init__", "enter", "update", "relayout", "handle"])
def test_a_scene_that_fails_in_any_way_sends_home_with_a_panel(method: str, make_pilot, monkeypatch) -> None:
    pilot = make_pilot(strict=False)
    if method in ("__init__", "enter", "update"):
        monkeypatch.setattr(CourseScreen, method, burst)
        pilot.app.context.bus.post(OpenScene("course"))
    else:
        pilot.app.context.bus.post(OpenScene("course"))
        pilot.until_scene("course")
        monkeypatch.setattr(CourseScreen, method, burst)
        pilot.app.context.bus.post(ChangeSetting("text_size", 2.0))
        pilot.key("a")
    pilot.frames(6)
    assert pilot.app.running and pilot.scene.spec.id == "home"
    assert pilot.app.hud.problem is not None
    assert pilot.app.hud.problem.title == "Course had to close"


@pytest.mark.parametrize("method", ["update", "relayout", "handle"])
def test_a_failing_home_ends_the_program_in_an_orderly_way(method: str, make_pilot, monkeypatch) -> None:
    pilot = make_pilot(strict=False)
    monkeypatch.setattr(HomeScreen, method, burst)
    pilot.app.context.bus.post(ChangeSetting("text_size", 2.0))
    pilot.key("a").frames(3)
    assert not pilot.app.running
    with pytest.raises(ZeroDivisionError):
        pilot.app.run()


def test_without_its_packages_the_program_says_so(root: Path) -> None:
    done = subprocess.run(
        [sys.executable, "-S", "main.py"], cwd=root, capture_output=True, text=True, timeout=60
    )
    assert done.returncode == 1 and done.stderr.count("\n") == 1
    assert "panda3d" in done.stderr and "pip install uv && uv run main.py" in done.stderr


@pytest.mark.slow
def test_without_a_place_for_the_data_everything_works_and_says_that_nothing_is_kept(
    stage, tmp_path: Path, monkeypatch
) -> None:
    from game.engine.pilot import Pilot
    from tests.scenes.test_lab import fake

    (tmp_path / "file").write_text("in the way", encoding="utf-8")
    for name in ("XDG_DATA_HOME", "LOCALAPPDATA", "HOME"):
        monkeypatch.setenv(name, str(tmp_path / "file"))
    stage.set_size(1280, 720)
    app = boot.assemble(RunOptions(), stage, strict=True, make_trainer=fake())
    try:
        pilot = Pilot(app).frames(3)
        assert app.hud.notice is not None and "nothing you do will be kept" in app.hud.notice.text
        app.context.bus.post(ChangeSetting("text_size", 1.25))
        for step in ("course", "flashcards"):
            app.context.bus.post(OpenScene(step))
            pilot.until_scene(step)
        pilot.key("space").frames(60).key("3").frames(60)
        assert pilot.complaints() == []
        app.context.bus.post(OpenScene("course"))
        pilot.until_scene("course")
        app.context.bus.post(OpenScene("lab"))
        pilot.until_scene("lab").settle().press("start")
        pilot.until(lambda: pilot.facts["step"] > 3, 4000, "a step")
    finally:
        app.close()
