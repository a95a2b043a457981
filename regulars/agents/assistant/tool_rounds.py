"""Lets a model call tools until it replies: bounded rounds, and an end to a model that calls in circles."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Generator
from dataclasses import replace
from typing import Any

from regulars.agents.models.protocol import Call, ChatModel, Completion, Message, ToolCall
from regulars.agents.models.structured import OutputFault, spoken, words_of
from regulars.errors import ModelOutputError

ROUNDS = 6
"""The number of answers of a model that may call tools before it must reply."""

MOST_CALLS = 16
"""The number of calls that one answer may make."""

REPEATS = 3
"""The number of equal calls in one turn from which a model is going in circles."""

Talk = Generator[Call, Completion, str]
"""Yields calls of the model, is sent their completions, and returns the reply."""


def with_tools(
    call: Call,
    tools: list[dict[str, Any]],
    carry_out: Callable[[ToolCall], str],
    *,
    where: str,
    rounds: int = ROUNDS,
    replies: bool = True,
) -> Talk:
    """Calls the model, carries out the tools that it calls, and calls it again with their results.

    A call that cannot be carried out is answered with its fault, so that the model can mend it, at the cost of a round.
    After the last round the model is called once more, without tools.

    Args:
        call: The call that begins the turn.
        tools: The tools in the form of OpenAI's `tools` parameter.
        carry_out: Carries out a call of a tool, and returns its result in words.
        where: The model, for errors.
        rounds: The number of answers that may call tools.
        replies: Whether words are due at the end; if not, none are returned.

    Raises:
        ModelOutputError: The model goes in circles, makes too many calls at once, or gives no reply.
    """
    made: Counter[tuple[str, str]] = Counter()
    offered = {**call.parameters, "tools": tools}
    said = yield replace(call, parameters=offered)
    for number in range(1, rounds + 1):
        if not said.tool_calls:
            break
        if len(said.tool_calls) > MOST_CALLS:
            raise _out_of_bounds(f"calls {len(said.tool_calls)} tools at once", where, f"{MOST_CALLS} at most")
        results = []
        for one in said.tool_calls:
            made[one.name, one.arguments] += 1
            if made[one.name, one.arguments] >= REPEATS:
                raise _out_of_bounds(
                    f"calls the tool {one.name!r} {REPEATS} times with the same arguments", where, "a reply"
                )
            results.append(Message("tool", carry_out(one), answers=one.id))
        asked = Message("assistant", spoken(said.text), said.tool_calls)
        call = replace(call, messages=(*call.messages, asked, *results))
        choice = {"tool_choice": "none"} if number == rounds else {}
        said = yield replace(call, parameters={**offered, **choice})
    if said.tool_calls:
        raise _out_of_bounds(f"still calls tools after {rounds} rounds", where, "a reply")
    return words_of(said, where) if replies else ""


def _out_of_bounds(what: str, where: str, expected: str) -> ModelOutputError:
    error = ModelOutputError(f"the model {what}", where=where, expected=expected)
    error.fault = OutputFault.TOOL_LOOP
    return error


def held(talk: Talk, model: ChatModel) -> str:
    """Holds a talk with a model, and returns the reply."""
    try:
        call = next(talk)
        while True:
            call = talk.send(call.complete(model))
    except StopIteration as end:
        return str(end.value)


async def aheld(talk: Talk, model: ChatModel) -> str:
    """Asynchronous version of `held`."""
    try:
        call = next(talk)
        while True:
            call = talk.send(await call.acomplete(model))
    except StopIteration as end:
        return str(end.value)
