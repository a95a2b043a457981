"""Memories of change: relations across sessions, trends, a rewritten state, and partners of one owner."""

from __future__ import annotations

from regulars.memory.composition.compose import Composed, compose
from regulars.memory.embedders import HASHED, Embedder, build_embedder
from regulars.memory.journal.operations import TURN
from regulars.memory.parts.admission.conflict import keep_me_updated
from regulars.memory.parts.consolidation.preferences import PREFERENCE, FusedMeans, Preferences, disclosure_kind
from regulars.memory.parts.extraction.claims import slot_keys
from regulars.memory.parts.extraction.stated import Stated
from regulars.memory.parts.extraction.statements import FACT, statement_reader
from regulars.memory.parts.forgetting.bounded import Bounded
from regulars.memory.parts.indexes.bm25 import BM25
from regulars.memory.parts.indexes.dense import Dense
from regulars.memory.parts.indexes.entity_vectors import EntityVectors
from regulars.memory.parts.indexes.keys import KindsOnly, entity_keys
from regulars.memory.parts.indexes.slots import Slots
from regulars.memory.parts.links.slot_history import fragment_kind, slot_history
from regulars.memory.parts.links.topics import same_topic
from regulars.memory.parts.reading.stores import ProfileFirst, whole
from regulars.memory.parts.scoring.by_index import Single
from regulars.memory.parts.scoring.link_expansion import Backed, LinkExpansion
from regulars.memory.parts.segments.units import ExtractedSessions


def premem(*, reader: str = "rules", embedder: str | Embedder = HASHED) -> Composed:
    """Fragments of three kinds, and items that relate a fragment to an earlier session.

    In the spirit of the publication, which also has: the kinds, the reasoning before storage and the relations. Implied
    relations are left out. Stand-ins: claims of one slot for the model that reasons, the words of both fragments for
    its text.

    Args:
        reader: Reads statements.
        embedder: Makes the vectors: an embedder, or the spec of one.
    """
    return compose(
        indexes=(Dense(build_embedder(embedder)), Slots()),
        keys={"slot": slot_keys},
        segment=ExtractedSessions(),
        extract=Stated(statement_reader(reader), fragment_kind),
        consolidate=slot_history,
        score=Single("dense"),
    )


def pamu(
    *, reader: str = "rules", window: int = 3, beta: float = 0.4, mix: float = 0.5, change: float = 0.15
) -> Composed:
    """Fuses a sliding and an exponential mean of each slot's values. The leading value is the preference.

    In the spirit of the publication; only its abstract is available. From it: both means, their fusion and the flag;
    the numbers are ours. Stand-in: claims for the classifier that gives the values. A statement without a claim is
    stored unchanged.

    Args:
        reader: Reads statements.
        window: See `FusedMeans`.
        beta: See `FusedMeans`.
        mix: See `FusedMeans`.
        change: See `FusedMeans`.
    """
    shown = (PREFERENCE, FACT, TURN)
    return compose(
        indexes=(BM25(b=0.3), Slots()),
        keys={"bm25": KindsOnly(shown), "slot": slot_keys},
        extract=Stated(statement_reader(reader), disclosure_kind),
        consolidate=Preferences(FusedMeans(window, beta, mix, change)),
        score=Backed(Single("bm25"), (PREFERENCE,)),
        read=ProfileFirst((PREFERENCE,)),
    )


def mem1(*, reader: str = "rules", tokens: int = 1024) -> Composed:
    """Keeps one state of bounded size, rewrites it at every turn and always shows it. The overflow is deleted.

    In the spirit of the publication, which also has: the bound, the rewriting at every turn and the loss of the turns
    themselves. Stand-ins for the trained model that rewrites: rules over claims and an order of eviction.

    Args:
        reader: Reads statements.
        tokens: The size of the state in tokens.
    """
    return compose(
        indexes=(BM25(b=0.3), Slots()),
        keys={"slot": slot_keys},
        extract=Stated(statement_reader(reader)),
        admit=keep_me_updated,
        forget=Bounded(tokens),
        score=Backed(Single("bm25")),
        read=whole,
    )


def emma(*, reader: str = "rules", embedder: str | Embedder = HASHED, shared: bool = False) -> Composed:
    """Keeps one owner's facts with all partners in one store, by speaker, linked by topic across sessions.

    The owner is the scope, and partners are the people who share it. A fact is found by the name of the person who told
    it. In the spirit of the publication; the reader and the table over claims stand in for its trained models. With
    `shared` the assistant is the owner. **Facts are then pooled over all scopes, so one person's facts reach another**,
    as published.

    Args:
        reader: Reads statements.
        embedder: Makes the vectors: an embedder, or the spec of one.
        shared: Whether all scopes share the facts.
    """
    vectors = build_embedder(embedder)
    return compose(
        indexes=(Dense(vectors), Slots(), EntityVectors(vectors)),
        keys={"slot": slot_keys, "entity": entity_keys},
        segment=ExtractedSessions(),
        extract=Stated(statement_reader(reader)),
        admit=keep_me_updated,
        link=same_topic,
        score=LinkExpansion(Single("dense"), (FACT,)),
        pools=frozenset({FACT}) if shared else frozenset(),
    )
