"""Memories that forget: by curves, shares, salience, competition, limits, and on request."""

from __future__ import annotations

from typing import Any

from regulars.errors import ConfigurationError
from regulars.memory.backends import lexical
from regulars.memory.build_memory import build_memory
from regulars.memory.composition.compose import Composed, compose
from regulars.memory.embedders import HASHED, Embedder, build_embedder
from regulars.memory.journal.operations import TURN
from regulars.memory.parts.consolidation.plots import PLOT, Plots
from regulars.memory.parts.consolidation.portrait import PROFILE, TRAIT, Portrait, Traits
from regulars.memory.parts.consolidation.running_gist import ERAS, GIST, RunningGist
from regulars.memory.parts.consolidation.summaries import SUMMARY, SessionSummary
from regulars.memory.parts.consolidation.topics import OverlapDecay, TopicSummary
from regulars.memory.parts.extraction.extract import nothing_extracted
from regulars.memory.parts.extraction.statements import statement_reader
from regulars.memory.parts.forgetting.competition import Competition, Inhibited
from regulars.memory.parts.forgetting.curves import Ebbinghaus
from regulars.memory.parts.forgetting.limits import Capacity, TimeToLive, TokenBudget
from regulars.memory.parts.forgetting.on_request import OnRequest, on_request
from regulars.memory.parts.forgetting.salience import Salience
from regulars.memory.parts.forgetting.share import KeepShare
from regulars.memory.parts.forgetting.touch import Touched
from regulars.memory.parts.indexes.bm25 import BM25
from regulars.memory.parts.indexes.dense import Dense
from regulars.memory.parts.indexes.keys import KindsOnly
from regulars.memory.parts.items_by_kind import ItemsByKind
from regulars.memory.parts.reading.profile_hits import ProfileAndHits
from regulars.memory.parts.scope_statistics import AtSessionEnd, ScopeStatistics
from regulars.memory.parts.scoring.fusion import Cascade
from regulars.memory.parts.segments.pauses import Pause, Stretches
from regulars.memory.parts.segments.units import Rounds
from regulars.memory.parts.text.surprisal import Unigrams
from regulars.memory.parts.text.terms import WordCounts
from regulars.memory.parts.view import Rule, Together


def memorybank(
    *, scale: float = 1.0, threshold: float = 0.0, summary: str = "central", reader: str = "rules",
    forgets: bool = True, embedder: str | Embedder = HASHED, seed: int = 0,
) -> Composed:  # fmt: skip
    """A dated log with session summaries and a portrait. Unused items fade along Ebbinghaus's curve.

    Exact: rounds as items; strength rises and time restarts with every recall; when a session begins, an item survives
    with the probability `exp(-t / S)`; every context shows the portrait. Stand-ins: chosen sentences for a model's
    summaries, claims for its portrait. Two defects of the public code are avoided: there, a higher strength makes an
    item fade sooner, and the draws have no seed.

    Args:
        scale: Days until an unused item falls to 1 / e; the paper uses 1, its later code 5.
        threshold: If above 0, items retained to less than this are deleted, without a draw.
        summary: `central` or `lead`: how the sentences of summaries are chosen.
        reader: Reads statements.
        forgets: Whether it forgets on request.
        embedder: Makes the vectors: an embedder, or the spec of one.
        seed: The seed of the draws.
    """
    statements = statement_reader(reader)
    kinds = (TURN, SUMMARY)
    return compose(
        indexes=(Dense(build_embedder(embedder)),),
        segment=Rounds(),
        keys=KindsOnly(kinds),
        consolidate=Together((Portrait(statements), AtSessionEnd((SessionSummary(how=summary),)))),
        touch=Touched(),
        forget=Ebbinghaus(scale, threshold, kinds),
        unwanted=on_request(forgets, reader),
        trackers=(ScopeStatistics(), ItemsByKind(PROFILE), WordCounts()),
        read=ProfileAndHits((PROFILE,)),
        seed=seed,
    )


def lufy(
    *,
    low: float = 0.10,
    high: float = 0.15,
    reader: str = "rules",
    forgets: bool = True,
    embedder: str | Embedder = HASHED,
) -> Composed:
    """Keeps a tenth of the conversation: the items that are important, surprising, emotional or used.

    Exact: strength with its constants and weights, retention, the share kept, marks for the first two ranks. Stand-ins:
    counts of claims, numbers and names for a model's importance; unigrams for its perplexity; a word list for its
    arousal. In the spirit of the publication: only vectors rank the turns.

    Args:
        low: The lowest share that is kept after a session.
        high: The highest share.
        reader: Reads statements.
        forgets: Whether it forgets on request.
        embedder: Makes the vectors: an embedder, or the spec of one.
    """
    return compose(
        indexes=(Dense(build_embedder(embedder)),),
        touch=Touched(2),
        forget=AtSessionEnd((KeepShare(statement_reader(reader), low=low, high=high),)),
        unwanted=on_request(forgets, reader),
        trackers=(ScopeStatistics(), Unigrams()),
    )


def hema(
    *, tokens: int = 60, every: int = 100, share: float = 0.005, tail: int = 4, reader: str = "rules",
    forgets: bool = True, embedder: str | Embedder = HASHED,
) -> Composed:  # fmt: skip
    """A running gist of the conversation in two levels, and episodes. The least salient episodes are forgotten.

    In the spirit of the paper, whose code is not public. From its description: size and times of the gist, the formula
    of salience, how often and how much is forgotten, the order of the context. The weights are ours. Stand-in: chosen
    sentences for a model's summary.

    Args:
        tokens: The size of the gist.
        every: After how many turns the gist moves to the upper level and items are forgotten.
        share: The share that is forgotten.
        tail: How many of the newest turns the context always shows.
        reader: Reads requests to forget.
        forgets: Whether it forgets on request.
        embedder: Makes the vectors: an embedder, or the spec of one.
    """
    return compose(
        indexes=(Dense(build_embedder(embedder)),),
        keys=KindsOnly((TURN,)),
        consolidate=RunningGist(tokens, every, 2 * tokens),
        touch=Touched(),
        forget=Salience(every=every, share=share),
        unwanted=on_request(forgets, reader),
        trackers=(ScopeStatistics(), ItemsByKind(GIST, ERAS), WordCounts()),
        read=ProfileAndHits((ERAS, GIST), tail=tail),
    )


def moom(
    *, most: int = 100, turns: int = 12, width: int = 8, wide: int = 2, reader: str = "rules", forgets: bool = True,
    embedder: str | Embedder = HASHED,
) -> Composed:  # fmt: skip
    """Two stores that forget by competition: a plot at several scales and a table of the persona.

    Exact: the grade, the inhibition of candidates that lost, the two stages of the search, the number kept. In the
    spirit of the publication: a round is a session, and words rank the second stage. Stand-ins: chosen sentences for a
    model's plot, claims for its persona. The public code also forgets by a curve, which fails silently; that part is
    left out.

    Args:
        most: How many lines of the plot and facts of the persona are kept.
        turns: How many turns are summarised together.
        width: How many lines of a scale are compared to lift some to the next.
        wide: How many candidates the first stage has, as a multiple of the items recalled.
        reader: Reads statements.
        forgets: Whether it forgets on request.
        embedder: Makes the vectors: an embedder, or the spec of one.
    """
    statements = statement_reader(reader)
    cascade = Cascade("dense", "bm25", wide)
    return compose(
        indexes=(Dense(build_embedder(embedder)), BM25()),
        segment=Stretches(most=turns),
        extract=nothing_extracted,
        consolidate=Together((Portrait(statements), Plots(width=width))),
        touch=Together((Touched(), Inhibited(cascade))),
        forget=AtSessionEnd((Competition((PLOT, PROFILE), most),)),
        unwanted=on_request(forgets, reader),
        trackers=(ScopeStatistics(), ItemsByKind(PLOT, PROFILE), WordCounts()),
        score=cascade,
        read=ProfileAndHits((PROFILE,)),
    )


def ld_agent(
    *, hours: float = 1.0, decay: float = 1e-7, lines: int = 2, summary: str = "central", traits: int = 10,
    reader: str = "rules", forgets: bool = True,
) -> Composed:  # fmt: skip
    """Session summaries that fade with age and are found by shared nouns, and two lists of traits.

    Exact: a pause of an hour ends a session, the overlap of nouns, its decay. Stand-ins: a rule for the tagger that
    finds nouns, chosen sentences for a model's summary, sentences with `I` for its traits. The public code stores the
    last session only when the next one begins, and recalls at most one memory. Here the end of a session stores it, and
    a recall returns up to k items.

    Args:
        hours: The longest pause inside a session.
        decay: The decay per second.
        lines: How many sentences a summary has.
        summary: `central` or `lead`: how sentences are chosen.
        traits: How many traits are kept of the person, and of the assistant.
        reader: Reads requests to forget.
        forgets: Whether it forgets on request.
    """
    return compose(
        indexes=(BM25(),),
        segment=Pause(hours),
        extract=nothing_extracted,
        consolidate=Together((Traits(traits), TopicSummary(lines, summary))),
        unwanted=on_request(forgets, reader),
        trackers=(ItemsByKind(TRAIT), WordCounts()),
        score=OverlapDecay(decay),
    )


def bounded(
    *, most: int = 0, tokens: int = 0, days: float = 0.0, by: str = "fifo", reader: str = "rules",
    forgets: bool = False, backend: str = "numpy", path: str | None = None,
) -> Composed:  # fmt: skip
    """BM25 over turns, with a limit on their number, tokens or age.

    Args:
        most: How many turns are kept; 0 for any number. Without another limit it is 100.
        tokens: The tokens that all stored turns may take; 0 for any number.
        days: How many days a turn is kept; 0 for ever.
        by: `fifo` deletes the oldest first, `lfu` the least used.
        reader: Reads requests to forget.
        forgets: Whether it forgets on request.
        backend: See `regulars.memory.backends.lexical`.
        path: See there.
    """
    limits: list[Rule] = [Capacity(most or 100, by)] if most or not (tokens or days) else []
    limits += [TokenBudget(tokens, by)] if tokens else []
    limits += [TimeToLive(days)] if days else []
    return compose(
        indexes=(lexical(backend=backend, path=path),),
        touch=Touched(),
        forget=Together(tuple(limits)),
        unwanted=on_request(forgets, reader),
        trackers=(ScopeStatistics(),),
    )


def on_request_over(*, over: str = "bm25-turn", reader: str = "rules", seed: int = 0) -> Composed:
    """Makes another system of this package forget on request.

    Args:
        over: The system's name.
        reader: Reads statements and requests to forget.
        seed: The seed of the system.

    Raises:
        ConfigurationError: The system is not composed of parts.
    """
    memory: Any = build_memory(over, seed)
    if not isinstance(memory, Composed):
        raise ConfigurationError(f"{over} is not composed of parts", where="on-request", expected="a built-in system")
    return memory.varied(unwanted=OnRequest(statement_reader(reader)))
