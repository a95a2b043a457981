"""A vault: what is most private comes out only for a question that is about it.

What is private is said by the typed sensitivity of claims and never by how an attribute is called: an attribute whose
name contains `name` or `age` may be the most private of all, and one of every ten in a published set of norms
(CIMemories) was exempted by such a test by accident.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from regulars.errors import ConfigurationError
from regulars.memory.journal import Item
from regulars.memory.ops import Claim, Draft, Op
from regulars.memory.protocol import Cue, Hit
from regulars.memory.text.words import content_words
from regulars.memory.view import View

__all__ = ["Vault", "sensitivity"]


def sensitivity(claims: Sequence[Claim]) -> int:
    """The highest sensitivity of some claims, from 0; 0 where there are none."""
    return max((claim.sensitivity for claim in claims), default=0)


@dataclass(frozen=True, slots=True)
class Vault:
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

    def screen(self, draft: Draft, view: View) -> str:
        """Everything may be held."""
        return ""

    def sift(self, cue: Cue, hits: Sequence[Hit], view: View) -> tuple[Sequence[Hit], Iterable[Op]]:
        """The hits without what is private and not asked for; nothing is done about the others."""
        return [hit for hit in hits if self._may_show(view.get(hit.id), cue)], ()

    def _may_show(self, item: Item | None, cue: Cue) -> bool:
        if item is None or sensitivity(item.claims) < self.level:
            return True
        named = frozenset(word for claim in item.claims for word in claim.attribute.split("_"))
        speakers = frozenset(word for part in item.parts for word in content_words(part.name))
        return bool(content_words(cue.text) & ((content_words(item.text) | named) - speakers))
