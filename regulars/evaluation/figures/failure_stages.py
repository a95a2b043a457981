"""Finds the stage at which an answer failed: its evidence must be told, written, held, recalled and used, in order.

The record alone decides. Its journal holds ids, so a turn is followed through the items that cite it as a source:

* `ADD`, `MERGE` and `UPDATE` write a turn.
* An `UPDATE` of its item without it changes the turn.
* `DELETE` and `QUARANTINE` forget it.
* A unit of turns that is deleted as soon as it is complete went to an extractor. Its turns count as not written, unless
  an extracted item cites them.
"""

from __future__ import annotations

from bisect import bisect_right
from collections import defaultdict
from collections.abc import Iterable, Iterator, Mapping, Sequence
from enum import StrEnum
from itertools import accumulate

from regulars.datasets.episode_record import EpisodeRecord
from regulars.datasets.record_parts.memory import OperationRecord
from regulars.datasets.record_parts.probes import OutcomeRecord
from regulars.dialogue import VerdictKind, is_session_id
from regulars.envs.probes.gold import ProbeStatus
from regulars.rewards.metrics.retrieval import to_sessions

UNASKED = (ProbeStatus.UNANSWERABLE, ProbeStatus.UNREACHED)
"""Statuses of a question with a planned answer whose answer was not told, or which was not asked."""
NEEDS_NOTHING = ("abstention",)
"""Kinds of questions without a planned answer."""


class FailureStage(StrEnum):
    """The first stage at which a planned question with an answer failed."""

    NONE = "right"
    """The answer is right."""
    NOT_TOLD = "not_told"
    """The person never told the answer, or never asked the question."""
    NOT_WRITTEN = "not_written"
    """Told, but the memory made no item of it."""
    CHANGED = "changed"
    """Written, but then overwritten by an item with other sources."""
    FORGOTTEN = "forgotten"
    """Written, but then deleted or quarantined."""
    NOT_RECALLED = "not_recalled"
    """Held, but not among the recalled items."""
    NOT_USED = "not_used"
    """Recalled, but the reply does not answer the question."""
    MISUSED = "misused"
    """Recalled, but the reply gives another answer."""
    OPEN = "open"
    """Recalled, and the verdict is undetermined."""
    UNTRACED = "untraced"
    """The record lacks the recalled items or the evidence."""


STAGES = tuple(FailureStage)
"""All stages in order."""


def metric_of(stage: FailureStage) -> str:
    """The metric that counts the share of questions with this stage: `answered`, `failed_not_told` and so on."""
    return "answered" if stage is FailureStage.NONE else f"failed_{stage}"


_SILENT = (VerdictKind.ABSTAINED, VerdictKind.OFF_TASK)


class Fate(StrEnum):
    """What happened to a turn in a memory."""

    HELD = "held"
    SHOWN = "shown"
    """The memory was shown it. Without a journal, whether it still holds it is unknown."""
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
    """Tracks the source turns of a memory's items, operation by operation.

    Args:
        ops: The first recorded operations.
    """

    def __init__(self, ops: Iterable[OperationRecord] = ()) -> None:
        self._turns: dict[str, list[str]] = {}
        self._items: defaultdict[str, dict[str, None]] = defaultdict(dict)
        self._gone: dict[str, Fate] = {}
        self._finished = ""
        for op in ops:
            self.follow(op)

    def follow(self, op: OperationRecord) -> None:
        """Applies the next operation."""
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
        """What has happened to a turn so far; of a session, what happened to its best turn."""
        if is_session_id(turn):
            known = [id for id in {*self._items, *self._gone} if id.startswith(f"{turn}.")]
            return max(map(self.fate, known), key=_WORST.index, default=Fate.NOT_WRITTEN)
        return Fate.HELD if self._items.get(turn) else self._gone.get(turn, Fate.NOT_WRITTEN)

    def items(self, turn: str) -> tuple[str, ...]:
        """The items that cite a turn as a source, oldest first."""
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
    """The sufficient sets of evidence turns of an outcome, without empty ones."""
    return [alternative for alternative in outcome.evidence if alternative]


def failure_stages(record: EpisodeRecord, verdicts: Mapping[str, VerdictKind]) -> Iterator[tuple[str, FailureStage]]:
    """Yields the id and the failure stage of each planned question with an answer.

    Void questions have no gold answer and are left out, and so are questions of a recording without evidence. A
    recording has no verdicts, so recalled evidence counts as a right answer; it has no stages for a memory that ranks
    nothing.

    Args:
        record: The episode.
        verdicts: The verdict on the first answer, by the id of the probe; a missing one counts as `NONE`.
    """
    asked = []
    recorded = record.scenario.recorded
    for probe in record.probes:
        if probe.kind in NEEDS_NOTHING or probe.status is ProbeStatus.VOID:
            continue
        outcome = probe.first
        if not recorded and (probe.status in UNASKED or outcome is None):
            yield probe.id, FailureStage.NOT_TOLD
        elif outcome is not None and (outcome.evidence or not recorded) and not (recorded and is_unranked(record)):
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
    """The failure stage of a question that was asked.

    Args:
        record: The episode.
        outcome: The outcome of the question.
        verdict: The verdict. With `NONE`, recalled evidence counts as a right answer.
        holdings: The memory's holdings at the time of the question.
    """
    if verdict is VerdictKind.CORRECT:
        return FailureStage.NONE
    evidence, ranking = evidence_of(outcome), ranking_of(record, outcome)
    hits = any(note.hits for note in record.recollections)
    if not evidence or (ranking is None and not (record.recollections and (hits or record.journal))):
        return FailureStage.UNTRACED
    unranked = ranking is None and is_unranked(record)
    if unranked and not (record.config.unbounded and record.journal):
        return FailureStage.UNTRACED
    # an unbounded memory that ranks nothing shows all that it holds
    recalled = {turn for one in evidence for turn in one if unranked and holdings.fate(turn) is Fate.HELD}
    recalled.update(ranking or ())
    if any(is_session_id(id) for one in evidence for id in one):
        recalled, evidence = set(to_sessions(sorted(recalled))), [tuple(to_sessions(one)) for one in evidence]
    session = record.level == "session" and not unranked
    if not any(recalled.issuperset(to_sessions(one) if session else one) for one in evidence):
        # the best of the sufficient sets, each judged by its worst turn
        fates = [min((holdings.fate(turn) for turn in one), key=_WORST.index) for one in evidence]
        fate = max(fates, key=_WORST.index) if keeps_journal(record) else Fate.HELD
        return _STAGE_OF_FATE.get(fate, FailureStage.NOT_RECALLED)
    if verdict is VerdictKind.NONE:
        return FailureStage.NONE
    if verdict is VerdictKind.UNDETERMINED:
        return FailureStage.OPEN
    return FailureStage.NOT_USED if verdict in _SILENT else FailureStage.MISUSED


def ranking_of(record: EpisodeRecord, outcome: OutcomeRecord) -> Sequence[str] | None:
    """The turns that were recalled for an answer, best first; None if it is unknown what was recalled.

    A memory that ranks elsewhere in the episode, and here brought back neither items nor a text, ranked nothing here.
    """
    if outcome.recalled is not None:
        return outcome.recalled
    notes = record.recollections
    asked = not outcome.turn or any(note.turn == outcome.turn for note in notes)
    ranks = any(note.hits for note in notes) and not any(note.tokens for note in notes if not note.hits)
    return () if asked and ranks else None


def is_unranked(record: EpisodeRecord) -> bool:
    """Whether the memory recalled contexts without ranked items, as full context does."""
    return any(note.tokens for note in record.recollections) and not any(note.hits for note in record.recollections)


def keeps_journal(record: EpisodeRecord) -> bool:
    """Whether the record shows what the memory held. What recalls without a journal counts as holding all."""
    notes = record.recollections
    return bool(record.journal) or (bool(notes) and not any(note.hits for note in notes))


def before(record: EpisodeRecord, outcome: OutcomeRecord) -> int:
    """The number of operations in the journal before a question was asked."""
    return _ends(record, [outcome])[0]


def _ends(record: EpisodeRecord, outcomes: Sequence[OutcomeRecord]) -> list[int]:
    """The number of operations before each question.

    Each operation names the turn that caused it, so the first operation with a later cause ends the count. The line
    before the reply asks an in-session question. An out-of-band question follows all turns up to its time.
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
