"""From a cue to ranked items: fused ranks, followed links, gates and graphs, with scores worked out by hand."""

from __future__ import annotations

from datetime import date
from math import exp

import numpy as np
import pytest
from by_hand import Notation, Scored, Vectors, at, cue, draft, holding, ids, looking, scored

from regulars.errors import ConfigurationError
from regulars.memory.journal.operations import FINISHED, Op
from regulars.memory.parts.consolidation.paging import PAGES, Pages
from regulars.memory.parts.indexes.ranking import best, floor
from regulars.memory.parts.indexes.times import Times, day_key
from regulars.memory.parts.links.hebb import Engrams
from regulars.memory.parts.links.kinds import Backlinks
from regulars.memory.parts.scoring.associative import Associative
from regulars.memory.parts.scoring.boosts import FourRetrievers, boosted, nearness, proof, recency
from regulars.memory.parts.scoring.by_index import RRF, Single, TimeAware
from regulars.memory.parts.scoring.chunks import ChunkAttention, Means, Weighted, softmax
from regulars.memory.parts.scoring.expand import Expand, Timelines, ranked
from regulars.memory.parts.scoring.fusion import Cascade, Distances
from regulars.memory.parts.scoring.gate import Gated, tag_keys
from regulars.memory.parts.scoring.graph import PageRank, PhraseGraph, PhraseNodes, fact_texts, pagerank
from regulars.memory.parts.scoring.link_expansion import Backed, LinkExpansion, Union
from regulars.memory.parts.scoring.mem0 import ThreeSignals, lexical_signal
from regulars.memory.parts.scoring.routes import PagedSearch, Route, Walk, paged
from regulars.memory.parts.text.intervals import Days
from regulars.memory.parts.text.terms import WordCounts
from regulars.memory.parts.view import ROW


def link(one: int, other: int, why: str = "") -> Op:
    return Op("LINK", f"p1#{one}", other=f"p1#{other}", why=why, time=at(500))


def touch(one: int, why: str, hours: float = 500) -> Op:
    return Op("TOUCH", f"p1#{one}", why=why, time=at(hours))


def four(*ops: Op, **parts):
    """Four facts, an hour apart, and their view."""
    return looking(holding(*[draft(text, hours=hour) for hour, text in enumerate("abcd")], *ops, **parts))


FOUND = {"one": Scored("one", n1=0.9, n2=0.5, n3=0.1), "two": Scored("two", n3=0.8, n1=0.6, n4=0.2)}
BOTH = {"indexes": tuple(FOUND.values()), "score": Single("one")}


def test_the_best_places_and_values():
    assert best(np.array([0.2, 0.9, 0.5, 0.9]), 3) == ([1, 3, 2], [0.9, 0.9, 0.5])
    assert best(np.array([0.2, 0.9]), 0) == best(np.array([]), 3) == ([], [])
    assert best(np.array([1.0, 2.0, 3.0]), 3, above=1.0) == ([2, 1], [3.0, 2.0])
    assert best(np.array([0.12, 0.14, 0.1]), 2, digits=1) == ([0, 1], [0.1, 0.1])


def test_a_floor_needs_many_scores_and_more_groups_than_results():
    scores = np.arange(1024.0)
    # 1024 scores make 16 groups of 64, taken as columns: the maxima are 1008 to 1023.
    assert floor(scores, 1) == 1023.0
    assert floor(scores, 3) == 1021.0
    assert floor(scores, 15) == 1009.0
    assert floor(scores, 16) == -np.inf
    assert floor(scores[:1023], 1) == -np.inf
    assert floor(np.arange(16384.0), 60) == 16384 - 60  # 64 groups of 256
    assert floor(np.arange(16384.0), 64) == -np.inf
    # One score fewer makes 255 groups of 64: the last 63 scores stand outside, and the maxima end at 16319.
    assert floor(np.arange(16383.0), 64) == 16319 - 63


def test_one_index_ranks_items_of_some_kinds():
    assert scored(Single("two")(cue(k=2), four(**BOTH))) == [("p1#3", 0.8), ("p1#1", 0.6)]
    (hit,) = Single("two")(cue(k=1), four(**BOTH))
    assert (hit.sources, hit.retrievers) == (("s001.t20",), {"two": 0.8})
    view = looking(holding(draft("a", kind="note"), draft("b"), indexes=(Scored("one", n1=0.9, n2=0.5),)))
    assert scored(Single("one", kinds=("fact",))(cue(k=1), view)) == [("p1#2", 0.5)]


def test_reciprocal_ranks_are_added_with_sixty():
    hits = RRF(("one", "two"))(cue(), four(**BOTH))
    # 1: 1/61 + 1/62; 3: 1/63 + 1/61; 2: 1/62; 4: 1/63.
    assert scored(hits) == [("p1#1", 0.032522), ("p1#3", 0.032266), ("p1#2", 0.016129), ("p1#4", 0.015873)]
    assert [dict(hit.retrievers) for hit in hits[:3]] == [
        {"one": 0.9, "two": 0.6},
        {"one": 0.1, "two": 0.8},
        {"one": 0.5},
    ]
    assert scored(RRF(("one", "two"))(cue(k=1), four(**BOTH))) == [("p1#1", 0.032522)]


def test_weights_a_constant_and_a_fan_of_reciprocal_ranks():
    weighted = RRF(("one", "two"), constant=0.0, weights=(1.0, 4.0))
    # 1: 1 + 4/2 = 3; 3: 1/3 + 4 = 4.333; 2: 1/2; 4: 4/3.
    assert scored(weighted(cue(), four(**BOTH))) == [
        ("p1#3", 4.333333),
        ("p1#1", 3.0),
        ("p1#4", 1.333333),
        ("p1#2", 0.5),
    ]
    narrow = RRF(("one", "two"), constant=0.0, fan=1)
    # k = 2: only the first two of each: 1: 1 + 1/2; 3: 1; 2: 1/2.
    assert scored(narrow(cue(k=2), four(**BOTH))) == [("p1#1", 1.5), ("p1#3", 1.0)]
    assert RRF(("one",)).fan == 4
    for wrong in ({"constant": -1.0}, {"fan": 0}, {"weights": (-1.0, 1.0)}, {"weights": (1.0,)}):
        with pytest.raises(ConfigurationError, match="RRF"):
            RRF(("one", "two"), **wrong)


def test_equal_fused_ranks_stand_in_the_order_of_arrival():
    view = four(indexes=(Scored("one", n4=0.9, n2=0.1), Scored("two", n2=0.9, n4=0.1)), score=Single("one"))
    assert ids(RRF(("one", "two"))(cue(), view)) == ["p1#2", "p1#4"]


def test_items_of_the_days_asked_about_come_first():
    days = [draft(text, hours=24 * day) for day, text in enumerate("abcdefg")]  # 3 to 9 March
    view = looking(holding(*days, indexes=(Scored("one", n1=0.9, n2=-1.5, n3=0.5, n5=0.4, n6=0.3),)))
    asked = cue("on 4 March", hours=24 * 9)
    # 4 March and three days more: items 2, 3 and 5 (7 March). The highest score is 1.5 without its sign: + 2.5.
    aware = TimeAware(Single("one"))
    assert scored(aware(asked, view)) == [
        ("p1#3", 3.0),
        ("p1#5", 2.9),
        ("p1#2", 1.0),
        ("p1#1", 0.9),
        ("p1#6", 0.3),
    ]
    assert dict(aware(asked, view)[0].retrievers) == {"one": 0.5, "time": 1.0}
    assert ids(TimeAware(Single("one"), slack=0)(asked, view))[:2] == ["p1#2", "p1#1"]
    assert ids(TimeAware(Single("one"), prune=True)(asked, view)) == ["p1#3", "p1#5", "p1#2"]
    assert ids(TimeAware(Single("one"), prune=True)(cue("on 1 March", hours=216), view))[0] == "p1#1"
    assert scored(aware(cue("ever", k=1), view)) == [("p1#1", 0.9)]
    # k = 1 with a fan of 2 ranks only the first two, of which one is inside.
    assert ids(TimeAware(Single("one"), fan=2)(cue("on 4 March", k=1, hours=216), view)) == ["p1#3"]
    open_end = cue("since 8 March", hours=216)
    assert ids(aware(open_end, view))[0] == "p1#6"


def test_distances_of_texts_and_moods_are_added_or_multiplied():
    view = four(indexes=(Scored("dense", n1=0.5, n2=0.875), Scored("mood", n1=0.9, n3=0.6)), score=Single("dense"))
    # sqrt(2 - 2 cos): 1: sqrt 1 = 1; 2: sqrt .25 = .5; 3: sqrt 2. 1 - cos of moods: 1: .1; 2: 1; 3: .4.
    assert scored(Distances()(cue(), view)) == [("p1#1", -1.1), ("p1#2", -1.5), ("p1#3", -1.814214)]
    assert scored(Distances(how="product")(cue(), view)) == [("p1#1", -0.1), ("p1#2", -0.5), ("p1#3", -0.565685)]
    assert scored(Distances()(cue(k=1), view)) == [("p1#1", -1.1)]
    assert dict(Distances()(cue(), view)[1].retrievers) == {"dense": 0.875, "mood": 0.0}


def test_a_cascade_ranks_the_candidates_of_one_retriever_by_another():
    view = four(
        indexes=(Scored("one", n1=0.9, n2=0.5, n3=0.1), Scored("two", n3=0.8, n1=0.2, n4=0.9)), score=Single("one")
    )
    cascade = Cascade("one", "two")
    # k = 1: two candidates, 1 and 2, of which 1 has .2; k = 2: four candidates, 4 last (0 in the first stage).
    assert scored(cascade(cue(k=1), view)) == [("p1#1", 0.2)]
    assert scored(cascade(cue(k=2), view)) == [("p1#4", 0.9), ("p1#3", 0.8)]
    assert scored(Cascade("one", "two", wide=3)(cue(k=1), view)) == [("p1#3", 0.8)]
    rows = [(item.id, first, then) for item, first, then in cascade.candidates(cue(k=2), view)]
    assert rows == [("p1#1", 0.9, 0.2), ("p1#2", 0.5, 0.0), ("p1#3", 0.1, 0.8), ("p1#4", 0.0, 0.9)]
    assert dict(cascade(cue(k=2), view)[0].retrievers) == {"one": 0.0, "two": 0.9}
    ties = four(
        indexes=(Scored("one", n1=0.1, n2=0.5, n3=0.5), Scored("two", n3=0.4, n2=0.4, n1=0.4)), score=Single("one")
    )
    assert ids(cascade(cue(k=3), ties)) == ["p1#2", "p1#3", "p1#1"]


# ---------------------------------------------------------------------- gates and links


def test_a_gate_asks_for_a_good_best_hit_and_the_days():
    days = [draft(text, hours=24 * day) for day, text in enumerate("abcdef")]  # 3 to 8 March
    memory = holding(
        *days,
        indexes=(Scored("one", n1=0.5, n2=0.4, n3=0.3, n4=0.2, n5=0.1), Times()),
        keys={"time": day_key},
        score=Single("one"),
    )
    view = looking(memory)
    asked = {"hours": 240}
    assert len(Gated(Single("one"), 0.5)(cue("x", k=2, **asked), view)) == 2
    assert Gated(Single("one"), 0.51)(cue("x", **asked), view) == ()
    assert Gated(Single("one"), 0.0)(cue("x", k=0, **asked), view) == ()
    assert scored(Gated(Single("one"), 0.0)(cue("on 5 March", k=1, **asked), view)) == [("p1#3", 0.3)]
    # k = 1 ranks four items; the fifth, of 7 March, is not among them, so all count.
    assert scored(Gated(Single("one"), 0.0)(cue("on 7 March", k=1, **asked), view)) == [("p1#1", 0.5)]
    with pytest.raises(ConfigurationError, match=r"least is -0.1"):
        Gated(Single("one"), -0.1)


def test_tags_are_the_words_of_attributes_before_the_content_words():
    assert tag_keys(draft("the sea in may", "home_town: A", "job: B")) == ["home town job ann may sea"]
    assert tag_keys(draft("the sea", ": A", "home__town: B", name="")) == ["home town sea"]


def test_linked_items_follow_their_hit_with_its_score():
    view = four(link(1, 4), link(1, 3), link(2, 1), **BOTH)
    assert scored(LinkExpansion(Single("one"))(cue(k=9), view)) == [
        ("p1#1", 0.9),
        ("p1#4", 0.9),
        ("p1#3", 0.9),
        ("p1#2", 0.5),
    ]
    assert scored(LinkExpansion(Single("one"))(cue(k=2), view)) == [("p1#1", 0.9), ("p1#4", 0.9)]
    assert ids(LinkExpansion(Single("one"), kinds=("note",))(cue(k=9), view)) == [
        "p1#1",
        "p1#2",
        "p1#3",
    ]
    assert dict(LinkExpansion(Single("one"))(cue(k=2), view)[1].retrievers) == {"link_expansion": 0.9}


@pytest.mark.parametrize(("k", "found"), [(1, ["p1#1"]), (0, []), (-1, []), (-2, [])])
def test_linked_items_stay_within_k_even_if_the_hits_do_not(k, found):
    view = four(link(1, 4), **BOTH)
    # The score brings 1, 2 and 3 whatever is wanted; with the linked item 4 there are four.
    generous = LinkExpansion(lambda asked, seen: Single("one")(cue(k=9), seen))
    assert ids(generous(cue(k=9), view)) == ["p1#1", "p1#4", "p1#2", "p1#3"]
    assert ids(generous(cue(k=k), view)) == found


def test_the_newest_items_fill_up_the_hits():
    view = four(indexes=(Scored("one", n2=0.5, n4=0.0),))
    assert scored(Backed(Single("one"))(cue(k=3), view)) == [("p1#2", 0.5), ("p1#4", 0.0), ("p1#3", 0.0)]
    assert scored(Backed(Single("one"))(cue(k=1), view)) == [("p1#2", 0.5)]
    assert scored(Backed(Single("one"), kinds=("note",))(cue(k=3), view)) == [("p1#2", 0.5)]


def test_searches_side_by_side_are_interleaved():
    union = Union((("one", ()), ("two", ("fact",))))
    hits = union(cue(k=4), four(**BOTH))
    # First of each: 1, 3; second of each: 2, 1 again; third: 3 again, 4.
    assert scored(hits) == [("p1#1", 1.0), ("p1#3", 1.0), ("p1#2", 0.5), ("p1#4", 0.333333)]
    assert [dict(hit.retrievers) for hit in hits] == [{"one": 0.9}, {"two": 0.8}, {"one": 0.5}, {"two": 0.2}]
    assert ids(Union((("one", ()), ("two", ("note",))))(cue(k=4), four(**BOTH))) == [
        "p1#1",
        "p1#2",
        "p1#3",
    ]
    assert len(union(cue(k=2), four(**BOTH))) == 2
    assert Union(())(cue(k=4), four(**BOTH)) == []


def test_ranked_hits_are_rounded_and_ties_stand_in_order():
    view = four()
    scores = {"p1#3": 0.5, "p1#2": 0.5000000001, "p1#1": 0.1, "p1#9": 1.0}
    assert scored(ranked(scores, {}, view, 2)) == [("p1#2", 0.5), ("p1#3", 0.5)]
    assert ranked(scores, {}, view, 0) == []


LINKED = {"trackers": (Backlinks(),)}


def test_expansion_ranks_linked_items_behind_the_first_hits():
    # k = 4, share .5: the first two, 1 (.9) and 2 (.5), are seeds. 4 links to 1: .9 * .9 = .81, at most the floor .5.
    # 3 is linked from 2: .9 * .5 = .45, more than its own .1.
    view = four(link(4, 1), link(2, 3), indexes=(Scored("dense", n1=0.9, n2=0.5, n3=0.1),), **LINKED)
    assert scored(Expand()(cue(k=4), view)) == [("p1#1", 0.9), ("p1#2", 0.5), ("p1#4", 0.5), ("p1#3", 0.45)]
    assert dict(Expand()(cue(k=4), view)[2].retrievers) == {"link": 0.5}
    near = four(link(2, 3), indexes=(Scored("dense", n1=0.9, n2=0.5, n4=0.46, n3=0.1),), **LINKED)
    assert ids(Expand()(cue(k=4), near)) == ["p1#1", "p1#2", "p1#4", "p1#3"]  # .46 before .9 * .5
    assert scored(Expand(fade=0.5)(cue(k=4), view)) == [("p1#1", 0.9), ("p1#2", 0.5), ("p1#4", 0.45), ("p1#3", 0.25)]
    assert scored(Expand(share=0.25)(cue(k=4), view)) == [("p1#1", 0.9), ("p1#4", 0.81), ("p1#2", 0.5), ("p1#3", 0.1)]
    assert scored(Expand(share=0.26)(cue(k=4), view))[1] == ("p1#2", 0.5)  # .26 * 4 is rounded up to 2
    assert scored(Expand()(cue(k=3), view)) == [("p1#1", 0.9), ("p1#2", 0.5), ("p1#4", 0.5)]
    assert Expand()(cue(k=4), four(indexes=(Scored("dense"),), **LINKED)) == ()


def test_timelines_run_from_their_start_to_their_end():
    # 1 -> 3 -> 4, and 2 apart. The seed 3 (.8) brings 1 and 4 at .72, but not before the last seed.
    ops = (link(1, 3), link(3, 4))
    view = four(*ops, indexes=(Scored("dense", n3=0.8, n2=0.1),), **LINKED)
    assert scored(Timelines(seeds=1)(cue(k=9), view)) == [("p1#3", 0.8), ("p1#1", 0.72), ("p1#4", 0.72), ("p1#2", 0.1)]
    assert dict(Timelines(seeds=1)(cue(k=9), view)[1].retrievers) == {"timeline": 0.72}
    assert scored(Timelines(seeds=2)(cue(k=9), view)) == [("p1#3", 0.8), ("p1#1", 0.1), ("p1#2", 0.1), ("p1#4", 0.1)]
    assert scored(Timelines(seeds=1, fade=0.5)(cue(k=2), view)) == [("p1#3", 0.8), ("p1#1", 0.4)]
    assert Timelines()(cue(), four(indexes=(Scored("dense"),), **LINKED)) == ()


def test_association_spreads_a_share_of_the_score_over_two_steps():
    # 1 was used twice, once together with 2: weight 1/2; 2 was used once, with 4: weight 1.
    ops = (
        touch(1, "used 1.0"),
        touch(1, "used 1.0"),
        touch(2, "used 1.0"),
        link(1, 2, "together"),
        link(2, 4, "together"),
    )
    view = four(*ops, indexes=(Scored("dense", n1=0.8, n2=0.1),), trackers=(Engrams(),))
    # Step 1: 2 gets .5 * .5 * .8 = .2, 4 gets .5 * 1 * .1 = .05. Step 2: 4 gets .5 * 1 * .2 = .1.
    hits = Associative()(cue(), view)
    assert scored(hits) == [("p1#1", 0.8), ("p1#2", 0.3), ("p1#4", 0.15)]
    assert [dict(hit.retrievers) for hit in hits] == [{"dense": 0.8}, {"dense": 0.1, "ties": 0.2}, {"ties": 0.15}]
    assert scored(Associative(depth=1)(cue(), view)) == [("p1#1", 0.8), ("p1#2", 0.3), ("p1#4", 0.05)]
    assert scored(Associative(depth=0)(cue(), view)) == [("p1#1", 0.8), ("p1#2", 0.1)]
    assert scored(Associative(fade=0.25, depth=1)(cue(), view))[1] == ("p1#2", 0.2)


# ---------------------------------------------------------------------- published formulas


@pytest.mark.parametrize(
    ("days", "expected"), [(-5, 1.0), (0, 1.0), (36.5, 0.9), (182.5, 0.5), (328.5, 0.1), (400, 0.1)]
)
def test_recency_falls_linearly_over_a_year(days, expected):
    assert recency(days) == pytest.approx(expected)


@pytest.mark.parametrize(("count", "expected"), [(0, 0.5), (1, 0.5), (2, 0.5693147), (20, 0.7995732), (200, 1.0)])
def test_proof_grows_with_the_logarithm(count, expected):
    assert proof(count) == pytest.approx(expected)


def test_boosts_multiply_the_base():
    assert boosted(2.0, 0.5, 0.5, 0.5) == 2.0
    assert boosted(1.0, 1.0, 0.5, 0.5) == pytest.approx(1.1)
    assert boosted(1.0, 0.5, 0.0, 0.5) == pytest.approx(0.9)
    assert boosted(1.0, 0.5, 0.5, 1.0) == pytest.approx(1.05)
    assert boosted(1.0, 1.0, 1.0, 1.0) == pytest.approx(1.1 * 1.1 * 1.05)


def test_nearness_falls_from_the_ends_of_the_span():
    span = Days(date(2025, 3, 10), date(2025, 3, 12))
    assert [nearness(date(2025, 3, day), span, 4.0) for day in (10, 12, 9, 14, 6, 17)] == [
        1.0,
        1.0,
        0.75,
        0.5,
        0.0,
        0.0,
    ]
    assert nearness(date(2025, 3, 9), span, 0.0) == 0.0
    assert nearness(date(2025, 3, 9), Days(date(2025, 3, 10), None), 4.0) == 0.75


def test_four_retrievers_are_fused_spread_and_boosted():
    indexes = (Scored("dense", n1=0.9, n2=0.3, n3=0.29), Scored("bm25", n3=4.0, n1=2.0))
    parts = {"indexes": indexes, "score": Single("dense"), "trackers": (Backlinks(),)}
    facts = [draft(text) for text in "abcd"]
    view = looking(holding(*facts, link(4, 1, "entity 1.00 semantic 0.50"), **parts))
    hits = FourRetrievers()(cue("x", hours=0), view)
    # dense: 1, 2 (3 is below .3); bm25: 3, 1; links: 4, with (1 + .5) * 1.
    # Fused: 1: 1/61 + 1/62; 3: 1/61; 4: 1/61; 2: 1/62. Spread over 1, .7, .4, .1; recency 1 gives 1.1, proof and
    # nearness are neutral.
    assert scored(hits) == [("p1#1", 1.1), ("p1#3", 0.77), ("p1#4", 0.44), ("p1#2", 0.11)]
    assert [dict(hit.retrievers) for hit in hits] == [
        {"dense": 0.9, "bm25": 2.0},
        {"bm25": 4.0},
        {"links": 1.5},
        {"dense": 0.3},
    ]
    assert ids(FourRetrievers(cap=1)(cue("x", hours=0), view)) == ["p1#1", "p1#3", "p1#4"]
    assert scored(FourRetrievers()(cue("x", k=1, hours=0), view)) == [("p1#1", 1.1)]
    # A year later recency is .1: 1 + .2 * -.4 = .92.
    assert scored(FourRetrievers()(cue("x", k=1, hours=24 * 400), view)) == [("p1#1", 0.92)]
    assert (
        FourRetrievers()(
            cue("x"), four(indexes=(Scored("dense"), Scored("bm25")), score=Single("dense"), trackers=(Backlinks(),))
        )
        == []
    )


def test_time_is_a_retriever_only_where_the_cue_names_days():
    facts = [draft("a", hours=0), draft("b", hours=24 * 3), draft("c", hours=24 * 9)]  # 3, 6 and 12 March
    parts = {"indexes": (Scored("dense", n3=0.9), Scored("bm25")), "score": Single("dense"), "trackers": (Backlinks(),)}
    view = looking(holding(*facts, **parts))
    hits = FourRetrievers()(cue("on 3 March", hours=24 * 9), view)
    # dense: 3; time: 1 (1), 2 (1 - 3/7), and 3 is nine days away. Fused 1/61, 1/61, 1/62: order 1, 3, 2.
    # Ages 9, 0 and 6 days. 1: 1 * (1 + .2 (.5 - 9/365)) * 1.1 = 1.204575; 3: .55 * 1.1 = .605;
    # 2: .1 * (1 + .2 (.5 - 6/365)) * (1 + .2 (4/7 - .5)) = .1 * 1.096712 * 1.014286 = .111238.
    assert scored(hits) == [("p1#1", 1.204575), ("p1#3", 0.605), ("p1#2", 0.111238)]
    assert dict(hits[2].retrievers) == {"time": 0.571428571}


def test_an_observation_is_boosted_by_its_proof():
    facts = [draft("a", kind="observation", proof=20), draft("b", proof=20)]
    parts = {
        "indexes": (Scored("dense", n1=0.9, n2=0.8), Scored("bm25")),
        "score": Single("dense"),
        "trackers": (Backlinks(),),
    }
    view = looking(holding(*facts, **parts))
    # 1.1 * (1 + .1 * .29957) = 1.132953; the fact has no proof, .1 * 1.1.
    assert scored(FourRetrievers()(cue("x", hours=0), view)) == [("p1#1", 1.132953), ("p1#2", 0.11)]
    assert scored(FourRetrievers(kinds=("fact",))(cue("x", hours=0), view)) == [("p1#2", 1.1)]


def test_links_are_followed_from_the_best_of_both_retrievers_in_turn():
    indexes = (Scored("dense", n1=0.9, n2=0.8), Scored("bm25", n3=4.0))
    ops = (link(1, 4, "entity 0.20"), link(3, 4, "entity 0.30"), link(2, 4, "entity 1.00"))
    parts = {"indexes": indexes, "score": Single("dense"), "trackers": (Backlinks(),)}
    # Seeds in turn: 1 (weight 1), 3 (1), 2 (1/2). 4 gets max(.2, .3, .5); with two seeds .3.
    assert dict(by_id(FourRetrievers()(cue("x"), four(*ops, **parts)))["p1#4"].retrievers) == {"links": 0.5}
    assert dict(by_id(FourRetrievers(seeds=2)(cue("x"), four(*ops, **parts)))["p1#4"].retrievers) == {"links": 0.3}


def test_a_link_without_weight_reaches_nothing():
    indexes = (Scored("dense", n1=0.9), Scored("bm25"))
    parts = {"indexes": indexes, "score": Single("dense"), "trackers": (Backlinks(),)}
    ops = (link(1, 2, "note"), link(1, 3, "entity 0.00"), link(1, 4, "entity 0.01"))
    assert ids(FourRetrievers()(cue("x"), four(*ops, **parts))) == ["p1#1", "p1#4"]


def by_id(hits) -> dict:
    return {hit.id: hit for hit in hits}


@pytest.mark.parametrize(
    ("words", "middle", "steep"),
    [
        (1, 5, 0.7),
        (3, 5, 0.7),
        (4, 7, 0.6),
        (6, 7, 0.6),
        (7, 9, 0.5),
        (9, 9, 0.5),
        (10, 10, 0.5),
        (15, 10, 0.5),
        (16, 12, 0.5),
    ],
)
def test_the_lexical_signal_is_a_sigmoid_by_the_length_of_the_query(words, middle, steep):
    assert lexical_signal(middle, words) == 0.5
    assert lexical_signal(middle + 2, words) == pytest.approx(1 / (1 + exp(-2 * steep)))


def three(**scores):
    indexes = tuple(Scored(name, **found) for name, found in scores.items())
    return four(indexes=indexes, score=Single("dense"))


def test_three_signals_are_added_over_the_highest_possible_sum():
    view = three(dense={"n1": 0.8, "n2": 0.1, "n3": 0.09}, bm25={"n2": 5.0}, entity={"n4": 0.5})
    # All three have results: 2.5. 1: .8; 2: .1 + .5 (three words: m = 5); 3 is below .1 and nowhere else; 4: .5.
    assert scored(ThreeSignals()(cue("one two three"), view)) == [("p1#1", 0.32), ("p1#2", 0.24), ("p1#4", 0.2)]
    assert dict(ThreeSignals()(cue("one two three"), view)[1].retrievers) == {"dense": 0.1, "bm25": 0.5}
    assert len(ThreeSignals()(cue("one", k=1), view)) == 1


@pytest.mark.parametrize(
    ("others", "norm"), [((), 1.0), (("entity",), 1.5), (("bm25",), 2.0), (("bm25", "entity"), 2.5)]
)
def test_the_norm_counts_the_signals_with_results(others, norm):
    empty = {"bm25": {}, "entity": {}}
    view = three(dense={"n1": 0.6}, **{**empty, **{name: {"n2": 0.5} for name in others}})
    assert dict(scored(ThreeSignals()(cue("x"), view)))["p1#1"] == round(0.6 / norm, 6)


def test_softmax_of_logits():
    assert softmax([]) == []
    assert softmax([1.0, 1.0]) == [0.5, 0.5]
    assert softmax([0.0, np.log(3.0)]) == pytest.approx([0.25, 0.75])
    assert softmax([0.0, np.log(3.0)], 2.0) == pytest.approx([0.1, 0.9])
    assert softmax([1000.0, 0.0]) == [1.0, 0.0]


EAST = Vectors({"east": (1, 0), "Ann east": (1, 0), "Ann north": (0, 1), "Ann west": (-1, 0), "Ann half": (0.6, 0.8)})


def test_chunks_are_ranked_by_the_mean_of_their_turns():
    chunks = [
        draft("north", kind="turn", hours=1),
        Op("MERGE", "p1#1", draft("east", kind="turn", hours=2), time=at(2)),
        draft("half", kind="turn", hours=3),
        draft("west", kind="turn", hours=4),
    ]
    view = looking(holding(*chunks, indexes=(Means(EAST),)))
    assert [(row, score) for row, score in view.index("chunks").search(cue("east"))] == [
        ("p1#2", 0.6),
        ("p1#1", 0.5),
        ("p1#3", -1.0),
    ]
    # softmax of 20 * (.6, .5) is 1 / (1 + e^-2) = .880797; of 1 * (.6, .5, -1): e^0, e^-.1, e^-1.6.
    hits = ChunkAttention()(cue("east", k=2), view)
    assert scored(hits) == [("p1#2", 0.880797), ("p1#1", 0.119203)]
    assert hits[1].sources == ("s001.t20", "s001.t10")  # the eastern turn first
    assert scored(ChunkAttention(chunks=1)(cue("east"), view)) == [("p1#2", 1.0)]
    whole = 1 + exp(-0.1) + exp(-1.6)
    assert scored(ChunkAttention(sharpness=1.0)(cue("east"), view))[2] == ("p1#3", round(exp(-1.6) / whole, 6))
    assert view.index("chunks").search(cue("nowhere")) == view.index("chunks").search(cue("east", k=0)) == ()


def test_turns_of_chunks_are_shown_by_both_weights():
    chunks = [
        draft("north", kind="turn", hours=1),
        Op("MERGE", "p1#1", draft("east", kind="turn", hours=2), time=at(2)),
        draft("half", kind="turn", hours=3),
    ]
    view = looking(holding(*chunks, indexes=(Means(EAST),)))
    items = view.items()
    # Chunk weights .1192 (mean .5) and .8808 (.6). Inside the first: .0000 and 1.0000. So: half, east, north.
    line = "[2025-03-03 12:00] Ann: half"
    assert Weighted()(cue("east", budget=13), items, view) == (line, 13)
    assert Weighted()(cue("east", budget=25), items, view) == (line, 13)
    assert Weighted()(cue("east", budget=26), items, view)[0] == f"[2025-03-03 11:00] Ann: east\n{line}"


# ---------------------------------------------------------------------- PageRank and the graph of phrases


def pages(edges, reset, damping=0.5):
    pairs = np.array([edge[:2] for edge in edges], dtype=np.intp).reshape(-1, 2)
    weights = np.array([edge[2] for edge in edges], dtype=float)
    return pagerank(pairs[:, 0], pairs[:, 1], weights, np.array(reset, dtype=float), damping).tolist()


def test_pagerank_on_two_and_three_nodes():
    # Two nodes, walks start at the first: p0 = .5 + .5 p1, p1 = .5 p0. So p0 = 2/3.
    assert pages([(0, 1, 1)], [7, 0]) == pytest.approx([2 / 3, 1 / 3])
    # A star 1 - 0 - 2 with weights 3 and 1, start at 1: p1 = .5 + .5 * 3/4 p0, p0 = .5 (p1 + p2), p2 = .5 * 1/4 p0.
    # p0 = .5 (.5 + .5 p0), so p0 = 1/3, p1 = .625, p2 = 1/24.
    assert pages([(0, 1, 3), (0, 2, 1)], [0, 1, 0]) == pytest.approx([1 / 3, 0.625, 1 / 24])
    assert pages([(0, 1, 3), (0, 2, 1)], [0, 1, 0], damping=0.0) == [0.0, 1.0, 0.0]
    # Damping .8: p0 = .2 + .8 p1, p1 = .8 p0: p0 = .2 / .36.
    assert pages([(0, 1, 1)], [1, 0], damping=0.8) == pytest.approx([5 / 9, 4 / 9])


def test_the_mass_of_a_node_without_edges_returns_to_the_start():
    # Node 2 is alone and has half of the start: p2 = .25 + .5 * .5 p2, so p2 = 1/3.
    # p0 = .25 + .5 (p1 + .5 p2), p1 = .5 p0: p0 = (.25 + 1/12) / .75 = 4/9.
    assert pages([(0, 1, 1)], [1, 0, 1]) == pytest.approx([4 / 9, 2 / 9, 1 / 3])


@pytest.mark.parametrize(("reset", "damping"), [([0, 0], 0.5), ([1, 0], 1.0), ([1, 0], -0.1)])
def test_pagerank_rejects_a_start_without_mass_and_a_damping_of_one(reset, damping):
    with pytest.raises(ConfigurationError, match="pagerank"):
        pages([(0, 1, 1)], reset, damping)


NEAR = Vectors({"sea": (1, 0), "lake": (0.8, 0.6), "hill": (0, 1), "bay": (0.79, -0.6131)})


def graphed(*items: tuple[tuple[str, ...], ...], alike: float = 0.8) -> PhraseGraph:
    graph = PhraseGraph(NEAR, alike)
    for number, facts in enumerate(items, start=1):
        graph.put("p1", str(number), facts)
    return graph


def reached(graph, phrases, items=None, damping=0.5, k=9):
    return [(id, round(score, 6)) for id, score in graph.reached("p1", phrases, items or {}, damping, k)]


def test_a_phrase_reaches_the_items_that_have_it():
    # hill - 1 alone: p(hill) = 2/3, p(1) = 1/3.
    assert reached(graphed((("hill",),)), {"hill": 1.0}) == [("1", 0.333333)]
    assert reached(graphed((("hill",),)), {"sea": 1.0}) == reached(graphed((("hill",),)), {"hill": 0.0}) == []
    # Both items have hill: hill = .5 + .5 (p1 + p2), each p = .25 hill: hill 2/3, items 1/6.
    both = graphed((("hill",),), (("hill",),))
    assert reached(both, {"hill": 1.0}) == [("1", 0.166667), ("2", 0.166667)]
    assert reached(both, {"hill": 1.0}, k=1) == [("1", 0.166667)]
    assert reached(both, {"hill": 1.0}, k=0) == []
    # Started at item 2 alone: p2 = .5 + .25 hill, p1 = .25 hill, hill = .5 (p1 + p2): hill = 1/3.
    assert reached(both, {}, {"2": 1.0}) == [("2", 0.583333), ("1", 0.083333)]


def test_a_phrase_of_two_items_weighs_half_at_the_start():
    # hill is in two items, sea in one: the start is 1/2 to 1, so 1/3 and 2/3, with sea and hill apart.
    graph = graphed((("hill",),), (("hill",),), (("sea",),))
    # hill: .5 * 1/3 + .5 * (p1 + p2) -> 2/9, items 1/18; sea: .5 * 2/3 + .5 p3 -> 4/9, item 3 2/9.
    assert reached(graph, {"hill": 1.0, "sea": 1.0}) == [("3", 0.222222), ("1", 0.055556), ("2", 0.055556)]


def test_synonyms_are_tied_by_their_cosine_from_the_threshold_on():
    # sea and lake have .8, sea and bay .79. Start at sea, weights: sea-1 1, sea-lake .8, lake-2 1.
    graph = graphed((("sea",),), (("lake",),), (("bay",),))
    # s = .5 + .5 p1 + .5 * l * .8/1.8; p1 = .5 s / 1.8; l = .5 s * .8/1.8 + .5 p2; p2 = .5 l / 1.8.
    # l (1 - .25/1.8) = s * .4/1.8 -> l = .258065 s; s (1 - .25/1.8 - .4/1.8 * .258065) = .5 -> s = .622074.
    assert reached(graph, {"sea": 1.0}) == [("1", 0.172798), ("2", 0.044593)]
    assert reached(graphed((("sea",),), (("lake",),), alike=0.81), {"sea": 1.0}) == [("1", 0.333333)]
    with pytest.raises(ConfigurationError, match="alike is 0"):
        PhraseGraph(NEAR, 0.0)


def test_phrases_of_one_fact_are_tied_once_for_each_fact():
    # sea and hill share two facts of item 1: weight 2, both tied to 1. Start at sea.
    # s = .5 + .5 (2/3 h + .5 p1), h = .5 (2/3 s + .5 p1), p1 = .5 (s + h) / 3.
    graph = PhraseGraph(Vectors({"x": (1.0, 0.0)}))
    graph.put("p1", "1", ((("sea", "hill")), ("hill", "sea")))
    # s + h = t: t = .5 + t/3 + .5 p1, p1 = t/6: t (1 - 1/3 - 1/12) = .5 -> t = 6/7, p1 = 1/7.
    assert reached(graph, {"sea": 1.0}) == [("1", 0.142857)]
    graph.put("p1", "2", (("hill",),))
    # h now has strength 2 + 1 + 1. s = .5 + .5 (h/2 + p1/2), h = .5 (2/3 s + p1/2 + p2), p1 = .5 (s/3 + h/4), p2 = h/8.
    # The ranks found solve these equations.
    found = dict(reached(graph, {"sea": 1.0}))
    p1, p2 = found["1"], found["2"]
    h = 8 * p2
    s = 0.5 + 0.25 * h + 0.25 * p1
    assert p1 == pytest.approx(0.5 * (s / 3 + h / 4), abs=1e-5)
    assert h == pytest.approx(0.5 * (2 / 3 * s + p1 / 2 + p2), abs=1e-5)


def test_a_graph_follows_its_items():
    graph = graphed((("hill",),), (("sea",),))
    graph.extend("p1", "1", (("bay", "hill"),))
    assert graph.facts("p1", "1") == (("hill",), ("bay", "hill"))
    assert graph.facts("p2", "1") == graph.facts("p1", "9") == ()
    assert [id for id, _ in reached(graph, {"bay": 1.0})] == ["1"]
    graph.put("p1", "1", (("lake",),))
    assert reached(graph, {"bay": 1.0}) == []
    graph.drop("p1", "2")
    assert reached(graph, {"sea": 1.0}) == []
    assert graph.blank().alike == 0.8
    assert [id for id, _ in graph.search(cue("the lake"))] == ["1"]


def test_facts_of_a_draft_as_phrases():
    told = draft("We met Bo Lee at sea. home: Oslo", "home: Oslo")
    assert PhraseNodes(Notation())(draft("home: Oslo")) == ((("ann", "oslo", "home"), ("ann", "home", "oslo")),)
    assert fact_texts(told) == ("Ann We met Bo Lee at sea.", "Ann home: Oslo")
    assert fact_texts(draft("a. b", name="")) == ("a.", "b")
    (facts,) = PhraseNodes(Notation())(draft("We met Bo Lee at sea"))
    assert facts == (("ann", "bo lee", "met", "sea"),)
    (facts,) = PhraseNodes(Notation())(draft("alpha beta gamma delta epsilon zeta eta theta iota"))
    assert len(facts[0]) == 8


def test_claims_without_an_attribute_or_a_value_are_no_facts():
    # What is left is the fact of the sentence alone.
    assert PhraseNodes(Notation())(draft("home:")) == ((("ann", "home"),),)
    assert PhraseNodes(Notation())(draft(": Oslo")) == ((("ann", "oslo"),),)


class Facts(Scored):
    """Rows of facts: the row `2` of item 1 is `p1#1` with its number behind."""

    def search(self, asked):
        rows = [("p1#1", 0.9), (f"p1#1{ROW}1", 0.6), ("p1#2", 0.4), (f"p1#2{ROW}7", 0.3), ("p1#3", 0.0)]
        return rows[: asked.k]

    def blank(self):
        return Facts(self.retriever)


def test_phrases_of_the_best_facts_start_the_walks():
    graph = PhraseGraph(Vectors({"x": (1.0, 0.0)}))
    memory = holding(
        draft("a"),
        draft("b"),
        draft("c"),
        indexes=(Facts("facts"), Scored("dense", n1=0.5, n2=0.3, n3=0.1), graph),
        keys={"graph": _facts_of},
        score=Single("dense"),
    )
    view = looking(memory)
    # Facts: 1 has (sea) .9 and (sea, hill) .6; 2 has (hill) .4. sea (.9 + .6) / 2 = .75; hill (.6 + .4) / 2 = .5.
    assert PageRank()._phrases(cue("x"), view, view.index("graph")) == {"sea": 0.75, "hill": 0.5}
    assert PageRank(count=1)._phrases(cue("x"), view, view.index("graph")) == {"sea": 0.9}
    # Without passages the start is sea .75 (one item) and hill .5 / 2.
    expected = dict(view.index("graph").reached("p1", {"sea": 0.75, "hill": 0.5}, {}, 0.5, 9))
    assert dict(scored(PageRank(passages=0.0)(cue("x"), view))) == {
        id: round(score, 6) for id, score in expected.items()
    }
    # With passages item scores .5, .3, .1 become 1, .5, 0 times .05.
    starts = {"p1#1": 0.05, "p1#2": 0.025, "p1#3": 0.0}
    expected = dict(view.index("graph").reached("p1", {"sea": 0.75, "hill": 0.5}, starts, 0.5, 9))
    hits = PageRank()(cue("x"), view)
    assert dict(scored(hits)) == {id: round(score, 6) for id, score in expected.items()}
    assert set(hits[0].retrievers) == {"dense", "graph"}


def _facts_of(one):
    return {"a": [(("sea",), ("sea", "hill"))], "b": [(("hill",),)], "c": [(("bay",),)]}[one.text]


def test_without_facts_the_index_of_items_ranks():
    graph = PhraseGraph(Vectors({"x": (1.0, 0.0)}))
    memory = holding(
        draft("a"),
        indexes=(Scored("facts"), Scored("dense", n1=0.5), graph),
        keys={"graph": _facts_of},
        score=Single("dense"),
    )
    (hit,) = PageRank()(cue("x"), looking(memory))
    assert (hit.score, dict(hit.retrievers)) == (0.5, {"dense": 0.5})


# ---------------------------------------------------------------------- routes


def test_pages_are_searched_in_the_best_segments_and_always_in_the_queue():
    def page(text, hours):
        return draft(text, kind="turn", hours=hours)

    def segment(text, *words):
        return draft(text, kind="segment", hours=5, keywords=list(words))

    finish = [Op("PASS", f"p1#{n}", why=FINISHED, time=at(5)) for n in (1, 2, 3)]
    ops = [page("a", 1), page("b", 2), page("c", 3), *finish, segment("s", "tea"), segment("t", "rain")]
    ops += [link(4, 1), link(5, 2), draft("k", kind="knowledge", hours=600), draft("l", kind="knowledge", hours=600)]
    indexes = (
        Scored("dense", n1=0.1, n2=0.9, n3=0.05, n6=0.01, n7=0.009),
        Scored("segments", n4=0.2, n5=0.1),
    )
    view = looking(holding(*ops, indexes=indexes, score=Single("dense"), trackers=(Pages(), WordCounts())))
    # Segment 4: .2 + Jaccard of {tea} with {tea} = 1.2; segment 5: .1 + 0, which is just enough.
    hits = PagedSearch()(cue("tea"), view)
    assert scored(hits) == [("p1#2", 0.9), ("p1#1", 0.1), ("p1#3", 0.05), ("p1#6", 0.01)]
    assert scored(PagedSearch(segments=1)(cue("tea"), view)) == [("p1#1", 0.1), ("p1#3", 0.05), ("p1#6", 0.01)]
    assert scored(PagedSearch(least=0.11)(cue("tea"), view)) == [("p1#3", 0.05), ("p1#6", 0.01)]
    assert scored(PagedSearch(pages=1)(cue("tea"), view)) == [("p1#2", 0.9), ("p1#3", 0.05), ("p1#6", 0.01)]
    assert scored(PagedSearch(known=0.009, knowledge=1)(cue("tea", k=9), view))[-1] == ("p1#6", 0.01)
    assert scored(PagedSearch(known=0.009)(cue("tea", k=9), view))[-1] == ("p1#7", 0.009)
    one = PagedSearch()
    assert (one.segments, one.pages, one.knowledge, one.least, one.known) == (5, 7, 20, 0.1, 0.01)
    assert view.tracker(PAGES).waiting("p1") == ["p1#3"]
    assert paged(cue(budget=13), [view.get("p1#1")], view)[0].endswith("a")
    assert [line[-1] for line in paged(cue(), [view.get("p1#1")], view)[0].split("\n")] == ["a", "c"]


def test_a_route_opens_the_best_nodes_of_each_level():
    nodes = [draft(text, kind=kind) for text, kind in (("n1", "top"), ("n2", "top"), ("n3", "low"), ("n4", "low"))]
    leaves = [draft(text, kind="turn") for text in ("l5", "l6", "l7")]
    links = [link(1, 3), link(2, 4), link(3, 5), link(4, 6)]
    indexes = (
        Scored("dense", n5=0.5, n6=0.9, n7=0.1),
        Scored("top", n1=0.8, n2=0.7),
        Scored("low", n4=0.9, n3=0.2),
    )
    parts = {"indexes": indexes, "score": Single("dense"), "trackers": (Backlinks(),)}
    view = looking(holding(*nodes, *leaves, *links, **parts))
    # One node wide: top 1, so low 3, so leaf 5; leaf 7 has no node and is always searched.
    narrow = Route(("top", "low"), width=1)
    assert scored(narrow(cue("x"), view)) == [("p1#5", 0.5), ("p1#7", 0.1)]
    assert scored(Route(("top", "low"), width=2)(cue("x"), view)) == [("p1#6", 0.9), ("p1#5", 0.5), ("p1#7", 0.1)]
    # Two likes and a dislike of leaf 7, one dislike of leaf 5: .1 * 1.1 and .5 * .9.
    rated = [touch(7, "liked"), touch(7, "liked"), touch(7, "disliked"), touch(5, "disliked")]
    view = looking(holding(*nodes, *leaves, *links, *rated, **parts))
    assert scored(narrow(cue("x"), view)) == [("p1#5", 0.45), ("p1#7", 0.11)]


def test_a_walk_opens_the_most_promising_node_a_limited_number_of_times():
    nodes = [draft(text, kind="summary") for text in ("root", "good", "bad")]
    leaves = [draft(text, kind="turn") for text in ("l4", "l5", "l6")]
    links = [link(1, 2), link(1, 3), link(2, 4), link(3, 5)]
    indexes = (Scored("dense", n4=0.1, n5=0.9, n6=0.3), Scored("dense-nodes", n2=0.8, n1=0.2, n3=0.1))
    view = looking(holding(*nodes, *leaves, *links, indexes=indexes, score=Single("dense"), trackers=(Backlinks(),)))
    walk = Walk(("summary",), steps=2)
    # The root, then the good child: leaf 4; leaf 6 hangs nowhere and is always found.
    assert scored(walk(cue("x"), view)) == [("p1#6", 0.3), ("p1#4", 0.1)]
    assert scored(Walk(("summary",), steps=3)(cue("x"), view)) == [("p1#5", 0.9), ("p1#6", 0.3), ("p1#4", 0.1)]
    assert scored(Walk(("summary",), steps=1)(cue("x"), view)) == [("p1#6", 0.3)]


# ---------------------------------------------------------------------- what the defaults are


def many(count: int, *ops, **parts):
    return looking(holding(*[draft(f"t{n}", hours=n) for n in range(count)], *ops, **parts))


def down(count: int) -> dict[str, float]:
    """Falling scores of the first items."""
    return {f"n{n}": 1.0 - n / 1000 for n in range(1, count + 1)}


def test_how_many_items_are_looked_at_by_default():
    around = Means(Vectors({"Ann t0": (1.0, 0.0), "east": (1.0, 0.0)}))
    chunks = looking(holding(*[draft("t0") for _ in range(10)], indexes=(around,)))
    assert len(ChunkAttention()(cue("east", k=20), chunks)) == 8
    timelines = many(6, link(4, 5), link(3, 6), indexes=(Scored("dense", **down(4)),), **LINKED)
    # Three seeds: 3 brings 6, but 4 is no seed and does not bring 5.
    assert ids(Timelines()(cue(), timelines)) == ["p1#1", "p1#2", "p1#3", "p1#4", "p1#6"]
    # k = 1 ranks ten items, one a day from 3 March on: that of 12 March is the tenth.
    late = [draft("t", hours=24.0 * n) for n in range(12)]
    held = looking(holding(*late, indexes=(Scored("dense", **down(12)),)))
    aware = TimeAware(Single("dense"), slack=0)
    assert ids(aware(cue("on 12 March", k=1, hours=480), held)) == ["p1#10"]
    assert ids(aware(cue("on 13 March", k=1, hours=480), held)) == ["p1#1"]


def test_fifty_items_a_retriever_and_twenty_seeds():
    parts = {
        "indexes": (Scored("dense", **down(52)), Scored("bm25")),
        "score": Single("dense"),
        "trackers": (Backlinks(),),
    }
    view = many(54, link(20, 53, "entity 1.00"), link(21, 54, "entity 1.00"), **parts)
    found = ids(FourRetrievers()(cue("x", k=100), view))
    assert len(found) == 51  # fifty by cosine, and the item that the twentieth seed links to
    assert ("p1#53" in found, "p1#54" in found, "p1#51" in found) == (True, False, False)


def test_a_route_is_five_nodes_wide_and_a_walk_twelve_long():
    nodes = [draft("n", kind="top") for _ in range(6)]
    leaves = [draft("l", kind="turn") for _ in range(6)]
    links = [link(n, n + 6) for n in range(1, 7)]
    indexes = (Scored("dense", **{f"n{n}": 1.0 - n / 100 for n in range(7, 13)}), Scored("top", **down(6)))
    view = looking(holding(*nodes, *leaves, *links, indexes=indexes, score=Single("dense"), trackers=(Backlinks(),)))
    assert ids(Route(("top",))(cue("x"), view)) == [f"p1#{n}" for n in (7, 8, 9, 10, 11)]
    # A chain of fourteen nodes, each with one leaf: twelve are opened.
    chain = [draft("n", kind="summary") for _ in range(14)]
    ends = [draft("l", kind="turn") for _ in range(14)]
    ties = [link(n, n + 14) for n in range(1, 15)] + [link(n, n + 1) for n in range(1, 14)]
    indexes = (Scored("dense"), Scored("dense-nodes", **down(14)))
    view = looking(holding(*chain, *ends, *ties, indexes=indexes, score=Single("dense"), trackers=(Backlinks(),)))
    assert len(Walk(("summary",))(cue("x", k=50), view)) == 12


def test_three_signals_look_at_sixty_items_or_four_times_k():
    parts = {"indexes": (Scored("dense", **down(90)), Scored("bm25"), Scored("entity")), "score": Single("dense")}
    view = many(90, **parts)
    assert len(ThreeSignals()(cue("x", k=70), view)) == 70
    # Of the items with a word, the last one that counts by meaning as well is the 60th, or the 64th for k = 16.
    for k, last in ((15, 60), (16, 64)):
        words = Scored("bm25", **{f"n{last}": 9.0, f"n{last + 1}": 30.0})
        view = many(90, indexes=(parts["indexes"][0], words, Scored("entity")), score=Single("dense"))
        found = by_id(ThreeSignals()(cue("x", k=k), view))
        assert [set(found[f"p1#{n}"].retrievers) for n in (last, last + 1)] == [{"dense", "bm25"}, {"bm25"}]


def test_how_far_searches_look_by_default():
    assert (PagedSearch().fan, Route(()).fan, Walk(()).fan, PageRank().fan, PageRank().count) == (
        500,
        500,
        2000,
        200,
        5,
    )
    assert PageRank().passages == 0.05
