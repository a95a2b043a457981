"""Small talk: exchanges of several messages on everyday matters, and the order in which a life takes them.

The files are `small_talk/NAME_TOPIC.toml` for the language pack NAME. Each has a `topic` and `exchanges`, a list of
lists: what a user says in consecutive turns. Any friendly reply may stand between two messages. Three tables say who
says an exchange, and when. They name exchanges by number, from 1:

- `[against]`, from a trait to the exchanges that a person with the trait does not say;
- `[hours]`, from hours of the day, such as `12-24`, to exchanges that are said only then;
- `[months]`, from an exchange to the months in which it suits the season of the north.

A pack without such files has single lines, under `phrases.small_talk`; each is an exchange of one message.
"""

from __future__ import annotations

from collections.abc import Collection, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from datetime import datetime
from importlib.resources.abc import Traversable
from typing import Any

from regulars.data_faults import Fault
from regulars.errors import ConfigurationError
from regulars.scenarios.pack_files import small_talk_files
from regulars.scenarios.time.constraints import window_hours
from regulars.scenarios.time.southern_zones import southern_zones
from regulars.scenarios.toml_tables import Table, TomlFile
from regulars.scenarios.world import Persona
from regulars.seeding import Draws
from regulars.speed import filled_directly

SHORTEST, LONGEST = 2, 3
"""Least and greatest number of messages of an exchange in a file."""


@filled_directly
@dataclass(frozen=True, slots=True)
class TalkMoment:
    """Who makes small talk, and when.

    Attributes:
        traits: The traits of the person.
        month: The month, 1 to 12. South of the equator it is 0, so that no exchange bound to months suits.
        hour: The hour of the day where the person is, 0 to 23.
    """

    traits: Collection[str] = ()
    month: int = 1
    hour: int = 12

    @classmethod
    def of(cls, persona: Persona, start: datetime) -> TalkMoment:
        """The moment of a person's session. `start` is its beginning on the person's clock."""
        return cls(persona.traits, 0 if persona.zone in southern_zones() else start.month, start.hour)


@dataclass(frozen=True, slots=True)
class SmallTalk:
    """An exchange of small talk.

    Attributes:
        id: Topic and number from 1, such as `kitchen-12`. Scenarios name exchanges by it.
        messages: What the user says in consecutive turns.
        file: The file that it is in.
        lines: The line of each message in the file; empty if they are unknown.
        against: The traits that it speaks against. People who have one of them do not say it.
        months: The months in which it suits the season, 1 to 12; empty for all.
        hours: The hours of the day at which it can be said, 0 to 23; empty for all.
    """

    id: str
    messages: tuple[str, ...]
    file: str = ""
    lines: tuple[int, ...] = ()
    against: frozenset[str] = frozenset()
    months: frozenset[int] = frozenset()
    hours: frozenset[int] = frozenset()

    def suits(self, moment: TalkMoment) -> bool:
        """Whether the person would say it at that moment.

        Example:
            >>> snow = SmallTalk("street-3", ("It snowed.", "Nobody cleared it."), months=frozenset({1, 2}))
            >>> snow.suits(TalkMoment(["patient"], month=1)), snow.suits(TalkMoment(["patient"], month=7))
            (True, False)
        """
        return (
            self.against.isdisjoint(moment.traits)
            and (not self.months or moment.month in self.months)
            and (not self.hours or moment.hour in self.hours)
        )

    def line(self, number: int) -> int:
        """The line of a message, by its place from 0; 0 if it is unknown."""
        return self.lines[number] if number < len(self.lines) else 0

    def place(self, number: int) -> str:
        """The name of a message in faults, by its place from 0.

        Example:
            >>> SmallTalk("kitchen-12", ("My bread is a brick.", "Any idea why?")).place(1)
            'kitchen-12, message 2'
        """
        return f"{self.id}, message {number + 1}"


class SmallTalkOrder:
    """The small talk of one life. Each exchange is drawn when it is needed.

    An exchange comes again only when no other one is left that suits the person who talks, the month and the hour.

    Args:
        exchanges: The exchanges of the language pack.
        draws: Decide which exchange comes next.
        length: The mean number of messages of an exchange, where it is known already.

    Example:
        >>> from regulars.seeding import SeedTree
        >>> order = SmallTalkOrder([SmallTalk("a-1", ("Hm.",)), SmallTalk("a-2", ("Oh.",))], SeedTree(1).draws())
        >>> sorted(order.take(TalkMoment()).id for _ in range(2))
        ['a-1', 'a-2']
    """

    def __init__(self, exchanges: Collection[SmallTalk], draws: Draws, length: float | None = None) -> None:
        self._exchanges = tuple(exchanges)
        self._left = list(range(len(exchanges)))  # places among the exchanges
        self._draws = draws
        self.length = mean_length(exchanges) if length is None else length

    def take(self, moment: TalkMoment) -> SmallTalk:
        """The next exchange of the life that suits the moment.

        Raises:
            ConfigurationError: The pack has none.
        """
        for _ in range(2):
            left, exchanges = self._left, self._exchanges
            for last in range(len(left) - 1, -1, -1):
                place = self._draws.between(0, last)
                left[place], left[last] = left[last], left[place]
                if exchanges[left[last]].suits(moment):
                    return exchanges[left.pop(last)]
            again = set(range(len(exchanges))).difference(left)
            left += sorted(again)
        month = f"month {moment.month}" if moment.month else "any month in the south"
        raise ConfigurationError(
            f"no exchange of small talk suits {month}, {moment.hour} o'clock and the traits "
            f"{', '.join(moment.traits) or '-'}",
            remedy="add one that does to the language pack",
        )


def mean_length(exchanges: Collection[SmallTalk]) -> float:
    """The mean number of messages of an exchange; 0 without any."""
    return sum(len(one.messages) for one in exchanges) / len(exchanges) if exchanges else 0.0


def read_small_talk(language: str, single_lines: Sequence[str] = ()) -> tuple[tuple[SmallTalk, ...], list[Fault]]:
    """Reads the small talk of a language pack.

    Args:
        language: The pack's name.
        single_lines: The pack's own lines of small talk. A pack has either these or files.

    Returns:
        The exchanges in the order of the files, and all faults.
    """
    files, faults = small_talk_files(language), list[Fault]()
    if bool(files) is bool(single_lines):
        message = "stands beside files of exchanges" if files else "is missing, and so are files of exchanges"
        faults.append(Fault(f"{language}.toml", 0, "phrases, small_talk", f"{message}; expected one of the two"))
    if single_lines:
        return tuple(SmallTalk(str(at), (line,)) for at, line in enumerate(single_lines, 1)), faults
    found, more = read_exchanges(files)
    return found, faults + more


def read_exchanges(files: Mapping[str, Traversable]) -> tuple[tuple[SmallTalk, ...], list[Fault]]:
    """Reads files of exchanges, given by topic. Returns the sound exchanges and all faults."""
    found: list[SmallTalk] = []
    faults: list[Fault] = []
    for topic, file in files.items():
        source = TomlFile(file.read_text("utf-8"), file.name)
        table = Table(source, (), source.data)
        if not source.faults:
            table.only(("topic", "exchanges", "against", "hours", "months"))
            table.word("topic")
            against, hours, months = _against(table, topic), _hours(table, topic), _months(table, topic)
            found += [
                replace(
                    one,
                    against=frozenset(against.get(one.id, ())),
                    hours=frozenset(hours.get(one.id, ())),
                    months=frozenset(months.get(one.id, ())),
                )
                for one in _exchanges(table, topic)
            ]
        faults += source.faults
    return tuple(found), faults + list(_repeated(found))


def _exchanges(table: Table, topic: str) -> Iterator[SmallTalk]:
    """The sound exchanges of a file; faults of the others are noted."""
    source, given = table.source, table.fields.get("exchanges")
    if not isinstance(given, list) or not given or not all(isinstance(one, list) for one in given):
        table.fault("exchanges", "is missing or not a list of lists of texts")
        return
    starts, lines = source.entries("exchanges")
    for number, messages in enumerate(given, 1):
        id = f"{topic}-{number}"
        fault = _fault(messages)
        if fault:
            place, message = fault
            line = lines[number - 1][place] if place >= 0 else starts[number - 1]
            where = f"{id}, message {place + 1}" if place >= 0 else id
            source.faults.append(Fault(source.file, line, where, message))
        else:
            yield SmallTalk(id, tuple(messages), source.file, lines[number - 1])


def _against(table: Table, topic: str) -> dict[str, set[str]]:
    """The traits that exchanges speak against, by the exchange's id; faults are noted."""
    traits: dict[str, set[str]] = {}
    for trait, id in _named(table, "against", topic):
        traits.setdefault(id, set()).add(trait)
    return traits


def _hours(table: Table, topic: str) -> dict[str, set[int]]:
    """The hours at which exchanges can be said, by the exchange's id; faults are noted."""
    hours: dict[str, set[int]] = {}
    for window, id in _named(table, "hours", topic):
        first, last = window_hours(window)
        if first == last:
            table.source.table("hours").fault(window, "is not a window of hours; expected one such as 12-24")
        hours.setdefault(id, set()).update(range(first, last))
    return hours


def _named(table: Table, field: str, topic: str) -> Iterator[tuple[str, str]]:
    """Pairs of a key of an inner table and the id of an exchange that it lists by number; faults are noted."""
    if field not in table:
        return
    inner, count = table.source.table(field), _count(table)
    for key, numbers in inner.fields.items():
        if not isinstance(numbers, list) or not all(type(one) is int and 1 <= one <= count for one in numbers):
            inner.fault(key, f"is not a list of numbers of exchanges; expected 1 to {count}")
            continue
        for number in numbers:
            yield key, f"{topic}-{number}"


def _months(table: Table, topic: str) -> dict[str, set[int]]:
    """The months that exchanges suit, by the exchange's id; faults are noted."""
    if "months" not in table:
        return {}
    inner, known, found = table.source.table("months"), set(map(str, range(1, _count(table) + 1))), {}
    for number, months in inner.fields.items():
        if number not in known:
            inner.fault(number, f"is not the number of an exchange; expected 1 to {len(known)}")
        elif not (isinstance(months, list) and months and all(type(one) is int and 0 < one <= 12 for one in months)):
            inner.fault(number, "is not a list of months; expected 1 to 12")
        else:
            found[f"{topic}-{number}"] = set(months)
    return found


def _count(table: Table) -> int:
    """The number of exchanges of a file, sound or not."""
    given = table.fields.get("exchanges")
    return len(given) if isinstance(given, list) else 0


def _fault(messages: list[Any]) -> tuple[int, str] | None:
    """The first fault of an exchange: the message's place from 0 (-1 for the whole exchange), and what is wrong."""
    if not all(isinstance(one, str) for one in messages):
        return -1, "holds something else than texts"
    if not SHORTEST <= len(messages) <= LONGEST:
        count = f"{len(messages)} message{'s' * (len(messages) != 1)}"
        return -1, f"has {count}; expected {SHORTEST} to {LONGEST}"
    for place, message in enumerate(messages):
        if not message.strip():
            return place, "is empty"
        if "{" in message:
            return place, f"has a slot, which nothing fills: {message!r}"
    return None


def _repeated(exchanges: Sequence[SmallTalk]) -> Iterator[Fault]:
    """No exchange, and no message of one, stands twice."""
    whole: dict[tuple[str, ...], SmallTalk] = {}
    said: dict[str, str] = {}
    for one in exchanges:
        words = tuple(" ".join(message.casefold().split()) for message in one.messages)
        first = whole.setdefault(words, one)
        if first is not one:
            yield Fault(one.file, one.line(0), one.id, f"repeats {first.id} ({first.file}:{first.line(0)})")
            continue
        for place, message in enumerate(words):
            known = said.setdefault(message, one.place(place))
            if known != one.place(place):
                yield Fault(one.file, one.line(place), one.place(place), f"repeats {known}")
