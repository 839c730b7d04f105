"""Where things are on the screen of the explorer, for tests that point at them."""


def pixel_of(pilot, region):
    """The pixel of a region's middle."""
    return pilot.scene.view.pixel(pilot.scene.view.centre_of(region))
