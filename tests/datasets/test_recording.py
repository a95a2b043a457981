"""The builder of recorded scenarios: ids, times, evidence and issues, worked out by hand."""

from __future__ import annotations

from collections import Counter
from datetime import UTC, datetime, timedelta

import pytest

from regulars import life_v0
from regulars.agents.cast import Cast
from regulars.datasets.recording import Recording
from regulars.datasets.summary import count_issues
from regulars.dialogue import FeedbackAction
from regulars.errors import DataError
from regulars.evaluation.figures.failure_stages import Fate, Holdings
from regulars.rewards.metrics.retrieval import retrieval_metrics
from regulars.rewards.metrics.token_f1 import answer_f1
from regulars.scenarios.checks.validate import check_playable, validate_scenario
from regulars.scenarios.files import scenario_from_json, scenario_to_json
from regulars.scenarios.kinds import Form
from regulars.scenarios.ontology.attributes import load_ontology

MONDAY = datetime(2025, 3, 3, 18, tzinfo=UTC)


def talk_of_two() -> Recording:
    """Two sessions of Ida: three turns on Monday, one on Thursday."""
    talk = Recording("talks@1", "t-7", licence="CC BY 4.0")
    ida = talk.person("Ida")
    monday = talk.session(MONDAY, "mon", "moving")
    monday.say(ida, "I moved to Bergen.", id="a")
    monday.say("assistant", "Noted!", id="b")
    monday.say(ida, "Thanks.", id="c", action=FeedbackAction.LIKE, satisfaction=8)
    talk.session(MONDAY + timedelta(days=3), "thu").say(ida, "I bought a boat.", id="d")
    return talk


def test_turns_without_times_follow_at_a_pace_and_feedback_is_about_the_last_reply() -> None:
    scenario = talk_of_two().scenario()
    first, second = scenario.sessions
    assert [turn.id for turn in first.turns] == ["s001.t01", "s001.t02", "s001.t03"]
    assert [turn.time - MONDAY for turn in first.turns] == [timedelta(seconds=s) for s in (0, 30, 60)]
    shown = first.turns[2].feedback
    assert shown is not None
    assert (shown.about, shown.action, shown.satisfaction) == ("s001.t02", 1, 8)
    assert (first.purpose, second.purpose, second.number) == ("moving", "conversation", 2)


def test_a_session_that_runs_backwards_is_moved_and_noted() -> None:
    talk = talk_of_two()
    talk.session(MONDAY, "again").say(talk._persons[0].id, "Hello.")  # Monday once more, after Thursday
    scenario = talk.scenario()
    assert scenario.sessions[2].start == scenario.sessions[1].turns[0].time + timedelta(seconds=30)
    assert count_issues([scenario]) == Counter({"time backwards": 1})
    assert validate_scenario(scenario, load_ontology()) == []


def test_of_two_turns_or_sessions_with_one_id_the_first_is_cited() -> None:
    talk = talk_of_two()
    again = talk.session(MONDAY + timedelta(days=5), "mon")
    again.say(talk._persons[0].id, "I sold the boat.", id="d")
    again.say(talk._persons[0].id, "Bye.")  # turns without an id repeat none
    again.say(talk._persons[0].id, "Bye.")
    talk.ask("What did Ida buy?", "a boat", evidence=["d"])
    talk.ask("Where does Ida live?", "Bergen", sessions=["mon"])
    scenario = talk.scenario()
    assert [probe.evidence for probe in scenario.probes] == [(("s002.t01",),), (("s001",),)]
    assert scenario.issues == (
        "id repeated: t-7: two sessions are called 'mon'; the first one is cited",
        "id repeated: t-7: two turns are called 'd'; the first one is cited",
    )


def test_evidence_by_turn_and_by_session() -> None:
    talk = talk_of_two()
    talk.ask("Where does Ida live?", "Bergen", evidence=["a", "a", "zz"])
    talk.ask("What did Ida buy?", "a boat", "boat", sessions=["thu"])
    talk.ask("When?", "Monday", evidence=["a", "d"], alternatives=[["c"]])
    one, two, three = talk.scenario().probes
    assert one.evidence == (("s001.t01",),)
    assert two.evidence == (("s002",),)
    assert (two.gold, two.alternatives) == ("a boat", ("boat",))
    assert three.evidence == (("s001.t01", "s002.t01"), ("s001.t03",))
    assert count_issues([talk.scenario()])["evidence repeated"] >= 1
    assert count_issues([talk.scenario()])["evidence unknown"] >= 1


def test_a_question_before_its_evidence_is_named_and_played() -> None:
    talk = talk_of_two()
    talk.ask("What did Ida buy?", "a boat", evidence=["d"], before="c")
    scenario = talk.scenario()
    assert [problem.code for problem in validate_scenario(scenario, load_ontology())] == ["evidence-later"]
    assert count_issues([scenario]) == Counter({"evidence later": 1})
    check_playable(scenario, load_ontology())
    env = life_v0.env(scenario=scenario, played=("user", "evaluator"), probes="end")
    env.reset(seed=0)
    questions = 0
    for _ in env.agent_iter():
        observation, _, terminated, truncated, _ = env.last()
        questions += "buy" in (observation or {}).get("message", "")
        env.step(None if terminated or truncated else "A boat.")
    assert questions == 1


def test_multiple_choice_is_judged_by_its_letter() -> None:
    talk = talk_of_two()
    talk.ask("What did Ida buy?", "B", options=["a car", "a boat", "a bike", "a horse", "a kite"], evidence=["d"])
    scenario = talk.scenario()
    assert scenario.probes[0].form is Form.OPTION
    assert scenario.probes[0].question.endswith("A) a car B) a boat C) a bike D) a horse E) a kite")
    verdicts = []
    for reply in ("B", "The answer is E.", "I don't know."):
        cast = Cast(life_v0.env(scenario=scenario, probes="end"), assistant=lambda _, reply=reply: reply)
        cast.reset(seed=0)
        cast.run()
        verdict = cast.env.unwrapped.life.outcomes[0].verdict
        assert verdict is not None
        verdicts.append(verdict.kind.name)
    assert verdicts == ["CORRECT", "WRONG", "ABSTAINED"]


def test_a_rubric_is_no_answer_and_has_no_token_f1() -> None:
    talk = talk_of_two()
    talk.ask("Any tips?", "It should mention the boat.", rubric=True, sessions=["thu"])
    cast = Cast(life_v0.env(scenario=talk.scenario(), probes="end"), assistant=lambda _: "It should mention the boat.")
    cast.reset(seed=0)
    cast.run()
    outcome = cast.env.unwrapped.life.outcomes[0]
    assert outcome.verdict is None
    assert outcome.expectation is not None
    assert outcome.expectation.category == "rubric"


def test_the_best_of_several_references_counts() -> None:
    assert answer_f1("a small boat", None, ("a ship", "boat"), "question") == pytest.approx(2 / 3)  # 1 of 2, 1 of 1


def test_evidence_of_sessions_is_measured_by_session_only() -> None:
    found = retrieval_metrics(["s003.t01", "s001.t02"], [("s001",)], ks=(1, 2))
    assert {name.split("_")[0] for name in found} == {"session"}
    assert (found["session_recall_any@1"], found["session_recall_any@2"]) == (0.0, 1.0)


def test_a_session_is_held_while_one_of_its_turns_is() -> None:
    assert Holdings().fate("s001") is Fate.NOT_WRITTEN


def test_it_can_be_written_and_read_again() -> None:
    talk = talk_of_two()
    talk.ask("Which?", "A", options=["x", "y"], evidence=["a"])
    talk.ask("Any tips?", "Mention Bergen.", rubric=True, sessions=["mon"])
    scenario = talk.scenario()
    assert scenario_from_json(scenario_to_json(scenario)) == scenario


def test_strangers_and_silence_are_refused() -> None:
    with pytest.raises(DataError, match="no person"):
        Recording("x", "y", licence="-").scenario()
    talk = Recording("x", "y", licence="-")
    talk.person("Ida")
    talk.session(MONDAY, "mon").say("Ida", "Hello.")
    with pytest.raises(DataError, match="'Ida' speaks"):
        talk.scenario()
    silent = Recording("x", "y", licence="-")
    silent.person("Ida")
    silent.session(MONDAY)
    with pytest.raises(DataError, match="no session has a turn"):
        silent.scenario()


def test_persons_share_a_memory_scope_unless_the_reader_names_several() -> None:
    talk = Recording("talks@1", "t-8", licence="-")
    for name, scope in (("Ida", ""), ("Ada", ""), ("Eva", "home"), ("Una", "home"), ("Ola", "work")):
        talk.person(name, scope=scope)
    scopes = [person.scope for person in talk._persons]
    assert scopes[0] == scopes[1]
    assert scopes[2] == scopes[3]
    assert len(set(scopes)) == 3
    assert not any("home" in scope or "work" in scope for scope in scopes)


def test_a_name_that_cannot_be_shown_is_refused() -> None:
    with pytest.raises(DataError, match="control character"):
        Recording("talks@1", "t-8", licence="-").person("I\x1bda")


def test_feedback_may_be_about_an_earlier_reply_and_have_words() -> None:
    talk = Recording("talks@1", "t-8", licence="-")
    ida = talk.person("Ida")
    monday = talk.session(MONDAY)
    monday.say("assistant", "One.", id="one")
    monday.say("assistant", "Two.", id="two")
    monday.say(ida, "Hm.", about="one", remark="The first was wrong.")
    monday.say(ida, "Thanks.", action=FeedbackAction.LIKE)
    monday.say(ida, "Bye.", about="gone", action=FeedbackAction.LIKE)  # about no reply: no feedback
    shown = [turn.feedback for turn in talk.scenario().sessions[0].turns]
    assert shown[:2] == [None, None]
    assert (shown[2].about, shown[2].text, shown[2].action) == ("s001.t01", "The first was wrong.", 0)
    assert (shown[3].about, shown[3].action) == ("s001.t02", 1)
    assert shown[4] is None


@pytest.mark.parametrize(
    ("after", "seconds"),
    [(61, [0, 15.25, 30.5]), (90, [0, 22.5, 45]), (91, [0, 30, 60]), (40, [0, 10, 20]), (0, [0, 30, 60])],
)
def test_turns_without_times_end_before_the_next_session_begins(after: int, seconds: list[float]) -> None:
    """Three turns take 90 seconds at the usual pace. Where the next session begins within that, they share the time."""
    talk = Recording("talks@1", "t-8", licence="-")
    ida = talk.person("Ida")
    monday = talk.session(MONDAY)
    for word in ("One.", "Two.", "Three."):
        monday.say(ida, word)
    talk.session(MONDAY + timedelta(seconds=after)).say(ida, "Later.")
    first, second = talk.scenario().sessions
    assert [(turn.time - MONDAY).total_seconds() for turn in first.turns] == seconds
    is_moved = after == 0
    assert (second.start == MONDAY + timedelta(seconds=after)) is not is_moved
    assert count_issues([talk.scenario()])["time backwards"] >= is_moved


@pytest.mark.parametrize(("hours", "asked", "noted"), [(-1, 30, 1), (0, 30, 0), (5, 5 * 3600, 0)])
def test_a_question_at_the_end_comes_after_the_last_turn(hours: int, asked: int, noted: int) -> None:
    talk = Recording("talks@1", "t-8", licence="-")
    ida = talk.person("Ida")
    talk.session(MONDAY).say(ida, "I moved to Bergen.", id="a")
    talk.ask("Where?", "Bergen", evidence=["a"], time=MONDAY + timedelta(hours=hours), at_end=True)
    scenario = talk.scenario()
    assert scenario.probes[0].time == MONDAY + timedelta(seconds=asked)
    assert count_issues([scenario]) == Counter({"time backwards": 1} if noted else {})


def test_options_that_the_question_holds_are_not_added() -> None:
    talk = talk_of_two()
    talk.ask("A boat or a car?", "A", options=["boat", "car"], evidence=["d"])
    talk.ask("A boat or what?", "A", options=["boat", "car"], evidence=["d"])
    found = [probe.question for probe in talk.scenario().probes]
    assert found == ["A boat or a car?", "A boat or what? A) boat B) car"]


def test_a_question_dated_before_its_evidence_is_named() -> None:
    talk = talk_of_two()
    talk.ask("What did Ida buy?", "a boat", evidence=["d"], time=MONDAY + timedelta(days=1))
    assert [problem.code for problem in validate_scenario(talk.scenario(), load_ontology())] == ["evidence-later"]
