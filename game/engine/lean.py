"""Settings of the interpreter that make the window's program start and run with less work; boot imports it first.

numpy is loaded without a pool of threads for its matrix products, which here are small: the pool takes time to start
and waits by spinning. The environment is left as it was, so that the trainer's processes decide for themselves. The
garbage collector looks at new objects by the fifty thousand: a start makes twice as many, and hardly any is garbage.
"""

from __future__ import annotations

import gc
import os

_POOL = "OPENBLAS_NUM_THREADS"
_YOUNG = 50_000

gc.set_threshold(_YOUNG, *gc.get_threshold()[1:])
_asked = os.environ.get(_POOL)
os.environ.setdefault(_POOL, "1")

import numpy  # noqa: E402  F401

if _asked is None:
    del os.environ[_POOL]
