"""Relations across sessions: what a new fact does to what earlier sessions told of the same, written down as an item.

Source: PREMem (Kim et al., Pre-Storage Reasoning for Episodic Memory, 2025): fragments are factual, experiential or
subjective, and the ways in which they go on across sessions are reasoned out before they are stored: extension,
accumulation, specification, transformation, implication. There a model reasons; here claims of one slot do, which is
enough for all of them but implication.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import replace

from regulars.memory.journal.items import Item
from regulars.memory.journal.operations import Claim, Draft, Op
from regulars.memory.parts.extraction.claims import same_claim, slot_of
from regulars.memory.parts.indexes.slots import held_in
from regulars.memory.parts.text.cues import has_cue
from regulars.memory.parts.text.words import content_words
from regulars.memory.parts.view import MemoryEvent, View, add

FACTUAL, EXPERIENTIAL, SUBJECTIVE, RELATION = "factual", "experiential", "subjective", "relation"
"""The kinds of fragments, and that of what ties two of them."""


def fragment_kind(draft: Draft) -> str:
    """A router: subjective where a taste or feeling is told, experiential where something happened, else factual."""
    if has_cue("taste", draft.text) or has_cue("feeling", draft.text):
        return SUBJECTIVE
    return EXPERIENTIAL if not draft.claims and has_cue("happening", draft.text) else FACTUAL


def relation_of(old: Claim, new: Claim) -> str:
    """How a claim goes on from an earlier one of its slot; empty where it says the same or is of another slot.

    `specification` where its value has all words of the old one and more, `accumulation` where the attribute has
    several values, `transformation` where it has one, or where what held is over.
    """
    if not slot_of(old) or slot_of(old) != slot_of(new) or same_claim(old, new):
        return ""
    if old.holds and new.holds and content_words(old.value) < content_words(new.value):
        return "specification"
    return "accumulation" if new.many and old.holds and new.holds else "transformation"


def slot_history(view: View, event: MemoryEvent) -> Iterable[Op]:
    """A rule: a fragment that goes on from one of an earlier session is followed by an item that tells of both.

    The item has the words of both, the earlier first, rests on the turns of both, the later first, and points to both.
    Of what earlier sessions told of a slot, the last counts.
    """
    new = event.item
    if event.kind != "added" or new is None or new.kind == RELATION:
        return
    for claim in new.claims:
        found = _earlier(claim, new, view)
        if found is None:
            continue
        old, relation = found
        draft = replace(
            new.parts[0],
            kind=RELATION,
            text=f"{old.text} {new.text}",
            sources=tuple(dict.fromkeys(new.sources + old.sources)),
            claims=(),
            extra={"relation": relation},
        )
        yield add(draft, relation)
        made = view.newest(RELATION)
        assert made is not None
        for item in (old, new):
            yield Op("LINK", made.id, other=item.id, why=relation)
        return


def _earlier(claim: Claim, new: Item, view: View) -> tuple[Item, str] | None:
    """The last fragment of an earlier session that the claim goes on from, and how."""
    if not slot_of(claim):
        return None
    for item in reversed(held_in(view, slot_of(claim))):
        if item.kind != RELATION and item.session < new.session:
            relation = next(filter(None, (relation_of(old, claim) for old in reversed(item.claims))), "")
            return (item, relation) if relation else None
    return None
