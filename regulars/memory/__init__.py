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
)

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
register(
    "memory",
    "memoryos",
    f"{_SYSTEMS}.hierarchies:memoryos",
    summary="a queue of pages, segments with heat, knowledge of what was hot",
    family="graph",
    source="arXiv 2506.06326; BAI-LAB/MemoryOS",
    fidelity="in the spirit of",
    stand_in="central sentences for summaries, statements for a model's profile",
)
register(
    "memory",
    "h-mem",
    f"{_SYSTEMS}.hierarchies:h_mem",
    summary="a taxonomy of four levels, searched from the top",
    family="graph",
    source="arXiv 2507.22925",
    fidelity="in the spirit of",
    stand_in="leader clusters of keywords for a model's abstraction",
)
register(
    "memory",
    "hcam",
    f"{_SYSTEMS}.hierarchies:hcam",
    summary="attention over chunks, then inside them",
    family="graph",
    source="arXiv 2105.14039; google-deepmind/deepmind-research",
    fidelity="in the spirit of",
    stand_in="hashed vectors for learned projections",
)
register(
    "memory",
    "raptor",
    f"{_SYSTEMS}.hierarchies:raptor",
    summary="a tree of clustered summaries, searched as one",
    family="graph",
    source="arXiv 2401.18059; parthsarthi03/raptor",
    fidelity="in the spirit of",
    stand_in="central sentences for summaries, spherical k-means for Gaussian mixtures",
)
register(
    "memory",
    "memwalker",
    f"{_SYSTEMS}.hierarchies:memwalker",
    summary="a tree of summaries, walked best first in few steps",
    family="graph",
    source="arXiv 2310.05029",
    fidelity="in the spirit of",
    stand_in="central sentences for summaries, cosine for a model's choice of the way",
)
register(
    "memory",
    "hindsight",
    f"{_SYSTEMS}.graphs:hindsight",
    summary="four networks of facts, four arms of search, beliefs with confidence",
    family="graph",
    source="arXiv 2512.12818; vectorize-io/hindsight",
    fidelity="in the spirit of",
    stand_in="sentences for extracted facts, wording for opinions, fused ranks for a cross-encoder, no reflection",
)
register(
    "memory",
    "memverse",
    f"{_SYSTEMS}.graphs:memverse",
    summary="episodes, facts and a graph over both, with the core of the person",
    family="graph",
    source="KnowledgeXLab/MemVerse",
    fidelity="in the spirit of",
    stand_in="phrases of sentences for a model's triples, no distillation into weights",
)
register(
    "memory",
    "memoria",
    f"{_SYSTEMS}.graphs:memoria",
    summary="ties by use together, and lifespans",
    family="graph",
    source="arXiv 2310.03052",
    fidelity="in the spirit of",
    stand_in="cosines for a model's attention",
)
