"""Memories with typed stores. Each store has one kind of statement and its own place in the context."""

from __future__ import annotations

from regulars.memory.composition.compose import Composed, compose
from regulars.memory.embedders import HASHED, Embedder, build_embedder
from regulars.memory.journal.operations import TURN
from regulars.memory.parts.admission.conflict import keep_me_updated
from regulars.memory.parts.admission.duplicates import near_dedup
from regulars.memory.parts.extraction.claims import slot_keys
from regulars.memory.parts.extraction.kinds import MIRIX, MMAG, mirix_kind, mmag_kind
from regulars.memory.parts.extraction.stated import Stated
from regulars.memory.parts.extraction.statements import FACT, statement_reader
from regulars.memory.parts.forgetting.bounded import Bounded, NewestOnly
from regulars.memory.parts.guarding.sensitivity import Vault
from regulars.memory.parts.indexes.bm25 import BM25
from regulars.memory.parts.indexes.dense import Dense
from regulars.memory.parts.indexes.keys import KindsOnly
from regulars.memory.parts.indexes.rare_words import RareWords
from regulars.memory.parts.indexes.slots import Slots
from regulars.memory.parts.indexes.times import Times, day_key
from regulars.memory.parts.links.kinds import Links, Nearest
from regulars.memory.parts.reading.stores import Layered, ProfileFirst, Split
from regulars.memory.parts.scoring.by_index import Single
from regulars.memory.parts.scoring.gate import Gated, tag_keys
from regulars.memory.parts.scoring.link_expansion import LinkExpansion, Union
from regulars.memory.parts.segments.units import ExtractedSessions

_SHARES = (("core", 0.3), ("episodic", 0.2), ("semantic", 0.2), ("procedural", 0.1), ("resource", 0.1), ("vault", 0.1))


def mirix(*, reader: str = "rules", core: int = 1000) -> Composed:
    """Six typed stores with routed writes. A question searches all of them by words; each has a share of the context.

    In the spirit of the publication, which also has: the stores, a BM25 search in each, a bounded core, and a vault for
    secrets with a typed sensitivity. Stand-ins: claims and cues for the managers, the whole cue for its topic.

    Args:
        reader: Reads statements.
        core: The most tokens of the core; the published code allows 5,000 characters.
    """
    return compose(
        indexes=(BM25(b=0.3), Slots()),
        keys={"slot": slot_keys},
        extract=Stated(statement_reader(reader), mirix_kind, assistant=True),
        admit=keep_me_updated,
        forget=Bounded(core, ("core",)),
        score=Union((*(("bm25", (kind,)) for kind in MIRIX), ("bm25", (TURN,)))),
        guards=(Vault(),),
        read=Split(_SHARES),
    )


def mmag(*, reader: str = "rules", surroundings: int = 20) -> Composed:
    """Five layers by priority: biography, the current turn, events, surroundings, the past conversation.

    In the spirit of the publication, whose layers and priority are known. Stand-ins: claims and cues for the model that
    routes. The current turn is the open one, the newest of the conversation.

    Args:
        reader: Reads statements.
        surroundings: How many of the newest statements on surroundings are kept.
    """
    biography, event, around = MMAG
    return compose(
        indexes=(BM25(b=0.3), Slots()),
        keys={"slot": slot_keys},
        extract=Stated(statement_reader(reader), mmag_kind),
        keeps_units=True,
        admit=keep_me_updated,
        forget=NewestOnly(around, surroundings),
        score=Union(tuple(("bm25", (kind,)) for kind in (biography, event, around, TURN))),
        read=Layered(((biography,), (event,), (around,), (TURN,))),
    )


def caim(*, reader: str = "rules", least: float = 1.0) -> Composed:
    """A gate decides whether memory is needed. Tags and days select from it, and duplicates are merged.

    In the spirit of the publication. Stand-ins: the best score for the controller that decides, the words of attributes
    for a model's tags, equal claims for its check of duplicates.

    Args:
        reader: Reads statements.
        least: The lowest BM25 score over tags at which memory is needed.
    """
    return compose(
        indexes=(BM25(b=0.3), Times(), Slots()),
        keys={"bm25": tag_keys, "time": day_key, "slot": slot_keys},
        segment=ExtractedSessions(),
        extract=Stated(statement_reader(reader)),
        admit=near_dedup,
        score=Gated(Single("bm25"), least),
    )


def o_mem(*, reader: str = "rules", embedder: str | Embedder = HASHED) -> Composed:
    """Three sources side by side: a persona of attributes and events, turns by topic, and turns by the rarest word.

    In the spirit of the publication; only the paper is available. From it: add, ignore and update, the three kinds of
    search, and the graph of nearest attributes. Stand-ins: the reader for the model that extracts, and content words
    for a turn's topic.

    Args:
        reader: Reads statements.
        embedder: Makes the vectors: an embedder, or the spec of one.
    """
    return compose(
        indexes=(Dense(build_embedder(embedder)), RareWords(), Slots()),
        keys={"rare": KindsOnly((TURN,)), "slot": slot_keys},
        extract=Stated(statement_reader(reader)),
        keeps_units=True,
        admit=keep_me_updated,
        link=Links((("nearest", Nearest(least=0.0, k=1, kinds=(FACT,), claimed=True)),), (FACT,)),
        score=LinkExpansion(Union((("dense", (FACT,)), ("dense", (TURN,)), ("rare", (TURN,)))), (FACT,)),
        read=ProfileFirst((FACT,), 0.4),
    )
