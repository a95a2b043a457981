"""Forgetting all but a small share: emotional, important, surprising and used items are kept.

Source: Sumida, Inoue and Kawahara, LUFY (2024); formula and constants are from its public code.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from math import ceil, exp

from regulars.errors import ConfigurationError
from regulars.memory.journal.items import Item
from regulars.memory.journal.operations import TURN, Op
from regulars.memory.parts.extraction.statements import StatementReader
from regulars.memory.parts.forgetting.touch import last_use, recalls
from regulars.memory.parts.scope_statistics import statistics_of
from regulars.memory.parts.settings import check_settings
from regulars.memory.parts.text.affect import affect
from regulars.memory.parts.text.entities import entities_in
from regulars.memory.parts.text.surprisal import UNIGRAMS, Unigrams
from regulars.memory.parts.view import View, delete

_EQUAL = (2.1297349437869455, 2.8709762924617905, 1.5012260479089086, 0.62885264522, 2.2459023043571427)
"""The factors that give the five features equal weight on average in the source's data."""

_FADING = 0.33
_LEAST = 0.1
_DIGITS = 12


@dataclass(frozen=True, slots=True)
class KeepShare:
    """A session rule: keeps a tenth to a seventh of the items, and one more for each session.

    Strength is `S = 2.13 w1 I + 2.87 w2 P + 1.50 w3 A + 0.63 w4 (s - 1) - 2.25 w5 u`, at least 0.1, with I, P and A
    importance, perplexity and arousal by their scales, s one plus the recalls at rank 1, u the recalls at rank 2. The
    retention is `p = exp(-d / (0.33 S))` after d sessions; `ceil(min(max(mean p, low), high) n) + sessions - 1` of n
    items are kept, those with the highest p, the older first among equals. The source's `session - 2` counts the next
    session; here sessions count from 1. Needs the trackers `ScopeStatistics` and `Unigrams`.

    Importance is the number of claims, numbers and names in the text; the source asks a model. Perplexity is that of
    the words among all said so far; the source uses a language model. Arousal comes from a word list; the source uses a
    trained model.

    Attributes:
        reader: Reads claims.
        weights: The weights of the five features, as fitted in the source.
        scales: The divisors of importance, perplexity and arousal, each above 0. The source uses 27.5, 400 and 15. The
            defaults give the stand-ins on LoCoMo's turns the same means as the source's features on its data.
        low: The lowest share that is kept, 0 to 1.
        high: The highest share that is kept, from `low` to 1.
    """

    reader: StatementReader
    weights: tuple[float, float, float, float, float] = (0.44776699, -0.2801391, 2.76290708, 1.02800192, -0.01241566)
    scales: tuple[float, float, float] = (1.13, 1200.0, 0.52)
    low: float = 0.10
    high: float = 0.15

    def __post_init__(self) -> None:
        """Raises `ConfigurationError` if a number is out of range, or a weight or scale is missing."""
        check_settings(self, low=(0.0, 1.0), high=(self.low, 1.0))
        if len(self.weights) != len(_EQUAL) or len(self.scales) != 3 or not min(self.scales) > 0:
            raise ConfigurationError(
                f"the weights are {self.weights} and the scales {self.scales}",
                where="KeepShare",
                expected=f"{len(_EQUAL)} weights and 3 scales above 0",
            )

    def __call__(self, view: View, units: Sequence[Item]) -> Iterable[Op]:
        """Deletes the weaker items."""
        held = view.items(TURN)
        if not held:
            return
        retained = {item.id: self.retained(item, view) for item in held}
        mean = sum(retained.values()) / len(held)
        count = ceil(min(max(mean, self.low), self.high) * len(held) + statistics_of(view).sessions(view.scope) - 1)
        for item in sorted(held, key=lambda item: (-round(retained[item.id], _DIGITS), item.order))[count:]:
            yield delete(item, "others are stronger")

    def retained(self, item: Item, view: View) -> float:
        """The retention of an item at the beginning of the next session, in (0, 1]."""
        sessions = 1 + statistics_of(view).sessions_after(view.scope, last_use(item, 1))
        return exp(-sessions / (_FADING * self.strength(item, view)))

    def strength(self, item: Item, view: View) -> float:
        """The strength of an item, at least 0.1."""
        words: Unigrams = view.tracker(UNIGRAMS)
        values = (
            self.importance(item) / self.scales[0],
            words.perplexity(view.scope, item.text) / self.scales[1],
            affect(item.text).arousal / self.scales[2],
            len(recalls(item, 1)),
            -len(recalls(item, 2)),
        )
        return max(_LEAST, sum(a * w * value for a, w, value in zip(_EQUAL, self.weights, values, strict=True)))

    def importance(self, item: Item) -> int:
        """The number of claims, numbers and names in an item."""
        claims = sum(len(said.claims) for part in item.parts for said in self.reader.statements(part))
        numbers = sum(word.strip(".,:;!?").isdigit() for word in item.text.split())
        return claims + numbers + len(entities_in(item.text))
