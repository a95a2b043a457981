"""What the writer refuses, in full: options, calls, actions and operations; and what it takes at the ends."""

from __future__ import annotations

import json
import pickle
from dataclasses import replace

import numpy as np
import pytest
from refusals import message
from small_lives import ASKS_CITY, IN_CITY, scenario, session

from regulars.envs.banks.bank import Bank, BankInsight, Limits
from regulars.envs.banks.groups import Rollout, advantages
from regulars.envs.banks.operations import LONGEST_ACTION, LONGEST_ID, MOST_OPERATIONS, FaultKind, apply
from regulars.envs.banks.writer import WriterEnv
from regulars.errors import ActionError, ConfigurationError, OrderError, StateError

SMALL = scenario(session(1, ASKS_CITY), session(2), probes=(IN_CITY,))
WRITER = "regulars:Writer-v0: "
FIRST = "call env.reset() first."


def begun(**options):
    env = WriterEnv(scenario=SMALL, **options)
    env.reset(seed=0)
    return env


# ---------------------------------------------------------------- options and calls


@pytest.mark.parametrize("name", ["turns", "facts", "insights", "letters"])
def test_a_capacity_is_a_whole_number_from_1(name):
    for wrong in (0, -1, 1.0, True, "3"):
        assert message(lambda wrong=wrong: WriterEnv(**{name: wrong}), ConfigurationError) == (
            f"{WRITER}{name} is {wrong!r}; expected a whole number from 1."
        )
    if name != "turns":
        assert message(lambda: WriterEnv(**{name: None}), ConfigurationError) == (
            f"{WRITER}{name} is None; expected a whole number from 1."
        )
    begun(**{name: 1}).step("[]")


def test_the_environment_plays_all_seats_itself():
    assert message(lambda: WriterEnv(played="user"), ConfigurationError) == (
        f"{WRITER}the option 'played' is not available; leave it out: the environment plays people, reader and "
        "evaluator."
    )


def test_a_group_has_two_members_and_a_step_at_least():
    env = begun()
    for given, text in (({"n": 1}, "n is 1; expected a whole number from 2."),
                        ({"n": 2, "steps": 0}, "steps is 0; expected a whole number from 1.")):  # fmt: skip
        assert message(lambda given=given: env.groups(policy=lambda *_: "[]", **given), ConfigurationError) == (
            WRITER + text
        )
    assert len(env.groups(2, lambda *_: "[]", 1)) == 2


def test_what_comes_before_the_first_reset_or_after_the_end_is_refused():
    env = WriterEnv(scenario=SMALL)
    for call, where, what in (
        (lambda: env.step("[]"), "step", "a step"),
        (env.observe, "observe", "observe"),
        (env.get_state, "get_state", "get_state"),
        (lambda: env.groups(2, lambda *_: "[]"), "get_state", "get_state"),
    ):
        assert message(call, OrderError) == f"{where}: {what} before reset; {FIRST}"
    env.reset(seed=0)
    while not any(env.step("[]")[2:4]):
        pass
    assert message(lambda: env.step("[]"), OrderError) == f"step: a step after the end; {FIRST}"


def test_bytes_that_are_no_state_are_refused():
    env = begun()
    for foreign in (b"?", pickle.dumps(3), pickle.dumps((1, b"", (1, 2)))):
        assert message(lambda foreign=foreign: env.set_state(foreign), StateError) == (
            "set_state: the bytes are not a state of an environment of this version."
        )
    kind, (life, own) = pickle.loads(env.get_state())
    version, other = kind.version, pickle.dumps((kind, (life, ({}, *own[1:]))))
    later = pickle.dumps((replace(kind, version=version + 1), (life, own)))
    assert message(lambda: env.set_state(later), StateError) == (
        f"set_state: a state of version {version + 1}; expected version {version}."
    )
    assert message(lambda: env.set_state(other), StateError) == (
        "set_state: the bytes are not a state of an environment of this version."
    )


@pytest.mark.parametrize(("action", "kind"), [(None, "NoneType"), (["[]"], "list"), (np.array("[]"), "ndarray")])
def test_an_action_that_is_no_text_is_refused(action, kind):
    assert message(lambda: begun().step(action), ActionError) == (f"step: an action of type {kind}; expected a string.")


# ---------------------------------------------------------------- faults of operations

HELD = Bank({"f1": "Ann has a cat.", "f2": "Ann likes tea."}, {"i1": BankInsight(("f1", "f2"), "Ann is calm.")}, 2)
LIMITS = Limits(facts=3, insights=2, letters=50)
"""Texts may have 50 characters, ids 32."""
OPERATIONS = "add_fact, update_fact, delete_fact, add_insight, update_insight, delete_insight"
LONG = "x" * 51


@pytest.mark.parametrize(
    ("operation", "kind", "why"),
    [
        ({"op": "add"}, FaultKind.UNKNOWN_OPERATION, f"op is 'add'; expected one of {OPERATIONS}"),
        ({"text": "x"}, FaultKind.UNKNOWN_OPERATION, f"op is None; expected one of {OPERATIONS}"),
        ({"op": ["add_fact"]}, FaultKind.UNKNOWN_OPERATION, f"op is ['add_fact']; expected one of {OPERATIONS}"),
        ({"op": "add_fact"}, FaultKind.WRONG_FIELD, "text is None; expected 1 to 50 characters"),
        ({"op": "add_fact", "text": ""}, FaultKind.WRONG_FIELD, "text is 0 characters; expected 1 to 50 characters"),
        ({"op": "add_fact", "text": LONG}, FaultKind.WRONG_FIELD, "text is 51 characters; expected 1 to 50 characters"),
        ({"op": "add_fact", "text": "x", "id": LONG[:33]}, FaultKind.WRONG_FIELD,
         "id is 33 characters; expected 1 to 32 characters"),
        ({"op": "add_fact", "text": "x", "id": 7}, FaultKind.WRONG_FIELD, "id is 7; expected 1 to 32 characters"),
        ({"op": "add_fact", "text": "x", "refs": []}, FaultKind.WRONG_FIELD, "add_fact has no field 'refs'"),
        ({"op": "delete_fact", "id": "f1", "text": "x"}, FaultKind.WRONG_FIELD, "delete_fact has no field 'text'"),
        ({"op": "update_fact", "text": "x"}, FaultKind.WRONG_FIELD, "id is None; expected 1 to 32 characters"),
        ({"op": "add_fact", "text": "x", "id": "i1"}, FaultKind.UNKNOWN_ID,
         "the id 'i1' is taken; expected a new one, or none"),
        ({"op": "add_insight", "refs": ["f1", "f2"], "text": "x", "id": "f1"}, FaultKind.UNKNOWN_ID,
         "the id 'f1' is taken; expected a new one, or none"),
        ({"op": "update_fact", "id": "i1", "text": "x"}, FaultKind.UNKNOWN_ID, "there is no fact 'i1'"),
        ({"op": "delete_fact", "id": "f9"}, FaultKind.UNKNOWN_ID, "there is no fact 'f9'"),
        ({"op": "update_insight", "id": "f1", "refs": ["f1", "f2"], "text": "x"}, FaultKind.UNKNOWN_ID,
         "there is no insight 'f1'"),
        ({"op": "delete_insight", "id": "i9"}, FaultKind.UNKNOWN_ID, "there is no insight 'i9'"),
        ({"op": "add_insight", "refs": ["f9", "f1"], "text": "x"}, FaultKind.UNKNOWN_ID, "there is no fact 'f9'"),
        ({"op": "add_insight", "refs": ["f1"], "text": "x"}, FaultKind.WRONG_FIELD,
         "refs names 1 facts; expected 2 to 4 different facts"),
        ({"op": "add_insight", "refs": ["f1", 2], "text": "x"}, FaultKind.WRONG_FIELD,
         "refs is ['f1', 2]; expected a list of ids of facts"),
        ({"op": "add_insight", "refs": "f1", "text": "x"}, FaultKind.WRONG_FIELD,
         "refs is 'f1'; expected a list of ids of facts"),
        ({"op": "add_insight", "text": "x"}, FaultKind.WRONG_FIELD, "refs is None; expected a list of ids of facts"),
    ],
)  # fmt: skip
def test_a_fault_says_which_operation_what_is_wrong_and_what_was_expected(operation, kind, why):
    applied = apply(HELD, json.dumps([{"op": "update_fact", "id": "f1", "text": "x"}, operation]), LIMITS)
    assert (applied.bank, applied.written) == (HELD, ())
    assert (applied.fault.kind, applied.fault.why) == (kind, f"operation 2: {why}")


def test_a_full_bank_says_what_it_holds():
    full = Limits(facts=2, insights=1)
    for operation, what in (({"op": "add_fact", "text": "x"}, "2 facts"),
                            ({"op": "add_insight", "refs": ["f1", "f2"], "text": "x"}, "1 insights")):  # fmt: skip
        fault = apply(HELD, json.dumps([operation]), full).fault
        assert (fault.kind, fault.why) == (
            FaultKind.FULL, f"operation 1: the bank holds {what}; delete or update some first"
        )  # fmt: skip


@pytest.mark.parametrize(
    ("action", "kind", "why"),
    [
        ("x" * 65537, FaultKind.NOT_JSON, "65537 characters; expected at most 65536"),
        ("no", FaultKind.NOT_JSON, "no JSON (Expecting value: line 1 column 1 (char 0)); expected a list of "
                                   "operations"),
        ("{}", FaultKind.NOT_A_LIST, "dict; expected a list of objects"),
        ("[1]", FaultKind.NOT_A_LIST, "list; expected a list of objects"),
        (json.dumps([{}] * 65), FaultKind.NOT_A_LIST, "65 operations; expected at most 64"),
    ],
)  # fmt: skip
def test_an_action_that_is_no_list_of_operations_says_what_it_is(action, kind, why):
    fault = apply(HELD, action, LIMITS).fault
    assert (fault.kind, fault.why) == (kind, why)


def test_the_longest_action_text_and_id_and_the_most_operations_are_taken():
    assert (LONGEST_ACTION, MOST_OPERATIONS, LONGEST_ID) == (65536, 64, 32)
    longest = json.dumps([{"op": "add_fact", "text": LONG[:50], "id": LONG[:32]}])
    applied = apply(HELD, longest + " " * (65536 - len(longest)), LIMITS)
    assert (applied.fault, applied.written) == (None, (LONG[:32],))
    most = [{"op": "update_fact", "id": "f1", "text": str(number)} for number in range(64)]
    assert apply(HELD, json.dumps(most), LIMITS).bank.facts["f1"] == "63"
    assert apply(HELD, json.dumps([{"op": "add_fact", "text": "x", "id": "y"}]), LIMITS).fault is None
    assert apply(HELD, "[]", LIMITS).bank == HELD


def test_a_bank_may_be_filled_to_its_last_fact_and_insight():
    operations = [
        {"op": "add_fact", "text": "Three."},
        {"op": "add_insight", "refs": ["f1", "f3"], "text": "Two."},
    ]
    bank = apply(HELD, json.dumps(operations), LIMITS).bank
    assert (list(bank.facts), list(bank.insights), bank.made) == (["f1", "f2", "f3"], ["i1", "i4"], 4)


def test_a_new_id_is_none_that_stands_for_a_held_fact_either():
    # `f3` would be the next id, but it stands for the cat already.
    operations = [
        {"op": "add_fact", "id": "f3", "text": "Ann has a cat!"},
        {"op": "add_fact", "text": "New."},
        {"op": "update_fact", "id": "f3", "text": "Ann has a dog."},
    ]
    applied = apply(HELD, json.dumps(operations), LIMITS)
    assert applied.bank.facts == {"f1": "Ann has a dog.", "f2": "Ann likes tea.", "f4": "New."}
    assert applied.written == ("f4", "f1")


def test_a_fact_that_was_written_and_deleted_was_not_written():
    operations = [{"op": "update_fact", "id": "f1", "text": "x"}, {"op": "delete_fact", "id": "f1"}]
    applied = apply(HELD, json.dumps(operations), LIMITS)
    assert (applied.written, dict(applied.bank.facts), dict(applied.bank.insights)) == (
        (), {"f2": "Ann likes tea."}, {}
    )  # fmt: skip


# ---------------------------------------------------------------- groups


def test_the_records_of_a_group_are_its_steps():
    rollout = Rollout(({"bank": "a"}, {"bank": "b"}), ("[]", "no"), (1.0, 0.0), 0.5)
    assert rollout.records("g") == [
        {"group": "g", "prompt": {"bank": "a"}, "response": "[]", "reward": 1.0, "advantage": 0.5},
        {"group": "g", "prompt": {"bank": "b"}, "response": "no", "reward": 0.0, "advantage": 0.5},
    ]


def test_advantages_use_the_populations_deviation():
    # Mean 2, deviations -2, 0, 2 and 0: variance 8 / 4 = 2.
    assert advantages([0.0, 2.0, 4.0, 2.0]) == pytest.approx([-(2**0.5), 0.0, 2**0.5, 0.0])
    assert advantages([-1.0]) == [0.0]
    assert advantages([5e-324, 0.0]) == [0.0, 0.0]  # half of the least number above 0 is rounded to 0


def test_each_member_of_a_group_begins_at_the_same_state_and_has_its_number():
    env = begun()
    seen = env.observe()[0]
    members = env.groups(3, lambda observation, member: json.dumps([{"op": "add_fact", "text": f"M{member}"}]))
    assert [member.prompts for member in members] == [(seen,)] * 3
    assert [json.loads(member.responses[0])[0]["text"] for member in members] == ["M0", "M1", "M2"]
    assert env.observe()[0] == seen
