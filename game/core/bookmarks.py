"""The explorer's whole view state as a short text that can be copied, pasted, and put into a lesson; and back.

The explorer calls it, and the check of a course for bookmarks in lessons. A state is a mapping of plain values; what
they mean is known to the explorer's view_state.py.

The text is "brain1." (the version), the state (JSON, compressed, base64 for addresses), ".", and four hexadecimal
digits that tell a damaged text. A state may hold keys that a later version added: they are handed on, and whoever does
not know them leaves them alone.
"""

from __future__ import annotations

import base64
import binascii
import json
import re
import zlib
from collections.abc import Mapping
from typing import Any

State = dict[str, Any]

MARK, VERSION = "brain", 1
LONGEST = 4000  # characters of a text
_LARGEST = 100_000  # bytes of a state
_FORM = re.compile(rf"{MARK}(\d{{1,4}})\.([A-Za-z0-9_-]+)\.([0-9a-f]{{4}})")


class BookmarkError(ValueError):
    """A text that is no bookmark, or a damaged one; the text is one sentence for the person."""


def encode(state: Mapping[str, Any]) -> str:
    """The text of a state of plain JSON values; the same for equal states. Raises TypeError for other values."""
    plain = json.dumps(dict(state), separators=(",", ":"), sort_keys=True, ensure_ascii=True).encode("ascii")
    body = base64.urlsafe_b64encode(_squeezed(plain)).decode("ascii").rstrip("=")
    return f"{MARK}{VERSION}.{body}.{_sum(body)}"


def decode(text: str) -> State:
    """The state of a text; blanks and line breaks in it do not matter. Raises BookmarkError."""
    compact = "".join(text.split())
    if not compact:
        raise BookmarkError("There is no bookmark here yet: paste one, or copy this view.")
    if len(compact) > LONGEST:
        raise BookmarkError("This text is too long to be a bookmark.")
    found = _FORM.fullmatch(compact)
    if found is None:
        if compact.startswith(MARK) and "." in compact:
            raise BookmarkError("This bookmark is not complete: copy it again from its beginning to its end.")
        raise BookmarkError(f"This is not a bookmark: one begins with \u201c{MARK}{VERSION}.\u201d")
    version, body, proof = int(found[1]), found[2], found[3]
    if version > VERSION:
        raise BookmarkError("This bookmark was made by a newer version of Neurarium: update to open it.")
    if proof != _sum(body):
        raise BookmarkError("This bookmark is damaged: some of its letters are missing or changed.")
    try:
        squeezed = base64.urlsafe_b64decode(body + "=" * (-len(body) % 4))
        unpack = zlib.decompressobj(-15)
        plain = unpack.decompress(squeezed, _LARGEST)
        state = json.loads(plain)
    except (binascii.Error, zlib.error, ValueError, RecursionError) as error:  # lists in lists without end
        raise BookmarkError("This bookmark is damaged: what is in it cannot be read.") from error
    if not isinstance(state, dict):
        raise BookmarkError("This bookmark is damaged: what is in it is not a view.")
    return state


def _squeezed(plain: bytes) -> bytes:
    packer = zlib.compressobj(9, zlib.DEFLATED, -15)
    return packer.compress(plain) + packer.flush()


def _sum(body: str) -> str:
    return f"{zlib.crc32(body.encode('ascii')) & 0xFFFF:04x}"
