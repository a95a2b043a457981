"""Groups of rollouts from one state, with group-normalised advantages, as GRPO needs them.

Source: Shao et al., DeepSeekMath (2024), section 4.1.2: `advantage = (r - mean) / std` over the group.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from statistics import fmean, pstdev
from typing import Any


@dataclass(frozen=True, slots=True)
class Rollout:
    """One member of a group.

    Attributes:
        prompts: The observation before each action.
        responses: The actions.
        rewards: The reward of each action.
        advantage: The sum of rewards, normalised over the group.
    """

    prompts: tuple[dict[str, str], ...]
    responses: tuple[str, ...]
    rewards: tuple[float, ...]
    advantage: float

    def records(self, group: str) -> list[dict[str, Any]]:
        """Its steps as training data: `group`, `prompt`, `response`, `reward` and `advantage` of each."""
        steps = zip(self.prompts, self.responses, self.rewards, strict=True)
        return [
            {"group": group, "prompt": prompt, "response": response, "reward": reward, "advantage": self.advantage}
            for prompt, response, reward in steps
        ]


def advantages(rewards: Sequence[float]) -> list[float]:
    """`(r - mean) / std` with the population's standard deviation; 0 for all if all rewards are equal.

    Example:
        >>> advantages([0.0, 1.0]), advantages([0.5, 0.5])
        ([-1.0, 1.0], [0.0, 0.0])
    """
    if not rewards or max(rewards) == min(rewards):
        return [0.0] * len(rewards)
    mean, spread = fmean(rewards), pstdev(rewards)
    return [(reward - mean) / spread for reward in rewards] if spread > 0.0 else [0.0] * len(rewards)
