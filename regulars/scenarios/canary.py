"""Plants a word into everything that an assistant must never see, so that a leak shows itself."""

from __future__ import annotations

from dataclasses import replace

from regulars.scenarios.files import scenario_id
from regulars.scenarios.kinds import ActKind
from regulars.scenarios.world import Act, Event, Fact, Person, Probe, Project, Scenario, Session, StandingRule


def plant(scenario: Scenario, token: str) -> Scenario:
    """Returns a copy of the scenario with `token` in every hidden field that could leak.

    Marked are: notes, traits and tastes of personas; ids of facts, events, acts, probes, rules and projects, with all
    references to them; goals that are never told; purposes, difficulties, the suite, marks and issues; and the values
    of facts that are never told.

    Spoken content stays as it is, because an assistant may hear it: ids and names of persons, told values, wrong
    assumptions of probes and disclosures, reasons. Names that refer to a data file (an attribute, a style attribute, a
    context, a state) stay too, since a changed name would be unknown.

    Args:
        scenario: A generated scenario.
        token: A word that occurs nowhere else. Values with the token are unknown to the ontology, so use the copy to
            look for leaks and do not publish it.
    """
    planted = _Planting(scenario, token).scenario()
    return replace(planted, id=scenario_id(planted))


class _Planting:
    """Marks the fields of one scenario."""

    def __init__(self, scenario: Scenario, token: str) -> None:
        self.whole = scenario
        self.token = token
        acts = [act for session in scenario.sessions for act in session.agenda]
        self.told = {act.fact for act in acts if act.kind is ActKind.TELL}
        self.said = {act.target for act in acts if act.kind is ActKind.PLAN}
        self.own = {act.id for act in acts}
        for person in scenario.persons:
            self.own |= {rule.id for rule in person.rules} | {project.id for project in person.projects}
            self.own |= {fact.id for fact in person.facts}

    def _id(self, id: str) -> str:
        return f"{id}{self.token}" if id else ""

    def _reference(self, id: str) -> str:
        """Marks a reference to an act, a fact, a rule or a project; a name in a data file stays."""
        return self._id(id) if id in self.own else id

    def _text(self, text: str) -> str:
        return f"{text} {self.token}".strip()

    def scenario(self) -> Scenario:
        whole = self.whole
        return replace(
            whole,
            suite=f"{whole.suite} {self.token}",
            persons=tuple(map(self._person, whole.persons)),
            sessions=tuple(map(self._session, whole.sessions)),
            probes=tuple(map(self._probe, whole.probes)),
            marks={**{name: self._text(text) for name, text in whole.marks.items()}, "canary": self.token},
            issues=tuple(map(self._text, whole.issues)),
        )

    def _person(self, one: Person) -> Person:
        persona = replace(
            one.persona,
            notes=self._text(one.persona.notes),
            traits=(*one.persona.traits, self.token),
            tastes={**one.persona.tastes, f"{self.token}.{self.token}": "0"},
        )
        return replace(
            one,
            persona=persona,
            facts=tuple(map(self._fact, one.facts)),
            events=tuple(map(self._event, one.events)),
            rules=tuple(map(self._rule, one.rules)),
            projects=tuple(map(self._project, one.projects)),
        )

    def _fact(self, one: Fact) -> Fact:
        value = one.value if one.id in self.told else self._text(one.value)
        return replace(one, id=self._id(one.id), value=value)

    def _event(self, one: Event) -> Event:
        begins, ends = (tuple(map(self._id, ids)) for ids in (one.begins, one.ends))
        return replace(one, id=self._id(one.id), begins=begins, ends=ends, cause=self._id(one.cause))

    def _rule(self, one: StandingRule) -> StandingRule:
        return replace(one, id=self._id(one.id))

    def _project(self, one: Project) -> Project:
        goal = one.goal if one.id in self.said else self._text(one.goal)
        return replace(one, id=self._id(one.id), goal=goal, steps=tuple(map(self._id, one.steps)))

    def _session(self, one: Session) -> Session:
        return replace(one, purpose=self._text(one.purpose), agenda=tuple(map(self._act, one.agenda)))

    def _act(self, one: Act) -> Act:
        return replace(
            one,
            id=self._id(one.id),
            fact=self._id(one.fact),
            probe=self._id(one.probe),
            target=self._reference(one.target),
        )

    def _probe(self, one: Probe) -> Probe:
        return replace(
            one,
            id=self._id(one.id),
            contrast=self._id(one.contrast),
            target=self._reference(one.target),
            purpose=self._text(one.purpose),
            difficulty=self._text(one.difficulty),
        )
