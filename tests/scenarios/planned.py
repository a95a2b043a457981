"""Generated lives that several test modules share, and functions to look into them."""

from __future__ import annotations

from functools import lru_cache

from regulars.scenarios.generator import generate
from regulars.scenarios.kinds import ActKind
from regulars.scenarios.ontology.attributes import load_ontology
from regulars.scenarios.suites import load_suite
from regulars.scenarios.world import Act, Fact, Scenario, Session

ONTOLOGY = load_ontology()
CORE_PLANS = (0, 1, 2, 4, 5)
"""Three of the lives of one person in `core`, and both of two."""


@lru_cache(maxsize=1)
def lives() -> list[Scenario]:
    """Thirty lives of one person."""
    return [generate(seed) for seed in range(30)]


@lru_cache(maxsize=1)
def pairs() -> list[Scenario]:
    """Fifteen scenarios of two persons."""
    return [generate(seed, users=2) for seed in range(15)]


@lru_cache(maxsize=1)
def core_lives() -> list[Scenario]:
    """Forty scenarios of the suite `core`, seeds 0 to 7."""
    suite = load_suite("core")
    return [generate(**suite.scenarios(seed)[plan]) for seed in range(8) for plan in CORE_PLANS]


def acts(scenario: Scenario, *kinds: ActKind, person: str | None = None) -> list[tuple[Session, Act]]:
    """The acts of some kinds with their sessions, in order."""
    return [
        (session, act)
        for session in scenario.sessions
        for act in session.agenda
        if act.kind in kinds and person in (None, session.person)
    ]


def tells(scenario: Scenario, person: str | None = None) -> list[tuple[Session, Act]]:
    """The disclosures of facts of the life; what a choice of the assistant's brings about is no such fact."""
    return [(session, act) for session, act in acts(scenario, ActKind.TELL, person=person) if act.fact]


def outcomes(scenario: Scenario) -> list[tuple[Session, Act]]:
    """The disclosures of what the assistant's choices brought about."""
    return [(session, act) for session, act in acts(scenario, ActKind.TELL) if not act.fact]


def facts(scenario: Scenario) -> dict[str, Fact]:
    """All facts by id."""
    return {fact.id: fact for person in scenario.persons for fact in person.facts}


def source(name: str) -> str:
    """What is told where an attribute is asked for: itself, or what implies it."""
    return ONTOLOGY.attribute(name).implied_by or name
