"""Guards of what comes out, by how sensitive it is: for a purpose, or for a question that is about it.

What is private is said by the typed sensitivity of claims and never by how an attribute is called: an attribute whose
name contains `name`, `age` or `sex` may be the most private of all, and one of every ten in a published set of norms
(CIMemories) was exempted by such a test by accident. Both rules are of contextual integrity (Nissenbaum 2004).
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from regulars.errors import ConfigurationError
from regulars.memory.journal.items import Item
from regulars.memory.journal.operations import Claim, Draft, Op
from regulars.memory.parts.extraction.claims import sensitivity
from regulars.memory.parts.extraction.statements import StatementReader
from regulars.memory.parts.text.words import content_words
from regulars.memory.parts.view import View
from regulars.memory.protocol import Cue, Hit

EVERYTHING = 99
"""A limit of sensitivity above all there are: people may ask for whatever they told."""


class _Sifts:
    """A guard that only sifts what comes out."""

    __slots__ = ()

    def screen(self, draft: Draft, view: View) -> str:
        """Everything may be held."""
        return ""


@dataclass(frozen=True, slots=True)
class Purposes(_Sifts):
    """Shows for each purpose what is no more sensitive than it allows (contextual integrity, Nissenbaum 2004).

    Attributes:
        reader: Reads claims with their sensitivity, where an item has none of its own.
        allowed: By purpose: the highest sensitivity that is shown.
        otherwise: The highest one for any other purpose, at least 0.
    """

    reader: StatementReader
    allowed: tuple[tuple[str, int], ...] = (("answer", EVERYTHING), ("probe", EVERYTHING))
    otherwise: int = 0

    def sift(self, cue: Cue, hits: Sequence[Hit], view: View) -> tuple[Sequence[Hit], Iterable[Op]]:
        """The hits that the purpose allows; nothing is done about the others."""
        limit = dict(self.allowed).get(cue.purpose, self.otherwise)
        return [hit for hit in hits if sensitivity(self._claims(view.get(hit.id))) <= limit], ()

    def _claims(self, item: Item | None) -> Sequence[Claim]:
        """What an item claims, or else what is read in its words."""
        if item is None or item.claims:
            return item.claims if item is not None else ()
        return [claim for part in item.parts for said in self.reader.statements(part) for claim in said.claims]


@dataclass(frozen=True, slots=True)
class Vault(_Sifts):
    """A guard: an item whose claims are as sensitive as `level` is shown only where the cue shares a word with it.

    Words are those of the text and of the attribute's name, without common ones and without the speaker's name. The
    rule is one of contextual integrity (Nissenbaum 2004), with the question as the context: what is private flows where
    it is asked for, and nowhere else. A purpose is no way round it: a probe is held to it as any question is.

    Attributes:
        level: From which sensitivity on; at least 1.
    """

    level: int = 3

    def __post_init__(self) -> None:
        if self.level < 1:
            raise ConfigurationError(f"level is {self.level}", where="Vault", expected="at least 1")

    def sift(self, cue: Cue, hits: Sequence[Hit], view: View) -> tuple[Sequence[Hit], Iterable[Op]]:
        """The hits without what is private and not asked for; nothing is done about the others."""
        return [hit for hit in hits if self._may_show(view.get(hit.id), cue)], ()

    def _may_show(self, item: Item | None, cue: Cue) -> bool:
        if item is None or sensitivity(item.claims) < self.level:
            return True
        named = frozenset(word for claim in item.claims for word in claim.attribute.split("_"))
        speakers = frozenset(word for part in item.parts for word in content_words(part.name))
        return bool(content_words(cue.text) & ((content_words(item.text) | named) - speakers))
