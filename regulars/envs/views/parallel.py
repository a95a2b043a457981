"""The parallel view: all seats pass actions, and the action of the selected seat counts."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from gymnasium import spaces
from pettingzoo import ParallelEnv

from regulars.envs.aec import LifeAEC
from regulars.errors import ActionError, OrderError


class LifeParallel(ParallelEnv[str, "dict[str, Any]", Any]):
    """`LifeAEC` through PettingZoo's parallel interface.

    Each step takes the action of the selected seat (`env.aec.agent_selection`) and ignores the others. A step after the
    end returns five empty dicts.
    """

    metadata = {"name": "regulars_life_v0", "render_modes": ["human", "ansi"]}  # noqa: RUF012  # PettingZoo expects a plain class attribute

    def __init__(self, **options: Any) -> None:
        if options.get("max_cycles") is not None and options.get("max_steps") is None:
            options["max_steps"] = options.pop("max_cycles")
        self.aec = LifeAEC(**options)
        self.render_mode = self.aec.render_mode
        self.possible_agents = self.aec.possible_agents
        self.agents: list[str] = []

    def observation_space(self, agent: str) -> spaces.Space[Any]:
        """The observation space of a seat; the same object on every call."""
        return self.aec.observation_space(agent)

    def action_space(self, agent: str) -> spaces.Space[Any]:
        """The action space of a seat; the same object on every call."""
        return self.aec.action_space(agent)

    def reset(
        self, seed: int | None = None, options: dict[str, Any] | None = None
    ) -> tuple[dict[str, dict[str, Any]], dict[str, dict[str, Any]]]:
        """Starts an episode. Returns the observations and infos of all seats."""
        self.aec.reset(seed=seed, options=options)
        self.agents = list(self.aec.agents)
        return {seat: self.aec.observe(seat) for seat in self.agents}, dict(self.aec.infos)

    def step(
        self, actions: Mapping[str, Any]
    ) -> tuple[
        dict[str, dict[str, Any]], dict[str, float], dict[str, bool], dict[str, bool], dict[str, dict[str, Any]]
    ]:
        """Takes the action of the selected seat.

        Raises:
            OrderError: The environment was not reset.
            ActionError: The selected seat has no action, or an invalid one.
        """
        aec = self.aec
        if not self.agents:
            if not hasattr(aec, "agent_selection"):
                raise OrderError("a step before reset", where="step", remedy="call env.reset() first")
            return {}, {}, {}, {}, {}
        seat = aec.agent_selection
        if not isinstance(actions, Mapping) or seat not in actions:
            raise ActionError(
                f"no action for {seat}",
                where="step",
                expected="a dict with an action of the selected seat",
                remedy="env.aec.agent_selection names the seat",
            )
        aec.step(actions[seat])
        seats = list(self.agents)
        observations = {seat: aec.observe(seat) for seat in seats}
        result = (
            observations,
            dict(aec.rewards),
            dict(aec.terminations),
            dict(aec.truncations),
            {seat: aec.info(seat) for seat in seats},
        )
        if aec.life.ending is not None:
            self.agents = []
        return result

    def render(self) -> Any:
        """Shows the running session in the render mode."""
        return self.aec.render()

    def close(self) -> None:
        """Does nothing: the view holds no resources."""

    def get_state(self) -> bytes:
        """The state of the environment and of the seats that it plays, as bytes."""
        return self.aec.get_state()

    def set_state(self, state: bytes) -> None:
        """Restores a state from `get_state` of an environment with the same options.

        Raises:
            StateError: The bytes are not a state of this version, or belong to other options, seats or lives. Nothing
                has changed.
        """
        self.aec.set_state(state)
        self.agents = [] if self.aec.life.ending is not None else list(self.aec.agents)

    @property
    def unwrapped(self) -> ParallelEnv[str, dict[str, Any], Any]:
        """The view itself."""
        return self
