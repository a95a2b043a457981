"""Small runs written by hand, for tests of what compares and prints runs."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from datetime import UTC, datetime, timedelta
from pathlib import Path
from typing import Any

from bare_records import bare
from msgspec import structs

from regulars.datasets.codec import seal
from regulars.datasets.encode_life import record_turn
from regulars.datasets.episode_record import EpisodeConfig, EpisodeRecord, ScenarioRecord
from regulars.datasets.record_files import append
from regulars.datasets.record_parts.memory import HitRecord, RecallRecord
from regulars.datasets.record_parts.probes import ExpectationRecord, OutcomeRecord, ProbeRecord, VerdictRecord
from regulars.datasets.record_parts.transcript import TurnRecord
from regulars.dialogue import ASSISTANT, Feedback, FeedbackAction, Turn
from regulars.envs.life.outcomes import Ending
from regulars.envs.life.sessions import LivedSession
from regulars.envs.probes.gold import ProbeStatus
from regulars.scenarios.kinds import Band, Form, ScenarioOrigin

START = datetime(2025, 3, 3, 9, tzinfo=UTC)


def at(minutes: float) -> datetime:
    return START + timedelta(minutes=minutes)


def turn(id: str, minutes: float, text: str, *, speaker: str = "ann") -> TurnRecord:
    return record_turn(Turn(id, "ann", "ann", speaker, "Ann", int(id[1:4]), text, at(minutes)))


def question(id: str, *, right: bool, kind: str = "update", anchor: bool = True, horizon: int = 10) -> ProbeRecord:
    """A question out of band: Ann told in her first turn where she works."""
    verdict = VerdictRecord(kind="correct" if right else "abstained", score=float(right), source="matcher")
    reply = "You work at Drumlock." if right else "I don't know that; you have not told me."
    outcome = OutcomeRecord(
        time=at(60), attempt=1, status=ProbeStatus.ASKED,
        expectation=ExpectationRecord(
            domain="employer", answerable=True, gold=("Drumlock",), stale=(), others=(), category=""
        ),
        evidence=(("s001.t01",),), verdict=verdict, turn="", reply=reply, answer=None,
        recalled=("s001.t01",) if right else ("s001.t03",), used=None, mark=(1, 0), horizon=horizon,
        question="Where do I work?",
    )  # fmt: skip
    return ProbeRecord(
        id=id, kind=kind, form=Form.VALUE, attribute="employer", target="", owner="ann", asker="ann", purpose="",
        time=at(60), session=0, band=Band.OUT, anchor=anchor, status=ProbeStatus.ASKED, outcomes=(outcome,),
    )  # fmt: skip


TRANSCRIPT = (
    turn("s001.t01", 0, "I work at Drumlock."),
    turn("s001.t02", 1, "Noted.", speaker=ASSISTANT),
    turn("s001.t03", 2, "Bye."),
)


def life(seed: int, system: str, answers: Iterable[bool | ProbeRecord], **changes: Any) -> EpisodeRecord:
    """A life of one session with these answers to questions of the kind `update`."""
    probes = tuple(
        one if isinstance(one, ProbeRecord) else question(f"q{number}", right=one)
        for number, one in enumerate(answers, 1)
    )
    hits = (HitRecord("i1", 1.5, ("s001.t01",)), HitRecord("i2", 0.5, ("s001.t03",)))
    fields: dict[str, Any] = {
        "transcript": TRANSCRIPT,
        "sessions": (LivedSession(1, "ann", at(0), at(3)),),
        "probes": probes,
        "recollections": (RecallRecord(turn="s001.t06", probe="q1", level="turn", tokens=40, hits=hits, why=""),),
        "feedback": (Feedback("s001.t02", FeedbackAction.LIKE, 9.0, "thanks"),),
        "config": EpisodeConfig(probes="fork"),
        **changes,
    }
    suite = fields.pop("suite", "core-6")
    id = fields.pop("id", f"life-{seed}")
    scenario = ScenarioRecord(
        id=id, source=ScenarioOrigin.GENERATED, suite=suite, language="english", persons=("ann",), sessions=1
    )
    return seal(structs.replace(bare("core", seed, system), scenario=scenario, hash="", **fields))


def faulty(seed: int, system: str) -> EpisodeRecord:
    return life(seed, system, [], ending=Ending.ASSISTANT_ERROR, valid=False, fault="it broke", score=None)


def run_of(folder: Path, lives: Mapping[str, Iterable[Iterable[bool | ProbeRecord]]], **changes: Any) -> Path:
    """A run of systems over lives with seeds from 0, each with its answers."""
    folder.mkdir()
    for system, all_answers in lives.items():
        for seed, answers in enumerate(all_answers):
            append(folder / "episodes.jsonl", life(seed, system, answers, **changes))
    return folder
