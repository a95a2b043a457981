"""Reads the phrases of an attribute, and checks their slots and their number.

`attribute_files` describes the kinds of phrases, and reads the other fields of an attribute.
"""

from __future__ import annotations

from regulars.scenarios.ontology.attribute import Attribute, Cardinality, Change
from regulars.scenarios.toml_tables import Table

SLOTS = {
    "tell": ("{value}",),
    "also": ("{value}",),
    "in_passing": ("{value}",),
    "assumed": ("{other}", "{value}"),
    "update": ("{value}",),
    "ended": ("{old}",),
    "correct": ("{value}",),
    "ask": (),
    "request": (),
    "hint": (),
    "set_question": (),
    "count_question": (),
    "sum_question": (),
    "delegate": ("{options}",),
    "recall_choice": (),
    "of_others": ("{value}",),
    "of_several": ("{values}",),
    "former": ("{value}",),
    "planned": ("{value}",),
    "quoted": ("{value}",),
    "imagined": ("{value}",),
    "rumour": ("{value}",),
}
"""By kind of phrase: the slots that each line needs."""

_MAY_HOLD = {"update": ("{value}", "{old}")}
"""For kinds with optional slots: the slots that each line may have."""

_NEWS = "* "
"""The mark of phrases that report what has just happened."""


def read_phrases(table: Table) -> tuple[dict[str, tuple[str, ...]], frozenset[str]]:
    """The phrases by kind, and those that report what has just happened."""
    phrases = {kind: table.words(kind) for kind in SLOTS if kind in table}
    for kind, lines in phrases.items():
        if kind != "tell" and any(line.startswith(_NEWS) for line in lines):
            table.fault(kind, f"holds a phrase with the mark {_NEWS!r}; expected only in tell")
    tells = phrases.get("tell", ())
    news = frozenset(line.removeprefix(_NEWS) for line in tells if line.startswith(_NEWS))
    if news:
        phrases["tell"] = tuple(line.removeprefix(_NEWS) for line in tells)
    return phrases, news


def read_pairs(table: Table) -> tuple[tuple[str, str], ...]:
    """The disclosures in two lines, of which only the second has the value."""
    pairs = table.fields.get("piecemeal", [])
    if not isinstance(pairs, list) or not all(
        isinstance(pair, list) and len(pair) == 2 and all(isinstance(line, str) for line in pair) for pair in pairs
    ):
        table.fault("piecemeal", "expected pairs of lines")
        return ()
    for first, second in pairs:
        if "{" in first or second.count("{value}") != 1 or "{" in second.replace("{value}", ""):
            table.fault("piecemeal", f"wrong slots in {first!r} and {second!r}; expected {{value}} in the second only")
    return tuple((first, second) for first, second in pairs)


def check_phrases(attribute: Attribute, table: Table) -> None:
    """Notes faults of an attribute's phrases: too few of a kind, or wrong slots."""
    source = table.source
    open_, held_out = _needed(attribute)
    for needed, found, path in (
        (open_, attribute.phrases, table.path),
        (held_out, attribute.held_out, (*table.path, "held_out")),
    ):
        for kind, least in needed.items():
            if len(found.get(kind, ())) < least:
                source.fault((*path, kind), f"{len(found.get(kind, ()))} phrases; expected at least {least}")
        for kind, phrases in found.items():
            for phrase in phrases:
                if not _slots_fit(kind, phrase):
                    expected = " and ".join(_MAY_HOLD.get(kind, SLOTS[kind])) or "none"
                    source.fault((*path, kind), f"the slots of {phrase!r} are wrong; expected {expected}")


def _slots_fit(kind: str, phrase: str) -> bool:
    rest = phrase
    for slot in _MAY_HOLD.get(kind, SLOTS[kind]):
        rest = rest.replace(slot, "", 1)
    return "{" not in rest and all(slot in phrase for slot in SLOTS[kind])


def _needed(attribute: Attribute) -> tuple[dict[str, int], dict[str, int]]:
    """The number of phrases of each kind that an attribute needs: open ones and held-out ones."""
    if attribute.is_chosen:
        return {"delegate": 3, "recall_choice": 3}, {"recall_choice": 1}
    needed = {"request": 3, "correct": 2}
    held_out = {"request": 1}
    if attribute.is_told:
        needed |= {"tell": 3, "hint": 2}
        held_out |= {"tell": 2}
    if attribute.is_told and attribute.change is Change.ACCUMULATES:
        needed |= {"also": 5}
        held_out |= {"also": 1}
    if attribute.is_told and attribute.changes_value:
        needed |= {"update": 3}
        held_out |= {"update": 1}
    if attribute.is_told and attribute.change is Change.ENDS:
        needed |= {"ended": 2}
        held_out |= {"ended": 1}
    questions = {
        Cardinality.MANY: ({"set_question": 2, "count_question": 2}, {"set_question": 1, "count_question": 1}),
        Cardinality.COUNTER: ({"sum_question": 3}, {"sum_question": 1}),
        Cardinality.ONE: ({"ask": 3}, {"ask": 2}),
    }[attribute.cardinality]
    return needed | questions[0], held_out | questions[1]
