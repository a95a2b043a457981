"""Rebuilds the memory of a recorded episode: its system is told once more what the record says it was told.

Turns, closings, feedback and recalls reach a fresh memory in their recorded order, by the code through which they
reached the first one; replies are the recorded ones. Nobody steps an environment, and no model is called for a reply.
Whether it is the same memory can be seen: the operations and the recollections have to be those of the record.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from datetime import datetime
from typing import Any

from regulars.agents.assistant.scripted import ScriptedAssistant
from regulars.dialogue import ASSISTANT, Phase, Reply
from regulars.errors import RegularsError
from regulars.evaluation.systems import ORACLES
from regulars.memory import Item, Op, Recollections
from regulars.scenarios.language.packs import Language
from regulars.seeding import SeedTree

_SEAT = "assistant_0"
_LEFT = "recorded"
"""How a session ended that was listened to."""


@dataclass(slots=True)
class Retold:
    """A memory that was rebuilt, as it was when a question was put to it.

    Attributes:
        recollections: What it brought back; None where it was not asked, or could not be rebuilt.
        ops: Its operations up to then; empty for a memory without a journal.
        items: The items that were held then, by their ids.
        notes: What differs from the record, and what could not be done; empty where everything is as recorded.
    """

    recollections: Recollections | None = None
    ops: Sequence[Op] = ()
    items: Mapping[str, Item] = field(default_factory=dict)
    notes: list[str] = field(default_factory=list)


def retell(
    record: Mapping[str, Any],
    probe: Mapping[str, Any],
    outcome: Mapping[str, Any],
    *,
    earlier: Sequence[Mapping[str, Any]] = (),
    k: int = 10,
    budget: int = 1024,
) -> Retold:
    """Tells a memory of the record's system what it was told, and asks it the question at its place.

    Args:
        record: The episode.
        probe: A probe of it.
        outcome: The time of asking that is meant.
        earlier: In a stream, the train episodes that the memory lived through before.
        k: Ranked items that the run asked for.
        budget: Tokens of context that it asked for.
    """
    name = record["key"]["system"].rpartition(" + ")[2]
    if name in ORACLES:
        return Retold(notes=[f"{name} reads what no memory may: there is nothing to rebuild"])
    if not record["recollections"]:
        return Retold(notes=[f"{name} was never asked for recollections: there is no memory to rebuild"])
    retold = Retold()
    first = earlier[0] if earlier else record
    try:
        assistant = ScriptedAssistant(name, language=Language.load(record["scenario"]["language"]), k=k, budget=budget)
        assistant.begin(_SEAT, _seeds(first).seed("seat", _SEAT))
        for one in earlier:
            _live(assistant, one)
        begun = len(_ops(assistant))
        _live(assistant, record, outcome, _question(record, probe, outcome), retold)
    except RegularsError as error:
        retold.notes.append(f"the memory {name!r} cannot be rebuilt: {error}")
        return retold
    _compare(record, outcome, probe, retold, _ops(assistant)[begun:])
    return retold


def _seeds(record: Mapping[str, Any]) -> SeedTree:
    tree = SeedTree(0)
    tree.key = bytes.fromhex(record["seeds"]["episode"])
    return tree


def _ops(assistant: ScriptedAssistant) -> Sequence[Op]:
    return list(getattr(assistant.memory, "journal", ()))


# ---------------------------------------------------------------------- living it again


@dataclass(frozen=True, slots=True)
class _Step:
    """What an assistant saw, and what it replied; no reply where nobody expected one."""

    seen: dict[str, Any]
    reply: Mapping[str, Any] | None

    @property
    def time(self) -> datetime:
        return datetime.fromisoformat(self.seen["date"])


def _live(
    assistant: ScriptedAssistant,
    record: Mapping[str, Any],
    outcome: Mapping[str, Any] | None = None,
    question: Mapping[str, Any] | None = None,
    retold: Retold | None = None,
) -> None:
    """Tells the assistant's memory an episode; puts the question on the way."""
    due = datetime.fromisoformat(outcome["time"]) if outcome is not None and question is not None else None
    for step in _steps(record):
        if due is not None and retold is not None and step.time > due:
            _ask(assistant, question, retold)
            due = None
        work = assistant.work(step.seen)
        here = outcome is not None and step.reply is not None and outcome["turn"] == step.reply["id"]
        ops, items = (_ops(assistant), _items(assistant)) if here else ((), {})
        assistant.recall(work)
        if here and retold is not None:
            retold.recollections, retold.ops, retold.items = work.recollections, ops, items
        if step.reply is not None:
            work.reply = Reply(step.reply["text"])
        assistant.remember(work)
    if due is not None and retold is not None:
        _ask(assistant, question, retold)


def _ask(assistant: ScriptedAssistant, question: Mapping[str, Any] | None, retold: Retold) -> None:
    """Puts a question beside the conversation."""
    work = assistant.work(dict(question or {}))
    retold.ops, retold.items = _ops(assistant), _items(assistant)
    assistant.recall(work)
    retold.recollections = work.recollections


def _items(assistant: ScriptedAssistant) -> dict[str, Item]:
    """Copies of what is held, found or not."""
    journal = getattr(assistant.memory, "journal", None)
    if journal is None:
        return {}
    found = (journal.get(id) for id in {op.id for op in journal})
    return {item.id: item.copy() for item in found if item is not None}


def _question(record: Mapping[str, Any], probe: Mapping[str, Any], outcome: Mapping[str, Any]) -> dict[str, Any] | None:
    """The view in which a question beside the conversation came; None for one that came in it."""
    if outcome["turn"]:
        return None
    if "question" not in outcome:
        raise RegularsError("the record has no words of its questions", remedy="evaluate once more to record them")
    scopes = {turn["person"]: turn.get("scope", turn["person"]) for turn in record["transcript"]}
    return {
        "message": outcome["question"],
        "speaker": probe["asker"],
        "scope": scopes.get(probe["asker"], probe["asker"]),
        "date": outcome["time"],
        "phase": Phase.PROBE,
        "reply_id": "",
    }


def _steps(record: Mapping[str, Any]) -> Iterator[_Step]:
    """What the assistant saw in the conversation, one turn after the other."""
    feedback = list(record["feedback"])
    turns = record["transcript"]
    endings = {sitting["number"]: sitting["ending"] for sitting in record["sittings"]}
    last = {turn["session"]: turn["id"] for turn in turns if turn["speaker"] != ASSISTANT}
    session = 0
    for place, turn in enumerate(turns):
        ending = endings.get(turn["session"])
        listened = ending == _LEFT or record["scenario"]["source"] == "recorded"
        if turn["speaker"] == ASSISTANT and not listened:
            continue
        closing = not listened and ending is not None and last[turn["session"]] == turn["id"]
        follows = turns[place + 1] if place + 1 < len(turns) else None
        answered = follows is not None and follows["session"] == turn["session"] and follows["speaker"] == ASSISTANT
        reply = follows if answered and not listened and not closing else None
        if not (listened or closing) and reply is None:
            return  # the episode broke off before the reply
        opening = turn["session"] != session
        phase = Phase.LISTEN if listened else Phase.CLOSING if closing else Phase.OPENING if opening else Phase.TALK
        session = turn["session"]
        shown = feedback.pop(0) if feedback and feedback[0]["time"] == turn["time"] else None
        yield _Step(_seen(turn, phase, reply, shown), reply)


def _seen(
    turn: Mapping[str, Any], phase: Phase, reply: Mapping[str, Any] | None, shown: Mapping[str, Any] | None
) -> dict[str, Any]:
    """What of an observation bears on memory."""
    unrated = {"about": "", "action": 0, "satisfaction": None, "text": ""}
    rating = shown or unrated
    return {
        "message": turn["text"],
        "speaker": turn["speaker"],
        "name": turn["name"],
        "scope": turn.get("scope", turn["person"]),
        "session": turn["session"],
        "turn_id": turn["id"],
        "reply_id": reply["id"] if reply is not None else "",
        "date": turn["time"],
        "phase": phase,
        "rated": int(shown is not None),
        "about": rating["about"],
        "rating": rating["action"],
        "satisfaction": -1.0 if rating["satisfaction"] is None else rating["satisfaction"],
        "remark": rating["text"],
    }


# ---------------------------------------------------------------------- is it the same?


def _compare(
    record: Mapping[str, Any],
    outcome: Mapping[str, Any],
    probe: Mapping[str, Any],
    retold: Retold,
    ops: Sequence[Op],
) -> None:
    """Notes where the rebuilt memory is not the recorded one."""
    found = [op.to_json() for op in ops]
    if record["journal"] != found:
        pairs = zip(record["journal"], found, strict=False)
        place = next(
            (place for place, (old, new) in enumerate(pairs) if old != new), min(len(found), len(record["journal"]))
        )
        retold.notes.append(
            f"the rebuilt memory is not the recorded one: {len(found)} operations, recorded {len(record['journal'])}, "
            f"the first difference at {place + 1}"
        )
    note = recall_note(record, probe, outcome)
    hits = [] if retold.recollections is None else retold.recollections.hits
    if note is not None and [hit[:2] for hit in note["hits"]] != [[hit.id, round(hit.score, 6)] for hit in hits]:
        retold.notes.append(
            f"what the rebuilt memory brings back is not what was recorded: {len(hits)} items, "
            f"recorded {len(note['hits'])}"
        )


def recall_note(
    record: Mapping[str, Any], probe: Mapping[str, Any], outcome: Mapping[str, Any]
) -> Mapping[str, Any] | None:
    """What the record says was brought back for a question; None where memory was not asked."""
    for note in record["recollections"]:
        if note["turn"] == outcome["turn"] if outcome["turn"] else note["probe"] == probe["id"]:
            return dict(note)
    return None
