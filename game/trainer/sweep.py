"""Looking at the whole mesh and at the held-out points, a little after each step, so that no step is held
up.

Who calls it: `runner`, once a step on every replica. A sweep takes a copy of the weights and then, over
several steps, each replica asks the copy about its own part of the points; the counts ride in the next
all-reduce, which also proves that everybody is done. The copy is float32 whatever the precision of the
run: so are the master weights. What it must not know: when to stop, the protocol.
"""

from __future__ import annotations

from dataclasses import dataclass

import keras
import numpy as np
import tensorflow as tf

from game.trainer.experiments.task import Task
from game.trainer.predictions import Canvas


@dataclass(frozen=True)
class Counts:
    """What this process found in one finished sweep."""

    held_right: int
    border_right: int


class Sweep:
    """One replica's part in every sweep: a slice of the mesh (if it is painted) and of the held-out points."""

    def __init__(self, task: Task, part: int, parts: int, canvas: Canvas | None) -> None:
        self._model: keras.Model = task.build_network("float32")
        self._ask = tf.function(
            self._forward, input_signature=[tf.TensorSpec([None, 3], tf.float32)], reduce_retracing=True
        )
        self._canvas = canvas
        vertices = len(task.paint_vertices) if canvas else 0
        self._mesh = slice(vertices * part // parts, vertices * (part + 1) // parts)
        asked, self._shows = np.unique(task.paint_vertices[self._mesh], return_inverse=True)
        self._painted = len(asked)
        held = slice(len(task.held_points) * part // parts, len(task.held_points) * (part + 1) // parts)
        self._held_classes, self._border = task.held_classes[held], task.held_border[held]
        self._held = task.held_points[held]
        self._points = np.concatenate([task.paint_points[asked], self._held])
        self._classes = np.zeros(len(self._points), np.int32)
        self._sure = np.zeros(len(self._points), np.float32)
        self._done = self._slices = self._sequence = 0
        self.held_points, self.border_points = len(self._held), int(self._border.sum())

    @property
    def running(self) -> bool:
        """Whether a sweep is under way."""
        return self._slices > 0

    def begin(self, variables: list[keras.Variable], slices: int, sequence: int) -> None:
        """Copy the weights; the sweep paints that picture and will take so many calls of `advance`."""
        for mine, theirs in zip(self._model.trainable_variables, variables, strict=True):
            mine.assign(theirs.numpy())
        self._done, self._slices, self._sequence = 0, max(1, slices), sequence

    def advance(self) -> Counts | None:
        """Ask about the next slice. The counts when that was the last one, else None."""
        total = len(self._points)
        end = min(total, self._done + -(-total // self._slices))
        if end > self._done:
            classes, sure = self._ask(tf.constant(self._points[self._done : end]))
            self._classes[self._done : end], self._sure[self._done : end] = classes.numpy(), sure.numpy()
        self._done = end
        if end < total:
            return None
        return self._finish()

    def whole(self, variables: list[keras.Variable], sequence: int) -> Counts:
        """A sweep in one go."""
        self.begin(variables, 1, sequence)
        return self.advance() or self._finish()

    def _finish(self) -> Counts:
        self._slices = 0
        if self._canvas is not None:
            classes, sure = self._classes[self._shows], self._sure[self._shows]
            self._canvas.paint(self._sequence, self._mesh, classes, sure)
        right = self._classes[self._painted :] == self._held_classes
        return Counts(int(right.sum()), int((right & self._border).sum()))

    def _forward(self, points: tf.Tensor) -> tuple[tf.Tensor, tf.Tensor]:
        logits = self._model(points, training=False)
        likely = tf.reduce_max(tf.nn.softmax(logits), -1)
        return tf.argmax(logits, -1, output_type=tf.int32), likely
