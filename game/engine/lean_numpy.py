"""Loads numpy without a pool of threads for its matrix products, which here are small.

Boot imports it before anything that imports numpy: the pool takes time to start and waits by spinning. The environment
is left as it was, so that the trainer's processes decide for themselves.
"""

from __future__ import annotations

import os

_POOL = "OPENBLAS_NUM_THREADS"
_asked = os.environ.get(_POOL)
os.environ.setdefault(_POOL, "1")

import numpy  # noqa: E402  F401

if _asked is None:
    del os.environ[_POOL]
