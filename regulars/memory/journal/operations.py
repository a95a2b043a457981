"""The entries of a journal: operations, and the drafts and claims in them. All are immutable data."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from datetime import datetime
from typing import Any, Literal, get_args

from regulars.dialogue import count_tokens
from regulars.memory.context_line import context_line

POOL = "*"
"""The scope of items that are shared by all people. A system must declare what it pools."""

TURN = "turn"
"""The kind of a draft that contains a turn in its own words."""

FINISHED = "the unit is finished"
"""The reason of a `PASS` that finishes an item: it accepts no further turns."""

Verb = Literal["ADD", "UPDATE", "DELETE", "MERGE", "LINK", "TOUCH", "PASS", "QUARANTINE"]
"""The verbs of operations.

- `ADD`: adds the item `id` with the content `draft`.
- `UPDATE`: replaces the item's content by `draft`. The item keeps its place.
- `DELETE`: deletes the item.
- `MERGE`: appends `draft`, or the whole item `other`, to the item `id`.
- `LINK`: links the item `id` to the item `other`.
- `TOUCH`: records a use of the item.
- `PASS`: changes nothing. `why` gives the reason for a rejected draft, or says that the item is finished.
- `QUARANTINE`: keeps the item, but hides it from searches.
"""

VERBS: frozenset[Verb] = frozenset(get_args(Verb))
"""All verbs."""


@dataclass(frozen=True, slots=True)
class Claim:
    """A statement that an extractor found in a text: a person's attribute has a value.

    Attributes:
        person: The person's display name.
        attribute: The name of the attribute; empty if the extractor only saw that something is stated.
        value: The value as text; empty if the previous value no longer holds.
        holds: False if the text denies the claim or says that it no longer holds.
        many: Whether the attribute can have several values at once, so that a new value replaces none.
        sensitivity: How private it is, from 0. It comes from the attribute's type, not from its name.
    """

    person: str
    attribute: str
    value: str = ""
    holds: bool = True
    many: bool = False
    sensitivity: int = 0

    def to_json(self) -> list[Any]:
        """A JSON array that `from_json` reads back."""
        return [self.person, self.attribute, self.value, self.holds, self.many, self.sensitivity]

    @classmethod
    def from_json(cls, data: list[Any]) -> Claim:
        """The claim that `to_json` wrote. Raises `TypeError` on anything else."""
        return cls(*data)


@dataclass(frozen=True, slots=True)
class Draft:
    """The content of an item: a text, its speaker, and the turns that it is based on.

    Attributes:
        scope: The scope that it belongs to.
        session: The session in which it arose.
        time: The moment when it was said, or that it is about, with time zone.
        name: The speaker's display name; empty for text without a speaker.
        text: The text.
        sources: The ids of the turns that are evidence for it, best first.
        kind: `turn`, or a name that a part gives, such as `fact`, `summary`, `insight`.
        claims: The claims read in it.
        basis: Further turns that influenced its text without being evidence. Forgetting one of them also forgets this
            draft.
        extra: Further data that a memory part keeps: JSON values by name.
    """

    scope: str
    session: int
    time: datetime
    name: str
    text: str
    sources: tuple[str, ...]
    kind: str = TURN
    claims: tuple[Claim, ...] = ()
    basis: tuple[str, ...] = ()
    extra: Mapping[str, Any] = field(default_factory=dict)
    _line: tuple[str, int] | None = field(default=None, init=False, repr=False, compare=False)

    def line(self) -> tuple[str, int]:
        """Its line in a context, and the number of tokens in that line; cached."""
        line = self._line
        if line is None:
            text = context_line(self.time, self.name, self.text)
            line = (text, count_tokens(text))
            object.__setattr__(self, "_line", line)
        return line

    def to_json(self) -> dict[str, Any]:
        """A JSON object that `from_json` reads back. Default values are left out."""
        data: dict[str, Any] = {
            "scope": self.scope,
            "session": self.session,
            "time": self.time.isoformat(),
            "name": self.name,
            "text": self.text,
            "sources": list(self.sources),
        }
        if self.kind != TURN:
            data["kind"] = self.kind
        if self.claims:
            data["claims"] = [claim.to_json() for claim in self.claims]
        if self.basis:
            data["basis"] = list(self.basis)
        if self.extra:
            data["extra"] = dict(self.extra)
        return data

    @classmethod
    def from_json(cls, data: Mapping[str, Any]) -> Draft:
        """The draft that `to_json` wrote. Raises `KeyError`, `TypeError` or `ValueError` on anything else."""
        return cls(
            data["scope"],
            data["session"],
            datetime.fromisoformat(data["time"]),
            data["name"],
            data["text"],
            tuple(data["sources"]),
            data.get("kind", TURN),
            tuple(Claim.from_json(claim) for claim in data.get("claims", ())),
            tuple(data.get("basis", ())),
            data.get("extra", {}),
        )

    def __reduce__(self) -> tuple[object, ...]:
        return Draft, (
            self.scope, self.session, self.time, self.name, self.text, self.sources, self.kind, self.claims, self.basis,
            dict(self.extra),
        )  # fmt: skip


@dataclass(frozen=True, slots=True)
class Op:
    """One operation on a memory.

    Attributes:
        verb: The verb.
        id: The id of the item.
        draft: The content to add, merge or replace.
        other: The id of the other item, for `LINK` and `MERGE`.
        why: The reason, in a few words.
        cause: The id of the turn that caused it; empty at the end of a session.
        time: Its time in the journal, which never runs backwards within a scope. None if a third-party memory does not
            give it.
        event: `recalled` or `feedback` if such an event caused it; else empty.
        basis: Further turns that caused it, besides those of its draft. Forgetting one of them undoes the operation.
    """

    verb: Verb
    id: str
    draft: Draft | None = None
    other: str | None = None
    why: str = ""
    cause: str = ""
    time: datetime | None = None
    event: str = ""
    basis: tuple[str, ...] = ()

    def to_json(self, texts: bool = False) -> dict[str, Any]:
        """A JSON object.

        Args:
            texts: Whether to include words, so that `from_json` can read it back. Without them it has only ids, as
                in an episode record: the item, the other item, the cause, and the draft's `sources`.
        """
        data: dict[str, Any] = {"verb": self.verb, "id": self.id, "cause": self.cause}
        if self.other is not None:
            data["other"] = self.other
        if not texts:
            if self.draft is not None:
                data["sources"] = list(self.draft.sources)
            return data
        data["why"] = self.why
        if self.time is not None:
            data["time"] = self.time.isoformat()
        if self.draft is not None:
            data["draft"] = self.draft.to_json()
        if self.event:
            data["event"] = self.event
        if self.basis:
            data["basis"] = list(self.basis)
        return data

    @classmethod
    def from_json(cls, data: Mapping[str, Any]) -> Op:
        """The operation that `to_json(texts=True)` wrote.

        Raises `KeyError`, `TypeError` or `ValueError` on anything else.
        """
        if data["verb"] not in VERBS:
            raise ValueError(f"unknown verb {data['verb']!r}")
        return cls(
            data["verb"],
            data["id"],
            Draft.from_json(data["draft"]) if "draft" in data else None,
            data.get("other"),
            data["why"],
            data["cause"],
            datetime.fromisoformat(data["time"]) if "time" in data else None,
            data.get("event", ""),
            tuple(data.get("basis", ())),
        )

    def __reduce__(self) -> tuple[object, ...]:
        return Op, (
            self.verb, self.id, self.draft, self.other, self.why, self.cause, self.time, self.event, self.basis,
        )  # fmt: skip
