"""One person made by hand, and what they know at one moment."""

from __future__ import annotations

from datetime import UTC, datetime
from typing import Any

from regulars.agents.user.behaviour import Behaviour
from regulars.agents.user.scripted import ScriptedUser
from regulars.briefing import Pending, UserBriefing
from regulars.dialogue import Phase, Verdict, VerdictKind
from regulars.rewards.verdicts.expectation import Expectation
from regulars.scenarios.kinds import ActKind, Form
from regulars.scenarios.language.packs import Language
from regulars.scenarios.world import Act, Fact, Person, Persona, Probe, Session, StandingRule

ENGLISH = Language.load("english")
START = datetime(2025, 3, 3, 9, tzinfo=UTC)
BEFORE = datetime(2024, 1, 1, tzinfo=UTC)
SHORT = StandingRule("r1", "length", "one_sentence", BEFORE)

CITY = Fact("f-city", "p", "home_city", "Bergen", BEFORE)
OLD_CITY = Fact("f-old", "p", "home_city", "Lyon", datetime(2020, 1, 1, tzinfo=UTC), BEFORE)
EMPLOYER = Fact("f-employer", "p", "employer", "Drumlock", BEFORE)

ASK = Act("a-ask", ActKind.ASK, attribute="home_city", probe="q-city")
REQUEST = Act("a-request", ActKind.REQUEST, attribute="home_city", probe="q-city")
DELEGATE = Act("a-delegate", ActKind.DELEGATE, attribute="retirement_gift", options=("sundial", "hammock"))
TALK = Act("a-talk", ActKind.SMALL_TALK)
CITY_PROBE = Probe("q-city", "knowledge-update", Form.VALUE, "home_city", "p", "p", "test", START)


def facts(attribute: str, *values: str) -> tuple[Fact, ...]:
    """Facts `f0`, `f1`, ... of one attribute, all of which hold."""
    return tuple(Fact(f"f{number}", "p", attribute, value, BEFORE) for number, value in enumerate(values))


def right(*gold: str, answerable: bool = True, form: str = Form.VALUE, **fields: Any) -> Expectation:
    """What a right answer on the home city is; Bergen unless given."""
    found = (gold or ("Bergen",)) if answerable else ()
    return Expectation(form, ENGLISH.ontology.domain("home_city"), answerable, found, **fields)


def pending(attempt: int = 1, act: Act = ASK, probe: Probe | None = CITY_PROBE, **fields: Any) -> Pending:
    """The question after the home city, at its first or second time."""
    expectation = fields.pop("expectation", right())
    return Pending(act, probe, expectation, fields.pop("options", ()), attempt)


def person(patience: float = 1.0, candour: float = 0.5, **fields: Any) -> Person:
    """Anna, who has one standing rule."""
    persona = fields.pop("persona", Persona(patience=patience, candour=candour))
    return Person("p", "Anna", "p", persona, **({"rules": (SHORT,)} | fields))


def briefed(**changes: Any) -> UserBriefing:
    """What Anna knows in the middle of a session: her city, which she has told, and her employer, which she has not."""
    agenda = changes.pop("agenda", (ASK, TALK))
    known = changes.pop("facts", (CITY, EMPLOYER))
    given: dict[str, Any] = {
        "person": person(),
        "facts": {fact.id: fact for fact in known},
        "session": Session(1, "p", START, agenda=agenda),
        "phase": Phase.TALK,
        "now": START,
        "feedback": "silent",
        "reactive": True,
        "reply": "I see.",
        "verdict": None,
        "pending": None,
        "told": {CITY.id},
        "offered": (),
        "reply_id": "s001.t02",
    }
    return UserBriefing(**(given | changes))


def found(kind: VerdictKind, **fields: Any) -> Verdict:
    """A verdict on a reply."""
    return Verdict(kind, **fields)


def user(behaviour: Behaviour | None = None, *, seed: int = 0, **state: Any) -> ScriptedUser:
    """A scripted person at that seed and in that state."""
    one = ScriptedUser(ENGLISH, ENGLISH.ontology, behaviour)
    one.begin("user_0", seed)
    for name, value in state.items():
        setattr(one.state, name, value)
    return one


def phrases(kind: str) -> list[str]:
    """The phrases of a kind, in the words of Anna."""
    return [line.replace("{name}", "Anna") for line in ENGLISH.lines("phrases", kind)]


def says(line: str, kind: str) -> bool:
    """Whether a line holds a phrase of that kind."""
    return any(phrase in line for phrase in phrases(kind))
