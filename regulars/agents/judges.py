"""Judges that ask a model: LongMemEval's yes or no by the question's type, RealMem's three scales.

Every judge gives a finding or raises: an answer that cannot be read is a `ModelOutputError`, which whoever asks counts
and never takes for a score.

Sources: LongMemEval, arXiv 2410.10813, section 3.3 and appendix; RealMem, arXiv 2601.06966. The prompts are this
package's own words for the criteria named there.
"""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path

from regulars.agents.answers import Agreement, Helpfulness, ProjectAnswer, Recalled
from regulars.agents.models.catalogue import open_model
from regulars.agents.models.protocol import ChatModel, Message
from regulars.agents.models.structured import aask, ask
from regulars.agents.prompt_files import PromptSet, load_prompts
from regulars.scenarios.kinds import ProbeKind

__all__ = ["AnswerJudge", "Judgement", "MemoryJudge", "Rating", "case_of"]

UNANSWERABLE = "The question is unanswerable: it was never told."
"""The key where there is none."""

_CASES: dict[str, str] = {
    ProbeKind.TEMPORAL: "temporal",
    ProbeKind.KNOWLEDGE_UPDATE: "knowledge-update",
    ProbeKind.ABSTENTION: "abstention",
    ProbeKind.TEMPORAL_REASONING: "temporal",
    ProbeKind.SINGLE_SESSION_PREFERENCE: "preference",
    ProbeKind.IMPLICIT_PREFERENCE: "preference",
}
"""By a question's type, ours or LongMemEval's: the criterion; `plain` for all others."""


def case_of(kind: str, answerable: bool = True) -> str:
    """By which criterion a question of a type is judged: a case of the prompt `judge`.

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
    """A score with its reason, `best` being the highest that can be had."""

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
        prompts: A folder with prompts of one's own, or a set.
    """

    def __init__(self, model: str | ChatModel, prompts: str | Path | PromptSet | None = None) -> None:
        self.model = open_model(model, "evaluator")
        self.prompts = load_prompts(prompts)

    def judge(self, question: str, key: str, reply: str, *, case: str = "plain", seed: int | None = None) -> Judgement:
        """Whether a reply is right.

        Args:
            question: What was asked.
            key: The right answer; not looked at for `abstention`.
            reply: What is judged.
            case: The criterion, as `case_of` gives it.
            seed: Passed on to the model.

        Raises:
            ModelOutputError: The model's answer cannot be read.
        """
        messages = self._messages(question, key, reply, case)
        return _judgement(ask(self.model, messages, Agreement, seed=seed, purpose="judge", prompts=self.prompts))

    async def ajudge(
        self, question: str, key: str, reply: str, *, case: str = "plain", seed: int | None = None
    ) -> Judgement:
        """`judge`, awaited."""
        messages = self._messages(question, key, reply, case)
        return _judgement(await aask(self.model, messages, Agreement, seed=seed, purpose="judge", prompts=self.prompts))

    def _messages(self, question: str, key: str, reply: str, case: str) -> tuple[Message, ...]:
        told = UNANSWERABLE if case == "abstention" else key
        return self.prompts["judge"].messages(case, question=question, key=told, reply=reply)


def _judgement(answer: Agreement) -> Judgement:
    return Judgement(answer.verdict == "yes", answer.reason)


class MemoryJudge:
    """RealMem's three: an answer 0 to 3, what memory brought back 0 to 1, how much it helps 0 to 2.

    Args:
        model: A model, or its spec.
        prompts: A folder with prompts of one's own, or a set.
    """

    def __init__(self, model: str | ChatModel, prompts: str | Path | PromptSet | None = None) -> None:
        self.model = open_model(model, "evaluator")
        self.prompts = load_prompts(prompts)

    def answer(self, question: str, key: str, reply: str, *, seed: int | None = None) -> Rating:
        """How good an answer is, 0 to 3. Raises `ModelOutputError` where the model's answer cannot be read."""
        messages = self.prompts["judge_project_answer"].messages(question=question, key=key, reply=reply)
        said = ask(self.model, messages, ProjectAnswer, seed=seed, purpose="judge answer", prompts=self.prompts)
        return Rating(said.score, 3, said.reason)

    def recall(self, question: str, key: str, context: str, *, seed: int | None = None) -> Rating:
        """Whether what was brought back holds what is needed, 0 or 1. Raises as `answer` does."""
        messages = self.prompts["judge_recall"].messages(question=question, key=key, context=context)
        said = ask(self.model, messages, Recalled, seed=seed, purpose="judge recall", prompts=self.prompts)
        return Rating(said.score, 1, said.reason)

    def helpfulness(self, question: str, key: str, context: str, *, seed: int | None = None) -> Rating:
        """How much what was brought back helps, 0 to 2. Raises as `answer` does."""
        messages = self.prompts["judge_helpfulness"].messages(question=question, key=key, context=context)
        said = ask(self.model, messages, Helpfulness, seed=seed, purpose="judge helpfulness", prompts=self.prompts)
        return Rating(said.score, 2, said.reason)
