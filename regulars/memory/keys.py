"""Keys: the text by which an item is found."""

from __future__ import annotations

from collections.abc import Callable
from typing import TypeAlias

from regulars.memory.journal import Draft

__all__ = ["Key", "name_and_text"]

Key: TypeAlias = Callable[[Draft], str]
"""From a draft to its key. The key of an item is the keys of its parts, joined by spaces."""


def name_and_text(draft: Draft) -> str:
    """The speaker's name and the words, joined by a space; the words alone where nobody spoke."""
    return f"{draft.name} {draft.text}" if draft.name else draft.text
