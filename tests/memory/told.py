"""Memories that heard some texts, and a view of what they hold."""

from __future__ import annotations

from collections.abc import Sequence

from regulars.memory.composition.compose import Composed
from regulars.memory.parts.view import View


def tell(memory: Composed, make_turn, texts: Sequence[str], apart: int = 1, **options) -> Composed:
    """Tells texts, one turn each, and closes the session."""
    for number, text in enumerate(texts):
        memory.observe(make_turn(number * apart, text, **options))
    memory.close_session(make_turn(len(texts) * apart).time)
    return memory


def view_of(memory: Composed, scope: str = "p1") -> View:
    return View(memory, scope, memory.journal.latest(scope))


def item_with(memory: Composed, words: str, scope: str = "p1"):
    return next(item for item in memory.journal.items(scope) if words in item.text)
