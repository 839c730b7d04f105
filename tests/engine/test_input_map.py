"""The names of Panda3D's button events, taken apart."""

from __future__ import annotations

import pytest

from game.engine.input_map import split_modifiers


@pytest.mark.parametrize(
    ("event", "held", "key"),
    [
        ("z", set(), "z"),
        ("control-z", {"control"}, "z"),
        ("shift-control-alt-f4", {"shift", "control", "alt"}, "f4"),
        ("-", set(), "-"),
        ("shift--", {"shift"}, "-"),
        ("shift", set(), "shift"),
        ("shift-mouse1", {"shift"}, "mouse1"),
    ],
)
def test_modifiers_are_taken_off_the_name(event: str, held: set[str], key: str) -> None:
    assert split_modifiers(event) == (frozenset(held), key)
