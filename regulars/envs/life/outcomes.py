"""The results of an episode: its ending, the outcomes of probes, the declarations of replies, and rewards."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from datetime import datetime
from enum import StrEnum

from regulars.dialogue import Verdict, VerdictKind
from regulars.envs.probes.gold import AskedProbe, ProbeStatus, Resolution
from regulars.rewards.metrics.reward_terms import JudgedQuestion
from regulars.rewards.verdicts.expectation import Expectation
from regulars.scenarios.world import Probe, Scenario
from regulars.speed import filled_directly


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
        """True if the life ended by itself, False if the episode was truncated."""
        return self in (Ending.COMPLETED, Ending.ABANDONED)

    @property
    def number(self) -> int:
        """Its number in infos: 1 for `completed` to 8 for `infrastructure_error`, in the order above."""
        return list(Ending).index(self) + 1

    @property
    def valid(self) -> bool:
        """False after a fault. An invalid episode must not be scored."""
        return not self.value.endswith("_error")


@dataclass(slots=True)
class ProbeOutcome:
    """The outcome of a planned probe. A probe that is asked twice has two outcomes.

    Attributes:
        probe: The planned probe.
        status: Asked, unanswerable or void.
        time: The moment of asking.
        attempt: 1, or 2 for a repeat after a correction, which counts as repair and never as recall.
        expectation: The gold answer; None if the probe is void.
        evidence: Alternative sets of turn ids, each sufficient for the answer.
        verdict: The evaluator's verdict; None if there is none.
        turn: The reply's id; empty for out-of-band probes.
        reply: The text of the reply.
        answer: The structured answer; None if not declared.
        recalled: Turn ids in rank order; None if not declared.
        used: The recalled ids that were declared as used; None if not declared.
        mark: The size of the ledger at the moment of asking.
        horizon: The correlation horizon: utterances from the earliest turn of the latest evidence to the question; -1
            without evidence.
        classes: Competitors by type of error.
        noise: The kinds of human noise that affect the probe at the moment of asking.
        question: The text of an out-of-band question; empty if it is in the transcript.
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
    """What an assistant declared with a reply.

    Attributes:
        turn: The id of the reply.
        answer: The structured answer; None if not declared.
        recalled: The turns that the memory recalled, in rank order; None if not declared.
        evidence: The turns that the reply rests on; None if not declared.
        elapsed: Seconds that the action took in the life; None if not declared.
    """

    turn: str
    answer: str | None
    recalled: tuple[str, ...] | None
    evidence: tuple[str, ...] | None
    elapsed: float | None


@dataclass(frozen=True, slots=True)
class ConductNote:
    """The standing rules that a reply kept and broke, among those that it gave an opportunity to.

    Attributes:
        person: The person whose rules they are.
        turn: The id of the reply.
        kept: The ids of the rules that it kept.
        broken: The ids of the rules that it broke.
    """

    person: str
    turn: str
    kept: tuple[str, ...]
    broken: tuple[str, ...]


@filled_directly
@dataclass(frozen=True, slots=True)
class JudgedAnswer:
    """The verdict on an answer in the conversation, and what the answer was to."""

    kind: VerdictKind
    question: JudgedQuestion


@dataclass(slots=True)
class RewardNote:
    """The named terms of one seat's reward for one reply.

    Attributes:
        seat: The seat, such as `assistant`.
        turn: The id of the reply.
        terms: The terms by name.
    """

    seat: str
    turn: str
    terms: Mapping[str, float]


def void_outcome(probe: Probe, resolution: Resolution, time: datetime) -> ProbeOutcome:
    """The outcome of a void probe, such as one about a choice that the assistant never made."""
    return ProbeOutcome(probe, resolution.status, time, 1, None, (), None, "", "", None, None, None, resolution.mark)


def outcome_of(
    asked: AskedProbe, verdict: Verdict, note: ReplyNote | None, reply: str, time: datetime, horizon: int = -1
) -> ProbeOutcome:
    """The outcome of a probe that was asked. A verdict of `NONE` without a score counts as no verdict."""
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
    """The status of every planned probe by id. The first attempt counts."""
    found = {probe.id: ProbeStatus.UNREACHED for probe in scenario.probes}
    for outcome in outcomes:
        if outcome.attempt == 1:
            found[outcome.probe.id] = outcome.status
    return found
