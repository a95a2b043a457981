"""Finds what stands beside an amount and is no answer: rough sizes, differences to a former amount, other spellings.

`Not quite 18 weeks: 124 days` says 124 days, `five more than before: 53 km` says 53 km, and `six months and 24 days, or
206 days` says 206 days. The words found here are blanked before a reply about a number is read. None of them is blanked
unless another number stays, but for differences, which are never the amount.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from itertools import islice

from regulars.calendar_text import MONTHS
from regulars.chinese_text import is_chinese
from regulars.number_text import find_numbers, unit_pattern
from regulars.rewards.assertions.durations import is_time
from regulars.rewards.assertions.figures.advice_amounts import advice_spans
from regulars.rewards.text_parts import holds_any
from regulars.values import Domain, ValueType

_WORDS = (
    r"(?:one|two|three|four|five|six|seven|eight|nine|ten|eleven|twelve|\w{3,6}teen|twenty|thirty|forty|fifty|sixty"
    r"|seventy|eighty|ninety|hundred|thousand)"
)
_NUMBER = rf"(?:[€$£]? ?\d(?:[\d,]*\d)?(?:\.\d+)?(?![.,]?\d)|(?:an? )?{_WORDS}(?:[ -](?:and )?{_WORDS}){{0,8}})"
"""A number in figures or words."""
_ROUGH = (
    r"(?:not (?:quite|even|far (?:off|from)|much (?:more|less) than)|almost|nearly|close to|nearing|a good"
    r"|a (?:little|bit|touch) (?:over|under|more than|less than)|just (?:over|under|about|short of|shy of)"
    r"|slightly (?:over|under|more than|less than)|about|around|roughly|approximately|some|over|under|well over"
    r"|more than|less than|fewer than|barely|hardly)"
)
"""Words before a rough size."""
_EXACTLY = (
    r"(?:(?:or|and|so|that is|that's|in fact|namely|to be (?:more )?(?:exact|precise)|exactly|precisely|just|only"
    r"|it's|i\.e\.|more (?:exactly|precisely))[\s,:]*)*"
)
_TO_BE_EXACT = r"(?:,? to be (?:more )?(?:exact|precise)|,? exactly|,? precisely|,? all told)"
_SIZE = rf"(?:(?:{_NUMBER}|an?|half an?)(?: \w+){{1,4}}|{_NUMBER})"
_ROUGHLY = re.compile(
    rf"\b{_ROUGH} {_SIZE}(?:\s*:|\s[–-]|—|(?<!days),(?= {_NUMBER} days?\b)"
    rf"|(?=[,.;(]? ?\(?(?:or )?[^.!?;,\n]{{0,24}}?{_NUMBER}(?: [\w/]+)?{_TO_BE_EXACT})"
    rf"|(?=[,.;]? (?:or )?(?:to be (?:more )?(?:exact|precise)|exactly|precisely|namely|just)[\s,:]))[\s*_(]*"
    rf"(?=[,.;]?[\s*_(]*{_EXACTLY}[*_]*{_NUMBER})"
)
"""A rough size, with the exact one behind it: `almost 1000 days: 955`, `about 120 days, 124 to be exact`."""
_NOT_MUCH = re.compile(
    rf"\b(?:(?:less|fewer|more|shorter|longer|sooner) than (?:you|one)(?:'d| would| might| may)? \w+(?=:)"
    rf"|(?:not|hardly|barely|scarcely)(?: (?:that|so|too|very|all|really|exactly|particularly))*"
    rf" (?:long|many|much|far|a lot|any|enough|as (?:many|much|long|far))\b)[^.!?:;,\n\d]{{0,30}}"
    rf"(?::|,|—|\s[–-]|\.)[\s*_]*(?={_EXACTLY}[*_]*{_NUMBER})"
)
"""Words for a small amount before the amount: `not long: five days`."""
_COMPARED = (
    r"(?:than|on|compared (?:to|with)|from|up on|down on|over) (?:before|then|previously|it (?:was|used to be)"
    r"|(?:what )?(?:you|it|they)(?:'d)?(?: used to(?: \w+)?| did| had| ran| paid| were| was)?(?: before| earlier)?"
    r"|(?:in |on |with )?(?:the|your) (?:old|former|previous|last|earlier)(?: \w+)?|last \w+|earlier)"
)
"""What an amount is compared with: what it was before."""
_MORE = (
    r"(?:more|less|fewer|higher|lower|slower|faster|quicker|cheaper|dearer|longer|shorter|up|down|extra|better|worse)"
)
_STOPS = r"(?=[\s,.;:!)–—-]|$)"
_DIFFERENCE = re.compile(
    rf"(?:\b(?:up|down) )?{_NUMBER}(?: [\w/]+){{0,2}}? {_MORE}(?: \w+)?? {_COMPARED}{_STOPS}"
    rf"|\b(?:up|down) {_NUMBER}(?: [\w/]+)? from (?:before|{_NUMBER})"
    rf"|\(\s?[+−-]\s?{_NUMBER}(?: [\w/]+){{0,2}}\)"
    rf"|\b(?:plus|minus) {_NUMBER}(?: [\w/]+)? {_COMPARED}{_STOPS}"
    rf"|\ban? (?:\w+ )?(?:increase|rise|drop|reduction|saving|decrease|jump) of {_NUMBER}(?: [\w/]+)?"
)
"""How far an amount is from the one before it: `five more than before`, `up 5 km from before`, `(+5 km)`."""
_SAVED = re.compile(
    rf"\bsav(?:e|es|ed|ing)(?: you)?(?: about| around| some)? {_NUMBER}(?: [\w/]+)??(?: (?:a|per|each|every) \w+)?"
    r"(?=[\s,.;:!)–—-]|$)"
)
"""How much less an amount is than before: `you've saved 460 euros a month`."""
_CHANGED_BY = re.compile(
    rf"\b(?P<by>by {_NUMBER}(?: [\w/%]+)??),? (?=(?:up |down )?to [*_]*{_NUMBER}"
    rf"|(?:and|so|which)\b[^.!?;\n]{{0,30}}{_NUMBER})"
)
"""By how much an amount changed, before the new one: `upped by 5 km to 53`."""
_BY_ONLY = re.compile(
    rf"\b(?:upped|raised|increased|cut|lowered|reduced|risen|rose|grown|grew|fell|fallen|dropped|(?:gone|went) (?:up"
    rf"|down)|up|down)(?: (?:it|that|this|them|(?:the|your) \w+))? by (?:about |around )?{_NUMBER}(?: [\w/%]+)??"
    rf"(?=[\s*_]*(?:[.,;!)]|$| (?:a|per|each|every) \w+))"
)
"""By how much an amount changed, without the new one."""
_OF_PLAN = re.compile(
    r"(?<=[a-z]) (?:plans?|programmes?|schedules?|routines?|ones?(?! (?:is|was)))\b"
    r"(?! to (?!an? |the |your |one |[\d€$£]))"
)
"""Behind an amount and its unit: what has that size."""
_PLANS = re.compile(r" (?:plan|programme|schedule|routine|one)")
_THINGS = ("pool", "track", "loop", "lane", "course", "circuit")
_OF_THING = re.compile(rf"{_NUMBER}[ -]?\w+[ -](?:{'|'.join(_THINGS)})s?\b")
"""The size of a thing by which an amount is measured: `146 lengths of a 25-metre pool`."""
_MIXED = re.compile(
    rf"(?:\bor |\bthat's |\bi\.e\.,? |\bthat is,? |\bin other words,? |\bput differently,? |= ?)?[*_]*"
    rf"(?P<span>{_NUMBER} (?:years?|months?)"
    rf"(?:(?:,? and |, | \+ | plus | )(?:{_NUMBER}|an?) (?:months?|weeks?|days?)){{1,3}})"
)
"""A span of time in years or months and smaller units."""
_ROUGH_SPAN = re.compile(rf"\b{_ROUGH} (?P<span>(?:{_NUMBER}|an?) (?:years?|months?|weeks?))\b")
"""A rough span of time in larger units."""
_PART_OF_SPAN = re.compile(rf"({_NUMBER}|an?) (year|month|week|day)s?")
_DAYS = {"year": 365.25, "month": 30.44, "week": 7.0, "day": 1.0}
_LEEWAY = 4.0
"""How many days two spans may be apart that are said to be the same; months differ in length."""
_FORMER = re.compile(
    rf"(?:[,;(–—-]|\band\b|\.)\s*(?P<former>(?:before(?: (?:that|then|this|it|last \w+))?|previously|until then"
    rf"|earlier|formerly)[,:]?\s(?:(?:it|that|there|you|we)(?:'d| had)?"
    rf"(?: (?:was|were|had|been|only|just|were at|stood at|stood))*\s)?"
    rf"[*_]*{_NUMBER})(?=[*_]*(?:[.,;!)\n]|$| [a-z]+[.,;!)\n]))"
)
"""A former amount behind the one of today: `before that it was four`."""
_CAME_FROM = re.compile(rf"(?:, |\(|\bnow,? )(?:up |down )?(?P<former>from {_NUMBER}(?: [\w/]+)?)(?=[.,;!)\n]|$)")
"""The same, as where it came from: `53 km now, from 48`."""
_FORMER_AMOUNT = (
    r"(?:(?:your|the) )?(?:(?:old|former|previous|earlier|last) (?:\w+ )?(?:of )?)?[*_]*"
    rf"{_NUMBER}[*_]*(?: (?!to\b)[a-z/']+){{0,5}}?"
)
_SET_BESIDE = re.compile(
    r"(?:\b(?:compared|as opposed) (?:to|with)|\b(?:versus|vs\.?|up from|down from)"
    rf"|(?:[,;(–—]|\bnow,?)\s*(?:after|following|against)) {_FORMER_AMOUNT}(?:(?:,|,? and) {_FORMER_AMOUNT}){{0,4}}"
    r"(?=\s*(?:[,;)!?\n]|\.(?!\d)|$))"
)
"""A former amount with which the one of today is compared: `10,750, after 10,250 last time`."""
_REACHED = re.compile(
    r"(?:(?:\bis|\bare|'s|'re)(?: now| currently| already)?(?: (?:running|swimming|walking|cycling|doing|paying))?"
    r"|\b(?:brings?|takes?|gets?|makes?|puts?) (?:you|us|it|that|(?:your|the) \w+)"
    r"|\b(?:worked|made|fought|found) (?:your|my|their) way"
    r"|\b(?:'ve|have|has|'s) (?:\w+ )?(?:built|worked|gone|moved|come|got|gotten|grown|climbed)(?: it| that)?)"
    r" (?P<bound>up to)\b(?! date\b)"
    r"|\b(?:went|gone|moved|grew|grown|rose|risen"
    r"|climbed) from [\d,.]+(?: \w+)?(?: all the way)? (?P<rest>up)(?= to\b)"
)
"""Words after which `up to` leads to what has been reached: `you're up to five`."""
_RANGE = rf"{_NUMBER}(?: ?(?:-|–|to|and|or|/) ?{_NUMBER})?"
_NORM = re.compile(
    r"(?<!your )\b(?:normal|healthy|ideal|optimal|desirable|recommended|guidelines?|doctors?)(?: (?:range|values?"
    r"|levels?|readings?"
    r"|is|are|would be|being|means|say|says|recommend|systolic|for adults|usually|considered|anything))*:?"
    rf" (?P<norm>(?:below|under|less than|up to|at most|around|about|between|from)[ *_]*{_RANGE})"
)
"""What is normal, beside what was measured: `normal is below 120-130`."""
_NORM_BEHIND = re.compile(
    rf"\b(?:the|a)(?: [a-z]+){{0,2}} (?P<norm>{_RANGE})(?: [a-z]+)?[- ](?:thresholds?|limits?|cut-?offs?|marks?"
    rf"|norms?|range)\b"
)
"""The same, before the word for it: `the usual 130–140 threshold`."""
_MONTH = rf"(?:{'|'.join(name[:3] for name in MONTHS)})[a-z]*"
_DAY_BESIDE = re.compile(
    rf"(?<![\w.,€$£])\d{{1,2}}(?:st|nd|rd|th)?(?=(?:,|,? and|,? or| &| \+|/)"
    rf" ?(?:(?:the )?\d{{1,2}}(?:st|nd|rd|th)?(?:,|,? and|,? or| &) ?){{0,4}}(?:the )?\d{{1,2}}(?:st|nd|rd"
    rf"|th)?(?: of)? {_MONTH}\b)"
)
"""The first of several days that share a month: `15 and 18 March`."""
_PRESSURES = ("pressure", "reading", "readings", "meter", "systolic")
_PRESSURE = re.compile(
    rf"\b(?:blood pressure|systolic(?: value)?|readings?)(?: (?:was|were|is|of|at|hit|had|been|reached|stood|still"
    rf"|already|only"
    rf"|down|up|to|read|showed|dropped|risen|fallen|came)){{0,5}} (?P<before>{_NUMBER})\b"
    rf"|\b(?P<behind>{_NUMBER})(?= (?:[a-z]+ )?readings?\b)"
)
"""A blood pressure beside another amount: `when your blood pressure was 180`, `the 180 reading`."""
_PRONOUN = re.compile(
    r"\b(?:most recent|latest|last|newest|next|previous|highest|lowest|oldest|earliest|current|former|earlier|later)"
    r" (?P<one>one)\b"
)
"""`One` in place of what was named before."""
_MOST_SPANS = 24
"""A reply with more amounts beside the answer recites."""


def without_asides(lowered: str, domain: Domain) -> str:
    """The text with blanks in place of what stands beside an amount, of the same length.

    Args:
        lowered: Case-folded text.
        domain: The domain of the amount that is asked about.

    Example:
        >>> run = Domain("weekly_run", ValueType.NUMBER, unit="kilometres")
        >>> without_asides("five more than before: 53 km", run).strip(" :")
        '53 km'
        >>> without_asides("almost 60 km", run)
        'almost 60 km'
    """
    if domain.type is not ValueType.NUMBER or is_chinese(lowered):
        return lowered
    made, unit = lowered, unit_pattern(domain.unit)
    for low, high in islice(_differences(lowered, domain), _MOST_SPANS):
        made = made[:low] + " " * (high - low) + made[high:]
    for low, high in islice(_spans(lowered, domain), _MOST_SPANS):
        rest = made[:low] + " " * (high - low) + made[high:]
        if find_numbers(rest, unit) or not find_numbers(made[low:high], unit):
            made = rest
    return made


def _differences(lowered: str, domain: Domain) -> Iterator[tuple[int, int]]:
    """How far amounts are from those before them, unless this is what is asked about."""
    if any(word.startswith(_CHANGES) for word in domain.words):
        return
    if holds_any(lowered, ("than", "from", "compared", " on ", " of ", "(")):
        for match in _DIFFERENCE.finditer(lowered):
            yield match.span()
    if "sav" in lowered and not any(word.startswith("sav") for word in domain.words):
        for match in _SAVED.finditer(lowered):
            yield match.span()
    if " by " in lowered:
        for match in _BY_ONLY.finditer(lowered):
            yield match.span()
        for match in _CHANGED_BY.finditer(lowered):
            yield match.span("by")


def _spans(lowered: str, domain: Domain) -> Iterator[tuple[int, int]]:
    """The spans of what stands beside an amount, each by itself."""
    if not any(character.isdigit() for character in lowered) and not _ANY_WORD.search(lowered):
        return
    for match in _ROUGHLY.finditer(lowered):
        if _is_near(lowered, match, unit_pattern(domain.unit)):
            yield match.span()
    for match in _NOT_MUCH.finditer(lowered):
        yield match.span()
    if domain.name == "count" and any(
        word in lowered for word in ("before", "previously", "until then", "earlier", "formerly")
    ):
        for match in _FORMER.finditer(lowered):
            yield match.span("former")
    if "from" in lowered:
        for match in _CAME_FROM.finditer(lowered):
            yield match.span("former")
    if not is_time(domain.unit):
        for match in _SET_BESIDE.finditer(lowered):
            yield match.span()
    if "up to" in lowered:
        for match in _REACHED.finditer(lowered):
            yield match.span("bound" if match["bound"] else "rest")
    for match in _DAY_BESIDE.finditer(lowered):
        yield match.span()
    for pattern in (_NORM, _NORM_BEHIND):
        for match in pattern.finditer(lowered):
            yield match.span("norm")
    if ("pressure" in lowered or "reading" in lowered) and domain.words.isdisjoint(_PRESSURES):
        for match in _PRESSURE.finditer(lowered):
            yield match.span("before" if match["before"] else "behind")
    for match in _PRONOUN.finditer(lowered):
        yield match.span("one")
    if holds_any(lowered, _THINGS):
        for match in _OF_THING.finditer(lowered):
            yield match.span()
    if is_time(domain.unit):
        yield from _same_in_months(lowered)
    elif (unit := unit_pattern(domain.unit)) is not None:
        for number in find_numbers(lowered, unit) if _PLANS.search(lowered) else ():
            behind = unit.match(lowered, number.end)
            plan = _OF_PLAN.match(lowered, behind.end()) if behind is not None else None
            if plan is not None:
                yield plan.span()
        yield from advice_spans(lowered, domain)


def _is_near(lowered: str, rough: re.Match[str], unit: re.Pattern[str] | None) -> bool:
    """Whether the number behind a rough size is about as large, or the size is in another unit."""
    size = find_numbers(rough[0], unit)
    exact = find_numbers(lowered[rough.end() : rough.end() + _NEXT], unit)
    return not size or not exact or abs(float(exact[0].value) / max(float(size[0].value), 1.0) - 1.0) <= _NEAR


_NEAR, _NEXT = 0.3, 60
"""How far an exact amount may be from a rough one, as a share of it, and how many characters behind it."""
_ANY_WORD = re.compile(_WORDS)
_CHANGES = ("rais", "increas", "discount", "differen", "chang", "rise", "gap", "distance_to")
"""Words of attributes that are themselves changes or differences."""


def _same_in_months(lowered: str) -> Iterator[tuple[int, int]]:
    """Spans in months and days that say the same as a number of days beside them."""
    if not holds_any(lowered, ("week", "month", "year")):
        return
    for pattern, share in ((_MIXED, 0.0), (_ROUGH_SPAN, _NEAR)):
        for match in islice(pattern.finditer(lowered), _MOST_SPANS):
            length = sum(_amount(part[1]) * _DAYS[part[2]] for part in _PART_OF_SPAN.finditer(match["span"]))
            rest = lowered[: match.start()] + " " * len(match[0]) + lowered[match.end() :]
            others = find_numbers(rest, unit_pattern("days"))
            if any(abs(float(one.value) - length) <= max(_LEEWAY, share * length) for one in others):
                yield match.span()


def _amount(written: str) -> float:
    found = find_numbers(written)
    return float(found[0].value) if found else 1.0
