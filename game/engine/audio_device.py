"""Whether this machine can play sound, found out without asking a sound library.

`window.configure` asks before OpenAL is loaded: on a Linux without a device that library and ALSA fill the terminal
with some thirty lines before they give up. The doctor asks too. Standard library only.
"""

from __future__ import annotations

import os
import sys
from collections.abc import Mapping
from pathlib import Path


def present(
    root: Path = Path("/"), environ: Mapping[str, str] = os.environ, platform: str = sys.platform
) -> bool:
    """Whether there is something to play on: a sound server, a card that may be opened, or an ALSA set-up of the
    person's own. Elsewhere than on Linux: True, since the libraries there fail without a word. root: for tests.
    """
    if not platform.startswith("linux"):
        return True
    if environ.get("PULSE_SERVER"):
        return True
    there = [root / "etc/asound.conf", root / "run/pulse/native", root / "var/run/pulse/native"]
    if environ.get("XDG_RUNTIME_DIR"):
        there.append(Path(environ["XDG_RUNTIME_DIR"]) / "pulse" / "native")
    else:
        there.append(root / "run/user" / str(_user()) / "pulse/native")
    if environ.get("HOME"):
        there.append(Path(environ["HOME"]) / ".asoundrc")
    cards = [*(root / "dev/snd").glob("pcmC*D*p"), root / "dev/dsp"]
    return any(place.exists() for place in there) or any(os.access(card, os.W_OK) for card in cards)


def _user() -> int:
    return os.getuid() if hasattr(os, "getuid") else 0
