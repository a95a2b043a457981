"""The Gymnasium view: the assistant is the agent, and the environment plays the users and the evaluator."""

from __future__ import annotations

from typing import Any

import gymnasium

from regulars.envs.aec import LifeAEC
from regulars.envs.seats.names import ASSISTANT_SEAT
from regulars.errors import ConfigurationError, OrderError


class LifeEnv(gymnasium.Env[dict[str, Any], Any]):
    """A life from the assistant's seat: `gymnasium.make("regulars:Life-v0", sessions=12)`.

    Args:
        render_mode: None, `ansi` or `human`.
        options: See `regulars.envs.options.LifeOptions`. `probes="fork"` is not available here, because it needs a
            `regulars.Cast`.

    Each step returns the reward of its own reply. An action is a string, a `regulars.Reply`, or a dict of the action
    space.
    """

    metadata = {"render_modes": ["human", "ansi"], "render_fps": 4}  # noqa: RUF012  # Gymnasium expects a plain class attribute

    def __init__(self, render_mode: str | None = None, **options: Any) -> None:
        if options.get("probes") == "fork":
            raise ConfigurationError(
                "probes='fork' does not work through Gymnasium",
                where="regulars:Life-v0",
                remedy="use probes='end' or 'off' here, or regulars.Cast with regulars.life_v0.env(probes='fork')",
            )
        played = tuple(dict.fromkeys((*_names(options.pop("played", ())), "user", "evaluator")))
        self.aec = LifeAEC(played=played, render_mode=render_mode, **options)
        self.render_mode = render_mode
        self.observation_space = self.aec.observation_space(ASSISTANT_SEAT)
        self.action_space = self.aec.action_space(ASSISTANT_SEAT)

    def reset(
        self, *, seed: int | None = None, options: dict[str, Any] | None = None
    ) -> tuple[dict[str, Any], dict[str, Any]]:
        """Starts an episode. Returns the assistant's first observation and the info."""
        super().reset(seed=seed)
        self.aec.reset(seed=seed, options=options)
        return self.aec.observe(ASSISTANT_SEAT), self.aec.infos[ASSISTANT_SEAT]

    def step(self, action: Any) -> tuple[dict[str, Any], float, bool, bool, dict[str, Any]]:
        """Takes a reply. Returns the next observation, the reply's reward, the flags and the info."""
        aec = self.aec
        if aec.agents and aec.life.ending is not None:
            raise OrderError("a step after the end", where="step", remedy="call env.reset() first")
        aec.step(action)
        seat = ASSISTANT_SEAT
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

    def close(self) -> None:
        """Does nothing: the view holds no resources."""


def _names(played: Any) -> tuple[str, ...]:
    return (played,) if isinstance(played, str) else tuple(played)
