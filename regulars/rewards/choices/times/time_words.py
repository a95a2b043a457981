"""Words that tell which of several things came first, and which holds now: around one name, and between two.

A reply may tell a history in any order: `It's Oslo now. Before that it was Bergen, and originally Lund`, `Oslo took
over from Bergen`, `You swapped Lund for Bergen`. The patterns here read text in which every name is replaced by
`NAME` signs and every date by `DATE` signs, so that words of a name or of a date are no words for time.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass
from enum import StrEnum

NAME = "¤"
"""The sign in place of each character of a name."""
DATE = "¶"
"""The sign in place of each character of a date."""


class When(StrEnum):
    """What words around a name say of its time."""

    NOW = "now"
    """It holds today: `currently`, `since then`."""
    LAST = "last"
    """It is the last of several: `the latest`, `most recently`."""
    PAST = "past"
    """It held once: `used to`, `until`, `your old`."""
    BEFORE = "before"
    """It was not the last: `earlier`, `previously`."""
    FIRST = "first"
    """It was the first: `originally`, `at first`."""
    BETWEEN = "between"
    """It was neither the first nor the last: `in between`."""
    LATER = "later"
    """It came after what was named before: `then`, `after that`."""
    EARLIER = "earlier"
    """It came before what was named before: `before that`."""
    SECOND = "second"
    """It was the second."""
    THIRD = "third"
    """It was the third."""
    FOURTH = "fourth"
    """It was the fourth."""


OF_TELLING = frozenset(
    {When.LAST, When.BEFORE, When.FIRST, When.LATER, When.EARLIER, When.SECOND, When.THIRD, When.FOURTH}
)
"""What may be said of the time when something was told, rather than when it held."""

_ENDS = r"(?=[\s*_\"']*(?:[,.;:!?)|\n–—]|$|(?:and|but|so|while|whereas|although|though|yet|when)\b))"
_NOUN = rf"(?: (?!(?:for|with|to|by|when|after|before)\b)\w+){{0,3}}? {NAME}"
_BE = r"(?:is|was|are|were|'s|'re|has been|have been|had been)"
_AFTER_PERSON = (
    rf"(?:him|her|them)(?= ?,| (?:(?:and|it|there) )?(?:came|was|were|you)\b"
    rf"| (?:(?:dr|mr|mrs|ms)\.? )?(?:{NAME}|$))"
)
"""A person named before, behind `after`: `first Lund, after her Oslo`."""
_PATTERNS: dict[When, str] = {
    When.NOW: (
        r"(?<!until )(?<!till )(?<!up to )(?<!by )now(?! (?:that|,? let)\b)|nowadays|current(?:ly)?"
        r"|at (?:the moment|present)"
        r"|present(?:ly|-day)?|these days|today(?:'s)?|lately|of late|up[- ]to[- ]date|as things stand"
        rf"|atm|(?:ever )?since(?= (?:then|that|last|early|late|mid|around|about|the(?! {NAME})|{DATE})|{_ENDS[3:]}"
        rf"|as of|from (?=[\w ]{{0,12}}{DATE}[{DATE} ]* on(?:wards?)?\b)|(?:your|the|a)(?: \w+)? new(?:er|est)?"
        r"|(?:ended|wound|finished) up|settled (?:on|for)|back (?:to|with|on)"
    ),
    When.LAST: (
        r"(?:the |your )?latest|(?:the |your )?newest|(?:the )?newer|most recent(?:ly)?|more recent(?:ly)?(?! than)"
        r"|final(?:ly)?|lastly|in the end|last of all|(?:came|come|comes|was|is|and|the|at|[,¤]) last"
        r"(?! (?:week|month|year|night|time|monday|tuesday|wednesday|thursday|friday|saturday|sunday|one before))"
        r"|last(?= ?[:)|])|end(?:ed|ing|s) (?:with|on|at|in|by)|only recently"
    ),
    When.PAST: (
        r"used to(?! be told)|in the past|back then|in those days|at (?:one|some) (?:point|time)"
        r"|no longer|any ?more|any longer"
        r"|(?:up )?(?:until|till)(?! (?:now|then)\b)|former(?:ly)?|(?:your|the|an) old(?:er)?(?! and)|old news"
        r"|out of date|outdated|past(?= ?[:)|])|a thing of the past|(?:is|are|'s) (?:history|over|gone|behind you)|ex-"
        rf"|your last(?: (?!{NAME})\w+)?(?= {_BE}\b| ?,|[^,.;]{{0,12}}{_ENDS})"
        rf"|(?:was|were) your last(?: \w+)?|(?:left|leaving|sold|selling|quit|quitting|dropped|dropping|ditched"
        rf"|ditching|stopped|stopping|gave up|given up|giving up|got rid of|traded in|done with|finished with"
        rf"|(?:moved|switched|stepped) (?:away |on |off )?from)(?={_NOUN})"
        r"|(?:was|were) (?:given up|dropped|abandoned|sold|cancelled|replaced|superseded)(?! by)"
    ),
    When.BEFORE: (
        rf"before(?:hand)?{_ENDS}|before(?= (?:(?:the|early|mid|late|end of) )*{DATE})"
        r"|the (?:one|time) before|previous(?:ly)?|prior(?! to)|before now"
        r"|earlier(?! than| (?:that|in the) day| still| this)"
    ),
    When.FIRST: (
        r"original(?:ly)?|initial(?:ly)?|(?:at|in|from) (?:the )?(?:very )?(?:start|beginning|outset)"
        r"|at first(?! glance| sight)|to (?:begin|start) with|(?:start|open|kick)(?:ed|s|ing)?(?: out| off| the year)?"
        r" (?:with|as|on|at|from|by)|start(?:ed|ing) (?:out|off)|it (?:all )?(?:started|began)"
        r"|beg[au]n (?:with|as|on|at|from|by)"
        r"|(?<!one of the )(?<!in the )(?<!before you )(?<!when you )(?<!after you )first"
        rf"(?! (?:of all|name|thing in|glance|sight|half|place)\b| to {NAME})(?!-)|1st|oldest|earliest"
    ),
    When.BETWEEN: r"in[- ]between|in the (?:middle|interim|meantime)|meanwhile|via|by way of",
    When.LATER: (
        r"(?<!since )(?<!until )(?<!till )(?<!by )(?<!back )(?<!before )(?<!up to )then(?! again)"
        r"|(?<!sooner or )later(?: on)?(?! than)"
        rf"|after (?:that|this|which|it(?= ?,)|{_AFTER_PERSON})|after(?= ?[:)|,])|afterwards?|thereafter|thereupon"
        r"|subsequent(?:ly)?"
        r"|next(?= (?:came|was|it|you|up|in line)\b| ?,)|from there"
        r"|(?:switched|moved|changed|swapped|turned|upgraded|converted|traded|exchanged)(?: it| them| that| this)?"
        r"(?: in| out)?(?: on| over)? (?:to|into|for|with)(?! (?:it|that|this|them)\b)"
        r"|(?:went|gone) (?:on|over) to|(?:replaced|followed|succeeded) (?:it |that |them |this )?(?:with|by)"
        r"|(?:took|taken|takes|taking) over(?! from)|(?:took|taken|takes) its place"
        rf"|follow(?:ed|s)(?! by|ing)(?={_ENDS}| (?:on|in|a|some|two|three|{DATE}))"
    ),
    When.EARLIER: (
        rf"(?:before|prior to|ahead of) (?:that|this|then|him|them|her(?= (?:it|you|there)\b|{_ENDS[3:]})\b"
        rf"|before it{_ENDS}|(?:until|till|up to) then"
        r"|(?:even )?earlier (?:still|than (?:that|this))"
        r"|even earlier|preced(?:ed|es) (?:it|that|this)|before (?:it|that) again"
    ),
    When.SECOND: r"(?:second|2nd)(?! (?:thoughts?|half|time|hand|look|guess|of|after)\b)(?!-)",
    When.THIRD: r"(?:third|3rd)(?! (?:of|time|party)\b)(?!-)",
    When.FOURTH: r"(?:fourth|4th)(?! (?:of|time)\b)(?!-)",
}
"""The words for each time."""
_CUES = {when: re.compile(rf"(?<![\w-])(?:{words})(?!\w)") for when, words in _PATTERNS.items()}


@dataclass(frozen=True, slots=True)
class TimeCue:
    """Words that say of a name when it was, and where they stand."""

    when: When
    start: int
    end: int


def find_cues(masked: str) -> Iterator[TimeCue]:
    """The words for a time in a text without its names and dates.

    Example:
        >>> [str(cue.when) for cue in find_cues("it's ¤¤¤¤ now. before that it was ¤¤¤¤¤¤, and originally ¤¤¤¤.")]
        ['now', 'first', 'earlier']
    """
    for when, pattern in _CUES.items():
        for match in pattern.finditer(masked):
            yield TimeCue(when, *match.span())


_NO_DATE = rf"(?! (?:(?:the|about|around|early|mid|late|end of|start of) )*{DATE})"
_NEXT_FIRST = re.compile(
    r"\b(?:replaced|succeeded|superseded|supplanted|followed|overtaken|taken over|swapped out) by\b"
    r"|\b(?:gave|given|gives|giving) way to\b|\bma(?:de|kes|king) (?:way|room) for\b"
    r"|(?:→|⇒|➡|[-=]+>)|\balready (?:\w+ ){0,4}when\b"
    r"|(?<!the one )(?<!the time )\b(?:before|until|till|prior to|earlier than|ahead of|preced(?:ed|es|ing)"
    r"|predat(?:ed|es))\b"
    r"(?! (?:that|this|then|now|long|which|was|is|were|him|them|her (?:it|you|there))\b)"
    rf"(?! it\b(?! (?:was|had|became|went|came))){_NO_DATE}"
)
"""Between two names, where the first came first."""
_AFTER = (
    r"after(?:wards)?(?<!wards)\b(?! (?:that|this|which|all|a|an|some|one|two|three|four|five|six|seven|ten|several"
    rf"|about|around|roughly|just|only|\d+)\b)(?! it\b(?! (?:was|had)))(?! {_AFTER_PERSON}){_NO_DATE}"
)
_NEXT_LATER = re.compile(
    r"\bpreceded by\b"
    r"|(?<!you )(?<!'ve )(?<!'d )(?<!you have )(?<!you had )\breplac(?:ed|es|ing)\b(?! (?:it|that|them|by|with)\b)"
    r"|\b(?:took|taken|takes|taking) over from\b|\b(?:took|taken|takes|taking) the (?:place|spot) of\b"
    r"|\b(?:succeed|supersed|supplant)(?:ed|s|es|ing)\b(?! (?:it|that|them|by)\b)"
    rf"|\bfollow(?:ed|s|ing)(?: on)?(?: from)?\b(?! (?:it|that|by|a|in|on|some|{DATE})\b)"
    rf"|\b{_AFTER}|\b(?:later|newer|more recent(?:ly)?) than\b|\b(?:instead|in (?:place|lieu)) of\b|\brather than\b"
    r"|\bto replace\b|←|<[-=]+"
)
"""Between two names, where the second came first."""
_FROM = re.compile(r"\bfrom (?:the |a |an |your |dr |(?!to\b|in\b)\w+ )?[£$€]?$")
_TO = re.compile(r"(?:\b(?:on|over|back|straight) )?\bto (?:the |a |an |your |dr |(?!from\b)\w+ )?[£$€]?$")
_MOVED = re.compile(
    r"\b(?:from(?: the| a| an| your| dr)?|switch\w*|mov\w+|chang\w+|went|gone|turn\w+|swap\w+)[^,.;]{0,24}$"
)
_BEFORE_IT_WAS = re.compile(r"\s*before (?:it|that|this|they) (?:was|were|used)\b")
"""The beginning of a statement of what was earlier: `Oslo now, before it was Lund`."""
_WITH = re.compile(r"[\s*_]*(?:(?!and\b|but\b)\w+ )?(?:\b(?:out|in)\b )?\b(?:for|with|by)\b")
_SWAPPED = re.compile(r"\b(?:swap\w*|trad(?:ed|ing)|exchang\w+|replac\w+|switch\w+|chang\w+|gave up|ditched|left)\b")
_LEADS = re.compile(
    rf"[\s*_]*(?:(?:and|but|so|then|just|right|shortly|immediately|long|even|only|soon) )*"
    rf"(?:(?P<before>before|prior to)"
    rf"(?! (?:that|this|then|now|long|him|them|her (?:it|you|there))\b){_NO_DATE}|(?P<after>{_AFTER}|following"
    r"|since leaving"
    rf"|since(?! (?:then|last|this|early|late|mid|around|about)\b){_NO_DATE}))\b[^,]*$"
)
_WHEN = re.compile(r"[\s*_]*(?:(?:and|but) )?(?:when|by the time)\b")
_ALREADY = re.compile(r"\balready\b")
_BOUNDARY = re.compile(
    r"[,:;()|\n]|[.!?…]+(?=\s)|\s[-–—]\s|[–—]"
    r"|\b(?:and|but|while|whereas|although|though|yet|so|because"
    r"|(?<!ed )(?<!knew )(?<!heard )(?<!me )(?<!said )(?<!about )where|whilst|having)\b"
)
"""What parts the statements of a sentence."""
_NEGATED = re.compile(r"n't\b|\b(?:not|never|only)\b")
_NO_MORE = re.compile(r"n't\b|\b(?:not|never)\b")


def boundaries(masked: str) -> list[tuple[int, int]]:
    """Where a statement ends and the next one begins.

    Example:
        >>> boundaries("¤¤ now, ¤¤ before")
        [(6, 7)]
    """
    return [match.span() for match in _BOUNDARY.finditer(masked)]


@dataclass(frozen=True, slots=True)
class Relation:
    """Words between two names that tell which of them came first, and where they stand."""

    first_is_earlier: bool
    start: int
    end: int


def relation_between(masked: str, low: int, start: int, end: int, sentence: int = 0) -> Relation | None:
    """What the words between two neighbouring names say of their order; None if they say nothing.

    Args:
        masked: The text, case folded, without its names.
        low: Where the sentence of the first name begins, or the name before it ends.
        start: Where the first name ends.
        end: Where the second begins.
        sentence: Where the sentence of the first name begins.

    Example:
        >>> relation_between("¤¤¤¤ took over from ¤¤¤¤¤¤.", 0, 4, 20).first_is_earlier
        False
        >>> relation_between("¤¤¤¤ was replaced by ¤¤¤¤¤¤.", 0, 4, 21).first_is_earlier
        True
    """
    gap = masked[start:end]
    cuts = boundaries(gap)
    since = start + (cuts[-1][1] if cuts else 0)
    tail = masked[since:end]
    if cuts and (was := _BEFORE_IT_WAS.match(tail)):
        return Relation(False, since, since + was.end())
    before = masked[low:start].rstrip(NAME)
    is_swapped = _SWAPPED.search(masked, sentence, start) is not None
    for pattern, is_forward in ((_NEXT_FIRST, True), (_NEXT_LATER, False)):
        found = pattern.search(tail)
        if found is not None:
            word = found[0]
            if word == "until" or word == "till":
                denied = _NO_MORE.search(masked, low, since + found.start()) is not None
                return Relation(not denied, since + found.start(), since + found.end())
            if is_forward and word.startswith("preced") and tail[found.end() :].lstrip().startswith("by"):
                continue
            return Relation(is_forward, since + found.start(), since + found.end())
    if _FROM.search(tail):
        return Relation(False, since, since)
    if not cuts and ((_TO.search(tail) and _MOVED.search(before)) or (_WITH.match(tail) and is_swapped)):
        return Relation(True, since, since)
    return None


def leading_relation(before: str, gap: str) -> bool | None:
    """Whether what leads up to a name sets it after the next one (`Before Oslo, ...`) or before it (`After Oslo, ...`).

    Args:
        before: The text from the beginning of the name's statement to the name.
        gap: The text between the two names.

    Returns:
        True if the name came first, False if the next one did; None if nothing is said.

    Example:
        >>> leading_relation("before you moved to ", ", "), leading_relation("after ", ", ")
        (False, True)
        >>> leading_relation("when you had ", ", you'd already had ")
        False
    """
    if _WHEN.match(before) and _ALREADY.search(gap):
        return False
    found = _LEADS.fullmatch(before)
    return None if found is None else found["after"] is not None


_OF_NEXT = re.compile(
    r"(?:then|after (?:that|this|which)|before (?:that|this|then)|prior|from there|your|the|an?|original|initial|first"
    r"|via|by way|in the past|ended|wound|finished|settled|back|switched|moved|changed|swapped|turned|upgraded"
    r"|converted|traded|exchanged|went|gone|replaced|followed|succeeded|left|leaving|sold|selling|quit\w*|dropp\w+"
    r"|ditch\w+|stopp\w+"
    r"|gave|giv\w+|got|done|stepped)\b"
)
"""Words for a time that speak of the next name rather than of the last one, if they stand between two."""


def is_of_next(words: str) -> bool:
    """Whether words for a time between two names speak of the second one.

    Example:
        >>> is_of_next("then"), is_of_next("earlier")
        (True, False)
    """
    return _OF_NEXT.match(words) is not None


def is_denied(before: str, behind: str) -> bool:
    """Whether the words around a name deny it, rather than to say that it is over.

    Example:
        >>> is_denied("it isn't ", "."), is_denied("it isn't ", " any more.")
        (True, False)
    """
    return _DENIED.search(before) is not None and _ANY_MORE.match(behind) is None


_DENIED = re.compile(r"(?:\bnot|n't|\bnever)(?: (?:the|a|an|your|dr|at|on|in|with|be))*[\s*_\"']*$")


_ANY_MORE = re.compile(r"\s*(?:\w+ ){0,2}any ?(?:more|longer)\b")


def is_negated(words: str) -> bool:
    """Whether a statement denies something, or sets a beginning: `didn't come up until`, `only since`."""
    return _NEGATED.search(words) is not None
