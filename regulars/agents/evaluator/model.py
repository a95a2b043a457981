"""A model in the evaluator's seat, or a panel of models: the matcher judges first, and both verdicts are kept.

The model decides what the matcher cannot, or everything with `always`. A model that fails, or whose answer cannot be
read, leaves the matcher's verdict, with the source `UNREADABLE`; results count such verdicts apart.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Any

from regulars.agents.evaluator.judges import AnswerJudge
from regulars.agents.evaluator.opinions import Opinion, PanelFinding
from regulars.agents.evaluator.panel import Panel, PutQuestion, put, settled
from regulars.agents.evaluator.scripted import EvaluatorWork, ScriptedEvaluator
from regulars.agents.models import catalogue
from regulars.agents.models.prompt_files import PromptSet
from regulars.agents.models.protocol import ChatModel
from regulars.dialogue import VerdictKind
from regulars.errors import ConfigurationError, did_you_mean
from regulars.rewards.verdicts.expectation import Expectation
from regulars.scenarios.kinds import Form, ProbeKind
from regulars.seeding import SeedTree


class ModelEvaluator(ScriptedEvaluator):
    """An evaluator that applies the matcher first, and asks models where the matcher cannot decide.

    The matcher alone judges standing rules and choices among options. An answer in free text always goes to the models,
    unless `kinds` excludes it, because the matcher cannot judge it.

    Args:
        model: A model, or its spec; or several, which form a panel whose majority decides.
        always: Whether the models judge every answer. Their vote then overrides the matcher, except that a leak stays a
            leak, and a no keeps a more specific verdict of the matcher, such as stale.
        kinds: The kinds of probes that go to the models; the matcher alone judges all others. None for all kinds.
        prompts: A folder with your own prompts, or a prompt set.

    Raises:
        ConfigurationError: A model cannot be opened, or a kind is unknown.

    Attributes:
        judged: The verdicts of matcher and models on the last reply; None if no model was asked.
    """

    def __init__(
        self,
        model: str | ChatModel | Sequence[str | ChatModel],
        *,
        always: bool = False,
        kinds: Sequence[str] | None = None,
        prompts: str | Path | PromptSet | None = None,
    ) -> None:
        models = [model] if isinstance(model, (str, ChatModel)) else model
        self.panel = Panel([AnswerJudge(one, prompts) for one in models])
        self.always = always
        self.kinds = None if kinds is None else checked_kinds(kinds)
        self.judged: PanelFinding | None = None
        self._seeds = SeedTree(0)

    def begin(self, episode_id: str, seed: int) -> None:
        """Seeds the model calls."""
        self._seeds = SeedTree(seed)

    def gather(self, work: EvaluatorWork) -> str | None:
        """Finds what to judge, and forgets the last reply."""
        self.judged = None
        return super().gather(work)

    def judge(self, work: EvaluatorWork) -> None:
        """Takes the matcher's verdict, and asks the models if needed."""
        super().judge(work)
        asked = self._asked(work)
        if asked is not None:
            self._settle(work, self.panel.opinions(asked, call_seed(self._seeds, asked)))

    async def ajudge(self, work: EvaluatorWork) -> None:
        """Asynchronous version of `judge`."""
        super().judge(work)
        asked = self._asked(work)
        if asked is not None:
            self._settle(work, await self.panel.aopinions(asked, call_seed(self._seeds, asked)))

    def _asked(self, work: EvaluatorWork) -> PutQuestion | None:
        """What is put to the models; None if the matcher's verdict stands."""
        briefing, pending = work.briefing, work.briefing.pending
        expectation = pending.expectation if pending is not None and not pending.options else None
        if pending is None or expectation is None or not can_be_judged(expectation):
            return None
        kind = pending.probe.kind if pending.probe is not None else ""
        if self.kinds is not None and kind not in self.kinds:
            return None
        is_open = expectation.form == Form.TEXT or work.verdict.kind is VerdictKind.UNDETERMINED
        return put(briefing.question, expectation, kind, briefing.reply) if self.always or is_open else None

    def _settle(self, work: EvaluatorWork, opinions: tuple[Opinion, ...]) -> None:
        pending = work.briefing.pending
        assert pending is not None
        assert pending.expectation is not None
        probe = pending.probe.id if pending.probe is not None else ""
        self.judged = PanelFinding(probe, pending.attempt, work.verdict.kind, opinions)
        work.verdict = settled(work.verdict, pending.expectation, work.briefing.reply, opinions)


def can_be_judged(expectation: Expectation) -> bool:
    """Whether a model may judge answers to a question; the matcher alone judges the manner of a reply."""
    return expectation.form != Form.MANNER


def call_seed(seeds: SeedTree, asked: PutQuestion) -> int:
    """The seed of the calls about a reply, from the seeds of the evaluator's seat."""
    return seeds.seed("judge", asked.question, asked.reply) & 0x7FFFFFFF


def checked_kinds(kinds: Sequence[str]) -> tuple[str, ...]:
    """The kinds of probes. Raises `ConfigurationError` if one is unknown, or if there are none."""
    known = [kind.value for kind in ProbeKind]
    for kind in kinds:
        if kind not in known:
            raise ConfigurationError(f"unknown kind {kind!r}", where="judge kinds", remedy=did_you_mean(kind, known))
    if not kinds:
        raise ConfigurationError("there are no kinds", where="judge kinds", remedy="name some, or leave them out")
    return tuple(kinds)


def panel_of(evaluators: Sequence[Any], kinds: Sequence[str] | None) -> ModelEvaluator:
    """One evaluator with the models of several.

    Raises:
        ConfigurationError: One of several is not a `ModelEvaluator`, or they differ in `always`.
    """
    first = evaluators[0]
    for one in evaluators:
        if not isinstance(one, ModelEvaluator):
            raise ConfigurationError(
                f"{type(one).__name__} cannot sit on a panel", where="judge", expected="models, such as openai:MODEL"
            )
    if len({one.always for one in evaluators}) > 1:
        raise ConfigurationError("the judges differ in always", where="judge", remedy="set it for all or for none")
    judges = [judge for one in evaluators for judge in one.panel.judges]
    panel = ModelEvaluator([judge.model for judge in judges], always=first.always, kinds=kinds)
    panel.panel = Panel(judges)
    return panel


def _seating(opened: Callable[..., ChatModel]) -> Callable[..., ModelEvaluator]:
    """Makes an evaluator from a provider's spec and the options after the further colon."""

    def evaluator(
        model: str, *, always: bool = False, prompts: str | Path | PromptSet | None = None, **options: Any
    ) -> ModelEvaluator:
        return ModelEvaluator(opened(model, **options), always=always, prompts=prompts)

    return evaluator


openai_evaluator = _seating(catalogue.openai_model)
"""`openai:MODEL` in the evaluator's seat; options after a further colon are its own or the model's."""

responses_evaluator = _seating(catalogue.responses_model)
azure_evaluator = _seating(catalogue.azure_model)
anthropic_evaluator = _seating(catalogue.anthropic_model)
litellm_evaluator = _seating(catalogue.litellm_model)
local_evaluator = _seating(catalogue.local_model)


def replay_evaluator(
    path: str, *, always: bool = False, prompts: str | Path | PromptSet | None = None
) -> ModelEvaluator:
    """`replay:FILE` in the evaluator's seat."""
    return ModelEvaluator(catalogue.replay_model(path), always=always, prompts=prompts)
