"""Finds future leaks in a user's line: values and dates that the person cannot know yet."""

from __future__ import annotations

from regulars.briefing import UserBriefing
from regulars.scenarios.checks.future_leaks import find_unknown, sayable
from regulars.scenarios.checks.problems import Problem
from regulars.scenarios.language.packs import Language


def find_future(text: str, briefing: UserBriefing) -> list[Problem]:
    """Finds values and dates in a line that the person cannot know yet.

    A briefing contains nothing of the future. A value that it does not explain is therefore a leak.

    Args:
        text: The line.
        briefing: What the person knows at this moment.

    Returns:
        The problems that `regulars.scenarios.checks.future_leaks.find_unknown` finds.
    """
    agenda = briefing.session.agenda if briefing.session is not None else ()
    known = [briefing.reply, briefing.person.name, *(project.goal for project in briefing.person.projects)]
    known += sayable((*agenda, *briefing.offered))
    known += [effect.fact.value for effect in briefing.effects.values()]
    known += [fact.value for fact in briefing.facts.values()]
    return find_unknown(text, known, briefing.now, Language.load(briefing.language, briefing.phrasing))
