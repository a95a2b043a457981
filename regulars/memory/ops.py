"""What a journal is made of: claims, drafts, operations. All of them are data and never change."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from datetime import datetime
from typing import Any, Literal, get_args

from regulars.dialogue import count_tokens
from regulars.memory.context_line import context_line

__all__ = ["FINISHED", "POOL", "TURN", "VERBS", "Claim", "Draft", "Op", "Verb"]

POOL = "*"
"""The scope of what a memory pools over all people. Only a system that declares it pools anything."""

TURN = "turn"
"""The kind of a draft that holds what was said, as it was said."""

FINISHED = "the unit is finished"
"""Why a `PASS` says that an item takes in no further turn."""

Verb = Literal["ADD", "UPDATE", "DELETE", "MERGE", "LINK", "TOUCH", "PASS", "QUARANTINE"]
"""What an operation does.

- `ADD`: a new item `id`, made of `draft`.
- `UPDATE`: the item becomes what `draft` says, and keeps its place.
- `DELETE`: the item is gone.
- `MERGE`: `draft`, or the whole item `other`, becomes the last part of the item `id`.
- `LINK`: the item `id` points to the item `other`.
- `TOUCH`: the item was used.
- `PASS`: nothing changes, and `why` says what was turned away; or that the item is finished.
- `QUARANTINE`: the item is held, and is not found any more.
"""

VERBS: frozenset[Verb] = frozenset(get_args(Verb))
"""All of them."""


@dataclass(frozen=True, slots=True)
class Claim:
    """What an extractor read in a text: a person's attribute has a value.

    Attributes:
        person: Whose attribute, as displayed.
        attribute: Its name; empty where the extractor only saw that something is stated.
        value: The value as text; empty where what held is over.
        holds: False where it is denied, or over.
        many: Whether the attribute may have several values at once, so that a new one replaces none.
        sensitivity: How private it is, from 0; typed, and never guessed from a name.
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
    """Something to be held: words, whose they are, and what they rest on.

    Attributes:
        scope: Whose memory it belongs to.
        session: The session in which it arose.
        time: The moment of which it speaks or at which it was said, with zone.
        name: Who said it, as displayed; empty for what nobody said.
        text: The words.
        sources: The ids of the turns it rests on, best first.
        kind: What it is: `turn`, or a name that a part gives, such as `fact`, `summary`, `insight`.
        claims: What was read in it.
        basis: Further turns that its words owe something to, and that are no evidence of it: what is forgotten takes
            along all that rests on it.
        extra: Whatever else a part has to keep: JSON values by name.
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
        """Its line of a context, and the tokens of it. It is put together once and kept."""
        line = self._line
        if line is None:
            text = context_line(self.time, self.name, self.text)
            line = (text, count_tokens(text))
            object.__setattr__(self, "_line", line)
        return line

    def to_json(self) -> dict[str, Any]:
        """A JSON object that `from_json` reads back. What is as by default is left out."""
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
        verb: What is done.
        id: The item it is done to.
        draft: What is added, merged or put in place.
        other: The other item, for `LINK` and `MERGE`.
        why: The reason, in a few words.
        cause: The id of the turn that brought it about; empty at the end of a session.
        time: When it was journalled. It never runs backwards within a scope. None where a foreign memory does
            not say.
        event: `recalled` or `feedback`, where that brought it about; empty for a turn and the end of a session.
        basis: The turns for whose sake it was done, beyond those of its draft. Where one of them is forgotten, it was
            not done.
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
            texts: Whether words are in it, so that `from_json` can read it back. Without them it holds ids
                only, as an episode record does: the item, the other item, the cause, and the draft's
                `sources`.
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
