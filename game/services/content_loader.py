"""Finds the courses in a folder, reads them, checks them, and reports every fault with file, line and hint.

Called at start-up, by `main.py check` and by tests. A faulty part is reported and left out and the rest is
still loaded, so one bad card never hides a course. Knows nothing of the screen or of what a learner has
done.

A course is a folder with `course.toml`; each lesson is a folder `NN-name` in it with `lesson.md` (text with
a TOML head between two `+++` lines) and, where wanted, `cards.toml`, `questions.toml` and `concepts.toml`.
A folder `tours` holds guided tours of the brain.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Collection
from dataclasses import dataclass, replace
from pathlib import Path
from typing import TypeVar

from game.core.content import Course, Lesson
from game.core.content_checks import Places, World, check_course
from game.core.markdown import Document, parse
from game.core.problem import Problem
from game.services.content_parts import ID, ID_HINT, Seen, read_cards, read_concepts, read_questions
from game.services.toml_reading import Table, read_text, read_toml
from game.services.tours_loader import TOURS_FOLDER, read_tours

COURSE_FILE = "course.toml"
LESSON_FILE = "lesson.md"
PART_FILES = ("cards.toml", "questions.toml", "concepts.toml")
_LESSON_FOLDER = re.compile(r"\d\d-[a-z0-9]+(-[a-z0-9]+)*")
_FENCE = "+++"
Part = TypeVar("Part")


@dataclass(frozen=True, slots=True)
class LoadReport:
    """What could be loaded, in the courses' own order, and everything that is wrong, in file and line
    order.
    """

    courses: tuple[Course, ...]
    problems: tuple[Problem, ...]


def load_courses(
    root: Path, regions: Collection[str] | None = None, experiments: Collection[str] | None = None
) -> LoadReport:
    """Load every course under `root` (or `root` itself, if it is a course).

    `regions` and `experiments` are the ids that `region:` and `lab:` links may name; None leaves them
    unchecked. Never raises on bad content.
    """
    problems: list[Problem] = []
    if not root.is_dir():
        return LoadReport((), (Problem(root.name, 1, "there is no such folder", "name a folder of courses"),))
    if (root / COURSE_FILE).is_file():
        folders, base = [root], root
    else:
        folders, base = (
            sorted(folder for folder in root.iterdir() if _is_shown(folder) and folder.is_dir()),
            root,
        )
    if not folders:
        problems.append(
            Problem(COURSE_FILE, 1, "there is no course here", "a course is a folder with a course.toml")
        )
    loaded: list[tuple[int, Course]] = []
    for folder in folders:
        reader = _CourseReader(folder, base, World(regions, experiments), problems)
        course = reader.read()
        if course is not None:
            loaded.append((reader.order, course))
    loaded.sort(key=lambda pair: pair[0])
    return LoadReport(tuple(course for _, course in loaded), tuple(sorted(set(problems))))


def _is_shown(path: Path) -> bool:
    return not path.name.startswith((".", "__"))


def _is_lesson(path: Path) -> bool:
    return _is_shown(path) and path.name != TOURS_FOLDER


class _CourseReader:
    """Reads one course folder."""

    def __init__(self, folder: Path, base: Path, world: World, problems: list[Problem]) -> None:
        self.folder = folder
        self.base = base
        self.world = world
        self.problems = problems
        self.places = Places()
        self.seen = Seen(self.places)
        self.order = 0

    def read(self) -> Course | None:
        """The course, or None if its course.toml cannot be used."""
        path = self.folder / COURSE_FILE
        if not path.is_file():
            self._complain(path, "a course needs a course.toml", "add one, or move the folder out of lessons")
            return None
        head = self._toml(path)
        if head is None:
            return None
        course = self._course(head)
        self._strangers(self.folder, (COURSE_FILE,), "a course holds course.toml and lesson folders")
        folders = sorted(child for child in self.folder.iterdir() if child.is_dir() and _is_lesson(child))
        if not folders:
            self._complain(path, "the course has no lessons", "add a folder such as 01-first-steps")
        lessons = tuple(lesson for child in folders if (lesson := self._lesson(child)) is not None)
        tours = read_tours(self.folder, self.base, self.world.regions, self.problems)
        course = replace(course, lessons=lessons, tours=tours)
        self.problems += check_course(course, self.places, self.world)
        return course

    def _course(self, head: Table) -> Course:
        head.only("title", "subtitle", "subject", "manual", "level", "licence", "order", "clusters")
        if not ID.fullmatch(self.folder.name):
            head.complain("", f"the folder name `{self.folder.name}` is not a good course id", ID_HINT)
        self.order = head.number("order", default=0)
        clusters = head.texts("clusters")
        if len(set(clusters)) < len(clusters):
            head.complain("clusters", "a cluster is listed twice", "list each once")
        return Course(
            id=self.folder.name,
            title=head.text("title"),
            subtitle=head.text("subtitle", required=False),
            subject=head.text("subject"),
            manual=head.text("manual"),
            level=head.text("level"),
            lessons=(),
            licence=head.text("licence"),
            clusters=clusters,
        )

    def _lesson(self, folder: Path) -> Lesson | None:
        if not _LESSON_FOLDER.fullmatch(folder.name):
            self._complain(
                folder / LESSON_FILE, f"`{folder.name}` is not a lesson folder", "name it like 01-first-steps"
            )
        self._strangers(
            folder, (LESSON_FILE, *PART_FILES), "a lesson holds " + ", ".join((LESSON_FILE, *PART_FILES))
        )
        cards = self._part(folder / "cards.toml", read_cards)
        questions = self._part(folder / "questions.toml", read_questions)
        concepts = self._part(folder / "concepts.toml", read_concepts)
        lesson = self._text(folder / LESSON_FILE)
        if lesson is None:
            return None
        return replace(lesson, cards=cards, questions=questions, concepts=concepts)

    def _part(self, path: Path, read: Callable[[Table, Seen], tuple[Part, ...]]) -> tuple[Part, ...]:
        if not path.is_file():
            return ()
        table = self._toml(path)
        return read(table, self.seen) if table is not None else ()

    def _text(self, path: Path) -> Lesson | None:
        """The lesson without its parts, from lesson.md."""
        if not path.is_file():
            self._complain(path, "a lesson needs a lesson.md", "add one with a head between two +++ lines")
            return None
        text = read_text(path, self._name(path), self.problems)
        if text is None:
            return None
        lines = text.split("\n")
        if lines[0].rstrip() != _FENCE or _FENCE not in (line.rstrip() for line in lines[1:]):
            self._complain(
                path, "the lesson has no head", "begin with a line +++, then TOML, then a line +++"
            )
            return None
        end = next(n for n, line in enumerate(lines) if n > 0 and line.rstrip() == _FENCE)
        head = read_toml("\n".join(lines[1:end]), self._name(path), self.problems, first_line=2)
        document = parse("\n".join(lines[end + 1 :]), self._name(path), first_line=end + 2)
        self.problems += document.problems
        return self._head(head, document) if head is not None else None

    def _head(self, head: Table, document: Document) -> Lesson:
        head.only("id", "title", "subtitle", "subject", "aim", "minutes", "experiments")
        experiments = head.texts("experiments")
        for name in experiments:
            self.places.links.append((f"lab:{name}", head.file, head.line("experiments")))
        self.places.links += [(target, head.file, line) for target, line in document.links]
        if not document.sections:
            head.complain("", "the lesson has no section", "begin one with a ## heading")
        for section in document.sections:
            if not section.blocks:
                message = f"section `{section.id}` is empty"
                self.problems.append(Problem(head.file, section.line, message, "write its text or remove it"))
            self._claim_section(section.id, head.file, section.line)
        return Lesson(
            id=self.seen.claim("lesson", head),
            title=head.text("title"),
            subtitle=head.text("subtitle", required=False),
            subject=head.text("subject", required=False),
            aim=head.text("aim"),
            minutes=head.number("minutes", least=1),
            sections=document.sections,
            experiments=experiments,
        )

    def _claim_section(self, own_id: str, file: str, line: int) -> None:
        """Note where a section stands; report an id that is taken."""
        first = self.places.known.get(("section", own_id, ""))
        if first is not None:
            hint = f"the first is at {first[0]}:{first[1]}; add {{#another-id}} to the heading"
            self.problems.append(Problem(file, line, f"section id `{own_id}` is used twice", hint))
        self.places.note("section", own_id, "", file, line)

    def _toml(self, path: Path) -> Table | None:
        text = read_text(path, self._name(path), self.problems)
        return None if text is None else read_toml(text, self._name(path), self.problems)

    def _strangers(self, folder: Path, expected: tuple[str, ...], hint: str) -> None:
        for child in sorted(folder.iterdir()):
            if child.is_file() and _is_shown(child) and child.name not in expected:
                self._complain(child, "this file is not part of a course", hint)

    def _name(self, path: Path) -> str:
        return path.relative_to(self.base).as_posix()

    def _complain(self, path: Path, message: str, hint: str) -> None:
        self.problems.append(Problem(self._name(path), 1, message, hint))
