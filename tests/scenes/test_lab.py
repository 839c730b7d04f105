"""The Training Lab driven as a visitor does: with the pretended trainer for speed, once with the real one."""

from __future__ import annotations

import os
import sys
from typing import Any

import msgspec
import pytest

from game.core import protocol
from game.core.messages import GoBack
from game.services import paths
from game.services.trainer_client import TrainerClient
from game.trainer import fake as fake_trainer

SOON = 40_000  # frames without drawing within which a process starts and answers, on a busy machine too
LOOKS = [
    {"size": (1280, 720)},
    {"size": (1920, 1080)},
    {"size": (1280, 720), "text_size": 2.0},
    {"size": (1280, 720), "scheme": "light", "text_size": 1.25},
    {"size": (1280, 720), "scheme": "contrast", "text_size": 1.5},
    {"size": (1024, 1366)},
]


class Endless(TrainerClient):
    """A client of the pretended trainer whose runs do not end by themselves."""

    def send(self, command: protocol.Command) -> None:
        """As ordered, with very many steps."""
        if isinstance(command, protocol.StartRun):
            spec = msgspec.structs.replace(command.spec, steps=1_000_000)
            command = msgspec.structs.replace(command, spec=spec)
        super().send(command)


def fake(scenario: str = "normal", kind: type[TrainerClient] = Endless) -> Any:
    command = [sys.executable, "-m", "game.trainer"]
    return lambda: kind(command, extra=("fake", "--scenario", scenario))


@pytest.fixture
def open_lab(make_pilot):
    """A factory of labs: scenario of the pretended trainer, then what `make_pilot` takes."""

    def make(scenario: str = "normal", kind: type[TrainerClient] = Endless, **looks: Any):
        pilot = make_pilot("lab", make_trainer=fake(scenario, kind), **looks)
        return pilot.settle().frames(3)

    return make


def until_state(pilot, state: str):
    return pilot.until(lambda: pilot.facts["state"] == state, SOON, f"state {state}").frames(2)


def until_step(pilot, step: int):
    return pilot.until(lambda: pilot.facts["step"] >= step, SOON, f"step {step}")


def test_it_opens_with_the_choices_and_nothing_learned(open_lab):
    lab = open_lab()
    assert lab.facts["state"] == "setup" and lab.facts["focused"] == "start"
    assert lab.sees("Two replicas will learn") and lab.sees("How a step works")
    assert lab.facts["painted"] == 0 and lab.facts["grains"] == 0
    assert not lab.scene.client.running


def test_the_set_up_by_mouse_and_by_keys(open_lab):
    lab = open_lab()
    lab.key("3")
    assert lab.facts["replicas"] == 3 and "replica-2" in lab.facts["widgets"]
    lab.key("p")
    assert lab.facts["precision"] == "float32"
    lab.press("seed-more").press("seed-more").press("seed-less")
    assert lab.facts["seed"] == 1
    choice = lab.scene.layer.find("replicas")
    lab.click(*choice.option_rect(0).centre)
    assert lab.facts["replicas"] == 1 and lab.sees("One replica will learn")


def test_a_run_is_started_shown_and_counted(open_lab):
    lab = open_lab()
    lab.key("space")
    until_step(lab, 12)
    assert lab.facts["state"] == "running" and lab.facts["focused"] == "pause"
    lab.until(lambda: lab.facts["painted"] >= 2, SOON, "a painted brain")
    lab.until(lambda: lab.facts["grains"] > 20, SOON, "grains on the ring")
    for words in ("Live run", "Loss scale", "32,768", "Regions right", "of a border", "30 ms", "pretended"):
        assert lab.sees(words), words
    course = lab.app.context.course
    assert lab.app.context.study.position(f"lab:{course.id}") == {"runs": 1}


def test_a_run_goes_on_where_the_disk_refuses_to_count_it(open_lab):
    lab = open_lab()
    lab.app.context.study._store._run("PRAGMA query_only = ON")
    lab.key("space").until(lambda: lab.app.hud.notice is not None, SOON, "a word about the disk")
    assert lab.app.hud.notice.kind == "bad" and "may not be written" in lab.app.hud.notice.text
    until_step(lab, 3)
    assert lab.scene.spec.id == "lab" and lab.facts["state"] == "running"


def test_the_brain_changes_with_what_is_believed(open_lab):
    lab = open_lab()
    bare = lab.picture()
    lab.press("start")
    lab.until(lambda: lab.facts["painted"] >= 8, SOON, "a painted brain")
    brain = lab.scene.desk.layout.brain
    box = brain.inset(brain.w * 0.25, brain.h * 0.25)
    area = tuple(round(v) for v in (box.x, box.y, box.right, box.bottom))
    assert coloured(bare.crop(area)) < 0.1
    for _ in range(40):  # a busy machine paints later, never less
        if coloured(lab.picture().crop(area)) > 0.3:
            return
        lab.frames(10)
    raise AssertionError("the brain was never painted in the colours of what is believed")


def coloured(picture) -> float:
    """Share 0..1 of the pixels that are lit and plainly not grey."""
    _, saturation, value = (band.tobytes() for band in picture.convert("HSV").split())
    return sum(s > 75 and v > 70 for s, v in zip(saturation, value)) / len(value)


def test_an_overflow_is_shown_at_once_and_passes(open_lab):
    lab = open_lab("overflow")
    lab.key("space").until(lambda: lab.facts["skipped"] == 1, SOON, "a skipped step")
    assert lab.facts["statuses"] == ["working", "overflow"]
    for words in ("halved from 32,768", "Overflow", "Both replicas skip this update", "skipped"):
        assert lab.sees(words), words
    lab.until(lambda: lab.facts["statuses"][1] == "working", 600, "the end of the alarm")
    assert not lab.sees("Overflow")


def test_pause_holds_the_motion_and_step_takes_exactly_one(open_lab):
    lab = open_lab()
    until_step(lab.key("space"), 5)
    lab.until(lambda: lab.facts["grains"] > 0, SOON, "grains").key("space").frames(5)
    assert lab.facts["state"] == "paused" and lab.sees("Paused after step") and lab.sees("Resume")
    held = lab.scene.view.ring.shown, lab.facts["phase"], lab.scene.replay.fraction
    before = settled_step(lab)
    assert (lab.scene.view.ring.shown, lab.facts["phase"], lab.scene.replay.fraction) == held
    lab.press("step").until(lambda: lab.facts["step"] > before, SOON, "one step")
    assert settled_step(lab) == before + 1
    lab.key("space")
    until_step(lab, before + 5)
    assert lab.facts["state"] == "running"


def settled_step(lab) -> int:
    """The newest step, once the trainer says it is paused."""
    heard: list[protocol.Report] = []
    poll = lab.scene.client.poll
    lab.scene.client.poll = lambda: heard.extend(reports := poll()) or reports

    def paused() -> bool:
        return any(isinstance(r, protocol.Heartbeat) and r.stage == "paused" for r in heard)

    lab.until(paused, SOON, "the trainer's word that it is paused")
    del lab.scene.client.poll
    return lab.frames(2).facts["step"]


def test_stop_ends_the_run_and_one_can_run_again_or_set_up(open_lab):
    lab = open_lab()
    until_step(lab.key("space"), 3)
    lab.key("s")
    until_state(lab, "finished")
    assert lab.sees("The run stopped after") and lab.facts["grains"] == 0 and lab.facts["focused"] == "start"
    until_step(lab.press("start"), 2)
    until_state(lab.press("stop"), "finished").press("set-up")
    assert lab.facts["state"] == "setup" and lab.facts["painted"] == 0 and lab.sees("How a step works")


def test_a_start_can_be_cancelled_while_it_says_what_it_waits_for(open_lab):
    lab = open_lab("mute")
    lab.key("space").frames(3)
    assert lab.facts["state"] == "starting"
    assert lab.sees("Load TensorFlow") and lab.sees("Starting") and lab.sees("Cancel")
    lab.key("space").frames(2)
    assert lab.facts["state"] == "starting", "pressing Space twice must not undo the start"
    lab.press("stop")
    assert lab.facts["state"] == "setup"


def test_a_killed_replica_is_said_in_plain_words_and_training_goes_on(open_lab):
    lab = open_lab()
    until_step(lab.key("space"), 6)
    lab.key("b")
    assert lab.facts["breaking"] and lab.facts["focused"] == "break-overflow"
    choice = lab.scene.layer.find("break-replica")
    lab.click(*choice.option_rect(1).centre).press("break-kill")
    assert not lab.facts["breaking"]
    until_state(lab, "lost")
    assert lab.facts["statuses"] == ["waiting", "lost"]
    assert lab.sees("Replica 1") and lab.sees("Training can go on from step 5")
    assert lab.facts["focused"] == "resume"
    until_step(lab.press("resume"), 20)
    assert lab.facts["state"] == "running" and lab.facts["statuses"] == ["working", "working"]


def test_the_menu_of_harms_by_keys(open_lab):
    lab = open_lab()
    until_step(lab.key("space"), 3)
    lab.key("b").key("escape")
    assert not lab.facts["breaking"] and lab.scene.spec.id == "lab"
    lab.key("b").key("enter").until(lambda: lab.facts["skipped"] == 1, SOON, "an overflow")


def test_a_run_that_cannot_start_and_a_trainer_that_dies_say_what_to_do(open_lab):
    lab = open_lab("fails")
    until_state(lab.key("space"), "failed")
    assert lab.sees("The points cannot be read. Bake them again.") and lab.sees("Try again")
    lab = open_lab("death")
    until_state(lab.key("space"), "failed")
    assert lab.sees("The trainer has ended")
    old = lab.scene.client.pid
    until_state(lab.press("start"), "failed")
    assert lab.scene.client.pid != old, "a new one is started"


@pytest.mark.parametrize("precision", ["float32", "mixed_bfloat16"])
def test_precisions_that_need_no_loss_scale_say_so(open_lab, precision):
    lab = open_lab()
    while lab.facts["precision"] != precision:
        lab.key("p")
    until_step(lab.key("space"), 3)
    assert lab.sees("no scaling is needed") and lab.sees("Gradient exponents")


def test_the_shares_of_the_replicas(open_lab):
    lab = open_lab()
    until_step(lab.key("space"), 3)
    lab.key("o")
    assert lab.facts["colouring"] == "shares" and lab.sees(f"{fake_trainer.POINTS // 2:,} points")
    choice = lab.scene.layer.find("colouring")
    lab.click(*choice.option_rect(0).centre)
    assert lab.facts["colouring"] == "learned" and not lab.sees(f"{fake_trainer.POINTS // 2:,} points")


def test_keys_turn_the_brain_and_tab_reaches_everything(open_lab):
    lab = open_lab()
    orbit = lab.scene.view.brain.orbit
    before = orbit.view.azimuth
    lab.key("arrow_left").frames(30)
    turned = orbit.view.azimuth
    assert abs((turned - before + 180) % 360 - 180) > 10
    x, y = lab.scene.desk.layout.brain.centre
    lab.drag(x, y, x + 120, y)
    assert orbit.view.azimuth != turned
    seen = set()
    for _ in range(12):
        lab.key("tab")
        seen.add(lab.facts["focused"])
    assert {"back", "menu", "replicas", "precision", "seed-less", "seed-more", "start"} <= seen


def test_in_reduced_motion_nothing_turns_and_grains_stand_still(open_lab):
    lab = open_lab(motion="reduced")
    view = lab.scene.view.brain.orbit.view
    lab.key("space").until(lambda: lab.facts["phase"] == 1 and lab.facts["grains"] > 0, SOON, "grains")
    before, shown = positions(lab), lab.scene.replay.shown
    lab.frames(20)
    assert lab.scene.replay.shown is shown and positions(lab) == before
    assert lab.scene.view.brain.orbit.view == view and not lab.sees("slowed")


def positions(lab) -> list[bytes]:
    return [field._rows["vertex"].tobytes() for field in lab.scene.view.ring._fields]


def test_large_text_shows_one_part_at_a_time(open_lab):
    lab = open_lab(text_size=2.0)
    until_step(lab.key("space"), 3)
    assert lab.sees("Loss scale") and not lab.sees("Regions right")
    seen = []
    for _ in range(5):
        seen += [words for words in lab.texts() if words in ("Gradient exponents", "Loss", "Regions right")]
        lab.press("page-on")
    assert {"Gradient exponents", "Loss", "Regions right"} <= set(seen)
    assert lab.sees("Loss scale")
    lab.until(lambda: lab.facts["phase"] == 2, SOON, "the all-reduce")
    assert lab.sees("3 of 4: All-reduce + wait")


@pytest.mark.parametrize("look", LOOKS, ids=str)
@pytest.mark.slow
def test_nothing_overlaps_at_any_size(look, open_lab):
    lab = open_lab(**look)
    lab.key("4").frames(2)
    assert lab.complaints() == []
    until_step(lab.key("space"), 40)
    assert lab.complaints() == []
    lab.key("b").frames(2)
    assert lab.complaints() == []
    lab.press("break-overflow").until(lambda: lab.facts["skipped"] == 1, SOON, "an overflow")
    assert lab.complaints() == []
    for _ in range(5 if "page-on" in lab.facts["widgets"] else 0):
        lab.key("page_down").frames(3)
        assert lab.complaints() == []
    lab.key("o").frames(3)
    assert lab.complaints() == []
    lab.key("b").frames(2).press("break-kill")
    until_state(lab, "lost")
    assert lab.complaints() == []


def test_leaving_in_the_middle_of_a_run_ends_the_trainer(open_lab):
    lab = open_lab()
    until_step(lab.key("space"), 3)
    scene, pid = lab.scene, lab.scene.client.pid
    os.kill(pid, 0)
    lab.app.context.bus.post(GoBack())
    lab.until(lambda: lab.scene is not scene, 30, "leaving")
    assert sum(scene.scope.census().values()) == 0
    assert lab.stage.camera.find("**/ring").is_empty()
    with pytest.raises(ProcessLookupError):
        os.kill(pid, 0)


def test_escape_in_a_live_run_warns_first_and_leaves_at_the_second_press(open_lab):
    lab = open_lab()
    scene = lab.scene
    until_step(lab.key("space"), 3)
    lab.key("escape").frames(2)
    assert lab.scene is scene and lab.facts["state"] == "running"
    assert lab.app.hud.notice is not None and "The run stops when you leave." in lab.app.hud.notice.text
    lab.key("escape").until(lambda: lab.scene is not scene, 30, "leaving")


@pytest.mark.parametrize("text_size", [1.0, 2.0])
def test_a_toast_covers_no_control(open_lab, text_size):
    lab = open_lab(text_size=text_size)
    until_step(lab.key("space"), 3)
    lab.key("escape").frames(2)
    toast = lab.app.hud.layer.find("toast").rect
    covered = [
        widget.name
        for widget in lab.scene.layer.widgets
        if widget.focusable and not widget.path.is_hidden() and overlap(toast, widget.window_rect())
    ]
    assert covered == []


def overlap(one, other) -> bool:
    return one.x < other.right and other.x < one.right and one.y < other.bottom and other.y < one.bottom


def test_the_warning_holds_as_long_as_it_is_shown(open_lab):
    lab = open_lab()
    scene = lab.scene
    until_step(lab.key("space"), 3)
    lab.key("space").press("back").frames(2)
    assert lab.scene is scene and lab.facts["state"] == "paused" and lab.app.hud.notice is not None
    lab.until(lambda: lab.app.hud.notice is None, 600, "the end of the notice").key("escape").frames(2)
    assert lab.scene is scene and lab.app.hud.notice is not None
    lab.press("back").until(lambda: lab.scene is not scene, 30, "leaving")


def test_a_start_is_live_and_a_run_that_is_over_is_not(open_lab):
    lab = open_lab("mute")
    lab.key("space").frames(3).key("escape").frames(2)
    assert lab.scene.spec.id == "lab" and lab.facts["state"] == "starting"
    lab.press("stop").frames(2)
    assert lab.facts["state"] == "setup"
    lab.key("space").frames(3).key("escape").frames(2)
    assert lab.scene.spec.id == "lab", "another run gives a warning of its own"
    lab.press("stop").frames(2)
    scene = lab.scene
    lab.key("escape").until(lambda: lab.scene is not scene, 30, "leaving")


def test_the_menu_leaves_a_live_run_at_once(open_lab):
    lab = open_lab()
    until_step(lab.key("space"), 3)
    lab.press("menu").until_scene("menu").press("go-home").until_scene("home")


def test_the_trainer_is_warmed_only_for_someone_who_stays(open_lab):
    lab = open_lab(kind=TrainerClient)
    assert not lab.scene.client.running
    lab.frames(160)
    assert lab.scene.client.running and lab.facts["state"] == "setup"


@pytest.mark.tf
@pytest.mark.slow
@pytest.mark.timeout(400)
def test_the_real_trainer_paints_and_leaves_nobody_behind(make_pilot, tmp_path):
    import time

    def client() -> TrainerClient:
        return TrainerClient(paths.trainer_argv(), runs_dir=tmp_path / "runs")

    lab = make_pilot("lab", make_trainer=client).settle().frames(3)
    lab.key("space")
    until = time.monotonic() + 300
    while lab.facts["step"] < 20 or lab.facts["painted"] < 3:
        assert lab.facts["state"] in ("starting", "running") and time.monotonic() < until, lab.facts
        time.sleep(0.01)  # the processor belongs to the replicas
        lab.frames()
    assert lab.facts["skipped"] == 0 and lab.sees("Live run")
    first = lab.scene.view._picture.confidence
    pids = lab.scene.model.history.started.replica_pids
    assert len(pids) == 2 and all(alive(pid) for pid in pids)
    while lab.scene.view._picture.confidence == first:
        assert time.monotonic() < until
        time.sleep(0.01)
        lab.frames()
    begun = time.monotonic()
    lab.key("s")
    while lab.facts["state"] != "finished":
        assert time.monotonic() < begun + 30
        time.sleep(0.002)
        lab.frames()
    assert time.monotonic() - begun < 2.0  # 1 s as promised to the visitor, and some for a busy machine
    pids = (*pids, lab.scene.client.pid)
    scene = lab.scene
    lab.app.context.bus.post(GoBack())
    lab.until(lambda: lab.scene is not scene, 30, "leaving")
    while any(alive(pid) for pid in pids):
        assert time.monotonic() < begun + 40, pids
        time.sleep(0.01)


def alive(pid: int) -> bool:
    try:
        os.kill(pid, 0)
    except ProcessLookupError:
        return False
    return True


@pytest.mark.parametrize(
    "look", [{"size": (1280, 720)}, {"size": (1920, 1080)}, {"size": (1280, 720), "text_size": 1.25}]
)
def test_a_long_name_of_a_processor_cuts_nothing_off_the_caption(open_lab, look):
    pilot = open_lab(**look)
    words = pilot.scene.desk.words
    caption = (
        "Synchronous, mixed bfloat16, batch 4 × 1536. Measured on this machine: 64 CPU cores (AMD Ryzen Threadripper "
        "PRO 5995WX 64-Cores). One step in 4 is sampled. Step 10,131 was not sampled: its times are not known."
    )
    words.source(caption)
    block = words._caption.block
    assert block.plain == caption and block._node.get_text().count("…") == 0
    _, top, right, bottom = block.bounds
    assert (
        top >= words._block.y + words._block.height and bottom <= look["size"][1] and right <= look["size"][0]
    )
    words.source("A pretended run.")
    assert block.y == pytest.approx(words._caption_at.y, abs=1)
