"""The graph of phrases: PageRank solves its equation, and HippoRAG walks it."""

from __future__ import annotations

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from told import tell

from regulars.errors import ConfigurationError
from regulars.memory import build_memory
from regulars.memory.embedders import HashedEmbedder
from regulars.memory.parts.scoring.graph import PhraseGraph, pagerank

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


@settings(max_examples=60)
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


@settings(max_examples=30)
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
