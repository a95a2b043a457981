"""Metrics of conduct: compliance with each tested rule, and the number of opportunities."""

from __future__ import annotations

from msgspec.structs import replace

from regulars.datasets.episode_record import (
    KIND,
    SCHEMA,
    EpisodeConfig,
    EpisodeKey,
    EpisodeRecord,
    LedgerRecord,
    RuleRecord,
    ScenarioRecord,
    SeedsRecord,
)
from regulars.envs.life.outcomes import ConductNote, Ending
from regulars.evaluation.figures.metrics import observations, rows
from regulars.scenarios.kinds import ScenarioOrigin


def record(notes: list[tuple[str, list[str], list[str]]]) -> EpisodeRecord:
    rules = [("ann", "r1", "length"), ("ann", "r2", "procedure"), ("bob", "r3", "emoji"), ("cem", "r4", "length")]
    return EpisodeRecord(
        schema=SCHEMA,
        kind=KIND,
        key=EpisodeKey("s", 0, "x"),
        scenario=ScenarioRecord(id="s", source=ScenarioOrigin.GENERATED, language="english", persons=(), sessions=0),
        seeds=SeedsRecord(root=0, episode=""),
        config=EpisodeConfig(),
        ending=Ending.COMPLETED,
        valid=True,
        fault="",
        score=0.0,
        level="turn",
        transcript=(),
        ledger=LedgerRecord(disclosures=(), commitments=(), said={}),
        probes=(),
        recollections=(),
        rules=tuple(RuleRecord(person=person, id=id, kind=kind, setting="") for person, id, kind in rules),
        conduct=tuple(ConductNote(person, "", tuple(kept), tuple(broken)) for person, kept, broken in notes),
        hash="",
    )


NOTES = [
    *[("ann", ["r1"], []), ("ann", ["r1"], []), ("ann", [], ["r1"]), ("ann", ["r1"], [])],
    *[("ann", [], ["r2"])] * 3,
    *[("bob", ["r3"], [])] * 2,
]


def test_rules_with_three_opportunities_are_tested() -> None:
    found = list(observations(record(NOTES)))
    assert [value for part in found if part[:2] == ("all", "compliance") for value in part[2:]] == [0.75, 0.0]
    assert ("rules=manners", "compliance", 0.75) in found
    assert ("rules=procedures", "compliance", 0.0) in found


def test_opportunities_are_counted_for_each_person_with_rules() -> None:
    found = [value for name, metric, value in observations(record(NOTES)) if metric == "opportunities"]
    assert found == [7.0, 2.0, 0.0]


def test_the_mean_over_rules_is_a_row() -> None:
    measured = {(row.slice, row.metric): row.value for row in rows([record(NOTES)])}
    assert measured["all", "compliance"] == 0.375
    assert measured["all", "opportunities"] == 3.0


def test_an_episode_without_rules_gives_neither() -> None:
    metrics = {metric for _, metric, _ in observations(replace(record([]), rules=()))}
    assert not metrics & {"compliance", "opportunities"}
