"""Recognises that a person asks how to proceed with a project, in lines without declared acts.

The phrases of a domain are recognised anywhere in a line, in both phrasings. Other wordings count if they are questions
for a way to proceed and name the project by its goal or its label. The name may be missing if only one project can be
meant.
"""

from __future__ import annotations

from collections.abc import Sequence

from regulars.scenarios.language.heard import says
from regulars.scenarios.language.packs import Language
from regulars.scenarios.projects.domains import every_domain
from regulars.scenarios.world import Project

ASK_PLAN = "ask_plan"


def asked_in_known_words(text: str, projects: Sequence[Project]) -> Project | None:
    """The project for which `text` asks a plan in a phrase of its domain; None if there is none.

    A phrase that names the goal counts before one that fits every project of the domain.
    """
    for named in (True, False):
        for project in projects:
            domain = every_domain()[project.domain]
            lines = {*domain.lines(ASK_PLAN), *domain.lines(ASK_PLAN, "held_out")}
            own = (line.replace("{goal}", project.goal) for line in lines if ("{goal}" in line) is named)
            if any(says(text, line) for line in own):
                return project
    return None


def asked_freely(text: str, projects: Sequence[Project], language: Language) -> Project | None:
    """The project for which `text` asks how to proceed in other words; None if there is none.

    Args:
        text: The person's line.
        projects: The projects that could be meant.
        language: Knows the words by which people ask for a way to proceed.
    """
    if not projects or not language.asks_how(text):
        return None
    lowered = text.casefold()
    named = [project for project in projects if project.goal.casefold() in lowered]
    named = named or [project for project in projects if every_domain()[project.domain].label.casefold() in lowered]
    return named[0] if named else projects[0] if len(projects) == 1 else None
