"""The words that show the progress of a run."""

from __future__ import annotations

import pytest

from regulars.cli.progress import news_of, rate_of
from regulars.evaluation.play.episode_log import Progress


def step(**given: object) -> Progress:
    fields = {"done": 4, "total": 8, "system": "x", "scenario": "s", "reward": 1.5, "faults": 0, "played": 3}
    return Progress(**{**fields, **given})


def test_the_latest_and_the_best_system_are_named_with_their_accuracy():
    accuracy = {"x": 0.25, "y": 0.5, "full-context": 1.0}
    assert news_of(step(accuracy=accuracy)) == "accuracy (anchors): x 0.25, y 0.50, 0 faults"
    assert news_of(step(accuracy=accuracy, system="y", faults=2)) == "accuracy (anchors): y 0.50, 2 faults"
    assert news_of(step(accuracy={"none": 0.0}, system="none")) == "accuracy (anchors): none 0.00, 0 faults"


def test_without_anchors_the_mean_reward_is_shown():
    assert news_of(step()) == "mean reward 1.50, 0 faults"
    assert news_of(step(reward=None)) == "0 faults"


@pytest.mark.parametrize(
    ("played", "seconds", "rate"),
    [(3, 1.5, ["2.0 a second"]), (3, 3.0, ["1.0 a second"]), (3, 6.0, ["30.0 a minute"]), (0, 6.0, []), (3, 0.0, [])],
)
def test_the_rate_counts_what_was_played_now(played, seconds, rate):
    assert rate_of(step(played=played), seconds) == rate
