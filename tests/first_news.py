"""What the person of a life plans to say in the first session, for tests in which they say it."""

from __future__ import annotations

from dataclasses import dataclass

from regulars.calendar_text import granularity_of
from regulars.cli.play_user import life_with_user
from regulars.scenarios.kinds import ActKind, DisclosureMode
from regulars.scenarios.language.packs import Language
from regulars.scenarios.world import Act, Person
from regulars.seeding import SeedTree
from regulars.values import ValueType

ENGLISH = Language.load("english")


@dataclass(frozen=True)
class FirstNews:
    """A fact that a person tells unasked in the first session of a life.

    Attributes:
        person: The person.
        id: The id of the fact.
        label: The fact's attribute in words.
        value: Its value in words.
        line: A sentence that tells it, with a date to the day.
        choice: An act of the session that offers a choice.
    """

    person: Person
    id: str
    label: str
    value: str
    line: str
    choice: Act


def first_news(seed: int, sessions: int) -> FirstNews:
    """The news of the life that a person plays at that seed."""
    env, cast = life_with_user(seed=seed, sessions=sessions, feedback="evaluative", assistant="scripted")
    scenario, agenda = env.scenario, env.scenario.sessions[0].agenda
    cast.close()
    (person,) = scenario.persons
    facts = {fact.id: fact for fact in person.facts}
    act = next(one for one in agenda if one.kind is ActKind.TELL and one.mode is DisclosureMode.OPEN)
    fact = facts[act.fact]
    is_date = ENGLISH.ontology.domain(fact.attribute).type is ValueType.DATE
    granularity = granularity_of(fact.value) if is_date else ""
    return FirstNews(
        person,
        fact.id,
        ENGLISH.ontology.attribute(fact.attribute).label,
        ENGLISH.value_words(fact.attribute, fact.value),
        ENGLISH.tell(fact.attribute, fact.value, granularity, SeedTree(0).draws()),
        next(one for one in agenda if one.kind is ActKind.DELEGATE),
    )
