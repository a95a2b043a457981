"""Vectors of numeric environments in one process: `gymnasium.make_vec("regulars:Choice-v0", num_envs=256)`.

Gymnasium's `SyncVectorEnv` merges infos key by key for each environment. This vector merges them once for each key, and
writes observations into the rows of its arrays. A failed environment does not stop the others. The steps themselves
take nearly all of the time, so both vectors are about as fast.
"""

from __future__ import annotations

import warnings
from collections.abc import Callable, Mapping, Sequence
from copy import deepcopy
from typing import Any, Protocol

import numpy as np
from gymnasium.vector import AutoresetMode, VectorEnv
from gymnasium.vector.utils import batch_space, create_empty_array
from numpy.typing import NDArray

from regulars.envs.life.outcomes import Ending
from regulars.envs.numeric.style import StyleEnv
from regulars.envs.options import check_flags, check_names
from regulars.envs.seats.names import ASSISTANT_SEAT
from regulars.envs.views.vector import LifeVectorEnv, vector_of
from regulars.envs.views.vector_arguments import (
    VECTOR_OPTIONS,
    Seeds,
    check_call,
    check_count,
    check_open,
    check_under_way,
    read_limit,
    read_mode,
    read_reset_mask,
    read_seeds,
    read_timeout,
    read_values,
)
from regulars.errors import ActionError

_Flags = NDArray[np.bool_]
_FINAL = ("final_obs", "final_info")


class NumericEnv(Protocol):
    """What a vector asks of its environments: Gymnasium's interface, and the life underneath."""

    metadata: dict[str, Any]
    render_mode: str | None
    observation_space: Any
    action_space: Any

    @property
    def aec(self) -> Any:
        """The AEC environment with the life."""

    def reset(self, *, seed: int | None = None, options: dict[str, Any] | None = None) -> tuple[Any, dict[str, Any]]:
        """Starts an episode."""

    def step(self, action: Any) -> tuple[Any, float, bool, bool, dict[str, Any]]:
        """Takes an action."""

    def render(self) -> Any:
        """Shows the running session."""

    def close(self) -> None:
        """Closes the environment."""


class NumericVectorEnv(VectorEnv[Any, Any, Any]):
    """Numeric environments that step one after the other in one process.

    Args:
        make: Makes one environment.
        num_envs: The number of environments, at least 1.
        autoreset_mode: What follows the end of an episode: `NextStep`, `SameStep` or `Disabled`, as in Gymnasium.
        copy: Whether `reset` and `step` return new arrays. Otherwise the next call overwrites them.
        max_episode_steps: After so many steps an episode is truncated, as by `gymnasium.make`; None for no limit.

    Observations and infos are those of Gymnasium's `SyncVectorEnv`. If an action is invalid, or an environment raises
    an error in a step, its episode is truncated as in `regulars.envs.views.vector.LifeVectorEnv`, and the others go on.
    An error in a reset is raised.

    Attributes:
        envs: The environments.
        autoreset_mode: What follows the end of an episode.

    Raises:
        ConfigurationError: An argument is invalid.

    Example:
        >>> import gymnasium
        >>> envs = gymnasium.make_vec("regulars:Choice-v0", num_envs=3, sessions=2, pool=3)
        >>> observations, infos = envs.reset(seed=7)
        >>> observations["action_mask"].shape, infos["session"].tolist()
        ((3, 8), [1.0, 1.0, 1.0])
    """

    def __init__(
        self,
        make: Callable[[], NumericEnv],
        num_envs: int,
        *,
        autoreset_mode: AutoresetMode | str = AutoresetMode.NEXT_STEP,
        copy: bool = True,
        max_episode_steps: int | None = None,
    ) -> None:
        self.envs: list[NumericEnv] = []  # first, as Gymnasium also closes what could not be made
        check_count("num_envs", num_envs, 1)
        self.envs = [make() for _ in range(num_envs)]
        self.num_envs = num_envs
        self.autoreset_mode = read_mode(autoreset_mode)
        check_flags("make_vec", copy=copy)
        self._copy = bool(copy)
        self._limit = read_limit(max_episode_steps)
        first = self.envs[0]
        self.metadata = {**first.metadata, "autoreset_mode": self.autoreset_mode}
        self.render_mode = first.render_mode
        self.single_observation_space = first.observation_space
        self.single_action_space = first.action_space
        self.observation_space = batch_space(first.observation_space, num_envs)
        self.action_space = batch_space(first.action_space, num_envs)
        self._observations: Any = create_empty_array(first.observation_space, n=num_envs)
        self._infos: list[dict[str, Any]] = []
        self._ended: _Flags = np.zeros(num_envs, dtype=np.bool_)
        self._steps: NDArray[np.int64] = np.zeros(num_envs, dtype=np.int64)

    # ------------------------------------------------------------------ Gymnasium

    def reset(self, *, seed: Seeds = None, options: dict[str, Any] | None = None) -> tuple[Any, dict[str, Any]]:
        """Starts an episode in each environment.

        Args:
            seed: The seed of the first environment, and the next has the next one; or one for each; None for none.
            options: Those of the environments. `reset_mask`, shape (num_envs,), resets some of them only.

        Raises:
            ConfigurationError: The number of seeds is wrong, or a seed or the mask is invalid.
            OrderError: The vector is closed.
        """
        check_open(self.closed, "reset")
        seeds = read_seeds(seed, self.num_envs)
        options = dict(options or {})
        chosen = read_reset_mask(options.pop("reset_mask", None), self.num_envs, begun=bool(self._infos))
        infos: list[dict[str, Any]] = self._infos or [{} for _ in self.envs]
        for number in chosen:
            observation, infos[number] = self.envs[number].reset(seed=seeds[number], options=options)
            self._put(number, observation)
        self._infos = infos
        self._ended[chosen] = False
        self._steps[chosen] = 0
        if len(chosen) == self.num_envs:
            return self._seen(), self._merged(infos)
        merged: dict[str, Any] = {}
        for number in chosen:
            merged = self._add_info(merged, infos[number], number)
        return self._seen(), merged

    def step(self, actions: Any) -> tuple[Any, NDArray[np.float64], _Flags, _Flags, dict[str, Any]]:
        """Takes one action for each environment. Under `NextStep`, an environment that has ended is reset instead.

        Raises:
            ActionError: There is another number of actions. No environment has changed.
            OrderError: There was no reset, the vector is closed, or under `Disabled` an environment has ended.
            Exception: What an environment raised in a reset.
        """
        self._check(actions)
        late = self._count_step()
        rewards = np.zeros(self.num_envs, dtype=np.float64)
        terminated, truncated = np.zeros(self.num_envs, dtype=np.bool_), np.zeros(self.num_envs, dtype=np.bool_)
        finals: dict[str, Any] = {}
        infos: list[dict[str, Any]] = []
        for number, env in enumerate(self.envs):
            if self._ended[number]:
                observation, info = env.reset()
            else:
                observation, rewards[number], over, cut, info = self._stepped(number, env, actions[number])
                cut = cut or late[number]
                terminated[number], truncated[number] = over, cut
                if (over or cut) and self.autoreset_mode is AutoresetMode.SAME_STEP:
                    finals = self._add_info(finals, dict(zip(_FINAL, (observation, info), strict=True)), number)
                    observation, info = env.reset()
                elif "error" in info:
                    finals = self._add_info(finals, {"error": info.pop("error")}, number)
            self._put(number, observation)
            infos.append(info)
        self._infos = infos
        self._note_ends(terminated | truncated)
        return self._seen(), rewards, terminated, truncated, {**self._merged(infos), **finals}

    def render(self) -> tuple[Any, ...] | None:
        """What each environment shows of its running session."""
        return self.call("render")

    def close_extras(self, **_: Any) -> None:
        """Closes the environments."""
        for env in self.envs:
            env.close()

    def call(self, name: str, *args: Any, **kwargs: Any) -> tuple[Any, ...]:
        """Calls a method of each environment, or reads an attribute, by its name.

        Raises:
            ConfigurationError: The vector has the method itself: `reset`, `step`, `close` or `set_attr`.
            OrderError: The vector is closed.
        """
        check_open(self.closed, f"call {name!r}")
        check_call(name)
        found = [getattr(env, name) for env in self.envs]
        return tuple(one(*args, **kwargs) if callable(one) else one for one in found)

    def get_attr(self, name: str) -> tuple[Any, ...]:
        """An attribute of each environment."""
        return self.call(name)

    def set_attr(self, name: str, values: Any) -> None:
        """Sets an attribute: one value for all environments, or a list or tuple with one for each."""
        check_open(self.closed, "set_attr")
        for env, value in zip(self.envs, read_values(name, values, self.num_envs), strict=True):
            setattr(env, name, value)

    def action_masks(self) -> NDArray[np.bool_]:
        """Which actions are possible, as MaskablePPO of sb3-contrib asks for it: the masks of all environments."""
        return np.stack(self.call("action_masks"))

    # ------------------------------------------------------------------ stepping

    def _check(self, actions: Any) -> None:
        check_open(self.closed, "step")
        check_under_way(bool(self._infos), self.autoreset_mode, self._ended.tolist())
        is_batch = isinstance(actions, (list, tuple)) or (isinstance(actions, np.ndarray) and actions.ndim > 0)
        if not is_batch or len(actions) != self.num_envs:
            raise ActionError(
                f"actions of type {type(actions).__name__} for {len(actions) if is_batch else 'no'} environments",
                where="step",
                expected=f"one action for each of {self.num_envs} environments",
            )

    def _count_step(self) -> list[bool]:
        """Counts a step of each episode under way. Returns which of them reach `max_episode_steps`."""
        self._steps = np.where(self._ended, 0, self._steps + 1)
        late: list[bool] = (self._steps >= self._limit).tolist()
        return late

    def _note_ends(self, ended: _Flags) -> None:
        """Notes which episodes ended in a step."""
        self._steps[ended] = 0
        if self.autoreset_mode is not AutoresetMode.SAME_STEP:
            self._ended = ended

    def _stepped(self, number: int, env: NumericEnv, action: Any) -> tuple[Any, float, bool, bool, dict[str, Any]]:
        """The step of one environment; the truncation of its episode if it raises an error."""
        try:
            return env.step(action)
        except Exception as error:  # a user's embedder or scenario may raise anything
            what = f"{type(error).__name__}: {error}"
            warnings.warn(f"environment {number} failed, and its episode is truncated: {what}", stacklevel=3)
            bad = isinstance(error, ActionError)
            env.aec.abort(Ending.ASSISTANT_ERROR if bad else Ending.INFRASTRUCTURE_ERROR)
            info = {**self._infos[number], **env.aec.info(ASSISTANT_SEAT), "error": what}
            return self._row(number), 0.0, False, True, info

    # ------------------------------------------------------------------ arrays

    def _put(self, number: int, observation: Any) -> None:
        rows = self._observations
        if isinstance(rows, dict):
            for key, value in observation.items():
                rows[key][number] = value
        else:
            rows[number] = observation

    def _row(self, number: int) -> Any:
        """The last observation of an environment."""
        rows = self._observations
        return {key: rows[key][number].copy() for key in rows} if isinstance(rows, dict) else rows[number].copy()

    def _seen(self) -> Any:
        return deepcopy(self._observations) if self._copy else self._observations

    def _merged(self, infos: Sequence[Mapping[str, Any]]) -> dict[str, Any]:
        """The infos of all environments as Gymnasium merges them: an array and a mask for each key."""
        merged: dict[str, Any] = {}
        if any(info.keys() != infos[0].keys() for info in infos):  # after `set_attr` of `texts`
            for number, info in enumerate(infos):
                merged = self._add_info(merged, dict(info), number)
            return merged
        for key, value in infos[0].items():
            column = [info[key] for info in infos]
            if isinstance(value, np.ndarray):
                array = np.stack(column)
            elif isinstance(value, float):
                array = np.array(column, dtype=np.float64)
            else:
                array = np.empty(self.num_envs, dtype=object)
                array[:] = column
            merged[key], merged[f"_{key}"] = array, np.ones(self.num_envs, dtype=np.bool_)
        return merged


def style_vector(num_envs: int, **options: Any) -> NumericVectorEnv | LifeVectorEnv:
    """A vector of `regulars:Style-v0`, in worker processes with `workers=N`.

    The other options are those of the environment and of `NumericVectorEnv`.
    """
    check_names(options, "regulars:Style-v0", [StyleEnv], VECTOR_OPTIONS)
    return numeric_vector("Style", StyleEnv, num_envs, options)


def numeric_vector(
    name: str,
    make: Callable[..., NumericEnv],
    num_envs: int,
    options: dict[str, Any],
    vector: type[NumericVectorEnv] = NumericVectorEnv,
) -> NumericVectorEnv | LifeVectorEnv:
    """A vector of a numeric environment, in worker processes with `workers=N`.

    Args:
        name: The id, without the package and the version.
        make: Makes one environment.
        num_envs: The number of environments.
        options: Those of the environment and of the vector.
        vector: The class of a vector without workers.
    """
    if options.get("workers", 0) != 0:
        return vector_of(f"regulars:{name}-v0", num_envs, options)
    own = {key: options[key] for key in ("autoreset_mode", "copy", "max_episode_steps") if key in options}
    read_timeout(options.get("timeout"))
    without = ("workers", "timeout", "disable_env_checker")
    others = {key: value for key, value in options.items() if key not in (*own, *without)}
    return vector(lambda: make(**others), num_envs, **own)
