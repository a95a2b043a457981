"""Saves the state of an environment as bytes, and restores it.

The state has two parts. `Episode` is the part of this package, and `AgentTurns` has the attributes that PettingZoo
reads from an environment. All their fields are saved.
"""

from __future__ import annotations

import pickle
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field, fields
from typing import Any

from regulars.envs.life.life import Life
from regulars.envs.scenario_source import EpisodeChoice
from regulars.errors import StateError

_VERSION = 5


@dataclass(slots=True)
class Episode:
    """The episode under way in an environment.

    Attributes:
        life: The life that is played.
        choice: What decided which scenario is played: the seed tree, and the episode's number in it.
        given: Whether the caller of `reset` gave the scenario.
        stream_sessions: Sessions of the same stream before this episode.
        seat_of: The seat of each person.
        person_of: The person in each user's seat.
        judged: What each seat's info says about the answer and the reward since it last acted.
        steps: Steps that count towards the limit.
        printed: The number of turns that `render` has printed.
    """

    life: Life
    choice: EpisodeChoice
    given: bool
    stream_sessions: int
    seat_of: dict[str, str]
    person_of: dict[str, str]
    judged: dict[str, dict[str, float]] = field(default_factory=dict)
    steps: int = 0
    printed: int = 0


@dataclass(slots=True)
class AgentTurns:
    """The attributes of an environment that PettingZoo reads; the names are PettingZoo's."""

    agents: list[str]
    agent_selection: str
    rewards: dict[str, float]
    _cumulative_rewards: dict[str, float]
    terminations: dict[str, bool]
    truncations: dict[str, bool]
    infos: dict[str, dict[str, float]]
    _skip_agent_selection: str | None

    @classmethod
    def of(cls, env: Any) -> AgentTurns:
        """Reads the attributes of an environment."""
        return cls(*(getattr(env, one.name) for one in fields(cls)))

    def put_into(self, env: Any) -> None:
        """Writes the attributes to an environment."""
        for one in fields(self):
            setattr(env, one.name, getattr(self, one.name))


@dataclass(slots=True)
class SavedState:
    """The whole state of an environment.

    Attributes:
        seats: The agents.
        episode: The episode under way.
        turns: The selected seat, and the rewards, flags and infos of all seats.
        policies: The states of the seats that the environment plays.
    """

    seats: list[str]
    episode: Episode
    turns: AgentTurns
    policies: dict[str, Any]

    def pack(self) -> bytes:
        """The state as bytes."""
        return pickle.dumps((_VERSION, self))


def unpack(state: bytes, seats: Sequence[str], fits: Callable[[Mapping[str, Any]], bool]) -> SavedState:
    """Reads a state from the bytes of `SavedState.pack`.

    Args:
        state: The bytes.
        seats: The agents that the state must have.
        fits: Whether the environment plays the seats of these states.

    Raises:
        StateError: The bytes are not a state of this version, or belong to other seats.
    """
    try:
        version, saved = pickle.loads(state)
    except Exception as error:  # unpickling foreign bytes may raise anything
        raise StateError("the bytes are not a state of an environment", where="set_state") from error
    if version != _VERSION or not isinstance(saved, SavedState):
        raise StateError(f"a state of version {version}", where="set_state", expected=f"version {_VERSION}")
    if saved.seats != list(seats) or not fits(saved.policies):
        raise StateError(
            f"a state of the seats {', '.join(saved.seats)}",
            where="set_state",
            expected=", ".join(seats),
            remedy="make the environment with the same users and played seats",
        )
    return saved
