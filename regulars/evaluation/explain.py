"""Explains one answer: the question, its evidence, what was brought back, and the operations that made each item.

Read from the record of a run. The retrievers of a search, the words of items and the reasons of operations are in no
record. They come from the rebuilt memory (`memory_replay`); where it cannot be rebuilt, the rest is given.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from datetime import datetime

from msgspec import Struct, structs

from regulars.datasets.episode_record import EpisodeRecord
from regulars.datasets.memory_record import HitRecord, OperationRecord, record_operation
from regulars.datasets.probe_record import OutcomeRecord, ProbeRecord
from regulars.dialogue import ASSISTANT, Turn, VerdictKind
from regulars.envs.probes.gold import ProbeStatus
from regulars.evaluation.figures.failure_stages import (
    FailureStage,
    Fate,
    Holdings,
    before,
    evidence_of,
    failure_stages,
    keeps_journal,
)
from regulars.evaluation.figures.metrics import recorded_verdict
from regulars.evaluation.memory_replay import RebuiltMemory, recall_note, replay_memory
from regulars.evaluation.runs.recorded import RecordedRun
from regulars.memory import Item, Op

_MEANING = {
    FailureStage.NONE: "answered as the gold answer has it",
    FailureStage.NOT_TOLD: "the person never told it before it was asked, or the question was not reached",
    FailureStage.NOT_WRITTEN: "it was told, and no item of the memory was made of it",
    FailureStage.CHANGED: "it was written, and overwritten by something that does not rest on it",
    FailureStage.FORGOTTEN: "it was written, and then deleted or put where it is not found",
    FailureStage.NOT_RECALLED: "it was held, and is not among what was brought back",
    FailureStage.NOT_USED: "it was brought back, and the reply says nothing of it",
    FailureStage.MISUSED: "it was brought back, and the reply says something else",
    FailureStage.OPEN: "it was brought back, and the verdict is undetermined",
    FailureStage.UNTRACED: "the record does not say what was recalled, or what the answer rests on",
}
_ABSTAIN = "should abstain"
_ABSTAIN_MEANING = "nothing told answers it, and the reply says something else than that"


class QuestionLine(Struct, frozen=True, kw_only=True):
    """A question of an episode in one line: what was asked, and the stage at which the answer failed."""

    number: int
    id: str
    time: datetime
    kind: str
    attribute: str
    verdict: str
    failed: str


class TurnLine(Struct, frozen=True, kw_only=True, omit_defaults=True):
    """A turn: its id, and what is known of it."""

    turn: str
    time: datetime | None = None
    name: str = ""
    text: str = ""


class Operation(OperationRecord, frozen=True, kw_only=True, omit_defaults=True):
    """An operation with what a rebuilt memory can tell of it.

    Attributes:
        kind: The kind of the new item.
        why: The reason, in a few words.
        time: When.
    """

    kind: str = ""
    why: str = ""
    time: datetime | None = None


class Evidence(Struct, frozen=True, kw_only=True):
    """A turn that the answer rests on.

    Attributes:
        alternative: Which of the sufficient sets of turns it is of, from 1.
        turn: The turn.
        fate: What became of it in the memory.
        items: Those that rest on it.
        operations: What was done to all items that ever rested on it, but for what brought them other turns.
    """

    alternative: int
    turn: TurnLine
    fate: Fate
    items: tuple[str, ...]
    operations: tuple[OperationRecord, ...]


class RecalledItem(Struct, frozen=True, kw_only=True):
    """An item that was brought back.

    Attributes:
        item: Its id.
        score: What it was ranked by.
        retrievers: The score that each retriever gave it.
        evidence: Whether it rests on a turn of the evidence.
        kind: The item's kind; empty where the memory could not be rebuilt.
        text: Its words, where they are not those of a turn.
        turns: The turns that it rests on.
        operations: What made it.
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
    """What came of a question: the words, the reply and its id (empty beside the conversation), and the verdicts."""

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
    """What can be said of one question.

    Attributes:
        scenario: Of the episode.
        seed: Of the episode.
        system: Of the episode.
        episode: The episode's number in the run, from 1.
        number: The question's number in the episode, from 1.
        of: How many questions the episode has.
        probe: The question's id.
        kind: What it measures.
        form: What an answer looks like.
        attribute: What it asks about.
        anchor: Whether its answer is the same in every run.
        asker: On whose behalf it is asked.
        owner: Whom it is about.
        asked: None where it was never asked.
        failed: The stage at which the answer failed, in a word; `right` if none.
        meaning: The same in a sentence.
        evidence: One entry for each turn that the answer rests on.
        recalled: What was brought back, in rank order.
        context: What the reply was made from, as far as it is known.
        why: Why nothing was brought back, where nothing was.
        notes: What could not be had, and where the rebuilt memory differs from the record.
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


def questions_of(record: EpisodeRecord) -> list[QuestionLine]:
    """A line for each question of an episode."""
    labels = _labels(record)
    return [
        QuestionLine(
            number=number,
            id=probe.id,
            time=(_shown(probe) or probe).time,
            kind=probe.kind,
            attribute=probe.attribute,
            verdict=_verdict(_shown(probe)),
            failed=labels[probe.id][0],
        )
        for number, probe in enumerate(record.probes, 1)
    ]


def _shown(probe: ProbeRecord) -> OutcomeRecord | None:
    """The first time of asking that has an expectation, else the first, else None."""
    return probe.first or next(iter(probe.outcomes), None)


def _verdict(outcome: OutcomeRecord | None) -> str:
    return "-" if outcome is None or outcome.verdict is None else outcome.verdict.kind


def _labels(record: EpisodeRecord) -> dict[str, tuple[str, str]]:
    """The stage at which each question failed, in a word and in a sentence."""
    recorded = record.scenario.recorded
    verdicts = {}
    for probe in record.probes:
        outcome = _shown(probe)
        if outcome is not None and not recorded:
            verdicts[probe.id] = recorded_verdict(record, probe, outcome).kind
    failed = dict(failure_stages(record, verdicts))
    labels = {}
    for probe in record.probes:
        id, status = probe.id, probe.status
        if id in failed:
            labels[id] = failed[id].replace("_", " "), _MEANING[failed[id]]
            if recorded and failed[id] is FailureStage.NONE:
                labels[id] = "brought back", "what it rests on was brought back; a recording has no verdicts here"
        elif status is ProbeStatus.UNREACHED:
            labels[id] = str(status), "it was not asked"
        elif status is ProbeStatus.VOID:
            labels[id] = str(status), "nothing answers it"
        elif recorded:
            labels[id] = "-", "nothing is known of what it rests on"
        elif verdicts.get(id) is VerdictKind.CORRECT:
            labels[id] = str(FailureStage.NONE), "nothing told answers it, and the reply says so"
        else:
            labels[id] = _ABSTAIN, _ABSTAIN_MEANING
    return labels


def explain(run: RecordedRun, episode: int, probe: int) -> Explanation:
    """Says at which stage one answer failed, and why.

    Args:
        run: The run.
        episode: The episode's place in it, from 0.
        probe: The question's place in the episode, from 0.
    """
    record = run.records[episode]
    plan = record.probes[probe]
    outcome = _shown(plan)
    failed, meaning = _labels(record)[plan.id]
    explanation = Explanation(
        scenario=record.key.scenario,
        seed=record.key.seed,
        system=record.key.system,
        episode=episode + 1,
        number=probe + 1,
        of=len(record.probes),
        probe=plan.id,
        kind=plan.kind,
        form=plan.form,
        attribute=plan.attribute,
        anchor=plan.anchor,
        asker=plan.asker,
        owner=plan.owner,
        failed=failed,
        meaning=meaning,
    )
    if outcome is None or outcome.expectation is None:
        return structs.replace(explanation, notes=(record.fault,) if record.fault else ())
    earlier = run.lived_before(record)
    rebuilt = replay_memory(record, plan, outcome, earlier=earlier, **run.options)
    turns = {turn.id: turn for one in (*earlier, record) for turn in one.transcript}
    ops: Sequence[OperationRecord] = [_operation(op) for op in rebuilt.ops]
    ops = ops or record.journal[: before(record, outcome)]
    recollections = rebuilt.recollections
    if recollections is not None and recollections.hits and not ops:
        rebuilt.notes.append("the memory keeps no journal: what made its items is not known")
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
        verdict=_verdict(outcome),
        repeats=tuple(_verdict(one) for one in plan.outcomes if one.attempt > outcome.attempt),
        answerable=expectation.answerable,
        gold=expectation.gold,
        stale=expectation.stale,
        others=expectation.others,
    )


def _operation(op: Op) -> Operation:
    """An operation with all but its words."""
    kind = op.draft.kind if op.draft is not None else ""
    return Operation(**structs.asdict(record_operation(op)), kind=kind, why=op.why, time=op.time)


def _turn(id: str, turns: Mapping[str, Turn]) -> TurnLine:
    turn = turns.get(id)
    if turn is None:
        return TurnLine(turn=id)
    name = "Assistant" if turn.speaker == ASSISTANT else turn.name
    return TurnLine(turn=id, time=turn.time, name=name, text=turn.text)


def _evidence(
    outcome: OutcomeRecord, turns: Mapping[str, Turn], ops: Sequence[OperationRecord], *, known: bool
) -> Iterable[Evidence]:
    holdings = Holdings(ops)
    resting = _ever(ops)
    for number, alternative in enumerate(evidence_of(outcome), 1):
        for id in alternative:
            yield Evidence(
                alternative=number,
                turn=_turn(id, turns),
                fate=holdings.fate(id) if known else Fate.HELD,
                items=holdings.items(id),
                operations=tuple(op for op in _on(resting.get(id, ()), ops) if _bears_on(op, id)),
            )


def _ever(ops: Iterable[OperationRecord]) -> dict[str, set[str]]:
    """By a turn the items that rested on it at any time."""
    resting: dict[str, set[str]] = {}
    for op in ops:
        for turn in op.sources or ():
            resting.setdefault(turn, set()).add(op.id)
    return resting


def _bears_on(op: OperationRecord, turn: str) -> bool:
    """False for the words of other turns that came into the same item."""
    return op.verb not in ("ADD", "MERGE") or turn in (op.sources or ()) or op.other is not None


def _on(items: Iterable[str], ops: Iterable[OperationRecord]) -> tuple[OperationRecord, ...]:
    wanted = set(items)
    return tuple(op for op in ops if op.id in wanted or op.other in wanted)


def _recalled(
    record: EpisodeRecord,
    plan: ProbeRecord,
    outcome: OutcomeRecord,
    rebuilt: RebuiltMemory,
    turns: Mapping[str, Turn],
    ops: Sequence[OperationRecord],
) -> Iterable[RecalledItem]:
    """What was brought back: by the rebuilt memory, or by its ids in the record."""
    wanted = {turn for alternative in evidence_of(outcome) for turn in alternative}
    wanted |= {turn.partition(".")[0] for turn in wanted}
    if rebuilt.recollections is not None:
        hits = [(HitRecord(hit.id, hit.score, hit.sources), hit.retrievers) for hit in rebuilt.recollections.hits]
    else:
        note = recall_note(record, plan, outcome)
        hits = [(hit, {}) for hit in (note.hits if note is not None else ())]
    for hit, retrievers in hits:
        kind, text = _words(rebuilt.items.get(hit.id))
        yield RecalledItem(
            item=hit.id,
            score=hit.score,
            retrievers=retrievers,
            evidence=not wanted.isdisjoint(hit.sources),
            kind=kind,
            text=text,
            turns=tuple(_turn(source, turns) for source in dict.fromkeys(hit.sources)),
            operations=_on([hit.id], ops),
        )


def _words(item: Item | None) -> tuple[str, str]:
    """An item's kind, and its words where they are not those of a turn."""
    if item is None:
        return "", ""
    return item.kind, "" if item.kind == "turn" else item.text
