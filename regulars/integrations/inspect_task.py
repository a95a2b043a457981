"""Lives as a task of Inspect: a data set of seeds, a solver that plays a life, and a scorer of its reward.

Every sample is one life, with Inspect's own model in the assistant's seat. So Inspect's models, limits, logs, viewer
and repetitions work as for any task.
"""

from __future__ import annotations

import json
from collections.abc import Iterable
from typing import Any

from regulars.errors import ConfigurationError
from regulars.integrations.chat_episode import ChatEpisode, ChatMessage
from regulars.integrations.chat_life import ChatLife
from regulars.integrations.chat_play import check_count

_EPISODE = "life"
"""The key of the episode in a sample's store."""


def inspect_task(
    seeds: Iterable[int] = range(10), *, task: str = "", most_steps: int | None = None, **options: Any
) -> Any:
    """Makes a task for the package `inspect-ai`: each sample is a life, and the model is its assistant.

    The score of a sample has `reward`, each term of it, and `accuracy`: the share of correct verdicts on first answers,
    NaN if nothing was judged. If the model fails, the sample ends in an error and gets no score.

    Args:
        seeds: The seeds of the lives.
        task: A suite, such as `core@test`; empty for the lives that the options decide.
        most_steps: The number of answers after which a life is stopped; None for no limit.
        options: The options of `ChatLife`, such as `memory="bm25-turn"` for the memory's tools.

    Returns:
        An `inspect_ai.Task`, for `inspect_ai.eval`.

    Raises:
        ConfigurationError: The package `inspect-ai` is not installed, or an option is wrong.
    """
    try:
        import inspect_ai
        from inspect_ai.dataset import MemoryDataset, Sample
    except ImportError as error:
        raise ConfigurationError(f"Inspect is missing: {error}", remedy="pip install 'regulars[inspect]'") from error
    if most_steps is not None:
        check_count("most_steps", most_steps, "inspect_task")
    ChatLife(**options).reset(task=task)  # a wrong option is found before the first sample
    samples = [
        Sample(input=f"{task or 'life'} {seed}", id=f"{task or 'life'}#{seed}", metadata={"seed": seed, "task": task})
        for seed in seeds
    ]
    return inspect_ai.Task(
        dataset=MemoryDataset(samples, name="regulars"),
        solver=_solver(most_steps, options),
        scorer=_scorer(),
        name="regulars_life",
    )


def _solver(most_steps: int | None, options: dict[str, Any]) -> Any:
    from inspect_ai.solver import Generate, TaskState, solver

    @solver(name="regulars_life")  # type: ignore[untyped-decorator]
    def life_solver() -> Any:
        async def solve(state: TaskState, generate: Generate) -> TaskState:
            life = ChatLife(**options)
            state.messages = _messages(life.reset(state.metadata["seed"], state.metadata["task"]))
            state.store.set(_EPISODE, life.episode)  # a limit may end the sample before the first answer
            while not life.is_over and (most_steps is None or life.episode.steps < most_steps):
                state.tools = _tools(life.tools)
                state = await generate(state, tool_calls="none")
                step = life.step(_answer(state.output.message))
                new = _messages(step.messages)
                state.messages = new if step.new_conversation else [*state.messages, *new]
                state.store.set(_EPISODE, life.episode)
                if state.completed:
                    break
            return state

        return solve

    return life_solver()


def _scorer() -> Any:
    from inspect_ai.scorer import Score, Target, mean, scorer, stderr
    from inspect_ai.solver import TaskState

    @scorer(metrics={"*": [mean(), stderr()]}, name="regulars_life")  # type: ignore[untyped-decorator]
    def life_scorer() -> Any:
        async def score(state: TaskState, target: Target) -> Score:
            episode: ChatEpisode = state.store.get(_EPISODE)
            accuracy = float("nan") if episode.accuracy is None else episode.accuracy
            return Score(
                value={"reward": episode.reward, "accuracy": accuracy, **episode.terms},
                explanation=f"{episode.steps} answers, {'whole life' if episode.done else 'left before its end'}",
                metadata={"verdicts": dict(episode.verdicts), "faults": dict(episode.faults)},
            )

        return score

    return life_scorer()


def _messages(messages: Iterable[ChatMessage]) -> list[Any]:
    """Messages of a chat in Inspect's form. The assistant's own ones are in Inspect's state already."""
    from inspect_ai.model import ChatMessageSystem, ChatMessageTool, ChatMessageUser

    kinds = {"system": ChatMessageSystem, "user": ChatMessageUser}
    return [
        ChatMessageTool(content=one["content"], tool_call_id=one["tool_call_id"])
        if one["role"] == "tool"
        else kinds[one["role"]](content=one["content"])
        for one in messages
    ]


def _tools(schemas: Iterable[dict[str, Any]]) -> list[Any]:
    """The tools in Inspect's form. The life carries calls out itself."""
    from inspect_ai.tool import ToolDef, ToolParams

    async def carried_out_by_the_life() -> str:
        return ""

    functions = [schema["function"] for schema in schemas]
    return [
        ToolDef(
            carried_out_by_the_life, name=one["name"], description=one["description"],
            parameters=ToolParams(**one["parameters"]),
        )
        for one in functions
    ]  # fmt: skip


def _answer(message: Any) -> ChatMessage:
    """A message of Inspect's model as an answer. Arguments that Inspect could not read stay unreadable."""
    calls = [
        {
            "id": call.id,
            "function": {"name": call.function, "arguments": call.parse_error or json.dumps(call.arguments)},
        }
        for call in message.tool_calls or []
    ]
    return {"role": "assistant", "content": message.text, "tool_calls": calls}
