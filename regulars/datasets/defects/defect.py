"""A defect in a JSON file: its class, its place, and the edits that repair it."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from copy import deepcopy
from dataclasses import dataclass
from enum import StrEnum
from typing import Any, Final

from regulars.data_faults import Place
from regulars.scenarios.checks.problems import Problem


class DefectClass(StrEnum):
    """The classes of defects, by the codes that `regulars validate` prints and counts."""

    TIME_BACKWARDS = "time-backwards"
    """A session or turn is dated before one that stands ahead of it."""
    EVIDENCE_LATER = "evidence-later"
    """A question cites evidence from its own session, from a later one, or with a later date."""
    EVIDENCE_UNKNOWN = "evidence-unknown"
    """A question cites a turn or session that does not exist."""
    EVIDENCE_REPEATED = "evidence-repeated"
    """A question cites the same evidence twice."""
    NO_TARGET = "no-target"
    """A question that should have an answer cites no evidence."""
    NO_GOLD = "no-gold"
    """A question that should have an answer has none."""
    GOLD_UNSUPPORTED = "gold-unsupported"
    """No word of the answer stands in the evidence, or the cited memory was never extracted."""
    DUPLICATE_ID = "duplicate-id"
    """Two sessions, turns, questions or memory points have the same id."""
    MALFORMED_ID = "malformed-id"
    """An id does not have the form of its format."""
    DUPLICATE_FILLER = "duplicate-filler"
    """The same session stands twice in one history."""
    SOURCE_RANGE = "source-range"
    """A memory point names a source turn that its session does not have."""
    SNAPSHOT = "snapshot-differs"
    """The copy of a source turn in a memory point is not that turn's text."""
    CONTROL_CHARACTER = "control-character"
    """A name or an id has a control character."""
    FIELD_MISSING = "field-missing"
    """A field is missing that all other records have."""
    FIELD_TYPE = "field-type"
    """A field has another type than in all other records."""
    EMPTY = "session-empty"
    """A session has no turns."""
    DUPLICATE_SCENARIO = "duplicate-scenario"
    """A scenario stands twice."""
    DUPLICATE_EPISODE = "duplicate-episode"
    """An episode stands twice."""


class _Remove:
    """Stands for the removal of an entry."""

    def __repr__(self) -> str:
        return "REMOVE"


REMOVE: Final = _Remove()


@dataclass(frozen=True, slots=True)
class EntryOrder:
    """Stands for a list with its entries in another order, or with some of them left out.

    Attributes:
        places: The old positions, in the new order.
    """

    places: tuple[int, ...]


@dataclass(frozen=True, slots=True)
class Edit:
    """One change to a file's content.

    Attributes:
        place: The keys and positions from the top to the entry.
        new: Its new value, an `EntryOrder` of its entries, or `REMOVE`.
    """

    place: Place
    new: Any


@dataclass(frozen=True, slots=True)
class Defect:
    """One defect of a file.

    Attributes:
        kind: Its class.
        place: The keys and positions from the top to the faulty entry.
        message: What is wrong.
        edits: The changes that repair it; empty if no repair is certain.
    """

    kind: DefectClass
    place: Place
    message: str
    edits: tuple[Edit, ...] = ()

    @property
    def problem(self) -> Problem:
        """The defect as `regulars validate` lists it."""
        return Problem(self.kind, path_text(self.place), self.message)


def path_text(place: Place) -> str:
    """A place in the notation of jq, from 0.

    Example:
        >>> path_text(("dialogues", 3, "current_time"))
        '.dialogues[3].current_time'
    """
    return "".join(f"[{part}]" if isinstance(part, int) else f".{part}" for part in place) or "."


@dataclass(frozen=True, slots=True)
class RepairChange:
    """One change that a repair made.

    Attributes:
        kind: The class of the defect, or another code of a problem.
        place: Where it was made.
        old: The old value; `REMOVE` where there was none.
        new: The new value, as in `Edit`.
    """

    kind: str
    place: Place
    old: Any
    new: Any

    def to_json(self) -> Mapping[str, Any]:
        """The change for a file. A removed entry has no `new`, an added one no `old`; a new order stands alone."""
        if isinstance(self.new, EntryOrder):
            return {"class": str(self.kind), "place": path_text(self.place), "order": list(self.new.places)}
        values = {name: value for name, value in (("old", self.old), ("new", self.new)) if value is not REMOVE}
        return {"class": str(self.kind), "place": path_text(self.place), **values}


def repaired(content: Any, defects: Iterable[Defect]) -> tuple[Any, list[RepairChange]]:
    """Applies the edits of defects to a copy of a file's content.

    Entries are removed after all other edits, last first, so that places keep their meaning.

    Returns:
        The copy, and all changes in the order in which they were made.
    """
    copy = deepcopy(content)
    planned = [(defect.kind, edit) for defect in defects for edit in defect.edits]
    settings = [(kind, edit) for kind, edit in planned if edit.new is not REMOVE]
    removals = {edit.place: (kind, edit) for kind, edit in planned if edit.new is REMOVE}
    last_first = sorted(removals.values(), key=lambda one: _order(one[1].place), reverse=True)
    return copy, [_applied(copy, kind, edit) for kind, edit in (*settings, *last_first)]


def _order(place: Place) -> tuple[tuple[int, str], ...]:
    return tuple((part, "") if isinstance(part, int) else (-1, part) for part in place)


def _applied(content: Any, kind: DefectClass, edit: Edit) -> RepairChange:
    *way, last = edit.place
    holder = content
    for part in way:
        holder = holder[part]
    known = isinstance(last, int) or last in holder
    old: Any = holder[last] if known else REMOVE
    if edit.new is REMOVE:
        del holder[last]
    elif isinstance(edit.new, EntryOrder):
        holder[last] = [old[place] for place in edit.new.places]
    else:
        holder[last] = edit.new
    return RepairChange(kind, edit.place, old, edit.new)


def repeated(ids: Sequence[Any]) -> list[int]:
    """The positions of entries that stand earlier in the list already.

    Example:
        >>> repeated(["a", "b", "a", "a"])
        [2, 3]
    """
    first: dict[str, int] = {}
    return [place for place, id in enumerate(ids) if first.setdefault(repr(id), place) != place]


def control_characters(value: Any, place: Place, what: str) -> Iterable[Defect]:
    """Yields a defect for a name or id with control characters; its repair leaves them out."""
    if isinstance(value, str) and (found := [one for one in value if not one.isprintable()]):
        cleaned = "".join(one for one in value if one.isprintable()).strip()
        edits = (Edit(place, cleaned),) if cleaned else ()
        message = f"the {what} {value!r} has the character {found[0]!r}"
        yield Defect(DefectClass.CONTROL_CHARACTER, place, message, edits)
