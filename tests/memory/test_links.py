"""Links between items, relations, timelines through links, and the index of names."""

from __future__ import annotations

import random
from itertools import pairwise
from math import log

import pytest
from told import item_with, tell, view_of

from regulars.errors import ConfigurationError
from regulars.memory import build_memory
from regulars.memory.composition.compose import compose
from regulars.memory.parts.extraction.statements import Facts, Unread
from regulars.memory.parts.indexes.bm25 import BM25
from regulars.memory.parts.indexes.dense import Dense
from regulars.memory.parts.indexes.entity_postings import EntityPostings
from regulars.memory.parts.indexes.keys import entity_keys
from regulars.memory.parts.indexes.named import Named
from regulars.memory.parts.indexes.recent import Recent
from regulars.memory.parts.links.kinds import (
    RELATIONS,
    Backlinks,
    Causal,
    Latest,
    Links,
    Nearest,
    SharedEntities,
    Temporal,
    components,
    neighbours,
    relation,
    temporal_weight,
    ties,
)
from regulars.memory.parts.scoring.expand import Expand, Timelines, timeline
from regulars.memory.parts.view import ROW
from regulars.memory.protocol import Cue


def test_the_temporal_weight_falls_over_a_day_and_not_below_its_floor():
    assert temporal_weight(0) == 1.0
    assert temporal_weight(12) == 0.5
    assert temporal_weight(-12) == 0.5
    assert temporal_weight(23) == 0.3
    assert temporal_weight(24) == 0.3
    assert temporal_weight(24.1) == 0.0


@pytest.fixture
def tied(make_turn):
    """Makes a memory of sentences with some ties."""

    def make(*named, texts, apart=1):
        memory = compose(
            indexes=(Dense(), EntityPostings(), Recent()),
            extract=Facts(Unread()),
            keys={"entities": entity_keys},
            link=Links(named),
            trackers=(Backlinks(),),
            score=Expand(),
        )
        return tell(memory, make_turn, texts, apart)

    return make


def test_links_name_their_ties_and_join_two_of_a_pair_in_one(tied):
    memory = tied(
        ("near", Nearest(least=0.5)),
        ("entity", SharedEntities()),
        texts=("we walked in Bergen today", "we walked in Bergen again", "the soup is cold"),
    )
    link = item_with(memory, "again").links[item_with(memory, "today").id]
    assert ties(link)["entity"] == 1.0
    assert ties(link)["near"] >= 0.5
    assert not item_with(memory, "soup").links


def test_nearest_ties_are_above_their_bar_and_never_to_oneself(tied):
    memory = tied(("near", Nearest(least=0.99)), texts=("red apples", "red apples", "green pears"))
    first, second, third = memory.journal.items("p1")
    assert list(second.links) == [first.id]
    assert not first.links
    assert not third.links


def test_temporal_ties_end_after_a_day(tied):
    memory = tied(("temporal", Temporal()), texts=("one", "two", "three"), apart=4)
    first, second, third = memory.journal.items("p1")
    assert ties(second.links[first.id]) == {"temporal": 0.3}
    assert list(third.links) == [second.id], "two days lie between the others"


def test_a_reason_is_tied_to_what_was_said_before_it(tied):
    memory = tied(("causal", Causal()), texts=("I moved out", "Because it was loud", "I like soup"))
    first, second, third = memory.journal.items("p1")
    assert ties(second.links[first.id]) == {"causal": 1.0}
    assert not third.links


def test_who_points_to_whom_is_forgotten_with_it(tied, make_turn):
    memory = tied(("near", Nearest(least=0.5)), texts=("red apples", "red apples too", "red apples also"))
    first = memory.journal.items("p1")[0]
    assert {item.text for item, _ in neighbours(first, view_of(memory))} == {"red apples too", "red apples also"}
    memory.forget("p1", [make_turn(1).id])
    first = memory.journal.items("p1")[0]
    assert [item.text for item, _ in neighbours(first, view_of(memory))] == ["red apples also"]


def test_components_join_what_is_linked_either_way(tied):
    memory = tied(("near", Nearest(least=0.6)), texts=("red apples", "cold soup", "red apples too", "very cold soup"))
    found = components(memory.journal.items("p1"))
    apples, soup, more_apples, more_soup = (found[item.id] for item in memory.journal.items("p1"))
    assert apples == more_apples
    assert soup == more_soup
    assert apples != soup


@pytest.mark.parametrize(
    ("part", "setting"),
    [(Nearest, {"least": 2.0}), (Nearest, {"k": 0}), (SharedEntities, {"most": 0}), (Temporal, {"most": 1.5}),
     (Expand, {"share": 0.0}), (Timelines, {"walks": 0})],
)  # fmt: skip
def test_a_setting_out_of_range_is_refused(part, setting):
    with pytest.raises(ConfigurationError, match=next(iter(setting))):
        part(**setting)


def test_entities_find_what_names_the_same_and_rare_names_count_more():
    index = EntityPostings()
    for id, *names in (("a", "bergen"), ("b", "bergen", "pixel"), ("c", "oslo"), ("d", "bergen")):
        for number, name in enumerate(names):
            index.put("s", f"{id}{ROW}{number}" if number else id, name)
    cue = Cue("is pixel in Bergen", None, "s", k=10)  # type: ignore[arg-type]
    assert [id for id, _ in index.search(cue)] == ["b", "a", "d"]
    assert dict(index.search(cue))["b"] == pytest.approx(log(1 + 4 / 3) + log(1 + 4 / 1))
    assert index.naming("s", "bergen", 2) == ["d", "b"]
    assert index.naming("other", "bergen", 2) == []
    assert index.of("s", "b") == ("bergen", "pixel")
    index.drop("s", f"b{ROW}1")
    assert index.of("s", "b") == ("bergen",)
    index.drop("s", "b")
    assert [id for id, _ in index.search(cue)] == ["a", "d"]
    index.put("s", "a", "oslo")
    index.extend("s", "d", "oslo")
    assert index.of("s", "a") == ("oslo",)
    assert index.naming("s", "oslo", 9) == ["d", "a", "c"]


def test_an_index_under_another_name_finds_the_same(make_cue):
    plain, named = BM25(), Named("again", BM25())
    for index in (plain, named):
        index.put("p1", "a", "a bakery in Bergen")
        index.put("p1", "b", "rain")
    assert named.search(make_cue()) == plain.search(make_cue())
    assert named.retriever == "again"
    assert not named.blank().search(make_cue())
    assert not Named("again", plain).search(make_cue()), "what the pattern holds is not taken over"


@pytest.mark.parametrize(
    ("text", "name"),
    [
        ("I no longer work at the bakery", "changed"),
        ("I left the bakery because of the noise", "reason"),
        ("The bakery closed, as a result I rest", "cause"),
        ("The bakery is fine but loud", "hinderedby"),
        ("I want a bakery", "want"),
        ("I am so happy with the bakery", "react"),
        ("The bakery stands at the corner", "sametopic"),
        ("Cold soup because of rain", ""),
    ],
)
def test_relations_go_by_cue_words_and_need_a_topic(text, name, make_turn):
    memory = compose(indexes=(BM25(),))
    memory.observe(make_turn(0, "I work at a bakery"))
    memory.observe(make_turn(1, text))
    old, new = memory.journal.items("p1")
    assert relation(old, new) == name
    assert len(RELATIONS) == 6


def test_one_link_for_each_component_from_its_latest_member(make_turn):
    memory = compose(
        indexes=(Dense(),),
        extract=Facts(Unread()),
        link=Latest(("fact",), nearest=4),
        trackers=(Backlinks(),),
    )
    texts = ("red apples ripen", "green soup boils", "red apples fall", "red apples and green soup")
    tell(memory, make_turn, texts)
    first, soup, fallen, both = memory.journal.items("p1")
    assert list(first.links) == [fallen.id], "the first is not linked with the last: it is not its component's latest"
    assert list(soup.links) == [both.id]
    assert list(fallen.links) == [both.id]
    assert not both.links


def test_a_timeline_runs_from_a_beginning_to_an_end_through_its_item(make_turn, make_cue):
    memory = compose(
        indexes=(Dense(),),
        extract=Facts(Unread()),
        link=Latest(("fact",)),
        trackers=(Backlinks(),),
        score=Timelines(seeds=1),
    )
    tell(memory, make_turn, [f"red apples number {n}" for n in range(6)])
    view = view_of(memory)
    for item in memory.journal.items("p1"):
        path = timeline(item, view, make_cue("apples"))
        assert item in path
        assert [step.order for step in path] == sorted({step.order for step in path})
        assert not view.tracker("backlinks").to(path[0].id)
        assert not path[-1].links
        assert all(after.id in before.links for before, after in pairwise(path))
        assert path == timeline(item, view, make_cue("apples"))


def test_timelines_stand_behind_what_they_go_through(make_turn, make_cue):
    memory = tell(build_memory("theanine:reader=none;seeds=1"), make_turn, [f"red apples {n}" for n in range(4)])
    found = memory.recall(make_cue("red apples 2", purpose="probe"))
    assert "dense" in found.hits[0].retrievers
    assert [hit.score for hit in found.hits] == sorted((hit.score for hit in found.hits), reverse=True)


def test_ties_do_not_depend_on_the_state_of_chance(make_turn):
    def build() -> bytes:
        random.seed(random.random())
        return tell(build_memory("theanine"), make_turn, [f"red apples {n}" for n in range(8)]).snapshot()

    assert build() == build()
