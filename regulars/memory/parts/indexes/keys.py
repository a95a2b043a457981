"""Keys: the texts that an item is found by.

A key function gives the keys of one draft. Each key is a row of the index, and the best row of an item decides its
rank. A part merged into an item extends the item's rows, its first key the first row.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Any, TypeAlias

from regulars.memory.journal.operations import Draft
from regulars.memory.parts.text.entities import entities_in

Key: TypeAlias = Callable[[Draft], Sequence[Any]]
"""From a draft to its keys for one index. Without keys it is not found there. Most indexes take texts."""


def spoken(draft: Draft) -> str:
    """The speaker's name and the words, joined by a space; only the words without a speaker."""
    return f"{draft.name} {draft.text}" if draft.name else draft.text


def name_and_text(draft: Draft) -> Sequence[str]:
    """One key: the result of `spoken`."""
    return (spoken(draft),)


def entity_keys(draft: Draft) -> Sequence[str]:
    """A key for each value of the claims, then for each entity in the words, all in lower case."""
    values = (claim.value.casefold() for claim in draft.claims if claim.value)
    return tuple(dict.fromkeys((*values, *entities_in(draft.text))))


def no_key(draft: Draft) -> Sequence[str]:
    """No key: the index finds nothing."""
    return ()


@dataclass(frozen=True, slots=True)
class KindsOnly:
    """The keys of another function, only for drafts of some kinds."""

    kinds: tuple[str, ...]
    key: Key = name_and_text

    def __call__(self, draft: Draft) -> Sequence[Any]:
        """The keys of a draft."""
        return self.key(draft) if draft.kind in self.kinds else ()
