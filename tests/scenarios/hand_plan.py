"""A small ontology and plans made by hand, so that a test can say what the checks should find.

Day n is the n-th of May 2025. A session begins at nine, UTC, and has half an hour. Every value is a fact from 2024 on.
"""

from __future__ import annotations

from dataclasses import replace
from datetime import UTC, datetime, timedelta

from regulars.scenarios.checks.plan import Planned
from regulars.scenarios.kinds import ActKind, DisclosureMode, DisclosurePhrasing, Form, ScenarioOrigin
from regulars.scenarios.ontology.attribute import Attribute, Cardinality, Change
from regulars.scenarios.ontology.attributes import Ontology
from regulars.scenarios.world import Act, Fact, Person, Probe, Scenario, Session
from regulars.values import Domain, ValueType

LONG_AGO = datetime(2024, 1, 1, tzinfo=UTC)
SECOND, MINUTE, DAY = timedelta(seconds=1), timedelta(minutes=1), timedelta(days=1)
HALF_HOUR = timedelta(minutes=30)


def attribute(
    name: str,
    values: str = "",
    type: ValueType = ValueType.TERM,
    cardinality: Cardinality = Cardinality.ONE,
    unit: str = "",
    **fields,
) -> Attribute:
    """An attribute whose terms are given as words."""
    domain = Domain(name, type, dict.fromkeys(values.split(), ()), unit)
    return Attribute(name, name, "demographics", type, cardinality, Change.STEPS, 0, (name,), domain, **fields)


MANY, COUNTER = Cardinality.MANY, Cardinality.COUNTER
LANDLORD, DOCTOR = {"landlord": "He has a reason."}, {"doctor": "She has a reason."}
DELEGATE = {"delegate": ("Which {options}?",)}
ONTOLOGY = Ontology(
    {
        one.name: one
        for one in (
            attribute(
                "city",
                "Graz Oslo Bergen Linz",
                implies={"country": {"Graz": "Austria", "Linz": "Austria", "Oslo": "Norway", "Bergen": "Norway"}},
                phrases={
                    "in_passing": ("Back home in {value}, who bakes?",),
                    "assumed": ("Not {other}, it is {value}.",),
                },
                piecemeal=(("About my home.", "These days it is {value}."),),
            ),
            attribute("country", "Austria Norway", implied_by="city"),
            attribute("pet", "cat horse newt", needed=LANDLORD, private=DOCTOR),
            replace(attribute("ring", "opal ruby"), change=Change.STATIC),
            attribute("illness", "asthma gout", needed=DOCTOR, private=LANDLORD),
            attribute("hobby", "chess sailing pottery karate", cardinality=MANY),
            attribute("rent", type=ValueType.NUMBER, unit="euros", low=100, high=2000, step=100),
            attribute("saved", type=ValueType.NUMBER, unit="euros", cardinality=COUNTER, low=10, high=990, step=10),
            attribute("wedding", type=ValueType.DATE, granularities=("day", "month")),
            attribute("surgery", type=ValueType.DATE, granularities=("day",)),
            attribute(
                "diet",
                "vegan kosher plain",
                excludes={"dish": {"vegan": ("goulash", "trout", "omelette"), "kosher": ("risotto", "pesto")}},
            ),
            attribute("allergy", "nuts fish", excludes={"dish": {"fish": ("trout",), "nuts": ("pesto",)}}),
            attribute("dish", "goulash trout omelette pesto risotto", phrases=DELEGATE),
        )
    }
)


def day(number: int, hour: int = 9, minute: int = 0, second: int = 0) -> datetime:
    """A moment of the day `number`."""
    return datetime(2025, 5, number, hour, minute, second, tzinfo=UTC)


def tell(attribute: str, value: str, id: str = "", **fields) -> Act:
    """A disclosure; its id and its fact's are made of attribute and value unless the act's is given."""
    return Act(id or f"tell {attribute} {value}", ActKind.TELL, f"{attribute}={value}", attribute, **fields)


def act(kind: ActKind, attribute: str = "", id: str = "", value: str = "", **fields) -> Act:
    """An act of another kind; `value` names the fact that it is about."""
    fact = f"{attribute}={value}" if value else ""
    return Act(id or f"{kind.value} {attribute or fields.get('target', '')}", kind, fact, attribute, **fields)


def asks(
    kind: str, form: Form, attribute: str, at: int | datetime, id: str = "p", owner: str = "ada", **fields
) -> Probe:
    """A probe about a person, by default beside the conversation at eight in the morning of a day."""
    time = at if isinstance(at, datetime) else day(at, 8)
    return Probe(id, kind, form, attribute, owner, owner, "", time, **fields)


def scenario(
    days: dict[int, list[Act]],
    *probes: Probe,
    others: dict[int, list[Act]] | None = None,
    **fields,
) -> Scenario:
    """A scenario with ada's sessions on these days, and those of bo on others. Told values become facts."""
    owners = dict.fromkeys(days, "ada") | dict.fromkeys(others or {}, "bo")
    agendas = {**days, **(others or {})}
    sessions = tuple(
        Session(number, owners[at], day(at), HALF_HOUR, agenda=tuple(agendas[at]))
        for number, at in enumerate(sorted(agendas), 1)
    )
    facts: dict[str, Fact] = {}
    for session in sessions:
        for one in session.agenda:
            if one.fact and one.kind is ActKind.TELL:
                fact = f"{session.person} {one.fact}"
                value = one.fact.partition("=")[2]
                facts.setdefault(fact, Fact(fact, session.person, one.attribute, value, LONG_AGO))
    # A fact's id is unique in a scenario, so it names its person.
    sessions = tuple(
        replace(
            session,
            agenda=tuple(replace(one, fact=one.fact and f"{session.person} {one.fact}") for one in session.agenda),
        )
        for session in sessions
    )
    persons = tuple(
        Person(id, name, id, facts=tuple(fact for fact in facts.values() if fact.person == id))
        for id, name in (("ada", "Ada"), ("bo", "Bo"))
        if id in owners.values() or id == "ada"
    )
    made = Scenario("s", ScenarioOrigin.GENERATED, "", "english", day(1, 0), persons, sessions, probes)
    return replace(made, **fields)


def planned(*args, **fields) -> Planned:
    """The index over such a scenario."""
    return Planned(scenario(*args, **fields), ONTOLOGY)


def found(problems) -> list[tuple[str, str]]:
    """The codes of problems and where they are."""
    return [(problem.code, problem.where) for problem in problems]


UNMARKED = DisclosurePhrasing.UNMARKED
ASKED = DisclosureMode.ASKED
