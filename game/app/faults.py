"""What nobody foresaw, told in one sentence; the traceback goes into a file for whoever looks after the program.

Called by the command line as its last resort. Standard library only: it has to work when nothing else does.
"""

from __future__ import annotations

import traceback
from pathlib import Path

FILE = "last-fault.txt"


def sentence(error: BaseException, folder: Path) -> str:
    """Write the traceback of `error` into `folder`; return what to tell the person. Never raises OSError."""
    reason = f"{type(error).__name__}: {' '.join(str(error).split())}".rstrip(".: ")
    said = f"Neurarium had to stop, and what was saved is safe: {reason}."
    try:
        folder.mkdir(parents=True, exist_ok=True)
        (folder / FILE).write_text("".join(traceback.format_exception(error)), encoding="utf-8")
    except OSError:
        return said
    return f"{said} The details are in {folder / FILE}"
