"""Time limits in played lives: late answers, order, cool-down and relative dates."""

from __future__ import annotations

from dataclasses import replace
from datetime import timedelta

import pytest

from regulars import Cast, Reply, life_v0
from regulars.agents.assistant.scripted import ScriptedAssistant
from regulars.datasets.encode_life import episode_record
from regulars.datasets.episode_record import EpisodeConfig, EpisodeKey
from regulars.dialogue import VerdictKind, VerdictSource
from regulars.envs.ledger import Ledger
from regulars.envs.life.grounding import AgendaProgress, UserLine
from regulars.errors import ActionError
from regulars.evaluation.figures.metrics import observations, rejudge
from regulars.scenarios import generate, load_ontology
from regulars.scenarios.kinds import ActKind, DisclosureMode
from regulars.scenarios.language.packs import Language
from regulars.scenarios.world import Act, Fact

LANGUAGE = Language.load("english")


class Slow(ScriptedAssistant):
    """The scripted assistant, which takes its time."""

    seconds = 0.0

    def act(self, observation):
        said = super().act(observation)
        return Reply(said, elapsed=self.seconds) if isinstance(said, str) else replace(said, elapsed=self.seconds)


def lived(scenario, seconds=0.0):
    assistant = Slow("bm25-turn")
    assistant.seconds = seconds
    env = life_v0.raw_env(scenario=scenario, reward_to="nobody")
    cast = Cast(env, assistant=assistant)
    cast.reset(seed=1)
    cast.run()
    return env.life


def with_limit(scenario, **changes):
    sessions = tuple(
        replace(s, agenda=tuple(replace(a, **changes) if a.kind is ActKind.ASK else a for a in s.agenda))
        for s in scenario.sessions
    )
    return replace(scenario, sessions=sessions)


def figures(life, judged=None):
    record = episode_record(life, key=EpisodeKey(life.scenario.id, 1, "slow"), config=EpisodeConfig())
    found = {}
    for slice_, metric, value in observations(record, judged) if judged else observations(record):
        if slice_ == "all":
            found.setdefault(metric, []).append(value)
    return found


def test_an_answer_after_its_limit_is_late_and_worth_nothing():
    scenario = with_limit(generate(2, sessions=6), within=timedelta(seconds=90))
    in_time, late = lived(scenario, 90.0), lived(scenario, 91.0)
    asked = [outcome for outcome in late.outcomes if outcome.probe.band == "in"]
    kinds = {outcome.verdict.kind.name for outcome in asked if outcome.verdict.late}
    assert kinds == {"OFF_TASK"}
    assert any(outcome.verdict.kind.name == "CORRECT" for outcome in in_time.outcomes)
    assert all(not outcome.verdict.late for outcome in in_time.outcomes)
    assert set(figures(in_time)["late"]) == {0.0}
    assert set(figures(late)["late"]) == {1.0}


def test_only_the_environment_decides_that_a_verdict_is_late():
    def judged(evaluator):
        env = life_v0.raw_env(sessions=4, probes="fork")
        cast = Cast(env, assistant=ScriptedAssistant("bm25-turn"), evaluator=evaluator)
        cast.reset(seed=2)
        cast.run()
        return [outcome.verdict for outcome in env.life.outcomes if outcome.verdict is not None]

    wrong = {"verdict": int(VerdictKind.WRONG), "message": "late"}
    verdicts = judged(lambda observation: wrong)
    assert verdicts
    assert {(v.kind, v.reason, v.late, v.source) for v in verdicts} == {
        (VerdictKind.WRONG, "late", False, VerdictSource.MATCHER)
    }
    assert {v.source for v in judged(lambda observation: {**wrong, "source": 1})} == {VerdictSource.MODEL}
    with pytest.raises(ActionError, match="late"):
        judged(lambda observation: {**wrong, "late": True})


def test_a_late_answer_stays_late_when_it_is_judged_again():
    late = lived(with_limit(generate(2, sessions=6), within=timedelta(seconds=5)), 6.0)
    assert figures(late, rejudge(load_ontology())) == figures(late)


def test_no_limit_leaves_no_trace():
    assert "late" not in figures(lived(generate(2, sessions=6), 500.0))


def test_a_late_answer_is_not_asked_for_again():
    late = lived(with_limit(generate(2, sessions=6), within=timedelta(seconds=5)), 6.0)
    limited = {a.probe for s in late.scenario.sessions for a in s.agenda if a.within is not None}
    assert limited
    assert all(outcome.attempt == 1 for outcome in late.outcomes if outcome.probe.id in limited)


def test_a_choice_made_too_late_is_none():
    scenario = generate(4, sessions=8)
    delegated = [a for s in scenario.sessions for a in s.agenda if a.kind is ActKind.DELEGATE]
    sessions = tuple(
        replace(s, agenda=tuple(replace(a, within=timedelta(seconds=5)) if a in delegated else a for a in s.agenda))
        for s in scenario.sessions
    )
    limited = replace(scenario, sessions=sessions)
    assert lived(limited, 5.0).ledger.commitments
    assert not lived(limited, 6.0).ledger.commitments


def test_an_act_waits_for_what_it_comes_after_and_for_its_rest():
    scenario = generate(3, sessions=6)
    first, *_, last = (
        (session, act)
        for session in scenario.sessions
        for act in session.agenda
        if act.kind is ActKind.TELL and act.fact and act.mode is DisclosureMode.OPEN
    )
    gap = (last[0].start - first[0].start).total_seconds() / 3600

    def told(**changes):
        sessions = tuple(
            replace(s, agenda=tuple(replace(a, **changes) if a.id == last[1].id else a for a in s.agenda))
            for s in scenario.sessions
        )
        life = lived(replace(scenario, sessions=sessions))
        return any(disclosure.fact == last[1].fact for disclosure in life.ledger.disclosures)

    assert told()
    assert told(after=first[1].id, rest=max(0.0, gap - 1))
    assert not told(after=first[1].id, rest=gap + 2)
    assert not told(after=last[1].id)


def test_a_date_said_from_the_day_of_its_disclosure_is_told_as_that_date():
    scenario = generate(2, sessions=4)
    session = scenario.sessions[1]
    day = session.start.date() + timedelta(days=1)
    fact = Fact("f", session.person, "lease_end", day.isoformat(), session.start)
    for tells in (("f",), None):
        ledger = Ledger()
        agenda = AgendaProgress(replace(session, agenda=(Act("a", ActKind.TELL, "f", "lease_end"),)), 2)
        text, facts = "The lease on my flat ends tomorrow.", {"f": fact}
        line = UserLine(text, "s002.t01", session.start, agenda, facts, ledger, load_ontology(), LANGUAGE)
        line.ground(tells)
        assert [disclosure.value for disclosure in ledger.disclosures] == [day.isoformat()]
