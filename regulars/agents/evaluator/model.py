"""A model in the evaluator's seat: the matcher judges first, and the model decides what the matcher cannot.

Where the model's answer cannot be read, the verdict is undetermined, with the source `UNREADABLE`. Results count such
verdicts apart. A failing endpoint gives no verdict: it ends the episode as a fault of the infrastructure.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from pathlib import Path
from typing import Any

from regulars.agents.evaluator.judges import AnswerJudge, Judgement, case_of
from regulars.agents.evaluator.scripted import EvaluatorWork, ScriptedEvaluator
from regulars.agents.models.catalogue import openai_model, replay_model
from regulars.agents.models.prompt_files import PromptSet
from regulars.agents.models.protocol import ChatModel
from regulars.calendar_text import granularity_of, month_name
from regulars.dialogue import Verdict, VerdictKind, VerdictSource
from regulars.errors import ModelOutputError
from regulars.rewards.assertions.abstention import abstains
from regulars.rewards.verdicts.expectation import RUBRIC, Expectation
from regulars.scenarios.kinds import Form
from regulars.seeding import SeedTree
from regulars.values import Domain, ValueType


class ModelEvaluator(ScriptedEvaluator):
    """The scripted evaluator, with a model for what the matcher cannot decide.

    Standing rules and choices are judged by the matcher alone, because text and options decide them. A recorded
    question always goes to the model, because no matcher applies.

    Args:
        model: A model, or its spec.
        always: Whether the model judges every answer. Its yes or no then wins over the matcher's verdict, except that
            a leak stays a leak.
        prompts: A folder with your own prompts, or a prompt set.

    Raises:
        ConfigurationError: The model cannot be opened.
    """

    def __init__(
        self, model: str | ChatModel, *, always: bool = False, prompts: str | Path | PromptSet | None = None
    ) -> None:
        self.judge_of_answers = AnswerJudge(model, prompts)
        self.always = always
        self._seeds = SeedTree(0)

    def begin(self, seat: str, seed: int) -> None:
        """Sets the seeds of the model's calls."""
        self._seeds = SeedTree(seed)

    def judge(self, work: EvaluatorWork) -> None:
        """The matcher's verdict, then the model's if it is needed."""
        super().judge(work)
        expectation = self._open_expectation(work)
        if expectation is None:
            return
        question, words, case = self._asked(work, expectation)
        try:
            found = self.judge_of_answers.judge(
                question, words, work.briefing.reply, case=case, seed=self._seed(work, question)
            )
        except ModelOutputError as error:
            work.verdict = _unreadable(error)
            return
        work.verdict = _settled(work, expectation, found)

    async def ajudge(self, work: EvaluatorWork) -> None:
        """`judge`, awaited."""
        super().judge(work)
        expectation = self._open_expectation(work)
        if expectation is None:
            return
        question, words, case = self._asked(work, expectation)
        try:
            found = await self.judge_of_answers.ajudge(
                question, words, work.briefing.reply, case=case, seed=self._seed(work, question)
            )
        except ModelOutputError as error:
            work.verdict = _unreadable(error)
            return
        work.verdict = _settled(work, expectation, found)

    def _open_expectation(self, work: EvaluatorWork) -> Expectation | None:
        """The gold answer, if the model must judge; None if the matcher's verdict stands."""
        pending = work.briefing.pending
        expectation = pending.expectation if pending is not None and not pending.options else None
        if expectation is None or expectation.form == Form.MANNER:
            return None
        is_open = expectation.form == Form.TEXT or work.verdict.kind is VerdictKind.UNDETERMINED
        return expectation if self.always or is_open else None

    def _asked(self, work: EvaluatorWork, expectation: Expectation) -> tuple[str, str, str]:
        """The question, the gold answer in words, and the criterion."""
        pending = work.briefing.pending
        kind = pending.probe.kind if pending is not None and pending.probe is not None else ""
        case = "preference" if expectation.category == RUBRIC else case_of(kind, expectation.answerable)
        if case == "preference" and expectation.form != Form.TEXT:
            case = "plain"  # the gold answer is an option to choose, not a description of a taste
        return work.briefing.question, gold_words(expectation), case

    def _seed(self, work: EvaluatorWork, question: str) -> int:
        return self._seeds.seed("judge", question, work.briefing.reply) & 0x7FFFFFFF


def gold_words(expectation: Expectation) -> str:
    """A gold answer in words.

    Args:
        expectation: The gold answer.

    Example:
        >>> from regulars.values import Domain
        >>> gold_words(Expectation("value", Domain("city"), True, ("Bergen",), stale=("Oslo",)))
        'Bergen. Outdated: Oslo.'
    """
    if expectation.form == Form.TEXT:
        return " | or: ".join(expectation.gold)
    plain = expectation.form in (Form.VALUE, Form.SET, Form.ANY, Form.ORDER)
    listed = _listed([_written(value, expectation.domain) if plain else value for value in expectation.gold])
    words = {
        Form.ORDER.value: f"in this order: {listed}",
        Form.ANY.value: f"any of these: {listed}",
        Form.SET.value: f"all of these, and no others: {listed}",
        Form.PASS_ON.value: f"a message that names {listed}",
        Form.MENTION.value: f"brings up {listed}",
        Form.OPTION.value: f"{listed}, of {_options(expectation.options)}",
    }.get(str(expectation.form), listed)
    if expectation.over:
        words = "What was told is over, and nothing took its place"
    stale = [_written(value, expectation.domain) if plain else value for value in expectation.stale]
    outdated = f" Outdated: {_listed(stale)}." if stale else ""
    why = "private there" if expectation.form == Form.PASS_ON else "other people's"
    others = f" Must not be named, since it is {why}: {_listed(expectation.others)}." if expectation.others else ""
    return f"{words}.{outdated}{others}" if outdated or others else words


def _listed(values: Sequence[str]) -> str:
    return ", ".join(values)


def _written(value: str, domain: Domain) -> str:
    """A value as people write it: a day or month in words, a number with its unit."""
    if domain.type is ValueType.NUMBER and domain.unit:
        return f"{value} {domain.unit}"
    if domain.type is not ValueType.DATE or granularity_of(value) not in ("day", "month") or value.startswith("--"):
        return value
    year, month, *day = value.split("-")
    return " ".join([*(str(int(one)) for one in day), month_name(int(month)), year])


def _options(options: Sequence[str]) -> str:
    return _listed([f"{chr(ord('A') + place)}: {option}" for place, option in enumerate(options)])


def _settled(work: EvaluatorWork, expectation: Expectation, found: Judgement) -> Verdict:
    """The model's yes or no as a verdict; for a no, the matcher's more specific verdict stays."""
    source = VerdictSource.MODEL
    known = work.verdict.kind
    if found.right and known is not VerdictKind.LEAKED:
        return Verdict(VerdictKind.CORRECT, work.verdict.asserted, score=1.0, reason=found.reason, source=source)
    if known not in (VerdictKind.NONE, VerdictKind.CORRECT, VerdictKind.UNDETERMINED):
        return replace(work.verdict, reason=found.reason, source=source)
    if not expectation.answerable:
        kind = VerdictKind.UNSUPPORTED
    else:
        kind = VerdictKind.ABSTAINED if abstains(work.briefing.reply) else VerdictKind.WRONG
    return Verdict(kind, work.verdict.asserted, reason=found.reason, source=source)


def _unreadable(error: ModelOutputError) -> Verdict:
    return Verdict(VerdictKind.UNDETERMINED, reason=error.fault or error.what, source=VerdictSource.UNREADABLE)


def openai_evaluator(
    model: str, *, always: bool = False, prompts: str | Path | PromptSet | None = None, **options: Any
) -> ModelEvaluator:
    """`openai:MODEL` in the evaluator's seat; options after a further colon are its own or the model's."""
    return ModelEvaluator(openai_model(model, **options), always=always, prompts=prompts)


def replay_evaluator(
    path: str, *, always: bool = False, prompts: str | Path | PromptSet | None = None
) -> ModelEvaluator:
    """`replay:FILE` in the evaluator's seat."""
    return ModelEvaluator(replay_model(path), always=always, prompts=prompts)
