"""What the learner has set: volume, motion, text size, colours, wheel directions, screen, study wishes.

Loaded at start and saved at each change by the program. A value that cannot be understood falls back to its
default with a sentence that says so; the file is plain TOML, meant to be readable. Knows no window.
"""

from __future__ import annotations

from dataclasses import Field, dataclass, fields
from pathlib import Path
from typing import Any

import tomli

from game.services.atomic_file import write_atomically

CHOICES: dict[str, tuple[Any, ...]] = {
    "motion": ("full", "reduced"),
    "text_size": (1.0, 1.25, 1.5, 2.0),
    "scheme": ("dark", "light", "contrast"),
    "pointer": ("mouse", "trackpad"),
    "mouse_zoom": ("normal", "reversed"),
    "trackpad_zoom": ("normal", "reversed"),
}
RANGES: dict[str, tuple[float, float]] = {
    "volume": (0.0, 1.0),
    "monitor": (0, 15),
    "desired_retention": (0.70, 0.97),
    "rollover_hour": (0, 23),
}


class SettingsError(Exception):
    """The settings could not be saved; the text is one sentence for the learner."""


@dataclass(frozen=True, slots=True)
class Settings:
    """All settings. Change one with `dataclasses.replace` and save."""

    volume: float = 0.6
    motion: str = "full"
    text_size: float = 1.0
    scheme: str = "dark"
    pointer: str = "mouse"
    mouse_zoom: str = "normal"
    trackpad_zoom: str = "normal"
    fullscreen: bool = False
    monitor: int = 0
    desired_retention: float = 0.90
    rollover_hour: int = 4


@dataclass(frozen=True, slots=True)
class LoadedSettings:
    """The settings in force and a sentence for each thing in the file that could not be used."""

    settings: Settings
    warnings: tuple[str, ...] = ()


def load_settings(path: Path) -> LoadedSettings:
    """Read the file; a missing one gives the defaults. Never raises: what is wrong becomes a warning.

    A file that is not TOML at all is kept beside itself as `<name>.bad` before defaults are used.
    """
    try:
        text = path.read_text(encoding="utf-8")
    except (FileNotFoundError, NotADirectoryError):
        return LoadedSettings(Settings())
    except OSError as error:
        return LoadedSettings(Settings(), (_unreadable(path, None, error.strerror or str(error)),))
    except UnicodeDecodeError:
        return LoadedSettings(Settings(), (_unreadable(path, _keep_aside(path), "it is not text"),))
    try:
        found = tomli.loads(text)
    except (tomli.TOMLDecodeError, RecursionError) as error:
        return LoadedSettings(Settings(), (_unreadable(path, _keep_aside(path), str(error)),))
    values: dict[str, Any] = {}
    warnings = [
        f"The setting {name!r} is not known and was left out." for name in found if name not in _NAMES
    ]
    for field in _FIELDS:
        if field.name in found:
            try:
                values[field.name] = checked(field.name, found[field.name])
            except ValueError as error:
                warnings.append(f"{error} The default, {field.default!r}, is used.")
    return LoadedSettings(Settings(**values), tuple(warnings))


def checked(name: str, value: Any) -> Any:
    """The value as the setting holds it. Raises ValueError with a sentence if it is not allowed."""
    if name not in _NAMES:
        raise ValueError(f"There is no setting {name!r}.")
    default: Any = _NAMES[name].default
    if isinstance(default, bool):
        if not isinstance(value, bool):
            raise ValueError(f"The setting {name} is {value!r}; it can be true or false.")
        return value
    if name in CHOICES:
        if isinstance(value, bool) or value not in CHOICES[name]:
            words = ", ".join(str(choice) for choice in CHOICES[name])
            raise ValueError(f"The setting {name} is {value!r}; it can be one of {words}.")
        return type(default)(value)
    low, high = RANGES[name]
    number = isinstance(value, int | float) and not isinstance(value, bool)
    if not number or not low <= value <= high or (isinstance(default, int) and value != int(value)):
        raise ValueError(f"The setting {name} is {value!r}; it can be {low} to {high}.")
    return type(default)(value)


def save_settings(settings: Settings, path: Path) -> None:
    """Write the file as a whole or not at all. Raises SettingsError if the disk refuses."""
    lines = ["# Settings of Neurarium. Delete the file to return to the defaults.\n"]
    lines += [f"{field.name} = {_toml(getattr(settings, field.name))}\n" for field in _FIELDS]
    try:
        path.parent.mkdir(parents=True, exist_ok=True)
        write_atomically(path, "".join(lines))
    except OSError as error:
        reason = (error.strerror or "the system refused").lower()
        raise SettingsError(f"The settings could not be saved in {path}: {reason}.") from error


_FIELDS: tuple[Field[Any], ...] = fields(Settings)
_NAMES = {field.name: field for field in _FIELDS}


def _toml(value: Any) -> str:
    if isinstance(value, bool):
        return "true" if value else "false"
    return f'"{value}"' if isinstance(value, str) else repr(value)


def _keep_aside(path: Path) -> Path | None:
    aside = path.with_name(path.name + ".bad")
    try:
        path.replace(aside)
    except OSError:
        return None
    return aside


def _unreadable(path: Path, aside: Path | None, reason: str) -> str:
    kept = f" It was kept as {aside.name}." if aside else ""
    return f"The settings file {path.name} cannot be read ({reason}); the defaults are used.{kept}"
