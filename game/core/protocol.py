"""The messages between the window and the trainer, and how they become bytes.

Who calls it: `services.trainer_client` on the window's side, `trainer.supervisor` and its replicas on the
other. It is the whole contract between the two programs: neither imports the other.

What it must not know: TensorFlow, sockets, processes, time. A frame is `MAGIC`, one version byte, then one
MessagePack map tagged with its class name. Arrays of predictions do not travel here but through shared
memory (`core.prediction_block` tells its layout).
"""

from __future__ import annotations

from typing import TypeVar

import msgspec

PROTOCOL_VERSION = 1
MAGIC = b"NR"
HEADER_BYTES = len(MAGIC) + 1
LARGEST_MESSAGE = 4 * 1024 * 1024  # bytes; a longer frame is a fault, never data
EXPONENT_LOW, EXPONENT_HIGH = -40, 20  # exponent histograms: one bin for each power of two, ends included
MAX_REPLICAS = 4
MAX_SEED = 2**32 - 1  # what numpy and Keras take
MAX_STEPS = 10**9
PRECISIONS = ("float32", "mixed_bfloat16", "mixed_float16")
STRATEGIES = ("multi_worker", "mirrored")


class ProtocolError(Exception):
    """A frame that cannot be understood. `kind` is "torn", "version" or "content"; the text is for people."""

    def __init__(self, kind: str, message: str) -> None:
        super().__init__(message)
        self.kind = kind


class Message(msgspec.Struct, frozen=True, tag=True, kw_only=True):
    """Base of everything that travels."""


# ---- what both directions speak about -----------------------------------------------------------------


class Injection(msgspec.Struct, frozen=True):
    """Spoil the local gradient of one replica (an infinity) at one step: a lesson, and a test."""

    step: int
    replica: int


class RunSpec(msgspec.Struct, frozen=True, kw_only=True):
    """What to train and how. Zero means "the experiment's own choice" wherever it is the default."""

    experiment: str = "brain_atlas"
    replicas: int = 2
    precision: str = "mixed_float16"
    strategy: str = "multi_worker"
    steps: int = 0  # 0: until stopped, or the experiment's own length
    seed: int = 0
    global_batch: int = 0  # points a step, all replicas together
    accumulation: int = 1  # micro-batches summed by hand before the one all-reduce
    learning_rate: float = 0.0
    initial_loss_scale: float = 32768.0
    growth_interval: int = 50  # good steps after which the loss scale doubles (short: one wants to see it)
    sample_every: int = 4  # telemetry: one step in so many; 0 turns it off
    predict_seconds: float = 0.5  # repaint the mesh about this often; 0 turns it off
    evaluate_every: int = 20  # steps between two looks at the held-out points
    checkpoint_every: int = 50  # steps between checkpoints; 0: only at the end
    pace_seconds: float = 0.0  # rest after each step that leaves the processor to the window; 0: none
    injections: tuple[Injection, ...] = ()
    quiet_blocks: int = 0  # for the bench: telemetry is off in every second block of so many steps

    def problem(self) -> str:
        """One sentence that says what is wrong with this order, or the empty string."""
        if not 1 <= self.replicas <= MAX_REPLICAS:
            return f"replicas must be between 1 and {MAX_REPLICAS}, not {self.replicas}"
        if self.precision not in PRECISIONS:
            return f"precision must be one of {', '.join(PRECISIONS)}, not {self.precision!r}"
        if self.strategy not in STRATEGIES:
            return f"strategy must be one of {', '.join(STRATEGIES)}, not {self.strategy!r}"
        if not 0 <= self.seed <= MAX_SEED:
            return f"the seed must be between 0 and {MAX_SEED}, not {self.seed}"
        if self.steps > MAX_STEPS:
            return f"a run has at most {MAX_STEPS} steps, not {self.steps}"
        if min(self.steps, self.global_batch, self.sample_every, self.checkpoint_every) < 0:
            return "steps, batch, sampling and checkpoint intervals cannot be negative"
        if self.accumulation < 1 or self.growth_interval < 1 or self.evaluate_every < 1:
            return "accumulation, growth interval and evaluation interval must be at least 1"
        if self.learning_rate < 0 or self.initial_loss_scale < 1 or self.pace_seconds < 0:
            return "learning rate and pace cannot be negative, the loss scale starts at 1 or more"
        return ""


class ExperimentInfo(msgspec.Struct, frozen=True, kw_only=True):
    """One line of the trainer's catalogue, so that the window learns of experiments over the wire."""

    id: str
    title: str
    summary: str
    default_steps: int
    default_batch: int


# ---- commands: window -> trainer ------------------------------------------------------------------------


class StartRun(Message, frozen=True, kw_only=True):
    """Start a run; `resume` continues the last checkpoint of the run that was lost."""

    spec: RunSpec
    resume: bool = False


class Pause(Message, frozen=True):
    """Hold all replicas after the step in hand."""


class Resume(Message, frozen=True, kw_only=True):
    """Go on; with `steps` > 0 take so many steps and hold again."""

    steps: int = 0


class Stop(Message, frozen=True):
    """End the run: all replicas leave after the same step."""


class InjectOverflow(Message, frozen=True, kw_only=True):
    """Put one infinity into the local gradient of one replica at its next step."""

    replica: int


class KillReplica(Message, frozen=True, kw_only=True):
    """End one replica without warning (as a power cut would)."""

    replica: int


class FreezeReplica(Message, frozen=True, kw_only=True):
    """Stop one replica from running without ending it (as a hung machine would)."""

    replica: int


class Quit(Message, frozen=True):
    """Leave: the supervisor ends the replicas and itself."""


# ---- reports: trainer -> window -------------------------------------------------------------------------


class Hello(Message, frozen=True, kw_only=True):
    """First word of the supervisor."""

    protocol: int
    pid: int
    tensorflow: str  # version, or "" when it is not installed
    devices: tuple[str, ...]
    machine: str
    experiments: tuple[ExperimentInfo, ...] = ()


class Heartbeat(Message, frozen=True, kw_only=True):
    """About once a second, so that silence means something. `stage`: idle, importing, starting, compiling,
    training, paused, stopping. `text` is a sentence for people."""

    stage: str
    text: str
    monotonic: float


class RunStarted(Message, frozen=True, kw_only=True):
    """The replicas stand and agree; sent after the first step has been compiled."""

    run: int
    spec: RunSpec  # with every zero filled in
    first_step: int  # 0, or the checkpoint's step
    classes: tuple[str, ...]  # class index -> name of the label
    class_regions: tuple[
        str, ...
    ] = ()  # class index -> region id of the atlas that most of its points lie in
    training_points: int
    held_out_points: int
    border_points: int
    points_per_replica: tuple[int, ...]
    replica_pids: tuple[int, ...]
    layers: tuple[str, ...]  # names of the weight arrays, order of all per-layer figures
    weights: int
    shared_memory: str  # path of the memory-mapped block of predictions, "" if there is none
    painted_points: int  # points in that block
    devices: tuple[str, ...]
    machine: str
    pace_seconds: float  # a rest the trainer really takes after each step; 0: none
    provenance: str  # one line: strategy, precision, batch, machine


class Phases(msgspec.Struct, frozen=True, kw_only=True):
    """Wall seconds of one sampled step on replica 0. `all_reduce_wait` includes waiting for the slowest."""

    input: float
    forward_backward: float
    all_reduce_wait: float
    apply: float

    def total(self) -> float:
        """Sum in seconds."""
        return self.input + self.forward_backward + self.all_reduce_wait + self.apply


class StepReport(Message, frozen=True, kw_only=True):
    """One sampled step, or one that was skipped. Norms are Euclidean, in true units (loss scale divided out)."""

    run: int
    step: int  # 1 is the first step of a run
    monotonic: float  # seconds on the trainer's clock
    loss: float  # mean over the global batch, before this step's update
    accuracy: float  # 0..1 on the global batch
    held_out_accuracy: float | None = None  # 0..1 on whole surface patches never trained on
    border_accuracy: float | None = None  # 0..1 on held-out points within 3 mm of a border
    held_out_step: int = 0  # when those two were measured
    replica_losses: tuple[float, ...]  # (replicas,)
    local_norms: tuple[tuple[float, ...], ...]  # (replicas, layers), before the all-reduce
    reduced_norms: tuple[float, ...]  # (layers,), after it
    loss_scale: float  # the scale this step used
    next_loss_scale: float
    applied: bool  # False: skipped by all replicas together
    skipped_steps: int  # of this run so far
    overflow_replicas: tuple[int, ...] = ()  # whose local gradient was not finite
    exponents: tuple[int, ...] = ()  # an even sample of the reduced gradients, true units, by power of two
    zero_gradients: int = 0
    not_finite_gradients: int = 0
    phases: Phases
    replica_compute_seconds: tuple[float, ...] = ()  # forward+backward, each replica's last sample
    bytes_reduced: int  # length of the vector that went through the all-reduce
    steps_per_second: float
    learning_rate: float
    sampled_every: int
    sampled: bool = True  # False: told only because it was skipped; norms, exponents and phases are empty
    dropped_reports: int = 0  # reports of this run that were thrown away because the reader was slow


class PredictionsReady(Message, frozen=True, kw_only=True):
    """The shared block holds the predictions made with the weights after `step`."""

    run: int
    sequence: int  # number of the picture
    step: int


class ReplicaLost(Message, frozen=True, kw_only=True):
    """A replica ended or hung; the run has stopped and can be resumed from `checkpoint_step`."""

    run: int
    replica: int
    reason: str  # one plain sentence
    noticed_after: float  # seconds between the last sign of life and the notice
    checkpoint_step: int  # -1: there is none yet


class CheckpointSaved(Message, frozen=True, kw_only=True):
    """A checkpoint is complete on disk."""

    run: int
    step: int
    path: str
    seconds: float


class RunFinished(Message, frozen=True, kw_only=True):
    """The run is over in good order. `reason`: "steps", "stopped"."""

    run: int
    reason: str
    step: int
    seconds: float
    steps_per_second: float
    loss: float
    held_out_accuracy: float | None
    border_accuracy: float | None
    skipped_steps: int
    loss_scale: float
    weight_digests: tuple[str, ...]  # one of each replica; equal when the replicas agree bit for bit
    weights_finite: bool
    checkpoint: str  # path, or ""
    reports_sent: int = 0
    dropped_reports: int = 0
    # with quiet blocks, the first of them with telemetry: wall time and replica 0's processor time of each
    block_seconds: tuple[float, ...] = ()
    block_cpu_seconds: tuple[float, ...] = ()

    def replicas_agree(self) -> bool:
        """True when every replica ended with the same weights, bit for bit."""
        return bool(self.weight_digests) and len(set(self.weight_digests)) == 1


class RunFailed(Message, frozen=True, kw_only=True):
    """The run could not start or go on, for another reason than a lost replica."""

    message: str
    hint: str
    run: int = 0


class TrainerLog(Message, frozen=True, kw_only=True):
    """A line for the log, never for the learner's eyes."""

    source: str
    text: str


class TrainerLost(Message, frozen=True, kw_only=True):
    """Never on the wire: the client's own word that the trainer is gone. `kind`: died, silent, torn, version,
    start."""

    kind: str
    message: str
    hint: str


Command = StartRun | Pause | Resume | Stop | InjectOverflow | KillReplica | FreezeReplica | Quit
WireReport = (
    Hello
    | Heartbeat
    | RunStarted
    | StepReport
    | PredictionsReady
    | ReplicaLost
    | CheckpointSaved
    | RunFinished
    | RunFailed
    | TrainerLog
)
Report = WireReport | TrainerLost

_Decoded = TypeVar("_Decoded")

_encoder = msgspec.msgpack.Encoder()
_commands = msgspec.msgpack.Decoder(Command)
_reports = msgspec.msgpack.Decoder(WireReport)


def encode(message: Command | WireReport) -> bytes:
    """The frame for one message."""
    return MAGIC + bytes((PROTOCOL_VERSION,)) + _encoder.encode(message)


def decode_command(frame: bytes) -> Command:
    """The command in a frame. Raises ProtocolError."""
    return _decode(frame, _commands)


def decode_report(frame: bytes) -> WireReport:
    """The report in a frame. Raises ProtocolError."""
    return _decode(frame, _reports)


def _decode(frame: bytes, decoder: msgspec.msgpack.Decoder[_Decoded]) -> _Decoded:
    if len(frame) <= HEADER_BYTES or frame[: len(MAGIC)] != MAGIC:
        raise ProtocolError("torn", f"a message of {len(frame)} bytes does not begin as ours do")
    version = frame[len(MAGIC)]
    if version != PROTOCOL_VERSION:
        raise ProtocolError(
            "version", f"the other side speaks protocol version {version}, this side {PROTOCOL_VERSION}"
        )
    try:
        return decoder.decode(memoryview(frame)[HEADER_BYTES:])
    except msgspec.ValidationError as error:
        raise ProtocolError("content", f"a message does not hold what it should: {error}") from error
    except (msgspec.DecodeError, UnicodeDecodeError) as error:
        raise ProtocolError("torn", f"a message is torn: {error}") from error


def exponent_bins() -> range:
    """The exponents that `StepReport.exponents` counts, lowest first."""
    return range(EXPONENT_LOW, EXPONENT_HIGH + 1)
