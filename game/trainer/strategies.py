"""How replicas are spread: over processes (MultiWorkerMirroredStrategy) or logical devices
(MirroredStrategy).

Who calls it: `replica`, once in the life of its process, before any other TensorFlow operation
(collectives must be configured first). What it must not know: the network, the task, telemetry.
"""

from __future__ import annotations

import tensorflow as tf


def configure(logical_devices: int) -> None:
    """Few threads (the window needs the processor too) and so many logical CPUs."""
    tf.config.threading.set_intra_op_parallelism_threads(1)
    tf.config.threading.set_inter_op_parallelism_threads(max(2, logical_devices + 2))
    processor = tf.config.list_physical_devices("CPU")[0]
    tf.config.set_logical_device_configuration(
        processor, [tf.config.LogicalDeviceConfiguration() for _ in range(logical_devices)]
    )


def multi_worker() -> tf.distribute.Strategy:
    """One replica in this process; the others are found through TF_CONFIG. Rings over gRPC, no NCCL."""
    options = tf.distribute.experimental.CommunicationOptions(
        implementation=tf.distribute.experimental.CommunicationImplementation.RING
    )
    return tf.distribute.MultiWorkerMirroredStrategy(communication_options=options)


def mirrored(replicas: int) -> tf.distribute.Strategy:
    """All replicas in this process, each on a logical device of its own."""
    if replicas == 1:
        return tf.distribute.get_strategy()
    return tf.distribute.MirroredStrategy([f"CPU:{index}" for index in range(replicas)])
