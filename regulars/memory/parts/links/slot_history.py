"""Relations across sessions: an item describes how a new fact changes an earlier one.

Source: PREMem (Kim et al., Pre-Storage Reasoning for Episodic Memory, 2025). Its fragments are factual, experiential or
subjective. It infers their relations across sessions before storage: extension, accumulation, specification,
transformation, implication. A model reasons there. Claims of one slot do here, which covers all relations except
implication.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import replace

from regulars.memory.journal.items import Item
from regulars.memory.journal.operations import Claim, Draft, Op
from regulars.memory.parts.extraction.claims import same_claim, slot_of
from regulars.memory.parts.indexes.slots import held_in
from regulars.memory.parts.links.pairs import add_pair
from regulars.memory.parts.text.cues import has_cue
from regulars.memory.parts.text.words import content_words
from regulars.memory.parts.view import MemoryEvent, View

FACTUAL, EXPERIENTIAL, SUBJECTIVE, RELATION = "factual", "experiential", "subjective", "relation"
"""The kinds of fragments, and of the relation between two of them."""


def fragment_kind(draft: Draft) -> str:
    """A router: subjective for a taste or feeling, experiential for an event, else factual."""
    if has_cue("taste", draft.text) or has_cue("feeling", draft.text):
        return SUBJECTIVE
    return EXPERIENTIAL if not draft.claims and has_cue("happening", draft.text) else FACTUAL


def relation_of(old: Claim, new: Claim) -> str:
    """The relation of a claim to an earlier one of its slot; empty if both are equal or the slots differ.

    `specification`: the new value has all words of the old one and more. `accumulation`: the attribute can have several
    values. `transformation`: the attribute has one value, or the old value no longer holds.
    """
    if not slot_of(old) or slot_of(old) != slot_of(new) or same_claim(old, new):
        return ""
    if old.holds and new.holds and content_words(old.value) < content_words(new.value):
        return "specification"
    return "accumulation" if new.many and old.holds and new.holds else "transformation"


def slot_history(view: View, event: MemoryEvent) -> Iterable[Op]:
    """A rule: adds an item on the relation of a new fragment to one of an earlier session.

    The item has the words of both fragments, the earlier first; the turns of both as its sources, the later first; and
    links to both. The last earlier fragment on the slot counts.
    """
    new = event.item
    if event.kind != "added" or new is None or new.kind == RELATION:
        return
    for claim in new.claims:
        found = _earlier(claim, new, view)
        if found is None:
            continue
        old, relation = found
        part = replace(new.parts[0], kind=RELATION, extra={"relation": relation})
        yield from add_pair(old, new, part, relation, relation, view)
        return


def _earlier(claim: Claim, new: Item, view: View) -> tuple[Item, str] | None:
    """The last fragment of an earlier session on the claim's slot, and its relation to the claim."""
    if not slot_of(claim):
        return None
    for item in reversed(held_in(view, slot_of(claim))):
        if item.kind != RELATION and item.session < new.session:
            relation = next(filter(None, (relation_of(old, claim) for old in reversed(item.claims))), "")
            return (item, relation) if relation else None
    return None
