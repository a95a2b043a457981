"""Cases that hold the numeric settings of memories: a tiny conversation on which the value decides what comes out.

A case plays the same conversation with the memory as it is built by default, and with the setting a notch below and
above. Cosines are chosen by an embedder that knows a few words, and claims by a reader that knows a few values.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from copy import copy
from dataclasses import dataclass, fields, is_dataclass, replace
from datetime import UTC, datetime, timedelta
from inspect import signature
from math import cos, radians, sin
from typing import Any

import numpy as np

from regulars import registry
from regulars.dialogue import ASSISTANT, Feedback, Turn, turn_id
from regulars.memory import Cue, Recollections
from regulars.memory.composition.compose import Composed
from regulars.memory.journal.items import Item
from regulars.memory.journal.operations import Claim, Draft
from regulars.memory.parts.extraction.extract import said_by_assistant
from regulars.memory.parts.extraction.statements import Statement
from regulars.memory.parts.text.sentences import sentences
from regulars.memory.parts.view import View

START = datetime(2025, 3, 1, 9, tzinfo=UTC)
MINUTE, HOUR, DAY = timedelta(minutes=1), timedelta(hours=1), timedelta(days=1)


@dataclass(frozen=True)
class Drawn:
    """An embedder: a text has the sum of the vectors of the words that it holds, at length 1."""

    vectors: tuple[tuple[str, tuple[float, ...]], ...]

    @property
    def dims(self) -> int:
        return len(self.vectors[0][1])

    def embed(self, texts: Sequence[str]) -> Any:
        rows = np.zeros((len(texts), self.dims))
        for row, text in zip(rows, texts, strict=True):
            words = text.lower().replace(".", " ").replace("?", " ").replace(",", " ").split()
            for word, vector in self.vectors:
                if word in words:
                    row += vector
        lengths = np.linalg.norm(rows, axis=1, keepdims=True)
        return (rows / np.where(lengths > 0, lengths, 1.0)).astype(np.float32)


def drawn(**vectors: Sequence[float]) -> Drawn:
    """An embedder by words and their vectors."""
    return Drawn(tuple((word, tuple(map(float, vector))) for word, vector in vectors.items()))


def angles(**degrees: float) -> Drawn:
    """An embedder by words and their angles in a plane: the cosine of two texts is that of the difference."""
    return drawn(**{word: (cos(radians(angle)), sin(radians(angle))) for word, angle in degrees.items()})


def cosines(**cosine: float) -> Drawn:
    """An embedder by words and their cosines with the word `cue`. What else they have lies in a dimension of each."""
    rows: dict[str, list[float]] = {"cue": [1.0] + [0.0] * len(cosine)}
    for number, (word, value) in enumerate(cosine.items(), start=1):
        rows[word] = [0.0] * (len(cosine) + 1)
        rows[word][0], rows[word][number] = value, (1.0 - value * value) ** 0.5
    return drawn(**rows)


@dataclass(frozen=True)
class Reads:
    """A reader: each sentence of a person is a statement, with the claims of the words in it."""

    claims: tuple[tuple[str, str], ...] = ()
    private: tuple[tuple[str, int], ...] = ()

    def statements(self, part: Draft) -> Sequence[Statement]:
        if said_by_assistant(part):
            return ()
        said = [text for text in sentences(part.text) if not text.endswith("?")]
        return tuple(Statement(text, self._in(text, part.name)) for text in said)

    def unwanted(self, part: Draft) -> Sequence[str]:
        return ()

    def _in(self, text: str, person: str) -> tuple[Claim, ...]:
        words = text.lower().replace(".", " ").split()
        known = [(word, about) for word, about in self.claims if word in words]
        return tuple(Claim(person, about, word, sensitivity=dict(self.private).get(word, 0)) for word, about in known)


def reads(private: Mapping[str, int] | None = None, **claims: str) -> Reads:
    """A reader by values and the attributes that they are values of, some of which are private."""
    return Reads(tuple(claims.items()), tuple((private or {}).items()))


class Talk:
    """A conversation with one memory: a turn each minute."""

    def __init__(self, memory: Composed) -> None:
        self.memory = memory
        self.session = 1
        self.time = START
        self.ids: list[str] = []

    def said(self, *texts: str, by: str = "Ann", after: timedelta = MINUTE) -> None:
        for text in texts:
            self.time += after
            speaker = ASSISTANT if by == "Assistant" else by.lower()
            number = sum(id.startswith(f"s{self.session:03}.") for id in self.ids) + 1
            self.ids.append(turn_id(self.session, number))
            self.memory.observe(Turn(self.ids[-1], "p1", "p1", speaker, by, self.session, text, self.time))

    def rounds(self, *texts: str) -> None:
        """Messages, each with a reply of no content."""
        for text in texts:
            self.said(text)
            self.said("Oh", by="Assistant")

    def closed(self, after: timedelta = DAY) -> None:
        """Ends the session; the next begins after some time."""
        self.memory.close_session(self.time)
        self.session += 1
        self.time += after

    def sessions(self, *texts: str, after: timedelta = DAY) -> None:
        """A session for each text."""
        for text in texts:
            self.said(text)
            self.closed(after)

    def recalled(
        self, text: str, k: int = 10, probe: bool = True, after: timedelta = MINUTE, **more: Any
    ) -> Recollections:
        cue = Cue(text, self.time + after, "p1", purpose="probe" if probe else "answer", k=k, **more)
        return self.memory.recall(cue)

    def found(self, text: str, k: int = 10, probe: bool = True, after: timedelta = MINUTE) -> list[str]:
        """The words of the hits, best first."""
        hits = self.recalled(text, k, probe, after).hits
        return [" ".join(part.text for part in self.item(hit.id).parts) for hit in hits]

    def item(self, id: str) -> Item:
        item = self.memory.journal.get(id)
        assert item is not None
        return item

    def rated(self, about: str, **shown: Any) -> None:
        self.memory.feedback(Feedback(about, time=self.time, **shown), None)

    def items(self, *kinds: str) -> list[Item]:
        return self.view.items(*kinds)

    def held(self, *kinds: str) -> list[str]:
        """The words of the items, oldest first."""
        return [" ".join(part.text for part in item.parts) for item in self.items(*kinds)]

    @property
    def view(self) -> View:
        return View(self.memory, "p1", self.time)


Play = Callable[[Talk], Any]


@dataclass(frozen=True)
class Case:
    """What a memory does at the value of a setting, and a notch beside it.

    Attributes:
        memory: The memory.
        setting: A setting of the memory, or `Part.field` of a part of it.
        value: The value that it is built with.
        outcomes: What comes out at each value of the setting.
        play: The conversation.
        others: The memory's other settings.
    """

    memory: str
    setting: str
    value: float
    outcomes: Mapping[float, Any]
    play: Play
    others: Mapping[str, Any]

    def outcome(self, value: float | None = None) -> Any:
        """What comes out by default, or at another value."""
        return self.play(Talk(self.built(value)))

    def built(self, value: float | None = None) -> Composed:
        """The memory by default, or at another value."""
        return built(self.memory, self.setting, value, **self.others)


def built(name: str, setting: str = "", value: float | None = None, **others: Any) -> Composed:
    """A memory with its defaults but for some settings, one of which may be that of a part."""
    part, _, field = setting.rpartition(".")
    given = {field: value} if value is not None and not part else {}
    memory = registry.find("memory", name).load()(**others, **given)
    return Composed(with_number(memory.made_of, part, field, value)) if value is not None and part else memory


CASES: list[Case] = []


def holds(
    memory: str, setting: str, value: float, outcomes: Mapping[float, Any], **others: Any
) -> Callable[[Play], Play]:
    """Registers a conversation as the one that holds a setting."""

    def keep(play: Play) -> Play:
        CASES.append(Case(memory, setting, value, outcomes, play, others))
        return play

    return keep


# ---------------------------------------------------------------------- two rankings

BY_RANK = cosines(**{f"c{rank}": 1 - rank / 100 for rank in range(1, 52)})
"""An embedder with the words `c1` to `c51`, the n-th at rank n from `cue`."""


def fused(talk: Talk, one: tuple[int, int], two: tuple[int, int]) -> list[str]:
    """The order of two items with ranks by words and by vectors, among items with one of both ranks, of 40 each.

    The rank by words is decided by the length. Links, which would be a third ranking, are left out.
    """
    by_words, by_vectors = {one[0]: "one", two[0]: "two"}, {one[1]: "one", two[1]: "two"}
    texts = {"one": f"One boat c{one[1]}" + " la" * one[0], "two": f"Two boat c{two[1]}" + " la" * two[0]}
    texts |= {f"w{n}": f"Words{n} boat here" + " la" * n for n in range(1, 41) if n not in by_words}
    texts |= {f"v{n}": f"Vector{n} c{n}" for n in range(1, 41) if n not in by_vectors}
    talk.memory = talk.memory.varied(link=None)
    talk.said(*texts.values())
    talk.closed()
    return [text.split()[0].lower() for text in talk.found("cue boat", k=10)[:2]]


# ---------------------------------------------------------------------- numbers in parts

_SLOTTED = {
    "BM25": ("k1", "b"), "PhraseGraph": ("alike",), "QTable": ("steps", "gamma", "alpha", "task"),
    "Reranker": ("rate", "temperature"),
}  # fmt: skip
"""The parts that are no dataclasses, and their numbers."""


def numbers_in(part: Any) -> Iterator[tuple[str, float]]:
    """The numeric settings of a part and of the parts in it, each as `Part.field`."""
    name = type(part).__name__
    for field in _SLOTTED.get(name, ()):
        yield f"{name}.{field}", getattr(part, field)
    if isinstance(part, tuple):
        for member in part:
            yield from numbers_in(member)
    elif is_dataclass(part) and not isinstance(part, type | Drawn | Reads):
        for field in fields(part):
            held = getattr(part, field.name)
            if _is_number(held):
                yield f"{name}.{field.name}", held
            elif isinstance(held, tuple) and held and all(isinstance(one, float) for one in held):
                yield from ((f"{name}.{field.name}[{number}]", one) for number, one in enumerate(held))
            else:
                yield from numbers_in(held)


def with_number(part: Any, name: str, field: str, value: float) -> Any:
    """The same part with one number changed, wherever in it a part of that name is."""
    if isinstance(part, tuple):
        return tuple(with_number(member, name, field, value) for member in part)
    if type(part).__name__ == name:
        return _changed(part, field, value)
    if is_dataclass(part) and not isinstance(part, type | Drawn | Reads):
        held = {one.name: getattr(part, one.name) for one in fields(part) if one.init}
        made = {key: with_number(old, name, field, value) for key, old in held.items()}
        return replace(part, **{key: new for key, new in made.items() if new is not held[key] and new != held[key]})
    return part


def _changed(part: Any, field: str, value: float) -> Any:
    head, _, place = field.partition("[")
    if place:
        at, old = int(place.rstrip("]")), getattr(part, head)
        return replace(part, **{head: (*old[:at], value, *old[at + 1 :])})
    if is_dataclass(part):
        return replace(part, **{field: value})
    made = copy(part)
    setattr(made, field, value)
    return made


def settings_of(name: str) -> dict[str, float]:
    """The numeric settings of a memory, and those of its parts that none of these decides."""
    parameters = signature(registry.find("memory", name).load()).parameters.values()
    own = {one.name: one.default for one in parameters if _is_number(one.default) and one.name != "seed"}
    inner = dict(numbers_in(built(name).made_of))
    inner.pop("Parts.seed", None)
    decided: set[str] = set()
    for setting, value in own.items():
        other = dict(
            numbers_in(built(name, setting, value * 1.01 if isinstance(value, float) and value else value + 1).made_of)
        )
        decided |= {part for part in {**inner, **other} if other.get(part) != inner.get(part)}
    return own | {part: value for part, value in inner.items() if part not in decided}


def _is_number(value: Any) -> bool:
    return isinstance(value, int | float) and not isinstance(value, bool)
