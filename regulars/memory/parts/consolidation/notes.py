"""Notes: turns with keywords, tags and a line of context. A new note changes the notes that it links to."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace

from regulars.memory.journal.items import Item
from regulars.memory.journal.operations import Claim, Draft, Op
from regulars.memory.parts.extraction.extract import said_by_assistant
from regulars.memory.parts.extraction.statements import StatementReader
from regulars.memory.parts.settings import checked
from regulars.memory.parts.text.terms import keywords
from regulars.memory.parts.view import MemoryEvent, View, change

NOTE = "note"
"""The kind of a note."""


@dataclass(frozen=True, slots=True)
@checked(words=(1, 50))
class Notes:
    """Makes a note of each turn: its original words with keywords, tags and a context.

    Keywords are stems by `tf * idf`. Tags are the attributes of its claims and the kind of utterance. The context is
    the first keyword and the claims. All three are in `extra`, and only the keywords of a text without words are empty.

    Source: the fields of A-Mem (Xu et al., arXiv 2502.12110), where a model writes them.

    Attributes:
        reader: Reads claims.
        words: The most keywords, 1 to 50.
    """

    reader: StatementReader
    words: int = 6

    def __call__(self, unit: Item, view: View) -> Iterable[Draft]:
        """The notes of a unit."""
        for part in unit.parts:
            claims = tuple(claim for said in self.reader.statements(part) for claim in said.claims)
            stems = keywords(part.text, view, self.words)
            kind = (
                "reply" if said_by_assistant(part) else "question" if part.text.endswith(("?", "？")) else "statement"
            )
            tags = [*dict.fromkeys(claim.attribute for claim in claims if claim.attribute), kind]
            read = [f"{claim.attribute}={claim.value}" for claim in claims]
            context = " · ".join([stems[0] if stems else kind, *read])
            fields = {"keywords": stems, "tags": tags, "context": context}
            yield replace(part, kind=NOTE, claims=claims, extra={**part.extra, **fields})


def note_key(draft: Draft) -> Sequence[str]:
    """A key function: speaker, words, context, keywords and tags of a note; speaker and words of other drafts."""
    words = (draft.name, draft.text, draft.extra.get("context", ""))
    fields = (*draft.extra.get("keywords", ()), *draft.extra.get("tags", ()))
    return (" ".join(filter(None, (*words, *fields))),)


def evolve(view: View, event: MemoryEvent) -> Iterable[Op]:
    """A rule: a new note changes only the notes that it links to.

    A neighbour gets the keywords and tags that both share as tags. If the new note gives another value to a
    single-valued attribute, the neighbour's context names the item that supersedes it. The neighbour is indexed again
    at once.

    Source: memory evolution of A-Mem (arXiv 2502.12110), where a model rewrites context and tags.
    """
    if event.kind != "added" or event.item is None or event.item.kind != NOTE:
        return
    new = event.item.parts[0]
    for other in view.linked(event.item):
        part = other.parts[0]
        if other.kind != NOTE:
            continue
        shared = _terms(new) & _terms(part)
        tags = list(dict.fromkeys((*part.extra["tags"], *sorted(shared))))
        context = part.extra["context"]
        if _supersedes(new.claims, part.claims):
            context = f"{context} · superseded by {event.item.id}"
        if (tags, context) != (part.extra["tags"], part.extra["context"]):
            fields = {**part.extra, "tags": tags, "context": context}
            basis = tuple(dict.fromkeys((*part.basis, *new.sources)))
            yield change(other, replace(part, extra=fields, basis=basis), "a linked note was added")


def _terms(draft: Draft) -> set[str]:
    return {*draft.extra["keywords"], *draft.extra["tags"]}


def _supersedes(new: Sequence[Claim], old: Sequence[Claim]) -> bool:
    held = {(claim.person, claim.attribute): claim.value for claim in old if claim.attribute and not claim.many}
    return any(held.get((claim.person, claim.attribute), claim.value) != claim.value for claim in new)
