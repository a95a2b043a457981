"""Plays many lives as chats at once over asyncio: `ChatLife.play` without what a life is."""

from __future__ import annotations

import asyncio
import inspect
from collections.abc import Callable, Iterable
from dataclasses import replace
from typing import Any, Protocol

from regulars.errors import ActionError, ConfigurationError, InfrastructureError, RegularsError
from regulars.integrations.chat_episode import ChatEpisode, ChatMessage, ChatStep

Policy = Callable[[list[ChatMessage], list[dict[str, Any]]], Any]
"""From messages and tools to an answer, or to an awaitable of one."""


class PlayableLife(Protocol):
    """A life that a policy can play, such as `ChatLife`."""

    messages: list[ChatMessage]
    episode: ChatEpisode

    @property
    def tools(self) -> list[dict[str, Any]]:
        """The tools that may be called now."""

    @property
    def is_over(self) -> bool:
        """Whether the life is over."""

    def reset(self, seed: int = 0, task: str = "") -> list[ChatMessage]:
        """Begins a life."""

    def step(self, answer: Any) -> ChatStep:
        """Takes an answer."""


async def play_lives(
    make: Callable[[], PlayableLife],
    policy: Policy,
    seeds: Iterable[int],
    *,
    task: str,
    at_once: int,
    most_steps: int | None,
) -> list[ChatEpisode]:
    """Plays a life for each seed. `make` makes an object that plays one life after the other; see `ChatLife.play`."""
    check_count("at_once", at_once, "play")
    if most_steps is not None:
        check_count("most_steps", most_steps, "play")
    chosen = list(seeds)
    for seed in chosen:
        check_seed(seed, "ChatLife")
    waiting, played = enumerate(chosen), dict[int, ChatEpisode]()
    lives = [make() for _ in range(min(at_once, len(chosen)))]
    for life in lives[:1]:
        life.reset(task=task)  # a wrong option is the caller's fault, and no episode's

    async def worker(life: PlayableLife) -> None:
        for number, seed in waiting:
            played[number] = await _played(life, policy, seed, task, most_steps)

    async with asyncio.TaskGroup() as group:
        for life in lives:
            group.create_task(worker(life))
    return [played[number] for number in sorted(played)]


async def _played(life: PlayableLife, policy: Policy, seed: int, task: str, most_steps: int | None) -> ChatEpisode:
    """One life with a policy. What a policy or the environment raises ends this life, and no other."""
    life.reset(seed, task)
    while not life.is_over and (most_steps is None or life.episode.steps < most_steps):
        try:
            given = policy(list(life.messages), life.tools)
            answer = await given if inspect.isawaitable(given) else given
        except Exception as fault:  # a policy may raise anything
            return _left(life, fault)
        try:
            life.step(answer)
        except ActionError as fault:
            return _left(life, fault)
        except Exception as fault:  # so may a memory or an embedder of somebody else's
            return _left(life, InfrastructureError(_named(fault), where="the environment"))
    return life.episode


def _left(life: PlayableLife, fault: Exception) -> ChatEpisode:
    """The episode of a life that cannot go on."""
    return replace(life.episode, reward=None, error=_named(fault))


def _named(fault: Exception) -> str:
    """The words of an error; of an error of somebody else's, with its class."""
    return str(fault) if isinstance(fault, RegularsError) else f"{type(fault).__name__}: {fault}"


def check_count(name: str, count: Any, where: str) -> None:
    """Raises `ConfigurationError` unless `count` is a whole number from 1."""
    if not isinstance(count, int) or isinstance(count, bool) or count < 1:
        raise ConfigurationError(f"{name} is {count!r}", where=where, expected="a whole number from 1")


def check_seed(seed: Any, where: str) -> None:
    """Raises `ConfigurationError` unless `seed` is a whole number from 0."""
    if not isinstance(seed, int) or isinstance(seed, bool) or seed < 0:
        raise ConfigurationError(f"seed is {seed!r}", where=where, expected="a whole number from 0")
