"""Metrics of conduct: compliance with each tested rule, and the number of opportunities."""

from __future__ import annotations

from typing import Any

from regulars.evaluation.metrics import observations, rows


def record(notes: list[tuple[str, list[str], list[str]]]) -> dict[str, Any]:
    rules = [("ann", "r1", "length"), ("ann", "r2", "procedure"), ("bob", "r3", "emoji"), ("cem", "r4", "length")]
    return {
        "key": {"scenario": "s", "seed": 0, "system": "x"},
        "valid": True,
        "score": 0.0,
        "recollections": [],
        "level": "turn",
        "scenario": {"source": "generated"},
        "probes": [],
        "rules": [{"person": person, "id": id, "kind": kind, "setting": ""} for person, id, kind in rules],
        "conduct": [{"person": person, "turn": "", "kept": kept, "broken": broken} for person, kept, broken in notes],
    }


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
    measured = {(row["slice"], row["metric"]): row["value"] for row in rows([record(NOTES)])}
    assert measured["all", "compliance"] == 0.375
    assert measured["all", "opportunities"] == 3.0


def test_an_episode_without_rules_gives_neither() -> None:
    plain = record([]) | {"rules": []}
    metrics = {metric for _, metric, _ in observations(plain)}
    assert not metrics & {"compliance", "opportunities"}
    del plain["rules"], plain["conduct"]
    assert not {metric for _, metric, _ in observations(plain)} & {"compliance", "opportunities"}
