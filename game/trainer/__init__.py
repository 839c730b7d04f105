"""The trainer: another program in another process, the only one that imports TensorFlow."""
