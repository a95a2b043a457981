"""The record of a life made by hand, field by field."""

from __future__ import annotations

import json
from dataclasses import replace
from datetime import UTC, datetime, timedelta
from functools import cache

import pytest

from regulars import Cast, life_v0
from regulars.datasets.codec import is_unchanged, to_line
from regulars.datasets.encode_life import episode_record, versions
from regulars.datasets.episode_record import EpisodeConfig, EpisodeKey
from regulars.datasets.memory_record import HitRecord, OperationRecord, RecallRecord
from regulars.dialogue import Feedback, FeedbackAction, Turn, Verdict, VerdictKind, VerdictSource
from regulars.envs.ledger import Commitment, Disclosure
from regulars.envs.life.life import Life
from regulars.envs.life.outcomes import ConductNote, Ending, ProbeOutcome, ReplyNote, RewardNote
from regulars.envs.life.sessions import LivedSession, SessionEnding
from regulars.envs.probes.gold import ProbeStatus
from regulars.errors import RecordError
from regulars.rewards.metrics.reward_terms import Weights
from regulars.rewards.verdicts.expectation import Expectation
from regulars.scenarios.kinds import ActKind, Band, Form, RuleDisclosure, ScenarioOrigin
from regulars.scenarios.language.packs import Language
from regulars.scenarios.world import Act, Event, Fact, Person, Probe, Project, Scenario, Session, StandingRule
from regulars.seeding import SeedTree
from regulars.values import Domain, ValueType

DAY = datetime(2025, 3, 3, 9, tzinfo=UTC)


def at(days=0, minutes=0):
    return DAY + timedelta(days=days, minutes=minutes)


ADA = Person(
    "p-ada",
    "Ada",
    "scope-1",
    facts=(
        Fact("f1", "p-ada", "home_city", "Lyon", at(-900), until=at(1)),
        Fact("f2", "p-ada", "home_city", "Bergen", at(1)),
    ),
    rules=(
        StandingRule("r1", "length", "one_sentence", at(-10)),
        StandingRule("r2", "procedure", "season papers", at(-5), at(50), RuleDisclosure.HINTED, "travel"),
    ),
    projects=(
        Project("j2", "travel", "see the fjords", at(), ("a-plan",)),
        Project("j1", "travel", "a fortnight of hiking", at(), ()),
    ),
)
BEN = Person("p-ben", "Ben", "scope-2", facts=(Fact("f3", "p-ben", "hobby", "fencing", at(-40)),))

ASKED = Probe(
    "q1", "temporal", Form.VALUE, "home_city", "p-ada", "p-ben", "knows where she lives", at(1), session=2,
    band=Band.IN, target="a-tell", other="hobby", value="Graz", context="doctor", contrast="q2", difficulty="hard",
)  # fmt: skip
ANCHOR = Probe(
    "q2", "single-session-user", Form.TEXT, "hobby", "p-ben", "p-ben", "remembers", at(3), anchor=True
)  # fmt: skip
LATE = Probe("q3", "abstention", Form.VALUE, "job", "p-ada", "p-ada", "remembers", at(4))

SCENARIO = Scenario(
    id="scenario-1",
    source=ScenarioOrigin.GENERATED,
    suite="core-3@test",
    language="english",
    start=DAY,
    persons=(ADA, BEN),
    sessions=(
        Session(1, "p-ada", at(), agenda=(
            Act("a-tell", ActKind.TELL, fact="f1", attribute="home_city", other="Rome"),
            Act("a-del", ActKind.DELEGATE, attribute="boat_name", options=("Zephyr", "Kittiwake"), slip="Rome"),
            Act("a-plan", ActKind.PLAN, target="j2", other="finish"),
        )),
        Session(2, "p-ben", at(1), agenda=(Act("a-ask", ActKind.ASK, probe="q1", due=at(1, 30)),)),
        Session(3, "p-ada", at(2)),
        Session(4, "p-ada", at(9), agenda=(Act("a-late", ActKind.ASK, probe="q3", within=timedelta(minutes=1)),)),
    ),
    probes=(ASKED, ANCHOR, LATE),
)  # fmt: skip


def turn(id, person, speaker, text, time, name=""):
    scope = {"p-ada": "scope-1", "p-ben": "scope-2"}[person]
    return Turn(id, scope, person, speaker, name or speaker, int(id[1:4]), text, time)


def lived(feedback="evaluative+drifting:first=-1;last=1;over=2", scenario=SCENARIO, ending=Ending.ABANDONED):
    """The fifth to seventh sessions of a stream; the fourth planned session was not reached."""
    language = Language.load("english")
    life = Life(
        scenario, language.ontology, language, SeedTree(7).child("episode", 0), probes="end", feedback=feedback,
        noise="typos:.1", reactive=True, weights=Weights(), reward_to="nobody", horizon="turn", first_session=5,
    )  # fmt: skip
    life.ending, life.steps = ending, 11
    life.sessions = [
        LivedSession(5, "p-ada", at(), at(0, 7), SessionEnding.CLOSED, 3),
        LivedSession(6, "p-ben", at(1), at(1, 4), SessionEnding.SATISFIED, 2),
        LivedSession(7, "p-ada", at(2), at(2), None, 0),
    ]
    life.transcript = [
        turn("s005.t01", "p-ada", "p-ada", "I live in Lyon now.", at(0, 1), "Ada"),
        turn("s005.t02", "p-ada", "assistant", "Noted, Ada.", at(0, 2), "Assistant"),
        turn("s006.t01", "p-ben", "p-ben", "Where does Ada live?", at(1, 1), "Ben"),
        turn("s006.t02", "p-ben", "assistant", "In Lyon.", at(1, 2), "Assistant"),
    ]
    ledger = life.ledger
    ledger.enter(Disclosure("f1", "p-ada", "home_city", "Lyon", "direct", "s005.t01", 5, at(0, 1), "a-tell",
                            ("s005.t00",), "love"))  # fmt: skip
    ledger.commit(Commitment("a-del", "p-ada", "boat_name", "Zephyr", "s005.t02", 5, at(0, 2)))
    ledger.said["a-plan"] = "s005.t01"
    ledger.note_noise("typos", "s005.t01", "p-ada", "home_city")
    gold = Expectation(
        Form.VALUE, life.ontology.domain("home_city"), True, ("Lyon",), ("Rome",), ("Porto",), "where", ("A", "B"), True
    )
    first = ProbeOutcome(
        ASKED, ProbeStatus.ASKED, at(1, 2), 1, gold, (("s005.t01",), ("s005.t00", "s005.t02")),
        Verdict(VerdictKind.PARTIAL, score=0.5, reason="half", late=True, source=VerdictSource.MODEL),
        "s006.t02", "In Lyon.", "Lyon", ("s005.t01", "s006.t01", "s005.t02"), ("s005.t01",), (1, 1), 2,
        {"stale": ("Rome",)}, ("typos",), "",
    )  # fmt: skip
    again = ProbeOutcome(
        ASKED, ProbeStatus.ASKED, at(1, 3), 2, gold, (), Verdict(VerdictKind.WRONG, reason="not it"), "s006.t03",
        "Rome.", None, None, None,
    )  # fmt: skip
    out = Domain("town", ValueType.TERM, {"Graz": ("Gratz",)}, unit="km")
    aside = ProbeOutcome(
        ANCHOR, ProbeStatus.UNANSWERABLE, at(3), 1, Expectation(Form.TEXT, out, False, category="open"), (), None, "",
        "I don't know.", "-", (), None, question="What does Ben do?",
    )  # fmt: skip
    life.outcomes = [aside, first, again]
    life.replies = [ReplyNote("s006.t02", "Lyon", ("s005.t01",), ("s005.t01",), 1.5)]
    life.signals.feedbacks.append(Feedback("s005.t02", FeedbackAction.DISLIKE, 2.5, "Shorter.", at(0, 3)))
    life.signals.reward_notes += [
        RewardNote("assistant", "s005.t02", {"verdict": 0.1, "rules": -0.05}),
        RewardNote("user", "s005.t02", {"served": 0.5}),
        RewardNote("assistant", "s006.t02", {"verdict": 0.2}),
    ]
    life.conduct = [ConductNote("p-ada", "s005.t02", ("r1",), ("r2", "r3"))]
    life.choices.caused.append(Event("e1", "p-ada", at(0, 182), begins=("f9",), cause="s005.t02"))
    life.unresolved = ["about s001.t09"]
    return life


RECALLS = (
    RecallRecord(
        turn="s006.t02", probe="", level="turn", tokens=30, hits=(HitRecord("i1", 0.5, ("s005.t01",)),), why=""
    ),
    RecallRecord(turn="", probe="q2", level="turn", tokens=4, hits=(), why="empty"),
)  # fmt: skip
JOURNAL = (
    OperationRecord(verb="ADD", id="i1", cause="s005.t01", sources=("s005.t01",)),
    OperationRecord(verb="MERGE", id="i1", cause="", other="i2"),
)


def recorded(life=None, **given):
    parts = {"recollections": RECALLS, "journal": iter(JOURNAL), "fault": "used up", "attempt": 2,
             "timings": {"seconds": 1.5}} | given  # fmt: skip
    config = EpisodeConfig(feedback="sealed", noise="typos:.1", probes="fork")
    return episode_record(life or lived(), key=EpisodeKey("core-3/1", 7, "bm25"), config=config, **parts)


@cache
def data():
    return json.loads(to_line(recorded()))


EXPECTED = {
    "schema": 2,
    "kind": "regulars.episode",
    "key": {"scenario": "core-3/1", "seed": 7, "system": "bm25"},
    "attempt": 2,
    "scenario": {
        "id": "scenario-1",
        "source": "generated",
        "suite": "core-3@test",
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
                    "turn": "s006.t03", "reply": "Rome.", "answer": None, "recalled": None, "used": None,
                    "mark": [0, 0], "horizon": -1,
                },
            ],
        },
        {
            "id": "q2", "kind": "single-session-user", "form": "text", "attribute": "hobby", "target": "",
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
                    "recalled": [], "used": None, "mark": [0, 0], "horizon": -1, "question": "What does Ben do?",
                },
            ],
        },
        {
            "id": "q3", "kind": "abstention", "form": "value", "attribute": "job", "target": "", "owner": "p-ada",
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
    assert "core-3/1/7/bm25" in str(caught.value)
