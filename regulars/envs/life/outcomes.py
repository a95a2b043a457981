"""What an episode leaves behind, as it happens: its ending, the outcomes of probes, what replies declared, rewards."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from datetime import datetime
from enum import StrEnum

from regulars.dialogue import Verdict, VerdictKind
from regulars.envs.probes.gold import AskedProbe, ProbeStatus, Resolution
from regulars.rewards.verdicts.expectation import Expectation
from regulars.scenarios.world import Probe, Scenario


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


@dataclass(slots=True)
class ProbeOutcome:
    """What became of a planned probe, once per time of asking.

    Attributes:
        probe: The plan.
        status: Asked, unanswerable or void.
        time: When it was asked.
        attempt: 1, or 2 for a repeat after a correction, which is repair and never recall.
        expectation: The gold, None where void.
        evidence: Alternatives of turn ids.
        verdict: The evaluator's verdict, None where nothing applies.
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
    status: ProbeStatus
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


def void_outcome(probe: Probe, resolution: Resolution, time: datetime) -> ProbeOutcome:
    """Of a probe that nothing can answer: the assistant never made the choice that it asks for."""
    return ProbeOutcome(probe, resolution.status, time, 1, None, (), None, "", "", None, None, None, resolution.mark)


def outcome_of(
    asked: AskedProbe, verdict: Verdict, note: ReplyNote | None, reply: str, time: datetime, horizon: int = -1
) -> ProbeOutcome:
    """Of a probe that was asked and judged; a verdict of `NONE` without a score counts as no verdict."""
    resolution = asked.resolution
    return ProbeOutcome(
        asked.probe,
        resolution.status,
        time,
        asked.pending.attempt,
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


def statuses(scenario: Scenario, outcomes: Iterable[ProbeOutcome]) -> dict[str, ProbeStatus]:
    """What became of every planned probe, by its id: the first time of asking counts."""
    found = {probe.id: ProbeStatus.UNREACHED for probe in scenario.probes}
    for outcome in outcomes:
        if outcome.attempt == 1:
            found[outcome.probe.id] = outcome.status
    return found
