"""What a life as a chat brings: a step, and the episode so far."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import Any

from regulars.rewards.metrics.reward_terms import Weights

TERMS = tuple(Weights.terms("assistant"))
"""The terms of the assistant's reward."""

ChatMessage = dict[str, Any]
"""A message in the form of OpenAI's chat completions."""


@dataclass(frozen=True, slots=True)
class ChatStep:
    """What a step brought.

    Attributes:
        messages: The messages that are new since the answer: a tool's results, or the next line of a person. No line
            follows at the end of the life.
        reward: The reward of the answer; 0 for calls of tools.
        terms: The reward's terms by name, each weighted. They sum to the reward, unless `reward_to` gives another one.
        done: Whether the life is over.
        verdict: The verdict on the reply, such as `correct`; empty if nothing was asked.
        attempt: 1 for a question's first answer, 2 after a correction; 0 if nothing was asked.
        fault: What was wrong with the answer: `tool_loop`, or the fault of a tool's call, such as `unknown_tool`.
            Empty if nothing was.
        new_conversation: Whether these messages start a new conversation (`history="session"`).
    """

    messages: tuple[ChatMessage, ...]
    reward: float = 0.0
    terms: Mapping[str, float] = field(default_factory=lambda: dict.fromkeys(TERMS, 0.0))
    done: bool = False
    verdict: str = ""
    attempt: int = 0
    fault: str = ""
    new_conversation: bool = False


@dataclass(frozen=True, slots=True)
class ChatEpisode:
    """The outcome of a life so far.

    Attributes:
        seed: The seed of the life.
        task: Its suite; empty if the options decided the life.
        messages: The conversation as the assistant saw it last.
        reward: The sum of rewards; None if the life was left because of an error.
        terms: The sums of the reward's terms.
        verdicts: How many first answers got each verdict.
        faults: How often each fault occurred.
        steps: The number of answers.
        done: Whether the life was played to its end.
        error: Why the policy failed, or, beginning with "the environment", why the environment did; empty for neither.
    """

    seed: int
    task: str
    messages: tuple[ChatMessage, ...] = ()
    reward: float | None = 0.0
    terms: Mapping[str, float] = field(default_factory=lambda: dict.fromkeys(TERMS, 0.0))
    verdicts: Mapping[str, int] = field(default_factory=dict)
    faults: Mapping[str, int] = field(default_factory=dict)
    steps: int = 0
    done: bool = False
    error: str = ""

    @property
    def accuracy(self) -> float | None:
        """The share of correct verdicts on first answers; None if nothing was judged."""
        judged = sum(self.verdicts.values())
        return self.verdicts.get("correct", 0) / judged if judged else None

    def after(self, step: ChatStep, messages: Sequence[ChatMessage]) -> ChatEpisode:
        """The episode with one more step, after which the assistant sees `messages`."""
        return replace(
            self,
            messages=tuple(messages),
            reward=(self.reward or 0.0) + step.reward,
            terms={name: value + step.terms[name] for name, value in self.terms.items()},
            verdicts=_counted(self.verdicts, step.verdict if step.attempt == 1 else ""),
            faults=_counted(self.faults, step.fault),
            steps=self.steps + 1,
            done=step.done,
        )


def _counted(counts: Mapping[str, int], name: str) -> dict[str, int]:
    """The counts with one more of `name`; an empty name counts nothing."""
    return {**counts, **({name: counts.get(name, 0) + 1} if name else {})}
