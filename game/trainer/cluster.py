"""The replicas' address book: free ports on this machine and the standard TF_CONFIG text.

Who calls it: the supervisor for a run on this machine. A run over several machines uses the same text
with their names. What it must not know: TensorFlow.
"""

from __future__ import annotations

import json
import os
import platform
import socket
from pathlib import Path


def free_ports(count: int) -> list[int]:
    """Different TCP ports that were free on the loopback a moment ago."""
    sockets = [socket.socket(socket.AF_INET, socket.SOCK_STREAM) for _ in range(count)]
    try:
        for each in sockets:
            each.bind(("127.0.0.1", 0))
        return [int(each.getsockname()[1]) for each in sockets]
    finally:
        for each in sockets:
            each.close()


def tf_config(workers: list[str], rank: int) -> str:
    """TF_CONFIG for one of the workers ("host:port")."""
    return json.dumps({"cluster": {"worker": workers}, "task": {"type": "worker", "index": rank}})


def machine() -> str:
    """This machine in a few words: processor name and cores this process may use."""
    cores = len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else os.cpu_count() or 1
    name = _processor_name()
    return f"{cores} CPU core{'' if cores == 1 else 's'}" + (f" ({name})" if name else "")


def _processor_name() -> str:
    try:
        for line in Path("/proc/cpuinfo").read_text().splitlines():
            if line.startswith("model name"):
                return line.split(":", 1)[1].strip()
    except OSError:
        pass
    return platform.processor()
