"""The Gymnasium view: one agent, the assistant; the user and the evaluator are played from inside."""

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
        options: See `regulars.envs.options.LifeOptions`. `probes="fork"` needs a `regulars.Cast` and is not
            possible here.

    The reward of a reply comes back from the step that gave it. Actions are strings, `regulars.Reply`s, or dicts
    of the action space.
    """

    metadata = {"render_modes": ["human", "ansi"], "render_fps": 4}  # noqa: RUF012  # Gymnasium's form

    def __init__(self, render_mode: str | None = None, **options: Any) -> None:
        if options.get("probes") == "fork":
            raise ConfigurationError(
                "probes='fork' is not possible through Gymnasium",
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
        """Starts an episode. Returns what the assistant sees first, and the info."""
        super().reset(seed=seed)
        self.aec.reset(seed=seed, options=options)
        return self.aec.observe(ASSISTANT_SEAT), self.aec.infos[ASSISTANT_SEAT]

    def step(self, action: Any) -> tuple[dict[str, Any], float, bool, bool, dict[str, Any]]:
        """Gives a reply; returns what the assistant sees next, the reply's reward, the flags and the info."""
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
        """Shows the running session as the render mode says."""
        return self.aec.render()

    def close(self) -> None:
        """Nothing is held open; closing twice is fine."""


def _names(played: Any) -> tuple[str, ...]:
    return (played,) if isinstance(played, str) else tuple(played)
