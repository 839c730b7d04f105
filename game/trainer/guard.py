"""Manners of a background process: it is quiet, it is nice, and it never outlives the one that started
it.

Who calls it: the entry points of supervisor, zygote and replica. Two independent guards, since each
misses a case: the end of a pipe (portable; sees the parent's death from any cause) and the kernel's death
signal (Linux; works even while this process is stopped). What it must not know: what the process does.
"""

from __future__ import annotations

import ctypes
import os
import signal
import sys
import tempfile
import threading
from pathlib import Path

_PR_SET_PDEATHSIG = 1


def be_nice() -> None:
    """Lowest priority: the window's frames come first."""
    if hasattr(os, "nice"):
        os.nice(19)


def die_with_parent(expected_parent: int) -> None:
    """Ask the kernel to end this process with its parent; leave at once if that one is gone already."""
    if not sys.platform.startswith("linux"):
        return
    ctypes.CDLL(None).prctl(_PR_SET_PDEATHSIG, signal.SIGKILL)
    if os.getppid() != expected_parent:
        os._exit(0)


def die_at_end_of_stdin() -> None:
    """A thread that waits for the end of standard input, then ends this process without ceremony."""

    def wait() -> None:
        while os.read(0, 4096):
            pass
        os._exit(0)

    threading.Thread(target=wait, name="stdin guard", daemon=True).start()


def output_to(file: Path) -> None:
    """Send everything this process prints, C++ libraries included, to a file (TensorFlow is talkative)."""
    file.parent.mkdir(parents=True, exist_ok=True)
    handle = os.open(file, os.O_WRONLY | os.O_CREAT | os.O_TRUNC, 0o600)
    os.dup2(handle, 1)
    os.dup2(handle, 2)
    os.close(handle)


def temporary_files_in(folder: Path) -> None:
    """From now on this process makes its temporary files there (AutoGraph leaves one for each function it reads)."""
    folder.mkdir(parents=True, exist_ok=True)
    os.environ["TMPDIR"] = tempfile.tempdir = str(folder)


def quiet_environment() -> None:
    """Settings that must be there before TensorFlow is imported: no GPU search, few words, few threads."""
    os.environ.setdefault("TF_CPP_MIN_LOG_LEVEL", "3")
    os.environ["CUDA_VISIBLE_DEVICES"] = "-1"
    os.environ.setdefault("OMP_NUM_THREADS", "1")
    os.environ.setdefault("TF_ENABLE_ONEDNN_OPTS", "0")
