"""The Python that the lessons show is run with the TensorFlow that the program uses."""

import subprocess
import sys

import pytest

from game.core.content import CodeBlock
from game.services.content_loader import load_courses

AFTER = {
    "import keras": "assert optimizer.initial_scale == 2**15 and optimizer.dynamic_growth_steps == 2000",
    "import tensorflow": (
        "for bad in (0.0, float('inf'), float('nan')):\n"
        "    total, finite = agree([tf.ones([2, 2]), tf.constant([4.0 + bad])], 2.0)\n"
        "    assert total.shape == (5,) and bool(finite) == (bad == 0.0)\n"
        "    assert bad or total.numpy().tolist() == [0.5, 0.5, 0.5, 0.5, 2.0]\n"
    ),
}


@pytest.mark.slow
@pytest.mark.tf
@pytest.mark.parametrize("beginning", list(AFTER))
def test_a_code_block_does_what_the_text_says(root, beginning):
    lessons = [lesson for course in load_courses(root / "lessons").courses for lesson in course.lessons]
    code = [b.text for le in lessons for s in le.sections for b in s.blocks if isinstance(b, CodeBlock)]
    text = next(text for text in code if text.startswith(beginning))
    done = subprocess.run(
        [sys.executable, "-c", f"{text}\n{AFTER[beginning]}\nprint('ran to the end')"],
        capture_output=True,
        text=True,
        timeout=110,
    )
    assert done.stdout.endswith("ran to the end\n"), done.stderr[-2000:]
