"""Agents of openai-agents and pydantic-ai in the assistant's seat, with the real libraries and scripted models."""

import asyncio
from copy import deepcopy
from typing import Any

import pytest

from regulars import Cast, life_v0
from regulars.agents.seats.adapt import as_seat, is_shared, restore_seat, seat_state
from regulars.dialogue import ASSISTANT, Phase
from regulars.errors import InfrastructureError, ModelOutputError, SeatError

pytest.importorskip("agents", reason="needs the extra agents")
pytest.importorskip("pydantic_ai", reason="needs the extra agents")

KINDS = ("openai-agents", "pydantic-ai")


def observed(message: str = "Hello.", phase: Phase = Phase.TALK, **changes: Any) -> dict[str, Any]:
    return {
        "message": message, "speaker": "p", "name": "Anna", "scope": "s", "phase": int(phase), "session": 1,
        "turn_id": "s001.t01", "reply_id": "s001.t02", "date": "2025-03-01T09:30:00+00:00",
    } | changes  # fmt: skip


class Lost(Exception):
    status_code = 503


def scripted(kind: str, answer: Any) -> Any:
    """An agent with the tool `note`, whose model answers with `answer(texts)`: words, a call of a tool, or an error.

    `texts` are the words of all messages, the results of tools among them.
    """
    return _openai_agent(answer) if kind == "openai-agents" else _pydantic_agent(answer)


def _openai_agent(answer: Any) -> Any:
    from agents import Agent, RunContextWrapper, function_tool
    from agents.items import ModelResponse
    from agents.testing import ScriptedModel, assistant_message, function_call
    from agents.usage import Usage

    @function_tool
    def note(context: RunContextWrapper[dict[str, Any]], text: str) -> str:
        """Notes a text."""
        return _noted(context.context, text)

    class Answering(ScriptedModel):
        async def get_response(self, **given: Any) -> Any:
            input = given["input"]
            texts = [_text(item) for item in input if _text(item)]
            said = answer(texts)
            made = assistant_message(said) if isinstance(said, str) else function_call(*said, call_id=f"c{len(input)}")
            return ModelResponse(output=[made], usage=Usage(), response_id=None)

    return Agent("Ann's helper", model=Answering(), tools=[note])


def _text(item: Any) -> str:
    content = item.get("content", item.get("output", ""))
    return content if isinstance(content, str) else "".join(part["text"] for part in content)


def _pydantic_agent(answer: Any) -> Any:
    from pydantic_ai import Agent, RunContext
    from pydantic_ai.messages import ModelResponse, TextPart, ToolCallPart
    from pydantic_ai.models.function import FunctionModel

    def model(messages: Any, info: Any) -> ModelResponse:
        texts = [str(part.content) for message in messages for part in message.parts if hasattr(part, "content")]
        said = answer(texts)
        return ModelResponse(parts=[TextPart(said) if isinstance(said, str) else ToolCallPart(*said)])

    agent = Agent(FunctionModel(model), deps_type=dict, name="Ann's helper")

    @agent.tool
    def note(context: RunContext[dict[str, Any]], text: str) -> str:
        """Notes a text."""
        return _noted(context.deps, text)

    return agent


def _noted(caller: dict[str, Any], text: str) -> str:
    notes = caller["notes"].setdefault("texts", [])
    notes.append(text)
    return f"{caller['user_name']} {caller['date'][:10]}: {' '.join(notes)}"


def said(seat: Any, *lines: dict[str, Any]) -> list[str]:
    async def talk() -> list[str]:
        return [await seat.act(line) for line in lines]

    return asyncio.run(talk())


def repeat(texts: list[str]) -> str:
    return " ".join(texts)


@pytest.fixture(params=KINDS)
def kind(request) -> str:
    return str(request.param)


def test_an_agent_sees_its_session_and_what_it_only_heard(kind):
    seat = as_seat(scripted(kind, repeat))
    lines = (
        observed("One."),
        observed("Heard.", Phase.LISTEN, speaker=ASSISTANT),
        observed("Two."),
        observed("Bye.", Phase.CLOSING),
        observed("New.", session=2),
    )
    assert said(seat, *lines) == ["One.", "", "One. One. Heard. Two.", "", "New."]


def test_a_thread_may_last_a_life(kind):
    made = type(as_seat(scripted(kind, repeat)))
    seat = made(scripted(kind, repeat), thread="person")
    assert said(seat, observed("One."), observed("Two.", session=2), observed("x", scope="t"))[1:] == [
        "One. One. Two.", "x",
    ]  # fmt: skip


def note_first(texts: list[str]) -> Any:
    """Calls the tool with the last message, then replies with the tool's result."""
    last = texts[-1]
    return last if last.startswith("Anna ") else ("note", {"text": last})


def test_tools_know_who_speaks_and_keep_notes_for_the_episode(kind):
    seat = as_seat(scripted(kind, note_first))
    assert said(seat, observed("a"), observed("b", session=2), observed("c", scope="t", session=2)) == [
        "Anna 2025-03-01: a", "Anna 2025-03-01: a b", "Anna 2025-03-01: c",
    ]  # fmt: skip
    seat.begin("assistant_0", 0)
    assert said(seat, observed("d")) == ["Anna 2025-03-01: d"]


def test_a_probe_leaves_no_trace(kind):
    seat = as_seat(scripted(kind, note_first))
    probe = observed("p", Phase.PROBE, turn_id="")
    assert said(seat, observed("a"), probe, probe, observed("b")) == [
        "Anna 2025-03-01: a", "Anna 2025-03-01: a p", "Anna 2025-03-01: a p", "Anna 2025-03-01: a b",
    ]  # fmt: skip


def test_a_state_goes_through_bytes_to_another_seat(kind):
    agent = scripted(kind, note_first)
    seat, other = as_seat(agent), as_seat(agent)
    said(seat, observed("a"))
    restore_seat(other, seat_state(seat, ""))
    assert said(other, observed("b")) == said(seat, observed("b")) == ["Anna 2025-03-01: a b"]
    copy = deepcopy(seat)
    assert copy.agent is agent
    assert said(copy, observed("c")) == ["Anna 2025-03-01: c"]


def test_a_tool_loop_is_bounded(kind):
    agent = scripted(kind, lambda texts: ("note", {"text": "x"}))
    seat = type(as_seat(agent))(agent, rounds=4)
    with pytest.raises(SeatError, match="more than 4 calls of its model for one reply"):
        said(seat, observed())


def test_an_unknown_tool_is_named(kind):
    with pytest.raises(ModelOutputError, match="nota"):
        said(as_seat(scripted(kind, lambda texts: ("nota", {"text": "x"}))), observed())


def test_arguments_that_are_no_json_end_named_and_bounded(kind):
    agent = scripted(kind, lambda texts: ("note", '{"text": '))
    with pytest.raises(SeatError, match=r"note|more than 20 calls"):
        said(as_seat(agent), observed())


def test_a_failing_endpoint_is_infrastructure(kind):
    def lose(texts):
        raise Lost("away")

    with pytest.raises(InfrastructureError, match="status 503"):
        said(as_seat(scripted(kind, lose)), observed())


def test_an_agent_whose_tools_keep_something_elsewhere_is_not_branched(kind):
    agent = scripted(kind, repeat)
    seat = type(as_seat(agent))(agent, branches=False)
    with pytest.raises(SeatError, match="may keep state"):
        seat.get_state()


def test_an_agent_plays_a_life_with_forked_probes(kind):
    env = life_v0.env(sessions=1, probes="fork")
    agent = scripted(kind, lambda texts: f"{len(texts)} texts.")
    assert is_shared(agent)
    cast = Cast(env, assistant=agent)
    cast.reset(seed=5)
    assert cast.asynchronous
    asyncio.run(cast.arun())
    replies = [turn.text for turn in env.unwrapped.transcript if turn.speaker == ASSISTANT]
    assert replies[:3] == ["1 texts.", "3 texts.", "5 texts."]
