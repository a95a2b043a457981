"""What the assistant spent by session and by distance, worked out by hand."""

from __future__ import annotations

import pytest
from msgspec import structs
from small_records import START, asked, at, episode, faulty, probe, rows_of

from regulars.datasets.record_parts.usage import SpentNote
from regulars.envs.life.sessions import LivedSession

SLICES = ("session", "distance")
SESSIONS = (LivedSession(1, "ann", START, at(30)), LivedSession(2, "ann", at(1440), at(1470)))
SPENT = (
    SpentNote(1, "s001.t02", "", 1.0, 1, 100, 0.5),  # answers no question
    SpentNote(1, "s001.t04", "", 3.0, 2, 300, 1.0),  # answers a, 3 utterances from its evidence
    SpentNote(1, "", "", 7.0, 4, 1000, 2.0),  # listening
    SpentNote(2, "s002.t02", "", 5.0, 1, 700, 0.25),  # answers b, 60 utterances from its evidence
    SpentNote(2, "", "c", 8.0, 3, 50, 0.125),  # answers c, beside the conversation after session 2, 51 utterances
)
LIFE = episode(
    probe("a", asked(turn="s001.t04", horizon=3)),
    probe("b", asked(turn="s002.t02", time=at(1441), horizon=60)),
    probe("c", asked(time=at(2000), horizon=51)),
    sessions=SESSIONS,
    spent=SPENT,
)
SHORT = episode(seed=1, sessions=SESSIONS[:1], spent=(SpentNote(1, "s001.t02", "", 2.0, 3, 600, 0.5),))
METRICS = ("seconds", "assistant_calls", "assistant_tokens", "assistant_cost")


def found(*records, slices=SLICES):
    rows = rows_of(*records, slices=slices)
    return {key: (row.value, row.n) for key, row in rows.items() if key[1] in METRICS}


def test_costs_by_session_are_sums_of_sessions_and_seconds_are_means_over_replies():
    by = found(LIFE, SHORT, slices=("session",))
    assert by == {
        ("session=1", "seconds"): ((1 + 3 + 2) / 3, 3),  # listening is no reply
        ("session=1", "assistant_calls"): (((1 + 2 + 4) + 3) / 2, 2),
        ("session=1", "assistant_tokens"): (((100 + 300 + 1000) + 600) / 2, 2),
        ("session=1", "assistant_cost"): (((0.5 + 1 + 2) + 0.5) / 2, 2),
        ("session=2", "seconds"): ((5 + 8) / 2, 2),
        ("session=2", "assistant_calls"): (1 + 3, 1),  # the second life has no session 2
        ("session=2", "assistant_tokens"): (700 + 50, 1),
        ("session=2", "assistant_cost"): (0.25 + 0.125, 1),
    }


def test_costs_by_distance_are_means_over_the_answers_to_questions():
    by = found(LIFE, SHORT, slices=("distance",))
    assert by == {
        ("distance=0-50", "seconds"): (3, 1),
        ("distance=0-50", "assistant_calls"): (2, 1),
        ("distance=0-50", "assistant_tokens"): (300, 1),
        ("distance=0-50", "assistant_cost"): (1, 1),
        ("distance=51-100", "seconds"): ((5 + 8) / 2, 2),
        ("distance=51-100", "assistant_calls"): ((1 + 3) / 2, 2),
        ("distance=51-100", "assistant_tokens"): ((700 + 50) / 2, 2),
        ("distance=51-100", "assistant_cost"): ((0.25 + 0.125) / 2, 2),
    }


def test_a_call_without_a_price_leaves_the_whole_life_without_one():
    unpriced = structs.replace(LIFE, spent=(*SPENT[:2], structs.replace(SPENT[2], cost=None), *SPENT[3:]))
    by = found(unpriced, SHORT)
    assert by["session=1", "assistant_tokens"] == ((1400 + 600) / 2, 2)
    assert by["session=1", "assistant_cost"] == (0.5, 1)  # of the second life alone
    assert ("distance=0-50", "assistant_cost") not in by


def test_an_assistant_without_models_has_seconds_alone():
    plain = structs.replace(LIFE, spent=tuple(structs.replace(note, calls=0, tokens=0, cost=0.0) for note in SPENT))
    assert {metric for _, metric in found(plain)} == {"seconds"}


def test_a_reply_without_a_call_costs_nothing_beside_others_with_calls():
    silent = structs.replace(LIFE, spent=(structs.replace(SPENT[0], calls=0, tokens=0, cost=0.0), *SPENT[1:]))
    by = found(silent)
    assert by["session=1", "assistant_calls"] == (2 + 4, 1)
    assert by["session=1", "assistant_tokens"] == (300 + 1000, 1)
    assert by["session=1", "assistant_cost"] == (1 + 2, 1)
    assert by["session=1", "seconds"] == ((1 + 3) / 2, 2)


@pytest.mark.parametrize("record", [episode(sessions=SESSIONS), faulty(spent=SPENT, sessions=SESSIONS)])
def test_earlier_records_and_faulty_episodes_cost_nothing(record):
    assert found(record) == {}


def test_costs_are_measured_on_request_alone():
    assert found(LIFE, slices=()) == {}
