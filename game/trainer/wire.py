"""What the trainer's own processes say to each other: supervisor, zygote and replicas.

Who calls it: those three. It never reaches the window; what does is a frame of `core.protocol`, carried
whole in `Forward`. What it must not know: TensorFlow, sockets.
"""

from __future__ import annotations

from typing import TypeVar

import msgspec

from game.core.protocol import RunSpec


class Note(msgspec.Struct, frozen=True, tag=True, kw_only=True):
    """Base of the internal messages."""


class Job(Note, frozen=True, kw_only=True):
    """Everything a replica needs to begin. Supervisor -> zygote (-> fork), or on a spawned replica's stdin."""

    run: int
    rank: int  # of this process
    processes: int
    tf_config: str  # JSON, "" for a run within one process
    spec: RunSpec
    assets: str  # folder
    work_dir: str  # checkpoints and logs
    shared_block: str  # file of the predictions, "" for none
    temporary: str  # folder for the process's own temporary files; it goes with the process
    address: str  # where the supervisor listens
    resume: bool


class Leave(Note, frozen=True):
    """Supervisor -> zygote or replica: end your process now."""


class Ping(Note, frozen=True, kw_only=True):
    """Supervisor -> replica: say that you live."""

    number: int


class Pong(Note, frozen=True, kw_only=True):
    """The answer, from a thread that only sleeps while the whole process does."""

    number: int


class Imported(Note, frozen=True, kw_only=True):
    """Zygote -> supervisor: TensorFlow is loaded, forks cost milliseconds now."""

    seconds: float
    version: str


class Born(Note, frozen=True, kw_only=True):
    """First word of a replica to the supervisor."""

    run: int
    rank: int
    pid: int


class Stage(Note, frozen=True, kw_only=True):
    """Replica -> supervisor: what it is busy with."""

    stage: str
    text: str


class Exited(Note, frozen=True, kw_only=True):
    """Zygote -> supervisor: a child has ended. `status` as os.waitstatus_to_exitcode gives it."""

    pid: int
    status: int


class Forward(Note, frozen=True, kw_only=True):
    """Replica -> supervisor -> window: a frame of the outer protocol. Only telemetry may be dropped."""

    frame: bytes
    droppable: bool


class Trouble(Note, frozen=True, kw_only=True):
    """Replica -> supervisor: I cannot go on. `kind`: "peer" (another replica is gone), "task", "fault"."""

    kind: str
    message: str
    hint: str = ""


class Done(Note, frozen=True, kw_only=True):
    """Replica -> supervisor: my loop is over, my weights are these. Then it waits for `Leave`."""

    reason: str
    step: int
    seconds: float
    steps_per_second: float
    loss: float
    held_right: int  # of this replica's part of the held-out points; 0 of 0 when there was no last look
    held_points: int
    border_right: int
    border_points: int
    sequence: int  # the picture this replica painted last, 0 for none
    skipped_steps: int
    loss_scale: float
    digest: str
    finite: bool
    checkpoint: str
    reports_sent: int
    block_seconds: tuple[float, ...] = ()
    block_cpu_seconds: tuple[float, ...] = ()


Internal = Job | Leave | Ping | Pong | Imported | Born | Stage | Exited | Forward | Trouble | Done
_encoder = msgspec.msgpack.Encoder()
_T = TypeVar("_T")
_notes = msgspec.msgpack.Decoder(Internal)
_jobs = msgspec.json.Decoder(Job)


def encode(note: Internal) -> bytes:
    """One note as bytes."""
    return _encoder.encode(note)


def decode(data: bytes) -> Internal:
    """The note in the bytes. Raises msgspec.DecodeError."""
    return _notes.decode(data)


def job_to_line(job: Job) -> str:
    """A job as one line of JSON."""
    return msgspec.json.encode(job).decode()


def job_from_line(line: str) -> Job:
    """The job in a line. Raises msgspec.DecodeError."""
    return _jobs.decode(line)
