"""The seed tree: each random draw is named by what it decides, not by how many draws came before it.

One seed grows a tree of names (`run -> group -> episode -> person -> session -> act -> attempt`). A node is the hash of
its path, and seeds a generator of its own. Two runs that reach the same node draw the same numbers there, whatever
happened elsewhere, in any process and with any version of Python or NumPy. Global random state is never touched.

The hash is BLAKE2b. The generator is Lehmer's with a state of 128 bits: each draw multiplies the state, and gives its
upper half. It passes Big Crush and PractRand (Lemire 2019, "The fastest conventional random number generator that can
pass Big Crush?"; O'Neill 2017, "128-bit MCG passes PractRand").
"""

from __future__ import annotations

from functools import lru_cache
from hashlib import blake2b
from math import cos, log, pi, sqrt
from os import urandom
from typing import TYPE_CHECKING, TypeVar

from regulars.errors import ConfigurationError

if TYPE_CHECKING:
    from collections.abc import MutableSequence, Sequence


T = TypeVar("T")
_SCALE = 1.0 / (1 << 53)
_MULTIPLIER = 0xDA942042E4DD58B5
"""The generator's multiplier in both sources."""
_STATE = (1 << 128) - 1
"""The bits of the generator's state."""


def fresh_seed() -> int:
    """A seed from the operating system, for callers that pass none. Range [0, 2**63)."""
    return int.from_bytes(urandom(8), "big") >> 1


def fresh_episode_id() -> str:
    """A name for one playing of an episode, of 32 hex digits from the operating system, as in no other run."""
    return urandom(16).hex()


def content_hash(text: str, length: int = 12) -> str:
    """The first `length` hex digits of BLAKE2b over `text`, for ids that depend on content only."""
    return blake2b(text.encode("utf-8", "surrogatepass"), digest_size=16).hexdigest()[:length]


class SeedTree:
    """A node of the seed tree. Cheap to create, immutable, picklable.

    Args:
        seed: The root's seed, any integer.

    Example:
        >>> person = SeedTree(7).child("person", 0)
        >>> person.draws("name").integer(10) == SeedTree(7).draws("person", 0, "name").integer(10)
        True
    """

    __slots__ = ("key",)

    def __init__(self, seed: int) -> None:
        self.key = blake2b(str(int(seed)).encode(), digest_size=16).digest()

    @classmethod
    def at(cls, key: str) -> SeedTree:
        """The node whose key has these hexadecimal digits, as episode records hold it."""
        node = cls.__new__(cls)
        node.key = bytes.fromhex(key)
        return node

    def child(self, *names: str | int) -> SeedTree:
        """The node below this one at the path `names`."""
        node = SeedTree.__new__(SeedTree)
        node.key = _reached(self.key, names)
        return node

    def draws(self, *names: str | int) -> Draws:
        """A stream of draws for the node at `names`."""
        return Draws(_reached(self.key, names))

    def digits(self, *names: str | int) -> str:
        """The first 12 hexadecimal digits of the key of the node at `names`, for ids.

        Example:
            >>> SeedTree(7).digits("id", "fact", 3) == SeedTree(7).child("id", "fact", 3).key.hex()[:12]
            True
        """
        return _reached(self.key, names)[:6].hex()

    def seed(self, *names: str | int) -> int:
        """An integer seed in [0, 2**63) for another library's generator, for the node at `names`."""
        return int.from_bytes(_reached(self.key, names)[:8], "big") >> 1

    def __eq__(self, other: object) -> bool:
        return isinstance(other, SeedTree) and other.key == self.key

    def __hash__(self) -> int:
        return hash(self.key)

    def __repr__(self) -> str:
        return f"SeedTree({self.key.hex()[:8]}...)"


def _reached(key: bytes, names: tuple[str | int, ...]) -> bytes:
    """The key of the node at `names` below the one with that key. A key is always 16 bytes long."""
    if not names:
        return key
    if len(names) > 1:
        key = _parent(key, *names[:-1])
    return blake2b(key + f"{names[-1]}".encode("utf-8", "surrogatepass")).digest()[:16]


@lru_cache(maxsize=2048, typed=True)  # `True` and 1 are different names
def _parent(key: bytes, *names: str | int) -> bytes:
    """As `_reached`. Consecutive paths share their beginnings, and hardly ever their last name."""
    return _reached(key, names)


class Draws:
    """A stream of random numbers, which the key of a node seeds. Equal on every platform.

    The step of `bits` stands in most methods, since a life draws hundreds of numbers.
    """

    __slots__ = ("_state",)

    def __init__(self, key: bytes) -> None:
        self._state = int.from_bytes(key, "big") | 1  # an even state would lose bits from draw to draw

    def bits(self) -> int:
        """An integer in [0, 2**64)."""
        self._state = state = self._state * _MULTIPLIER & _STATE
        return state >> 64

    def digits(self) -> str:
        """12 hexadecimal digits, for ids."""
        self._state = state = self._state * _MULTIPLIER & _STATE
        return (state >> 80).to_bytes(6, "big").hex()

    def uniform(self) -> float:
        """A number in [0, 1)."""
        self._state = state = self._state * _MULTIPLIER & _STATE
        return (state >> 75) * _SCALE

    def integer(self, stop: int) -> int:
        """An integer in [0, stop); the bias of the reduction is below stop / 2**64."""
        self._state = state = self._state * _MULTIPLIER & _STATE
        return state * stop >> 128

    def between(self, low: int, high: int) -> int:
        """An integer in [low, high], both included."""
        self._state = state = self._state * _MULTIPLIER & _STATE
        return low + (state * (high - low + 1) >> 128)

    def beta(self, a: float, b: float) -> float:
        """A number in [0, 1] from the Beta distribution with parameters `a` and `b`, both above 0."""
        one, other = self._gamma(a), self._gamma(b)
        return one / (one + other) if one + other > 0 else float(a > b)

    def _gamma(self, shape: float) -> float:
        """A Gamma draw of scale 1 (Marsaglia and Tsang 2000, with their boost for shapes below 1)."""
        if shape < 1:
            boost: float = (1.0 - self.uniform()) ** (1 / shape)
            return self._gamma(shape + 1) * boost
        d = shape - 1 / 3
        c = 1 / sqrt(9 * d)
        while True:
            normal = sqrt(-2 * log(1.0 - self.uniform())) * cos(2 * pi * self.uniform())
            cube = (1 + c * normal) ** 3
            if cube > 0 and log(1.0 - self.uniform()) < normal * normal / 2 + d - d * cube + d * log(cube):
                return d * cube

    def choice(self, items: Sequence[T]) -> T:
        """One of `items`, all equally likely."""
        self._state = state = self._state * _MULTIPLIER & _STATE
        return items[state * len(items) >> 128]

    def weighted(self, items: Sequence[T], weights: Sequence[float]) -> T:
        """One of `items`, with odds in proportion to `weights`; never one of weight 0.

        Args:
            items: What to choose from.
            weights: One for each item, none below 0, at least one above.

        Raises:
            ConfigurationError: No weight is above 0.
        """
        mark = self.uniform() * sum(weights)
        for place, weight in enumerate(weights):
            mark -= weight
            if mark < 0:
                return items[place]
        for item, weight in zip(reversed(items), reversed(weights), strict=True):
            if weight > 0:
                return item
        raise ConfigurationError("all weights are 0", where="Draws.weighted", expected="at least one weight above 0")

    def shuffle(self, items: MutableSequence[T]) -> None:
        """Shuffles `items` in place (Fisher-Yates)."""
        state = self._state
        for last in range(len(items) - 1, 0, -1):
            state = state * _MULTIPLIER & _STATE
            other = state * (last + 1) >> 128
            items[last], items[other] = items[other], items[last]
        self._state = state

    def sample(self, items: Sequence[T], size: int) -> list[T]:
        """`size` different positions of `items`, in random order; a smaller sample is a prefix of a larger one."""
        pool = list(items)
        size = min(size, len(pool))
        for place in range(size):
            other = place + self.integer(len(pool) - place)
            pool[place], pool[other] = pool[other], pool[place]
        return pool[:size]
