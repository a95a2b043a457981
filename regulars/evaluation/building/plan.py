"""Plans a data set: which lives of a suite are in which split.

The splits are those of the suite, so they share no seed, and `test` holds out attributes and wordings. Lives are taken
in the suite's order, so a small data set begins with the same lives as a large one.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from itertools import islice

from regulars.errors import ConfigurationError
from regulars.scenarios.suite import Suite
from regulars.scenarios.world import Persona

SPLITS = ("train", "validation", "test")
HELD_BACK = 0.15
"""The share of people in `validation`, and the share in `test`; the others are in `train`."""

LEAST_USERS = len(SPLITS)


@dataclass(frozen=True, slots=True, kw_only=True)
class DataSetPlan:
    """What a data set holds. Two builds of one plan give the same bytes.

    Attributes:
        suite: A whole suite of single lives.
        users: The number of people over all splits.
        name: The name of the data set, as its card shows it; by default suite, version and number of people.
        seed: The seed of the suite from which the first life comes. Data sets share no life if their seeds are far
            enough apart: `users` / people of the suite's lives.
        options: The options of `regulars build` that choose the suite, as the card repeats them; by default
            `--suite` with its name.

    Raises:
        ConfigurationError: The suite is a stream or a split, a number is too small, or the suite has people of its own
            and too few of them for three splits.
    """

    suite: Suite
    users: int
    name: str = ""
    seed: int = 0
    options: str = ""

    def __post_init__(self) -> None:
        if self.suite.stream or self.suite.split:
            what = "is a suite of streams" if self.suite.stream else f"is the split {self.suite.split!r} of a suite"
            raise ConfigurationError(
                what, where=f"build, suite {self.suite.name}", expected="a whole suite of single lives, such as core"
            )
        if type(self.users) is not int or self.users < LEAST_USERS:
            raise ConfigurationError(
                f"users is {self.users!r}", where="build", expected=f"a whole number from {LEAST_USERS}"
            )
        if type(self.seed) is not int or self.seed < 0:
            raise ConfigurationError(f"seed is {self.seed!r}", where="build", expected="a whole number from 0")
        if not self.name:
            object.__setattr__(self, "name", f"{self.suite.label}-{self.users}-users")
        if any(not character.isprintable() for character in self.name):
            raise ConfigurationError(
                f"the name {self.name!r} has a control character", where="build", expected="printable characters"
            )

        if not self.options:
            object.__setattr__(self, "options", f"--suite {self.suite.name}")
        if self.suite.personas:
            least = max(self.suite.people)
            for split, own in self._own_people().items():
                if len(own) < least:
                    raise ConfigurationError(
                        f"of {len(self.suite.personas)} people, {len(own)} are for {split}",
                        where="build, --personas",
                        expected=f"{least} or more in each split, since no person is in two of them",
                        remedy="add people to the file",
                    )

    @property
    def people(self) -> Mapping[str, int]:
        """The number of people in each split.

        Example:
            >>> from regulars.scenarios.suites import load_suite
            >>> DataSetPlan(suite=load_suite("core"), users=100).people
            {'train': 70, 'validation': 15, 'test': 15}
        """
        return _shares(self.users)

    def part(self, split: str) -> Suite:
        """The split of the suite from which the lives of a split come. People of your own are in one split alone."""
        return replace(self.suite, split=split, personas=tuple(self._own_people()[split]))

    @property
    def own_people(self) -> Mapping[str, Sequence[str]]:
        """The names of your own people in each split, where they take turns in the lives; empty for drawn people."""
        if not self.suite.personas:
            return {}
        return {split: [name for name, _ in people] for split, people in self._own_people().items()}

    def _own_people(self) -> Mapping[str, Sequence[tuple[str, Persona]]]:
        """The suite's own people of each split, in the order of their file."""
        rest = iter(self.suite.personas)
        return {split: list(islice(rest, count)) for split, count in _shares(len(self.suite.personas)).items()}

    def lives(self, split: str) -> list[int]:
        """The numbers of a split's lives in the suite (`Suite.life`), in order.

        A life with more people than are still wanted is left out. Where no life is small enough for the people that
        remain, the split has fewer people.
        """
        sizes = [arguments.get("users", 1) for arguments in self.suite.plans]
        wanted, number = self.people[split], self.seed * len(sizes)
        chosen: list[int] = []
        while wanted >= min(sizes):
            size = sizes[number % len(sizes)]
            if size <= wanted:
                chosen.append(number)
                wanted -= size
            number += 1
        return chosen


def _shares(people: int) -> dict[str, int]:
    """How many of some people are in each split."""
    held = max(1, int(people * HELD_BACK))
    return {"train": max(people - 2 * held, 0), "validation": held, "test": held}
