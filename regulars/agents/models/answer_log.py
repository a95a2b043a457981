"""Notes how models answered in an episode: which model the endpoint served, why it stopped, how much it thought.

Use `answers_noted` around an episode. It holds in the current thread or task and in tasks started there, like budgets.
"""

from __future__ import annotations

import threading
from collections import Counter
from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from contextvars import ContextVar
from dataclasses import dataclass, field
from enum import StrEnum

from regulars.agents.models.protocol import Completion


class LineOrigin(StrEnum):
    """How a line of a person came about."""

    DRAFTED = "drafted"
    """Said as drafted, without a call of the model."""
    FIRST = "first"
    """In the model's words, at the first attempt."""
    AGAIN = "again"
    """In the model's words, at a later attempt."""
    FAILED = "failed"
    """Not said: no attempt could be used."""


@dataclass(slots=True)
class AnswersOfModel:
    """How one model answered in one role.

    Attributes:
        role: The role that called it, such as `assistant`.
        model: The model's name in the spec.
        served: Answers by the name that the endpoint gave.
        finish: Answers by the reason for which the model stopped; see `Finish`.
        reasoning_tokens: Tokens of thoughts, as the endpoint counts them.
        tools: Calls of tools by name; calls of unknown tools count under `unknown`.
        tool_faults: Calls of tools that could not be carried out, by reason; see `ToolFault`.
        lines: A person's lines by how they came about; see `LineOrigin`.
        feedback: Feedback on replies that a model decided, by what the scripted rule shows and what the model shows,
            such as `like/none`. A copy counts as a like.
    """

    role: str
    model: str
    served: Counter[str] = field(default_factory=Counter)
    finish: Counter[str] = field(default_factory=Counter)
    reasoning_tokens: int = 0
    tools: Counter[str] = field(default_factory=Counter)
    tool_faults: Counter[str] = field(default_factory=Counter)
    lines: Counter[str] = field(default_factory=Counter)
    feedback: Counter[str] = field(default_factory=Counter)


class AnswerLog:
    """How the models of an episode answered, by role and model. Threads and tasks may share it."""

    def __init__(self) -> None:
        self._models: dict[tuple[str, str], AnswersOfModel] = {}
        self._lock = threading.Lock()

    @property
    def models(self) -> list[AnswersOfModel]:
        """The models that answered, sorted by role and name."""
        with self._lock:
            return [self._models[key] for key in sorted(self._models)]

    def answered(self, role: str, model: str, said: Completion) -> None:
        """Notes an answer."""
        with self._lock:
            found = self._of(role, model)
            found.served[said.model] += 1
            found.finish[str(said.finish)] += 1
            found.reasoning_tokens += said.reasoning_tokens

    def used_tool(self, role: str, model: str, tool: str, fault: str) -> None:
        """Notes a call of a tool; `fault` is empty if it was carried out."""
        with self._lock:
            found = self._of(role, model)
            found.tools[tool] += 1
            if fault:
                found.tool_faults[fault] += 1

    def worded(self, role: str, model: str, origin: LineOrigin) -> None:
        """Notes how a person's line came about."""
        with self._lock:
            self._of(role, model).lines[origin] += 1

    def rated(self, role: str, model: str, scripted: str, decided: str) -> None:
        """Notes feedback that a model decided, beside that of the scripted rule."""
        with self._lock:
            self._of(role, model).feedback[f"{scripted}/{decided}"] += 1

    def _of(self, role: str, model: str) -> AnswersOfModel:
        return self._models.setdefault((role, model), AnswersOfModel(role, model))


def merged(answers: Iterable[AnswersOfModel]) -> list[AnswersOfModel]:
    """One entry for each role and model, with the sums of all, sorted by role and name."""
    found: dict[tuple[str, str], AnswersOfModel] = {}
    for one in answers:
        into = found.setdefault((one.role, one.model), AnswersOfModel(one.role, one.model))
        into.served.update(one.served)
        into.finish.update(one.finish)
        into.reasoning_tokens += one.reasoning_tokens
        into.tools.update(one.tools)
        into.tool_faults.update(one.tool_faults)
        into.lines.update(one.lines)
        into.feedback.update(one.feedback)
    return [found[key] for key in sorted(found)]


_NOTING: ContextVar[AnswerLog | None] = ContextVar("regulars_answer_log", default=None)


def running_log() -> AnswerLog | None:
    """The log that an answer given here belongs to; None if answers are not noted."""
    return _NOTING.get()


@contextmanager
def answers_noted() -> Iterator[AnswerLog]:
    """Notes every answer of a metered model in the block."""
    log = AnswerLog()
    token = _NOTING.set(log)
    try:
        yield log
    finally:
        _NOTING.reset(token)
