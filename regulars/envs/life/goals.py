"""How far a project got: the scripted goal evaluator.

Four parts, weighted as RealMem's goal evaluator weighs them (arXiv 2601.06966): the problem was understood (20), a
solution was given (30), the user confirmed it (30), the task was closed (20). Each is computed from what was told,
chosen and said, and from nothing in the world; a project has reached its goal at 80.
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
"""Total at which a project has reached its goal."""

_ENDINGS = {"finish": 1.0, "cancel": 0.0}
_DOWNGRADED = 0.5
"""What closing a project is worth that was downgraded on the way."""


@dataclass(frozen=True, slots=True)
class GoalScore:
    """How far a project got.

    Attributes:
        project: The project's id.
        person: Whose it is.
        domain: What sort of project.
        understood: 0 to 20: of the choices under a constraint that had been told, those that respect it.
        solved: 0 to 30: of the choices that were left to the assistant, those that it made.
        confirmed: 0 to 30: of the choices that it made, those that the person told to have turned out well.
        closed: 0 to 20: whether the person finished it; half if downgraded before, nothing if cancelled or going on.
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
    """The scores of all projects of a life, as it stands."""
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
