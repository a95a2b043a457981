"""The record of a life made by hand, field by field."""

from __future__ import annotations

import json
from dataclasses import replace
from functools import cache

import pytest
from lived_by_hand import RECALLS, SCENARIO, lived, recorded

from regulars import Cast, life_v0
from regulars.datasets.codec import is_unchanged, to_line
from regulars.datasets.encode_life import episode_record, versions
from regulars.datasets.episode_record import EpisodeConfig, EpisodeKey
from regulars.datasets.record_parts.memory import RecallRecord
from regulars.envs.life.life import Life
from regulars.envs.life.outcomes import Ending, RewardNote
from regulars.errors import RecordError
from regulars.rewards.metrics.reward_terms import Weights
from regulars.scenarios.kinds import ScenarioOrigin
from regulars.scenarios.language.packs import Language
from regulars.seeding import SeedTree


@cache
def data():
    return json.loads(to_line(recorded()))


EXPECTED = {
    "schema": 2,
    "kind": "regulars.episode",
    "key": {"scenario": "core-5/1", "seed": 7, "system": "bm25"},
    "attempt": 2,
    "scenario": {
        "id": "scenario-1",
        "source": "generated",
        "suite": "core-5@test",
        "language": "english",
        "persons": ["p-ada", "p-ben"],
        "sessions": 4,  # planned, not lived
    },
    "seeds": {"root": 7, "episode": SeedTree(7).child("episode", 0).key.hex()},
    "config": {
        "feedback": "sealed", "noise": "typos:.1", "probes": "fork", "reward_to": "nobody", "unbounded": False,
        "user": "scripted", "judge": "scripted", "stream": None,
    },
    "ending": "abandoned",
    "valid": True,
    "fault": "used up",
    "score": 0.25,  # the assistant's terms alone: .1 - .05 + .2, and not the user's .5
    "level": "turn",
    "steps": 11,
    "sessions": [
        {"number": 5, "person": "p-ada", "started": "2025-03-03T09:00:00Z", "ended": "2025-03-03T09:07:00Z",
         "ending": "closed", "utterances": 3},
        {"number": 6, "person": "p-ben", "started": "2025-03-04T09:00:00Z", "ended": "2025-03-04T09:04:00Z",
         "ending": "satisfied", "utterances": 2},
        {"number": 7, "person": "p-ada", "started": "2025-03-05T09:00:00Z", "ended": "2025-03-05T09:00:00Z",
         "ending": None, "utterances": 0},
    ],
    "transcript": [
        {"id": "s005.t01", "scope": "scope-1", "person": "p-ada", "speaker": "p-ada", "name": "Ada", "session": 5,
         "text": "I live in Lyon now.", "time": "2025-03-03T09:01:00Z"},
        {"id": "s005.t02", "scope": "scope-1", "person": "p-ada", "speaker": "assistant", "name": "Assistant",
         "session": 5, "text": "Noted, Ada.", "time": "2025-03-03T09:02:00Z"},
        {"id": "s006.t01", "scope": "scope-2", "person": "p-ben", "speaker": "p-ben", "name": "Ben", "session": 6,
         "text": "Where does Ada live?", "time": "2025-03-04T09:01:00Z"},
        {"id": "s006.t02", "scope": "scope-2", "person": "p-ben", "speaker": "assistant", "name": "Assistant",
         "session": 6, "text": "In Lyon.", "time": "2025-03-04T09:02:00Z"},
    ],
    "ledger": {
        "disclosures": [
            {"fact": "f1", "person": "p-ada", "attribute": "home_city", "value": "Lyon", "how": "direct",
             "turn": "s005.t01", "session": 5, "time": "2025-03-03T09:01:00Z", "act": "a-tell",
             "after": ["s005.t00"], "reason": "love"},
        ],
        "commitments": [
            {"act": "a-del", "person": "p-ada", "attribute": "boat_name", "value": "Zephyr", "turn": "s005.t02",
             "session": 5, "time": "2025-03-03T09:02:00Z"},
        ],
        "said": {"a-plan": "s005.t01"},
    },
    "noise": {
        "spec": "typos:.1",
        "touched": True,
        "turns": [{"kind": "typos", "turn": "s005.t01", "person": "p-ada", "attribute": "home_city"}],
    },
    "recollections": [
        {"turn": "s006.t02", "probe": "", "level": "turn", "tokens": 30, "hits": [["i1", 0.5, ["s005.t01"]]],
         "why": ""},
        {"turn": "", "probe": "q2", "level": "turn", "tokens": 4, "hits": [], "why": "empty"},
    ],
    "journal": [
        {"verb": "ADD", "id": "i1", "cause": "s005.t01", "sources": ["s005.t01"]},
        {"verb": "MERGE", "id": "i1", "cause": "", "other": "i2"},
    ],
    "replies": [
        {"turn": "s006.t02", "answer": "Lyon", "recalled": ["s005.t01"], "evidence": ["s005.t01"], "elapsed": 1.5},
    ],
    "feedback": [
        {"about": "s005.t02", "action": 2, "satisfaction": 2.5, "text": "Shorter.", "time": "2025-03-03T09:03:00Z"},
    ],
    # Each person's strictness in each of their own sessions: -1 in the first, half way from -1 to 1 in the second.
    "feedback_policy": {
        "spec": "evaluative+drifting:first=-1;last=1;over=2",
        "carries": "evaluative",
        "people": {
            "p-ada": {"spec": "evaluative+drifting:first=-1;last=1;over=2", "strictness": [-1.0, 0.0]},
            "p-ben": {"spec": "evaluative+drifting:first=-1;last=1;over=2", "strictness": [-1.0]},
        },
    },
    "rewards": [
        {"seat": "assistant", "turn": "s005.t02", "terms": {"verdict": 0.1, "rules": -0.05}},
        {"seat": "user", "turn": "s005.t02", "terms": {"served": 0.5}},
        {"seat": "assistant", "turn": "s006.t02", "terms": {"verdict": 0.2}},
    ],
    "conduct": [{"person": "p-ada", "turn": "s005.t02", "kept": ["r1"], "broken": ["r2", "r3"]}],
    "rules": [
        {"person": "p-ada", "id": "r1", "kind": "length", "setting": "one_sentence"},
        {"person": "p-ada", "id": "r2", "kind": "procedure", "setting": "season papers"},
    ],
    "caused": [{"time": "2025-03-03T12:02:00Z", "person": "p-ada", "cause": "s005.t02"}],
    # The person said that the first project is finished: 20 points. Nothing was chosen in either.
    "projects": [
        {"project": "j2", "person": "p-ada", "domain": "travel", "understood": 0.0, "solved": 0.0, "confirmed": 0.0,
         "closed": 20.0},
        {"project": "j1", "person": "p-ada", "domain": "travel", "understood": 0.0, "solved": 0.0, "confirmed": 0.0,
         "closed": 0.0},
    ],
    "unresolved": ["about s001.t09"],
    "tokens": {"context": 34, "replies": 7},  # "Noted , Ada ." and "In Lyon ."
    "timings": {"seconds": 1.5},
    # Planned words are sorted, each once. Sessions without an agenda, and those that were not reached, are left out.
    "horizon": [
        {
            "person": "p-ada",
            "life": [
                ["f1", "home_city", "Lyon", "2022-09-15T09:00:00Z"],
                ["f2", "home_city", "Bergen", "2025-03-04T09:00:00Z"],
            ],
            "sayable": ["a fortnight of hiking", "see the fjords"],
            "sessions": [[5, "2025-03-03T09:00:00Z", ["Kittiwake", "Rome", "Zephyr", "finish"]]],
        },
        {
            "person": "p-ben",
            "life": [["f3", "hobby", "fencing", "2025-01-22T09:00:00Z"]],
            "sayable": [],
            "sessions": [[6, "2025-03-04T09:00:00Z", []]],
        },
    ],
    "probes": [
        {
            "id": "q1", "kind": "temporal", "form": "value", "attribute": "home_city", "target": "a-tell",
            "owner": "p-ada", "asker": "p-ben", "purpose": "knows where she lives", "time": "2025-03-04T09:00:00Z",
            "session": 2, "band": "in", "anchor": False, "status": "asked", "other": "hobby", "value": "Graz",
            "context": "doctor", "contrast": "q2", "difficulty": "hard", "limited": True,
            "outcomes": [
                {
                    "time": "2025-03-04T09:02:00Z", "attempt": 1, "status": "asked",
                    "expectation": {
                        "domain": "home_city", "answerable": True, "gold": ["Lyon"], "stale": ["Rome"],
                        "others": ["Porto"], "category": "where", "options": ["A", "B"], "over": True,
                    },
                    "evidence": [["s005.t01"], ["s005.t00", "s005.t02"]],
                    "verdict": {"kind": "partial", "score": 0.5, "source": "model", "late": True, "reason": "half"},
                    "turn": "s006.t02", "reply": "In Lyon.", "answer": "Lyon",
                    "recalled": ["s005.t01", "s006.t01", "s005.t02"], "used": ["s005.t01"], "mark": [1, 1],
                    "horizon": 2, "noise": ["typos"], "classes": {"stale": ["Rome"]},
                },
                {
                    "time": "2025-03-04T09:03:00Z", "attempt": 2, "status": "asked",
                    "expectation": {
                        "domain": "home_city", "answerable": True, "gold": ["Lyon"], "stale": ["Rome"],
                        "others": ["Porto"], "category": "where", "options": ["A", "B"], "over": True,
                    },
                    "evidence": [],
                    "verdict": {"kind": "wrong", "score": 0.0, "source": "matcher"},  # reasons of rules are not kept
                    "turn": "s006.t03", "reply": "Rome.", "answer": None, "recalled": None,
                    "mark": [0, 0], "horizon": -1,
                },
            ],
        },
        {
            "id": "q2", "kind": "single-session-user", "form": "text", "attribute": "hobby",
            "owner": "p-ben", "asker": "p-ben", "purpose": "remembers", "time": "2025-03-06T09:00:00Z",
            "session": 0, "band": "out", "anchor": True, "status": "unanswerable",
            "outcomes": [
                {
                    "time": "2025-03-06T09:00:00Z", "attempt": 1, "status": "unanswerable",
                    "expectation": {
                        "domain": {"name": "town", "type": "term", "unit": "km", "aliases": {"Graz": ["Gratz"]}},
                        "answerable": False, "gold": [], "stale": [], "others": [], "category": "open",
                    },
                    "evidence": [], "verdict": None, "turn": "", "reply": "I don't know.", "answer": "-",
                    "recalled": [], "mark": [0, 0], "horizon": -1, "question": "What does Ben do?",
                },
            ],
        },
        {
            "id": "q3", "kind": "abstention", "form": "value", "attribute": "job", "owner": "p-ada",
            "asker": "p-ada", "purpose": "remembers", "time": "2025-03-07T09:00:00Z", "session": 0, "band": "out",
            "anchor": False, "status": "unreached", "limited": True, "outcomes": [],
        },
    ],
}  # fmt: skip
"""What the definitions of `EpisodeRecord` and its parts make of the life above."""


@pytest.mark.parametrize("name", EXPECTED)
def test_each_field_of_a_record_is_the_one_of_the_life(name):
    assert data()[name] == EXPECTED[name]


def test_no_field_of_a_record_is_left_unexpected():
    assert set(data()) == {*EXPECTED, "versions", "hash"}
    assert set(data()["versions"]) == {"python", "regulars", "numpy", "gymnasium", "pettingzoo"}
    assert data()["versions"] == dict(versions())
    assert "not installed" not in data()["versions"].values()
    assert is_unchanged(recorded())


@pytest.mark.parametrize(
    ("ending", "valid", "score"),
    [
        (None, True, 0.25),  # it has not ended
        (Ending.COMPLETED, True, 0.25),
        (Ending.BUDGET, True, 0.25),
        (Ending.ASSISTANT_ERROR, False, None),
        (Ending.INFRASTRUCTURE_ERROR, False, None),
    ],
)
def test_only_an_episode_without_a_fault_has_a_score(ending, valid, score):
    record = recorded(lived(ending=ending))
    assert (record.ending, record.valid, record.score) == (ending, valid, score)


def test_a_score_is_rounded_to_nine_digits():
    life = lived()
    life.signals.reward_notes.append(RewardNote("assistant", "s006.t02", {"tokens": -0.12345678949}))
    assert recorded(life).score == 0.126543211  # .25 - .12345678949 = .12654321051


def test_the_level_of_the_first_recall_turns_recalled_turns_into_sessions():
    sessions = tuple(
        RecallRecord(turn=one.turn, probe=one.probe, level="session", tokens=1, hits=(), why="") for one in RECALLS
    )
    record = recorded(recollections=sessions)
    assert record.level == "session"
    # s005.t01, s006.t01, s005.t02: each session where it comes first; what was not declared stays so
    assert [outcome.recalled for outcome in record.probes[0].outcomes] == [("s005", "s006"), None]
    assert record.probes[0].outcomes[0].evidence == (("s005.t01",), ("s005.t00", "s005.t02"))
    assert recorded(recollections=()).level == "turn"
    mixed = recorded(recollections=(RECALLS[0], sessions[1]))
    assert mixed.level == "turn"
    assert mixed.probes[0].outcomes[0].recalled == ("s005.t01", "s006.t01", "s005.t02")


def test_what_a_life_lacks_is_empty():
    language = Language.load("english")
    life = Life(
        SCENARIO, language.ontology, language, SeedTree(1), probes="end", feedback="sealed", reactive=True,
        weights=Weights(), reward_to="nobody", horizon="turn",
    )  # fmt: skip
    record = episode_record(life, key=EpisodeKey("s", 1, "x"), config=EpisodeConfig())
    assert (record.noise, record.fault, record.attempt, dict(record.timings), record.score) == (None, "", 1, {}, 0.0)
    assert (record.sessions, record.transcript, record.recollections, record.journal, record.caused) == ((),) * 5
    assert (record.tokens.context, record.tokens.replies) == (0, 0)
    assert [probe.status for probe in record.probes] == ["unreached"] * 3
    assert [session for known in record.horizon for session in known.sessions] == []
    assert record.feedback_policy.carries == "nothing"
    assert {one.strictness for one in record.feedback_policy.people.values()} == {()}


@pytest.mark.parametrize(("asked", "notes", "expected"), [("typos:.1", 0, ("typos:.1", False)), ("", 1, ("", True))])
def test_noise_is_recorded_where_it_was_asked_for_or_came(asked, notes, expected):
    life = lived()
    life.noise = asked
    life.ledger.noise.clear()
    for number in range(notes):
        life.ledger.note_noise("typos", f"s005.t0{number}", "p-ada")
    noise = recorded(life).noise
    assert (noise.spec, noise.touched) == expected
    assert len(noise.turns) == notes


def test_a_policy_without_strictness_leaves_it_out():
    people = recorded(lived("evaluative")).feedback_policy.people
    assert {one.strictness for one in people.values()} == {()}
    assert {one.spec for one in people.values()} == {"evaluative"}


def test_the_recorded_policy_of_a_person_is_the_one_that_the_person_follows():
    """Of a population, those who follow `silent` rate nothing."""
    spec = "mixed:evaluative=1;silent=1"
    env = life_v0.raw_env(users=4, sessions=8, probes_per_session=4, feedback=spec)
    cast = Cast(env)
    cast.reset(seed=3)
    cast.run()
    record = episode_record(env.life, key=EpisodeKey("s", 3, "x"), config=EpisodeConfig())
    person_of = {turn.id: turn.person for turn in record.transcript}
    rated = {person_of[one.about] for one in record.feedback}
    policy = record.feedback_policy
    assert (policy.spec, policy.carries) == (spec, "evaluative")
    assert rated == {person for person, own in policy.people.items() if own.spec == "evaluative"}
    assert 0 < len(rated) < 4


def test_a_recording_has_no_horizon():
    sessions = tuple(replace(session, agenda=()) for session in SCENARIO.sessions)
    record = recorded(lived(scenario=replace(SCENARIO, source=ScenarioOrigin.RECORDED, sessions=sessions)))
    assert record.horizon == ()
    assert record.scenario.recorded
    assert not recorded().scenario.recorded


def test_a_part_of_the_wrong_type_is_refused_by_episode():
    life = lived()
    life.unresolved = [7]
    with pytest.raises(RecordError, match="unresolved") as caught:
        recorded(life)
    assert "core-5/1/7/bm25" in str(caught.value)
