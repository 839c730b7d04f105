"""What every screen is given: the bus, the stage, the theme and the services. Boot makes the one there is.

Screens read from it and post on `bus`; only boot and the settings service change it. It owns the theme, which is a
value made new when the window, the scheme or the text size changes.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field, replace
from typing import TYPE_CHECKING, Any

from game.core.atlas import Atlas
from game.core.bus import Bus
from game.core.clock import Clock
from game.core.content import Course
from game.core.messages import ChangeSetting, ProblemRaised, SettingChanged
from game.engine.brain_node import PreparedBrain
from game.engine.loading import Job
from game.engine.sound import SoundBoard
from game.engine.stage import Stage
from game.services.paths import Paths
from game.services.settings import Settings, SettingsError, save_settings
from game.services.study import StudyService
from game.ui.backdrop import Backdrop
from game.ui.fonts import FontBook
from game.ui.theme import Theme

if TYPE_CHECKING:
    from game.services.trainer_client import TrainerClient

TRACKPAD_SHARE = 0.35  # of a mouse notch that one trackpad step counts


@dataclass
class Context:
    """The program's parts, by name.

    courses: all loaded courses; `course` is the one shown. brain: gives the loading job of the brain's meshes, started
    once. make_trainer: makes a client for one training run. atlas: regions and their texts.
    """

    bus: Bus
    stage: Stage
    book: FontBook
    tokens: dict[str, Any]
    clock: Clock
    paths: Paths
    settings: Settings
    study: StudyService
    courses: tuple[Course, ...]
    atlas: Atlas
    backdrop: Backdrop
    sound: SoundBoard
    brain: Callable[[], Job[PreparedBrain]]
    make_trainer: Callable[[], TrainerClient]
    course: Course = field(init=False)

    def __post_init__(self) -> None:
        """The first course is shown until another is chosen."""
        self.course = self.courses[0]

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
        self.sound.volume = changed.volume
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
