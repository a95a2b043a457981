"""Recalls, operations, verdicts and expectations as a record holds them, and back."""

from __future__ import annotations

from dataclasses import replace
from datetime import UTC, datetime
from math import inf, nan

import pytest
from lived_by_hand import recorded
from msgspec.structs import replace as with_fields

from regulars.datasets.record_parts.memory import (
    HitRecord,
    OperationRecord,
    RecallRecord,
    record_operation,
    record_recall,
)
from regulars.datasets.record_parts.probes import (
    DomainRecord,
    ExpectationRecord,
    VerdictRecord,
    expectation_of,
    record_expectation,
    record_verdict,
)
from regulars.dialogue import Verdict, VerdictKind, VerdictSource
from regulars.memory import Hit, Op, Recollections
from regulars.memory.journal.operations import Draft
from regulars.rewards.verdicts.expectation import Expectation
from regulars.scenarios.kinds import Band, Form
from regulars.scenarios.ontology.attributes import load_ontology
from regulars.scenarios.world import Probe
from regulars.values import Domain, ValueType

NOW = datetime(2025, 3, 3, 9, tzinfo=UTC)
DRAFT = Draft("p1", 3, NOW, "Ada", "I moved.", ("s003.t05", "s001.t02"), basis=("s002.t01",))

# ---------------------------------------------------------------- the memory


@pytest.mark.parametrize(
    ("op", "kept"),
    [
        (
            Op("ADD", "i1", DRAFT, why="new", cause="s003.t05", time=NOW, event="recalled", basis=("s003.t06",)),
            OperationRecord(verb="ADD", id="i1", cause="s003.t05", sources=("s003.t05", "s001.t02")),
        ),
        (
            Op("MERGE", "i1", other="i2", cause="s003.t06"),
            OperationRecord(verb="MERGE", id="i1", cause="s003.t06", other="i2", sources=None),
        ),
        (
            Op("UPDATE", "i1", replace(DRAFT, sources=())),
            OperationRecord(verb="UPDATE", id="i1", cause="", other=None, sources=()),
        ),
        (Op("DELETE", "i2"), OperationRecord(verb="DELETE", id="i2", cause="", other=None, sources=None)),
    ],
)
def test_an_operation_keeps_its_ids(op, kept):
    assert record_operation(op) == kept


HITS = (
    Hit("i1", 0.12345678, ("s003.t05", "s001.t02", "s003.t01"), {"bm25": 2.0}),
    Hit("i2", -inf, ()),
    Hit("i3", nan, ("s002.t01",)),
    Hit("i4", 2, ("s002.t01", "s002.t03")),
)


def test_a_recall_keeps_ranks_scores_and_turns():
    given = Recollections(HITS, "[2025-03-03 09:00] Ada: I moved.", 14, why="few")
    assert record_recall(given, "s003.t08", "q1") == RecallRecord(
        turn="s003.t08",
        probe="q1",
        level="turn",
        tokens=14,
        hits=(
            HitRecord("i1", 0.123457, ("s003.t05", "s001.t02", "s003.t01")),  # six digits
            HitRecord("i2", None, ()),  # a score that JSON cannot hold
            HitRecord("i3", None, ("s002.t01",)),
            HitRecord("i4", 2.0, ("s002.t01", "s002.t03")),
        ),
        why="few",
    )


def test_a_recall_of_sessions_keeps_sessions():
    found = record_recall(Recollections(HITS, level="session"), "s003.t08")
    assert (found.level, found.probe, found.tokens, found.why) == ("session", "", 0, "")
    assert [hit.sources for hit in found.hits] == [("s003", "s001"), (), ("s002",), ("s002",)]


# ---------------------------------------------------------------- the probe


def test_only_a_models_reason_is_kept():
    made = Verdict(VerdictKind.PARTIAL, ("Lyon",), ("r1",), ("r2",), 0.25, "half of it", True, VerdictSource.MODEL)
    kept = VerdictRecord(kind="partial", score=0.25, source="model", late=True, reason="half of it")
    assert record_verdict(made) == kept
    assert record_verdict(replace(made, source=VerdictSource.MATCHER)) == with_fields(kept, source="matcher", reason="")
    assert record_verdict(replace(made, late=False)) == with_fields(kept, late=False)
    assert record_verdict(None) is None


@pytest.mark.parametrize("kind", VerdictKind)
@pytest.mark.parametrize("source", VerdictSource)
def test_each_kind_and_source_of_a_verdict_comes_back(kind, source):
    kept = record_verdict(Verdict(kind, source=source))
    assert (kept.kind, kept.source) == (kind.name.lower(), source.name.lower())
    assert (kept.found, kept.comes_from) == (kind, source)


CITY = Expectation(
    Form.SET, load_ontology().domain("home_city"), True, ("Lyon", "Bergen"), ("Rome",), ("Porto",), "where", ("A",),
    over=True,
)  # fmt: skip


def test_an_attribute_is_kept_by_its_name_and_another_domain_whole():
    ontology = load_ontology()
    kept = ExpectationRecord(
        domain="home_city", answerable=True, gold=("Lyon", "Bergen"), stale=("Rome",), others=("Porto",),
        category="where", options=("A",), over=True,
    )  # fmt: skip
    assert record_expectation(CITY, ontology) == kept
    assert expectation_of(kept, Form.SET, ontology) == CITY
    assert expectation_of(kept, Form.VALUE, ontology) == replace(CITY, form=Form.VALUE)
    assert expectation_of(kept, Form.SET, ontology, "episodic-cue") == replace(CITY, earlier=True)
    assert expectation_of(kept, Form.SET, ontology, "count") == CITY
    assert record_expectation(None, ontology) is None

    # the same name for other values is not the attribute
    alike = Domain("home_city", ValueType.NUMBER, {"Lyon": ("Lugdunum",)}, "km")
    whole = DomainRecord(name="home_city", type=ValueType.NUMBER, unit="km", aliases={"Lyon": ("Lugdunum",)})
    other = record_expectation(replace(CITY, domain=alike), ontology)
    assert other == with_fields(kept, domain=whole)
    assert expectation_of(other, Form.SET, ontology) == replace(CITY, domain=alike)


def test_a_planned_probe_comes_back_with_what_its_resolution_needs():
    """`difficulty` and `contrast` decide no gold, and are left out."""
    record = recorded().probes[0]
    assert record.planned() == Probe(
        "q1", "temporal", Form.VALUE, "home_city", "p-ada", "p-ben", "knows where she lives",
        datetime(2025, 3, 4, 9, tzinfo=UTC), session=2, band=Band.IN, target="a-tell", other="hobby", value="Graz",
        context="doctor",
    )  # fmt: skip
    assert recorded().probes[1].planned().anchor


def test_the_first_outcome_is_the_first_with_an_expectation():
    probe = recorded().probes[0]
    first, second = probe.outcomes
    assert probe.first is first
    void = with_fields(first, expectation=None)
    assert with_fields(probe, outcomes=(void, second)).first is second
    assert with_fields(probe, outcomes=(void,)).first is None
    assert with_fields(probe, outcomes=()).first is None
