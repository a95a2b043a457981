"""Feedback as MemoryBench writes it, and back."""

from __future__ import annotations

from dataclasses import replace
from datetime import UTC, datetime, timedelta

import pytest
from lived_by_hand import recorded
from msgspec.structs import replace as replace_fields

from regulars.datasets.encode_life import record_turn
from regulars.datasets.memorybench_feedback import (
    Round,
    read_rounds,
    rounds,
    to_list_shape,
    to_single_shape,
    triples,
)
from regulars.dialogue import ASSISTANT, Feedback, FeedbackAction, Turn, turn_id
from regulars.errors import DataError

DAY = datetime(2025, 3, 3, 9, tzinfo=UTC)


def turns(spoken):
    """Turns such as `1u 1a`: the session, and the user or the assistant."""
    found, counts = [], {}
    for minute, word in enumerate(spoken.split()):
        session, speaker = int(word[0]), ASSISTANT if word[1] == "a" else "p1"
        counts[session] = counts.get(session, 0) + 1
        id = turn_id(session, counts[session])
        found.append(record_turn(Turn(id, "p1", "p1", speaker, "", session, "", DAY + timedelta(minutes=minute))))
    return tuple(found)


def dialogs(spoken, *feedback):
    return rounds(replace_fields(recorded(), transcript=turns(spoken), feedback=feedback))


def test_a_round_is_a_reply_of_its_dialog_and_the_last_answered_one_ends_it():
    """In the first session the person answers the second of three replies last; the third has no answer."""
    found = dialogs(
        "1u 1a 1u 1a 1u 1a 2u 2a 2a 2u",
        Feedback("s002.t03", FeedbackAction.COPY, 9.0),
        Feedback("s001.t04", FeedbackAction.DISLIKE, None, "Shorter."),
        Feedback("s001.t02", FeedbackAction.LIKE, 8.5),  # delayed: it comes after that on a later reply
        Feedback("s001.t06", FeedbackAction.NONE, 4.0),
    )
    assert found == {
        1: [
            Round(1, FeedbackAction.LIKE, 8.5, False, ""),
            Round(2, FeedbackAction.DISLIKE, None, True, "Shorter."),
            Round(3, FeedbackAction.NONE, 4.0, False, ""),
        ],
        2: [Round(2, FeedbackAction.COPY, 9.0, True, "")],
    }
    assert list(found) == [1, 2]


def test_a_dialog_ends_with_no_round_if_the_person_answered_no_reply():
    assert dialogs("1u 1a", Feedback("s001.t02", FeedbackAction.LIKE)) == {1: [Round(1, FeedbackAction.LIKE)]}
    assert dialogs("1u 1a 2u 2a 2u") == {}
    # an answer in the next session is none
    assert dialogs("1u 1a 2u", Feedback("s001.t02")) == {1: [Round(1, FeedbackAction.NONE)]}


def test_triples_are_those_of_the_simulator():
    given = [Round(1, FeedbackAction.LIKE, 9.0, False, "Thanks."), Round(4, FeedbackAction.NONE, terminated=True)]
    assert triples(given) == [(False, "Thanks.", "like"), (True, "", "none")]


ROUNDS = [
    Round(1, FeedbackAction.LIKE, 8.0),
    Round(2, FeedbackAction.NONE, None),
    Round(3, FeedbackAction.COPY, 0.0),
    Round(7, FeedbackAction.DISLIKE, 2.5, True, "Shorter."),
]


def test_the_shape_with_lists_counts_from_one_and_leaves_out_what_was_not_shown():
    assert to_list_shape(ROUNDS) == [
        {"round": 1, "implicit_actions": ["like"], "satisfaction_score": 8.0, "terminated": False},
        {"round": 2, "implicit_actions": [], "terminated": False},
        {"round": 3, "implicit_actions": ["copy"], "satisfaction_score": 0.0, "terminated": False},
        {"round": 7, "implicit_actions": ["dislike"], "satisfaction_score": 2.5, "terminated": True},
    ]
    assert read_rounds(to_list_shape(ROUNDS)) == [replace(one, text="") for one in ROUNDS]


def test_the_shape_with_one_action_counts_from_zero():
    assert to_single_shape(ROUNDS) == [
        {"round": 0, "implicit_action": "like", "terminated": False},
        {"round": 1, "implicit_action": "none", "terminated": False},
        {"round": 2, "implicit_action": "copy", "terminated": False},
        {"round": 6, "implicit_action": "dislike", "terminated": True},
    ]
    assert read_rounds(to_single_shape(ROUNDS)) == [replace(one, text="", satisfaction=None) for one in ROUNDS]


def test_numbers_and_satisfaction_are_read_up_to_their_bounds():
    def number(entry):
        return read_rounds([entry])[0].number

    assert number({"round": 1, "implicit_actions": []}) == 1
    assert number({"round": 0, "implicit_action": "like"}) == 1
    for score in (0, 10, 9.5):
        (found,) = read_rounds([{"round": 2, "implicit_actions": ["like"], "satisfaction_score": score}])
        assert found == Round(2, FeedbackAction.LIKE, float(score), terminated=False)
        assert isinstance(found.satisfaction, float)


@pytest.mark.parametrize(
    "entry",
    [
        {"round": 1},
        {"round": 0, "implicit_actions": ["like"]},
        {"round": -1, "implicit_action": "like"},
        {"round": "1", "implicit_action": "like"},
        {"round": 1, "implicit_action": "love"},
        {"round": 1, "implicit_actions": ["like", "copy"]},
        {"round": 1, "implicit_actions": "like"},
        {"round": 1, "implicit_actions": ["like"], "satisfaction_score": 10.5},
        {"round": 1, "implicit_actions": ["like"], "satisfaction_score": -0.5},
        {"round": 1, "implicit_actions": ["like"], "satisfaction_score": "8"},
    ],
)
def test_invalid_feedback_is_rejected_with_its_place(entry):
    with pytest.raises(DataError, match=r"implicit_feedback\[1\]"):
        read_rounds([{"round": 0, "implicit_action": "none"}, entry])
