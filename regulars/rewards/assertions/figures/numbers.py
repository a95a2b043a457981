"""Numbers that need a second look: those that a reply only works out from its answer, and counts in other languages.

A budget names the pension, and then half of it for the rent, a third for food, what is left, and the amount for a year.
Of these, the pension is the answer, and the others follow from it. So do the pages that 114 stamps need. A reply may
also begin with a count in another language: `Twee, om precies te zijn`, `Zwei: Judo und Schach`.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Sequence
from dataclasses import replace
from decimal import Decimal
from itertools import combinations

from regulars.number_text import unit_pattern
from regulars.rewards.assertions.cues import load_cues
from regulars.rewards.assertions.durations import HALF
from regulars.values import Domain, Mention, unit_end

_PERCENT = re.compile(r"(?<![\d.,])(\d{1,2}(?:\.\d+)?) ?(?:%|per ?cent\b)")
_FRACTIONS = (
    (re.compile(r"\b(?:half|halve[sd]?)\b(?! past\b)"), 0.5),
    (re.compile(r"\ba third\b|\bone[- ]third\b"), 1 / 3),
    (re.compile(r"\btwo[- ]thirds\b"), 2 / 3),
    (re.compile(r"\b(?:a|one)[- ]quarter\b"), 0.25),
    (re.compile(r"\bthree[- ]quarters\b"), 0.75),
)
_OF = re.compile(r"(?:half|third|thirds|quarter|quarters|%|per ?cent)(?: of)?(?: (?:the|your|a|an))? ?[€$£]?$")
_ROUNDED = 0.6
"""How far a share may be off, by rounding."""
_MOST_PARTS = 6
_TIMES = re.compile(
    r"\s*(?:×|x|\*|times|multiplied by)\s*(\d+)\s*(?:months?|weeks?|days?)?"
    r"\s*(?:=|is|makes|gives|comes to)\s*[€$£]?\s*$"
)
_TIMES_WITHIN = 40
_OTHER_THINGS = re.compile(r"(?<![\d.,])(\d+)\s+(?!times\b|plus\b|minus\b|more\b)([a-z]{3,}s)\b")
_LEAST_NUMBERS, _MOST_NUMBERS = 2, 24
"""A reply with more numbers recites, and works out nothing from one of them."""


def without_derived(lowered: str, mentions: Sequence[Mention], domain: Domain) -> list[Mention]:
    """The numbers of a reply without shares of the first one and numbers of other things, in their order.

    Args:
        lowered: Case-folded text.
        mentions: The numbers in it that have the domain's unit or none.
        domain: The domain, which has a unit.
    """
    if not _LEAST_NUMBERS <= len(mentions) <= _MOST_NUMBERS or not domain.unit:
        return list(mentions)
    return _without_other_things(lowered, _without_shares(lowered, mentions), domain)


def _without_shares(lowered: str, mentions: Sequence[Mention]) -> list[Mention]:
    """Leaves out what is so many per cent of the first number, and what remains of it."""
    first = mentions[0]
    shares = [float(match[1]) / 100 for match in _PERCENT.finditer(lowered, first.end)]
    shares += [share for word, share in _FRACTIONS if word.search(lowered, first.end)]
    if not shares or _OF.search(lowered, max(first.start - 24, 0), first.start):
        return list(mentions)
    whole = float(first.value)
    parts = {whole * share for share in shares}
    told = [part for part in parts if any(abs(float(one.value) - part) <= _ROUNDED for one in mentions[1:])]
    if not told or len(told) > _MOST_PARTS:
        return list(mentions)
    rests = [whole - sum(some) for size in range(1, len(told) + 1) for some in combinations(told, size)]
    worked_out = [*told, *rests]
    return [
        one
        for one in mentions
        if one.value == first.value or not any(abs(float(one.value) - part) <= _ROUNDED for part in worked_out)
    ]


def _without_other_things(lowered: str, mentions: list[Mention], domain: Domain) -> list[Mention]:
    """Leaves out a bare number that was given to other things before: `114 stamps: that's 6 pages, so I'd order 6`."""
    united = [one for one in mentions if unit_end(lowered, one.end, domain) > one.end]
    if not united:
        return mentions
    begin = united[0].start
    others = {
        match[1]: match.end()
        for match in _OTHER_THINGS.finditer(lowered, begin)
        if not any(one.start == match.start(1) for one in united)
    }
    return [
        one
        for one in mentions
        if one in united or one.value not in others or one.start < others[one.value] or one.value == united[-1].value
    ]


def restated(lowered: str, mentions: Sequence[Mention]) -> list[Mention]:
    """A number that stands by itself and its product with a number of spans: `50 a month; 50 × 12 = 600 a year`.

    Empty if there is no such product, or if other numbers remain.
    """
    for at in range(2, len(mentions) if len(mentions) <= _MOST_NUMBERS else 0):
        one = mentions[at]
        for factor in mentions[:at]:
            if one.start - factor.end > _TIMES_WITHIN:
                continue
            times = _TIMES.fullmatch(lowered, factor.end, one.start)
            if times is None or abs(float(factor.value) * float(times[1]) - float(one.value)) > _ROUNDED:
                continue
            alone = [other for other in mentions if other.value == factor.value and other is not factor]
            if alone and {m.value for m in mentions} <= {factor.value, one.value, times[1]}:
                return [alone[0], one]
    return []


_NUMERALS = {
    "2": "zwei deux dos due twee två dois duas dwa",
    "3": "drei trois tres tre drie três trzy",
    "4": "vier quatre cuatro quattro fyra fire quatro cztery",
    "5": "fünf cinq cinco cinque vijf fem pięć",
    "6": "sechs seis sei zes sex seks sześć",
    "7": "sieben sept siete sette zeven sju syv sete siedem",
    "8": "acht huit ocho otto åtta otte oito osiem",
    "9": "neun neuf nueve nove negen nio ni dziewięć",
    "10": "zehn diez dieci tien tio ti dez dziesięć",
}
_VALUES = {word: value for value, words in _NUMERALS.items() for word in words.split()}
_PLAYED = (
    r"(?:du|tu|je|você|ty) (?:hast|spielst|sprichst|kennst|as|joues?|parles|possèdes|hebt|speelt|spreekt|har|spelar"
    r"|spiller|talar|hai|suoni|parli|tens|tocas|falas|tem|toca|fala|masz)|(?:tienes|tocas|hablas|hai|suoni|parli|tens|falas)"
)
"""A verb in another language whose object is counted: `du spielst fünf Instrumente`."""
_OPENS = re.compile(
    rf"[\W_]*(?:(?:{_PLAYED}|es sind|das sind|ce sont|ça fait|son|sono|het zijn|dat zijn|det är|det er|são|genau"
    rf"|exactement"
    rf"|en total)[\s*_]+)?(?P<count>{'|'.join(sorted(_VALUES, key=len, reverse=True))})"
    rf"[\s*_]*(?:(?=[,.:;!(–—\n]|$)|(?P<things>[^\W\d_]+)[\s*_]*(?=[,.:;!(–—\n]|$))"
)
MONEY = (
    *("euro", "dollar", "pound", "rand", "franc", "zloty", "rupee", "yen"),
    *("krone", "krona", "crown", "lira", "peso"),
)
"""Units of money."""
_POINTED = re.compile(r"\d{1,3}(?:\.\d{3})+(?!\d)")


def opening_count(lowered: str) -> list[Mention]:
    """The count in another language that case-folded text begins with, set apart from what follows; else nothing."""
    match = _OPENS.match(lowered)
    if match is not None and match["things"] and re.match(_PLAYED, lowered) is None:
        return []
    return [] if match is None else [Mention(_VALUES[match["count"]], *match.span("count"))]


def in_money(lowered: str, mentions: Sequence[Mention], domain: Domain) -> list[Mention]:
    """The amounts of money in a text, with points between thousands.

    Nobody writes three decimals of money: `8.750 rand` is 8,750 rand, and `1.326 Pfund` are 1,326 pounds.

    Args:
        lowered: Case-folded text.
        mentions: The numbers in it that have the domain's unit or none.
        domain: The domain.
    """
    unit = unit_pattern(domain.unit)
    if unit is None or not any(unit.fullmatch(name) for name in MONEY):
        return list(mentions)
    return [_with_thousands(lowered, one) for one in mentions]


def _with_thousands(lowered: str, one: Mention) -> Mention:
    figures = _POINTED.search(lowered, one.start, one.end)
    if figures is None or figures.end() < one.end:
        return one
    return replace(one, value=figures[0].replace(".", ""))


_RANGE = re.compile(r"\s*(?:and|to|or|-|–)\s*[€$£]?\s*")
_BOUND_BEHIND = re.compile(
    r"\s*(?:\+|\s(?:or (?:more|less|fewer|above|below)|and (?:up|more|counting)"
    r"|at (?:the )?(?:least|most|minimum|maximum)"
    r"|tops|max\b|minimum\b|maximum\b|upwards)|,?\s(?:if not more|at least|at most))"
)
_BETWEEN = re.compile(r"\bbetween\s+[€$£]?$")
_RANGING = re.compile(r"\b(?:(?:anywhere|anything) from|(?:rang|vary?i?)\w* (?:\w+ )?(?:from|between))\s+[€$£]?\s?$")
"""Before the first of two bounds: `ranging from 30 to 40`."""


def is_bound(text: str, gap: str, before: int, end: int) -> bool:
    """Whether a number is only a bound: `at least 30`, `between 30 and 40`, `30 or more`.

    Args:
        text: Case-folded text.
        gap: The words before the number, up to the one before it.
        before: Where the number before it starts; -1 if there is none.
        end: Where its unit ends.
    """
    bounds = any(not gap[match.end() :].strip() for match in load_cues().approximate.finditer(gap))
    if before >= 0 and _RANGE.fullmatch(gap):
        bounds = _BETWEEN.search(text, max(before - 12, 0), before) is not None
        bounds = bounds or _RANGING.search(text, max(before - 32, 0), before) is not None
    return bounds or _BOUND_BEHIND.match(text, end) is not None


_GROUPS = {
    **dict.fromkeys(("pair", "duo", "couple", "twosome"), "2"), **dict.fromkeys(("trio", "threesome", "triple"), "3"),
    **dict.fromkeys(("quartet", "quartette", "foursome"), "4"), "quintet": "5", "sextet": "6", "septet": "7",
    **dict.fromkeys(("octet", "octette"), "8"),
}  # fmt: skip
_GROUP = re.compile(rf"\b(?:an?|whole|full|nice|fine|complete|your|the) (?:\w+ )?(?P<group>{'|'.join(_GROUPS)})\b")
_JUST_ONE = re.compile(
    r"\b(?:just|only) the one\b(?! (?:that|which|who|you|i)\b)"
    r"|(?<![^\W\d])(?:just|only) one(?= (?:that|which) (?:i|you)(?:'ve| have)? (?:know|told|mentioned|heard|recall))"
)
_SINGLE = re.compile(
    r"\b(?:an?|one|just the|only the|the) (?:single|lone|sole|solitary)"
    r"(?= (?!day|moment|word|thing|detail|note|mention|line|source|entry|sheet|room|bed|parent|digit|ticket)[a-z]+)"
)
"""One thing: `a single award`."""
_DENIED_BEFORE = re.compile(r"(?:\b(?:not|no|never|without|nor|neither|cannot)\b|n't\b)[^.!?;:\n]*$")
_FROM_ONE = re.compile(r"\bone (?:or|to) $")
_LEFT_OUT = re.compile(
    r"\b(?:not (?:counting|including)|leaving (?:out|aside)|apart from|aside from|excluding|without counting|besides"
    r"|to say nothing of|ignoring|setting aside|never mind|forget)\b"
    r"(?:[^.,;:!?—\n]|,(?= (?:and|or|nor|the|your) (?!total|count|answer|number|rest)))*"
)
_PARTITION = re.compile(r"(?<=[.!?:;\n])[^.!?\n]{0,120}\b(?:among|of) (?:them|these|those|which)\b[^.!?\n]{0,400}")
"""A later sentence that says what a count consists of: `six in all. Two of them are tablets, four are drops.`"""
_NO_THINGS = re.compile(
    r"[^.,;:!?\n]{0,40}?\b(?:aren't|isn't|weren't|wasn't|don't|doesn't|didn't|are not|is not|were not|do not|does not)"
    r" (?:\w+ ){0,3}?(?:one|any|count|counted|belong|among|part|it|illness\w*|\w+s)\b"
)


def without_left_out(lowered: str, mentions: list[Mention]) -> list[Mention]:
    """Leaves out numbers of things that a count is said not to hold, if another number or a group remains."""
    spans = [match.span() for match in _LEFT_OUT.finditer(lowered)]
    if mentions:
        spans += [match.span() for match in _PARTITION.finditer(lowered, mentions[0].end)]
    kept = [
        one
        for one in mentions
        if not any(low <= one.start < high for low, high in spans)
        and not (lowered[one.start].isdigit() and _NO_THINGS.match(lowered, one.end))
    ]
    return kept if kept or _GROUP.search(lowered) else mentions


def with_groups(lowered: str, mentions: list[Mention]) -> list[Mention]:
    """Adds counts that only a word for a group names (`a pair`, `a quartet`), and the one in `one or two`."""
    found = []
    if not mentions:
        found = [Mention(_GROUPS[match["group"]], *match.span("group")) for match in _GROUP.finditer(lowered)]
        found += [Mention("1", *match.span()) for match in _JUST_ONE.finditer(lowered)]
        found += [
            Mention("1", *match.span())
            for match in _SINGLE.finditer(lowered)
            if not _DENIED_BEFORE.search(lowered, max(match.start() - 40, 0), match.start())
        ]
    for one in mentions:
        before = _FROM_ONE.search(lowered, max(one.start - 8, 0), one.start)
        if before is not None:
            found.append(Mention("1", before.start(), before.start() + 3))
    return sorted([*mentions, *found], key=lambda one: one.start) if found else mentions


def longest(mentions: list[Mention]) -> list[Mention]:
    """The mentions without those that are the beginning of a longer one: `1 h` of `1 h 55`."""
    ends: dict[int, int] = {}
    for mention in mentions:
        ends[mention.start] = max(ends.get(mention.start, 0), mention.end)
    return [mention for mention in mentions if mention.end == ends[mention.start]]


_MORE = re.compile(r"[\s-]*[a-z]{2,}")


def with_halves(lowered: str, mentions: list[Mention], domain: Domain) -> list[Mention]:
    """The numbers with the halves behind them (`two and a half weeks`), without those in another unit."""
    made = []
    for one in mentions:
        half = HALF.match(lowered, one.end) if one.value.isdigit() else None
        if half is None:
            made.append(one)
        elif unit_end(lowered, half.end(), domain) > half.end() or not _MORE.match(lowered, half.end()):
            made.append(Mention(f"{one.value}.5", one.start, half.end()))
    return made or mentions


_ITEMISES = re.compile(r"[\s*_]*(?:each way|altogether|in total|in all|one way)?[\s*_]*[:(]")
_OF_ITEM = re.compile(r" (?:to|on|by|in|for|at|from|with|walking|driving|cycling|waiting)\b")
_ITEMS_END = re.compile(r"[.!?;\n](?=\s|$)|\)")


def without_items(lowered: str, mentions: list[Mention], domain: Domain) -> list[Mention]:
    """Leaves out the items that an amount is made up of: `110 minutes: 20 to the station, 75 by train, 15 on foot`.

    Args:
        lowered: Case-folded text.
        mentions: The numbers in it, of which the first may be a total with its unit.
        domain: Their domain.
    """
    first = mentions[0]
    end = unit_end(lowered, first.end, domain)
    has_unit = lowered[end - 1].isalpha()
    opens = _ITEMISES.match(lowered, end) if has_unit else None
    if opens is None:
        return mentions
    closes = _ITEMS_END.search(lowered, opens.end())
    upto = closes.start() if closes is not None else len(lowered)
    items = [one for one in mentions[1:] if one.start < upto and _OF_ITEM.match(lowered, one.end)]
    is_sum = sum(float(one.value) for one in items) <= float(first.value)
    return [one for one in mentions if one not in items] if is_sum else mentions


_PRESSURE = re.compile(r"(?<![\d/.])(\d{2,3}) ?(?:/|over) ?\d{2,3}(?![\d/])")


def upper_pressures(lowered: str, mentions: list[Mention], domain: Domain) -> list[Mention]:
    """Reads a blood pressure in two numbers (`135/85`, `135 over 85`) as its upper one."""
    if domain.unit.casefold() != "mmhg":
        return mentions
    pairs = [(match[1], *match.span()) for match in _PRESSURE.finditer(lowered)]
    apart = [one for one in mentions if not any(low <= one.start < high for _, low, high in pairs)]
    return sorted([*apart, *(Mention(*pair) for pair in pairs)], key=lambda one: one.start)


_STARTED_AT = re.compile(
    r"\b(?:from|used to be|start(?:ed)?|began|previously|originally|initially|at first|earlier"
    r"|before)\b(?: [a-z]+){0,3} ?[€$£r]?$"
)
"""Before the amount that a story of payments begins with: it is the sum of the others, and no answer."""
_STARTED_WITHIN = 32


def sum_of_others(lowered: str, mentions: list[Mention]) -> Mention | None:
    """The number that is the sum of all others, each mention or each value counted once.

    A number that comes again behind it is no addend: `it was 682, 100 went out, so 582: now it is 582`.
    """
    values = [Decimal(one.value) for one in mentions]
    counts, total, distinct = Counter(values), sum(values), sum(set(values))
    last = {value: at for at, value in enumerate(values)}
    repeated = max((at for at, value in enumerate(values) if last[value] > at), default=-1)
    for at, (one, value) in enumerate(zip(mentions, values, strict=True)):
        is_sum = len(values) - counts[value] > 1 and value in (total - counts[value] * value, distinct - value)
        precedes_result = repeated > at and last[value] == at
        if (
            is_sum
            and not precedes_result
            and not _STARTED_AT.search(lowered, max(one.start - _STARTED_WITHIN, 0), one.start)
        ):
            return one
    return None


_BOXED = re.compile(r"\\boxed\s*\{([^{}\n]*(?:\{[^{}\n]*\}[^{}\n]*)?)\}")
_FEWEST_ADDENDS = 2
_FEWEST_TOTALS = 2
"""A single sum may be chance: `800; I'd counted the 450 twice, so I got 1,250`."""
_MOST_PAYMENTS = 60
"""A reply with more numbers recites."""


def boxed(lowered: str, mentions: Sequence[Mention]) -> list[Mention]:
    r"""The numbers in the last box of a calculation in TeX, `\boxed{16125}`; empty if there is none."""
    boxes = list(_BOXED.finditer(lowered)) if "\\boxed" in lowered else []
    if not boxes:
        return []
    low, high = boxes[-1].span(1)
    return [one for one in mentions if low <= one.start < high]


def running_total(mentions: Sequence[Mention]) -> Mention | None:
    """The number that a story of payments ends with, if it is the sum of all payments before it.

    Every number is a payment, or the sum of the payments so far: `300, 475 (775), 200 (975): 975 now`. A column of sums
    may begin with the first payment: `300 (300), 475 (775), 200 (975)`.
    """
    if not _FEWEST_ADDENDS < len(mentions) <= _MOST_PAYMENTS:
        return None
    return _run_up(mentions, _FEWEST_ADDENDS) or _run_up(mentions, 1)


def _run_up(mentions: Sequence[Mention], fewest: int) -> Mention | None:
    """The last running total, where one may stand behind `fewest` payments or more."""
    total, addends, is_total, ends_with, totals = Decimal(0), 0, False, None, set()
    for one in mentions:
        value = Decimal(one.value)
        is_total = addends >= fewest and value == total
        if is_total:
            if addends >= _FEWEST_ADDENDS:
                totals.add(value)
            ends_with = one if ends_with is None or ends_with.value != one.value else ends_with
        else:
            total, addends = total + value, addends + 1
    return ends_with if is_total and addends >= _FEWEST_ADDENDS and len(totals) >= _FEWEST_TOTALS else None


def opens_with_total(lowered: str, mentions: Sequence[Mention]) -> bool:
    """Whether a reply begins with a sum and goes on with its payments and what they came to on the way.

    Example:
        >>> text = "1525 now: first 450, then 350 (that's 800), then 725"
        >>> figures = [Mention(match[0], *match.span()) for match in re.finditer("[0-9]+", text)]
        >>> opens_with_total(text, figures)
        True
    """
    if not _FEWEST_ADDENDS < len(mentions) <= _MOST_PAYMENTS:
        return False
    first, *others = mentions
    total, addends, value, ran_up = Decimal(first.value), 0, Decimal(0), False
    for one in others:
        if addends >= _FEWEST_ADDENDS and Decimal(one.value) == value:
            ran_up = ran_up or value < total
        elif addends < _FEWEST_ADDENDS or Decimal(one.value) != total:
            value, addends = value + Decimal(one.value), addends + 1
    held = _STARTED_AT.search(lowered, max(first.start - _STARTED_WITHIN, 0), first.start)
    return value == total and ran_up and held is None


def enumerated(lowered: str, mentions: Sequence[Mention]) -> list[Mention]:
    """The last number of an enumeration in brackets, `the cup (1), the medal (2), the plate (3)`; else empty."""
    if len(mentions) < _FEWEST_ADDENDS or [one.value for one in mentions] != [
        str(at) for at in range(1, len(mentions) + 1)
    ]:
        return []
    in_brackets = all(
        lowered[one.start - 1 : one.start] in ("(", "[", "#") and lowered[one.end : one.end + 1] in (")", "]", "", " ")
        for one in mentions
    )
    return [mentions[-1]] if in_brackets else []
