"""The start of the program: what the first frame shows, what it does without, and what is made afterwards."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from pathlib import Path

import pytest

from game.app import boot
from game.app.entry import Entry
from game.app.options import RunOptions
from game.app.registry import SCENES
from game.app.settling import READERS, Settling, importing, opening
from game.core.content import Course
from game.core.messages import Notice
from game.engine.loading import Job
from game.engine.pilot import Pilot

EXPLORER = """\
import json, sys
from pathlib import Path
from game.app.boot import assemble
from game.app.options import RunOptions
from game.engine.window import StageOptions

app = assemble(RunOptions(data_dir=Path(sys.argv[1]), scene="brain"), StageOptions(1280, 720, offscreen=True))
stage = app.context.stage
stage.step()
first = sorted(sys.modules)
picture = stage.base.win.get_screenshot()  # of what this frame drew; nothing is drawn for it
view = app.director.top.view
x, y = view.pixel(view.centre_of("ctx-lh-superiortemporal"))
image = bytes(picture.get_ram_image_as("RGB"))

def lightness(x, y):
    at = 3 * ((719 - int(y)) * 1280 + int(x))
    return sum(image[at : at + 3])

picked = view.pick(x, y)
for _ in range(40):
    stage.step()
print(json.dumps({
    "first": first, "later": sorted(sys.modules), "brain": lightness(x, y), "sky": lightness(3, 3),
    "picked": picked and picked.region_id, "texts": app.director.top.facts()["texts"],
}))
app.close()
"""
NOT_NEEDED = (
    *("markdown_it", "fsrs", "sqlite3", "PIL", "rapidfuzz", "msgspec", "importlib.metadata", "numpy.random"),
    *("game.worlds.lab.model", "game.worlds.constellation.model", "game.minigames.flashcards.scene"),
    *("game.screens.home.scene", "game.services.content_loader", "game.services.study"),
)


@pytest.fixture(scope="module")
def told(root: Path, tmp_path_factory: pytest.TempPathFactory) -> dict:
    """What the program says of its first frame in the explorer, in a process of its own."""
    folder = tmp_path_factory.mktemp("start")
    run = subprocess.run(
        [sys.executable, "-c", EXPLORER, str(folder)], cwd=root, capture_output=True, text=True, timeout=100
    )
    assert run.returncode == 0, run.stderr
    return json.loads(run.stdout.splitlines()[-1])


@pytest.mark.slow
def test_the_first_frame_shows_a_brain_that_can_be_picked(told: dict) -> None:
    assert told["brain"] > told["sky"] + 60
    assert told["picked"] == "ctx-lh-superiortemporal"
    assert "Neuroanatomy Explorer" in told["texts"]


@pytest.mark.slow
def test_the_first_frame_of_the_explorer_loads_nothing_of_other_places(told: dict) -> None:
    loaded = [
        name for name in told["first"] if any(name == no or name.startswith(f"{no}.") for no in NOT_NEEDED)
    ]
    assert loaded == []


@pytest.mark.slow
def test_a_second_later_every_scene_can_be_opened_without_importing(told: dict) -> None:
    assert {entry.place.partition(":")[0] for entry in SCENES} <= set(told["later"])


def test_pieces_are_made_one_a_frame_after_the_first() -> None:
    made: list[int] = []
    settling = Settling([lambda: made.append(1), lambda: made.append(2)])
    counts = []
    for _ in range(4):
        settling.poll()
        counts.append(len(made))
    assert counts == [0, 1, 2, 2] and settling.done


def test_pieces_wait_while_something_is_loading() -> None:
    import threading

    loaded, made = threading.Event(), []
    settling = Settling([lambda: made.append(1)])
    job = Job(lambda progress: loaded.wait(20), "test-load")
    for _ in range(3):
        settling.poll()
    assert not made
    loaded.set()
    assert job.wait(20)
    settling.poll()
    assert made == [1]


def test_what_cannot_be_imported_is_logged_and_the_rest_goes_on(caplog) -> None:
    opening(Entry(SCENES[0].spec, "game.nowhere:Scene"))()
    assert "game.nowhere cannot be imported" in caplog.text


def test_what_reads_courses_can_be_imported(caplog) -> None:
    for module in READERS:
        importing(module)()
        assert module in sys.modules
    assert caplog.text == ""


@pytest.mark.slow
def test_a_course_that_is_read_after_the_first_frame_and_is_bad_ends_the_program_in_one_sentence(
    stage, _read_once, tmp_path: Path, monkeypatch, capsys
) -> None:
    from game.services.content_loader import LoadReport

    monkeypatch.setattr(boot, "load_courses", lambda folder: LoadReport((), ()))
    app = boot.assemble(RunOptions(data_dir=tmp_path, scene="brain"), stage)
    try:
        app.context.stage.step()
        assert app.running
        with pytest.raises(boot.BootError, match=r"main.py check"):
            app.run()
    finally:
        app.close()


def test_the_first_thing_found_wrong_is_told_also_when_it_is_read_late(
    stage, _read_once, tmp_path: Path, monkeypatch
) -> None:
    courses: tuple[Course, ...] = boot.load_courses(boot.paths.lessons_dir()).courses

    def study(context, settings, said):
        said.say("The memory is gone.")
        return real(context, settings, said)

    real = boot._study
    monkeypatch.setattr(boot, "_study", study)
    app = boot.assemble(RunOptions(data_dir=tmp_path, scene="brain"), stage, strict=True)
    told: list[str] = []
    app.context.bus.subscribe(Notice, lambda notice: told.append(notice.text))
    try:
        Pilot(app).frames(20)
        assert told == ["The memory is gone."] and app.context.courses == courses
    finally:
        app.close()


@pytest.mark.slow
def test_numpy_is_loaded_without_a_pool_of_threads_and_the_environment_is_left_alone(root: Path) -> None:
    code = "import os, game.app.boot as _; print(len(os.listdir('/proc/self/task')), os.environ.get('%s'))"
    if not Path("/proc/self/task").is_dir():
        pytest.skip("this system does not count threads in /proc")
    name = "OPENBLAS_NUM_THREADS"
    environment = {key: value for key, value in os.environ.items() if key != name}
    run = subprocess.run(
        [sys.executable, "-c", code % name],
        cwd=root,
        env=environment,
        capture_output=True,
        text=True,
        check=True,
    )
    assert run.stdout.split() == ["1", "None"]


def test_a_first_scene_that_fails_leads_home_with_a_panel(
    stage, _read_once, tmp_path: Path, monkeypatch
) -> None:
    from game.worlds.brain.scene import ExplorerScreen

    def burst(*_: object) -> None:
        raise ZeroDivisionError("nought")

    monkeypatch.setattr(ExplorerScreen, "enter", burst)
    app = boot.assemble(RunOptions(data_dir=tmp_path, scene="brain"), stage)
    try:
        pilot = Pilot(app).frames(3)
        assert pilot.scene.spec.id == "home" and app.hud.problem is not None
        assert app.hud.problem.title == "Neuroanatomy Explorer had to close"
    finally:
        app.close()


def test_the_garbage_collector_is_left_alone_at_the_start_and_works_afterwards(root: Path) -> None:
    code = "import gc, game.app.boot as b; print(*gc.get_threshold()); b.lean.started(); print(*gc.get_threshold())"
    run = subprocess.run([sys.executable, "-c", code], cwd=root, capture_output=True, text=True, check=True)
    start, later = (int(line.split()[0]) for line in run.stdout.splitlines())
    assert start > 200_000 > later > 0
