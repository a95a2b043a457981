"""`check_environment` accepts what can be played, and refuses a broken environment with words that help."""

from __future__ import annotations

import random
from dataclasses import replace

import pytest

from regulars.envs import LifeAEC
from regulars.scenarios import generate, write_scenarios
from regulars.testing import ContractError, check_environment


@pytest.mark.parametrize(
    "options",
    [
        {"sessions": 3},
        {"users": 2, "sessions": 3},
        {"sessions": 3, "played": ("evaluator",), "feedback": "silent"},
        {"sessions": 2, "probes": "end", "noise": "typos:.1"},
    ],
)
def test_environments_of_any_options_pass(options):
    check_environment(**options)


def test_a_scenario_of_ones_own_passes(tmp_path):
    path = tmp_path / "lives.jsonl"
    write_scenarios(path, [generate(3, sessions=3)])
    check_environment(scenario=path)


@pytest.mark.parametrize(
    ("options", "told"),
    [
        ({"sesions": 3}, "unknown option 'sesions'.*did you mean 'sessions'"),
        ({"sessions": 0}, "sessions.*whole number from 1"),
        ({"scenario": "nowhere.jsonl"}, "nowhere.jsonl"),
        ({"feedback": "loud"}, "loud"),
    ],
)
def test_options_that_make_no_environment_are_refused(options, told):
    with pytest.raises(ContractError, match=told):
        check_environment(**options)


def test_a_scenario_that_contradicts_itself_is_refused():
    scenario = generate(3, sessions=3)
    backwards = replace(scenario, sessions=tuple(reversed(scenario.sessions)))
    with pytest.raises(ContractError, match=r"life_v0\.env\(scenario=.*") as caught:
        check_environment(scenario=backwards)
    assert caught.value.remedy


def _observing(field, value):
    def observe(inner):
        return lambda self, agent: {**inner(self, agent), field: value}

    return "observe", observe


def _afterwards(change):
    def step(inner):
        def stepped(self, action):
            inner(self, action)
            change(self)

        return stepped

    return "step", step


def _unseeded(inner):
    return lambda self, seed=None, options=None: inner(self, seed=random.randrange(2**31), options=options)


@pytest.mark.parametrize(
    ("method", "broken", "told"),
    [
        (*_observing("phase", 99), r"phase=99 is not of its space"),
        (*_observing("mood", "glad"), r"is not of its space"),
        (*_afterwards(lambda env: env.infos["user_0"].update(mood="glad")), r"expected floats, under the same keys"),
        (*_afterwards(lambda env: env.infos["user_0"].update(mood={1})), r"numbers that JSON can hold"),
        (*_afterwards(lambda env: env.truncations.update(user_0=True)), r"seats end by|api_test|dead"),
        ("reset", _unseeded, r"one seed gave two lives"),
    ],
)
def test_a_broken_environment_is_refused_with_what_is_wrong(method, broken, told, monkeypatch):
    monkeypatch.setattr(LifeAEC, method, broken(getattr(LifeAEC, method)))
    with pytest.raises(ContractError, match=told) as caught:
        check_environment(sessions=2)
    assert "life_v0.env(sessions=2)" in caught.value.where
    assert caught.value.expected
