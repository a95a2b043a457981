"""What people know of their lives, what the evaluator is given, and which rules are in force."""

from __future__ import annotations

from dataclasses import replace
from datetime import date, timedelta

import pytest
from small_lives import (
    ANN,
    ASKS_CITY,
    BEN,
    CAR,
    CITY,
    IN_CITY,
    LONG_AGO,
    NOON,
    aside,
    begun,
    close,
    say,
    scenario,
    session,
)

from regulars.dialogue import Phase, PlanAct, Verdict, VerdictKind, VerdictSource
from regulars.envs.ledger import FORGOTTEN, OVER, Disclosure, Ledger
from regulars.envs.life.conduct import domain_of, in_force, occasion
from regulars.envs.seats.briefings import evaluator_briefing
from regulars.scenarios.kinds import ActKind, NoiseKind
from regulars.scenarios.world import Act, Fact, Project, StandingRule

TELL = {"message": "I live in Bergen.", "tells": "f-city"}
ASK = {"message": "Which city do I live in?", "tells": "a-city"}
BRIEF = StandingRule("r1", "length", "short", LONG_AGO)


# ---------------------------------------------------------------- people


@pytest.mark.parametrize(("seconds", "known"), [(-1, True), (0, True), (1, False)])
def test_a_fact_is_known_from_the_session_at_whose_start_it_holds(seconds, known):
    start = session(1).start
    person = replace(ANN, facts=(replace(CITY, since=start + timedelta(seconds=seconds)),))
    env = begun(scenario(session(1), session(2), persons=(person,)))
    assert list(env.briefing("user_0").facts) == (["f-city"] if known else [])
    say(env, TELL, "I see.", {})
    assert bool(env.ledger.disclosures) is known
    close(env)
    assert list(env.briefing("user_0").facts) == ["f-city"]


def test_facts_are_known_by_time_though_a_life_lists_them_otherwise():
    coming = replace(CAR, since=NOON + timedelta(days=1.5))
    env = begun(scenario(session(1), session(2), persons=(replace(ANN, facts=(coming, CITY)),)))
    assert list(env.briefing("user_0").facts) == ["f-city"]
    close(env)
    assert list(env.briefing("user_0").facts) == ["f-city", "f-car"]


def test_the_session_of_another_person_tells_nothing_new():
    coming = replace(CAR, since=NOON + timedelta(days=1.5))
    people = (replace(ANN, facts=(CITY, coming)), BEN)
    env = begun(scenario(session(1), session(2, person="p2"), session(3), persons=people))
    close(env)
    assert list(env.briefing("user_0").facts) == ["f-city"]
    assert list(env.briefing("user_1").facts) == ["f-city-2"]
    close(env)
    assert list(env.briefing("user_0").facts) == ["f-city", "f-car"]


def test_the_briefing_of_a_user_in_session_after_a_verdict():
    env = begun(scenario(session(1, ASKS_CITY), session(2), probes=(IN_CITY,)), feedback="diagnostic")
    say(env, TELL, "I see.", {}, ASK, "In Graz.", {"verdict": 4, "message": "no", "broken": "r1"})
    told = env.briefing("user_0")
    assert (told.person.id, told.person.facts, told.person.events) == ("p1", (), ())
    assert set(told.facts) == {"f-city", "f-car", "f-lease"}
    assert told.session == env.scenario.sessions[0]
    assert (told.phase, told.now, told.feedback) == (Phase.TALK, NOON + timedelta(days=1, seconds=64), "diagnostic")
    assert (told.reactive, told.reply, told.reply_id) == (True, "In Graz.", "s001.t04")
    assert (told.verdict.kind, told.verdict.broken) == (VerdictKind.WRONG, ("r1",))
    assert (told.pending.probe.id, told.pending.attempt) == ("q-city", 1)
    assert (told.told, told.slips, told.held_back) == ({"f-city"}, set(), frozenset())
    assert (told.phrasing, told.language) == ("open", "english")
    say(env, "Thanks.")
    # until the assistant replies, the last reply and its verdict are still seen
    told = env.briefing("user_0")
    assert (told.reply_id, told.verdict.kind, told.pending.probe.id) == ("s001.t04", VerdictKind.WRONG, "q-city")
    say(env, "Sure.", {})
    assert (env.briefing("user_0").verdict, env.briefing("user_0").pending) == (None, None)


def test_what_is_pending_is_a_question_until_it_is_judged():
    choice = Act("d1", ActKind.DELEGATE, attribute="favourite_dish", options=("ramen", "paella"))
    env = begun(scenario(session(1, ASKS_CITY, choice), probes=(IN_CITY,)))
    found = []
    for action in (ASK, "In Graz.", {"verdict": 5}, {"message": "Ramen or paella?", "tells": "d1"}, "Ramen.", {}):
        say(env, action)
        pending, asked = env.life.pending, env.life.asked
        found.append((pending and pending.act.id, asked and asked.probe.id))
    assert found == [("a-city", "q-city")] * 2 + [(None, None)] + [("d1", None)] * 2 + [(None, None)]


def test_the_verdict_on_a_late_answer_is_off_task_and_keeps_the_rules():
    late = replace(ASKS_CITY, within=timedelta(seconds=1))
    for kind in (VerdictKind.CORRECT, VerdictKind.WRONG, VerdictKind.ABSTAINED):
        env = begun(scenario(session(1, late), probes=(IN_CITY,)))
        judged = {"verdict": int(kind), "score": 0.7, "message": "so", "kept": "r1", "broken": "r2", "source": 1}
        say(env, ASK, {"message": "In Graz.", "elapsed": 2.0}, judged)
        wanted = Verdict(
            VerdictKind.OFF_TASK, kept=("r1",), broken=("r2",), score=0.0, reason="missed its time limit", late=True,
            source=VerdictSource.MATCHER,
        )  # fmt: skip
        assert env.life.outcomes[0].verdict == env.briefing("user_0").verdict == wanted


def test_under_sealed_a_user_is_told_no_verdict_and_all_else():
    env = begun(scenario(session(1, ASKS_CITY), probes=(IN_CITY,)), feedback="sealed")
    say(env, ASK, "In Graz.", {"verdict": 4})
    told = env.briefing("user_0")
    assert (told.verdict, told.pending, told.reply, told.feedback) == (None, None, "In Graz.", "sealed")


def test_a_user_out_of_session_knows_its_life_and_nothing_of_the_talk():
    env = begun(scenario(session(1, ASKS_CITY), session(2, person="p2"), persons=(ANN, BEN), probes=(IN_CITY,)))
    say(env, ASK, "In Graz.", {"verdict": 4})
    told = env.briefing("user_1")
    assert (told.session, told.reply, told.verdict, told.pending, told.reply_id) == (None, "", None, None, "")
    assert (told.person.name, told.facts, told.held_back) == ("Ben", {}, frozenset())


def test_a_user_learns_no_values_that_others_told():
    planned = scenario(session(1, person="p2"), session(2, ASKS_CITY), persons=(ANN, BEN), probes=(IN_CITY,))
    env = begun(planned)
    say(env, {"message": "I live in Lyon.", "tells": "f-city-2"}, "I see.", {})
    close(env)
    say(env, TELL, "I see.", {}, ASK, "In Lyon.")
    assert env.briefing("evaluator_0").pending.expectation.others == ("Lyon",)
    say(env, {"verdict": 6})
    judged = env.briefing("user_0").pending
    assert judged.expectation.others == ()
    assert (judged.expectation.gold, judged.probe.id) == (("Bergen",), "q-city")


def test_slips_are_known_to_the_user_who_made_them():
    slips = Act("s1", ActKind.SLIP, "f-city", "home_city", slip="Graz", noise=NoiseKind.CONTRADICTIONS)
    env = begun(scenario(session(1, slips)))
    say(env, {"message": "I live in Graz.", "tells": "s1"})
    assert env.briefing("user_0").slips == {"f-city"}
    assert env.briefing("user_0").told == set()


@pytest.mark.parametrize(("seconds", "held"), [(19, {"a2"}), (20, set()), (21, set())])
def test_an_act_is_held_back_until_its_rest_is_over(seconds, held):
    first = Act("a1", ActKind.TELL, "f-city", "home_city")
    second = Act("a2", ActKind.TELL, "f-car", "car", after="a1", rest=24.0)
    later = replace(session(2, second), start=NOON + timedelta(days=2, seconds=seconds))
    env = begun(scenario(session(1, first), later))
    say(env, TELL, "I see.", {})  # told 20 s after noon
    close(env)
    assert env.briefing("user_0").held_back == held


def test_an_act_is_held_back_while_the_one_before_it_is_not_done():
    first = Act("a1", ActKind.TELL, "f-city", "home_city")
    second = Act("a2", ActKind.TELL, "f-car", "car", after="a1")
    env = begun(scenario(session(1, first, second)))
    assert env.briefing("user_0").held_back == {"a2"}
    say(env, TELL, "I see.", {})
    assert env.briefing("user_0").held_back == frozenset()


# ---------------------------------------------------------------- the evaluator


def test_the_briefing_of_the_evaluator_on_a_question():
    env = begun(scenario(session(1, ASKS_CITY), probes=(IN_CITY,)))
    say(env, TELL, "I see.", {}, ASK, {"message": "In Graz.", "answer": "Graz"})
    given = env.briefing("evaluator_0")
    assert (given.reply, given.answer, given.commitment, given.phase) == ("In Graz.", "Graz", "", Phase.TALK)
    assert given.pending.expectation.gold == ("Bergen",)
    assert (given.session_verdicts, given.rules, given.occasion) == ((), (), None)
    assert given.question == "Which city do I live in?"
    # the words take time to find, so they are left out unless they are asked for
    assert evaluator_briefing(env.life) == replace(given, question="")
    say(env, {"verdict": 4}, "Well.", {"message": "Hm.", "answer": "-"})
    given = env.briefing("evaluator_0")
    assert (given.pending, given.reply, given.answer, given.question) == (None, "Hm.", "-", "")
    assert given.session_verdicts == ()
    say(env, {}, {"message": "Bye.", "close": 1}, "Bye.")
    given = env.briefing("evaluator_0")
    assert (given.pending, given.reply, given.phase) == (None, "Bye.", Phase.CLOSING)
    assert [verdict.kind for verdict in given.session_verdicts] == [VerdictKind.WRONG]


def test_the_evaluator_is_given_the_words_of_a_probe_beside_the_conversation():
    env = begun(scenario(session(1), probes=(aside("q1", 2, question="Where do I live?"),)), probes="end")
    close(env)
    say(env, {"message": "In Graz.", "answer": "Graz"})
    given = env.briefing("evaluator_0")
    assert (given.question, given.reply, given.answer, given.phase) == (
        "Where do I live?", "In Graz.", "Graz", Phase.PROBE,
    )  # fmt: skip
    assert given.session_verdicts == ()


def test_a_question_that_closes_the_session_is_not_judged():
    env = begun(scenario(session(1, ASKS_CITY), probes=(IN_CITY,)))
    say(env, {**ASK, "close": 1}, "In Graz.", {"verdict": 4})
    assert env.life.outcomes == []


# ---------------------------------------------------------------- rules


def rule(id, **changes):
    return replace(BRIEF, id=id, **changes)


def test_rules_hold_from_their_first_moment_to_just_before_their_last():
    now = NOON
    second = timedelta(seconds=1)
    rules = (
        rule("since-now", since=now),
        rule("since-later", since=now + second),
        rule("until-now", until=now),
        rule("until-later", until=now + second),
        rule("past", until=now - second),
    )
    held = in_force(replace(ANN, rules=rules), now, Ledger())
    assert [one.id for one in held] == ["since-now", "until-later"]


STEPS = "season remedies quiet_sleep packing"
PROCEDURE = StandingRule("r2", "procedure", STEPS, LONG_AGO, domain="travel")


def told(attribute, value, how="direct", person="p1"):
    return Disclosure("f", person, attribute, value, how, "s001.t01", 1, NOON)


@pytest.mark.parametrize(
    ("ledger", "steps"),
    [
        ((), "season packing"),
        ((told("travel_transport_limit", "choppy water"),), "season remedies packing"),
        ((told("travel_transport_limit", "saddle sores"),), "season packing"),
        ((told("travel_transport_limit", "choppy water", person="p2"),), "season packing"),
        ((told("travel_transport_limit", "choppy water", OVER),), "season packing"),
        ((told("travel_transport_limit", "choppy water"), told("travel_transport_limit", "saddle sores")),
         "season packing"),
        ((told("travel_transport_limit", "saddle sores"), told("travel_transport_limit", "choppy water")),
         "season remedies packing"),
        ((told("travel_transport_limit", "choppy water"), told("travel_transport_limit", "", FORGOTTEN)),
         "season packing"),
        ((told("travel_transport_limit", "choppy water"), told("travel_lodging_limit", "thin walls")), STEPS),
    ],
)  # fmt: skip
def test_a_step_of_a_procedure_that_rests_on_a_fact_is_needed_once_it_was_told(ledger, steps):
    record = Ledger()
    for one in ledger:
        record.enter(one)
    (held,) = in_force(replace(ANN, rules=(PROCEDURE,)), NOON, record)
    assert held == replace(PROCEDURE, setting=steps)


PROJECTS = (Project("p-a", "travel", "a tour", NOON), Project("p-b", "home", "the kitchen", NOON))


@pytest.mark.parametrize(
    ("act", "domain"),
    [
        (None, ""),
        (Act("a", ActKind.CONSULT, target="p-b"), "home"),
        (Act("a", ActKind.CONSULT, target="p-c"), ""),
        (Act("a", ActKind.PLAN, target="p-b"), ""),
    ],
)
def test_only_a_consultation_asks_for_the_plan_of_its_project(act, domain):
    assert domain_of(replace(ANN, projects=PROJECTS), act) == domain


@pytest.mark.parametrize(
    ("phase", "kind", "opening", "wanted", "asked"),
    [
        (Phase.OPENING, None, True, PlanAct.ACKNOWLEDGE, False),
        (Phase.TALK, None, False, PlanAct.ACKNOWLEDGE, False),
        (Phase.PROBE, None, False, PlanAct.ANSWER, True),
        (Phase.TALK, ActKind.ASK, False, PlanAct.ANSWER, True),
        (Phase.OPENING, ActKind.REQUEST, True, PlanAct.ANSWER, True),
        (Phase.TALK, ActKind.DELEGATE, False, PlanAct.ADVISE, True),
        (Phase.TALK, ActKind.CONSULT, False, PlanAct.ADVISE, True),
    ],
)
def test_the_occasion_of_a_reply_follows_from_phase_and_act(phase, kind, opening, wanted, asked):
    act = None if kind is None else Act("a", kind)
    found = occasion("Hm?", "Ann", NOON, phase, act, [date(2025, 3, 3)], "travel")
    assert (found.message, found.name, found.date, found.told) == ("Hm?", "Ann", NOON, (date(2025, 3, 3),))
    assert (found.opening, found.act, found.asked, found.consulted) == (opening, wanted, asked, "travel")


def ruled(*sessions, probes=(), **options):
    person = replace(ANN, rules=(BRIEF,), projects=PROJECTS)
    return begun(scenario(*sessions, persons=(person, BEN), probes=probes), **options)


def test_rules_and_occasion_are_given_with_every_reply_to_their_person_but_the_last():
    env = ruled(session(1, ASKS_CITY), session(2, person="p2"), probes=(IN_CITY,))
    say(env, TELL, "I see.")
    given = env.briefing("evaluator_0")
    assert given.rules == (BRIEF,)
    found = given.occasion
    assert (found.message, found.name, found.date) == ("I live in Bergen.", "Ann", NOON + timedelta(days=1, seconds=32))
    assert (found.opening, found.act, found.asked, found.told) == (True, PlanAct.ACKNOWLEDGE, False, ())
    say(env, {}, ASK, "In Bergen.")
    found = env.briefing("evaluator_0").occasion
    assert (found.opening, found.act, found.asked, found.told) == (False, PlanAct.ANSWER, True, (date(2025, 3, 4),))
    say(env, {"verdict": 1}, {"message": "Bye.", "close": 1}, "Bye.")
    assert (env.briefing("evaluator_0").rules, env.briefing("evaluator_0").occasion) == ((), None)
    say(env, {}, "Hello.", "Hello.")
    assert (env.briefing("evaluator_0").rules, env.briefing("evaluator_0").occasion) == ((), None)


def test_the_occasion_of_an_answer_has_the_dates_of_the_first_sufficient_disclosure():
    env = ruled(session(1), session(2, ASKS_CITY), probes=(replace(IN_CITY, session=2),))
    say(env, TELL, "I see.", {})
    close(env)
    say(env, TELL, "I see.", {}, ASK, "In Bergen.")
    given = env.briefing("evaluator_0")
    assert given.occasion.told == (date(2025, 3, 4),)
    say(env, {"verdict": 1})
    assert env.life.outcomes[0].evidence == (("s001.t01",), ("s002.t01",))


def test_a_consultation_is_the_occasion_for_a_plan_and_only_for_the_next_reply():
    consult = Act("c1", ActKind.CONSULT, target="p-a")
    env = ruled(session(1, consult))
    say(env, {"message": "Where do I start?", "tells": "c1"}, "With the season.")
    given = env.briefing("evaluator_0")
    assert (given.occasion.consulted, given.occasion.act, given.pending) == ("travel", PlanAct.ADVISE, None)
    say(env, {}, "Thanks.", "Sure.")
    found = env.briefing("evaluator_0").occasion
    assert (found.consulted, found.act) == ("", PlanAct.ACKNOWLEDGE)


def test_rules_are_given_with_a_probe_at_its_moment():
    ending = replace(BRIEF, until=NOON + timedelta(days=2))
    for days, held in ((1.9, 1), (2.0, 0)):
        person = replace(ANN, rules=(ending,))
        env = begun(scenario(session(1), persons=(person,), probes=(aside("q1", days),)), probes="end")
        close(env)
        say(env, "In Graz.")
        assert len(env.briefing("evaluator_0").rules) == held


def test_kept_and_broken_rules_are_noted_with_their_reply_whether_something_was_asked_or_not():
    env = ruled(session(1, ASKS_CITY), probes=(IN_CITY,))
    say(env, "Hello.", "Hello.", {"verdict": 0, "kept": "r1"})
    say(env, ASK, "In Graz.", {"verdict": 5, "broken": "r1 r9", "kept": "r8"})
    say(env, "Well.", "Hm.", {"verdict": 0, "kept": "-", "broken": "-"})
    say(env, {"message": "Bye.", "close": 1}, "Bye.", {"kept": "r1"})
    found = [(note.person, note.turn, note.kept, note.broken) for note in env.life.conduct]
    assert found == [("p1", "s001.t02", ("r1",), ()), ("p1", "s001.t04", ("r8",), ("r1", "r9"))]


def test_the_facts_of_a_life_stay_as_they_were():
    assert ANN.facts[0] == Fact("f-city", "p1", "home_city", "Bergen", LONG_AGO)
