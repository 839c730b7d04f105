"""The benches: which one is run, one object for several, and how ratios are taken."""

from __future__ import annotations

import json
import types

import pytest

from game.devtools import bench
from game.devtools.bench_explorer import _ratio, line


def fake(code, text):
    def run(argv, root):
        print(text)
        return code

    return types.SimpleNamespace(run=run)


@pytest.fixture
def benches(monkeypatch):
    """Two benches that answer at once."""
    made = {
        "game.devtools.bench_pick": fake(0, json.dumps({"figures": [{"name": "a"}]})),
        "game.devtools.bench_window": fake(1, json.dumps({"figures": [{"name": "b"}]})),
    }
    monkeypatch.setattr(bench.importlib, "import_module", made.__getitem__)


def test_several_benches_print_one_object_and_end_with_the_worst_code(benches, capsys, root):
    assert bench.run(["pick", "window", "--json"], root) == 1
    assert json.loads(capsys.readouterr().out) == {"figures": [{"name": "a"}, {"name": "b"}]}


def test_an_unknown_bench_is_named_and_nothing_runs(benches, capsys, root):
    assert bench.run(["pick", "speed"], root) == 2
    captured = capsys.readouterr()
    assert "'speed'" in captured.err and captured.out == ""


def test_a_bench_with_one_ratio_becomes_a_figure():
    said = json.dumps({"ratio_median": 1.02, "limit": 1.05, "ratio_quartiles": [1.01, 1.03]})
    (figure,) = bench.figures_of("trainer", said)
    assert figure["ratio"] == 1.02 and figure["goal"] == 1.05
    assert bench.figures_of("trainer", "the run failed") == []


def test_the_ratio_is_the_median_of_neighbouring_blocks():
    figure = _ratio("frame", [10.0, 30.0, 12.0], [10.0, 20.0, 10.0], 1.25)
    assert figure.ratio == 1.2 and figure.reached
    missed = _ratio("frame", [10.0, 30.0, 12.0], [10.0, 20.0, 10.0], 1.1)
    assert not missed.reached and "NOT reached" in line(missed)
