"""Claims: their slots, their equality and their sensitivity.

A slot is a person and an attribute. A text without claims has a key of its words, so a repetition of the text is found
in one step too.
"""

from __future__ import annotations

from collections.abc import Sequence

from regulars.memory.journal.operations import Claim, Draft
from regulars.memory.parts.text.words import normalised

_PART = "\x1e"


def slot_of(claim: Claim) -> str:
    """The slot of a claim; empty if the extractor named no attribute."""
    return f"{claim.person.casefold()}{_PART}{claim.attribute}" if claim.attribute else ""


def words_key(draft: Draft) -> str:
    """The key of a text without claims: its speaker and its words."""
    return f"{draft.name.casefold()}{_PART}{_PART}{normalised(draft.text)}"


def slot_keys(draft: Draft) -> Sequence[str]:
    """A key function: the slots of the claims, each once, or the key of the words if there are no claims."""
    return list(dict.fromkeys(filter(None, map(slot_of, draft.claims)))) or [words_key(draft)]


def same_claim(one: Claim, other: Claim) -> bool:
    """Whether two claims agree in person, attribute, value and polarity. Their original words do not matter."""
    return (
        bool(slot_of(one))
        and slot_of(one) == slot_of(other)
        and normalised(one.value) == normalised(other.value)
        and one.holds == other.holds
    )


def sensitivity(claims: Sequence[Claim]) -> int:
    """The highest sensitivity of some claims, at least 0; 0 without claims."""
    return max((claim.sensitivity for claim in claims), default=0)
