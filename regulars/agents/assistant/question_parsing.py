"""Parses what a message asks: the kind of question, the attribute it is about, and what it mentions.

Questions are recognised by the language pack's own wordings, whose slots are read back. Other messages are matched by
the attributes' cues (`Language.asked_attribute`). This module knows no answers.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from functools import lru_cache

from regulars.calendar_text import find_dates
from regulars.chinese_text import find_chinese_dates, has_chinese
from regulars.scenarios.kinds import Form, ProbeKind
from regulars.scenarios.language.heard import ENDS, bare, says
from regulars.scenarios.language.packs import Language

_SLOT = re.compile(r"\{(\w+)\}")
_LABEL = r"[^.,?!:。，？！：\n]{1,60}?"
_SPAN = r"[^?!？！\n]{1,200}?"
_OPTION = re.compile(r"(?:^|\s)([A-D])\) ")
_FORMS = {ProbeKind.DURATION.value: Form.DURATION, ProbeKind.SEQUENCE.value: Form.ORDER}


@dataclass(frozen=True, slots=True)
class Question:
    """A parsed question.

    Attributes:
        kind: The section of the pack's questions with its wording; empty for a plain question.
        form: The form of answer that it wants.
        attribute: The attribute it asks about; empty if its options give that.
        other: A second attribute.
        value: A value that it mentions, in its words.
        day: A day that it mentions, in ISO 8601.
        options: The options, in the order of their letters from A.
        context: For a message to another person: the context. For an interpretation: the name of its entry.
    """

    kind: str
    form: Form
    attribute: str = ""
    other: str = ""
    value: str = ""
    day: str = ""
    options: tuple[str, ...] = ()
    context: str = ""

    @property
    def wanted(self) -> str:
        """The attribute whose value is wanted."""
        return self.other if self.kind == ProbeKind.MULTI_HOP else self.attribute


@dataclass(frozen=True, slots=True)
class _Wording:
    kind: str
    key: str
    pattern: re.Pattern[str]


def question_in(language: Language, message: str) -> Question | None:
    """The question in `message`; None if it contains no question of a known kind."""
    asks = _questions_of(language)
    return asks.passed_on(message) or asks.interpreted(message) or asks.worded(message) or _plain(language, message)


def slot_pattern(template: str) -> re.Pattern[str]:
    """A template as a pattern, in any case and with any last stop, with one named group for each slot."""
    whole, template = template, bare(template)
    pieces: list[str] = []
    position = 0
    seen: set[str] = set()
    for slot in _SLOT.finditer(template):
        pieces.append(re.escape(template[position : slot.start()]))
        name = slot[1]
        pieces.append(f"(?P={name})" if name in seen else f"(?P<{name}>{_span(name)})")
        seen.add(name)
        position = slot.end()
    pieces.append(re.escape(template[position:]) + ENDS * (whole != template))
    return re.compile("".join(pieces), re.IGNORECASE | re.DOTALL)


def _span(slot: str) -> str:
    if slot == "options":
        return ".+"
    return _LABEL if slot.startswith("label") else _SPAN


def _plain(language: Language, message: str) -> Question | None:
    asked = language.asked_attribute(message)
    return Question("", Form(asked[1]), asked[0]) if asked is not None else None


class _Questions:
    """The question wordings of a language, compiled."""

    def __init__(self, language: Language) -> None:
        self._labels = {attribute.label.casefold(): attribute.name for attribute in language.ontology}
        self._wordings = sorted(_wordings(language), key=lambda wording: -len(wording.key))
        self._insights = tuple(language.insights.values())
        self._requests = [
            (request, name) for name, context in language.contexts.items() for request in context.requests
        ]

    def passed_on(self, message: str) -> Question | None:
        """A request for a message to another person."""
        context = next((name for request, name in self._requests if says(message, request)), "")
        return Question("", Form.PASS_ON, context=context) if context else None

    def interpreted(self, message: str) -> Question | None:
        """A question of one of the pack's interpretations."""
        entry = next((one for one in self._insights if one.question in message), None)
        if entry is None:
            return None
        offered = tuple(_OPTION.split(message.split(entry.question, 1)[1])[2::2])
        names = entry.first.attribute, entry.second.attribute
        return Question(entry.kind.value, Form.OPTION, *names, options=offered, context=entry.name)

    def worded(self, message: str) -> Question | None:
        """A question in one of the pack's wordings."""
        for wording in self._wordings:
            if wording.key in message:
                found = wording.pattern.search(message)
                asked = self._read(wording.kind, found.groupdict()) if found is not None else None
                if asked is not None:
                    return asked
        return None

    def _read(self, kind: str, slots: Mapping[str, str]) -> Question | None:
        """The question from its slots; None if a label is unknown."""
        named = [self._labels.get(slots[slot].casefold()) for slot in ("label", "label2") if slot in slots]
        if None in named:
            return None
        attribute, other, *_ = [*(name or "" for name in named), "", ""]
        offered = tuple(_OPTION.split(slots["options"])[2::2]) if "options" in slots else ()
        form = Form.OPTION if offered else _FORMS.get(kind, Form.VALUE)
        day = _day(slots["date"]) if "date" in slots else ""
        return Question(kind, form, attribute, other, slots.get("value", ""), day, offered)


def _wordings(language: Language) -> Iterator[_Wording]:
    for kind in language.names("questions"):
        for line in language.lines("questions", kind):
            key = max(_SLOT.sub("\n", line).split("\n"), key=len)
            yield _Wording(kind, key, slot_pattern(line))


def _day(written: str) -> str:
    found = find_chinese_dates(written) if has_chinese(written) else find_dates(written)
    return next((one[0] for one in found if one[3] == "day"), "")


@lru_cache(maxsize=8)
def _questions_of(language: Language) -> _Questions:
    return _Questions(language)
