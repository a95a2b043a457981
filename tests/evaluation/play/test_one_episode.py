"""One episode of one system: what its record says of settings, recalls, faults and models."""

from __future__ import annotations

import asyncio
import time
from dataclasses import replace
from datetime import UTC, datetime, timedelta

import pytest

from regulars.agents.models.limits import running_budgets
from regulars.agents.models.metered import Meter, counting
from regulars.agents.models.protocol import Usage
from regulars.datasets.episode_record import EpisodeConfig, EpisodeKey, StreamPlace
from regulars.dialogue import ASSISTANT, Phase, Reply
from regulars.envs.life.outcomes import Ending
from regulars.errors import BudgetError, ConfigurationError, InfrastructureError
from regulars.evaluation.play.episodes import Unit, aplay, episode_config, lost, play
from regulars.evaluation.play.jobs import Conditions
from regulars.evaluation.systems.systems import System, systems
from regulars.evaluation.systems.user_and_judge import UserAndJudge
from regulars.memory import Hit, Recollections
from regulars.scenarios.generator import generate
from regulars.scenarios.kinds import Form, ScenarioOrigin
from regulars.scenarios.world import Person, Probe, RecordedTurn, Scenario, Session

LIFE = generate(3, sessions=3, probes_per_session=4)
CONDITIONS = Conditions({"feedback": "evaluative"})


class Seat:
    """Says the same to everything. `act` is what it does on the n-th call, from 1."""

    branches = True

    def __init__(self, on=None):
        self.calls, self.ended, self.on = 0, [], on or {}

    def end(self, reason):
        self.ended.append(reason)

    def act(self, observation):
        self.calls += 1
        self.observation = observation
        doing = self.on.get(self.calls)
        if doing is not None:
            return doing(self)
        return Reply("" if observation["phase"] == Phase.CLOSING else "I see.")


def raising(error):
    def act(seat):
        raise error

    return act


def unit(seat=None, *, life=LIFE, seed=4, **marks):
    system = System("mine", lambda _: seat if seat is not None else Seat(), **marks)
    return Unit(life, "core-5/1", seed, system)


def played(seat=None, conditions=CONDITIONS, **given):
    attempt = given.pop("attempt", 1)
    return play(unit(seat, **given), conditions, attempt=attempt)


# ---------------------------------------------------------------- settings


def test_the_record_names_the_episode_its_seed_and_its_attempt():
    record = played(attempt=3, seed=9)
    assert record.key == EpisodeKey("core-5/1", 9, "mine")
    assert (record.attempt, record.seeds.root, record.ending, record.fault) == (3, 9, Ending.COMPLETED, "")
    assert record.seeds.episode != played(seed=8).seeds.episode
    assert record.seeds.episode == played(seed=9).seeds.episode


PLACE = StreamPlace(regime="train", half="train", block=1, trained=1, blocks=2)


@pytest.mark.parametrize(
    ("marks", "conditions", "given", "expected"),
    [
        ({}, Conditions({}), {}, {"feedback": "evaluative", "noise": "", "probes": "fork", "unbounded": False}),
        ({"unforked": "it says so"}, Conditions({}), {}, {"probes": "end"}),
        ({"unbounded": True}, Conditions({}), {}, {"unbounded": True}),
        ({}, Conditions({"feedback": "silent"}), {}, {"feedback": "silent"}),
        ({}, Conditions({"noise": "typos:0.1"}), {}, {"noise": "typos:0.1"}),
        ({}, Conditions({"feedback": "silent"}), {"feedback": "sealed"}, {"feedback": "sealed"}),
        ({}, Conditions({}, user_and_judge=UserAndJudge("u", "j")), {}, {"user": "u", "judge": "j"}),
        ({}, Conditions({}), {"stream": PLACE}, {"stream": PLACE}),
    ],
)
def test_settings_of_an_episode(marks, conditions, given, expected):
    config = episode_config(unit(**marks).system, conditions, **given)
    assert {name: getattr(config, name) for name in expected} == expected
    assert config.reward_to == "nobody", "a run trains nothing"
    unchanged = {"feedback", "noise", "probes", "unbounded", "user", "judge", "stream"} - set(expected)
    plain = EpisodeConfig(probes="fork", feedback=conditions.options.get("feedback", "evaluative"))
    assert {name: getattr(config, name) for name in unchanged} == {name: getattr(plain, name) for name in unchanged}


@pytest.mark.parametrize(("forks", "probes"), [(True, "fork"), (False, "end")])
def test_a_seat_that_cannot_be_forked_is_asked_at_the_end(forks, probes):
    record = played(unforked="" if forks else "it says so", life=generate(1, sessions=6, probes_per_session=4))
    assert record.config.probes == probes
    last = record.transcript[-1].time
    times = [outcome.time for probe in record.probes for outcome in probe.outcomes if outcome.question]
    assert times
    assert all(time >= last for time in times) is not forks


def test_the_environment_has_the_options_of_the_run():
    def feedback(spec):
        return played(conditions=Conditions({"feedback": spec}), seat=None).feedback

    assert feedback("evaluative")
    assert not feedback("silent")
    noisy = played(conditions=Conditions({"feedback": "sealed", "noise": "typos:0.9"}))
    assert noisy.noise.spec == "typos:0.9"
    assert played().noise is None


# ---------------------------------------------------------------- recalls and operations


class Recalls(Seat):
    """Recalls one item for every second of its actions."""

    def act(self, observation):
        reply = super().act(observation)
        hit = Hit(f"i{self.calls}", 0.5, ())
        recalls = self.calls % 2 and observation["phase"] != Phase.CLOSING
        self.last = Recollections((hit,), "", self.calls) if recalls else None
        return reply


def test_each_recall_is_recorded_with_its_reply_or_its_probe():
    record = played(Recalls())
    replies = [turn.id for turn in record.transcript if turn.speaker == ASSISTANT]
    probes = {probe.id for probe in record.probes if any(not outcome.turn for outcome in probe.outcomes)}
    assert record.recollections
    for recall in record.recollections:
        assert bool(recall.turn) is not bool(recall.probe)
        assert recall.turn in replies if recall.turn else recall.probe in probes
        assert [hit.id for hit in recall.hits] == [f"i{recall.tokens}"]
    assert all(recall.tokens % 2 for recall in record.recollections)
    assert {recall.probe for recall in record.recollections} & probes


def test_what_a_seat_recalls_while_it_listens_is_for_no_reply():
    start = datetime(2025, 3, 3, 9, tzinfo=UTC)
    turns = tuple(
        RecordedTurn(f"s001.t0{n}", "p1", "I live in Bergen.", start + timedelta(minutes=n)) for n in (1, 2, 3, 4)
    )
    probe = Probe(
        "q", "open", Form.TEXT, "", "p1", "p1", "", start + timedelta(days=1), question="Where?", gold="Bergen"
    )
    life = Scenario(
        "r", ScenarioOrigin.RECORDED, "own", "english", start, (Person("p1", "Ada", "p1"),),
        (Session(1, "p1", start, turns=turns),), (probe,),
    )  # fmt: skip
    seat = Recalls()
    record = played(seat, life=life)
    assert seat.calls == 5, "four turns and a question"
    assert [(one.turn, one.probe, one.tokens) for one in record.recollections] == [("", "q", 5)]


def test_the_journal_is_that_of_the_scripted_assistants_memory():
    (row,) = systems(["recency"])
    record = play(Unit(LIFE, "s", 4, row), CONDITIONS)
    # one item for each turn; a closing line of the assistant's is none
    assert {op.verb for op in record.journal} == {"ADD"}
    causes = [op.cause for op in record.journal]
    assert causes == [turn.id for turn in record.transcript if turn.id in causes]
    assert played().journal == ()


# ---------------------------------------------------------------- faults


@pytest.mark.parametrize(
    ("doing", "ending", "fault"),
    [
        (raising(ZeroDivisionError("by chance")), Ending.ASSISTANT_ERROR, "ZeroDivisionError: by chance ("),
        (raising(SystemExit(2)), Ending.ASSISTANT_ERROR, "SystemExit: 2 ("),
        (raising(asyncio.CancelledError("gone")), Ending.ASSISTANT_ERROR, "CancelledError: gone ("),
        (raising(InfrastructureError("no answer")), Ending.INFRASTRUCTURE_ERROR, "no answer"),
        (raising(BudgetError("used up")), Ending.BUDGET, "used up"),
        (lambda seat: 7, Ending.ASSISTANT_ERROR, "the reply has type int; expected a string or regulars.Reply"),
        (lambda seat: None, Ending.ASSISTANT_ERROR, "the reply has type NoneType; expected"),
        (lambda seat: Reply("x", recalled=(1,)), Ending.ASSISTANT_ERROR, "field 'recalled' is not a list of ids"),
        (lambda seat: {"massage": "x"}, Ending.ASSISTANT_ERROR, "an action has no field 'massage'"),
    ],
)
@pytest.mark.parametrize("awaited", [False, True])
def test_a_fault_ends_the_episode_where_it_happens(doing, ending, fault, awaited):
    seat = Seat({3: doing})
    record = asyncio.run(aplay(unit(seat), CONDITIONS)) if awaited else played(seat)
    assert (record.ending, record.valid) == (ending, ending is Ending.BUDGET)
    assert fault in record.fault
    assert (record.score is None) is (ending is not Ending.BUDGET)
    assert seat.calls == 3
    assert seat.ended == [str(ending)], "the seat is told how its life ended"
    assert any(probe.status == "unreached" for probe in record.probes)


def test_a_wrong_setting_ends_the_run():
    with pytest.raises(ConfigurationError, match="no key"):
        played(Seat({2: raising(ConfigurationError("no key"))}))


@pytest.mark.parametrize(
    ("error", "ending"),
    [(RuntimeError("not today"), Ending.ASSISTANT_ERROR), (InfrastructureError("gone"), Ending.INFRASTRUCTURE_ERROR)],
)
def test_a_seat_that_cannot_be_made_or_begun_is_at_fault(error, ending):
    def make(_):
        raise error

    record = play(Unit(LIFE, "s", 4, System("mine", make)), CONDITIONS)
    assert (record.ending, record.steps, record.transcript) == (ending, 0, ())
    assert str(error.args[0]) in record.fault

    class CannotBegin(Seat):
        def begin(self, episode_id, seed):
            raise error

    assert played(CannotBegin()).ending is ending


def test_a_seat_that_fails_at_its_end_has_ended():
    class CannotEnd(Seat):
        def end(self, reason):
            raise RuntimeError("still here")

    record = played(CannotEnd())
    assert (record.ending, record.fault, record.valid) == (Ending.COMPLETED, "", True)


def test_an_episode_whose_process_died_is_lost_to_the_infrastructure():
    record = lost(unit(unbounded=True), CONDITIONS, "the worker process died", 2)
    assert (record.ending, record.valid, record.score, record.fault, record.attempt) == (
        Ending.INFRASTRUCTURE_ERROR, False, None, "the worker process died", 2
    )  # fmt: skip
    assert (record.key, record.config.unbounded, record.seeds.root) == (EpisodeKey("core-5/1", 4, "mine"), True, 4)


# ---------------------------------------------------------------- models


def spending(**usage):
    def act(seat):
        for budget in running_budgets():
            budget.spend(Usage(**usage))
        return "I see."

    return act


@pytest.mark.parametrize(
    ("usage", "expected"),
    [
        ({}, {}),
        (
            {"calls": 2, "cached": 1, "failed": 3, "prompt_tokens": 40, "completion_tokens": 5, "seconds": 1.5,
             "cost": 0.25},
            {"model_calls": 2, "model_cached": 1, "model_failed": 3, "model_tokens": 45, "model_seconds": 1.5,
             "model_cost": 0.25},
        ),
        ({"calls": 1, "cost": None}, {"model_calls": 1, "model_cached": 0, "model_failed": 0, "model_tokens": 0,
                                      "model_seconds": 0.0}),
    ],
)  # fmt: skip
def test_the_use_of_models_is_recorded_with_its_cost_if_every_call_has_a_price(usage, expected):
    record = played(Seat({1: spending(**usage)} if usage else None))
    found = dict(record.timings)
    assert found.pop("seconds") > 0
    assert found == expected


def test_each_episode_has_a_budget_of_its_own():
    bounds = []

    def note(seat):
        bounds.append([budget.bounds for budget in running_budgets()])
        return "I see."

    conditions = Conditions({}, {"calls": 3, "tokens": 70})
    for _ in range(2):
        played(Seat({1: note}), conditions)
    assert bounds == [[{"calls": 3, "tokens": 70, "cost": None, "seconds": None}]] * 2
    assert running_budgets() == ()


@pytest.mark.parametrize(("seconds", "turns"), [(None, 0), (60.0, 1)])
def test_an_episode_waits_for_its_turn_after_each_answer_that_took_a_thread(seconds, turns):
    seat, taken = Seat(), []

    async def turn():
        taken.append(seat.calls)

    record = asyncio.run(aplay(unit(seat), replace(CONDITIONS, step_timeout=seconds), turn=turn))
    assert record.ending is Ending.COMPLETED
    # The plain seat answers at once without a limit; with one, a thread waits for each of its answers.
    assert sorted({*taken} - {0}) == list(range(1, seat.calls + 1)) * turns


class Declaring(Seat):
    """Declares the same with every reply."""

    def __init__(self, **declared):
        super().__init__()
        self.declared = declared

    def act(self, observation):
        return replace(super().act(observation), **self.declared)


def test_what_a_reply_declares_is_counted_like_a_call():
    meter = Meter()
    with counting(meter):
        record = played(Declaring(tokens=100, cost=0.25))
    replies = record.timings["model_calls"]
    assert replies > 1
    assert (record.timings["model_tokens"], record.timings["model_cost"]) == (100 * replies, 0.25 * replies)
    assert meter.of("assistant").calls == replies
    assert "model_cost" not in played(Declaring(tokens=100)).timings
    assert "model_calls" not in played(Declaring()).timings


def test_a_record_says_what_each_reply_cost():
    record = played(Declaring(tokens=100, cost=0.25))
    assert {(note.calls, note.tokens, note.cost) for note in record.spent} == {(1, 100, 0.25)}
    assert len(record.spent) == record.timings["model_calls"]
    said = [turn.id for turn in record.transcript if turn.speaker == ASSISTANT and turn.text]
    asides = {probe.id: probe for probe in record.probes if probe.first is not None and not probe.first.turn}
    assert [note.turn for note in record.spent if note.turn in said] == said
    assert {note.probe for note in record.spent} - {""} == set(asides)
    assert asides
    assert all(note.turn.startswith(f"s{note.session:03}.") for note in record.spent if not note.probe)
    for note in record.spent:
        if note.probe:  # it belongs to the latest session that had begun
            assert note.session == max(
                one.number for one in record.sessions if one.started <= asides[note.probe].first.time
            )


def test_seconds_are_those_of_the_assistant_on_either_engine():
    def slow(seat):
        time.sleep(0.05)
        return Reply("I see.")

    for record in (played(Seat({2: slow})), asyncio.run(aplay(unit(Seat({2: slow})), CONDITIONS))):
        assert record.spent[1].seconds >= 0.05
        assert record.timings["seconds"] >= sum(note.seconds for note in record.spent)


def test_a_cost_is_unknown_from_the_first_call_without_a_price():
    record = played(Declaring(tokens=100))
    assert {note.cost for note in record.spent} == {None}
    assert {note.cost for note in played(Declaring()).spent} == {0}  # no call


def test_what_was_spent_on_an_unfinished_reply_counts():
    record = played(Declaring(cost=1), Conditions({}, {"cost": 2.5}))
    assert sum(note.cost for note in record.spent) == record.timings["model_cost"] == 3


def test_what_a_reply_declares_is_limited():
    record = played(Declaring(cost=1), Conditions({}, {"cost": 2.5}))
    assert (record.ending, record.timings["model_cost"]) == (Ending.BUDGET, 3)


@pytest.mark.parametrize(
    ("declared", "fault"),
    [({"tokens": -1}, "tokens is -1; expected a whole number from 0"), ({"tokens": 1.5}, "tokens is 1.5"),
     ({"cost": float("nan")}, "cost is nan; expected a number from 0"), ({"cost": "1"}, "cost is '1'")],
)  # fmt: skip
def test_a_reply_that_declares_nonsense_is_at_fault(declared, fault):
    record = played(Declaring(**declared))
    assert record.ending is Ending.ASSISTANT_ERROR
    assert fault in record.fault


def test_the_trust_of_people_is_recorded_at_the_end_of_each_session():
    noted = played().trust
    assert [note.session for note in noted] == [1, 2, 3]
    assert all(0 <= note.trust <= 1 for note in noted)
    right = play(Unit(LIFE, "core-5/1", 4, systems(["ideal-listener"])[0]), CONDITIONS).trust
    assert right[-1].trust > noted[-1].trust  # it answers rightly, and the other seat nothing
    sealed = played(conditions=Conditions({"feedback": "sealed"})).trust
    assert {note.trust for note in sealed} == {0.5}  # people do not learn how they were answered
