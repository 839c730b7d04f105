"""The list of scenes: a literal list, since a frozen program cannot be scanned for code.

A new world or minigame is a folder and one line here. Specs are read at start, classes when a scene is first opened.
Read by boot and the tests.
"""

from __future__ import annotations

from game.app.entry import Entry
from game.minigames.flashcards.spec import SPEC as FLASHCARDS
from game.minigames.matching.spec import SPEC as MATCHING
from game.minigames.region_quiz.spec import SPEC as REGION_QUIZ
from game.screens.course.spec import SPEC as COURSE
from game.screens.home.spec import SPEC as START
from game.screens.lesson_reader.spec import SPEC as LESSON
from game.screens.menu.spec import SPEC as MENU
from game.worlds.brain.spec import SPEC as BRAIN
from game.worlds.constellation.spec import SPEC as CONSTELLATION
from game.worlds.lab.spec import SPEC as LAB

SCENES: tuple[Entry, ...] = (
    Entry(START, "game.screens.home.scene:HomeScreen"),
    Entry(COURSE, "game.screens.course.scene:CourseScreen"),
    Entry(MENU, "game.screens.menu.scene:MenuScreen"),
    Entry(LESSON, "game.screens.lesson_reader.scene:LessonScreen"),
    Entry(BRAIN, "game.worlds.brain.scene:ExplorerScreen"),
    Entry(CONSTELLATION, "game.worlds.constellation.scene:ConstellationScene"),
    Entry(LAB, "game.worlds.lab.scene:LabScene"),
    Entry(FLASHCARDS, "game.minigames.flashcards.scene:FlashcardsScene"),
    Entry(MATCHING, "game.minigames.matching.scene:MatchingScene"),
    Entry(REGION_QUIZ, "game.minigames.region_quiz.scene:RegionQuizScene"),
)

HOME = START.id
