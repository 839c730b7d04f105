"""The states of the Neuroanatomy Explorer and of its quiz for the contact sheet: every view, shape, cut and panel.

shot_states.py takes them into its table. Each is reached by keys and clicks that a visitor could make.
"""

from __future__ import annotations

from game.devtools.shot_steps import SETTLED, State, Steps, keys, press, scroll, search, slide, then
from game.engine.pilot import Pilot

LOADING_S = 60.0  # at most, for the MRI
REGION = ("region", "ctx-lh-precentral")
DEEP = ("region", "Left-Hippocampus")
CINGULATE = ("region", "ctx-lh-caudalanteriorcingulate")
WINDOW = ("ctx-lh-precentral", "ctx-lh-postcentral", "ctx-lh-supramarginal", "ctx-lh-superiortemporal")
NAMES = "shift+l"


def tour(name: str, steps_on: int, *, paused: bool) -> Steps:
    """Start a tour from its list and go on by so many steps, at most to its end."""

    def steps(pilot: Pilot) -> None:
        pilot.press("tours").press(f"tour-{name}")
        for _ in range(steps_on):
            if not pilot.scene.layer.has("tour-next"):
                return
            pilot.key("arrow_right")
        pilot.frames(SETTLED)
        if paused:
            pilot.key("space")

    return steps


def hover(across: float, along: float) -> Steps:
    """Rest the pointer at a place of the window."""

    def steps(pilot: Pilot) -> None:
        width, height = pilot.stage.size
        pilot.move(width * across, height * along).frames(6)

    return steps


def legend(entry: str) -> Steps:
    """Press an entry of the legend, which large text folds into a panel."""

    def steps(pilot: Pilot) -> None:
        if pilot.scene.layer.has("fold-legend"):
            pilot.press("fold-legend").frames(4)
        pilot.press(f"legend-{entry}").frames(30)

    return steps


def rest(widget: str) -> Steps:
    """Rest the pointer on a widget until its tooltip comes."""

    def steps(pilot: Pilot) -> None:
        pilot.move(*pilot.scene.layer.find(widget).window_rect().centre).frames(SETTLED)

    return steps


def mri(*names: str) -> Steps:
    """Open the MRI panel, wait until the MRI has been loaded, then press keys."""

    def steps(pilot: Pilot) -> None:
        pilot.key("m").frames(3)
        pilot.scene.mri.wait(LOADING_S)
        pilot.until(lambda: bool(pilot.facts["planes"]), what="the MRI")
        keys(*names)(pilot)

    return steps


def pick(*regions: str, then_press: str = "") -> Steps:
    """Select regions one after the other and press a key for each."""

    def steps(pilot: Pilot) -> None:
        for region in regions:
            pilot.scene.select(region, turn=False)
            if then_press:
                pilot.key(then_press).frames(4)

    return steps


def inside(steps: Steps) -> Steps:
    """Steps after which one sees inside; then wait until the cortex has been made solid, which a thread does."""

    def waited(pilot: Pilot) -> None:
        steps(pilot)
        view = pilot.scene.view
        pilot.until(lambda: view.slabs_job is not None, what="the slabs' job").frames(1)
        view.slabs_job.wait(LOADING_S)
        pilot.until(lambda: bool(view.solid), what="the slabs")

    return waited


def closer(notches: int) -> Steps:
    """Come closer by the button."""
    return press(*["zoom-in"] * notches)


def question(kind: str) -> Steps:
    """Begin a round and go on, by "I don't know" and "Next", to the first question of a kind."""

    def steps(pilot: Pilot) -> None:
        pilot.press("start").frames(SETTLED)
        for _ in range(20):
            if pilot.facts["kind"] == kind and pilot.scene.layer.has("skip"):
                return
            pilot.press("skip" if pilot.scene.layer.has("skip") else "next").frames(20)
        raise AssertionError(f"no question to {kind} in the round")

    return steps


def answer(right: bool, times: int = 1) -> Steps:
    """Answer the question between names, rightly or wrongly, so many times."""

    def steps(pilot: Pilot) -> None:
        asked = pilot.scene.round.current
        for _ in range(times):
            left = [name for name in asked.choices if name not in pilot.facts["wrong"]]
            chosen = next(name for name in left if (name == asked.structure) == right)
            pilot.press(f"choice-{asked.choices.index(chosen) + 1}").frames(30)

    return steps


def quiz(presses: int) -> Steps:
    """Begin a round of the region quiz and press "I don't know" and "Next" in turn, so many times at most."""

    def steps(pilot: Pilot) -> None:
        pilot.press("start").frames(SETTLED)
        for _ in range(presses):
            if pilot.facts["page"] != "result":
                pilot.press("skip" if pilot.scene.layer.has("skip") else "next").frames(SETTLED)

    return steps


def _views() -> tuple[State, ...]:
    named = {
        "tissue": "t", "regions": "r", "destrieux": "s", "lobes": "l", "networks": "n", "areas": "c", "glass": "g",
        "deep": "d", "ventricles": "v",
    }  # fmt: skip
    return tuple(State(f"brain-{name}", "brain", steps=keys(key)) for name, key in named.items())


def _names() -> tuple[State, ...]:
    reached = {
        "regions": keys(NAMES),
        "destrieux": keys("s", NAMES),
        "lobes": keys("l", NAMES),
        "networks": keys("n", NAMES),
        "above": keys("5", NAMES),
        "below": keys("6", NAMES),
        "exploded": inside(keys(NAMES, "x")),
        "half": inside(keys(NAMES, "b")),
        "close": then(keys(NAMES), closer(4)),
    }
    found = [State(f"brain-names-{name}", "brain", steps=steps) for name, steps in reached.items()]
    return (*found, State("brain-names-selected", "brain", (REGION,), steps=keys(NAMES)))


_SHAPES = (
    State("brain-outlines", "brain", steps=keys("k")),
    State("brain-white", "brain", steps=keys("i")),
    State("brain-half-inflated", "brain", steps=slide("morph", 0.75)),
    State("brain-inflated", "brain", steps=keys("i", "i")),
    State("brain-exploded-half", "brain", steps=inside(keys("x"))),
    State("brain-exploded", "brain", steps=inside(keys("x", "x"))),
    State("brain-exploded-tissue", "brain", steps=inside(keys("t", "x", "x"))),
    State("brain-exploded-deep", "brain", steps=keys("d", "x", "x")),
    State("brain-left-half", "brain", steps=inside(keys("b"))),
    State("brain-left-half-tissue", "brain", steps=inside(keys("t", "b"))),
    State("brain-right-half", "brain", steps=inside(keys("b", "b"))),
    State("brain-hidden", "brain", steps=inside(pick(*WINDOW, then_press="h"))),
    State("brain-isolated", "brain", (CINGULATE,), steps=inside(keys("y"))),
    State("brain-ghosts", "brain", steps=then(inside(pick(*WINDOW, then_press="j")), keys("escape"))),
    State("brain-parts", "brain", (REGION,), steps=keys("p")),
    State("brain-filter", "brain", steps=then(keys("n"), legend("Default"))),
    State("brain-close", "brain", steps=closer(4)),
    State("brain-medial-wall", "brain", steps=inside(keys("t", "b", "2"))),
    State("brain-below", "brain", steps=keys("t", "6")),
    State("brain-behind", "brain", steps=keys("t", "4")),
)  # fmt: skip

_SLICES = (
    State("brain-mri", "brain", steps=mri("g")),
    State("brain-cut-sagittal", "brain", steps=mri("t", "a", "a", "w", ">", ">", "1")),
    State("brain-cut-coronal", "brain", steps=mri("t", "w", ">", ">", ">", "3")),
    State("brain-cut-axial", "brain", steps=mri("r", "a", "w", ">", ">", "5")),
    State("brain-slab", "brain", steps=mri("r", "a", "w", "7", ">", ">")),
    State("brain-inverted", "brain", steps=mri("r", "a", "w", "e", ">", ">")),
    State("brain-radiological", "brain", steps=mri("r", "8")),
    State("brain-mri-end", "brain", steps=then(mri("g"), scroll("slices-scroll", 20))),
)

_PANELS = (
    State("brain-selected", "brain", (REGION,)),
    State("brain-page", "brain", (DEEP,)),
    State("brain-page-scrolled", "brain", (DEEP,), steps=scroll("region-text", 6)),
    State("brain-page-end", "brain", (DEEP,), steps=scroll("region-text", 60)),
    State("brain-hover", "brain", steps=hover(0.42, 0.45)),
    State("brain-tooltip", "brain", steps=rest("mri")),
    State("brain-search", "brain", steps=search("hipo")),
    State("brain-search-long", "brain", steps=search("superior temporal sulcus bank")),
    State("brain-search-none", "brain", steps=search("zzzzz")),
    State("brain-above", "brain", steps=keys("5")),
    State("brain-tours", "brain", steps=press("tours")),
    State("brain-tour-running", "brain", steps=tour("memory", 1, paused=False)),
    State("brain-tour-paused", "brain", steps=tour("memory", 2, paused=True)),
    State("brain-tour-end", "brain", steps=tour("memory", 99, paused=False)),
    State("brain-bookmark", "brain", steps=press("bookmark")),
    State("brain-bookmark-wrong", "brain", steps=then(
        press("bookmark"), lambda pilot: pilot.scene.guide.show_bookmark("not a bookmark"))),
    State("brain-fold-view", "brain", steps=press("view-fold"), large=True),
    State("brain-fold-legend", "brain", steps=press("fold-legend"), large=True),
    State("brain-fold-cube", "brain", steps=press("fold-cube"), large=True),
    State("brain-fold-tools", "brain", steps=press("fold-tools"), large=True),
)  # fmt: skip

_QUIZ = (
    State("region-quiz-setup", "region_quiz"),
    State("region-quiz-click", "region_quiz", steps=question("click")),
    State("region-quiz-choose", "region_quiz", steps=question("choose")),
    State("region-quiz-type", "region_quiz", steps=question("type")),
    State("region-quiz-missed", "region_quiz", steps=then(question("choose"), answer(right=False))),
    State("region-quiz-right", "region_quiz", steps=then(question("choose"), answer(right=True))),
    State("region-quiz-wrong", "region_quiz", steps=then(question("choose"), answer(right=False, times=2))),
    State("region-quiz-unknown", "region_quiz", steps=then(question("click"), press("skip"))),
    State("region-quiz-result", "region_quiz", steps=quiz(20)),
)

BRAIN_STATES: tuple[State, ...] = (*_views(), *_SHAPES, *_SLICES, *_names(), *_PANELS)
QUIZ_STATES = _QUIZ
