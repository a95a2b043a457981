"""Operations on a memory bank: what each does, how references stay valid, and which faults refuse an action."""

from __future__ import annotations

import json

import pytest

from regulars.envs.banks.bank import Bank, BankInsight, Limits
from regulars.envs.banks.operations import LONGEST_ACTION, MOST_OPERATIONS, FaultKind, apply

HELD = Bank({"f1": "Ann has a cat.", "f2": "Ann likes tea."}, {"i1": BankInsight(("f1", "f2"), "Ann is calm.")}, 2)


LIMITS = Limits()


def done(*operations, bank=HELD, limits=LIMITS):
    applied = apply(bank, json.dumps(operations), limits)
    assert applied.fault is None, applied.fault
    return applied


def refused(*operations, bank=HELD, limits=LIMITS):
    applied = apply(bank, json.dumps(operations), limits)
    assert applied.fault is not None
    assert (applied.bank, applied.written) == (bank, ())
    return applied.fault.kind


def test_the_bank_as_json_is_rolememos():
    assert json.loads(HELD.text()) == {
        "facts": [{"id": "f1", "text": "Ann has a cat."}, {"id": "f2", "text": "Ann likes tea."}],
        "insights": [{"id": "i1", "refs": ["f1", "f2"], "text": "Ann is calm."}],
    }


def test_facts_are_added_changed_and_deleted_in_order():
    applied = done(
        {"op": "add_fact", "text": "Ann runs."},
        {"op": "update_fact", "id": "f2", "text": "Ann likes coffee."},
        {"op": "add_fact", "id": "dog", "text": "Ann has a dog."},
        {"op": "delete_fact", "id": "f3"},
    )
    assert applied.bank.facts == {"f1": "Ann has a cat.", "f2": "Ann likes coffee.", "dog": "Ann has a dog."}
    assert applied.written == ("f2", "dog")


def test_an_id_never_returns():
    applied = done(
        {"op": "add_fact", "text": "One."}, {"op": "delete_fact", "id": "f3"}, {"op": "add_fact", "text": "Two."}
    )
    assert list(applied.bank.facts) == ["f1", "f2", "f4"]


def test_insights_refer_to_facts_of_the_same_action():
    applied = done(
        {"op": "add_fact", "id": "new", "text": "Ann runs."},
        {"op": "add_insight", "refs": ["new", "f1"], "text": "Ann keeps active."},
        {"op": "update_insight", "id": "i1", "refs": ["f2", "new"], "text": "Ann rests after a run."},
    )
    assert applied.bank.insights == {
        "i1": BankInsight(("f2", "new"), "Ann rests after a run."),
        "i3": BankInsight(("new", "f1"), "Ann keeps active."),
    }
    assert done({"op": "delete_insight", "id": "i1"}).bank.insights == {}


def test_a_fact_that_is_held_is_not_added_and_its_id_leads_to_the_held_one():
    applied = done(
        {"op": "add_fact", "id": "again", "text": "ann has a CAT"},
        {"op": "add_insight", "refs": ["again", "f2"], "text": "Ann is calm, surely."},
    )
    assert list(applied.bank.facts) == ["f1", "f2"]
    assert applied.written == ()
    assert applied.bank.insights["i3"].refs == ("f1", "f2")


def test_similar_facts_are_not_merged():
    assert len(done({"op": "add_fact", "text": "Ann has no cat."}).bank.facts) == 3


def test_a_deleted_fact_leaves_insights_and_one_that_rests_on_too_few_goes_with_it():
    three = Bank(
        {**HELD.facts, "f3": "Ann runs."}, {**HELD.insights, "i2": BankInsight(("f1", "f2", "f3"), "Busy.")}, 3
    )
    applied = done({"op": "delete_fact", "id": "f1"}, bank=three)
    assert applied.bank.insights == {"i2": BankInsight(("f2", "f3"), "Busy.")}


@pytest.mark.parametrize("action", ["", "[", "no", "[" * 20000, "[" + " " * LONGEST_ACTION + "]"])
def test_what_is_no_json_or_too_long_is_refused(action):
    applied = apply(HELD, action, Limits())
    assert (applied.bank, applied.fault.kind) == (HELD, FaultKind.NOT_JSON)
    assert applied.fault.why


@pytest.mark.parametrize("action", ["{}", "null", "3", '"add_fact"', "[1]", json.dumps([{}] * (MOST_OPERATIONS + 1))])
def test_what_is_no_list_of_operations_is_refused(action):
    assert apply(HELD, action, Limits()).fault.kind is FaultKind.NOT_A_LIST


@pytest.mark.parametrize(
    ("operation", "kind"),
    [
        ({"op": "add"}, FaultKind.UNKNOWN_OPERATION),
        ({}, FaultKind.UNKNOWN_OPERATION),
        ({"op": ["add_fact"]}, FaultKind.UNKNOWN_OPERATION),
        ({"op": "add_fact"}, FaultKind.WRONG_FIELD),
        ({"op": "add_fact", "text": "  "}, FaultKind.WRONG_FIELD),
        ({"op": "add_fact", "text": 3}, FaultKind.WRONG_FIELD),
        ({"op": "add_fact", "text": "x" * 241}, FaultKind.WRONG_FIELD),
        ({"op": "add_fact", "text": "x", "date": "today"}, FaultKind.WRONG_FIELD),
        ({"op": "add_fact", "text": "x", "id": ""}, FaultKind.WRONG_FIELD),
        ({"op": "add_fact", "text": "x", "id": None}, FaultKind.WRONG_FIELD),
        ({"op": "add_fact", "text": "x", "id": "f1"}, FaultKind.UNKNOWN_ID),
        ({"op": "update_fact", "id": "f9", "text": "x"}, FaultKind.UNKNOWN_ID),
        ({"op": "delete_fact", "id": "i1"}, FaultKind.UNKNOWN_ID),
        ({"op": "add_insight", "refs": "f1", "text": "x"}, FaultKind.WRONG_FIELD),
        ({"op": "add_insight", "refs": ["f1", "f1"], "text": "x"}, FaultKind.WRONG_FIELD),
        ({"op": "add_insight", "refs": ["f1", "f9"], "text": "x"}, FaultKind.UNKNOWN_ID),
        ({"op": "update_insight", "id": "f1", "refs": ["f1", "f2"], "text": "x"}, FaultKind.UNKNOWN_ID),
        ({"op": "delete_insight", "id": "i9"}, FaultKind.UNKNOWN_ID),
    ],
)
def test_an_operation_that_cannot_be_carried_out_refuses_the_whole_action(operation, kind):
    assert refused({"op": "delete_fact", "id": "f2"}, operation) is kind


def test_a_full_bank_takes_nothing_more():
    full = Limits(facts=2, insights=1)
    assert refused({"op": "add_fact", "text": "x"}, limits=full) is FaultKind.FULL
    assert refused({"op": "add_insight", "refs": ["f1", "f2"], "text": "x"}, limits=full) is FaultKind.FULL
    done({"op": "delete_fact", "id": "f1"}, {"op": "add_fact", "text": "x"}, limits=full)


def test_an_insight_cannot_refer_to_everything():
    many = Bank({f"f{number}": f"Fact {number}." for number in range(1, 7)}, {}, 6)
    refs = list(many.facts)
    assert refused({"op": "add_insight", "refs": refs[:5], "text": "All."}, bank=many) is FaultKind.WRONG_FIELD
    done({"op": "add_insight", "refs": refs[:4], "text": "Some."}, bank=many)
