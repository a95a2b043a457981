"""The error family: messages, `except` clauses and pickling."""

from __future__ import annotations

import pickle

import pytest

from regulars import errors
from regulars.errors import (
    ActionError,
    ConfigurationError,
    DataError,
    OrderError,
    RegularsError,
    ScenarioError,
    SharedMemoryError,
    UnknownNameError,
    did_you_mean,
)

FAMILY = [thing for thing in vars(errors).values() if isinstance(thing, type) and issubclass(thing, RegularsError)]


def test_a_message_tells_what_where_expected_and_remedy_in_this_order():
    error = DataError("it is torn", where="a.json", expected="JSON", remedy="fetch it again")
    assert str(error) == "a.json: it is torn; expected JSON; fetch it again."


def test_absent_parts_leave_no_trace():
    assert str(RegularsError("it broke")) == "it broke."
    assert str(RegularsError("it broke", remedy="mend it")) == "it broke; mend it."


def test_full_stops_are_not_doubled():
    assert str(RegularsError("it broke.", remedy="mend it.")) == "it broke; mend it."


@pytest.mark.parametrize("kind", FAMILY)
def test_every_error_is_of_the_family_and_survives_a_pickle(kind):
    error = kind("it broke", where="here", expected="peace", remedy="mend it")
    assert isinstance(error, RegularsError)
    back = pickle.loads(pickle.dumps(error))
    assert type(back) is kind
    assert str(back) == str(error)
    assert (back.what, back.where, back.expected, back.remedy) == ("it broke", "here", "peace", "mend it")


@pytest.mark.parametrize("kind", FAMILY)
def test_a_note_and_a_cause_do_not_get_lost(kind):
    error = kind("it broke")
    error.add_note("in the third session")
    assert pickle.loads(pickle.dumps(error)).__notes__ == ["in the third session"]


@pytest.mark.parametrize("kind", FAMILY)
def test_an_error_made_of_an_error_says_the_same(kind):
    error = kind("it broke", where="here", expected="peace", remedy="mend it")
    error.add_note("in the third session")
    again = kind(error)
    assert (type(again), str(again), again.remedy) == (kind, str(error), "mend it")
    assert again.__notes__ == ["in the third session"]
    assert str(pickle.loads(pickle.dumps(again))) == str(error)
    assert str(kind(ValueError("it broke"), remedy="mend it")) == "it broke; mend it."


@pytest.mark.parametrize(
    ("kind", "builtin"),
    [
        (OrderError, AssertionError),
        (ActionError, ValueError),
        (ActionError, TypeError),
        (ConfigurationError, ValueError),
        (UnknownNameError, LookupError),
        (DataError, ValueError),
        (ScenarioError, DataError),
        (SharedMemoryError, TypeError),
    ],
)
def test_errors_are_also_what_callers_of_the_standard_kind_expect(kind, builtin):
    with pytest.raises(builtin):
        raise kind("it broke")


def test_a_close_name_is_suggested():
    assert did_you_mean("recencie", ["recency", "random"]) == "did you mean 'recency'?"


def test_all_names_are_listed_in_order_where_none_is_close():
    assert did_you_mean("zzz", ["recency", "bm25"]) == "known are: bm25, recency"
    assert did_you_mean("zzz", []) == "there are none"


def test_a_remedy_never_lists_hundreds_of_names():
    names = [f"attribute_{number:03}" for number in range(61)]
    assert did_you_mean("zzz", names[:60]).count(",") == 59
    assert did_you_mean("2z6", names).startswith("known are 61 names, such as attribute_026, ")
    assert did_you_mean("", names).count(",") == 8


def test_a_question_mark_is_not_followed_by_a_full_stop():
    assert str(RegularsError("unknown 'x'", remedy="did you mean 'y'?")) == "unknown 'x'; did you mean 'y'?"
