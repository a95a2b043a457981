"""Makes the observations of the seats from the state of a life.

An observation contains only what is new. It is a function of the state, so observing has no side effects. A seat whose
turn it is not sees what last reached it in the running session.
"""

from __future__ import annotations

from typing import Any

import numpy as np

from regulars.briefing import UserBriefing
from regulars.dialogue import ASSISTANT, Phase, VerdictKind, turn_id
from regulars.envs.life.clock import stamp
from regulars.envs.life.exchange import RoundStage
from regulars.envs.life.sessions import RunningSession
from regulars.envs.life.state import LifeState
from regulars.envs.probes.gold import AskedProbe
from regulars.envs.seats.briefings import user_briefing
from regulars.scenarios.kinds import NOISE_ACTS, ActKind
from regulars.scenarios.world import Session


def _observation(
    life: LifeState,
    *,
    message: str = "",
    speaker: str = "",
    name: str = "",
    scope: str = "",
    turn_id: str = "",
    reply_id: str = "",
    date: str = "",
    about: str = "",
    remark: str = "",
    briefing: str = "",
    phase: int = 0,
    session: int = 0,
    turn: int = 0,
    time: float = 0.0,
    gap: float = -1.0,
    rated: int = 0,
    rating: int = 0,
    satisfaction: float = -1.0,
) -> dict[str, Any]:
    """An observation with every key of the space. Its arrays are new, so the caller may keep them."""
    array = np.array
    return {
        "message": message,
        "speaker": speaker,
        "name": name,
        "scope": scope,
        "turn_id": turn_id,
        "reply_id": reply_id,
        "date": date,
        "about": about,
        "remark": remark,
        "briefing": briefing,
        "episode": life.episode_id,
        "phase": phase,
        "session": array(session),
        "turn": array(turn),
        "time": array(time),
        "gap": array(gap),
        "rated": rated,
        "rating": rating,
        "satisfaction": array(satisfaction),
    }


def assistant_view(life: LifeState) -> dict[str, Any]:
    """What the assistant sees: a user's line, a recorded turn, or an out-of-band probe."""
    stage, running = life.stage, life.running
    if life.aside is not None:
        return _probe_view(life, life.aside.asked) if stage is RoundStage.PROBED else _between(life)
    if running is None:
        return _between(life)
    exchange, lived = life.exchange, running.lived
    feedback = life.signals.news
    satisfaction = feedback.satisfaction if feedback is not None else None
    return _observation(
        life,
        message=exchange.message,
        speaker=exchange.speaker,
        name="Assistant" if exchange.speaker == ASSISTANT else life.names.get(exchange.speaker, ""),
        scope=running.scope,
        turn_id=exchange.message_id,
        reply_id=turn_id(running.number, lived.utterances + 1) if stage is RoundStage.ASSISTANT else "",
        date=life.clock.date,
        about=feedback.about if feedback is not None else "",
        remark=feedback.text if feedback is not None else "",
        phase=int(life.phase),
        session=running.number,
        turn=lived.utterances,
        time=life.clock.hours,
        gap=running.gap,
        rated=0 if feedback is None else 1,
        rating=0 if feedback is None else int(feedback.action),
        satisfaction=-1.0 if satisfaction is None else float(satisfaction),
    )


def _between(life: LifeState) -> dict[str, Any]:
    """What seats see between sessions and after the end: only the date."""
    return _observation(life, date=life.clock.date, phase=int(life.phase), session=life.number, time=life.clock.hours)


def _probe_view(life: LifeState, asked: AskedProbe) -> dict[str, Any]:
    asker = asked.probe.asker
    moment = life.moment(asked.probe)
    return _observation(
        life,
        message=life.question(asked),
        speaker=asker,
        name=life.names[asker],
        scope=life.persons[asker].scope,
        date=stamp(moment),
        phase=int(Phase.PROBE),
        session=life.number,
        time=life.clock.hours_at(moment),
        gap=life.session_log.gap(asker, moment),
    )


def user_view(life: LifeState, person: str) -> dict[str, Any]:
    """What a person sees: the assistant's last reply to them, and the news of their briefing."""
    running, exchange = life.running, life.exchange
    if running is None or running.person != person or running.session.turns:
        return _between(life)
    turn = life.stage is RoundStage.USER
    return _observation(
        life,
        message=exchange.reply,
        speaker=ASSISTANT if exchange.reply_id else "",
        name="Assistant" if exchange.reply_id else "",
        scope=running.scope,
        turn_id=exchange.reply_id,
        reply_id=turn_id(running.number, running.lived.utterances + 1) if turn else "",
        date=life.clock.date,
        briefing=_user_news(life, running) if turn else "",
        phase=int(life.phase),
        session=running.number,
        turn=running.lived.utterances,
        time=life.clock.hours,
        gap=running.gap,
    )


def evaluator_view(life: LifeState) -> dict[str, Any]:
    """The reply that is to be judged, and its gold."""
    stage, aside, exchange = life.stage, life.aside, life.exchange
    probing = stage is RoundStage.PROBE_EVALUATOR
    if not probing and stage is not RoundStage.EVALUATOR:
        return _between(life)
    return _observation(
        life,
        message=aside.reply if aside is not None else exchange.reply,
        speaker=ASSISTANT,
        name="Assistant",
        turn_id="" if probing else exchange.reply_id,
        date=life.clock.date,
        briefing=_evaluator_news(life),
        phase=int(life.phase),
        session=life.number,
        turn=0 if probing else life.utterances,
        time=life.clock.hours,
    )


_VERDICTS = {kind: kind.name.lower().replace("_", " ") for kind in VerdictKind}


def _user_news(life: LifeState, running: RunningSession) -> str:
    """The persona and the agenda at the opening; later the verdict on the last reply, unless feedback is sealed."""
    if life.phase is Phase.OPENING:
        return _agenda(user_briefing(life, running.person), running.session)
    verdict, judged = life.exchange.verdict, life.exchange.judged
    if verdict is None or life.signals.policy == "sealed":
        return ""
    gold = judged.expectation.gold if judged is not None and judged.expectation is not None else ()
    expected = f" Right would have been: {', '.join(gold)}." if gold else ""
    return f"The last reply was {_VERDICTS[verdict.kind]}.{expected}"


def _agenda(briefing: UserBriefing, session: Session) -> str:
    lines = [f"You are {briefing.person.name}.", briefing.person.persona.notes]
    lines.append(f"You may stay {session.budget.total_seconds() / 60:.0f} minutes. Feedback: {briefing.feedback}.")
    for act in session.agenda:
        parts = [act.kind.value, act.other if act.kind is ActKind.MENTION else "", act.attribute]
        fact = briefing.facts.get(act.fact)
        if act.kind in NOISE_ACTS:
            parts.append(f"{act.slip} (id {act.id})")
        elif fact is not None:
            parts.append(f"= {fact.value} (id {fact.id}, {act.mode.value})")
        elif act.kind is not ActKind.TELL:
            parts.append(f"(id {act.id})")
        if act.options:
            parts.append("of " + ", ".join(act.options))
        lines.append("- " + " ".join(part for part in parts if part))
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
    if gold.others:
        parts.append(f"Of others: {', '.join(gold.others)}.")
    return " ".join(parts)
