"""Memories whose items are tied to one another: notes, timelines, graphs of entities, co-activation.

Where a published system asks a model for keywords, relations or triples, a rule reads them from the text; see
docs/memory_graph.md for what is exact and what is not.
"""

from __future__ import annotations

from regulars.memory.compose import Composed, compose
from regulars.memory.dense import Dense
from regulars.memory.embedders import HashedEmbedder
from regulars.memory.expand import Expand, Timelines
from regulars.memory.gists import EVENT, Events
from regulars.memory.graph import PageRank, PhraseGraph, Phrases, fact_texts
from regulars.memory.keys import name_and_text
from regulars.memory.links import Backlinks, Latest, Links, Nearest, SameSlot
from regulars.memory.named import Named
from regulars.memory.notes import NOTE, Notes, evolve, note_key
from regulars.memory.segment import Sessions
from regulars.memory.statements import statement_reader
from regulars.memory.terms import WordCounts

__all__ = ["a_mem", "hipporag", "theanine"]


def a_mem(*, reader: str = "rules", dims: int = 256, near: float = 0.55, share: float = 0.5) -> Composed:
    """Each turn becomes a note with keywords, tags and a context, linked with those of its five nearest that are alike.

    A new note changes tags and context of the notes that it points to; what is found brings the notes that it is linked
    with. Exact: the fields, what is embedded, five neighbours, retrieval along links. In the spirit of: who is linked
    (cosine of at least `near`, or the same attribute or name) and what evolution writes, which a model decides there;
    of the k hits, `share` is the index's and the linked notes follow within k. Published defects avoided: evolution
    edits the neighbours and nothing else, no field stays empty, links are ids of notes and are followed, an edited
    note is indexed anew, and two memories share nothing.

    Args:
        reader: What reads claims, for tags and contexts.
        dims: The dimensions of a vector.
        near: The lowest cosine of a link, in [0, 1].
        share: The part of the hits that is the index's, in (0, 1].
    """
    return compose(
        indexes=(Dense(HashedEmbedder(dims)),),
        extract=Notes(statement_reader(reader)),
        keys=note_key,
        link=Links((("near", Nearest(least=near, kinds=(NOTE,))), ("same", SameSlot(kinds=(NOTE,)))), (NOTE,)),
        consolidate=evolve,
        trackers=(WordCounts(), Backlinks()),
        score=Expand(share=share),
    )


def theanine(*, reader: str = "rules", dims: int = 256, events: int = 10, seeds: int = 3, walks: int = 1) -> Composed:
    """A session leaves events, tied by relations to the latest related event of each component; timelines are recalled.

    Exact: j = 3 associated events, seven relations, one link for each component to its most recent related member, top
    3 and timelines through them, nothing deleted. In the spirit of: events are sentences as said, those with a claim
    and the most central ones; relations go by cue words; timelines are not refined to the dialogue. Until a session
    ends, it is found as a whole.

    Args:
        reader: What reads claims, so that sentences with claims are kept.
        dims: The dimensions of a vector.
        events: How many events a session leaves at most, 1 to 1,000.
        seeds: How many events are looked up.
        walks: How many timelines are sampled for each.
    """
    return compose(
        indexes=(Dense(HashedEmbedder(dims)),),
        segment=Sessions(),
        extract=Events(statement_reader(reader), events),
        link=Latest((EVENT,)),
        trackers=(WordCounts(), Backlinks()),
        score=Timelines(seeds=seeds, walks=walks),
    )


def hipporag(*, reader: str = "rules", dims: int = 256, damping: float = 0.5, alike: float = 0.8) -> Composed:
    """Phrases of turns make a graph; walks from the facts that are like the cue rank the turns by PageRank.

    Exact: fact, passage and synonymy edges, five facts, phrase weights divided by the number of passages, passage
    weights of 0.05, damping 0.5, dense retrieval where no fact is found. In the spirit of: a fact is the speaker,
    names and stems of one sentence, or a claim, instead of a model's triples; no model filters the facts.

    Args:
        reader: What reads claims.
        dims: The dimensions of a vector.
        damping: See `pagerank`.
        alike: The lowest cosine of synonyms, in (0, 1].
    """
    embedder = HashedEmbedder(dims)
    return compose(
        indexes=(Dense(embedder), Named("facts", Dense(embedder)), PhraseGraph(embedder, alike)),
        keys={"dense": name_and_text, "facts": fact_texts, "graph": Phrases(statement_reader(reader))},
        score=PageRank(damping=damping),
    )
