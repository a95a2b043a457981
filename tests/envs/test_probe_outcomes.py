"""When probes are asked, on which branch, and what their outcomes hold."""

from __future__ import annotations

import asyncio
from dataclasses import replace
from datetime import timedelta

import pytest
from small_lives import (
    ANN,
    ASKS_CITY,
    BEN,
    IN_CITY,
    NOON,
    aside,
    begun,
    close,
    say,
    scenario,
    session,
)  # fmt: skip

from regulars import Cast, Reply
from regulars.dialogue import Phase, Verdict, VerdictKind
from regulars.envs.aec import LifeAEC
from regulars.envs.life.outcomes import outcome_of, statuses
from regulars.envs.probes.gold import AskedProbe, ProbeStatus, Resolution
from regulars.scenarios.kinds import ActKind, Band, Form, NoiseKind
from regulars.scenarios.world import Act

TELL = {"message": "I live in Bergen.", "tells": "f-city"}
ASK = {"message": "Which city do I live in?", "tells": "a-city"}


# ---------------------------------------------------------------- when


@pytest.mark.parametrize(
    ("days", "before"),
    [
        (0, 1), (1 - 1 / 86400, 1),
        # at the very start of a session: after it
        (1, 2), (2 - 1 / 86400, 2), (2, 3), (9, 3),
    ],
)  # fmt: skip
def test_a_probe_is_asked_before_the_first_session_that_starts_after_it(days, before):
    env = LifeAEC(scenario=scenario(session(1), session(2), probes=(aside("q1", days),)), probes="fork")
    env.let_fork()
    env.reset(seed=0)
    asked = []
    while env.ending is None:
        if env.life.phase is Phase.PROBE:
            asked.append(len(env.life.sessions) + 1)
            say(env, "I don't know.", {"verdict": 1})
        else:
            close(env)
    assert asked == [before]
    (outcome,) = env.life.outcomes
    # its own moment, or that of the clock if a session was still running then
    assert outcome.time == {1: NOON + timedelta(days=1, seconds=20), 2: NOON + timedelta(days=2, seconds=20)}.get(
        days, NOON + timedelta(days=days)
    )


def test_probes_come_by_time_and_at_one_moment_in_the_scenarios_order():
    probes = (aside("late", 3), aside("b", 2.5), aside("a", 2.5), aside("early", 0.5))
    env = begun(scenario(session(1), probes=probes), probes="end")
    close(env)
    while env.ending is None:
        say(env, "I don't know.", {"verdict": 1})
    assert [outcome.probe.id for outcome in env.life.outcomes] == ["early", "b", "a", "late"]


@pytest.mark.parametrize("probes", ["off", "end", "fork"])
def test_probes_beside_the_conversation_change_nothing_in_it(probes):
    planned = scenario(session(1), session(2), probes=(aside("q1", 0.5), aside("q2", 1.5), aside("q3", 2.5)))
    env = LifeAEC(scenario=planned, probes=probes)
    env.let_fork()
    env.reset(seed=0)
    asked = 0
    while env.ending is None:
        if env.life.phase is Phase.PROBE:
            asked += 1
            say(env, {"message": "I would say Bergen.", "elapsed": 500.0, "answer": "Bergen"}, {"verdict": 5})
        else:
            say(env, TELL, {"message": "I see.", "elapsed": 7.0}, {})
            close(env)
    assert asked == (0 if probes == "off" else 3)
    assert [turn.text for turn in env.transcript] == ["I live in Bergen.", "I see.", "Bye."] * 2
    # 20 s thinking, 7 s waiting, 12 s reading, 20 s thinking
    assert [lived.ended - lived.started for lived in env.life.sessions] == [timedelta(seconds=59)] * 2
    assert env.life.steps == 12
    assert env.life.replies == [note for note in env.life.replies if note.elapsed == 7.0]
    assert len(env.life.outcomes) == asked


def test_recorded_gold_is_asked_only_where_probes_are_on_and_in_session_probes_always():
    for probes in ("off", "end"):
        env = begun(scenario(session(1, ASKS_CITY), probes=(IN_CITY,)), probes=probes)
        say(env, ASK, "In Bergen.", {"verdict": 5})
        close(env)
        assert [outcome.probe.id for outcome in env.life.outcomes] == ["q-city"]
        assert env.ending == "completed"


# ---------------------------------------------------------------- outcomes


def test_the_outcome_of_an_answer_in_the_conversation():
    env = begun(scenario(session(1, ASKS_CITY), probes=(IN_CITY,)))
    say(env, TELL, "I see.", {}, {**TELL, "message": "In Bergen, I said."}, "I see.", {})
    answer = Reply("In Bergen.", answer="Bergen", recalled=["s001.t03", "s001.t01"], evidence=["s001.t01"], elapsed=3.0)
    say(env, ASK, answer, {"verdict": 2, "score": 0.5, "message": "nearly", "source": 1, "kept": "r1"})
    (outcome,) = env.life.outcomes
    assert (outcome.probe, outcome.status, outcome.attempt) == (IN_CITY, ProbeStatus.ASKED, 1)
    assert (outcome.turn, outcome.reply, outcome.answer) == ("s001.t06", "In Bergen.", "Bergen")
    assert (outcome.recalled, outcome.used) == (("s001.t03", "s001.t01"), ("s001.t01",))
    assert outcome.evidence == (("s001.t01",), ("s001.t03",))
    assert outcome.expectation is not None
    assert outcome.expectation.gold == ("Bergen",)
    verdict = outcome.verdict
    assert verdict is not None
    assert (verdict.kind, verdict.score, verdict.reason) == (VerdictKind.PARTIAL, 0.5, "nearly")
    assert (verdict.source, verdict.kept, verdict.late) == (1, ("r1",), False)
    # two disclosures, each with its country
    assert outcome.mark == (4, 0)
    assert outcome.question == ""
    assert outcome.noise == ()
    # three lines and two replies of 20 and 12 s; the last reply took 3 s more
    assert outcome.time == NOON + timedelta(days=1, seconds=3 * 32 + 3)
    assert [(one.turn, one.answer, one.recalled, one.evidence, one.elapsed) for one in env.life.replies] == [
        ("s001.t06", "Bergen", ("s001.t03", "s001.t01"), ("s001.t01",), 3.0)
    ]


def test_the_outcome_of_an_answer_beside_the_conversation():
    env = begun(scenario(session(1), probes=(aside("q1", 1.5, question="Where do I live?"),)), probes="end")
    say(env, TELL, "I see.", {})
    close(env)
    say(env, {"message": "In Bergen.", "answer": "Bergen", "recalled": "s001.t01", "evidence": "-"}, {"verdict": 1})
    (outcome,) = env.life.outcomes
    assert (outcome.status, outcome.attempt, outcome.turn) == (ProbeStatus.ASKED, 1, "")
    assert (outcome.reply, outcome.answer, outcome.recalled, outcome.used) == (
        "In Bergen.", "Bergen", ("s001.t01",), (),
    )  # fmt: skip
    assert outcome.question == "Where do I live?"
    assert outcome.time == NOON + timedelta(days=1.5)
    assert outcome.mark == (2, 0)


@pytest.mark.parametrize(
    ("lines", "horizon"),
    [
        # told in the first of four utterances: all four lie between it and the question
        ([TELL, "Well."], 4),
        (["Well.", TELL], 2),
        # the later of two alternatives is the nearer one
        ([TELL, "Well.", TELL, "Well."], 4),
        (["Well.", "Well."], -1),
    ],
)
@pytest.mark.parametrize("inside", [True, False])
def test_the_horizon_counts_the_utterances_from_the_nearest_evidence_to_the_question(lines, horizon, inside):
    acts, probe = ((ASKS_CITY,), IN_CITY) if inside else ((), aside("q1", 2))
    env = begun(scenario(session(1, *acts), probes=(probe,)), probes="end")
    for line in lines:
        say(env, line, "I see.", {})
    if inside:
        say(env, ASK, "In Bergen.", {"verdict": 1})
    else:
        say(env, {"message": "", "close": 1}, "", {}, "In Bergen.", {"verdict": 1})
        horizon += horizon > 0  # the line that closed the session
    assert [outcome.horizon for outcome in env.life.outcomes] == [horizon]


def test_the_horizon_of_evidence_in_two_pieces_begins_with_the_first_piece():
    pieces = Act("a1", ActKind.TELL, "f-city", "home_city")
    env = begun(scenario(session(1, pieces, ASKS_CITY), probes=(IN_CITY,)))
    say(env, {"message": "I have settled down.", "tells": "a1"}, "I see.", {}, TELL, "I see.", {})
    say(env, ASK, "In Bergen.", {"verdict": 1})
    (outcome,) = env.life.outcomes
    assert outcome.evidence == (("s001.t01", "s001.t03"),)
    assert outcome.horizon == 4


def test_an_outcome_without_a_declaration_declares_nothing():
    resolution = Resolution(ProbeStatus.ASKED, None, (("s001.t01",),), (3, 1), classes={"stale": ("Graz",)})
    found = outcome_of(AskedProbe.put(IN_CITY, resolution), Verdict(VerdictKind.WRONG), None, "Graz.", NOON)
    assert (found.turn, found.answer, found.recalled, found.used) == ("", None, None, None)
    assert (found.reply, found.time, found.mark, found.horizon) == ("Graz.", NOON, (3, 1), -1)
    assert (found.classes, found.evidence, found.attempt) == ({"stale": ("Graz",)}, (("s001.t01",),), 1)


@pytest.mark.parametrize(
    ("action", "kind"),
    [
        ({"verdict": 0}, None),
        ({"verdict": 0, "score": 0.4}, VerdictKind.NONE),
        ({"verdict": 9}, VerdictKind.UNDETERMINED),
    ],
)
def test_a_verdict_of_none_without_a_score_is_no_verdict(action, kind):
    env = begun(scenario(session(1, ASKS_CITY), probes=(IN_CITY,)))
    say(env, ASK, "In Bergen.", action)
    verdict = env.life.outcomes[0].verdict
    assert (verdict.kind if verdict is not None else None) is kind


def test_a_second_attempt_is_counted_and_the_first_one_decides_the_status():
    env = begun(scenario(session(1, ASKS_CITY), probes=(IN_CITY, aside("q2", 5))))
    say(env, ASK, "In Graz.", {"verdict": 5}, TELL, "I see.", {}, ASK, "In Bergen.", {"verdict": 1})
    first, second = env.life.outcomes
    assert (first.attempt, first.status, first.mark) == (1, ProbeStatus.UNANSWERABLE, (0, 0))
    assert (second.attempt, second.status, second.mark) == (2, ProbeStatus.ASKED, (2, 0))
    assert statuses(env.scenario, env.life.outcomes) == {
        "q-city": ProbeStatus.UNANSWERABLE, "q2": ProbeStatus.UNREACHED,
    }  # fmt: skip
    assert statuses(env.scenario, [second, first])["q-city"] is ProbeStatus.UNANSWERABLE


CHOICE = replace(IN_CITY, id="q-choice", form=Form.CHOICE, target="d1", attribute="favourite_dish")


def test_a_void_probe_is_counted_once_and_never_asked():
    asks = Act("a1", ActKind.ASK, attribute="favourite_dish", probe="q-choice")
    env = begun(
        scenario(
            session(1, asks), probes=(CHOICE, replace(CHOICE, id="q2", time=NOON + timedelta(days=2), band=Band.OUT))
        ),
        probes="end",
    )
    for _ in range(2):
        say(env, {"message": "Which dish did you choose?", "tells": "a1"}, "Ramen.", {"verdict": 4})
        assert env.life.exchange.judged is None
    close(env)
    assert env.ending == "completed"
    found = [(one.probe.id, one.status, one.attempt, one.verdict, one.turn, one.time) for one in env.life.outcomes]
    assert found == [
        ("q-choice", ProbeStatus.VOID, 1, None, "", NOON + timedelta(days=1, seconds=20)),
        ("q2", ProbeStatus.VOID, 1, None, "", NOON + timedelta(days=2)),
    ]
    assert [(one.expectation, one.evidence, one.horizon, one.reply) for one in env.life.outcomes] == [
        (None, (), -1, ""), (None, (), -1, ""),
    ]  # fmt: skip
    assert env.life.signals.reward_notes == []


def test_the_noise_of_a_probe_is_that_of_its_attributes_and_of_its_evidence():
    slips = Act("s1", ActKind.SLIP, "f-car", "car", slip="Toyota Yaris", noise=NoiseKind.CONTRADICTIONS)
    probes = (
        aside("on-car", 2, attribute="car"), aside("on-city", 2), aside("on-lease", 2, attribute="lease_end"),
        aside("on-both", 2, attribute="lease_end", other="car"), aside("bens", 2, "p2", attribute="car"),
        replace(aside("by-ben", 2, attribute="car"), asker="p2"),
    )  # fmt: skip
    env = begun(scenario(session(1, slips), persons=(ANN, BEN), probes=probes), probes="end")
    say(env, {**TELL, "noise": "typos"}, "I see.", {})
    say(env, {"message": "My car is a Toyota Yaris.", "tells": "s1", "noise": "mumbling vague-dates"}, "I see.", {})
    close(env)
    while env.ending is None:
        say(env, "I don't know.", {"verdict": 1})
    assert {one.probe.id: one.noise for one in env.life.outcomes} == {
        "on-car": ("contradictions",), "on-city": ("typos",), "on-lease": (),
        "on-both": ("contradictions",), "bens": (), "by-ben": ("contradictions",),
    }  # fmt: skip
    assert env.life.unresolved == ["noise mumbling", "noise vague-dates"]


def test_declared_tells_that_the_words_do_not_bear_out_are_recorded_as_unresolved():
    env = begun(scenario(session(1)))
    say(env, {"message": "I live in Graz.", "tells": "f-city f-nothing"}, "I see.", {})
    assert env.life.unresolved == ["tells f-city", "tells f-nothing"]
    assert env.ledger.disclosures == []


# ---------------------------------------------------------------- branches


class Counts:
    """Counts its calls, and answers with the number."""

    def __init__(self):
        self.calls = []

    def act(self, observation):
        self.calls.append(int(observation["phase"]))
        return str(len(self.calls))

    def get_state(self):
        return list(self.calls)

    def set_state(self, state):
        self.calls = list(state)


class CountsAndWaits(Counts):
    async def act(self, observation):
        await asyncio.sleep(0)
        return Counts.act(self, observation)


class CountsWithoutTraces(Counts):
    """Promises what it does not keep, so that it can be seen that it is taken at its word."""

    branches = True


class WaitsWithoutTraces(CountsAndWaits):
    branches = True


class Breaks(Counts):
    """Fails at its first probe."""

    def act(self, observation):
        said = super().act(observation)
        if observation["phase"] == Phase.PROBE:
            raise ZeroDivisionError
        return said


class BreaksAndWaits(Breaks):
    async def act(self, observation):
        return Breaks.act(self, observation)


def goodbye(observation):
    return {"message": "Bye.", "close": 1}


def silent(observation):
    return {"verdict": 1}


def cast_with(assistant, probes):
    planned = scenario(session(1), session(2), probes=(aside("q1", 1.5), aside("q2", 1.5), aside("q3", 3)))
    cast = Cast(LifeAEC(scenario=planned, probes=probes), assistant=assistant, user=goodbye, evaluator=silent)
    cast.reset(seed=0)
    return cast


def answers(cast):
    cast.run()
    said = [turn.text for turn in cast.env.transcript if turn.speaker == "assistant"]
    return said, [outcome.reply for outcome in cast.env.life.outcomes]


@pytest.mark.parametrize("kind", [Counts, CountsAndWaits])
def test_a_seat_is_put_back_after_each_probe_on_its_branch(kind):
    # the first session is call 1; each probe after it is the second call of its own branch
    seat = kind()
    assert answers(cast_with(seat, "fork")) == (["1", "2"], ["2", "2", "3"])
    assert seat.calls == [Phase.CLOSING, Phase.CLOSING]


@pytest.mark.parametrize("kind", [CountsWithoutTraces, WaitsWithoutTraces])
def test_a_seat_that_promises_to_leave_no_trace_is_simply_asked(kind):
    seat = kind()
    assert answers(cast_with(seat, "fork")) == (["1", "4"], ["2", "3", "5"])
    assert len(seat.calls) == 5


@pytest.mark.parametrize("kind", [Counts, CountsAndWaits])
def test_at_the_end_probes_are_asked_of_the_seat_itself(kind):
    seat = kind()
    assert answers(cast_with(seat, "end")) == (["1", "2"], ["3", "4", "5"])
    assert seat.calls == [Phase.CLOSING] * 2 + [Phase.PROBE] * 3


@pytest.mark.parametrize("kind", [Breaks, BreaksAndWaits])
def test_a_seat_that_fails_at_a_probe_is_put_back_too(kind):
    seat = kind()
    with pytest.raises(ZeroDivisionError):
        answers(cast_with(seat, "fork"))
    assert seat.calls == [Phase.CLOSING]


def test_only_the_assistant_is_put_back():
    class Judge(Counts):
        def act(self, observation):
            super().act(observation)
            return {"verdict": 1}

    judge = Judge()
    planned = scenario(session(1), probes=(aside("q1", 3),))
    cast = Cast(LifeAEC(scenario=planned, probes="fork"), assistant=Counts(), user=goodbye, evaluator=judge)
    cast.reset(seed=0)
    cast.run()
    assert judge.calls == [Phase.CLOSING, Phase.PROBE]
