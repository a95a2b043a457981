"""Takes out what a reply does not know besides its answer: `The hammock. I don't know who it's for, though.`.

Such a remark says in a clause of its own, with a question word, that another thing is unknown: who, where, how much. It
takes nothing back. A remark on the very thing that was asked for (`I don't know which one`, `I don't know when that
was` of a date) or on whether the answer holds (`I don't know if that's right`) stays where it is.
"""

from __future__ import annotations

import re

from regulars.chinese_text import is_chinese
from regulars.rewards.verdicts.readings import LONGEST_TO_SEARCH
from regulars.values import Domain, ValueType

_UNKNOWN = (
    r"(?:(?:but|though|although|and|sorry|however),? )*(?:sadly,? |unfortunately,? )?(?:i(?: \w+ly| just| still"
    r"| do)? (?:don't|do not|can't|cannot|couldn't|didn't|haven't been|wasn't|no longer) (?:\w+ly )?(?:know|remember"
    r"|recall|say|tell(?: you)?|catch|note|told)|i(?:'m| am) not (?:\w+ )?(?:sure|certain)(?: about)?"
    r"|i have no (?:idea|clue|note)(?: of| about)?|no (?:idea|clue)|not sure|you(?:'ve| have)?(?: \w+ly)? (?:haven't"
    r"|have not|didn't|did not|never|not) (?:\w+ )?(?:tell|told|say|said|mention|mentioned|gave|give"
    r"|let)(?: me(?: know)?)?)"
)
_ASKS = (
    r"(?P<asked>why|(?:who(?:m|se)?|when|where|why|how|which|what)(?:ever)? [^.!?;\n]*"
    r"|(?:if|whether) (?:that|this|it|they)\b[^.!?;\n]*)"
)
_REMARK = re.compile(
    rf"(?:(?<=[.!?] )|(?<=\n)|,? (?=but|though|although|and)|\s?[–—(-] ?){_UNKNOWN} {_ASKS}(?:[.!;)]+|$)",
    re.IGNORECASE,
)
"""A remark that something is unknown, as a sentence or as the end of one."""
_OF_ANSWER = re.compile(
    r"\b(?:if|whether|right|still|true|correct|correctly|any ?more|holds?|one(?: it| that)?(?: is| was)?$|means?$"
    r"|refers to$|called|named|meant|mean|to believe|answer|option)\b|^(?:which|what) one\b|^(?:which|what"
    r"|who)(?: one)? of\b|\byours\b|\b(?:i|you)(?:'d|'ve)? (?:\w+ )?(?:picked|chose|chosen|recommended|suggested"
    r"|said|told|went for|decided|settled)\b|^(?:what|which|who)(?: else)? (?:it|that|this|he|she|they) (?:is|was"
    r"|are|were)$",
    re.IGNORECASE,
)
"""What takes the answer back: it is not sure whether it is right, or which one it is."""
_PART_OF_MONTH = re.compile(
    r"(?:if|whether) (?:that|this|it|they)(?:'s|'ll be| is| are| means?| refers to| will be| falls| takes place"
    r"| happens)?(?: at| on| in| by)?(?: the)?(?: very)? (?P<part>beginning|start|middle|end|first|last|1st|15th|early"
    r"|late|mid)\b[^.!?;\n]* or (?:(?:at|on|in|by|the|very) )*(?:beginning|start|middle|end|first|last|1st|15th|28th"
    r"|30th|31st|early|late|mid|some|any)\b[^.!?;\n]*",
    re.IGNORECASE,
)
"""Which part of a month is meant: `whether that means the beginning or the end of the month`."""
_TIMES = re.compile(r"(?:when\b|(?:which|what) (?:\w+ )?(?:day|date|month|year)\b|how (?:soon|long))", re.IGNORECASE)
_AMOUNTS = re.compile(
    r"(?:how (?!(?:you|it|they|come|old is|that)\b)\w+|(?:which|what) (?:\w+ )?(?:number|amount|figure|total|sum"
    r"|value|balance)\b)",
    re.IGNORECASE,
)
PLACES = re.compile(
    r"city|town|place|street|home|gym|university|school|stop|station|room|spot|destination|country|restaurant|venue"
    r"|island|office|branch"
)
"""Names of attributes that are places."""
_PEOPLE = re.compile(
    r"name|partner|doctor|dentist|vet|therapist|adviser|manager|boss|friend|teacher|landlord|sibling|child|person"
    r"|role|debt|borrower|lawyer"
)
_WHICH_ONE = re.compile(
    r"(?:which|what)(?: (?:one|of (?:them|these|those|the two)))? (?:you )?(?:like|prefer|enjoy|play|use|do)\b",
    re.IGNORECASE,
)
"""Of several right values: which of them has a rank of its own."""
_LEAST = 3
"""The letters of a word that says nothing about a matter."""
_OF_ANY_DETAIL = frozenset(
    {"from", "with", "your", "this", "that", "have", "they", "them", "when", "what", "which", "were", "come"}
)
"""Words of attributes that details of anything contain. `where` and `name` say which detail is meant."""


def without_unknown_details(text: str, domain: Domain, *, several: bool = False) -> str:
    """The reply without what it does not know besides its answer.

    Args:
        text: The reply.
        domain: What was asked for.
        several: Whether several values are asked for: then a remark may be on which of them is preferred.

    Example:
        >>> gift = Domain("gift", aliases={"hammock": ()}, subjects=("gift", "present"))
        >>> without_unknown_details("The hammock. I don't know who it's for, though.", gift)
        'The hammock. '
        >>> without_unknown_details("The hammock. I don't know whether that's right.", gift)
        "The hammock. I don't know whether that's right."
    """
    plain = text.replace("’", "'")
    if is_chinese(text) or len(plain) != len(text) or len(text) > LONGEST_TO_SEARCH:
        return text
    kept, low = [], 0
    for remark in _REMARK.finditer(plain):
        if not plain[: remark.start()].strip(" .,!?\n") or not _is_beside(remark["asked"], domain, several=several):
            continue
        kept.append(text[low : remark.start()])
        low = remark.end()
    return "".join([*kept, text[low:]]) if kept else text


def _is_beside(asked: str, domain: Domain, *, several: bool) -> bool:
    """Whether an indirect question is about something else than what was asked for."""
    asked = re.sub(r",? (?:though|however|sorry|i'm afraid|yet|unfortunately|i'm sorry|either)$", "", asked.strip())
    if several and _WHICH_ONE.match(asked):
        return True
    if domain.type is ValueType.DATE and _PART_OF_MONTH.fullmatch(asked):
        return True
    if _OF_ANSWER.search(asked):
        return False
    if domain.type is ValueType.DATE:
        return _TIMES.match(asked) is None or asked.startswith("what time")
    if domain.type is ValueType.NUMBER:
        return _AMOUNTS.match(asked) is None
    own = {word for word in domain.words if len(word) > _LEAST} - _OF_ANY_DETAIL
    if not own.isdisjoint(re.findall(r"[a-z]+", asked.lower())):
        return False
    if asked.lower().startswith("where") and (PLACES.search(domain.name) or "where" in own):
        return False
    return not (asked.lower().startswith("who") and (_PEOPLE.search(domain.name) or "who" in domain.subjects))
