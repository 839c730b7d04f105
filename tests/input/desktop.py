"""A desktop for tests: a virtual X server, the program in a window on it, and a hand that moves the real pointer.

`Desktop` starts Xvfb on a free display; `Window` starts the program there and follows what it tells; `Hand` is
xdotool. Nothing sleeps: tests wait for facts, each wait ends after a fixed number of seconds at most.
"""

from __future__ import annotations

import ctypes
import json
import os
import queue
import subprocess
import sys
import threading
import time
from collections.abc import Callable
from pathlib import Path
from typing import Any, ClassVar

ROOT = Path(__file__).resolve().parent.parent.parent
SCREEN = (1600, 900)
PATIENCE_S = 60.0


class Desktop:
    """Xvfb on a display that it chooses itself."""

    def __init__(self) -> None:
        read, write = os.pipe()
        command = ["Xvfb", "-displayfd", str(write), "-screen", "0", f"{SCREEN[0]}x{SCREEN[1]}x24"]
        command += ["+extension", "GLX", "-noreset", "-nolisten", "tcp"]
        self._server = subprocess.Popen(command, pass_fds=(write,), stderr=subprocess.DEVNULL)
        os.close(write)
        with os.fdopen(read) as told:
            number = told.readline().strip()  # Xvfb writes it once it is ready; end of file if it dies
        if not number:
            raise RuntimeError("Xvfb did not start")
        self.environ = {**os.environ, "DISPLAY": f":{number}"}
        self.environ.pop("WAYLAND_DISPLAY", None)

    def close(self) -> None:
        """Stop the server."""
        self._server.terminate()
        self._server.wait(PATIENCE_S)


class Hand:
    """The pointer and the keyboard of a desktop."""

    def __init__(self, desktop: Desktop) -> None:
        self._environ = desktop.environ
        self.window = ""

    def hold(self, title: str) -> list[str]:
        """Take hold of the window of that title: positions are its pixels from now on. Returns all such windows."""
        found = self.do("search", "--onlyvisible", "--name", f"^{title}$").split()
        self.window = found[0]
        self.do("windowfocus", self.window)
        return found

    def do(self, *words: object) -> str:
        """One xdotool command; returns what it printed."""
        command = ["xdotool", *map(str, words)]
        run = subprocess.run(
            command, env=self._environ, capture_output=True, text=True, timeout=PATIENCE_S, check=True
        )
        return run.stdout.strip()

    def move(self, x: float, y: float) -> None:
        """Put the pointer there, in pixels of the window from its top left corner."""
        self.do("mousemove", "--window", self.window, round(x), round(y))

    def click(self, x: float, y: float) -> None:
        """Move there and click."""
        self.move(x, y)
        self.do("click", 1)

    def drag(self, x0: float, y0: float, x1: float, y1: float, steps: int = 10) -> None:
        """Press, move in steps, release."""
        self.move(x0, y0)
        self.do("mousedown", 1)
        for step in range(1, steps + 1):
            self.move(x0 + (x1 - x0) * step / steps, y0 + (y1 - y0) * step / steps)
        self.do("mouseup", 1)

    def wheel(self, x: float, y: float, notches: int) -> None:
        """Turn the wheel; positive is away from the person."""
        self.move(x, y)
        self.do("click", "--repeat", abs(notches), "--delay", 30, 4 if notches > 0 else 5)

    def key(self, *keys: str) -> None:
        """Press keys by their X names: Tab, Return, Escape, F11, ctrl+z."""
        self.do("key", "--delay", 30, *keys)

    def type(self, text: str) -> None:
        """Type text."""
        self.do("type", "--delay", 30, text)


class _ClientMessage(ctypes.Structure):
    """XClientMessageEvent, padded to the size of an XEvent (24 longs)."""

    _fields_: ClassVar = [
        ("type", ctypes.c_int),
        ("serial", ctypes.c_ulong),
        ("send_event", ctypes.c_int),
        ("display", ctypes.c_void_p),
        ("window", ctypes.c_ulong),
        ("message_type", ctypes.c_ulong),
        ("format", ctypes.c_int),
        ("data", ctypes.c_long * 5),
        ("rest", ctypes.c_long * 12),
    ]


def press_close_button(desktop: Desktop, window: str) -> None:
    """Do what a window manager does for the close button: send WM_DELETE_WINDOW (old xdotools cannot)."""
    x11 = ctypes.CDLL("libX11.so.6")
    x11.XOpenDisplay.restype = ctypes.c_void_p
    x11.XInternAtom.restype = ctypes.c_ulong
    display = ctypes.c_void_p(x11.XOpenDisplay(desktop.environ["DISPLAY"].encode()))
    protocols, delete = (
        x11.XInternAtom(display, name, False) for name in (b"WM_PROTOCOLS", b"WM_DELETE_WINDOW")
    )
    event = _ClientMessage(type=33, window=int(window), message_type=protocols, format=32)
    event.data[0] = delete
    x11.XSendEvent(display, ctypes.c_ulong(int(window)), False, ctypes.c_long(0), ctypes.byref(event))
    x11.XCloseDisplay(display)


class Window:
    """The program in a window. `now` is the latest that it told."""

    def __init__(self, desktop: Desktop, data_dir: Path) -> None:
        command = [sys.executable, str(Path(__file__).with_name("window_child.py")), str(data_dir)]
        self.errors = data_dir / "stderr.txt"
        environ = {**desktop.environ, "PYTHONPATH": str(ROOT)}
        with self.errors.open("wb") as errors:
            self.process = subprocess.Popen(
                command, cwd=ROOT, env=environ, stdout=subprocess.PIPE, stderr=errors, text=True
            )
        self.now: dict[str, Any] = {}
        self._lines: queue.Queue[str | None] = queue.Queue()
        self._reader = threading.Thread(target=self._read, daemon=True)
        self._reader.start()

    def until(self, condition: Callable[[dict[str, Any]], object], what: str) -> dict[str, Any]:
        """Follow the program until the condition holds for what it told; AssertionError after PATIENCE_S."""
        deadline = time.monotonic() + PATIENCE_S
        while not (self.now and condition(self.now)):
            try:
                line = self._lines.get(timeout=max(deadline - time.monotonic(), 0.01))
            except queue.Empty:
                raise AssertionError(f"{what} did not come true; last told: {self.now}") from None
            if line is None:
                raise AssertionError(f"the program ended; {self.errors.read_text(errors='replace')[-2000:]}")
            self.now.update(json.loads(line))
        return self.now

    def at(self, widget: str) -> tuple[int, int]:
        """Where the middle of a widget is."""
        x, y = self.now["widgets"][widget]
        return x, y

    def ended(self) -> int:
        """Wait for the program to end by itself; return its exit code."""
        return self.process.wait(PATIENCE_S)

    def close(self) -> None:
        """End the program if it still runs."""
        self.process.kill()
        self.process.wait(PATIENCE_S)
        self._reader.join(PATIENCE_S)
        if self.process.stdout is not None:
            self.process.stdout.close()

    def _read(self) -> None:
        if self.process.stdout is not None:
            for line in self.process.stdout:
                self._lines.put(line)
        self._lines.put(None)
