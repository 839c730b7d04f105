"""An empty layer on the shared stage, for the widgets' tests."""

from pathlib import Path

import pytest

from game.ui.fonts import FontBook
from game.ui.layer import Layer
from game.ui.theme import Theme, load_tokens

ASSETS = Path(__file__).resolve().parents[2] / "assets"


@pytest.fixture(scope="session")
def tokens():
    return load_tokens(ASSETS / "themes" / "tokens.toml")


@pytest.fixture(scope="session")
def book():
    return FontBook(ASSETS / "fonts", ASSETS / "themes" / "icons.toml")


@pytest.fixture
def layer(stage, tokens, book):
    stage.set_size(1280, 720)
    made = Layer(stage.ui, Theme(tokens, size=(1280, 720)), book, "test")
    yield made
    made.remove()
