"""Searching one log better: time spans in questions, keys with facts, fused rankings."""

from __future__ import annotations

from datetime import UTC, date, datetime, timedelta

import pytest
from hypothesis import given
from hypothesis import strategies as st

from regulars.dialogue import ASSISTANT, Turn
from regulars.errors import ConfigurationError
from regulars.memory import Cue, build_memory
from regulars.memory.composition.compose import compose
from regulars.memory.journal.operations import Draft
from regulars.memory.parts.extraction.statements import statement_reader
from regulars.memory.parts.indexes.bm25 import BM25
from regulars.memory.parts.indexes.fact_keys import JOINS, ValueAndFacts
from regulars.memory.parts.scoring.by_index import RRF, Single, TimeAware
from regulars.memory.parts.text.intervals import Days, asked_days

ASKED = date(2025, 5, 14)
"""A Wednesday."""
MONTHS = (
    "January February March April May June July August September October November December".split()  # noqa: SIM905
)


@pytest.mark.parametrize(
    ("question", "first", "last"),
    [
        ("What did I cook last week?", date(2025, 5, 5), date(2025, 5, 11)),
        ("Who called this week?", date(2025, 5, 12), date(2025, 5, 18)),
        ("Where was I last weekend?", date(2025, 5, 10), date(2025, 5, 11)),
        ("What happened in the past three months?", date(2025, 2, 13), ASKED),
        ("What did I read in the last 10 days?", date(2025, 5, 4), ASKED),
        ("What did I tell you yesterday?", date(2025, 5, 13), date(2025, 5, 13)),
        ("Where did I go last month?", date(2025, 4, 1), date(2025, 4, 30)),
        ("What did Ann paint in July 2023?", date(2023, 7, 1), date(2023, 7, 31)),
        ("What did Ann paint in August?", date(2024, 8, 1), date(2024, 8, 31)),
        ("What did Ann paint in March?", date(2025, 3, 1), date(2025, 3, 31)),
        ("What did I buy between 3 March 2025 and 9 April 2025?", date(2025, 3, 3), date(2025, 4, 9)),
        ("What changed since 3 March 2025?", date(2025, 3, 3), None),
        ("What had I told you before 3 March 2025?", None, date(2025, 3, 3)),
        ("What was on 2 May 2025?", date(2025, 5, 2), date(2025, 5, 2)),
    ],
)
def test_the_span_that_a_question_names(question, first, last):
    assert asked_days(question, ASKED) == Days(first, last)


@pytest.mark.parametrize(
    "question",
    [
        "Where do I live?",
        "What is the last book I read?",
        "What am I doing next Friday?",
        "What will happen in June 2026?",
        "Did I go in March 2025 or in April 2025?",
        "In 2021, 2022 and 2023, where did I live?",
        "May I ask what June said?",
        "What did I do a few days ago?",
        "Between 9 April 2025 and 3 March 2025?",
        "",
    ],
)
def test_on_doubt_no_span_is_named(question):
    assert asked_days(question, ASKED) is None


@given(day=st.dates(date(1990, 1, 1), ASKED), granularity=st.sampled_from(["day", "month", "year"]))
def test_a_date_that_is_written_is_the_span_that_is_read(day, granularity):
    month = f"{MONTHS[day.month - 1]} {day.year}"
    written = {"day": f"on {day.day} {month}", "month": f"in {month}", "year": f"in {day.year}"}[granularity]
    span = asked_days(f"What did I do {written}?", ASKED)
    assert span is not None
    assert span.hold(day)
    assert not span.hold(day - timedelta(days=366))
    assert not span.hold(day + timedelta(days=366))


@given(text=st.text(max_size=80), asked=st.dates())
def test_no_text_breaks_the_grammar(text, asked):
    span = asked_days(text, asked)
    assert span is None or span.first is None or span.first <= asked


@pytest.fixture
def diary():
    """A memory of one line a day in April and May."""

    def make(**settings):
        memory = compose(indexes=(BM25(),), score=TimeAware(Single("bm25"), **settings))
        for number in range(40):
            time = datetime(2025, 4, 1, 9, tzinfo=UTC) + timedelta(days=number)
            memory.observe(Turn(f"s{number + 1:03d}.t01", "p", "p", "p", "Ann", number + 1, "I cooked soup", time))
        return memory

    return make


def days_of(memory, text, k=5):
    found = memory.recall(Cue(text, datetime(2025, 5, 14, tzinfo=UTC), "p", k=k))
    assert [hit.score for hit in found.hits] == sorted((hit.score for hit in found.hits), reverse=True)
    return [int(hit.sources[0][1:4]) for hit in found.hits]


def test_turns_within_the_time_span_come_first(diary):
    assert days_of(diary(slack=0), "What soup on 3 May 2025?") == [33, 1, 2, 3, 4]
    assert days_of(diary(slack=2), "What soup on 3 May 2025?") == [33, 34, 35, 1, 2]
    assert days_of(diary(slack=0, prune=True), "What soup on 3 May 2025?") == [33]
    assert days_of(diary(prune=True), "What soup in June 2024?") == [1, 2, 3, 4, 5], "nothing lies in it"
    assert days_of(diary(), "What soup?") == [1, 2, 3, 4, 5]


def said(text, by_assistant=False):
    extra = {"by": ASSISTANT} if by_assistant else {}
    return Draft("p", 1, datetime(2025, 4, 1, tzinfo=UTC), "Ann", text, ("s001.t01",), extra=extra)


def test_the_joins_of_value_and_facts():
    reader, text = statement_reader("none"), "Rain fell. I ran. Why?"
    keys = {join: list(ValueAndFacts(reader, join)(said(text))) for join in JOINS}
    value, facts = f"Ann {text}", ["Ann Rain fell.", "Ann I ran."]
    assert keys == {
        "merge": [f"{fact} {value}" for fact in facts],
        "separate": [value, *facts],
        "replace": facts,
        "value": [value],
    }
    for join in JOINS:
        assert list(ValueAndFacts(reader, join)(said("Why?"))) == ["Ann Why?"], (
            "with nothing stated the value is the key"
        )
        assert list(ValueAndFacts(reader, join)(said(text, by_assistant=True))) == []
    with pytest.raises(ConfigurationError, match="merge, separate, replace, value"):
        ValueAndFacts(reader, "glue")


def test_facts_that_are_read_widen_the_key(make_turn, make_cue):
    memory = build_memory("longmemeval")
    memory.observe(make_turn(0, "I live in Bergen."))
    memory.observe(make_turn(4, "The weather is bad."))
    assert memory.recall(make_cue("home, sweet home")).hits[0].sources[0] == make_turn(0).id
    assert not build_memory("longmemeval:join=value").recall(make_cue("home")).hits


def test_a_round_is_what_is_said_until_the_one_who_opened_it_speaks_again(make_turn):
    memory = build_memory("longmemeval")
    for number, name in enumerate(("Ann", "Assistant", "Ann", "Ann", "Assistant", "Ann")):
        memory.observe(make_turn(number, f"words {number}", name=name))
    assert [len(item.parts) for item in memory.journal.items("p1")] == [2, 2, 2]


@pytest.mark.parametrize("settings", [{"constant": -1.0}, {"fan": 0}, {"weights": (1.0,)}, {"weights": (1.0, -1.0)}])
def test_a_fusion_of_impossible_numbers_is_refused(settings):
    with pytest.raises(ConfigurationError):
        RRF(("bm25", "dense"), **settings)


def test_an_arm_without_weight_changes_no_ranking(make_turn, make_cue):
    plain, fused = build_memory("bm25-turn"), build_memory("hybrid:weight=0.0")
    for number, text in enumerate(("rain rain", "rain in Bergen", "much ado about rain", "sun")):
        plain.observe(make_turn(number, text))
        fused.observe(make_turn(number, text))
    wanted = [hit.id for hit in plain.recall(make_cue("rain", k=3)).hits]
    assert [hit.id for hit in fused.recall(make_cue("rain", k=3)).hits] == wanted
