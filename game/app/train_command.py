"""`main.py train EXPERIMENT`: a real training run without a window, for people (a bar) or programs (JSON lines).

Called by the command line. The same client, supervisor and replicas as the lab's; nothing is painted here, so nothing
is predicted for the mesh. Exit codes: 0 the run is complete, 2 the order makes no sense, 1 anything else.
"""

from __future__ import annotations

import argparse
import sys
import time
from typing import TextIO

import msgspec
from tqdm import tqdm

from game.core import protocol
from game.core.run_sentence import describe
from game.core.telemetry import RunHistory
from game.services import paths
from game.services.trainer_client import TrainerClient

GOOD, FAULT, WRONG_USE = 0, 1, 2
POLL_SECONDS = 0.02
STOP_SECONDS = 2.0
TOLD = (
    protocol.Hello
    | protocol.RunStarted
    | protocol.StepReport
    | protocol.CheckpointSaved
    | protocol.ReplicaLost
    | protocol.RunFinished
    | protocol.RunFailed
    | protocol.TrainerLost
)


def run(args: argparse.Namespace, out: TextIO | None = None, client: TrainerClient | None = None) -> int:
    """Train as `args` say (experiment, replicas, precision, steps, seed, json, profile, data_dir)."""
    out = sys.stdout if out is None else out
    spec = protocol.RunSpec(
        experiment=args.experiment.replace("-", "_"),
        replicas=args.replicas,
        precision=args.precision,
        steps=args.steps,
        seed=args.seed,
        predict_seconds=0.0,
    )
    if problem := spec.problem():
        print(problem[0].upper() + problem[1:] + ".", file=sys.stderr)
        return WRONG_USE
    places = paths.resolve(getattr(args, "data_dir", None), getattr(args, "profile", "default")).ensure()
    client = client or TrainerClient(paths.trainer_argv(), runs_dir=places.runs_dir)
    teller = JsonTeller(out) if args.json else BarTeller(out, spec.steps)
    try:
        client.start_process()
        return _follow(client, spec, teller)
    except KeyboardInterrupt:
        _stop(client, teller)
        raise
    finally:
        teller.close()
        client.close()


class JsonTeller:
    """One JSON record a line; `type` is the message's name. Numbers that are not finite become null."""

    def __init__(self, out: TextIO) -> None:
        self._out = out

    def tell(self, report: protocol.Report) -> None:
        """Write what a program may want to know."""
        if isinstance(report, TOLD):
            print(msgspec.json.encode(report).decode(), file=self._out, flush=True)

    def close(self) -> None:
        """Nothing to give back."""


class BarTeller:
    """A progress bar on a terminal, and a few plain sentences at the end."""

    def __init__(self, out: TextIO, steps: int) -> None:
        self._out = out
        self._history = RunHistory()
        self._bar = tqdm(total=steps, unit="step", disable=None, dynamic_ncols=True, desc="Waiting")

    def tell(self, report: protocol.Report) -> None:
        """Move the bar, or say the last word."""
        self._history.add(report)
        if isinstance(report, protocol.Heartbeat):
            if report.stage not in ("training", "idle"):
                self._bar.set_description_str(report.text.rstrip("."))
        elif isinstance(report, protocol.RunStarted):
            self._bar.set_description_str("Training")
            self._say(report.provenance)
        elif isinstance(report, protocol.StepReport):
            self._bar.update(report.step - self._bar.n)
            self._bar.set_postfix_str(
                f"loss {report.loss:.2f}, {_percent(report.held_out_accuracy)} held out"
            )
        elif isinstance(report, protocol.RunFinished):
            self._bar.update(report.step - self._bar.n)
            self._bar.close()
            for line in (describe(self._history), *summary(report)):
                self._say(line)
        elif isinstance(report, protocol.RunFailed | protocol.TrainerLost):
            self._bar.close()
            print(f"{report.message} {report.hint}".strip(), file=sys.stderr)
        elif isinstance(report, protocol.ReplicaLost):
            self._bar.close()
            print(describe(self._history), file=sys.stderr)

    def close(self) -> None:
        """Take the bar off the terminal's last line."""
        self._bar.close()

    def _say(self, line: str) -> None:
        tqdm.write(line, file=self._out)


def summary(report: protocol.RunFinished) -> tuple[str, ...]:
    """The figures of a finished run, a line each."""
    return (
        f"  steps a second     {report.steps_per_second:.1f}",
        f"  loss               {report.loss:.3f}",
        f"  held-out accuracy  {_percent(report.held_out_accuracy)}",
        f"  near borders       {_percent(report.border_accuracy)}",
        f"  loss scale         {report.loss_scale:,.0f}, {report.skipped_steps} steps skipped",
        f"  replicas agree     {_agreement(report)}",
    )


def _agreement(report: protocol.RunFinished) -> str:
    if not report.weight_digests:
        return "not known: the run was cut short before they could compare their weights"
    return "bit for bit" if report.replicas_agree() else "no"


def _follow(client: TrainerClient, spec: protocol.RunSpec, teller: JsonTeller | BarTeller) -> int:
    """Until the run is over. Returns the exit code."""
    while True:
        for report in client.poll():
            teller.tell(report)
            if isinstance(report, protocol.Hello):
                known = [info.id for info in report.experiments]
                if spec.experiment not in known:
                    names = ", ".join(name.replace("_", "-") for name in known)
                    print(f"There is no such experiment. Choose one of: {names}.", file=sys.stderr)
                    return WRONG_USE
                client.send(protocol.StartRun(spec=spec))
            elif isinstance(report, protocol.RunFinished):
                return GOOD
            elif isinstance(report, protocol.RunFailed | protocol.ReplicaLost | protocol.TrainerLost):
                return FAULT
        time.sleep(POLL_SECONDS)


def _stop(client: TrainerClient, teller: JsonTeller | BarTeller) -> None:
    """Ask for the end after the step in hand, and hear the last word if it comes soon."""
    client.send(protocol.Stop())
    until = time.monotonic() + STOP_SECONDS
    while time.monotonic() < until:
        for report in client.poll():
            teller.tell(report)
            if isinstance(report, protocol.RunFinished | protocol.TrainerLost):
                return
        time.sleep(POLL_SECONDS)


def _percent(share: float | None) -> str:
    return "-" if share is None else f"{share * 100:.1f} %"
