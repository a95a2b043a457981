"""Runs for the tests of the viewer: a record made by hand, one that was played, and one full of markup."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import fields, is_dataclass, replace
from datetime import UTC, datetime, timedelta
from functools import cache
from pathlib import Path
from typing import Any

import msgspec
from bare_records import bare
from msgspec import structs

import regulars
from regulars.datasets.codec import seal
from regulars.datasets.encode_life import record_turn
from regulars.datasets.episode_record import EpisodeRecord
from regulars.datasets.record_files import append
from regulars.datasets.record_parts.memory import HitRecord, OperationRecord, RecallRecord
from regulars.datasets.record_parts.people import HorizonRecord, KnownFact
from regulars.datasets.record_parts.probes import ExpectationRecord, OutcomeRecord, ProbeRecord, VerdictRecord
from regulars.datasets.record_parts.transcript import HearsayRecord, LedgerRecord, TurnRecord
from regulars.dialogue import ASSISTANT, Feedback, FeedbackAction, Turn
from regulars.envs.ledger import Commitment, Disclosure
from regulars.envs.life.outcomes import RewardNote
from regulars.envs.life.sessions import LivedSession, SessionEnding
from regulars.envs.probes.gold import ProbeStatus
from regulars.scenarios.generator import generate
from regulars.scenarios.kinds import Band, Form

MORNING = datetime(2025, 3, 3, 9, tzinfo=UTC)


def at(days: int = 0, minutes: int = 0) -> datetime:
    return MORNING + timedelta(days=days, minutes=minutes)


def _turn(id: str, speaker: str, text: str, time: datetime) -> TurnRecord:
    return record_turn(Turn(id, "p1", "p1", speaker, "Ada", int(id[1:4]), text, time))


def _told(turn: str, value: str, time: datetime, act: str) -> Disclosure:
    return Disclosure("f1", "p1", "city", value, "direct", turn, int(turn[1:4]), time, act)


def _asked(reply: str, verdict: str, turn: str, **given: Any) -> OutcomeRecord:
    plain: dict[str, Any] = {
        "time": at(2, 1), "attempt": 1, "status": ProbeStatus.ASKED,
        "expectation": ExpectationRecord(
            domain="city", answerable=True, gold=("Bergen",), stale=("Oslo",), others=(), category="recall"
        ),
        "evidence": (("s001.t03",),), "verdict": VerdictRecord(kind=verdict, score=0.0, source="matcher"),
        "turn": turn, "reply": reply, "answer": None, "recalled": ("s001.t01",), "used": None, "mark": (3, 1),
        "horizon": 1,
    }  # fmt: skip
    return OutcomeRecord(**{**plain, **given})


def _probe(id: str, *outcomes: OutcomeRecord) -> ProbeRecord:
    return ProbeRecord(
        id=id, kind="current-value", form=Form.VALUE, attribute="city", target="f1", owner="p1", asker="p1",
        purpose="recall", time=at(2), session=2, band=Band.IN, anchor=False, status=ProbeStatus.ASKED,
        outcomes=outcomes,
    )  # fmt: skip


def moved(system: str = "x", **given: Any) -> EpisodeRecord:
    """Ada lives in Oslo, moves to Bergen, and is told Oslo when she asks."""
    plain: dict[str, Any] = {
        "sessions": (
            LivedSession(1, "p1", at(), at(0, 5), SessionEnding.CLOSED, 4),
            LivedSession(2, "p1", at(2), at(2, 5), SessionEnding.SATISFIED, 2),
        ),
        "transcript": (
            _turn("s001.t01", "p1", "I live in Oslo, and my sister in Rome.", at(0, 1)),
            _turn("s001.t02", ASSISTANT, "A boat, then.", at(0, 2)),
            _turn("s001.t03", "p1", "Now I live in Bergen.", at(0, 3)),
            _turn("s001.t04", ASSISTANT, "Noted.", at(0, 4)),
            _turn("s002.t01", "p1", "Where do I live?", at(2, 1)),
            _turn("s002.t02", ASSISTANT, "In Oslo.", at(2, 2)),
        ),
        "ledger": LedgerRecord(
            disclosures=(_told("s001.t01", "Oslo", at(0, 1), "a1"), _told("s001.t03", "Bergen", at(0, 3), "a2")),
            commitments=(Commitment("r1", "p1", "gift", "boat", "s001.t02", 1, at(0, 2)),),
            said={"w1": "s001.t03"},
            hearsay=(HearsayRecord(1, "p1", "city", "Rome", "s001.t01"),),
        ),
        "probes": (
            _probe("q1", _asked("In Oslo.", "stale", "s002.t02")),
            _probe("q2", _asked("Bergen.", "correct", "", time=at(1), question="Where is Ada?", mark=(2, 1))),
        ),
        "recollections": (
            RecallRecord(turn="s002.t02", probe="", level="turn", tokens=9, why="",
                         hits=(HitRecord("i1", 0.5, ("s001.t01",)),)),
            RecallRecord(turn="s002.t01", probe="q2", level="turn", tokens=4, why="",
                         hits=(HitRecord("i2", None, ("s001.t03",)),)),
        ),
        "journal": (
            OperationRecord(verb="ADD", id="i1", cause="s001.t01", sources=("s001.t01",)),
            OperationRecord(verb="ADD", id="i2", cause="s001.t03", sources=("s001.t03",)),
        ),
        "feedback": (Feedback("s002.t02", FeedbackAction.DISLIKE, 2.0, "No!", at(2, 3)),),
        "rewards": (RewardNote("assistant", "s002.t02", {"recall": -1.0, "style": 0.0}),),
        "horizon": (
            HorizonRecord(person="p1", sayable=(), sessions=(), life=(
                KnownFact("f0", "city", "Paris", at(-90)), KnownFact("f1", "city", "Oslo", at(-9)),
                KnownFact("f2", "city", "Bergen", at(0, 3)), KnownFact("f3", "city", "Rome", at(30)),
            )),
        ),
    }  # fmt: skip
    return bare("life", 0, system, **{**plain, **given})


def written(folder: Path, *records: EpisodeRecord) -> Path:
    """The folder of a run with these records."""
    folder.mkdir(parents=True, exist_ok=True)
    for record in records:
        append(folder / "episodes.jsonl", record)
    return folder


def played(folder: Path, seeds: int = 1) -> Path:
    """The folder of a run that was played."""
    regulars.evaluate(memory="bm25-turn,recency", data=[played_scenario()], seeds=seeds, references=False, out=folder)
    return folder


@cache
def played_scenario() -> Any:
    """The scenario of those runs."""
    return generate(1, sessions=3)


HOSTILE = (
    '<script>window.hacked=1</script><img src=x onerror="window.hacked=1">\'"]]>--></script>&lt;'
    "\x00\x07\x1b[31m\u202e\u2028javascript:window.hacked=1"
)

_CLOSED = frozenset(
    ("EpisodeRecord.kind", "EpisodeRecord.hash", "EpisodeRecord.level", "RecallRecord.level", "OperationRecord.verb",
     "VerdictRecord.kind", "VerdictRecord.source", "SeedsRecord.episode", "ScenarioRecord.language")
)  # fmt: skip
"""Fields with a closed set of strings, and names that open something."""


def hostile(record: EpisodeRecord) -> EpisodeRecord:
    """The record with markup and control characters at the end of every text, names and ids included."""
    return seal(_spoilt(record))


def _spoilt(value: Any) -> Any:
    if type(value) is str:
        return value + HOSTILE if value else value
    if isinstance(value, msgspec.Struct):
        return structs.replace(value, **_fields(value, value.__struct_fields__))
    if is_dataclass(value) and not isinstance(value, type):
        return replace(value, **_fields(value, [one.name for one in fields(value)]))
    if isinstance(value, Mapping):
        return {_spoilt(key): _spoilt(one) for key, one in value.items()}
    return tuple(map(_spoilt, value)) if isinstance(value, tuple | list) else value


def _fields(owner: Any, names: Iterable[str]) -> dict[str, Any]:
    """The fields of a record's part, each spoilt unless its strings are a closed set."""
    where = type(owner).__name__
    return {name: _spoilt(getattr(owner, name)) for name in names if f"{where}.{name}" not in _CLOSED}
