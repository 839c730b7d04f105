"""How far a face reaches above and below its baseline, read from the font file itself.

Called by `fonts` for each face that is shown. A whole imaging library would say the same, and take longer to load
than everything that is written on a screen.
"""

from __future__ import annotations

import math
import struct
from functools import lru_cache
from pathlib import Path

_TABLES_AT, _TABLE = 12, 16  # bytes: the table directory begins there, each entry is so long


@lru_cache(maxsize=32)
def reach(file: Path) -> tuple[float, float]:
    """Ascent and descent of a TrueType face in ems, rounded up to a thousandth. ValueError: it is no such file."""
    data = file.read_bytes()
    try:
        (count,) = struct.unpack_from(">H", data, 4)
        entries = (
            struct.unpack_from(">4s4xL4x", data, _TABLES_AT + _TABLE * number) for number in range(count)
        )
        tables = dict(entries)
        (unit,) = struct.unpack_from(">H", data, tables[b"head"] + 18)
        up, down = struct.unpack_from(">hh", data, tables[b"hhea"] + 4)
        return math.ceil(1000 * up / unit) / 1000, math.ceil(-1000 * down / unit) / 1000
    except (struct.error, KeyError, ZeroDivisionError) as error:
        raise ValueError(f"{file.name} is not a TrueType font") from error
