"""How every field of an action is read, at the borders of its range."""

from __future__ import annotations

import numpy as np
import pytest
from gymnasium import spaces

from regulars import Reply
from regulars.envs.actions import Action, read_action
from regulars.envs.spaces import ACTION_TEXT, OBSERVATION_TEXT, Text, action_space, observation_space
from regulars.errors import ActionError

FIELDS = ("message", "answer", "recalled", "evidence", "elapsed", "rating", "satisfaction", "about", "remark", "tells",
          "close", "noise", "verdict", "kept", "broken", "score", "source")  # fmt: skip
UNDECLARED = {
    "message": "", "answer": None, "recalled": None, "evidence": None, "elapsed": None, "rating": 0,
    "satisfaction": None, "about": "", "remark": "", "tells": None, "close": 0, "noise": None, "verdict": 0,
    "kept": None, "broken": None, "score": 0.0, "source": 0,
}  # fmt: skip


def read(action, seat="assistant_0"):
    """The fields that differ from those of an action that declares nothing."""
    found = read_action(action, seat)
    assert isinstance(found, Action)
    fields = {name: getattr(found, name) for name in FIELDS}
    return {name: value for name, value in fields.items() if value != UNDECLARED[name]}


def test_an_empty_action_declares_nothing():
    for seat in ("user_0", "assistant_0", "evaluator_0"):
        assert read({}, seat) == read("", seat) == {}
    assert read(Reply("")) == {}


def test_a_string_is_a_message_in_every_seat():
    for seat in ("user_3", "assistant_0", "evaluator_0"):
        assert read("Hello.", seat) == read(np.str_("Hello."), seat) == {"message": "Hello."}


EVERYTHING = {
    "message": "m", "answer": "a", "recalled": "r1 r2", "evidence": "e1", "elapsed": 3.0, "rating": 2,
    "satisfaction": 7.0, "about": "t", "remark": "w", "tells": "f1 f2", "close": 2, "noise": "typos", "verdict": 3,
    "kept": "k1", "broken": "b1 b2", "score": 0.5, "source": 1,
}  # fmt: skip


@pytest.mark.parametrize(
    ("seat", "own"),
    [
        ("user_0", {"message": "m", "tells": ("f1", "f2"), "rating": 2, "satisfaction": 7.0, "about": "t",
                    "remark": "w", "close": 2, "noise": ("typos",)}),
        ("user_12", {"message": "m", "tells": ("f1", "f2"), "rating": 2, "satisfaction": 7.0, "about": "t",
                     "remark": "w", "close": 2, "noise": ("typos",)}),
        ("assistant_0", {"message": "m", "answer": "a", "recalled": ("r1", "r2"), "evidence": ("e1",), "elapsed": 3.0}),
        ("evaluator_0", {"message": "m", "verdict": 3, "kept": ("k1",), "broken": ("b1", "b2"), "score": 0.5,
                         "source": 1}),
    ],
)  # fmt: skip
def test_each_seat_has_its_own_fields_and_the_others_are_ignored(seat, own):
    assert read(EVERYTHING, seat) == own
    foreign = {name: object() for name in EVERYTHING if name not in own}
    assert read({**EVERYTHING, **foreign}, seat) == own


def test_a_reply_has_the_fields_of_the_assistant():
    full = Reply("m", answer="a", recalled=["r1", "r2"], evidence=("e1",), elapsed=3)
    assert read(full) == {
        "message": "m", "answer": "a", "recalled": ("r1", "r2"), "evidence": ("e1",), "elapsed": 3.0,
    }  # fmt: skip
    assert read(Reply("m", recalled=[], evidence=())) == {"message": "m", "recalled": (), "evidence": ()}


@pytest.mark.parametrize("field", ["recalled", "evidence"])
@pytest.mark.parametrize(
    ("text", "ids"), [("", None), ("-", ()), ("a", ("a",)), ("b a  b", ("b", "a", "b")), (" ", ()), ("- a", ("-", "a"))]
)
def test_a_list_of_ids_is_undeclared_empty_or_in_its_order(field, text, ids):
    assert read({field: text}).get(field) == ids


@pytest.mark.parametrize("answer", ["", None])
def test_an_empty_answer_is_none(answer):
    assert read(Reply("m", answer=answer)) == {"message": "m"}
    if answer is not None:
        assert read({"message": "m", "answer": answer}) == {"message": "m"}


@pytest.mark.parametrize(
    ("seat", "field", "given", "found"),
    [
        ("assistant_0", "elapsed", -0.5, None),
        ("assistant_0", "elapsed", 0.0, 0.0),
        ("assistant_0", "elapsed", 1e9, 1e9),
        ("user_0", "satisfaction", -0.5, None),
        ("user_0", "satisfaction", 0.0, 0.0),
        ("user_0", "satisfaction", 10.0, 10.0),
        ("user_0", "satisfaction", 10.5, 10.0),
        ("evaluator_0", "score", -0.5, 0.0),
        ("evaluator_0", "score", 0.0, 0.0),
        ("evaluator_0", "score", 1.0, 1.0),
        ("evaluator_0", "score", 1.5, 1.0),
    ],
)
def test_numbers_are_brought_into_their_range(seat, field, given, found):
    assert getattr(read_action({field: given}, seat), field) == found
    assert getattr(read_action({field: np.array(given)}, seat), field) == found


@pytest.mark.parametrize("given", [-0.5, 0.0, 7])
def test_the_elapsed_time_of_a_reply_is_undeclared_below_zero(given):
    assert read_action(Reply("m", elapsed=given), "assistant_0").elapsed == (None if given < 0 else float(given))


@pytest.mark.parametrize(
    ("seat", "field", "largest"),
    [("user_0", "rating", 3), ("user_0", "close", 2), ("evaluator_0", "verdict", 9), ("evaluator_0", "source", 2)],
)
def test_codes_are_accepted_up_to_their_largest(seat, field, largest):
    for kind in (int, np.int64, np.uint8, np.array, lambda code: np.array([code]), lambda code: np.array([[code]])):
        assert read({field: kind(largest)}, seat) == {field: largest}
        with pytest.raises(ActionError, match=f"{field}.*from 0 to {largest}"):
            read_action({field: kind(largest + 1)}, seat)
    for wrong in (-1, 1.0, "1", None, np.array([1, 1]), np.array([]), np.array(1.0)):
        with pytest.raises(ActionError, match=field):
            read_action({field: wrong}, seat)
    assert read({field: True}, seat) == {field: 1}
    assert type(getattr(read_action({field: np.int64(1)}, seat), field)) is int


@pytest.mark.parametrize(
    "wrong",
    [
        float("nan"),
        float("inf"),
        -float("inf"),
        "3",
        None,
        np.array([3.0, 3.0]),
        np.array([np.nan]),
        np.array([]),
        np.array("3"),
        10**400,
        3j,
    ],
)
@pytest.mark.parametrize(
    ("seat", "field"), [("assistant_0", "elapsed"), ("user_0", "satisfaction"), ("evaluator_0", "score")]
)
def test_what_is_no_finite_number_is_refused(seat, field, wrong):
    with pytest.raises(ActionError, match=f"{field}.*a finite number"):
        read_action({field: wrong}, seat)


@pytest.mark.parametrize(
    "number", [3, True, np.float32(3), np.int8(3), np.array(3), np.array(3.0), np.array([3.0]), np.array([[3]])]
)
def test_numbers_of_any_kind_become_floats(number):
    found = read_action({"elapsed": number}, "assistant_0").elapsed
    assert type(found) is float
    assert found == float(np.asarray(number).item())


@pytest.mark.parametrize("field", ["recalled", "evidence"])
@pytest.mark.parametrize("wrong", ["s001.t01", [1], {"a"}, 5, ("a", None)])
def test_the_ids_of_a_reply_are_a_list_of_texts(field, wrong):
    with pytest.raises(ActionError, match=field):
        read_action(Reply("m", **{field: wrong}), "assistant_0")


@pytest.mark.parametrize(("field", "wrong"), [("text", None), ("answer", 5)])
def test_the_words_of_a_reply_are_text(field, wrong):
    with pytest.raises(ActionError, match=field):
        read_action(Reply(**{"text": "m", field: wrong}), "assistant_0")


@pytest.mark.parametrize(
    ("seat", "field"),
    [("assistant_0", "message"), ("assistant_0", "answer"), ("assistant_0", "recalled"), ("user_0", "tells"),
     ("user_0", "about"), ("user_0", "remark"), ("user_0", "noise"), ("evaluator_0", "kept"),
     ("evaluator_0", "broken")],
)  # fmt: skip
@pytest.mark.parametrize("wrong", [None, 5, ["a"], b"a"])
def test_texts_of_an_action_are_text(seat, field, wrong):
    with pytest.raises(ActionError, match=field):
        read_action({field: wrong}, seat)


def test_an_unknown_field_is_refused_in_every_seat_with_the_nearest_name():
    for seat in ("user_0", "assistant_0", "evaluator_0"):
        with pytest.raises(ActionError, match="verdict"):
            read_action({"verdit": 1}, seat)


def test_none_is_refused_with_advice_and_other_types_without():
    with pytest.raises(ActionError, match="pass None only for a seat that has ended"):
        read_action(None, "assistant_0")
    with pytest.raises(ActionError) as caught:
        read_action(7, "assistant_0")
    assert caught.value.remedy == ""


def test_the_spaces_have_exactly_these_keys_and_ranges():
    observation, action = observation_space(), action_space()
    assert set(OBSERVATION_TEXT) == {
        "message", "speaker", "name", "scope", "turn_id", "reply_id", "date", "about", "remark", "briefing",
        "episode",
    }  # fmt: skip
    assert set(ACTION_TEXT) == {
        "message", "answer", "recalled", "evidence", "about", "remark", "tells", "kept", "broken", "noise",
    }  # fmt: skip
    assert set(observation) - set(OBSERVATION_TEXT) == {
        "phase", "session", "turn", "time", "gap", "rated", "rating", "satisfaction",
    }  # fmt: skip
    assert set(action) == set(FIELDS)
    codes = {"phase": 5, "rated": 2, "rating": 4}
    assert {name: int(observation[name].n) for name in codes} == codes
    codes = {"rating": 4, "close": 3, "verdict": 10, "source": 3}
    assert {name: int(action[name].n) for name in codes} == codes
    most = 2**31 - 1
    ranges = {
        "session": (0, most),
        "turn": (0, most),
        "time": (0.0, np.inf),
        "gap": (-1.0, np.inf),
        "satisfaction": (-1.0, 10.0),
    }
    assert {name: (observation[name].low.item(), observation[name].high.item()) for name in ranges} == ranges
    ranges = {"elapsed": (-1.0, 86400.0), "satisfaction": (-1.0, 10.0), "score": (0.0, 1.0)}
    assert {name: (action[name].low.item(), action[name].high.item()) for name in ranges} == ranges
    assert {observation[name].dtype for name in ("session", "turn")} == {np.dtype(np.int64)}
    assert {observation[name].dtype for name in ("time", "gap", "satisfaction")} == {np.dtype(np.float64)}
    assert {observation[name].shape for name in ("session", "turn", "time", "gap", "satisfaction")} == {()}


def test_a_text_space_holds_any_string_and_equals_its_kind_alone():
    space, other = Text(seed=1), Text(seed=2)
    assert space == other
    assert hash(space) == hash(other)
    assert space != spaces.Text(64)
    assert repr(space) == "Text(any unicode)"
    assert all(space.contains(text) for text in ("", "x" * 999, "\ud800", np.str_("a")))
    assert not any(space.contains(thing) for thing in (None, b"a", 1, ["a"]))
    assert {len(space.sample()) <= 64 for _ in range(50)} == {True}
    assert Text(seed=1).sample() == Text(seed=1).sample()


def test_each_call_makes_new_spaces_so_that_seeding_one_leaves_the_others_alone():
    first, second = action_space(), action_space()
    assert first == second
    assert first["message"] is not second["message"]
    assert first["message"] is not first["answer"]
