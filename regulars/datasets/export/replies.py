"""An assistant's replies with the prompts that they answer, as chat messages: what training formats are made of.

The prompt of a reply is a system message with the date, the person's name and what the memory had recalled, followed by
the session so far. A recollection is shown as the lines that it cites, oldest first, as memories show them.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass

from regulars.datasets.episode_record import EpisodeRecord
from regulars.datasets.record_parts.transcript import TurnRecord
from regulars.dialogue import ASSISTANT, Feedback, FeedbackAction, VerdictKind, is_session_id, session_id
from regulars.memory.context_line import context_line
from regulars.scenarios.world import Scenario

Message = dict[str, str]
"""A chat message: `role` and `content`."""

SYSTEM = "You are the assistant of {name}. It is {date}."
RECALLED = "What you remember of earlier conversations:"
NOTHING = "You remember nothing of earlier conversations that belongs here."


@dataclass(frozen=True, slots=True)
class ReplyInContext:
    """One reply of an assistant.

    Attributes:
        id: The id of the reply's turn.
        session: The number of its session.
        person: The id of the person who is answered.
        said: The session up to the person's line, as messages.
        memory: The system message with what was recalled; None if nothing is known of recollections.
        text: The reply.
        feedback: The feedback on it; None if none was shown.
        terms: The terms of its reward; empty if it was not rewarded.
        verdict: The verdict on it; None without one.
        answers: The id of the probe that it answered in the conversation, and how often that was asked by then; None if
            it answered none.
        grounded: Whether the prompt holds the evidence of that answer.
    """

    id: str
    session: int
    person: str
    said: tuple[Message, ...]
    memory: Message | None
    text: str
    feedback: Feedback | None = None
    terms: Mapping[str, float] | None = None
    verdict: VerdictKind | None = None
    answers: tuple[str, int] | None = None
    grounded: bool = True

    @property
    def prompt(self) -> list[Message]:
        """The messages that the reply answers."""
        return [*([self.memory] if self.memory else []), *self.said]


def replies_of(record: EpisodeRecord) -> Iterator[ReplyInContext]:
    """Yields the replies of an episode in order."""
    feedback = {one.about: one for one in record.feedback}
    terms = {note.turn: note.terms for note in record.rewards if note.seat == ASSISTANT}
    outcomes = {outcome.turn: (probe, outcome) for probe in record.probes for outcome in probe.outcomes if outcome.turn}
    recalled = {note.turn: note for note in record.recollections if not note.probe}
    turns = {turn.id: turn for turn in record.transcript}
    by_session: dict[str, list[str]] = {}
    for turn in record.transcript:
        by_session.setdefault(session_id(turn.session), []).append(turn.id)
    said: list[Message] = []
    heard: list[str] = []
    before: TurnRecord | None = None
    for turn in record.transcript:
        if before is None or before.session != turn.session:
            said, heard = [], []
        if turn.speaker == ASSISTANT and said:
            note = recalled.get(turn.id)
            sources = [source for hit in note.hits for source in hit.sources] if note else []
            cited = [
                id for source in sources for id in (by_session.get(source, []) if is_session_id(source) else [source])
            ]
            lines = [turns[id] for id in dict.fromkeys(cited) if id in turns and turns[id].time <= turn.time]
            answered = outcomes.get(turn.id)
            outcome = answered[1] if answered else None
            yield ReplyInContext(
                turn.id,
                turn.session,
                turn.person,
                tuple(said),
                _memory(before, lines) if note else None,
                turn.text,
                feedback.get(turn.id),
                terms.get(turn.id),
                outcome.verdict.found if outcome and outcome.verdict else None,
                (answered[0].id, answered[1].attempt) if answered else None,
                outcome is None or _holds({*heard, *(one.id for one in lines)}, outcome.evidence),
            )
        said.append(message_of(turn.speaker, turn.text))
        heard.append(turn.id)
        before = turn


def recorded_replies(scenario: Scenario) -> Iterator[ReplyInContext]:
    """Yields the replies of a recorded conversation in order. Nothing is known of what its assistant recalled."""
    shown = {
        turn.feedback.about: turn.feedback
        for session in scenario.sessions
        for turn in session.turns
        if turn.feedback is not None
    }
    for session in scenario.sessions:
        said: list[Message] = []
        for turn in session.turns:
            if turn.speaker == ASSISTANT and said:
                given = shown.get(turn.id)
                feedback = (
                    Feedback(given.about, FeedbackAction(given.action), given.satisfaction, given.text)
                    if given
                    else None
                )
                yield ReplyInContext(turn.id, session.number, session.person, tuple(said), None, turn.text, feedback)
            said.append(message_of(turn.speaker, turn.text))


def message_of(speaker: str, text: str) -> Message:
    """A turn as a chat message."""
    return {"role": "assistant" if speaker == ASSISTANT else "user", "content": text}


def _holds(shown: Collection[str], evidence: Iterable[Sequence[str]]) -> bool:
    """Whether the shown turns hold one of the sufficient sets of evidence, or none is needed."""
    sessions = {id.partition(".")[0] for id in shown}
    sets = [all(id in (sessions if is_session_id(id) else shown) for id in ids) for ids in evidence]
    return not sets or any(sets)


def _memory(asked: TurnRecord | None, lines: list[TurnRecord]) -> Message:
    assert asked is not None
    written = [context_line(one.time, one.name, one.text) for one in sorted(lines, key=lambda one: one.id)]
    recalled = "\n".join((RECALLED, *written)) if written else NOTHING
    head = SYSTEM.format(name=asked.name, date=f"{asked.time:%Y-%m-%d %H:%M}")
    return {"role": "system", "content": f"{head}\n{recalled}"}
