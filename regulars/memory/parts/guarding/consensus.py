"""A-MemGuard's guard: recalled items vote on values, and outvoted items are quarantined.

Each recalled item votes for the values that it claims of a person's single-valued attributes. A vote weighs the trust
in its source (`policies.trust_of`) times the recency of its words, `2 ** (-age / half_life)`, with the age in sessions
behind the newest vote. A value with more than `majority` of the weight is the consensus. Items that claim another value
are quarantined. A lesson on each halves the weight of the same claim from then on. Without a majority, the guard keeps
and shows everything and flags the conflict. The published code drops everything in that case, so two paraphrases can
wipe a memory.

Source: A-MemGuard (repository TangciuYueng/AMemGuard 52af44b), with votes on values in place of reasoning chains. A
changed value is outvoted until it was told as often as the old one, or the old one is old enough. A guard against
poisoning resists every change; `half_life` sets for how long.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field, replace

from regulars.memory.journal.items import Item
from regulars.memory.journal.operations import Claim, Draft, Op
from regulars.memory.parts.extraction.statements import StatementReader
from regulars.memory.parts.guarding.feedback_filter import claims_read, keep_lesson
from regulars.memory.parts.guarding.policies import trust_of
from regulars.memory.parts.no_settings import NoSettings
from regulars.memory.parts.settings import checked
from regulars.memory.parts.view import View
from regulars.memory.protocol import Cue, Hit

OUTVOTED = "outvoted"
"""The kind of a lesson that a value was outvoted."""

WARNED = 0.5
"""The factor on the trust in a claim that was outvoted before."""

FLAGGED = "its claim is disputed, and no value has a majority"
"""The reason of the mark on an item whose conflict has no majority."""

Slot = tuple[str, str]


@dataclass(frozen=True, slots=True)
class Vote:
    """One item's vote.

    Attributes:
        value: The claimed value, case-folded; empty for a claim that nothing holds.
        session: The session of the words.
        trust: The trust in their source, from 0 to 1.
    """

    value: str
    session: int
    trust: float


def majority_of(votes: Sequence[Vote], half_life: float, majority: float) -> str | None:
    """The value with more than `majority` of the weight; None without a majority.

    Args:
        votes: The votes, at least one.
        half_life: The half-life of a vote in sessions, above 0.
        majority: The share, at least one half.

    Example:
        >>> majority_of([Vote("bergen", 1, 1.0), Vote("bergen", 2, 1.0), Vote("oslo", 2, 1.0)], 10.0, 0.5)
        'bergen'
    """
    newest = max(vote.session for vote in votes)
    weights: dict[str, float] = {}
    for vote in votes:
        weight = vote.trust * 2.0 ** (-(newest - vote.session) / half_life)
        weights[vote.value] = weights.get(vote.value, 0.0) + weight
    total = sum(weights.values())
    best = max(weights, key=lambda value: weights[value])
    return best if total > 0 and round(weights[best] / total, 9) > majority else None


@dataclass(frozen=True, slots=True)
@checked(half_life=(1e-3, 10000.0), majority=(0.5, 1.0))
class Consensus:
    """The guard: removes outvoted items from the hits and quarantines them.

    Attributes:
        reader: Reads claims.
        half_life: Sessions after which a vote weighs half, 0.001 to 10000.
        majority: The share of the weight above which a value is the consensus, one half to 1.
    """

    reader: StatementReader
    half_life: float = 3.0
    majority: float = 0.5

    def screen(self, draft: Draft, view: View) -> str:
        """Accepts everything: a single vote cannot be outvoted."""
        return ""

    def sift(self, cue: Cue, hits: Sequence[Hit], view: View) -> tuple[Sequence[Hit], Iterable[Op]]:
        """The hits without outvoted items; operations that quarantine these, keep lessons and flag disputes."""
        items = view.present(hit.id for hit in hits)
        outvoted: dict[str, _Lost] = {}
        disputed: dict[str, Item] = {}
        for (person, attribute), votes in self._votes(items, view).items():
            if len({vote.value for vote, _ in votes}) < 2:
                continue
            winner = majority_of([vote for vote, _ in votes], self.half_life, self.majority)
            won = [source for vote, item in votes if vote.value == winner for source in item.sources]
            for vote, item in votes:
                if winner is None:
                    disputed[item.id] = item
                elif vote.value != winner:
                    lost = outvoted.setdefault(item.id, _Lost(item))
                    lost.claims.append(Claim(person, attribute, vote.value, holds=bool(vote.value)))
                    lost.by.update(dict.fromkeys(won))
        kept = [hit for hit in hits if hit.id not in outvoted]
        unsettled = [item for id, item in disputed.items() if id not in outvoted]
        return kept, _consequences(list(outvoted.values()), unsettled, view)

    def _votes(self, items: Iterable[Item], view: View) -> Mapping[Slot, list[tuple[Vote, Item]]]:
        """Each item's last claim, by person and attribute."""
        warned: Outvoted = view.tracker(Outvoted.name)
        found: dict[Slot, dict[str, tuple[Vote, Item]]] = {}
        for item in items:
            for part in item.parts:
                for claim in claims_read(part, self.reader):
                    value = claim.value.casefold() if claim.holds else ""
                    slot = claim.person, claim.attribute
                    trust = trust_of(part) * (WARNED if warned.knows(view.scope, slot, value) else 1.0)
                    found.setdefault(slot, {})[item.id] = Vote(value, part.session, trust), item
        return {slot: list(votes.values()) for slot, votes in found.items()}


class Outvoted(NoSettings):
    """Tracks the claims that were outvoted."""

    name = "outvoted"

    __slots__ = ("_known",)

    def __init__(self) -> None:
        self._known: set[tuple[str, str, str, str]] = set()

    def follow(self, op: Op, before: Item | None) -> None:
        """Follows new lessons."""
        draft = op.draft
        if op.verb == "ADD" and draft is not None and draft.kind == OUTVOTED:
            for claim in draft.claims:
                value = claim.value.casefold() if claim.holds else ""
                self._known.add((draft.scope, claim.person, claim.attribute, value))

    def knows(self, scope: str, slot: Slot, value: str) -> bool:
        """Whether a value was outvoted before."""
        return (scope, *slot, value) in self._known


@dataclass(slots=True)
class _Lost:
    """An outvoted item, its outvoted claims, and the turns that outvoted them."""

    item: Item
    claims: list[Claim] = field(default_factory=list)
    by: dict[str, None] = field(default_factory=dict)


def _consequences(outvoted: Sequence[_Lost], disputed: Iterable[Item], view: View) -> Iterable[Op]:
    for lost in outvoted:
        item, by = lost.item, tuple(lost.by)
        yield Op("QUARANTINE", item.id, why="a majority claims another value", basis=by)
        lesson = replace(item.parts[-1], time=view.now, name="", text="", kind=OUTVOTED, extra={})
        lesson = replace(lesson, claims=tuple(lost.claims), sources=item.sources, basis=by)
        yield from keep_lesson(lesson, "a lesson on the outvoted claims", view)
    for item in disputed:
        if all(use.why != FLAGGED for use in item.uses):
            yield Op("TOUCH", item.id, why=FLAGGED)
