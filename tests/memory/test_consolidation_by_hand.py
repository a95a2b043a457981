"""Links between items and items made of others: expected operations, texts, heat and trends on small memories."""

from __future__ import annotations

from math import exp

import numpy as np
import pytest
from by_hand import Notation, Scored, Vectors, at, claim, cue, draft, happening, holding, ids, looking, scored, short

from regulars.errors import ConfigurationError
from regulars.memory.journal.operations import FINISHED, Op
from regulars.memory.parts.consolidation.gists import EventGists
from regulars.memory.parts.consolidation.insights import Insights, Pairing, fact_window, pairings
from regulars.memory.parts.consolidation.networks import Believe, Networks, Observe, trend
from regulars.memory.parts.consolidation.notes import Notes, evolve, note_key
from regulars.memory.parts.consolidation.paging import Pager, Pages, heat, keywords_of, segment_key
from regulars.memory.parts.consolidation.plots import Plots, scale_of
from regulars.memory.parts.consolidation.portrait import Portrait, Traits
from regulars.memory.parts.consolidation.preferences import FusedMeans, Preferences, disclosure_kind, ema, sliding_mean
from regulars.memory.parts.consolidation.running_gist import RunningGist
from regulars.memory.parts.consolidation.summaries import SessionSummary, chosen, fitting
from regulars.memory.parts.consolidation.topics import OverlapDecay, TopicSummary, overlap, topic_nouns, topics_of
from regulars.memory.parts.consolidation.trees import Runs, Soft, Taxonomy, Tree, soft_clusters
from regulars.memory.parts.extraction.claims import slot_keys
from regulars.memory.parts.indexes.entity_postings import EntityPostings
from regulars.memory.parts.indexes.entity_vectors import EntityVectors
from regulars.memory.parts.indexes.keys import entity_keys
from regulars.memory.parts.indexes.recent import Recent
from regulars.memory.parts.indexes.slots import Slots
from regulars.memory.parts.items_by_kind import ItemsByKind
from regulars.memory.parts.links.hebb import CoActivate, Engrams, Lifespan
from regulars.memory.parts.links.kinds import (
    Backlinks,
    Causal,
    Latest,
    Links,
    Nearest,
    SameSlot,
    SharedEntities,
    Temporal,
    components,
    neighbours,
    relation,
    temporal_weight,
    ties,
)
from regulars.memory.parts.links.slot_history import fragment_kind, relation_of, slot_history
from regulars.memory.parts.links.topics import same_topic
from regulars.memory.parts.scope_statistics import ScopeStatistics
from regulars.memory.parts.scoring.by_index import Single
from regulars.memory.parts.text.terms import WordCounts
from regulars.memory.protocol import Hit


def link(one: int, other: int, why: str = "") -> Op:
    return Op("LINK", f"p1#{one}", other=f"p1#{other}", why=why, time=at(500))


def touch(one: int, why: str, hours: float = 500) -> Op:
    return Op("TOUCH", f"p1#{one}", why=why, time=at(hours))


def done(rule, view, kind: str, place: int | None = None, **fields) -> list[tuple[str, ...]]:
    """The operations of a rule on an event about the item at a place, from 1."""
    item = view.items()[place - 1] if place else None
    return short(rule(view, happening(kind, item=item, **fields)))


def applied(memory, rule, kind: str, place: int | None = None):
    """The memory after a rule that looks at what it has added."""
    grown = memory.varied(consolidate=None).replayed(memory.journal)
    view = looking(grown)
    event = happening(kind, item=view.items()[place - 1] if place else None)
    grown._apply_all(rule(view, event), "p1", view.now, "")
    return grown


# ---------------------------------------------------------------------- links


@pytest.mark.parametrize(("hours", "weight"), [(0, 1.0), (6, 0.75), (-6, 0.75), (16.8, 0.3), (24, 0.3), (24.01, 0.0)])
def test_temporal_weights(hours, weight):
    assert temporal_weight(hours) == pytest.approx(weight)


def near(tie, *drafts, place: int = 1, **scores) -> dict[str, float]:
    view = looking(
        holding(
            *drafts,
            indexes=(Scored("dense", **scores), Recent(), EntityPostings()),
            score=Single("dense"),
            keys={"entities": entity_keys},
        )
    )
    return dict(tie(view.items()[place - 1], view))


ABCD = [draft(text, hours=hour) for hour, text in enumerate("abcd")]


def test_the_nearest_are_tied_by_their_score_without_the_item_itself():
    scores = {"n1": 1.2, "n2": 1.1, "n3": 0.7, "n4": 0.69}
    assert near(Nearest(), *ABCD, **scores) == {"p1#2": 1.0, "p1#3": 0.7}
    assert near(Nearest(k=1), *ABCD, **scores) == {"p1#2": 1.0}
    assert near(Nearest(least=0.69, k=3), *ABCD, **scores) == {"p1#2": 1.0, "p1#3": 0.7, "p1#4": 0.69}
    assert near(Nearest(least=0.0, k=3), *ABCD, n1=1.0, n2=0.0) == {}
    assert near(Nearest(kinds=("note",)), *ABCD, **scores) == {}
    claimed = [draft("a", "home: A"), draft("b"), draft("c", "job: C"), draft("d", ": D")]
    assert near(Nearest(least=0.5, claimed=True), *claimed, **scores) == {"p1#3": 0.7}
    assert near(Nearest(least=0.5, claimed=True), *claimed, place=2, **scores) == {}


def test_the_same_slot_or_a_common_entity_ties_among_the_nearest():
    told = [
        draft("a", "home: A"),
        draft("b", "home: B"),
        draft("c", "job: C"),
        draft("we met Bo", "job: D"),
        draft("we saw Bo"),
    ]
    scores = {"n1": 0.9, "n2": 0.8, "n3": 0.7, "n4": 0.6, "n5": 0.5}
    assert near(SameSlot(), *told, **scores) == {"p1#2": 1.0}
    assert near(SameSlot(), *told, place=4, **scores) == {"p1#3": 1.0, "p1#5": 1.0}
    assert near(SameSlot(k=3), *told, place=4, **scores) == {"p1#3": 1.0}
    assert near(SameSlot(), draft("a"), draft("a"), n1=1.0, n2=1.0) == {}


def test_the_newest_items_with_a_common_name_are_tied():
    told = [draft(f"we met Bo{'' if n else ' and Cy'}", hours=n) for n in range(4)]
    assert near(SharedEntities(), *told, place=4) == {"p1#3": 1.0, "p1#2": 1.0, "p1#1": 1.0}
    assert near(SharedEntities(most=2), *told, place=4) == {"p1#3": 1.0, "p1#2": 1.0}
    assert near(SharedEntities(most=2), *told, place=1) == {"p1#4": 1.0, "p1#3": 1.0}


def test_the_newest_items_within_a_day_are_tied():
    told = [draft("a"), draft("b", hours=1), draft("c", hours=13), draft("d", hours=25)]
    # From hour 25: 12 hours .5, 24 hours .3, 25 hours none.
    assert near(Temporal(), *told, place=4) == {"p1#3": 0.5, "p1#2": 0.3}
    assert near(Temporal(most=1), *told, place=4) == {"p1#3": 0.5}
    assert near(Temporal(kinds=("note",)), *told, place=4) == {}


def test_a_reason_ties_to_the_same_speakers_previous_item_of_the_session():
    told = [draft("a"), draft("b", hours=1), draft("x", hours=2, name="Bo"), draft("because c", hours=3)]
    assert near(Causal(), *told, place=4) == {"p1#2": 1.0}
    assert near(Causal(), *told[:3], draft("so that c", hours=3), place=4) == {"p1#2": 1.0}
    assert near(Causal(), *told[:3], draft("but c", hours=3), place=4) == {}
    assert near(Causal(), *told[:3], draft("because c", hours=3, session=2), place=4) == {}
    assert near(Causal(), draft("because c"), draft("a", hours=1), place=1) == {}  # only later ones


def test_links_join_the_ties_of_a_pair():
    view = looking(holding(*ABCD, indexes=(Scored("dense", n1=1.0, n2=0.834), Recent()), score=Single("dense")))
    rule = Links((("semantic", Nearest()), ("temporal", Temporal(most=2))), kinds=("fact",))
    found = [(op.verb, op.id, op.other, op.why) for op in rule(view, happening("added", item=view.items()[0]))]
    assert found == [
        ("LINK", "p1#1", "p1#2", "semantic 0.83"),
        ("LINK", "p1#1", "p1#4", "temporal 0.88"),
        ("LINK", "p1#1", "p1#3", "temporal 0.92"),
    ]
    both = Links((("semantic", Nearest()), ("temporal", Temporal(most=3))))
    assert next(iter(both(view, happening("added", item=view.items()[0])))).why == "semantic 0.83 temporal 0.96"
    assert done(rule, view, "turn", 1) == done(Links(rule.ties, kinds=("note",)), view, "added", 1) == []
    assert ties("semantic 0.83 temporal 0.96") == {"semantic": 0.83, "temporal": 0.96}


def test_neighbours_are_linked_either_way_once():
    ops = [
        link(2, 3, "x 1.00"),
        link(1, 2, "y 0.50"),
        link(4, 2, "z 0.10"),
        link(2, 4, "w 0.20"),
        Op("DELETE", "p1#1", time=at(501)),
    ]
    view = looking(holding(*ABCD, *ops[:4], trackers=(Backlinks(),)))
    assert [(item.id, why) for item, why in neighbours(view.get("p1#2"), view)] == [
        ("p1#3", "x 1.00"),
        ("p1#4", "w 0.20"),
        ("p1#1", "y 0.50"),
    ]
    view = looking(holding(*ABCD, *ops, trackers=(Backlinks(),)))
    assert [item.id for item, _ in neighbours(view.get("p1#2"), view)] == ["p1#3", "p1#4"]
    assert view.tracker("backlinks").to("p1#2") == ("p1#1", "p1#4")
    merged = looking(holding(*ABCD, *ops[:4], Op("MERGE", "p1#1", other="p1#2", time=at(502)), trackers=(Backlinks(),)))
    assert merged.tracker("backlinks").to("p1#2") == ()


def test_components_are_named_by_their_first_item():
    view = looking(holding(*ABCD, draft("e", hours=5), link(3, 2), link(4, 3)))
    assert components(view.items()) == {"p1#1": 1, "p1#2": 2, "p1#3": 2, "p1#4": 2, "p1#5": 5}


@pytest.mark.parametrize(
    ("old", "new", "expected"),
    [
        ("the garden", "the garden blooms", "sametopic"),
        ("the garden", "the river", ""),
        ("the garden", "the garden, because of rain", "reason"),
        ("the garden", "no garden any more, because of rain", "changed"),  # the more specific first
        ("the garden", "a garden, but I hope", "hinderedby"),
        ("the garden", "I hope and feel for a garden", "want"),
        ("the garden", "happy in the garden", "react"),
        ("the garden", "the garden made me stay", "cause"),
        ("because of the garden", "the garden", "sametopic"),  # only cues of the new item
        ("I saw Bo", "I met Bo", "sametopic"),
    ],
)
def test_relations_by_cue_words(old, new, expected):
    items = looking(holding(draft(old), draft(new))).items()
    assert relation(*items) == expected


def test_the_latest_related_item_of_each_component_is_linked_to_the_new_one():
    told = [
        draft("garden one"),
        draft("garden two", hours=1),
        draft("garden three", hours=2),
        draft("river", hours=3),
        draft("garden new", hours=4),
    ]
    scores = {"n5": 1.0, "n4": 0.9, "n1": 0.8, "n2": 0.7, "n3": 0.6}
    view = looking(holding(*told, link(1, 2), indexes=(Scored("dense", **scores),)))
    # Among the three nearest are 4 (unrelated), 1 and 2, which are one component: the later one.
    assert done(Latest(("fact",)), view, "added", 5) == [("LINK", "p1#2", "p1#5")]
    assert done(Latest(("fact",), nearest=4), view, "added", 5) == [("LINK", "p1#2", "p1#5"), ("LINK", "p1#3", "p1#5")]
    assert done(Latest(("fact",), nearest=1), view, "added", 5) == []
    assert done(Latest(("note",)), view, "added", 5) == done(Latest(("fact",)), view, "turn", 5) == []
    (op,) = Latest(("fact",))(view, happening("added", item=view.items()[4]))
    assert op.why == "sametopic 1.00"
    # A new item of another kind gets no link, though facts are related to it.
    view = looking(holding(*told[:4], draft("garden new", hours=4, kind="note"), indexes=(Scored("dense", **scores),)))
    assert done(Latest(("fact",)), view, "added", 5) == []
    assert done(Latest(("fact", "note")), view, "added", 5) == [("LINK", "p1#1", "p1#5"), ("LINK", "p1#2", "p1#5")]


def test_items_used_together_are_marked_by_share_and_linked():
    view = looking(holding(*ABCD))
    hits = (Hit("p1#1", 3.0, ()), Hit("p1#2", 1.0, ()), Hit("p1#3", 0.0, ()))
    ops = [(op.verb, op.id, op.other or "", op.why) for op in CoActivate()(view, happening("recalled", hits=hits))]
    # Shares 3/4 and 1/4, times the two that count: 1.5 and .5.
    assert ops == [
        ("TOUCH", "p1#1", "", "used 1.500"),
        ("TOUCH", "p1#2", "", "used 0.500"),
        ("LINK", "p1#1", "p1#2", "together"),
        ("LINK", "p1#2", "p1#1", "together"),
    ]
    assert [op.why for op in CoActivate(most=1)(view, happening("recalled", hits=hits))] == ["used 1.000"]
    assert list(CoActivate()(view, happening("turn", hits=hits))) == []
    assert CoActivate().most == 5


def test_weights_are_joint_uses_over_the_uses_of_the_first():
    ops = [
        touch(1, "used 1"),
        touch(1, "used 1"),
        touch(2, "used 1"),
        touch(2, "liked"),
        link(1, 2, "together"),
        link(2, 1, "together"),
        link(1, 3, "same"),
    ]
    engrams = holding(*ABCD, *ops, trackers=(Engrams(),)).tracker("engrams")
    assert (engrams.weight("p1#1", "p1#2"), engrams.weight("p1#2", "p1#1"), engrams.weight("p1#3", "p1#1")) == (
        0.5,
        1.0,
        0.0,
    )
    assert engrams.tied("p1#1") == {"p1#2": 0.5}
    gone = holding(*ABCD, *ops, Op("DELETE", "p1#1", time=at(501)), trackers=(Engrams(),)).tracker("engrams")
    assert (gone.tied("p1#1"), gone.tied("p1#2")) == ({}, {"p1#1": 1.0})


def test_lifespans_run_by_sessions_and_grow_by_use():
    told = [draft("a", session=1), draft("b", session=1), draft("c", session=2), draft("d", session=5)]
    view = looking(holding(*told, touch(1, "used 0.500"), touch(1, "used 0.300"), touch(1, "liked")))
    rule = Lifespan(start=4, gain=2.0)
    # At session 5: 4 - 4 + 2 * .8 = 1.6; 4 - 4 = 0; 4 - 3 = 1; 4.
    assert [round(rule.left(item, 5), 6) for item in view.items()] == [1.6, 0.0, 1.0, 4.0]
    assert done(rule, view, "session") == [("DELETE", "p1#2", "")]
    assert done(rule, view, "turn") == []
    assert (Lifespan().start, Lifespan().gain) == (30, 5.0)


def test_a_fact_is_linked_to_the_previous_one_of_its_slot_or_name():
    told = [
        draft("home: A", "home: A"),
        draft("we met Bo"),
        draft("B", "home: B"),
        draft("Rome", "pet: Bo"),
        draft("note", "home: X", kind="note"),
    ]
    parts = {
        "indexes": (Slots(), EntityVectors()),
        "keys": {"slot": slot_keys, "entity": entity_keys},
        "score": Single("entity"),
    }
    memory = holding(*told, draft("we saw Bo", "home: C"), draft("we saw Bo"), draft("nothing"), **parts)
    view = looking(memory)
    assert done(same_topic, view, "added", 6) == [("LINK", "p1#6", "p1#3")]  # the slot before the name
    assert done(same_topic, view, "added", 7) == [("LINK", "p1#7", "p1#6")]
    assert done(same_topic, view, "added", 4) == [("LINK", "p1#4", "p1#2")]
    assert (
        done(same_topic, view, "added", 8)
        == done(same_topic, view, "added", 5)
        == done(same_topic, view, "unit", 6)
        == []
    )


@pytest.mark.parametrize(
    ("old", "new", "expected"),
    [
        ("home: York", "home: New York", "specification"),
        ("home: New York", "home: York", "transformation"),
        ("pet*: cat", "pet*: dog", "accumulation"),
        ("pet*: cat", "-pet*: dog", "transformation"),
        ("-pet*: cat", "pet*: dog", "transformation"),
        ("home: A", "-home: A", "transformation"),
        ("home: A", "home: a", ""),
        ("home: A", "job: B", ""),
        (": A", ": B", ""),
    ],
)
def test_relations_of_claims_of_one_slot(old, new, expected):
    assert relation_of(claim(old), claim(new)) == expected


def test_a_new_fragment_is_related_to_the_last_one_of_an_earlier_session():
    told = [
        draft("A", "home: A"),
        draft("B", "home: B", session=2, hours=24),
        draft("C", "home: C", session=2, hours=25),
    ]
    memory = holding(*told, indexes=(Slots(),), keys=slot_keys)
    grown = applied(memory, slot_history, "added", 3)
    made = grown.journal.items("p1")[-1]
    assert (made.text, made.kind, made.sources, dict(made.links), dict(made.parts[0].extra), made.claims) == (
        "A C",
        "relation",
        ("s002.t250", "s001.t00"),
        {"p1#1": "transformation", "p1#3": "transformation"},
        {"relation": "transformation"},
        (),
    )
    assert len(applied(memory, slot_history, "added", 1).journal.items("p1")) == 3
    assert len(applied(memory, slot_history, "turn", 3).journal.items("p1")) == 3
    same = holding(draft("A", "home: A"), draft("a", "home: A", session=2), indexes=(Slots(),), keys=slot_keys)
    assert len(applied(same, slot_history, "added", 2).journal.items("p1")) == 2


def test_of_several_earlier_sessions_the_last_one_counts():
    told = [draft(text, f"home: {text}", session=n, hours=24.0 * n) for n, text in enumerate("ABC", start=1)]
    made = applied(holding(*told, indexes=(Slots(),), keys=slot_keys), slot_history, "added", 3).journal.items("p1")[-1]
    assert (made.text, list(made.links)) == ("B C", ["p1#2", "p1#3"])
    related = [*told[:2], draft("A B", "home: B", kind="relation", session=2, hours=50), told[2]]
    made = applied(holding(*related, indexes=(Slots(),), keys=slot_keys), slot_history, "added", 4).journal.items("p1")[
        -1
    ]
    assert list(made.links) == ["p1#2", "p1#4"]  # a relation is no fragment


def test_fragments_are_subjective_experiential_or_factual():
    assert fragment_kind(draft("I love what I saw")) == "subjective"
    assert fragment_kind(draft("I felt tired")) == "subjective"
    assert fragment_kind(draft("I saw Oslo")) == "experiential"
    assert fragment_kind(draft("I saw Oslo", "visit: Oslo")) == "factual"
    assert fragment_kind(draft("Oslo is big")) == "factual"


# ---------------------------------------------------------------------- summaries, gists, plots

RED = "Red apple pie recipe. Green pear tart juice."
TART = "Red apple tart."
COUNTING = {
    "trackers": (WordCounts(), ScopeStatistics(), ItemsByKind("gist", "gist-of-eras", "plot", "profile", "trait"))
}


def facts(*drafts, **parts):
    return looking(holding(*drafts, **{**COUNTING, **parts}))


def test_sentences_are_chosen_by_weight_or_by_place():
    view = facts()
    parts = [draft(RED, "home: A", mark=1), draft(TART, hours=1)]
    # The weights are (2 + 2 + 1 + 1) / 2 = 3, (1 + 1 + 2 + 1) / 2 = 2.5 and (2 + 2 + 2) / sqrt 3 = 3.46.
    assert [one.text for one in chosen(parts, view, 2)] == ["Red apple pie recipe.", TART]
    assert [one.text for one in chosen(parts, view, 2, "lead")] == ["Red apple pie recipe.", "Green pear tart juice."]
    assert all(not one.claims and not one.extra for one in chosen(parts, view, 2))


def test_the_most_central_sentences_that_fit():
    view = facts()
    parts = [draft(RED), draft(TART, hours=1)]
    # The sentences have 5, 5 and 4 tokens, with their full stops.
    assert [one.text for one in fitting(parts, view, 14)] == ["Red apple pie recipe.", "Green pear tart juice.", TART]
    assert [one.text for one in fitting(parts, view, 13)] == ["Red apple pie recipe.", TART]
    assert [one.text for one in fitting(parts, view, 9)] == ["Red apple pie recipe.", TART]
    assert [one.text for one in fitting(parts, view, 8)] == [TART]
    assert [one.text for one in fitting(parts, view, 4)] == [TART]
    assert fitting(parts, view, 3) == []


def test_a_session_summary_has_a_part_for_each_sentence_of_its_turns():
    turns = [draft(RED, kind="turn"), draft(TART, kind="turn", hours=1), draft("Blue plum tart jam.", hours=2)]
    memory = holding(*turns, **COUNTING)
    view = looking(memory)
    made = memory.replayed(memory.journal)
    made._apply_all(SessionSummary(lines=2)(looking(made), view.items()), "p1", view.now, "")
    summary = made.journal.items("p1")[-1]
    assert [(part.text, part.kind, part.sources) for part in summary.parts] == [
        ("Red apple pie recipe.", "summary", ("s001.t00",)),
        (TART, "summary", ("s001.t10",)),
    ]
    assert list(SessionSummary()(view, [])) == []
    untold = looking(holding(draft(RED, kind="turn", source=()), **COUNTING))
    assert list(SessionSummary()(untold, untold.items())) == []
    assert (SessionSummary().lines, SessionSummary().how) == (3, "central")


def test_the_running_gist_is_chosen_again_with_every_turn():
    lines = [draft("Red apple pie recipe.", kind="gist"), draft("Green pear tart juice.", kind="gist")]
    new = "Red apple green pear tart."
    view = facts(*lines, draft(new, kind="turn", hours=1))
    # One turn is counted, so its stems have the rarity 1 and the others ln 2 + 1 = 1.693. The weights are
    # (2 + 2 + 2 * 1.693) / 2 = 3.69, (2 + 2 + 2 + 1.693) / 2 = 3.85 and 10 / sqrt 5 = 4.47; the tokens 5, 5 and 6.
    assert done(RunningGist(tokens=16), view, "turn", 3) == [("ADD", "", new)]
    assert done(RunningGist(tokens=15), view, "turn", 3) == [("DELETE", "p1#1", ""), ("ADD", "", new)]
    assert done(RunningGist(tokens=10), view, "turn", 3) == [
        ("DELETE", "p1#1", ""),
        ("DELETE", "p1#2", ""),
        ("ADD", "", new),
    ]
    assert done(RunningGist(tokens=14), view, "session", 3) == []
    known = facts(*lines, draft("Green pear tart juice.", kind="turn", hours=1))
    assert done(RunningGist(tokens=99), known, "turn", 3) == []
    twice = facts(draft("Blue plum jam. Blue plum jam.", kind="turn"))
    assert done(RunningGist(tokens=99), twice, "turn", 1) == [("ADD", "", "Blue plum jam.")]
    assert (RunningGist().tokens, RunningGist().every, RunningGist().older) == (60, 100, 120)


def test_after_some_turns_the_gist_moves_up():
    lines = [draft("Red apple pie recipe.", kind="gist"), draft("Green pear tart juice.", kind="gist-of-eras")]
    turns = [draft("Hi", kind="turn"), draft("So", kind="turn", hours=1)]
    memory = holding(*lines, *turns, **COUNTING)
    grown = applied(memory, RunningGist(every=2), "turn", 4)
    assert [(item.kind, item.text) for item in grown.journal.items("p1") if item.kind != "turn"] == [
        ("gist-of-eras", "Green pear tart juice."),
        ("gist-of-eras", "Red apple pie recipe."),
        ("gist-of-eras", "So"),
    ]
    grown = applied(memory, RunningGist(every=3), "turn", 4)
    assert [item.text for item in grown.journal.items("p1") if item.kind == "gist"] == ["Red apple pie recipe.", "So"]


def test_lines_of_the_plot_are_lifted_by_scale():
    def line(text, scale=1, weighed=0):
        return draft(text, kind="plot", scale=scale, weighed=weighed)

    unit = draft("Blue plum jam.", kind="turn", hours=1)
    old = [line("Red apple pie recipe."), line("Green pear tart juice."), line(TART)]
    memory = holding(*old, unit, **COUNTING)
    grown = applied(memory, Plots(lines=1, width=4), "unit", 4)
    made = [
        (item.text, scale_of(item), item.parts[0].extra["weighed"])
        for item in grown.journal.items("p1")
        if item.kind == "plot"
    ]
    # Among the four lines TART is the most central (3.46): it is lifted, the others were weighed once.
    assert made == [
        ("Red apple pie recipe.", 1, 1),
        ("Green pear tart juice.", 1, 1),
        (TART, 2, 1),
        ("Blue plum jam.", 1, 1),
    ]
    assert [(op.id, op.why) for op in grown.journal if op.verb == "UPDATE"] == [
        ("p1#1", "others represent it"),
        ("p1#2", "others represent it"),
        ("p1#3", "it represents others at scale 2"),
        ("p1#5", "others represent it"),
    ]
    grown = applied(memory, Plots(lines=1, width=3), "unit", 4)
    assert [item.parts[0].extra["weighed"] for item in grown.journal.items("p1") if item.kind == "plot"] == [1, 1, 1, 0]
    grown = applied(memory, Plots(lines=1, width=5), "unit", 4)
    assert [scale_of(item) for item in grown.journal.items("p1") if item.kind == "plot"] == [1, 1, 1, 1]
    weighed = holding(*[line("a b c", weighed=1)] * 9, unit, **COUNTING)
    grown = applied(weighed, Plots(lines=1, width=2), "unit", 10)
    assert [scale_of(item) for item in grown.journal.items("p1") if item.kind == "plot"] == [1] * 10
    untold = draft("Blue plum jam.", kind="turn", source=())
    assert done(Plots(lines=1), looking(holding(untold, **COUNTING)), "unit", 1) == []  # words that nobody said
    assert (Plots().lines, Plots().width, Plots().scales) == (2, 8, 3)
    with pytest.raises(ConfigurationError, match="width is 2"):
        Plots(lines=2, width=2)


def test_event_gists_are_the_claims_then_the_central_sentences():
    parts = [
        draft("home: A", mark=1),
        draft(TART, hours=1),
        draft("Red apple pie recipe.", hours=2),
        draft("job: B", hours=3),
    ]
    memory = holding(parts[0], *[Op("MERGE", "p1#1", part, time=part.time) for part in parts[1:]], **COUNTING)
    view = looking(memory)
    (unit,) = view.items()
    # Both other sentences are among the three most central ones; the earlier takes the last place.
    assert [one.text for one in EventGists(Notation(), 3)(unit, view)] == ["home: A", TART, "job: B"]
    assert [one.text for one in EventGists(Notation(), 4)(unit, view)] == [
        "home: A",
        TART,
        "Red apple pie recipe.",
        "job: B",
    ]
    assert [one.text for one in EventGists(Notation(), 1)(unit, view)] == ["home: A"]
    assert {one.kind for one in EventGists(Notation(), 4)(unit, view)} == {"event"}


def test_a_claim_that_is_a_central_sentence_too_is_one_event():
    memory = holding(draft("home: A"), Op("MERGE", "p1#1", draft("home: A", hours=1), time=at(1)), **COUNTING)
    (unit,) = looking(memory).items()
    # Said in both turns: one event of each turn, and no third one for the sentence.
    made = [(one.text, one.sources) for one in EventGists(Notation(), 4)(unit, looking(memory))]
    assert made == [("home: A", ("s001.t00",)), ("home: A", ("s001.t10",))]


# ---------------------------------------------------------------------- insights, networks, notes, preferences


def insights(*told, place=None, window=4) -> list[str]:
    memory = holding(*told)
    grown = applied(memory, Insights(window), "added", place or len(told))
    return [
        f"{item.parts[0].extra['type']}: {item.text}" for item in grown.journal.items("p1") if item.kind == "insight"
    ]


def test_insights_pair_a_new_fact_with_earlier_ones_by_the_table():
    assert insights(draft("A", "home: A"), draft("B", "home: B")) == ["contradiction revelation: A B"]
    assert insights(draft("A", "home: A"), draft("no A", "-home: A")) == ["contradiction revelation: A no A"]
    assert insights(draft("cat", "pet*: cat"), draft("dog", "pet*: dog")) == []
    trip, budget = draft("I want a trip"), draft("My budget for the trip is small")
    assert insights(trip, budget) == ["decision guidance: I want a trip My budget for the trip is small"]
    assert insights(budget, trip) == ["decision guidance: My budget for the trip is small I want a trip"]
    assert insights(trip, draft("My budget is small")) == []  # no common word
    assert insights(trip, draft("The trip is long")) == []  # no constraint
    assert insights(draft("The trip is long"), budget) == []  # no intention
    assert insights(trip, draft("Ann has a budget", name="Ann"), draft("Ann wants it")) == []  # only her own name
    assert insights(draft("I felt proud of the race"), draft("I went to the race")) == [
        "interpretive attribution: I felt proud of the race I went to the race"
    ]
    assert insights(trip, draft("My budget for the trip", name="Bo")) == []
    assert insights(trip, budget, place=1) == ["decision guidance: My budget for the trip is small I want a trip"]


def test_an_insight_has_the_turns_of_both_the_later_first():
    memory = holding(draft("A", "home: A"), draft("B", "home: B", hours=1))
    made = applied(memory, Insights(), "added", 2).journal.items("p1")[-1]
    assert (made.sources, made.time, list(made.links), made.claims) == (
        ("s001.t10", "s001.t00"),
        at(1),
        ["p1#1", "p1#2"],
        (),
    )
    assert len(applied(memory, Insights(), "turn", 2).journal.items("p1")) == 2


def test_the_writer_sees_the_last_facts_and_insights_on_them():
    told = [draft("A", "home: A"), draft("x"), draft("y"), draft("B", "home: B")]
    assert insights(*told, window=4) == ["contradiction revelation: A B"]
    assert insights(*told, window=3) == []
    ops = [
        draft("i", kind="insight"),
        draft("j", kind="insight"),
        draft("k", kind="insight"),
        link(5, 3),
        link(5, 4),
        link(6, 1),
        link(6, 4),
    ]
    view = looking(holding(*told, *ops))
    seen, rest = fact_window(view, 2)
    assert ([item.id for item in seen], [item.id for item in rest]) == (["p1#3", "p1#4"], ["p1#5"])
    assert fact_window(view, 0) == ([], [])
    assert Insights().window == 4


def test_rules_of_insights_name_known_cues():
    assert [rule.type for rule in pairings()][:2] == ["contradiction revelation", "decision guidance"]
    with pytest.raises(ConfigurationError, match="no cues 'dream'"):
        Pairing("x", "word", other="dream")
    with pytest.raises(ConfigurationError, match="by is 'both'"):
        Pairing("x", "both")


@pytest.mark.parametrize(
    ("days", "expected"),
    [
        ([], "stale"),
        ([30], "stale"),  # 30 days ago is no longer within the last 30
        ([29.9], "new"),
        ([1, 2, 60, 60], "strengthening"),  # 2/30 to 2/60 = 2
        ([1, 60, 60], "stable"),  # 1/30 to 2/60 = 1
        ([1, 2, 3, 60, 60, 60, 60], "stable"),  # 3/30 to 4/60 = 1.5, not above
        ([1, 60, 60, 60, 60], "stable"),  # 1/30 to 4/60 = .5, not below
        ([1, 60, 60, 60, 60, 60], "weakening"),  # .4
    ],
)
def test_trends_compare_rates(days, expected):
    now = at(24 * 365)
    assert trend([at(24 * (365 - day)) for day in days], now) == expected


def test_statements_go_into_networks():
    memory = holding(
        draft("home: A\nI really love tea"),
        Op("MERGE", "p1#1", draft("Fine. I would!", hours=1, by="assistant"), time=at(1)),
    )
    (unit,) = looking(memory).items()
    made = [
        (one.kind, one.text, one.extra.get("confidence"), one.claims)
        for one in Networks(Notation())(unit, looking(memory))
    ]
    assert made == [
        ("world", "home: A", None, (claim("home: A"),)),
        ("opinion", "I really love tea", 0.5, ()),
        ("experience", "Fine.", None, ()),
        ("experience", "I would!", None, ()),
    ]


def believed(
    new: str,
    *claims: str,
    held="I love tea",
    told=("x: y",),
    start=0.5,
    cosine=0.5,
    name="Ann",
    kind="world",
    **settings,
) -> float | None:
    """The confidence of the held opinion after a new statement; None if it is not changed."""
    opinion = draft(held, *told, kind="opinion", confidence=start)
    fresh = draft(new, *claims, kind=kind, hours=1, name=name, **({"confidence": 0.5} if kind == "opinion" else {}))
    view = looking(holding(opinion, fresh, indexes=(Scored("opinions", n1=cosine),)))
    ops = list(Believe(**settings)(view, happening("added", item=view.items()[1])))
    assert all((op.verb, op.id) == ("UPDATE", "p1#1") for op in ops)
    return ops[0].draft.extra["confidence"] if ops else None


def test_beliefs_rise_by_one_step_and_fall_by_one_or_two():
    assert believed("tea is fine") == 0.6
    assert believed("maybe tea is fine") == 0.4
    assert believed("tea is not fine") == 0.3
    assert believed("tea is not fine", held="I hate tea") == 0.6
    assert believed("maybe tea is not fine") == 0.3  # the opposite stance counts first
    assert believed("tea is fine", start=0.95) == 1.0
    assert believed("tea is not fine", start=0.1) == 0.0
    assert believed("tea is fine", start=1.0) is None
    assert believed("tea is fine", cosine=0.49) is None
    assert believed("tea is fine", name="Bo") is None
    assert believed("tea is fine", kind="experience") is None
    assert believed("tea is fine", kind="opinion") == 0.6
    assert believed("tea is fine", alpha=0.2) == 0.7
    assert believed("tea", "x: z") == 0.3  # another value
    assert believed("tea", "x: y") == 0.6
    assert believed("tea", "-x: y") == 0.3
    assert believed("tea", "x*: z", told=("x*: y",)) == 0.6
    assert (Believe().alpha, Believe().near) == (0.1, 0.5)


def test_the_nearest_opinion_of_the_speaker_is_sought_among_four():
    def changed(*names):
        held = [draft(f"I love tea {n}", kind="opinion", confidence=0.5, name=name) for n, name in enumerate(names)]
        new = draft("tea is fine", kind="world", hours=1)
        scores = {f"n{n}": 1.0 - n / 10 for n in range(1, len(held) + 1)}
        view = looking(holding(*held, new, indexes=(Scored("opinions", **scores),)))
        return [op.id for op in Believe()(view, happening("added", item=view.items()[-1]))]

    assert changed("Bo", "Ann", "Ann") == ["p1#2"]
    assert changed("Bo", "Bo", "Bo", "Ann") == ["p1#4"]
    assert changed("Bo", "Bo", "Bo", "Bo", "Ann") == []


def test_a_changed_belief_rests_on_the_new_statement():
    opinion = draft("I love tea", kind="opinion", confidence=0.5, basis=("s009.t01",))
    view = looking(holding(opinion, draft("tea is fine", kind="world", hours=1), indexes=(Scored("opinions", n1=0.9),)))
    (op,) = Believe()(view, happening("added", item=view.items()[1]))
    assert (op.draft.basis, op.draft.sources, op.why) == (("s009.t01", "s001.t10"), ("s001.t00",), "reinforced")


def observing(*told, **settings) -> list[tuple[str, str, dict]]:
    view = looking(holding(*told, indexes=(EntityPostings(),), keys=entity_keys, trackers=(WordCounts(),)))
    ops = Observe(**settings)(view, happening("session"))
    return [(op.verb, op.draft.text, {name: op.draft.extra[name] for name in ("entity", "proof")}) for op in ops]


def test_observations_of_entities_need_three_facts():
    told = [
        draft(f"we met Bo at {place}", kind="world", hours=n) for n, place in enumerate(("school", "church", "school"))
    ]
    assert observing(*told) == [("ADD", "we met Bo at school", {"entity": "bo", "proof": 3})]
    assert observing(*told[:2]) == []
    assert observing(*told[:2], least=2)[0][2]["proof"] == 2
    assert observing(*told, most=2, least=2)[0][2]["proof"] == 2
    held = draft("old", kind="observation", entity="bo", proof=2, evidence=[])
    assert observing(*told, held)[0][0] == "UPDATE"
    assert observing(*told, draft("it rains", kind="world", session=2, hours=30)) == []  # no new fact names it
    assert observing(*told[:2], draft("we met Bo", kind="note", hours=3)) == []
    assert (Observe().least, Observe().most) == (3, 20)


def test_an_observation_lists_its_evidence_oldest_first():
    told = [
        draft(f"we met Bo at {place}", kind="world", hours=n) for n, place in enumerate(("school", "church", "school"))
    ]
    view = looking(holding(*told, indexes=(EntityPostings(),), keys=entity_keys, trackers=(WordCounts(),)))
    (op,) = Observe()(view, happening("session"))
    assert op.draft.extra["evidence"] == [at(hour).isoformat() for hour in range(3)]
    assert (op.draft.sources, op.draft.basis) == (("s001.t00",), ("s001.t10", "s001.t20"))
    (latest,) = Observe(least=2, most=2)(view, happening("session"))
    assert latest.draft.extra["evidence"] == [at(hour).isoformat() for hour in (1, 2)]
    same = looking(holding(*told, op.draft, indexes=(EntityPostings(),), keys=entity_keys, trackers=(WordCounts(),)))
    assert list(Observe()(same, happening("session"))) == []
    assert list(Observe()(view, happening("added"))) == []


def test_notes_have_keywords_tags_and_a_context():
    parts = [draft("home: Oslo\nhome: Rome"), draft("is it late?", hours=1), draft("sure", hours=2, by="assistant")]
    memory = holding(
        parts[0], *[Op("MERGE", "p1#1", part, time=part.time) for part in parts[1:]], trackers=(WordCounts(),)
    )
    (unit,) = looking(memory).items()
    notes = list(Notes(Notation(), words=2)(unit, looking(memory)))
    assert [(one.kind, dict(one.extra)) for one in notes] == [
        (
            "note",
            {"keywords": ["home", "oslo"], "tags": ["home", "statement"], "context": "home · home=Oslo · home=Rome"},
        ),
        ("note", {"keywords": ["late"], "tags": ["question"], "context": "late"}),
        ("note", {"by": "assistant", "keywords": [], "tags": ["reply"], "context": "reply"}),
    ]
    (nameless,) = Notes(Notation())(
        looking(holding(draft(": Oslo"), trackers=(WordCounts(),))).items()[0], looking(memory)
    )
    assert nameless.extra["tags"] == ["statement"]  # the claim names no attribute
    assert note_key(notes[1]) == ("Ann is it late? late late question",)
    assert note_key(draft("x", name="")) == ("x",)
    assert Notes(Notation()).words == 6


def noted(text: str, *claims: str, keywords=(), tags=(), **options):
    return draft(text, *claims, kind="note", keywords=list(keywords), tags=list(tags), context="c", **options)


def test_a_new_note_changes_the_notes_it_links_to():
    old = [
        noted("a", "home: A", keywords=["k", "m"], tags=["t"]),
        noted("b", "home: B", keywords=["z"]),
        noted("c", keywords=["m"]),
    ]
    new = noted("d", "home: D", "pet*: x", keywords=["m", "k"], tags=["u"], hours=1)
    view = looking(holding(*old, new, link(4, 1), link(4, 2)))
    first, second = evolve(view, happening("added", item=view.items()[3]))
    assert (first.id, first.draft.extra["tags"], first.draft.extra["context"]) == (
        "p1#1",
        ["t", "k", "m"],
        "c · superseded by p1#4",
    )
    assert (second.id, second.draft.extra["tags"], second.draft.basis) == ("p1#2", [], ("s001.t10",))
    same = noted("d", "home: A", keywords=["q"], hours=1)
    assert done(evolve, looking(holding(*old, same, link(4, 1))), "added", 4) == []
    many = looking(holding(noted("a", "pet*: cat"), noted("b", "pet*: dog"), link(2, 1)))
    assert done(evolve, many, "added", 2) == done(evolve, view, "turn", 4) == []


@pytest.mark.parametrize(
    ("values", "window", "sliding", "exponential"),
    [
        ([1.0], 3, 1.0, 1.0),
        ([1.0, 0.0, 0.0, 1.0], 3, 1 / 3, 0.25 * 1.0 + 0.75 * 0.421875),  # 1, .75, .5625, then .25 + .75 * .5625
        ([0.0, 1.0], 1, 1.0, 0.25),
    ],
)
def test_two_means(values, window, sliding, exponential):
    assert sliding_mean(values, window) == pytest.approx(sliding)
    expected = values[0]
    for value in values[1:]:
        expected = 0.25 * value + 0.75 * expected
    assert ema(values, 0.25) == pytest.approx(expected)
    for wrong in (lambda: sliding_mean([], 3), lambda: sliding_mean([1.0], 0), lambda: ema([], 0.5)):
        with pytest.raises(ValueError, match="a mean of no values"):
            wrong()


def test_fused_means_find_the_leading_value_and_flag_a_change():
    means = FusedMeans()
    # a: SW (0+1+1)... values a a b: sliding 2/3 and ema .4 * 0 + .6 * 1 = .6: .633333; b: 1/3, .4: .366667.
    assert means(["a", "a", "b"]) == ("a", 0.633333333, False)
    # a a a b b: the last three are a b b. a: 1/3, .36: .346667; b: 2/3, .64: .653333.
    assert means(["a", "a", "a", "b", "b"]) == ("b", 0.653333333, False)
    assert means(["a", "b"]) == ("a", 0.55, False)  # a: 1/2 and .6; b: 1/2 and .4
    assert means(["a", "b", "a", "b", "b", "b"])[2] is True  # b: 1 against .4 (..) = .8272: apart by more than .15
    assert FusedMeans(beta=0.5)(["a", "b"]) == ("b", 0.5, False)  # equal: the later one
    assert FusedMeans(change=0.1)(["a", "b"])[2] is False  # |.5 - .6| is exactly .1
    assert FusedMeans(change=0.09)(["a", "b"])[2] is True
    assert means([]) == ("", -1.0, False)
    assert (means.window, means.beta, means.mix, means.change) == (3, 0.4, 0.5, 0.15)
    assert FusedMeans(mix=1.0)(["a", "a", "b"])[1] == 0.666666667


def preferred(*told: str) -> list[tuple[str, str, tuple[str, ...]]]:
    """The preference after disclosures: verb, text, sources."""
    drafts = [draft(f"t{n} {one}", one, kind="disclosure", hours=n) for n, one in enumerate(told, start=1)]
    view = looking(holding(*drafts, indexes=(Slots(),), keys=slot_keys))
    ops = Preferences()(view, happening("added", item=view.items()[-1]))
    return [(op.verb, op.draft.text, op.draft.sources, op.draft.basis, op.draft.extra["changed"]) for op in ops]


def test_a_preference_has_the_words_of_the_leading_value():
    assert preferred("tea: green") == [("ADD", "t1 tea: green", ("s001.t10",), (), False)]
    assert preferred("tea: green", "tea: green", "tea: black") == [
        ("ADD", "t2 tea: green", ("s001.t20",), ("s001.t10", "s001.t30"), False)
    ]
    assert preferred("tea*: green", "tea*: black") == [("ADD", "t2 tea*: black", ("s001.t20",), (), False)]
    # Told over: `+green` four times, then `-green`: sliding 2/3, exponential .6: a change of .067 is none.
    assert preferred("tea: green", "tea: green", "-tea: green")[0][1] == "t2 tea: green"
    assert disclosure_kind(draft("x", "tea: green")) == "disclosure"
    assert disclosure_kind(draft("x", ": green")) == disclosure_kind(draft("x")) == "fact"
    assert disclosure_kind(draft("x", ": green", "tea: green")) == "disclosure"


def test_a_flagged_change_adds_the_words_of_the_last_disclosure():
    # a b b b a: b has 2/3, and .4 * (.64 ... ) : ema of 0 1 1 1 0 is .4704: apart by .196. b leads: .5685.
    ((verb, text, sources, basis, changed),) = preferred("tea: a", "tea: b", "tea: b", "tea: b", "tea: a")
    assert (verb, text, sources, changed) == ("ADD", "t4 tea: b t5 tea: a", ("s001.t50", "s001.t40"), True)
    assert basis == ("s001.t10", "s001.t20", "s001.t30")


def test_a_known_preference_is_changed_in_place():
    old = draft("x", "tea: green", kind="preference", slot="ann\x1etea")
    told = draft("t", "tea: black", kind="disclosure", hours=1)
    view = looking(holding(old, told, indexes=(Slots(),), keys=slot_keys))
    assert done(Preferences(), view, "added", 2) == [("UPDATE", "p1#1", "t")]
    # Each of several values has a preference of its own.
    green = draft("x", "tea*: green", kind="preference", slot="ann\x1etea=green")
    black = draft("y", "tea*: black", kind="preference", slot="ann\x1etea=black")
    for text, held, expected in (
        ("white", (green, black), ("ADD", "", "t")),
        ("black", (green, black), ("UPDATE", "p1#2", "t")),
        ("green", (green, black), ("UPDATE", "p1#1", "t")),
    ):
        told = draft("t", f"tea*: {text}", kind="disclosure", hours=1)
        several = looking(holding(*held, told, indexes=(Slots(),), keys=slot_keys))
        assert done(Preferences(), several, "added", 3) == [expected]
    assert done(Preferences(), view, "added", 1) == done(Preferences(), view, "unit", 2) == []


# ---------------------------------------------------------------------- portraits and traits


def portrayed(unit: str, *held) -> list[tuple[str, ...]]:
    view = looking(holding(*held, draft(unit, kind="turn", hours=9), **COUNTING))
    return done(Portrait(Notation()), view, "unit", len(held) + 1)


def test_a_portrait_keeps_the_latest_sentence_on_each_attribute():
    held = [
        draft("home: A", "home: A", kind="profile"),
        draft("pet*: cat", "pet*: cat", kind="profile"),
        draft("home: X", "home: X", kind="profile", name="Bo"),
    ]
    assert portrayed("home: B", *held) == [("UPDATE", "p1#1", "home: B")]
    assert portrayed("-home: B", *held) == [("DELETE", "p1#1", "")]
    assert portrayed("pet*: dog", *held) == [("ADD", "", "pet*: dog")]
    assert portrayed("pet*: cat", *held) == [("UPDATE", "p1#2", "pet*: cat")]
    assert portrayed("-pet*: dog", *held) == []
    assert portrayed("-pet*: cat", *held) == portrayed("-pet*:", *held) == [("DELETE", "p1#2", "")]
    assert portrayed("it rains", *held) == []
    # A sentence with several claims is kept on each of its attributes, and of each of their values.
    both = draft("a", "home: A", "pet*: cat", "pet*: dog", kind="profile")
    assert portrayed("home: B", both) == [("UPDATE", "p1#1", "home: B")]
    assert portrayed("-pet*: dog", both) == portrayed("-pet*: cat", both) == [("DELETE", "p1#1", "")]
    assert portrayed("-pet*: fox", both) == portrayed("-job: A", both) == []
    assert portrayed("home: B", *held, draft("home: C", "home: C", kind="profile")) == [("UPDATE", "p1#4", "home: B")]
    assert done(Portrait(Notation()), looking(holding(draft("home: A"), **COUNTING)), "turn", 1) == []


def test_traits_are_sentences_about_oneself_and_few_of_each_side():
    traits = [draft(f"I am {n}", kind="trait", hours=n) for n in range(2)] + [
        draft("I help", kind="trait", hours=3, by="assistant")
    ]

    def told(text, last=2, **extra):
        view = looking(holding(*traits, draft(text, kind="turn", hours=9, **extra), **COUNTING))
        return done(Traits(last), view, "turn", 4)

    # The rule sees its additions only when they are in the memory, so here nothing exceeds the limit of 2.
    assert told("My dog barks. It rains. Do I care? So am I!") == [
        ("ADD", "", "My dog barks."),
        ("ADD", "", "So am I!"),
    ]
    assert told("My dog. I am. I’m", last=1) == [("ADD", "", "I’m"), ("DELETE", "p1#1", "")]
    assert told("My idea.", last=1, by="assistant") == [("ADD", "", "My idea.")]
    assert told("It rains.") == []
    assert done(Traits(), looking(holding(*traits, **COUNTING)), "turn") == []
    assert Traits().last == 10
    grown = applied(holding(*traits, draft("I sing", kind="turn", hours=9), **COUNTING), Traits(2), "turn", 4)
    assert [item.text for item in grown.journal.items("p1") if item.kind == "trait"] == ["I am 1", "I help", "I sing"]


# ---------------------------------------------------------------------- topics


def test_topic_nouns_leave_out_verbs_and_adverbs():
    assert topic_nouns("I bake cakes quickly in the garden") == {"cake", "garden"}
    assert topic_nouns("We often bake; they'll sing a song at an inn") == {"song", "inn"}
    assert topic_nouns("Running dogs barked by a ox") == {"dog"}
    assert topic_nouns("don’t worry about money") == {"money"}


def test_overlap_is_the_mean_share_of_common_topics():
    assert overlap(frozenset("ab"), frozenset("bcde")) == 0.375  # (1/2 + 1/4) / 2
    assert overlap(frozenset("ab"), frozenset("c")) == 0.0
    assert overlap(frozenset(), frozenset()) == 0.0


def test_summaries_are_ranked_by_overlap_and_age_and_traits_follow():
    told = [
        draft("garden", kind="summary", topics=["garden", "rose"], source="s1"),
        draft("garden", kind="turn", hours=100, source="s2"),
        draft("river", kind="summary", topics=["river"], hours=100, source="s3"),
        draft("I am 1", kind="trait", hours=101, source="s4"),
        draft("I am 2", kind="trait", hours=102, source="s2"),
        draft("I am 3", kind="trait", hours=103, source="s5"),
    ]
    view = looking(holding(*told))
    asked = cue("the garden", hours=200)
    # 1: (1 + 1/2) / 2 = .75 at 200 hours: e^(-1e-7 * 720000) = .930531; 2: 1 at 100 hours: .964640.
    # The second trait has the turn of a hit.
    assert scored(OverlapDecay()(asked, view)) == [("p1#2", 0.96464), ("p1#1", 0.697898), ("p1#6", 0.0), ("p1#4", 0.0)]
    assert scored(OverlapDecay(decay=0.0)(asked, view))[1] == ("p1#1", 0.75)
    assert ids(OverlapDecay()(cue("the garden", k=3, hours=200), view)) == ["p1#2", "p1#1", "p1#6"]
    assert ids(OverlapDecay()(cue("the sea", k=2), view)) == ["p1#6", "p1#5"]
    assert topics_of(view.items()[0]) == {"garden", "rose"}
    assert OverlapDecay().decay == 1e-7


def test_a_topic_summary_keeps_the_topics_of_every_turn():
    unit = [draft(TART, kind="turn"), draft("Red apple pie recipe.", kind="turn", hours=1)]
    memory = holding(unit[0], Op("MERGE", "p1#1", unit[1], time=at(1)), **COUNTING)
    grown = applied(memory, TopicSummary(lines=1), "unit", 1)
    made = grown.journal.items("p1")[-1]
    assert [(part.text, part.extra.get("topics"), part.basis) for part in made.parts] == [
        ("Red apple pie recipe.", None, ()),  # (2 + 2 + 1 + 1) / 2 = 3 against (2 + 2 + 1) / sqrt 3 = 2.89
        ("", ["appl", "tart"], ("s001.t00",)),
        ("", ["appl", "pie", "recip"], ("s001.t10",)),
    ]
    lead = applied(memory, TopicSummary(lines=1, how="lead"), "unit", 1).journal.items("p1")[-1]
    assert lead.parts[0].text == TART
    assert len(applied(memory, TopicSummary(), "turn", 1).journal.items("p1")) == 1
    untold = looking(holding(draft(TART, kind="turn", source=()), **COUNTING))
    assert done(TopicSummary(), untold, "unit", 1) == []


# ---------------------------------------------------------------------- paging


def test_heat_adds_visits_pages_and_recency():
    assert heat(2, 3, 0.0) == 6.0
    assert heat(2, 3, 86400.0) == pytest.approx(5 + exp(-1))
    assert heat(2, 3, -5.0, 0.5, 2.0, 4.0) == 11.0


def page(text: str, hours: float = 0.0):
    return draft(text, kind="turn", hours=hours)


def segment(text: str, *words: str, hours: float = 10.0):
    return draft(text, kind="segment", hours=hours, keywords=list(words))


def finished(*places: int, hours: float = 20.0) -> list[Op]:
    return [Op("PASS", f"p1#{place}", why=FINISHED, time=at(hours)) for place in places]


def test_pages_and_the_heat_of_segments_are_tracked():
    ops = [page("a"), page("b"), page("c"), segment("s"), *finished(1, 2, 3)]
    steps = [
        Op("LINK", "p1#4", other="p1#1", time=at(21)),
        Op("TOUCH", "p1#4", why="visited", time=at(22)),
        Op("LINK", "p1#4", other="p1#2", time=at(23)),
        Op("TOUCH", "p1#4", why="visited", time=at(24)),
        Op("TOUCH", "p1#4", why="profiled", time=at(25)),
        Op("TOUCH", "p1#4", why="visited", time=at(26)),
    ]

    def after(count):
        tracker = holding(*ops, *steps[:count], trackers=(Pages(),)).tracker("pages")
        (warm,) = tracker.segments("p1").values()
        return tracker, warm

    tracker, warm = after(4)
    passed = Op("PASS", "p1#4", why=FINISHED, time=at(25))
    for other in (passed, Op("PASS", "p1#1", why="other", time=at(25)), Op("TOUCH", "p1#1", why=FINISHED, time=at(25))):
        assert holding(*ops, *steps, other, trackers=(Pages(),)).tracker("pages").waiting("p1") == ["p1#3"]
    assert (tracker.waiting("p1"), tracker.segment_of("p1#1"), tracker.segment_of("p1#3")) == (["p1#3"], "p1#4", None)
    assert (warm.visits, warm.pages, warm.visits_ever, warm.last) == (2, ["p1#1", "p1#2"], 2, at(24))
    assert warm.heat(at(48)) == pytest.approx(4 + exp(-1))
    _, warm = after(5)
    assert (warm.visits, warm.pages, warm.visits_ever, warm.last) == (0, [], 2, at(24))
    _, warm = after(6)
    assert (warm.visits, warm.visits_ever, warm.last) == (1, 3, at(26))
    gone = holding(*ops, *steps, Op("DELETE", "p1#4", time=at(27)), trackers=(Pages(),)).tracker("pages")
    assert (gone.segments("p1"), gone.segment_of("p1#1")) == ({}, None)
    gone = holding(*ops, Op("DELETE", "p1#2", time=at(27)), trackers=(Pages(),)).tracker("pages")
    assert gone.waiting("p1") == ["p1#1", "p1#3"]


def paging(*ops, rule: Pager, scores=None, kind="unit", **fields) -> list[tuple[str, ...]]:
    memory = holding(*ops, indexes=(Scored("segments", **(scores or {})),), trackers=(Pages(), WordCounts()))
    grown = memory.replayed(memory.journal)
    view = looking(grown)
    applied_ops = grown._apply_all(rule(view, happening(kind, **fields)), "p1", view.now, "")
    return short(applied_ops)


def test_a_page_beyond_the_queue_joins_the_most_similar_segment_or_starts_one():
    ops = [page("tea"), page("rain"), page("sun"), segment("tea", "tea"), segment("x", "zoo"), *finished(1, 2, 3)]
    # The first page has the keyword tea: segment 4 gets .1 + 1, segment 5 .55 + 0.
    joins = [("MERGE", "p1#4", "tea"), ("LINK", "p1#4", "p1#1")]
    assert paging(*ops, rule=Pager(Notation(), queue=2, hot=99), scores={"n5": 0.55, "n4": 0.1}) == joins
    assert paging(*ops, rule=Pager(Notation(), queue=3, hot=99), scores={"n5": 0.55, "n4": 0.1}) == []
    assert paging(*ops, rule=Pager(Notation(), queue=2, hot=99), scores={"n5": 0.6}) == [
        ("MERGE", "p1#5", "tea"),
        ("LINK", "p1#5", "p1#1"),
    ]
    starts = [("ADD", "p1#6", "tea"), ("LINK", "p1#6", "p1#1")]
    assert paging(*ops, rule=Pager(Notation(), queue=2, hot=99), scores={"n5": 0.59}) == starts
    assert paging(*ops, rule=Pager(Notation(), queue=2, hot=99, join=1.2), scores={"n4": 0.1}) == starts
    assert paging(*ops, rule=Pager(Notation(), queue=2, hot=99), scores={"n5": 1.1, "n4": 0.1})[0] == (
        "MERGE",
        "p1#4",
        "tea",
    )
    assert paging(*ops, rule=Pager(Notation(), queue=2), kind="turn") == []
    plain = Pager(Notation())
    assert (plain.queue, plain.join, plain.hot, plain.segments, plain.knowledge, plain.words) == (
        10,
        0.6,
        5.0,
        2000,
        100,
        10,
    )
    assert segment_key(segment("a b", "k", "l")) == ("a b k l",)
    view = looking(holding(segment("a", "k"), Op("MERGE", "p1#1", segment("b", "l"), time=at(11))))
    assert keywords_of(view.items()[0]) == {"k", "l"}


def test_a_segment_rests_on_the_other_turns_of_its_page():
    longer = [Op("MERGE", "p1#1", page(text, hour), time=at(hour)) for hour, text in ((1, "sun"), (2, "fog"))]
    parts = {"indexes": (Scored("segments"),), "trackers": (Pages(), WordCounts())}
    memory = holding(page("rain"), *longer, page("sky", 3), *finished(1, 2), **parts)
    view = looking(memory)
    memory._apply_all(Pager(Notation(), queue=1)(view, happening("unit")), "p1", view.now, "")
    (made,) = memory.journal.items("p1")[-1].parts
    assert (made.text, made.sources, made.basis) == ("rain", ("s001.t00",), ("s001.t10", "s001.t20"))


def test_recalled_pages_visit_their_segments_once():
    ops = [page("a"), page("b"), page("c"), segment("s"), link(4, 1), link(4, 2)]
    hits = tuple(Hit(f"p1#{n}", 1.0, ()) for n in (2, 1, 3))
    assert paging(*ops, rule=Pager(Notation()), kind="recalled", hits=hits) == [("TOUCH", "p1#4", "")]


def test_a_segment_at_the_threshold_of_heat_becomes_knowledge():
    ops = [
        page("home: A\nit rains"),
        page("b"),
        segment("s"),
        *finished(1, 2),
        Op("LINK", "p1#3", other="p1#1", time=at(20)),
    ]
    # One page and no visits, a moment ago: 1 + 1 = 2.
    known = [("ADD", "p1#4", "home: A"), ("ADD", "p1#5", "it rains"), ("TOUCH", "p1#3", "")]
    assert paging(*ops, rule=Pager(Notation(), hot=2.0)) == known
    assert paging(*ops, rule=Pager(Notation(), hot=2.0001)) == []
    profiled = [*ops, Op("TOUCH", "p1#3", why="profiled", time=at(20))]
    assert paging(*profiled, rule=Pager(Notation(), hot=0.0)) == []


def test_knowledge_replaces_its_attribute_and_is_limited():
    def know(*held, told="home: B", limit=100):
        ops = [page(told), segment("s"), *held, *finished(1), Op("LINK", "p1#2", other="p1#1", time=at(20))]
        return paging(*ops, rule=Pager(Notation(), hot=2.0, knowledge=limit))[:-1]

    def known(text, *claims):
        return draft(text, *claims, kind="knowledge", hours=15)

    assert know(known("A", "home: A")) == [("DELETE", "p1#3", ""), ("ADD", "p1#4", "home: B")]
    assert know(known("A", "home: A", "job: C")) == [("ADD", "p1#4", "home: B")]
    assert know(known("cat", "pet*: cat"), told="pet*: dog") == [("ADD", "p1#4", "pet*: dog")]
    assert know(known("it rains"), told="it rains") == [("DELETE", "p1#3", ""), ("ADD", "p1#4", "it rains")]
    three = [known("x"), known("y"), known("z")]
    assert know(*three, limit=3) == [("DELETE", "p1#3", ""), ("ADD", "p1#6", "home: B")]
    assert know(*three, limit=2) == [("DELETE", "p1#3", ""), ("DELETE", "p1#4", ""), ("ADD", "p1#6", "home: B")]
    assert know(*three, limit=4) == [("ADD", "p1#6", "home: B")]


def test_the_least_visited_segment_and_its_pages_are_evicted():
    ops = [page("tea"), page("b"), page("c"), segment("s"), segment("t"), segment("u"), *finished(1)]
    visits = [touch(4, "visited", 21), touch(4, "visited", 21), touch(5, "visited", 21), touch(6, "visited", 21)]
    links = [link(5, 2), link(4, 3)]
    rule = Pager(Notation(), queue=1, hot=99, segments=3)
    full = paging(*ops, *finished(2), *visits, *links, page("z", 600), *finished(7, hours=600), rule=rule)
    # Pages 2 and 3 are in segments; the queue holds 1 and 7, and the first moves. Segments 5 and 6 have one visit each.
    assert full == [("DELETE", "p1#2", ""), ("DELETE", "p1#5", ""), ("ADD", "p1#8", "tea"), ("LINK", "p1#8", "p1#1")]
    roomy = Pager(Notation(), queue=1, hot=99, segments=4)
    assert paging(*ops, *visits, *links, page("z", 600), *finished(7, hours=600), rule=roomy)[0][0] == "ADD"


# ---------------------------------------------------------------------- trees


def test_runs_are_groups_of_neighbours():
    nodes = list("abcdefg")
    assert Runs(3).groups(nodes, 0) == [["a", "b", "c"], ["d", "e", "f"]]
    assert Runs(7).groups(nodes, 0) == [nodes]
    assert Runs(8).groups(nodes, 0) == []


def test_soft_clusters_of_two_directions():
    rows = np.array([[1, 0], [0.96, 0.28], [0, 1], [0.6, 0.8]], dtype=np.float32)
    # The last row is nearest to the mean and the first farthest from it, so the cluster of the last comes first. Its
    # centre is (.316, .949), the other (.990, .141). The last row has .949 and .707: 1 / (1 + e^2.416) = .082.
    assert soft_clusters(rows, 2) == [[2, 3], [0, 1]]
    assert soft_clusters(rows, 2, least=0.08) == [[2, 3], [0, 1, 3]]
    assert soft_clusters(rows, 1) == [[0, 1, 2, 3]]
    # At temperature 10 both clusters are almost equally likely for every row.
    assert soft_clusters(rows, 2, least=0.4, temperature=10.0) == [[0, 1, 2, 3], [0, 1, 2, 3]]
    # Four centres in the order 3, 0, 2, 1: row 0 has .397 of its neighbour's, row 3 .105 of the second's and third's.
    assert soft_clusters(rows, 9) == [[2, 3], [0, 1], [2, 3], [0, 1, 3]]
    assert soft_clusters(rows, 9, temperature=0.001) == [[3], [0], [2], [1]]


def test_soft_clusters_whose_mean_is_zero():
    # Texts without known words are zero vectors: every cosine is 0, so either of two clusters has 1/2.
    assert soft_clusters(np.zeros((3, 2), dtype=np.float32), 2) == [[0, 1, 2], [0, 1, 2]]
    assert soft_clusters(np.zeros((3, 2), dtype=np.float32), 2, least=0.5) == [[0, 1, 2]]
    # Opposite vectors cancel each other out; they are the only cluster.
    assert soft_clusters(np.array([[1, 0], [-1, 0]], dtype=np.float32), 1) == [[0, 1]]


def test_soft_groups_wait_for_enough_nodes():
    around = Vectors({"a": (1, 0), "b": (0.96, 0.28), "c": (0, 1), "d": (0.28, 0.96)})
    items = looking(holding(*[draft(text) for text in "abcd"])).items()
    group = Soft(around, size=2)
    assert group.groups(items[:1], 0) == group.groups(items[:3], 1) == []
    assert sorted(sorted(item.text for item in one) for one in group.groups(items, 1)) == [["a", "b"], ["c", "d"]]
    assert len(group.groups(items[:2], 0)) == 1  # ceil(2 / 2)
    assert len(group.groups(items[:3], 0)) == 2  # ceil(3 / 2)


def grown_tree(*told, **settings):
    memory = holding(*told, trackers=(WordCounts(), Backlinks()))
    return applied(memory, Tree(Runs(2), **settings), "session")


def test_a_tree_gives_every_full_group_a_parent():
    told = [
        draft(f"Red apple number {word}.", kind="turn", hours=n)
        for n, word in enumerate(("alpha", "beta", "gamma", "delta", "rest"))
    ]
    tree = grown_tree(*told, sentences=1)
    nodes = [
        (item.id, list(item.links), item.parts[0].extra["level"])
        for item in tree.journal.items("p1")
        if item.kind == "summary"
    ]
    assert nodes == [("p1#6", ["p1#1", "p1#2"], 1), ("p1#7", ["p1#3", "p1#4"], 1), ("p1#8", ["p1#6", "p1#7"], 2)]
    low = grown_tree(*told, sentences=1, levels=1)
    assert [item.id for item in low.journal.items("p1") if item.kind == "summary"] == ["p1#6", "p1#7"]
    again = applied(tree, Tree(Runs(2)), "session")
    assert len(again.journal.items("p1")) == len(tree.journal.items("p1"))
    part = tree.journal.get("p1#6").parts[0]
    assert (part.sources, part.basis) == (("s001.t00",), ("s001.t10",))
    top = tree.journal.get("p1#8").parts[0]
    assert {*top.sources, *top.basis} == {"s001.t00", "s001.t10", "s001.t20", "s001.t30"}


def test_a_parent_has_sentences_of_all_or_of_each_child():
    told = [
        draft("Red apple pie recipe. Red apple tart crumble.", kind="turn"),
        draft("Blue plum jam.", kind="turn", hours=1),
    ]
    whole = grown_tree(*told, sentences=2)
    assert [part.text for part in whole.journal.items("p1")[-1].parts] == [
        "Red apple pie recipe.",
        "Red apple tart crumble.",
    ]
    each = grown_tree(*told, sentences=1, of_each=True)
    assert [part.text for part in each.journal.items("p1")[-1].parts] == ["Red apple pie recipe.", "Blue plum jam."]
    assert (
        len(applied(holding(*told, trackers=(WordCounts(), Backlinks())), Tree(Runs(2)), "turn").journal.items("p1"))
        == 2
    )


def test_a_taxonomy_sorts_a_turn_into_a_node_of_each_level():
    def sort(*told, scores=None, low=None):
        indexes = (Scored("top", **(scores or {})), Scored("low", **(low or {})))
        memory = holding(*told, indexes=indexes, score=Single("top"), trackers=(WordCounts(),))
        grown = memory.replayed(memory.journal)
        view = looking(grown)
        event = happening("turn", item=view.items("turn")[-1])
        levels = (("top", 1, 0.3), ("low", 2, 0.6))
        return short(grown._apply_all(Taxonomy(levels)(view, event), "p1", view.now, ""))

    turn = draft("green tea", kind="turn", hours=1)
    assert sort(turn) == [
        ("ADD", "p1#2", "green"),
        ("ADD", "p1#3", "green tea"),
        ("LINK", "p1#2", "p1#3"),
        ("LINK", "p1#3", "p1#1"),
    ]
    nodes = [draft("x", kind="top"), draft("y", kind="low"), draft("z", kind="low"), link(1, 3)]
    joined = [("MERGE", "p1#1", "green"), ("MERGE", "p1#3", "green tea"), ("LINK", "p1#3", "p1#4")]
    assert sort(*nodes, turn, scores={"n1": 0.3}, low={"n2": 0.9, "n3": 0.6}) == joined  # only children of the node
    assert sort(*nodes, turn, scores={"n1": 0.3}, low={"n2": 0.9, "n3": 0.59})[1] == ("ADD", "p1#5", "green tea")
    assert sort(*nodes, turn, scores={"n1": 0.29}, low={"n3": 0.9})[0] == ("ADD", "p1#5", "green")
    assert sort(draft("so", kind="turn"))[0] == ("ADD", "p1#2", "Ann")  # no keywords: the speaker


# ---------------------------------------------------------------------- what the defaults are


def test_five_ties_of_each_kind_by_default():
    told = [draft("we met Bo", "home: A", hours=n) for n in range(8)]
    scores = {f"n{n}": 1.0 - n / 100 for n in range(1, 9)}
    assert list(near(Nearest(), *told, **scores)) == [f"p1#{n}" for n in (2, 3, 4, 5, 6)]
    assert list(near(SameSlot(), *told, **scores)) == [f"p1#{n}" for n in (2, 3, 4, 5, 6)]
    assert list(near(SharedEntities(), *told, place=8)) == [f"p1#{n}" for n in (7, 6, 5, 4, 3)]
    assert list(near(Temporal(), *told, place=8)) == [f"p1#{n}" for n in (7, 6, 5, 4, 3)]


def test_a_claimed_tie_looks_at_four_times_as_many_neighbours():
    told = [draft("a", "home: A"), *[draft("b", hours=1)] * 4, draft("c", "job: C", hours=2)]
    scores = {f"n{n}": 1.0 - n / 100 for n in range(1, 7)}
    # k = 1: the item itself and four neighbours; the fifth neighbour is the first with a claim.
    assert near(Nearest(k=1, claimed=True), *told, **scores) == {}
    assert near(Nearest(k=1, claimed=True), *told[:4], told[5], **scores) == {"p1#5": 0.95}


def test_sizes_of_groups_trees_and_gists_by_default():
    assert [len(group) for group in Runs().groups(list(range(17)), 0)] == [8, 8]
    around = Vectors({f"t{n}": (1.0, 0.0) if n % 2 else (0.0, 1.0) for n in range(12)})
    items = looking(holding(*[draft(f"t{n}") for n in range(12)])).items()
    assert Soft(around).groups(items[:11], 1) == []
    assert [len(group) for group in Soft(around).groups(items, 1)] == [6, 6]
    leaves = [draft(f"Red apple number {n}.", kind="turn") for n in range(64)]
    tree = applied(holding(*leaves, trackers=(WordCounts(), Backlinks())), Tree(Runs(2)), "session")
    nodes = [item for item in tree.journal.items("p1") if item.kind == "summary"]
    assert [sum(node.parts[0].extra["level"] == level for node in nodes) for level in range(1, 7)] == [
        32,
        16,
        8,
        4,
        2,
        0,
    ]
    assert {len(node.parts) for node in nodes} == {2}
    claims = "\n".join(f"a{n}: x" for n in range(12))
    memory = holding(draft(claims), **COUNTING)
    assert len(list(EventGists(Notation())(looking(memory).items()[0], looking(memory)))) == 10
    unit = holding(draft("Red apple pie. Green pear tart. Blue plum jam.", kind="turn"), **COUNTING)
    made = applied(unit, TopicSummary(), "unit", 1).journal.items("p1")[-1]
    assert [bool(part.text) for part in made.parts] == [True, True, False]


def test_how_far_rules_look_by_default():
    assert (Pager(Notation()).nearest, Taxonomy(()).nearest) == (20, 50)


def test_operations_say_why():
    def whys(rule, kind, place, *told, **parts):
        memory = holding(*told, **{**COUNTING, **parts})
        grown = memory.replayed(memory.journal)
        view = looking(grown)
        event = happening(kind, item=view.items()[place - 1])
        return [op.why for op in grown._apply_all(rule(view, event), "p1", view.now, "")]

    leaves = [draft("Red apple pie. Green pear tart.", kind="turn"), draft("Blue plum jam.", kind="turn")]
    tracked = {"trackers": (WordCounts(), Backlinks(), Pages())}
    made = "a summary of its children"
    assert whys(Tree(Runs(2), levels=1), "session", 1, *leaves, **tracked) == [made, made, "child 1.00", "child 1.00"]
    levels = Taxonomy((("top", 1, 0.5), ("low", 1, 0.5)))
    found = {"indexes": (Scored("top", n2=0.5), Scored("low")), "score": Single("top")}
    node = draft("x", kind="top")
    assert whys(levels, "turn", 1, leaves[0], node, **tracked, **found) == [
        "it is similar to the node",
        "no node is similar",
        "child 1.00",
        "child 1.00",
    ]
    waiting = [page("tea"), page("rain"), *finished(1, 2)]
    pager = Pager(Notation(), queue=1, hot=99)
    at_hand = {"indexes": (Scored("segments", n3=0.9),)}
    assert whys(pager, "unit", 1, *waiting, segment("s"), **tracked, **at_hand) == [
        "it is similar to the segment",
        "page 1.00",
    ]
    at_hand = {"indexes": (Scored("segments"),)}
    assert whys(pager, "unit", 1, *waiting, segment("s"), **tracked, **at_hand) == [
        "no segment is similar",
        "page 1.00",
    ]
    facts_told = [draft("A", "home: A"), draft("B", "home: B")]
    linked = {"indexes": (Slots(), EntityVectors()), "keys": {"slot": slot_keys}, "score": Single("entity")}
    assert whys(same_topic, "added", 2, *facts_told, **linked) == ["the same topic"]
    rests = "the insight rests on it"
    assert whys(Insights(), "added", 2, *facts_told) == ["contradiction revelation", rests, rests]


def test_items_made_of_others_take_no_further_data_along():
    def made(rule, kind, *told, **parts):
        memory = holding(*told, **{**COUNTING, **parts})
        grown = applied(memory, rule, kind, len(told))
        return [part for item in grown.journal.items("p1")[len(told) :] for part in item.parts]

    told = draft("home: A", "x: y", kind="turn", mark=1)
    (profile,) = made(Portrait(Notation()), "unit", told)
    assert (dict(profile.extra), profile.claims) == ({}, (claim("home: A"),))
    said = draft("I am here.", "x: y", kind="turn", mark=1)
    (trait,) = made(Traits(), "turn", said)
    assert trait.claims == ()
    (gist,) = made(RunningGist(), "turn", said)
    assert (dict(gist.extra), gist.claims) == ({}, ())
    (line,) = made(Plots(), "unit", said)
    assert (dict(line.extra), line.claims) == ({"scale": 1, "weighed": 0}, ())
    tracked = {"trackers": (WordCounts(), Pages()), "indexes": (Scored("segments"),)}
    hot = [
        said,
        draft("home: A", kind="turn", mark=1),
        segment("s"),
        *finished(1, 2),
        Op("LINK", "p1#3", other="p1#2", time=at(20)),
    ]
    memory = holding(*hot, **tracked)
    (op,) = [op for op in Pager(Notation(), hot=2.0)(looking(memory), happening("unit")) if op.verb == "ADD"]
    assert (dict(op.draft.extra), op.draft.kind, op.draft.claims) == ({}, "knowledge", (claim("home: A"),))


def test_a_new_opinion_does_not_change_itself():
    held = draft("I love tea", kind="opinion", confidence=0.5)
    new = draft("I enjoy tea", kind="opinion", hours=1, confidence=0.5)
    view = looking(holding(held, new, indexes=(Scored("opinions", n2=1.0, n1=0.8),)))
    assert done(Believe(), view, "added", 2) == [("UPDATE", "p1#1", "I love tea")]
