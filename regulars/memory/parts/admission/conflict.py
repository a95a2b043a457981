"""Admission with conflicts: a new fact can replace or delete stored facts on the same attribute.

Source: Bae et al., Keep Me Updated! Memory Management in Long-term Conversations (Findings of EMNLP 2022). After a
session, each pair of a stored and a new sentence is decided to be PASS, APPEND, REPLACE or DELETE, one after the other.
A trained classifier compares two sentences there; a table compares two claims here.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import replace
from typing import Literal, TypeAlias

from regulars.memory.journal.items import Item
from regulars.memory.journal.operations import Claim, Draft, Op
from regulars.memory.parts.extraction.claims import same_claim, slot_keys, slot_of, words_key
from regulars.memory.parts.indexes.slots import held_in
from regulars.memory.parts.text.words import normalised
from regulars.memory.parts.view import View, add, change, delete

Decision: TypeAlias = Literal["PASS", "APPEND", "REPLACE", "DELETE"]
"""The decision on an old and a new claim.

- `PASS`: the old claim stays; the new one adds nothing.
- `APPEND`: both stay.
- `REPLACE`: the new claim takes the place of the old one.
- `DELETE`: both are removed: the new claim says that the old one no longer holds.
"""


def decide(old: Claim, new: Claim) -> Decision:
    """Decides on an old and a new claim by a table.

    | old holds | new holds | value | attribute with one value | with several |
    |---|---|---|---|---|
    | yes | yes | same | PASS | PASS |
    | yes | yes | other | REPLACE | APPEND |
    | yes | no | same, or none named | DELETE | DELETE |
    | yes | no | other | APPEND | APPEND |
    | no | no | same | PASS | PASS |
    | no | no | other | APPEND | APPEND |
    | no | yes | same, or none named | REPLACE | REPLACE |
    | no | yes | other | REPLACE | APPEND |

    Claims of different persons or attributes, or without a named attribute: APPEND.
    """
    if not slot_of(old) or slot_of(old) != slot_of(new):
        return "APPEND"
    if same_claim(old, new):
        return "PASS"
    several = old.many or new.many
    if old.holds and new.holds:
        return "APPEND" if several else "REPLACE"
    if not old.holds and not new.holds:
        return "APPEND"
    denied = old if not old.holds else new
    met = not denied.value or normalised(old.value) == normalised(new.value)
    if old.holds:
        return "DELETE" if met else "APPEND"
    return "APPEND" if several and not met else "REPLACE"


def keep_me_updated(draft: Draft, view: View) -> Iterable[Op]:
    """Admission: compares a new draft pair by pair with the stored items on its attributes.

    A text without claims is stored once.
    """
    if not any(map(slot_of, draft.claims)):
        return held_once(draft, view)
    rivals = {item.id: item for slot in slot_keys(draft) for item in held_in(view, slot, draft.kind)}
    return settled(draft, tuple(rivals.values()))


def held_once(draft: Draft, view: View) -> Iterable[Op]:
    """Adds a draft without claims unless its words are already stored."""
    again = held_in(view, words_key(draft), draft.kind)
    return (_passed(again[0]),) if again else (add(draft),)


def settled(draft: Draft, rivals: Sequence[Item], in_place: bool = False) -> Iterable[Op]:
    """The operations that admit a draft beside some stored items, by `decide`.

    An item with several claims keeps those that still hold. It is deleted when none is left.

    Args:
        draft: The new draft.
        rivals: The stored items to compare with, in this order; each has one part.
        in_place: Whether a replaced item takes the new draft under its id, rather than being deleted.
    """
    new = list(draft.claims)
    passed: list[Item] = []
    spent: list[Claim] = []
    gone: dict[str, tuple[Item, list[Claim], Decision]] = {}
    for item in rivals:
        for old in item.claims:
            for claim in tuple(new):
                decision = decide(old, claim)
                if decision == "PASS":
                    new.remove(claim)
                    passed.append(item)
                elif decision in ("REPLACE", "DELETE"):
                    gone.setdefault(item.id, (item, [], decision))[1].append(old)
                    if decision == "DELETE":
                        spent.append(claim)
    stands = [claim for claim in new if claim not in spent]
    adds = bool(stands) or not draft.claims
    entering = replace(draft, claims=tuple(stands))
    for item, lost, decision in gone.values():
        left = tuple(claim for claim in item.claims if claim not in lost)
        if left:
            part = item.parts[0]
            yield change(item, replace(part, claims=left, basis=part.basis + draft.sources), "a part of it is replaced")
        elif in_place and adds and decision == "REPLACE":
            yield change(item, entering, "replaced")
            adds = False
        else:
            yield delete(item, "over" if decision == "DELETE" else "replaced")
    if adds:
        yield add(entering)
    elif passed and not gone:
        yield _passed(passed[0])


def _passed(item: Item) -> Op:
    return Op("PASS", item.id, why="it is already stored")
