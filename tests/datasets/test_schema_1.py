"""Records of schema 1 become records of schema 2, field by field."""

from __future__ import annotations

from copy import deepcopy

import pytest

from regulars.datasets.schema_1 import is_unchanged_1, upgrade_1
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
