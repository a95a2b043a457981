"""Who reads messages and contexts for the scripted assistant: the axis `reading`.

`packs` reads by the wordings of the language packs. `oracle` is told what a context says and understands that alone
(`envs/reading/oracle_reading.py`); an evaluation provides it, and no memory can reach it.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass
from datetime import datetime, timedelta
from typing import Any, Protocol

from regulars.agents.assistant.answering import answer, fitting
from regulars.agents.assistant.question_parsing import Question, question_in
from regulars.agents.assistant.reading import Reading, best_sentence, read_attribute, reminder_due
from regulars.agents.assistant.told import ToldInLines
from regulars.chinese_text import asks
from regulars.dialogue import Phase
from regulars.errors import ConfigurationError, did_you_mean
from regulars.memory.context_line import read_context
from regulars.scenarios.kinds import Form
from regulars.scenarios.language.packs import Language
from regulars.scenarios.language.wishes import wishes_of

PACKS, ORACLE = "packs", "oracle"
READINGS = (ORACLE, PACKS)
"""The values of the argument `reading`."""

Offer = tuple[str, tuple[str, ...]]
"""The attribute of a choice and its options, as canonical values."""


@dataclass(frozen=True, slots=True)
class Understood:
    """A message and the answer that a context gives to it.

    Attributes:
        asked: What the message asks for; None if it asks nothing that the reader understands.
        reading: The answer that the context gives; None if nothing was read.
        due: The attribute that the person wanted to be reminded of today; empty if none.
    """

    asked: Question | None = None
    reading: Reading | None = None
    due: str = ""


class ContextReader(Protocol):
    """Reads messages and contexts for the scripted assistant."""

    def use_language(self, language: Language) -> None:
        """Reads that language from now on."""
        ...

    def requests(self, message: str) -> bool:
        """Whether a message asks for something, so that memory is asked."""
        ...

    def consulted(self, message: str) -> str:
        """The project domain for which a message wants a plan; empty if none."""
        ...

    def offered(self, message: str) -> Offer | None:
        """The choice that a message offers; None for no choice."""
        ...

    def understand(self, observation: Mapping[str, Any], context: str) -> Understood:
        """What a message asks for, and the answer that the context gives."""
        ...

    def fitting(self, offer: Offer, context: str) -> tuple[str, ...]:
        """The options that fit everything that the context tells; all options if none fits."""
        ...

    def value(self, attribute: str, context: str) -> tuple[str, ...]:
        """The present value of an attribute; empty if the context does not tell it."""
        ...


class PackReading:
    """Reads by the wordings of a language pack, for debugging and for episodes outside an evaluation.

    Args:
        language: The language pack.
    """

    def __init__(self, language: Language) -> None:
        self._language = language

    def __repr__(self) -> str:
        return f"PackReading({self._language.name!r})"

    def use_language(self, language: Language) -> None:
        """Reads by that pack from now on."""
        self._language = language

    def requests(self, message: str) -> bool:
        """Whether a message asks: with a question mark, in a known wording, or by an imperative."""
        return self._language.requests(message)

    def consulted(self, message: str) -> str:
        """The domain of a plan that a message asks for in a known wording."""
        return wishes_of(self._language).consulted_in(message)

    def offered(self, message: str) -> Offer | None:
        """The choice that a message offers in a known wording."""
        return self._language.offered(message)

    def understand(self, observation: Mapping[str, Any], context: str) -> Understood:
        """The answer to a question in a known wording; for other probes and options, the sentence nearest to it."""
        message, phase = observation["message"], observation["phase"]
        asked = question_in(self._language, message)
        if asked is not None:
            return Understood(asked, answer(self._language, asked, self._told(context)))
        if phase == Phase.PROBE or _OPTIONS.search(message):
            return Understood(reading=best_sentence(message, read_context(context)))
        ended = last_end(observation) if phase == Phase.OPENING and not asks(message) else None
        return Understood(due=reminder_due(self._language, read_context(context), ended) if ended is not None else "")

    def fitting(self, offer: Offer, context: str) -> tuple[str, ...]:
        """The options that no value in the context rules out."""
        return fitting(self._language, *offer, self._told(context))

    def value(self, attribute: str, context: str) -> tuple[str, ...]:
        """The last value that the context tells in a known wording."""
        return read_attribute(attribute, Form.VALUE, self._told(context)).values

    def _told(self, context: str) -> ToldInLines:
        return ToldInLines(self._language, read_context(context))


_OPTIONS = re.compile(r"\bA\) .+\bB\) ", re.DOTALL)
"""A question of imported data that lists its options."""


def last_end(observation: Mapping[str, Any]) -> datetime | None:
    """When the person's last session ended; None if this is the first."""
    gap = float(observation["gap"])
    return datetime.fromisoformat(observation["date"]) - timedelta(hours=gap) if gap >= 0 else None


def context_reader(reading: str, language: Language) -> ContextReader:
    """The reader of that name.

    Raises:
        ConfigurationError: The name is unknown, or it is `oracle`, which only an evaluation provides.
    """
    if reading == PACKS:
        return PackReading(language)
    if reading == ORACLE:
        raise ConfigurationError(
            "reading=oracle is not available here",
            where="assistant",
            remedy="only `regulars evaluate` provides it; elsewhere use reading=packs",
        )
    raise ConfigurationError(f"unknown reading {reading!r}", where="assistant", remedy=did_you_mean(reading, READINGS))
