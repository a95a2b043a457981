"""Tells which kind of message an acknowledgement answers, so that its words suit the message.

It recognises the known wordings of a language pack: hints at news, vague announcements, things to forget, reminders,
new names, rules on style, outcomes of choices, and projects that begin or end. The last of them in a message counts.
Thanks and the end of a matter are recognised where nothing else is said.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from functools import lru_cache

from regulars.agents.assistant.question_parsing import slot_pattern
from regulars.scenarios.language.packs import Language
from regulars.scenarios.projects.domains import every_domain
from regulars.scenarios.rules.standing import load_rules

HINT = "hint"
"""The kind of a message that offers news without telling it: it is answered with a question."""

QUESTION = "question"
"""The kind of a message that asks what the assistant cannot answer."""

_ACTS = {
    "forget": "forget",
    "remind": "remind",
    "renamed": "name",
    "outcome_good": "good",
    "outcome_bad": "bad",
}
"""From acts of a language pack to kinds of messages."""

_WHOLE = {
    "thanks": "settled",
    "thanks_unknown": "settled",
    "never_mind": "settled",
    "nothing_more": QUESTION,
    "up_to_you": QUESTION,
}
"""From phrases that may be a whole message to its kind. After the last two the person still waits for a plan."""

_WISHES = {"stated": "rule", "hinted": "rule", "complaint": "complaint", "lifted": "lifted"}
"""From phrases of a rule on style to kinds of messages."""

MESSAGES = 4096
"""The number of messages whose kind is cached."""

_SLOT = re.compile(r"\{\w+\}")
_END = ".!。！"
_QUOTED = re.compile(r'"[^"]*"|“[^”]*”|(?<!\w)\'.+?\'(?!\w)', re.DOTALL)


@lru_cache(maxsize=MESSAGES)
def kind_of(language: Language, message: str) -> str:
    """The kind of a message: the end of the name of a list in `phrases/assistant.toml`; empty for plain news.

    Example:
        >>> kind_of(Language.load("english"), "Please forget what I told you about my rent.")
        'forget'
    """
    lowered = message.lower()
    whole = _whole_messages(language).get(lowered.rstrip(_END))
    if whole is not None:
        return whole
    found, last = "", -1
    for literal, pattern, kind in _wordings_of(language):
        at = lowered.rfind(literal)
        if at > last and (pattern is None or pattern.search(message)):
            found, last = kind, at
    return found


def without_quotes(message: str) -> str:
    """A message without what others say in it, so that only the person's own questions are left.

    Example:
        >>> without_quotes('She asked "Where is my hat?" and left.')
        'She asked  and left.'
    """
    return _QUOTED.sub("", message)


@lru_cache(maxsize=8)
def _whole_messages(language: Language) -> dict[str, str]:
    lines = {said: language.lines("phrases", said) for said in _WHOLE}
    return {line.rstrip(_END).lower(): _WHOLE[said] for said in lines for line in lines[said]}


@lru_cache(maxsize=8)
def _wordings_of(language: Language) -> list[tuple[str, re.Pattern[str] | None, str]]:
    """Wordings with their kinds: the longest literal of each, and its pattern if it has slots."""
    made = []
    for line, kind in _wordings(language):
        plain = line.rstrip(_END)
        literal = max(_SLOT.split(plain), key=len).lower()
        made.append((literal, slot_pattern(plain) if literal != plain.lower() else None, kind))
    return made


def _wordings(language: Language) -> Iterator[tuple[str, str]]:
    for attribute in language.ontology:
        for line in attribute.phrases.get("hint", ()):
            yield line, HINT
    for line in language.lines("phrases", "vague"):
        yield line, "vague"
    for act, kind in _ACTS.items():
        for line in language.lines("acts", act):
            yield line, kind
    for rule in load_rules().values():
        for setting in rule.settings.values():
            for said, kind in _WISHES.items():
                for line in language.wish(setting, said):
                    yield line, kind
    for domain in every_domain().values():
        for line in domain.lines("create"):
            yield line, "project"
        for line in domain.lines("finish"):
            yield line, "good"
