"""Preferences: what somebody prefers by and large, what lately, and whether that has changed.

Source: PAMU (Sun et al., arXiv 2510.09720): per dimension of preference a sliding mean `SW_t = mean(x_{t-W+1} .. x_t)`
and an exponential one `EMA_t = b * x_t + (1 - b) * EMA_{t-1}`, fused as `l * SW + (1 - l) * EMA`; a change is flagged
where `|SW - EMA| > d`. Values that are categories are taken one-hot. There a classifier gives x; here claims do.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace

from regulars.errors import ConfigurationError
from regulars.memory.journal.items import Item
from regulars.memory.journal.operations import Claim, Draft, Op
from regulars.memory.parts.extraction.claims import slot_of
from regulars.memory.parts.extraction.statements import FACT
from regulars.memory.parts.indexes.slots import held_in
from regulars.memory.parts.text.words import normalised
from regulars.memory.parts.view import MemoryEvent, View, add, change

DISCLOSURE, PREFERENCE = "disclosure", "preference"
"""The kinds of a statement with claims, and of what follows from all on one slot."""

_SLOT = "slot"


def disclosure_kind(draft: Draft) -> str:
    """A router: what is claimed is a disclosure, what is merely stated a fact."""
    return DISCLOSURE if any(map(slot_of, draft.claims)) else FACT


def sliding_mean(xs: Sequence[float], window: int) -> float:
    """The mean of the last values; of all while there are fewer. Raises `ValueError` without any."""
    last = xs[-window:]
    if not last or window < 1:
        raise ValueError("a mean of no values")
    return sum(last) / len(last)


def ema(xs: Sequence[float], beta: float) -> float:
    """The exponential mean, which begins with the first value. Raises `ValueError` without any."""
    if not xs:
        raise ValueError("a mean of no values")
    level = xs[0]
    for x in xs[1:]:
        level = beta * x + (1.0 - beta) * level
    return level


@dataclass(frozen=True, slots=True)
class FusedMeans:
    """Which of a sequence of categories leads, by the fusion of two means.

    No numbers of the source were found: these defaults are ours.

    Attributes:
        window: W; at least 1.
        beta: b, in [0, 1]: how much a new value counts.
        mix: l, in [0, 1]: how much the sliding mean counts.
        change: d, in [0, 1]: how far the two means may lie apart.
    """

    window: int = 3
    beta: float = 0.4
    mix: float = 0.5
    change: float = 0.15

    def __post_init__(self) -> None:
        if self.window < 1 or not all(0 <= value <= 1 for value in (self.beta, self.mix, self.change)):
            raise ConfigurationError(
                f"the settings are {self}", where="FusedMeans", expected="window of at least 1, the others in [0, 1]"
            )

    def __call__(self, values: Sequence[str]) -> tuple[str, float, bool]:
        """The leading category, its fused score in [0, 1], and whether any has changed; ties go to the later one."""
        best, score, changed = "", -1.0, False
        for value in dict.fromkeys(reversed(values)):
            xs = [1.0 if each == value else 0.0 for each in values]
            short, long = sliding_mean(xs, self.window), ema(xs, self.beta)
            changed = changed or round(abs(short - long), 9) > self.change
            fused = round(self.mix * short + (1.0 - self.mix) * long, 9)
            if fused > score:
                best, score = value, fused
        return best, score, changed


@dataclass(frozen=True, slots=True)
class Preferences:
    """A rule: a disclosure renews the preference of each slot on which it claims something.

    A preference is the words of the last telling of the leading value; where a change is flagged, the words of the
    last disclosure are added. That something is over is a value like another. Where an attribute has several values at
    once, each value has means of its own.

    Attributes:
        means: By what a value leads.
    """

    means: FusedMeans = FusedMeans()

    def __call__(self, view: View, event: MemoryEvent) -> Iterable[Op]:
        """The preferences that are renewed."""
        if event.kind != "added" or event.item is None or event.item.kind != DISCLOSURE:
            return
        for claim in event.item.claims:
            if slot_of(claim):
                yield self._renewed(claim, view)

    def _renewed(self, claim: Claim, view: View) -> Op:
        told = [(item, told) for item in held_in(view, slot_of(claim), DISCLOSURE) for told in item.claims]
        mine = [(item, _category(other)) for item, other in told if _dimension(other) == _dimension(claim)]
        leading, score, changed = self.means([category for _, category in mine])
        newest = mine[-1][0]
        leader = next(item for item, category in reversed(mine) if category == leading)
        drafts = [leader.parts[0]] if leader is newest or not changed else [leader.parts[0], newest.parts[0]]
        extra = {_SLOT: _dimension(claim), "score": score, "changed": changed}
        draft = _together(drafts, [item for item, _ in mine], claim, extra)
        held = held_in(view, slot_of(claim), PREFERENCE)
        known = next((item for item in held if item.parts[0].extra[_SLOT] == extra[_SLOT]), None)
        return add(draft, "a preference") if known is None else change(known, draft, "it was told again")


def _dimension(claim: Claim) -> str:
    return f"{slot_of(claim)}={normalised(claim.value)}" if claim.many else slot_of(claim)


def _category(claim: Claim) -> str:
    return f"{'+' if claim.holds else '-'}{normalised(claim.value)}"


def _together(drafts: Sequence[Draft], of: Sequence[Item], claim: Claim, extra: dict[str, object]) -> Draft:
    """A preference in the words of one or two disclosures; it owes something to all on its slot."""
    sources = tuple(dict.fromkeys(source for draft in reversed(drafts) for source in draft.sources))
    owed = dict.fromkeys(source for item in of for source in item.sources if source not in sources)
    text = " ".join(draft.text for draft in drafts)
    return replace(
        drafts[-1], kind=PREFERENCE, text=text, sources=sources, claims=(claim,), basis=tuple(owed), extra=extra
    )
