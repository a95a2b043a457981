"""Tells dates of an event from those beside it: when something was told, what follows from it, what comes next.

In `on 9 January you said it ends in October`, only October is what was said. In `November 2024; the next one is due in
2034` and `my project is due in August. See you in September!`, the first date is the answer.
"""

from __future__ import annotations

import re
from collections.abc import Collection, Sequence

from regulars.rewards.assertions.body import TableRow, table_rows
from regulars.rewards.text_parts import part_start
from regulars.values import Mention

_VERBS = (
    r"(?:is|was|would|will|should|ends?|ended|runs?|ran|expires?|expired|starts?|started|begins?|began|falls?|fell"
    r"|takes?|took|goes|stops?|stopped|lasts?|due|happens?|finish(?:es)?)"
)
_NO_VERBS = (
    r"(?:in|on|at|from|of|back|during|again|once|first|earlier|yourself|last|just|only|already|also|before|about"
    r"|this|that|around|late|early|up|out|to|with|and)"
)
_WHAT = re.compile(
    rf"\b(?:(?:it|that|this|you|they|he|she|we|there)(?:'(?:s|re|d|ll|ve)\b|\s+(?!{_NO_VERBS}\b)[a-z]+\b)"
    rf"|(?:your|the|my|our|his|her|their)\s+(?:[a-z-]+\s+){{1,3}}?{_VERBS}\b"
    rf"|(?:deadline|contract|lease|wedding|birthday|race|move|exam|project|appointment|date)\s+{_VERBS}\b"
    r"|(?:date|deadline)\s+(?:of|in|as)\s*(?:the\s*)?$)"
)
"""Between words of telling and a date: what was told begins, and the date belongs to it."""


def tells_what(words: str) -> bool:
    """Whether words from a verb of telling up to a date say what was told, not when.

    Example:
        >>> tells_what("said it ends in "), tells_what("told me about it on "), tells_what("told me that in ")
        (True, False, False)
    """
    return _WHAT.search(words) is not None


_LEADS_TO_DATE = re.compile(
    r"[\s,:;(*_–—-]*(?:(?:namely|that is|that's|that was|i\.e\.|so|exactly|precisely|to be (?:exact|precise)"
    r"|it was|some time|early|late|mid|back)\b[\s,:-]*)*"
    r"(?:in|on|around)?[\s*_]*(?:the )?(?:(?:early|late|mid)[- ])?[\s*_]*"
)
"""Between words for how long ago something was and its date."""


def is_distance(cue: str, behind: str) -> bool:
    """Whether words such as `three months ago` only say how far a date is, which follows them at once.

    Example:
        >>> is_distance("months ago", ", in "), is_distance("months ago", " you told me it's on ")
        (True, False)
    """
    return cue.endswith(("ago", "back", "ago:", "back:")) and _LEADS_TO_DATE.fullmatch(behind) is not None


_LABEL = 16
"""The number of characters before a date that may label it."""
_HEADS = re.compile(r"[\s*_]*:[\s*_]")
_LEADS_ON = re.compile(r"\b(?:ends?|is|due|expires?|runs out|until|by|starts?|begins?)(?: in| on)?\s*$")
_AS_DATE = re.compile(r"\b(?:date|when|day|session|chat)[*_]*:[\s*_]*(?:the )?$")
_THEN_SAID = re.compile(r"[\s*_.,;|]*(?:you|we) (?:said|told|mentioned|wrote|noted)\b")


def heads_telling(lowered: str, mention: Mention, next_start: int) -> bool:
    """Whether a date heads what was told on it, in which another date is named: `9 January: contract ends in October`.

    Args:
        lowered: Case-folded text.
        mention: The date.
        next_start: Where the next date begins; negative if there is none.
    """
    if next_start < 0:
        return False
    if _AS_DATE.search(lowered, max(mention.start - _LABEL, 0), mention.start) and _THEN_SAID.match(
        lowered, mention.end
    ):
        return True
    between = lowered[mention.end : next_start]
    opens = not lowered[: mention.start].strip(" *_>-•(")
    return bool(opens and "\n" not in between and _HEADS.match(between) and _LEADS_ON.search(between))


_EDGE = re.compile(
    r"[.!?…;\n]+[\"')\]*_]*(?=\s|$)|[\n;—(]|\s[–-]\s|,\s(?:but|and)\b|\band\s(?=(?:the|your|i|we|you|it|let|see)\b)"
)
"""Where a new part of a reply begins."""
_NEXT = re.compile(
    r"\b(?:(?:the|your|my|a|an) (?:next|following|new|upcoming|coming|second)\b(?! of\b)"
    r"|next(?= (?:\w+ )?(?:is|one|due|would|will|on|in)\b|:)|(?:a|the) (?:booster|refresher|follow-?up|renewal"
    r"|replacement)"
    r"|next due|due (?:again|next)|(?:another|new|next) one|again|anew|repeat\w*|renew\w*|replac\w+|refresh\w*"
    r"|(?:covered|protected|good|fine|safe|set|valid|ok|okay) (?:until|till|up to)"
    r"|(?:lasts?|holds?|works?)(?: [\w ]{1,20})?,? (?:so )?(?:until|till))\b"
)
"""Words of what comes after the event that was asked about."""
_TO_COME = re.compile(
    r"\b(?:due|need\w*|should|would|will|must|has to|have to|time for|book|schedul\w+|plan|until|till|before|next"
    r"|don't forget|remember to|again|turn|flip|check|renew|replace|repeat|refresh)\b|'(?:ll|d)\b"
)
"""Words of the future or of what is to be done."""
_WAS = re.compile(r"\b(?:was|were|had|got|did|happened|took place|went|came|bought|moved|changed|became)\b")
_ADVISED = re.compile(
    r"\b(?:remind(?:er)?s?|hand (?:it|that|this|everything|your \w+) in|aim(?:ing)? (?:for|to)"
    r"|i'd (?:aim|hand|start|finish|plan|get)"
    r"|(?:should|could|might|must|'d better|want to|try to|best to|plan to|need to|have to) (?:\w+ )?"
    r"(?:start|begin|finish|be (?:done|ready|finished|through)|send|submit|book|order|pack|get|prepare)"
    r"|(?:start|begin|finish|be (?:done|ready)) (?:it |that )?by|turn it|flip it|think (?:about|of) (?:it|that|the)"
    r"|make a note|note it|mark it|today(?:'s| is| being)?)\b"
)
"""Words of what the reply advises around a date."""
_TO_DO = re.compile(
    r"[\W_]*(?:please |then |just )?(?:start|begin|get|book|call|look|order|plan|pack|turn|flip|schedule|send|check"
    r"|ask|arrange)\b"
)
"""What is to be done, at the beginning of a part."""
_MEETING = re.compile(
    r"\b(?:see you|meet(?: up)?|catch up|(?:talk|speak) to you|celebrat\w+|part(?:y|ies)|drinks?|coffee|beers?"
    r"|dinner|pints?|(?:a|another|my|your|next|first) round"
    r"|(?:i'll|i will|i'm|i am|we'll) (?:be )?(?:back|free|yours|there|all yours)"
    r"|free(?: again)?|be back|get together"
    r"|hang out|from (?=[a-z]+ on\b)|make it up to you|available|reach me|join you|count me in|let's|toast)(?![^\W_])"
)
"""Words of when people meet again."""
_LONG = 4
"""The number of letters of words that say what a reply is about."""
_WITHIN, _BEHIND = 200, 40
"""The number of characters before and behind a date that say what it is of."""
_UNTIL = frozenset(
    {
        "end",
        "until",
        "deadline",
        "warranty",
        "expiry",
        "valid",
        "due",
        "lease",
        "renewal",
        "next",
        "booster",
        "reminder",
    }
)
"""Words of matters that are themselves about what comes."""


def without_follow_ups(lowered: str, mentions: Sequence[Mention], own: Collection[str] = ()) -> list[Mention]:
    """The dates of a text without those of what follows the event, if another date remains.

    Args:
        lowered: Case-folded text.
        mentions: The dates in it.
        own: Words for what is asked about.
    """
    if len(mentions) < 2:
        return list(mentions)
    rows = table_rows(lowered)
    kept = [
        one
        for at, one in enumerate(mentions)
        if not _follows(lowered, mentions, at, own) and not any(_is_in_next_column(row, one, own) for row in rows)
    ]
    return kept or list(mentions)


TODAY = re.compile(r"\btoday(?:'s| is|,| being|:)?(?: date)?(?: is|,| being|:)?[\s*_(]*(?:the\s+)?$")
"""Before the date of the day itself."""
_NEXT_HEAD = re.compile(r"\b(?:next|due|booster|renewal|follow-?up|valid until)\b", re.IGNORECASE)


def _is_in_next_column(row: TableRow, one: Mention, own: Collection[str]) -> bool:
    """Whether a date stands in a column of what follows."""
    if not row.start <= one.start < row.end or not _UNTIL.isdisjoint(own):
        return False
    at = row.cell_at(one.start)
    return at < len(row.heads) and _NEXT_HEAD.search(row.heads[at]) is not None


def _follows(lowered: str, mentions: Sequence[Mention], at: int, own: Collection[str]) -> bool:
    """Whether the part of a text that names a date says that it is of something that follows."""
    one = mentions[at]
    begin = max(one.start - _WITHIN, mentions[at - 1].end if at else 0, 0)
    low = part_start(lowered, _EDGE, one.start, begin)
    stop = _EDGE.search(lowered, one.end, one.end + _BEHIND)
    before = lowered[low : one.start]
    part = before + "\N{BULLET}" + lowered[one.end : stop.start() if stop else one.end + _BEHIND]
    names = [word for word in own if len(word) >= _LONG and word not in ("next", "last")]
    if any(word in before for word in names) and not _NEXT.search(before):
        return False
    if TODAY.search(before):
        return True
    if not at:
        return False
    if (
        _ADVISED.search(part)
        or _TO_DO.match(before)
        or (_MEETING.search(part) and not any(word in part for word in names))
    ):
        return True
    is_next = _NEXT.search(part) is not None and _TO_COME.search(part) is not None and not _WAS.search(part)
    return is_next and _UNTIL.isdisjoint(own)
