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
register("reader", "patterns", "regulars.memory.patterns:PatternReader", summary="general English, no known attributes")
register(
    "reader",
    "oracle",
    "regulars.agents.annotated_reader:OracleReader",
    summary="is told what was said (reference)",
    oracle=True,
)
register(
    "reader",
    "noisy-oracle",
    "regulars.agents.annotated_reader:NoisyOracleReader",
    summary="is told what was said, with recall=.8;precision=.9;seed=0 (reference)",
    oracle=True,
)
register(
    "reader",
    "model",
    "regulars.agents.model_reader:ModelReader",
    summary="MODEL's spec, such as model:openai:NAME:temperature=0",
    provider=True,
)
register("reader", "none", "regulars.memory.statements:Unread", summary="sentences, and no claims in them")

_NOBODY = "nobody: built here"
register(
    "memory",
    "none",
    f"{_SYSTEMS}.references:none",
    summary="no memory: the floor",
    family="references",
    source=_NOBODY,
    fidelity="exact",
    stand_in="",
)
register(
    "memory",
    "recency",
    f"{_SYSTEMS}.references:recency",
    summary="the newest turns",
    family="references",
    source=_NOBODY,
    fidelity="exact",
    stand_in="",
)
register(
    "memory",
    "random",
    f"{_SYSTEMS}.references:random",
    summary="turns drawn blindly",
    family="references",
    source=_NOBODY,
    fidelity="exact",
    stand_in="",
)
register(
    "memory",
    "full-context",
    f"{_SYSTEMS}.references:full_context",
    summary="every turn in the context, whatever the budget",
    family="references",
    source=_NOBODY,
    fidelity="exact",
    stand_in="",
    unbounded=True,
)
register(
    "memory",
    "bm25-turn",
    f"{_SYSTEMS}.lexical:bm25_turn",
    summary="BM25 over turns",
    family="search",
    source="Robertson and Zaragoza 2009",
    fidelity="exact",
    stand_in="",
)
register(
    "memory",
    "bm25-session",
    f"{_SYSTEMS}.lexical:bm25_session",
    summary="BM25 over whole sessions",
    family="search",
    source="Robertson and Zaragoza 2009",
    fidelity="exact",
    stand_in="",
)
register(
    "memory",
    "dense-turn",
    f"{_SYSTEMS}.vectors:dense_turn",
    summary="vectors over turns, exact; embedder=hashed, or another of `regulars list embedders`",
    family="search",
    source="Karpukhin et al. 2020",
    fidelity="in the spirit of",
    stand_in="hashed words for a trained encoder, unless one is named",
)
register(
    "memory",
    "dense-session",
    f"{_SYSTEMS}.vectors:dense_session",
    summary="vectors over whole sessions",
    family="search",
    source="Karpukhin et al. 2020",
    fidelity="in the spirit of",
    stand_in="hashed words for a trained encoder, unless one is named",
)
register(
    "memory",
    "hybrid",
    f"{_SYSTEMS}.expanded:hybrid",
    summary="BM25 and vectors over turns, fused by rank",
    family="search",
    source="Cormack et al., SIGIR 2009",
    fidelity="exact",
    stand_in="hashed words for a trained encoder, unless one is named",
)
register(
    "memory",
    "longmemeval",
    f"{_SYSTEMS}.expanded:longmemeval",
    summary="rounds, keys with facts, questions that say when",
    family="search",
    source="Wu et al., ICLR 2025",
    fidelity="in the spirit of",
    stand_in="rules for extracted facts, a grammar for time ranges",
)

_FACTS, _READER = f"{_SYSTEMS}.facts", "a reader of statements"
register(
    "memory",
    "keep-me-updated",
    f"{_FACTS}:keep_me_updated",
    summary="facts, each pair of old and new decided after a session",
    family="conflict",
    source="Bae et al., Findings of EMNLP 2022",
    fidelity="exact",
    stand_in=f"{_READER}; a table over claims",
)
register(
    "memory",
    "mem0-v1",
    f"{_FACTS}:mem0_v1",
    summary="facts, added, updated or deleted by their nearest neighbours",
    family="conflict",
    source="Chhikara et al. 2025; mem0ai/mem0",
    fidelity="in the spirit of",
    stand_in=f"{_READER}; claims and bands of likeness",
)
register(
    "memory",
    "mem0-v3",
    f"{_FACTS}:mem0_v3",
    summary="facts, only added; meaning, words and entities rank them",
    family="conflict",
    source="mem0ai/mem0 8d5b786",
    fidelity="in the spirit of",
    stand_in=f"{_READER}; names by their capitals",
)

_STREAMS = f"{_SYSTEMS}.streams"
register(
    "memory",
    "realmem",
    f"{_STREAMS}:realmem",
    summary="points of projects and persons, and a schedule, by the session",
    family="streams",
    source="RealMem, arXiv 2601.06966",
    fidelity="in the spirit of",
    stand_in=f"{_READER}; lists of cues; dates in the text",
)
register(
    "memory",
    "dualmem",
    f"{_STREAMS}:dualmem",
    summary="facts, and insights that bring the facts they rest on",
    family="streams",
    source="RoleMemo; role2026/rolememo 869bb68",
    fidelity="in the spirit of",
    stand_in=f"{_READER}; a table of pairs of facts",
)

_STORES, _HISTORIES = f"{_SYSTEMS}.stores", f"{_SYSTEMS}.histories"
register(
    "memory",
    "mirix",
    f"{_STORES}:mirix",
    summary="six typed stores, a share of the budget each, a vault for secrets",
    family="stores",
    source="Mirix-AI/MIRIX 51f3342",
    fidelity="in the spirit of",
    stand_in=f"{_READER}; claims and cues for the managers",
)
register(
    "memory",
    "mmag",
    f"{_STORES}:mmag",
    summary="layers in an order of priority",
    family="stores",
    source="MMAG (abstract)",
    fidelity="in the spirit of",
    stand_in=f"{_READER}; claims and cues for the router",
)
register(
    "memory",
    "caim",
    f"{_STORES}:caim",
    summary="a gate, tags, days, and no duplicates",
    family="stores",
    source="CAIM (abstract)",
    fidelity="in the spirit of",
    stand_in=f"{_READER}; the best score for the controller",
)
register(
    "memory",
    "o-mem",
    f"{_STORES}:o_mem",
    summary="a persona, turns by topic, turns by their rarest word",
    family="stores",
    source="O-Mem (paper)",
    fidelity="in the spirit of",
    stand_in=f"{_READER}; words for topics",
)
register(
    "memory",
    "premem",
    f"{_HISTORIES}:premem",
    summary="fragments, and how they go on across sessions",
    family="histories",
    source="PREMem, Kim et al. 2025",
    fidelity="in the spirit of",
    stand_in=f"{_READER}; claims of one slot for the reasoning",
)
register(
    "memory",
    "pamu",
    f"{_HISTORIES}:pamu",
    summary="preferences by a sliding and an exponential mean",
    family="histories",
    source="PAMU, arXiv 2510.09720 (abstract)",
    fidelity="in the spirit of",
    stand_in=f"{_READER}; claims for the classifier",
)
register(
    "memory",
    "mem1",
    f"{_HISTORIES}:mem1",
    summary="one state of bounded size, rewritten at every turn",
    family="histories",
    source="MIT-MI/MEM1 6f22061",
    fidelity="in the spirit of",
    stand_in=f"{_READER}; settling and eviction for the trained model",
)
register(
    "memory",
    "emma",
    f"{_HISTORIES}:emma",
    summary="an owner's facts with all partners, linked by topic",
    family="histories",
    source="EMMA, Mixed-Session Conversation with Egocentric Memory",
    fidelity="in the spirit of",
    stand_in=f"{_READER}; a table over claims",
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

_FORGETTING = f"{_SYSTEMS}.forgetting"

register(
    "memory",
    "memorybank",
    f"{_FORGETTING}:memorybank",
    summary="a log that fades by Ebbinghaus's curve, with summaries and a portrait",
    family="forgetting",
    source="Zhong et al., MemoryBank (AAAI 2024)",
    fidelity="exact",
    stand_in="chosen sentences for summaries, claims for the portrait",
)
register(
    "memory",
    "lufy",
    f"{_FORGETTING}:lufy",
    summary="a tenth of the conversation: what is important, surprising, stirring, used",
    family="forgetting",
    source="Sumida et al., LUFY (2024)",
    fidelity="in the spirit of",
    stand_in="counts of claims, numbers and names; unigrams; a list of words",
)
register(
    "memory",
    "hema",
    f"{_FORGETTING}:hema",
    summary="a running gist beside episodes, of which the least salient go",
    family="forgetting",
    source="HEMA (2025)",
    fidelity="in the spirit of",
    stand_in="chosen sentences for the gist",
)
register(
    "memory",
    "moom",
    f"{_FORGETTING}:moom",
    summary="a plot in several scales and a persona, which forget by competition",
    family="forgetting",
    source="MOOM (2025)",
    fidelity="in the spirit of",
    stand_in="chosen sentences for the plot, claims for the persona",
)
register(
    "memory",
    "ld-agent",
    f"{_FORGETTING}:ld_agent",
    summary="summaries of sessions by shared nouns and age, and traits",
    family="forgetting",
    source="Li et al., LD-Agent (NAACL 2025)",
    fidelity="in the spirit of",
    stand_in="a rule for nouns, chosen sentences for summaries, sentences with I for traits",
)
register(
    "memory",
    "emotional-rag",
    f"{_SYSTEMS}.moods:emotional_rag",
    summary="turns by the distance of their words and of their mood",
    family="forgetting",
    source="Huang et al., Emotional RAG (2024)",
    fidelity="exact",
    stand_in="a list of words for emotions",
)
register(
    "memory",
    "bounded",
    f"{_FORGETTING}:bounded",
    summary="BM25 over so many turns, tokens or days",
    family="forgetting",
    source=_NOBODY,
    fidelity="exact",
    stand_in="",
)
register(
    "memory",
    "on-request",
    f"{_FORGETTING}:on_request_over",
    summary="any system, which forgets what it is asked to: on-request:over=NAME",
    family="forgetting",
    source=_NOBODY,
    fidelity="exact",
    stand_in="",
)

register(
    "lesson-reader",
    "words",
    "regulars.agents.lesson_reader:LessonsInWords",
    summary="settings and steps in replies, wishes in known wordings",
)
register("lesson-reader", "none", "regulars.memory.experiences:Unled", summary="learns nothing of manner")

_LEARNING = f"{_SYSTEMS}.learning"
_TOLD = "a reader of lessons for a model's reflection"
register(
    "memory",
    "lesson-counts",
    f"{_LEARNING}:lesson_counts",
    summary="turns, and what each person is believed to want of replies",
    family="learning",
    source="Pearl 1988, section 4.3.2; Efron and Morris 1975",
    fidelity="exact",
    stand_in="",
)
register(
    "memory",
    "rememberer",
    f"{_LEARNING}:rememberer",
    summary="a table of values of what was tried, by likeness of situation",
    family="learning",
    source="Zhang et al. 2023; OpenDFM/Rememberer 552cb62",
    fidelity="exact",
    stand_in=_TOLD,
)
register(
    "memory",
    "reme",
    f"{_LEARNING}:reme",
    summary="distilled lessons that are kept by their use",
    family="learning",
    source="ReMe; agentscope-ai/ReMe c8e1248",
    fidelity="in the spirit of",
    stand_in=_TOLD,
)
register(
    "memory",
    "exprag",
    f"{_LEARNING}:exprag",
    summary="rounds, and lessons of the experiences most alike",
    family="learning",
    source="Evo-Memory (paper)",
    fidelity="in the spirit of",
    stand_in=_TOLD,
)
register(
    "memory",
    "exprecent",
    f"{_LEARNING}:exprecent",
    summary="rounds, and lessons of the last experiences",
    family="learning",
    source="Evo-Memory (paper)",
    fidelity="in the spirit of",
    stand_in=_TOLD,
)
register(
    "memory",
    "remem",
    f"{_LEARNING}:remem",
    summary="experiences merged, pruned and refined before they teach",
    family="learning",
    source="Evo-Memory (paper)",
    fidelity="in the spirit of",
    stand_in=f"{_TOLD}; fixed rules for think, act, refine",
)
register(
    "memory",
    "rmm",
    f"{_LEARNING}:rmm",
    summary="topics through sessions, and a ranking that learns from what replies cite",
    family="learning",
    source="Tan et al., ACL 2025",
    fidelity="in the spirit of",
    stand_in="turns for a model's summaries, words in the reply for its citations",
)

_GUARDED = f"{_SYSTEMS}.guarded"
register(
    "memory",
    "a-memguard",
    f"{_GUARDED}:a_memguard",
    summary="another memory (over=...), whose outvoted items are quarantined",
    family="guards",
    source="TangciuYueng/AMemGuard 52af44b",
    fidelity="in the spirit of",
    stand_in="votes on claims for reasoning chains and their clusters",
)
register(
    "memory",
    "guarded",
    f"{_GUARDED}:guarded",
    summary="another memory (over=...) behind policies on what goes in and out",
    family="guards",
    source="Nissenbaum 2004 for purposes",
    fidelity="exact",
    stand_in="",
)
