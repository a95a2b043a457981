"""The rows of a run: names, order, marks and settings of what is compared."""

from __future__ import annotations

import pytest

from regulars import registry
from regulars.agents.assistant.scripted import ScriptedAssistant
from regulars.envs.aec import LifeAEC
from regulars.errors import ConfigurationError, SeatError, UnknownNameError
from regulars.evaluation.runs.config import RunConfig
from regulars.evaluation.runs.finished import row_named
from regulars.evaluation.systems.oracles import (
    CreditOracle,
    KnowingAssistant,
    LessonOracle,
    RuleKeepingAssistant,
    told,
    true_now,
)
from regulars.evaluation.systems.systems import (
    ORACLES,
    REFERENCES,
    Acting,
    default_memories,
    sources,
    systems,
    why_not_forked,
)
from regulars.evaluation.systems.user_and_judge import ALL_SCRIPTED, UserAndJudge
from regulars.seeding import content_hash


class Newest:
    def __init__(self):
        self.turns = []

    def observe(self, turn):
        self.turns.append(turn)

    def recall(self, cue):
        return self.turns[-1:]


class Awaited:
    async def act(self, observation):
        return "I see."


class Counting:
    def __init__(self):
        self.calls = 0

    def act(self, observation):
        self.calls += 1
        return "I see."


class HasNoState(list):
    def act(self, observation):
        return "I see."


class CannotBegin:
    def begin(self, episode_id, seed):
        raise RuntimeError("not today")

    def act(self, observation):
        return "I see."


class Rated(Newest):
    def feedback(self, feedback, recollections):
        pass


def reply(observation):
    return "I see."


def names(*given, **options):
    return [row.name for row in systems(*given, **options)]


# ---------------------------------------------------------------- names and order


def test_memories_come_in_their_order_and_references_after_them_unless_they_are_named():
    assert names(["recency", Newest, "bm25-turn:b=.3"]) == ["recency", "Newest", "bm25-turn:b=.3"]
    assert names(["bm25-turn", "recency"], references=("none", "recency", "oracle-recall")) == [
        "bm25-turn", "recency", "none", "oracle-recall",
    ]  # fmt: skip


def test_an_assistant_without_a_memory_is_the_first_row_and_the_memories_have_the_scripted_one():
    assert names(["recency"], reply, references=("none",)) == ["reply", "recency", "none"]
    assert names([], Counting()) == ["Counting"]
    assert names([], Counting) == ["Counting"]


def test_an_assistant_with_a_memory_is_combined_with_each_of_them():
    assert names(["recency", "none"], "oracle-rules", references=("none", "random")) == [
        "oracle-rules + recency", "oracle-rules + none", "none", "random",
    ]  # fmt: skip
    assert names(["recency"], "scripted") == ["recency"]


def test_the_standard_assistant_is_left_out_of_names():
    standard = "scripted:explore=.1"
    assert names(["recency"], references=("none",), standard=standard) == ["recency", "none"]
    assert names(["recency"], "scripted", standard=standard) == ["scripted + recency"]
    (row,) = systems(["recency"], standard=standard)
    assert row.make(lambda: None).explore == 0.1


def test_rows_that_learn_have_a_twin_without_feedback():
    rows = systems(["bm25-turn", "lesson-counts", Rated], references=("none",), twins=True)
    assert [row.name for row in rows] == [
        "bm25-turn", "lesson-counts", "lesson-counts (sealed)", "Rated", "Rated (sealed)", "none",
    ]  # fmt: skip
    assert [row.feedback for row in rows] == ["", "", "sealed", "", "sealed", ""]
    assert names(["none"], "bandit", twins=True) == ["bandit + none", "bandit + none (sealed)"]
    assert names(["lesson-counts"]) == ["lesson-counts"]


@pytest.mark.parametrize(
    ("memories", "assistant", "error", "said"),
    [
        (["recency", "none", "recency"], "scripted", ConfigurationError, "duplicate system 'recency'"),
        (["reply"], reply, UnknownNameError, "reply"),
        (["no-such"], "scripted", UnknownNameError, "no-such"),
        ([], 7, SeatError, "int"),
    ],
)
def test_rows_that_cannot_be_made_are_refused(memories, assistant, error, said):
    with pytest.raises(error, match=said):
        systems(memories, assistant)


def test_the_memories_of_a_run_that_names_none():
    every = [entry.name for entry in registry.entries("memory")]
    assert default_memories() == default_memories("scripted")
    assert len(default_memories()) == len({*default_memories()} & {*every}) == 8
    assert RunConfig(memory="all").memories() == every
    assert default_memories("oracle-rules") == ["bm25-turn"]
    assert default_memories(reply) == default_memories(Counting()) == []


def test_a_row_names_the_reader_of_its_statements_also_where_it_is_the_default():
    assert names(["mem0-v1", "mem0-v1:near=3", "mem0-v3:reader=packs", "bm25-turn", "lesson-counts", Newest]) == [
        "mem0-v1:reader=rules", "mem0-v1:near=3;reader=rules", "mem0-v3:reader=packs",
        "bm25-turn", "lesson-counts", "Newest",
    ]  # fmt: skip
    assert names(["mem0-v1"], "oracle-rules") == ["oracle-rules + mem0-v1:reader=rules"]
    with pytest.raises(ConfigurationError, match="duplicate system 'mem0-v1:reader=rules'"):
        systems(["mem0-v1", "mem0-v1:reader=rules"])


def test_a_row_is_found_without_its_default_reader():
    rows = ["mem0-v1:reader=rules", "mem0-v1:reader=oracle", "oracle-rules + mem0-v3:reader=rules", "bm25-turn"]
    asked = ["mem0-v1", "mem0-v1:reader=oracle", "oracle-rules + mem0-v3", "bm25-turn", "mem0-v3", "mem0-v1:near"]
    assert [row_named(name, rows) for name in asked] == [*rows, "mem0-v3", "mem0-v1:near"]


# ---------------------------------------------------------------- marks


@pytest.mark.parametrize(
    ("memory", "marks"),
    [
        # forks, oracle, unbounded
        ("recency", (True, False, False)),
        ("full-context", (True, False, True)),
        ("oracle-recall", (True, True, True)),
        ("ideal-listener", (True, True, True)),
        ("longmemeval:reader=oracle", (True, True, False)),
        ("longmemeval:reader=rules", (True, False, False)),
        (Newest, (True, False, False)),
    ],
)
def test_a_row_says_what_it_reads_and_whether_it_forks(memory, marks):
    (row,) = systems([memory])
    assert (row.forks, row.oracle, row.unbounded) == marks
    assert row.acting is Acting.COMPUTES


@pytest.mark.parametrize(
    ("assistant", "forks", "acting"),
    [
        (reply, False, Acting.BLOCKS),
        (Counting(), True, Acting.BLOCKS),
        (Awaited(), True, Acting.AWAITS),
        (HasNoState(), False, Acting.BLOCKS),
        (CannotBegin(), True, Acting.BLOCKS),  # its fault is that of its episodes
    ],
)
def test_a_foreign_seat_is_tried_once(assistant, forks, acting):
    (row,) = systems([], assistant)
    assert (row.forks, row.acting, row.oracle, row.unbounded) == (forks, acting, False, False)


def test_rows_that_read_peoples_rules_are_oracles_within_the_budget():
    (row,) = systems(["full-context"], "oracle-rules")
    assert (row.oracle, row.unbounded) == (True, True)
    (row,) = systems(["recency"], "oracle-rules")
    assert (row.oracle, row.unbounded) == (True, False)


def test_only_a_composed_memory_has_parts():
    rows = {row.name: row for row in systems(["bm25-turn", Newest], reply, references=("none", "ideal-listener"))}
    assert "BM25" in rows["bm25-turn"].parts["indexes"]
    assert [dict(rows[name].parts) for name in ("Newest", "reply", "ideal-listener")] == [{}] * 3


@pytest.mark.parametrize(
    ("assistant", "why"),
    [(reply, "state"), (Counting(), ""), (CannotBegin(), ""), (lambda observation: "x", "state")],
)
def test_exams_need_a_state_that_can_be_restored(assistant, why):
    (row,) = systems([], assistant)
    found = why_not_forked(row)
    assert bool(found) is bool(why)
    (memory,) = systems(["recency"])
    assert why_not_forked(memory) == ""


# ---------------------------------------------------------------- what is made


def made(name, assistant="scripted", **options):
    (row,) = systems([name], assistant, **options)
    return row.make(lambda: None)


def test_each_oracle_is_made_as_itself():
    assert set(ORACLES) == {"oracle-recall", "ideal-listener", "omniscient", "oracle-credit", "oracle-lessons"}
    assert set(REFERENCES) & set(ORACLES) == {"oracle-recall", "ideal-listener"}
    seats = {name: made(name, k=3, budget=77) for name in ORACLES}
    kinds = [type(seats[name]) for name in ORACLES]
    assert kinds == [ScriptedAssistant, KnowingAssistant, KnowingAssistant, CreditOracle, LessonOracle]
    assert (seats["ideal-listener"].look_up, seats["omniscient"].look_up) == (told, true_now)
    for name in ("oracle-recall", "oracle-credit", "oracle-lessons"):
        assert (seats[name].k, seats[name].budget) == (3, 77)
    rules = made("recency", "oracle-rules", k=4, budget=88)
    assert (type(rules), rules.k, rules.budget) == (RuleKeepingAssistant, 4, 88)


def test_settings_of_recall_reach_the_assistant():
    seat = made("recency", k=3, budget=77)
    assert (seat.k, seat.budget) == (3, 77)
    seat = made("recency")
    assert (seat.k, seat.budget) == (10, 1024)


def test_an_object_is_copied_and_a_function_is_shared():
    given = Counting()
    (row,) = systems([], given)
    first, second = row.make(lambda: None), row.make(lambda: None)
    first.act({})
    assert (second.calls, given.calls) == (0, 0)
    (row,) = systems([], reply)
    assert row.make(lambda: None).act({}) == "I see."


def test_files_of_systems_are_hashed_by_their_text(tmp_path):
    code, composed = tmp_path / "mine.py", tmp_path / "mine.yaml"
    code.write_text("class Mine: pass\n")
    composed.write_text("name: mine\n")
    hashed = {str(path): content_hash(path.read_text(), 16) for path in (code, composed)}
    assert sources([f"{code}:Mine:last=3", f"{composed}", "recency"]) == hashed
    assert sources([f"{code}:make + {composed}"]) == hashed
    assert sources(["recency", f"{tmp_path}/gone.py:Mine", "module:Mine"]) == {}


# ---------------------------------------------------------------- people and judge


def test_people_and_judge_are_scripted_unless_they_are_named():
    assert UserAndJudge.named("scripted", "scripted", None) == ALL_SCRIPTED == UserAndJudge()
    assert ALL_SCRIPTED.scripted
    assert not ALL_SCRIPTED.wait
    for given in (UserAndJudge(user="openai:m"), UserAndJudge(judge="openai:m")):
        assert not given.scripted
    with pytest.raises(UnknownNameError, match="scriptd"):
        UserAndJudge.named("scriptd", "scripted", None)
    with pytest.raises(UnknownNameError, match="strict"):
        UserAndJudge.named("scripted", "strict", None)


@pytest.mark.parametrize(
    ("user", "judge", "seats"),
    [
        ("scripted", "scripted", []),
        ("openai:scripted", "scripted", ["user_0", "user_1"]),
        ("scripted", "openai:scripted", ["evaluator_0"]),
        ("openai:scripted", "openai:scripted", ["user_0", "user_1", "evaluator_0"]),
    ],
)
def test_named_policies_take_the_seats_of_their_role(loopback, user, judge, seats):
    policies = UserAndJudge.named(user, judge, None)
    assert list(policies.seats(LifeAEC(users=2, sessions=1))) == seats
    assert policies.wait is bool(seats)
