"""A replica's line to the supervisor.

Who calls it: `replica` opens it, `runner` sends through it. A reader thread answers pings and fills the
orders; the end of the line ends the process. What it must not know: TensorFlow.
"""

from __future__ import annotations

import os
import threading
from multiprocessing.connection import Client

from game.core import protocol
from game.trainer import wire
from game.trainer.orders import Orders


class Link:
    """One connection. `send` and `report` may be called from any thread."""

    def __init__(self, address: str, key: bytes, run: int, rank: int) -> None:
        self.orders = Orders()
        self._connection = Client(address, authkey=key)
        self._writing = threading.Lock()
        self._leave = threading.Event()
        self.send(wire.Born(run=run, rank=rank, pid=os.getpid()))
        threading.Thread(target=self._listen, name="orders", daemon=True).start()

    def send(self, note: wire.Internal) -> None:
        """A note to the supervisor. A broken line ends the process: nobody is left to work for."""
        try:
            with self._writing:
                self._connection.send_bytes(wire.encode(note))
        except OSError:
            os._exit(0)

    def report(self, report: protocol.WireReport) -> None:
        """A report for the window."""
        droppable = isinstance(report, protocol.StepReport | protocol.PredictionsReady)
        self.send(wire.Forward(frame=protocol.encode(report), droppable=droppable))

    def wait_for_leave(self) -> None:
        """Until the supervisor lets this replica go: leaving early would look like a death to the others."""
        self._leave.wait()

    def _listen(self) -> None:
        while True:
            try:
                data = self._connection.recv_bytes()
            except (EOFError, OSError):
                os._exit(0)
            if data.startswith(protocol.MAGIC):
                self.orders.take(protocol.decode_command(data))
                continue
            note = wire.decode(data)
            if isinstance(note, wire.Ping):
                self.send(wire.Pong(number=note.number))
            elif isinstance(note, wire.Leave):
                self._leave.set()
