"""Where everything flat of the quiz goes: bar, panel at the right (below when upright), the rest for the brain.

The scene calls `build_quiz` inside its `build` and gets back the area for the brain. It puts the round into words for
the panels and decides nothing.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import partial
from typing import TYPE_CHECKING

from game.engine.projection import Rect
from game.minigames.region_quiz import wording
from game.minigames.region_quiz.choosing import ROUND
from game.minigames.region_quiz.panel import Answered, Asked, Hands, Steps, build_feedback, build_question
from game.minigames.region_quiz.result_panel import Again, Summary, build_result
from game.minigames.region_quiz.rules import Phase, Question
from game.minigames.region_quiz.setup_panel import Offered, build_setup
from game.ui.controls import ProgressBar
from game.ui.layer import Layer

if TYPE_CHECKING:
    from game.minigames.region_quiz.scene import RegionQuizScene


@dataclass
class Built:
    """What a build leaves behind. area: pixels for the brain."""

    area: Rect
    loading: ProgressBar | None = None


def build_quiz(ui: Layer, scene: RegionQuizScene) -> Built:
    """Make all widgets of the quiz."""
    theme, margins = scene.theme, scene.margins
    playing = scene.round is not None
    bar = scene.top_bar(ui, scene.spec.title, wording.scope(scene.filters, scene.areas) if playing else "")
    if scene.round is not None:
        if not scene.round.complete:
            bar.icon_button("setup", "list-settings-line", "Change what is asked", scene.set_up)
        total = len(scene.round.questions)
        if not theme.compact:
            bar.pill("right", "right", strong=str(scene.round.right), icon="check-line", icon_colour="good")
        bar.pill("count", f"of {total}", strong=str(scene.round.number))
    if not scene.context.study.durable:
        bar.pill("not-kept", "" if theme.compact else "Not kept", icon="alert-line", icon_colour="warning")
    top = bar.rect.bottom + theme.px(16) if theme.compact else max(bar.bottom, theme.px(136))
    height = margins.bottom - top
    if scene.size[0] < scene.size[1]:
        panel = Rect(margins.x, top + height * 0.55, margins.w, height * 0.45)
        area = Rect(margins.x, top, margins.w, height * 0.55 - theme.px(16))
    else:
        usual = theme.px(540 if playing else 860)
        wide = usual if not theme.compact else margins.w * 0.5
        panel = Rect(margins.right - wide, top, wide, height)
        area = Rect(margins.x, top, margins.w - wide - theme.px(24), height)
    _panel(ui, scene, panel)
    built = Built(area)
    if scene.brain is None:
        built.loading = _loading(ui, scene, area)
    return built


def _panel(ui: Layer, scene: RegionQuizScene, rect: Rect) -> None:
    playing = scene.round
    if playing is None:
        build_setup(ui, rect, _offered(scene), scene.choose_filters, scene.start, scene.go_on)
        return
    question = playing.current
    steps = Steps([result.rating for result in playing.results], len(playing.questions))
    hands = Hands(scene.choose, scene.write, scene.typing, scene.skip, scene.next, scene.read_current)
    if question is None:
        build_result(ui, rect, _summary(scene, steps), scene.again, scene.set_up, scene.save_score)
    elif playing.phase is Phase.ANSWERED:
        build_feedback(ui, rect, _answered(scene, question), steps, hands)
    else:
        build_question(ui, rect, _asked(scene, question), steps, hands)


def _offered(scene: RegionQuizScene) -> Offered:
    asked = scene.eligible
    best = scene.memory.best(scene.filters)
    words = wording.waiting(scene.memory.of(list(asked)), len(asked)) if asked else "Nothing to ask here."
    count = min(len(asked), ROUND)
    left = scene.memory.parked()
    return Offered(
        f"{count} question{'s' if count != 1 else ''}",
        scene.areas,
        scene.filters,
        words,
        f"Best {best}" if best else "",
        scene.brain is not None and bool(asked),
        wording.go_on(left[1]) if left is not None and scene.brain is not None else "",
    )


def _asked(scene: RegionQuizScene, question: Question) -> Asked:
    atlas, wrong = scene.context.atlas, scene.round.wrong if scene.round is not None else ()
    return Asked(
        question.kind,
        wording.title(atlas, question),
        atlas.structure(question.structure).latin,
        tuple((s, atlas.structure(s).english, s in wrong) for s in question.choices),
        scene.typed,
        scene.miss if wrong else "",
    )


def _answered(scene: RegionQuizScene, question: Question) -> Answered:
    atlas, playing = scene.context.atlas, scene.round
    structure = atlas.structure(question.structure)
    return Answered(
        rating=playing.results[-1].rating if playing is not None else scene.no_rating,
        title=atlas.display_name(question.region),
        latin=structure.latin,
        function=structure.function_line,
        place=structure.place,
        wrong=scene.mistake,
        returns=wording.returns(scene.interval),
        last=playing is not None and playing.decided,
    )


def _summary(scene: RegionQuizScene, steps: Steps) -> Summary:
    atlas, done = scene.context.atlas, scene.round
    if done is None:
        return Summary("", "", "", False, False, (), steps)
    again = [
        Again(atlas.display_name(r.question.region), r.rating, partial(scene.read, r.question.region))
        for r in done.missed
    ]
    durable = scene.context.study.durable
    best = scene.memory.best(scene.filters)
    words = wording.saved(scene.saved, durable, scene.is_best, best, done.right)
    return Summary(
        wording.score(done), wording.detail(done), words, scene.saved, done.right > 0, again, steps
    )


def _loading(ui: Layer, scene: RegionQuizScene, area: Rect) -> ProgressBar | None:
    """The progress of the meshes, or why they cannot be shown."""
    theme = scene.theme
    cx, cy = area.centre
    if scene.failed:
        ui.text(cx, cy, scene.failed, "label", "warning", align="centre", width=area.w)
        return None
    width = min(theme.px(420), area.w * 0.7)
    line = theme.type("label").line
    ui.text(cx, cy - line - theme.px(12), "Loading 3D model…", "label", "muted", align="centre")
    rect = Rect(cx - width / 2, cy, width, max(4.0, theme.px(6)))
    return ui.add(ProgressBar(ui, "loading", rect, scene.job.fraction))
