"""Recognises that a person asks how to proceed with a project, in lines without declared acts.

The domain's own wordings are recognised wherever they stand, in both phrasings. Other wordings count if they are
questions that ask for a way to proceed, and name the project by its goal or by what such a project is called; the name
may be missing where there is one project only that could be meant.
"""

from __future__ import annotations

from collections.abc import Sequence

from regulars.scenarios.language.packs import Language
from regulars.scenarios.projects.domains import every_domain
from regulars.scenarios.world import Project

ASK_PLAN = "ask_plan"


def asked_in_known_words(text: str, projects: Sequence[Project]) -> Project | None:
    """The project for which `text` asks a plan in a phrase of its domain; None if it does not.

    A wording that names its goal counts before one that could be of any project of the domain.
    """
    lowered = text.casefold()
    for named in (True, False):
        for project in projects:
            domain = every_domain()[project.domain]
            lines = {*domain.lines(ASK_PLAN), *domain.lines(ASK_PLAN, "held_out")}
            own = (line.replace("{goal}", project.goal) for line in lines if ("{goal}" in line) is named)
            if any(line.casefold() in lowered for line in own):
                return project
    return None


def asked_freely(text: str, projects: Sequence[Project], language: Language) -> Project | None:
    """The project for which `text` asks how to proceed in other words; None if it does not.

    Args:
        text: What the person says.
        projects: Those that could be meant.
        language: Knows by which words people ask for a way to proceed.
    """
    if not projects or not language.asks_how(text):
        return None
    lowered = text.casefold()
    named = [project for project in projects if project.goal.casefold() in lowered]
    named = named or [project for project in projects if every_domain()[project.domain].label.casefold() in lowered]
    return named[0] if named else projects[0] if len(projects) == 1 else None
