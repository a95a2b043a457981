"""Scores the progress of projects: the scripted goal evaluator.

It has four parts with the weights of RealMem's goal evaluator (arXiv 2601.06966): the problem was understood (20), a
solution was given (30), the user confirmed it (30), the task was closed (20). Each part is computed from what was told,
chosen and said, never from the world. A project reaches its goal at 80.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from regulars.scenarios.kinds import ActKind

if TYPE_CHECKING:
    from regulars.envs.life.life import Life
    from regulars.scenarios.world import Act, Person, Project


UNDERSTOOD, SOLVED, CONFIRMED, CLOSED = 20.0, 30.0, 30.0, 20.0
REACHED = 80.0
"""The total from which a project has reached its goal."""

_ENDINGS = {"finish": 1.0, "cancel": 0.0}
_DOWNGRADED = 0.5
"""The share of `CLOSED` that a finished project gets if it was downgraded."""


@dataclass(frozen=True, slots=True)
class GoalScore:
    """The score of a project.

    Attributes:
        project: The project's id.
        person: The person's id.
        domain: The project's domain.
        understood: 0 to 20, by the share of the assistant's choices that respect the constraints that were told.
        solved: 0 to 30, by the share of the choices left to the assistant that it made.
        confirmed: 0 to 30, by the share of its choices that the person told to have turned out well.
        closed: 20 if the person finished the project, 10 if it was downgraded before, otherwise 0.
    """

    project: str
    person: str
    domain: str
    understood: float
    solved: float
    confirmed: float
    closed: float

    @property
    def total(self) -> float:
        """0 to 100."""
        return self.understood + self.solved + self.confirmed + self.closed


def project_scores(life: Life) -> list[GoalScore]:
    """The current scores of all projects of a life."""
    acts = {act.id: act for session in life.scenario.sessions for act in session.agenda}
    return [_score(life, person, project, acts) for person in life.scenario.persons for project in person.projects]


def _score(life: Life, person: Person, project: Project, acts: dict[str, Act]) -> GoalScore:
    steps = [acts[id] for id in project.steps if id in acts]
    asked = [act for act in steps if act.kind is ActKind.DELEGATE and act.id in life.choices.asked]
    effects = life.knowledge[person.id].effects
    made = [act for act in asked if act.id in effects]
    sound = [act for act in made if not effects[act.id].went_wrong]
    told = [act for act in sound if effects[act.id].fact.id in life.ledger.told]
    states = [act.other for act in steps if act.kind is ActKind.PLAN and life.ledger.turn_of(act.id) is not None]
    ending = next((_ENDINGS[state] for state in reversed(states) if state in _ENDINGS), 0.0)
    closed = ending * (_DOWNGRADED if "downgrade" in states else 1.0)
    return GoalScore(
        project.id,
        person.id,
        project.domain,
        UNDERSTOOD * _share(sound, made),
        SOLVED * _share(made, asked),
        CONFIRMED * _share(told, made),
        CLOSED * closed,
    )


def _share(part: list[Act], whole: list[Act]) -> float:
    return len(part) / len(whole) if whole else 0.0
