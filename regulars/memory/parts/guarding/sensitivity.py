"""Guards on recalled items by their sensitivity: for a purpose, or for a question on the same topic.

The typed sensitivity of a claim decides, never the name of its attribute. Attributes whose names contain `name`, `age`
or `sex` may be the most private of all. A published set of norms (CIMemories) used such a test and exempted one
attribute in ten by accident. Both guards follow contextual integrity (Nissenbaum 2004).
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from regulars.memory.journal.items import Item
from regulars.memory.journal.operations import Claim, Draft, Op
from regulars.memory.parts.extraction.claims import sensitivity
from regulars.memory.parts.extraction.statements import StatementReader
from regulars.memory.parts.settings import checked
from regulars.memory.parts.text.words import content_words
from regulars.memory.parts.view import View
from regulars.memory.protocol import Cue, Hit

EVERYTHING = 99
"""A limit above every sensitivity: people may ask for anything that they told."""


class _Sifts:
    """A guard that sifts only hits."""

    __slots__ = ()

    def screen(self, draft: Draft, view: View) -> str:
        """Accepts everything."""
        return ""


@dataclass(frozen=True, slots=True)
class Purposes(_Sifts):
    """Limits the sensitivity of the items shown, by purpose (contextual integrity, Nissenbaum 2004).

    Attributes:
        reader: Reads claims with their sensitivity from items without claims.
        allowed: The highest sensitivity shown, by purpose.
        otherwise: The highest sensitivity shown for any other purpose, at least 0.
    """

    reader: StatementReader
    allowed: tuple[tuple[str, int], ...] = (("answer", EVERYTHING), ("probe", EVERYTHING))
    otherwise: int = 0

    def sift(self, cue: Cue, hits: Sequence[Hit], view: View) -> tuple[Sequence[Hit], Iterable[Op]]:
        """The hits that the purpose allows, without operations on the others."""
        limit = dict(self.allowed).get(cue.purpose, self.otherwise)
        return [hit for hit in hits if sensitivity(self._claims(view.get(hit.id))) <= limit], ()

    def _claims(self, item: Item | None) -> Sequence[Claim]:
        """The claims of an item, or those read in its words."""
        if item is None or item.claims:
            return item.claims if item is not None else ()
        return [claim for part in item.parts for said in self.reader.statements(part) for claim in said.claims]


@dataclass(frozen=True, slots=True)
@checked(level=(1, EVERYTHING))
class Vault(_Sifts):
    """Shows an item with claims of sensitivity `level` or more only if the cue shares a word with it.

    The words are those of the text and of the attribute's name, without common words and the speaker's name. The rule
    follows contextual integrity (Nissenbaum 2004) with the question as the context: private information is shown only
    where it is asked for. A probe follows the same rule as any question.

    Attributes:
        level: The lowest sensitivity that is protected, 1 to 99.
    """

    level: int = 3

    def sift(self, cue: Cue, hits: Sequence[Hit], view: View) -> tuple[Sequence[Hit], Iterable[Op]]:
        """The hits without private items that were not asked for, without operations on the others."""
        return [hit for hit in hits if self._may_show(view.get(hit.id), cue)], ()

    def _may_show(self, item: Item | None, cue: Cue) -> bool:
        if item is None or sensitivity(item.claims) < self.level:
            return True
        named = frozenset(word for claim in item.claims for word in claim.attribute.split("_"))
        speakers = frozenset(word for part in item.parts for word in content_words(part.name))
        return bool(content_words(cue.text) & ((content_words(item.text) | named) - speakers))
