"""Scripted people never mention the future, and every planted leak is found."""

from __future__ import annotations

import dataclasses
from datetime import date, timedelta

import pytest
from msgspec.structs import replace

from regulars import Cast, life_v0
from regulars.agents.assistant.scripted import ScriptedAssistant
from regulars.agents.user.future_leaks import find_future
from regulars.calendar_text import month_name
from regulars.datasets.encode_life import episode_record
from regulars.datasets.episode_record import EpisodeConfig, EpisodeKey
from regulars.datasets.validate import find_spoken_future
from regulars.scenarios import generate, load_ontology
from regulars.scenarios.checks.future_leaks import find_coming, sayable
from regulars.values import ValueType

ONTOLOGY = load_ontology()


def spoken(seed):
    """A life, and each line of its person's with the briefing that it was said from."""
    env = life_v0.raw_env(scenario=generate(seed, sessions=8), reward_to="nobody")
    cast = Cast(env, assistant=ScriptedAssistant("bm25-turn"))
    cast.reset(seed=seed)
    lines = []
    while env.ending is None:
        seat = env.agent_selection
        briefing = env.briefing(seat) if seat.startswith("user") else None
        action = cast[seat](env.observe(seat))
        if briefing is not None and briefing.session is not None:
            lines.append((action["message"], dataclasses.replace(briefing, facts=dict(briefing.facts))))
        env.step(action)
    return env.life, lines


def in_words(day):
    return f"{day.day} {month_name(day.month)} {day.year}"


def said_as(fact):
    """How a fact is said plainly: a day in words, an amount with its unit."""
    attribute = ONTOLOGY.attribute(fact.attribute)
    if attribute.type is ValueType.DATE:
        return in_words(date.fromisoformat(fact.value))
    return f"{fact.value} {attribute.domain.unit}" if attribute.domain.unit else fact.value


@pytest.mark.parametrize("seed", range(4))
def test_scripted_people_mention_nothing_that_they_cannot_know(seed):
    life, lines = spoken(seed)
    assert len(lines) > 40
    assert [(str(found), text) for text, briefing in lines for found in find_future(text, briefing)] == []
    record = episode_record(life, key=EpisodeKey("s", seed, "x"), config=EpisodeConfig())
    assert list(find_spoken_future(record, ONTOLOGY)) == []


@pytest.mark.parametrize("seed", range(12))
def test_a_planted_value_date_or_event_is_found_whatever_its_kind(seed):
    scenario = generate(seed, sessions=12)
    person, now = scenario.persons[0], scenario.sessions[2].start
    known = {fact.value for fact in person.facts if fact.since <= now}
    kinds = set()
    for fact in person.facts:
        if fact.since <= now or fact.value in known:
            continue
        for template in ("I can tell you: {}.", "Soon it will be {}, believe me.", "You know what? {}!"):
            found = find_coming(template.format(said_as(fact)), person.facts, now, ONTOLOGY)
            assert fact.id in {problem.where for problem in found}, (fact, found)
            kinds |= {problem.code for problem in found if problem.where == fact.id}
        event = find_coming(f"Wait until {in_words(fact.since.date())}.", person.facts, now, ONTOLOGY)
        dated = {f.value for f in person.facts if f.since <= now}
        if fact.since.date() > now.date() and fact.since.date().isoformat() not in dated:
            assert fact.id in {problem.where for problem in event}
            kinds |= {problem.code for problem in event}
    assert {"future-value", "future-event"} <= kinds


def test_planted_dates_are_found_over_the_seeds():
    found = 0
    for seed in range(12):
        person = (scenario := generate(seed, sessions=12)).persons[0]
        now = scenario.sessions[2].start
        for fact in person.facts:
            if fact.since > now and ONTOLOGY.attribute(fact.attribute).type is ValueType.DATE:
                problems = find_coming(f"It is on {said_as(fact)}.", person.facts, now, ONTOLOGY)
                assert "future-date" in {one.code for one in problems if one.where == fact.id}
                found += 1
    assert found >= 5


def test_known_offered_and_repeated_values_are_no_leaks():
    scenario = generate(3, sessions=12)
    person, session = scenario.persons[0], scenario.sessions[2]
    known = {fact.value for fact in person.facts if fact.since <= session.start}
    coming = next(
        f
        for f in person.facts
        if f.since > session.start and f.value not in known and ONTOLOGY.attribute(f.attribute).type is ValueType.TERM
    )
    line = f"{coming.value}, you say?"
    assert find_coming(line, person.facts, session.start, ONTOLOGY)
    assert not find_coming(line, person.facts, session.start, ONTOLOGY, [f"Is it {coming.value}?"])
    assert not find_coming(line, person.facts, coming.since, ONTOLOGY)
    assert find_coming(line, person.facts, coming.since - timedelta(seconds=1), ONTOLOGY)


def test_a_number_that_an_act_names_is_no_leak_though_it_comes_to_hold():
    facts = [fact for seed in range(40) for fact in generate(seed, sessions=8).persons[0].facts]
    fact = next(fact for fact in facts if fact.value.isdigit() and ONTOLOGY.attribute(fact.attribute).domain.unit)
    text = f"I'm thinking about {said_as(fact)}, but I haven't decided."
    before = fact.since - timedelta(days=1)
    assert [found.code for found in find_coming(text, [fact], before, ONTOLOGY)] == ["future-value"]
    assert find_coming(text, [fact], before, ONTOLOGY, [fact.value]) == []
    assert find_coming(text, [fact], before, ONTOLOGY, [f"1{fact.value}"]) != []


@pytest.mark.parametrize("seed", range(3))
def test_planted_leaks_are_found_from_the_briefing_alone(seed):
    life, lines = spoken(seed)
    person = life.scenario.persons[0]
    planted = caught = 0
    for text, briefing in lines[::5]:
        allowed = {fact.value for fact in briefing.facts.values()} | set(sayable(briefing.session.agenda))
        for fact in person.facts:
            attribute = ONTOLOGY.attribute(fact.attribute)
            if fact.id in briefing.facts or fact.value in allowed or fact.value in text:
                continue
            leak = f"{text} My {attribute.label} is going to be {said_as(fact)}."
            future = attribute.type is not ValueType.DATE or fact.value > briefing.now.date().isoformat()
            planted += future
            caught += future and bool(find_future(leak, briefing))
    assert planted >= 30
    assert caught == planted


def test_a_leak_in_a_record_is_found_at_its_turn():
    life, _ = spoken(5)
    record = episode_record(life, key=EpisodeKey("s", 5, "x"), config=EpisodeConfig())
    person = life.scenario.persons[0]
    sessions = {session.number: session for session in life.scenario.sessions}
    turn = next(turn for turn in record.transcript if turn.speaker == person.id and turn.session == 2)
    known = {fact.value for fact in person.facts if fact.since <= sessions[2].start}
    fact = next(f for f in person.facts if f.since > sessions[2].start and f.value not in known)
    leak = replace(turn, text=f"{turn.text} It will be {said_as(fact)}.")
    leaking = replace(record, transcript=tuple(leak if one is turn else one for one in record.transcript))
    assert turn.id in {problem.where for problem in find_spoken_future(leaking, ONTOLOGY)}
