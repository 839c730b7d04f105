"""Puts the program together: services, stage, context, app; and says in one sentence what is missing.

`run` is the window's program, `assemble` makes the same program on any stage (tests, tour, contact sheet). Called by
the command line; nothing calls back here.
"""

from __future__ import annotations

import logging
import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import replace
from functools import cache

from game.app.app import App
from game.app.options import RunOptions
from game.app.registry import HOME, SCENES
from game.core.bus import Bus
from game.core.clock import Clock
from game.core.messages import Notice, OpenScene
from game.engine.brain_assets import load_brain
from game.engine.brain_node import PreparedBrain, prepare
from game.engine.loading import Job, Progress
from game.engine.renderer import GraphicsError
from game.engine.sound import SoundBoard
from game.engine.stage import Stage
from game.engine.window import StageOptions
from game.services import paths
from game.services.atlas_loader import load_atlas
from game.services.content_loader import load_courses
from game.services.monitors import choose, monitors
from game.services.settings import load_settings
from game.services.study import open_study
from game.services.system_clock import SystemClock
from game.services.trainer_client import TrainerClient
from game.ui.backdrop import Backdrop
from game.ui.context import Context
from game.ui.fonts import FontBook
from game.ui.theme import load_tokens

log = logging.getLogger(__name__)
WINDOW = (1280, 720)
GOOD, FAULT, WRONG_USE = 0, 1, 2


class BootError(RuntimeError):
    """The program cannot start; the text is one sentence for the person and says what to do."""


def run(options: RunOptions) -> int:
    """Open the window and stay until someone quits. Returns the exit code."""
    if problem := scene_problem(options):
        print(problem, file=sys.stderr)
        return WRONG_USE
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
    clock = clock if clock is not None else SystemClock()
    report = load_courses(paths.lessons_dir())
    if not report.courses:
        raise BootError(
            f"No course could be loaded: {'; '.join(map(str, report.problems[:3]))}. "
            "Run `main.py check` to see every problem."
        )
    atlas_report = load_atlas(paths.assets_dir() / "brain")
    full = settings.fullscreen if options.fullscreen is None else options.fullscreen
    if isinstance(stage, StageOptions):
        stage = Stage(replace(stage, fullscreen=full and not stage.offscreen))
    book = FontBook(paths.assets_dir() / "fonts", paths.assets_dir() / "themes" / "icons.toml")
    study = open_study(places, clock, settings)
    context = Context(
        bus=Bus(),
        stage=stage,
        book=book,
        tokens=load_tokens(paths.assets_dir() / "themes" / "tokens.toml"),
        clock=clock,
        paths=places,
        settings=settings,
        study=study,
        courses=report.courses,
        atlas=atlas_report.atlas,
        backdrop=Backdrop(stage.backdrop),
        sound=SoundBoard(stage.base, paths.assets_dir() / "audio", settings.volume),
        brain=_brain_loader(stage.renderer.level),
        make_trainer=make_trainer or (lambda: TrainerClient(paths.trainer_argv(), runs_dir=places.runs_dir)),
    )
    first = OpenScene(options.scene) if options.scene else None
    app = App(context, SCENES, HOME, first=first, strict=strict)
    damaged = [*report.problems, *atlas_report.problems]
    problems = [*loaded.warnings, *study.notices, *map(str, damaged)]
    for sentence in problems[:1]:
        context.bus.post(Notice(sentence, "warning"))
    return app


@cache
def _brain_loader(level: str) -> Callable[[], Job[PreparedBrain]]:
    """The one loading job of the brain; started by whoever asks first, kept for as long as the process lives."""

    @cache
    def start() -> Job[PreparedBrain]:
        def load(progress: Progress) -> PreparedBrain:
            assets = load_brain(paths.assets_dir() / "brain", level, lambda f, what: progress(f * 0.6, what))
            return prepare(assets, lambda f, what: progress(0.6 + f * 0.4, what))

        return Job(load, "load-brain")

    return start
