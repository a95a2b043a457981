"""Memories with guards: consensus among the recalled items, and policies on what is stored and shown."""

from __future__ import annotations

from collections.abc import Callable, Mapping

from regulars import registry
from regulars.errors import ConfigurationError, did_you_mean
from regulars.memory.composition.compose import Composed
from regulars.memory.parts.extraction.statements import statement_reader
from regulars.memory.parts.guarding.consensus import Consensus, Outvoted
from regulars.memory.parts.guarding.feedback_filter import ClaimRatings, FeedbackFilter, Remembered
from regulars.memory.parts.guarding.policies import Injections, LeastTrust, PersonalData, RateLimit
from regulars.memory.parts.guarding.protocol import Guard
from regulars.memory.parts.guarding.sensitivity import Purposes
from regulars.memory.parts.view import Together


def a_memguard(
    *,
    over: str = "bm25-turn",
    half_life: float = 3.0,
    majority: float = 0.5,
    least: int = 3,
    reader: str = "rules",
    seed: int = 0,
) -> Composed:
    """A-MemGuard: guards another memory, quarantines outvoted items and keeps them as lessons.

    In the spirit of the publication: votes on values, weighted by recency and trust, stand in for a model's reasoning
    chains and their clusters. Lessons also come from the user's feedback. A published defect is avoided: without a
    majority, everything is kept and flagged, not dropped.

    Args:
        over: The spec of the memory that is guarded.
        half_life: See `Consensus`.
        majority: See `Consensus`.
        least: See `FeedbackFilter`.
        reader: Reads claims.
        seed: The seed of the other memory.
    """
    read = statement_reader(reader)
    memory = _around(over, seed, FeedbackFilter(read, least), Consensus(read, half_life, majority))
    own = memory.made_of
    learn = Together((own.learn, Remembered(read))) if own.learn is not None else Remembered(read)
    return memory.varied(trackers=(*own.trackers, Outvoted(), ClaimRatings()), learn=learn)


def guarded(
    *, over: str = "bm25-turn", guards: str = "injections+personal-data+purposes", reader: str = "rules", seed: int = 0
) -> Composed:
    """Puts guards around another memory.

    Args:
        over: The spec of the memory that is guarded.
        guards: Any of `injections`, `personal-data`, `purposes`, `rate-limit`, `trust`, joined by `+`.
        reader: Reads claims, for `purposes`.
        seed: The seed of the other memory.
    """
    known: Mapping[str, Callable[[], Guard]] = {
        "injections": Injections,
        "personal-data": PersonalData,
        "purposes": lambda: Purposes(statement_reader(reader)),
        "rate-limit": RateLimit,
        "trust": lambda: LeastTrust(0.5),
    }
    names = [name for name in str(guards).split("+") if name]
    for name in names:
        if name not in known:
            raise ConfigurationError(f"there is no guard {name!r}", where="guarded", remedy=did_you_mean(name, known))
    return _around(over, seed, *(known[name]() for name in names))


def _around(over: str, seed: int, *guards: Guard) -> Composed:
    """The memory with more guards after its own."""
    memory = registry.build("memory", over, seed=seed)
    if not isinstance(memory, Composed):
        raise ConfigurationError(
            f"{over!r} is not composed of parts", where="over", expected="a registered memory, or one made by compose"
        )
    own = memory.made_of
    return memory.varied(guards=(*own.guards, *guards))
