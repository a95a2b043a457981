"""Finds what a reply puts beside something that is over although nobody told it: `You left Framewell for Netflix`.

Where nothing took the place of what ended, a new name is made up, and so is a new keeper of a thing that came back
(`Ksenia gave it back, and now your brother has it`). The end of another thing (`you quit Netflix`) is no end of this.
"""

from __future__ import annotations

import re

from regulars.chinese_text import is_chinese
from regulars.rewards.assertions.spellings import has_proper_names, may_be_name
from regulars.rewards.text_parts import with_mark
from regulars.rewards.verdicts.readings import LONGEST_TO_SEARCH
from regulars.rewards.verdicts.times.anew import is_asserted
from regulars.values import Domain, find_values

_NAME = r"(?-i:(?:[Tt]he |[Aa]n? )?[*_\"'“]*(?P<name>[A-ZÀ-Þ][\w-]+)(?!'s))"
"""A name, but not an owner: `Netflix`, `the Vitafit`."""
_CHANGED = re.compile(
    r"\b(?:switch\w*|swapp?\w*|mov(?:ed|ing)|chang(?:ed|ing)|gone|went|replac(?:ed|ing)|trad(?:ed|ing)|left|ditched"
    r"|dropped|cancell?ed|exchanged|quit|g[ai]ven? up)\b[^.!?;:\n※]{0,25}※"
    r"(?:(?!\b(?:when|because|as|after|since|before|you|and)\b)[^.!?;:\n※]){0,20}?"
    rf"\b(?:to|for|with|by|onto|in favou?r of) {_NAME}",
    re.IGNORECASE,
)
"""A change from what is over to something else: `you've gone from ※ to Netflix`."""
_NOW = re.compile(
    r"\b(?:now(?! that\b)|since then,?|these days,?|currently|nowadays,?|instead,?)(?: [a-z']+){0,6}? "
    rf"(?<!\bin )(?<!\bfrom )(?<!\bof )(?<!\babout )(?<!\bto ){_NAME}(?![\w+]*,? (?:told|said|knows?))",
    re.IGNORECASE,
)
"""What holds today, in the same clause as a word for today: `now you watch your films on Netflix`."""
_BEGAN = re.compile(
    r"\b(?:signed up (?:for|with|to|at)|subscribed to|joined|took out|opted for|picked|chose"
    r"|(?:moved|went) (?:on|over) to|switched (?:over )?to|changed to|got|started (?:using|with|on|at)"
    r"|(?<=you )(?:now )?use|you(?:'re| are|'ve been| have been) (?:now )?(?:on|with|using|at)"
    r"|you(?:'ve| have) been [a-z]+ing (?:[a-z]+ ){0,3}?(?:on|with|at|from)"
    rf"|(?:passed|lent|gave|handed) (?:it|the \w+|your \w+) (?:on |over )?to) {_NAME}",
    re.IGNORECASE,
)
"""Something that began: `you quit ※ and signed up for Netflix`."""
_REPLACED = re.compile(
    rf"{_NAME}(?: has| had)?(?: since)? (?:replaced|taken over from|took over from|taken the place of|took the place of"
    r"|succeeded) [*_\"']*※",
    re.IGNORECASE,
)
"""A change told from its end: `Netflix replaced ※`."""
_ANSWERS = re.compile(rf"(?:^|(?<=[.!?\n]))\W*(?:it's|it is|that's|that would be) {_NAME}", re.IGNORECASE)
"""A name as the answer: `It's Netflix, you left ※ last week.`"""
_ANSWERS_FIRST = re.compile(
    r"^[\W_]*(?P<name>[A-ZÀ-Þ][\w-]+)[+*_]*(?: [A-Z][\w+-]+)?,? (?:since|because|as|after|now that|ever since) you"
    r"[^.!?,\n※]*※[^.!?,\n]*[.!]?\s*$"
)
"""A name as the answer, with the end of the other as its reason, and nothing else: `Netflix, since you left ※.`"""
_PERSON = (
    r"(?:your|an?|another|one of your|some(?:one|body))"
    r"(?! (?:\w+ )?(?:place|home|house|flat|cupboard|cellar|shed|garage|side)\b)(?: (?!※)[a-z-]+){0,2}?"
)
"""Somebody without a name; `your place` is none."""
_HANDED_ON = re.compile(
    rf"\b(?:lent|gave|passed|handed|loaned|given) (?:it|that|the \w+|your \w+) (?:on |over |out |again )*to {_PERSON}"
    r"(?= (?!※)[a-z]|[.,;!]|$)(?! (?:back|\w+ ※|※))"
    rf"|\b{_PERSON} (?:now |currently |then )?(?:has|'s got|has got|borrowed|took|has borrowed|has taken|is using"
    r"|keeps) (?:it|the \w+|your \w+)(?: now)?(?! back\b)(?=[.,;!]| (?:now|at the moment|instead|since)|$)"
    rf"|\b(?:it|that|(?:the|your) \w+)(?:'s| is) (?:now|currently) (?:with|at) {_PERSON}(?='s|[.,;!]|$)",
    re.IGNORECASE,
)
"""A person without a name who keeps the thing now: `now your brother has it`, `you then lent it to a neighbour`."""
_ENDED_OTHER = re.compile(
    r"\b(?:quit|left|cancell?ed|dropped|ditched|stopped(?: using)?|done with|finished with|g[ai]ven? up|gave up|rid of"
    rf"|no longer (?:use|with|on|have)|moved on from|came from) {_NAME}",
    re.IGNORECASE,
)
"""The end of a thing by name."""
_NO_THING = frozenset(
    {"Nobody", "None", "Nothing", "Nowhere", "No", "Not", "Yes", "Well", "Sorry", "Currently", "You", "It", "Neither"}
    | {"There", "That", "This", "Your", "My", "And", "But", "So", "Unknown", "Free", "Available", "Over", "Gone"}
)
"""Capitalised words at the beginning of a sentence that name nothing."""


def has_successor(text: str, domain: Domain, *, held: bool) -> bool:
    """Whether a reply about something that is over names a made-up thing that holds in its place.

    Args:
        text: The reply.
        domain: What is over.
        held: Whether it is about a thing that somebody else keeps.

    Example:
        >>> gym = Domain("gym", aliases={"Ironworks": (), "Pulse Hall": ()}, subjects=("gym",))
        >>> has_successor("You left Ironworks for Vitafit.", gym, held=False)
        True
        >>> has_successor("You left Ironworks for good, Milena.", gym, held=False)
        False
    """
    plain = text.replace("’", "'")
    if is_chinese(text) or len(plain) > LONGEST_TO_SEARCH:
        return False
    plain = with_mark(plain, [(one.start, one.end) for one in find_values(plain, domain)], "※")
    if has_proper_names(domain):
        if (first := _ANSWERS_FIRST.match(plain)) is not None and _names_new(first["name"], domain):
            return True
        for pattern in (_CHANGED, _NOW, _BEGAN, _REPLACED, _ANSWERS):
            for match in pattern.finditer(plain):
                if _names_new(match["name"], domain) and is_asserted(plain, match):
                    return True
    return held and any(is_asserted(plain, match) for match in _HANDED_ON.finditer(plain))


def without_other_ends(text: str, domain: Domain) -> str:
    """The reply with the ends of other things by name blanked: in `after you quit Netflix`, nothing of `domain` ends.

    Args:
        text: The reply.
        domain: What is over.

    Example:
        >>> gym = Domain("gym", aliases={"Ironworks": (), "Pulse Hall": ()}, subjects=("gym",))
        >>> without_other_ends("You quit Vitafit for it.", gym), without_other_ends("You quit Ironworks.", gym)
        ('You              for it.', 'You quit Ironworks.')
    """
    if is_chinese(text) or len(text) > LONGEST_TO_SEARCH or not has_proper_names(domain):
        return text
    return _ENDED_OTHER.sub(lambda match: " " * len(match[0]) if may_be_name(match["name"], domain) else match[0], text)


def _names_new(name: str, domain: Domain) -> bool:
    """Whether a capitalised word may name something that is none of the values."""
    return name not in _NO_THING and may_be_name(name, domain)
