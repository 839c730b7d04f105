"""What every screen is given: the bus, the stage, the theme and the services. Boot makes the one there is.

Screens read from it and post on `bus`; only boot and the settings service change it. It owns the theme, which is a
value made new when the window, the scheme or the text size changes. Courses, memory and sounds are made when first
asked for, so that a scene that needs none of them opens without them.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, replace
from functools import cached_property
from typing import TYPE_CHECKING, Any

from game.core.messages import ChangeSetting, ProblemRaised, SettingChanged
from game.services.settings import Settings, SettingsError, save_settings
from game.ui.theme import Theme

if TYPE_CHECKING:
    from game.core.atlas import Atlas
    from game.core.bus import Bus
    from game.core.clock import Clock
    from game.core.content import Course
    from game.engine.brain_prepared import PreparedBrain
    from game.engine.loading import Job
    from game.engine.sound import SoundBoard
    from game.engine.stage import Stage
    from game.services.paths import Paths
    from game.services.study import StudyService
    from game.services.trainer_client import TrainerClient
    from game.ui.backdrop import Backdrop
    from game.ui.fonts import FontBook

TRACKPAD_SHARE = 0.35  # of a mouse notch that one trackpad step counts


@dataclass
class Context:
    """The program's parts, by name.

    brain: gives the loading job of the brain's meshes, started once. make_trainer: makes a client for one training
    run. atlas: regions and their texts. read_courses, open_study, load_sounds: called once, by `courses`, `study` and
    `sound`; what they raise is raised there.
    """

    bus: Bus
    stage: Stage
    book: FontBook
    tokens: dict[str, Any]
    clock: Clock
    paths: Paths
    settings: Settings
    atlas: Atlas
    backdrop: Backdrop
    brain: Callable[[], Job[PreparedBrain]]
    make_trainer: Callable[[], TrainerClient]
    read_courses: Callable[[], tuple[Course, ...]]
    open_study: Callable[[Settings], StudyService]
    load_sounds: Callable[[float], SoundBoard]

    @cached_property
    def courses(self) -> tuple[Course, ...]:
        """All courses."""
        return self.read_courses()

    @cached_property
    def course(self) -> Course:
        """The course that is shown: the first until another is set."""
        return self.courses[0]

    @cached_property
    def study(self) -> StudyService:
        """What is remembered about the learner."""
        return self.open_study(self.settings)

    @cached_property
    def sound(self) -> SoundBoard:
        """The few sounds."""
        return self.load_sounds(self.settings.volume)

    def close(self) -> None:
        """The program ends."""
        if "study" in vars(self):
            self.study.close()

    @property
    def theme(self) -> Theme:
        """Colours and sizes for the window as it is now."""
        return Theme(
            self.tokens,
            self.settings.scheme,
            self.settings.text_size,
            self.stage.size,
            self.settings.motion == "reduced",
        )

    @property
    def zoom_factor(self) -> float:
        """What a wheel notch counts in 3D: the direction set for the pointer in use; a trackpad's are smaller."""
        settings = self.settings
        trackpad = settings.pointer == "trackpad"
        direction = settings.trackpad_zoom if trackpad else settings.mouse_zoom
        return (-1.0 if direction == "reversed" else 1.0) * (TRACKPAD_SHARE if trackpad else 1.0)

    def change_setting(self, request: ChangeSetting) -> None:
        """Apply and save one setting; a value that cannot be saved still holds for this run and is said."""
        try:
            changed = replace(self.settings, **{request.name: request.value})
        except TypeError:
            return
        if changed == self.settings:
            return
        self.settings = changed
        if "sound" in vars(self):
            self.sound.volume = changed.volume
        if "study" in vars(self):
            self.study.configure(changed)
        try:
            save_settings(changed, self.paths.settings_file)
        except SettingsError as error:
            self.bus.post(
                ProblemRaised(
                    "The setting could not be saved",
                    str(error),
                    "It holds until you close the program.",
                    "Check the disk, then change it again.",
                )
            )
        self.bus.post(SettingChanged(request.name, request.value))
