"""Leaves out the ends that a reply leaves open: `either you never told me, or it's over`, `it may have ended`.

A reply may say that it does not know the matter, and add that it may be over, to be right in both cases. Such words
tell of no end. Neither does a `none at the moment` beside `you have not told me`, nor the word `over` by which a
message ends over the radio. What is unknown of another matter, such as a successor, takes nothing back.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from itertools import islice, pairwise

_TELL = (
    r"(?:told|tell|mention(?:ed)?|said|say|share[ds]?|named?|disclosed?|discussed|recorded|noted|known?|knew|heard"
    r"|came up|come up|brought (?:it )?up|bring (?:it )?up|gave|given?|let me know|talked|spoke)"
)
_OTHER = (
    r"\b(?:new|newer|another|others?|else|different|next|since|successor|replacement|in (?:its|their|his|her) place"
    r"|instead|again|further|fresh|currently|these days|otherwise|after(?:wards| that)?|later)\b"
)
"""What is not known may be another matter: `you haven't told me of a new one`."""
_BESIDE = (
    r"(?!(?:,? (?!or\b|and\b|but\b|so\b)[\w']+){0,6}? "
    rf"(?:{_OTHER}|(?:why|when|how|whether|if|which(?=[.,;!?]|$)|exactly|precisely|details?|reasons?)\b))"
)
_NOTES = r"(?:\w+ )?(?:records?|notes?|entry|mention|trace|information|data|word)"
_UNTOLD = (
    r"(?:\b(?:never|not|n[o']t|(?:have|had|has|did|do|was|were|could|ca|ai)n't|cannot)"
    rf" (?:(?:been|yet|ever|even|actually|really|quite|at all|have|to|you|me|it|that) ){{0,3}}{_TELL}\b"
    r"|\b(?:(?:don't|do not) (?:think|believe)|doubt)(?: that)? (?:you|we|it|that|i)(?:'ve| have| had| was)?"
    rf"(?: ever)? {_TELL}\b|\b(?:nobody|no one|none|nothing) (?:was|were|is|has been|have been) (?:ever )?{_TELL}\b"
    rf"|\b(?:nobody|no one)(?: (?:has|have|had|ever|even|actually|really)){{0,2}} {_TELL}(?: (?:me|us))?\b"
    rf"|\b(?:unknown|untold|unmentioned|no (?:idea|clue)|i(?:'ve| have)? forg[eo]t(?:ten)?"
    rf"|(?:none|nothing|no (?:{_NOTES}|\w+))(?: \w+)? (?:on (?:file|record)|in (?:my|our) \w+|noted|recorded|known"
    rf"|told|mentioned)|(?:no|any|a) {_NOTES}(?= of (?:it|that|an?|any|one|your|such)\b|[\s.,;:!]*$|[.,;:!])"
    r"|(?:not|n't) sure(?=[.,;:!]|$)|can(?:'t|not) (?:say|tell)|have (?:none|nothing|no \w+) on (?:it|that|this))\b"
    rf"|\b(?:one|none|any|nobody|no one|nothing|any(?:one|body|thing)) (?:that )?you(?:'ve| have)? (?:ever )?{_TELL}\b)"
    rf"{_BESIDE}"
)
"""Words that say that the matter itself was never told, or is not known."""
_TELLING = re.compile(_UNTOLD, re.IGNORECASE)
_OTHER_BEFORE = re.compile(rf"{_OTHER}[^.!?;:,\n]{{0,60}}$", re.IGNORECASE)
_LONGEST_BEFORE = 80
_SIGNED_OFF = re.compile(r"(?<=\w)[,.;!…]+[\s\"'*_]*over(?: and out)?[\s.!\"'*_]*$", re.IGNORECASE)
"""The radio word at the end of a message."""
_SENTENCE = re.compile(r"(?<=[.!?;\n])(?=\s|$)")
_PART = re.compile(r"(?<=[,.:!?;\n—–])|(?= - )|(?=\b(?:and|but|or|so)\b)")
_OR = re.compile(r"\bor\b(?! (?:at least|rather|so|something|two|three)\b)|(?<!\d)/(?!\d)", re.IGNORECASE)
_TURN = re.compile(r"[;:—–]|\b(?:but|though|although|however|because)\b", re.IGNORECASE)
"""Where an alternative ends."""
_NEAR = 40
"""The most characters between `or` and the words that nothing was told."""
_MOST_ALTERNATIVES = 20
"""The most words `or` of a sentence that are looked at, as each costs a search through it."""
_IF_TOLD = re.compile(
    r"\b(?:if|unless|assuming|provided|supposing|should)(?: that)? (?:you|it|that|this|i)(?:'d|'ve| had| have| has| was"
    rf"| were| did)?(?: (?:ever|even|really|actually|indeed|in fact|never|been|have))* {_TELL}\b(?! right|"
    rf" correctly| wrong| it right){_BESIDE}"
    r"|\bif (?:so|it (?:was|did)|you did|i was|there (?:ever )?was(?: one)?)(?=,)",
    re.IGNORECASE,
)
"""A condition by which the matter may never have been told: `it's over, if you ever told me`."""
_MAYBE = re.compile(
    r"\b(?:maybe|perhaps|possibly|conceivably|potentially|(?:it(?:'s| is)|is) possible(?: that)?|chances are(?: that)?"
    r"|for all i know|(?:it )?could be(?: that)?|(?:may|might|could) (?:\w+ly |well |just |also |even |long |since"
    r" |simply )*(?:have|be))\b",
    re.IGNORECASE,
)
"""A word that leaves open what follows."""
_MAYBE_TWICE = re.compile(
    r"\b(?P<doubt>maybe|perhaps|possibly|could be)\b[^.!?:;\n]{1,80}\b(?P=doubt)\b[^.!?:;\n]*", re.IGNORECASE
)
"""Two possibilities: `perhaps there was one and it's over, perhaps there never was one`."""
_REACH = re.compile(
    r",?(?: that| it| that one| this| they| you| s?he|(?: your| the) [\w-]+(?: [\w-]+)?)?"
    r"(?:'s|'ve|'re|'d)?(?: (?:is|are|was|were|has|have|had|been|\w+ly|since|by now|now|long|just|simply|all|already"
    r"|there|over|none|ended))*(?: [\w'-]+){0,3}",
    re.IGNORECASE,
)
"""What a word of doubt reaches, up to its verb and object."""
_MAYBE_LAST = re.compile(r"\b(?:maybe|perhaps|possibly)[\s.,;!?]*$", re.IGNORECASE)
_MAYBE_NEXT = re.compile(r"[\s,]*(?:maybe|perhaps|possibly)(?=[\s,]*(?:[.;!?]|$))", re.IGNORECASE)
"""A word of doubt behind what it is about: `it's over, perhaps`."""
_NONE_NOW = re.compile(
    rf"\b(?:(?:haven't|have not|hadn't|didn't|did not) {_TELL}(?: me)?(?: of| about)? (?:anything|any|one|anyone|an?)"
    r"|none|nothing|nobody|no one|nowhere|i (?:don't|do not|haven't) (?:have|got|hold|keep)"
    r"|(?:is|are)(?:n't| not) (?:one|any|anyone|anybody)|there(?:'s| is| are) no(?: [\w-]+)?|without (?:one|any)"
    r"|(?:don't|do not|haven't|have not) (?:got |have )?(?:one|any|anyone|an? [\w-]+|any [\w-]+)"
    r"|no [\w-]+(?: [\w-]+){0,2}(?= (?:at the moment|right now|currently|presently|at present|now|these days)\b)"
    r"|not any(?:one|body))\b(?! (?:left|any ?more|any longer|no longer)\b)",
    re.IGNORECASE,
)
"""Words that say that there is none, and not that there ever was one."""


def leaves_open(text: str) -> bool:
    """Whether a reply says that the matter itself may never have been told, or is not known.

    Example:
        >>> leaves_open("You may never have told me, or it has ended.")
        True
        >>> leaves_open("It has ended, and you haven't told me of a new one.")
        False
    """
    plain = text.replace("’", "'")
    return _untold(plain, 0, len(plain)) is not None or _IF_TOLD.search(plain) is not None


def without_sign_off(text: str) -> str:
    """The reply without the radio word at its end.

    Example:
        >>> without_sign_off("I don't know that, over.")
        "I don't know that"
    """
    signed_off = _SIGNED_OFF.search(text)
    return text if signed_off is None else text[: signed_off.start()]


def without_open_ends(text: str, says_gone: Callable[[str], bool]) -> str:
    """The reply with blanks in place of each end that it leaves open, so that places in it stay the same.

    Args:
        text: The reply, in English.
        says_gone: Whether words say that it is over.

    Example:
        >>> without_open_ends("You quit. It may be over now.", lambda words: "over" in words)
        'You quit. It                .'
    """
    plain = text.replace("’", "'")
    for low, high in _spans(plain, _SENTENCE, 0, len(plain)):
        is_open = _IF_TOLD.search(plain, low, high) or _MAYBE_TWICE.search(plain, low, high)
        if is_open and says_gone(plain[low:high]):
            text = _blanked(text, low, high)
            continue
        supposed = (span for span in _supposed(plain, low, high) if says_gone(plain[slice(*span)]))
        for span in (*_alternatives(plain, low, high), *supposed):
            text = _blanked(text, *span)
    if _untold(plain, 0, len(plain)):
        for none in _NONE_NOW.finditer(plain):
            text = _blanked(text, *none.span())
    return text


def _untold(plain: str, low: int, high: int) -> re.Match[str] | None:
    """The first words between two places that say that the matter itself was never told, or is not known."""
    for one in _TELLING.finditer(plain, low, high):
        if not _OTHER_BEFORE.search(plain, max(low, one.start() - _LONGEST_BEFORE), one.start()):
            return one
    return None


def _alternatives(plain: str, low: int, high: int) -> Iterator[tuple[int, int]]:
    """What stands on the other side of `or` than words that nothing was told, between two places."""
    for either in islice(_OR.finditer(plain, low, high), _MOST_ALTERNATIVES):
        turn = _TURN.search(plain, either.end(), high)
        if _untold(plain, low, either.start()):
            yield either.start(), turn.start() if turn else high
        untold = _untold(plain, either.end(), min(either.end() + _NEAR + _NEAR, high))
        if untold is not None and untold.start() - either.end() <= _NEAR:
            end = low + len(plain[low : either.start()].rstrip(" ,"))
            if "," not in plain[either.end() : untold.start()]:
                yield _spans(plain, _PART, low, end)[-1]


def _supposed(plain: str, low: int, high: int) -> Iterator[tuple[int, int]]:
    """What words of doubt reach, between two places."""
    for begin, end in _spans(plain, _PART, low, high):
        if _MAYBE_LAST.search(plain, begin, end) or _MAYBE_NEXT.match(plain, end, high):
            yield begin, end
        for maybe in _MAYBE.finditer(plain, begin, end):
            reach = _REACH.match(plain, maybe.end(), end)
            yield maybe.start(), reach.end() if reach else maybe.end()


def _spans(text: str, edge: re.Pattern[str], low: int, high: int) -> list[tuple[int, int]]:
    """The parts between two places of a text, parted at the matches of a pattern that are empty."""
    return list(
        pairwise([low, *(at for one in edge.finditer(text, low, high) if low < (at := one.start()) < high), high])
    )


def _blanked(text: str, low: int, high: int) -> str:
    return f"{text[:low]}{' ' * (high - low)}{text[high:]}"
