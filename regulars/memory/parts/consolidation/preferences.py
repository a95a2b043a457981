"""Preferences: what a person prefers in the long and the short run, and whether it has changed.

Source: PAMU (Sun et al., arXiv 2510.09720). Each dimension of preference has a sliding mean `SW_t = mean(x_{t-W+1} ..
x_t)` and an exponential one `EMA_t = b * x_t + (1 - b) * EMA_{t-1}`, fused as `l * SW + (1 - l) * EMA`. A change is
flagged if `|SW - EMA| > d`. Categories are one-hot. A classifier gives x there; claims do here.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace

from regulars.memory.journal.items import Item
from regulars.memory.journal.operations import Claim, Draft, Op
from regulars.memory.parts.extraction.claims import slot_of
from regulars.memory.parts.extraction.statements import FACT
from regulars.memory.parts.indexes.slots import held_in
from regulars.memory.parts.settings import checked
from regulars.memory.parts.text.words import normalised
from regulars.memory.parts.view import MemoryEvent, View, add, change

DISCLOSURE, PREFERENCE = "disclosure", "preference"
"""The kinds of a statement with claims, and of the preference that follows from all statements on one slot."""

_SLOT = "slot"


def disclosure_kind(draft: Draft) -> str:
    """A router: a statement with claims is a disclosure, any other a fact."""
    return DISCLOSURE if any(map(slot_of, draft.claims)) else FACT


def sliding_mean(xs: Sequence[float], window: int) -> float:
    """The mean of the last `window` values, or of all if there are fewer. Raises `ValueError` without values."""
    last = xs[-window:]
    if not last or window < 1:
        raise ValueError("a mean of no values")
    return sum(last) / len(last)


def ema(xs: Sequence[float], beta: float) -> float:
    """The exponential mean, starting at the first value. Raises `ValueError` without values."""
    if not xs:
        raise ValueError("a mean of no values")
    level = xs[0]
    for x in xs[1:]:
        level = beta * x + (1.0 - beta) * level
    return level


@dataclass(frozen=True, slots=True)
@checked(window=(1, 10**6), beta=(0.0, 1.0), mix=(0.0, 1.0), change=(0.0, 1.0))
class FusedMeans:
    """Finds the leading category of a sequence, by the fusion of two means.

    The source's numbers were not found; these defaults are ours.

    Attributes:
        window: W, 1 to 1,000,000.
        beta: b, in [0, 1]: the weight of a new value.
        mix: l, in [0, 1]: the weight of the sliding mean.
        change: d, in [0, 1]: the difference of the means above which a change is flagged.
    """

    window: int = 3
    beta: float = 0.4
    mix: float = 0.5
    change: float = 0.15

    def __call__(self, values: Sequence[str]) -> tuple[str, float, bool]:
        """The leading category, its fused score in [0, 1], and whether any changed. Ties go to the later category."""
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
    """A rule: a disclosure updates the preference of each slot that it makes a claim on.

    A preference has the words of the last disclosure of the leading value. If a change is flagged, it also has the
    words of the last disclosure. The end of a value counts as a value. If an attribute can have several values, each
    value has its own means.

    Attributes:
        means: Decides which value leads.
    """

    means: FusedMeans = FusedMeans()

    def __call__(self, view: View, event: MemoryEvent) -> Iterable[Op]:
        """The updated preferences."""
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
    """A preference in the words of one or two disclosures, based on all disclosures on its slot."""
    sources = tuple(dict.fromkeys(source for draft in reversed(drafts) for source in draft.sources))
    owed = dict.fromkeys(source for item in of for source in item.sources if source not in sources)
    text = " ".join(draft.text for draft in drafts)
    return replace(
        drafts[-1], kind=PREFERENCE, text=text, sources=sources, claims=(claim,), basis=tuple(owed), extra=extra
    )
