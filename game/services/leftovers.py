"""Temporary folders of trainers that were killed: a process that ends by `kill -9` cannot tidy up after itself.

The program calls `sweep` when it starts, and the trainer's client before it starts a trainer. Only folders whose
owner is dead go. What it must not know: what lies in them.
"""

from __future__ import annotations

import os
import shutil
import tempfile
from collections.abc import Sequence
from pathlib import Path

from game.core.scratch_names import PREFIX, owner_of

IN_MEMORY = Path("/dev/shm")  # Linux; elsewhere the ordinary temporary folder alone
SHORT = Path("/tmp")  # for sockets, where the ordinary folder has too long a path


def sweep(places: Sequence[Path] | None = None) -> int:
    """Remove what dead processes left in these folders (where trainers make theirs, by default); how many went."""
    gone = 0
    for place in places if places is not None else _places():
        for folder in place.glob(f"{PREFIX}*-*"):
            owner = owner_of(folder.name)
            if owner is not None and folder.is_dir() and not folder.is_symlink() and not alive(owner):
                shutil.rmtree(folder, ignore_errors=True)
                gone += not folder.exists()
    return gone


def _places() -> set[Path]:
    try:
        return {IN_MEMORY, SHORT, Path(tempfile.gettempdir())}
    except OSError:  # nowhere can anything be written: a full disk
        return {IN_MEMORY, SHORT}


def alive(pid: int) -> bool:
    """Whether there is a process of this number; when in doubt, yes. One that only waits to be buried is dead."""
    if os.name == "nt":  # os.kill would end it there; leave the folder to the system
        return True
    try:
        os.kill(pid, 0)
    except ProcessLookupError:
        return False
    except (PermissionError, OverflowError):
        return True
    try:
        return Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()[0] != "Z"
    except (OSError, IndexError):
        return True
