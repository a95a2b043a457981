"""The validator: silent on what the generator makes, and loud on every fault that is seeded."""

from __future__ import annotations

from dataclasses import replace
from datetime import UTC, datetime, timedelta

import pytest

from regulars.scenarios.attributes import load_ontology
from regulars.scenarios.generator import generate
from regulars.scenarios.validate import validate_scenario
from regulars.scenarios.world import (
    ActKind,
    Band,
    Fact,
    Form,
    Mode,
    Person,
    Probe,
    ProbeKind,
    RecordedTurn,
    Scenario,
    Session,
    Source,
)

ONTOLOGY = load_ontology()
GOOD = generate(5, users=2)
DAY = timedelta(days=1)


@pytest.mark.parametrize("users", [1, 2])
def test_generated_scenarios_are_clean(users):
    for seed in range(150):
        problems = validate_scenario(generate(seed, users=users), ONTOLOGY)
        assert problems == [], (seed, problems[:3])


# ---------------------------------------------------------------- one fault each


def with_facts(scenario, change):
    persons = tuple(replace(person, facts=tuple(change(fact) for fact in person.facts)) for person in scenario.persons)
    return replace(scenario, persons=persons)


def with_fact(scenario, chosen, **changes):
    return with_facts(scenario, lambda fact: replace(fact, **changes) if fact == chosen else fact)


def with_session(scenario, which, /, **changes):
    sessions = tuple(replace(s, **changes) if s.number == which else s for s in scenario.sessions)
    return replace(scenario, sessions=sessions)


def with_act(scenario, chosen, **changes):
    sessions = tuple(
        replace(s, agenda=tuple(replace(a, **changes) if a.id == chosen.id else a for a in s.agenda))
        for s in scenario.sessions
    )
    return replace(scenario, sessions=sessions)


def with_probe(scenario, chosen, **changes):
    probes = tuple(replace(p, **changes) if p.id == chosen.id else p for p in scenario.probes)
    return replace(scenario, probes=probes)


def act_of(kind, condition=lambda session, act: True):
    return next(
        act for session in GOOD.sessions for act in session.agenda if act.kind is kind and condition(session, act)
    )


def probe_of(condition):
    return next(probe for probe in GOOD.probes if condition(probe))


def fact_of(id):
    return next(fact for person in GOOD.persons for fact in person.facts if fact.id == id)


def static_fact(attribute="bicycle_colour", person=0):
    return next(fact for fact in GOOD.persons[person].facts if fact.attribute == attribute)


TELL = act_of(ActKind.TELL, lambda session, act: not act.anchor)
ANCHOR = act_of(ActKind.TELL, lambda session, act: act.anchor)
QUIZ = act_of(ActKind.ASK)
DELEGATION = act_of(ActKind.DELEGATE)
OUT = probe_of(lambda p: p.band is Band.OUT and p.kind == ProbeKind.SINGLE_SESSION_USER and not p.anchor)
IN = probe_of(lambda p: p.band is Band.IN)
CHOICE = probe_of(lambda p: p.form is Form.CHOICE and p.band is Band.OUT)
ABSENT = probe_of(lambda p: p.kind == ProbeKind.ABSTENTION)
EVENT = GOOD.persons[0].events[0]
FIRST = GOOD.persons[0]


def with_events(change):
    return replace(GOOD, persons=(replace(FIRST, events=(change(EVENT), *FIRST.events[1:])), *GOOD.persons[1:]))


def anchored_asked():
    quiz = act_of(ActKind.ASK, lambda session, act: not ONTOLOGY.attribute(act.attribute).is_chosen)
    session = next(s for s in GOOD.sessions if quiz in s.agenda)
    anchor = act_of(ActKind.TELL, lambda s, a: a.anchor and s.person == session.person)
    probe = next(p for p in GOOD.probes if p.id == quiz.probe)
    return with_probe(with_act(GOOD, quiz, attribute=anchor.attribute), probe, attribute=anchor.attribute)


def anchor_behind():
    session = next(s for s in GOOD.sessions if ANCHOR in s.agenda)
    agenda = [act for act in session.agenda if act is not ANCHOR]
    return with_session(GOOD, session.number, agenda=(*agenda, ANCHOR))


def earlier_probe(kind):
    """A probe of `kind` moved to the beginning, before anything was told."""
    probe = probe_of(lambda p: p.kind == kind and p.band is Band.OUT)
    return with_probe(GOOD, probe, time=GOOD.start)


def extra_acts():
    talk = act_of(ActKind.SMALL_TALK)
    filler = tuple(replace(talk, id=f"x{number}") for number in range(20))
    return with_session(GOOD, 1, agenda=GOOD.sessions[0].agenda + filler)


def two_colours():
    fact = static_fact()
    other = next(v for v in ONTOLOGY.attribute("bicycle_colour").grid() if v != fact.value)
    more = replace(fact, id="xx", value=other, since=fact.since + DAY)
    return replace(GOOD, persons=(replace(FIRST, facts=(*FIRST.facts, more)), *GOOD.persons[1:]))


FAULTS = {
    "duplicate-id": lambda: with_probe(GOOD, OUT, id=TELL.id),
    "empty-id": lambda: with_probe(GOOD, OUT, id=""),
    "unknown-person": lambda: with_probe(GOOD, OUT, owner="nobody"),
    "session-number": lambda: with_session(GOOD, 4, number=40),
    "time-backwards": lambda: with_session(GOOD, 4, start=GOOD.sessions[2].start - timedelta(hours=1)),
    "session-overlap": lambda: with_session(GOOD, 4, start=GOOD.sessions[2].start + timedelta(minutes=5)),
    "before-start": lambda: with_session(GOOD, 1, start=GOOD.start - DAY),
    "no-zone": lambda: with_session(GOOD, 4, start=GOOD.sessions[3].start.replace(tzinfo=None)),
    "fact-interval": lambda: with_fact(GOOD, static_fact(), until=static_fact().since),
    "unknown-attribute": lambda: with_fact(GOOD, static_fact(), attribute="hat"),
    "unknown-value": lambda: with_fact(GOOD, static_fact(), value="plaid"),
    "contradiction": two_colours,
    "event-time": lambda: with_events(lambda event: replace(event, time=event.time + DAY)),
    "unknown-fact": lambda: with_events(lambda event: replace(event, begins=("gone",))),
    "shared-value": lambda: with_fact(GOOD, static_fact(), value=static_fact(person=1).value),
    "foreign-fact": lambda: with_fact(GOOD, fact_of(TELL.fact), person=other_person(TELL)),
    "told-too-early": lambda: with_fact(GOOD, fact_of(TELL.fact), since=GOOD.sessions[-1].start + DAY),
    "told-too-late": lambda: with_fact(GOOD, fact_of(TELL.fact), until=GOOD.start),
    "told-twice": lambda: with_act(GOOD, second_tell(), fact=TELL.fact, attribute=TELL.attribute),
    "act-attribute": lambda: with_act(GOOD, TELL, attribute=ANCHOR.attribute),
    "anchor-mode": lambda: with_act(GOOD, ANCHOR, mode=Mode.ASKED),
    "anchor-place": anchor_behind,
    "anchor-asked": anchored_asked,
    "anchor-updated": lambda: with_act(GOOD, twice_anchored(), anchor=False),
    "anchor-unprobed": lambda: replace(GOOD, probes=tuple(replace(probe, anchor=False) for probe in GOOD.probes)),
    "agenda-too-long": extra_acts,
    "act-probe": lambda: with_act(GOOD, QUIZ, probe=OUT.id),
    "probe-act": lambda: with_act(GOOD, QUIZ, kind=ActKind.SMALL_TALK),
    "options": lambda: with_act(GOOD, DELEGATION, options=("Rex", "Bello")),
    "probe-order": lambda: replace(GOOD, probes=GOOD.probes[::-1]),
    "probe-gold": lambda: with_probe(GOOD, OUT, gold="Bergen"),
    "probe-session": lambda: with_probe(GOOD, IN, session=IN.session % 12 + 1),
    "probe-time": lambda: with_probe(GOOD, OUT, time=GOOD.sessions[6].start + timedelta(minutes=3)),
    "probe-form": lambda: with_probe(GOOD, OUT, form=Form.SET),
    "probe-choice": lambda: with_probe(GOOD, CHOICE, target=TELL.id),
    "probe-answerable": lambda: with_probe(GOOD, OUT, kind=ProbeKind.ABSTENTION.value),
    "probe-unreachable": lambda: with_probe(GOOD, ABSENT, kind=ProbeKind.SINGLE_SESSION_USER.value),
    "probe-kind": lambda: with_probe(GOOD, OUT, kind=ProbeKind.KNOWLEDGE_UPDATE.value),
    "probe-anchor": lambda: with_probe(GOOD, OUT, anchor=True),
}


def other_person(act):
    owner = fact_of(act.fact).person
    return next(person.id for person in GOOD.persons if person.id != owner)


def second_tell():
    return act_of(ActKind.TELL, lambda session, act: act.attribute != TELL.attribute and not act.anchor)


def twice_anchored():
    seen = {}
    for session in GOOD.sessions:
        for act in session.agenda:
            if act.anchor:
                if (session.person, act.attribute) in seen:
                    return act
                seen[session.person, act.attribute] = act
    raise AssertionError("no anchor changes")


@pytest.mark.parametrize("code", FAULTS)
def test_each_seeded_fault_is_found(code):
    assert validate_scenario(GOOD, ONTOLOGY) == []
    problems = validate_scenario(FAULTS[code](), ONTOLOGY)
    assert code in {problem.code for problem in problems}, problems[:5]
    assert all(problem.where and problem.message and problem.code in str(problem) for problem in problems)


@pytest.mark.parametrize(
    "kind", [ProbeKind.KNOWLEDGE_UPDATE, ProbeKind.MULTI_SESSION, ProbeKind.SINGLE_SESSION_ASSISTANT]
)
def test_a_probe_before_its_telling_is_found(kind):
    codes = {problem.code for problem in validate_scenario(earlier_probe(kind), ONTOLOGY)}
    assert codes & {"probe-kind", "probe-unreachable", "probe-choice"}


def test_values_that_can_be_mixed_up_are_found():
    class Alike:
        """An ontology in which two jobs contain each other."""

        def __init__(self):
            self.job = replace(
                ONTOLOGY.attribute("job"),
                domain=replace(ONTOLOGY.domain("job"), aliases={"cook": (), "pastry cook": ()}),
            )

        def __contains__(self, name):
            return name == "job"

        def attribute(self, name):
            return self.job

        def domain(self, name):
            return self.job.domain

    since = datetime(2024, 1, 1, tzinfo=UTC)
    jobs = (
        Fact("f1", "p", "job", "cook", since, since + DAY),
        Fact("f2", "p", "job", "pastry cook", since + DAY),
    )
    scenario = replace(GOOD, persons=(Person("p", "Ada", "p", facts=jobs),), sessions=(), probes=())
    assert "alike-values" in [problem.code for problem in validate_scenario(scenario, Alike())]


# ---------------------------------------------------------------- recordings


def recording(**changes):
    start = datetime(2024, 5, 1, 9, tzinfo=UTC)
    turns = tuple(
        RecordedTurn(f"s001.t0{n}", speaker, f"words {n}", start + timedelta(minutes=n))
        for n, speaker in enumerate(("a", "assistant", "a"), 1)
    )
    probe = Probe(
        id="q1",
        kind="single-hop",
        form=Form.TEXT,
        attribute="",
        owner="a",
        asker="a",
        purpose="",
        time=start + DAY,
        before="",
        question="What?",
        gold="words",
        evidence=(("s001.t01",),),
    )
    scenario = Scenario(
        id="r",
        source=Source.RECORDED,
        suite="data",
        language="english",
        start=start,
        persons=(Person("a", "Ada", "a"),),
        sessions=(Session(1, "a", start, turns=turns),),
        probes=(probe,),
    )
    if "turns" in changes:
        scenario = with_session(scenario, 1, turns=changes.pop("turns")(turns))
    return with_probe(scenario, probe, **changes) if changes else scenario


def test_a_good_recording_is_clean():
    assert validate_scenario(recording(), ONTOLOGY) == []


@pytest.mark.parametrize(
    ("code", "changes"),
    [
        ("evidence-unknown", {"evidence": (("s001.t09",),)}),
        ("evidence-later", {"before": "s001.t01", "evidence": (("s001.t03",),)}),
        ("before-unknown", {"before": "s009.t01"}),
        ("duplicate-id", {"turns": lambda turns: (*turns, turns[-1])}),
        ("time-backwards", {"turns": lambda turns: turns[::-1]}),
        ("unknown-speaker", {"turns": lambda turns: (replace(turns[0], speaker="z"), *turns[1:])}),
    ],
)
def test_faults_of_recordings_are_found(code, changes):
    assert code in {problem.code for problem in validate_scenario(recording(**changes), ONTOLOGY)}
