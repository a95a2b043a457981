"""Memories that write several streams per session: project points and schedules, or facts and insights."""

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
    """Extracts dynamic points (confirmed or drafts), static points and a schedule per session, without duplicates.

    In the spirit of the publication, which also has: kinds, statuses, the reach of a confirmation, correction by later
    points, batches, and the protection of recurring points. Stand-ins for the models of each step: the reader, lists of
    cues, dates in the text. The search fuses words and vectors.

    Args:
        reader: Reads statements.
        embedder: Makes the vectors: an embedder, or the spec of one.
        batch: How many points are checked for duplicates at once.
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
    """Facts, and insights that rest on two facts each. Recalling an insight also recalls its facts.

    In the spirit of the publication, which also has: both streams, the window of the writer, the fact ids in insights,
    and the facts that an insight recalls. A table of rules over pairs of facts stands in for the trained writer, and an
    insight has the words of its facts. Two published defects are avoided. Facts are not merged by similar letters,
    which drops updates and negations and keeps paraphrases. References are never lost, since a skipped fact has no id.

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
