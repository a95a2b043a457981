"""Memories with linked items: notes, timelines, entity graphs, co-activation.

Rules read keywords, relations and triples from the text, where a published system asks a model. docs/memory_graph.md
lists what is exact and what is not.
"""

from __future__ import annotations

from regulars.memory.composition.compose import Composed, compose
from regulars.memory.embedders import HASHED, Embedder, build_embedder
from regulars.memory.parts.admission.duplicates import SameWords
from regulars.memory.parts.consolidation.gists import EVENT, EventGists
from regulars.memory.parts.consolidation.networks import FACTS, OPINION, Believe, Networks, Observe
from regulars.memory.parts.consolidation.notes import NOTE, Notes, evolve, note_key
from regulars.memory.parts.extraction.statements import Facts, statement_reader
from regulars.memory.parts.indexes.bm25 import BM25
from regulars.memory.parts.indexes.dense import Dense
from regulars.memory.parts.indexes.entity_postings import EntityPostings
from regulars.memory.parts.indexes.keys import KindsOnly, entity_keys, name_and_text
from regulars.memory.parts.indexes.named import Named
from regulars.memory.parts.indexes.recent import Recent
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
)
from regulars.memory.parts.reading.layers import Layers
from regulars.memory.parts.reading.lines import distinct
from regulars.memory.parts.scoring.associative import Associative
from regulars.memory.parts.scoring.boosts import FourRetrievers
from regulars.memory.parts.scoring.expand import Expand, Timelines
from regulars.memory.parts.scoring.graph import PageRank, PhraseGraph, PhraseNodes, fact_texts
from regulars.memory.parts.segments.units import SessionUnits
from regulars.memory.parts.text.terms import WordCounts
from regulars.memory.parts.view import Together


def a_mem(
    *, reader: str = "rules", embedder: str | Embedder = HASHED, near: float = 0.55, share: float = 0.5
) -> Composed:
    """Each turn becomes a note with keywords, tags and a context, linked with similar notes among its five nearest.

    A new note changes tags and context of the notes that it points to. A hit also recalls the notes linked with it.
    Exact: the fields, the embedded text, five neighbours, retrieval along links. In the spirit of the publication,
    where a model decides: the links (cosine of at least `near`, or the same attribute or name) and what evolution
    writes. Of the k hits, `share` come from the index; linked notes fill the rest. Published defects avoided: evolution
    edits only the neighbours, no field stays empty, links are note ids and are followed, an edited note is indexed
    again, and two memories share nothing.

    Args:
        reader: Reads claims, for tags and contexts.
        embedder: Makes the vectors: an embedder, or the spec of one.
        near: The lowest cosine of a link, in [0, 1].
        share: The share of the hits that come from the index, in (0, 1].
    """
    return compose(
        indexes=(Dense(build_embedder(embedder)),),
        extract=Notes(statement_reader(reader)),
        keys=note_key,
        link=Links((("near", Nearest(least=near, kinds=(NOTE,))), ("same", SameSlot(kinds=(NOTE,)))), (NOTE,)),
        consolidate=evolve,
        trackers=(WordCounts(), Backlinks()),
        score=Expand(share=share),
    )


def theanine(
    *, reader: str = "rules", embedder: str | Embedder = HASHED, events: int = 10, seeds: int = 3, walks: int = 1
) -> Composed:
    """Stores the events of a session, each linked to the latest related event of a component. Recalls timelines.

    Exact: j = 3 associated events, seven relations, one link for each component to its most recent related member, top
    3 and timelines through them, no deletion. In the spirit of the publication: events are sentences as said, those
    with a claim and the most central ones; cue words decide relations; timelines are not refined to the dialogue. An
    open session is found as a whole.

    Args:
        reader: Reads claims; sentences with claims are kept.
        embedder: Makes the vectors: an embedder, or the spec of one.
        events: The most events per session, 1 to 1,000.
        seeds: How many events the search starts from.
        walks: How many timelines are sampled for each of them.
    """
    return compose(
        indexes=(Dense(build_embedder(embedder)),),
        segment=SessionUnits(),
        extract=EventGists(statement_reader(reader), events),
        link=Latest((EVENT,)),
        trackers=(WordCounts(), Backlinks()),
        score=Timelines(seeds=seeds, walks=walks),
    )


def hipporag(
    *, reader: str = "rules", embedder: str | Embedder = HASHED, damping: float = 0.5, alike: float = 0.8
) -> Composed:
    """The phrases of turns form a graph. PageRank from the facts most similar to the cue ranks the turns.

    Exact: fact, passage and synonymy edges; five facts; phrase weights divided by the number of passages; passage
    weights of 0.05; damping 0.5; dense retrieval when no fact is found. In the spirit of the publication: a fact is the
    speaker, names and stems of one sentence, or a claim, instead of a model's triple. No model filters the facts.

    Args:
        reader: Reads claims.
        embedder: Makes the vectors: an embedder, or the spec of one.
        damping: See `pagerank`.
        alike: The lowest cosine of synonyms, in (0, 1].
    """
    vectors = build_embedder(embedder)
    return compose(
        indexes=(Dense(vectors), Named("facts", Dense(vectors)), PhraseGraph(vectors, alike)),
        keys={"dense": name_and_text, "facts": fact_texts, "graph": PhraseNodes(statement_reader(reader))},
        score=PageRank(damping=damping),
    )


def hindsight(
    *,
    reader: str = "rules",
    embedder: str | Embedder = HASHED,
    alpha: float = 0.1,
    near: float = 0.5,
    cap: int = 50,
    seeds: int = 20,
) -> Composed:
    """Facts in four networks, linked by entity, similarity, time and cause. Four retrievers are fused and boosted.

    Exact: the four retrievers with their thresholds, RRF with 60, the boosts of recency, time and proof, semantic links
    from 0.7, temporal links within 24 hours and their weight, belief steps, trends. In the spirit of the publication:
    statements are sentences as said, and their wording marks opinions. An entity's observation is the most central
    sentence about it. Fused ranks stand in for a cross-encoder's scores, as in the repository without one. There is no
    reflection. Facts are made from each turn, not from a whole conversation, so they are available at once.

    Args:
        reader: Reads statements.
        embedder: Makes the vectors: an embedder, or the spec of one.
        alpha: The step of a belief.
        near: The lowest cosine at which a statement changes an opinion.
        cap: How many items each retriever returns.
        seeds: How many items links are followed from.
    """
    linked = (
        ("entity", SharedEntities()),
        ("semantic", Nearest(least=0.7, kinds=FACTS)),
        ("temporal", Temporal(kinds=FACTS)),
        ("causal", Causal(kinds=FACTS)),
    )
    dense = Dense(build_embedder(embedder))
    return compose(
        indexes=(dense, Named("opinions", dense), BM25(b=0.3), EntityPostings(), Recent()),
        extract=Networks(statement_reader(reader)),
        keys={"opinions": KindsOnly((OPINION,)), "entities": entity_keys},
        admit=SameWords(near=3, session=True),
        link=Links(linked, FACTS),
        consolidate=Together((Believe(alpha, near), Observe())),
        trackers=(WordCounts(), Backlinks()),
        score=FourRetrievers(cap=cap, seeds=seeds),
        read=distinct,
    )


def memverse(
    *, reader: str = "rules", embedder: str | Embedder = HASHED, recent: int = 5, core: int = 10, damping: float = 0.5
) -> Composed:
    """Turns as episodes, facts as semantic memory, and a graph over both, with recent turns and a core profile.

    In the spirit of the publication: the graph links phrases and is searched by personalised PageRank; the core is the
    latest claim for each attribute. Left out: other modalities, and distilling memory into a small model's weights.

    Args:
        reader: Reads statements.
        embedder: Makes the vectors: an embedder, or the spec of one.
        recent: How many of the newest turns are always shown, as far as they fit.
        core: How many of the latest facts with claims are always shown, as far as they fit.
        damping: See `pagerank`.
    """
    vectors, reads = build_embedder(embedder), statement_reader(reader)
    return compose(
        indexes=(Dense(vectors), Named("facts", Dense(vectors)), PhraseGraph(vectors)),
        extract=Facts(reads, claimed=True),
        keeps_units=True,
        keys={"dense": name_and_text, "facts": fact_texts, "graph": PhraseNodes(reads)},
        admit=SameWords(near=3, session=True),
        score=PageRank(damping=damping),
        read=Layers(recent, core),
    )


def memoria(
    *,
    embedder: str | Embedder = HASHED,
    start: int = 30,
    gain: float = 5.0,
    used: int = 5,
    depth: int = 2,
    fade: float = 0.5,
) -> Composed:
    """Items recalled together are linked and recall each other. Unused items are deleted when their lifespan ends.

    Exact: an edge is the count of joint uses divided by the uses of one item; a use prolongs a life by its share of the
    attention. In the spirit of the publication: turns are the engrams and cosines the attention; a life is counted in
    sessions, not in steps of a model; working memory is the open unit.

    Args:
        embedder: Makes the vectors: an embedder, or the spec of one.
        start: How many sessions an unused turn lasts.
        gain: The sessions that a use with a mean share adds.
        used: How many of the best hits count as used.
        depth: How many steps along links.
        fade: The factor on a score per step.
    """
    return compose(
        indexes=(Dense(build_embedder(embedder)),),
        link=CoActivate(used),
        forget=Lifespan(start, gain),
        trackers=(Engrams(),),
        score=Associative(depth=depth, fade=fade),
    )
