"""A network from points in space to classes: fixed random Fourier features, then dense layers.

Who calls it: experiments that learn a map of space. Plain coordinates make a smooth network that cannot
draw sharp borders; sines and cosines of random directions at several wavelengths give it something to
draw with.
"""

from __future__ import annotations

from collections.abc import Sequence

import keras
import numpy as np
import tensorflow as tf


class FourierFeatures(keras.layers.Layer):
    """float32 (b, 3) mm -> float32 (b, 2 x directions): sine and cosine along fixed random directions.

    Always float32: an angle of many turns loses its fraction in 16 bits.
    """

    def __init__(self, wavelengths_mm: Sequence[float], directions: int, seed: int) -> None:
        super().__init__(dtype="float32", trainable=False, name="fourier")
        random = np.random.default_rng(seed)
        each = directions // len(wavelengths_mm)
        parts = []
        for wavelength in wavelengths_mm:
            ways = random.normal(size=(3, each))
            parts.append(ways / np.linalg.norm(ways, axis=0) * (2 * np.pi / wavelength))
        self._ways = np.concatenate(parts, axis=1).astype(np.float32)

    def call(self, points: tf.Tensor) -> tf.Tensor:
        """Features of the points."""
        angles = tf.matmul(tf.cast(points, tf.float32), tf.constant(self._ways))
        return tf.concat([tf.sin(angles), tf.cos(angles)], -1)


def network(
    policy: str, classes: int, width: int, depth: int, wavelengths_mm: Sequence[float], directions: int
) -> keras.Model:
    """The network in a Keras precision policy; the logits are always float32."""
    # silu, not relu: a smooth bend. At relu's corner a rounding error in the last bit can switch a unit on or off, and
    # the weights of 1 and 2 replicas drift apart by 3e-5 in 20 steps instead of 2e-8.
    layers = [keras.Input((3,)), FourierFeatures(wavelengths_mm, directions, seed=7)]
    for number in range(depth):
        layers.append(keras.layers.Dense(width, "silu", dtype=policy, name=f"hidden_{number + 1}"))
    layers.append(keras.layers.Dense(classes, dtype="float32", name="classes"))
    return keras.Sequential(layers)
