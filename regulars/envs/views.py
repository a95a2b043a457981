"""What each seat sees: observations made from the state of a life, and nothing more than is new.

An observation is a function of the state, so looking changes nothing and may be left out. A seat that is not to act
sees what last reached it in the running session.
"""

from __future__ import annotations

from typing import Any

import numpy as np

from regulars.agents.briefing import UserBriefing
from regulars.dialogue import ASSISTANT, Phase, VerdictKind, turn_id
from regulars.envs.briefings import user_briefing
from regulars.envs.clock import stamp
from regulars.envs.outcomes import Stage
from regulars.envs.state import LifeState
from regulars.scenarios.kinds import NOISE_ACTS
from regulars.scenarios.world import ActKind

__all__ = ["assistant_view", "evaluator_view", "user_view"]


def _observation(
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
    """All keys of the observation space; the arrays belong to whoever gets them."""
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
    """A user's line, a recorded turn, or a question beside the conversation."""
    stage, visit = life.stage, life.visit
    if stage is Stage.PROBED:
        return _probe_view(life)
    if visit is None or stage is Stage.PROBE_EVALUATOR:
        return _between(life)
    speaker = life.speaker if life.message_id else ""
    feedback = life.signals.news
    shown = feedback is not None and feedback.satisfaction is not None
    return _observation(
        message=life.message,
        speaker=speaker,
        name="Assistant" if speaker == ASSISTANT else life.names.get(speaker, ""),
        scope=visit.scope,
        turn_id=life.message_id,
        reply_id=turn_id(visit.number, life.utterances + 1) if stage is Stage.ASSISTANT else "",
        date=life.clock.date,
        about=feedback.about if feedback is not None else "",
        remark=feedback.text if feedback is not None else "",
        phase=int(life.phase),
        session=visit.number,
        turn=life.utterances,
        time=life.clock.hours,
        gap=visit.gap,
        rated=0 if feedback is None else 1,
        rating=0 if feedback is None else int(feedback.action),
        satisfaction=float(feedback.satisfaction) if shown else -1.0,  # type: ignore[union-attr, arg-type]  # shown
    )


def _between(life: LifeState) -> dict[str, Any]:
    """Between sessions, and after the end: nothing new."""
    return _observation(
        date=life.clock.date,
        phase=int(life.phase),
        session=life.sittings[-1].number if life.sittings else 0,
        time=life.clock.hours,
    )


def _probe_view(life: LifeState) -> dict[str, Any]:
    assert life.pending is not None and life.pending.probe is not None
    probe = life.pending.probe
    moment = life.moment(probe)
    seen = life.attendance.last_seen(probe.asker)
    return _observation(
        message=probe.question or life.question(probe),
        speaker=probe.asker,
        name=life.names[probe.asker],
        scope=life.persons[probe.asker].scope,
        date=stamp(moment),
        phase=int(Phase.PROBE),
        session=life.sittings[-1].number if life.sittings else 0,
        time=life.clock.hours_at(moment),
        gap=-1.0 if seen is None else (moment - seen).total_seconds() / 3600.0,
    )


def user_view(life: LifeState, person: str) -> dict[str, Any]:
    """The assistant's last reply to this person, and what is new in the person's briefing."""
    visit = life.visit
    if visit is None or visit.person != person or visit.session.turns:
        return _between(life)
    turn = life.stage is Stage.USER
    name = "Assistant" if life.reply_id else ""
    return _observation(
        message=life.reply,
        speaker=ASSISTANT if life.reply_id else "",
        name=name,
        scope=visit.scope,
        turn_id=life.reply_id,
        reply_id=turn_id(visit.number, life.utterances + 1) if turn else "",
        date=life.clock.date,
        briefing=_user_news(life, person) if turn else "",
        phase=int(life.phase),
        session=visit.number,
        turn=life.utterances,
        time=life.clock.hours,
        gap=visit.gap,
    )


def evaluator_view(life: LifeState) -> dict[str, Any]:
    """The reply that is to be judged, and its key."""
    stage = life.stage
    probing = stage is Stage.PROBE_EVALUATOR
    if not probing and stage is not Stage.EVALUATOR:
        return _between(life)
    return _observation(
        message=life.reply,
        speaker=ASSISTANT,
        name="Assistant",
        turn_id="" if probing else life.reply_id,
        date=life.clock.date,
        briefing=_evaluator_news(life),
        phase=int(life.phase),
        session=life.sittings[-1].number if life.sittings else 0,
        turn=0 if probing else life.utterances,
        time=life.clock.hours,
    )


_FINDINGS = {kind: kind.name.lower().replace("_", " ") for kind in VerdictKind}


def _user_news(life: LifeState, person: str) -> str:
    """At the opening the persona and the agenda; later the finding on the last reply, unless it is sealed."""
    if life.phase is Phase.OPENING:
        return _agenda(user_briefing(life, person))
    if life.verdict is None or life.signals.policy == "sealed":
        return ""
    judged = life.judged
    key = judged.expectation.gold if judged is not None and judged.expectation is not None else ()
    expected = f" Right would have been: {', '.join(key)}." if key else ""
    return f"The last reply was {_FINDINGS[life.verdict.kind]}.{expected}"


def _agenda(briefing: UserBriefing) -> str:
    session = briefing.session
    assert session is not None
    lines = [f"You are {briefing.person.name}.", briefing.person.persona.notes]
    lines.append(f"You may stay {session.budget.total_seconds() / 60:.0f} minutes. Feedback: {briefing.feedback}.")
    for act in session.agenda:
        parts = [act.kind.value, act.attribute]
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
    """The key to what is to be judged; at the closing the session's findings."""
    if life.phase is Phase.CLOSING:
        found = ", ".join(
            _FINDINGS[verdict.kind] for verdict in (life.visit.verdicts if life.visit is not None else ())
        )
        return f"This session: {found}." if found else ""
    pending = life.pending
    if pending is None:
        return ""
    if pending.options:
        return f"One of these was to be chosen: {', '.join(pending.options)}. Chosen: {life.commitment or 'none'}."
    key = pending.expectation
    if key is None:
        return "Nothing can be right here."
    if not key.answerable:
        return "This was never told: abstaining is right."
    parts = [f"Right: {', '.join(key.gold)} ({key.form})."]
    if key.stale:
        parts.append(f"Stale: {', '.join(key.stale)}.")
    if key.others:
        parts.append(f"Of others: {', '.join(key.others)}.")
    return " ".join(parts)
