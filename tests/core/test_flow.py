"""Flow allows what the specs say, and every way leads home."""

import pytest

from game.app.registry import HOME, SCENES
from game.core.flow import MINIGAME, OVERLAY, SCREEN, Flow, Move, Refusal, SceneSpec, Visit, unknown_targets
from game.core.messages import GoBack, GoHome, OpenScene, QuitProgram

SPECS = [
    SceneSpec("home", SCREEN, "Home", frozenset({"deck", "menu"})),
    SceneSpec("deck", MINIGAME, "Deck", frozenset({"menu", "lesson"})),
    SceneSpec("lesson", SCREEN, "Lesson", frozenset({"deck"}), kiosk=False),
    SceneSpec("menu", OVERLAY, "Menu"),
]


@pytest.fixture
def flow() -> Flow:
    return Flow(SPECS, "home")


def stack_after(flow, *requests):
    stack = flow.start()
    for request in requests:
        answer = flow.decide(stack, request)
        assert isinstance(answer, Move), answer
        stack = answer.stack
    return [visit.scene for visit in stack]


def test_opening_grows_the_history_and_back_returns(flow):
    assert stack_after(flow, OpenScene("deck")) == ["home", "deck"]
    assert stack_after(flow, OpenScene("deck"), OpenScene("lesson"), GoBack()) == ["home", "deck"]


def test_opening_a_scene_one_came_from_does_not_grow_the_history(flow):
    assert stack_after(flow, OpenScene("deck"), OpenScene("lesson"), OpenScene("deck")) == ["home", "deck"]


def test_an_overlay_lies_on_what_is_open_and_is_closed_by_back(flow):
    assert stack_after(flow, OpenScene("deck"), OpenScene("menu")) == ["home", "deck", "menu"]
    assert stack_after(flow, OpenScene("deck"), OpenScene("menu"), GoBack()) == ["home", "deck"]


def test_home_drops_everything(flow):
    assert stack_after(flow, OpenScene("deck"), OpenScene("menu"), GoHome()) == ["home"]


@pytest.mark.parametrize(
    ("request_", "reason"),
    [
        (OpenScene("lesson"), "home does not open lesson"),
        (OpenScene("nowhere"), "there is no scene called 'nowhere'"),
        (GoBack(), "there is nothing to go back to"),
        (QuitProgram(), "QuitProgram is not a move"),
    ],
)
def test_what_is_not_allowed_is_refused_with_a_reason(flow, request_, reason):
    assert flow.decide(flow.start(), request_) == Refusal(reason)


def test_params_are_kept_for_the_way_back(flow):
    answer = flow.decide(flow.start(), OpenScene("deck", (("card", "all-reduce"),)))
    assert answer.stack[-1] == Visit("deck", (("card", "all-reduce"),))


def test_a_kiosk_leaves_scenes_out(flow):
    kiosk = Flow(SPECS, "home", kiosk=True)
    assert set(kiosk.specs) < set(flow.specs)
    assert not kiosk.allows("deck", "lesson")


def test_two_scenes_with_one_id_are_refused():
    with pytest.raises(ValueError, match="share an id"):
        Flow([*SPECS, SPECS[0]], "home")


def test_the_program_reaches_every_scene_from_home_and_home_from_every_scene():
    specs = [scene.spec for scene in SCENES]
    flow = Flow(specs, HOME)
    assert unknown_targets(specs) == set()
    assert flow.reachable(HOME) == set(flow.specs)
    for spec in specs:
        stack = (*flow.start(), Visit(spec.id))
        assert flow.decide(stack, GoHome()) == Move(flow.start())
        if spec.kind != OVERLAY:
            assert flow.allows(spec.id, "menu"), f"{spec.id} has no way to the menu"
