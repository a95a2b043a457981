"""Which calendars, hours, lives and recordings the checks reject, at the exact second on both sides."""

from __future__ import annotations

from dataclasses import replace
from datetime import UTC, datetime, timedelta, timezone
from itertools import count

import pytest
from hand_plan import DAY, HALF_HOUR, LONG_AGO, MINUTE, ONTOLOGY, SECOND, act, asks, day, found, scenario, tell

from regulars.errors import ScenarioError
from regulars.scenarios.checks.calendar import check_calendar, check_zones
from regulars.scenarios.checks.constraints import check_constraints
from regulars.scenarios.checks.lives import check_lives
from regulars.scenarios.checks.plan import Planned
from regulars.scenarios.checks.recordings import check_recordings
from regulars.scenarios.checks.validate import check_playable, validate_scenario
from regulars.scenarios.kinds import ActKind, Form, ScenarioOrigin
from regulars.scenarios.world import (
    Event,
    Fact,
    Person,
    Persona,
    Project,
    RecordedFeedback,
    RecordedTurn,
    Session,
    StandingRule,
)

ASK, TALK = ActKind.ASK, ActKind.SMALL_TALK
QUESTION = act(ASK, "city", id="q")
TWO = {2: [tell("city", "Graz")], 4: [QUESTION]}
NAIVE = datetime(2025, 5, 3)  # noqa: DTZ001


def _calendar(number=None, /, **changes):
    """The problems of the calendar of two sessions, on days 2 and 4, in which one is different."""
    made = scenario(TWO)
    sessions = tuple(replace(one, **changes) if one.number == number else one for one in made.sessions)
    return found(check_calendar(replace(made, sessions=sessions)))


# ---------------------------------------------------------------- sessions


def test_two_sessions_in_order_are_sound():
    assert _calendar() == []


@pytest.mark.parametrize(
    ("start", "codes"),
    [
        (day(2) + HALF_HOUR, []),
        (day(2) + HALF_HOUR - SECOND, ["session-overlap"]),
        (day(2), ["session-overlap"]),
        (day(2) - SECOND, ["time-backwards"]),
    ],
)
def test_a_session_begins_when_the_one_before_is_over_at_the_earliest(start, codes):
    assert _calendar(2, start=start) == [(code, "session 2") for code in codes]


def test_recorded_turns_may_overlap_the_budget_of_the_session_before():
    turns = (RecordedTurn("t1", "ada", "Hello.", day(2) + MINUTE),)
    assert _calendar(2, start=day(2) + MINUTE, turns=turns) == []


def test_sessions_begin_with_the_scenario_at_the_earliest_and_are_numbered_from_one():
    assert _calendar(1, start=day(1, 0)) == []
    assert _calendar(1, start=day(1, 0) - SECOND) == [("before-start", "session 1")]
    assert _calendar(2, number=3) == [("session-number", "session 3")]
    assert _calendar(1, number=0) == [("session-number", "session 0")]


def test_a_planned_session_has_time_and_something_to_do():
    assert _calendar(2, budget=timedelta(0)) == [("session-length", "session 2")]
    assert _calendar(2, budget=SECOND) == []
    assert _calendar(2, agenda=()) == [("session-empty", "session 2")]
    assert _calendar(2, agenda=(), filler="f1:x:0") == []
    assert _calendar(2, agenda=(), turns=(RecordedTurn("t1", "ada", "Hello.", day(4)),)) == []
    recorded = replace(scenario(TWO), source=ScenarioOrigin.RECORDED)
    idle = replace(recorded, sessions=(replace(recorded.sessions[0], budget=timedelta(0), agenda=()),))
    assert found(check_calendar(idle)) == []


def test_a_session_is_at_a_time_on_its_persons_clock():
    def clock(zone, start):
        made = scenario({2: [tell("city", "Graz")]})
        ada = replace(made.persons[0], persona=Persona(zone=zone))
        sessions = (replace(made.sessions[0], start=start),)
        return found(check_calendar(replace(made, persons=(ada,), sessions=sessions)))

    # Oslo is two hours ahead of UTC in May.
    assert clock("Europe/Oslo", datetime(2025, 5, 2, 9, tzinfo=timezone(timedelta(hours=2)))) == []
    assert clock("Europe/Oslo", datetime(2025, 5, 2, 9, tzinfo=timezone(timedelta(hours=1)))) == [
        ("session-day", "session 1")
    ]
    assert clock("Europe/Oslo", datetime(2025, 5, 2, 9, tzinfo=UTC)) == []
    assert clock("Mars/Olympus", datetime(2025, 5, 2, 9, tzinfo=UTC)) == [("unknown-zone", "ada")]


@pytest.mark.parametrize(
    "part",
    ["scenario", "person", "since", "until", "event", "rule", "rule end", "project", "session", "turn", "due", "probe"],
)
def test_every_moment_has_a_zone(part):
    made = scenario(TWO, asks("single-hop", Form.VALUE, "city", 5))
    ada, (first, second) = made.persons[0], made.sessions
    fact = ada.facts[0]
    spoiled = {
        "scenario": lambda: replace(made, start=NAIVE),
        "person": lambda: replace(made, persons=(replace(ada, renamed_at=NAIVE),)),
        "since": lambda: replace(made, persons=(replace(ada, facts=(replace(fact, since=NAIVE),)),)),
        "until": lambda: replace(made, persons=(replace(ada, facts=(replace(fact, until=NAIVE),)),)),
        "event": lambda: replace(made, persons=(replace(ada, events=(Event("e", "ada", NAIVE),)),)),
        "rule": lambda: replace(made, persons=(replace(ada, rules=(StandingRule("r", "x", "y", NAIVE),)),)),
        "rule end": lambda: replace(made, persons=(replace(ada, rules=(StandingRule("r", "x", "y", day(1), NAIVE),)),)),
        "project": lambda: replace(made, persons=(replace(ada, projects=(Project("j", "x", "y", NAIVE),)),)),
        "session": lambda: replace(made, sessions=(first, replace(second, start=NAIVE))),
        "turn": lambda: replace(
            made, sessions=(first, replace(second, turns=(RecordedTurn("t", "ada", "Hello.", NAIVE),)))
        ),
        "due": lambda: replace(made, sessions=(first, replace(second, agenda=(replace(QUESTION, due=NAIVE),)))),
        "probe": lambda: replace(made, probes=(replace(made.probes[0], time=NAIVE),)),
    }[part]()
    where = {
        "scenario": "s", "person": "ada", "since": fact.id, "until": fact.id, "event": "e", "rule": "r",
        "rule end": "r", "project": "j", "session": "session 2", "turn": "t", "due": "q", "probe": "p",
    }[part]  # fmt: skip
    assert found(check_zones(made)) == []
    assert found(check_zones(spoiled)) == [("no-zone", where)]
    # Nothing else can be said about moments that cannot be compared.
    assert ("no-zone", where) in found(validate_scenario(spoiled, ONTOLOGY))


# ---------------------------------------------------------------- hours and limits


def _constraints(agenda=(QUESTION,), persona=None, start=None, days=None):
    made = scenario(days or {2: [tell("city", "Graz")], 4: list(agenda)})
    if persona is not None:
        made = replace(made, persons=(replace(made.persons[0], persona=persona),))
    if start is not None:
        made = replace(made, sessions=(replace(made.sessions[0], start=start),))
    return found(check_constraints(Planned(made, ONTOLOGY)))


@pytest.mark.parametrize(
    ("start", "sound"),
    [
        (day(2, 9), True),
        (day(2, 9) - SECOND, False),
        (day(2, 9, 30), True),
        (day(2, 9, 30) + SECOND, False),
        (day(2, 10), False),
        (day(2, 18), True),
        (day(2, 17, 59), False),
    ],
)
def test_a_session_lies_within_one_of_its_persons_windows(start, sound):
    # Half an hour from nine to ten, or from six to seven in the evening.
    persona = Persona(windows=("9-10", "18-19"))
    assert _constraints(persona=persona, start=start) == ([] if sound else [("no-time", "session 1")])


def test_windows_are_hours_of_the_persons_own_clock():
    # Nine in UTC is eleven in Oslo.
    assert _constraints(persona=Persona(zone="Europe/Oslo", windows=("11-12",)), start=day(2)) == []
    assert _constraints(persona=Persona(zone="Europe/Oslo", windows=("9-10",)), start=day(2)) == [
        ("no-time", "session 1")
    ]


@pytest.mark.parametrize(
    ("line", "sound"),
    [
        ("every day 9-10 from 2025-05-02 to 2025-05-02", False),
        ("every day 8-9 from 2025-05-01", True),
        ("every day 10-11 from 2025-05-01", True),
        ("every day 9-10 from 2025-05-03", True),
        ("every day from 2025-05-01 except 2025-05-02", True),
    ],
)
def test_no_session_falls_into_an_engagement(line, sound):
    problems = _constraints(persona=Persona(engagements=(line,)), start=day(2))
    assert problems == ([] if sound else [("engaged", "session 1")])


def test_an_engagement_comes_before_the_windows_in_a_report():
    persona = Persona(windows=("18-19",), engagements=("every day from 2025-05-01",))
    assert _constraints(persona=persona, start=day(2)) == [("engaged", "session 1")]


def test_windows_and_engagements_can_be_read_and_take_place():
    for windows in (("evening",), ("10-9",), ("9-9",), ("9-25",)):
        assert _constraints(persona=Persona(windows=windows)) == [("no-window", "ada")], windows
    assert _constraints(persona=Persona(engagements=("every other tuesday",))) == [("no-recurrence", "ada")]
    never = "every day from 2025-05-01 to 2025-05-01 except 2025-05-01"
    assert _constraints(persona=Persona(engagements=(never,))) == [("no-recurrence", "ada")]
    # It begins on a Thursday and takes place on the Wednesday after.
    later = "every week on wednesday 12-13 from 2025-05-01"
    assert _constraints(persona=Persona(engagements=(later,))) == []
    once = "every day 12-13 from 2025-05-01 to 2025-05-01"
    assert _constraints(persona=Persona(engagements=(once,))) == []


def test_a_filler_may_lie_at_any_hour():
    made = scenario({2: [tell("city", "Graz")]})
    night = Session(2, "ada", day(3, 3), HALF_HOUR, filler="f1:x:0")
    ada = replace(made.persons[0], persona=Persona(windows=("9-10",)))
    plan = Planned(replace(made, persons=(ada,), sessions=(*made.sessions, night)), ONTOLOGY)
    assert found(check_constraints(plan)) == []


@pytest.mark.parametrize("kind", list(ActKind))
def test_only_an_act_whose_answer_is_judged_has_a_limit(kind):
    limited = act(kind, "city", id="x", within=MINUTE)
    judged = kind in (ActKind.ASK, ActKind.REQUEST, ActKind.DELEGATE)
    assert _constraints([limited]) == ([] if judged else [("limit-kind", "x")])
    assert _constraints([replace(limited, within=None)]) == []


@pytest.mark.parametrize(
    ("fields", "problems"),
    [
        ({"due": day(4)}, ["deadline-passed"]),
        ({"due": day(4) - SECOND}, ["deadline-passed"]),
        ({"due": day(4) + SECOND}, []),
        ({"within": timedelta(0)}, ["limit"]),
        ({"within": -SECOND}, ["limit"]),
        ({"within": SECOND}, []),
        ({"within": HALF_HOUR}, []),
        ({"within": HALF_HOUR + SECOND}, ["limit"]),
    ],
)
def test_a_deadline_lies_after_the_start_and_a_limit_within_the_budget(fields, problems):
    assert _constraints([replace(QUESTION, **fields)]) == [(code, "q") for code in problems]


def test_an_act_comes_after_an_earlier_one_of_its_person():
    later = replace(QUESTION, after="first")
    first = act(TALK, id="first")
    assert _constraints(days={2: [first], 4: [later]}) == []
    assert _constraints(days={2: [first, later]}) == []
    for days in ({2: [later, first]}, {2: [later], 4: [first]}, {2: [later]}, {2: [replace(QUESTION, after="q")]}):
        assert _constraints(days=days) == [("order", "q")], days
    made = scenario({4: [later]}, others={2: [first]})
    assert found(check_constraints(Planned(made, ONTOLOGY))) == [("order", "q")]


@pytest.mark.parametrize(("hours", "sound"), [(0.5, True), (0.51, False), (0.0, True), (-1.0, False)])
def test_a_rest_fits_between_two_acts_of_one_session(hours, sound):
    # The session lasts half an hour.
    days = {2: [act(TALK, id="first"), replace(QUESTION, after="first", rest=hours)]}
    assert _constraints(days=days) == ([] if sound else [("cool-down", "q")])


@pytest.mark.parametrize(("hours", "sound"), [(48.5, True), (48.6, False)])
def test_a_rest_fits_between_two_sessions(hours, sound):
    # From nine on day 2 to half past nine on day 4: 48.5 hours.
    days = {2: [act(TALK, id="first")], 4: [replace(QUESTION, after="first", rest=hours)]}
    assert _constraints(days=days) == ([] if sound else [("cool-down", "q")])


def test_messages_about_time_name_both_sides():
    def said(*acts):
        return [problem.message for problem in check_constraints(Planned(scenario({2: list(acts)}), ONTOLOGY))]

    assert said(replace(QUESTION, rest=1.0)) == ["rests 1.0 hours after nothing"]
    assert said(act(TALK, id="a"), replace(QUESTION, after="a", rest=-1.0)) == ["rests -1.0 hours after a"]
    assert said(act(TALK, id="a"), replace(QUESTION, after="a", rest=2.0)) == [
        "comes 2.0 hours after a at the earliest; their sessions leave 0:30:00"
    ]
    assert said(act(TALK, id="a", within=MINUTE)) == ["has a time limit, but no answer to a small_talk is judged"]


def test_a_rest_needs_an_act_to_come_after():
    assert _constraints([replace(QUESTION, rest=1.0)]) == [("cool-down", "q")]


# ---------------------------------------------------------------- lives


def _fact(name, value, since=LONG_AGO, until=None, person="ada", id=""):
    return Fact(id or f"{person} {name}={value}", person, name, value, since, until)


def _lives(*facts, bo=(), events=(), **fields):
    made = scenario(TWO)
    persons = [Person("ada", "Ada", "ada", facts=facts, events=events, **fields)]
    persons += [Person("bo", "Bo", "bo", facts=tuple(bo))] if bo else []
    return found(check_lives(replace(made, persons=tuple(persons)), ONTOLOGY))


def test_a_fact_lasts_some_time_and_has_a_value_of_its_attribute():
    assert _lives(_fact("city", "Graz", until=LONG_AGO + SECOND, id="f")) == []
    assert _lives(_fact("city", "Graz", until=LONG_AGO, id="f")) == [("fact-interval", "f")]
    assert _lives(_fact("city", "Graz", until=LONG_AGO - SECOND, id="f")) == [("fact-interval", "f")]
    assert _lives(_fact("shoe", "red", id="f")) == [("unknown-attribute", "f")]
    for name, value in (("city", "Paris"), ("rent", "350"), ("wedding", "2025-06"), ("wedding", "June")):
        assert _lives(_fact(name, value, id="f")) == [("unknown-value", "f")], value
    for name, value in (("rent", "300"), ("wedding", "2025-06-14")):
        assert _lives(_fact(name, value)) == [], value


def test_one_value_holds_at_a_time_and_the_next_may_begin_as_it_ends():
    early, late = _fact("city", "Graz", until=day(3)), _fact("city", "Oslo", since=day(3), id="o")
    assert _lives(early, late) == _lives(late, early) == []
    for other in (replace(late, since=day(3) - SECOND), replace(late, since=LONG_AGO)):
        assert _lives(early, other) == [("contradiction", "o")]
    assert _lives(replace(early, until=None), late) == [("contradiction", "o")]
    # Of many hobbies several hold at a time, and two people have one each.
    assert _lives(_fact("hobby", "chess"), _fact("hobby", "sailing")) == []
    assert _lives(_fact("city", "Graz"), bo=[_fact("city", "Oslo", person="bo")]) == []


def test_values_that_exclude_each_other_never_hold_together():
    vegan = _fact("diet", "vegan", since=day(3), until=day(5))
    for since, until, sound in (
        (LONG_AGO, day(3), True),
        (LONG_AGO, day(3) + SECOND, False),
        (day(5), None, True),
        (day(5) - SECOND, None, False),
        (LONG_AGO, None, False),
    ):
        dish = _fact("dish", "trout", since, until, id="d")
        assert _lives(vegan, dish) == ([] if sound else [("excluded-value", "d")]), (since, until)
    assert _lives(vegan, _fact("dish", "pesto")) == []
    assert _lives(vegan, bo=[_fact("dish", "trout", person="bo")]) == []


def test_two_persons_never_share_a_value():
    assert _lives(_fact("city", "Graz"), bo=[_fact("city", "Graz", person="bo", id="b")]) == [("shared-value", "b")]
    days = [_fact("wedding", "2025-06-14", person="bo")]
    assert _lives(_fact("wedding", "2025-06-14"), bo=days) == []
    assert _lives(_fact("city", "Graz", until=day(2)), _fact("city", "Graz", since=day(3), id="again")) == []


def test_two_held_values_cannot_be_mixed_up():
    spelled = {"cat": ("moggy",), "wild cat": (), "catfish": (), "dog": ("Moggy",)}
    pet = replace(ONTOLOGY.attribute("pet"), domain=replace(ONTOLOGY.domain("pet"), aliases=spelled))
    ontology = type(ONTOLOGY)({"pet": pet})

    def alike(*values):
        facts = tuple(_fact("pet", value, day(n), day(n + 1)) for n, value in enumerate(values, 1))
        made = replace(scenario(TWO), persons=(Person("ada", "Ada", "ada", facts=facts),))
        return found(check_lives(made, ontology))

    assert alike("cat", "wild cat") == [("alike-values", "ada pet=wild cat")]
    assert alike("wild cat", "cat") == [("alike-values", "ada pet=cat")]
    assert alike("cat", "dog") == [("alike-values", "ada pet=dog")]
    assert alike("cat", "catfish") == alike("wild cat", "dog") == alike("cat") == []


def test_an_event_changes_facts_of_its_person_at_its_own_moment():
    graz, oslo = _fact("city", "Graz", until=day(3), id="g"), _fact("city", "Oslo", since=day(3), id="o")
    move = Event("e", "ada", day(3), ("o",), ("g",))
    assert _lives(graz, oslo, events=(move,)) == []
    assert _lives(graz, oslo, events=(replace(move, time=day(3) + SECOND),)) == [("event-time", "e")]
    assert _lives(graz, oslo, events=(replace(move, ends=()),)) == []
    late = replace(oslo, since=day(3) + SECOND)
    assert _lives(graz, late, events=(move,)) == [("event-time", "e")]
    assert _lives(graz, late, events=(replace(move, begins=()),)) == []
    early = replace(graz, until=day(3) - SECOND)
    assert _lives(early, oslo, events=(move,)) == [("event-time", "e")]
    assert _lives(graz, oslo, events=(replace(move, begins=("x",)),)) == [("unknown-fact", "e")]
    assert _lives(graz, oslo, events=(replace(move, ends=("x",)),)) == [("unknown-fact", "e")]


def test_another_name_has_a_moment_and_differs():
    graz = _fact("city", "Graz")
    assert _lives(graz, renamed="Eve", renamed_at=day(3)) == []
    for fields in ({"renamed": "Eve"}, {"renamed_at": day(3)}, {"renamed": "Ada", "renamed_at": day(3)}):
        assert _lives(graz, **fields) == [("renaming", "ada")], fields


# ---------------------------------------------------------------- recordings


def _turns(*lines, feedback=None):
    """Turns a minute apart, `speaker` each, the last one with feedback."""
    numbers = count(1)
    turns = [RecordedTurn(f"t{n}", who, "words", day(2) + n * MINUTE) for n, who in zip(numbers, lines, strict=False)]
    return (*turns[:-1], replace(turns[-1], feedback=feedback))


def _recorded(turns, **probe):
    made = scenario({2: [tell("city", "Graz")]})
    asked = (asks("x", Form.TEXT, "", 5, **probe),) if probe else ()
    sessions = (Session(1, "ada", day(2), turns=turns),)
    return found(check_recordings(replace(made, sessions=sessions, probes=asked)))


TALKED = _turns("ada", "assistant", "ada", "assistant")


def test_recorded_turns_are_spoken_by_persons_or_the_assistant_in_order_of_time():
    assert _recorded(TALKED) == []
    assert _recorded(_turns("ada", "zoe")) == [("unknown-speaker", "t2")]
    back = (TALKED[0], replace(TALKED[1], time=TALKED[0].time - SECOND))
    assert _recorded(back) == [("time-backwards", "t2")]
    assert _recorded((TALKED[0], replace(TALKED[1], time=TALKED[0].time))) == []


@pytest.mark.parametrize(
    ("before", "evidence", "code"),
    [
        ("", "t4", ""),
        ("t3", "t2", ""),
        ("t3", "t3", ""),
        ("t3", "t4", "evidence-later"),
        ("t3", "t9", "evidence-unknown"),
        ("", "t9", "evidence-unknown"),
        ("t9", "t4", "before-unknown"),
    ],
)
def test_a_recorded_question_rests_on_turns_up_to_its_place(before, evidence, code):
    problems = _recorded(TALKED, before=before, evidence=(("t1",), ("t1", evidence)))
    assert problems == ([(code, "p")] if code else [])


def test_recorded_feedback_is_about_an_earlier_reply():
    def rated(*lines, about="t2", action=1, satisfaction=9.0):
        return _recorded(_turns(*lines, feedback=RecordedFeedback(about, action, satisfaction)))

    assert rated("ada", "assistant", "ada") == []
    assert rated("ada", "assistant", "ada", about="t1") == [("feedback-unknown", "t3")]
    assert rated("ada", "assistant", "ada", about="t9") == [("feedback-unknown", "t3")]
    assert rated("ada", "assistant", about="t2") == [("feedback-unknown", "t2")]
    assert rated("ada", "assistant", "assistant") == [("feedback-unknown", "t3")]
    for action, satisfaction, sound in (
        (0, 0.0, True), (3, 10.0, True), (1, None, True),
        (4, 5.0, False), (-1, 5.0, False), (1, 10.1, False), (1, -0.1, False),
    ):  # fmt: skip
        problems = rated("ada", "assistant", "ada", action=action, satisfaction=satisfaction)
        assert problems == ([] if sound else [("feedback-value", "t3")]), (action, satisfaction)


# ---------------------------------------------------------------- ids and people


def _whole(**changes):
    """The problems of a scenario with an empty ontology's worth of content: one session of small talk."""
    return found(validate_scenario(replace(scenario({2: [act(TALK, id="talk")]}), **changes), ONTOLOGY))


def _persona(**fields):
    return (Person("ada", "Ada", "ada", Persona(**fields)),)


def test_the_least_scenario_is_sound():
    assert _whole() == []


def test_personas_have_possible_numbers():
    for fields in ({"patience": 0.0}, {"patience": -1.0}, {"reading": -0.1}, {"thinking": -0.1}):
        assert _whole(persons=_persona(**fields)) == [("impossible-persona", "ada")], fields
    assert _whole(persons=_persona(patience=float("inf"))) == [("impossible-persona", "ada")]
    assert _whole(persons=_persona(patience=float("nan"))) == [("impossible-persona", "ada")]
    assert _whole(persons=_persona(patience=0.01, reading=0.0, thinking=0.0)) == []


def test_a_scenario_has_persons_sessions_a_language_and_a_phrasing():
    assert _whole(persons=()) == [("unknown-person", "session 1"), ("no-person", "s")]
    assert _whole(sessions=()) == [("no-session", "s")]
    assert _whole(language="klingon") == [("unknown-language", "s")]
    assert _whole(phrasing="sung") == [("unknown-phrasing", "s")]
    assert _whole(phrasing="held_out") == []
    recorded = _whole(source=ScenarioOrigin.RECORDED, language="klingon")
    assert recorded == []


def test_nothing_is_compared_where_a_moment_has_no_zone_whatever_else_is_wrong():
    talk = scenario({2: [act(TALK, id="talk")]}).sessions[0]
    problems = _whole(persons=_persona(patience=0.0), sessions=(replace(talk, start=NAIVE),))
    assert sorted(problems) == [("impossible-persona", "ada"), ("no-zone", "session 1")]


def test_a_scenario_that_cannot_be_played_names_its_first_problem_and_where_it_is():
    sound = scenario({2: [act(TALK, id="talk")]})
    check_playable(sound, ONTOLOGY)
    one = replace(sound, persons=_persona(patience=0.0))
    with pytest.raises(ScenarioError) as error:
        check_playable(one, ONTOLOGY)
    assert error.value.where == "scenario s"
    assert "impossible-persona" in error.value.what
    assert "more" not in error.value.what
    two = replace(one, phrasing="sung", language="klingon")
    with pytest.raises(ScenarioError) as error:
        check_playable(two, ONTOLOGY, "line 3")
    assert (error.value.where, error.value.what.endswith(" and 2 more")) == ("line 3", True)


def test_ids_are_given_unique_and_refer_to_persons_of_the_scenario():
    talk = scenario({2: [act(TALK, id="talk")]}).sessions[0]
    for agenda, problem in (
        ((act(TALK, id="a"), act(TALK, id="a")), ("duplicate-id", "a")),
        ((act(TALK, id="ada"),), ("duplicate-id", "ada")),
        ((replace(act(TALK, id="a"), id=""),), ("empty-id", "s")),
    ):
        assert _whole(sessions=(replace(talk, agenda=agenda),)) == [problem]
    assert _whole(sessions=(replace(talk, person="zoe"),)) == [("unknown-person", "session 1")]
    facts = (_fact("city", "Graz", person="zoe", id="f"),)
    assert _whole(persons=(Person("ada", "Ada", "ada", facts=facts),)) == [("unknown-person", "f")]
    events = (Event("e", "zoe", day(2)),)
    assert _whole(persons=(Person("ada", "Ada", "ada", events=events),)) == [("unknown-person", "e")]
    for fields in ({"owner": "zoe"}, {"asker": "zoe"}):
        probe = replace(asks("abstention", Form.VALUE, "city", 5), **fields)
        assert _whole(probes=(probe,)) == [("unknown-person", "p")], fields
    twice = Project("talk", "travel", "a journey", day(1) - DAY)
    assert ("duplicate-id", "talk") in _whole(persons=(Person("ada", "Ada", "ada", projects=(twice,)),))
