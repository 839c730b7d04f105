"""How the program's temporary folders are called, so that whoever finds one later knows whose it was.

The trainer makes them, `services.leftovers` looks for those whose owner is gone. Names only; knows no files.
"""

from __future__ import annotations

PREFIX = "neurarium-"


def prefix_of(pid: int, purpose: str = "") -> str:
    """The beginning of the name of a folder of this process."""
    return f"{PREFIX}{pid}-{purpose}"


def owner_of(name: str) -> int | None:
    """The process that made the folder of this name; None if it is not one of ours."""
    pid, dash, _ = name.removeprefix(PREFIX).partition("-")
    ours = name.startswith(PREFIX) and dash and pid.isascii() and pid.isdecimal()
    return int(pid) if ours and int(pid) > 0 else None
