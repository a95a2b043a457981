"""The Gymnasium view: one seat is the agent's, by default the assistant's, and the environment plays the others."""

from __future__ import annotations

from typing import Any

import gymnasium

from regulars.envs.aec import LifeAEC
from regulars.envs.options import check_names
from regulars.envs.seats.names import ASSISTANT_SEAT
from regulars.errors import ConfigurationError, OrderError

_PLAYED = ("user", "evaluator")
"""The roles that the environment plays by default."""


class LifeEnv(gymnasium.Env[dict[str, Any], Any]):
    """A Gymnasium environment that plays one seat of a life: `gymnasium.make("regulars:Life-v0", sessions=12)`.

    Args:
        render_mode: None, `ansi` or `human`.
        options: See `regulars.envs.options.LifeOptions`. `probes="fork"` is not available here, because it needs a
            `regulars.Cast`. With `played=("assistant", "evaluator")` the agent is the user; with several people it is
            the first of them, and the environment plays the others.

    Attributes:
        aec: The AEC environment underneath.
        seat: The agent's seat: `assistant_0`, `user_0` or `evaluator_0`.

    Raises:
        ConfigurationError: An option is unknown or has an invalid value.

    Each step returns the reward of its own action. An action is a string, a `regulars.Reply`, or a dict of the action
    space.
    """

    metadata = {"render_modes": ["human", "ansi"], "render_fps": 4}  # noqa: RUF012  # Gymnasium expects a plain class attribute

    def __init__(self, render_mode: str | None = None, **options: Any) -> None:
        check_names(options, "regulars:Life-v0")
        if options.get("probes") == "fork":
            raise ConfigurationError(
                "probes='fork' does not work through Gymnasium",
                where="regulars:Life-v0",
                remedy="use probes='end' or 'off' here, or regulars.Cast with regulars.life_v0.env(probes='fork')",
            )
        self.aec = _with_one_agent(_names(options.pop("played", ())), {**options, "render_mode": render_mode})
        self.seat = self.aec.possible_agents[0]
        self.render_mode = render_mode
        self.observation_space = self.aec.observation_space(self.seat)
        self.action_space = self.aec.action_space(self.seat)

    def reset(
        self, *, seed: int | None = None, options: dict[str, Any] | None = None
    ) -> tuple[dict[str, Any], dict[str, Any]]:
        """Starts an episode. Returns the agent's first observation and the info.

        Args:
            seed: The seed of the episode. It also picks the life: see `LifeOptions`. None starts the next episode.
            options: `scenario` plays that scenario. `stream=True` continues the calendar of the last episode. `episode`
                is the id that is observed; by default, equal seeds in one process have equal ids.
        """
        super().reset(seed=seed)
        self.aec.reset(seed=seed, options=options)
        return self.aec.observe(self.seat), self.aec.infos[self.seat]

    def step(self, action: Any) -> tuple[dict[str, Any], float, bool, bool, dict[str, Any]]:
        """Takes an action. Returns the next observation, the action's reward, the flags and the info."""
        aec = self.aec
        if aec.agents and aec.life.ending is not None:
            raise OrderError("a step after the end", where="step", remedy="call env.reset() first")
        aec.step(action)
        seat = self.seat
        return (
            aec.observe(seat),
            aec.rewards[seat],
            aec.terminations[seat],
            aec.truncations[seat],
            aec.infos[seat],
        )

    def render(self) -> Any:
        """Shows the running session in the render mode."""
        return self.aec.render()

    def get_state(self) -> bytes:
        """The state of the episode and of the seats that the environment plays, as bytes."""
        return self.aec.get_state()

    def set_state(self, state: bytes) -> None:
        """Restores a state from `get_state` of an environment with the same options.

        Raises:
            StateError: The bytes are not a state of this version, or belong to other options, seats or lives. Nothing
                has changed.
        """
        self.aec.set_state(state)

    def close(self) -> None:
        """Does nothing: the view holds no resources."""


def _with_one_agent(played: tuple[str, ...], options: dict[str, Any]) -> LifeAEC:
    """The environment in which one seat is left for the agent.

    That seat is the assistant's; if the assistant is played, the first user's; if the users are played too, the
    evaluator's.
    """
    if not any(name in ("assistant", ASSISTANT_SEAT) for name in played):
        return LifeAEC(played=(*played, *_PLAYED), **options)
    left = LifeAEC(played=played, **options).possible_agents
    return LifeAEC(played=(*played, *left[1:]), **options)


def _names(played: Any) -> tuple[str, ...]:
    return (played,) if isinstance(played, str) else tuple(played)
