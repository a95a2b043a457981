"""Hindsight's networks, MemVerse's layers and Memoria's engrams: the laws of their parts."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import UTC, datetime, timedelta
from math import log

import pytest
from hypothesis import given
from hypothesis import strategies as st

from regulars.errors import ConfigurationError
from regulars.memory import build_memory
from regulars.memory.composition.compose import Composed
from regulars.memory.parts.consolidation.networks import (
    EXPERIENCE,
    OBSERVATION,
    OPINION,
    WORLD,
    Believe,
    Networks,
    Observe,
    trend,
)
from regulars.memory.parts.extraction.statements import FACT, Unread
from regulars.memory.parts.links.hebb import ENGRAMS, CoActivate, Lifespan
from regulars.memory.parts.links.kinds import ties
from regulars.memory.parts.reading.layers import Layers
from regulars.memory.parts.scoring.associative import Associative
from regulars.memory.parts.scoring.boosts import FourRetrievers, boosted, nearness, proof, recency
from regulars.memory.parts.text.intervals import Days

NOW = datetime(2025, 6, 18, 12, tzinfo=UTC)


def told(memory: Composed, make_turn, texts: Sequence[str], apart: int = 1) -> Composed:
    """Turns of one person; the session is closed after every fourth and the last."""
    for number, text in enumerate(texts):
        memory.observe(make_turn(number * apart, text))
        if number % 4 == 3 or number == len(texts) - 1:
            memory.close_session(make_turn(number * apart).time)
    return memory


def items(memory: Composed, *kinds: str):
    return [item for item in memory.journal.items("p1") if not kinds or item.kind in kinds]


def hindsight(**options: object) -> Composed:
    arguments = ";".join(f"{name}={value}" for name, value in {"reader": "none", **options}.items())
    memory = build_memory(f"hindsight:{arguments}")
    assert isinstance(memory, Composed)
    return memory


# ---------------------------------------------------------------------- boosts


def test_freshness_falls_straight_to_its_floor_over_a_year():
    assert recency(0) == 1.0
    assert recency(-10) == 1.0
    assert recency(182.5) == 0.5
    assert recency(365) == 0.1
    assert recency(4000) == 0.1


def test_proof_is_neutral_for_one_and_bounded():
    assert proof(0) == proof(1) == 0.5
    assert proof(10) == pytest.approx(0.5 + log(10) / 10)
    assert proof(10**6) == 1.0


@given(st.floats(0, 1), st.floats(0, 1), st.floats(0, 1), st.floats(0, 1))
def test_boosts_are_neutral_at_a_half_and_at_most_a_tenth_each(base, recent, near, borne_out):
    assert boosted(base, 0.5, 0.5, 0.5) == pytest.approx(base)
    assert base * 0.9 * 0.9 * 0.95 - 1e-12 <= boosted(base, recent, near, borne_out) <= base * 1.1 * 1.1 * 1.05 + 1e-12


def test_the_boosts_are_those_of_the_formula():
    assert boosted(1.0, 1.0, 0.5, 0.5) == pytest.approx(1.1)
    assert boosted(1.0, 0.5, 0.0, 0.5) == pytest.approx(0.9)
    assert boosted(1.0, 0.5, 0.5, 1.0) == pytest.approx(1.05)
    assert boosted(0.8, 0.1, 1.0, 0.6) == pytest.approx(0.8 * 0.92 * 1.1 * 1.01)


def test_nearness_is_whole_inside_and_gone_beyond_the_window():
    day = NOW.date()
    asked = Days(day, day + timedelta(days=1))
    assert nearness(day, asked, 8) == nearness(day + timedelta(days=1), asked, 8) == 1.0
    assert nearness(day - timedelta(days=4), asked, 8) == 0.5
    assert nearness(day + timedelta(days=9), asked, 8) == 0.0
    assert nearness(day - timedelta(days=1), asked, 0) == 0.0
    assert nearness(day + timedelta(days=900), Days(day, None), 8) == 1.0
    assert nearness(day - timedelta(days=2), Days(day, None), 8) == 0.75


# ---------------------------------------------------------------------- networks


def test_a_trend_is_read_off_the_times_of_the_evidence():
    def at(*days: float) -> str:
        return trend([NOW - timedelta(days=day) for day in days], NOW)

    assert at() == "stale"
    assert at(40, 100) == "stale"
    assert at(1, 2) == "new"
    assert at(1, 2, 3, 40) == "strengthening"
    assert at(1, 40, 50) == "stable"
    assert at(1, *range(40, 50)) == "weakening"


def test_statements_go_into_their_networks(make_turn):
    memory = told(hindsight(), make_turn, ("I moved to Porto.", "I think Porto is lovely.", "Is it raining?"))
    assert [(item.kind, item.text) for item in items(memory)] == [
        (WORLD, "I moved to Porto."),
        (OPINION, "I think Porto is lovely."),
    ]
    assert items(memory, OPINION)[0].parts[0].extra["confidence"] == 0.5


def test_what_the_assistant_said_is_its_experience(make_turn):
    memory = hindsight()
    turn = make_turn(0, "I recommend soup. Try it", name="Assistant")
    fields = {name: getattr(turn, name) for name in type(turn).__slots__}
    memory.observe(type(turn)(**{**fields, "speaker": "assistant"}))
    memory.close_session(turn.time)
    assert [(item.kind, item.text) for item in items(memory)] == [
        (EXPERIENCE, "I recommend soup."),
        (EXPERIENCE, "Try it"),
    ]


def test_the_same_words_count_once_in_a_session_and_again_in_another(make_turn):
    memory = told(hindsight(), make_turn, ["I live in Porto.", "i live in  Porto."])
    assert len(items(memory)) == 1
    memory.observe(make_turn(8, "I live in Porto."))
    memory.close_session(make_turn(8).time)
    assert len(items(memory)) == 2, "it may be true again after something else was"


@pytest.mark.parametrize(
    "pair",
    [
        ("My budget is 5000 euros.", "My budget is 7000 euros."),
        ("I am allergic to nuts.", "I am not allergic to nuts."),
    ],
)
def test_no_update_and_no_denial_is_merged_away(pair, make_turn):
    memory = told(hindsight(), make_turn, pair)
    assert [item.text for item in items(memory, WORLD)] == list(pair)


@pytest.mark.parametrize(
    ("text", "step"),
    [
        ("I think jazz concerts are great fun.", 0.1),
        ("Maybe jazz concerts are great.", -0.1),
        ("I don't think jazz concerts are great.", -0.2),
        ("My train is late.", 0.0),
    ],
)
def test_a_belief_is_reinforced_weakened_and_contradicted(text, step, make_turn):
    memory = told(hindsight(near=0.4), make_turn, ("I think jazz concerts are great.", text))
    held = items(memory, OPINION)[0].parts[0]
    assert held.text == "I think jazz concerts are great."
    assert held.extra["confidence"] == pytest.approx(0.5 + step)
    assert (make_turn(1).id in held.basis) is bool(step)


def test_confidence_stays_between_nought_and_one(make_turn):
    for text, end in (("I think jazz concerts are great fun.", 1.0), ("I don't think jazz concerts are great.", 0.0)):
        texts = ["I think jazz concerts are great.", *[f"{text[:-1]} {'!' * (n + 1)}" for n in range(12)]]
        memory = told(hindsight(near=0.1, alpha=0.3), make_turn, texts)
        found = [item.parts[0].extra["confidence"] for item in items(memory, OPINION)]
        assert all(0.0 <= confidence <= 1.0 for confidence in found)
        assert end in found


def test_forgetting_what_contradicted_a_belief_gives_it_back_its_confidence(make_turn):
    memory = told(
        hindsight(near=0.4), make_turn, ("I think jazz concerts are great.", "Maybe jazz concerts are great.")
    )
    assert items(memory, OPINION)[0].parts[0].extra["confidence"] == 0.4
    memory.forget("p1", [make_turn(1).id])
    assert items(memory, OPINION)[0].parts[0].extra["confidence"] == 0.5


def test_an_entity_that_several_facts_name_is_observed(make_turn):
    texts = ("We walked with Pixel.", "I fed Pixel.", "The vet saw Pixel.", "Soup is fine.")
    memory = told(hindsight(), make_turn, texts)
    (seen,) = items(memory, OBSERVATION)
    part = seen.parts[0]
    assert part.text in texts
    assert part.extra["entity"] == "pixel"
    assert part.extra["proof"] == 3
    assert {*part.sources, *part.basis} == {make_turn(number).id for number in range(3)}
    assert trend([datetime.fromisoformat(time) for time in part.extra["evidence"]], make_turn(3).time) == "new"
    before = memory.snapshot()
    assert not memory.close_session(make_turn(3).time)
    assert memory.snapshot() == before
    memory.observe(make_turn(4, "I bought a bed for Pixel."))
    memory.close_session(make_turn(4).time)
    (seen,) = items(memory, OBSERVATION)
    assert seen.parts[0].extra["proof"] == 4


def test_facts_are_linked_by_entity_likeness_and_time(make_turn):
    memory = told(hindsight(), make_turn, ("We walked with Pixel today.", "We walked with Pixel again today."))
    first, second = items(memory, WORLD)
    found = ties(second.links[first.id])
    assert set(found) == {"entity", "semantic", "temporal"}
    assert found["semantic"] >= 0.7
    assert found["temporal"] == 1.0


def test_an_arm_alone_is_enough_to_be_found(make_turn, make_cue):
    texts = [
        "We met Orla in the harbour.",
        "Orla plays the cello.",
        "cold soup again.",
        "windy hills.",
        "a late train.",
    ]
    memory = told(hindsight(), make_turn, texts)
    found = {memory.journal.get(hit.id).text: hit.retrievers for hit in memory.recall(make_cue("harbour?")).hits}
    assert "bm25" in found["We met Orla in the harbour."]
    assert "links" in found["Orla plays the cello."]
    assert "dense" not in found["Orla plays the cello."]


def test_a_question_of_a_day_finds_what_was_said_then(make_turn, make_cue):
    texts = [f"{word} for lunch." for word in ("soup", "bread", "rice", "beans", "pasta", "salad")]
    memory = told(hindsight(), make_turn, texts, apart=40)
    day = make_turn(120).time.date().isoformat()
    found = memory.recall(make_cue(f"What happened on {day}?", purpose="probe")).hits
    assert found[0].sources == (make_turn(120).id,)
    assert found[0].retrievers["time"] == 1.0


def test_of_two_equal_facts_the_fresher_stands_first(make_turn, make_cue):
    memory = told(hindsight(), make_turn, ["soup for lunch.", "a", "b", "c", "soup for lunch."], apart=30)
    cue = make_cue("soup for lunch", as_of=make_turn(121).time, purpose="probe")
    first, second = memory.recall(cue).hits[:2]
    assert {first.sources[0], second.sources[0]} == {make_turn(0).id, make_turn(120).id}
    bare = FourRetrievers()
    assert boosted(1.0 - 0.9, recency(0), 0.5, 0.5) < boosted(1.0, recency(300), 0.5, 0.5), "rank outweighs freshness"
    assert bare.constant == 60.0


# ---------------------------------------------------------------------- MemVerse


def test_the_core_and_the_newest_turns_are_shown_whatever_was_found(make_turn, make_cue):
    texts = ["I live in Porto.", *[f"cold soup number {n}" for n in range(12)], "windy hills"]
    memory = told(build_memory("memverse"), make_turn, texts)
    context = memory.recall(make_cue("soup", k=1)).context
    assert "I live in Porto." in context
    assert "windy hills" in context
    assert context.count("I live in Porto.") == 1
    assert len(items(memory, FACT)) == 1
    plain = told(build_memory("memverse:core=0;recent=0"), make_turn, texts)
    assert "Porto" not in plain.recall(make_cue("soup", k=1)).context


# ---------------------------------------------------------------------- Memoria


def test_an_edge_is_the_share_of_uses_that_were_together(make_turn, make_cue):
    memory = told(build_memory("memoria:used=2"), make_turn, ["red apples", "red pears", "cold soup", "late train"])
    for text in ("red apples pears", "red apples pears", "red apples soup"):
        memory.recall(make_cue(text, k=2, as_of=make_turn(4).time))
    engrams = memory.derived.tracker(ENGRAMS)
    apples, pears = (next(item for item in items(memory) if word in item.text) for word in ("apples", "pears"))
    together = sum(use.time is not None for use in pears.uses)
    assert engrams.weight(apples.id, pears.id) == pytest.approx(together / len(apples.uses))
    assert all(0.0 <= weight <= 1.0 for item in items(memory) for weight in engrams.tied(item.id).values())
    assert engrams.weight("nobody", apples.id) == 0.0


def test_items_recalled_together_recall_each_other(make_turn, make_cue):
    texts = ["red apples", "cold soup", "late train", "windy hills"]
    plain, used = (told(build_memory("memoria"), make_turn, texts) for _ in range(2))
    used.recall(make_cue("red apples and cold soup", k=2, as_of=make_turn(4).time))
    cue = make_cue("apples", k=2, purpose="probe")
    soup = next(item.id for item in items(used) if "soup" in item.text)
    retrievers = {hit.id: hit.retrievers for hit in used.recall(cue).hits}
    assert "ties" in retrievers[soup]
    assert all("ties" not in hit.retrievers for hit in plain.recall(cue).hits)


def test_a_probe_ties_nothing(make_turn, make_cue):
    memory = told(build_memory("memoria"), make_turn, ["red apples", "cold soup"])
    before = memory.snapshot()
    memory.recall(make_cue("apples", purpose="probe"))
    assert memory.snapshot() == before


def test_unused_items_expire_after_their_sessions(make_turn, make_cue):
    memory = build_memory("memoria:start=2;gain=3")
    for session, text in enumerate(("red apples", "cold soup", "late train", "windy hills")):
        memory.observe(make_turn(session * 4, text))
        memory.close_session(make_turn(session * 4).time)
        if session == 0:
            memory.recall(make_cue("red apples", k=1, as_of=make_turn(0).time))
    assert [item.text for item in items(memory)] == ["red apples", "late train", "windy hills"]
    assert not memory.close_session(make_turn(12).time), "a life is counted in sessions told, not in closings"


def test_a_use_gains_in_proportion_to_its_share(make_turn, make_cue):
    memory = told(build_memory("memoria"), make_turn, ["red apples ripen", "red soup", "late train"])
    memory.recall(make_cue("red apples ripen", as_of=make_turn(4).time))
    rule = Lifespan(start=10, gain=1.0)
    gains = [rule.left(item, item.session) - 10 for item in items(memory) if item.uses]
    assert sum(gains) == pytest.approx(len(gains), abs=0.01)
    assert gains[0] == max(gains)


@pytest.mark.parametrize(
    ("part", "setting"),
    [(FourRetrievers, {"cap": 0}), (Believe, {"alpha": 2.0}), (Observe, {"least": 1}), (CoActivate, {"most": 0}),
     (Lifespan, {"start": 0}), (Associative, {"fade": 2.0}), (Layers, {"recent": -1})],
)  # fmt: skip
def test_a_setting_out_of_range_is_refused(part, setting):
    with pytest.raises(ConfigurationError, match=next(iter(setting))):
        part(**setting)
    with pytest.raises(ConfigurationError, match="start"):
        Networks(Unread(), start=2.0)
