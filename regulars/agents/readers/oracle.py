"""Oracle readers: they know what a turn says, all or part of it, and show how far better extraction would help.

Their constructor receives what was said as annotations by turn, which only an evaluation has. Results name them as
oracles of extraction. Annotations never appear in `repr` or in a pickle.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Protocol

from regulars.agents.readers.packs import language_of
from regulars.calendar_text import granularity_of
from regulars.errors import ConfigurationError
from regulars.memory.journal.operations import Claim, Draft
from regulars.memory.parts.extraction.extract import said_by_assistant
from regulars.memory.parts.extraction.statements import Statement
from regulars.memory.parts.text.sentences import sentences
from regulars.scenarios.ontology.attribute import Attribute, Cardinality
from regulars.seeding import SeedTree
from regulars.values import Domain, ValueType, told_value

_ASKS = ("?", "？")


@dataclass(frozen=True, slots=True)
class Annotation:
    """What a turn says about an attribute of its speaker.

    Attributes:
        attribute: Its name.
        value: The canonical value.
        over: Whether it says that this value no longer holds.
        forgotten: Whether it asks to forget the attribute.
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
    """What each turn says, by turn id."""

    def of(self, turn: str) -> Sequence[Annotation]:
        """What a turn says, in order; empty if it says nothing."""
        ...


class OracleReader:
    """Reads exactly what was said: perfect extraction.

    Args:
        annotations: What was said. Without annotations the reader can be named but cannot read.
    """

    def __init__(self, annotations: Annotations | None = None) -> None:
        self._annotations = annotations

    def __repr__(self) -> str:
        return "OracleReader()"

    def __reduce__(self) -> tuple[object, ...]:
        return OracleReader, ()

    def statements(self, part: Draft) -> Sequence[Statement]:
        """The person's sentences that are not questions, and those that say something, with what they say.

        A claim that no single sentence makes, such as one in two pieces, belongs to the whole text.

        Raises:
            ConfigurationError: The reader has no annotations.
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
        """The attributes that a turn asks to forget. Raises as `statements` does."""
        if said_by_assistant(part):
            return ()
        return tuple(one.attribute for one in self._said(part) if one.forgotten)

    def _said(self, part: Draft) -> Sequence[Annotation]:
        if self._annotations is None:
            raise ConfigurationError(
                f"{self!r} has no annotations",
                where="reader",
                remedy="only `regulars evaluate` provides annotations; elsewhere use reader=rules",
            )
        return self._annotations.of(part.sources[0])

    def _read(self, part: Draft) -> Iterator[_Read]:
        """The claims that the reader reads, each with what was really said."""
        ontology = language_of(part.text).ontology
        for one in self._said(part):
            if not one.forgotten:
                known = ontology.attribute(one.attribute)
                for value in self._values(part, one, known):
                    yield _Read(_claim(part.name, known, value, one.over), one.value, known.domain)

    def _values(self, part: Draft, said: Annotation, known: Attribute) -> Sequence[str]:
        """The values that the reader reads in place of the one that was said."""
        return (said.value,)


class NoisyOracleReader(OracleReader):
    """Reads what was said with a given recall and precision: it misses some values and mistakes others.

    The errors are drawn by turn, attribute and value, so every reading of a turn gives the same result. Each statement
    is read correctly with probability `recall`. Wrong values of the same attribute are added so that the share
    `precision` of all claims is right: on average `recall (1 - precision) / precision` for each statement. They first
    replace missed values, then come in addition to correct ones. The end of a value is read or missed, never mistaken.
    Wishes to forget are read as they are.

    Args:
        recall: The share of what was said that is read correctly, 0 to 1.
        precision: The share of what is read that is right, above 0 to 1.
        seed: The seed of the draws.
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
        """The mean number of wrong values for a statement that was read correctly, or missed."""
        wrong, missed = self.recall * (1 - self.precision) / self.precision, 1 - self.recall
        if wrong <= missed:
            return 0.0 if read else wrong / missed
        return (wrong - missed) / self.recall if read else 1.0


def _whole(mean: float, drawn: float) -> int:
    """One of the two whole numbers next to `mean`, drawn so that the average is `mean`."""
    return int(mean) + (drawn < mean - int(mean))


def _others(known: Attribute, value: str) -> Sequence[str]:
    """Values that may be mistaken for one: the attribute's other values; for a date, near dates of its granularity."""
    if known.type is not ValueType.DATE:
        return known.grid()
    if granularity_of(value) == "year":
        return [str(int(value) + years) for years in range(-5, 6)]
    before = value.rpartition("-")[0]
    return [f"{before}-{number:02d}" for number in range(1, 13 if granularity_of(value) == "month" else 29)]


def _claim(name: str, known: Attribute, value: str, over: bool) -> Claim:
    many = known.cardinality is not Cardinality.ONE
    return Claim(name, known.name, "" if over else value, not over, many, known.sensitivity)
