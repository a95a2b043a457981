"""Feedback as MemoryBench writes it, and back."""

from __future__ import annotations

import json
from dataclasses import replace
from functools import cache

import pytest

from regulars import Cast, life_v0
from regulars.agents.assistant.scripted import ScriptedAssistant
from regulars.datasets.encode_life import episode_record
from regulars.datasets.episode_record import EpisodeConfig, EpisodeKey
from regulars.datasets.memorybench_feedback import (
    Round,
    read_rounds,
    rounds,
    to_list_shape,
    to_single_shape,
    triples,
)
from regulars.dialogue import FeedbackAction
from regulars.errors import DataError
from regulars.scenarios.generator import generate
from regulars.scenarios.suites import load_suite


@cache
def record(feedback: str = "instructive"):
    env = life_v0.raw_env(scenario=generate(**load_suite("core").scenarios(0)[0]), feedback=feedback)
    cast = Cast(env, assistant=ScriptedAssistant("bm25-turn"))
    cast.reset(seed=0)
    cast.run()
    return episode_record(env.life, key=EpisodeKey("", 0, ""), config=EpisodeConfig())


@pytest.mark.parametrize("feedback", ["instructive", "evaluative+delayed:sessions=1"])
def test_every_feedback_of_a_record_is_a_round_of_its_dialog(feedback):
    dialogs = rounds(record(feedback))
    given = record(feedback).feedback
    assert sum(map(len, dialogs.values())) == len(given) > 40
    said = {(int(one.about[1:4]), one.text, one.satisfaction) for one in given}
    assert {(session, one.text, one.satisfaction) for session, them in dialogs.items() for one in them} == said
    for them in dialogs.values():
        numbers = [one.number for one in them]
        assert numbers == sorted(set(numbers))
        assert [one.terminated for one in them[:-1]] == [False] * (len(them) - 1)
    assert any(them[-1].terminated for them in dialogs.values())


def test_triples_are_those_of_the_simulator():
    for them in rounds(record()).values():
        for one, (stop, text, action) in zip(them, triples(them), strict=True):
            assert (stop, text) == (one.terminated, one.text)
            assert action in ("like", "dislike", "copy", "none")
            assert FeedbackAction[action.upper()] is one.action


def test_both_shapes_come_back_with_all_that_they_have_a_place_for():
    for them in rounds(record()).values():
        assert read_rounds(json.loads(json.dumps(to_list_shape(them)))) == [replace(one, text="") for one in them]
        bare = [replace(one, text="", satisfaction=None) for one in them]
        assert read_rounds(json.loads(json.dumps(to_single_shape(them)))) == bare


def test_both_shapes_are_written_as_they_are_published():
    one = Round(1, FeedbackAction.LIKE, 8.0, True, "Thanks.")
    assert to_list_shape([one]) == [
        {"round": 1, "implicit_actions": ["like"], "satisfaction_score": 8.0, "terminated": True}
    ]
    assert to_single_shape([one]) == [{"round": 0, "implicit_action": "like", "terminated": True}]
    assert read_rounds([{"round": 1, "implicit_actions": ["like"], "satisfaction_score": 8, "terminated": True}]) == [
        replace(one, text="")
    ]


@pytest.mark.parametrize(
    "entry",
    [
        {"round": 1},
        {"round": 0, "implicit_actions": ["like"]},
        {"round": -1, "implicit_action": "like"},
        {"round": "1", "implicit_action": "like"},
        {"round": 1, "implicit_action": "love"},
        {"round": 1, "implicit_actions": ["like", "copy"]},
        {"round": 1, "implicit_actions": "like"},
        {"round": 1, "implicit_actions": ["like"], "satisfaction_score": 11},
    ],
)
def test_invalid_feedback_is_rejected_with_its_place(entry):
    with pytest.raises(DataError, match=r"implicit_feedback\[1\]"):
        read_rounds([{"round": 0, "implicit_action": "none"}, entry])
