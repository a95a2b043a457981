"""Pages, segments, trees, taxonomies and chunks: their laws, and the published defects that they avoid."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from datetime import timedelta
from math import exp

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from regulars.dialogue import ASSISTANT, Feedback, FeedbackAction, Turn
from regulars.errors import ConfigurationError
from regulars.memory import build_memory
from regulars.memory.composition.compose import Composed, compose
from regulars.memory.embedders import HashedEmbedder
from regulars.memory.journal.operations import TURN, Op
from regulars.memory.parts.consolidation.paging import KNOWLEDGE, PAGES, PROFILED, SEGMENT, VISITED, Pager, heat
from regulars.memory.parts.consolidation.summaries import SUMMARY
from regulars.memory.parts.consolidation.trees import Runs, Soft, Taxonomy, Tree, soft_clusters
from regulars.memory.parts.extraction.statements import Unread
from regulars.memory.parts.indexes.recent import Recent
from regulars.memory.parts.learning.credit import credits
from regulars.memory.parts.scoring.chunks import ChunkAttention, Means, Weighted, softmax
from regulars.memory.parts.scoring.routes import PagedSearch, Route, Walk
from regulars.memory.parts.segments.pieces import Chunks, Topics
from regulars.memory.parts.text.terms import WordCounts
from regulars.memory.parts.view import View

TOPICS = (
    "the garden roses need water",
    "cold tomato soup with bread",
    "the train to Bergen was late",
    "my guitar lost two strings",
)


def talk(memory: Composed, make_turn, count: int, texts: Sequence[str] = TOPICS) -> Composed:
    """Exchanges of four turns a session, the assistant answering each line; sessions are closed."""
    for number in range(count):
        turn = make_turn(number, f"{texts[number // 2 % len(texts)]} {number}")
        if number % 2:
            fields = {name: getattr(turn, name) for name in Turn.__slots__}
            turn = Turn(**{**fields, "speaker": ASSISTANT, "name": "Assistant", "text": "I see, go on"})
        memory.observe(turn)
        if number % 4 == 3:
            memory.close_session(turn.time)
    return memory


def told(memory: Composed, make_turn, texts: Sequence[str]) -> Composed:
    """Turns of one person, four a session; sessions are closed."""
    for number, text in enumerate(texts):
        memory.observe(make_turn(number, text))
        if number % 4 == 3 or number == len(texts) - 1:
            memory.close_session(make_turn(number).time)
    return memory


def items(memory: Composed, *kinds: str):
    return [item for item in memory.journal.items("p1") if not kinds or item.kind in kinds]


# ---------------------------------------------------------------------- segmenters


def test_a_chunk_has_its_number_of_turns(make_turn):
    memory = compose(indexes=(Recent(),), segment=Chunks(3))
    for number in range(8):
        memory.observe(make_turn(number))
    assert [len(item.parts) for item in items(memory)] == [3, 3, 2]


def test_a_topic_ends_where_the_words_change(make_turn):
    memory = compose(indexes=(Recent(),), segment=Topics(least=0.1))
    for number, text in enumerate(("red apples", "apples are red", "yes", "cold soup")):
        memory.observe(make_turn(number, text))
    assert [item.text for item in items(memory)] == ["red apples\napples are red\nyes", "cold soup"]
    assert len(items(compose(indexes=(Recent(),), segment=Topics(most=1)))) == 0


# ---------------------------------------------------------------------- MemoryOS


def test_heat_rises_with_visits_and_length_and_cools_with_time():
    assert heat(2, 3, 0) == 6.0
    assert heat(0, 0, 86400) == pytest.approx(exp(-1))
    assert heat(1, 0, 0) > heat(0, 0, 0)
    assert heat(0, 0, 100) > heat(0, 0, 200) > 0


def test_heat_is_reckoned_at_the_moment_that_is_given(make_turn):
    memory = talk(build_memory("memoryos:queue=1;hot=1000"), make_turn, 8)
    view = View(memory, "p1", memory.journal.latest("p1"))
    warm = next(iter(view.tracker(PAGES).segments("p1").values()))
    now, later = warm.heat(warm.last), warm.heat(warm.last + timedelta(days=2))
    assert now - later == pytest.approx(1 - exp(-2))


@pytest.mark.parametrize("count", [8, 40, 80])
def test_a_page_waits_in_the_queue_or_is_in_one_segment(count, make_turn):
    memory = talk(build_memory("memoryos"), make_turn, count)
    pages = [item for item in items(memory, TURN) if item.finished]
    linked = Counter(other for item in items(memory, SEGMENT) for other in item.links)
    waiting = memory.derived.tracker(PAGES).waiting("p1")
    assert all(number == 1 for number in linked.values())
    assert sorted([*linked, *waiting]) == sorted(page.id for page in pages)
    assert len(waiting) == min(10, len(pages))
    assert waiting == [page.id for page in pages[-10:]]


def test_pages_of_one_topic_share_a_segment(make_turn):
    memory = talk(build_memory("memoryos:queue=1"), make_turn, 64)
    segments = items(memory, SEGMENT)
    assert 4 <= len(segments) < 16
    for segment in segments:
        words = {part.text.rpartition(" ")[0] for part in segment.parts}
        assert len(words) == 1, "a segment mixes topics that share no word"


def test_the_bar_of_joining_decides_how_many_segments_there_are(make_turn):
    lone = talk(build_memory("memoryos:queue=1;join=2.0"), make_turn, 40, texts=("red apples", "blue pears"))
    one = talk(build_memory("memoryos:queue=1;join=0.0"), make_turn, 40, texts=("red apples", "blue pears"))
    assert len(items(lone, SEGMENT)) > len(items(one, SEGMENT))


def test_the_words_of_a_query_count_when_segments_are_ranked(make_turn, make_cue):
    memory = talk(build_memory("memoryos:queue=1;hot=1000"), make_turn, 64)
    view = View(memory, "p1", memory.journal.latest("p1"))
    narrow = PagedSearch(segments=1)(make_cue("tomato soup"), view)
    routed = {memory.derived.tracker(PAGES).segment_of(hit.id) for hit in narrow} - {None}
    (segment,) = routed
    assert all("soup" in part.text for part in memory.journal.get(segment).parts)


def test_a_hit_is_a_visit_of_its_segment_and_a_probe_is_none(make_turn, make_cue):
    memory = talk(build_memory("memoryos:queue=1;hot=1000"), make_turn, 64)
    before = memory.snapshot()
    memory.recall(make_cue("tomato soup", purpose="probe"))
    assert memory.snapshot() == before
    found = memory.recall(make_cue("tomato soup"))
    visited = {item.id for item in items(memory, SEGMENT) if item.uses}
    tracker = memory.derived.tracker(PAGES)
    assert visited == {tracker.segment_of(hit.id) for hit in found.hits} - {None}
    assert all(use.why == VISITED for id in visited for use in memory.journal.get(id).uses)


def test_a_hot_segment_becomes_knowledge_once(make_turn):
    memory = build_memory("memoryos:queue=1;reader=none")
    ops: list[Op] = []
    for number in range(40):
        ops += memory.observe(make_turn(number, f"the garden roses need water {number}"))
    profiled = [op for op in ops if op.verb == "TOUCH" and op.why == PROFILED]
    assert profiled
    known = [item.text for item in items(memory, KNOWLEDGE)]
    assert known
    assert len(known) == len(set(known))
    warm = memory.derived.tracker(PAGES).segments("p1")[profiled[-1].id]
    assert warm.heat(memory.journal.latest("p1")) < 5.0 + 1.0


def test_visits_alone_make_a_segment_hot_when_the_next_page_comes(make_turn, make_cue):
    memory = talk(build_memory("memoryos:queue=1;reader=none;join=2.0"), make_turn, 16)
    assert not items(memory, KNOWLEDGE)
    for _ in range(5):
        memory.recall(make_cue("tomato soup", as_of=memory.journal.latest("p1")))
    assert not items(memory, KNOWLEDGE), "a search writes nothing but the visit"
    memory.observe(make_turn(16, "one more"))
    memory.observe(make_turn(20, "and one more"))
    assert any("soup" in item.text for item in items(memory, KNOWLEDGE))


def test_what_is_known_is_bounded_and_a_newer_claim_replaces_an_older(make_turn):
    memory = build_memory("memoryos:queue=1;knowledge=3;hot=0.5")
    for number, city in enumerate(("Porto", "Graz", "Lyon", "Utrecht")):
        memory.observe(make_turn(number * 4, f"I live in {city}."))
    memory.close_session(make_turn(20).time)
    cities = [claim.value for item in items(memory, KNOWLEDGE) for claim in item.claims if claim.attribute == "home"]
    assert cities == ["Lyon"], "the last page waits; of the others the latest counts"
    bounded = build_memory("memoryos:queue=1;knowledge=3;hot=0.5;reader=none")
    for number in range(12):
        bounded.observe(make_turn(number * 4, f"{TOPICS[number % 4]} {number}"))
    assert len(items(bounded, KNOWLEDGE)) == 3


def test_the_least_visited_segment_makes_room(make_turn, make_cue):
    memory = talk(build_memory("memoryos:queue=1;segments=2;join=1.2;hot=1000"), make_turn, 7)
    assert len(items(memory, SEGMENT)) == 2
    memory.recall(make_cue("garden roses", as_of=memory.journal.latest("p1")))
    memory.observe(make_turn(8, "my guitar lost two strings"))
    memory.observe(make_turn(12, "my guitar again"))
    texts = [item.text for item in items(memory, SEGMENT)]
    assert len(texts) == 2
    assert any("garden" in text for text in texts)
    assert not any("soup" in text for text in texts)
    assert not any("soup" in item.text for item in items(memory, TURN)), "its pages go along"


def test_pages_of_a_forgotten_segment_are_placed_again(make_turn, make_cue):
    memory = talk(build_memory("memoryos:queue=1;hot=1000"), make_turn, 8)
    memory.forget("p1", [make_turn(0).id])
    assert b"roses" not in memory.snapshot() or b"water 0" not in memory.snapshot()
    pages = memory.derived.tracker("pages")
    placed = {*pages.waiting("p1"), *(id for one in pages.segments("p1").values() for id in one.pages)}
    (page,) = (item for item in items(memory, TURN) if make_turn(1).id in item.sources)
    assert page.id in placed


# ---------------------------------------------------------------------- trees


@settings(max_examples=30)
@given(st.lists(st.text(alphabet="abcd ", min_size=1, max_size=12), min_size=1, max_size=20), st.integers(1, 5))
def test_every_vector_is_in_a_cluster_and_the_same_vectors_give_the_same_clusters(texts, count):
    vectors = HashedEmbedder(32).embed(texts)
    groups = soft_clusters(vectors, count)
    assert {place for group in groups for place in group} == set(range(len(texts)))
    assert 1 <= len(groups) <= count
    assert all(group == sorted(set(group)) for group in groups)
    assert soft_clusters(vectors, count) == groups


def test_clusters_part_what_differs_and_share_what_lies_between():
    vectors = np.array([[1, 0], [1, 0], [0, 1], [0, 1], [0.7071, 0.7071]], dtype=np.float32)
    groups = soft_clusters(vectors, 2)
    assert sorted(map(set, groups), key=min) in ([{0, 1, 4}, {2, 3, 4}], [{0, 1, 4}, {2, 3}], [{0, 1}, {2, 3, 4}])
    wide = soft_clusters(vectors, 2, least=1e-9)
    assert all(len(group) == 5 for group in wide)
    narrow = soft_clusters(vectors, 2, least=1.0)
    assert sum(len(group) for group in narrow) == 5


@pytest.mark.parametrize("name", ["raptor", "memwalker", "h-mem"])
def test_the_same_turns_give_the_same_tree(name, make_turn):
    texts = [f"{TOPICS[number % 4]} {number}" for number in range(40)]
    trees = [told(build_memory(name), make_turn, texts).snapshot() for _ in range(2)]
    assert trees[0] == trees[1]


@pytest.mark.parametrize("name", ["raptor", "memwalker:fan=3"])
def test_a_tree_has_levels_and_its_summaries_are_sentences_of_its_leaves(name, make_turn):
    texts = [f"{TOPICS[number % 4]} {number}. And {number} more of it" for number in range(60)]
    memory = told(build_memory(name), make_turn, texts)
    sources = {item.sources[0]: item.text for item in items(memory, TURN)}
    levels = {part.extra["level"] for item in items(memory, SUMMARY) for part in item.parts}
    assert {1, 2} <= levels
    for item in items(memory, SUMMARY):
        below = {id for child in map(memory.journal.get, item.links) for part in child.parts
                 for id in (*part.sources, *part.basis)}  # fmt: skip
        for part in item.parts:
            assert part.text in sources[part.sources[0]]
            assert {*part.sources, *part.basis} == below
        assert {memory.journal.get(id).parts[0].extra.get("level", 0) for id in item.links} == {
            item.parts[0].extra["level"] - 1
        }


def test_a_summary_goes_with_any_turn_that_it_owes_something_to(make_turn):
    memory = told(build_memory("raptor"), make_turn, ["zebra stripes", "zebra again", "zebra stripes once more"])
    (summary,) = items(memory, SUMMARY)
    owed = set(summary.parts[0].basis)
    assert owed
    gone = sorted(owed)[0]
    memory.forget("p1", [gone])
    assert len(items(memory, TURN)) == 2
    (anew,) = items(memory, SUMMARY)
    assert gone not in {*anew.parts[0].sources, *anew.parts[0].basis}
    assert anew.text != summary.text or gone not in summary.sources


def test_a_parent_that_is_walked_to_says_something_of_each_child(make_turn):
    texts = [f"{TOPICS[number % 4]} {number}. And {number} more of it" for number in range(70)]
    memory = told(build_memory("memwalker"), make_turn, texts)
    parents = items(memory, SUMMARY)
    assert {1, 2} <= {item.parts[0].extra["level"] for item in parents}
    for parent in parents:
        said = {source for part in parent.parts for source in part.sources}
        for child in map(memory.journal.get, parent.links):
            assert any(said & set(part.sources) for part in child.parts)


def test_runs_wait_until_they_are_full():
    assert [list(group) for group in Runs(2).groups([1, 2, 3, 4, 5], 0)] == [[1, 2], [3, 4]]  # type: ignore[list-item]
    assert not Runs(6).groups([1, 2, 3], 0)  # type: ignore[list-item]


def test_more_steps_find_no_less_and_all_steps_find_what_search_finds(make_turn, make_cue):
    texts = [f"{TOPICS[number % 4]} {number}" for number in range(64)]
    cue = make_cue("guitar strings 19", k=1, purpose="probe")
    best = [
        told(build_memory(f"memwalker:fan=4;steps={steps}"), make_turn, texts).recall(cue).hits for steps in (1, 30)
    ]
    plain = told(build_memory("dense-turn"), make_turn, texts).recall(cue).hits
    assert best[1][0].sources == plain[0].sources
    assert not best[0] or best[0][0].score <= best[1][0].score


def test_a_walk_opens_no_more_than_its_steps(make_turn, make_cue):
    texts = [f"{TOPICS[number % 4]} {number}" for number in range(64)]
    for steps in (1, 2, 3):
        memory = told(build_memory(f"memwalker:fan=4;steps={steps}"), make_turn, texts)
        assert len(memory.recall(make_cue("guitar", k=64, purpose="probe")).hits) <= 4 * steps


# ---------------------------------------------------------------------- taxonomies


def test_each_turn_hangs_below_one_node_of_each_level(make_turn):
    memory = told(build_memory("h-mem"), make_turn, [f"{TOPICS[number % 4]} {number}" for number in range(40)])
    for kind, below in (("domain", "category"), ("category", "trace"), ("trace", TURN)):
        children = Counter(id for node in items(memory, kind) for id in node.links)
        assert set(children) == {item.id for item in items(memory, below)}
        assert set(children.values()) == {1}
    assert len(items(memory, "domain")) < 40


def test_routing_looks_at_the_children_of_the_best_nodes_alone(make_turn, make_cue):
    texts = ["garden roses", "cold soup", "late train", "guitar strings"] * 6
    memory = told(build_memory("h-mem:width=1"), make_turn, texts)
    found = memory.recall(make_cue("guitar strings", k=20, purpose="probe")).hits
    assert {memory.journal.get(hit.id).text for hit in found} == {"guitar strings"}
    wide = told(build_memory("h-mem:width=1000"), make_turn, texts)
    assert len(wide.recall(make_cue("guitar strings", k=24, purpose="probe")).hits) == 24


@pytest.mark.parametrize("word", ["violin", "stairs", "lantern"])
def test_any_disclosure_word_of_a_turn_leads_down_to_it(word, make_turn, make_cue):
    texts = [f"{topic} number {number}" for topic in TOPICS for number in range(8)]
    texts.insert(11, "the violin stood below the stairs beside a lantern")
    memory = told(build_memory("h-mem:width=1"), make_turn, texts)
    (first, *_) = memory.recall(make_cue(f"Where were {word}s?", k=10, purpose="probe")).hits
    assert memory.journal.get(first.id).text == texts[11]


def test_a_dislike_weighs_less_and_a_like_more(make_turn, make_cue):
    memory = told(build_memory("h-mem"), make_turn, ["guitar strings one", "soup", "guitar strings two", "rain"])
    before = memory.recall(make_cue("guitar strings", k=1, purpose="probe"))
    first = before.hits[0]
    memory.feedback(Feedback(make_turn(1).id, FeedbackAction.DISLIKE), before)
    assert credits(memory.journal.get(first.id)) == -1
    after = memory.recall(make_cue("guitar strings", k=1, purpose="probe")).hits[0]
    assert after.id != first.id
    memory.feedback(Feedback(make_turn(1).id, FeedbackAction.LIKE), before)
    assert memory.recall(make_cue("guitar strings", k=1, purpose="probe")).hits == before.hits
    snapshot = memory.snapshot()
    memory.feedback(Feedback(make_turn(1).id), before)
    memory.feedback(Feedback(make_turn(1).id, FeedbackAction.LIKE), None)
    assert memory.snapshot() == snapshot


def test_a_forgotten_turn_orphans_nothing(make_turn, make_cue):
    memory = told(
        build_memory("h-mem"), make_turn, ["guitar strings one", "guitar strings two", "guitar strings three"]
    )
    memory.forget("p1", [make_turn(0).id])
    found = memory.recall(make_cue("guitar strings", purpose="probe")).hits
    assert {hit.sources[0] for hit in found} == {make_turn(1).id, make_turn(2).id}


# ---------------------------------------------------------------------- chunks


def test_softmax_sums_to_one_and_sharpens():
    assert sum(softmax([1.0, 2.0, 3.0])) == pytest.approx(1.0)
    assert softmax([1.0, 1.0]) == [0.5, 0.5]
    assert softmax([0.0, 1.0], 5.0)[1] > softmax([0.0, 1.0], 1.0)[1]
    assert softmax([1000.0, 0.0])[0] == 1.0
    assert softmax([]) == []


def test_a_chunks_score_is_the_mean_of_its_parts(make_cue):
    embedder = HashedEmbedder()
    index = Means(embedder)
    index.put("p1", "a", "red apples")
    index.extend("p1", "a", "cold soup")
    index.put("p1", "b", "windy hills")
    cue = make_cue("red soup")
    inside = embedder.embed(["red apples", "cold soup"]) @ embedder.embed(["red soup"])[0]
    assert dict(index.search(cue))["a"] == pytest.approx(float(inside.mean()), abs=1e-4)
    assert index.inside("p1", "a", "red soup") == pytest.approx(inside.tolist(), abs=1e-4)
    index.drop("p1", "a")
    assert [id for id, _ in index.search(cue)] == ["b"]
    assert not index.blank().search(cue)


def test_attention_over_chunks_sums_to_one_and_reads_the_best_turns_first(make_turn, make_cue):
    texts = [*["cold soup"] * 7, "guitar strings", *["late train"] * 8]
    memory = told(build_memory("hcam"), make_turn, texts)
    found = memory.recall(make_cue("guitar strings", budget=14))
    assert sum(hit.score for hit in found.hits) == pytest.approx(1.0)
    assert found.hits[0].sources[0] == make_turn(7).id
    assert "guitar" in found.context
    assert len(found.context.splitlines()) == 1


@pytest.mark.parametrize(
    ("part", "setting"),
    [(Chunks, {"turns": 0}), (Topics, {"least": 2.0}), (Runs, {"fan": 1}), (ChunkAttention, {"chunks": 0}),
     (Weighted, {"sharpness": -1.0}), (PagedSearch, {"least": 2.0})],
)  # fmt: skip
def test_a_setting_out_of_range_is_refused(part, setting):
    with pytest.raises(ConfigurationError, match=next(iter(setting))):
        part(**setting)


def test_parts_of_levels_with_more_settings_refuse_too():
    embedder = HashedEmbedder(16)
    for make, setting in (
        (lambda **options: Pager(Unread(), **options), {"queue": 0}),
        (lambda **options: Soft(embedder, **options), {"size": 1}),
        (lambda **options: Tree(Runs(), **options), {"levels": 0}),
        (lambda **options: Taxonomy((), **options), {"nearest": 0}),
        (lambda **options: Route((), **options), {"width": 0}),
        (lambda **options: Walk((), **options), {"steps": 0}),
    ):
        with pytest.raises(ConfigurationError, match=next(iter(setting))):
            make(**setting)
    assert WordCounts().blank().rarity("p1", "zebra") == 1.0
