"""Ranking in fact memories: three signals, entities, link expansion, unions, gates and rare words."""

from __future__ import annotations

from dataclasses import replace
from datetime import UTC, date, datetime
from math import exp

import pytest
from hypothesis import given
from hypothesis import strategies as st

from regulars.dialogue import count_tokens
from regulars.errors import ConfigurationError
from regulars.memory import Claim, Cue, Draft, Op, build_memory
from regulars.memory.composition.compose import compose
from regulars.memory.parts.indexes.bm25 import BM25, alphanumerics
from regulars.memory.parts.indexes.dense import Dense
from regulars.memory.parts.indexes.entity_vectors import EntityVectors
from regulars.memory.parts.indexes.keys import entity_keys
from regulars.memory.parts.indexes.rare_words import RareWords
from regulars.memory.parts.indexes.times import Times, day_key
from regulars.memory.parts.reading.stores import Layered, ProfileFirst, Split, whole
from regulars.memory.parts.scoring.by_index import Single
from regulars.memory.parts.scoring.gate import Gated, tag_keys
from regulars.memory.parts.scoring.link_expansion import Backed, LinkExpansion, Union
from regulars.memory.parts.scoring.mem0 import ThreeSignals, lexical_signal
from regulars.memory.parts.text.intervals import Days

NOON = datetime(2025, 3, 10, 12, tzinfo=UTC)
CUE = Cue("", NOON, "p1")


@pytest.mark.parametrize(
    ("words", "middle", "steepness"),
    [(1, 5, 0.7), (3, 5, 0.7), (4, 7, 0.6), (6, 7, 0.6), (9, 9, 0.5), (10, 10, 0.5), (15, 10, 0.5), (16, 12, 0.5)],
)
def test_the_lexical_signal_is_the_published_sigmoid(words, middle, steepness):
    assert lexical_signal(middle, words) == 0.5
    assert lexical_signal(middle + 2.0, words) == pytest.approx(1 / (1 + exp(-steepness * 2.0)))


def three(**options):
    return compose(
        indexes=(Dense(), BM25(), EntityVectors()), keys={"entity": entity_keys}, score=ThreeSignals(**options)
    )


def test_the_score_is_the_sum_of_the_signals_over_what_they_could_give(make_turn, make_cue):
    memory = three()
    for number, text in enumerate(("I met Zoltan in Bergen", "we met a friend", "rain")):
        memory.observe(make_turn(number, text))
    cue = make_cue("did we meet Zoltan, who met me?")
    found = memory.recall(cue)
    raw = {retriever: dict(memory.derived.index(retriever).search(cue)) for retriever in ("dense", "bm25", "entity")}
    for hit in found.hits:
        meaning = raw["dense"].get(hit.id, 0.0)
        parts = [meaning if meaning >= 0.1 else 0.0, 0.0, raw["entity"].get(hit.id, 0.0)]
        if hit.id in raw["bm25"]:
            parts[1] = lexical_signal(raw["bm25"][hit.id], len(alphanumerics(cue.text)))
        assert hit.score == pytest.approx(sum(parts) / 2.5)
    assert memory.recall(make_cue("met")).hits[0].score == pytest.approx(
        sum(memory.recall(make_cue("met")).hits[0].retrievers.values()) / 2
    )


def test_what_shares_a_word_or_an_entity_alone_comes_back(make_turn, make_cue):
    memory = three(threshold=1.0)
    memory.observe(make_turn(0, "Zoltan likes skiing in the mountains of the north"))
    memory.observe(make_turn(1, "rain"))
    assert memory.recall(make_cue("skiing")).hits[0].retrievers.keys() == {"bm25"}
    assert "entity" in memory.recall(make_cue("is Zoltan's there?")).hits[0].retrievers


@given(st.integers(1, 60), st.integers(1, 60))
def test_an_entity_counts_less_the_more_it_is_linked_to(few, many):
    index = EntityVectors()
    for name, count in (("rare", few), ("common", few + many)):
        for number in range(count):
            index.put("p1", f"{name}#{number}", name)
    cue = replace(CUE, text='"rare" or "common"', k=200)
    scores = dict(index.search(cue))
    assert scores["rare#0"] == pytest.approx(0.5 / (1 + 0.001 * (few - 1) ** 2), abs=1e-5)
    assert scores["rare#0"] > scores["common#0"]


def test_entities_that_are_written_alike_are_one():
    index = EntityVectors()
    for number, name in enumerate(("Zoltan Kovacs", "zoltan kovacs", "Zoltan Kovac's")):
        index.put("p1", f"p1#{number}", name)
    index.put("p2", "p2#1", "zoltan kovacs")
    assert index.linked("p1", "Zoltan Kovacs")[:2] == ("p1#0", "p1#1")
    index.drop("p1", "p1#0")
    assert "p1#0" not in index.linked("p1", "Zoltan Kovacs")


def test_hits_bring_their_linked_items_within_k(make_turn, make_cue):
    memory = compose(indexes=(BM25(),), score=LinkExpansion(Single("bm25")))
    for number, text in enumerate(("zebra", "rain", "sun")):
        memory.observe(make_turn(number, text))
    memory = memory.replayed([*memory.journal, *(
        Op("LINK", "p1#1", other=f"p1#{n}", why="alike", time=make_turn(3).time) for n in (2, 3)
    )])  # fmt: skip
    assert [hit.id for hit in memory.recall(make_cue("zebra")).hits] == ["p1#1", "p1#2", "p1#3"]
    assert [hit.id for hit in memory.recall(make_cue("zebra rain", k=2)).hits] == ["p1#1", "p1#2"]


def test_a_list_is_filled_with_the_newest(make_turn, make_cue):
    memory = compose(indexes=(BM25(),), score=Backed(Single("bm25")))
    for number, text in enumerate(("zebra", "rain", "sun")):
        memory.observe(make_turn(number, text))
    assert [hit.id for hit in memory.recall(make_cue("zebra")).hits] == ["p1#1", "p1#3", "p1#2"]


def test_a_union_takes_turns(make_turn, make_cue):
    memory = compose(indexes=(BM25(), RareWords()), score=Union((("bm25", ()), ("rare", ()))))
    for number, text in enumerate(("rain rain", "rain and a zebra", "rain", "zebra")):
        memory.observe(make_turn(number, text))
    memory.observe(make_turn(4, "lone rain"))
    found = memory.recall(make_cue("rain rain lone"))
    assert [hit.score for hit in found.hits] == sorted((hit.score for hit in found.hits), reverse=True)
    assert len({hit.id for hit in found.hits}) == len(found.hits)
    assert {retriever for hit in found.hits[:2] for retriever in hit.retrievers} <= {"bm25", "rare"}


def test_the_rarest_word_decides_and_the_newest_comes_first():
    index = RareWords()
    for number, text in enumerate(("rain", "rain zebra", "rain", "zebra")):
        index.put("p1", str(number), text)
    assert [id for id, _ in index.search(replace(CUE, text="rain and a zebra?"))] == ["3", "1"]
    index.drop("p1", "3")
    index.put("p1", "1", "rain")
    assert [id for id, _ in index.search(replace(CUE, text="rain and a zebra?"))] == ["2", "1", "0"]
    assert not index.search(replace(CUE, text="nothing of it"))
    assert not index.search(replace(CUE, scope="p2", text="rain"))


def test_a_gate_lets_nothing_through_that_is_not_good_enough(make_turn, make_cue):
    memory = compose(
        indexes=(BM25(), Times()), keys={"bm25": tag_keys, "time": day_key}, score=Gated(Single("bm25"), 0.3)
    )
    for number, text in ((0, "zebra at home"), (4, "zebra outside"), (8, "rain")):
        memory.observe(make_turn(number, text))
    assert [hit.sources for hit in memory.recall(make_cue("the zebra")).hits] == [("s001.t01",), ("s002.t01",)]
    assert [hit.sources for hit in memory.recall(make_cue("zebra on 2 March 2025")).hits] == [("s002.t01",)]
    assert len(memory.recall(make_cue("zebra on 9 May 2024")).hits) == 2, "nothing is held of those days"
    assert not memory.recall(make_cue("hello there, how are you?")).hits
    assert not memory.varied(score=Gated(Single("bm25"), 99.0)).recall(make_cue("zebra")).hits


DAYS = st.dates(date(2024, 1, 1), date(2024, 3, 31))


@given(st.lists(DAYS, max_size=20), st.data())
def test_days_are_found_as_by_looking_at_each(told, data):
    index = Times()
    for number, day in enumerate(told):
        index.put("p1", str(number), day.isoformat())
    for number in data.draw(st.sets(st.integers(0, len(told) - 1), max_size=5)) if told else ():
        index.drop("p1", str(number))
        told[number] = date.max
    first, last = sorted(data.draw(st.tuples(DAYS, DAYS)))
    expected = sorted((day, number) for number, day in enumerate(told) if first <= day <= last)
    assert list(index.between("p1", Days(first, last))) == [str(number) for _, number in expected]


@pytest.fixture
def stores(make_turn):
    """A memory with items of three kinds, all of ten words."""

    def make(read):
        memory = compose(indexes=(BM25(),), read=read)
        for number, kind in enumerate("abcabcabc"):
            turn = make_turn(number, f"rain {kind} " + "word " * 8)
            draft = Draft("p1", turn.session, turn.time, "Ann", turn.text, (turn.id,), kind)
            memory = memory.replayed([*memory.journal, Op("ADD", f"p1#{number + 1}", draft, time=turn.time)])
        return memory

    return make


def kinds_in(context):
    return [line.split()[4] for line in context.splitlines()]


LINE = count_tokens("[2025-03-01 09:30] Ann: rain a " + "word " * 8)


@pytest.mark.parametrize(
    ("read", "lines", "shown"),
    [
        (Layered((("c",), ("a",))), 4, ["a", "c", "c", "c"]),
        (Split((("a", 0.25), ("b", 0.5))), 4, ["a", "b", "b", "c"]),
        (ProfileFirst(("c",), 0.5), 4, ["a", "b", "c", "c"]),
        (whole, 9, list("abcabcabc")),
    ],
)
def test_stores_share_a_budget(read, lines, shown, stores, make_cue):
    found = stores(read).recall(make_cue("rain", budget=LINE * lines))
    assert sorted(kinds_in(found.context)) == sorted(shown)
    assert found.tokens <= LINE * lines
    stamps = [line[1:17] for line in found.context.splitlines()]
    assert stamps == sorted(stamps)


def test_the_same_words_of_one_moment_stand_once(make_turn, make_cue):
    memory = build_memory("o-mem")
    memory.observe(make_turn(0, "The lift is out of order"))
    memory.close_session(make_turn(0).time)
    assert len(memory.recall(make_cue("lift")).hits) == 2
    assert len(memory.recall(make_cue("lift")).context.splitlines()) == 1


@pytest.mark.parametrize(
    "make",
    [
        lambda: ThreeSignals(threshold=2),
        lambda: Gated(Single("bm25"), -1),
        lambda: Split((("a", 0.7), ("b", 0.7))),
        lambda: ProfileFirst(("a",), 1.5),
    ],
)
def test_settings_out_of_range_are_refused(make):
    with pytest.raises(ConfigurationError):
        make()


def test_tags_are_the_words_of_attributes():
    draft = Draft("p1", 1, NOON, "Ann", "It is Baskerville", ("s001.t01",), claims=(Claim("Ann", "manager_name", "B"),))
    assert tag_keys(draft) == ["manager name ann baskerville"]


def test_a_fact_has_the_time_of_its_turn_and_not_of_its_storage(make_turn, make_cue):
    memory = build_memory("mem0-v3")
    memory.observe(make_turn(0, "The lift is out of order"))
    memory.close_session(make_turn(400).time)
    (fact,) = memory.journal.items("p1")
    assert (fact.kind, fact.time) == ("fact", make_turn(0).time)
    assert "[2025-03-01 09:30]" in memory.recall(make_cue("lift")).context
