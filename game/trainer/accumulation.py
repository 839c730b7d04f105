"""The local gradient of one replica: the sum over k micro-batches, taken by hand before anything is
reduced.

Who calls it: `engine`, inside a compiled function in replica context. Keras's own accumulation cannot be
used under tf.distribute (it asks for a merge call inside a condition). What it must not know: other
replicas.
"""

from __future__ import annotations

import keras
import tensorflow as tf

from game.trainer.bucket import Bucket


def local_gradient(
    network: keras.Model,
    bucket: Bucket,
    points: tf.Tensor,
    classes: tf.Tensor,
    scale: tf.Tensor,
    global_batch: int,
    micro_batches: int,
) -> tuple[tf.Tensor, tf.Tensor, tf.Tensor]:
    """Gradient of `scale` x (sum of the losses here / global batch), loss part and count of right answers.

    points: float32 (b, 3); classes: int32 (b,). Returns float32 (weights,), float32 (), float32 ().
    """
    flat, loss, right = tf.zeros([bucket.weights]), tf.constant(0.0), tf.constant(0.0)
    for some_points, some_classes in zip(
        tf.split(points, micro_batches), tf.split(classes, micro_batches), strict=True
    ):
        with tf.GradientTape() as tape:
            logits = tf.cast(network(some_points, training=True), tf.float32)
            losses = tf.nn.sparse_softmax_cross_entropy_with_logits(some_classes, logits)
            part = tf.reduce_sum(losses) / global_batch
            scaled = part * scale
        flat += bucket.flatten(tape.gradient(scaled, network.trainable_variables))
        loss += part
        guesses = tf.argmax(logits, -1, output_type=tf.int32)
        right += tf.reduce_sum(tf.cast(tf.equal(guesses, some_classes), tf.float32))
    return flat, loss, right
