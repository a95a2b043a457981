"""The example that learns a person's wishes from feedback: beliefs worked out by hand, and lives with hidden wishes."""

from __future__ import annotations

import importlib
from pathlib import Path
from xml.etree import ElementTree

import numpy as np
import pytest

EXAMPLES = Path(__file__).parents[3] / "examples" / "learning"
SVG = "{http://www.w3.org/2000/svg}"
CHOSEN = np.array([0, 1, 0, 1, 0, 1])


@pytest.fixture(scope="module")
def example():
    with pytest.MonkeyPatch.context() as patch:
        patch.syspath_prepend(str(EXAMPLES))
        yield importlib.import_module("learn_style")


def of_chosen(counts):
    return counts[np.arange(6), CHOSEN].tolist()


def of_others(counts):
    return counts[np.arange(6), 1 - CHOSEN].tolist()


def test_a_like_counts_for_every_setting_of_the_reply(example):
    learner = example.ThompsonLearner()
    learner.learn(CHOSEN, True, [])
    assert of_chosen(learner.counts[0]) == [2.0] * 6
    assert learner.counts.sum() == 12.0


def test_a_dislike_is_shared_out_as_blame_and_falls_on_the_doubtful_setting(example):
    learner = example.ThompsonLearner()
    learner.learn(CHOSEN, False, [])
    # Each is minded with probability 1/3, and one of six with 1 - (2/3)^6 = .912.
    some = 1 - (2 / 3) ** 6
    assert of_chosen(learner.counts[1]) == pytest.approx([2 / 3 * 0.95 / (0.95 * some + 0.05 * (1 - some))] * 6)
    assert of_others(learner.counts[1]) == [0.0] * 6
    learner.counts[:] = 0.0
    learner.counts[0, np.arange(1, 6), CHOSEN[1:]] = 100.0
    learner.learn(CHOSEN, False, [])
    blame = of_chosen(learner.counts[1])
    assert blame[0] > 10 * max(blame[1:])


def test_words_count_for_the_other_setting_of_the_attribute_alone(example):
    learner = example.ThompsonLearner()
    learner.learn(CHOSEN, False, [2])
    assert of_others(learner.counts[0]) == [0.0, 0.0, 4.0, 0.0, 0.0, 0.0]
    assert of_chosen(learner.counts[1]) == [0.0, 0.0, 4.0, 0.0, 0.0, 0.0]
    learner.learn(CHOSEN, False, [3])
    assert learner.counts[0, 2].sum() == pytest.approx(4.0 * example.DISCOUNT)


def test_the_ideal_observer_has_the_exact_posterior(example):
    ideal = example.IdealObserver()
    keeps = ((ideal.sets == CHOSEN) | (ideal.sets < 0)).all(axis=1)
    assert (len(ideal.sets), keeps.sum()) == (15 * 16, 15)
    ideal.learn(CHOSEN, True, [])
    # 15 sets at .95 against 225 at .05.
    assert ideal.odds[keeps].sum() == pytest.approx(15 * 0.95 / (15 * 0.95 + 225 * 0.05))
    ideal.learn(CHOSEN, False, [4])
    named = ideal.sets[:, 4] == 1 - CHOSEN[4]
    best = ideal.sets[int(ideal.odds.argmax())]
    assert named.sum() == 10 * 8
    assert best[4] == 1 - CHOSEN[4]


def test_two_wishes_turn_at_the_middle_session_and_none_is_told(example):
    life = example.person_of(3, 8)
    rules = life.persons[0].rules
    middle = life.sessions[4].start
    assert all(act.kind != "wish" for session in life.sessions for act in session.agenda)
    assert [str(rule.shown) for rule in rules] == ["never"] * 6
    for moment in (life.sessions[0].start, middle):
        held = [rule for rule in rules if rule.since <= moment and (rule.until is None or moment < rule.until)]
        assert len({rule.kind for rule in held}) == len(held) == example.WISHES
    before = {rule.kind: rule.setting for rule in rules if rule.until == middle}
    after = {rule.kind: rule.setting for rule in rules if rule.since == middle}
    assert before.keys() == after.keys()
    assert len(before) == example.TURNED
    assert all(before[kind] != after[kind] for kind in before)


@pytest.mark.parametrize("setting", [(name, one) for name in ("emoji", "length", "offers") for one in (0, 1)])
def test_the_words_of_each_wish_name_its_attribute(example, setting):
    name, place = setting
    said = {
        "emoji": ("No emoji, please.", "There was no emoji in that."),
        "length": ("Please answer in just one sentence.", "I asked for three sentences or more, and that was less."),
        "offers": ("You offered more help again.", "Tell me in every reply that I can ask for more, please."),
    }[name][place]
    assert example.named_in(said) == [list(example.ATTRIBUTES).index(name)]


def test_feedback_teaches_and_its_absence_does_not(example):
    life = example.person_of(1, 10)
    instructed, _ = example.lived(life, "instructive", example.ThompsonLearner(), 0)
    sealed, _ = example.lived(life, "sealed", example.ThompsonLearner(), 0)
    assert np.mean(instructed[-10:]) > 0.85
    assert np.mean(sealed[-10:]) < 0.7


def test_the_bars_see_a_learner_that_does_not_learn(example):
    flat, rising = [[0.5] * 4] * 4, [[0.5] * 4, [0.95] * 4, [0.6] * 4, [0.95] * 4]
    assert example.missed({"sealed": flat, "evaluative": rising, "instructive": rising}) == []
    assert len(example.missed({"sealed": rising, "instructive": flat})) == 4


def test_curves_share_their_axes_and_the_mark_stands_at_its_stage(example):
    lines = {"a": [(0, (0, 0, 0)), (10, (1, 1, 1))], "b": [(0, (0.5, 0, 1)), (10, (0.5, 0, 1))]}
    root = ElementTree.fromstring(example.curves("t", "x", "y", lines, mark=(5, "here")))
    drawn = [one.get("points") for one in root.iter(f"{SVG}polyline")]
    assert drawn == ["60.0,310.0 570.0,40.0", "60.0,175.0 570.0,175.0"]
    assert [one.get("x1") for one in root.iter(f"{SVG}line") if one.get("stroke") == "#555555"] == ["315.0"]
    assert [one.text for one in root.iter(f"{SVG}text")][-3:] == ["here", "a 1.00", "b 0.50"]
