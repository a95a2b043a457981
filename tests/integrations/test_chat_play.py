"""Many lives as chats at once: each is as if played alone, and a failure ends one life only."""

from __future__ import annotations

import asyncio
from types import SimpleNamespace
from typing import Any

import pytest

from regulars.envs.views.gym import LifeEnv
from regulars.errors import ConfigurationError
from regulars.integrations import ChatLife

SUITE = "smoke@train"
ABSTAINS = "I don't know."


async def test_lives_played_at_once_are_those_played_alone():
    async def policy(messages: list[dict[str, Any]], tools: list[dict[str, Any]]) -> str:
        await asyncio.sleep(0)
        return ABSTAINS if len(messages) % 3 else "That's Bergen."

    alone = [(await ChatLife.play(policy, [seed], task=SUITE))[0] for seed in range(6)]
    assert await ChatLife.play(policy, range(6), task=SUITE, at_once=6) == alone
    assert await ChatLife.play(policy, range(6), task=SUITE, at_once=2) == alone


async def test_hundreds_of_lives_wait_for_their_models_together():
    waiting = most = 0

    async def policy(messages: list[dict[str, Any]], tools: list[dict[str, Any]]) -> str:
        nonlocal waiting, most
        waiting += 1
        most = max(most, waiting)
        await asyncio.sleep(0.01)
        waiting -= 1
        return ABSTAINS

    episodes = await ChatLife.play(policy, range(200), at_once=200, most_steps=2, pool=4, sessions=2)
    assert [episode.seed for episode in episodes] == list(range(200))
    assert {episode.steps for episode in episodes} == {2}
    assert most > 100


async def test_a_policy_that_fails_ends_its_own_life_without_a_score():
    firsts = {seed: ChatLife(sessions=2).reset(seed)[-1]["content"] for seed in (7, 3)}

    def policy(messages: list[dict[str, Any]], tools: list[dict[str, Any]]) -> Any:
        if messages[1]["content"] == firsts[7] and len(messages) == 4:
            return SimpleNamespace(text="Bergen")
        if messages[1]["content"] == firsts[3] and len(messages) == 6:
            raise ValueError("out of memory")
        return ABSTAINS

    foreign, failing, whole = await ChatLife.play(policy, [7, 3, 5], sessions=2)
    assert "an answer of type types.SimpleNamespace" in foreign.error
    assert failing.error == "ValueError: out of memory"
    assert [(one.reward, one.done, one.steps) for one in (foreign, failing)] == [(None, False, 1), (None, False, 2)]
    assert (whole.error, whole.done) == ("", True)


async def test_an_environment_that_fails_is_not_counted_as_the_policys_failure(monkeypatch):
    step, first = LifeEnv.step, LifeEnv(sessions=2).reset(seed=7)[0]["message"]

    def fail(env: LifeEnv, action: Any) -> Any:
        if env.aec.transcript[0].text == first:
            raise OSError("the disk is gone")
        return step(env, action)

    monkeypatch.setattr("regulars.envs.views.gym.LifeEnv.step", fail)
    failed, whole = await ChatLife.play(lambda messages, tools: ABSTAINS, [7, 5], sessions=2)
    assert failed.error.startswith("the environment: OSError: the disk is gone")
    assert (failed.reward, failed.done) == (None, False)
    assert (whole.error, whole.done) == ("", True)


async def test_wrong_arguments_of_play_are_the_callers_fault():
    for arguments in ({"seeds": [0], "at_once": 0}, {"seeds": [0], "most_steps": 0}, {"seeds": [0, -1]}):
        with pytest.raises(ConfigurationError):
            await ChatLife.play(lambda messages, tools: "", **arguments)
    with pytest.raises(ConfigurationError, match="history"):
        await ChatLife.play(lambda messages, tools: "", [0], history="week")
    assert await ChatLife.play(lambda messages, tools: "", []) == []
