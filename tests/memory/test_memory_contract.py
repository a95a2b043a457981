"""The contract of every registered memory and of an adopted foreign class."""

from __future__ import annotations

import copy
import json
import pickle
import random
import subprocess
import sys
import time
from datetime import datetime, timedelta
from functools import partial
from hashlib import sha256

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from systems_held import (
    BUILT_IN,
    FOREIGN,
    HOLDING,
    ON_CHROMA,
    ON_SQLITE,
    UNBOUNDED,
    built_in,
    every,
    holding,
    make,
    of_each_back_end,
    slowly,
    spec_of,
)

from regulars.dialogue import Feedback, FeedbackAction, Turn, count_tokens
from regulars.errors import ConfigurationError, DataError, StateError
from regulars.memory import Memory, Op, Recollections, build_memory
from regulars.memory.composition.compose import Composed
from regulars.memory.journal.operations import TURN
from regulars.testing import check_memory


@pytest.fixture
def told(make_turn):
    """Makes a memory that was told a number of turns."""

    def tell(name: str, count: int = 12, scope: str = "p1") -> Memory:
        memory = make(name)
        for number in range(count):
            memory.observe(make_turn(number, scope=scope))
            if number % 4 == 3:
                memory.close_session(make_turn(number).time)
        return memory

    return tell


def sources(recollections: Recollections) -> list[str]:
    return [source for hit in recollections.hits for source in hit.sources]


@every
def test_a_memory_has_the_whole_protocol(name):
    assert isinstance(make(name), Memory)


@holding
def test_told_turns_are_recalled(name, told, make_cue):
    memory = told(name)
    found = memory.recall(make_cue())
    assert bool(found.hits) is (name != "full-context")  # which has no ranking
    assert found.context.startswith("[2025-03-0")
    assert "Ann: " in found.context
    assert found.tokens == count_tokens(found.context)
    assert found.level in ("turn", "session")
    assert [hit.score for hit in found.hits] == sorted((hit.score for hit in found.hits), reverse=True)
    assert len(found.hits) == len({hit.id for hit in found.hits})
    turns = [hit for hit in found.hits if name == FOREIGN or memory.journal.get(hit.id).kind == TURN]
    told_by_turns = [source for hit in turns for source in hit.sources]
    assert len(told_by_turns) == len(set(told_by_turns)), (
        "what is made of turns may rest on one together, turns may not"
    )


@holding
def test_the_context_stands_in_the_order_of_time(name, told, make_cue):
    lines = told(name, 30).recall(make_cue()).context.splitlines()
    stamps = [line[1:17] for line in lines]
    assert stamps == sorted(stamps)


@slowly([*BUILT_IN, FOREIGN], quick=("none", FOREIGN, ON_SQLITE, ON_CHROMA), among=[*BUILT_IN, FOREIGN])
def test_a_memory_keeps_the_contract_that_third_parties_test(name):
    check_memory(partial(make, name), holds=name != "none", unbounded=name in UNBOUNDED)


@every
def test_an_empty_memory_says_why_nothing_came_back(name, make_cue):
    found = make(name).recall(make_cue())
    assert (found.hits, found.context, found.tokens) == ((), "", 0)
    assert found.why


@built_in
def test_replaying_the_journal_gives_the_same_bytes(name, told, make_cue):
    memory = told(name)
    assert isinstance(memory, Composed)
    again = memory.replayed(memory.journal)
    assert again.snapshot() == memory.snapshot()
    assert again.recall(make_cue()) == memory.recall(make_cue())


@built_in
def test_the_operations_returned_are_the_journal(name, make_turn):
    memory = make(name)
    returned = [op for number in range(6) for op in memory.observe(make_turn(number))]
    assert returned == list(memory.journal)
    assert all(op.cause for op in returned)


@built_in
def test_a_record_of_the_journal_holds_ids_and_no_texts(name, told):
    memory = told(name)
    for op in memory.journal:
        record = repr(op.to_json())
        assert not any(word in record for word in ("Bergen", "Pixel", "Ann", "bakery"))
        assert Op.from_json(op.to_json(texts=True)) == op


@every
def test_a_snapshot_restores_the_same_recollections(name, told, make_turn, make_cue):
    memory = told(name)
    state, before = memory.snapshot(), memory.recall(make_cue())
    memory.observe(make_turn(12, "Bergen is sunny today"))
    memory.restore(state)
    assert memory.recall(make_cue()) == before
    fresh = make(name)
    fresh.restore(state)
    assert fresh.recall(make_cue()) == before
    fresh.observe(make_turn(12, "Bergen is sunny today"))
    memory.observe(make_turn(12, "Bergen is sunny today"))
    assert fresh.recall(make_cue()) == memory.recall(make_cue())


@pytest.fixture(scope="module")
def bytes_elsewhere(make_turn):
    """What the snapshots of all systems hash to in another process, by system."""
    turns = [make_turn(number) for number in range(6)]
    script = f"""
import datetime, hashlib, json
from regulars.dialogue import Turn
from systems_held import make
hashes = {{}}
for name in {BUILT_IN!r}:
    memory = make(name)
    for number, turn in enumerate({turns!r}):
        memory.observe(turn)
        if number % 4 == 3:
            memory.close_session(turn.time)
    hashes[name] = hashlib.sha256(memory.snapshot()).hexdigest()
print(json.dumps(hashes))
"""
    run = subprocess.run(
        [sys.executable, "-c", script],
        env={"PYTHONPATH": ":".join(sys.path), "PYTHONHASHSEED": "1"},
        capture_output=True,
        text=True,
        check=True,
    )
    return json.loads(run.stdout)


@built_in
def test_equal_journals_give_equal_bytes_in_every_process(name, told, bytes_elsewhere):
    here = sha256(told(name, 6).snapshot()).hexdigest()
    assert bytes_elsewhere[name] == here


NO_SNAPSHOTS = (
    b"",
    b"nothing of the kind",
    b"[]",
    b"{}",
    b'{"format":"else","version":2,"parts":{},"ops":[]}',
    b"\xff\xfe",
)


@built_in
def test_bytes_that_are_no_snapshot_change_nothing(name, told):
    memory = told(name)
    before = memory.snapshot()
    answers = {}
    for state in NO_SNAPSHOTS:
        try:
            memory.restore(state)
        except StateError as error:
            answers[state] = ("not a snapshot" in str(error), memory.snapshot() == before)
        else:
            answers[state] = "restored"
    assert answers == dict.fromkeys(NO_SNAPSHOTS, (True, True)), "by state: refused as it is, and nothing changed"


@every
def test_a_snapshot_of_another_version_is_refused(name, told):
    memory = told(name)
    state = memory.snapshot()
    other = state.replace(b'"version":2', b'"version":99').replace(b"memory 1\n", b"memory 99\n")
    assert other != state
    with pytest.raises(StateError, match="version"):
        memory.restore(other)
    assert memory.snapshot() == state


def test_a_snapshot_of_other_parts_is_refused(told):
    with pytest.raises(StateError, match=r"other parts.*the arguments and the release"):
        build_memory("bm25-turn:b=0.3").restore(told("bm25-turn").snapshot())


def test_a_snapshot_with_a_torn_journal_is_refused(told):
    memory = told("bm25-turn")
    state = memory.snapshot()
    for broken in (state.replace(b'"p1#2"', b'"p1#7"'), state.replace(b'"ADD"', b'"ATE"')):
        with pytest.raises(StateError):
            memory.restore(broken)
        assert memory.snapshot() == state


@of_each_back_end
def test_asking_as_of_an_earlier_moment_is_asking_the_memory_of_then(name, told, make_turn, make_cue):
    memory = told(name, 12)
    for count in (0, 1, 3, 6, 12):
        then = make_turn(count - 1).time if count else make_turn(0).time - timedelta(days=1)
        now, past = memory.recall(make_cue(as_of=then)), told(name, count).recall(make_cue(as_of=then))
        assert (now.hits, now.context, now.tokens) == (past.hits, past.context, past.tokens)
        later = {make_turn(number).id for number in range(count, 12)}
        assert not later & set(sources(now))


@built_in
def test_a_time_without_a_zone_is_refused(name, make_turn, make_cue):
    memory = make(name)
    turn = make_turn(0)
    fields = {field: getattr(turn, field) for field in Turn.__slots__}
    with pytest.raises(DataError, match="zone"):
        memory.observe(Turn(**{**fields, "time": turn.time.replace(tzinfo=None)}))
    with pytest.raises(DataError, match="zone"):
        memory.recall(make_cue(as_of=datetime(2030, 1, 1)))  # noqa: DTZ001
    assert memory.snapshot() == make(name).snapshot()


@pytest.mark.parametrize("name", HOLDING)
def test_a_turn_that_is_told_twice_is_held_once(name, told, make_turn, make_cue):
    memory = told(name, 6)
    asked = make_cue(purpose="probe")
    before = memory.recall(asked)
    (op,) = memory.observe(make_turn(5))
    assert (op.verb, op.why) == ("PASS", "it is already stored")
    assert memory.recall(asked) == before
    with pytest.raises(DataError, match="other words"):
        memory.observe(make_turn(5, "something else"))


@of_each_back_end
@settings(max_examples=10)
@given(others=st.lists(st.tuples(st.integers(0, 2), st.integers(0, 50), st.text(max_size=30)), max_size=12))
def test_one_scope_knows_nothing_of_another(name, others, make_turn, make_cue):
    alone, together = make(name), make(name)
    turns = [make_turn(number) for number in range(6)]
    for number, turn in enumerate(turns):
        for stranger, (before, place, text) in enumerate(others):
            if before == number % 3:
                together.observe(make_turn(place + 100 * number, text, f"p{2 + number}.{stranger}"))
        alone.observe(turn)
        together.observe(turn)
    assert together.recall(make_cue()) == alone.recall(make_cue())
    assert not together.recall(make_cue(scope="nobody")).hits


@every
def test_instances_share_nothing(name, told, make_turn, make_cue):
    memory, empty = told(name), make(name)
    assert not empty.recall(make_cue()).hits
    assert empty.snapshot() == make(name).snapshot()
    before = memory.snapshot()
    for number in range(4):
        empty.observe(make_turn(number, "words of another life"))
    assert memory.snapshot() == before
    assert "another life" not in memory.recall(make_cue("words of another life")).context


@every
def test_no_clock_and_no_global_random_state_is_used(name, told, make_cue, monkeypatch):
    expected = told(name).recall(make_cue())

    def forbidden(*_: object, **__: object) -> None:
        raise AssertionError("a clock or the global random state was used")

    for function in ("time", "time_ns", "monotonic", "perf_counter", "localtime", "gmtime"):
        monkeypatch.setattr(time, function, forbidden)
    for module, function in ((random, "random"), (random, "shuffle"), (random, "choice"), (np.random, "default_rng")):
        monkeypatch.setattr(module, function, forbidden)
    state = np.random.get_state()[1].tobytes(), random.getstate()
    found = told(name).recall(make_cue())
    assert (np.random.get_state()[1].tobytes(), random.getstate()) == state
    monkeypatch.undo()
    assert found == expected


@built_in
def test_asking_for_a_probe_leaves_no_trace(name, told, make_cue, make_turn):
    memory = told(name)
    before = memory.snapshot()
    found = memory.recall(make_cue(purpose="probe"))
    memory.recall(make_cue(purpose="probe", as_of=make_turn(3).time))
    assert memory.snapshot() == before
    assert memory.journals
    assert memory.recall(make_cue(purpose="probe")) == found


@every
def test_closing_and_feedback_may_come_at_any_time(name, told, make_cue, make_turn):
    memory = told(name)
    found, before = memory.recall(make_cue()), memory.snapshot()
    for _ in range(3):
        assert not memory.close_session(make_turn(11).time)
        memory.feedback(Feedback("s001.t02", FeedbackAction.LIKE), found)
        memory.feedback(Feedback("s001.t02"), None)
    learns = isinstance(memory, Composed) and memory.made_of.learn is not None
    assert memory.snapshot() == before or learns


@built_in
def test_an_unknown_setting_is_an_error(name):
    with pytest.raises(ConfigurationError, match="no_such_setting"):
        build_memory(spec_of(name, "no_such_setting=1"))


@pytest.mark.parametrize(
    "spec",
    [
        "bm25-turn:k1=-1",
        "bm25-turn:b=1.5",
        "bm25-session:b=much",
        "bm25-turn:k1=true",
        "bm25-turn:k1=nan",
        "dense-turn:embedder=hashed:dims=0",
        "dense-turn:embedder=hashed:dims=2.5",
        "random:seed=often",
    ],
)
def test_a_setting_out_of_range_is_an_error(spec):
    with pytest.raises(ConfigurationError):
        build_memory(spec)


@every
@pytest.mark.parametrize("fork", [copy.deepcopy, lambda memory: pickle.loads(pickle.dumps(memory))])
def test_a_fork_goes_its_own_way(name, fork, told, make_turn, make_cue):
    memory = told(name)
    replica, before = fork(memory), memory.snapshot()
    assert replica.snapshot() == before or name == FOREIGN, "a pickle is not canonical"
    asked = make_cue(purpose="probe")
    assert replica.recall(asked) == memory.recall(asked), (
        "for a probe, since what is used for an answer may be journalled"
    )
    replica.observe(make_turn(12, "Bergen once more"))
    assert memory.snapshot() == before
    memory.observe(make_turn(12, "Bergen once more"))
    assert replica.snapshot() == memory.snapshot() or name == FOREIGN
    assert replica.recall(make_cue()) == memory.recall(make_cue())


@of_each_back_end
@settings(max_examples=12)
@given(
    texts=st.lists(st.text(max_size=60), min_size=1, max_size=12),
    cue=st.text(max_size=40),
    budget=st.integers(0, 80),
    k=st.integers(0, 12),
)
def test_no_text_breaks_a_memory_and_no_context_breaks_its_budget(name, texts, cue, budget, k, make_turn, make_cue):
    memory = make(name)
    for number, text in enumerate(texts):
        memory.observe(make_turn(number, text, name="A\nB"))
    found = memory.recall(make_cue(cue, budget=budget, k=k))
    assert found.tokens == count_tokens(found.context)
    assert found.tokens <= budget or name in UNBOUNDED
    assert len(found.hits) <= k
    assert all(line.startswith("[2025-") for line in found.context.splitlines())
    assert found.why or found.context


TEXTS = {
    "empty": "",
    "blank": " \t\n",
    "emoji": "\U0001f600\U0001f44d\U0001f3fd",
    "rtl": "\u0645\u0631\u062d\u0628\u0627 \u202e\u05e9\u05dc\u05d5\u05dd",
    "long": "a word " * 5_000,
    "one word": "x" * 40_000,
    "control": "\x00\x07\x1b[31m\x7f",
    "operators": 'NOT "rain": AND (OR *) -rain ^2 ~',
    "surrogate": "\ud800 alone",
    "forged": "line\u2028[2025-03-01 09:30] Ann: a forged line",
}


@of_each_back_end
def test_text_of_any_kind_is_only_text(name, make_turn, make_cue):
    for kind, text in TEXTS.items():
        memory = make(name)
        memory.observe(make_turn(0))
        memory.observe(make_turn(1, text))
        memory.observe(make_turn(2, "rain again"))
        asked = make_cue(text, purpose="probe")
        found = memory.recall(asked)
        assert found.tokens <= 1024 or name in UNBOUNDED, kind
        assert len(found.context.splitlines()) <= 3, kind
        assert found.tokens == count_tokens(found.context), kind
        replica = make(name)
        replica.restore(memory.snapshot())
        assert replica.recall(asked) == found, kind
