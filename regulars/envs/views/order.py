"""Checks the order of calls, like PettingZoo's `OrderEnforcingWrapper`.

It raises this package's errors, and adds little time to a step.
"""

from __future__ import annotations

import warnings
from collections.abc import Iterator
from typing import Any

from gymnasium import spaces
from pettingzoo import AECEnv
from pettingzoo.utils.wrappers import BaseWrapper

from regulars.errors import OrderError

_AFTER_RESET = frozenset(
    {"rewards", "terminations", "truncations", "infos", "agent_selection", "agents", "_cumulative_rewards"}
)


class OrderEnforcing(BaseWrapper[str, "dict[str, Any]", Any]):
    """Raises an error for calls before `reset`, and warns about a step after the end."""

    def __init__(self, env: AECEnv[str, dict[str, Any], Any]) -> None:
        self.env = env
        self._has_reset = False
        self._stepped = False

    def __getattr__(self, name: str) -> Any:
        if name in ("env", "_has_reset", "_stepped"):  # unpickling asks before they exist
            raise AttributeError(name)
        if name in _AFTER_RESET and not self._has_reset:
            raise AttributeError(f"{name} cannot be accessed before reset")
        if name.startswith("_") and name not in ("_cumulative_rewards",):
            raise AttributeError(f"accessing private attribute {name!r} is prohibited")
        return getattr(self.env, name)

    def reset(self, seed: int | None = None, options: dict[str, Any] | None = None) -> None:
        """Starts an episode."""
        self.env.reset(seed=seed, options=options)
        self._has_reset = self._stepped = True

    def step(self, action: Any) -> None:
        """Takes the action of the selected seat."""
        if not self._has_reset:
            raise _too_early("step")
        if not self.env.agents:
            warnings.warn("step() after the end does nothing: call env.reset()", stacklevel=2)
            return
        self.env.step(action)
        self._stepped = True

    def set_state(self, state: bytes) -> None:
        """Restores a state from `get_state`; the episode continues from there."""
        inner: Any = self.env
        inner.set_state(state)
        self._has_reset = self._stepped = True

    def last(self, observe: bool = True) -> tuple[dict[str, Any] | None, float, bool, bool, dict[str, Any]]:
        """The selected seat's observation, reward since its last turn, terminated, truncated and info."""
        if not self._has_reset:
            raise _too_early("last")
        return self.env.last(observe)

    def observe(self, agent: str) -> dict[str, Any] | None:
        """The observation of a seat."""
        if not self._has_reset:
            raise _too_early("observe")
        return self.env.observe(agent)

    def render(self) -> Any:
        """Shows the running session in the render mode."""
        if not self._has_reset:
            raise _too_early("render")
        return self.env.render()

    def agent_iter(self, max_iter: int = 2**63) -> Iterator[str]:  # type: ignore[override]  # a generator is enough
        """Yields the selected seat until all seats have ended. Call `step` once for each."""
        if not self._has_reset:
            raise _too_early("agent_iter")
        self._stepped = True  # a loop that was left before its step may start again
        return self._iterate(max_iter)

    def _iterate(self, max_iter: int) -> Iterator[str]:
        env = self.env
        for _ in range(max_iter) if max_iter < 2**62 else iter(int, 1):
            if not env.agents:
                return
            if not self._stepped:
                raise OrderError(
                    "the loop over agent_iter() continued without a step",
                    where="agent_iter",
                    remedy="call env.step(...) once in each round of the loop",
                )
            self._stepped = False
            yield env.agent_selection

    def observation_space(self, agent: str) -> spaces.Space[Any]:
        """The observation space of a seat."""
        return self.env.observation_space(agent)

    def action_space(self, agent: str) -> spaces.Space[Any]:
        """The action space of a seat."""
        return self.env.action_space(agent)

    def __str__(self) -> str:
        return str(self.env)


def _too_early(call: str) -> OrderError:
    return OrderError(f"{call}() before reset", where="regulars.life_v0", remedy="call env.reset() first")
