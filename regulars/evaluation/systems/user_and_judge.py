"""Who plays the people and who judges replies: scripted by default, or what a spec names."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from regulars import registry
from regulars.agents.models.prompt_files import PromptSet, load_prompts
from regulars.agents.seats.adapt import as_seat, awaited_act
from regulars.envs.aec import LifeAEC
from regulars.envs.seats.names import EVALUATOR_SEAT
from regulars.scenarios.language.packs import Language

SCRIPTED = "scripted"
"""The name of the built-in policy of every role."""


@dataclass(frozen=True, slots=True)
class UserAndJudge:
    """Who plays people and evaluator.

    Attributes:
        user: A spec of a person's policy, such as `openai:MODEL`.
        judge: A spec of an evaluator's.
        prompts: What models are told.
    """

    user: str = SCRIPTED
    judge: str = SCRIPTED
    prompts: PromptSet | None = None

    @classmethod
    def named(cls, user: str, judge: str, prompts: str | Path | PromptSet | None) -> UserAndJudge:
        """Those that specs name; each is made once, so that what cannot be made is refused before anything is played.

        Raises:
            UnknownNameError: Nothing of that name is registered, and no file or module holds it.
            ConfigurationError: It cannot be made, or a prompt cannot be read.
            SeatError: It can take no seat.
        """
        found = cls(user, judge, load_prompts(prompts) if prompts else None)
        found._made("user", user)
        found._made("evaluator", judge)
        return found

    @property
    def scripted(self) -> bool:
        """Whether both are."""
        return self.user == self.judge == SCRIPTED

    @property
    def wait(self) -> bool:
        """Whether one of them waits, such as for a model."""
        made = [("user", self.user), ("evaluator", self.judge)]
        return any(
            awaited_act(as_seat(self._made(kind, spec), kind)) is not None for kind, spec in made if spec != SCRIPTED
        )

    def seats(self, env: LifeAEC) -> Mapping[str, Any]:
        """A policy for each seat that is not scripted, by the seat's name."""
        found: dict[str, Any] = {}
        language = Language.load(env.options.language)
        for name in env.possible_agents:
            if name == EVALUATOR_SEAT and self.judge != SCRIPTED:
                found[name] = as_seat(self._made("evaluator", self.judge), name)
            elif name.startswith("user_") and self.user != SCRIPTED:
                found[name] = as_seat(self._made("user", self.user, language=language), name)
        return found

    def _made(self, kind: str, spec: str, **given: Any) -> Any:
        passed = given if self.prompts is None else {**given, "prompts": self.prompts}
        return registry.build(kind, spec, **passed)


ALL_SCRIPTED = UserAndJudge()
