"""Memories that write several streams per session: project points, or facts and insights."""

from __future__ import annotations

from regulars.memory.composition.compose import Composed, compose
from regulars.memory.embedders import HASHED, Embedder, build_embedder
from regulars.memory.parts.admission.duplicates import near_dedup
from regulars.memory.parts.admission.project_points import DiscardDuplicates, later_wins
from regulars.memory.parts.consolidation.insights import INSIGHT, Insights
from regulars.memory.parts.extraction.claims import slot_keys
from regulars.memory.parts.extraction.project_points import Points
from regulars.memory.parts.extraction.stated import Stated
from regulars.memory.parts.extraction.statements import statement_reader
from regulars.memory.parts.forgetting.past_schedule import past_schedule
from regulars.memory.parts.indexes.bm25 import BM25
from regulars.memory.parts.indexes.dense import Dense
from regulars.memory.parts.indexes.slots import Slots
from regulars.memory.parts.scoring.by_index import RRF, Single
from regulars.memory.parts.scoring.link_expansion import LinkExpansion
from regulars.memory.parts.segments.units import ExtractedSessions, Rounds


def realmem(*, reader: str = "rules", embedder: str | Embedder = HASHED, batch: int = 20) -> Composed:
    """A session leaves dynamic points (confirmed or drafts), static points and a schedule. Duplicates are discarded.

    In the spirit of the published one: kinds, statuses, the reach of a confirmation, the correction by what is later,
    batches and the protection of what recurs are its own. Stand-ins for the models of each step: the reader, lists of
    cues, dates in the text. It is searched by words and vectors, fused.

    Args:
        reader: Reads statements.
        embedder: Makes the vectors: an embedder, or the spec of one.
        batch: How many points are looked through for duplicates at once.
    """
    return compose(
        indexes=(BM25(b=0.3), Dense(build_embedder(embedder)), Slots()),
        keys={"slot": slot_keys},
        segment=ExtractedSessions(),
        extract=Points(statement_reader(reader)),
        admit=later_wins,
        consolidate=DiscardDuplicates(batch),
        forget=past_schedule,
        score=RRF(("bm25", "dense")),
    )


def dualmem(*, reader: str = "rules", embedder: str | Embedder = HASHED, window: int = 4) -> Composed:
    """Facts, and insights that rest on two facts each. Finding an insight also finds its facts.

    In the spirit of the published one: both streams, the window of the writer, the ids that insights carry, and the
    facts that they bring are its own. A table of rules over pairs of facts stands in for the trained writer, and an
    insight is the words of its facts. Avoids that facts are merged by the similarity of their letters, which drops
    updates and negations and keeps paraphrases; and that references go astray: what is turned away never had an id.

    Args:
        reader: Reads statements.
        embedder: Makes the vectors: an embedder, or the spec of one.
        window: How many facts the writer of insights sees.
    """
    return compose(
        indexes=(Dense(build_embedder(embedder)), Slots()),
        keys={"slot": slot_keys},
        segment=Rounds(),
        extract=Stated(statement_reader(reader)),
        admit=near_dedup,
        consolidate=Insights(window),
        score=LinkExpansion(Single("dense"), (INSIGHT,)),
    )
