"""What several tests of the scenes begin with."""

import pytest


@pytest.fixture
def explorer(make_pilot):
    """The explorer with its brain, 1280x720."""
    pilot = make_pilot("brain").settle()
    return pilot.until(lambda: pilot.facts["brain"], what="the brain").frames(2)
