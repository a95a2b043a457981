"""Vectors in which a failed environment does not stop the others: `gymnasium.make_vec("regulars:Life-v0", 8)`.

Gymnasium's own vectors raise the first error of an environment, and the death of a worker process ends them. Here the
episode that failed is truncated, and the next reset starts another one.
"""

from __future__ import annotations

import warnings
from collections.abc import Mapping
from copy import deepcopy
from functools import partial
from typing import Any, NamedTuple

import gymnasium
import numpy as np
from gymnasium.vector import AutoresetMode, VectorEnv
from gymnasium.vector.utils import batch_space, concatenate, create_empty_array, iterate
from numpy.typing import NDArray

from regulars.envs.banks.writer import WriterEnv
from regulars.envs.options import check_flags, check_names
from regulars.envs.views.env_groups import Call, EnvGroup, FailedStep, MakeEnv, Stepped, WorkerGroup, packed
from regulars.envs.views.vector_arguments import (
    VECTOR_OPTIONS,
    Seeds,
    check_call,
    check_count,
    check_open,
    check_under_way,
    read_mode,
    read_reset_mask,
    read_seeds,
    read_timeout,
    read_values,
)
from regulars.errors import ActionError, InfrastructureError

_Flags = NDArray[np.bool_]
_OWN = ("workers", "autoreset_mode", "timeout", "copy")
"""The options of a vector; others are those of its environments."""


class _Place(NamedTuple):
    """Where an environment is: the number of its group, and its number in the group."""

    group: int
    number: int


class LifeVectorEnv(VectorEnv[Any, Any, Any]):
    """Environments that step together, in this process or in worker processes.

    Args:
        make: Makes one environment.
        num_envs: The number of environments, from 1.
        workers: The number of worker processes, which share the environments evenly; 0 for none.
        autoreset_mode: What follows the end of an episode: `NextStep`, `SameStep` or `Disabled`, as in Gymnasium.
        timeout: How many seconds a worker may take for one step or reset of its environments before it counts as dead;
            None for no limit.
        copy: Whether `reset` and `step` return new arrays. Otherwise the next call overwrites them.

    Observations and infos are those of Gymnasium's vectors. **Failures**: if an environment raises an error in a step,
    or its worker dies or hangs, its episode is truncated with its last observation and reward 0. Its info has `valid`
    0, `ending` (the number of an error's `Ending`) and `error`, the error's class and message; a warning says the same.
    Under `SameStep` these stand in `final_info`. The others go on. The next reset starts another episode. An error in a
    reset is raised, also in one that follows the end of an episode; call `reset` then. A worker that died, or
    that was interrupted (Ctrl-C), is restarted. If you give no seed, its environments then use their last seed plus
    `num_envs`.

    Raises:
        ConfigurationError: An argument or an option of the environment is invalid.

    Example:
        >>> import gymnasium
        >>> envs = gymnasium.make_vec("regulars:Life-v0", num_envs=2, sessions=1)
        >>> observations, infos = envs.reset(seed=7)
        >>> *_, truncated, infos = envs.step(["I see.", "I see."])
        >>> truncated.tolist(), infos["valid"].tolist()
        ([False, False], [1.0, 1.0])
    """

    def __init__(
        self,
        make: MakeEnv,
        num_envs: int,
        *,
        workers: int = 0,
        autoreset_mode: AutoresetMode | str = AutoresetMode.NEXT_STEP,
        timeout: float | None = None,
        copy: bool = True,
    ) -> None:
        self._groups: list[EnvGroup | WorkerGroup] = []  # first, as Gymnasium also closes what could not be made
        check_count("num_envs", num_envs, 1)
        check_count("workers", workers, 0)
        self.num_envs = num_envs
        self.autoreset_mode = read_mode(autoreset_mode)
        check_flags("make_vec", copy=copy)
        self._copy = bool(copy)
        limit = read_timeout(timeout)
        first = make()
        self.metadata = {**first.metadata, "autoreset_mode": self.autoreset_mode}
        self.render_mode = first.render_mode
        self.single_observation_space, self.single_action_space = first.observation_space, first.action_space
        self.observation_space = batch_space(first.observation_space, num_envs)
        self.action_space = batch_space(first.action_space, num_envs)
        first.close()
        shares = [len(share) for share in np.array_split(range(num_envs), min(max(workers, 1), num_envs))]
        self._places = [_Place(group, number) for group, share in enumerate(shares) for number in range(share)]
        self._groups = [WorkerGroup(make, share, limit) if workers else EnvGroup(make, share) for share in shares]
        self._batch: Any = create_empty_array(first.observation_space, n=num_envs)
        self._observations: list[Any] = [None] * num_envs
        self._begun = False
        self._ended: _Flags = np.zeros(num_envs, dtype=np.bool_)
        self._seeds: list[int | None] = [None] * num_envs
        self._restarted: set[int] = set()

    # ------------------------------------------------------------------ Gymnasium

    def reset(self, *, seed: Seeds = None, options: dict[str, Any] | None = None) -> tuple[Any, dict[str, Any]]:
        """Starts an episode in each environment.

        Args:
            seed: The seed of the first environment, and the next has the next one; or one for each; None for none.
            options: Those of the environments. `reset_mask`, shape (num_envs,), resets some of them only.

        Raises:
            ConfigurationError: The number of seeds is wrong, or a seed or the mask is invalid.
            OrderError: The vector is closed.
            InfrastructureError: A worker died twice in this reset.
        """
        check_open(self.closed, "reset")
        seeds, options = read_seeds(seed, self.num_envs), dict(options or {})
        chosen = read_reset_mask(options.pop("reset_mask", None), self.num_envs, begun=self._begun)
        infos: dict[str, Any] = {}
        for number, info in self._reset({number: seeds[number] for number in chosen}, options).items():
            infos = self._add_info(infos, info, number)
        self._begun = True
        return self._seen(), infos

    def step(self, actions: Any) -> tuple[Any, NDArray[np.float64], _Flags, _Flags, dict[str, Any]]:
        """Takes one action for each environment. Under `NextStep`, an environment that has ended is reset instead.

        Args:
            actions: A batch of the action space, or a list or tuple with one action for each environment.

        Raises:
            ActionError: There is another number of actions, or one cannot be sent to its worker. No environment has
                changed.
            OrderError: There was no reset, the vector is closed, or under `Disabled` an environment has ended.
            Exception: What an environment raised in a reset.
        """
        given = self._read_actions(actions)
        going = [number for number in range(self.num_envs) if not self._ended[number]]
        resets = dict.fromkeys(np.flatnonzero(self._ended).tolist())
        rewards = np.zeros(self.num_envs, dtype=np.float64)
        terminated, truncated = np.zeros(self.num_envs, dtype=np.bool_), np.zeros(self.num_envs, dtype=np.bool_)
        found = self._step({number: given[number] for number in going})
        infos: dict[int, dict[str, Any]] = self._reset(resets, {}) if resets else {}
        for number, one in found.items():
            self._observations[number] = one.observation
            rewards[number], terminated[number], truncated[number] = one.reward, one.terminated, one.truncated
            infos[number] = one.info
        ended = terminated | truncated
        if self.autoreset_mode is AutoresetMode.SAME_STEP and ended.any():
            over = np.flatnonzero(ended).tolist()
            finals = {n: {"final_obs": self._observations[n], "final_info": infos[n]} for n in over}
            infos.update({n: {**finals[n], **info} for n, info in self._reset(dict.fromkeys(over), {}).items()})
        else:
            self._ended = ended
        merged: dict[str, Any] = {}
        for number in range(self.num_envs):
            merged = self._add_info(merged, infos[number], number)
        return self._seen(), rewards, terminated, truncated, merged

    def call(self, name: str, *args: Any, **kwargs: Any) -> tuple[Any, ...]:
        """Calls a method of each environment, or reads an attribute, by its name.

        Raises:
            ConfigurationError: The vector has the method itself: `reset`, `step`, `close` or `set_attr`.
            OrderError: The vector is closed.
        """
        check_open(self.closed, f"call {name!r}")
        check_call(name)
        return self._ask(dict.fromkeys(range(self.num_envs), (name, args, kwargs)))

    def get_attr(self, name: str) -> tuple[Any, ...]:
        """An attribute of each environment."""
        return self.call(name)

    def set_attr(self, name: str, values: Any) -> None:
        """Sets an attribute: one value for all environments, or a list or tuple with one for each."""
        check_open(self.closed, "set_attr")
        each = read_values(name, values, self.num_envs)
        self._ask({number: ("set_attr", (name, value), {}) for number, value in enumerate(each)})

    def action_masks(self) -> NDArray[np.bool_]:
        """Which actions are possible in numeric environments, as MaskablePPO of sb3-contrib asks for it."""
        return np.stack(self.call("action_masks"))

    def render(self) -> tuple[Any, ...] | None:
        """What each environment shows of its running session."""
        return self.call("render")

    def close_extras(self, **_: Any) -> None:
        """Closes the environments and ends the workers."""
        for group in self._groups:
            group.close()

    # ------------------------------------------------------------------ groups

    def _run(self, asked: dict[int, Call]) -> dict[int, Any]:
        """The results of one command for each environment that is asked; a `FailedStep` where a worker died."""
        by_group: dict[int, list[int]] = {}
        for number in asked:
            by_group.setdefault(self._places[number].group, []).append(number)
        commands = {
            place: [(self._places[number].number, *asked[number]) for number in numbers]
            for place, numbers in by_group.items()
        }
        workers = {place: group for place, group in enumerate(self._groups) if isinstance(group, WorkerGroup)}
        messages = {place: packed(commands[place]) for place in commands if place in workers}  # all, before one is sent
        for place, message in messages.items():
            workers[place].send(message)
        results: dict[int, Any] = {}
        errors: list[Exception] = []
        for place, numbers in by_group.items():
            group = self._groups[place]
            try:
                found = group.receive() if isinstance(group, WorkerGroup) else group.run(commands[place])
            except Exception as error:  # raised when all workers have answered
                errors.append(error)
                continue
            if found is None:
                found = [self._died(place)] * len(numbers)
            results.update(zip(numbers, found, strict=True))
        if errors:
            raise errors[0]
        return results

    def _died(self, group: int) -> FailedStep:
        """Notes that a worker died, or was ended after an interrupt."""
        self._restarted |= {number for number, place in enumerate(self._places) if place.group == group}
        worker = self._groups[group]
        end = worker.end if isinstance(worker, WorkerGroup) else "died"
        return FailedStep(f"InfrastructureError: worker {group} {end}")

    def _ask(self, asked: dict[int, Call]) -> tuple[Any, ...]:
        """The results of a command that has to succeed."""
        results = self._run(asked)
        for one in results.values():
            if isinstance(one, FailedStep):
                raise InfrastructureError(one.error, where="a vector", remedy="call envs.reset()")
        return tuple(results[number] for number in sorted(results))

    def _reset(self, seeds: dict[int, int | None], options: dict[str, Any]) -> dict[int, dict[str, Any]]:
        """Resets environments. Returns their infos. A worker that dies meanwhile gets a second attempt."""
        left, infos = dict(seeds), {}
        for attempt in range(2):
            given = {number: {"seed": self._seed(number, seed), "options": options} for number, seed in left.items()}
            results = self._run({number: ("reset", (), named) for number, named in given.items()})
            for number, one in results.items():
                if isinstance(one, FailedStep):
                    if attempt:
                        raise InfrastructureError(
                            f"{one.error}, twice in a reset", where="reset", remedy="use fewer workers, or more memory"
                        )
                    continue
                self._observations[number], infos[number] = one
                self._ended[number] = False
                self._restarted.discard(number)
                del left[number]
            if not left:
                break
        return infos

    def _seed(self, number: int, given: int | None) -> int | None:
        """The seed of a reset: the caller's, or a new one after the death of a worker."""
        last = self._seeds[number]
        if given is None and number in self._restarted and last is not None:
            given = last + self.num_envs
        if given is not None:
            self._seeds[number] = given
        return given

    def _step(self, actions: dict[int, Any]) -> dict[int, Stepped]:
        """Steps environments. A failure becomes the truncation of its episode."""
        lost = self._restarted & actions.keys()  # their worker died while another of its environments was reset
        results = self._run(
            {number: ("step", (action,), {}) for number, action in actions.items() if number not in lost}
        )
        results.update(dict.fromkeys(lost, FailedStep("InfrastructureError: the worker died")))
        for number, one in results.items():
            if isinstance(one, FailedStep):
                results[number] = self._truncated(number, one)
        return results

    def _truncated(self, number: int, failure: FailedStep) -> Stepped:
        warnings.warn(f"environment {number} failed, and its episode is truncated: {failure.error}", stacklevel=4)
        info = {"valid": 0.0, "ending": float(failure.ending.number), "error": failure.error}
        return Stepped(self._observations[number], 0.0, False, True, info)

    def _seen(self) -> Any:
        """The observations of all environments as one batch."""
        self._batch = concatenate(self.single_observation_space, self._observations, self._batch)
        return deepcopy(self._batch) if self._copy else self._batch

    # ------------------------------------------------------------------ arguments

    def _read_actions(self, actions: Any) -> list[Any]:
        """One action for each environment."""
        check_open(self.closed, "step")
        check_under_way(self._begun, self.autoreset_mode, self._ended.tolist())
        try:
            given = list(actions if isinstance(actions, (list, tuple)) else iterate(self.action_space, actions))
        except (TypeError, ValueError, KeyError, IndexError) as error:
            raise self._wrong(f"actions of type {type(actions).__name__}") from error
        if len(given) != self.num_envs:
            raise self._wrong(f"{len(given)} actions")
        return given

    def _wrong(self, what: str) -> ActionError:
        return ActionError(what, where="step", expected=f"one action for each of {self.num_envs} environments")


def vector_of(id: str, num_envs: int, options: Mapping[str, Any]) -> LifeVectorEnv:
    """A vector of the environment with an id.

    Args:
        id: The id of `gymnasium.make`.
        num_envs: The number of environments.
        options: Those of the environment, and `workers`, `autoreset_mode`, `timeout` and `copy`.
    """
    own = {name: options[name] for name in _OWN if name in options}
    others = {name: value for name, value in options.items() if name not in _OWN}
    return LifeVectorEnv(partial(gymnasium.make, id, **others), num_envs, **own)


def life_vector(num_envs: int, **options: Any) -> LifeVectorEnv:
    """A vector of `regulars:Life-v0`; the options are those of the environment and of `LifeVectorEnv`."""
    check_names(options, "regulars:Life-v0", also=VECTOR_OPTIONS)
    return vector_of("regulars:Life-v0", num_envs, options)


def writer_vector(num_envs: int, **options: Any) -> LifeVectorEnv:
    """A vector of `regulars:Writer-v0`; the options are those of the environment and of `LifeVectorEnv`."""
    check_names(options, "regulars:Writer-v0", [WriterEnv], VECTOR_OPTIONS)
    return vector_of("regulars:Writer-v0", num_envs, options)
