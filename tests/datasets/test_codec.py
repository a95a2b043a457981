"""Episode records as lines: what is written is read, and other schemas are upgraded or refused."""

from __future__ import annotations

import dataclasses
import json
from functools import cache
from pathlib import Path

import msgspec
import pytest
from lived_by_hand import lived as lived_by_hand
from lived_by_hand import recorded
from msgspec.structs import astuple, replace

from regulars import Cast, life_v0
from regulars.datasets.codec import from_line, is_unchanged, seal, to_line
from regulars.datasets.earlier_records import lengthen
from regulars.datasets.encode_life import episode_record, record_turn
from regulars.datasets.episode_record import EpisodeConfig, EpisodeKey
from regulars.datasets.record_parts.people import TrustNote
from regulars.datasets.record_parts.probes import expectation_of, record_expectation, record_verdict
from regulars.datasets.record_parts.usage import ModelRecord, SpentNote
from regulars.datasets.validate import find_spoken_future, validate_record
from regulars.dialogue import Verdict, VerdictKind, VerdictSource
from regulars.errors import RecordError
from regulars.scenarios.ontology.attributes import load_ontology
from regulars.seeding import content_hash

SCHEMA_1 = Path(__file__).with_name("episode_schema_1.jsonl")
LONG = Path(__file__).with_name("episode_schema_2_long.jsonl")
"""The first lines of schema 2 had more fields."""


@cache
def lived():
    env = life_v0.raw_env(sessions=4, probes="fork", noise="typos:.2")
    cast = Cast(env)
    cast.reset(seed=2)
    cast.run()
    return env.life


@cache
def record():
    return episode_record(lived(), key=EpisodeKey("s", 2, "x"), config=EpisodeConfig(), timings={"seconds": 1.5})


def test_what_is_written_is_read():
    line = to_line(record())
    assert from_line(line, "") == record()
    assert to_line(from_line(line, "")) == line
    assert is_unchanged(from_line(line, ""))


def test_the_hash_leaves_out_attempts_timings_and_costs_only():
    assert is_unchanged(
        replace(record(), attempt=3, timings={}, spent=(SpentNote(1, "s001.t02", "", 0.5, 1, 9, None),))
    )
    assert not is_unchanged(replace(record(), score=record().score + 1))


KEY = EpisodeKey("core-5/1", 7, "bm25")
OTHER_FIELDS = {
    "kind": None,  # always the same
    "schema": None,
    "key": replace(KEY, seed=8),
    "scenario": lambda record: replace(record.scenario, suite="core-5@train"),
    "versions": {"python": "3"},
    "seeds": lambda record: replace(record.seeds, episode="00"),
    "config": lambda record: replace(record.config, judge="openai:x"),
    "ending": "completed",
    "valid": False,
    "fault": "",
    "score": 0.5,
    "level": "session",
    "steps": 12,
    "sessions": lambda record: record.sessions[:2],
    "transcript": lambda record: record.transcript[1:],
    "ledger": lambda record: replace(record.ledger, said=None),
    "noise": None,
    "probes": lambda record: record.probes[::-1],
    "recollections": lambda record: record.recollections[:1],
    "journal": lambda record: record.journal[::-1],
    "replies": (),
    "feedback": (),
    "feedback_policy": None,
    "rewards": lambda record: record.rewards[:2],
    "conduct": (),
    "rules": lambda record: record.rules[::-1],
    "horizon": lambda record: record.horizon[:1],
    "caused": (),
    "projects": lambda record: record.projects[::-1],
    "unresolved": (),
    "tokens": lambda record: replace(record.tokens, context=35),
    "models": (ModelRecord(role="assistant", model="m", served={"m": 1}, finish={"stop": 1}),),
    "trust": (TrustNote(session=1, trust=0.5),),
}


@pytest.mark.parametrize("name", sorted(OTHER_FIELDS.keys() - {"kind", "schema"}))
def test_every_field_but_attempt_timings_and_costs_decides_the_hash(name):
    given = recorded()
    change = OTHER_FIELDS[name]
    value = change(given) if callable(change) else change
    assert value != getattr(given, name)
    other = replace(given, **{name: value})
    assert not is_unchanged(other)
    assert seal(other).hash != given.hash
    assert len(seal(other).hash) == 32


def test_no_field_of_a_record_is_missing_in_the_table_above():
    assert {*OTHER_FIELDS, "attempt", "timings", "spent", "hash"} == set(recorded().__struct_fields__)
    assert seal(replace(recorded(), hash="other")) == recorded()


@pytest.mark.parametrize("place", ["feedback", "replies", "horizon"])
def test_added_content_is_known_as_a_change(place):
    data = json.loads(to_line(record()))
    assert is_unchanged(from_line(json.dumps(data, indent=1).replace("\n", "").encode(), ""))
    if place == "horizon":
        data["horizon"][0]["life"][0].append("more")
    else:
        data[place][0]["more"] = 1
    assert not is_unchanged(from_line(json.dumps(data).encode(), ""))


def test_hearsay_with_added_content_is_known_as_a_change():
    data = json.loads(to_line(from_line(LONG.read_bytes(), "")))
    assert is_unchanged(from_line(json.dumps(data).encode(), ""))
    data["ledger"]["hearsay"][0].append("more")
    assert not is_unchanged(from_line(json.dumps(data).encode(), ""))


def test_a_turn_with_added_content_is_refused_by_name():
    data = json.loads(to_line(record()))
    data["transcript"][0]["more"] = 1
    with pytest.raises(RecordError, match=r"unknown field `more`.*transcript"):
        from_line(json.dumps(data).encode(), "")


@pytest.mark.parametrize("scope", ["", "else", "p-ada"])
def test_every_scope_of_a_turn_is_kept(scope):
    turn = dataclasses.replace(lived_by_hand().transcript[0], scope=scope)
    given = seal(replace(recorded(), transcript=(record_turn(turn),)))
    assert from_line(to_line(given), "").transcript[0].scope == scope
    assert from_line(long_line(given), "") == given


def test_a_line_leaves_out_what_says_nothing():
    data = json.loads(to_line(recorded()))
    assert [turn["scope"] for turn in data["transcript"]] == ["scope-1", "scope-1", "scope-2", "scope-2"]
    asked = {"id", "person", "speaker", "name", "session", "text", "time"}
    assert [turn.keys() for turn in json.loads(to_line(record()))["transcript"]] == [asked] * len(record().transcript)
    assert {turn.scope for turn in record().transcript} == {turn.scope for turn in lived().transcript}
    outcomes = [outcome for probe in data["probes"] for outcome in probe["outcomes"]]
    assert [outcome.get("used") for outcome in outcomes] == [["s005.t01"], None, None]
    assert [outcome["expectation"].get("category") for outcome in outcomes] == ["where", "where", "open"]
    assert all(outcome.keys() >= {"turn", "reply", "answer", "recalled", "evidence", "verdict"} for outcome in outcomes)


def test_subclasses_of_plain_types_are_written_as_what_they_are():
    class Words(str):
        __slots__ = ()

    odd = seal(replace(record(), fault=Words("late")))
    assert (odd.fault, type(odd.fault)) == ("late", str)


def test_what_json_does_not_know_is_refused_by_its_type():
    with pytest.raises(RecordError, match="does not fit the record schema: a record cannot hold a complex"):
        seal(replace(record(), timings={"seconds": 1j}))


def test_lone_surrogates_are_written_and_read():
    odd = seal(replace(record(), fault="half a \ud83d pair"))
    assert from_line(to_line(odd), "") == odd
    assert is_unchanged(from_line(to_line(odd), ""))


def test_every_expectation_comes_back_as_it_was():
    ontology = load_ontology()
    expectations = [outcome.expectation for outcome in lived().outcomes if outcome.expectation is not None]
    assert len(expectations) > 10
    for expectation in expectations:
        kept = record_expectation(expectation, ontology)
        again = expectation_of(kept, expectation.form, ontology)
        assert record_expectation(again, ontology) == kept
        assert (again.form, again.gold, again.domain.name, again.offered) == (
            expectation.form,
            expectation.gold,
            expectation.domain.name,
            expectation.offered,
        )
    asked = dataclasses.replace(expectations[0], form="any", offered=("a", "b"))
    assert expectation_of(record_expectation(asked, ontology), "any", ontology).offered == ("a", "b")


@pytest.mark.parametrize(
    ("reason", "source", "late", "kept"),
    [
        ("names the value", VerdictSource.MATCHER, False, ""),
        ("names the value", VerdictSource.MATCHER, True, ""),
        ("it does", VerdictSource.MODEL, False, "it does"),
        ("no JSON", VerdictSource.UNREADABLE, False, "no JSON"),
    ],
)
def test_a_verdict_says_what_it_comes_from(reason, source, late, kept):
    found = record_verdict(Verdict(VerdictKind.STALE, score=0.5, reason=reason, late=late, source=source))
    assert (found.kind, found.score, found.comes_from, found.late, found.reason) == ("stale", 0.5, source, late, kept)
    assert found.found is VerdictKind.STALE


def test_a_record_of_schema_1_is_read_sound_and_unchanged():
    old = json.loads(SCHEMA_1.read_bytes())
    read = from_line(SCHEMA_1.read_bytes(), "")
    assert old["schema"] == 1
    assert read.schema == 2
    assert is_unchanged(read)
    assert validate_record(read, load_ontology()) == []
    assert list(find_spoken_future(read, load_ontology())) == []
    assert (read.score, str(read.ending), read.key.system) == (old["score"], old["ending"], old["key"]["system"])
    assert len(read.sessions) == len(old["sittings"])
    assert len(read.ledger.disclosures) == len(old["ledger"]["tellings"])
    assert [probe.contrast for probe in read.probes] == [probe.get("twin", "") for probe in old["probes"]]
    assert [len(note.hits) for note in read.recollections] == [len(note["hits"]) for note in old["recollections"]]


def test_a_changed_record_of_schema_1_is_known_as_changed():
    old = json.loads(SCHEMA_1.read_bytes())
    old["score"] += 1
    assert not is_unchanged(from_line(json.dumps(old).encode(), ""))


def long_line(given):
    """A record as the first lines of schema 2 had it, with their hash."""
    data = lengthen(json.loads(to_line(given)))
    hashed = data | {"attempt": 1, "hash": "", "timings": {}}
    hashed.pop("spent", None)
    try:
        text = msgspec.json.encode(hashed).decode()
    except UnicodeEncodeError:
        text = json.dumps(hashed, separators=(",", ":"))
    return json.dumps(data | {"hash": content_hash(text, 32)}).encode()


def test_a_long_record_is_read_sound_and_unchanged():
    old = json.loads(LONG.read_bytes())
    read = from_line(LONG.read_bytes(), "")
    assert is_unchanged(read)
    assert read.hash != old["hash"]
    assert validate_record(read, load_ontology()) == []
    assert list(find_spoken_future(read, load_ontology())) == []
    assert len(to_line(read)) < len(LONG.read_bytes()) - 500
    assert from_line(to_line(read), "") == read
    assert lengthen(json.loads(to_line(read))) == old | {"hash": read.hash}
    assert long_line(read) == json.dumps(old).encode()
    assert [tuple(one.values()) for one in old["ledger"]["hearsay"]] == list(map(astuple, read.ledger.hearsay)) != []
    assert [turn["scope"] for turn in old["transcript"]] == [turn.scope for turn in read.transcript]


@pytest.mark.parametrize("given", [record, recorded, lambda: seal(replace(record(), fault="half a \ud83d pair"))])
def test_a_long_record_is_read_as_the_same_record(given):
    assert from_line(long_line(given()), "") == given()


def test_a_long_record_may_have_its_keys_in_another_order():
    old = json.loads(LONG.read_bytes())
    for name in ("transcript", "probes", "feedback"):
        old[name] = [dict(reversed(one.items())) for one in old[name]]
    other = json.dumps(dict(reversed(old.items())), indent=1).replace("\n", " ")
    assert from_line(other.encode(), "") == from_line(LONG.read_bytes(), "")


def test_attempts_and_timings_of_a_long_record_may_change():
    old = json.loads(LONG.read_bytes()) | {"attempt": 3, "timings": {}}
    del old["spent"]
    assert is_unchanged(from_line(json.dumps(old).encode(), ""))


LONG_CHANGES = {
    "score": lambda old: old.update(score=old["score"] + 1),
    "hash": lambda old: old.update(hash="0" * 32),
    "text": lambda old: old["transcript"][0].update(text="Hello."),
    "another scope": lambda old: old["transcript"][0].update(scope="other"),
    "no scope": lambda old: old["transcript"][0].pop("scope"),
    "hearsay": lambda old: old["ledger"]["hearsay"][0].update(value="Bergen"),
    "more hearsay": lambda old: old["ledger"]["hearsay"][0].update(more=1),
    "less hearsay": lambda old: old["ledger"]["hearsay"].pop(),
    "no hearsay": lambda old: old["ledger"].pop("hearsay"),
    "target": lambda old: old["probes"][0].update(target="job"),
    "no target": lambda old: old["probes"][0].pop("target"),
    "used": lambda old: old["probes"][0]["outcomes"][0].update(used=[]),
    "no used": lambda old: old["probes"][0]["outcomes"][0].pop("used"),
    "category": lambda old: old["probes"][0]["outcomes"][0]["expectation"].update(category="where"),
    "no category": lambda old: old["probes"][0]["outcomes"][0]["expectation"].pop("category"),
    "feedback": lambda old: old["feedback"][0].update(more=1),
    "spent": lambda old: old["spent"][0].append("more"),
}


@pytest.mark.parametrize("name", LONG_CHANGES)
def test_a_changed_long_record_is_known_as_changed(name):
    old = json.loads(LONG.read_bytes())
    LONG_CHANGES[name](old)
    assert not is_unchanged(from_line(json.dumps(old).encode(), ""))


def test_torn_hearsay_of_a_long_record_is_refused_by_name():
    old = json.loads(LONG.read_bytes())
    del old["ledger"]["hearsay"][0]["value"]
    with pytest.raises(RecordError, match=r"does not match its schema: .*hearsay"):
        from_line(json.dumps(old).encode(), "")


@pytest.mark.parametrize(
    ("change", "named"),
    [
        ({"schema": 7}, "schema 7"),
        ({"schema": 1}, "does not match its schema"),
        ({"kind": "else"}, "not an episode record"),
        ({"valid": "yes"}, r"valid"),
        ({"surplus": 1}, "surplus"),
    ],
)
def test_another_line_is_refused_by_name(change, named):
    line = json.dumps(msgspec.to_builtins(record()) | change).encode()
    with pytest.raises(RecordError, match=named) as caught:
        from_line(line, "file, line 3")
    assert "file, line 3" in str(caught.value)


@pytest.mark.parametrize("line", [b'{"schema": 2', b"[" * 100_000])
def test_a_line_that_is_no_json_is_refused(line):
    with pytest.raises(RecordError, match="not JSON"):
        from_line(line, "file, line 1")


def test_a_torn_hit_of_schema_1_is_refused_by_name():
    old = json.loads(SCHEMA_1.read_bytes())
    next(note for note in old["recollections"] if note["hits"])["hits"][0] = ["id"]
    with pytest.raises(RecordError, match="does not match its schema"):
        from_line(json.dumps(old).encode(), "")


def test_timings_of_schema_1_may_be_odd():
    old = json.loads(SCHEMA_1.read_bytes()) | {"timings": {"seconds": float("nan")}}
    assert is_unchanged(from_line(json.dumps(old).encode(), ""))


def test_what_does_not_fit_is_refused_before_it_is_written():
    with pytest.raises(RecordError, match=r"steps"):
        seal(replace(record(), steps="many"))
