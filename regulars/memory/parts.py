"""What a memory is made of: the parts, their defaults, and how they are named."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, fields, is_dataclass
from typing import Any, TypeAlias

from regulars.errors import ConfigurationError
from regulars.memory.admission.append import Admit, append
from regulars.memory.extraction.extract import Extract, Hold, verbatim
from regulars.memory.guarding.protocol import Guard
from regulars.memory.indexes.keys import Key, name_and_text
from regulars.memory.indexes.protocol import Index
from regulars.memory.ops import Draft
from regulars.memory.protocol import Cue, Lesson
from regulars.memory.reading.lines import Read, flat
from regulars.memory.scoring.by_index import Score
from regulars.memory.segments.units import Segment, TurnUnits
from regulars.memory.view import Rule, Tracker, View

__all__ = ["Parts", "Teach", "Unwanted"]

_TURNS = TurnUnits()

Teach: TypeAlias = Callable[[Cue, View], Sequence[Lesson]]
"""From a cue to what is known about how to reply."""

Unwanted: TypeAlias = Callable[[Draft, View], Iterable[str]]
"""From what was held of a turn to the ids of the turns that it asks to be forgotten."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Parts:
    """What a memory is made of.

    A part is a module-level function, or an object that can be called, can be pickled and shows its settings in its
    `repr`: a frozen dataclass, for instance.

    Attributes:
        indexes: Find items by their keys, each under the name of its scores, `retriever`. They give their settings; the
            memory fills blank ones of its own.
        segment: What a unit of turns is; by default each turn is one.
        hold: What of a turn enters the open unit.
        extract: What is taken out of a finished unit; None, and the unit itself is what is held.
        keeps_units: Whether a unit is still held after something was extracted from it.
        keys: The keys of a draft, for all indexes or for each by its retriever; `name_and_text` where a retriever is
            not named.
        admit: Settles what was extracted with what is held.
        link: A rule that ties items together.
        consolidate: A rule that makes new items of others: summaries, profiles, insights.
        touch: A rule on what was used.
        learn: A rule on what the user let show.
        forget: A rule on what is not to be held any longer.
        unwanted: The ids of the turns that a turn asks to be forgotten: they leave no trace.
        trackers: What adds something up over the operations.
        score: Ranks items for a cue; by default by the only index.
        guards: Screen what goes in and what comes out, in this order.
        read: What of the ranked items is shown.
        teach: What is known about how to reply.
        pools: The kinds of drafts that serve all people. Pooled turns or facts would tell one person of another:
            a system that pools declares what.
        seed: Of the draws of parts that draw.
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
    pools: frozenset[str] = frozenset()
    seed: int = 0

    def __post_init__(self) -> None:
        retrievers = [index.retriever for index in self.indexes]
        if not retrievers or len(set(retrievers)) < len(retrievers):
            raise ConfigurationError(
                f"the indexes' retrievers are {retrievers}",
                where="compose",
                expected="at least one index, each with its own retriever",
            )
        if self.score is None and len(retrievers) > 1:
            raise ConfigurationError(
                f"nothing says how {' and '.join(retrievers)} are ranked together",
                where="compose",
                remedy="pass score=",
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
                    f"the part {name} shows itself as {text}",
                    where="compose",
                    expected="a module-level function, or an object whose repr shows its settings",
                    remedy="make it a function of a module, or a frozen dataclass with __call__",
                )

    def named(self) -> dict[str, str]:
        """The parts that differ from the default, and the segmenter and indexes, as text: what a result has to name."""
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
