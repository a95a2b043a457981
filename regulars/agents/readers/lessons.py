"""Finds lessons for memories: what a reply kept and broke, and what ratings and remarks say about its style.

It sees what an assistant sees: words and ratings. It weighs a rating as the bandit does. Words count if they name a
wish or a procedure in a known wording.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from functools import cache

from regulars.agents.assistant.conduct_evidence import displeasure
from regulars.agents.assistant.learners import tried
from regulars.agents.assistant.lessons import PROCEDURE
from regulars.agents.feedback.remarks import procedure_wordings
from regulars.chinese_text import has_chinese
from regulars.dialogue import Feedback, PlanAct
from regulars.memory.journal.operations import Draft
from regulars.memory.parts.learning.experiences import Attempt, Said
from regulars.rewards.assertions.abstention import abstains
from regulars.rewards.style_checks.occasions import Occasion
from regulars.rewards.style_checks.procedures import first_named
from regulars.scenarios.content import newest
from regulars.scenarios.language.packs import Language
from regulars.scenarios.language.wishes import wishes_of
from regulars.scenarios.projects.domains import every_domain

PLAN = f"{PROCEDURE}."
"""The start of the task's name if the person wanted a plan for a project; the domain follows."""

NOTE, QUESTION, UNKNOWN = "note", "question", "unknown"
"""The other tasks: no question; a question; a question that the reply abstained from."""

_ACTS = {QUESTION: PlanAct.ANSWER, UNKNOWN: PlanAct.ABSTAIN}
"""What a rating judges apart from style; a plan is judged by its steps alone, a note by its style."""


class LessonsInWords:
    """Reads lessons in the words of people who speak as the language packs do."""

    def __repr__(self) -> str:
        return "LessonsInWords()"

    def __eq__(self, other: object) -> bool:
        return isinstance(other, LessonsInWords)

    def __hash__(self) -> int:
        return hash(LessonsInWords)

    def attempt(self, message: Draft | None, reply: Draft, opens: bool) -> Attempt:
        """What a reply did: the settings that it kept and broke, or the steps that it named."""
        text = message.text if message is not None else ""
        language = _language(text)
        consulted = wishes_of(language).consulted_in(text) if text else ""
        if consulted:
            steps = _steps_named(reply.text, consulted)
            return Attempt(f"{PLAN}{consulted}", (f"{PLAN}{consulted}={' '.join(steps)}",) if steps else ())
        asked = language.requests(text)
        occasion = Occasion(
            text,
            message.name if message is not None else "",
            reply.time,
            opens,
            PlanAct.ANSWER if asked else PlanAct.ACKNOWLEDGE,
            asked,
        )
        found = tried(reply.text, reply.scope, occasion.act, occasion)
        kept, broken = ([setting.replace(".", "=", 1) for setting in one] for one in (found.kept, found.broken))
        task = NOTE if not asked else UNKNOWN if abstains(reply.text) else QUESTION
        return Attempt(task, tuple(kept), tuple(broken))

    def said(self, remark: str, attempt: Attempt) -> Sequence[Said]:
        """The wishes that a remark names; after a plan, the steps that it states."""
        if attempt.task.startswith(PLAN):
            domain = attempt.task.removeprefix(PLAN)
            return [Said(f"{attempt.task}={steps}", "stated") for steps in _steps_stated(remark, domain)]
        wishes = wishes_of(_language(remark)).named_in(remark)
        return [Said(f"{wish.style_attribute}={wish.setting}", wish.said) for wish in wishes]

    def displeased(self, feedback: Feedback, attempt: Attempt) -> float | None:
        """The probability that the rating is about style; a question may be answered wrongly in the right style."""
        return displeasure(feedback, _ACTS.get(attempt.task, PlanAct.ACKNOWLEDGE))


def _language(text: str) -> Language:
    return Language.load(newest("chinese" if has_chinese(text) else "english"))


def _steps_named(text: str, domain: str) -> list[str]:
    """The steps of a domain that a plan names, in the plan's order."""
    lowered = text.casefold()
    places = {name: first_named(lowered, step.keywords) for name, step in every_domain()[domain].steps.items()}
    return sorted((name for name, place in places.items() if place >= 0), key=lambda name: places[name])


def _steps_stated(remark: str, domain: str) -> list[str]:
    """The procedures that a remark states, as step names in the remark's order."""
    found = []
    for pattern in _procedures("chinese" if has_chinese(remark) else "english"):
        listed = pattern.search(remark)
        if listed is None:
            continue
        words = listed["steps"]
        places = {step: words.find(step.replace("_", " ")) for step in every_domain()[domain].steps}
        named = sorted((step for step, place in places.items() if place >= 0), key=lambda step: places[step])
        if named:
            found.append(" ".join(named))
    return found


@cache
def _procedures(language: str) -> tuple[re.Pattern[str], ...]:
    lines = procedure_wordings(language)
    return tuple(re.compile("(?P<steps>[^.。]+)".join(map(re.escape, line.split("{steps}", 1)))) for line in lines)
