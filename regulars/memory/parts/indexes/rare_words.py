"""An index of rare words: finds the items with the rarest word of a cue."""

from __future__ import annotations

from collections.abc import Sequence

from regulars.memory.parts.no_settings import NoSettings
from regulars.memory.parts.text.words import content_words
from regulars.memory.protocol import Cue


class RareWords(NoSettings):
    """Finds the items with the cue's rarest word in the scope, newest first.

    A score is the item's place in the order of arrival, from 1, divided by the number of items that ever arrived. Of
    equally rare words, the alphabetically first counts.

    Source: O-Mem (paper), which maps words to turns and finds an episode by the rarest word of the message.
    """

    __slots__ = ("_arrived", "_places", "_words", "_words_of")

    retriever = "rare"

    def __init__(self) -> None:
        self._words: dict[str, dict[str, dict[str, None]]] = {}
        self._words_of: dict[str, dict[str, set[str]]] = {}
        self._places: dict[str, dict[str, int]] = {}
        self._arrived: dict[str, int] = {}

    def put(self, scope: str, id: str, key: str) -> None:
        """Adds a row, or replaces its words; it keeps its place."""
        places = self._places.setdefault(scope, {})
        if id in places:
            self._clear(scope, id)
        else:
            places[id] = self._arrived[scope] = self._arrived.get(scope, 0) + 1
        self._words_of.setdefault(scope, {})[id] = set()
        self.extend(scope, id, key)

    def extend(self, scope: str, id: str, key: str) -> None:
        """Adds words to a row."""
        words = self._words.setdefault(scope, {})
        for word in content_words(key):
            words.setdefault(word, {})[id] = None
            self._words_of[scope][id].add(word)

    def drop(self, scope: str, id: str) -> None:
        """Forgets a row."""
        self._clear(scope, id)
        del self._places[scope][id], self._words_of[scope][id]

    def search(self, cue: Cue) -> Sequence[tuple[str, float]]:
        """The rows with the cue's rarest word."""
        words = self._words.get(cue.scope, {})
        counts = [(len(words[word]), word) for word in content_words(cue.text) if word in words]
        if not counts or cue.k <= 0:
            return ()
        places, arrived = self._places[cue.scope], self._arrived[cue.scope]
        found = sorted(words[min(counts)[1]], key=lambda id: -places[id])
        return [(id, places[id] / arrived) for id in found[: cue.k]]

    def _clear(self, scope: str, id: str) -> None:
        words = self._words[scope]
        for word in self._words_of[scope][id]:
            del words[word][id]
            if not words[word]:
                del words[word]
