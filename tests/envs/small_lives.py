"""Lives made by hand, of a few people, sessions and questions, and rounds that are played word by word."""

from __future__ import annotations

from dataclasses import replace
from datetime import UTC, datetime, timedelta
from typing import Any

from regulars.dialogue import Phase
from regulars.envs.aec import LifeAEC
from regulars.scenarios.kinds import ActKind, Band, Form, ScenarioOrigin
from regulars.scenarios.world import Act, Fact, Person, Persona, Probe, Scenario, Session

NOON = datetime(2025, 3, 3, 12, tzinfo=UTC)
"""A Monday. Session n begins n days later."""

LONG_AGO = NOON - timedelta(days=400)

CITY = Fact("f-city", "p1", "home_city", "Bergen", LONG_AGO)
CAR = Fact("f-car", "p1", "car", "Fiat Panda", LONG_AGO)
LEASE = Fact("f-lease", "p1", "lease_end", "2025-05-14", LONG_AGO)

ANN = Person("p1", "Ann", "scope-1", Persona(reading=12.0, thinking=20.0), facts=(CITY, CAR, LEASE))
BEN = Person("p2", "Ben", "scope-2", Persona(reading=30.0, thinking=5.0),
             facts=(Fact("f-city-2", "p2", "home_city", "Lyon", LONG_AGO),))  # fmt: skip

ASKS_CITY = Act("a-city", ActKind.ASK, attribute="home_city", probe="q-city")
IN_CITY = Probe("q-city", "single-session-user", Form.VALUE, "home_city", "p1", "p1", "qa", NOON, 1, Band.IN)


def aside(id: str, days: float, owner: str = "p1", attribute: str = "home_city", **changes: Any) -> Probe:
    """An out-of-band probe, asked some days after `NOON`."""
    moment = NOON + timedelta(days=days)
    return Probe(id, "single-session-user", Form.VALUE, attribute, owner, owner, "qa", moment, **changes)


def session(number: int, *agenda: Act, person: str = "p1", **changes: Any) -> Session:
    """A session that begins `number` days after `NOON`."""
    return Session(number, person, NOON + timedelta(days=number), agenda=agenda, **changes)


def scenario(*sessions: Session, persons: tuple[Person, ...] = (ANN,), probes: tuple[Probe, ...] = ()) -> Scenario:
    """A scenario that begins at `NOON`."""
    return Scenario("small", ScenarioOrigin.GENERATED, "tests", "english", NOON, persons, sessions, probes)


def begun(planned: Scenario, /, **options: Any) -> LifeAEC:
    """An environment at the first step of a scenario."""
    env = LifeAEC(scenario=planned, **options)
    env.reset(seed=0)
    return env


def say(env: LifeAEC, *actions: Any) -> list[dict[str, float]]:
    """Takes one step for each action. Returns the rewards of all seats after each step."""
    found = []
    for action in actions:
        env.step(action)
        found.append(dict(env.rewards))
    return found


def close(env: LifeAEC, leaving: int = 1) -> None:
    """Plays the closing round: the user says goodbye, the assistant is silent, the evaluator sums up."""
    say(env, {"message": "Bye.", "close": leaving}, "", {})
    assert env.life.phase is not Phase.CLOSING or env.life.running is None


def with_persona(person: Person, **changes: Any) -> Person:
    """The person with another persona."""
    return replace(person, persona=replace(person.persona, **changes))


TERMS = {
    "assistant": ("recall", "repair", "abstention", "choice", "cost", "rules"),
    "user": ("served",),
    "evaluator": (),
}


def info_of(role: str, **known: float) -> dict[str, float]:
    """All keys of the info of a seat; what is not given is 0, but for `valid`."""
    keys = ("session", "turn", "ending", "judged", "verdict", "attempt", "answerable")
    terms = (f"reward_{name}" for name in TERMS[role])
    return {"valid": 1.0, **dict.fromkeys((*keys, *terms), 0.0), **known}
