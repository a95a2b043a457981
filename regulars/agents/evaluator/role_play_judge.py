"""RoleMemo's judge: four dimensions from 0 to 5 over several runs, and a reward whose weights are fixed in code.

A run with an unreadable answer is counted and left out of the means. If no run is readable, it raises.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from statistics import fmean, stdev

from regulars.agents.models.answer_schemas import RewardScores, RolePlayScores
from regulars.agents.models.catalogue import open_model
from regulars.agents.models.prompt_files import PromptSet, load_prompts
from regulars.agents.models.protocol import ChatModel
from regulars.agents.models.structured import ask
from regulars.errors import ConfigurationError, ModelOutputError
from regulars.seeding import SeedTree

DIMENSIONS = ("richness", "logic", "consistency", "attractiveness")
"""Information richness, logical quality, character consistency, conversational attractiveness."""

WEIGHTS = {"factual": 0.30, "logic_and_persona": 0.60, "safety": 0.10}
"""The weights of RoleMemo's reward."""

BEST = 5
"""The highest score of a dimension."""

RUNS = 3
"""The number of runs in RoleMemo."""


@dataclass(frozen=True, slots=True)
class RolePlayRating:
    """The result of several runs of the judge.

    Attributes:
        mean: The mean of each dimension, 0 to 5.
        spread: The standard deviation of each dimension over the runs, 0 for a single run.
        runs: The number of readable runs.
        unreadable: The number of unreadable runs.
    """

    mean: Mapping[str, float]
    spread: Mapping[str, float]
    runs: int
    unreadable: int


class RolePlayJudge:
    """Rates replies in character.

    Args:
        model: A model, or its spec.
        runs: How often it is asked about one reply, each time with another seed.
        prompts: A folder with your own prompts, or a prompt set.

    Raises:
        ConfigurationError: The model cannot be opened, or `runs` is below 1.
    """

    def __init__(
        self, model: str | ChatModel, *, runs: int = RUNS, prompts: str | Path | PromptSet | None = None
    ) -> None:
        if type(runs) is not int or runs < 1:
            raise ConfigurationError(f"runs is {runs!r}", where="role-play judge", expected="a whole number from 1")
        self.model = open_model(model, "evaluator")
        self.runs = runs
        self.prompts = load_prompts(prompts)

    def rate(self, persona: str, memories: str, message: str, reply: str, *, seed: int = 0) -> RolePlayRating:
        """The four dimensions.

        Args:
            persona: Who the character is.
            memories: The facts and insights that a good reply uses.
            message: The line that the reply answers.
            reply: The reply to rate.
            seed: The root of the runs' seeds.

        Raises:
            ModelOutputError: No run is readable.
        """
        messages = self.prompts["judge_role_play"].messages(
            persona=persona, memories=memories, message=message, reply=reply
        )
        read: list[RolePlayScores] = []
        last: ModelOutputError | None = None
        for run in range(self.runs):
            drawn = SeedTree(seed).seed("role play", run) & 0x7FFFFFFF
            try:
                read.append(
                    ask(self.model, messages, RolePlayScores, seed=drawn, purpose="judge", prompts=self.prompts)
                )
            except ModelOutputError as error:
                last = error
        if last is not None and not read:
            raise last
        scores = {name: [float(getattr(one, name)) for one in read] for name in DIMENSIONS}
        return RolePlayRating(
            {name: fmean(found) for name, found in scores.items()},
            {name: _spread(found) for name, found in scores.items()},
            len(read),
            self.runs - len(read),
        )

    def reward(self, persona: str, memories: str, message: str, reply: str, *, seed: int | None = None) -> float:
        """RoleMemo's reward in [0, 1].

        Raises:
            ModelOutputError: The model's answer is unreadable; the reply then has no reward, not a reward of 0.
        """
        messages = self.prompts["judge_reward"].messages(
            persona=persona, memories=memories, message=message, reply=reply
        )
        said = ask(self.model, messages, RewardScores, seed=seed, purpose="judge reward", prompts=self.prompts)
        return reward_of(said.factual, said.logic_and_persona, said.safety)


def reward_of(factual: float, logic_and_persona: float, safety: float) -> float:
    """The reward `.30 factual + .60 logic and persona + .10 safety`, from scores of 0 to 5.

    Example:
        >>> reward_of(5, 5, 5), reward_of(5, 0, 0), reward_of(0, 5, 0)
        (1.0, 0.3, 0.6)
    """
    given = {"factual": factual, "logic_and_persona": logic_and_persona, "safety": safety}
    for name, score in given.items():
        if not 0 <= score <= BEST:
            raise ConfigurationError(f"{name} is {score!r}", where="reward_of", expected=f"0 to {BEST}")
    return round(sum(WEIGHTS[name] * score / BEST for name, score in given.items()), 9)


def _spread(scores: Sequence[float]) -> float:
    return stdev(scores) if len(scores) > 1 else 0.0
