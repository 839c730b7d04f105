"""The memory-mapped block through which predictions reach the window, seen from the replicas.

Who calls it: `supervisor` makes the file, `sweep` writes into it, replica 0 publishes. A plain file (in
memory where the system has such a folder) rather than named shared memory: it needs no tracker process
and works the same on every platform. What it must not know: the network, the loop.
"""

from __future__ import annotations

import mmap
import os
import tempfile
from pathlib import Path

import numpy as np

from game.core import prediction_block as block
from game.core.scratch_names import prefix_of

_IN_MEMORY = Path("/dev/shm")  # Linux; elsewhere the ordinary temporary folder


def private_folder(parent: Path | None = None) -> Path:
    """A fresh folder only this user can read, in memory if possible."""
    if parent is None:
        parent = _IN_MEMORY if _IN_MEMORY.is_dir() else Path(tempfile.gettempdir())
    return Path(tempfile.mkdtemp(prefix=prefix_of(os.getpid()), dir=parent))


class Canvas:
    """The block for a mesh of so many points, open for writing in this process."""

    def __init__(self, file: Path, points: int, classes: int) -> None:
        size = block.block_bytes(points)
        with open(file, "a+b") as handle:
            if handle.seek(0, 2) < size:
                handle.truncate(size)
            self._map = mmap.mmap(handle.fileno(), size)
        self._view = memoryview(self._map)
        self.points = points
        bytes_of = np.frombuffer(self._view, np.uint8)
        first = block.owner_offset()
        self.owner = bytes_of[first : first + points]
        self._pictures = []
        for picture in (0, 1):
            at, sure = block.picture_offsets(points, picture)
            numbers = bytes_of[at : at + 2 * points].view("<u2")
            self._pictures.append((numbers, bytes_of[sure : sure + points]))
        self._classes = classes

    def clear(self) -> None:
        """An empty block; replica 0 does this before anybody paints."""
        block.write_head(self._view, self.points, self._classes)

    def paint(self, sequence: int, where: slice, classes: np.ndarray, confidence: np.ndarray) -> None:
        """Write part of the picture that will get this sequence number. confidence: float 0..1."""
        numbers, sure = self._pictures[sequence % 2]
        numbers[where] = classes
        sure[where] = np.clip(confidence * 255, 0, 255)

    def publish(self, step: int) -> int:
        """Bring the painted picture to the front; returns its sequence number."""
        return block.publish(self._view, step)
