"""Rebuilds the memory of a recorded episode: feeds the record to a new memory of the same system.

Turns, closings, feedback and recalls arrive in their recorded order and by the same code as in the episode. Replies
come from the record, so no environment steps and no model writes a reply. The memory is rebuilt faithfully if its
operations and recollections equal the recorded ones.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass, field
from datetime import datetime
from typing import Any

from regulars.agents.assistant.scripted import ScriptedAssistant
from regulars.datasets.episode_record import EpisodeRecord
from regulars.datasets.record_parts.memory import RecallRecord, record_operation, record_recall
from regulars.datasets.record_parts.probes import OutcomeRecord, ProbeRecord
from regulars.datasets.record_parts.transcript import TurnRecord
from regulars.dialogue import ASSISTANT, Feedback, Phase, Reply
from regulars.envs.life.sessions import SessionEnding
from regulars.envs.seats.names import ASSISTANT_SEAT
from regulars.errors import RegularsError
from regulars.evaluation.systems.systems import ORACLES, TWIN
from regulars.memory import Item, Op, Recollections
from regulars.scenarios.language.packs import Language
from regulars.scenarios.reliving import is_relived
from regulars.scenarios.time.stamps import stamp
from regulars.seeding import SeedTree, fresh_episode_id

Observation = dict[str, Any]
"""The parts of an observation that a memory uses."""


class _Replayed(ScriptedAssistant):
    """The scripted assistant, which also asks its memory before the replies for which the record has a recall."""

    asked: frozenset[str] = frozenset()

    def wants_memory(self, observation: Observation) -> bool:
        """Whether memory was asked before this reply."""
        return observation["reply_id"] in self.asked or super().wants_memory(observation)


_BY_TOOLS = "mode=tools"
"""The setting of a model that decides itself what its memory stores."""


@dataclass(slots=True)
class RebuiltMemory:
    """A rebuilt memory at the time of a question.

    Attributes:
        recollections: The recollections for the question; None if the memory was not asked or not rebuilt.
        ops: The operations up to the question; empty for a memory without a journal.
        items: The items held at that time, by id.
        notes: Differences from the record, and reasons for a failure; empty if the memory equals the recorded one.
    """

    recollections: Recollections | None = None
    ops: Sequence[Op] = ()
    items: Mapping[str, Item] = field(default_factory=dict)
    notes: list[str] = field(default_factory=list)


def replay_memory(
    record: EpisodeRecord,
    probe: ProbeRecord,
    outcome: OutcomeRecord,
    *,
    spec: str = "",
    earlier: Sequence[EpisodeRecord] = (),
    k: int = 10,
    budget: int = 1024,
) -> RebuiltMemory:
    """Feeds the record to a new memory of its system, and asks the question at its time.

    Args:
        record: The episode.
        probe: A probe of the episode.
        outcome: The outcome of the probe to explain.
        spec: The spec of the system, if it is named in short.
        earlier: In a stream, the train episodes that the memory met before.
        k: Ranked items per recall in the run.
        budget: Tokens of context per recall in the run.
    """
    assistant_spec, _, memory = (spec or record.key.system).rpartition(" + ")
    name = memory.removesuffix(TWIN)
    if _BY_TOOLS in assistant_spec:
        return RebuiltMemory(notes=[f"{name} was kept by a model with tools, and such memories are not rebuilt"])
    if name in ORACLES:
        return RebuiltMemory(notes=[f"{name} is an oracle, and oracles are not rebuilt"])
    if not record.recollections:
        return RebuiltMemory(notes=[f"the record has no recalls of a memory of {name}, so none is rebuilt"])
    rebuilt = RebuiltMemory()
    try:
        assistant = _Replayed(name, language=Language.load(record.scenario.language), k=k, budget=budget)
        assistant.begin(fresh_episode_id(), _seeds(earlier[0] if earlier else record).seed("seat", ASSISTANT_SEAT))
    except RegularsError as error:
        rebuilt.notes.append(f"the memory {name!r} cannot be rebuilt: {error}")
        return rebuilt
    try:
        for one in earlier:
            _live(assistant, one)
        begun = len(_ops(assistant))
        _live(assistant, record, _question(record, probe, outcome, rebuilt))
        _compare(record, outcome, probe, rebuilt, _ops(assistant)[begun:])
    except RegularsError as error:
        rebuilt.notes.append(f"the memory {name!r} cannot be rebuilt: {error}")
    finally:
        with suppress(Exception):  # a foreign memory may raise anything; the answer is explained without its end
            assistant.end(EXPLAINED)
    return rebuilt


EXPLAINED = "explained"
"""The reason at the end of a rebuilt memory."""


def _seeds(record: EpisodeRecord) -> SeedTree:
    return SeedTree.at(record.seeds.episode)


def _ops(assistant: ScriptedAssistant) -> Sequence[Op]:
    return list(getattr(assistant.memory, "journal", ()))


# ---------------------------------------------------------------------- feeding the record


@dataclass(frozen=True, slots=True)
class _Step:
    """What an assistant saw, and its reply; None if no reply was expected."""

    time: datetime
    seen: Observation
    reply: TurnRecord | None


@dataclass(slots=True)
class _Question:
    """The question for which the memory is rebuilt.

    Attributes:
        outcome: The outcome to explain.
        seen: The observation of an out-of-band question; None for an in-session one.
        rebuilt: Receives the state of the memory at that time.
        open: Whether an out-of-band question is still to be asked.
    """

    outcome: OutcomeRecord
    seen: Observation | None
    rebuilt: RebuiltMemory
    open: bool


def _live(assistant: _Replayed, record: EpisodeRecord, question: _Question | None = None) -> None:
    """Feeds an episode to the assistant's memory, and asks the question at its time."""
    assistant.asked = frozenset(note.turn for note in record.recollections)
    for step in _steps(record):
        if question is not None and question.open and step.time > question.outcome.time:
            _ask(assistant, question)
        work = assistant.work(step.seen)
        here = question is not None and step.reply is not None and question.outcome.turn == step.reply.id
        ops, items = (_ops(assistant), _items(assistant)) if here else ((), {})
        assistant.recall(work)
        if question is not None and here:
            rebuilt = question.rebuilt
            rebuilt.recollections, rebuilt.ops, rebuilt.items = work.recollections, ops, items
        if step.reply is not None:
            work.reply = Reply(step.reply.text)
        assistant.remember(work)
    if question is not None and question.open:
        _ask(assistant, question)


def _ask(assistant: ScriptedAssistant, question: _Question) -> None:
    """Asks an out-of-band question."""
    question.open = False
    rebuilt = question.rebuilt
    work = assistant.work(dict(question.seen or {}))
    rebuilt.ops, rebuilt.items = _ops(assistant), _items(assistant)
    assistant.recall(work)
    rebuilt.recollections = work.recollections


def _items(assistant: ScriptedAssistant) -> dict[str, Item]:
    """Copies of all items in the memory."""
    journal = getattr(assistant.memory, "journal", None)
    if journal is None:
        return {}
    found = (journal.get(id) for id in {op.id for op in journal})
    return {item.id: item.copy() for item in found if item is not None}


def _question(record: EpisodeRecord, probe: ProbeRecord, outcome: OutcomeRecord, rebuilt: RebuiltMemory) -> _Question:
    if outcome.turn:
        return _Question(outcome, None, rebuilt, False)
    if not outcome.question:
        raise RegularsError("the record lacks the words of its questions", remedy="evaluate again to record them")
    scopes = {turn.person: turn.scope for turn in record.transcript}
    seen: Observation = {
        "message": outcome.question,
        "speaker": probe.asker,
        "scope": scopes.get(probe.asker, probe.asker),
        "date": stamp(outcome.time),
        "phase": Phase.PROBE,
        "reply_id": "",
    }
    return _Question(outcome, seen, rebuilt, True)


def _steps(record: EpisodeRecord) -> Iterator[_Step]:
    """Yields what the assistant saw in the conversation, turn by turn."""
    feedback = list(record.feedback)
    turns = record.transcript
    endings = {session.number: session.ending for session in record.sessions}
    last = {turn.session: turn.id for turn in turns if turn.speaker != ASSISTANT}
    session = 0
    for place, turn in enumerate(turns):
        ending = endings.get(turn.session)
        heard = record.scenario.recorded and not is_relived(record.scenario.suite)
        listened = ending is SessionEnding.RECORDED or heard
        if turn.speaker == ASSISTANT and not listened:
            continue
        closing = not listened and ending is not None and last[turn.session] == turn.id
        follows = turns[place + 1] if place + 1 < len(turns) else None
        answered = follows is not None and follows.session == turn.session and follows.speaker == ASSISTANT
        reply = follows if answered and not listened and not closing else None
        if not (listened or closing) and reply is None:
            return  # the episode ended before the reply
        opening = turn.session != session
        phase = Phase.LISTEN if listened else Phase.CLOSING if closing else Phase.OPENING if opening else Phase.TALK
        session = turn.session
        shown = feedback.pop(0) if feedback and feedback[0].time == turn.time else None
        yield _Step(turn.time, _seen(turn, phase, reply, shown), reply)


def _seen(turn: TurnRecord, phase: Phase, reply: TurnRecord | None, shown: Feedback | None) -> Observation:
    rating = shown or Feedback("")
    return {
        "message": turn.text,
        "speaker": turn.speaker,
        "name": turn.name,
        "scope": turn.scope,
        "session": turn.session,
        "turn_id": turn.id,
        "reply_id": reply.id if reply is not None else "",
        "date": stamp(turn.time),
        "phase": phase,
        "rated": int(shown is not None),
        "about": rating.about,
        "rating": int(rating.action),
        "satisfaction": -1.0 if rating.satisfaction is None else rating.satisfaction,
        "remark": rating.text,
    }


# ---------------------------------------------------------------------- comparing with the record


def _compare(
    record: EpisodeRecord, outcome: OutcomeRecord, probe: ProbeRecord, rebuilt: RebuiltMemory, ops: Sequence[Op]
) -> None:
    """Notes the differences between the rebuilt memory and the recorded one."""
    old, new = record.journal, tuple(record_operation(op) for op in ops)
    if old != new:
        same = next((place for place, pair in enumerate(zip(old, new, strict=False)) if pair[0] != pair[1]), None)
        place = min(len(old), len(new)) if same is None else same
        rebuilt.notes.append(
            f"the rebuilt memory differs from the recorded one: {len(new)} operations instead of {len(old)}; "
            f"operation {place + 1} is the first difference"
        )
    note = recall_note(record, probe, outcome)
    if note is None:
        return
    hits = record_recall(rebuilt.recollections, "").hits if rebuilt.recollections is not None else ()
    if [(hit.id, hit.score) for hit in note.hits] != [(hit.id, hit.score) for hit in hits]:
        rebuilt.notes.append(
            f"the rebuilt memory recalls other items than the recorded one: {len(hits)} instead of {len(note.hits)}"
        )


def recall_note(record: EpisodeRecord, probe: ProbeRecord, outcome: OutcomeRecord) -> RecallRecord | None:
    """The recorded recall for a question; None if the memory was not asked."""
    for note in record.recollections:
        if note.turn == outcome.turn if outcome.turn else note.probe == probe.id:
            return note
    return None
