"""`main.py check [PATH]`: looks for mistakes in lessons and prints all of them the way compilers do.

Called by `cli`. Without a path it checks the courses that come with the program, and that every region of the
brain has its text and every structure its page with sources. Loads neither the engine nor TensorFlow, so authors can
run it after every edit.
"""

from __future__ import annotations

import argparse
import sys
from collections.abc import Sequence
from pathlib import Path

from game.core.content import Course
from game.core.problem import Problem
from game.services import paths
from game.services.atlas_loader import AtlasReport, dangling_concepts, load_atlas
from game.services.content_loader import load_courses

GOOD, BAD_INPUT = 0, 2


def run(args: argparse.Namespace) -> int:
    """Check `args.path` (None: the shipped courses); 0 if there is no problem, 2 otherwise."""
    path: Path | None = args.path
    root = paths.lessons_dir() if path is None else path
    if not root.is_dir():
        print(f"{root} is not a folder. Name a folder of courses, or one course.", file=sys.stderr)
        return BAD_INPUT
    brain = paths.assets_dir() / "brain"
    atlas = load_atlas(brain)
    structures = [structure.id for structure in atlas.atlas.structures]
    report = load_courses(root, regions=structures or None)
    found = [(root, problem) for problem in report.problems]
    if path is None:
        ideas = [concept.id for course in report.courses for concept in course.concepts]
        of_brain = sorted({*atlas.problems, *dangling_concepts(atlas, ideas)})
        found += [(brain, problem) for problem in of_brain]
    for folder, problem in found:
        print(_shown(problem, folder))
    print(summary(report.courses, len(found), atlas if path is None else None))
    return BAD_INPUT if found else GOOD


def summary(courses: Sequence[Course], problems: int, atlas: AtlasReport | None = None) -> str:
    """One sentence that says what was read, of the brain too if its atlas is given, and how many problems there are."""
    counts = (
        (len(courses), "course"),
        (sum(len(course.lessons) for course in courses), "lesson"),
        (sum(len(course.cards) for course in courses), "card"),
        (sum(len(course.concepts) for course in courses), "key idea"),
        (sum(len(course.questions) for course in courses), "question"),
    )
    tours = sum(len(course.tours) for course in courses)
    shown = (*counts, (tours, "tour")) if tours else counts
    read = ", ".join(f"{count} {noun}{'' if count == 1 else 's'}" for count, noun in shown)
    if atlas is not None:
        pages = atlas.pages.pages if atlas.pages is not None else ()
        sourced = sum(1 for page in pages if page.sources)
        read += (
            f"; {len(atlas.atlas.structures)} structures of the brain, {sourced} with a page and its sources"
        )
    found = {0: "no problems", 1: "1 problem"}.get(problems, f"{problems} problems")
    return f"Read {read}: {found}."


def _shown(problem: Problem, root: Path) -> str:
    """The problem with a path that can be opened from where one stands."""
    place = (root / problem.file).absolute()
    place = place.relative_to(Path.cwd()) if place.is_relative_to(Path.cwd()) else place
    tail = f" ({problem.hint})" if problem.hint else ""
    return f"{place}:{problem.line}: {problem.message}{tail}"
