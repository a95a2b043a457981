"""A life as one reads it: the conversation in order, with what the environment and the evaluator noted beside it.

The same passages come from a record and from a life that is still running, so `regulars show` and
`regulars evaluate --watch` print the same.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Sequence
from datetime import datetime

from msgspec import Struct

from regulars.counted import counted
from regulars.datasets.episode_record import EpisodeRecord
from regulars.datasets.record_parts.memory import RecallRecord
from regulars.datasets.record_parts.probes import OutcomeRecord, ProbeRecord
from regulars.datasets.record_parts.transcript import TurnRecord
from regulars.dialogue import ASSISTANT, Feedback, FeedbackAction, Turn, VerdictKind
from regulars.envs.ledger import Disclosure
from regulars.envs.life.life import Life
from regulars.envs.life.outcomes import ProbeOutcome
from regulars.scenarios.world import Probe

OPEN = "open"
"""The verdict on an answer that has none."""


class AnswerGiven(Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """One answer to a planned question.

    Attributes:
        id: The id of the question and the number of the attempt.
        turn: The id of the reply; empty out of band.
        time: When it was asked.
        kind: The kind of the question.
        attempt: 1, or 2 after a correction.
        question: The words of an out-of-band question.
        reply: The words of the reply.
        verdict: The verdict in a word.
        right: What is right; empty if abstaining is right or nothing is.
        evidence: The sufficient sets of turns.
    """

    id: str
    turn: str
    time: datetime
    kind: str
    attempt: int
    question: str
    reply: str
    verdict: str
    right: tuple[str, ...]
    evidence: tuple[tuple[str, ...], ...]


class Passage(Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """A turn of the conversation, or an out-of-band question with its answer.

    Attributes:
        id: The id of the turn, or of the question.
        session: The number of the session; 0 for an out-of-band question.
        time: When it was said.
        lines: Who said what; two of them for a question beside the conversation.
        notes: What the person told, the verdict, what was recalled, the feedback.
    """

    id: str
    session: int
    time: datetime
    lines: tuple[tuple[str, str], ...]
    notes: tuple[str, ...]


def passages_of(record: EpisodeRecord) -> list[Passage]:
    """The passages of a recorded episode, in the order of time."""
    answers = [_recorded(probe, outcome) for probe in record.probes for outcome in probe.outcomes]
    found = _passages(record.transcript, answers, record.feedback, record.recollections, record.ledger.disclosures)
    return sorted(found, key=lambda passage: passage.time)  # stable, so turns of one moment keep their order


def passages_so_far(life: Life, recalls: Sequence[RecallRecord]) -> list[Passage]:
    """The passages of a life that is still running. Those of one session grow at the end.

    Args:
        life: The life.
        recalls: The recall for each reply and probe so far.
    """
    answers = [_running(outcome) for outcome in life.outcomes]
    return _passages(life.transcript, answers, life.signals.feedbacks, recalls, life.ledger.disclosures)


def _passages(
    transcript: Iterable[Turn | TurnRecord],
    answers: Iterable[AnswerGiven],
    feedback: Iterable[Feedback],
    recalls: Iterable[RecallRecord],
    told: Iterable[Disclosure],
) -> list[Passage]:
    notes: defaultdict[str, list[str]] = defaultdict(list)
    for disclosure in told:
        name, value = disclosure.attribute, disclosure.value or "-"
        notes[disclosure.turn].append(f"tells {name} = {value} ({disclosure.how})")
    recalled = {note.probe or note.turn: note for note in recalls}
    answers = list(answers)
    aside = []
    for answer in answers:
        if answer.turn:
            notes[answer.turn] += _judged(answer, recalled.get(answer.turn))
        else:
            aside.append(answer)
    judged = {answer.turn for answer in answers}
    for place, note in recalled.items():
        if not note.probe and place not in judged:
            notes[place].append(_recalled(note))
    for one in feedback:
        notes[one.about].append(_shown(one))
    found = [
        Passage(
            id=turn.id,
            session=turn.session,
            time=turn.time,
            lines=(("Assistant" if turn.speaker == ASSISTANT else turn.name, turn.text),),
            notes=tuple(notes[turn.id]),
        )
        for turn in transcript
    ]
    found += [
        Passage(
            id=answer.id,
            session=0,
            time=answer.time,
            lines=(("Question", answer.question or "(not recorded)"), ("Assistant", answer.reply)),
            notes=tuple(_judged(answer, recalled.get(answer.id.partition("#")[0]))),
        )
        for answer in aside
    ]
    return found


def _judged(answer: AnswerGiven, recall: RecallRecord | None) -> list[str]:
    """The verdict with what is right, and what was recalled of the evidence."""
    right = " | ".join(answer.right) or "nothing was told, so abstaining is right"
    is_right = answer.verdict == VerdictKind.CORRECT.name.lower()
    repeat = ", asked again" if answer.attempt > 1 else ""
    lines = [f"{answer.kind}{repeat}: {answer.verdict}{'' if is_right else f'; right: {right}'}"]
    if recall is not None:
        lines.append(_recalled(recall, answer))
    return lines


def _recalled(note: RecallRecord, answer: AnswerGiven | None = None) -> str:
    turns = list(dict.fromkeys(source for hit in note.hits for source in hit.sources))
    text = f"recalled {counted(len(note.hits), 'item')}, {counted(note.tokens, 'token')}"
    if answer is not None and any(answer.evidence):
        held = {turn.partition(".")[0] for turn in turns} if note.level == "session" else set(turns)
        best = max(
            (alternative for alternative in answer.evidence if alternative),
            key=lambda alternative: sum(_name(turn, note.level) in held for turn in alternative) / len(alternative),
        )
        found = sum(_name(turn, note.level) in held for turn in best)
        text += f"; {found} of {counted(len(best), 'turn')} of the evidence ({', '.join(best)})"
    return f"{text}; {note.why}" if note.why else text


def _name(turn: str, level: str) -> str:
    return turn.partition(".")[0] if level == "session" else turn


def _shown(feedback: Feedback) -> str:
    parts = [] if feedback.action is FeedbackAction.NONE else [feedback.action.name.lower()]
    parts += [] if feedback.satisfaction is None else [f"satisfaction {feedback.satisfaction:g}"]
    parts += [f'"{feedback.text}"'] if feedback.text else []
    return f"feedback: {', '.join(parts) or 'none'}"


def _recorded(probe: ProbeRecord, outcome: OutcomeRecord) -> AnswerGiven:
    verdict = outcome.verdict.found if outcome.verdict is not None else None
    return _answered(probe, outcome, verdict, outcome.expectation.gold if outcome.expectation is not None else None)


def _running(outcome: ProbeOutcome) -> AnswerGiven:
    verdict = outcome.verdict.kind if outcome.verdict is not None else None
    expectation = outcome.expectation
    return _answered(outcome.probe, outcome, verdict, tuple(expectation.gold) if expectation is not None else None)


def _answered(
    probe: ProbeRecord | Probe,
    outcome: OutcomeRecord | ProbeOutcome,
    verdict: VerdictKind | None,
    right: tuple[str, ...] | None,
) -> AnswerGiven:
    return AnswerGiven(
        id=f"{probe.id}#{outcome.attempt}",
        turn=outcome.turn,
        time=outcome.time,
        kind=probe.kind,
        attempt=outcome.attempt,
        question=outcome.question,
        reply=outcome.reply,
        verdict=str(outcome.status) if right is None else _word(verdict),
        right=right or (),
        evidence=outcome.evidence,
    )


def _word(kind: VerdictKind | None) -> str:
    return OPEN if kind is None or kind is VerdictKind.NONE else kind.name.lower()
