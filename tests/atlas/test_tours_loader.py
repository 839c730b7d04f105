"""Tours are read from a course's folder, and every fault in one is named with its file and line."""

from pathlib import Path

import pytest

from game.core.problem import Problem
from game.core.tours import CameraPlace, Tour
from game.services.content_loader import load_courses
from game.services.tours_loader import read_tours
from tests.content.trees import write_course

HEAD = 'id = "walk"\ntitle = "A walk"\nsummary = "Once round."\nsources = ["A book, 2020"]\n'
STEP = [
    "[[step]]",
    'view = "tissue"',
    'camera = { snap = "L" }',
    'highlight = ["alpha"]',
    'narration = "Look here. And there."',
    "seconds = 5",
]
TWO_MORE = "\n".join(STEP + STEP) + "\n"
STRUCTURES = ("alpha", "beta")


def walk(folder: Path, *changed: str, head: str = HEAD) -> tuple[tuple[Tour, ...], list[Problem]]:
    """Read a tour of three steps; each changed line replaces the one of its key in the first step, or is added."""
    lines = dict(zip([line.split(" ")[0] for line in STEP], STEP, strict=True))
    for line in changed:
        key, _, value = line.partition(" ")
        if value:
            lines[key] = line
        else:
            del lines[key]
    (folder / "tours").mkdir(exist_ok=True)
    text = head + "\n".join(lines.values()) + "\n" + TWO_MORE
    (folder / "tours" / "walk.toml").write_text(text, encoding="utf-8")
    problems: list[Problem] = []
    return read_tours(folder, folder, STRUCTURES, problems), problems


def faults(problems: list[Problem]) -> list[str]:
    return [f"{problem.file}:{problem.line}: {problem.message}" for problem in problems]


def test_a_good_tour_is_read(tmp_path: Path) -> None:
    tours, problems = walk(tmp_path, 'side = "R"', 'ghost = ["beta"]', "seconds = 7.5")
    assert problems == []
    (tour,) = tours
    assert (tour.id, tour.title, tour.sources) == ("walk", "A walk", ("A book, 2020",))
    first, second, _ = tour.steps
    assert (first.side, first.ghost, first.highlight, first.seconds) == ("R", ("beta",), ("alpha",), 7.5)
    assert (second.side, second.ghost, second.hidden) == ("both", (), ())


@pytest.mark.parametrize(
    ("line", "place"),
    [
        ('camera = { snap = "S" }', CameraPlace(snap="S")),
        ('camera = { focus = "beta", distance = 300 }', CameraPlace(focus="beta", distance=300.0)),
        ("camera = { azimuth = -60, elevation = 20.5 }", CameraPlace(azimuth=-60.0, elevation=20.5)),
    ],
)
def test_the_three_ways_to_place_the_camera(tmp_path: Path, line: str, place: CameraPlace) -> None:
    tours, problems = walk(tmp_path, line)
    assert problems == []
    assert tours[0].steps[0].camera == place


@pytest.mark.parametrize(
    ("changed", "line", "message"),
    [
        ("narration", 5, "`narration` is missing"),
        ('narration = "One. Two. Three. Four."', 9, "`narration` has 4 sentences"),
        (f'narration = "{"x" * 331}."', 9, "`narration` has 332 characters"),
        (f'narration = "{"so " * 30}."', 10, "5 seconds are too few to read the narration"),
        ("seconds", 5, "`seconds` is missing"),
        ("seconds = 2", 10, "`seconds` is 2"),
        ('seconds = "5"', 10, "`seconds` has to be a number"),
        ("view", 5, "`view` is missing"),
        ('view = "tisue"', 6, "`view` is `tisue`"),
        ('side = "left"', 11, "`side` is `left`"),
        ("camera", 5, "the step needs a table `camera`"),
        ('camera = "L"', 7, "the step needs a table `camera`"),
        ("camera = { distance = 300 }", 7, "`camera` says not exactly one place"),
        ('camera = { snap = "L", focus = "beta" }', 7, "`camera` says not exactly one place"),
        ('camera = { snap = "X" }', 7, "`snap` is `X`"),
        ('camera = { focus = "gamma" }', 7, "there is no structure `gamma`"),
        ("camera = { azimuth = 200, elevation = 0 }", 7, "`azimuth` is 200"),
        ("camera = { azimuth = 20 }", 7, "`elevation` is missing"),
        ('camera = { snap = "L", distance = 20 }', 7, "`distance` is 20"),
        ('highlight = ["alfa"]', 8, "there is no structure `alfa`"),
        ('hidden = ["beta", "beta"]', 11, "`hidden` names a structure twice"),
        ('ghost = ["alpha"]', 11, "`alpha` is highlighted and in `ghost`"),
        ('colour = "red"', 11, "unknown key `colour`"),
    ],
)
def test_a_fault_in_a_step_is_named_with_its_line(
    tmp_path: Path, changed: str, line: int, message: str
) -> None:
    _, problems = walk(tmp_path, changed)
    assert faults(problems) == [f"tours/walk.toml:{line}: {message}"]
    assert all(problem.hint for problem in problems)


@pytest.mark.parametrize(
    ("head", "fault"),
    [
        (HEAD.replace('"walk"', '"run"'), "tours/walk.toml:1: `run` is not the name of its file"),
        (HEAD.replace('["A book, 2020"]', "[]"), "tours/walk.toml:4: `sources` is empty"),
        (HEAD.replace('title = "A walk"\n', ""), "tours/walk.toml:1: `title` is missing"),
        (HEAD + "colour = 1\n", "tours/walk.toml:5: unknown key `colour`"),
    ],
)
def test_a_fault_in_the_head_is_named_with_its_line(tmp_path: Path, head: str, fault: str) -> None:
    assert faults(walk(tmp_path, head=head)[1]) == [fault]


def test_a_short_tour_and_strange_files_are_faults(tmp_path: Path) -> None:
    folder = tmp_path / "tours"
    folder.mkdir()
    (folder / "notes.txt").write_text("", encoding="utf-8")
    (folder / "walk.toml").write_text(HEAD + "\n".join(STEP), encoding="utf-8")
    (folder / "wrong.toml").write_text("id = \n", encoding="utf-8")
    problems: list[Problem] = []
    assert len(read_tours(tmp_path, tmp_path, None, problems)) == 1
    assert [fault.split(": ")[0] for fault in faults(problems)] == [
        "tours/notes.txt:1",
        "tours/walk.toml:1",
        "tours/wrong.toml:1",
    ]


def test_without_known_structures_names_are_not_checked(tmp_path: Path) -> None:
    walk(tmp_path, 'highlight = ["gamma"]')
    problems: list[Problem] = []
    assert len(read_tours(tmp_path, tmp_path, None, problems)) == 1
    assert problems == []


def test_a_course_brings_its_tours_and_needs_none(tmp_path: Path) -> None:
    root = write_course(tmp_path)
    assert load_courses(root).courses[0].tours == ()
    walk(tmp_path / "stars")
    report = load_courses(root, regions=["alpha"])
    assert report.problems == ()
    assert [tour.id for tour in report.courses[0].tours] == ["walk"]
    report = load_courses(root, regions=["beta"])
    assert {(problem.file, problem.line) for problem in report.problems} == {
        ("stars/tours/walk.toml", line) for line in (8, 14, 20)
    }
