"""The layout of the shared block through which predictions reach the window, and how to read it safely.

Who calls it: `trainer.predictions` writes it (with numpy views), `services.trainer_client` reads it. There are
two pictures in the block. The replicas write the one at the back while readers copy the one at the front;
replica 0 then raises the sequence number, whose parity says which is in front. Nobody ever waits.

What it must not know: shared memory itself, numpy, TensorFlow. It works on any buffer of bytes.
"""

from __future__ import annotations

import struct
from dataclasses import dataclass

MAGIC = b"NRPB0001"
_HEAD = struct.Struct("<8sQQQII")  # magic, sequence, step of picture 0, step of picture 1, points, classes
_SEQUENCE_OFFSET, _STEP_OFFSET = 8, 16
HEAD_BYTES = 64
HELD_OUT, UNKNOWN = 254, 255  # special owners


@dataclass(frozen=True)
class Predictions:
    """One picture of what the network thinks. All bytes objects hold one entry for each painted point."""

    sequence: int
    step: int  # the weights after this step made it
    classes: bytes  # little-endian uint16, class index
    confidence: bytes  # uint8, 0..255 for 0..1
    owner: bytes  # uint8: the replica that trains on this point; HELD_OUT; UNKNOWN

    @property
    def points(self) -> int:
        """Number of painted points."""
        return len(self.confidence)


def block_bytes(points: int) -> int:
    """Size of a block for so many points: head, owners, two pictures of classes and confidences."""
    return HEAD_BYTES + 7 * points + points % 2


def owner_offset() -> int:
    """Where the owners begin, in bytes."""
    return HEAD_BYTES


def picture_offsets(points: int, picture: int) -> tuple[int, int]:
    """Where classes and confidences of picture 0 or 1 begin, in bytes (classes lie on even addresses)."""
    classes = HEAD_BYTES + points + points % 2 + picture * 2 * points
    confidence = HEAD_BYTES + points + points % 2 + 4 * points + picture * points
    return classes, confidence


def write_head(buffer: memoryview, points: int, classes: int) -> None:
    """Fill in the head of a fresh block that holds no picture yet."""
    buffer[: _HEAD.size] = _HEAD.pack(MAGIC, 0, 0, 0, points, classes)


def publish(buffer: memoryview, step: int) -> int:
    """Bring the picture at the back to the front; returns the new sequence number."""
    sequence = sequence_of(buffer) + 1
    struct.pack_into("<Q", buffer, _STEP_OFFSET + 8 * (sequence % 2), step)
    struct.pack_into("<Q", buffer, _SEQUENCE_OFFSET, sequence)
    return sequence


def sequence_of(buffer: memoryview) -> int:
    """Number of the picture in front; 0 while there is none. The one at the back has the other parity."""
    return int(struct.unpack_from("<Q", buffer, _SEQUENCE_OFFSET)[0])


def read(buffer: memoryview, newer_than: int = 0) -> Predictions | None:
    """A whole copy of the picture in front, or None when there is nothing newer (or it just changed: ask again).

    Raises ValueError when the block is not one of ours.
    """
    if len(buffer) < HEAD_BYTES:
        raise ValueError("the shared block of predictions is too short")
    magic, sequence, *steps, points, _classes = _HEAD.unpack_from(buffer, 0)
    if magic != MAGIC or len(buffer) < block_bytes(points):
        raise ValueError("the shared block of predictions is not in the expected form")
    if sequence <= newer_than:
        return None
    classes, confidence = picture_offsets(points, sequence % 2)
    copy = Predictions(
        sequence,
        steps[sequence % 2],
        bytes(buffer[classes : classes + 2 * points]),
        bytes(buffer[confidence : confidence + points]),
        bytes(buffer[owner_offset() : owner_offset() + points]),
    )
    return copy if sequence_of(buffer) == sequence else None
