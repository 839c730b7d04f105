"""The region quiz without a window: what a round asks, look-alikes, typed names, tries and ratings, walking by keys."""

from __future__ import annotations

import json
import random
from itertools import pairwise
from math import dist

import pytest

from game.core.answer_names import structures_named
from game.core.atlas import Atlas
from game.core.scheduling import Rating
from game.minigames.region_quiz import walking, wording
from game.minigames.region_quiz.choosing import (
    NEW_IN_A_ROUND,
    Filters,
    Memory,
    areas,
    distractors,
    eligible,
    interleaved,
    item_of,
    make_round,
)
from game.minigames.region_quiz.parked import kept, taken_up
from game.minigames.region_quiz.rules import (
    Earned,
    Kind,
    Missed,
    Phase,
    Question,
    QuizRound,
    asked_for,
    is_right,
)
from game.minigames.region_quiz.stages import clickable, stagings
from game.services.atlas_loader import load_atlas

NETWORKS = {
    "precentral": {"Somatomotor": 0.57, "Default": 0.1},
    "postcentral": {"Somatomotor": 0.91, "Default": 0.0},
    "cuneus": {"Somatomotor": 0.29, "Default": 0.0},
}


@pytest.fixture(scope="module")
def atlas(root) -> Atlas:
    return load_atlas(root / "assets" / "brain").atlas


@pytest.fixture(scope="module")
def everywhere(atlas):
    return {region.id for region in atlas.regions}


@pytest.fixture(scope="module")
def asked(atlas, everywhere):
    return eligible(atlas, everywhere, Filters(), {})


def untouched(asked) -> Memory:
    return Memory((), [item_of(structure) for structure in asked], {})


def question(
    kind: Kind = Kind.CLICK, structure: str = "precentral", choices: tuple[str, ...] = ()
) -> Question:
    return Question(item_of(structure), structure, "ctx-lh-precentral", kind, choices)


# --- what is asked


@pytest.mark.parametrize("seed", range(12))
def test_kinds_interleave(seed):
    kinds = interleaved(10, random.Random(seed))
    assert all(one is not other for one, other in pairwise(kinds))
    assert {kinds.count(kind) for kind in Kind} == {3, 4}


def test_a_round_is_ten_different_structures_and_the_same_for_the_same_seed(atlas, asked):
    first = make_round(atlas, asked, untouched(asked), 7)
    assert len({one.structure for one in first}) == 10
    assert first == make_round(atlas, asked, untouched(asked), 7)
    assert first != make_round(atlas, asked, untouched(asked), 8)


def test_what_is_due_comes_first_and_new_ones_are_mixed_in(atlas, asked):
    names = list(asked)
    due = [item_of(name) for name in names[:20]]
    memory = Memory(due, [item_of(name) for name in names[20:]], dict.fromkeys(due, 0.8))
    items = [one.item for one in make_round(atlas, asked, memory, 1)]
    assert len(set(items) & set(due)) == 10 - NEW_IN_A_ROUND
    assert set(items) & set(due) == set(due[: 10 - NEW_IN_A_ROUND]), "the longest waiting"


def test_with_nothing_due_the_weakest_are_practised(atlas, asked):
    retained = {item_of(name): 0.99 - number / 200 for number, name in enumerate(asked)}
    items = {one.item for one in make_round(atlas, asked, Memory((), (), retained), 1)}
    assert items == {item_of(name) for name in list(asked)[-10:]}


def test_beginners_meet_the_large_parts_first(atlas, asked):
    kinds = {atlas.structure(one.structure).kind for one in make_round(atlas, asked, untouched(asked), 3)}
    assert kinds <= {"cortex", "deep", "brainstem"}


def test_the_best_known_are_typed_and_the_least_known_chosen(atlas, asked):
    names = list(asked)[:10]
    few = {name: asked[name] for name in names}
    due = [item_of(name) for name in names]
    retained = {item: number / 10 for number, item in enumerate(due)}
    by_kind = {kind: [] for kind in Kind}
    for one in make_round(atlas, few, Memory(due, (), retained), 5):
        by_kind[one.kind].append(retained[one.item])
    assert max(by_kind[Kind.CHOOSE]) < min(by_kind[Kind.CLICK])
    assert max(by_kind[Kind.CLICK]) < min(by_kind[Kind.TYPE])


def test_it_can_begin_with_a_given_structure(atlas, asked):
    made = make_round(atlas, asked, untouched(asked), 2, first="Habenula")
    assert made[0].structure == "Habenula" and len({one.structure for one in made}) == 10
    assert "nonsense" not in {
        one.structure for one in make_round(atlas, asked, untouched(asked), 2, first="nonsense")
    }


def test_a_small_area_makes_a_short_round(atlas, everywhere):
    few = eligible(atlas, everywhere, Filters(area="lobe:cingulate"), {})
    assert len(make_round(atlas, few, untouched(few), 1)) == 4
    assert make_round(atlas, {}, Memory((), (), {}), 1) == ()


# --- filters


def test_side_filter_keeps_that_side_and_the_midline(atlas, everywhere):
    left = eligible(atlas, everywhere, Filters("L"), {})
    assert {region.side for bodies in left.values() for region in bodies} == {"L", ""}
    assert "Pons" in left and len(left) == len(atlas.structures)


def test_lobe_group_and_network_filters(atlas, everywhere):
    def found(area):
        return set(eligible(atlas, everywhere, Filters(area=area), NETWORKS))

    assert found("lobe:insula") == {"insula"}
    assert found("group:Brainstem") == {"Midbrain", "Pons", "Medulla", "Red-Nucleus"}
    assert "Caudate" in found("group:Basal ganglia") and "Thalamus" not in found("group:Basal ganglia")
    assert found("network:Somatomotor") == {"precentral", "postcentral"}, "cuneus has too small a share"


def test_only_what_can_be_drawn_is_asked(atlas):
    assert set(eligible(atlas, {"Pons"}, Filters(), {})) == {"Pons"}


def test_every_area_of_the_set_up_has_something_to_ask(atlas, everywhere):
    offered = areas(atlas, NETWORKS)
    assert len({area.id for area in offered}) == len(offered)
    assert {area.row for area in offered} == {"", "Cortex", "Deep", "Networks"}
    for area in offered:
        if area.id != "network:Default":
            assert eligible(atlas, everywhere, Filters(area=area.id), NETWORKS), area


def test_scores_of_different_filters_do_not_mix():
    assert (
        len({Filters(side, area).board for side in ("", "L", "R") for area in ("all", "lobe:frontal")}) == 6
    )


# --- look-alikes


def test_distractors_are_neighbours_of_the_same_kind_and_never_the_answer(atlas):
    for region in atlas.regions:
        own = atlas.structure_of(region.id)
        others = distractors(atlas, region.id)
        assert len(set(others)) == 3 and own.id not in others
        if sum(1 for s in atlas.structures if s.kind == own.kind) > 3:
            assert {atlas.structure(other).kind for other in others} == {own.kind}


def test_distractors_are_the_nearest(atlas):
    region = atlas.region("ctx-lh-precentral")
    chosen = distractors(atlas, region.id)

    def distance(structure):
        return min(dist(region.centroid, body.centroid) for body in atlas.regions_of(structure))

    worst = max(distance(structure) for structure in chosen)
    rest = [s.id for s in atlas.structures if s.kind == "cortex" and s.id not in (*chosen, "precentral")]
    assert worst <= min(distance(structure) for structure in rest)
    assert "postcentral" in chosen


def test_choices_hold_the_answer_once(atlas, asked):
    for seed in range(8):
        for one in make_round(atlas, asked, untouched(asked), seed):
            assert bool(one.choices) == (one.kind is Kind.CHOOSE)
            if one.choices:
                assert len(set(one.choices)) == 4 and one.choices.count(one.structure) == 1


# --- typed names


@pytest.mark.parametrize(
    ("typed", "structure"),
    [
        ("Hippocampus", "Hippocampus"),
        ("hipocampus", "Hippocampus"),
        ("left hippocampus", "Hippocampus"),
        ("presentral girus", "precentral"),
        ("gyrus precentralis", "precentral"),
        ("M1", "precentral"),
        ("broca", "parsopercularis"),
        ("temporal superior gyrus", "superiortemporal"),
        ("nucleus ruber", "Red-Nucleus"),
        ("ncl. caudatus", "Caudate"),
        ("splenium", "CC_Posterior"),
        ("lobule VI", "Cerebellum-VI"),
        ("amigdala", "Amygdala"),
    ],
)
def test_names_with_slips_are_understood(atlas, typed, structure):
    assert structure in structures_named(atlas, typed)


@pytest.mark.parametrize(
    ("typed", "structure"),
    [
        ("postcentral gyrus", "precentral"),
        ("paracentral", "precentral"),
        ("thalamus", "Hypothalamus"),
        ("lobule VII", "Cerebellum-VI"),
        ("lobule V", "Cerebellum-VI"),
        ("GPi", "GPe"),
        ("uncus", "cuneus"),
        ("hippoc", "Hippocampus"),
        ("gyrus", "precentral"),
        ("corpus callosum", "CC_Anterior"),
        ("", "Pons"),
        ("  ", "Pons"),
    ],
)
def test_other_names_and_beginnings_are_not(atlas, typed, structure):
    assert structure not in structures_named(atlas, typed)


@pytest.mark.parametrize(
    ("typed", "structure"),
    [
        ("tectum", "Midbrain"),
        ("frontal horn", "Lateral-Ventricle"),
        ("nucleus lentiformis", "Putamen"),
        ("lingula", "Cerebellum-I_IV"),
        ("epithalamus", "Habenula"),
        ("flocculonodular lobe", "Cerebellum-X"),
        ("ansiform lobule", "Cerebellum-CrusI"),
        ("forceps major", "CC_Posterior"),
    ],
)
def test_a_part_or_the_whole_is_found_and_is_not_the_answer(atlas, typed, structure):
    assert structure in {hit.structure for hit in atlas.search(typed)}
    assert structure not in structures_named(atlas, typed)


def test_every_name_of_the_atlas_names_its_structure(atlas):
    for structure in atlas.structures:
        for name in structure.names():
            if name.field != "related":
                assert structure.id in structures_named(atlas, name.text), name


def test_a_name_shared_by_several_is_right_for_each(atlas):
    named = structures_named(atlas, "IFG")
    assert {"parsopercularis", "parstriangularis", "parsorbitalis"} == set(named)
    assert all(is_right(question(Kind.TYPE, structure), named) for structure in named)


# --- tries and ratings


def test_right_at_once_is_good():
    playing = QuizRound([question()])
    assert playing.answer(("precentral",)) == Earned("region:precentral", Rating.GOOD)
    assert playing.phase is Phase.SAVING and playing.results == ()
    assert playing.saved("region:precentral") and playing.right == 1 and playing.decided


def test_right_after_a_miss_is_hard():
    playing = QuizRound([question()])
    assert playing.answer(("postcentral",)) == Missed("postcentral")
    assert playing.answer(("precentral",)) == Earned("region:precentral", Rating.HARD)
    playing.saved("region:precentral")
    assert (playing.right, playing.late, playing.misses) == (0, 1, 1)


def test_wrong_twice_or_given_up_is_again():
    playing = QuizRound([question(), question()])
    playing.answer(())
    assert playing.answer(("postcentral",)) == Earned("region:precentral", Rating.AGAIN)
    playing.saved("region:precentral")
    assert playing.next() and playing.give_up() == Earned("region:precentral", Rating.AGAIN)


def test_the_same_mistake_twice_is_one_mistake():
    playing = QuizRound([question()])
    playing.answer(("postcentral",))
    assert playing.answer(("postcentral",)) is None
    assert playing.misses == 1 and playing.phase is Phase.ASKING


def test_nothing_moves_until_it_is_saved_and_nothing_is_lost_when_it_is_not():
    playing = QuizRound([question(), question()])
    playing.answer(("postcentral",))
    playing.answer(("insula",))
    assert not playing.next() and playing.answer(("precentral",)) is None
    playing.failed()
    assert playing.phase is Phase.ASKING and playing.wrong == ("postcentral",) and playing.misses == 1
    assert playing.answer(("precentral",)) == Earned("region:precentral", Rating.HARD)
    assert not playing.saved("region:insula"), "another part of the program rated something else"
    assert playing.saved("region:precentral") and playing.next() and playing.number == 2


def test_a_part_counts_for_the_whole_when_it_is_clicked_only():
    assert is_right(question(Kind.CLICK, "Pallidum"), ("GPe",))
    assert not is_right(question(Kind.TYPE, "Pallidum"), ("GPe",))
    assert not is_right(question(Kind.CLICK, "GPe"), ("Pallidum",))


def test_the_score_is_smaller_for_a_better_round():
    def result(*answers):
        playing = QuizRound([question() for _ in answers])
        for given in answers:
            for structure in given:
                playing.answer((structure,))
            if playing.phase is Phase.ASKING:
                playing.give_up()
            playing.saved("region:precentral")
            playing.next()
        assert playing.complete
        return playing.result

    clean, late, lost = ["precentral"], ["insula", "precentral"], []
    assert result(clean, clean) == 0.0
    assert result(clean, clean) < result(clean, late) < result(clean, lost) < result(lost, lost) == 2.0


def test_missed_ones_are_remembered_for_the_end():
    playing = QuizRound([question(), question(), question()])
    for given in (["precentral"], ["insula", "precentral"], ["insula", "cuneus"]):
        for structure in given:
            playing.answer((structure,))
        playing.saved("region:precentral")
        playing.next()
    assert [one.rating for one in playing.missed] == [Rating.HARD, Rating.AGAIN]


# --- words


@pytest.mark.parametrize(
    ("english", "words"),
    [
        ("Precentral gyrus", "the precentral gyrus"),
        ("Cerebellar lobule V", "cerebellar lobule V"),
        ("Cerebellar Crus II", "cerebellar Crus II"),
        ("Cerebellar lobules I-IV", "cerebellar lobules I-IV"),
        ("Insula", "the insula"),
        ("Vermis VIIIa", "vermis VIIIa"),
    ],
)
def test_names_as_objects(english, words):
    assert asked_for(english) == words


def test_sentences(atlas):
    assert wording.title(atlas, question()) == "Click the precentral gyrus"
    assert wording.title(atlas, question(Kind.TYPE)) == "What is this?"
    said = wording.miss(atlas, question(), "insula", "ctx-rh-insula")
    assert said == "That is the right insula. One more try."
    assert wording.miss(atlas, question(Kind.TYPE), "", None) == "Nothing here is called that. One more try."
    assert wording.mistaken(atlas, question(Kind.TYPE), "", None, " pins ") == "You wrote: pins"
    assert wording.same_side(atlas, "Putamen", "ctx-rh-insula") == "Right-Putamen"
    assert wording.same_side(atlas, "Pons", "ctx-rh-insula") == "Pons"
    assert wording.scope(Filters("L", "lobe:frontal"), areas(atlas, {})) == "Frontal, left side"


# --- the brain's stand, and walking over it


def test_deep_parts_are_shown_through_glass_and_never_hidden_themselves(atlas):
    for region in atlas.regions:
        kind = atlas.structure_of(region.id).kind
        for staging in stagings(atlas, region.id):
            assert staging.glass == (kind not in ("cortex", "cerebellum", "brainstem"))
            assert clickable(atlas, region.id, staging), region.id


def test_the_inner_face_is_shown_without_the_other_half(atlas):
    half = [staging for staging in stagings(atlas, "ctx-lh-cuneus") if staging.side]
    assert half and all(one.side == "L" and one.view.azimuth > 0 for one in half), "seen from the right"
    assert clickable(atlas, "ctx-lh-lingual", half[0]) and not clickable(atlas, "ctx-rh-lingual", half[0])
    assert clickable(atlas, "Pons", half[0]) and not clickable(atlas, "Pons", half[-1]), "the stem goes last"
    mirrored = [staging for staging in stagings(atlas, "ctx-rh-cuneus") if staging.side]
    assert [one.view.azimuth for one in mirrored] == [-one.view.azimuth for one in half]


def test_through_glass_the_shell_is_no_answer(atlas):
    staging = stagings(atlas, "Left-Putamen")[0]
    assert clickable(atlas, "Left-Caudate", staging)
    assert not clickable(atlas, "ctx-lh-insula", staging)
    assert not clickable(atlas, "Left-GPe", staging), "not drawn there"


PLACES = {"middle": (100.0, 100.0), "right": (160.0, 110.0), "far": (150.0, 90.0), "up": (95.0, 20.0)}


def test_the_walk_goes_to_the_neighbour_in_that_direction():
    assert walking.start(PLACES, (101.0, 99.0)) == "middle"
    assert walking.step("middle", "arrow_right", PLACES, {"right"}) == "right"
    assert walking.step("middle", "arrow_right", PLACES, set()) == "far", "the nearer of two strangers"
    assert walking.step("middle", "arrow_up", PLACES, set()) == "up"
    assert walking.step("middle", "arrow_down", PLACES, set()) is None
    assert walking.step("gone", "arrow_up", PLACES, set()) is None
    assert walking.start({}, (0.0, 0.0)) is None


def left_round(atlas, asked) -> QuizRound:
    """Three answered, one of them in the second try, and one miss at the fourth."""
    played = QuizRound(make_round(atlas, asked, Memory((), [], {}), 3))
    for tries in (1, 2, 1):
        question = played.current
        if tries == 2:
            played.answer(("nothing",))
        played.answer((question.structure,))
        played.saved(question.item)
        played.next()
    played.answer((next(s.id for s in atlas.structures if s.id != played.current.structure),))
    return played


def test_a_round_that_was_left_goes_on_at_its_next_question(atlas, asked):
    left = left_round(atlas, asked)
    assert left.begun
    filters, again = taken_up(json.loads(json.dumps(kept(Filters("L", "lobe:frontal"), left))), atlas)
    assert filters == Filters("L", "lobe:frontal")
    assert (again.questions, again.results) == (left.questions, left.results)
    assert (again.number, again.right, again.late, again.misses, again.wrong) == (4, 2, 1, 2, left.wrong)
    while not again.complete:
        question = again.current
        again.answer((question.structure,))
        again.saved(question.item)
        again.next()
    assert again.decided and not again.begun and again.result == 1.0


def test_an_answer_whose_feedback_is_shown_or_that_is_being_saved_counts(atlas, asked):
    left = left_round(atlas, asked)
    left.give_up()
    _, saving = taken_up(kept(Filters(), left), atlas)
    assert (saving.number, saving.wrong, saving.results[-1].rating) == (5, (), Rating.AGAIN)
    left.saved(left.current.item)
    _, shown = taken_up(kept(Filters(), left), atlas)
    assert (shown.number, shown.wrong) == (5, ())


def test_what_is_no_round_is_not_taken_up(atlas, asked):
    value = kept(Filters(), left_round(atlas, asked))
    first = value["questions"][0]
    for wrong in (
        None, {}, 7, [], {**value, "questions": []}, {**value, "questions": 3}, {**value, "ratings": [9]},
        {**value, "ratings": [3] * 10}, {**value, "misses": "x"}, {**value, "misses": -1}, {**value, "filters": "all"},
        {**value, "wrong": ["", ""]}, {**value, "wrong": ["gone"]}, {**value, "ratings": [], "wrong": []},
        {**value, "questions": [["gone", *first[1:]], *value["questions"][1:]]},
        {**value, "questions": [[first[0], "gone", *first[2:]], *value["questions"][1:]]},
        {**value, "questions": [[*first[:2], "dance", []], *value["questions"][1:]]},
        {**value, "questions": [[*first[:2], "choose", ["gone"]], *value["questions"][1:]]},
    ):  # fmt: skip
        assert taken_up(wrong, atlas) is None, wrong


def test_a_round_without_an_answer_is_nothing_to_keep(atlas, asked):
    assert not QuizRound(make_round(atlas, asked, Memory((), [], {}), 3)).begun
