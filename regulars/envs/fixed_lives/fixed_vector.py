"""Vectors of `regulars:Choice-v0` with fixed lives: a step copies one row for each environment."""

from __future__ import annotations

import warnings
from collections.abc import Callable
from typing import Any

import numpy as np
from gymnasium.vector import AutoresetMode
from numpy.typing import NDArray

from regulars.envs.fixed_lives.fixed_choice import FixedChoiceEnv, texts_of
from regulars.envs.life.outcomes import Ending
from regulars.envs.numeric.actions import read_choice
from regulars.envs.numeric.situation import SITUATION
from regulars.envs.numeric.vector import NumericVectorEnv
from regulars.envs.views.vector_arguments import Seeds
from regulars.errors import ActionError

_OWN = len(SITUATION)


class FixedChoiceVectorEnv(NumericVectorEnv):
    """Fixed lives that step together in one process.

    Arguments, results and errors are those of `NumericVectorEnv`. An invalid action truncates its own episode.

    Example:
        >>> import gymnasium
        >>> envs = gymnasium.make_vec("regulars:Choice-v0", num_envs=3, sessions=2, pool=3, fixed=True)
        >>> observations, infos = envs.reset(seed=7)
        >>> observations["features"].shape[0], infos["session"].tolist()
        (3, [1.0, 1.0, 1.0])
    """

    envs: list[FixedChoiceEnv]  # type: ignore[assignment]  # of the environments of its base only these

    def __init__(
        self,
        make: Callable[[], Any],
        num_envs: int,
        *,
        autoreset_mode: AutoresetMode | str = AutoresetMode.NEXT_STEP,
        copy: bool = True,
        max_episode_steps: int | None = None,
    ) -> None:
        super().__init__(make, num_envs, autoreset_mode=autoreset_mode, copy=copy, max_episode_steps=max_episode_steps)
        rows = self._observations
        self._features: NDArray[np.float32] = rows["features"] if isinstance(rows, dict) else rows
        self._masks = rows["action_mask"] if isinstance(rows, dict) else np.zeros((num_envs, self.envs[0].k), np.int8)
        self._numbers: NDArray[np.float64] = np.zeros((num_envs, 0))
        self._keys: tuple[str, ...] = ()

    def reset(self, *, seed: Seeds = None, options: dict[str, Any] | None = None) -> tuple[Any, dict[str, Any]]:
        """Starts an episode in each environment. See `NumericVectorEnv.reset`."""
        result = super().reset(seed=seed, options=options)
        self._keys = self._cursor(0).life.keys
        self._numbers = np.zeros((self.num_envs, len(self._keys)))
        for number in range(self.num_envs):
            self._look(number)
        return result

    def step(
        self, actions: Any
    ) -> tuple[Any, NDArray[np.float64], NDArray[np.bool_], NDArray[np.bool_], dict[str, Any]]:
        """Takes one action for each environment. Under `NextStep`, an environment that has ended is reset instead.

        Raises:
            ActionError: There is another number of actions. No environment has changed.
            OrderError: There was no reset, the vector is closed, or under `Disabled` an environment has ended.
        """
        self._check(actions)
        late = self._count_step()
        terminated, truncated = np.zeros(self.num_envs, dtype=np.bool_), np.zeros(self.num_envs, dtype=np.bool_)
        rewards = np.zeros(self.num_envs, dtype=np.float64)
        finals: dict[str, Any] = {}
        chosen = actions.tolist() if isinstance(actions, np.ndarray) else actions
        waiting = self._ended.tolist()
        for number, env in enumerate(self.envs):
            if waiting[number]:
                env.reset()
                self._look(number)
                continue
            cursor = env.cursor
            assert cursor is not None
            action = chosen[number]
            try:
                if type(action) is not int or not 0 <= action < env.k or not self._masks[number, action]:
                    action = read_choice(action, cursor.mask)
            except ActionError as error:
                finals = self._failed(number, error, truncated, finals)
                continue
            rewards[number] = cursor.step(action)
            self._look(number)
            over = cursor.over
            if over or late[number]:
                terminated[number] = over and cursor.life.terminates
                truncated[number] = late[number] or not cursor.life.terminates
                if self.autoreset_mode is AutoresetMode.SAME_STEP:
                    finals = self._renewed(number, finals)
        self._note_ends(terminated | truncated)
        return self._seen(), rewards, terminated, truncated, {**self._columns(), **finals}

    # ------------------------------------------------------------------ rows

    def _cursor(self, number: int) -> Any:
        return self.envs[number].cursor

    def _look(self, number: int) -> None:
        """Copies what an environment sees into its row."""
        cursor = self.envs[number].cursor
        assert cursor is not None
        life, at, chosen = cursor.life, cursor.at, cursor.chosen
        row = self._features[number]
        row[:] = life.features[at]
        row[:_OWN] = life.situations[at, chosen]
        self._masks[number] = life.masks[at]
        self._numbers[number] = life.infos[at, chosen]

    def _failed(
        self, number: int, error: ActionError, truncated: NDArray[np.bool_], finals: dict[str, Any]
    ) -> dict[str, Any]:
        """Truncates the episode of an invalid action. Returns what the infos say besides."""
        what = f"{type(error).__name__}: {error}"
        warnings.warn(f"environment {number} failed, and its episode is truncated: {what}", stacklevel=3)
        truncated[number] = True
        said = {"valid": 0.0, "ending": float(Ending.ASSISTANT_ERROR.number)}
        for key in self._keys:
            if key in said or key not in ("session", "turn"):
                self._numbers[number, self._keys.index(key)] = said.get(key, 0.0)
        if self.autoreset_mode is AutoresetMode.SAME_STEP:
            return self._renewed(number, finals, error=what)
        return self._add_info(finals, {"error": what}, number)

    def _renewed(self, number: int, finals: dict[str, Any], **more: Any) -> dict[str, Any]:
        """Resets an environment in the same step. Returns the infos with what was seen last."""
        env = self.envs[number]
        info = dict(zip(self._keys, self._numbers[number].tolist(), strict=True))
        info["action_mask"] = self._masks[number].copy()
        if env.texts:
            info.update(texts_of(self._cursor(number).life, self._cursor(number).at))
        last = {"final_obs": self._row(number), "final_info": {**info, **more}}
        env.reset()
        self._look(number)
        return self._add_info(finals, last, number)

    def _columns(self) -> dict[str, Any]:
        """The infos of all environments as Gymnasium merges them: an array and a mask for each key."""
        numbers = self._numbers.T.copy()
        columns: dict[str, Any] = dict(zip(self._keys, numbers, strict=True))
        columns["action_mask"] = self._masks.copy()
        present = dict(zip(columns, np.ones((len(columns), self.num_envs), dtype=np.bool_), strict=True))
        wanted = np.array([env.texts for env in self.envs])
        for number in np.flatnonzero(wanted).tolist():
            cursor = self._cursor(number)
            for key, words in texts_of(cursor.life, cursor.at).items():
                if key not in columns:
                    columns[key], present[key] = np.full(self.num_envs, None, dtype=object), wanted.copy()
                columns[key][number] = words
        return columns | {f"_{key}": row for key, row in present.items()}
