"""Handles several numbers in one reply: which of them it gives as the answer, and which only lead to it.

A reply may show its reasoning: addends, running totals, spans between dates, a slip that it corrects. Its answer is
then the last result: what stands behind `=` or `so that's`, next to `in total`, in a row labelled so, or is the sum of
all other numbers. An amount in another unit of the same kind is the same (`2 weeks`, `14 days`).
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from decimal import Decimal

from regulars.number_text import find_numbers, unit_pattern
from regulars.rewards.assertions.abstention import abstains
from regulars.rewards.assertions.body import table_rows
from regulars.rewards.assertions.durations import is_other_rate, is_time, with_durations
from regulars.rewards.assertions.figures.numbers import (
    MONEY,
    boxed,
    enumerated,
    in_money,
    longest,
    opening_count,
    opens_with_total,
    restated,
    running_total,
    sum_of_others,
    upper_pressures,
    with_groups,
    with_halves,
    without_derived,
    without_items,
    without_left_out,
)
from regulars.rewards.assertions.figures.ordinals import with_places
from regulars.values import Domain, Mention, unit_end

_CHANGES = "raise|rise|increase|hike|cut|reduction|decrease|discount|rebate|bonus|supplement|surcharge|top-up"
_MATTERS = (
    "deposit|voucher|pool|track|lane|loan|fine|fee|heating|utilities|parking|electricity|gas|water|internet|broadband|insurance"
    "|garage|cleaning|groceries|food|savings|children|kids|lengths|laps|sessions|rooms|tables|allowance"
)
_PART_BEHIND = re.compile(
    rf"(?:[ -]+(?!before|after|since|until|with)\w+)?[ -]+"
    rf"(?:each(?! (?:way|direction|leg|trip|month|week|year|day|night)\b)|apiece|a (?:head|piece|person)"
    rf"|per (?:person|head|capita|session|run|visit|lap|length)"
    rf"|per (?:square \w+|sq|m²|m2|\w+ metre|guest|child)"
    rf"|of (?:which|whom|them|those|these|it)|among (?:them|these|those)|(?:for|of|in|on) (?:the |your "
    rf"|my )?(?:{_MATTERS}|\w+ (?:{_MATTERS}))"
    rf"|(?:is|was) (?:the|your|a) (?:\w+ )?(?:{_MATTERS})"
    rf"|more|less|extra|on top|(?:short|shy) of|(?:\w+ )?(?:{_MATTERS})|(?:(?:pay|rent|price|wage"
    rf"|salary) )?(?:{_CHANGES}))\b"
)
_PART_BEFORE = re.compile(
    rf"\b(?:of which|of whom|out of(?: the| a| your)?"
    rf"|(?:paid|pay|paying|saved|put|knocked|went|gone) (?:back|off|down|aside)|(?:up|down|drop\w*|fell|rose) by"
    rf"|including(?: the| your)?|the (?:other|remaining)"
    rf"|(?:after (?:the|those)|with (?:the|those|that))(?: (?:next|last|first|final))?|incl\.?"
    rf"|plus|thereof|on top of|in addition to|another|a further|minus|less"
    rf"|(?:{_MATTERS})(?:s|ed)?(?: (?:is|was|were|are|comes? to|costs?|of|by|at|for|from))?:?"
    rf"|(?:{_CHANGES}) (?:of|by|is|was)|ages?|aged|rooms?|floor"
    r"|(?:biggest|largest|smallest|highest|lowest)(?: [a-z]+)??(?: (?:was|is|being|of))?"
    r"|(?:most|much|part|some|half|the bulk|the rest) of (?:that|it|this|them|those),?)"
    r" *(?:about |around |some |roughly )?[€$£]? *$"
)
_AHEAD = (
    r"(?!(?:[\s*_]|\b(?:is|of|it's|that's|that makes|makes|about|around|exactly|just)\b)*[€$£]?"
    r"(?:\d|(?:one|two|three|four|five|six|seven|eight|nine|ten|eleven|twelve|\w+teen|\w+ty|a hundred|a thousand)\b))"
)
"""No number follows: words for a total belong to the number before them."""
_NO_LABEL = r"(?![a-z ]+: ?[€$£]?\d)"
_IN_TOTAL = r"in total|altogether|in all|overall|all told|in sum|all in all|total"
_LABEL_AHEAD = r"(?!\s*\n[\s*_]*(?:in )?total[*_]*:)"
"""No line follows that is labelled as the total; its number is the sum."""
_SUM_BEHIND = re.compile(rf"{_LABEL_AHEAD}(?:\s+|,\s+{_NO_LABEL})(?:\w+ )?(?:{_IN_TOTAL})\b{_AHEAD}")
_SUM_BEFORE = re.compile(
    r"\b(?:in total|altogether|in all|overall|all told|total(?:s|ling)?(?: (?:of|is|to))?|adds? up to|amounts? to"
    r"|sums? up to|makes|your (?:share|part|portion|half)(?: (?:is|of|comes to))?)[:,]? *(?:about |around )?[€$£]? *$"
)
_REACH = 60
"""The number of characters before a number that may say that it is a result."""
_SHORT = 2000
"""The number of characters up to which a reply is searched for an answer in another unit."""
_LEAD = 32
"""The number of characters before a number that show what it is a part of."""
_OPERAND_BEHIND = re.compile(
    r"\s*(?:\([^()\n]{0,60}\)\s*)?(?:[+×/÷−]|\*(?= ?\d)|-(?= ?\d)|–(?= \d)|\b(?:plus|minus|times)\b)"
)
_AND_MORE = re.compile(r"(?:,|,? and) *[€$£]?\d")
"""Behind a number that is listed with the next one: `that's 431 and 686 put together`."""
_OPERAND_BEFORE = re.compile(r"(?:[+×/÷−]|(?<!\*)\*|\d -|\b(?:plus|minus|times)\b) ?[€$£]? ?\Z")
_RESULT_BEFORE = re.compile(
    r"(?:=|≈|→|=>|\bequals?\b|\btotal(?:s|ling|led)?\b|\b(?:al)?together\b|\bin all\b|\ball told\b|\ball in all\b"
    r"|\boverall\b"
    r"|\bsum(?:s)?(?: up)?(?: to| is| of|:|\*)|\badd(?:s|ing)?(?: \w+){0,3} up(?: to)?\b|\badds? to\b"
    r"|\bamounts? to\b|\bcomes? (?:out )?(?:to|at)\b"
    r"|\bmak(?:es|ing)\b|\bgiv(?:es|ing)\b|\bleav(?:es|ing)\b|\bwork(?:s|ed)? out (?:at|to|as)\b|\brun(?:s)? to\b"
    r"|\bcount(?:s)? (?:is|to)\b"
    r"|\bgrand total\b|\bresult(?: is|:)|\banswer(?: is|:)|\bfinal(?:ly)? (?:answer|total|sum|figure|count|result)\b"
    r"|\bbrings? (?:you|it|that|us) to\b|\bup to\b)"
)
_STATED_BEFORE = re.compile(
    r"\b(?:the|my) (?:(?:right|correct|real|true|actual|corrected|proper) (?:figure|number|total|sum|amount|answer"
    r"|count|result)|answer) (?:(?P<was>was)|is|comes to|should be|would be|must be)(?: now| then)?[:\s*_]*[€$£]? ?$"
)
"""Before a result that is stated as such."""
_SLIP_BEFORE = re.compile(
    r"\bi(?:'d|'ve| had)? (?:\w+ )?(?:got|had|said|counted|told|gave|wrote|arrived at|came (?:to|up with)|ended up at)"
    r" (?:\w+ ){0,2}[*_]*[€$£]?$"
)
"""Before a number that the reply gave by mistake."""
_SO_BEFORE = re.compile(
    r"\b(?:so|therefore|hence|thus|then|in short|in other words|that's|that is|thats|that makes|you've got|which is"
    r"|i\.e(?=[.,])|ie"
    r"|there (?:are|were|is)|(?:lie|lies|is|are) (?:exactly |precisely )?|actually|no|wait|correction|rather"
    r"|land(?:s)? (?:at|on)|arrive at|get(?: to)?|i count"
    r"|you(?:'re| are)(?: now)? at)\b"
)
_RESULT_BEHIND = re.compile(
    rf"{_LABEL_AHEAD}(?:[\s*_]+|[*_]*,[\s*_]+{_NO_LABEL})(?:\w+ )?(?:{_IN_TOTAL}|so far|by now)\b{_AHEAD}"
)
_NOW_BEHIND = re.compile(r"[\s*_]+(?:right )?now[\s*_]*(?:[.!;\n]|$)")
_SENTENCE_ENDS = re.compile(r"[.!?\n](?!\d)")
_OPERATES = re.compile(r"[=+×÷−]|\b(?:plus|minus|times|less)\b")
_ALONE_BEFORE = re.compile(r"(?:[.!?…]|\n)[\s*_]*$")
_ALONE_BEHIND = re.compile(r"[\s*_]*(?:[.!]|$)")
_CORRECTED = re.compile(r"\b(?:wait|no|actually|hang on|hold on|correction|hm+|sorry|oops|scratch that)\b")
_NO_RESULT = re.compile(r"\b(?:if|unless|otherwise|including|excluding|counting|without)\b")
_CALCULATES = re.compile(
    r"=|\d\)? ?\+ ?[€$£]?\d|\bplus\b|\btotal|\baltogether\b|\bin all\b|\ball told\b|\bsum(?:s|med)?\b|\badd(?:s|ed"
    r"|ing)?\b[^.\n]{0,20}\bup\b"
    r"|\b(?:stands?|stood|sits?|you(?:'re| are)(?: now)?) at (?:about )?[€$£]?\d[^.\n]{0,16}\bnow\b"
    r"|\bmakes\b|\bgives\b|\bgiving\b|\bmaking\b|\b\d+ more\b|\bcombined\b|\btogether\b"
)
_DERIVED = frozenset({"count", "days"})
"""Names of the domains of questions whose answer is counted or calculated."""
_LEADS = re.compile(
    r"[\W_]*(?:\b(?:that's|it's|its|there are|you have|you've (?:got|told|mentioned)|i (?:count|have|make it"
    r"|know of)|about|exactly|in total"
    r"|total|altogether|answer|count|yes|well|ok|okay|so far|by my count|up to today|as of today|to date"
    r"|as far as i (?:know|can see)|you're at|we're at)\b[\W_]*){0,3}"
)
_LED = re.compile(r"[\s*_]*(?:$|[.!:;(\n–—]|, (?:i|you|namely|as|if|unless|counting|including|the|one)\b| - )")
_BARE_ONE = re.compile(r"one\b(?![.!?,;:]|$|\s*$| or\b| to two\b)")
_ONE_COUNTS = re.compile(
    r"(?:\b(?:is|are|have|has|got|just|only|exactly|total|answer|count|mentioned|told|of|makes|you've|named|that's"
    r"|it's)|[:=*]) *$"
)
_LINE_OF_TOTAL = re.compile(
    r"\b(?:grand )?(?:total|sum|altogether|all together|overall|in all|insgesamt|result|answer|difference"
    r"|days in between)\b|^σ|∑"
)
_OR = re.compile(r"[\s*_,]*\b(?:or|to)\b[\s*_]*(?:maybe |perhaps |possibly |is it )?")
_OF_KNOWN = re.compile(
    r"\b(?:the|these|those|either|neither|other|my|your|of|both|all)(?: (?:first|last|other|next|same|whole|missing"
    r"|empty))? $"
)
_NONE = re.compile(
    r"[\W_]*(?:none|zero|nil|zilch|not (?:a single )?one)(?=[.!,;:—–]|\s*$| so far| yet| at all| that (?:i|you|we)"
    r"| to date| as far| i'm afraid)"
)
_MOST_NUMBERS = 24
_MEASURES = (
    MONEY,
    ("kilometre", "mile", "metre", "minute", "hour"),
    ("kilogram", "gram", "pound"),
    ("day", "week", "month", "year", "hour"),
)
"""Units that stand for each other by mistake."""
_CONVERTED = "mile"
"""A unit into which people convert for each other: an amount in it is no mistake."""


def answering_amounts(lowered: str, mentions: list[Mention], domain: Domain) -> list[Mention]:
    """The amounts that a text gives as an answer; the others only lead to it or repeat it.

    Args:
        lowered: Case-folded text.
        mentions: The numbers in it that have the domain's unit or none.
        domain: The domain.
    """
    lowered = lowered.replace("i.e. ", "i.e, ")
    if "half" in lowered:
        mentions = with_halves(lowered, mentions, domain)
    mentions = in_money(lowered, longest(upper_pressures(lowered, mentions, domain)), domain)
    if is_time(domain.unit):
        mentions = with_durations(lowered, mentions, domain.unit, is_derived=domain.name in _DERIVED)
    if domain.unit:
        mentions = [one for one in mentions if not _is_of_known(lowered, one, domain)]
    if domain.name == "count":
        mentions = with_places(lowered, with_groups(lowered, without_left_out(lowered, mentions)))
    if domain.name == "count" and not mentions and (none := _NONE.match(lowered)):
        return [Mention("0", *none.span())]
    if domain.name == "count" and not mentions:
        mentions = opening_count(lowered)
    if domain.name not in _DERIVED:
        mentions = without_derived(lowered, mentions, domain)
    if not mentions:
        return _in_another_unit(lowered, domain)
    mentions = boxed(lowered, mentions) or (enumerated(lowered, mentions) if domain.name == "count" else []) or mentions
    if len(mentions) == 1:
        return mentions
    ends = [unit_end(lowered, one.end, domain) for one in mentions]
    mentions = without_items(lowered, _without_ones(lowered, mentions, ends), domain)
    if domain.name not in _DERIVED and (spans := restated(lowered, mentions)):
        return spans
    if opens_with_total(lowered, mentions):
        return [one for one in mentions if one.value == mentions[0].value]
    ran_up = running_total(mentions)
    if ran_up is not None:
        return [one for one in mentions if one.start >= ran_up.start and one.value == ran_up.value]
    is_calculated = domain.name in _DERIVED or "|" in lowered or _CALCULATES.search(lowered)
    if is_calculated or sum_of_others(lowered, mentions) is not None:
        mentions = _concluding(lowered, mentions, domain)
    if len(mentions) > 1:
        mentions = without_parts(lowered, mentions, [unit_end(lowered, one.end, domain) for one in mentions])
    return mentions


def _is_of_known(lowered: str, one: Mention, domain: Domain) -> bool:
    """Whether a number in words only counts things that were named before (`send me the two`)."""
    if lowered[one.start].isdigit() or unit_end(lowered, one.end, domain) > one.end:
        return False
    return _OF_KNOWN.search(lowered, max(one.start - 12, 0), one.start) is not None


def _in_another_unit(lowered: str, domain: Domain) -> list[Mention]:
    """The amount in a wrong unit that stands where the answer should; none if the reply abstains."""
    own = unit_pattern(domain.unit)
    if own is None or len(lowered) > _SHORT or abstains(lowered):
        return []
    for measure in _MEASURES:
        if not any(own.fullmatch(name) for name in measure):
            continue
        for name in measure:
            other = unit_pattern(name)
            if other is None or name == _CONVERTED:
                continue
            for number in find_numbers(lowered, other):
                match = other.match(lowered, number.end)
                if match is not None:
                    return [Mention(f"{number.value} {name}s", number.start, match.end())]
    return []


def _without_ones(lowered: str, mentions: list[Mention], ends: Sequence[int]) -> list[Mention]:
    """Leaves out `one` where it stands for a thing (`one per payment`), if another number remains."""
    kept = [
        one
        for one, end in zip(mentions, ends, strict=True)
        if end > one.end
        or not _BARE_ONE.match(lowered, one.start)
        or _ONE_COUNTS.search(lowered, max(one.start - 16, 0), one.start)
    ]
    return kept or mentions


def _concluding(lowered: str, mentions: list[Mention], domain: Domain) -> list[Mention]:
    """The mentions that repeat the result that a text comes to; all mentions if it comes to none."""
    if len({one.value for one in mentions}) < 2 or len(mentions) > _MOST_NUMBERS:
        return mentions
    result = _result(lowered, mentions, domain)
    if result is None:
        return mentions
    at = mentions.index(result)
    rates = [index for index, one in enumerate(mentions) if is_other_rate(lowered, result, one)]
    kept = {at, *rates, *(index for index in range(at, len(mentions)) if mentions[index].value == result.value)}
    for index in (at - 1, at + 1):
        if 0 <= index < len(mentions):
            low, high = sorted((mentions[at], mentions[index]), key=lambda one: one.start)
            if _OR.fullmatch(lowered, unit_end(lowered, low.end, domain), high.start):
                kept.add(index)
    return [mentions[index] for index in sorted(kept)]


def _result(lowered: str, mentions: list[Mention], domain: Domain) -> Mention | None:
    in_rows = _row_of_total(lowered, mentions)
    if in_rows is not None:
        return in_rows
    ends = [unit_end(lowered, one.end, domain) for one in mentions]
    plain = [
        (one, end)
        for one, end in zip(mentions, ends, strict=True)
        if not _OPERAND_BEHIND.match(lowered, end) and not _is_operand(lowered, one) and not _is_part(lowered, one, end)
    ]
    since = [0, *(_behind(lowered, end) for end in ends)]
    total = sum_of_others(lowered, mentions)
    results = [
        one
        for one, end in plain
        if _is_result(lowered, one, end, since[mentions.index(one)], domain)
        and not (total is not None and one is not total and _AND_MORE.match(lowered, end))
    ]
    stated = [
        one
        for one, end in plain
        if _is_stated(lowered, one, end, one is plain[-1][0]) or _ends_calculation(lowered, one, end)
    ]
    if stated:
        later = [one for one in (*results, total) if one and one.start > stated[-1].start]
        if not any(_goes_on_to(lowered, stated[-1], one, mentions) for one in later):
            return stated[-1]
    if results:
        goes_on = any(one.start > results[-1].start and _is_operand(lowered, one) for one in mentions)
        return plain[-1][0] if goes_on else results[-1]
    if total is not None:
        return total
    united = [one for one, end in plain if end > one.end]
    if united and len({one.value for one in united}) == 1 and domain.name not in _DERIVED:
        return united[0]
    first = mentions[0]
    if domain.name in _DERIVED and _LEADS.fullmatch(lowered, 0, first.start) and _LED.match(lowered, ends[0]):
        return first
    return None


def _is_stated(lowered: str, one: Mention, end: int, is_last: bool) -> bool:
    """Whether a number is called the answer; what it was is one only if no other number follows."""
    match = _STATED_BEFORE.search(lowered, max(one.start - _REACH, 0), one.start)
    return match is not None and (is_last or match["was"] is None) and not lowered.startswith("?", end)


def _goes_on_to(lowered: str, stated: Mention, one: Mention, mentions: list[Mention]) -> bool:
    """Whether a text calculates on from a stated number to a later one: `the answer is 700, plus 100, so 800`."""
    low = max(lowered.rfind("\n", 0, one.start), lowered.rfind(". ", 0, one.start), one.start - _REACH, stated.end)
    before = lowered[low : one.start]
    if _SLIP_BEFORE.search(before) or _NO_RESULT.search(before) or _OF_KNOWN.search(before):
        return False
    if _RESULT_BEHIND.match(lowered, one.end) and not _SENTENCE_ENDS.search(lowered, stated.end, one.start):
        return True
    since = max(other.end for other in mentions if other.value == stated.value and other.start < one.start)
    between = [other for other in mentions if since <= other.start < one.start]
    change = abs(Decimal(one.value) - Decimal(stated.value))
    return any(
        some and change == sum(Decimal(other.value) for other in some)
        for some in (between, find_numbers(lowered[since : one.start]))
    )


def _ends_calculation(lowered: str, one: Mention, end: int) -> bool:
    """Whether a number behind a colon ends a sentence that calculates: `800 minus the 50: 750.`."""
    low = max(lowered.rfind("\n", 0, one.start), lowered.rfind(". ", 0, one.start), one.start - _REACH) + 1
    before = lowered[low : one.start]
    is_set_off = before.rstrip(" *_€$£").endswith(":") and _ALONE_BEHIND.match(lowered, end)
    return bool(is_set_off and re.search(r"\d[^:]*:", before) and _OPERATES.search(before))


def _behind(lowered: str, end: int) -> int:
    """Where the words end that say of a number before them that it is the result."""
    match = _RESULT_BEHIND.match(lowered, end)
    return match.end() if match else end


def _is_operand(lowered: str, one: Mention) -> bool:
    return _OPERAND_BEFORE.search(lowered, max(one.start - 12, 0), one.start) is not None


def _is_result(lowered: str, one: Mention, end: int, since: int, domain: Domain) -> bool:
    """Whether the words around a number, from `since` on, say that it is what the text comes to."""
    low = max(lowered.rfind("\n", 0, one.start), lowered.rfind(". ", 0, one.start), one.start - _REACH, since)
    before = lowered[low : one.start]
    if _NO_RESULT.search(before):
        return False
    if _RESULT_BEHIND.match(lowered, end) or _NOW_BEHIND.match(lowered, end):
        return True
    if _ALONE_BEFORE.search(lowered, 0, one.start) and _ALONE_BEHIND.match(lowered, end):
        return _CORRECTED.search(lowered, 0, one.start) is not None
    is_derived = domain.name in _DERIVED or "=" in lowered
    patterns = (_RESULT_BEFORE, _SO_BEFORE) if is_derived else (_RESULT_BEFORE,)
    return any(
        not re.search(r"\d", before[match.end() :]) for pattern in patterns for match in pattern.finditer(before)
    )


def _row_of_total(lowered: str, mentions: list[Mention]) -> Mention | None:
    """The last number in a table's row that is labelled as the total."""
    for row in reversed(table_rows(lowered)):
        label = lowered[slice(*row.cells[0])] if row.cells else ""
        inside = [one for one in mentions if row.start <= one.start < row.end]
        if inside and _LINE_OF_TOTAL.search(label.strip(" *_:")):
            return inside[-1]
    return None


def without_parts(lowered: str, mentions: list[Mention], ends: Sequence[int]) -> list[Mention]:
    """Leaves out the numbers of other matters (`1,250 euros, of which 90 euros for heating`), if any number remains.

    Args:
        lowered: Case-folded text.
        mentions: The numbers in it.
        ends: For each of them, the end of its unit.
    """
    kept = [mention for mention, end in zip(mentions, ends, strict=True) if not _is_part(lowered, mention, end)]
    sums = [mention for mention, end in zip(mentions, ends, strict=True) if _is_sum(lowered, mention.start, end)]
    if len(sums) == 1 and sums[0] in kept and not _is_alternative(lowered, sums[0], mentions, ends):
        kept = [one for one in kept if one.start >= sums[0].start or is_other_rate(lowered, sums[0], one)]
    return kept or mentions


def _is_alternative(lowered: str, one: Mention, mentions: Sequence[Mention], ends: Sequence[int]) -> bool:
    """Whether `or` joins a number to the one before it: `three or four altogether`."""
    at = mentions.index(one)
    return at > 0 and _OR.fullmatch(lowered, ends[at - 1], one.start) is not None


def _is_part(lowered: str, one: Mention, end: int) -> bool:
    """Whether a number is a part of another one, or of another matter."""
    if _PART_BEHIND.match(lowered, end):
        return True
    return _PART_BEFORE.search(lowered, max(one.start - _LEAD, 0), one.start) is not None


def _is_sum(lowered: str, start: int, end: int) -> bool:
    """Whether a number is said to be the sum of others before it."""
    return bool(_SUM_BEHIND.match(lowered, end) or _SUM_BEFORE.search(lowered, max(start - _LEAD, 0), start))
