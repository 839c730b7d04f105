"""The supervisor: takes the window's commands, owns the replicas, passes their reports on.

Who calls it: `__main__`. One thread decides everything here; others only read and write lines. It never
imports TensorFlow, so it starts at once and always answers.
"""

from __future__ import annotations

import queue
import shutil
import signal
import time
from dataclasses import dataclass
from multiprocessing.connection import Connection
from pathlib import Path

import msgspec

from game.core import protocol
from game.trainer import checkpoint_files, cluster, endings, greeting, wire
from game.trainer import switchboard as board
from game.trainer.experiments import catalogue
from game.trainer.experiments.task import TaskError
from game.trainer.fleet import KILL, Fleet, Member, Verdict, send_signal
from game.trainer.nursery import Nursery
from game.trainer.outbox import Outbox

TICK_SECONDS = 0.1
HEARTBEAT_SECONDS = 1.0
FREEZE = getattr(signal, "SIGSTOP", KILL)
STOP_SECONDS = 0.8  # a run that has not ended by itself by then is ended


@dataclass(frozen=True)
class Places:
    """Folders the supervisor was given."""

    assets: Path
    runs: Path
    scratch: Path  # private, in memory if possible; removed at the end


class Supervisor:
    """Serves one window until it leaves."""

    def __init__(
        self, window: Connection, key: bytes, places: Places, command: list[str], fork: bool = True
    ) -> None:
        self._places = places
        self._outbox = Outbox(window)
        self._board = board.Switchboard(window, key)
        self._nursery = Nursery(command, self._board.address, key, places.runs / "logs", fork)
        self._fleet: Fleet | None = None
        self._waiting: list[wire.Job] = []  # jobs for a zygote that is still importing
        self._runs = 0
        self._last_beat = 0.0
        self._begun = time.monotonic()

    def serve(self) -> None:
        """Until the window leaves; then nothing of ours is left."""
        self._outbox.put(greeting.hello())
        self._nursery.warm()
        try:
            while self._handle_next():
                self._tick(time.monotonic())
        finally:
            if self._fleet is not None:
                self._fleet.kill()
            self._nursery.close()
            shutil.rmtree(self._places.scratch, ignore_errors=True)

    # ---- events ----------------------------------------------------------------------------------------

    def _handle_next(self) -> bool:
        """One event, or a moment without one. False when it is time to leave."""
        try:
            event = self._board.events.get(timeout=TICK_SECONDS)
        except queue.Empty:
            return True
        if isinstance(event, board.WindowGone):
            return False
        if isinstance(event, board.Command):
            return self._obey(event.command)
        if isinstance(event, board.Garbled):
            self._outbox.put(protocol.RunFailed(message=str(event.error), hint="Start the program again."))
        elif isinstance(event, board.Said):
            self._hear(event.line, event.note)
        elif self._fleet is not None and (member := self._fleet.by_line(event.line)) is not None:
            member.ended = True
        return True

    def _obey(self, command: protocol.Command) -> bool:
        fleet = self._fleet
        if isinstance(command, protocol.Quit):
            return False
        if isinstance(command, protocol.StartRun):
            self._start(command)
        elif fleet is None:
            pass  # the run ended while the command was on its way
        elif isinstance(command, protocol.Stop):
            self._stop(fleet)
        elif isinstance(command, protocol.KillReplica | protocol.FreezeReplica):
            number = FREEZE if isinstance(command, protocol.FreezeReplica) else KILL
            send_signal(fleet.member(command.replica), number)
        elif isinstance(command, protocol.InjectOverflow):
            member = fleet.member(command.replica)
            if member.line is not None:
                member.line.send(protocol.encode(command))
        else:
            fleet.broadcast(protocol.encode(command))
        return True

    def _hear(self, line: board.Line, note: wire.Internal) -> None:
        if isinstance(note, wire.Imported):
            self._nursery.zygote_speaks(line, note)
            self._send_waiting_jobs()
            return
        if isinstance(note, wire.Exited):
            self._exited(note.pid, note.status)
            return
        fleet = self._fleet
        if fleet is None:
            return
        if isinstance(note, wire.Born):
            if note.run == fleet.run:
                member = fleet.members[note.rank]
                member.line, member.pid, member.last_sign = line, note.pid, time.monotonic()
            return
        sender = fleet.by_line(line)
        if sender is None:
            return
        sender.last_sign = time.monotonic()
        if isinstance(note, wire.Forward):
            self._pass_on(fleet, protocol.decode_report(note.frame))
        elif isinstance(note, wire.Stage):
            if sender.rank == 0 and fleet.stop_deadline is None:
                self._say(fleet, note.stage, note.text)
        elif isinstance(note, wire.Trouble):
            sender.trouble = note
        elif isinstance(note, wire.Done):
            sender.done = note
            if fleet.everybody_done():
                self._finish(fleet)

    def _pass_on(self, fleet: Fleet, report: protocol.WireReport) -> None:
        if isinstance(report, protocol.RunStarted):
            fleet.started = True
            pids = tuple(member.pid for member in fleet.members)
            report = msgspec.structs.replace(report, replica_pids=pids)
        elif isinstance(report, protocol.StepReport):
            fleet.latest = report
        self._outbox.put(report)

    # ---- a run's life ----------------------------------------------------------------------------------

    def _start(self, command: protocol.StartRun) -> None:
        if self._fleet is not None:
            self._end_by_force(self._fleet)
        self._forget_temporary_files()
        self._runs += 1
        spec = command.spec
        try:
            entry = catalogue.find(spec.experiment)
            if problem := spec.problem():
                raise TaskError(problem[0].upper() + problem[1:] + ".", "Change the run's settings.")
        except TaskError as error:
            self._outbox.put(protocol.RunFailed(run=self._runs, message=str(error), hint=error.hint))
            return
        work_dir = self._places.runs / entry.info.id
        if not command.resume:
            checkpoint_files.forget(work_dir)
        processes = spec.replicas if spec.strategy == "multi_worker" else 1
        workers = [f"127.0.0.1:{port}" for port in cluster.free_ports(processes)]
        self._fleet = Fleet(self._runs, spec, [Member(rank) for rank in range(processes)])
        self._waiting = [
            wire.Job(
                run=self._runs,
                rank=rank,
                processes=processes,
                tf_config=cluster.tf_config(workers, rank) if processes > 1 else "",
                spec=spec,
                assets=str(self._places.assets),
                work_dir=str(work_dir),
                shared_block=str(self._block_of(self._runs)),
                temporary=str(self._places.scratch / f"replica-{self._runs}-{rank}"),
                address=self._board.address,
                resume=command.resume,
            )
            for rank in range(processes)
        ]
        self._nursery.warm()
        self._send_waiting_jobs()

    def _send_waiting_jobs(self) -> None:
        if self._waiting and self._nursery.ready():
            for job in self._waiting:
                self._nursery.bear(job)
            self._waiting = []

    def _stop(self, fleet: Fleet) -> None:
        if not fleet.started:
            self._end_by_force(fleet)
        elif fleet.stop_deadline is None:
            fleet.stop_deadline = time.monotonic() + STOP_SECONDS
            self._say(fleet, "stopping", "Stopping after this step.")
            fleet.broadcast(protocol.encode(protocol.Stop()))

    def _finish(self, fleet: Fleet) -> None:
        """Everybody is done: show the last picture, say how it went, let the replicas go."""
        picture = endings.publish_last_picture(fleet, self._block_of(fleet.run))
        if picture is not None:
            self._outbox.put(picture)
        self._outbox.put(endings.finished(fleet))
        fleet.broadcast(wire.encode(wire.Leave()))
        self._fleet = None

    def _end_by_force(self, fleet: Fleet) -> None:
        """The user's stop, when the replicas cannot or do not end by themselves."""
        fleet.kill()
        self._fleet, self._waiting = None, []
        self._outbox.put(endings.cut_short(fleet))

    def _forget_temporary_files(self) -> None:
        """What replicas of earlier runs left that could not tidy up themselves."""
        for folder in self._places.scratch.glob("replica-*"):
            shutil.rmtree(folder, ignore_errors=True)

    def _block_of(self, run: int) -> Path:
        return self._places.scratch / f"predictions-{run}"

    def _lose(self, fleet: Fleet, verdict: Verdict, now: float) -> None:
        """The run cannot go on: end what is left and say why."""
        fleet.kill()
        self._fleet, self._waiting = None, []
        if verdict.member is None:
            self._outbox.put(protocol.RunFailed(run=fleet.run, message=verdict.message, hint=verdict.hint))
            return
        step = checkpoint_files.step(self._places.runs / catalogue.find(fleet.spec.experiment).info.id)
        self._outbox.put(
            protocol.ReplicaLost(
                run=fleet.run,
                replica=verdict.member.rank,
                reason=verdict.message,
                noticed_after=max(0.0, now - verdict.member.last_sign),
                checkpoint_step=-1 if step is None else step,
            )
        )

    # ---- the passing of time ---------------------------------------------------------------------------

    def _tick(self, now: float) -> None:
        for pid, status in self._nursery.ended():
            self._exited(pid, status)
        fleet = self._fleet
        if fleet is not None:
            fleet.look(now)
            if fleet.stop_deadline is not None and now > fleet.stop_deadline:
                self._end_by_force(fleet)
            elif (verdict := fleet.verdict(now)) is not None:
                self._lose(fleet, verdict, now)
        if (sentence := self._nursery.zygote_ended()) and self._fleet is not None:
            self._lose(self._fleet, Verdict(None, sentence, self._log_hint()), now)
        if now - self._last_beat >= HEARTBEAT_SECONDS:
            self._beat(now)

    def _beat(self, now: float) -> None:
        self._last_beat = now
        if self._fleet is not None:
            self._fleet.broadcast(wire.encode(wire.Ping(number=int(now))))
        stage, text = self._now_doing(now)
        self._outbox.put(protocol.Heartbeat(stage=stage, text=text, monotonic=now))

    def _now_doing(self, now: float) -> tuple[str, str]:
        if self._nursery.forks and self._nursery.imported is None:
            return "importing", f"Loading TensorFlow ({now - self._begun:.0f} s)."
        if self._fleet is None:
            return "idle", "Ready."
        return self._fleet.stage, self._fleet.text

    def _say(self, fleet: Fleet, stage: str, text: str) -> None:
        fleet.stage, fleet.text = stage, text
        self._beat(time.monotonic())

    def _exited(self, pid: int, status: int) -> None:
        if self._fleet is not None:
            for member in self._fleet.members:
                if member.pid == pid:
                    member.status, member.ended = status, True

    def _log_hint(self) -> str:
        return f"The reason is in {self._places.runs / 'logs' / 'zygote.log'}."
