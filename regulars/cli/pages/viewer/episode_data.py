"""What the viewer shows of one episode, made from its record.

Turns appear once, and everything else names them by their ids. Times are strings, as they were recorded.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Mapping
from datetime import datetime
from typing import Any

from msgspec import Struct

from regulars.datasets.episode_record import EpisodeRecord
from regulars.datasets.record_parts.memory import RecallRecord
from regulars.datasets.record_parts.probes import OutcomeRecord, ProbeRecord
from regulars.dialogue import ASSISTANT, Feedback, FeedbackAction
from regulars.envs.life.goals import GoalScore
from regulars.evaluation.explain import Explanation, explain_from_record
from regulars.evaluation.question_lines import shown_outcome, verdict_of


class LedgerLine(Struct, frozen=True, kw_only=True, omit_defaults=True, forbid_unknown_fields=True):
    """An entry of the ledger.

    Attributes:
        turn: The turn that made it.
        time: The time of that turn.
        person: The person whom it is about.
        attribute: The attribute.
        value: The value as told, said or chosen.
        how: How it was told; `hearsay` for a value that was said without being told, `commitment` for a choice of the
            assistant.
        reason: Why the value changed, if the person said so.
    """

    turn: str
    time: str
    person: str
    attribute: str
    value: str
    how: str
    reason: str = ""


class ShownRecall(Struct, frozen=True, kw_only=True, omit_defaults=True, forbid_unknown_fields=True):
    """What memory brought back: the tokens of the context, and each item with its score and the turns that it cites."""

    tokens: int
    why: str = ""
    hits: tuple[tuple[str, float | None, tuple[str, ...]], ...] = ()


class ShownReward(Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """The terms of one seat's reward."""

    seat: str
    terms: Mapping[str, float]


class ShownAnswer(Struct, frozen=True, kw_only=True, omit_defaults=True, forbid_unknown_fields=True):
    """One answer to a question.

    Attributes:
        question: The number of the question in the episode, from 1.
        attempt: 1, or 2 after a correction.
        time: When it was asked.
        verdict: The verdict in a word, or `-`.
        turn: The id of the reply; empty out of band.
        asked: The words of the question.
        reply: The words of the reply.
        score: The score of the reply, 0 to 1; None without a verdict.
        source: Who gave the verdict: `matcher`, `model` or `unreadable`.
        reason: A judge's reason.
        late: Whether the reply missed its time limit.
        answerable: Whether the answer had been told; None for a void question.
        gold: The right answers.
        stale: Answers that were right before.
        others: Further competitors.
        ledger: The number of entries in the ledger at that time.
        commitments: The number of commitments at that time.
        recall: The recall for an out-of-band question.
    """

    question: int
    attempt: int
    time: str
    verdict: str
    turn: str = ""
    asked: str = ""
    reply: str = ""
    score: float | None = None
    source: str = ""
    reason: str = ""
    late: bool = False
    answerable: bool | None = None
    gold: tuple[str, ...] = ()
    stale: tuple[str, ...] = ()
    others: tuple[str, ...] = ()
    ledger: int = 0
    commitments: int = 0
    recall: ShownRecall | None = None


class ShownTurn(Struct, frozen=True, kw_only=True, omit_defaults=True, forbid_unknown_fields=True):
    """A turn with everything that was noted beside it.

    Attributes:
        id: The id of the turn.
        session: The number of its session.
        time: When it was said.
        name: The name of the speaker.
        text: The words.
        assistant: Whether the assistant speaks.
        acts: The planned acts that the turn carries out, and the planned questions that it asks.
        noise: The kinds of human noise in it.
        feedback: What the person showed of this reply.
        rewards: The rewards for this reply.
        kept: The standing rules that the reply kept.
        broken: The standing rules that the reply broke.
        recall: What memory brought back for this reply.
    """

    id: str
    session: int
    time: str
    name: str
    text: str
    assistant: bool = False
    acts: tuple[str, ...] = ()
    noise: tuple[str, ...] = ()
    feedback: tuple[str, ...] = ()
    rewards: tuple[ShownReward, ...] = ()
    kept: tuple[str, ...] = ()
    broken: tuple[str, ...] = ()
    recall: ShownRecall | None = None


class ShownQuestion(Struct, frozen=True, kw_only=True, omit_defaults=True, forbid_unknown_fields=True):
    """A planned question with its explanation. Turns of the evidence and of items stand as ids.

    Attributes:
        number: Its number in the episode, from 1.
        id: Its id.
        kind: Its kind.
        form: The form of an answer.
        attribute: The attribute that it is about.
        anchor: Whether it is an anchor.
        asker: Who asks.
        owner: Whom it is about.
        purpose: What it was planned for.
        planned: When it was planned.
        status: What became of the plan.
        verdict: The verdict on the first answer, or `-`.
        stage: The failure stage, in a word.
        meaning: The failure stage, in a sentence.
    """

    number: int
    id: str
    kind: str
    form: str
    attribute: str
    anchor: bool
    asker: str
    owner: str
    purpose: str
    planned: str
    status: str
    verdict: str
    stage: str
    meaning: str


class ShownSession(Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """A session that took place."""

    number: int
    person: str
    started: str
    ended: str
    ending: str


class ValueChange(Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """A change in a person's life: the attribute, its value before and from `time` on."""

    person: str
    attribute: str
    before: str
    value: str
    time: str


class EpisodeData(Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """Everything that the viewer shows of an episode.

    Attributes:
        name: The name of the episode.
        scenario: The name of the life.
        seed: The seed.
        system: The system.
        recorded: Whether it is a recording of others.
        ending: How it ended; None if it did not end.
        fault: The fault that ended it; empty for none.
        score: The assistant's reward.
        settings: Further settings by name.
        people: The displayed names of the people by id.
        sessions: The sessions.
        turns: The turns in order.
        ledger: The disclosures and hearsay in order.
        commitments: The commitments in order.
        changes: The changes of values in people's lives; empty for recordings.
        questions: The planned questions.
        answers: The answers in the order of time.
        traces: The explanation of each question that was asked, by its number.
        projects: The scores of projects.
    """

    name: str
    scenario: str
    seed: int
    system: str
    recorded: bool
    ending: str | None
    fault: str
    score: float | None
    settings: Mapping[str, str]
    people: Mapping[str, str]
    sessions: tuple[ShownSession, ...]
    turns: tuple[ShownTurn, ...]
    ledger: tuple[LedgerLine, ...]
    commitments: tuple[LedgerLine, ...]
    changes: tuple[ValueChange, ...]
    questions: tuple[ShownQuestion, ...]
    answers: tuple[ShownAnswer, ...]
    traces: Mapping[int, Explanation]
    projects: tuple[GoalScore, ...]


def episode_data(record: EpisodeRecord, number: int) -> EpisodeData:
    """Collects what the viewer shows of an episode.

    Args:
        record: The record of the episode.
        number: The number of the episode in the run, from 1.
    """
    explained = explain_from_record(record, number - 1)
    names = {turn.speaker: turn.name for turn in record.transcript if turn.speaker != ASSISTANT}
    config = record.config
    settings = {
        "suite": record.scenario.suite,
        "language": record.scenario.language,
        "feedback": config.feedback,
        "noise": config.noise,
        "user": config.user,
        "judge": config.judge,
    }
    return EpisodeData(
        name=str(record.key),
        scenario=record.key.scenario,
        seed=record.key.seed,
        system=record.key.system,
        recorded=record.scenario.recorded,
        ending=None if record.ending is None else str(record.ending),
        fault=record.fault,
        score=record.score,
        settings={name: value for name, value in settings.items() if value},
        people={person: names.get(person, person) for person in record.scenario.persons},
        sessions=tuple(
            ShownSession(
                number=one.number, person=one.person, started=_moment(one.started), ended=_moment(one.ended),
                ending="" if one.ending is None else str(one.ending),
            )
            for one in record.sessions
        ),
        turns=_turns(record),
        ledger=_ledger(record),
        commitments=tuple(
            LedgerLine(
                turn=one.turn, time=_moment(one.time), person=one.person, attribute=one.attribute, value=one.value,
                how="commitment",
            )
            for one in record.ledger.commitments
        ),
        changes=_changes(record),
        questions=tuple(_question(probe, why) for probe, why in zip(record.probes, explained, strict=True)),
        answers=_answers(record),
        traces={why.number: why for why in explained if why.asked is not None},
        projects=record.projects,
    )  # fmt: skip


def _turns(record: EpisodeRecord) -> tuple[ShownTurn, ...]:
    """The turns with everything that the record notes beside them."""
    acts: defaultdict[str, list[str]] = defaultdict(list)
    for act, said in (record.ledger.said or {}).items():
        acts[said].append(act)
    for told in record.ledger.disclosures:
        if told.act:
            acts[told.turn].append(told.act)
    for probe in record.probes:
        for outcome in probe.outcomes:
            acts[outcome.turn].append(f"{probe.id} {outcome.attempt}")
    feedback: defaultdict[str, list[str]] = defaultdict(list)
    for shown in record.feedback:
        feedback[shown.about].append(_feedback(shown))
    rewards: defaultdict[str, list[ShownReward]] = defaultdict(list)
    for note in record.rewards:
        rewards[note.turn].append(ShownReward(seat=note.seat, terms=note.terms))
    recalls = {note.turn: note for note in record.recollections if not note.probe}
    conduct = {note.turn: note for note in record.conduct}
    noise: defaultdict[str, list[str]] = defaultdict(list)
    for touched in record.noise.turns if record.noise is not None else ():
        noise[touched.turn].append(touched.kind)
    found = []
    for turn in record.transcript:
        manner, recall = conduct.get(turn.id), recalls.get(turn.id)
        found.append(
            ShownTurn(
                id=turn.id, session=turn.session, time=_moment(turn.time), text=turn.text,
                name="Assistant" if turn.speaker == ASSISTANT else turn.name, assistant=turn.speaker == ASSISTANT,
                acts=tuple(dict.fromkeys(acts[turn.id])), noise=tuple(noise[turn.id]),
                feedback=tuple(feedback[turn.id]), rewards=tuple(rewards[turn.id]),
                kept=manner.kept if manner is not None else (), broken=manner.broken if manner is not None else (),
                recall=_recall(recall),
            )
        )  # fmt: skip
    return tuple(found)


def _ledger(record: EpisodeRecord) -> tuple[LedgerLine, ...]:
    """Disclosures and hearsay in the order in which they were entered, as a mark of the ledger counts them."""
    times = {turn.id: _moment(turn.time) for turn in record.transcript}
    told = record.ledger.disclosures
    hearsay = list(record.ledger.hearsay)
    lines = []
    for place in range(len(told) + 1):
        while hearsay and hearsay[0].after <= place:
            one = hearsay.pop(0)
            lines.append(
                LedgerLine(
                    turn=one.turn, time=times.get(one.turn, ""), person=one.person, attribute=one.attribute,
                    value=one.value, how="hearsay",
                )
            )  # fmt: skip
        lines += [
            LedgerLine(
                turn=entry.turn, time=_moment(entry.time), person=entry.person, attribute=entry.attribute,
                value=entry.value, how=entry.how, reason=entry.reason,
            )
            for entry in told[place : place + 1]
        ]  # fmt: skip
    return tuple(lines)


def _changes(record: EpisodeRecord) -> tuple[ValueChange, ...]:
    """The facts that replace an earlier value between the first session and the end of the last."""
    if not record.sessions:
        return ()
    first, last = record.sessions[0].started, max(session.ended for session in record.sessions)
    found = []
    for whole in record.horizon:
        before: dict[str, str] = {}
        for fact in sorted(whole.life, key=lambda fact: fact.since):
            before_it = before.get(fact.attribute)
            if before_it not in (None, fact.value) and first <= fact.since <= last:
                found.append(
                    ValueChange(
                        person=whole.person, attribute=fact.attribute, before=before_it, value=fact.value,
                        time=_moment(fact.since),
                    )
                )  # fmt: skip
            before[fact.attribute] = fact.value
    return tuple(sorted(found, key=lambda change: change.time))


def _question(probe: ProbeRecord, why: Explanation) -> ShownQuestion:
    return ShownQuestion(
        number=why.number, id=probe.id, kind=probe.kind, form=str(probe.form), attribute=probe.attribute,
        anchor=probe.anchor, asker=probe.asker, owner=probe.owner, purpose=probe.purpose, planned=_moment(probe.time),
        status=str(probe.status), verdict=verdict_of(shown_outcome(probe)), stage=why.failed, meaning=why.meaning,
    )  # fmt: skip


def _answers(record: EpisodeRecord) -> tuple[ShownAnswer, ...]:
    before = {after.id: turn.text for turn, after in zip(record.transcript, record.transcript[1:], strict=False)}
    recalls = {note.probe: note for note in record.recollections if note.probe}
    found = [
        _answer(number, outcome, before.get(outcome.turn, outcome.question), recalls.get(probe.id))
        for number, probe in enumerate(record.probes, 1)
        for outcome in probe.outcomes
    ]
    return tuple(sorted(found, key=lambda answer: answer.time))


def _answer(question: int, outcome: OutcomeRecord, asked: str, recall: RecallRecord | None) -> ShownAnswer:
    verdict, expectation = outcome.verdict, outcome.expectation
    judged: dict[str, Any] = {} if verdict is None else {
        "score": verdict.score, "source": verdict.source, "reason": verdict.reason, "late": verdict.late,
    }  # fmt: skip
    keyed: dict[str, Any] = {} if expectation is None else {
        name: getattr(expectation, name) for name in ("answerable", "gold", "stale", "others")
    }  # fmt: skip
    return ShownAnswer(
        question=question, attempt=outcome.attempt, time=_moment(outcome.time), turn=outcome.turn, asked=asked,
        reply=outcome.reply, verdict=verdict_of(outcome), ledger=outcome.mark[0], commitments=outcome.mark[1],
        recall=None if outcome.turn else _recall(recall), **judged, **keyed,
    )  # fmt: skip


def _recall(note: RecallRecord | None) -> ShownRecall | None:
    if note is None:
        return None
    hits = tuple((hit.id, hit.score, hit.sources) for hit in note.hits)
    return ShownRecall(tokens=note.tokens, why=note.why, hits=hits)


def _feedback(shown: Feedback) -> str:
    """What the person showed, in a few words."""
    parts = [] if shown.action is FeedbackAction.NONE else [shown.action.name.lower()]
    parts += [] if shown.satisfaction is None else [f"satisfaction {shown.satisfaction:g} of 10"]
    parts += [f"“{shown.text}”"] if shown.text else []
    return ", ".join(parts) or "nothing"


def _moment(time: datetime) -> str:
    return f"{time:%Y-%m-%d %H:%M:%S}"
