"""Judging the graphics: software renderers are known, too old ones are refused in plain words."""

import pytest

from game.engine.renderer import GraphicsError, describe


@pytest.mark.parametrize(
    "name", ["llvmpipe (LLVM 15.0.6, 256 bits)", "SwiftShader", "GDI Generic", "softpipe"]
)
def test_software_renderers_get_the_coarse_brain(name):
    info = describe(name, "Mesa", (4, 5))
    assert (info.software, info.level, info.shading) == (True, "coarse", "vertex")


def test_a_gpu_gets_the_fine_one():
    info = describe("NVIDIA GeForce RTX 4070", "NVIDIA Corporation", (4, 6))
    assert (info.software, info.level, info.shading) == (False, "fine", "pixel")


def test_too_old_graphics_are_refused_with_what_was_found_and_what_to_do():
    with pytest.raises(GraphicsError, match=r"Intel HD.*2\.1.*needs 3\.2.*driver"):
        describe("Intel HD", "Intel", (2, 1))
