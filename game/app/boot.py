"""Puts the program together: services, stage, context, app; and says in one sentence what is missing.

`run` is the window's program, `assemble` makes the same program on any stage (tests, tour, contact sheet). Called by
the command line; nothing calls back here.
"""

from __future__ import annotations

from game.engine import lean  # before everything else

# isort: split
import logging
import sys
import threading
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import replace
from functools import cache
from typing import TYPE_CHECKING

from game.app.app import App
from game.app.options import RunOptions
from game.app.registry import HOME, SCENES
from game.app.settling import READERS, Settling, importing, opening
from game.core.bus import Bus
from game.core.clock import Clock
from game.core.flow import BRAIN, COURSES
from game.core.messages import Notice, OpenScene
from game.engine.brain_assets import load_brain
from game.engine.brain_prepared import PreparedBrain, prepare
from game.engine.loading import Job, Progress
from game.engine.renderer import GraphicsError
from game.engine.stage import Stage
from game.engine.window import StageOptions
from game.services import paths
from game.services.atlas_loader import load_atlas_quickly
from game.services.settings import Settings, load_settings
from game.services.system_clock import SystemClock
from game.ui.backdrop import Backdrop
from game.ui.context import Context
from game.ui.fonts import FontBook
from game.ui.theme import load_tokens

if TYPE_CHECKING:
    from pathlib import Path

    from game.core.content import Course
    from game.engine.sound import SoundBoard
    from game.services.content_loader import LoadReport
    from game.services.study import StudyService
    from game.services.trainer_client import TrainerClient

log = logging.getLogger(__name__)
WINDOW = (1280, 720)
GOOD, FAULT, WRONG_USE = 0, 1, 2
PATIENCE = (
    0.25  # seconds that the first frame waits for the brain, rather than show a loading bar for an instant
)


class BootError(RuntimeError):
    """The program cannot start; the text is one sentence for the person and says what to do."""


def run(options: RunOptions) -> int:
    """Open the window and stay until someone quits. Returns the exit code."""
    if problem := scene_problem(options):
        print(problem, file=sys.stderr)
        return WRONG_USE
    from game.services import leftovers
    from game.services.monitors import choose, monitors

    threading.Thread(target=leftovers.sweep, name="leftovers", daemon=True).start()
    number = options.monitor if options.monitor is not None else 0
    monitor, complaint = choose(number, monitors())
    if complaint:
        print(complaint, file=sys.stderr)
    window = StageOptions(*WINDOW)
    if monitor is not None:
        window = replace(window, origin=(monitor.x, monitor.y), screen=(monitor.width, monitor.height))
    try:
        app = assemble(options, window)
    except (GraphicsError, BootError, paths.PathError) as error:
        print(error, file=sys.stderr)
        return exit_code(error)
    try:
        app.run()
    except BootError as error:  # what was read after the first frame
        print(error, file=sys.stderr)
        return FAULT
    finally:
        app.close()
        app.context.stage.close()
    return GOOD


def scene_problem(options: RunOptions) -> str:
    """One sentence if the options ask for a scene that does not exist, or the empty string."""
    known = [scene.spec.id for scene in SCENES]
    if not options.scene or options.scene in known:
        return ""
    return f"There is no scene called {options.scene!r}. There are: {', '.join(known)}."


def exit_code(error: Exception) -> int:
    """A folder that cannot be used is bad input; everything else that stops a start is a fault."""
    return WRONG_USE if isinstance(error, paths.PathError) else FAULT


@contextmanager
def _in_one_sentence() -> Iterator[None]:
    """Whatever a damaged installation raises while it is put together becomes a BootError."""
    try:
        yield
    except (GraphicsError, BootError, paths.PathError):
        raise
    except Exception as error:
        reason = f"{type(error).__name__}: {' '.join(str(error).split())}".rstrip(".: ")
        raise BootError(
            f"Neurarium cannot start: a part of it is missing or damaged ({reason}). Install the program again."
        ) from error


@_in_one_sentence()
def assemble(
    options: RunOptions,
    stage: Stage | StageOptions,
    *,
    clock: Clock | None = None,
    strict: bool = False,
    make_trainer: Callable[[], TrainerClient] | None = None,
    settings_over: dict[str, object] | None = None,
) -> App:
    """Make the whole program on a stage (one that exists, or one made from its options).

    strict: a failing scene raises instead of showing the error panel. settings_over: settings that win over the saved
    ones for this run (tests, contact sheet). Raises BootError, GraphicsError or PathError, each one sentence.
    """
    places = paths.resolve(options.data_dir, options.profile)
    if (
        options.data_dir is not None
    ):  # one's own choice has to work; without the platform's, study keeps nothing
        places.ensure()
    loaded = load_settings(places.settings_file)
    settings = replace(loaded.settings, **(settings_over or {}))  # type: ignore[arg-type]
    full = settings.fullscreen if options.fullscreen is None else options.fullscreen
    if isinstance(stage, StageOptions):
        stage = Stage(replace(stage, fullscreen=full and not stage.offscreen))
    bus, brain = Bus(), _brain_loader(stage.renderer.level)
    job = brain()
    said = FirstComplaint(bus)
    atlas_report, atlas_problems = load_atlas_quickly(paths.assets_dir() / "brain")
    context = Context(
        bus=bus,
        stage=stage,
        book=FontBook(paths.assets_dir() / "fonts", paths.assets_dir() / "themes" / "icons.toml"),
        tokens=load_tokens(paths.assets_dir() / "themes" / "tokens.toml"),
        clock=clock if clock is not None else SystemClock(),
        paths=places,
        settings=settings,
        atlas=atlas_report.atlas,
        backdrop=Backdrop(stage.backdrop),
        brain=brain,
        make_trainer=make_trainer or (lambda: _trainer(places)),
        read_courses=lambda: _courses(said),
        open_study=lambda now: _study(context, now, said),
        load_sounds=lambda volume: _sounds(context, volume),
    )
    said.say(*loaded.warnings)
    first = next(entry for entry in SCENES if entry.spec.id == (options.scene or HOME))
    first.load()
    if COURSES in first.spec.needs:
        _ = context.courses
    said.say(*map(str, atlas_report.problems))
    if BRAIN in first.spec.needs:
        job.wait(PATIENCE)
    app = App(context, SCENES, HOME, first=OpenScene(options.scene) if options.scene else None, strict=strict)
    read = (*map(importing, READERS), lambda: context.courses, lambda: said.say(*map(str, atlas_problems())))
    later = (lambda: context.study, *read, lambda: context.sound, *map(opening, SCENES), lean.started)
    app.pollers.append(Settling(later).poll)
    return app


class FirstComplaint:
    """Of all that is found wrong while the program is put together, the first sentence is shown."""

    def __init__(self, bus: Bus) -> None:
        self._bus, self._said = bus, False

    def say(self, *sentences: str) -> None:
        """Show the first of these, unless one was shown before."""
        if sentences and not self._said:
            self._said = True
            self._bus.post(Notice(sentences[0], "warning"))


def load_courses(folder: Path) -> LoadReport:
    """All courses; the parser of Markdown is loaded with the first."""
    from game.services import content_loader

    return content_loader.load_courses(folder)


def _courses(said: FirstComplaint) -> tuple[Course, ...]:
    report = load_courses(paths.lessons_dir())
    if not report.courses:
        raise BootError(
            f"No course could be loaded: {'; '.join(map(str, report.problems[:3]))}. "
            "Run `main.py check` to see every problem."
        )
    said.say(*map(str, report.problems))
    return report.courses


def _study(context: Context, settings: Settings, said: FirstComplaint) -> StudyService:
    from game.services.study import open_study

    study = open_study(context.paths, context.clock, settings)
    said.say(*study.notices)
    return study


def _sounds(context: Context, volume: float) -> SoundBoard:
    from game.engine.sound import SoundBoard

    return SoundBoard(context.stage.base, paths.assets_dir() / "audio", volume)


def _trainer(places: paths.Paths) -> TrainerClient:
    from game.services.trainer_client import TrainerClient

    return TrainerClient(paths.trainer_argv(), runs_dir=places.runs_dir)


@cache
def _brain_loader(level: str) -> Callable[[], Job[PreparedBrain]]:
    """The one loading job of the brain; started by whoever asks first, kept for as long as the process lives."""

    @cache
    def start() -> Job[PreparedBrain]:
        def load(progress: Progress) -> PreparedBrain:
            assets = load_brain(paths.assets_dir() / "brain", level, lambda f, what: progress(f * 0.6, what))
            prepared = prepare(assets, lambda f, what: progress(0.6 + f * 0.4, what))
            prepared.begin_picker()
            return prepared

        return Job(load, "load-brain")

    return start
