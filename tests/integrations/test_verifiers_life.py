"""Lives as an environment of verifiers: loaded by its id, and played through the library against a local endpoint."""

from __future__ import annotations

import asyncio
from typing import Any

import pytest

from regulars.agents.loopback.server import Loopback
from regulars.integrations import ChatLife
from regulars.integrations.chat_episode import TERMS

vf = pytest.importorskip("verifiers.v1", reason="needs the extra verifiers")

SUITE = "smoke@train"


async def episodes(server: Loopback, most_turns: int | None = None, **taskset: Any) -> list[Any]:
    from regulars_life import load_environment

    environment = load_environment(suite=SUITE, **taskset)
    environment.config.agent.max_turns = most_turns
    client = vf.EvalClientConfig(base_url=server.url)
    context = vf.ModelContext(model="scripted", client=client, sampling=vf.SamplingConfig())
    async with environment.serving():
        slots = [slot for task in environment.taskset for slot in environment.slots(task)]
        return await asyncio.gather(*(environment.run_slot(slot, context) for slot in slots))


def test_a_task_is_a_life_with_its_first_line_as_prompt():
    from regulars_life import load_environment

    tasks = list(load_environment(suite=SUITE, lives=2).taskset)
    assert [task.key for task in tasks] == [f"{SUITE}#0", f"{SUITE}#1"]
    assert [task.data.prompt for task in tasks] == [ChatLife().reset(seed, SUITE)[-1]["content"] for seed in (0, 1)]


async def test_traces_hold_the_conversation_and_the_rewards_by_their_terms():
    async with Loopback() as server:
        played = await episodes(server, lives=2, most_steps=8)
        assert server.calls == 16
    for episode in played:
        trace = episode.traces[0]
        assert episode.ok
        assert trace.num_turns == 8
        assert set(trace.rewards) == set(TERMS)
        said = [(message.role, message.content) for message in trace.branches[0].messages]
        assert [role for role, _ in said] == ["system", *["user", "assistant"] * 8]
        life = ChatLife()
        life.reset(trace.task.data.seed, SUITE)
        for role, words in said:
            if role == "assistant":
                life.step(words)
        assert trace.reward == pytest.approx(life.episode.reward)
        assert {name: reward.score for name, reward in trace.rewards.items()} == life.episode.terms
        assert trace.metrics["answers"] == 8
        assert trace.metrics["whole_lives"] == 0
        assert trace.metrics.get("accuracy") == life.episode.accuracy


async def test_a_model_uses_its_memory_and_each_session_is_a_branch():
    async with Loopback() as server:
        (episode,) = await episodes(server, lives=1, memory="bm25-turn", history="session", most_steps=60)
    trace = episode.traces[0]
    assert episode.ok
    assert len(trace.branches) > 2
    assert any(message.role == "tool" for branch in trace.branches for message in branch.messages)
    assert trace.rewards["recall"].score > 0


@pytest.mark.parametrize("fault", ["unknown-tool", "bad-arguments", "tool-loop"])
async def test_faults_of_the_model_are_counted_and_end_no_life(fault):
    async with Loopback(misbehave=f"{fault}:1") as server:
        (episode,) = await episodes(server, lives=1, memory="bm25-turn", most_steps=12)
    assert episode.ok
    assert episode.traces[0].metrics["answers"] == 12
    assert episode.traces[0].metrics["faults"] >= 1


async def test_an_endpoint_that_fails_is_an_error_and_no_reward():
    async with Loopback(misbehave="500:1") as server:
        (episode,) = await episodes(server, lives=1)
    assert not episode.ok
    assert episode.traces[0].rewards == {}


async def test_a_limit_of_the_run_ends_a_life_with_what_it_has_earned():
    async with Loopback() as server:
        (episode,) = await episodes(server, most_turns=3, lives=1)
    trace = episode.traces[0]
    assert episode.ok
    assert trace.stop_condition
    assert trace.metrics["answers"] == trace.num_turns == 3
    assert set(trace.rewards) == set(TERMS)
