"""The layout of the shared block through which predictions reach the window, and how to read it safely.

Who calls it: `trainer.predictions` writes it (with numpy views), `services.trainer_client` reads it. It
is guarded by a sequence number: odd while it is being written, even when it is whole. A reader that sees the
same even number before and after its copy holds one consistent picture; nobody ever waits.

What it must not know: shared memory itself, numpy, TensorFlow. It works on any buffer of bytes.
"""

from __future__ import annotations

import struct
from dataclasses import dataclass

MAGIC = b"NRPB0001"
_HEAD = struct.Struct("<8sQQII")  # magic, sequence, step, points, classes
HEAD_BYTES = 64
SEQUENCE_OFFSET, STEP_OFFSET = 8, 16
HELD_OUT, UNKNOWN = 254, 255  # special owners


@dataclass(frozen=True)
class Predictions:
    """One picture of what the network thinks. All bytes objects hold one entry for each painted point."""

    sequence: int
    step: int
    classes: bytes  # little-endian uint16, class index
    confidence: bytes  # uint8, 0..255 for 0..1
    owner: bytes  # uint8: the replica that trains on this point; HELD_OUT; UNKNOWN

    @property
    def points(self) -> int:
        """Number of painted points."""
        return len(self.confidence)


def block_bytes(points: int) -> int:
    """Size of a block for so many points."""
    return HEAD_BYTES + 4 * points


def offsets(points: int) -> tuple[int, int, int]:
    """Where classes, confidence and owner begin, in bytes."""
    return HEAD_BYTES, HEAD_BYTES + 2 * points, HEAD_BYTES + 3 * points


def write_head(buffer: memoryview, sequence: int, step: int, points: int, classes: int) -> None:
    """Fill in the head of a fresh block."""
    buffer[: _HEAD.size] = _HEAD.pack(MAGIC, sequence, step, points, classes)


def sequence_of(buffer: memoryview) -> int:
    """The sequence number now; odd while the block is being written."""
    return int(struct.unpack_from("<Q", buffer, SEQUENCE_OFFSET)[0])


def read(buffer: memoryview, newer_than: int = 0) -> Predictions | None:
    """A consistent copy, or None when nothing newer is there or the writer is at work (ask again later).

    Raises ValueError when the block is not one of ours.
    """
    magic, sequence, step, points, _classes = _HEAD.unpack_from(buffer, 0)
    if magic != MAGIC or len(buffer) < block_bytes(points):
        raise ValueError("the shared block of predictions is not in the expected form")
    if sequence <= newer_than or sequence % 2:
        return None
    first, second, third = offsets(points)
    end = third + points
    copy = Predictions(
        sequence, step, bytes(buffer[first:second]), bytes(buffer[second:third]), bytes(buffer[third:end])
    )
    return copy if sequence_of(buffer) == sequence else None
