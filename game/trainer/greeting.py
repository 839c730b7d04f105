"""The supervisor's first word: who it is, on which machine, and which experiments it knows.

Who calls it: `supervisor` and the fake. It must not load TensorFlow: its version is read from its metadata.
"""

from __future__ import annotations

import importlib.metadata
import os

from game.core import protocol
from game.trainer import cluster
from game.trainer.experiments import catalogue


def hello() -> protocol.Hello:
    """The greeting; `tensorflow` is empty when it is not installed."""
    try:
        version = importlib.metadata.version("tensorflow")
    except importlib.metadata.PackageNotFoundError:
        version = ""
    return protocol.Hello(
        protocol=protocol.PROTOCOL_VERSION,
        pid=os.getpid(),
        tensorflow=version,
        devices=("CPU",),
        machine=cluster.machine(),
        experiments=tuple(entry.info for entry in catalogue.EXPERIMENTS),
    )
