"""The replicas of one run as the supervisor sees them: who lives, who is silent, who is to blame.

Who calls it: `supervisor`. Judging is separate from acting: `verdict` only looks. What it must not know:
the window, TensorFlow.
"""

from __future__ import annotations

import os
import signal
from dataclasses import dataclass, field
from pathlib import Path

from game.core import protocol
from game.trainer import wire
from game.trainer.switchboard import Line

GRACE_SECONDS = 0.4  # time to collect evidence before somebody is blamed
HUNG_PEER_SECONDS = 2.0  # after survivors complained: whoever has not is the hung one
FROZEN_SECONDS = 1.0  # stopped by a signal for so long
SILENT_SECONDS = 15.0  # no answer to pings for so long (compiling may hold the interpreter for seconds)
KILL = getattr(signal, "SIGKILL", signal.SIGTERM)


@dataclass
class Member:
    """One replica process."""

    rank: int
    pid: int = 0
    line: Line | None = None
    last_sign: float = 0.0
    frozen_since: float | None = None
    ended: bool = False  # its line has ended
    status: int | None = None  # how it ended, once known
    trouble: wire.Trouble | None = None
    done: wire.Done | None = None


@dataclass(frozen=True)
class Verdict:
    """Why the run cannot go on."""

    member: Member | None  # the replica to blame, None for a failure that is nobody's loss
    message: str
    hint: str = ""


@dataclass
class Fleet:
    """All replica processes of a run."""

    run: int
    spec: protocol.RunSpec
    members: list[Member]
    stage: str = "starting"
    text: str = "Starting the replicas."
    started: bool = False  # RunStarted has gone out
    stop_deadline: float | None = None
    evidence_since: float | None = None
    latest: protocol.StepReport | None = field(default=None)

    def by_line(self, line: Line) -> Member | None:
        """Whose line this is."""
        return next((member for member in self.members if member.line is line), None)

    def member(self, replica: int) -> Member:
        """The process that this replica lives in (all in one process under a mirrored strategy)."""
        return self.members[min(max(0, replica), len(self.members) - 1)]

    def broadcast(self, data: bytes) -> None:
        """To every replica that has a line."""
        for member in self.members:
            if member.line is not None and not member.ended:
                member.line.send(data)

    def everybody_done(self) -> bool:
        """All have finished their loop."""
        return all(member.done is not None for member in self.members)

    def kill(self) -> None:
        """End all processes at once; also those that are stopped."""
        for member in self.members:
            send_signal(member, KILL)

    def look(self, now: float) -> None:
        """Update what can be seen from outside: processes stopped by a signal."""
        for member in self.members:
            if member.pid and not member.ended and is_frozen(member.pid):
                member.frozen_since = member.frozen_since if member.frozen_since is not None else now
            else:
                member.frozen_since = None

    def verdict(self, now: float) -> Verdict | None:
        """Who is to blame, once the evidence is in; None while all is well or it is too early to say."""
        waiting = [member for member in self.members if member.done is None]
        dead = [member for member in waiting if member.ended and member.trouble is None]
        frozen = [m for m in waiting if m.frozen_since is not None and now - m.frozen_since >= FROZEN_SECONDS]
        silent = [m for m in waiting if m.last_sign and not m.ended and now - m.last_sign >= SILENT_SECONDS]
        complaints = [member for member in waiting if member.trouble is not None]
        if not (dead or frozen or silent or complaints):
            self.evidence_since = None
            return None
        if self.evidence_since is None:
            self.evidence_since = now
        return self._judge(now - self.evidence_since, dead, frozen, silent, complaints)

    def _judge(
        self,
        known_for: float,
        dead: list[Member],
        frozen: list[Member],
        silent: list[Member],
        complaints: list[Member],
    ) -> Verdict | None:
        if dead and (dead[0].status is not None or known_for >= GRACE_SECONDS):
            return Verdict(dead[0], f"Replica {dead[0].rank} ended without warning{_how(dead[0].status)}.")
        if frozen:
            return Verdict(frozen[0], f"Replica {frozen[0].rank} no longer moves: its process was stopped.")
        if dead or known_for < GRACE_SECONDS:
            return None
        if silent:
            return Verdict(
                silent[0], f"Replica {silent[0].rank} has not answered for {SILENT_SECONDS:.0f} s."
            )
        faults = [m.trouble for m in complaints if m.trouble is not None and m.trouble.kind != "peer"]
        if faults:
            return Verdict(None, faults[0].message, faults[0].hint or "The trainer's log has the details.")
        if known_for < HUNG_PEER_SECONDS:
            return None
        quiet = [member for member in self.members if member.trouble is None]
        if quiet:
            return Verdict(quiet[0], f"Replica {quiet[0].rank} hangs: the others no longer hear from it.")
        first = complaints[0].trouble
        return Verdict(None, "The replicas lost each other.", first.message if first else "")


def send_signal(member: Member, number: int) -> None:
    """Signal a member's process, if it is still there."""
    if member.pid and member.status is None:
        try:
            os.kill(member.pid, number)
        except (ProcessLookupError, PermissionError):
            pass


def is_frozen(pid: int) -> bool:
    """Whether the system says that this process is stopped (Linux; elsewhere silence tells)."""
    try:
        return Path(f"/proc/{pid}/stat").read_text().rsplit(")", 1)[1].split()[0] in ("T", "t")
    except (OSError, IndexError):
        return False


def _how(status: int | None) -> str:
    if status is None:
        return ""
    if status < 0:
        try:
            return f" (ended by {signal.Signals(-status).name})"
        except ValueError:
            return f" (ended by signal {-status})"
    return f" (exit code {status})"
