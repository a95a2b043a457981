"""Small episode records, written by hand, whose figures a reader can work out with a pencil."""

from __future__ import annotations

from datetime import UTC, datetime, timedelta
from typing import Any

from regulars.datasets.encode_life import record_turn
from regulars.datasets.episode_record import (
    KIND,
    SCHEMA,
    EpisodeConfig,
    EpisodeKey,
    EpisodeRecord,
    ScenarioRecord,
    SeedsRecord,
    StreamPlace,
)
from regulars.datasets.record_parts.memory import HitRecord, Level, OperationRecord, RecallRecord
from regulars.datasets.record_parts.probes import (
    ExpectationRecord,
    OutcomeRecord,
    ProbeRecord,
    VerdictName,
    VerdictRecord,
)
from regulars.datasets.record_parts.transcript import LedgerRecord, TurnRecord
from regulars.dialogue import Turn
from regulars.envs.life.outcomes import Ending
from regulars.envs.probes.gold import ProbeStatus
from regulars.evaluation.figures.curves import pooled
from regulars.evaluation.figures.result_rows import Row
from regulars.scenarios.kinds import Band, Form, ScenarioOrigin

START = datetime(2025, 1, 6, 9, tzinfo=UTC)
TOLD = ("s001.t01",)
"""The turn that an answer needs, if a test does not say otherwise."""


def at(minute: float) -> datetime:
    """A time so many minutes after the start."""
    return START + timedelta(minutes=minute)


def asked(verdict: VerdictName | None = "correct", **changes: Any) -> OutcomeRecord:
    """The outcome of a question that was asked once: its evidence is `TOLD`, and no recall was declared.

    Args:
        verdict: The kind of verdict; None for none.
        changes: Other fields of the outcome, `source` or `late` of the verdict, `gold` or `category` of what is right.
    """
    source, late = changes.pop("source", "matcher"), changes.pop("late", False)
    gold, category = changes.pop("gold", ("Drumlock",)), changes.pop("category", "")
    status = changes.pop("status", ProbeStatus.ASKED)
    expected = ExpectationRecord(
        domain="employer", answerable=status is ProbeStatus.ASKED, gold=gold, stale=(), others=(), category=category
    )
    score = 1.0 if verdict == "correct" else 0.0
    fields: dict[str, Any] = {
        "time": START,
        "attempt": 1,
        "expectation": expected,
        "evidence": (TOLD,),
        "turn": "",
        "reply": "",
        "answer": None,
        "recalled": None,
        "used": None,
        "mark": (0, 0),
        "horizon": 0,
    }
    judged = None if verdict is None else VerdictRecord(kind=verdict, score=score, source=source, late=late)
    return OutcomeRecord(status=status, verdict=judged, **{**fields, **changes})


def untold(verdict: VerdictName | None = "correct", **changes: Any) -> OutcomeRecord:
    """The outcome of a question whose answer had not been told: abstaining is right."""
    return asked(verdict, **{"status": ProbeStatus.UNANSWERABLE, "gold": (), "evidence": (), **changes})


def void() -> OutcomeRecord:
    """The outcome of a question about something that never came about."""
    return asked(None, status=ProbeStatus.VOID, expectation=None, evidence=())


def probe(id: str, *outcomes: OutcomeRecord, kind: str = "update", **changes: Any) -> ProbeRecord:
    """A planned question with its outcomes in order; without any it is unreached."""
    fields: dict[str, Any] = {
        "form": Form.VALUE,
        "attribute": "employer",
        "target": "",
        "owner": "ann",
        "asker": "ann",
        "purpose": "",
        "time": START,
        "session": 1,
        "band": Band.OUT,
        "anchor": False,
        "status": outcomes[0].status if outcomes else ProbeStatus.UNREACHED,
    }
    return ProbeRecord(id=id, kind=kind, outcomes=outcomes, **{**fields, **changes})


def episode(*probes: ProbeRecord, **changes: Any) -> EpisodeRecord:
    """The record of a generated life with these probes.

    Args:
        probes: The planned probes.
        changes: Other fields of the record; `scenario`, `seed` and `system` name it; `suite`, `language` and `recorded`
            describe its scenario, and `life` is its id: by default another one for each seed, as in a suite.
    """
    name = changes.pop("scenario", "life")
    origin = ScenarioOrigin.RECORDED if changes.pop("recorded", False) else ScenarioOrigin.GENERATED
    seed = changes.pop("seed", 0)
    key = EpisodeKey(name, seed, changes.pop("system", "x"))
    scenario = ScenarioRecord(
        id=changes.pop("life", f"{name}#{seed}"),
        source=origin,
        suite=changes.pop("suite", "smoke-6"),
        language=changes.pop("language", "english"),
        persons=("ann",),
        sessions=1,
    )
    fields: dict[str, Any] = {
        "config": EpisodeConfig(),
        "ending": Ending.COMPLETED,
        "valid": True,
        "fault": "",
        "score": 0.0,
        "level": "turn",
        "transcript": (),
        "ledger": LedgerRecord(disclosures=(), commitments=(), said={}),
        "recollections": (),
        "seeds": SeedsRecord(root=seed, episode=""),
        "hash": "",
    }
    return EpisodeRecord(schema=SCHEMA, kind=KIND, key=key, scenario=scenario, probes=probes, **{**fields, **changes})


def faulty(**changes: Any) -> EpisodeRecord:
    """The record of an episode that ended with a fault of the assistant, after one right answer."""
    broken = {"ending": Ending.ASSISTANT_ERROR, "valid": False, "fault": "it broke", "score": None}
    return episode(probe("p", asked(recalled=TOLD)), **{**broken, **changes})


def placed(half: str, block: int, trained: int, *, blocks: int = 2, regime: str = "on-policy") -> EpisodeConfig:
    """The settings of an episode at a place in a stream."""
    place = StreamPlace(regime=regime, half=half, block=block, trained=trained, blocks=blocks)
    return EpisodeConfig(stream=place)


def recall(*sources: str, tokens: int = 0, level: Level = "turn") -> RecallRecord:
    """A recall of one item that cites these turns; without any, of no item."""
    hits = (HitRecord("i", None, sources),) if sources else ()
    return RecallRecord(turn="", probe="", level=level, tokens=tokens, hits=hits, why="")


def turn(id: str, minute: float) -> TurnRecord:
    """A turn so many minutes after the start."""
    return record_turn(Turn(id, "ann", "ann", "ann", "Ann", int(id[1:4]), "", at(minute)))


def op(verb: Any, id: str, *sources: str, other: str | None = None, cause: str = "") -> OperationRecord:
    """An operation of a memory's journal."""
    return OperationRecord(verb=verb, id=id, cause=cause, sources=sources, other=other)


def rows_of(
    *records: EpisodeRecord, scenario: str = "all", system: str = "x", slices: tuple[str, ...] = ()
) -> dict[tuple[str, str], Row]:
    """The rows of a system over records, by slice and metric."""
    found = [row for row in pooled(records, slices=slices).rows() if row.scenario == scenario and row.system == system]
    return {(row.slice, row.metric): row for row in found}


def figures_of(
    *records: EpisodeRecord, slice_: str = "all", slices: tuple[str, ...] = ()
) -> dict[str, tuple[float, int]]:
    """Value and number of values by metric, in one slice."""
    rows = rows_of(*records, slices=slices)
    return {metric: (row.value, row.n) for (where, metric), row in rows.items() if where == slice_}
