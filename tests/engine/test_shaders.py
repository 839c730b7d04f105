"""Shader files: includes, errors that say where, and every pair compiled on the graphics of this machine."""

from __future__ import annotations

import pytest

from game.engine.shaders import ShaderError, compile_now, explain_log, load_shader, pair_names, read_source

VERTEX = "#version 330\nin vec4 p3d_Vertex;\nvoid main() { gl_Position = p3d_Vertex; }\n"
PIXEL = '#version 330\n#include "part.glsl"\nout vec4 o;\nvoid main() { o = tone(vec4(1.0)); }\n'


@pytest.fixture
def folder(tmp_path):
    (tmp_path / "flat.vert").write_text(VERTEX)
    (tmp_path / "flat.frag").write_text(PIXEL)
    (tmp_path / "part.glsl").write_text("// a part\nvec4 tone(vec4 c) { return c * 0.5; }\n")
    return tmp_path


def test_an_include_is_put_in_place(folder):
    source = read_source(folder / "flat.frag")
    assert "tone(vec4 c)" in source.text and "#include" not in source.text
    assert source.files == ("flat.frag", "part.glsl")


def test_a_missing_include_is_named_with_file_and_line(folder):
    (folder / "part.glsl").unlink()
    with pytest.raises(ShaderError) as caught:
        read_source(folder / "flat.frag")
    assert (caught.value.file, caught.value.line) == ("flat.frag", 2)
    assert "part.glsl" in str(caught.value)


def test_a_part_that_includes_itself_is_refused(folder):
    (folder / "part.glsl").write_text('#include "flat.frag"\n')
    with pytest.raises(ShaderError, match="includes itself"):
        read_source(folder / "flat.frag")


def test_a_missing_file_is_named(folder):
    with pytest.raises(ShaderError, match=r"nothing\.vert"):
        load_shader("nothing", folder=folder)


def test_the_same_names_give_the_same_shader(folder):
    assert load_shader("flat", folder=folder) is load_shader("flat", folder=folder)


@pytest.mark.parametrize(
    "log",
    [
        "GLSL fragment shader flat:\nflat:10002(29): error: no function with name 'ton'",
        "fragment shader\n0(10002) : error C1503: undefined variable",
        "Fragment shader failed\nERROR: 0:10002: 'ton' : no matching overloaded function found",
    ],
)
def test_a_drivers_log_is_told_in_terms_of_our_files(log):
    error = explain_log(log, ("flat.vert",), ("flat.frag", "part.glsl"))
    assert (error.file, error.line) == ("part.glsl", 2)


def test_every_pair_compiles(stage):
    prepared, gsg = stage.base.win.gsg.prepared_objects, stage.base.win.gsg
    names = pair_names()
    assert ("brain", "brain") in names and ("brain_soft", "brain_soft") in names
    assert compile_now(names, prepared, gsg) == []


def test_a_mistake_is_reported_where_it_is(stage, folder):
    (folder / "part.glsl").write_text("// a part\nvec4 tone(vec4 c) { return c * unknown; }\n")
    prepared, gsg = stage.base.win.gsg.prepared_objects, stage.base.win.gsg
    (error,) = compile_now([("flat", "flat")], prepared, gsg, folder)
    assert (error.file, error.line) == ("part.glsl", 2)
    assert "unknown" in error.message


def test_names_are_defined_for_a_variant_and_lines_keep_their_numbers(stage, folder):
    (folder / "flat.frag").write_text(PIXEL.replace("tone(vec4(1.0))", "tone(vec4(BRIGHT))"))
    prepared, gsg = stage.base.win.gsg.prepared_objects, stage.base.win.gsg
    assert compile_now([("flat", "flat")], prepared, gsg, folder, ("BRIGHT 0.5",)) == []
    (error,) = compile_now([("flat", "flat")], prepared, gsg, folder, ("DARK 0.5",))
    assert (error.file, error.line) == ("flat.frag", 4) and "BRIGHT" in error.message
