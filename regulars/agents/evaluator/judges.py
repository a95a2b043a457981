"""Judges that ask a model: LongMemEval's yes or no by question type, and RealMem's three scales.

Every judge returns a judgement or raises. An unreadable answer raises `ModelOutputError`; the caller counts it and
never takes it for a score.

Sources: LongMemEval, arXiv 2410.10813, section 3.3 and appendix; RealMem, arXiv 2601.06966. The prompts state those
criteria in this package's own words.
"""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path

from regulars.agents.models.answer_schemas import Agreement, Helpfulness, ProjectAnswer, Recalled
from regulars.agents.models.catalogue import open_model
from regulars.agents.models.prompt_files import PromptSet, load_prompts
from regulars.agents.models.protocol import ChatModel, Message
from regulars.agents.models.structured import aask, ask
from regulars.scenarios.kinds import ProbeKind

UNANSWERABLE = "The question is unanswerable: it was never told."
"""The gold answer of an unanswerable question."""

_CASES: dict[str, str] = {
    ProbeKind.TEMPORAL: "temporal",
    ProbeKind.KNOWLEDGE_UPDATE: "knowledge-update",
    ProbeKind.ABSTENTION: "abstention",
    ProbeKind.TEMPORAL_REASONING: "temporal",
    ProbeKind.SINGLE_SESSION_PREFERENCE: "preference",
    ProbeKind.IMPLICIT_PREFERENCE: "preference",
}
"""The criterion for each question type, ours or LongMemEval's; `plain` for all others."""


def case_of(kind: str, answerable: bool = True) -> str:
    """The criterion for a question type: a case of the prompt `judge`.

    Example:
        >>> case_of("knowledge-update"), case_of("multi-session"), case_of("multi-session", answerable=False)
        ('knowledge-update', 'plain', 'abstention')
    """
    return _CASES.get(kind, "plain") if answerable else "abstention"


@dataclass(frozen=True, slots=True)
class Judgement:
    """A yes or no with its reason."""

    right: bool
    reason: str


@dataclass(frozen=True, slots=True)
class Rating:
    """A score with its reason; `best` is the highest possible score."""

    score: int
    best: int
    reason: str

    @property
    def share(self) -> float:
        """In [0, 1]."""
        return self.score / self.best


class AnswerJudge:
    """LongMemEval's judge of answers.

    Args:
        model: A model, or its spec.
        prompts: A folder with your own prompts, or a prompt set.
    """

    def __init__(self, model: str | ChatModel, prompts: str | Path | PromptSet | None = None) -> None:
        self.model = open_model(model, "evaluator")
        self.prompts = load_prompts(prompts)

    def judge(self, question: str, gold: str, reply: str, *, case: str = "plain", seed: int | None = None) -> Judgement:
        """Whether a reply is right.

        Args:
            question: What was asked.
            gold: The gold answer; ignored for `abstention`.
            reply: The reply to judge.
            case: The criterion, from `case_of`.
            seed: Passed on to the model.

        Raises:
            ModelOutputError: The model's answer cannot be read.
        """
        messages = self._messages(question, gold, reply, case)
        return _judgement(ask(self.model, messages, Agreement, seed=seed, purpose="judge", prompts=self.prompts))

    async def ajudge(
        self, question: str, gold: str, reply: str, *, case: str = "plain", seed: int | None = None
    ) -> Judgement:
        """Asynchronous version of `judge`."""
        messages = self._messages(question, gold, reply, case)
        return _judgement(await aask(self.model, messages, Agreement, seed=seed, purpose="judge", prompts=self.prompts))

    def _messages(self, question: str, gold: str, reply: str, case: str) -> tuple[Message, ...]:
        told = UNANSWERABLE if case == "abstention" else gold
        return self.prompts["judge"].messages(case, question=question, key=told, reply=reply)


def _judgement(answer: Agreement) -> Judgement:
    return Judgement(answer.verdict == "yes", answer.reason)


class MemoryJudge:
    """RealMem's three scales: an answer 0 to 3, the recalled context 0 to 1, its helpfulness 0 to 2.

    Args:
        model: A model, or its spec.
        prompts: A folder with your own prompts, or a prompt set.
    """

    def __init__(self, model: str | ChatModel, prompts: str | Path | PromptSet | None = None) -> None:
        self.model = open_model(model, "evaluator")
        self.prompts = load_prompts(prompts)

    def answer(self, question: str, gold: str, reply: str, *, seed: int | None = None) -> Rating:
        """How good an answer is, 0 to 3. Raises `ModelOutputError` if the model's answer is unreadable."""
        messages = self.prompts["judge_project_answer"].messages(question=question, key=gold, reply=reply)
        said = ask(self.model, messages, ProjectAnswer, seed=seed, purpose="judge answer", prompts=self.prompts)
        return Rating(said.score, 3, said.reason)

    def recall(self, question: str, gold: str, context: str, *, seed: int | None = None) -> Rating:
        """Whether the recalled context contains what is needed, 0 or 1. Raises as `answer` does."""
        messages = self.prompts["judge_recall"].messages(question=question, key=gold, context=context)
        said = ask(self.model, messages, Recalled, seed=seed, purpose="judge recall", prompts=self.prompts)
        return Rating(said.score, 1, said.reason)

    def helpfulness(self, question: str, gold: str, context: str, *, seed: int | None = None) -> Rating:
        """How much the recalled context helps, 0 to 2. Raises as `answer` does."""
        messages = self.prompts["judge_helpfulness"].messages(question=question, key=gold, context=context)
        said = ask(self.model, messages, Helpfulness, seed=seed, purpose="judge helpfulness", prompts=self.prompts)
        return Rating(said.score, 2, said.reason)
