"""The command line: what can be typed after `main.py`, and which part of the program answers.

`main.py` calls `main(argv)` after the preflight. Each command is imported only when it is asked for, so
`--help` costs nothing and `check` never loads the engine. Exit codes: 0 good, 2 wrong use or bad input, 1
fault; 130 after Ctrl+C, 143 when the system asked for the end.
"""

from __future__ import annotations

import argparse
import os
import sys
from collections.abc import Callable, Mapping, Sequence
from pathlib import Path

from game.app import ending
from game.app.options import RunOptions
from game.services import paths

GOOD, FAULT, WRONG_USE = 0, 1, 2
VERSION = "0.1.0"
DEMO_FOLDER = Path("neurarium-demo")
PRECISIONS = ("float32", "mixed_bfloat16", "mixed_float16")
NO_DISPLAY = "There is no display here (DISPLAY is not set), so this is the demonstration without a window."

EPILOG = """\
examples:
  main.py                               open the program
  main.py --scene brain --windowed      open it in the brain
  main.py tour --out pictures           draw every scene into PNG files, no display needed
  main.py train brain-atlas --replicas 2 --precision mixed_float16 --steps 50 --json
  main.py check lessons                 look for mistakes in lessons
  main.py doctor                        what this machine offers, and what will be used

exit codes: 0 good, 2 wrong use or bad input, 1 fault
"""


def build_parser() -> argparse.ArgumentParser:
    """Return the parser of the whole command line."""
    shared = _shared_options()
    parser = argparse.ArgumentParser(
        prog="main.py",
        parents=[shared],
        description="Walk around a real brain, study a course, and watch a real distributed training run.",
        epilog=EPILOG,
        formatter_class=argparse.RawDescriptionHelpFormatter,
    )
    parser.add_argument("--version", action=_SayVersion, nargs=0, help="show the program's version and exit")
    commands = parser.add_subparsers(
        dest="command", metavar="COMMAND", title="commands (none: open the program)"
    )
    _add_tour(commands, shared)
    _add_train(commands, shared)
    check = commands.add_parser("check", parents=[shared], help="check lessons and report every mistake")
    check.add_argument(
        "path", nargs="?", type=Path, metavar="PATH", help="a folder of courses, or one course"
    )
    doctor = commands.add_parser(
        "doctor", parents=[shared], help="what this machine offers, and what will be used"
    )
    doctor.add_argument("--deep", action="store_true", help="also import TensorFlow (takes seconds)")
    doctor.add_argument("--probe", help=argparse.SUPPRESS)
    doctor.add_argument("--probe-out", type=Path, help=argparse.SUPPRESS)
    return parser


def main(argv: Sequence[str], environ: Mapping[str, str] | None = None) -> int:
    """Parse `argv` and run what it asks for; return the exit code."""
    try:
        code = _obey(argv, environ)
        sys.stdout.flush()  # here, and not as the interpreter ends, where nobody catches anything
        return code
    except BrokenPipeError:  # whoever read the output has heard enough; Python must not try to flush the rest
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        return FAULT


def _obey(argv: Sequence[str], environ: Mapping[str, str] | None) -> int:
    parser = build_parser()
    try:
        args = parser.parse_args(argv)
        if hasattr(args, "windowed") and hasattr(args, "fullscreen"):  # on either side of the command
            parser.error("--windowed and --fullscreen exclude each other; give one of them")
    except SystemExit as leaving:  # argparse has said what is wrong, or has printed the help
        return leaving.code if isinstance(leaving.code, int) else WRONG_USE
    try:
        places = paths.resolve(getattr(args, "data_dir", None), getattr(args, "profile", "default"))
    except paths.PathError as error:
        print(error, file=sys.stderr)
        return WRONG_USE
    run = COMMANDS[args.command]
    try:
        with ending.heard() as asked:
            return run(args, os.environ if environ is None else environ)
    except KeyboardInterrupt:
        print("\nStopped.", file=sys.stderr)
        return asked.code
    except paths.PathError as error:
        print(error, file=sys.stderr)
        return WRONG_USE
    except BrokenPipeError:
        raise
    except Exception as error:
        from game.app import faults

        print(faults.sentence(error, places.logs_dir), file=sys.stderr)
        return FAULT


def version() -> str:
    """Return the installed version, or the one in the sources when the program was never installed."""
    from importlib import metadata  # it takes longer to load than the rest of the command line

    try:
        return metadata.version("neurarium")
    except metadata.PackageNotFoundError:
        return VERSION


class _SayVersion(argparse.Action):
    """Prints the version and ends; looked up only when it is asked for."""

    def __call__(self, parser: argparse.ArgumentParser, *_: object) -> None:
        print(f"Neurarium {version()}")
        parser.exit()


def has_display(environ: Mapping[str, str], platform: str = sys.platform) -> bool:
    """Whether a window can be opened at all. Only Linux runs without one: there Panda3D speaks X11."""
    return not platform.startswith("linux") or bool(environ.get("DISPLAY"))


def run_options(args: argparse.Namespace) -> RunOptions:
    """Return the options of the program's start that `args` carries."""
    fullscreen = False if hasattr(args, "windowed") else getattr(args, "fullscreen", None)
    return RunOptions(
        scene=getattr(args, "scene", ""),
        profile=getattr(args, "profile", "default"),
        data_dir=getattr(args, "data_dir", None),
        fullscreen=fullscreen,
        monitor=getattr(args, "monitor", None),
    )


def _shared_options() -> argparse.ArgumentParser:
    """Options that may stand before or after the command. No defaults here: the later parser would win."""
    shared = argparse.ArgumentParser(add_help=False, argument_default=argparse.SUPPRESS)
    group = shared.add_argument_group("how to start")
    group.add_argument("--scene", metavar="ID", help="open this scene, such as brain, constellation or lab")
    group.add_argument("--profile", metavar="NAME", help="whose progress to use (default: default)")
    group.add_argument("--data-dir", type=Path, metavar="DIR", help="keep progress and settings here")
    group.add_argument("--windowed", action="store_true", help="open in a window")
    group.add_argument("--fullscreen", action="store_true", help="fill the screen")
    group.add_argument("--monitor", type=_positive, metavar="N", help="open on this monitor, 1 is the first")
    return shared


def _add_tour(commands: argparse._SubParsersAction, shared: argparse.ArgumentParser) -> None:
    tour = commands.add_parser(
        "tour",
        parents=[shared],
        help="draw every scene into PNG files and train for half a minute; no display needed",
    )
    tour.add_argument("--out", type=Path, default=DEMO_FOLDER, metavar="DIR", help="where the pictures go")
    tour.add_argument(
        "--seconds",
        type=_seconds,
        default=30.0,
        metavar="S",
        help="how long to train; 0 draws only (default: 30)",
    )


def _add_train(commands: argparse._SubParsersAction, shared: argparse.ArgumentParser) -> None:
    train = commands.add_parser("train", parents=[shared], help="run a training experiment without a window")
    train.add_argument("experiment", metavar="EXPERIMENT", help="which one, such as brain-atlas")
    train.add_argument(
        "--replicas", type=_positive, default=2, metavar="N", help="replica processes (default: 2)"
    )
    train.add_argument(
        "--precision",
        choices=PRECISIONS,
        default="float32",
        help="number format of the step (default: float32)",
    )
    train.add_argument(
        "--steps", type=_positive, default=200, metavar="N", help="how many steps (default: 200)"
    )
    train.add_argument(
        "--seed", type=int, default=0, metavar="N", help="seed of data and weights (default: 0)"
    )
    train.add_argument("--json", action="store_true", help="one JSON record a line instead of a progress bar")


def _positive(text: str) -> int:
    """argparse type: a whole number of at least 1."""
    if not text.isdecimal() or int(text) < 1:
        raise argparse.ArgumentTypeError(f"{text!r} is not a whole number of at least 1")
    return int(text)


def _seconds(text: str) -> float:
    """argparse type: a duration in seconds, 0 or more."""
    try:
        value = float(text)
    except ValueError:
        value = -1.0
    if not 0 <= value < float("inf"):
        raise argparse.ArgumentTypeError(f"{text!r} is not a number of seconds")
    return value


def _run(args: argparse.Namespace, environ: Mapping[str, str]) -> int:
    if not has_display(environ):
        print(NO_DISPLAY, flush=True)
        from game.app import tour

        return tour.run(run_options(args), DEMO_FOLDER)
    from game.app import boot

    return boot.run(run_options(args))


def _tour(args: argparse.Namespace, environ: Mapping[str, str]) -> int:
    from game.app import tour

    return tour.run(run_options(args), args.out, train_seconds=args.seconds)


def _train(args: argparse.Namespace, environ: Mapping[str, str]) -> int:
    from game.app import train_command

    return train_command.run(args)


def _check(args: argparse.Namespace, environ: Mapping[str, str]) -> int:
    from game.app import check_command

    return check_command.run(args)


def _doctor(args: argparse.Namespace, environ: Mapping[str, str]) -> int:
    if args.probe:
        from game.app import probes

        return probes.answer(args.probe, args.probe_out)
    from game.app import doctor

    return doctor.run(run_options(args), has_display(environ), deep=args.deep)


COMMANDS: dict[str | None, Callable[[argparse.Namespace, Mapping[str, str]], int]] = {
    None: _run,
    "tour": _tour,
    "train": _train,
    "check": _check,
    "doctor": _doctor,
}
