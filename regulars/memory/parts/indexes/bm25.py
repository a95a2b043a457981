"""An incremental BM25 index: adding an item changes only the postings of its own words."""

from __future__ import annotations

import re
from array import array
from bisect import bisect_left
from collections.abc import Callable, Sequence
from math import isfinite, log
from operator import itemgetter
from typing import TypeAlias

import numpy as np
from numpy.typing import NDArray

from regulars.chinese_text import bigrams
from regulars.errors import ConfigurationError
from regulars.memory.protocol import Cue

Tokenizer: TypeAlias = Callable[[str], Sequence[str]]
"""From a text to its tokens. A module-level function, so that the index can be pickled."""

Posting: TypeAlias = tuple["array[int] | memoryview", "array[float] | memoryview"]
"""The places of a word, ascending, as int32, and its counts there, as float64."""

_WORD = re.compile(r"[a-z0-9]+")

_MANY = 8192
"""The number of posting entries in a query from which skipping common words saves time."""

_SHARE = 0.2
"""The most weight of the skipped words together, as a share of the rarest word with enough places."""

_ROOM = 64
"""The number of places below which a scope is never compacted."""

_ONCE = array("d", (1.0,))
"""The counts of a word that occurs once."""

_SLACK = 1e-9
"""Tolerance for rounding errors in score sums."""


def alphanumerics(text: str) -> Sequence[str]:
    """The runs of `[a-z0-9]` in the lower-cased text, and pairs of Chinese characters. It has no query operators."""
    words = _WORD.findall(text.lower())
    return words if text.isascii() else words + bigrams(text)


class BM25:
    """Okapi BM25 with the inverse document frequency of Lucene, which is never negative.

    A document's score is the sum over the words of the query, with repetitions, of `idf * tf * (k1 + 1) / (tf + k1 * (1
    - b + b * dl / avgdl))` with `idf = ln(1 + (N - df + 0.5) / (df + 0.5))`. Each scope has its own statistics.

    Source: Robertson and Zaragoza, The Probabilistic Relevance Framework (2009), section 3.4, for the weight;
    Kamphuis et al., Which BM25 Do You Mean? (ECIR 2020), "Lucene (accurate)", for the idf; the factor `k1 +
    1` changes no ranking.

    Args:
        k1: How slowly a repeated word saturates; not negative. The default of 1.5 is that of rank_bm25 and bm25s.
        b: The discount of long documents, in [0, 1].
        tokenizer: Splits texts into words.
        once: Whether a word that a query repeats counts once, as in the published figures on LoCoMo.

    Raises:
        ConfigurationError: `k1` or `b` is out of range.
    """

    __slots__ = ("_scopes", "_tokenizer", "b", "k1", "once")

    retriever = "bm25"

    def __init__(
        self, k1: float = 1.5, b: float = 0.75, tokenizer: Tokenizer = alphanumerics, *, once: bool = False
    ) -> None:
        for name, value, top in (("k1", k1, float("inf")), ("b", b, 1.0)):
            number = isinstance(value, int | float) and not isinstance(value, bool)
            if not number or not isfinite(value) or not 0 <= value <= top:
                expected = "a number in [0, 1]" if top == 1.0 else "a number that is not negative"
                raise ConfigurationError(f"{name} is {value!r}", where="BM25", expected=expected)
        self.k1 = float(k1)
        self.b = float(b)
        self.once = once
        self._tokenizer = tokenizer
        self._scopes: dict[str, _Postings] = {}

    def __repr__(self) -> str:
        name = getattr(self._tokenizer, "__qualname__", None) or repr(self._tokenizer)
        return f"BM25(k1={self.k1}, b={self.b}, tokenizer={name}{', once=True' if self.once else ''})"

    def blank(self) -> BM25:
        """Returns an empty index with the same settings."""
        return BM25(self.k1, self.b, self._tokenizer, once=self.once)

    def counted(self, query: str) -> dict[str, int]:
        """The words of a query, each with its count."""
        counts = _counted(self._tokenizer(query))
        return dict.fromkeys(counts, 1) if self.once else counts

    def put(self, scope: str, id: str, key: str) -> None:
        """Adds an item, or replaces its key."""
        tokens = self._tokenizer(key)
        postings = self._scopes.get(scope)
        if postings is None:
            postings = self._scopes[scope] = _Postings()
        place = postings.places.get(id)
        if place is None:
            place = postings.append(id)
        else:
            postings.clear(place)
        postings.fill(place, tokens)

    def extend(self, scope: str, id: str, key: str) -> None:
        """Appends text to an item's key."""
        tokens = self._tokenizer(key)
        postings = self._scopes[scope]
        postings.fill(postings.places[id], tokens)

    def drop(self, scope: str, id: str) -> None:
        """Removes an item."""
        postings = self._scopes[scope]
        postings.clear(postings.places.pop(id))
        if len(postings.ids) > max(_ROOM, 2 * len(postings.places)):
            postings.close_ranks()

    def search(self, cue: Cue) -> Sequence[tuple[str, float]]:
        """The best items of the cue's scope that share a word with it."""
        postings = self._scopes.get(cue.scope)
        if postings is None or not postings.total or cue.k <= 0:
            return ()
        counts = self.counted(cue.text).items()
        found = [(times, posting) for word, times in counts if (posting := postings.words.get(word)) is not None]
        lengths = np.frombuffer(postings.lengths)
        chosen, scores = okapi(found, lengths, len(postings.places), postings.total, self.k1, self.b, cue.k)
        return [(postings.ids[place], score) for place, score in zip(chosen, scores, strict=True)]


def okapi(
    found: Sequence[tuple[int, Posting]],
    lengths: NDArray[np.float64],
    held: int,
    total: float,
    k1: float,
    b: float,
    k: int,
    *,
    share: float = _SHARE,
) -> tuple[list[int], list[float]]:
    """The best places by the formula of `BM25`, for postings from any storage.

    Take the rarest word with at least k places. The k-th best score at its places is a lower bound for all of the best
    k. If the postings are long, those of the most common words are looked up only at places that can still reach the
    bound. A word adds at most `idf * (k1 + 1)` to a score. Scores are summed from the rarest word on in either case, so
    the result is the same to the bit.

    Source: Turtle and Flood, Query Evaluation: Strategies and Optimizations (1995), "max-score".

    Args:
        found: The count in the query and the posting, for each word of the query that some item has.
        lengths: Shape (places,): the number of words at each place, at least 1 in all.
        held: The number of items.
        total: The sum of the lengths.
        k1: See `BM25`.
        b: See `BM25`.
        k: The number of places wanted, at least 1.
        share: The most weight of the words skipped at first, as a share of the rarest word with at least k places.

    Returns:
        At most k places with a score above 0, best first and ties by place, and their scores.
    """
    if not found:
        return [], []
    words = sorted([(len(posting[0]), times, posting) for times, posting in found], key=itemgetter(0))
    sizes = [size for size, _, _ in words]
    weights = [times * (k1 + 1.0) * log(1.0 + (held - size + 0.5) / (size + 0.5)) for size, times, _ in words]
    heavy = next((number for number, size in enumerate(sizes) if size >= k), None)
    rare, rest = len(words), 0.0
    if heavy is not None and sum(sizes) >= _MANY and k1 > 0.0:
        room = share * weights[heavy]
        while rest + weights[rare - 1] < room:
            rare -= 1
            rest += weights[rare]
    norms = (k1 * b * held / total, k1 * (1.0 - b))
    at = np.frombuffer(b"".join([posting[0] for _, _, posting in words[:rare]]), dtype=np.int32).astype(np.intp)
    sums = _sums(at, words[:rare], sizes[:rare], weights[:rare], lengths, norms)
    least = 0.0
    if heavy is not None:
        before = sum(sizes[:heavy])
        least = _kth(sums.take(at[before : before + sizes[heavy]]), k) - rest * (1.0 + _SLACK) - _SLACK
        if least <= 0.0 < rest:
            return okapi(found, lengths, held, total, k1, b, k, share=0.0)
    near = (sums >= least if least > 0.0 else sums).nonzero()[0]
    scores = sums[near]
    if rest:
        least = _kth(scores.copy(), k) - rest * (1.0 + _SLACK) - _SLACK
        closer = (scores >= least).nonzero()[0]
        near, scores = near[closer], scores[closer]
        _add(scores, near, words[rare:], weights[rare:], lengths, norms)
    scores = scores.round(12)
    order = (-scores).argsort(kind="stable")[:k]
    return near[order].tolist(), scores[order].tolist()


def _counted(tokens: Sequence[str]) -> dict[str, int]:
    """The count of each token, in order of first occurrence. For few tokens it is faster than `Counter`."""
    counts: dict[str, int] = {}
    for token in tokens:
        counts[token] = counts.get(token, 0) + 1
    return counts


def _kth(scores: NDArray[np.float64], k: int) -> float:
    """The k-th highest of at least k scores. It reorders the array."""
    place = scores.shape[0] - k
    scores.partition(place)
    return float(scores[place])


def _sums(
    at: NDArray[np.intp],
    words: Sequence[tuple[int, int, Posting]],
    sizes: Sequence[int],
    weights: Sequence[float],
    lengths: NDArray[np.float64],
    norms: tuple[float, float],
) -> NDArray[np.float64]:
    """The score that these words add at each place, shape (places,). `at` joins the places of the words."""
    tf = np.frombuffer(bytearray().join([posting[1] for _, _, posting in words]))
    norm = lengths.take(at)
    norm *= norms[0]
    norm += norms[1]
    norm += tf
    tf *= np.array(weights).repeat(sizes)
    tf /= norm
    return np.bincount(at, tf).astype(np.float64, copy=False)


def _add(
    scores: NDArray[np.float64],
    at: NDArray[np.intp],
    words: Sequence[tuple[int, int, Posting]],
    weights: Sequence[float],
    lengths: NDArray[np.float64],
    norms: tuple[float, float],
) -> None:
    """Adds the scores of these words at some ascending places; `scores` and `at` have shape (n,)."""
    wanted = at.astype(np.int32)
    norm = lengths.take(at)
    norm *= norms[0]
    norm += norms[1]
    for (_, _, posting), weight in zip(words, weights, strict=True):
        places, counts = np.frombuffer(posting[0], dtype=np.int32), np.frombuffer(posting[1])
        spots = places.searchsorted(wanted)
        tf = counts.take(spots, mode="clip")
        tf *= places.take(spots, mode="clip") == wanted
        scores += tf * weight / (tf + norm)


class _Postings:
    """The postings of one scope: the count of each word in each item. Places follow the order of arrival."""

    __slots__ = ("ids", "lengths", "places", "total", "words", "words_at")

    def __init__(self) -> None:
        self.ids: list[str] = []
        self.places: dict[str, int] = {}
        self.lengths = array("d")
        self.total = 0.0
        self.words: dict[str, tuple[array[int], array[float]]] = {}
        self.words_at: list[list[str]] = []

    def append(self, id: str) -> int:
        """Makes a new empty place and returns it."""
        place = self.places[id] = len(self.ids)
        self.ids.append(id)
        self.lengths.append(0)
        self.words_at.append([])
        return place

    def fill(self, place: int, tokens: Sequence[str]) -> None:
        """Adds tokens at a place. Postings are sorted by place, and almost all calls concern the last place."""
        words, words_at = self.words, self.words_at[place]
        here = array("i", (place,))  # copies of an array cost less than new ones
        for word, count in _counted(tokens).items():
            posting = words.get(word)
            if posting is None:
                words[word] = (here[:], _ONCE[:] if count == 1 else array("d", (count,)))
                words_at.append(word)
                continue
            at, counts = posting
            last = at[-1]
            if last < place:
                at.append(place)
                counts.append(count)
                words_at.append(word)
                continue
            spot = len(at) - 1 if last == place else bisect_left(at, place)
            if at[spot] == place:
                counts[spot] += count
            else:
                at.insert(spot, place)
                counts.insert(spot, count)
                words_at.append(word)
        self.lengths[place] += len(tokens)
        self.total += len(tokens)

    def clear(self, place: int) -> None:
        """Removes all tokens from a place."""
        for word in self.words_at[place]:
            at, counts = self.words[word]
            spot = bisect_left(at, place)
            del at[spot], counts[spot]
            if not at:
                del self.words[word]
        self.words_at[place] = []
        self.total -= self.lengths[place]
        self.lengths[place] = 0

    def close_ranks(self) -> None:
        """Compacts the places in the same order, so dropped items take no space."""
        kept = sorted(self.places.values())
        moved = {place: number for number, place in enumerate(kept)}
        self.ids = [self.ids[place] for place in kept]
        self.places = {id: number for number, id in enumerate(self.ids)}
        self.lengths = array("d", [self.lengths[place] for place in kept])
        self.words_at = [self.words_at[place] for place in kept]
        for word, (at, counts) in self.words.items():
            self.words[word] = (array("i", [moved[place] for place in at]), counts)
