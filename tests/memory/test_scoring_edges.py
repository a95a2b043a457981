"""What decides at the edges of rankings: no score, no weight, another kind, one part of several, a cycle of links."""

from __future__ import annotations

import pytest
from by_hand import Scored, Vectors, at, cue, draft, holding, ids, looking, scored

from regulars.memory.journal.operations import Op
from regulars.memory.parts.links.hebb import Engrams
from regulars.memory.parts.links.kinds import Backlinks
from regulars.memory.parts.scoring.associative import Associative
from regulars.memory.parts.scoring.boosts import FourRetrievers
from regulars.memory.parts.scoring.by_index import RRF, Single, TimeAware
from regulars.memory.parts.scoring.chunks import Means
from regulars.memory.parts.scoring.expand import timeline
from regulars.memory.parts.scoring.graph import PageRank, PhraseGraph
from regulars.memory.parts.scoring.link_expansion import LinkExpansion
from regulars.memory.parts.scoring.routes import Route, Walk
from regulars.memory.parts.view import ROW
from regulars.memory.protocol import Hit

LINKED = {"trackers": (Backlinks(),)}


def link(one: int, other: int, why: str = "") -> Op:
    return Op("LINK", f"p1#{one}", other=f"p1#{other}", why=why, time=at(500))


def used(one: int) -> Op:
    return Op("TOUCH", f"p1#{one}", why="used 1.0", time=at(500))


def told(count: int, *ops: Op, kind: str = "fact", **parts):
    """Facts `p1#1`, `p1#2` and so on, an hour apart, and their view."""
    return looking(holding(*[draft("x", hours=hour, kind=kind) for hour in range(count)], *ops, **parts))


# ---------------------------------------------------------------------- by index


def test_only_positive_scores_spread_along_ties():
    # 1 and 2 are tied to 3, with weights 1 and 1; step 1: .5 * 1 * .8 = .4 from item 1, nothing from item 2.
    ops = (used(1), used(2), link(1, 3, "together"), link(2, 3, "together"))
    for other in (0.0, -0.6):
        view = told(3, *ops, indexes=(Scored("dense", n1=0.8, n2=other),), trackers=(Engrams(),))
        assert scored(Associative(depth=1)(cue(), view)) == [("p1#1", 0.8), ("p1#3", 0.4), ("p1#2", other)]
    # Without a positive score nothing is active, and the tied item is not found, not even with the score 0.
    view = told(3, *ops, indexes=(Scored("dense", n1=0.0, n2=-0.6),), trackers=(Engrams(),))
    assert scored(Associative()(cue(), view)) == [("p1#1", 0.0), ("p1#2", -0.6)]


def test_a_retriever_of_weight_zero_adds_items_without_a_score():
    view = told(2, indexes=(Scored("one", n1=0.9), Scored("two", n2=0.8)), score=Single("one"))
    # 1 / 61 for the first of the one retriever, 0 / 61 for the first of the other.
    hits = RRF(("one", "two"), weights=(1.0, 0.0))(cue(), view)
    assert scored(hits) == [("p1#1", round(1 / 61, 6)), ("p1#2", 0.0)]


def test_without_an_item_of_the_days_asked_about_pruning_drops_nothing():
    view = told(2, indexes=(Scored("one", n1=0.9, n2=0.4),))  # both of 3 March
    asked = cue("on 1 February", hours=240)
    for prune in (False, True):
        assert scored(TimeAware(Single("one"), prune=prune)(asked, view)) == [("p1#1", 0.9), ("p1#2", 0.4)]


def test_one_part_of_the_days_asked_about_is_enough():
    # Item 1 was told on 3 and 6 March, item 2 on 8 March; asked is the one day of 6 March.
    parts = (draft("a"), Op("MERGE", "p1#1", draft("b", hours=72), time=at(72)), draft("c", hours=120))
    view = looking(holding(*parts, indexes=(Scored("one", n2=0.9, n1=0.4),)))
    assert ids(TimeAware(Single("one"), slack=0)(cue("on 6 March", hours=240), view)) == ["p1#1", "p1#2"]


def test_hits_that_are_not_held_any_more_lie_outside_the_days():
    view = told(1, indexes=(Scored("one", n1=0.4),))
    stale = TimeAware(lambda asked, seen: [Hit("p1#9", 0.9, ()), *Single("one")(asked, seen)])
    assert scored(stale(cue("on 3 March", hours=240), view)) == [("p1#1", 2.3), ("p1#9", 0.9)]  # .4 + 1 + .9


def test_chunks_of_an_unknown_scope_are_none():
    assert Means(Vectors({"east": (1.0, 0.0)})).search(cue("east")) == ()


# ---------------------------------------------------------------------- links


def test_linked_items_of_other_kinds_do_not_count():
    drafts = (draft("a"), draft("b", kind="note"), draft("c"))
    parts = {"indexes": (Scored("dense", n1=0.9), Scored("bm25")), "score": Single("dense"), **LINKED}
    view = looking(holding(*drafts, link(1, 2, "entity 1.00"), link(1, 3, "entity 0.50"), **parts))
    assert ids(FourRetrievers()(cue("x"), view)) == ["p1#1", "p1#2", "p1#3"]
    assert ids(FourRetrievers(kinds=("fact",))(cue("x"), view)) == ["p1#1", "p1#3"]


def test_a_timeline_follows_the_links_in_order_of_time():
    # 1 -> 2 -> 3 -> 4: the one path, wherever it is entered and whatever is drawn.
    view = told(4, link(1, 2), link(2, 3), link(3, 4), **LINKED)
    for place in range(1, 5):
        for asked in ("a", "b", "c", "d"):
            path = timeline(view.get(f"p1#{place}"), view, cue(asked))
            assert [item.id for item in path] == ["p1#1", "p1#2", "p1#3", "p1#4"]


def test_a_timeline_passes_an_item_of_a_cycle_once():
    # 1 -> 2 -> 1: back from 2 stands 1, and behind 1 nothing that is not on the path.
    view = told(2, link(1, 2), link(2, 1), **LINKED)
    assert sorted(item.id for item in timeline(view.get("p1#2"), view, cue("a"))) == ["p1#1", "p1#2"]


def test_only_hits_of_the_chosen_kinds_bring_linked_items():
    drafts = (draft("a"), draft("b", kind="note"), draft("c"), draft("d"))
    parts = {"indexes": (Scored("one", n1=0.9, n2=0.5),)}
    view = looking(holding(*drafts, link(1, 3), link(2, 4), **parts))
    assert ids(LinkExpansion(Single("one"))(cue(), view)) == ["p1#1", "p1#3", "p1#2", "p1#4"]
    assert ids(LinkExpansion(Single("one"), kinds=("fact",))(cue(), view)) == ["p1#1", "p1#3", "p1#2"]
    assert ids(LinkExpansion(Single("one"), kinds=("note",))(cue(), view)) == ["p1#1", "p1#2", "p1#4"]
    stale = LinkExpansion(lambda asked, seen: [Hit("p1#9", 0.9, ()), *Single("one")(asked, seen)], kinds=("fact",))
    assert ids(stale(cue(), view)) == ["p1#9", "p1#1", "p1#3", "p1#2"]


class Worded(Scored):
    """An index that answers one text only."""

    text = "dog garden"

    def search(self, asked):
        return super().search(asked) if asked.text == self.text else []

    def blank(self):
        return type(self)(self.retriever, **{id.removeprefix("p1#"): score for id, score in self.scores.items()})


class Empty(Worded):
    text = "the"


def test_nodes_are_searched_by_stems_and_by_words_if_there_are_none():
    def found(index: type[Worded], text: str, *levels: str) -> list[str]:
        drafts = (draft("n", kind="top"), draft("l", kind="turn"), draft("m", kind="turn"))
        parts = {"indexes": (Scored("dense", n2=0.5, n3=0.4), index("top", n1=0.9)), "score": Single("dense")}
        ops = (link(1, 2), link(1, 3))
        return ids(Route(levels)(cue(text), looking(holding(*drafts, *ops, **parts, **LINKED))))

    assert found(Worded, "the dogs of the gardens", "top") == ["p1#2", "p1#3"]
    assert found(Worded, "the cats of the gardens", "top") == []
    assert found(Empty, "the", "top") == ["p1#2", "p1#3"]  # no stem is left of it
    assert found(Empty, "the") == ["p1#2", "p1#3"]  # without levels every leaf is searched


def test_a_walk_ends_with_its_last_node_and_opens_no_leaf():
    drafts = [*[draft("n", kind="summary") for _ in range(3)], *[draft("l", kind="turn") for _ in range(3)]]
    ops = (link(1, 4), link(1, 2), link(1, 3), link(2, 5), link(3, 6))
    # The children score less than a leaf, which has the score 0 among nodes.
    indexes = (Scored("dense", n4=0.9, n5=0.5, n6=0.4), Scored("dense-nodes", n1=0.8, n2=-0.1, n3=-0.2))
    view = looking(holding(*drafts, *ops, indexes=indexes, score=Single("dense"), **LINKED))
    assert ids(Walk(("summary",), steps=1)(cue(), view)) == ["p1#4"]
    assert ids(Walk(("summary",), steps=2)(cue(), view)) == ["p1#4", "p1#5"]
    for steps in (3, 9):
        assert ids(Walk(("summary",), steps=steps)(cue(), view)) == ["p1#4", "p1#5", "p1#6"]


# ---------------------------------------------------------------------- the graph of phrases

APART = Vectors({"x": (1.0, 0.0)})


def graphed() -> PhraseGraph:
    graph = PhraseGraph(APART)
    graph.put("p1", "1", (("sea",),))
    graph.put("p1", "2", (("hill",),))
    return graph


def reached(phrases, items=None, k=9):
    return [(id, round(score, 6)) for id, score in graphed().reached("p1", phrases, items or {}, 0.5, k)]


def test_walks_start_only_where_a_weight_is_positive():
    # sea - 1 alone: rank(sea) = 2/3, rank(1) = 1/3. The same if hill has no positive weight.
    for other in (0.0, -1.0):
        assert reached({"sea": 1.0, "hill": other}) == [("1", 0.333333)]
    # Started at item 1 alone: p1 = .5 + .5 sea, sea = .5 p1, so p1 = 2/3.
    for items in ({"1": 1.0}, {"1": 1.0, "2": 0.0}, {"1": 1.0, "2": -1.0}, {"1": 1.0, "9": 1.0}):
        assert reached({}, items) == [("1", 0.666667)]
    assert reached({}, {"9": 1.0}) == reached({"sea": 1.0}, k=-1) == []


def test_items_whose_rank_is_rounded_to_zero_are_not_reached():
    # Item 2 has 2/3 of 10**-10 of the walks, which is 0 to nine digits; of 10**-8 it is 7e-9.
    assert reached({}, {"1": 1.0, "2": 1e-10}) == [("1", 0.666667)]
    assert [id for id, _ in reached({}, {"1": 1.0, "2": 1e-8})] == ["1", "2"]


class Facts(Scored):
    """Rows of facts: the first fact of an item has its id. The last row is of a fact that the graph does not have."""

    def search(self, asked):
        return [("p1#1", 0.9), (f"p1#1{ROW}1", 0.1)][: asked.k]

    def blank(self):
        return Facts(self.retriever)


def _sea(one):
    return [(("sea",),)]


def walking(*, kinds=("fact", "fact", "fact"), **scores):
    """Three items with one phrase `sea`, and an index of facts that finds the first."""
    memory = holding(
        *[draft("x", kind=kind, hours=hour) for hour, kind in enumerate(kinds)],
        indexes=(Facts("facts"), Scored("dense", **scores), PhraseGraph(APART)),
        keys={"graph": _sea},
        score=Single("dense"),
    )
    return looking(memory)


def test_items_of_equal_scores_start_walks_alike():
    # The start is sea 1/3 * .9 = .3 (three items) and .05 for items 1 and 2, of .4 in all; item 3 is no start.
    # s = .5 * .75 + .5 (p1 + p2 + p3), p1 = p2 = .5 * .125 + s/6, p3 = s/6: s = .375 + .0625 + .25 s = 7/12.
    hits = PageRank()(cue(), walking(n1=0.5, n2=0.5))
    assert scored(hits) == [("p1#1", 0.159722), ("p1#2", 0.159722), ("p1#3", 0.097222)]
    # Without any score only the phrase starts walks: s = .5 + .5 * 3 * s/6 = 2/3, and each item has a ninth.
    assert scored(PageRank()(cue(), walking())) == [(f"p1#{n}", 0.111111) for n in (1, 2, 3)]


def test_as_many_items_are_reached_as_are_wanted():
    view = walking(n1=0.5, n2=0.4, n3=0.3)
    assert len(PageRank(fan=1)(cue(k=3), view)) == 3
    assert len(PageRank(fan=1)(cue(k=2), view)) == 2
    # With k = 2, items 1 and 2 start walks, by 1 and 0 times .05; with k = 1 and a fan of 3, by 1, .5 and 0.
    # sea .3 and item 1 .05: s = .5 * 6/7 + .5 (p1 + p2 + p3) with p1 = .5/7 + s/6: s = 3/7 + .25/7 + .25 s = 13/21.
    assert scored(PageRank(fan=1)(cue(k=2), view))[0] == ("p1#1", round(0.5 / 7 + 13 / 126, 6))
    # sea .3, item 1 .05, item 2 .025, of .375 in all: s = .4 + .25 * .2 + .25 s = .6; p1 = .5 / 7.5 + .1.
    assert scored(PageRank(fan=3)(cue(k=1), view)) == [("p1#1", round(0.5 / 7.5 + 0.1, 6))]


@pytest.mark.parametrize(("kinds", "found"), [((), {1, 2, 3}), (("fact",), {1, 3}), (("note",), {2})])
def test_reached_items_of_other_kinds_do_not_count(kinds, found):
    view = walking(kinds=("fact", "note", "fact"), n1=0.5)
    assert set(ids(PageRank(kinds=kinds)(cue(), view))) == {f"p1#{n}" for n in found}
