"""What the lab knows of a run and what may be done next: the set-up, the state of the run, words for every state.

The scene gives it the trainer's reports and sends the commands it returns; the view asks it what to show. Pure: no
window, no clock, no trainer; seconds come in through `advance`.
"""

from __future__ import annotations

import re
from dataclasses import dataclass

from game.core import protocol
from game.core.run_sentence import describe, describe_step, replicas_in_words
from game.core.telemetry import RunHistory

SETUP, STARTING, RUNNING, PAUSED = "setup", "starting", "running", "paused"
STOPPING, FINISHED, LOST, FAILED = "stopping", "finished", "lost", "failed"
OVER = frozenset({FINISHED, LOST, FAILED})
PRECISION_WORDS = {"float32": "float32", "mixed_bfloat16": "bfloat16", "mixed_float16": "float16"}
START_PHASES = ("Start the trainer", "Load TensorFlow", "Join replicas", "Compile the step")
_START_STAGES = {"importing": 1, "idle": 2, "starting": 2, "compiling": 3}
_ENDED = ("died", "silent", "torn")  # ways to lose a trainer after which a new one can go on
LEARNED, SHARES = "learned", "shares"
ALARM_SECONDS = 5.0  # how long the badge of an overflow stays
SEEDS = 100  # seeds one can choose from: 0 to 99

WORKING, WAITING, OVERFLOW, GONE, FROZEN = "working", "waiting", "overflow", "lost", "frozen"
_EMPHASIS = re.compile(r"(?:All|Both|The) [a-z ]*?skips? this update")


@dataclass(frozen=True)
class Status:
    """One replica: kind is WORKING, WAITING, OVERFLOW, GONE or FROZEN; words are for its card."""

    kind: str
    words: str


@dataclass(frozen=True)
class ScaleChange:
    """The loss scale's last change."""

    before: float
    after: float

    @property
    def fell(self) -> bool:
        """Whether an overflow took it down."""
        return self.after < self.before

    @property
    def words(self) -> str:
        """ "halved from 32,768"."""
        ratio = self.after / self.before
        verb = {0.5: "halved", 2.0: "doubled"}.get(ratio, "lowered" if self.fell else "raised")
        return f"{verb} from {self.before:,.0f}"


class LabModel:
    """See the module text."""

    def __init__(self, experiment: str = "brain_atlas") -> None:
        self.experiment = experiment.replace("-", "_")
        self.replicas, self.precision, self.seed = 2, "mixed_float16", 0
        self.state = SETUP
        self.colouring = LEARNED
        self.history = RunHistory()
        self.change: ScaleChange | None = None
        self._scale = 0.0  # the loss scale after the last report; 0: not known
        self.alarm = 0.0  # seconds for which the last overflow is still pointed out
        self.start_phase = 0
        self.title = ""  # of the experiment, once the trainer has told it
        self.trainer_gone = False
        self._start_words = ""
        self._harmed: dict[int, str] = {}  # replicas the visitor ended or froze, until the trainer notices

    # --- the set-up ------------------------------------------------------------------------------------------

    @property
    def choosing(self) -> bool:
        """Whether replicas, precision and seed can be chosen now."""
        return self.state == SETUP

    def choose(
        self, *, replicas: int | None = None, precision: str | None = None, seed: int | None = None
    ) -> bool:
        """Change the set-up; True if anything changed. ValueError for values the trainer does not know."""
        if not self.choosing:
            return False
        before = (self.replicas, self.precision, self.seed)
        wanted = protocol.RunSpec(
            replicas=self.replicas if replicas is None else replicas,
            precision=self.precision if precision is None else precision,
            seed=self.seed if seed is None else seed % SEEDS,
        )
        if problem := wanted.problem():
            raise ValueError(problem)
        self.replicas, self.precision, self.seed = wanted.replicas, wanted.precision, wanted.seed
        return before != (self.replicas, self.precision, self.seed)

    def next_precision(self) -> bool:
        """The next precision, and round."""
        names = protocol.PRECISIONS
        return self.choose(precision=names[(names.index(self.precision) + 1) % len(names)])

    def spec(self) -> protocol.RunSpec:
        """The order for the trainer."""
        return protocol.RunSpec(
            experiment=self.experiment, replicas=self.replicas, precision=self.precision, seed=self.seed
        )

    @property
    def scaled(self) -> bool:
        """Whether this precision needs a loss scale."""
        return self.precision == "mixed_float16"

    # --- acting: what to send to the trainer ------------------------------------------------------------------

    def start(self) -> tuple[protocol.Command, ...]:
        """Begin a run with the present set-up; from the set-up or after a run."""
        if self.state != SETUP and self.state not in OVER:
            return ()
        self._fresh(RunHistory())
        return (protocol.StartRun(spec=self.spec()),)

    def resume(self) -> tuple[protocol.Command, ...]:
        """Go on from the last checkpoint of the run that was lost."""
        if not self.can_resume:
            return ()
        self._fresh(self.history)
        return (protocol.StartRun(spec=self.spec(), resume=True),)

    @property
    def can_resume(self) -> bool:
        """Whether a replica or the whole trainer was lost and there is a checkpoint to go on from."""
        return self.checkpoint >= 0 and (self.state == LOST or (self.state == FAILED and self.trainer_gone))

    @property
    def checkpoint(self) -> int:
        """The step of the last checkpoint, -1 for none."""
        lost = self.history.lost
        return lost.checkpoint_step if lost is not None else self.history.checkpoint_step

    def pause(self) -> tuple[protocol.Command, ...]:
        """Hold after the step in hand, or go on."""
        if self.state == RUNNING:
            self.state = PAUSED
            return (protocol.Pause(),)
        if self.state == PAUSED:
            self.state = RUNNING
            return (protocol.Resume(),)
        return ()

    def step(self) -> tuple[protocol.Command, ...]:
        """One step, while paused."""
        return (protocol.Resume(steps=1),) if self.state == PAUSED else ()

    def stop(self) -> tuple[protocol.Command, ...]:
        """End the run, or the start of one."""
        if self.state not in (STARTING, RUNNING, PAUSED):
            return ()
        self.state = SETUP if self.state == STARTING else STOPPING
        return (protocol.Stop(),)

    def set_up(self) -> None:
        """After a run: back to the choices."""
        if self.state in OVER:
            self._fresh(RunHistory())
            self.state = SETUP

    def harm(self, kind: str, replica: int) -> tuple[protocol.Command, ...]:
        """Break something on purpose: kind is "overflow", "kill" or "freeze"."""
        if self.state not in (RUNNING, PAUSED) or not 0 <= replica < self.replicas:
            return ()
        if kind == "overflow":
            return (protocol.InjectOverflow(replica=replica),)
        self._harmed[replica] = GONE if kind == "kill" else FROZEN
        if kind == "kill":
            return (protocol.KillReplica(replica=replica),)
        return (protocol.FreezeReplica(replica=replica),)

    def _fresh(self, history: RunHistory) -> None:
        self.history, self.state = history, STARTING
        self.change, self.alarm, self._harmed, self._scale = None, 0.0, {}, 0.0
        self.start_phase, self._start_words = 0, ""

    # --- hearing ---------------------------------------------------------------------------------------------

    def advance(self, dt: float) -> bool:
        """Let dt seconds pass; True when the alarm of an overflow ends."""
        was, self.alarm = self.alarm, max(0.0, self.alarm - dt)
        return was > 0.0 and self.alarm == 0.0

    def hear(self, report: protocol.Report) -> str:
        """Take in one report. Returns what the scene has to react to: "started", "step", "overflow", "over",
        "starting" (another phase of the start) or ""."""
        if isinstance(report, protocol.Hello):
            self.trainer_gone = False
            self.title = next((e.title for e in report.experiments if e.id == self.experiment), "")
            return ""
        if isinstance(report, protocol.Heartbeat):
            return self._beat(report)
        if isinstance(report, protocol.TrainerLost):
            return self._trainer_lost(report)
        if self.state == SETUP or (self.state == STARTING and isinstance(report, protocol.RunFinished)):
            return ""  # the last words of a run that was cancelled
        self.history.add(report)
        if isinstance(report, protocol.RunStarted):
            self.state = RUNNING if self.state == STARTING else self.state
            return "started"
        if isinstance(report, protocol.StepReport):
            return self._step(report)
        return self._ended(report)

    def _beat(self, report: protocol.Heartbeat) -> str:
        if self.state != STARTING or report.stage not in _START_STAGES:
            return ""
        self.start_phase = max(self.start_phase, _START_STAGES[report.stage])
        self._start_words = report.text if report.stage != "idle" else ""
        return "starting"

    def _trainer_lost(self, report: protocol.TrainerLost) -> str:
        self.trainer_gone = True
        if self.state in (SETUP, FINISHED):
            return ""  # nothing is running; the next start makes a new one
        self.state = FAILED
        hint = report.hint
        if report.kind in _ENDED:
            hint = (
                f"Training can go on from step {self.checkpoint}." if self.can_resume else "Start it again."
            )
        self.history.failed = protocol.RunFailed(message=report.message, hint=hint)
        return "over"

    def _step(self, report: protocol.StepReport) -> str:
        before = self._scale or report.loss_scale  # it may have grown since the last report
        if report.next_loss_scale != before:
            fell = report.next_loss_scale < report.loss_scale
            self.change = ScaleChange(report.loss_scale if fell else before, report.next_loss_scale)
        self._scale = report.next_loss_scale
        if report.applied:
            return "step"
        self.alarm = ALARM_SECONDS
        return "overflow"

    def _ended(self, report: protocol.Report) -> str:
        if isinstance(report, protocol.RunFinished):
            self.state = FINISHED
        elif isinstance(report, protocol.ReplicaLost):
            self.state = LOST
        elif isinstance(report, protocol.RunFailed):
            self.state = FAILED
        else:
            return ""
        return "over"

    # --- saying ----------------------------------------------------------------------------------------------

    def status(self, replica: int) -> Status:
        """What one replica is doing."""
        history = self.history
        if history.lost is not None and self.state == LOST:
            if history.lost.replica == replica:
                return Status(GONE, "lost")
            return Status(WAITING, "stopped")
        if self.state == STARTING:
            return Status(WAITING, "joining" if self.start_phase >= 2 else "waiting")
        if self.state == SETUP or history.latest is None:
            return Status(WAITING, "waiting")
        if self._harmed.get(replica) == FROZEN:
            return Status(FROZEN, "frozen")
        if self._harmed.get(replica) == GONE:
            return Status(GONE, "ended")
        if self.alarm > 0 and replica in self.overflowed:
            return Status(OVERFLOW, "overflow")
        newest = history.replica_loss[replica].newest() if replica < len(history.replica_loss) else None
        words = f"loss {newest[1]:.2f}" if newest is not None else "working"
        return Status(WORKING if self.state in (RUNNING, PAUSED) else WAITING, words)

    @property
    def overflowed(self) -> tuple[int, ...]:
        """The replicas of the last skipped step."""
        return self.history.skips[-1].replicas if self.history.skips else ()

    def sentence(self, shown: protocol.StepReport | None) -> str:
        """What is happening, in one or two sentences. shown: the step whose motion is being shown."""
        count = replicas_in_words(self.replicas)
        if self.state == SETUP:
            return (
                f"{count.capitalize()} will learn which region of the brain lies where, from points of its surface. "
                "What the network does not know yet is grey."
            )
        if self.state == STARTING:
            return self._start_words or "The trainer is starting as a program of its own."
        if self.state == STOPPING:
            return "Stopping: all replicas leave after the same step."
        if self.state in OVER or self.history.latest is None:
            return describe(self.history)
        if self._harmed:
            replica, kind = next(iter(self._harmed.items()))
            done = "no longer runs" if kind == GONE else "stands still, but has not ended"
            return f"Replica {replica} {done}. The others wait for it at the all-reduce, and nobody has noticed yet."
        latest = self.history.latest
        if self.state == PAUSED:
            return f"Paused after step {latest.step}: the weights stay as they are until you go on."
        return describe_step(shown if shown is not None else latest, self.replicas)

    def pieces(self, sentence: str) -> tuple[tuple[str, bool], ...]:
        """The sentence in pieces, with whether each is to be pointed out (what follows from an overflow)."""
        found = _EMPHASIS.search(sentence)
        if found is None:
            return ((sentence, False),)
        parts = (sentence[: found.start()], False), (found.group(), True), (sentence[found.end() :], False)
        return tuple(part for part in parts if part[0])

    def caption(self, slow: int, shown: protocol.StepReport | None = None) -> str:
        """Where the figures come from: strategy, precision, batch, machine, sampling; which step is shown, and how much
        it is slowed down (0: no motion)."""
        started = self.history.started
        if started is None:
            return ""
        parts = [started.provenance]
        if started.spec.sample_every:
            parts.append(f"One step in {started.spec.sample_every} is sampled.")
        if started.pace_seconds:
            parts.append(f"Each step rests {started.pace_seconds * 1000:.0f} ms.")
        if slow > 1 and shown is not None and not shown.sampled:
            parts.append(f"Step {shown.step:,} was not sampled: its times are not known.")
        elif slow > 1 and shown is not None:
            parts.append(f"In motion: step {shown.step:,}, slowed {slow} times.")
        elif slow > 1:
            parts.append(f"Motion slowed {slow} times.")
        return " ".join(parts)

    def badge(self) -> tuple[str, str]:
        """The run's state in words for the top bar, and the colour of its dot."""
        return {
            SETUP: ("Ready", "muted"),
            STARTING: ("Starting", "warning"),
            RUNNING: ("Live run", "good"),
            PAUSED: ("Paused", "muted"),
            STOPPING: ("Stopping", "warning"),
            FINISHED: ("Finished", "muted"),
            LOST: ("Replica lost", "bad"),
            FAILED: ("Failed", "bad"),
        }[self.state]
