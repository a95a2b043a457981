"""Earlier records become records of today, field by field."""

from __future__ import annotations

import json
from copy import deepcopy

import pytest

from regulars.datasets.earlier_records import is_unchanged_1, lengthen, shorten, upgrade_1
from regulars.seeding import content_hash

VERDICTS = [
    ({"kind": "stale", "score": 0.0}, {"kind": "stale", "score": 0.0, "source": "matcher"}),
    (
        {"kind": "correct", "score": 1.0, "judge": "judge: it names the town"},
        {"kind": "correct", "score": 1.0, "source": "model", "reason": "it names the town"},
    ),
    (
        {"kind": "undetermined", "score": 0.0, "judge": "judge: unreadable: no JSON"},
        {"kind": "undetermined", "score": 0.0, "source": "unreadable", "reason": "no JSON"},
    ),
    # words that no model's verdict began with come from a rule
    ({"kind": "wrong", "score": 0.0, "judge": "by rule"}, {"kind": "wrong", "score": 0.0, "source": "matcher"}),
    (
        {"kind": "off_task", "score": 0.0, "late": True},
        {"kind": "off_task", "score": 0.0, "late": True, "source": "matcher"},
    ),
    (None, None),
]


def old(verdict=None):
    return {
        "schema": 1,
        "kind": "regulars.episode",
        "key": {"scenario": "s", "seed": 4, "system": "x"},
        "score": 2.5,
        "sittings": [{"number": 1, "person": "p1", "ending": "closed"}],
        "transcript": [
            {"id": "s001.t01", "person": "p1", "speaker": "p1"},
            {"id": "s001.t02", "person": "p1", "speaker": "assistant", "scope": "shared"},
        ],
        "ledger": {"tellings": [{"fact": "f1"}], "commitments": [{"act": "a1"}], "said": {"a2": "s001.t01"}},
        "probes": [
            {
                "id": "q1",
                "attribute": "home_city",
                "twin": "q2",
                "outcomes": [
                    {"attempt": 1, "expectation": {"gold": ["Lyon"]}, "verdict": verdict},
                    {"attempt": 2, "expectation": {"gold": ["Lyon"], "domain": "town"}, "verdict": None},
                    {"attempt": 3, "expectation": None, "verdict": None},
                ],
            },
            {"id": "q2", "attribute": "job", "outcomes": []},
        ],
        "recollections": [
            {"turn": "s001.t02", "hits": [["i1", 0.5, "s001.t01"], ["i2", 0.25, "s001.t01", "s001.t02"], ["i3", 0.1]]},
            {"turn": "s001.t04", "hits": []},
        ],
        "hash": "0",
    }


@pytest.mark.parametrize(("verdict", "upgraded"), VERDICTS)
def test_each_field_that_changed_is_upgraded_and_the_others_stay(verdict, upgraded):
    before = old(verdict)
    kept = deepcopy(before)
    assert upgrade_1(before) == {
        "schema": 2,
        "kind": "regulars.episode",
        "key": {"scenario": "s", "seed": 4, "system": "x"},
        "seeds": {"root": 4, "episode": ""},  # schema 1 may lack them: the seed stands in the key
        "score": 2.5,
        "sessions": [{"number": 1, "person": "p1", "ending": "closed"}],
        "transcript": [
            {"id": "s001.t01", "person": "p1", "speaker": "p1", "scope": "p1"},
            {"id": "s001.t02", "person": "p1", "speaker": "assistant", "scope": "shared"},
        ],
        "ledger": {"disclosures": [{"fact": "f1"}], "commitments": [{"act": "a1"}], "said": {"a2": "s001.t01"}},
        "probes": [
            {
                "id": "q1",
                "attribute": "home_city",
                "contrast": "q2",
                "outcomes": [
                    {
                        "attempt": 1,
                        "expectation": {"gold": ["Lyon"], "domain": "home_city"},
                        "verdict": upgraded,
                    },
                    {"attempt": 2, "expectation": {"gold": ["Lyon"], "domain": "town"}, "verdict": None},
                    {"attempt": 3, "expectation": None, "verdict": None},
                ],
            },
            {"id": "q2", "attribute": "job", "contrast": "", "outcomes": []},
        ],
        "recollections": [
            {
                "turn": "s001.t02",
                "hits": [["i1", 0.5, ["s001.t01"]], ["i2", 0.25, ["s001.t01", "s001.t02"]], ["i3", 0.1, []]],
            },
            {"turn": "s001.t04", "hits": []},
        ],
        "hash": "0",
    }
    assert before == kept, "the data of the caller stay as they were"


def test_seeds_and_sessions_that_are_there_or_missing():
    data = old() | {"seeds": {"root": 9, "episode": "ab"}}
    del data["sittings"], data["ledger"]["said"]
    upgraded = upgrade_1(data)
    assert upgraded["seeds"] == {"root": 9, "episode": "ab"}
    assert upgraded["sessions"] == []
    assert upgraded["ledger"]["said"] is None, "old records lack the acts, and none is not the same as empty"


def test_a_hash_of_schema_1_leaves_out_attempt_timings_and_itself():
    data = {"schema": 1, "name": "Zoë", "attempt": 1}
    sealed = {**data, "hash": content_hash('{"schema": 1, "name": "Zoë", "attempt": 1}', 32)}
    assert is_unchanged_1(sealed)
    assert is_unchanged_1({**sealed, "attempt": 3, "timings": {"seconds": 2.0}})
    assert not is_unchanged_1({**sealed, "name": "Zoe"})
    assert not is_unchanged_1({**sealed, "more": 1})
    assert not is_unchanged_1(data)


LONG = {
    "schema": 2,
    "transcript": [
        {"id": "s001.t01", "scope": "p1", "person": "p1", "speaker": "p1"},
        {"id": "s001.t02", "scope": "shared", "person": "p1", "speaker": "assistant"},
    ],
    "ledger": {
        "disclosures": [],
        "hearsay": [{"after": 2, "person": "p1", "attribute": "job", "value": "baker", "turn": "s001.t01"}],
    },
    "probes": [
        {
            "id": "q1",
            "attribute": "job",
            "target": "",
            "owner": "p1",
            "outcomes": [
                {
                    "expectation": {"gold": [], "others": [], "category": "", "over": True},
                    "recalled": None,
                    "used": None,
                },
                {
                    "expectation": {"gold": [], "category": "where"},
                    "recalled": [],
                    "used": ["s001.t01"],
                    "mark": [0, 0],
                },
                {"expectation": None, "recalled": None, "used": [], "horizon": -1},
            ],
            "other": "p2",
        },
        {"id": "q2", "attribute": "job", "target": "boat", "outcomes": []},
    ],
    "hash": "0",
}
SHORT = LONG | {
    "transcript": [
        {"id": "s001.t01", "person": "p1", "speaker": "p1"},
        {"id": "s001.t02", "person": "p1", "speaker": "assistant", "scope": "shared"},
    ],
    "ledger": {"disclosures": [], "hearsay": [[2, "p1", "job", "baker", "s001.t01"]]},
    "probes": [
        {
            "id": "q1",
            "attribute": "job",
            "owner": "p1",
            "outcomes": [
                {"expectation": {"gold": [], "others": [], "over": True}, "recalled": None},
                {
                    "expectation": {"gold": [], "category": "where"},
                    "recalled": [],
                    "used": ["s001.t01"],
                    "mark": [0, 0],
                },
                {"expectation": None, "recalled": None, "used": [], "horizon": -1},
            ],
            "other": "p2",
        },
        {"id": "q2", "attribute": "job", "target": "boat", "outcomes": []},
    ],
}


def test_a_short_line_has_the_content_and_the_order_of_a_long_one():
    before = deepcopy(SHORT)
    assert json.dumps(lengthen(SHORT)) == json.dumps(LONG)
    assert lengthen(LONG | {"ledger": {"disclosures": []}}) == LONG | {"ledger": {"disclosures": []}}
    assert before == SHORT


def test_a_long_line_is_read_as_a_short_one():
    before = deepcopy(LONG)
    # what may be missing from a probe may also stay
    assert shorten(LONG) == SHORT | {"probes": LONG["probes"]}
    assert before == LONG


@pytest.mark.parametrize(
    "odd",
    [
        {},
        {"transcript": None, "ledger": None},
        {"transcript": ["hello", {}, {"person": "p1"}, {"scope": "p1"}], "ledger": {"hearsay": "none"}},
        {"ledger": {"hearsay": [["p1"], {"person": "p1"}, 7]}},
    ],
)
def test_what_is_no_record_stays_as_it_is(odd):
    assert shorten(odd) == odd
