"""What this computer has: processor cores, memory, system. Plain facts, read once.

`doctor` prints them and the tour writes them beside its measurements, since a number that depends on the
machine is only worth something together with it. Standard library only.
"""

from __future__ import annotations

import ctypes
import os
import platform
from dataclasses import dataclass
from pathlib import Path

GIB = 2**30


@dataclass(frozen=True)
class Machine:
    """cores: those this process may use. memory: bytes in all, 0 when unknown. The rest: words for people."""

    cores: int
    memory: int
    system: str
    processor: str
    python: str

    @property
    def line(self) -> str:
        """One line for reports: "2 cores of AMD EPYC, 24 GiB, Linux 6.1, Python 3.11.7"."""
        memory = f", {self.memory / GIB:.0f} GiB" if self.memory else ""
        cores = "1 core" if self.cores == 1 else f"{self.cores} cores"
        of = f" of {self.processor}" if self.processor else ""
        return f"{cores}{of}{memory}, {self.system}, Python {self.python}"


def look() -> Machine:
    """Ask the system."""
    return Machine(
        cores=_cores(),
        memory=_memory(),
        system=f"{platform.system()} {platform.release()}",
        processor=_processor(),
        python=platform.python_version(),
    )


def _cores() -> int:
    if hasattr(os, "sched_getaffinity"):
        return len(os.sched_getaffinity(0))
    return os.cpu_count() or 1


def _memory() -> int:
    if hasattr(os, "sysconf"):
        try:
            return os.sysconf("SC_PAGE_SIZE") * os.sysconf("SC_PHYS_PAGES")
        except (ValueError, OSError):
            return 0
    return _memory_of_windows()


def _memory_of_windows() -> int:
    """GlobalMemoryStatusEx: a length, a load figure and seven 64-bit sizes, the first of them the total."""
    status = (ctypes.c_ulonglong * 8)()
    ctypes.memmove(status, ctypes.byref(ctypes.c_ulong(ctypes.sizeof(status))), 4)
    kernel = getattr(ctypes, "windll", None)
    if kernel is None or not kernel.kernel32.GlobalMemoryStatusEx(status):
        return 0
    return int(status[1])


def _processor() -> str:
    """The processor's own name; Linux hides it in a file, elsewhere `platform` knows it."""
    listing = Path("/proc/cpuinfo")
    if listing.is_file():
        for line in listing.read_text(encoding="utf-8", errors="replace").splitlines():
            if line.startswith("model name"):
                return " ".join(line.partition(":")[2].split())
    return platform.processor()
