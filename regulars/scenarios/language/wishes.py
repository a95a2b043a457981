"""Recognises what people want of the assistant: rules, complaints, plans, reminders.

It recognises the known wordings: of rules (`rules/`), of project domains (`projects/`) and of reminders (the pack's
`acts.remind`). A person's manner adds sentences around a wording and changes at most its first letter and last stop.
So a message either holds the words of a wording or does not express it.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass
from functools import lru_cache

from regulars.chinese_text import asks
from regulars.scenarios.language.heard import ENDS, bare
from regulars.scenarios.language.packs import Language
from regulars.scenarios.projects.domains import every_domain
from regulars.scenarios.rules.standing import load_rules

NAMING = ("stated", "complaint", "lifted")
"""Phrases of a rule that name its style attribute and setting. A hint names neither."""

_SLOT = re.compile(r"\{\w+\}")
_SPAN = r"[^.?!。？！\n]{1,80}?"
_SPACE = re.compile(r"\s+")


@dataclass(frozen=True, slots=True)
class Wish:
    """What a line says about one setting.

    Attributes:
        style_attribute: The style attribute.
        setting: Its setting.
        said: `stated` (it is wanted), `complaint` (the last reply broke it) or `lifted` (it is no longer wanted).
    """

    style_attribute: str
    setting: str
    said: str


class Wishes:
    """Recognises in a language what people want of the assistant.

    Args:
        language: The language whose phrases are recognised.
    """

    def __init__(self, language: Language) -> None:
        self._wishes = {bare(_plain(phrase)): wish for phrase, wish in _named(language)}
        reminders = language.lines("acts", "remind")
        self._reminders = [
            (_longest(line), _pattern(line, r"(?P<label>[^.,?!。，？！\n]{1,60}?)")) for line in reminders
        ]
        self._labels = {attribute.label.casefold(): attribute.name for attribute in language.ontology}
        self._plans = [
            (domain.name, _longest(line), _pattern(line, _SPAN))
            for domain in every_domain().values()
            for line in domain.lines("ask_plan")
        ]

    def named_in(self, text: str) -> list[Wish]:
        """The rules that a text names, in the order of their files."""
        plain = _plain(text)
        return [wish for phrase, wish in self._wishes.items() if phrase in plain]

    def consulted_in(self, text: str) -> str:
        """The project domain for which a text asks a plan; empty for none."""
        if not asks(text):
            return ""
        plain = text.lower() if text.isascii() else ""
        able = (plan for plan in self._plans if not plain or plan[1] in plain)
        return next((domain for domain, _, pattern in able if pattern.search(text)), "")

    def reminder_in(self, text: str) -> str:
        """The attribute of a reminder that a text asks for; empty for none."""
        plain = text.lower() if text.isascii() else ""
        for literal, pattern in self._reminders:
            found = pattern.search(text) if not plain or literal in plain else None
            if found is not None and found["label"].casefold() in self._labels:
                return self._labels[found["label"].casefold()]
        return ""


@lru_cache(maxsize=8)
def wishes_of(language: Language) -> Wishes:
    """The `Wishes` of a language."""
    return Wishes(language)


def _plain(text: str) -> str:
    return _SPACE.sub(" ", text).casefold().strip()


def _named(language: Language) -> Iterator[tuple[str, Wish]]:
    for kind in load_rules().values():
        for setting in kind.settings.values():
            for said in NAMING:
                for phrase in language.wish(setting, said):
                    yield phrase, Wish(kind.style_attribute, setting.name, said)


def _longest(line: str) -> str:
    """The longest literal of a wording, in lower case: an ASCII text without it does not hold the wording."""
    return max(_SLOT.split(bare(line)), key=len).lower()


def _pattern(line: str, slot: str) -> re.Pattern[str]:
    literals = [re.escape(part) for part in _SLOT.split(bare(line))]
    return re.compile(slot.join(literals) + ENDS * (bare(line) != line), re.IGNORECASE)
