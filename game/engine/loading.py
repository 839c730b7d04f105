"""Work that takes longer than a frame, done in a thread with honest progress.

Scenes start a `Job`, poll it every frame and show `fraction` and `phase`. The function must not touch the scene
graph. Knows nothing of what is loaded.
"""

from __future__ import annotations

import threading
import weakref
from collections.abc import Callable
from typing import Any, Generic, TypeVar

T = TypeVar("T")
Progress = Callable[[float, str], None]
_jobs: weakref.WeakSet[Job[Any]] = weakref.WeakSet()


def busy() -> bool:
    """Whether any job is running. To be asked on the thread that starts the jobs."""
    return any(not job.done for job in _jobs)


class Job(Generic[T]):
    """Runs `function(progress)` in a daemon thread; progress takes a fraction 0..1 and a short phase name."""

    def __init__(self, function: Callable[[Progress], T], name: str) -> None:
        self.fraction = 0.0
        self.phase = ""
        self.error: BaseException | None = None
        self._result: T | None = None
        self._thread = threading.Thread(target=self._run, args=(function,), name=name, daemon=True)
        self._thread.start()
        _jobs.add(self)

    @property
    def done(self) -> bool:
        """Whether the function has returned or raised."""
        return not self._thread.is_alive()

    def result(self) -> T:
        """What the function returned; re-raises what it raised. Only when done."""
        if self.error is not None:
            raise self.error
        if not self.done or self._result is None:
            raise RuntimeError("the job has no result yet")
        return self._result

    def wait(self, timeout: float) -> bool:
        """Block up to `timeout` seconds until done (tests and tours; never the window)."""
        self._thread.join(timeout)
        return self.done

    def _run(self, function: Callable[[Progress], T]) -> None:
        try:
            self._result = function(self._progress)
        except BaseException as error:
            self.error = error

    def _progress(self, fraction: float, phase: str) -> None:
        self.fraction, self.phase = fraction, phase
