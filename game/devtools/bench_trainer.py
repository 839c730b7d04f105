"""`bench trainer`: what telemetry costs, measured on this machine with the real trainer.

Called by `game.devtools bench`. Blocks of steps with telemetry and without alternate within one run, so that whatever
else this machine does hits both alike; only ratios of neighbouring blocks count.
"""

from __future__ import annotations

import argparse
import json
import statistics
import sys
import time
from collections.abc import Sequence
from typing import Any

from game.core import protocol
from game.services import paths
from game.services.trainer_client import TrainerClient

LIMIT = 1.05  # telemetry may cost this much at the default sampling
BLOCK_STEPS = 40
POLL_SECONDS = 0.01


def main(argv: Sequence[str]) -> int:
    """Measure and print. Returns 0 when the cost is within the limit, 1 when it is not or the run failed."""
    options = _parser().parse_args(argv)
    spec = protocol.RunSpec(
        replicas=options.replicas,
        precision=options.precision,
        steps=2 * options.pairs * options.block,
        sample_every=options.sample_every,
        predict_seconds=0.0,
        checkpoint_every=0,
        quiet_blocks=options.block,
    )
    finished = run(spec)
    if isinstance(finished, str):
        print(finished, file=sys.stderr)
        return 1
    result = result_of(spec, finished)
    print(json.dumps(result, indent=None if options.json else 2))
    return 0 if result["ratio_median"] <= LIMIT else 1


def run(spec: protocol.RunSpec) -> protocol.RunFinished | str:
    """One run to its end; a sentence when it did not get there."""
    client = TrainerClient(paths.trainer_argv())
    try:
        client.start_process()
        client.send(protocol.StartRun(spec=spec))
        while True:
            for report in client.poll():
                if isinstance(report, protocol.RunFinished):
                    return report
                if isinstance(report, protocol.RunFailed | protocol.TrainerLost):
                    return f"{report.message} {report.hint}"
                if isinstance(report, protocol.ReplicaLost):
                    return report.reason
            time.sleep(POLL_SECONDS)
    finally:
        client.close()


def result_of(spec: protocol.RunSpec, finished: protocol.RunFinished) -> dict[str, Any]:
    """The figures: the ratio of each block with telemetry to the quiet ones around it."""
    seconds = finished.block_seconds
    ratios = paired_ratios(seconds)
    low, high = quartiles(ratios)
    return {
        "what": "wall time of a block with telemetry / without, alternating in one run",
        "replicas": spec.replicas,
        "precision": spec.precision,
        "sampled_every": spec.sample_every,
        "block_steps": spec.quiet_blocks,
        "blocks": len(seconds),
        "ratio_median": round(statistics.median(ratios), 4),
        "ratio_quartiles": [round(low, 4), round(high, 4)],
        "processor_ratio_median": round(statistics.median(paired_ratios(finished.block_cpu_seconds)), 4),
        "steps_per_second": round(finished.steps_per_second, 2),
        "limit": LIMIT,
    }


def paired_ratios(seconds: Sequence[float]) -> list[float]:
    """seconds[0], [2], ... with telemetry, [1], [3], ... without. The first pair warms up and is left out; each
    measured block is compared with the mean of its two quiet neighbours, so that a steady drift cancels."""
    ratios = [
        2 * seconds[index] / (seconds[index - 1] + seconds[index + 1])
        for index in range(2, len(seconds) - 1, 2)
    ]
    if not ratios:
        raise ValueError("at least two pairs of blocks are needed")
    return ratios


def quartiles(values: Sequence[float]) -> tuple[float, float]:
    """First and third quartile; both the value itself when there is only one."""
    if len(values) < 2:
        return values[0], values[0]
    parts = statistics.quantiles(values, n=4)
    return parts[0], parts[2]


def _parser() -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser(prog="bench trainer", description="What telemetry costs.")
    parser.add_argument("--replicas", type=int, default=2)
    parser.add_argument("--precision", default="mixed_float16", choices=protocol.PRECISIONS)
    parser.add_argument("--sample-every", type=int, default=protocol.RunSpec().sample_every)
    parser.add_argument("--pairs", type=int, default=12, help="blocks with and without telemetry")
    parser.add_argument("--block", type=int, default=BLOCK_STEPS, help="steps in a block")
    parser.add_argument("--json", action="store_true", help="one line")
    return parser


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
