"""What an episode leaves behind, as it happens: endings, sittings, outcomes of probes, rewards."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from datetime import datetime
from enum import IntEnum, StrEnum

from regulars.agents.briefing import Pending
from regulars.dialogue import Verdict, VerdictKind
from regulars.envs.keys import Resolution, Status
from regulars.rewards.expectation import Expectation
from regulars.scenarios.world import Probe, Scenario

__all__ = [
    "ASIDE",
    "ConductNote",
    "Ending",
    "Outcome",
    "ReplyNote",
    "RewardNote",
    "Sitting",
    "SittingEnding",
    "Stage",
    "outcome_of",
    "statuses",
    "void_outcome",
]


class SittingEnding(StrEnum):
    """How a session ended; life goes on."""

    CLOSED = "closed"
    SATISFIED = "satisfied"
    LEFT = "left"
    OUT_OF_TIME = "out_of_time"
    TURN_LIMIT = "turn_limit"
    RECORDED = "recorded"


class Ending(StrEnum):
    """How an episode ended."""

    COMPLETED = "completed"
    ABANDONED = "abandoned"
    STEP_LIMIT = "step_limit"
    BUDGET = "budget"
    ASSISTANT_ERROR = "assistant_error"
    USER_ERROR = "user_error"
    EVALUATOR_ERROR = "evaluator_error"
    INFRASTRUCTURE_ERROR = "infrastructure_error"

    @property
    def terminates(self) -> bool:
        """True for an end that belongs to the life, False for one that cuts it off."""
        return self in (Ending.COMPLETED, Ending.ABANDONED)

    @property
    def valid(self) -> bool:
        """False for a fault: nothing of the episode may be scored."""
        return not self.value.endswith("_error")


class Stage(IntEnum):
    """Who acts next."""

    USER = 0
    ASSISTANT = 1
    EVALUATOR = 2
    LISTENER = 3
    PROBED = 4
    PROBE_EVALUATOR = 5
    OVER = 6


ASIDE = (Stage.PROBED, Stage.PROBE_EVALUATOR)
"""Beside the conversation: steps that take no time and are not counted."""


@dataclass(slots=True)
class Sitting:
    """A session as it took place."""

    number: int
    person: str
    started: datetime
    ended: datetime
    ending: SittingEnding | None = None


@dataclass(slots=True)
class Outcome:
    """What became of a planned probe, once per time of asking.

    Attributes:
        probe: The plan.
        status: Asked, unanswerable or void.
        time: When it was asked.
        attempt: 1, or 2 for a repeat after a correction, which is repair and never recall.
        expectation: The key, None where void.
        evidence: Alternatives of turn ids.
        verdict: The evaluator's finding, None where nothing applies.
        turn: The reply's id; empty out of band.
        reply: The reply's words.
        answer: The structured answer, None if not declared.
        recalled: Turn ids in rank order, None if not declared.
        used: The subset declared as used, None if not declared.
        mark: How much of the ledger there was when it was asked.
        horizon: The correlation horizon: utterances from the earliest turn of the latest evidence to the question; -1
            where there is no evidence.
        classes: Competitors by class of error.
        noise: The kinds of human noise that it rests on, by the time of asking.
        question: Its words, where it was asked beside the conversation; empty where they stand in the transcript.
    """

    probe: Probe
    status: Status
    time: datetime
    attempt: int
    expectation: Expectation | None
    evidence: tuple[tuple[str, ...], ...]
    verdict: Verdict | None
    turn: str
    reply: str
    answer: str | None
    recalled: tuple[str, ...] | None
    used: tuple[str, ...] | None
    mark: tuple[int, int] = (0, 0)
    horizon: int = -1
    classes: Mapping[str, tuple[str, ...]] = field(default_factory=dict)
    noise: tuple[str, ...] = ()
    question: str = ""


@dataclass(slots=True)
class ReplyNote:
    """What an assistant declared with a reply."""

    turn: str
    answer: str | None
    recalled: tuple[str, ...] | None
    evidence: tuple[str, ...] | None
    elapsed: float | None


@dataclass(frozen=True, slots=True)
class ConductNote:
    """Which standing rules of a person a reply kept and broke, among those that it gave an opportunity to."""

    person: str
    turn: str
    kept: tuple[str, ...]
    broken: tuple[str, ...]


@dataclass(slots=True)
class RewardNote:
    """The named terms of one seat's reward at one reply."""

    seat: str
    turn: str
    terms: Mapping[str, float]


def void_outcome(probe: Probe, resolution: Resolution, time: datetime) -> Outcome:
    """Of a probe that nothing can answer: the assistant never made the choice that it asks for."""
    return Outcome(probe, resolution.status, time, 1, None, (), None, "", "", None, None, None, resolution.mark)


def outcome_of(
    pending: Pending,
    resolution: Resolution,
    verdict: Verdict,
    note: ReplyNote | None,
    reply: str,
    time: datetime,
    horizon: int = -1,
) -> Outcome:
    """Of a probe that was asked and judged; a finding of `NONE` without a score is none."""
    assert pending.probe is not None
    return Outcome(
        pending.probe,
        resolution.status,
        time,
        pending.attempt,
        resolution.expectation,
        resolution.evidence,
        verdict if verdict.kind is not VerdictKind.NONE or verdict.score else None,
        note.turn if note else "",
        reply,
        note.answer if note else None,
        note.recalled if note else None,
        note.evidence if note else None,
        resolution.mark,
        horizon,
        resolution.classes,
    )


def statuses(scenario: Scenario, outcomes: Iterable[Outcome]) -> dict[str, Status]:
    """What became of every planned probe, by its id: the first time of asking counts."""
    found = {probe.id: Status.UNREACHED for probe in scenario.probes}
    for outcome in outcomes:
        if outcome.attempt == 1:
            found[outcome.probe.id] = outcome.status
    return found
