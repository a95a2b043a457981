"""At which stage an answer failed: its evidence must be told, written, held, recalled and used, in this order.

Read from a record alone. Its journal holds ids, so a turn is followed through the items that rest on it. `ADD`, `MERGE`
and `UPDATE` write it. An `UPDATE` that rests on it no more changes it. `DELETE` and `QUARANTINE` forget it. A unit of
turns that is deleted as soon as it is finished was handed on to an extractor. Turns from which nothing was extracted
count as not written.
"""

from __future__ import annotations

from bisect import bisect_right
from collections import defaultdict
from collections.abc import Iterable, Iterator, Mapping, Sequence
from enum import StrEnum
from itertools import accumulate

from regulars.datasets.episode_record import EpisodeRecord
from regulars.datasets.memory_record import OperationRecord
from regulars.datasets.probe_record import OutcomeRecord
from regulars.dialogue import VerdictKind
from regulars.envs.probes.gold import ProbeStatus
from regulars.rewards.metrics.retrieval import to_sessions

UNASKED = (ProbeStatus.UNANSWERABLE, ProbeStatus.UNREACHED)
"""Of a question that has an answer in the plan: it was not told, or was not asked."""
NEEDS_NOTHING = ("abstention",)
"""Kinds of questions that are planned without an answer."""


class FailureStage(StrEnum):
    """The first stage at which a planned question with an answer failed."""

    NONE = "right"
    """Asked, and answered right."""
    NOT_TOLD = "not_told"
    """The person never told it, or was never there to ask."""
    NOT_WRITTEN = "not_written"
    """Told, and the memory took no item of it."""
    CHANGED = "changed"
    """Written, and then overwritten by something that does not rest on it."""
    FORGOTTEN = "forgotten"
    """Written, and then deleted, or put where it is not found."""
    NOT_RECALLED = "not_recalled"
    """Held, and not among what was brought back."""
    NOT_USED = "not_used"
    """Brought back, and the reply says nothing of it."""
    MISUSED = "misused"
    """Brought back, and the reply says something else."""
    OPEN = "open"
    """Brought back, and the verdict is undetermined."""
    UNTRACED = "untraced"
    """The record does not say what was recalled, or what the answer rests on."""


STAGES = tuple(FailureStage)
"""All of them, in the order in which they come."""


def metric_of(stage: FailureStage) -> str:
    """The metric of the share of questions that failed at a stage: `answered`, `failed_not_told` and so on."""
    return "answered" if stage is FailureStage.NONE else f"failed_{stage}"


_SILENT = (VerdictKind.ABSTAINED, VerdictKind.OFF_TASK)


class Fate(StrEnum):
    """What became of a turn in a memory."""

    HELD = "held"
    NOT_WRITTEN = "not written"
    CHANGED = "changed"
    FORGOTTEN = "forgotten"


_STAGE_OF_FATE = {
    Fate.NOT_WRITTEN: FailureStage.NOT_WRITTEN,
    Fate.CHANGED: FailureStage.CHANGED,
    Fate.FORGOTTEN: FailureStage.FORGOTTEN,
}
_WORST = (Fate.NOT_WRITTEN, Fate.CHANGED, Fate.FORGOTTEN, Fate.HELD)


class Holdings:
    """Which turns the items of a memory rest on, after some of its operations.

    Args:
        ops: Operations as a record has them.
    """

    def __init__(self, ops: Iterable[OperationRecord] = ()) -> None:
        self._turns: dict[str, list[str]] = {}
        self._items: defaultdict[str, dict[str, None]] = defaultdict(dict)
        self._gone: dict[str, Fate] = {}
        self._finished = ""
        for op in ops:
            self.follow(op)

    def follow(self, op: OperationRecord) -> None:
        """Takes in the next operation."""
        verb, id, sources = op.verb, op.id, op.sources or ()
        handed_on = verb == "DELETE" and id == self._finished
        self._finished = id if verb == "PASS" else ""
        if verb in ("ADD", "MERGE"):
            self._hold(id, sources)
            if op.other:
                self._hold(id, self._turns.get(op.other, ()))
                self._drop(op.other, Fate.FORGOTTEN)
        elif verb == "UPDATE":
            self._drop(id, Fate.CHANGED)
            self._hold(id, sources)
        elif verb in ("DELETE", "QUARANTINE"):
            self._drop(id, Fate.NOT_WRITTEN if handed_on else Fate.FORGOTTEN)

    def fate(self, turn: str) -> Fate:
        """What became of a turn so far."""
        return Fate.HELD if self._items.get(turn) else self._gone.get(turn, Fate.NOT_WRITTEN)

    def items(self, turn: str) -> tuple[str, ...]:
        """The items that rest on a turn, in the order in which they came to."""
        return tuple(self._items.get(turn, ()))

    def _hold(self, id: str, turns: Iterable[str]) -> None:
        held = self._turns.setdefault(id, [])
        for turn in turns:
            held.append(turn)
            self._items[turn][id] = None

    def _drop(self, id: str, fate: Fate) -> None:
        for turn in self._turns.pop(id, ()):
            self._items[turn].pop(id, None)
            self._gone[turn] = fate


def evidence_of(outcome: OutcomeRecord) -> list[tuple[str, ...]]:
    """The alternatives of turns that an outcome's answer rests on, without empty ones."""
    return [alternative for alternative in outcome.evidence if alternative]


def failure_stages(record: EpisodeRecord, verdicts: Mapping[str, VerdictKind]) -> Iterator[tuple[str, FailureStage]]:
    """The id of each planned question that has an answer, with the stage at which it failed.

    Void questions have no gold answer and are left out. So are questions of a recording that need no evidence. A
    recording has no verdicts, so what was brought back counts as right.

    Args:
        record: The episode.
        verdicts: By a probe's id the verdict on its first answer; a missing one counts as none.
    """
    asked = []
    recorded = record.scenario.recorded
    for probe in record.probes:
        if probe.kind in NEEDS_NOTHING or probe.status is ProbeStatus.VOID:
            continue
        outcome = probe.first
        if not recorded and (probe.status in UNASKED or outcome is None):
            yield probe.id, FailureStage.NOT_TOLD
        elif outcome is not None and (outcome.evidence or not recorded):
            asked.append((probe.id, outcome))
    if not asked:
        return
    holdings, done = Holdings(), 0
    ends = _ends(record, [outcome for _, outcome in asked])
    for place in sorted(range(len(asked)), key=lambda place: ends[place]):
        for op in record.journal[done : ends[place]]:
            holdings.follow(op)
        done = max(done, ends[place])
        id, outcome = asked[place]
        yield id, stage_of(record, outcome, verdicts.get(id, VerdictKind.NONE), holdings)


def stage_of(record: EpisodeRecord, outcome: OutcomeRecord, verdict: VerdictKind, holdings: Holdings) -> FailureStage:
    """The stage at which the answer to a question that was asked failed.

    Args:
        record: The episode.
        outcome: What became of the question.
        verdict: The verdict; where it is `NONE`, what was brought back counts as right.
        holdings: What was held when it was asked.
    """
    if verdict is VerdictKind.CORRECT:
        return FailureStage.NONE
    evidence = evidence_of(outcome)
    if not evidence or (outcome.recalled is None and not record.recollections):
        return FailureStage.UNTRACED
    recalled = set(outcome.recalled or ())
    session = record.level == "session"
    if not any(recalled.issuperset(to_sessions(one) if session else one) for one in evidence):
        # the alternative that came farthest, by the turn of it that came least far
        fates = [min((holdings.fate(turn) for turn in one), key=_WORST.index) for one in evidence]
        fate = max(fates, key=_WORST.index) if keeps_journal(record) else Fate.HELD
        return _STAGE_OF_FATE.get(fate, FailureStage.NOT_RECALLED)
    if verdict is VerdictKind.NONE:
        return FailureStage.NONE
    if verdict is VerdictKind.UNDETERMINED:
        return FailureStage.OPEN
    return FailureStage.NOT_USED if verdict in _SILENT else FailureStage.MISUSED


def keeps_journal(record: EpisodeRecord) -> bool:
    """Whether the record says what its memory held; one without a journal that recalls is taken to have held all."""
    return bool(record.journal) or not any(note.hits for note in record.recollections)


def before(record: EpisodeRecord, outcome: OutcomeRecord) -> int:
    """How many operations of the record's journal had been done when a question was asked."""
    return _ends(record, [outcome])[0]


def _ends(record: EpisodeRecord, outcomes: Sequence[OutcomeRecord]) -> list[int]:
    """Operations tell by what turn they were caused, and stand in order: the first one that was caused later ends it.

    A question in the conversation is asked by the line before its reply; one beside it after all that was said by then.
    """
    places = {turn.id: place for place, turn in enumerate(record.transcript)}
    times = [turn.time for turn in record.transcript]
    reached = list(accumulate((places.get(op.cause, -1) for op in record.journal), max))
    ends = []
    for outcome in outcomes:
        in_talk = outcome.turn in places
        last = places[outcome.turn] - 2 if in_talk else bisect_right(times, outcome.time) - 1
        ends.append(bisect_right(reached, last))
    return ends
