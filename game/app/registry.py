"""The list of scenes: a literal list, since a frozen program cannot be scanned for code.

A new world or minigame is a folder and one line here. Read by boot and the tests.
"""

from __future__ import annotations

from game.engine.scene import Scene
from game.minigames.flashcards.scene import FlashcardsScene
from game.minigames.matching.scene import MatchingScene
from game.minigames.region_quiz.scene import RegionQuizScene
from game.screens.course.scene import CourseScreen
from game.screens.home.scene import HomeScreen
from game.screens.lesson_reader.scene import LessonScreen
from game.screens.menu.scene import MenuScreen
from game.worlds.brain.scene import ExplorerScreen
from game.worlds.constellation.scene import ConstellationScene
from game.worlds.lab.scene import LabScene

SCENES: tuple[type[Scene], ...] = (
    HomeScreen,
    CourseScreen,
    MenuScreen,
    LessonScreen,
    ExplorerScreen,
    ConstellationScene,
    LabScene,
    FlashcardsScene,
    MatchingScene,
    RegionQuizScene,
)

HOME = "home"
