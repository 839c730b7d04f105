"""What a scene takes, its scope gives back: nodes, tasks, subscriptions, intervals, sounds.

The director makes one scope for each scene it enters and closes it when the scene leaves; `census` says what is
still held, and a test demands zero after `close`. Knows nothing of what the things are for.
"""

from __future__ import annotations

import logging
from collections.abc import Callable
from typing import Any, TypeVar

from direct.interval.Interval import Interval
from direct.task.Task import Task
from direct.task.TaskManagerGlobal import taskMgr
from panda3d.core import NodePath, PandaNode

from game.core.bus import Bus
from game.core.messages import Message

log = logging.getLogger(__name__)
M = TypeVar("M", bound=Message)


class Scope:
    """Owner of everything one scene holds outside itself."""

    def __init__(self, name: str) -> None:
        self.name = name
        self._nodes: list[NodePath] = []
        self._tasks: list[Task] = []
        self._unsubscribers: list[Callable[[], None]] = []
        self._intervals: list[Interval] = []
        self._closers: list[Callable[[], None]] = []
        self.closed = False

    def node(self, parent: NodePath, child: PandaNode | str) -> NodePath:
        """Attach a node (or a new empty one of that name) under `parent` for as long as the scope lives."""
        path = parent.attach_new_node(child)
        self._nodes.append(path)
        return path

    def adopt(self, path: NodePath) -> NodePath:
        """Take over a node that is already attached; it is removed when the scope closes."""
        self._nodes.append(path)
        return path

    def task(self, function: Callable[[Task], Any], name: str, sort: int = 0) -> Task:
        """Run `function` every frame until the scope closes."""
        task = taskMgr.add(function, f"{self.name}-{name}", sort=sort)
        self._tasks.append(task)
        return task

    def subscribe(self, bus: Bus, kind: type[M], handler: Callable[[M], None]) -> None:
        """Hear messages of `kind` until the scope closes."""
        self._unsubscribers.append(bus.subscribe(kind, handler))

    def interval(self, interval: Interval) -> Interval:
        """Start an interval that is finished early if the scope closes first."""
        self._intervals = [i for i in self._intervals if not i.is_stopped()]
        self._intervals.append(interval)
        interval.start()
        return interval

    def defer(self, closer: Callable[[], None]) -> None:
        """Call `closer` when the scope closes (last in, first out)."""
        self._closers.append(closer)

    def close(self) -> None:
        """Give everything back. A closer that fails is logged and the rest still run."""
        if self.closed:
            return
        self.closed = True
        for closer in reversed(self._closers):
            try:
                closer()
            except Exception:
                log.exception("closing %s: a closer failed", self.name)
        for unsubscribe in self._unsubscribers:
            unsubscribe()
        for interval in self._intervals:
            interval.pause()
        for task in self._tasks:
            taskMgr.remove(task)
        for path in self._nodes:
            if not path.is_empty():
                path.remove_node()
        self._closers, self._unsubscribers, self._intervals, self._tasks, self._nodes = [], [], [], [], []

    def census(self) -> dict[str, int]:
        """How many things of each kind are held now."""
        return {
            "nodes": sum(not path.is_empty() for path in self._nodes),
            "tasks": len(self._tasks),
            "subscriptions": len(self._unsubscribers),
            "intervals": sum(not interval.is_stopped() for interval in self._intervals),
            "closers": len(self._closers),
        }
