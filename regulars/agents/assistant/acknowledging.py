"""Finds the kind of a message, so that the words of an acknowledgement suit it.

It looks for known wordings of a language pack: hints at news, vague announcements, things to forget, reminders, new
names, rules on style, outcomes of choices, and projects that begin or end. The last one in a message counts. Thanks and
the end of a matter count only if they are the whole message.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from functools import lru_cache

from regulars.agents.assistant.question_parsing import slot_pattern
from regulars.scenarios.language.packs import Language
from regulars.scenarios.language.recognition import Literals, longest_literal
from regulars.scenarios.projects.domains import every_domain
from regulars.scenarios.rules.standing import load_rules

HINT = "hint"
"""The kind of a message that offers news without telling it. The assistant asks about it."""

QUESTION = "question"
"""The kind of a message with a question or request that the assistant has no answer to."""

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
"""From phrases that may be a whole message to kinds of messages. After the last two the person waits for a plan."""

_WISHES = {"stated": "rule", "hinted": "rule", "complaint": "complaint", "lifted": "lifted"}
"""From phrases of a rule on style to kinds of messages."""

MESSAGES = 4096
"""The number of messages whose kind is cached."""

_END = ".!。！"
_QUOTED = re.compile(r'"[^"]*"|“[^”]*”|(?<!\w)\'.+?\'(?!\w)', re.DOTALL)


@lru_cache(maxsize=MESSAGES)
def kind_of(language: Language, message: str) -> str:
    """The kind of a message; empty for plain news.

    Words for a kind are in `phrases/assistant.toml`, under `acknowledge_` and the kind.

    Example:
        >>> kind_of(Language.load("english"), "Please forget what I told you about my rent.")
        'forget'
    """
    lowered = message.lower()
    whole = _whole_messages(language).get(lowered.rstrip(_END))
    if whole is not None:
        return whole
    literals, wordings = _wordings_of(language)
    held = sorted(int(place) for places in literals.found_in(lowered) for place in places)
    found, last = "", -1
    for literal, pattern, kind in (wordings[place] for place in held):
        at = lowered.rfind(literal)
        if at > last and (pattern is None or pattern.search(message)):
            found, last = kind, at
    return found


def tells_half(language: Language, message: str) -> bool:
    """Whether a message ends with the first piece of a disclosure in two lines, so that the matter is still untold.

    Example:
        >>> tells_half(Language.load("english"), "I've got a new houseplant by the window.")
        True
    """
    return message.lower().rstrip(_END).endswith(_first_pieces(language))


@lru_cache(maxsize=8)
def _first_pieces(language: Language) -> tuple[str, ...]:
    return tuple(first.rstrip(_END).lower() for attribute in language.ontology for first, _ in attribute.piecemeal)


def without_quotes(message: str) -> str:
    """A message without the words that it quotes, so that only the person's own questions are left.

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
def _wordings_of(language: Language) -> tuple[Literals, list[tuple[str, re.Pattern[str] | None, str]]]:
    """The longest literal of each known wording, its pattern if it has slots, and its kind.

    Before them is what finds the literals in a message; it names the places of their wordings in the list.
    """
    made: list[tuple[str, re.Pattern[str] | None, str]] = []
    places: dict[str, tuple[str, ...]] = {}
    for line, kind in _wordings(language):
        plain = line.rstrip(_END)
        literal = longest_literal(plain)
        places[literal] = (*places.get(literal, ()), str(len(made)))
        made.append((literal, slot_pattern(plain) if literal != plain.lower() else None, kind))
    return Literals(places), made


def _wordings(language: Language) -> Iterator[tuple[str, str]]:
    """Known wordings with their kinds."""
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
