"""Makes the observations of the seats from the state of a life.

An observation contains only what is new. It is a function of the state, so observing has no side effects. A seat whose
turn it is not sees what last reached it in the running session.
"""

from __future__ import annotations

from typing import Any

import numpy as np

from regulars.dialogue import ASSISTANT, Phase, VerdictKind, turn_id
from regulars.envs.life.exchange import RoundStage
from regulars.envs.life.knowledge import Knowledge
from regulars.envs.life.sessions import RunningSession
from regulars.envs.life.state import LifeState
from regulars.envs.probes.gold import AskedProbe
from regulars.scenarios.kinds import NOISE_ACTS, ActKind, Form
from regulars.scenarios.time.stamps import stamp
from regulars.scenarios.world import Session

_EMPTY: dict[str, Any] = {
    "message": "",
    "speaker": "",
    "name": "",
    "scope": "",
    "turn_id": "",
    "reply_id": "",
    "date": "",
    "about": "",
    "remark": "",
    "briefing": "",
    "episode": "",
    "phase": 0,
    "session": None,
    "turn": None,
    "time": None,
    "gap": None,
    "rated": 0,
    "rating": 0,
    "satisfaction": None,
}
"""Every key of the space, with what it holds if there is nothing to see. `_between` fills in the arrays."""


def _between(life: LifeState, turn: int = 0, gap: float = -1.0, satisfaction: float = -1.0) -> dict[str, Any]:
    """What seats see between sessions and after the end: only the date. Other observations add to it.

    Its arrays are new, so the caller may keep them.
    """
    array = np.array
    seen = _EMPTY.copy()
    seen["date"], hours = life.clock.reading
    seen["episode"] = life.episode_id
    seen["phase"] = int(life.phase)
    seen["session"] = array(life.number)
    seen["turn"] = array(turn)
    seen["time"] = array(hours)
    seen["gap"] = array(gap)
    seen["satisfaction"] = array(satisfaction)
    return seen


def assistant_view(life: LifeState) -> dict[str, Any]:
    """What the assistant sees: a user's line, a recorded turn, or an out-of-band probe."""
    stage, running = life.stage, life.running
    if life.aside is not None:
        return _probe_view(life, life.aside.asked) if stage is RoundStage.PROBED else _between(life)
    if running is None:
        return _between(life)
    exchange, turn, feedback = life.exchange, running.lived.utterances, life.signals.news
    if feedback is None:
        seen = _between(life, turn, running.gap)
    else:
        satisfaction = feedback.satisfaction
        seen = _between(life, turn, running.gap, -1.0 if satisfaction is None else float(satisfaction))
        seen["rated"], seen["rating"] = 1, int(feedback.action)
        seen["about"], seen["remark"] = feedback.about, feedback.text
    seen["message"] = exchange.message
    speaker = seen["speaker"] = exchange.speaker
    seen["name"] = "Assistant" if speaker == ASSISTANT else life.names.get(speaker, "")
    seen["scope"] = running.scope
    seen["turn_id"] = exchange.message_id
    if stage is RoundStage.ASSISTANT:
        seen["reply_id"] = turn_id(running.number, turn + 1)
    return seen


def _probe_view(life: LifeState, asked: AskedProbe) -> dict[str, Any]:
    asker = asked.probe.asker
    moment = life.moment(asked.probe)
    return _between(life, gap=life.session_log.gap(asker, moment)) | {
        "message": life.question(asked),
        "speaker": asker,
        "name": life.names[asker],
        "scope": life.persons[asker].scope,
        "date": stamp(moment),
        "phase": int(Phase.PROBE),
        "time": np.array(life.clock.hours_at(moment)),
    }


def user_view(life: LifeState, person: str) -> dict[str, Any]:
    """What a person sees: the assistant's last reply to them, and the news of their briefing."""
    running = life.running
    if running is None or running.person != person or running.session.turns:
        return _between(life)
    exchange, turn = life.exchange, running.lived.utterances
    seen = _between(life, turn, running.gap)
    seen["scope"] = running.scope
    seen["message"] = exchange.reply
    if exchange.reply_id:
        seen["turn_id"] = exchange.reply_id
        seen["speaker"], seen["name"] = ASSISTANT, "Assistant"
    if life.stage is RoundStage.USER:
        seen["reply_id"] = turn_id(running.number, turn + 1)
        seen["briefing"] = _user_news(life, running)
    return seen


def evaluator_view(life: LifeState) -> dict[str, Any]:
    """The reply that is to be judged, and its gold."""
    stage, aside, exchange = life.stage, life.aside, life.exchange
    probing = stage is RoundStage.PROBE_EVALUATOR
    if not probing and stage is not RoundStage.EVALUATOR:
        return _between(life)
    seen = _between(life, 0 if probing else life.utterances)
    seen["message"] = aside.reply if aside is not None else exchange.reply
    seen["speaker"], seen["name"] = ASSISTANT, "Assistant"
    if not probing:
        seen["turn_id"] = exchange.reply_id
    seen["briefing"] = _evaluator_news(life)
    return seen


_VERDICTS = {kind: kind.name.lower().replace("_", " ") for kind in VerdictKind}


def _user_news(life: LifeState, running: RunningSession) -> str:
    """The persona and the agenda at the opening; later the verdict on the last reply, unless feedback is sealed."""
    if life.phase is Phase.OPENING:
        return _agenda(life.knowledge[running.person], running.session, life.signals.policy)
    verdict, judged = life.exchange.verdict, life.exchange.judged
    if verdict is None or life.signals.policy == "sealed":
        return ""
    gold = judged.expectation.gold if judged is not None and judged.expectation is not None else ()
    expected = f" Right would have been: {', '.join(gold)}." if gold else ""
    return f"The last reply was {_VERDICTS[verdict.kind]}.{expected}"


def _agenda(knowledge: Knowledge, session: Session, feedback: str) -> str:
    person, facts = knowledge.bare, knowledge.facts
    lines = [f"You are {person.name}.", person.persona.notes]
    lines.append(f"You may stay {session.budget.total_seconds() / 60:.0f} minutes. Feedback: {feedback}.")
    for act in session.agenda:
        kind, fact = act.kind, facts.get(act.fact)
        parts = [kind, act.other if kind is ActKind.MENTION else "", act.attribute]
        if kind in NOISE_ACTS:
            parts.append(f"{act.slip} (id {act.id})")
        elif fact is not None:
            parts.append(f"= {fact.value} (id {fact.id}, {act.mode})")
        elif kind is not ActKind.TELL:
            parts.append(f"(id {act.id})")
        if act.options:
            parts.append("of " + ", ".join(act.options))
        lines.append("- " + " ".join(filter(None, parts)))
    return "\n".join(line for line in lines if line)


def _evaluator_news(life: LifeState) -> str:
    """The gold of the pending question; at the closing the session's verdicts."""
    if life.phase is Phase.CLOSING:
        verdicts = life.running.verdicts if life.running is not None else ()
        found = ", ".join(_VERDICTS[verdict.kind] for verdict in verdicts)
        return f"This session: {found}." if found else ""
    pending = life.pending
    if pending is None:
        return ""
    if pending.options:
        chosen = life.exchange.commitment or "none"
        return f"One of these was to be chosen: {', '.join(pending.options)}. Chosen: {chosen}."
    gold = pending.expectation
    if gold is None:
        return "Nothing can be right here."
    if not gold.answerable:
        return "This was never told: abstaining is right."
    parts = [f"Right: {', '.join(gold.gold)} ({gold.form})."]
    if gold.stale:
        parts.append(f"Stale: {', '.join(gold.stale)}.")
    if gold.others and gold.form != Form.MENTION:
        parts.append(f"Of others: {', '.join(gold.others)}.")
    return " ".join(parts)
