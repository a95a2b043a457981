"""Readers that are told what a turn says, all or some of it: how far a mechanism comes with better extraction.

What was said is handed to their constructor, as annotations by turn; only an evaluation has them. They are oracles of
extraction and results name them as such. Nothing of the annotations is shown by `repr` or goes along into a pickle.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Protocol

from regulars.agents.rule_reader import language_of
from regulars.errors import ConfigurationError
from regulars.memory.extraction.extract import said_by_assistant
from regulars.memory.extraction.statements import Statement
from regulars.memory.ops import Claim, Draft
from regulars.memory.text.sentences import sentences
from regulars.scenarios.ontology.attribute import Attribute, Cardinality
from regulars.seeding import SeedTree
from regulars.values import Domain, ValueType, grain_of, told_value

__all__ = ["Annotation", "Annotations", "NoisyOracleReader", "OracleReader"]

_ASKS = ("?", "？")


@dataclass(frozen=True, slots=True)
class Annotation:
    """What a turn says of an attribute of its speaker.

    Attributes:
        attribute: Its name.
        value: The canonical value.
        over: Whether it says that this value holds no longer.
        forgotten: Whether it wants the attribute forgotten.
    """

    attribute: str
    value: str = ""
    over: bool = False
    forgotten: bool = False


@dataclass(frozen=True, slots=True)
class _Read:
    """A claim, and the value that was really said."""

    claim: Claim
    said: str
    domain: Domain


class Annotations(Protocol):
    """What turns say, by their ids."""

    def of(self, turn: str) -> Sequence[Annotation]:
        """What a turn says, in its order; nothing for a turn that says nothing."""
        ...


class OracleReader:
    """Reads exactly what was said.

    Args:
        annotations: What was said. Without any the reader can be named and cannot read.
    """

    def __init__(self, annotations: Annotations | None = None) -> None:
        self._annotations = annotations

    def __repr__(self) -> str:
        return "OracleReader()"

    def __reduce__(self) -> tuple[object, ...]:
        return OracleReader, ()

    def statements(self, part: Draft) -> Sequence[Statement]:
        """The sentences of a person that are no questions, and those that say something, with what they say.

        What is said in no single sentence, as in two pieces, is claimed of the whole text.

        Raises:
            ConfigurationError: Nobody handed over what was said.
        """
        if said_by_assistant(part):
            return ()
        left = list(self._read(part))
        found: list[Statement] = []
        for sentence in sentences(part.text):
            own = [read for read in left if told_value(sentence, read.said, read.domain)]
            left = [read for read in left if read not in own]
            if own or not sentence.endswith(_ASKS):
                found.append(Statement(sentence, tuple(read.claim for read in own)))
        if left:
            found.append(Statement(" ".join(part.text.split()), tuple(read.claim for read in left)))
        return tuple(found)

    def unwanted(self, part: Draft) -> Sequence[str]:
        """The attributes that a turn wants forgotten. Raises as `statements` does."""
        if said_by_assistant(part):
            return ()
        return tuple(one.attribute for one in self._said(part) if one.forgotten)

    def _said(self, part: Draft) -> Sequence[Annotation]:
        if self._annotations is None:
            raise ConfigurationError(
                f"{self!r} was not told what was said",
                where="reader",
                remedy="annotations are handed over by `regulars evaluate`; elsewhere read by rules or patterns",
            )
        return self._annotations.of(part.sources[0])

    def _read(self, part: Draft) -> Iterator[_Read]:
        """The claims that are read, each with what was really said."""
        ontology = language_of(part.text).ontology
        for one in self._said(part):
            if not one.forgotten:
                known = ontology.attribute(one.attribute)
                for value in self._values(part, one, known):
                    yield _Read(_claim(part.name, known, value, one.over), one.value, known.domain)

    def _values(self, part: Draft, said: Annotation, known: Attribute) -> Sequence[str]:
        """The values that are read where one was said."""
        return (said.value,)


class NoisyOracleReader(OracleReader):
    """Reads what was said with a recall and a precision: some is missed, some is read as another value.

    Each statement is drawn by its turn, attribute and value, so that a turn is read alike however often it is. With
    probability `recall` it is read rightly. Wrong values of the same attribute are added such that of all claims the
    share `precision` is right: `recall (1 - precision) / precision` for each statement on average. They take the place
    of what is missed first, and come beside what is read rightly where that is not enough. That something is over is
    read or missed, and never mistaken; wishes to forget are read as they are.

    Args:
        recall: The share of what was said that is read rightly, 0 to 1.
        precision: The share of what is read that is right, above 0 to 1.
        seed: Of the draws.
        annotations: As for `OracleReader`.
    """

    def __init__(
        self, recall: float = 0.8, precision: float = 0.9, seed: int = 0, annotations: Annotations | None = None
    ) -> None:
        super().__init__(annotations)
        if not 0 <= recall <= 1:
            raise ConfigurationError(f"recall is {recall!r}", where="reader noisy-oracle", expected="a share, 0 to 1")
        if not 0 < precision <= 1:
            raise ConfigurationError(
                f"precision is {precision!r}", where="reader noisy-oracle", expected="a share above 0, up to 1"
            )
        self.recall, self.precision, self.seed = float(recall), float(precision), int(seed)

    def __repr__(self) -> str:
        return f"NoisyOracleReader(recall={self.recall}, precision={self.precision}, seed={self.seed})"

    def __reduce__(self) -> tuple[object, ...]:
        return NoisyOracleReader, (self.recall, self.precision, self.seed)

    def _values(self, part: Draft, said: Annotation, known: Attribute) -> Sequence[str]:
        draws = SeedTree(self.seed).draws(
            "noisy-oracle", part.scope, part.sources[0], said.attribute, said.value, int(said.over)
        )
        read = draws.uniform() < self.recall
        if said.over:
            return [said.value] * read
        wrong = _whole(self._wrong(read), draws.uniform())
        others = [value for value in _others(known, said.value) if value != said.value]
        mistaken = draws.sample(others, min(wrong, len(others)))
        return [said.value, *mistaken] if read and draws.uniform() < 0.5 else [*mistaken, *[said.value] * read]

    def _wrong(self, read: bool) -> float:
        """Wrong values on average for a statement that was read rightly, or missed."""
        wrong, missed = self.recall * (1 - self.precision) / self.precision, 1 - self.recall
        if wrong <= missed:
            return 0.0 if read else wrong / missed
        return (wrong - missed) / self.recall if read else 1.0


def _whole(mean: float, drawn: float) -> int:
    """A whole number with this mean, next to it."""
    return int(mean) + (drawn < mean - int(mean))


def _others(known: Attribute, value: str) -> Sequence[str]:
    """The values with which one may be confused: the attribute's own; of a date those near it of its granularity."""
    if known.type is not ValueType.DATE:
        return known.grid()
    if grain_of(value) == "year":
        return [str(int(value) + years) for years in range(-5, 6)]
    before = value.rpartition("-")[0]
    return [f"{before}-{number:02d}" for number in range(1, 13 if grain_of(value) == "month" else 29)]


def _claim(name: str, known: Attribute, value: str, over: bool) -> Claim:
    many = known.cardinality is not Cardinality.ONE
    return Claim(name, known.name, "" if over else value, not over, many, known.sensitivity)
