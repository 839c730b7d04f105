"""The doctor: judgements of given facts, and probes that crash, hang or say nothing."""

from __future__ import annotations

import sys
from pathlib import Path

import pytest

from game.app import doctor, machine, probes
from game.app.doctor import BAD, GOOD, NOTE
from game.app.options import RunOptions
from game.app.probes import Answer

GPU = Answer(
    facts={
        "pipe": "GLX",
        "renderer": "Some GPU",
        "vendor": "Maker",
        "opengl": "4.6",
        "glsl": "4.60",
        "software": False,
        "level": "fine",
        "shading": "pixel",
        "screen": [1920, 1080],
    }
)


def test_a_gpu_gets_the_fine_brain() -> None:
    finding = doctor.judge_graphics(GPU)
    assert finding.state == GOOD
    assert "Some GPU; OpenGL 4.6, GLSL 4.60 through GLX" in finding.found and "160,000" in finding.found


def test_drawing_on_the_processor_is_no_fault() -> None:
    finding = doctor.judge_graphics(Answer(facts={**GPU.facts, "software": True, "level": "coarse"}))
    assert finding.state == NOTE and "20,000" in finding.found and finding.to_do


def test_no_graphics_keeps_the_program_from_running() -> None:
    finding = doctor.judge_graphics(Answer(problem="it was ended by signal 11"))
    assert finding.state == BAD and "signal 11" in finding.found and finding.to_do


def test_no_display_and_no_sound_are_no_faults() -> None:
    assert doctor.judge_display(False, GPU).state == NOTE
    assert doctor.judge_display(True, GPU) == doctor.Finding("Display", GOOD, "1920 x 1080")
    assert doctor.judge_audio(Answer(facts={"device": False, "library": "NullAudioManager"})).state == NOTE
    assert doctor.judge_audio(Answer(problem="it gave no answer within 60 s")).state == NOTE
    assert doctor.judge_audio(Answer(facts={"device": True, "library": "OpenALAudioManager"})).state == GOOD


def test_tensorflow_is_found_and_tried() -> None:
    assert doctor.judge_tensorflow("", None).state == BAD
    assert doctor.judge_tensorflow("2.21.0", None).state == GOOD
    assert doctor.judge_tensorflow("2.21.0", Answer(problem="no")).state == BAD
    tried = doctor.judge_tensorflow("2.21.0", Answer(facts={"version": "2.21.0", "seconds": 4.2, "gpus": 2}))
    assert tried.state == GOOD and "4.2 s" in tried.found and "2 GPUs" in tried.found


@pytest.mark.parametrize(("gib", "state"), [(2, NOTE), (24, GOOD), (0, GOOD)])
def test_little_memory_is_said(gib: int, state: str) -> None:
    found = machine.Machine(cores=2, memory=gib * machine.GIB, system="S", processor="P", python="3.11.7")
    assert doctor.judge_memory(found).state == state


def test_missing_packages_are_named() -> None:
    finding = doctor.judge_packages(["fsrs", "tqdm"])
    assert finding.state == BAD and "fsrs, tqdm" in finding.found and "uv run main.py" in finding.to_do
    assert doctor.judge_packages([]).state == GOOD


def test_the_progress_folder_is_judged_without_making_it(tmp_path: Path) -> None:
    new = tmp_path / "new"
    assert doctor.judge_data_folder(RunOptions(data_dir=new)).state == GOOD
    assert not new.exists()
    blocked = tmp_path / "file"
    blocked.write_text("in the way")
    finding = doctor.judge_data_folder(RunOptions(data_dir=blocked / "below"))
    assert finding.state == BAD and "--data-dir" in finding.to_do
    assert doctor.judge_data_folder(RunOptions(profile="no/name")).state == BAD


@pytest.mark.skipif(not Path("/proc/self").exists(), reason="only Linux has a folder that takes nothing")
def test_a_file_system_that_takes_nothing_is_found_by_trying() -> None:
    assert doctor.judge_data_folder(RunOptions(data_dir=Path("/proc/nowhere"))).state == BAD


def test_an_incomplete_copy_is_noticed(tmp_path: Path) -> None:
    findings = doctor.judge_assets(tmp_path / "assets", tmp_path / "lessons")
    assert [finding.topic for finding in findings if finding.state == BAD] == ["Fonts", "Brain", "Courses"]


def test_the_verdict_follows_the_findings(monkeypatch, capsys) -> None:
    good, bad = doctor.Finding("A", GOOD, "fine"), doctor.Finding("B", BAD, "gone " * 40, "fetch it " * 30)
    for findings, code in (([good], 0), ([good, bad], 1)):
        monkeypatch.setattr(doctor, "examine", lambda *_, found=findings: found)
        assert doctor.run(RunOptions(), has_display=False) == code
        told = capsys.readouterr().out
        assert ("can run here" in told) == (code == 0)
        assert max(map(len, told.splitlines())) <= doctor.WIDTH


@pytest.mark.parametrize(
    ("code", "problem"),
    [
        ("import os; os.kill(os.getpid(), 11)", "it was ended by signal 11"),
        ("import sys; sys.exit('no luck')", "it ended with code 1: no luck"),
        ("pass", "it ended with code 0"),
        ("import time; time.sleep(60)", "it gave no answer within 1 s"),
    ],
)
@pytest.mark.skipif(sys.platform == "win32", reason="signals as exit codes are POSIX")
def test_a_probe_that_fails_is_an_answer(code: str, problem: str) -> None:
    assert probes.ask(
        "any", command=[sys.executable, "-c", code], timeout_s=1.0 if "60" in code else 30.0
    ) == Answer(problem=problem)


def test_a_probe_answers_through_its_file(tmp_path: Path, monkeypatch) -> None:
    def fails() -> dict:
        raise ValueError("no such thing")

    monkeypatch.setitem(probes.PROBES, "fails", fails)
    assert probes.answer("fails", tmp_path / "a.json") == 0
    assert "no such thing" in (tmp_path / "a.json").read_text()
    assert probes.answer("unknown", tmp_path / "b.json") == 2


def test_this_machine_is_examined_for_real() -> None:
    """In real processes: what they find depends on the machine, that they look at everything does not."""
    findings = {finding.topic: finding for finding in doctor.examine(RunOptions(), has_display=False)}
    topics = "Packages Display Graphics Audio TensorFlow Memory Progress Fonts Brain Courses"
    assert " ".join(findings) == topics
    assert findings["Graphics"].state in (GOOD, NOTE), findings["Graphics"].found
    assert findings["Packages"].state == GOOD
