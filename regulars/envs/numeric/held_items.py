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
        items: The item in each slot; None in an empty one.
    """

    def __init__(self, size: int, text: TextFeatures) -> None:
        self.items: list[HeldItem | None] = [None] * size
        self._text = text
        self._numbers = np.zeros((size, text.width + len(ITEM_FIGURES)), dtype=np.float32)
        self._counts = np.zeros((3, size), dtype=np.float32)  # places, sessions, times recalled
        self._scopes = np.zeros(size, dtype=np.int64)
        self._scope_numbers: dict[str, int] = {}

    @property
    def held(self) -> NDArray[np.bool_]:
        """Which slots hold an item, shape (size,)."""
        return self._numbers[:, self._text.width + _OWN] > 0.0

    @property
    def count(self) -> int:
        """The number of items."""
        return len(self.items) - self.items.count(None)

    def put(self, slot: int, item: HeldItem, place: int, language: Language) -> None:
        """Puts an item into a slot, in place of what it holds.

        Args:
            slot: The slot.
            item: The item.
            place: The number of turns that were said before it.
            language: The language in which people speak.
        """
        turn = item.turn
        self.items[slot] = item
        row = self._numbers[slot]
        row[: self._text.width] = self._text.row(turn.text)
        own = row[self._text.width :]
        own[:_OWN] = (*text_figures(language, turn.text), float(turn.speaker == ASSISTANT))
        own[_OWN] = 1.0
        self._counts[:, slot] = place, turn.session, 0.0
        self._scopes[slot] = self._number(turn.scope)

    def drop(self, slot: int) -> None:
        """Empties a slot."""
        self.items[slot] = None
        self._numbers[slot] = 0.0

    def free(self) -> int:
        """The first empty slot; -1 if there is none."""
        return self.items.index(None) if None in self.items else -1

    def recall(self, slots: Sequence[int]) -> tuple[list[str], list[str]]:
        """Recalls items: counts it, and gives their lines in order of time and the ids of their turns in rank order."""
        if not slots:
            return [], []
        chosen = list(dict.fromkeys(slots))
        self._counts[2, chosen] += 1.0
        in_time = sorted(chosen, key=self._counts[0].tolist().__getitem__)
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
        width = self._text.width
        numbers = self._numbers.copy()
        held = numbers[:, width + _OWN]
        own = numbers[:, width + _OWN + 1 :]
        counts = self._counts.copy()
        counts[0], counts[1] = here - counts[0], session - counts[1]
        counts = _scaled(counts)
        own[:, :2] = counts[:2].T
        own[:, 2] = self._scopes == self._scope_numbers.get(scope, -1)
        own[:, 3] = counts[2]
        own[:, :4] *= held[:, None]
        own[:, 4] = np.minimum(np.maximum(numbers[:, :width] @ message, -1.0), 1.0)
        return numbers

    def _number(self, scope: str) -> int:
        return self._scope_numbers.setdefault(scope, len(self._scope_numbers))


def _scaled(counts: NDArray[np.float32]) -> NDArray[np.float32]:
    """`scaled` for an array."""
    found: NDArray[np.float32] = np.minimum(np.log1p(np.maximum(counts, 0.0)) / log1p(LARGEST_COUNT), 1.0)
    return found
