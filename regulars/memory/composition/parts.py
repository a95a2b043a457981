"""The parts of a memory, their defaults, and their names in results."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, fields, is_dataclass
from typing import Any, TypeAlias

from regulars.errors import ConfigurationError
from regulars.memory.journal.operations import Draft
from regulars.memory.parts.admission.append import Admit, append
from regulars.memory.parts.extraction.extract import Extract, Hold, verbatim
from regulars.memory.parts.guarding.protocol import Guard
from regulars.memory.parts.indexes.keys import Key, name_and_text
from regulars.memory.parts.indexes.protocol import Index
from regulars.memory.parts.reading.lines import Read, flat
from regulars.memory.parts.scoring.by_index import Score
from regulars.memory.parts.segments.units import Segment, TurnUnits
from regulars.memory.parts.view import Rule, Tracker, View
from regulars.memory.protocol import Cue, Lesson

_TURNS = TurnUnits()

Teach: TypeAlias = Callable[[Cue, View], Sequence[Lesson]]
"""From a cue to lessons about how to reply."""

Unwanted: TypeAlias = Callable[[Draft, View], Iterable[str]]
"""From a stored turn to the ids of the turns that it asks to forget."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Parts:
    """The parts of a memory.

    A part is a module-level function, or a callable object that can be pickled and shows its settings in its `repr`,
    such as a frozen dataclass.

    Attributes:
        indexes: Find items by their keys. Each has a unique `retriever` name. They are templates: the memory fills
            blank copies.
        segment: Cuts turns into units; by default each turn is a unit.
        hold: Selects what of a turn enters the open unit.
        extract: Extracts drafts from a finished unit. None stores the unit itself.
        keeps_units: Whether an extracted unit stays stored.
        keys: The keys of a draft, for all indexes or by retriever. The default key is `name_and_text`.
        admit: Decides what an extracted draft changes among the stored items.
        link: A rule that links items.
        consolidate: A rule that makes new items from others: summaries, profiles, insights.
        touch: A rule that marks used items.
        learn: A rule that learns from feedback.
        forget: A rule that deletes items.
        unwanted: The ids of the turns that a turn asks to forget. They leave no trace.
        trackers: Accumulate statistics over the operations.
        score: Ranks items for a cue; by default with the only index.
        guards: Screen drafts on the way in and hits on the way out, in this order.
        read: Prints ranked items as a context.
        teach: Gives lessons about how to reply.
        ranked: Whether the order of recalled items means anything. If not, a recall gives a context without items.
        pools: The kinds of drafts that are shared by all people. Pooled turns or facts tell one person about another,
            so a system must declare them here.
        seed: The seed of parts that draw.
    """

    indexes: tuple[Index, ...]
    segment: Segment = _TURNS
    hold: Hold = verbatim
    extract: Extract | None = None
    keeps_units: bool = False
    keys: Key | Mapping[str, Key] = name_and_text
    admit: Admit = append
    link: Rule | None = None
    consolidate: Rule | None = None
    touch: Rule | None = None
    learn: Rule | None = None
    forget: Rule | None = None
    unwanted: Unwanted | None = None
    trackers: tuple[Tracker, ...] = ()
    score: Score | None = None
    guards: tuple[Guard, ...] = ()
    read: Read = flat
    teach: Teach | None = None
    ranked: bool = True
    pools: frozenset[str] = frozenset()
    seed: int = 0

    def __post_init__(self) -> None:
        retrievers = [index.retriever for index in self.indexes]
        if not retrievers or len(set(retrievers)) < len(retrievers):
            raise ConfigurationError(
                f"the indexes have the retriever names {retrievers}",
                where="compose",
                expected="at least one index, each with its own retriever name",
            )
        if self.score is None and len(retrievers) > 1:
            raise ConfigurationError(
                f"no score combines the rankings of {' and '.join(retrievers)}", where="compose", remedy="pass score="
            )
        unknown = sorted(set(self.keys) - set(retrievers)) if isinstance(self.keys, Mapping) else []
        if unknown:
            raise ConfigurationError(
                f"there are keys for {', '.join(unknown)}",
                where="compose",
                expected=f"keys for {', '.join(retrievers)}",
            )
        for name, text in self.named().items():
            if " at 0x" in text or "<lambda>" in text:
                raise ConfigurationError(
                    f"the part {name} has the repr {text}",
                    where="compose",
                    expected="a module-level function, or an object whose repr shows its settings",
                    remedy="make it a function of a module, or a frozen dataclass with __call__",
                )

    def named(self) -> dict[str, str]:
        """The segmenter, the indexes and all parts that differ from their defaults, as text for results."""
        plain = {field.name: field.default for field in fields(self)}
        named = {}
        for name in plain:
            part = getattr(self, name)
            if name in ("segment", "indexes") or part != plain[name]:
                named[name] = _shown(part)
        return named

    def keys_of(self, retriever: str) -> Key:
        """The key function of an index."""
        return self.keys.get(retriever, name_and_text) if isinstance(self.keys, Mapping) else self.keys


def _shown(part: Any) -> str:
    if isinstance(part, tuple):
        return f"({', '.join(_shown(member) for member in part)})"
    if isinstance(part, Mapping):
        return f"{{{', '.join(f'{name}: {_shown(member)}' for name, member in sorted(part.items()))}}}"
    if isinstance(part, frozenset):
        return ", ".join(sorted(part))
    if is_dataclass(part) and not isinstance(part, type):
        settings = ", ".join(f"{field.name}={_shown(getattr(part, field.name))}" for field in fields(part))
        return f"{type(part).__qualname__}({settings})"
    return getattr(part, "__qualname__", None) or repr(part)
