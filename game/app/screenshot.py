"""F12: a picture of what is seen, with the interface or (with Shift) without it.

The app calls `take`; the answer is a fact to be said. The file is named by the time, is a PNG, and is written through
a second name, so that a full disk leaves no half picture.
"""

from __future__ import annotations

import os
from contextlib import suppress

from game.core.messages import Notice
from game.ui.context import Context


def take(context: Context, *, interface: bool) -> Notice:
    """Save a picture of the window and say where it is, or why it could not be saved."""
    folder = context.paths.pictures_dir
    moment = context.clock.now().astimezone(context.clock.zone())
    file = folder / f"neurarium-{moment:%Y-%m-%d-%H.%M.%S}.png"
    partial = file.with_suffix(".part")
    image = context.stage.picture(interface=interface)
    try:
        folder.mkdir(parents=True, exist_ok=True)
        image.save(partial, format="PNG")
        os.replace(partial, file)
    except OSError as error:
        with suppress(OSError):
            partial.unlink()
        reason = (error.strerror or str(error)).lower()
        return Notice(f"The picture could not be saved in {folder}: {reason}.", "bad")
    return Notice(f"Picture saved: {file}", "good")
