"""A random index: the floor of every ranking."""

from __future__ import annotations

from collections.abc import Sequence

from regulars.errors import ConfigurationError
from regulars.memory.protocol import Cue
from regulars.seeding import SeedTree


class Shuffled:
    """Ranks items at random, each order equally likely; the score is 1 / rank.

    The draw depends only on the seed, the cue and the items of its scope. Repeating a search, or changing the order of
    searches or other scopes, does not change it.

    Args:
        seed: Any integer.

    Raises:
        ConfigurationError: The seed is not an integer.
    """

    __slots__ = ("_ids", "_seed")

    retriever = "random"

    def __init__(self, seed: int = 0) -> None:
        if not isinstance(seed, int) or isinstance(seed, bool):
            raise ConfigurationError(f"the seed is {seed!r}", where="Shuffled", expected="an integer")
        self._seed = seed
        self._ids: dict[str, dict[str, None]] = {}

    def __repr__(self) -> str:
        return f"Shuffled(seed={self._seed})"

    def blank(self) -> Shuffled:
        """An empty index with the same seed."""
        return Shuffled(self._seed)

    def put(self, scope: str, id: str, key: str) -> None:
        """Adds an item."""
        self._ids.setdefault(scope, {})[id] = None

    def extend(self, scope: str, id: str, key: str) -> None:
        """Changes nothing."""

    def drop(self, scope: str, id: str) -> None:
        """Forgets an item."""
        del self._ids[scope][id]

    def search(self, cue: Cue) -> Sequence[tuple[str, float]]:
        """Random items of the cue's scope, by the first steps of a Fisher-Yates shuffle."""
        ids = list(self._ids.get(cue.scope, {}))
        draws = SeedTree(self._seed).draws("recall", cue.scope, cue.as_of.isoformat(), cue.text)
        for place in range(min(cue.k, len(ids))):
            other = place + draws.integer(len(ids) - place)
            ids[place], ids[other] = ids[other], ids[place]
        return [(id, 1.0 / rank) for rank, id in enumerate(ids[: max(cue.k, 0)], start=1)]
