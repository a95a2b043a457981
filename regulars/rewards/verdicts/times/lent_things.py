"""Reads whether a thing that somebody else keeps is back: `it isn't on loan` says so, `you lent it to Ada` does not."""

from __future__ import annotations

import re

from regulars.rewards.verdicts.times.months import MONTH

_KEPT_BY_OTHERS = re.compile(r"pawn|borrow|lent|lend|deposit|storage|repair")
"""Names of attributes that are about a thing which somebody else keeps."""
_BACK = r"(?:back|return(?:ed|ing|s)?|home)\b"
_ON = r"(?:(?!\b(?:and|but|any ?more|any ?longer|since)\b)[^.!?;,:\n]){0,45}?"
"""Words of one clause."""
_NOT_BACK = re.compile(
    rf"\b(?:haven't|have not|hasn't|has not|didn't|did not|never|isn't|is not|not|yet to|nor)\b{_ON}\b{_BACK}"
    rf"|\b(?:no|any|without) (?:word|news|sign|mention|note|record|talk)\b[^.!?;\n]{{0,40}}\b{_BACK}"
    rf"|\b(?:lent|loaned|borrowed)\b{_ON}\bback (?=(?:in|on) )"
    rf"|\bask(?:ing)?\b[^.!?;\n]{{0,30}}\b{_BACK}"
    rf"|\b(?:should|need|needs|has to|have to|must|could|can|will|'ll|want|wants|would|'d like|please|forget to"
    rf"|remember to|let's|time|due)\b[^.!?;:,\n]{{0,40}}\b{_BACK}"
    rf"|(?:^|(?<=[.!?:;\n] )|(?<=\n)|(?<=, )|\bto )(?:get|fetch|collect|bring|reclaim|retrieve|pick (?:it |the \w+"
    r" |your \w+ )?up|ask)\b[^.!?;\n]*",
    re.IGNORECASE,
)
"""A return that has not happened yet: `you haven't got it back`, `ask for it back first`, `no word of its return`."""
_WITH_USER = re.compile(
    r"\b(?:(?:isn't|is not|'s not|not|no longer|never)(?: \w+ly| out| currently)* (?:on loan|lent(?: out)?|loaned out"
    r"|borrowed)\b(?! (?:to|with|by) (?!any|you))"
    r"|(?:'s|is|it)(?: \w+ly| now| all)* (?:free|available)(?= again|[.,;:!—–]|$)"
    r"|(?:isn't|is not|'s not|not) with any(?:one|body)\b(?! (?:else|but|other|except))|with (?:nobody|no one)\b"
    r"|(?:'s|is|been|back)(?: back| now| again| safely)* (?:at|in) your (?:own )?(?:place|house|home|flat|possession"
    r"|hands)|you(?:'ve| have)(?: got| had)? (?:it|the \w+|your \w+)(?: \w+)? (?:yourself|back|again)\b"
    r"|(?:it|that|\w+)(?:'s| is)(?: now| safely)? back(?=[.,;:!—–]|$| again| now| at| in| with you)"
    r"|(?:'s|is)(?: back| now| again)* with you(?=[.,;:!—–]|$| again| now))",
    re.IGNORECASE,
)
"""The user has the thing: `it isn't on loan any more`, `it's back at your place`."""
_HOME_AGAIN = re.compile(
    r"\b(?:(?:came|come|comes|is|are|'s|been|brought|got|arrived|safe(?:ly)?|back)(?: it| them| that| this)?(?: all"
    r"| now| already| safely| long| back)* home\b(?! (?:address|insurance|for)\b)(?! [\w ]{0,20}\bif\b)"
    r"|home again|you(?:'ve| have)? (?:\w+ly |already |since |just |long )*(?:collected|fetched|picked up|retrieved"
    r"|picked (?:it|them) up)|(?:isn't|aren't|not|doesn't|don't)(?: \w+ly| currently)? (?:hold|holding|keep|keeping|got"
    r"|have|has) (?:any|anything|one|a single)\b"
    r"|paid(?: \w+){1,3} off|paid in full|paid (?:it |them |him |her )?back)(?!\w)",
    re.IGNORECASE,
)
"""What somebody else kept has come back to the user."""
_WHEN_BACK = re.compile(
    r"\b(?:when|after|by the time|before|to (?:have|get|bring)|want|need|like)\b(?! you (?:told|said|wrote"
    r"|mentioned))[^.!?;\n]*",
    re.IGNORECASE,
)
"""What has yet to happen: `you can collect it when you've paid him off`, `you want your fur coat home`."""
_HANDED = re.compile(
    r"\b(?:lent|loaned|gave|given|handed|passed|borrowed|took|taken|left|brought|dropped off|let \w+ have)\b"
    r"|\b\w+(?:'s| is) (?:\w+ )?with\b",
    re.IGNORECASE,
)
"""How a thing comes to somebody, which says nothing of its return."""
_HAD_UNTIL = re.compile(
    rf"\b(?:had|borrowed|kept) (?:it|the \w+|your \w+)[^.!?;,\n]{{0,30}}? (?:until|till) (?:[\w-]+ ){{0,3}}?(?:{MONTH}"
    r"|you (?:got|had|took|collected|fetched|picked)|\d|s?he (?:returned|g[ai]ve|brought)|last)\b",
    re.IGNORECASE,
)
"""`Ada had it until you got it back`."""
_SPAN = re.compile(
    rf"\b(?:until|till|up to) (?:(?:mid|early|late|the|about|around|last|\d{{1,2}}|end|middle|of|start)[\s-])*"
    rf"(?:{MONTH}|you|\d|week|month)|\bfrom\b[^.!?;\n]{{1,30}}\b(?:to|until|till)\b|\b(?:used to|had had|had borrowed"
    r"|no longer|previously|formerly)\b"
    r"|\bfor (?:an? |about |some |roughly |around |almost |nearly |the |two |three |four |five |\d+ )+"
    r"(?:while|time|days?|weeks?|months?)\b",
    re.IGNORECASE,
)
"""A span of time that has an end: `until mid-February`, `for about three weeks`."""


def is_kept_by_others(name: str) -> bool:
    """Whether an attribute of this name is about a thing that somebody else keeps.

    Example:
        >>> is_kept_by_others("lent_item"), is_kept_by_others("employer")
        (True, False)
    """
    return _KEPT_BY_OTHERS.search(name) is not None


def is_back(words: str) -> bool:
    """Whether words say that the user has a thing that somebody else kept.

    Example:
        >>> is_back("It isn't on loan any more."), is_back("It's with your aunt.")
        (True, False)
    """
    return (_WITH_USER.search(words) or _HOME_AGAIN.search(_WHEN_BACK.sub(" ", words))) is not None


def had_until(words: str) -> bool:
    """Whether words say until when somebody had a thing.

    Example:
        >>> had_until("Ada had it until you got it back."), had_until("Ada has it until you need it.")
        (True, False)
    """
    return _HAD_UNTIL.search(words) is not None


def without_returns_to_come(words: str) -> str:
    """Words without those about a return that has not happened yet.

    Example:
        >>> without_returns_to_come("You haven't got it back from Ada.")
        'You   from Ada.'
    """
    return _NOT_BACK.sub(" ", words)


def is_lent(sentence: str) -> bool:
    """Whether a sentence tells of handing a thing over or of a return to come, and sets no end to it.

    Example:
        >>> is_lent("You lent it to Ada in May."), is_lent("Ada had it until May.")
        (True, False)
    """
    return (_HANDED.search(sentence) or _NOT_BACK.search(sentence)) is not None and _SPAN.search(sentence) is None
