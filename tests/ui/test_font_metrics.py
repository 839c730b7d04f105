"""The reach of a face agrees with what FreeType makes of it."""

from __future__ import annotations

from pathlib import Path

import pytest
from PIL import ImageFont

from game.ui.font_metrics import reach


def test_every_face_reaches_as_far_as_freetype_says(root: Path) -> None:
    files = sorted((root / "assets" / "fonts").glob("*.ttf"))
    assert len(files) > 8
    for file in files:
        up, down = ImageFont.truetype(str(file), 1000).getmetrics()
        assert reach(file) == (up / 1000, down / 1000), file.name


@pytest.mark.parametrize("data", [b"", b"junk", b"\0\1\0\0\0\1" + b"x" * 60, bytes(200)])
def test_a_file_that_is_no_font_is_named(data: bytes, tmp_path: Path) -> None:
    file = tmp_path / "face.ttf"
    file.write_bytes(data)
    with pytest.raises(ValueError, match=r"face\.ttf"):
        reach(file)
