"""Rules that answer an added item: they act on it once, and leave other kinds, other events and deleted items alone."""

from __future__ import annotations

from dataclasses import replace

import pytest
from by_hand import Scored, at, draft, happening, holding, looking, short

from regulars.memory.journal.operations import Op
from regulars.memory.parts.consolidation.insights import Insights
from regulars.memory.parts.consolidation.networks import Believe
from regulars.memory.parts.consolidation.notes import evolve
from regulars.memory.parts.consolidation.preferences import Preferences
from regulars.memory.parts.extraction.claims import slot_keys
from regulars.memory.parts.indexes.entity_vectors import EntityVectors
from regulars.memory.parts.indexes.keys import entity_keys
from regulars.memory.parts.indexes.slots import Slots
from regulars.memory.parts.links.kinds import Latest, Links, Nearest
from regulars.memory.parts.links.slot_history import slot_history
from regulars.memory.parts.links.topics import same_topic
from regulars.memory.parts.scoring.by_index import Single

NEAR = {"indexes": (Scored("dense", n2=1.0, n1=0.9),)}
SLOTS = {
    "indexes": (Slots(), EntityVectors()),
    "keys": {"slot": slot_keys, "entity": entity_keys},
    "score": Single("entity"),
}
OPINIONS = {"indexes": (Scored("opinions", n1=0.9),)}
A, B = draft("A", "home: A"), draft("B", "home: B", session=2, hours=24)
TRIP, BUDGET = draft("I want a trip"), draft("My budget for the trip is small", hours=24)
TEA, FINE = draft("I love tea", kind="opinion", confidence=0.5), draft("tea is fine", kind="world", hours=24)
GREEN, BLACK = (draft(text, f"tea: {text}", kind="disclosure", hours=n) for n, text in enumerate(("green", "black")))
NOTES = [
    draft(text, kind="note", hours=n, keywords=["tea"], tags=[], context=text) for n, text in enumerate(("one", "two"))
]
JOINED = Op("LINK", "p1#2", other="p1#1", time=at(24))

ACTING = {
    "insights": (Insights(), (TRIP, BUDGET), {}, "ADD"),
    "insights on a change": (Insights(), (A, B), {}, "ADD"),
    "believe": (Believe(), (TEA, FINE), OPINIONS, "UPDATE"),
    "evolve": (evolve, (*NOTES, JOINED), {}, "UPDATE"),
    "preferences": (Preferences(), (GREEN, BLACK), SLOTS, "ADD"),
    "slot history": (slot_history, (A, B), SLOTS, "ADD"),
    "same topic": (same_topic, (A, B), SLOTS, "LINK"),
    "latest": (Latest(("fact",)), (TRIP, BUDGET), NEAR, "LINK"),
    "links": (Links((("semantic", Nearest()),), kinds=("fact",)), (A, B), NEAR, "LINK"),
}
"""The rule, two items of which the second is new, the parts of the memory, and the verb of what the rule does."""

OTHER_KIND = {"slot history": "relation"}
"""Kinds that a rule leaves alone; `other` unless named here."""


def view_of(name: str, kind: str = ""):
    """A view of the two items; the new one is of another kind if one is given."""
    _, (old, new, *ops), parts, _ = ACTING[name]
    return looking(holding(old, replace(new, kind=kind or new.kind), *ops, **parts))


def answers(name: str, view, event: str = "added", place: int | None = 2) -> list[tuple[str, ...]]:
    item = view.get(f"p1#{place}") if place else None
    rule = ACTING[name][0]
    try:
        return short([next(iter(rule(view, happening(event, item=item))))])
    except StopIteration:
        return []


@pytest.mark.parametrize("name", ACTING)
def test_a_rule_acts_on_an_added_item_of_its_kind_alone(name):
    view = view_of(name)
    assert [verb for verb, *_ in answers(name, view)] == [ACTING[name][3]]
    for event in ("turn", "unit", "session", "recalled", "feedback"):
        assert answers(name, view, event) == []
    other = view_of(name, OTHER_KIND.get(name, "other"))
    assert other.get("p1#2").claims == view.get("p1#2").claims
    assert answers(name, other) == []


@pytest.mark.parametrize("name", ACTING)
def test_an_item_that_is_deleted_before_its_turn_comes_is_left_alone(name):
    # Two items are added at once, and a limit on the first addition deletes the second: nothing is left of it.
    assert answers(name, view_of(name), place=None) == []
