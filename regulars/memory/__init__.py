"""What assistants remember with: the protocol, the parts, and the systems made of them.

Registering a system here is all it takes for commands, tables and the contract tests to know it. Systems are
registered by import path, so that none is loaded before it is built.
"""

from __future__ import annotations

from regulars.memory.adopt import adopt, build_memory
from regulars.memory.backends.durable import open_memory
from regulars.memory.compose import compose
from regulars.memory.embedders import Embedder, build_embedder
from regulars.memory.journal import Item, Journal
from regulars.memory.ops import Claim, Draft, Op
from regulars.memory.protocol import BUDGET, Cue, Hit, Lesson, Memory, Recollections
from regulars.registry import register

__all__ = [
    "BUDGET",
    "Claim",
    "Cue",
    "Draft",
    "Embedder",
    "Hit",
    "Item",
    "Journal",
    "Lesson",
    "Memory",
    "Op",
    "Recollections",
    "adopt",
    "build_embedder",
    "build_memory",
    "compose",
    "open_memory",
]

_SYSTEMS = "regulars.memory.systems"

register("reader", "rules", "regulars.agents.rule_reader:RuleReader", summary="open wordings of known attributes")
register("reader", "none", "regulars.memory.statements:Unread", summary="sentences, and no claims in them")

register("memory", "none", f"{_SYSTEMS}.references:none", summary="no memory: the floor")
register("memory", "recency", f"{_SYSTEMS}.references:recency", summary="the newest turns")
register("memory", "random", f"{_SYSTEMS}.references:random", summary="turns drawn blindly")
register(
    "memory",
    "full-context",
    f"{_SYSTEMS}.references:full_context",
    summary="every turn in the context, whatever the budget",
    unbounded=True,
)
register("memory", "bm25-turn", f"{_SYSTEMS}.lexical:bm25_turn", summary="BM25 over turns")
register("memory", "bm25-session", f"{_SYSTEMS}.lexical:bm25_session", summary="BM25 over whole sessions")
register(
    "memory",
    "dense-turn",
    f"{_SYSTEMS}.vectors:dense_turn",
    summary="vectors over turns, exact; embedder=hashed, or another of `regulars list embedders`",
)
register("memory", "dense-session", f"{_SYSTEMS}.vectors:dense_session", summary="vectors over whole sessions")
register("memory", "hybrid", f"{_SYSTEMS}.expanded:hybrid", summary="BM25 and vectors over turns, fused by rank")
register(
    "memory",
    "longmemeval",
    f"{_SYSTEMS}.expanded:longmemeval",
    summary="rounds, keys with facts, questions that say when",

register(
    "memory",
    "a-mem",
    f"{_SYSTEMS}.graphs:a_mem",
    summary="linked notes that evolve",
    family="graph",
    source="arXiv 2502.12110; agiresearch/A-mem",
    fidelity="in the spirit of",
    stand_in="TF-IDF keywords and claims for a model's note fields; cosine and slots for its links and evolution",
)
register(
    "memory",
    "theanine",
    f"{_SYSTEMS}.graphs:theanine",
    summary="events tied by relations, recalled as timelines",
    family="graph",
    source="arXiv 2406.10996",
    fidelity="in the spirit of",
    stand_in="central sentences for summaries, cue words for relations, no refinement of timelines",
)
register(
    "memory",
    "hipporag",
    f"{_SYSTEMS}.graphs:hipporag",
    summary="a graph of phrases and turns, ranked by personalised PageRank",
    family="graph",
    source="arXiv 2502.14802; OSU-NLP-Group/HippoRAG",
    fidelity="in the spirit of",
    stand_in="names and stems of a sentence for a model's triples; facts are not filtered",
)
