"""Lives as an OpenEnv server: `reset` begins a life, `step` takes an assistant's message, over HTTP and WebSocket.

Every WebSocket session has a life of its own. A client sends the model's answer as `{"content": ..., "tool_calls":
[...]}`, in the form of OpenAI's chat completions, and gets the messages that are new.
"""

from __future__ import annotations

from dataclasses import asdict
from importlib.metadata import version
from itertools import count
from typing import Any

from regulars import registry
from regulars.errors import ConfigurationError, did_you_mean
from regulars.integrations.chat_life import ChatLife

SESSIONS = 64
"""How many lives a server plays at the same time."""

_SPLITS = ("train", "validation", "test")


def openenv_app(*, sessions_at_once: int = SESSIONS, task: str = "", **options: Any) -> Any:
    """Makes a server of the package `openenv` that serves lives.

    An action has `content` and `tool_calls`. An observation has the new `messages`, the `tools` that may be called, the
    reward's `terms`, `verdict`, `attempt`, `fault`, and `new_conversation` if the messages start one. `reset` takes
    `seed`, and `task` for a suite. The library's clients work unchanged, such as `openenv.core.GenericEnvClient`.

    Args:
        sessions_at_once: How many clients may be connected at the same time.
        task: The suite if `reset` names none; empty for the lives that the options decide.
        options: The options of `ChatLife`, such as `memory="bm25-turn"`.

    Returns:
        A FastAPI application, for `uvicorn` or `openenv serve`.

    Raises:
        ConfigurationError: The package `openenv` is not installed, or an option is wrong.
    """
    try:
        from openenv.core.env_server.http_server import create_app
    except ImportError as error:
        raise ConfigurationError(f"OpenEnv is missing: {error}", remedy="pip install 'regulars[openenv]'") from error
    ChatLife(**options).reset(task=task)  # a wrong option is found before the first client
    environment, action, observation, state = _parts(task, options)
    return create_app(
        environment, action, observation, env_name="regulars", max_concurrent_envs=sessions_at_once, state_cls=state
    )


def _parts(suite: str, options: dict[str, Any]) -> tuple[Any, Any, Any, Any]:
    """The classes of environment, action, observation and state."""
    from openenv.core.env_server.interfaces import Environment
    from openenv.core.env_server.types import Action, EnvironmentMetadata, Observation, State
    from pydantic import Field

    unseeded = count()  # shared, so that clients that give no seed play different lives

    class LifeAction(Action):  # type: ignore[misc]  # untyped for this project
        content: str = Field("", description="What the assistant says.")
        tool_calls: list[dict[str, Any]] = Field(
            default_factory=list, description="Calls of tools, in the form of OpenAI's chat completions."
        )

    class LifeObservation(Observation):  # type: ignore[misc]  # untyped for this project
        messages: list[dict[str, Any]] = Field(default_factory=list, description="The messages that are new.")
        tools: list[dict[str, Any]] = Field(default_factory=list, description="The tools that may be called now.")
        terms: dict[str, float] = Field(default_factory=dict, description="The terms that sum to the reward.")
        verdict: str = Field("", description="The verdict on the reply; empty if nothing was asked.")
        attempt: int = Field(0, description="1 for a question's first answer, 2 after a correction.")
        fault: str = Field("", description="What was wrong with the answer, such as tool_loop.")
        new_conversation: bool = Field(False, description="Whether these messages start a new conversation.")

    class LifeState(State):  # type: ignore[misc]  # untyped for this project
        seed: int = 0
        task: str = ""
        reward: float = 0.0
        accuracy: float | None = None
        done: bool = False

    class LifeEnvironment(Environment):  # type: ignore[misc]  # untyped for this project
        SUPPORTS_CONCURRENT_SESSIONS = True

        def __init__(self) -> None:
            super().__init__()
            self._life = ChatLife(**options)
            self._episode_id: str | None = None

        def reset(self, seed: int | None = None, episode_id: str | None = None, **given: Any) -> Any:
            task = given.pop("task", suite)
            if given:
                raise ConfigurationError(f"unknown fields {sorted(given)}", where="reset", expected="seed and task")
            if task != suite:
                _check_suite(task)
            self._episode_id = episode_id
            messages = self._life.reset(next(unseeded) if seed is None else seed, task)
            return LifeObservation(messages=messages, tools=self._life.tools, new_conversation=True)

        def step(self, action: Any, timeout_s: float | None = None, **_: Any) -> Any:
            step = self._life.step({"content": action.content, "tool_calls": action.tool_calls})
            said = {**asdict(step), "messages": list(step.messages), "terms": dict(step.terms)}
            return LifeObservation(**said, tools=self._life.tools)

        @property
        def state(self) -> Any:
            if not self._life.has_begun:
                return LifeState(episode_id=self._episode_id)
            episode = self._life.episode
            return LifeState(
                episode_id=self._episode_id, step_count=episode.steps, seed=episode.seed, task=episode.task,
                reward=episode.reward, accuracy=episode.accuracy, done=episode.done,
            )  # fmt: skip

        def get_metadata(self) -> Any:
            return EnvironmentMetadata(
                name="regulars",
                description="Simulated users who keep coming back, and assistants that have to remember them.",
                version=version("regulars"),
            )

    return LifeEnvironment, LifeAction, LifeObservation, LifeState


def _check_suite(task: Any) -> None:
    """Refuses all but `NAME` and `NAME@SPLIT` of registered suites.

    Other names are files or modules, whose code a lookup would run, and settings can name files of the server.
    """
    names = [entry.name for entry in registry.entries("suite")]
    known = [*names, *(f"{name}@{split}" for name in names for split in _SPLITS)]
    if task not in known:
        raise ConfigurationError(
            f"unknown suite {task!r}", where="reset", expected="a registered suite or a split of it, without settings",
            remedy=did_you_mean(str(task).partition(":")[0], known),
        )  # fmt: skip
