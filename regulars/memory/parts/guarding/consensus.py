"""Consensus among what is brought back: the guard of A-MemGuard, with votes on values in the place of reasoning chains.

Each item brought back votes for the values that it claims of a single-valued attribute of a person, with the trust in
its source (`policies.trust_of`) and the recency of its words, `2 ** (-age / half_life)` with the age in sessions
behind the newest vote. A value with more than `majority` of the weight is the consensus: items that claim another are
quarantined, and a lesson is kept of each, by which the same claim counts half from then on. Where no value has a
majority everything is kept and shown, the conflict is flagged, and the guard abstains: the published code drops
everything then, so that two paraphrases wipe a memory.

Source: A-MemGuard (repository TangciuYueng/AMemGuard 52af44b). What changes is outvoted until it was told as often,
or the old values are old enough: a guard against poisoning resists every change, and `half_life` says how long.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field, replace

from regulars.memory.journal.items import Item
from regulars.memory.journal.operations import Claim, Draft, Op
from regulars.memory.parts.extraction.statements import StatementReader
from regulars.memory.parts.guarding.feedback_filter import claims_read
from regulars.memory.parts.guarding.policies import trust_of
from regulars.memory.parts.setting_ranges import check_ranges
from regulars.memory.parts.view import View, add
from regulars.memory.protocol import Cue, Hit

OUTVOTED = "outvoted"
"""The kind of a draft that holds, as a lesson, that a value was outvoted."""

WARNED = 0.5
"""What the trust in a claim is multiplied with that was outvoted before."""

FLAGGED = "its claim is disputed, and no value has a majority"
"""Why an item is touched where the guard abstains."""

Slot = tuple[str, str]


@dataclass(frozen=True, slots=True)
class Vote:
    """One item's vote.

    Attributes:
        value: What it claims, case-folded; empty where it claims that nothing holds.
        session: Of the words.
        trust: In their source, from 0 to 1.
    """

    value: str
    session: int
    trust: float


def majority_of(votes: Sequence[Vote], half_life: float, majority: float) -> str | None:
    """The value with more than a share of the weight; None where there is none.

    Args:
        votes: At least one.
        half_life: In sessions, above 0.
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
class Consensus:
    """The guard.

    Attributes:
        reader: Reads claims.
        half_life: Sessions after which a vote weighs half, above 0 and up to 10000.
        majority: The share of the weight above which a value is the consensus, one half to 1.
    """

    reader: StatementReader
    half_life: float = 3.0
    majority: float = 0.5

    def __post_init__(self) -> None:
        check_ranges(self, half_life=(1e-3, 10000.0), majority=(0.5, 1.0))

    def screen(self, draft: Draft, view: View) -> str:
        """Everything may be held: one voice alone is no minority."""
        return ""

    def sift(self, cue: Cue, hits: Sequence[Hit], view: View) -> tuple[Sequence[Hit], Iterable[Op]]:
        """The hits without the outvoted ones; the operations quarantine them, keep lessons, and flag disputes."""
        items = [item for item in (view.get(hit.id) for hit in hits) if item is not None]
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
        """By person and attribute: each item's last claim of it."""
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


class Outvoted:
    """Adds up which claims were outvoted."""

    name = "outvoted"

    __slots__ = ("_known",)

    def __init__(self) -> None:
        self._known: set[tuple[str, str, str, str]] = set()

    def __repr__(self) -> str:
        return "Outvoted()"

    def blank(self) -> Outvoted:
        """One that knows of none."""
        return Outvoted()

    def follow(self, op: Op, before: Item | None) -> None:
        """Takes in a lesson that is kept."""
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
    """An item that was outvoted: with which claims, and by which turns."""

    item: Item
    claims: list[Claim] = field(default_factory=list)
    by: dict[str, None] = field(default_factory=dict)


def _consequences(outvoted: Sequence[_Lost], disputed: Iterable[Item], view: View) -> Iterable[Op]:
    for lost in outvoted:
        item, by = lost.item, tuple(lost.by)
        yield Op("QUARANTINE", item.id, why="a majority claims another value", basis=by)
        lesson = replace(item.parts[-1], time=view.now, name="", text="", kind=OUTVOTED, extra={})
        lesson = replace(lesson, claims=tuple(lost.claims), sources=item.sources, basis=by)
        yield add(lesson, "what was outvoted, as a warning")
        kept = view.newest(OUTVOTED)
        assert kept is not None
        yield Op("QUARANTINE", kept.id, why="a warning is no memory")
    for item in disputed:
        if all(use.why != FLAGGED for use in item.uses):
            yield Op("TOUCH", item.id, why=FLAGGED)
