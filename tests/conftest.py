"""What every test gets: an empty home, so that none reads or writes a person's own progress and settings."""

from __future__ import annotations

import functools
import os
import shutil
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parent.parent

# Every program under test has a database of its own, and each commit waits for the disk: memory is quicker.
MEMORY_DISK = Path("/dev/shm")
if MEMORY_DISK.is_dir() and os.access(MEMORY_DISK, os.W_OK) and shutil.disk_usage(MEMORY_DISK).free > 2**30:
    os.environ.setdefault("PYTEST_DEBUG_TEMPROOT", str(MEMORY_DISK))


@pytest.fixture(scope="session", autouse=True)
def _home_of_its_own(tmp_path_factory: pytest.TempPathFactory):
    """Point every user-data folder of this process and its children into a temporary folder."""
    home = tmp_path_factory.mktemp("home")
    names = ("HOME", "XDG_DATA_HOME", "XDG_CONFIG_HOME", "XDG_CACHE_HOME", "LOCALAPPDATA", "APPDATA")
    before = {name: os.environ.get(name) for name in names}
    os.environ.update({name: str(home / name.lower()) for name in names})
    for name in names:
        (home / name.lower()).mkdir()
    yield home
    for name, value in before.items():
        if value is None:
            del os.environ[name]
        else:
            os.environ[name] = value


@pytest.fixture(scope="session")
def root() -> Path:
    """The repository's folder."""
    return ROOT


@pytest.fixture(scope="session")
def stage():
    """The one offscreen stage of the test process (Panda3D allows one ShowBase at a time)."""
    from game.engine.stage import Stage
    from game.engine.window import StageOptions

    made = Stage(StageOptions(1280, 720, offscreen=True, fixed_step=1 / 60))
    yield made
    made.close()


@pytest.fixture(autouse=True)
def _usual_size(request):
    """No test begins with the window size that another one left."""
    if "stage" in request.fixturenames:
        stage = request.getfixturevalue("stage")
        if tuple(stage.size) != (1280, 720):
            stage.set_size(1280, 720)


@pytest.fixture(scope="session")
def _read_once():
    """Courses, atlas, fonts and meshes are read once for all tests: values that nobody changes, the same each time."""
    from game.app import boot

    with pytest.MonkeyPatch.context() as patch:
        for name in ("load_courses", "load_atlas_quickly", "load_tokens", "FontBook", "_brain_loader"):
            patch.setattr(boot, name, functools.cache(getattr(boot, name)))
        yield


@pytest.fixture
def make_pilot(stage, _read_once, tmp_path: Path):
    """A factory: the whole program on the stage, driven by a pilot. Keywords: scene, size, text_size, scheme, motion,
    clock, make_trainer, data_dir, strict, params (of the scene), draw (every frame; pictures are drawn anyway).
    """
    from game.app.boot import assemble
    from game.app.options import RunOptions
    from game.core.clock import FakeClock
    from game.core.messages import OpenScene
    from game.engine.pilot import Pilot

    apps = []

    def make(
        scene: str = "home",
        size=(1280, 720),
        text_size=1.0,
        scheme="dark",
        motion="full",
        clock=None,
        make_trainer=None,
        data_dir=None,
        strict=True,
        params=(),
        draw=False,
    ):
        stage.set_drawing(draw)
        stage.set_size(*size)
        app = assemble(
            RunOptions(data_dir=data_dir or tmp_path / "data"),
            stage,
            clock=clock or FakeClock(),
            strict=strict,
            make_trainer=make_trainer,
            settings_over={"text_size": text_size, "scheme": scheme, "motion": motion},
        )
        apps.append(app)
        pilot = Pilot(app)
        pilot.frames(2)
        if scene != "home":
            app.context.bus.post(OpenScene(scene, tuple(params)))
            pilot.until_scene(scene)
        return pilot

    yield make
    for app in apps:
        app.close()
    stage.set_drawing(True)


@pytest.fixture
def pilot(make_pilot):
    """The program at its home screen, 1280x720."""
    return make_pilot()
