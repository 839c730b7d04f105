"""Settings of the interpreter that make the window's program start and run with less work; boot imports it first.

numpy is loaded without a pool of threads for its matrix products, which here are small: the pool takes time to start
and waits by spinning. The environment is left as it was, so that the trainer's processes decide for themselves. The
garbage collector leaves a start alone, which makes a hundred thousand objects and hardly any garbage; boot says when it
is over.
"""

from __future__ import annotations

import gc
import os

_POOL = "OPENBLAS_NUM_THREADS"
_START, _YOUNG = 500_000, 50_000  # new objects at which the collector looks at them

gc.set_threshold(_START, *gc.get_threshold()[1:])
_asked = os.environ.get(_POOL)
os.environ.setdefault(_POOL, "1")

import numpy  # noqa: E402  F401

if _asked is None:
    del os.environ[_POOL]


def started() -> None:
    """From now on the collector looks at new objects by the fifty thousand."""
    gc.set_threshold(_YOUNG, *gc.get_threshold()[1:])
