"""The system's clipboard, through the tool that the platform has for it; without one, copying answers no.

Called by the screens that offer texts to copy. Nothing is installed for it, and no call waits longer than SECONDS.
"""

from __future__ import annotations

import os
import shutil
import sys
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass

SECONDS = 2.0
LONGEST = 20_000  # characters taken over


@dataclass(frozen=True)
class Tool:
    """How a platform copies standard input, and how it prints what was copied. needs: a variable that must be set."""

    copy: tuple[str, ...]
    paste: tuple[str, ...]
    needs: str = ""


_MAC = (Tool(("pbcopy",), ("pbpaste",)),)
_WINDOWS = (Tool(("clip",), ("powershell", "-NoProfile", "-Command", "Get-Clipboard -Raw")),)
_UNIX = (
    Tool(("wl-copy",), ("wl-paste", "--no-newline"), "WAYLAND_DISPLAY"),
    Tool(("xclip", "-selection", "clipboard"), ("xclip", "-selection", "clipboard", "-o"), "DISPLAY"),
    Tool(("xsel", "--clipboard", "--input"), ("xsel", "--clipboard", "--output"), "DISPLAY"),
)


class Clipboard:
    """See the module text. The arguments are for tests."""

    def __init__(
        self,
        platform: str = sys.platform,
        environment: Mapping[str, str] | None = None,
        which: Callable[[str], str | None] = shutil.which,
        run: Callable[[Sequence[str], str | None], str | None] | None = None,
    ) -> None:
        environment = os.environ if environment is None else environment
        tools = {"darwin": _MAC, "win32": _WINDOWS}.get(platform, _UNIX)
        usable = (t for t in tools if which(t.copy[0]) and (not t.needs or environment.get(t.needs)))
        self._tool = next(usable, None)
        self._run = run or _run

    @property
    def available(self) -> bool:
        """Whether there is a tool to try."""
        return self._tool is not None

    def copy(self, text: str) -> bool:
        """Put a text on the clipboard; False if that is not possible here."""
        return self._tool is not None and self._run(self._tool.copy, text) is not None

    def paste(self) -> str | None:
        """The text on the clipboard; None if there is none, or no way to ask."""
        found = self._run(self._tool.paste, None) if self._tool is not None else None
        return found[:LONGEST] if found else None


def _run(command: Sequence[str], text: str | None) -> str | None:
    """What a command prints ("" when it is given a text); None when it fails or takes too long."""
    import subprocess  # a view of the brain is seldom copied

    try:
        done = subprocess.run(
            command,
            input=text,
            stdin=subprocess.DEVNULL if text is None else None,
            stdout=subprocess.PIPE
            if text is None
            else subprocess.DEVNULL,  # xclip stays behind with its output
            stderr=subprocess.DEVNULL,
            text=True,
            encoding="utf-8",
            errors="replace",
            timeout=SECONDS,
            check=True,
        )
    except (OSError, subprocess.SubprocessError):
        return None
    return done.stdout if text is None else ""
