"""Saves the state of an environment as bytes, and restores it.

The state has two parts. `Episode` is the part of this package, and `AgentTurns` has the attributes that PettingZoo
reads from an environment. All their fields are saved. A state refers to its scenario, which the environment finds again
by what decided it; only a scenario that the caller gave is part of the state (`state_archive.py`).
"""

from __future__ import annotations

import pickle
from collections.abc import Callable, Collection, Sequence
from dataclasses import dataclass, field, fields
from typing import Any

from regulars.envs.life.life import Life
from regulars.envs.options import LifeOptions
from regulars.envs.scenario_source import EpisodeChoice
from regulars.envs.state_archive import StateArchive
from regulars.envs.state_kind import StateKind, no_state
from regulars.errors import RegularsError, StateError
from regulars.scenarios.world import Scenario


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


@dataclass(frozen=True, slots=True)
class ScenarioReference:
    """The scenario that a state belongs to.

    Attributes:
        choice: What decided it.
        id: The scenario's id.
        whole: The scenario as bytes, if the caller gave it; empty if an environment with the same options finds it.
    """

    choice: EpisodeChoice
    id: str
    whole: bytes = b""


@dataclass(slots=True)
class SavedState:
    """The whole state of an environment.

    Attributes:
        episode: The episode under way.
        turns: The selected seat, and the rewards, flags and infos of all seats.
        policies: The states of the seats that the environment plays.
    """

    episode: Episode
    turns: AgentTurns
    policies: dict[str, Any]


@dataclass(frozen=True, slots=True)
class PackedState:
    """A state whose scenario is not yet known.

    Attributes:
        seats: The agents.
        played: The seats that the environment plays.
        scenario: The scenario to which the rest refers.
        past: The pieces of the life's past.
        rest: All else.
    """

    seats: list[str]
    played: list[str]
    scenario: ScenarioReference
    past: list[list[bytes]]
    rest: bytes


class StateStore:
    """Packs the states of an environment, and unpacks them.

    Args:
        options: The environment's options.
        chosen: The scenario that a choice decides, as the environment plays it.
    """

    def __init__(self, options: LifeOptions, chosen: Callable[[EpisodeChoice], Scenario]) -> None:
        self._options = options
        self._kind = StateKind("regulars.life_v0", options.shaping())
        self._chosen = chosen
        self._archive: StateArchive | None = None

    def pack(self, saved: SavedState, seats: Sequence[str]) -> bytes:
        """A state as bytes.

        Args:
            saved: The state.
            seats: The agents.
        """
        archive = self._of(saved.episode) or StateArchive(saved.episode.life.scenario)
        self._archive = archive
        past, rest = archive.pack(saved.episode.life, saved)
        packed = PackedState(list(seats), list(saved.policies), self._reference(saved.episode, archive), past, rest)
        return self._kind.pack(packed)

    def unpack(
        self, state: bytes, seats: Sequence[str], fits: Callable[[Collection[str]], bool], running: Episode | None
    ) -> SavedState:
        """Reads a state from the bytes of `pack`.

        Args:
            state: The bytes.
            seats: The agents that the state must have.
            fits: Whether the environment plays these seats.
            running: The episode under way; None for none.

        Raises:
            StateError: The bytes are not a state of this version, or belong to other options, other seats or another
                scenario.
        """
        packed = self._kind.unpack(state)
        if not isinstance(packed, PackedState):
            raise no_state()
        if packed.seats != list(seats) or not fits(packed.played):
            raise _other_seats(packed.seats, seats)
        try:
            archive = self._referred(packed.scenario, running)
            saved, past = archive.unpack(packed.past, packed.rest)
        except RegularsError:
            raise
        except Exception as error:  # unpickling foreign bytes may raise anything
            raise no_state() from error
        if not isinstance(saved, SavedState):
            raise no_state()
        archive.adopt(saved.episode.life, past)
        self._archive = archive
        return saved

    def _of(self, episode: Episode) -> StateArchive | None:
        """The archive at hand, if it is of the episode's scenario."""
        archive = self._archive
        return archive if archive is not None and archive.scenario is episode.life.scenario else None

    def _reference(self, episode: Episode, archive: StateArchive) -> ScenarioReference:
        """A reference to the scenario of an episode, which holds a scenario that the caller gave."""
        given = episode.given or isinstance(self._options.scenario, Scenario)
        return ScenarioReference(episode.choice, episode.life.scenario.id, archive.whole if given else b"")

    def _referred(self, reference: ScenarioReference, running: Episode | None) -> StateArchive:
        """The archive of the scenario of a state; the one at hand if it is the same scenario."""
        archive = self._of(running) if running is not None else None
        if archive is not None and running is not None:
            own = self._reference(running, archive)
            if own.whole == reference.whole if reference.whole else own == reference:
                return archive
        if reference.whole:
            return StateArchive(pickle.loads(reference.whole))
        scenario = self._chosen(reference.choice)
        if scenario.id != reference.id:
            raise StateError(
                f"a state of the scenario {reference.id}, which this environment does not play",
                where="set_state",
                remedy="make the environment with the options of the one that gave the state",
            )
        return StateArchive(scenario)


def _other_seats(found: Sequence[str], seats: Sequence[str]) -> StateError:
    return StateError(
        f"a state of the seats {', '.join(found)}",
        where="set_state",
        expected=", ".join(seats),
        remedy="make the environment with the same users and played seats",
    )
