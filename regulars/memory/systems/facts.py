"""Stores of facts. They differ in how a new fact changes the old ones."""

from __future__ import annotations

from regulars.memory.composition.compose import Composed, compose
from regulars.memory.embedders import HASHED, Embedder, build_embedder
from regulars.memory.parts.admission.conflict import keep_me_updated as pairwise
from regulars.memory.parts.admission.duplicates import SameWords
from regulars.memory.parts.admission.mem0 import Mem0Update
from regulars.memory.parts.extraction.claims import slot_keys
from regulars.memory.parts.extraction.stated import Stated
from regulars.memory.parts.extraction.statements import statement_reader
from regulars.memory.parts.indexes.bm25 import BM25
from regulars.memory.parts.indexes.dense import Dense
from regulars.memory.parts.indexes.entity_vectors import EntityVectors
from regulars.memory.parts.indexes.keys import entity_keys
from regulars.memory.parts.indexes.slots import Slots
from regulars.memory.parts.reading.stores import whole
from regulars.memory.parts.scoring.by_index import Single
from regulars.memory.parts.scoring.link_expansion import Backed
from regulars.memory.parts.scoring.mem0 import ThreeSignals
from regulars.memory.parts.segments.units import ExtractedSessions, Rounds


def keep_me_updated(*, reader: str = "rules") -> Composed:
    """After a session, each new fact is compared with the stored ones: PASS, APPEND, REPLACE or DELETE.

    The context shows the whole memory, as far as it fits. Exact: the four operations, their order and their moment.
    Stand-ins: the reader for the summary of a session; a table over claims for the trained classifier of pairs.

    Args:
        reader: Reads statements.
    """
    return compose(
        indexes=(BM25(b=0.3), Slots()),
        keys={"slot": slot_keys},
        segment=ExtractedSessions(),
        extract=Stated(statement_reader(reader)),
        admit=pairwise,
        score=Backed(Single("bm25")),
        read=whole,
    )


def mem0_v1(*, reader: str = "rules", embedder: str | Embedder = HASHED, near: int = 5) -> Composed:
    """Compares a new fact with its nearest neighbours: ADD, UPDATE in place, DELETE or NONE. Vectors search.

    In the spirit of the publication, which also has: facts from people only, the neighbours, the four events and their
    effects. Stand-ins for the model that decides: claims, and bands of similarity for text without claims.

    Args:
        reader: Reads statements.
        embedder: Makes the vectors: an embedder, or the spec of one.
        near: How many neighbours are compared.
    """
    return compose(
        indexes=(Dense(build_embedder(embedder)),),
        segment=Rounds(),
        extract=Stated(statement_reader(reader)),
        admit=Mem0Update(near=near),
    )


def mem0_v3(*, reader: str = "rules", embedder: str | Embedder = HASHED, near: int = 10) -> Composed:
    """Adds each fact unless the same words are stored. The sum of three signals ranks the facts.

    The score is exact. In the spirit of the publication otherwise: a rule finds names by their capitals, in place of an
    entity recogniser; the reader stands in for the model that extracts. Two defects of the publication are avoided.
    Items that the vectors missed can be found, and a fact has the time of its turn, not of its storage.

    Args:
        reader: Reads statements.
        embedder: Makes the vectors: an embedder, or the spec of one.
        near: How many neighbours are checked for the same words.
    """
    vectors = build_embedder(embedder)
    return compose(
        indexes=(Dense(vectors), BM25(b=0.3), EntityVectors(vectors)),
        keys={"entity": entity_keys},
        segment=Rounds(),
        extract=Stated(statement_reader(reader), assistant=True),
        admit=SameWords(near=near),
        score=ThreeSignals(),
    )
