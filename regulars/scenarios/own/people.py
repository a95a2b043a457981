"""The people of a scenario written by hand: personas, facts, rules and projects."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace
from datetime import datetime, timedelta
from zoneinfo import available_timezones

from regulars.scenarios.kinds import RuleDisclosure
from regulars.scenarios.language.packs import Language
from regulars.scenarios.own.draft import ScenarioDraft
from regulars.scenarios.own.parts import Part
from regulars.scenarios.personas.files import PersonaFields
from regulars.scenarios.personas.tastes import agreeing
from regulars.scenarios.projects.domains import load_domains
from regulars.scenarios.rules.standing import PROCEDURE, RuleKind, rules_with
from regulars.scenarios.world import Fact, Person, Persona, Project, StandingRule

LONG_AGO = timedelta(days=365)
"""Time before the scenario from which a fact holds if its `since` is missing."""

_FIELDS = {
    "person": ("name", "facts", "rules", "projects", "renamed", *Persona.__dataclass_fields__),
    "fact": ("attribute", "value", "since", "until"),
    "rule": ("kind", "setting", "since", "until", "shown"),
    "procedure": ("kind", "domain", "steps", "since", "until"),
    "project": ("name", "domain", "goal"),
    "renamed": ("name", "since"),
}


def introduce(draft: ScenarioDraft, part: Part) -> None:
    """Adds a person with name and persona. The life is added once the scenario's start is known."""
    part.only(_FIELDS["person"])
    own = {field: value for field, value in part.given.items() if field in Persona.__dataclass_fields__}
    name, persona = PersonaFields(draft.reader, part.path, {"name": part.given.get("name", ""), **own}).person()
    if name in draft.people:
        part.fault("name", f"{name!r} is the name of another person; expected a different name")
    id = "p" + draft.id(part.path, "person", name)[:8]
    draft.places[id] = part.path
    draft.people.setdefault(name, Person(id, name, id, persona))
    draft.zones.setdefault(name, persona.zone if persona.zone in available_timezones() else "UTC")


def live(draft: ScenarioDraft, part: Part, start: datetime, sessions: Sequence[tuple[str, datetime]]) -> None:
    """Adds facts, rules, projects and a second name to a person.

    Args:
        draft: The draft with the person.
        part: The person's part.
        start: The beginning of the scenario.
        sessions: The start of each session, with the name of its person.
    """
    person = draft.people.get(str(part.given.get("name", "")))
    if person is None or person.facts or person.rules or person.projects:
        return
    zone = draft.zones[person.name]
    starts = sorted(at for name, at in sessions if name == person.name)
    facts = [fact for one in part.parts("facts") if (fact := _fact(draft, one, person, zone, start - LONG_AGO))]
    rules = [rule for one in part.parts("rules") if (rule := _rule(draft, one, person, zone, start))]
    projects = [project for one in part.parts("projects") if (project := _project(draft, one, person, start))]
    facts.sort(key=lambda fact: (fact.since, fact.id))
    renamed, at = _renamed(draft, part, zone, starts)
    draft.people[person.name] = replace(
        person,
        persona=_without_rivals(part, person.persona, rules),
        facts=tuple(facts),
        rules=tuple(rules),
        projects=tuple(projects),
        renamed=renamed,
        renamed_at=at,
    )


def _without_rivals(part: Part, persona: Persona, rules: Sequence[StandingRule]) -> Persona:
    """Drops tastes that only follow from traits and contradict a rule. Written tastes stay."""
    written = part.given.get("tastes")
    kept = agreeing(persona.tastes, [f"{rule.kind}.{rule.setting}" for rule in rules])
    kept |= {name: weight for name, weight in persona.tastes.items() if isinstance(written, dict) and name in written}
    return replace(persona, tastes=dict(sorted(kept.items())))


def _fact(draft: ScenarioDraft, part: Part, person: Person, zone: str, before: datetime) -> Fact | None:
    part.only(_FIELDS["fact"])
    attribute = part.attribute()
    since, until = part.moment("since", zone, before), part.moment("until", zone)
    if attribute is None or since is None:
        return None
    if not attribute.is_told:
        follows = f"follows from {attribute.implied_by}" if attribute.implied_by else "is chosen by the assistant"
        part.fault("attribute", f"{attribute.name} is not a fact: it {follows}")
        return None
    value = part.value(attribute)
    if not value:
        return None
    id = draft.id(part.path, "fact", person.id, attribute.name, value, since)
    return Fact(id, person.id, attribute.name, value, since, until)


def _rule(draft: ScenarioDraft, part: Part, person: Person, zone: str, start: datetime) -> StandingRule | None:
    if part.given.get("kind") == PROCEDURE:
        return _procedure(draft, part, person, zone, start)
    part.only(_FIELDS["rule"])
    rules = _rules_in(draft.language)
    kind = part.one_of("kind", [*rules, PROCEDURE])
    setting = part.one_of("setting", rules[kind].settings) if kind else ""
    shown = part.one_of("shown", [shown.value for shown in RuleDisclosure], RuleDisclosure.STATED.value)
    since, until = part.moment("since", zone, start), part.moment("until", zone)
    if not kind or not setting or not shown or since is None:
        return None
    id = draft.id(part.path, "rule", person.id, kind)
    return StandingRule(id, kind, setting, since, until, RuleDisclosure(shown))


def _rules_in(language: Language) -> Mapping[str, RuleKind]:
    """The rules for which a language has words."""
    return rules_with(lambda one: not language.rules or one.id in language.rules, language.name)


def _procedure(draft: ScenarioDraft, part: Part, person: Person, zone: str, start: datetime) -> StandingRule | None:
    """The steps that the person wants in projects of a domain. They are learned from feedback only."""
    part.only(_FIELDS["procedure"])
    domains = load_domains("", draft.language.name)
    domain = domains.get(part.one_of("domain", domains))
    since, until = part.moment("since", zone, start), part.moment("until", zone)
    if domain is None or since is None:
        return None
    steps = part.texts("steps", domain.steps)
    if not steps:
        return None
    id = draft.id(part.path, "rule", person.id, PROCEDURE, domain.name)
    return StandingRule(id, PROCEDURE, " ".join(steps), since, until, domain=domain.name)


def _project(draft: ScenarioDraft, part: Part, person: Person, start: datetime) -> Project | None:
    """A project. Its start and its acts follow from the agendas."""
    part.only(_FIELDS["project"])
    domain, goal = part.one_of("domain", load_domains("", draft.language.name)), part.text("goal")
    name = part.text("name", domain or "project")
    if (person.name, name) in draft.projects:
        part.fault("name", f"{name!r} is the name of another project of {person.name}; expected a different name")
    if not domain or not goal:
        return None
    id = draft.id(part.path, "project", person.id, domain, goal)
    draft.projects[person.name, name] = id
    draft.steps[id] = []
    return Project(id, domain, goal, start)


def _renamed(draft: ScenarioDraft, part: Part, zone: str, starts: Sequence[datetime]) -> tuple[str, datetime | None]:
    """The second name, and the start of the first session in which the person uses it."""
    if "renamed" not in part:
        return "", None
    given = part.inner(part.given["renamed"], "renamed")
    given.only(_FIELDS["renamed"])
    name, since = given.text("name"), given.moment("since", zone)
    if "since" not in given:
        given.fault("since", "is missing; expected the day from which the person has this name")
    if not name or since is None:
        return "", None
    at = next((start for start in starts if start >= since), None)
    if at is None:
        given.fault("since", "the person has no session then or later in which to use the name")
        return "", None
    return name, at


def finish(draft: ScenarioDraft, begun: dict[str, datetime]) -> None:
    """Sets the start and the acts of each project.

    Args:
        draft: The draft with the people and the acts of their projects.
        begun: By a project's id: the start of the session that begins it.
    """
    for name, person in draft.people.items():
        projects = []
        for project in person.projects:
            if project.id not in begun:
                draft.fault(project.id, "never begins; expected `plan` with its name in a session")
            since = begun.get(project.id, project.since)
            projects.append(replace(project, since=since, steps=tuple(draft.steps[project.id])))
        draft.people[name] = replace(person, projects=tuple(projects))
