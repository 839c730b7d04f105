"""The message bus: requests and facts, handed out at one moment of the frame.

`post` only queues; `drain` delivers what was queued when it began, so a handler that posts is heard next frame.
Only scenes and services hold a bus; models and rules return their facts instead.
"""

from __future__ import annotations

import logging
from collections import defaultdict
from collections.abc import Callable
from typing import Any, TypeVar

from game.core.messages import Message

log = logging.getLogger(__name__)
M = TypeVar("M", bound=Message)
Handler = Callable[[Any], None]


class Bus:
    """Queue and subscriptions for one program."""

    def __init__(self) -> None:
        self._queue: list[Message] = []
        self._handlers: dict[type[Message], list[Handler]] = defaultdict(list)
        self._tracers: list[Handler] = []

    def post(self, message: Message) -> None:
        """Queue a message; one whose class says `coalesce` replaces a waiting message of the same class."""
        if message.coalesce:
            for index, waiting in enumerate(self._queue):
                if type(waiting) is type(message):
                    self._queue[index] = message
                    return
        self._queue.append(message)

    def subscribe(self, kind: type[M], handler: Callable[[M], None]) -> Callable[[], None]:
        """Call `handler` for each message of exactly `kind` (or any, for `Message`). Returns the unsubscriber."""
        handlers = self._handlers[kind]
        handlers.append(handler)

        def unsubscribe() -> None:
            if handler in handlers:
                handlers.remove(handler)

        return unsubscribe

    def drain(self) -> int:
        """Deliver everything queued so far and return how many messages that was."""
        batch, self._queue = self._queue, []
        for message in batch:
            for tracer in self._tracers:
                tracer(message)
            for handler in (*self._handlers[type(message)], *self._handlers[Message]):
                self._deliver(handler, message)
        return len(batch)

    def trace(self, tracer: Handler) -> Callable[[], None]:
        """Show every delivered message to `tracer` first; returns the remover. `record` builds on it."""
        self._tracers.append(tracer)
        return lambda: self._tracers.remove(tracer)

    def record(self) -> list[Message]:
        """A list that grows with every delivered message: a session as data."""
        seen: list[Message] = []
        self.trace(seen.append)
        return seen

    def replay(self, messages: list[Message]) -> None:
        """Post a recorded session again, one drain a message."""
        for message in messages:
            self.post(message)
            self.drain()

    @property
    def subscriptions(self) -> int:
        """How many handlers are subscribed (the census counts them)."""
        return sum(len(handlers) for handlers in self._handlers.values())

    def _deliver(self, handler: Handler, message: Message) -> None:
        try:
            handler(message)
        except Exception:  # one bad handler must not stop the rest
            log.exception("a handler failed on %r", message)
