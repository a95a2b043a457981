"""The policies that play the people and judge the replies in a run: scripted, or named by a spec."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from regulars import registry
from regulars.agents.models.prompt_files import PromptSet, load_prompts
from regulars.agents.seats.adapt import as_seat, awaited_act
from regulars.envs.aec import LifeAEC
from regulars.envs.seats.names import EVALUATOR_SEAT
from regulars.registry import split_specs
from regulars.scenarios.language.packs import Language

SCRIPTED = "scripted"
"""The name of the built-in policy of every role."""


@dataclass(frozen=True, slots=True)
class UserAndJudge:
    """The policies of people and evaluator.

    Attributes:
        user: The spec of the people's policy, such as `openai:MODEL`.
        judge: The spec of the evaluator's policy; several models, separated by commas, form a panel.
        judge_kinds: The kinds of probes that go to the models of the judge; None for all.
        prompts: Prompts that replace the built-in ones; None for the built-in ones.
    """

    user: str = SCRIPTED
    judge: str = SCRIPTED
    judge_kinds: tuple[str, ...] | None = None
    prompts: PromptSet | None = None

    @classmethod
    def named(
        cls,
        user: str,
        judge: str,
        prompts: str | Path | PromptSet | None,
        judge_kinds: Sequence[str] | None = None,
    ) -> UserAndJudge:
        """Reads the specs, and makes each policy once, so that an invalid spec fails before the run starts.

        Raises:
            UnknownNameError: A spec names a policy that is neither registered nor in a file or module.
            ConfigurationError: A policy cannot be made, or a prompt cannot be read.
            SeatError: A policy does not fit its seat.
        """
        kinds = None if judge_kinds is None else tuple(judge_kinds)
        found = cls(user, judge, kinds, load_prompts(prompts) if prompts else None)
        found._made("user", user)
        found.evaluator()
        return found

    def evaluator(self) -> Any:
        """The policy of the evaluator.

        Raises:
            ConfigurationError: Several policies are named, or kinds of probes, and one is not a model.
        """
        specs = split_specs(self.judge) or [self.judge]
        made = [self._made("evaluator", spec) for spec in specs]
        if len(made) == 1 and self.judge_kinds is None:
            return made[0]
        from regulars.agents.evaluator.model import panel_of

        return panel_of(made, self.judge_kinds)

    @property
    def scripted(self) -> bool:
        """Whether both policies are scripted."""
        return self.user == self.judge == SCRIPTED

    @property
    def wait(self) -> bool:
        """Whether one of the policies waits, such as for a model."""
        made = {"user": self._made("user", self.user), "evaluator": self.evaluator()}
        return any(awaited_act(as_seat(policy, role)) is not None for role, policy in made.items())

    def seats(self, env: LifeAEC) -> Mapping[str, Any]:
        """The policies of the seats that are not scripted, by seat."""
        found: dict[str, Any] = {}
        language = Language.load(env.options.language)
        for name in env.possible_agents:
            if name == EVALUATOR_SEAT and self.judge != SCRIPTED:
                found[name] = as_seat(self.evaluator(), name)
            elif name.startswith("user_") and self.user != SCRIPTED:
                found[name] = as_seat(self._made("user", self.user, language=language), name)
        return found

    def _made(self, kind: str, spec: str, **given: Any) -> Any:
        passed = given if self.prompts is None else {**given, "prompts": self.prompts}
        return registry.build(kind, spec, **passed)


ALL_SCRIPTED = UserAndJudge()
