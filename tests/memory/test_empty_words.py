"""Rules and indexes on texts without a word, and searches for no item."""

from __future__ import annotations

import pytest
from by_hand import Notation, Scored, Vectors, cue, draft, holding, looking, scored
from test_consolidation_by_hand import finished, page, paging

from regulars.memory.parts.consolidation.paging import Pager
from regulars.memory.parts.indexes.bm25 import BM25
from regulars.memory.parts.indexes.dense import Dense
from regulars.memory.parts.scoring.by_index import RRF, Single, TimeAware


def test_a_page_without_words_moves_too():
    ops = [page(""), page("rain"), *finished(1, 2)]
    assert paging(*ops, rule=Pager(Notation(), queue=1, hot=99)) == [("ADD", "p1#3", ""), ("LINK", "p1#3", "p1#1")]


@pytest.mark.parametrize("k", [0, -1])
@pytest.mark.parametrize("score", [Single("one"), RRF(("one", "two")), TimeAware(RRF(("one", "two")))])
@pytest.mark.parametrize("text", ["rain", "rain in March"])
def test_no_item_is_found_where_none_is_asked_for(k, score, text):
    view = looking(holding(draft("rain"), indexes=(Scored("one", n1=0.9), Scored("two", n1=0.8)), score=score))
    assert list(score(cue(text, k=k), view)) == []
    assert scored(score(cue(text, k=1), view))[0][0] == "p1#1"


@pytest.mark.parametrize("index", [BM25(), Dense(Vectors({"rain": (1.0, 0.0), "sun": (0.0, 1.0)}))])
@pytest.mark.parametrize(("text", "k", "found"), [("rain", 1, 1), ("rain", 0, 0), ("rain", -1, 0), ("", 1, 0)])
def test_an_index_finds_at_most_k_and_nothing_for_no_word(index, text, k, found):
    filled = index.blank()
    assert list(filled.search(cue(text, k=k, scope="p1"))) == []
    filled.put("p1", "p1#1", "rain")
    filled.put("p1", "p1#2", "sun")
    assert [id for id, _ in filled.search(cue(text, k=k))] == ["p1#1"][:found]
    assert list(filled.search(cue(text, k=k, scope="p2"))) == []
    filled.drop("p1", "p1#1")
    filled.drop("p1", "p1#2")
    assert list(filled.search(cue(text, k=k))) == []
