"""What claims say: which slot they fill, whether two say the same, how sensitive they are.

A slot is a person and an attribute. Words without a claim have a place of their own, so that the same words said again
are found in one step, too.
"""

from __future__ import annotations

from collections.abc import Sequence

from regulars.memory.journal.operations import Claim, Draft
from regulars.memory.parts.text.words import normalised

_PART = "\x1e"


def slot_of(claim: Claim) -> str:
    """The slot of a claim; empty where the extractor named no attribute."""
    return f"{claim.person.casefold()}{_PART}{claim.attribute}" if claim.attribute else ""


def words_key(draft: Draft) -> str:
    """The place of words in which nothing was read: who said them, and the words."""
    return f"{draft.name.casefold()}{_PART}{_PART}{normalised(draft.text)}"


def slot_keys(draft: Draft) -> Sequence[str]:
    """A key function: the slots of the claims, each once; the place of its words where there are none."""
    return list(dict.fromkeys(filter(None, map(slot_of, draft.claims)))) or [words_key(draft)]


def same_claim(one: Claim, other: Claim) -> bool:
    """Whether two claims say the same: person, attribute, value and polarity. Words and similarity do not count."""
    return (
        bool(slot_of(one))
        and slot_of(one) == slot_of(other)
        and normalised(one.value) == normalised(other.value)
        and one.holds == other.holds
    )


def sensitivity(claims: Sequence[Claim]) -> int:
    """The highest sensitivity of some claims, from 0; 0 where there are none."""
    return max((claim.sensitivity for claim in claims), default=0)
