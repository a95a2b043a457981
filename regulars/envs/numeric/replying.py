"""What a listener with a perfect memory replies: the right content, as far as it was told, without any style."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from regulars.agents.assistant.answering import answer, fitting
from regulars.dialogue import Phase, PlanAct, ReplyPlan
from regulars.envs.numeric.told_so_far import ToldSoFar
from regulars.scenarios.kinds import Form
from regulars.scenarios.language.wishes import wishes_of

_ACKNOWLEDGE = ReplyPlan(PlanAct.ACKNOWLEDGE)
_ABSTAIN = ReplyPlan(PlanAct.ABSTAIN)

Supported = tuple[ReplyPlan, tuple[str, ...]]
"""A plan, and the moments at which its content was told."""


def told_plan(observation: Mapping[str, Any], told: ToldSoFar) -> Supported:
    """What to say to the message of an observation, and when that was told.

    In this order: an offered option that fits everything told, the first of them; a question about how to proceed with
    a project; the answer that was told, or an abstention; the reminder that is due; else an acknowledgement.
    """
    asked, person, language = told.asked_in(observation["message"]), observation["speaker"], told.language
    about = told.by(person)
    if asked.options:
        option = fitting(language, asked.attribute, asked.options, about)[0]
        return ReplyPlan(PlanAct.CONFIRM, (option,), {"attribute": asked.attribute}), ()
    if asked.domain:
        return ReplyPlan(PlanAct.ASK, (), {"domain": asked.domain}), ()
    if asked.question is not None:
        if asked.question.form is Form.TEXT:
            found = told.recall(observation["message"], observation["scope"], 1)
            quoted = ReplyPlan(PlanAct.ANSWER, (found[0][0].text,), {"form": Form.TEXT}) if found else _ABSTAIN
            return quoted, ()
        reading = answer(language, asked.question, about)
        if reading.over:
            return ReplyPlan(PlanAct.ANSWER, (), {"form": "over"}), reading.told
        if not reading.values:
            return _ABSTAIN, ()
        settings = {"form": asked.question.form, "attribute": asked.wanted}
        return ReplyPlan(PlanAct.ANSWER, reading.values, settings), reading.told
    due = due_reminder(told, person) if observation["phase"] == Phase.OPENING else ""
    return (ReplyPlan(PlanAct.REMIND, (), {"attribute": due}) if due else _ACKNOWLEDGE), ()


def due_reminder(told: ToldSoFar, person: str) -> str:
    """The attribute that a person wanted to be reminded of in this session; empty for none.

    Such a wish is said in the person's session before the running one.
    """
    now, wishes = told.lines[-1].session, wishes_of(told.language)
    last = 0
    for turn in reversed(told.lines):
        if turn.speaker != person or turn.session == now:
            continue
        last = last or turn.session
        if turn.session != last:
            break
        if name := wishes.reminder_in(turn.text):
            return name
    return ""
