"""What the examples that learn compute: intervals, the plot, gradients and worths, worked out by hand."""

from __future__ import annotations

import importlib
import json
from pathlib import Path
from types import SimpleNamespace
from xml.etree import ElementTree

import gymnasium
import numpy as np
import pytest

from regulars.envs import MemoryOp

EXAMPLES = Path(__file__).parents[3] / "examples" / "learning"
SVG = "{http://www.w3.org/2000/svg}"


@pytest.fixture(scope="module")
def example():
    with pytest.MonkeyPatch.context() as patch:
        patch.syspath_prepend(str(EXAMPLES))
        yield importlib.import_module


# ---------------------------------------------------------------- intervals and the plot


def test_intervals_are_over_lives(example):
    figures = example("learning_figures")
    assert figures.over_lives([2.0, 2.0, 2.0]) == (2.0, 2.0, 2.0)
    mean, low, high = figures.over_lives([0.0, 1.0, 0.0, 1.0])
    assert mean == 0.5
    # The mean of four draws of 0 and 1 is binomial: P(0) = P(1) = 1 / 16, so 2.5 % lies in both ends.
    assert (low, high) == (0.0, 1.0)


def test_differences_and_shares_pair_the_same_lives(example):
    figures = example("learning_figures")
    assert figures.difference([5.0, 9.0], [4.0, 8.0]) == (1.0, 1.0, 1.0)
    assert figures.share([3.0, 6.0], [4.0, 8.0]) == (0.75, 0.75, 0.75)
    assert figures.share([0.0, 6.0], [4.0, 8.0])[0] == 0.5, "6 of 12, not the mean of 0 and .75"


def test_the_plot_shows_a_curve_and_a_line_for_each_other(example):
    figures = example("learning_figures")
    drawn = figures.plot("t", "x", "y", "me", [(0, (0, 0, 0)), (10, (5, 4, 6))], {"a": (10, 9, 10), "b": (1, 1, 1)})
    root = ElementTree.fromstring(drawn)
    (curve,) = root.iter(f"{SVG}polyline")
    # The values go from 0 to 10 over 270 of height below 40, and the stages over 510 right of 60.
    assert curve.get("points") == "60.0,310.0 570.0,175.0"
    (band,) = root.iter(f"{SVG}polygon")
    assert band.get("points") == "60.0,310.0 570.0,148.0 570.0,202.0 60.0,310.0"
    lines = [one for one in root.iter(f"{SVG}line") if one.get("stroke-dasharray")]
    assert [one.get("y1") for one in lines] == ["40.0", "283.0"]
    assert [one.text for one in root.iter(f"{SVG}text")][-3:] == ["me 5.00", "a 10.00", "b 1.00"]


def test_labels_that_are_near_are_moved_apart(example):
    places = example("learning_figures")._apart({"low": 100.0, "high": 98.0, "far": 200.0})
    assert places == {"high": 98.0, "low": 112.0, "far": 200.0}


def test_the_features_of_a_line(example):
    found = example("line_features")
    line = "Is it tea or coffee? I met Ann on 3 May."  # eleven words
    assert dict(zip(found.LINE_FEATURES, found.line_features(line), strict=True)) == {
        "question": 1.0, "I or my": 1.0, "number": 1.0, "name within": 1.0, "or": 1.0, "length": 11 / 60,
    }  # fmt: skip
    assert found.line_features("Good to know.") == (0.0, 0.0, 0.0, 0.0, 0.0, 3 / 60)


# ---------------------------------------------------------------- choosing


def test_the_oracle_earns_most_and_chance_least(example):
    baselines = example("choice_baselines")
    env = gymnasium.make("regulars:Choice-v0", sessions=2, texts=False).unwrapped
    earned = {
        name: sum(baselines.play(env, choose, seed) for seed in range(2))
        for name, choose in baselines.BASELINES.items()
    }
    assert list(earned) == sorted(earned, key=earned.__getitem__, reverse=True)


# ---------------------------------------------------------------- remembering


@pytest.fixture
def worth(example):
    return example("learn_remember").Worth()


def one_hot(*places):
    seen = np.zeros(18)
    seen[list(places)] = 1.0
    return seen


def test_the_worth_is_the_ridge_regression_of_the_reward(worth):
    worth.add(one_hot(1), 1.0)
    worth.add(one_hot(1), 1.0)
    worth.add(one_hot(2), -1.0)
    worth.fit()
    # With a ridge of 3: (1 + 1) / (3 + 2) and -1 / (3 + 1).
    assert worth.weights[:4] == pytest.approx([0.0, 0.4, -0.25, 0.0])


@pytest.mark.parametrize(
    ("can_write", "kept", "done"),
    [
        (True, [1, 0, 2], (MemoryOp.WRITE, 0)),
        (False, [1, 0, 2], (MemoryOp.UPDATE, 1)),
        (False, [1, 2, 0], (MemoryOp.SKIP, 0)),
    ],
    ids=["room", "the second item is worth least", "the present turn is worth least"],
)
def test_what_is_worth_least_is_forgotten(worth, can_write, kept, done):
    worth.weights[:3] = (0.0, 1.0, 2.0)
    env = SimpleNamespace(items=2, masks=lambda: [np.array([1, can_write, 1, 1])])
    assert worth.keep(env, np.array([one_hot(one) for one in kept])) == done


def test_the_features_of_items_and_of_the_present_turn(example):
    learner = example("learn_remember")
    env = gymnasium.make("regulars:Remember-v0", items=3, k=1, sessions=3).unwrapped
    observation, info = env.reset(seed=0)
    texts = [info["message"]]
    observation, *_, info = env.step([MemoryOp.WRITE, 0, 0])
    texts.append(info["message"])
    seen = dict(zip(learner.FEATURES, learner.features(env, observation).T, strict=True))
    assert seen["always"].tolist() == [1.0] * 4
    assert seen["turns since"][0] == pytest.approx(observation["slots"][0, 64 + 5])
    assert seen["turns since"][3] == 0.0
    assert seen["said since"][0] == pytest.approx(max(0.0, observation["slots"][0, -1])), "the present turn came since"
    assert seen["said since"][3] == 0.0
    assert seen["length"].tolist() == [
        min(len(example("line_features").re.findall(r"[\w']+", text)), 60) / 60 for text in (texts[0], "", "", texts[1])
    ]


def test_a_life_teaches_something_and_actions_are_never_masked(example, worth):
    learner = example("learn_remember")
    env = gymnasium.make("regulars:Remember-v0", items=4, k=2, sessions=12, masked="error").unwrapped
    learner.learn(env, worth, 1, np.random.default_rng(0), 0.5)
    worth.fit()
    assert worth.weights.any()
    example("remember_baselines").play(env, learner.Learned(worth), 2)


# ---------------------------------------------------------------- writing


def observation(lines, held=0):
    bank = {"facts": [{"id": f"f{one}", "text": "x"} for one in range(held)], "insights": []}
    return {"conversation": "\n".join(lines), "bank": json.dumps(bank)}


LINES = ("[2025-01-10 16:56] Ann: I live in Bergen.", "[2025-01-10 16:56] Assistant: Understood.")


def test_chosen_lines_are_written_over_the_oldest_facts_of_a_full_bank(example):
    action = example("learn_writer").action
    assert json.loads(action(observation(LINES), [True, False])) == [{"op": "add_fact", "text": LINES[0]}]
    assert json.loads(action(observation(LINES, held=63), [True, True])) == [
        {"op": "delete_fact", "id": "f0"}, {"op": "add_fact", "text": LINES[0]}, {"op": "add_fact", "text": LINES[1]},
    ]  # fmt: skip


def test_the_gradient_is_that_of_the_log_probability_by_advantage(example):
    writer = example("learn_writer")
    learner, seen = writer.Learner(0), observation(LINES[:1])
    samples = iter([np.array([True]), np.array([False])] * 4)
    learner.sample = lambda _: next(samples)

    class Env:
        aec = SimpleNamespace(scenario=SimpleNamespace(id="life"))

        def groups(self, n, policy):
            written = [policy(seen, member) != "[]" for member in range(n)]
            return [SimpleNamespace(advantage=1.0 if one else -1.0, records=lambda group: [group]) for one in written]

        def observe(self):
            return seen, {"session": 2.0}

    assert learner.step(Env(), seen) == ["life 2"] * 8
    # Each member adds its advantage times (written - 1/2) times the features: +1 * 1/2 and -1 * -1/2, the mean is 1/2.
    assert learner.weights == pytest.approx([0.15 * 0.5 * one for one in writer.numbers(LINES[0])])


def test_groups_are_training_data(example):
    writer = example("learn_writer")
    env = gymnasium.make("regulars:Writer-v0", sessions=2).unwrapped
    learner = writer.Learner(0)
    found = learner.live(env, 0)
    assert len(found) % 8 == 0
    by_group = [one["advantage"] for one in found if one["group"] == found[0]["group"]]
    assert len(by_group) == 8
    assert sum(by_group) == pytest.approx(0.0)
    assert json.loads(found[0]["response"]) is not None
    assert learner.weights.any()
