"""Keys: by what an item is found.

A key function gives the keys of one draft; each is a row of the index, and an item is found by the best of its rows. A
part that is merged into an item makes the item's rows longer, the first key the first row.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Any, TypeAlias

from regulars.memory.journal.operations import Draft
from regulars.memory.parts.text.entities import entities_in

Key: TypeAlias = Callable[[Draft], Sequence[Any]]
"""From a draft to its keys for one index; none, and it is not found there. Most indexes take texts."""


def spoken(draft: Draft) -> str:
    """The speaker's name and the words, joined by a space; the words alone where nobody spoke."""
    return f"{draft.name} {draft.text}" if draft.name else draft.text


def name_and_text(draft: Draft) -> Sequence[str]:
    """One key, what was `spoken`."""
    return (spoken(draft),)


def entity_keys(draft: Draft) -> Sequence[str]:
    """A key for each thing that the words name, behind those for the values of the claims, all in lower case."""
    values = (claim.value.casefold() for claim in draft.claims if claim.value)
    return tuple(dict.fromkeys((*values, *entities_in(draft.text))))


def no_key(draft: Draft) -> Sequence[str]:
    """None: nothing is found by this index."""
    return ()


@dataclass(frozen=True, slots=True)
class KindsOnly:
    """The keys of another function, for drafts of some kinds alone."""

    kinds: tuple[str, ...]
    key: Key = name_and_text

    def __call__(self, draft: Draft) -> Sequence[Any]:
        """The keys of a draft."""
        return self.key(draft) if draft.kind in self.kinds else ()
