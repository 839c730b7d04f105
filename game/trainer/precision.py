"""Numerical precision: which Keras policy a run uses, and the dynamic loss scale of float16.

Who calls it: `runner` keeps one `LossScale`; `engine` asks for the policy's name. The rule is applied
after the all-reduce, on a vector that is the same everywhere, so all replicas skip or apply together.
(Keras's LossScaleOptimizer looks at the local gradients instead: with an overflow on one replica only, it
hangs or writes NaN under tf.distribute.) Plain Python: no TensorFlow here.
"""

from __future__ import annotations

from dataclasses import dataclass

LARGEST_SCALE = 2.0**40


@dataclass
class LossScale:
    """The factor on the loss that keeps small gradients above float16's smallest number.

    Powers of two, so scaling and unscaling lose nothing. `active` is False for float32 and bfloat16, whose
    range is wide enough: there the scale stays 1, but a step that is not finite is still skipped.
    """

    value: float
    growth_interval: int
    active: bool
    good_steps: int = 0
    skipped: int = 0

    @classmethod
    def for_precision(cls, precision: str, initial: float, growth_interval: int) -> LossScale:
        """The scale a run of this precision begins with."""
        active = precision == "mixed_float16"
        return cls(initial if active else 1.0, growth_interval, active)

    def after(self, finite: bool) -> None:
        """Learn from one step: halve after an overflow, double after enough good steps."""
        if not finite:
            self.skipped += 1
            self.good_steps = 0
            if self.active:
                self.value = max(1.0, self.value / 2)
            return
        self.good_steps += 1
        if self.active and self.good_steps >= self.growth_interval:
            self.good_steps = 0
            self.value = min(LARGEST_SCALE, self.value * 2)
