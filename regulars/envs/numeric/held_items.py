"""The items that a policy holds in `regulars:Remember-v0`: turns in numbered slots, and their features."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import lru_cache
from math import log1p
from typing import TYPE_CHECKING

import numpy as np
from numpy.typing import NDArray

from regulars.dialogue import ASSISTANT, Turn
from regulars.envs.numeric.features import LARGEST_COUNT, TextFeatures, scaled
from regulars.memory.context_line import context_line

if TYPE_CHECKING:
    from regulars.scenarios.language.packs import Language

TURN_FIGURES = ("asks", "mentions", "letters", "by_assistant")
"""The names of the numbers that follow the features of a turn's words.

- `asks`: whether its words ask for something.
- `mentions`: how many attributes its words may tell, by the wordings of the language pack: 1 for four and more. So this
  shows whether it looks like telling; small talk, gossip and other people's matters may look like it too.
- `letters`: its length (scaled).
- `by_assistant`: whether it is a recorded line of the assistant.
"""

ITEM_FIGURES = (
    *TURN_FIGURES,
    "held",
    "turns_since",
    "sessions_since",
    "same_scope",
    "times_recalled",
    "near",
)
"""The names of the numbers that follow the features of an item's words: those of its turn, and

- `held`: 1 for an item, 0 for an empty slot, whose other numbers are 0 too.
- `turns_since`, `sessions_since`: how long ago it was said (scaled).
- `same_scope`: whether it belongs to the same scope as the present turn.
- `times_recalled`: how often it was recalled (scaled).
- `near`: the similarity of its words to the present turn's, a cosine.
"""

MENTIONS = 4
"""The number of attributes in one turn that counts as 1."""

KEPT = 65536
"""The number of texts whose figures are cached."""

_OWN = len(TURN_FIGURES)
_AGES = slice(_OWN + 1, _OWN + 5)
_LARGEST = log1p(LARGEST_COUNT)


@lru_cache(maxsize=KEPT)
def text_figures(language: Language, text: str) -> tuple[float, float, float]:
    """The first three of `TURN_FIGURES`."""
    mentions = min(len(language.attributes_in(text)) / MENTIONS, 1.0)
    return float(language.requests(text)), mentions, scaled(len(text))


@dataclass(frozen=True, slots=True)
class HeldItem:
    """One item: a turn, and the reply to it if that is held too.

    Attributes:
        turn: The turn.
        turns: The turn, and the reply if it is held.
        ids: Their ids.
        lines: Their lines in a context.
    """

    turn: Turn
    turns: tuple[Turn, ...]
    ids: tuple[str, ...]
    lines: tuple[str, ...]

    @classmethod
    def of(cls, turn: Turn, reply: Turn | None = None) -> HeldItem:
        """An item of a turn and the reply to it; None for no reply."""
        turns = (turn,) if reply is None else (turn, reply)
        lines = tuple(context_line(one.time, one.name, one.text) for one in turns)
        return cls(turn, turns, tuple(one.id for one in turns), lines)


class HeldItems:
    """Slots, each empty or with one item.

    Args:
        size: The number of slots.
        text: Makes features of words.

    Attributes:
        items: The item in each slot; None in an empty one. Do not change it.
        held: Which slots hold an item, shape (size,). Do not change it.
        count: The number of items.
        pattern: Changes whenever `held` does.
    """

    def __init__(self, size: int, text: TextFeatures) -> None:
        self.items: list[HeldItem | None] = [None] * size
        self.held: NDArray[np.bool_] = np.zeros(size, dtype=np.bool_)
        self.count = self.pattern = 0
        self._text = text
        self._numbers = np.zeros((size, text.width + len(ITEM_FIGURES)), dtype=np.float32)
        self._places = [0] * size
        self._counts = np.zeros((4, size), dtype=np.float32)  # place, session, nothing, times recalled below zero
        self._scopes = np.zeros(size, dtype=np.int64)
        self._scope_numbers: dict[str, int] = {}

    def put(self, slot: int, item: HeldItem, place: int, language: Language) -> None:
        """Puts an item into a slot, in place of what it holds.

        Args:
            slot: The slot.
            item: The item.
            place: The number of turns that were said before it.
            language: The language in which people speak.
        """
        turn, width = item.turn, self._text.width
        if self.items[slot] is None:
            self._mark(slot, is_held=True)
        self.items[slot] = item
        row = self._numbers[slot]
        row[:width] = self._text.row(turn.text)
        row[width : width + _OWN + 1] = (*text_figures(language, turn.text), float(turn.speaker == ASSISTANT), 1.0)
        self._places[slot] = place
        self._counts[:, slot] = (place, turn.session, 0.0, 0.0)
        self._scopes[slot] = self._scope_numbers.setdefault(turn.scope, len(self._scope_numbers))

    def drop(self, slot: int) -> None:
        """Empties a slot."""
        if self.items[slot] is not None:
            self._mark(slot, is_held=False)
        self.items[slot] = None
        self._numbers[slot] = 0.0

    def free(self) -> int:
        """The first empty slot; -1 if there is none."""
        return self.items.index(None) if self.count < len(self.items) else -1

    def recall(self, slots: Sequence[int]) -> tuple[list[str], list[str]]:
        """Recalls items: counts it, and gives their lines in order of time and the ids of their turns in rank order."""
        if not slots:
            return [], []
        chosen = list(dict.fromkeys(slots))
        self._counts[3, chosen] -= 1.0
        in_time = sorted(chosen, key=self._places.__getitem__)
        held = self.items
        lines = [line for slot in in_time if (item := held[slot]) is not None for line in item.lines]
        return lines, [id for slot in chosen if (item := held[slot]) is not None for id in item.ids]

    def numbers(self, message: NDArray[np.float32], scope: str, session: int, here: int) -> NDArray[np.float32]:
        """The features of all slots, shape (size, width + figures), each in [-1, 1].

        Args:
            message: The features of the present turn's words.
            scope: The scope of the present turn.
            session: The number of the present session.
            here: The number of turns so far.
        """
        numbers = self._numbers.copy()
        if not self.count:
            return numbers
        width = self._text.width
        ages = np.array(((here,), (session,), (0,), (0,)), dtype=np.float32) - self._counts
        np.log1p(ages, out=ages)
        ages /= _LARGEST
        np.minimum(ages, 1.0, out=ages)
        ages[2] = self._scopes == self._scope_numbers.get(scope, -1)
        ages *= self.held
        own = numbers[:, width:]
        own[:, _AGES] = ages.T
        near = numbers[:, :width] @ message
        np.maximum(near, -1.0, out=near)
        np.minimum(near, 1.0, out=own[:, -1])
        return numbers

    def _mark(self, slot: int, *, is_held: bool) -> None:
        self.held[slot] = is_held
        self.count += 1 if is_held else -1
        self.pattern += 1
