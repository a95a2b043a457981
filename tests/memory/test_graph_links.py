"""Notes, ties, entities and the graph: the laws of their parts, and the published defects that they avoid."""

from __future__ import annotations

import copy
import random
from collections.abc import Sequence
from itertools import pairwise

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from regulars.errors import ConfigurationError
from regulars.memory import build_memory
from regulars.memory.compose import Composed, compose
from regulars.memory.consolidation.notes import NOTE
from regulars.memory.embedders import HashedEmbedder
from regulars.memory.extraction.statements import Facts, Unread
from regulars.memory.indexes.bm25 import BM25
from regulars.memory.indexes.dense import Dense
from regulars.memory.indexes.entities import Entities, entity_key
from regulars.memory.indexes.named import Named
from regulars.memory.indexes.recent import Recent
from regulars.memory.links.kinds import (
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
from regulars.memory.protocol import Cue
from regulars.memory.scoring.expand import Expand, Timelines, timeline
from regulars.memory.scoring.graph import PhraseGraph, pagerank
from regulars.memory.text.terms import WordCounts, central, entities, jaccard, keywords, stems
from regulars.memory.view import View


def tell(memory: Composed, make_turn, texts: Sequence[str], apart: int = 1, **options) -> Composed:
    """Tells texts, one turn each, and closes the session."""
    for number, text in enumerate(texts):
        memory.observe(make_turn(number * apart, text, **options))
    memory.close_session(make_turn(len(texts) * apart).time)
    return memory


def view_of(memory: Composed, scope: str = "p1") -> View:
    return View(memory, scope, memory.journal.latest(scope))


def item_with(memory: Composed, words: str, scope: str = "p1"):
    return next(item for item in memory.journal.items(scope) if words in item.text)


# ---------------------------------------------------------------------- terms


def test_stems_leave_out_what_every_text_says_and_join_inflections():
    assert stems("I was baking the cakes; he bakes a cake") == ("bake", "cake", "bake", "cake")
    assert stems("") == ()
    assert stems("\ud800 x") == ()
    assert stems("我喜欢爵士乐")


def test_a_name_is_found_inside_a_sentence_and_a_first_word_is_none():
    assert entities("Thanks, I met Anna Lee in Bergen. Running helps.") == ("anna lee", "bergen")
    assert entities("New York is big") == ("new york",)
    assert entities("nothing here") == ()


def test_jaccard_is_the_share_of_both():
    assert jaccard("abc", "bcd") == 0.5
    assert jaccard("", "") == 0.0


def test_keywords_are_the_rare_words_of_a_text(make_turn):
    memory = compose(indexes=(BM25(),), trackers=(WordCounts(),))
    for number, text in enumerate(("rain today", "rain again", "rain and a zebra")):
        memory.observe(make_turn(number, text))
    assert keywords("rain zebra", view_of(memory), 1) == ["zebra"]
    assert keywords("", view_of(memory), 3) == []


def test_the_central_sentence_says_what_the_others_say(make_turn):
    memory = compose(indexes=(BM25(),), trackers=(WordCounts(),))
    texts = (
        "The garden needs water. My aunt called yesterday",
        "Water for the garden roses",
        "The roses need a garden",
    )
    for number, text in enumerate(texts):
        memory.observe(make_turn(number, text))
    parts = [item.parts[0] for item in memory.journal.items("p1")]
    chosen = central(parts, view_of(memory), 2)
    assert len(chosen) == 2
    assert all("garden" in draft.text for draft in chosen)
    assert all(any(draft.text in text for text in texts) for draft in chosen)
    assert [draft.time for draft in chosen] == sorted(draft.time for draft in chosen)
    assert central([], view_of(memory), 2) == []


# ---------------------------------------------------------------------- ties


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
            indexes=(Dense(), Entities(), Recent()),
            extract=Facts(Unread()),
            keys={"entities": entity_key},
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


# ---------------------------------------------------------------------- entities


def test_entities_find_what_names_the_same_and_rare_names_count_more():
    index = Entities()
    for number, named in enumerate((("bergen",), ("bergen", "pixel"), ("oslo",), ("bergen",))):
        index.put("s", f"s#{number}", named)
    cue = Cue("is pixel in Bergen", None, "s", k=10)  # type: ignore[arg-type]
    assert [id for id, _ in index.search(cue)] == ["s#1", "s#0", "s#3"]
    assert index.naming("s", "bergen", 2) == ["s#3", "s#1"]
    assert index.naming("other", "bergen", 2) == []
    index.drop("s", "s#1")
    assert [id for id, _ in index.search(cue)] == ["s#0", "s#3"]
    index.put("s", "s#0", ("oslo",))
    index.extend("s", "s#3", ("oslo",))
    assert index.of("s", "s#0") == ("oslo",)
    assert index.naming("s", "oslo", 9) == ["s#3", "s#0", "s#2"]


def test_an_index_under_another_name_finds_the_same(make_cue):
    plain, named = BM25(), Named("again", BM25())
    for index in (plain, named):
        index.put("p1", "a", "a bakery in Bergen")
        index.put("p1", "b", "rain")
    assert named.search(make_cue()) == plain.search(make_cue())
    assert named.arm == "again"
    assert not named.blank().search(make_cue())
    assert not Named("again", plain).search(make_cue()), "what the pattern holds is not taken over"


# ---------------------------------------------------------------------- the graph

_graphs = st.integers(1, 8).flatmap(
    lambda size: st.tuples(
        st.lists(
            st.tuples(st.integers(0, size - 1), st.integers(0, size - 1), st.floats(0.1, 5.0)).filter(
                lambda edge: edge[0] != edge[1]
            ),
            max_size=16,
            unique_by=lambda edge: (min(edge[:2]), max(edge[:2])),
        ),
        st.lists(st.floats(0.0, 1.0), min_size=size, max_size=size).filter(lambda reset: sum(reset) > 0.01),
    )
)


def _ranked(edges, reset, damping):
    sources, targets = (np.array([edge[at] for edge in edges], dtype=np.intp) for at in (0, 1))
    weights = np.array([edge[2] for edge in edges], dtype=np.float64)
    return pagerank(sources, targets, weights, np.array(reset), damping)


@settings(max_examples=60, deadline=None)
@given(graph=_graphs, damping=st.sampled_from([0.0, 0.5, 0.85]))
def test_pagerank_solves_its_equation(graph, damping):
    edges, reset = graph
    size = len(reset)
    start = np.array(reset) / sum(reset)
    moves = np.zeros((size, size))
    for one, two, weight in edges:
        moves[two, one] += weight
        moves[one, two] += weight
    strength = moves.sum(axis=0)
    for node in range(size):
        moves[:, node] = moves[:, node] / strength[node] if strength[node] else start
    expected = np.linalg.solve(np.eye(size) - damping * moves, (1 - damping) * start)
    found = _ranked(edges, reset, damping)
    assert found == pytest.approx(expected, abs=1e-8)
    assert found.sum() == pytest.approx(1.0)


@settings(max_examples=30, deadline=None)
@given(graph=_graphs)
def test_pagerank_is_that_of_networkx(graph):
    networkx = pytest.importorskip("networkx")
    edges, reset = graph
    held = networkx.Graph()
    held.add_nodes_from(range(len(reset)))
    held.add_weighted_edges_from(edges)
    personal = dict(enumerate(reset))
    expected = networkx.pagerank(held, alpha=0.5, personalization=personal, dangling=personal, tol=1e-12, max_iter=1000)
    assert _ranked(edges, reset, 0.5) == pytest.approx([expected[node] for node in range(len(reset))], abs=1e-8)


@pytest.mark.parametrize(("reset", "damping"), [([0.0, 0.0], 0.5), ([1.0, 0.0], 1.0), ([1.0, 0.0], -0.1)])
def test_pagerank_without_a_start_or_an_end_is_refused(reset, damping):
    with pytest.raises(ConfigurationError):
        _ranked([(0, 1, 1.0)], reset, damping)


def test_the_graph_reaches_what_shares_no_word_with_the_cue():
    graph = PhraseGraph(HashedEmbedder(64))
    for id, facts in {"a": [("ann", "pixel")], "b": [("pixel", "bergen")], "c": [("bob", "soup")]}.items():
        graph.put("s", id, facts)
    reached = dict(graph.reached("s", {"ann": 1.0}, {}, 0.5, 10))
    assert reached["a"] > reached["b"] > 0
    assert "c" not in reached
    graph.drop("s", "a")
    assert not graph.reached("s", {"ann": 1.0}, {}, 0.5, 10)
    assert not graph.reached("elsewhere", {"bob": 1.0}, {}, 0.5, 10)


def test_phrases_alike_are_joined_at_their_bar():
    for alike, found in ((0.2, {"a", "b"}), (0.8, {"a"})):
        graph = PhraseGraph(HashedEmbedder(), alike)
        graph.put("s", "a", [("bakeries",)])
        graph.put("s", "b", [("bakery",)])
        assert {id for id, _ in graph.reached("s", {"bakeries": 1.0}, {}, 0.5, 10)} == found
    with pytest.raises(ConfigurationError, match="alike"):
        PhraseGraph(HashedEmbedder(), 0.0)


def test_hipporag_finds_in_two_steps_what_no_word_of_the_question_names(make_turn, make_cue):
    texts = ["Pixel sleeps at the Harbour Clinic", "the Harbour Clinic stands in Torvald Street", *["I had soup"] * 20]
    for name, found in (("hipporag", True), ("bm25-turn", False)):
        memory = tell(build_memory(name), make_turn, texts)
        hits = memory.recall(make_cue("Where does Pixel sleep?", k=2)).hits
        assert (make_turn(1).id in [hit.sources[0] for hit in hits]) is found


def test_hipporag_without_facts_is_dense_retrieval(make_turn, make_cue):
    memory = build_memory("hipporag")
    memory.observe(make_turn(0, "rain"))
    assert not memory.recall(make_cue("")).hits
    assert memory.recall(make_cue("rain")).hits


# ---------------------------------------------------------------------- A-Mem


def test_every_note_has_its_fields(make_turn):
    memory = tell(build_memory("a-mem:reader=none"), make_turn, ("I adopted a zebra", "Do you like jazz?", "a b"))
    notes = memory.journal.items("p1")
    assert [item.kind for item in notes] == [NOTE] * 3
    for item in notes:
        fields = item.parts[0].extra
        assert fields["tags"]
        assert fields["context"]
        assert set(fields["keywords"]) <= set(stems(item.text))
    assert notes[0].parts[0].extra["keywords"] == ["adopt", "zebra"]
    assert notes[1].parts[0].extra["tags"] == ["question"]


def test_a_linked_note_comes_back_when_its_partner_is_found(make_turn, make_cue):
    texts = [
        "my zebra Pixel eats carrots",
        "Pixel and my zebra eat carrots near Oslo",
        *[f"soup {n}" for n in range(30)],
    ]
    memory = tell(build_memory("a-mem:reader=none"), make_turn, texts)
    one, two = (item_with(memory, words) for words in ("eats carrots", "near Oslo"))
    assert one.id in two.links
    assert set(two.links) <= {item.id for item in memory.journal.items("p1")}, "links are ids"
    found = memory.recall(make_cue("Oslo", k=2, purpose="probe")).hits
    assert [hit.id for hit in found] == [two.id, one.id]
    assert "link" in found[1].arms


def test_evolution_changes_the_neighbours_and_nothing_else(make_turn):
    memory = build_memory("a-mem:reader=none")
    texts = ["cold soup", "windy hills", "zebra carrots", "carrots for the zebra", "more soup"]
    for number, text in enumerate(texts):
        before = {item.id: item.parts[0] for item in memory.journal.items("p1")}
        ops = memory.observe(make_turn(number, text))
        added = [op.id for op in ops if op.verb == "ADD" and op.draft.kind == NOTE]
        linked = {op.other for op in ops if op.verb == "LINK" and op.id in added}
        changed = {op.id for op in ops if op.verb == "UPDATE"}
        assert changed <= linked
        after = {item.id: item.parts[0] for item in memory.journal.items("p1")}
        assert {id for id in before if id in after and after[id] != before[id]} == changed
    memory.close_session(make_turn(9).time)
    evolved = item_with(memory, "zebra carrots").parts[0]
    assert {"zebra", "carrot"} <= set(evolved.extra["tags"])
    assert make_turn(3).id in evolved.basis


def test_a_note_that_changed_is_found_by_what_it_says_now(make_turn, make_cue):
    memory = tell(build_memory("a-mem:reader=none"), make_turn, ("zebra carrots", "carrots for the zebra"))
    item = item_with(memory, "zebra carrots")
    row = memory.derived.index("dense").search(Cue("statement zebra carrot", make_cue().as_of, "p1"))
    expected = memory.replayed(memory.journal).derived.index("dense")
    assert row == expected.search(Cue("statement zebra carrot", make_cue().as_of, "p1"))
    assert "zebra" in item.parts[0].extra["tags"]


def test_a_new_value_marks_the_old_note_as_superseded(make_turn):
    memory = build_memory("a-mem")
    tell(memory, make_turn, ("I live in Porto.", "I live in Graz."))
    old, new = item_with(memory, "Porto"), item_with(memory, "Graz")
    assert old.claims
    assert new.claims
    assert f"superseded by {new.id}" in old.parts[0].extra["context"]
    assert "superseded" not in new.parts[0].extra["context"]


def test_forgetting_a_note_undoes_what_it_changed(make_turn, make_cue):
    memory = tell(build_memory("a-mem:reader=none"), make_turn, ("zebra carrots", "carrots for the zebra", "soup"))
    memory.forget("p1", [make_turn(1).id])
    fields = item_with(memory, "zebra carrots").parts[0].extra
    assert fields["tags"] == ["statement"]
    assert b"for the zebra" not in memory.snapshot()
    assert memory.recall(make_cue("zebra", purpose="probe")).hits[0].sources == (make_turn(0).id,)


@pytest.mark.parametrize("name", ["a-mem", "theanine", "hipporag", "hindsight", "memoryos", "raptor", "memverse"])
def test_two_instances_share_nothing_and_neither_do_their_forks(name, make_turn, make_cue):
    one, two = build_memory(name), build_memory(name)
    tell(one, make_turn, ("a zebra in Oslo", "the zebra again"))
    tell(two, make_turn, ("cold soup", "soup for Bob"))
    before = one.snapshot()
    twin = copy.deepcopy(one)
    tell(twin, make_turn, ("a zebra in Oslo", "the zebra again", "windy hills over Oslo"))
    build_memory(name)
    assert one.snapshot() == before
    assert "zebra" not in two.recall(make_cue("zebra")).context


# ---------------------------------------------------------------------- THEANINE


@pytest.mark.parametrize(
    ("text", "name"),
    [
        ("I no longer work at the bakery", "changes"),
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
    assert "dense" in found.hits[0].arms
    assert [hit.score for hit in found.hits] == sorted((hit.score for hit in found.hits), reverse=True)


def test_ties_do_not_depend_on_the_state_of_chance(make_turn):
    def build() -> bytes:
        random.seed(random.random())
        return tell(build_memory("theanine"), make_turn, [f"red apples {n}" for n in range(8)]).snapshot()

    assert build() == build()
