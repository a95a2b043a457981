"""Explains one answer: the question, its evidence, the recalled items, and the operations that made each item.

Most of this comes from the record of the episode. The scores of retrievers, the words of items and the reasons of
operations are not recorded. They come from the rebuilt memory (`memory_replay`), if it can be rebuilt. A memory of a
packed run is not rebuilt: the run names the code of its memories, and it may come from somebody else.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from datetime import datetime

from msgspec import Struct, structs

from regulars.datasets.episode_record import EpisodeRecord
from regulars.datasets.packed_runs import is_unpacked
from regulars.datasets.record_parts.memory import HitRecord, OperationRecord, record_operation
from regulars.datasets.record_parts.probes import OutcomeRecord, ProbeRecord
from regulars.datasets.record_parts.transcript import TurnRecord
from regulars.dialogue import ASSISTANT, is_session_id
from regulars.evaluation.figures.failure_stages import (
    Fate,
    Holdings,
    before,
    evidence_of,
    keeps_journal,
)
from regulars.evaluation.memory_replay import RebuiltMemory, recall_note, replay_memory
from regulars.evaluation.question_lines import failure_labels, shown_outcome, verdict_of
from regulars.evaluation.runs.recorded import RecordedRun
from regulars.memory import Item, Op
from regulars.rewards.metrics.retrieval import to_sessions
from regulars.scenarios.kinds import Form

_PACKED = (
    "the run is packed, so its memory is not rebuilt: that can run code which the run names; "
    "if you trust its sender, unpack the file and explain the folder"
)


class TurnLine(Struct, frozen=True, kw_only=True, omit_defaults=True):
    """A turn: its id, and the rest if the record holds it."""

    turn: str
    time: datetime | None = None
    name: str = ""
    text: str = ""


class Operation(OperationRecord, frozen=True, kw_only=True, omit_defaults=True):
    """An operation, with details from the rebuilt memory.

    Attributes:
        kind: The kind of the new item.
        why: The reason, in a few words.
        time: The time of the operation.
    """

    kind: str = ""
    why: str = ""
    time: datetime | None = None


class Evidence(Struct, frozen=True, kw_only=True):
    """A turn that the answer needs.

    Attributes:
        alternative: The number of the sufficient set that holds the turn, from 1.
        turn: The turn.
        fate: What happened to it in the memory.
        items: The items that cite it as a source.
        operations: The operations on all items that ever cited it, except those that only added other turns.
    """

    alternative: int
    turn: TurnLine
    fate: Fate
    items: tuple[str, ...]
    operations: tuple[OperationRecord, ...]


class RecalledItem(Struct, frozen=True, kw_only=True):
    """A recalled item.

    Attributes:
        item: The id of the item.
        score: The score by which it was ranked.
        retrievers: The score from each retriever.
        evidence: Whether it cites a turn of the evidence.
        kind: The kind of the item; empty if the memory could not be rebuilt.
        text: The text of the item; empty for an item that is a turn.
        turns: The turns that it cites.
        operations: The operations that made it.
    """

    item: str
    score: float | None
    retrievers: Mapping[str, float]
    evidence: bool
    kind: str = ""
    text: str = ""
    turns: tuple[TurnLine, ...]
    operations: tuple[OperationRecord, ...]


class AskedQuestion(Struct, frozen=True, kw_only=True):
    """A question that was asked: its words, the reply with its turn (empty out of band), the verdicts and the gold."""

    time: datetime
    turn: str
    question: str
    reply: str
    verdict: str
    repeats: tuple[str, ...]
    answerable: bool
    gold: tuple[str, ...]
    stale: tuple[str, ...]
    others: tuple[str, ...]


class Explanation(Struct, frozen=True, kw_only=True):
    """The explanation of one question.

    Attributes:
        scenario: The scenario of the episode.
        seed: The seed of the episode.
        system: The system of the episode.
        episode: The number of the episode in the run, from 1.
        number: The number of the question in the episode, from 1.
        of: The number of questions in the episode.
        probe: The id of the question.
        kind: The kind of the question.
        form: The form of an answer.
        attribute: The attribute that the question is about.
        anchor: Whether the question is an anchor.
        asker: The person who asks.
        owner: The person whom the question is about.
        asked: The question as asked; None if it was not asked.
        failed: The failure stage, in a word; `right` for a right answer.
        meaning: The failure stage, in a sentence.
        evidence: One entry for each turn that the answer needs.
        recalled: The recalled items in rank order.
        context: The context of the reply; empty if unknown.
        why: Why the memory recalled nothing; empty otherwise.
        notes: What is unknown, and how the rebuilt memory differs from the record.
    """

    scenario: str
    seed: int
    system: str
    episode: int
    number: int
    of: int
    probe: str
    kind: str
    form: str
    attribute: str
    anchor: bool
    asker: str
    owner: str
    asked: AskedQuestion | None = None
    failed: str
    meaning: str
    evidence: tuple[Evidence, ...] = ()
    recalled: tuple[RecalledItem, ...] = ()
    context: str = ""
    why: str = ""
    notes: tuple[str, ...] = ()


def explain(run: RecordedRun, episode: int, probe: int) -> Explanation:
    """Finds the stage at which one answer failed, and collects the reasons.

    Args:
        run: The run.
        episode: The index of the episode in the run, from 0.
        probe: The index of the question in the episode, from 0.
    """
    record = run.records[episode]
    plan = record.probes[probe]
    outcome, rebuilt = plan.first, RebuiltMemory()
    earlier: Sequence[EpisodeRecord] = ()
    if outcome is not None:
        earlier = run.lived_before(record)
        if is_unpacked(run.folder):
            rebuilt.notes.append(_PACKED)
        else:
            spec = run.spec_of(record.key.system)
            rebuilt = replay_memory(record, plan, outcome, spec=spec, earlier=earlier, **run.options)
    return _explained(record, episode, probe, failure_labels(record)[plan.id], rebuilt, earlier)


def explain_from_record(record: EpisodeRecord, episode: int, probe: int | None = None) -> list[Explanation]:
    """Explains questions of an episode by its record alone, without the words and scores of a rebuilt memory.

    Args:
        record: The record of the episode.
        episode: The index of the episode in the run, from 0.
        probe: The index of the only question to explain, from 0; None for all.
    """
    labels = failure_labels(record)
    return [
        _explained(record, episode, number, labels[one.id], RebuiltMemory(), ())
        for number, one in enumerate(record.probes)
        if probe is None or number == probe
    ]


def _explained(
    record: EpisodeRecord,
    episode: int,
    probe: int,
    label: tuple[str, str],
    rebuilt: RebuiltMemory,
    earlier: Sequence[EpisodeRecord],
) -> Explanation:
    plan = record.probes[probe]
    outcome = shown_outcome(plan)
    failed, meaning = label
    explanation = Explanation(
        **structs.asdict(record.key),
        episode=episode + 1,
        number=probe + 1,
        of=len(record.probes),
        probe=plan.id,
        **{name: getattr(plan, name) for name in ("kind", "form", "attribute", "anchor", "asker", "owner")},
        failed=failed,
        meaning=meaning,
    )
    if outcome is None or outcome.expectation is None:
        return structs.replace(explanation, notes=(record.fault,) if record.fault else ())
    turns = {turn.id: turn for one in (*earlier, record) for turn in one.transcript}
    ops: Sequence[OperationRecord] = [_operation(op) for op in rebuilt.ops]
    ops = ops or record.journal[: before(record, outcome)]
    recollections = rebuilt.recollections
    if recollections is not None and recollections.hits and not ops:
        rebuilt.notes.append("the memory keeps no journal, so the operations on its items are unknown")
    return structs.replace(
        explanation,
        asked=_asked(record, plan, outcome),
        evidence=tuple(_evidence(outcome, turns, ops, known=bool(ops) or keeps_journal(record))),
        recalled=tuple(_recalled(record, plan, outcome, rebuilt, turns, ops)),
        context=recollections.context if recollections is not None else "",
        why=recollections.why if recollections is not None else "",
        notes=tuple(rebuilt.notes),
    )


def _asked(record: EpisodeRecord, plan: ProbeRecord, outcome: OutcomeRecord) -> AskedQuestion:
    transcript, expectation = record.transcript, outcome.expectation
    assert expectation is not None
    place = next((place for place, turn in enumerate(transcript) if turn.id == outcome.turn), None)
    return AskedQuestion(
        time=outcome.time,
        turn=outcome.turn,
        question=outcome.question if place is None else transcript[place - 1].text,
        reply=outcome.reply,
        verdict=verdict_of(outcome),
        repeats=tuple(verdict_of(one) for one in plan.outcomes if one.attempt > outcome.attempt),
        answerable=expectation.answerable,
        gold=expectation.gold,
        stale=expectation.stale,
        others=expectation.others if plan.form is not Form.MENTION else (),
    )


def _operation(op: Op) -> Operation:
    """An operation without the text of its item."""
    kind = op.draft.kind if op.draft is not None else ""
    return Operation(**structs.asdict(record_operation(op)), kind=kind, why=op.why, time=op.time)


def _turn(id: str, turns: Mapping[str, TurnRecord]) -> TurnLine:
    turn = turns.get(id)
    if turn is None:
        return TurnLine(turn=id)
    name = "Assistant" if turn.speaker == ASSISTANT else turn.name
    return TurnLine(turn=id, time=turn.time, name=name, text=turn.text)


def _evidence(
    outcome: OutcomeRecord, turns: Mapping[str, TurnRecord], ops: Sequence[OperationRecord], *, known: bool
) -> Iterable[Evidence]:
    holdings = Holdings(ops)
    resting = _ever(ops)
    for number, alternative in enumerate(evidence_of(outcome), 1):
        for id in alternative:
            yield Evidence(
                alternative=number,
                turn=_turn(id, turns),
                fate=holdings.fate(id) if known else Fate.SHOWN,
                items=holdings.items(id),
                operations=tuple(op for op in _on(resting.get(id, ()), ops) if _bears_on(op, id)),
            )


def _ever(ops: Iterable[OperationRecord]) -> dict[str, set[str]]:
    """The items that ever cited each turn."""
    resting: dict[str, set[str]] = {}
    for op in ops:
        for turn in op.sources or ():
            resting.setdefault(turn, set()).add(op.id)
    return resting


def _bears_on(op: OperationRecord, turn: str) -> bool:
    """False for an operation that only added other turns to the item."""
    return op.verb not in ("ADD", "MERGE") or turn in (op.sources or ()) or op.other is not None


def _on(items: Iterable[str], ops: Iterable[OperationRecord]) -> tuple[OperationRecord, ...]:
    wanted = set(items)
    return tuple(op for op in ops if op.id in wanted or op.other in wanted)


def _recalled(
    record: EpisodeRecord,
    plan: ProbeRecord,
    outcome: OutcomeRecord,
    rebuilt: RebuiltMemory,
    turns: Mapping[str, TurnRecord],
    ops: Sequence[OperationRecord],
) -> Iterable[RecalledItem]:
    """The recalled items, from the rebuilt memory or else from the record: of the memory, or as the reply declares."""
    wanted = {turn for alternative in evidence_of(outcome) for turn in alternative}
    whole = any(map(is_session_id, wanted))
    wanted |= {turn.partition(".")[0] for turn in wanted}

    def sessions(sources: Sequence[str]) -> Sequence[str]:
        return to_sessions(sources) if whole else ()

    if rebuilt.recollections is not None:
        hits = [(HitRecord(hit.id, hit.score, hit.sources), hit.retrievers) for hit in rebuilt.recollections.hits]
    else:
        note = recall_note(record, plan, outcome)
        declared = [HitRecord(turn, None, (turn,)) for turn in outcome.recalled or ()]
        hits = [(hit, {}) for hit in (note.hits if note is not None else declared)]
    for hit, retrievers in hits:
        kind, text = _words(rebuilt.items.get(hit.id))
        yield RecalledItem(
            item=hit.id,
            score=hit.score,
            retrievers=retrievers,
            evidence=not wanted.isdisjoint((*hit.sources, *sessions(hit.sources))),
            kind=kind,
            text=text,
            turns=tuple(_turn(source, turns) for source in dict.fromkeys(hit.sources)),
            operations=_on([hit.id], ops),
        )


def _words(item: Item | None) -> tuple[str, str]:
    """The kind of an item, and its text unless it is a turn."""
    if item is None:
        return "", ""
    return item.kind, "" if item.kind == "turn" else item.text
