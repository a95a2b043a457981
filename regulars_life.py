"""Lives as an environment of the package `verifiers`, under the id `regulars-life`.

Libraries that load environments by their id, such as `verifiers` and prime-rl, import a top-level module of that name;
this is that module. A task is one life. The harness plays it inside this process: every call of the model goes through
the endpoint that `verifiers` intercepts, so its traces have all messages, tool calls and tokens.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import verifiers.v1 as vf
from openai import APIStatusError, AsyncOpenAI
from pydantic import Field

from regulars.integrations import ChatLife

__all__ = ["LifeEnvironment", "LifeHarness", "LifeTaskset", "load_environment"]

ID = "regulars-life"


class LifeData(vf.TaskData):
    """One life: its seed and suite, and what decides the form of the chat."""

    seed: int
    suite: str
    memory: str | None = None
    history: str = "all"
    most_steps: int | None = None
    options: dict[str, Any] = Field(default_factory=dict)

    def chat(self) -> ChatLife:
        """The life as a chat, not yet begun."""
        told = {} if self.system_prompt is None else {"system": self.system_prompt}
        return ChatLife(history=self.history, memory=self.memory, **told, **self.options)


class LifeState(vf.State):
    """What the life brought.

    Attributes:
        terms: The reward by its terms.
        accuracy: The share of correct verdicts on first answers; None if nothing was judged.
        answers: The number of answers.
        faults: The number of answers at fault, such as calls of an unknown tool.
        done: Whether the life was played to its end.
    """

    terms: dict[str, float] = Field(default_factory=dict)
    accuracy: float | None = None
    answers: int = 0
    faults: int = 0
    done: bool = False


class LifeTask(vf.Task[LifeData, LifeState]):
    """The rubric of a life: the terms of its reward, and metrics beside them."""

    @property
    def key(self) -> str:
        """The suite and the seed."""
        return f"{self.data.suite or 'life'}#{self.data.seed}"

    @vf.reward
    async def terms(self, trace: vf.Trace) -> dict[str, float]:
        """The terms of the environment's reward; their sum is the reward."""
        return dict(trace.state.terms)

    @vf.metric
    async def progress(self, trace: vf.Trace) -> dict[str, float]:
        """How far the life came, and how it was answered. Without a judged answer there is no accuracy."""
        state = trace.state
        judged = {} if state.accuracy is None else {"accuracy": state.accuracy}
        return {**judged, "answers": state.answers, "faults": state.faults, "whole_lives": float(state.done)}


class LifeTasksetConfig(vf.TasksetConfig):
    """Which lives are played, and how they look.

    Attributes:
        suite: A suite, such as `core@train`; empty for the lives that `options` decides.
        lives: The number of lives: seeds 0 to `lives` - 1.
        memory: The spec of a memory that the model keeps by tools; None for no tools.
        history: `all` for one conversation, `session` for one that starts over in each session.
        most_steps: The number of answers after which a life is left; None for no limit.
        options: Further options of `regulars:Life-v0`.
    """

    suite: str = "core@train"
    lives: int = 100
    memory: str | None = None
    history: str = "all"
    most_steps: int | None = None
    options: dict[str, Any] = Field(default_factory=dict)


class LifeTaskset(vf.Taskset[LifeTask, LifeTasksetConfig]):
    """Lives of a suite as tasks."""

    def load(self) -> Iterator[LifeTask]:
        """Yields one task for each seed."""
        own = self.config
        for seed in range(own.lives):
            data = LifeData(
                seed=seed, suite=own.suite, memory=own.memory, history=own.history, most_steps=own.most_steps,
                options=own.options, name=f"{own.suite or 'life'}#{seed}", prompt="",
            )  # fmt: skip
            first = data.chat().reset(seed, own.suite)[-1]["content"]
            yield LifeTask(data.model_copy(update={"prompt": first}), own.task)


class LifeHarnessConfig(vf.HarnessConfig):
    """The harness has no settings of its own."""


class LifeHarness(vf.Harness[LifeHarnessConfig]):
    """Plays a life inside this process, with the model in the assistant's seat."""

    APPENDS_SYSTEM_PROMPT = True
    EXECUTES_CODE = False
    NEEDS_CONTAINER = False

    async def launch(
        self,
        ctx: vf.ModelContext,
        trace: vf.Trace,
        runtime: vf.Runtime,
        endpoint: str,
        secret: str,
        mcp_urls: dict[str, str],
        data: LifeData,
        tool_interception_url: str | None = None,
    ) -> vf.ProgramResult:
        """Plays the life to its end, or up to `most_steps` answers."""
        life = data.chat()
        life.reset(data.seed, data.suite)
        async with AsyncOpenAI(base_url=endpoint, api_key=secret) as client:
            while not life.is_over and (data.most_steps is None or life.episode.steps < data.most_steps):
                tools = {"tools": life.tools} if life.tools else {}
                try:
                    said = await client.chat.completions.create(model=ctx.model, messages=life.messages, **tools)
                except APIStatusError:
                    if trace.stop_condition is None:
                        raise
                    break  # a limit of the run, such as max_turns, refuses further calls
                life.step(said.choices[0].message.model_dump(exclude_none=True))
                _note(trace.state, life)
        return vf.ProgramResult(exit_code=0, stdout="", stderr="")


def _note(state: LifeState, life: ChatLife) -> None:
    episode = life.episode
    state.terms, state.accuracy, state.answers = dict(episode.terms), episode.accuracy, episode.steps
    state.faults, state.done = sum(episode.faults.values()), episode.done


class LifeEnvironmentConfig(vf.EnvConfig):
    """The environment's one seat; it runs on this machine, since nothing is executed."""

    agent: vf.AgentConfig = vf.AgentConfig(runtime=vf.SubprocessConfig())


class LifeEnvironment(vf.Env[LifeEnvironmentConfig]):
    """Simulated users who come back, with the model in the assistant's seat."""

    async def run(self, task: vf.Task, agents: vf.Agents) -> None:
        """One life."""
        await agents.agent.run(task)


def load_environment(**taskset: Any) -> LifeEnvironment:
    """Makes the environment.

    Args:
        taskset: The fields of `LifeTasksetConfig`, such as `suite="core@train"`, `lives=8`, `memory="bm25-turn"`.

    Example:
        >>> environment = load_environment(suite="smoke@train", lives=2)
        >>> [task.key for task in environment.taskset]
        ['smoke@train#0', 'smoke@train#1']
    """
    return vf.load_environment(vf.resolve_env_config({"taskset": {"id": ID, **taskset}}))
