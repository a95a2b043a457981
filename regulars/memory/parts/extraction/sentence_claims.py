"""Collects the claims of a sentence: from words of it, from an action with its verb, from a list."""

from __future__ import annotations

from dataclasses import dataclass, replace

from regulars.memory.journal.operations import Claim
from regulars.memory.parts.extraction.clauses import Clauses
from regulars.memory.parts.extraction.english_words import BASE, ING, PARTICIPLE, PAST, english_words

LIKE, DISLIKE, HAVE, PLAN, NEED, STATE = "like", "dislike", "have", "plan", "need", "be"
"""Attributes of kinds of verbs."""

MOST_LISTED = 8
"""The most things of a list; of a longer one only the first is claimed."""

_SINGLE = ("home", "employer", "origin", "job", "birth", "partner", "name", "age")
"""Attributes with one value at a time."""


@dataclass(frozen=True, slots=True)
class Manner:
    """How a verb is said.

    Attributes:
        attribute: The attribute of what follows; empty for the verb's own.
        holds: Whether it is said to hold.
        of: The position of the subject; -1 if it is left out.
        forms: The forms that a further verb of the same subject can have.
        bare: Whether what follows is claimed as an action, with its verb.
    """

    attribute: str = ""
    holds: bool = True
    of: int = -1
    forms: frozenset[str] = frozenset((PAST, PARTICIPLE))
    bare: bool = False


class SentenceClaims:
    """The claims of one sentence.

    Attributes:
        said: The sentence.
        found: Its claims so far.
        until: The position up to which words are claimed.
        last: How the last verb was said, where another may follow.
        seen: Whether there was a subject.
        unsure: Whether the sentence is about what may be: "if", "I wish".
    """

    def __init__(self, name: str, sentence: str) -> None:
        self._name = name
        self.said = Clauses(sentence)
        self.words = english_words()
        self.sets = self.words.sets
        self.found: dict[tuple[str, str], Claim] = {}
        self.until = 0
        self.last: Manner | None = None
        self.seen = self.unsure = False
        self._over = "anymore" in self.said.words
        self._depth = 0
        self._longer = "longer" in self.said.words

    def forms(self, at: int) -> frozenset[str]:
        """What forms of a verb the word may be."""
        verb = self.said.verb(at)
        return verb.forms if verb is not None else frozenset()

    def action(self, attribute: str, at: int, manner: Manner) -> int:
        """Claims an action with its verb: "paint every day"."""
        said, attribute = self.said, manner.attribute or attribute
        start = said.skip(at)
        end = said.end(start, action=True)
        verb = said.verb(start)
        kinds = self.words.kinds
        if verb is not None and end == start + 1 and verb.base in kinds["deeds"] - kinds["activities"]:
            return start
        if said.isa(start, "asks") or said[start + 1] == "sure":
            return start
        if (
            (end == start + 1 and said.isa(end, "objects"))
            or (said.isa(end - 1, "objects") and end - start <= 4)
            or said[start] == "be"
        ):
            return start
        self.last = replace(manner, attribute=attribute, bare=True, forms=frozenset((BASE, ING)))
        kept = self.last
        reached = self.span(attribute, start, end, holds=manner.holds, lists=False)
        self.last = kept
        return reached

    def span(
        self,
        attribute: str,
        start: int,
        end: int,
        *,
        holds: bool = True,
        many: bool | None = None,
        manner: Manner | None = None,
        lists: bool = True,
    ) -> int:
        """Claims the words from `start` to `end`, and returns where to go on.

        Args:
            attribute: Of what.
            start: The first position.
            end: The position after the last.
            holds: Whether it is said to hold.
            many: Whether it can have several values; by default all can but a few, such as `home`.
            manner: How the verb was said, if another one may follow.
            lists: Whether further things may follow after commas.
        """
        said = self.said
        value = said.value(start, end)
        self.last = manner
        if not value or start < self.until:
            return start
        self.add(attribute, value, holds=holds, many=many)
        if many is not False and lists and attribute not in _SINGLE and said[end] == ",":
            end = self._listed(attribute, end, holds)
        self.until = end
        return end

    def _listed(self, attribute: str, at: int, holds: bool) -> int:
        """Claims the further things of a list, "the Louvre, the Seine, and Montmartre", and returns its end."""
        said, end = self.said, at
        items: list[str] = []
        while said[end] == "," and len(items) < MOST_LISTED:
            joined = said[end + 1] in ("and", "or")
            start = said.skip(end + 1 + joined)
            end = said.end(start)
            if said.verb(start) or said.isa(start, "pronouns") or said.is_sign(start) or said.isa(end, "aux"):
                return at
            split = next((k for k in range(start, end) if said[k] in ("and", "or")), end)
            items += [said.value(start, split)] + [said.value(split + 1, end)] * (split < end)
            if joined or split < end:
                break
        else:
            return at
        if len(items) >= MOST_LISTED or (said.is_name(start) and not said.is_name(at - 1)):
            return at
        for item in filter(None, items):
            self.add(attribute, item, holds=holds)
        return end

    def add(self, attribute: str, value: str, *, holds: bool = True, many: bool | None = None) -> None:
        """Claims a value, unless it or the attribute is empty."""
        if not value or not attribute:
            return
        over = self._over and attribute in (LIKE, HAVE)
        claim = Claim(
            self._name,
            attribute,
            value,
            holds=holds and not over,
            many=attribute not in _SINGLE if many is None else many,
        )
        self.found.setdefault((attribute, value), claim)
