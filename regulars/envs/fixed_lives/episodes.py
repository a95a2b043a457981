"""What all environments of fixed lives have: which life an episode plays, its state, and looks into the life."""

from __future__ import annotations

from collections import OrderedDict
from collections.abc import Callable, Hashable, Mapping, Sequence
from typing import Any, Generic, Protocol, TypeVar

from regulars.envs.aec import LifeAEC
from regulars.envs.options import warn_misspelt
from regulars.envs.scenario_source import EpisodeChoice
from regulars.envs.state_kind import StateKind, other_environment
from regulars.errors import ConfigurationError

KEPT = 4
"""The number of sets of fixed lives that a process keeps, besides those in use."""

_SHARED: OrderedDict[Hashable, FixedLives[Any]] = OrderedDict()

LifeT = TypeVar("LifeT")


class FixedLives(Generic[LifeT]):
    """The fixed lives of one set of options, each made when it is first asked for.

    Args:
        make: Makes a life of a number from 0, in the words of the seed of that number.
        count: The number of lives.
    """

    def __init__(self, make: Callable[[int], LifeT], count: int) -> None:
        self._make = make
        self._lives: list[LifeT | None] = [None] * count

    def __len__(self) -> int:
        return len(self._lives)

    def life(self, number: int) -> LifeT:
        """The life of a number."""
        life = self._lives[number]
        if life is None:
            life = self._lives[number] = self._make(number)
        return life


def shared_lives(key: Hashable, count: int, player: Callable[[], Callable[[int], LifeT]]) -> FixedLives[LifeT]:
    """The fixed lives of some options; the same object for the same options.

    Args:
        key: The options.
        count: The number of lives.
        player: Gives what makes a life, when the first one is asked for.
    """
    lives = _SHARED.pop(key, None)
    if lives is None:
        found: list[Callable[[int], LifeT]] = []

        def make(number: int) -> LifeT:
            if not found:
                found.append(player())
            return found[0](number)

        lives = FixedLives(make, count)
    _SHARED[key] = lives
    while len(_SHARED) > KEPT:
        _SHARED.popitem(last=False)
    return lives


class FixedEpisodes:
    """Says which life comes next, and writes and reads the states of episodes.

    Args:
        where: The id of the environment, for messages.
        aec: The environment with the lives.
        shape: The options of the environment that shape its states, besides those of the lives.

    Raises:
        ConfigurationError: The options give no number of lives.
    """

    def __init__(self, where: str, aec: LifeAEC, shape: Mapping[str, Any]) -> None:
        if not aec.source.scenarios:
            raise ConfigurationError(
                "fixed=True without a number of lives",
                where=where,
                expected="pool=N, or scenario with a file or folder of lives",
                remedy="add for example pool=256",
            )
        self._source = aec.source
        self._kind = StateKind(
            where, {"fixed": True, "feedback": aec.options.feedback, **shape, **aec.options.shaping()}
        )

    @property
    def ids(self) -> tuple[str, ...]:
        """The ids of the lives."""
        return tuple(scenario.id for scenario in self._source.scenarios)

    def following(
        self, last: EpisodeChoice | None, seed: int | None, options: dict[str, Any] | None
    ) -> tuple[EpisodeChoice, int]:
        """What decides the coming episode, and the number of its life.

        Args:
            last: What decided the last episode; None for none.
            seed: The seed of the reset.
            options: Its options.

        Raises:
            ConfigurationError: `options` has a scenario or continues a stream.
        """
        warn_misspelt(options or {})
        for key in ("scenario", "stream"):
            if (options or {}).get(key):
                raise ConfigurationError(f"{key!r} with fixed=True", where="reset", remedy="leave out fixed")
        choice = self._source.following(last, seed)
        return choice, self._source.place(choice)

    def pack(self, choice: EpisodeChoice, actions: Sequence[Any]) -> bytes:
        """The state of an episode: what decided it, and its actions."""
        return self._kind.pack((self._source.scenario(choice).id, choice, list(actions)))

    def unpack(self, state: bytes) -> tuple[EpisodeChoice, int, list[Any]]:
        """What decided an episode, the number of its life, and its actions.

        Raises:
            StateError: The bytes are not a state of this version, or belong to other options or lives.
        """
        scenario, choice, actions = self._kind.unpack(state)
        number = self._source.place(choice)
        if scenario != self._source.scenarios[number].id:
            raise other_environment()
        return choice, number, actions


class PlayingEnv(Protocol):
    """What a followed play asks of its environment."""

    def reset(self, *, seed: int) -> Any:
        """Starts an episode."""

    def step(self, action: Any) -> Any:
        """Takes an action."""


EnvT = TypeVar("EnvT", bound=PlayingEnv)


class FollowedPlay(Generic[EnvT]):
    """An environment that plays a life, brought to the step of a fixed one on demand.

    Args:
        env: The environment.
    """

    def __init__(self, env: EnvT) -> None:
        self.env = env
        self._episode: object = None
        self._steps = 0

    def at(self, episode: object, number: int, actions: Sequence[Any]) -> EnvT:
        """The environment after the actions.

        Args:
            episode: The episode; the same object during all of it.
            number: The number of its life.
            actions: All actions so far.
        """
        if self._episode is not episode:
            self.env.reset(seed=number)
            self._episode, self._steps = episode, 0
        for action in actions[self._steps :]:
            self.env.step(action)
        self._steps = len(actions)
        return self.env


def scripted(options: dict[str, Any], where: str) -> dict[str, Any]:
    """The options with people who react to nothing.

    Raises:
        ConfigurationError: They ask for another disclosure.
    """
    if options.get("disclosure", "scripted") != "scripted":
        raise ConfigurationError(
            f"fixed=True and disclosure={options['disclosure']!r} contradict each other",
            where=where,
            remedy="leave out disclosure: people of fixed lives react to nothing",
        )
    return {**options, "disclosure": "scripted"}


def reactive_life(what: str) -> ConfigurationError:
    """The error for a life that is not fixed."""
    return ConfigurationError(
        f"the life is not fixed: {what}",
        where="fixed=True",
        expected="options under which people react to nothing but the last reply",
        remedy="use feedback without a delay, and max_episode_steps of gymnasium.make in place of a limit of steps; "
        "or leave out fixed",
    )
