"""Leaves out dates and numbers of other matters: when something was told, what another thing costs or when it is.

`On 3 March you told me that ...` dates the telling, and `nine days before your race on 3 May` the race. A value of
another matter counts for nothing only beside a value that is not.
"""

from __future__ import annotations

import re
from bisect import bisect_left, bisect_right
from collections.abc import Collection, Sequence
from itertools import pairwise

from regulars.rewards.assertions.abstention import abstains, disclaims
from regulars.rewards.assertions.body import table_rows
from regulars.rewards.assertions.figures.dates_beside import without_dates_beside
from regulars.rewards.assertions.figures.same_matters import same_matters
from regulars.rewards.assertions.figures.stated_values import is_stated, settle_stated
from regulars.rewards.assertions.figures.tellings import TODAY, heads_telling, tells_what, without_follow_ups
from regulars.rewards.assertions.labels import TIMES
from regulars.rewards.assertions.statuses import AssertionStatus
from regulars.values import Domain, Mention

_TOLD = (
    r"(?:told|tell|mentioned|said|say|wrote|talked|spoke|noted|shared|updated|asked|corrected|gave|given|introduced|announced"
    r"|discussed|named|entered|typed|recorded|stated|confirmed|reported|learned|learnt|heard|chatted|dropped"
    r"|brought (?:it |that |this )?up|came up"
    r"|come up)"
)
_TELLING = (
    r"(?:conversation|session|chat|message|letter|mail|email|note|call|dated|talk|discussion|exchange|entry|source"
    r"|words|notes|entries|messages|sessions|records?|files?)"
)
_TOLD_WHEN = re.compile(
    rf"(?:\b(?:{_TOLD}|{_TELLING})\b(?:\s+(?!for\b|to\b|until\b|till\b|by\b|that\b(?! (?:on|in)\b)|was\b|is\b"
    rf"|as\b)[\w']+){{0,5}}?,?\s+(?:on|in|of|from|dated|since|back on|,)|\bas of|\bdated"
    rf"|\b(?:told|noted|mentioned|said|recorded|entered|source|date of entry|when)(?: on"
    rf"| to me)?[\s*_]*[:|(])[\s*_(]*(?:the\s+)?$"
)
_TOLD_THEN = re.compile(
    rf"[\s*_)]*[,:]?\s*(?:(?:that|is|was|when|the day)\s+){{0,2}}(?:you|we"
    rf"|i)\s+(?:\w+\s+){{0,2}}?(?:{_TOLD}|let me know|said hello)\b"
)
_OPENS = re.compile(
    r"(?:^|[.!?\n,;:(–—\"*_-]\s*|\b(?:and|but|then|when|since|as|that|was|is)\s+)"
    r"(?:(?:and|back|it was|that was|as)\s+)?(?:(?:on|in|around|early|late|since)\s+)?(?:the\s+)?[*_]*$"
)
"""Before a date: it opens its clause."""
_SAID_OR_CHANGED_ON = re.compile(
    r"\b(?:when (?:you|we|i)\b[^.;:]{0,40}|(?:moved|pushed|put|shifted|switched) (?:it|that|this|the \w+)(?: \w+)?"
    r"|(?:rescheduled|changed|postponed|updated|corrected)(?: it| that| this| the \w+)?)\s+(?:on|in)\s+(?:the\s+)?$"
)
_BEFORE_OTHER = re.compile(
    r"\b(?:before|after|ahead of|following)\s+(?:your|the|my)\s+[\w' -]{1,30}?\s(?:on|in|of)\s+(?:the\s+)?$"
)
_BRACKETED = re.compile(
    r"\bback (?:on|in)\s+(?:the\s+)?$|\d{4},? (?:told |noted )?(?:on|since|from) (?:the )?$|"
    r"\d{4}[\s*_]*\((?:on |since |from )?[*_]*$|(?:\d(?:st|nd|rd|th)?|[a-z]{3,9}) \((?:on "
    r"|since |from )?[*_]*$(?<=\d \()"
)
"""Before a date: it stands in brackets behind another."""
_SINCE = re.compile(
    r"\b(?:since|as of|from|on|in|up to|until|till|before|after|the (?:end|start|beginning|middle) of)\s+(?:the\s+)?$"
)
_FALLS = re.compile(r"\b(?:is|was|are|be|falls?|ends?|ended|starts?|due|done|set)\s+$|'s\s+$")
"""Before `in August`: something is then, so it dates no telling."""
_SHOWN_THEN = re.compile(
    r"[\s*_]*,?\s*(?!it says here)(?:you|i|we|it|that|your\s+[\w' -]{1,24}?|the\s+[\w' -]{1,24}?|my\s+[\w' -]{1,24}?)"
    r"(?: (?:still|first|already|originally))?"
    r"(?:'ve|'s| has| have| says?| shows?| reads?| was| is| had| then| changed| moved)\b"
)
_STAMP = re.compile(r"[t\s]\d\d:\d\d[^\]]{0,12}\]")
_COUNTED = re.compile(r"\b(?:left|remaining|remain|days|weeks|rest) (?:in|of)\s+(?:the\s+)?$")
"""Before a month of which days are counted."""
_LEAD = 70
"""The number of characters before a date that show what it dates."""
_PART = re.compile(r"[.!?;\n]+(?=\s|$)|[,()—]|\s[–-]\s|\b(?:and|but|while|whereas|so)\b")
_SUBJECT = re.compile(
    r"[\W_]*(?:(?:well|so|then|and|but|also)[\s,]+)*(?:your|the|my|an?|his|her|our|their)\s+"
    r"(?!(?:date|day|year|month|week|latter|former|one|time|answer|first|second|new|old|right|correct|same|total|sum|figure|amount|number|value|entry|reading|latest|newest"
    r"|last|current|present|most recent|newer|later)\b)"
    r"(?:[\w'-]+\s+){1,4}?(?:lasts?|costs?|takes?|is|was|falls|ends|starts|begins|holds|weighs|comes|good|on)\b"
)
_DEED = re.compile(
    r"\b(?:(?:you|i|we|they)(?:'d|'ve| had| have)? (?:\w+ly )?|,\s|\band )(?:signed up|picked up|collected|booked|paid"
    r"|ordered|bought|called|phoned|rang|received|got (?:the|your|an?)|sent|posted|submitted|filled in|met|visited)\b"
    r"[^.;,:]{0,40}?\s(?:on|in)\s(?:the\s)?[*_]*$"
)
"""Before a date: what somebody did on it, in words that do not name the matter."""
_IS_MATTER = re.compile(
    r"[\s*_]*(?:(?:is|was|are)\s+(?:when|the|your|a|an)\s+(?!date\b|day\b)|(?:the|your)\s+\w+\s*(?:[.,;]|and\b))"
)
_NOUN_BEFORE = re.compile(
    r"\b([a-z]{3,})[\s*_]*(?:[:(]|\b(?:on|is|was|in|for|until|till|by|ends?)\b)[\s*_]*(?:on\s+|the\s+)?$"
)
_NO_NOUN = TIMES | frozenset(
    {"date", "day", "year", "month", "falls", "fall", "set", "now", "said", "told", "born", "that", "this", "then"}
    | {"it's", "comes", "still", "be", "been", "also", "for", "and", "not", "but", "you", "noted", "note", "notes"}
    | {"record", "records", "entry", "message", "which", "what", "down", "due", "planned", "counts", "holds"}
    | {"applies", "stands", "matters", "figure", "amount", "latest", "newest", "recent", "last", "first", "previous"}
    | {"earliest", "current", "present", "lately", "around", "about", "roughly", "exactly", "over", "time"}
    | {"together", "total", "altogether", "again", "done", "finished", "completed", "ready"}
)
"""Words before a date or number that name no matter."""
_LONG_WORD = re.compile(r"[a-z]{4,}")
_PER_THING = re.compile(
    r"[\s*_]*(?:[a-zé€$£%]+\s+)?(?:a|an|per|each|every|for a|for each)\s+"
    r"(?!(?:week|month|year|day|night|annum|quarter|hour|head|person|session|weekend|way|direction|leg)\b)\w{3,}"
)
_OPERATOR_BEHIND = re.compile(r"[\s*_]*(?:\w{1,12}[\s*_]*)?[/÷×*+=≈−]")
_RATE_UNIT = re.compile(r"[\s*_]*[a-z]{1,6}/(?:s|h|day|week|month|year|wk|mo|yr|min)\b")
_OPERATOR_BEFORE = re.compile(r"[/÷×*+=≈−]\s*[€$£]?\s*$")


_RESTATES = re.compile(r"[\s,;:(=*_–—-]*(?:that is|that's|i\.?e\.?|or|meaning|so)?[\s,:(*_]*(?:on )?(?:the )?[*_]*")


def with_settled_order(lowered: str, mentions: list[Mention]) -> list[Mention]:
    """Dates in figures, whose order of day and month the date in words right beside them settles.

    `04/08/2025 (4 August)` is the fourth of August.
    """
    made = list(mentions)
    for at, one in enumerate(mentions):
        if one.granularity:
            continue
        for other in mentions[max(at - 1, 0) : at + 2]:
            low, high = sorted((one, other), key=lambda mention: mention.start)
            if (
                other.granularity != "day"
                or high.start - low.end > _LEAD
                or not _RESTATES.fullmatch(lowered, low.end, high.start)
            ):
                continue
            year, month, day = one.value.split("-")
            for value in (one.value, f"{year}-{day}-{month}"):
                if value[4:] == other.value[-6:]:
                    made[at] = Mention(value, one.start, one.end, "day")
    return made


def without_disclosure_dates(lowered: str, mentions: list[Mention], own: Collection[str] = ()) -> list[Mention]:
    """Leaves out dates of disclosures and of what follows, as long as another date remains; time stamps always.

    Args:
        lowered: Case-folded text.
        mentions: The dates in it.
        own: Words for what is asked about.
    """
    mentions = without_dates_beside(lowered, mentions, own)
    mentions = without_follow_ups(lowered, _without_columns_of_telling(lowered, mentions), own)
    starts = [*(mention.start for mention in mentions[1:]), -1]
    kept = [
        mention
        for mention, next_start in zip(mentions, starts, strict=True)
        if not _dates_telling(lowered, mention, len(mentions) > 1, next_start)
    ]
    if not kept and len(mentions) > 1 and _TOLD_THEN.match(lowered, mentions[0].end):
        kept = [one for one in mentions[1:] if not _JUST_TOLD.search(lowered, mentions[0].end, one.start)]
    if not kept and len(mentions) > 1:
        kept = [one for one in mentions if _LABEL_WHEN.search(lowered, max(one.start - _LEAD, 0), one.start)]
    if not kept:
        starts_of = [mention for mention in mentions if not _is_told_when(lowered, mention)]
        kept = [m for m in starts_of if lowered[m.start - 1 : m.start] != "["]
    if not kept and (abstains(lowered) or disclaims(lowered)):
        return []
    return kept or [m for m in mentions if lowered[m.start - 1 : m.start] != "["]


_JUST_TOLD = re.compile(
    r"\b(?:told|said|mentioned|wrote|noted|talked|spoke|chatted|shared|updated|asked|let me know)"
    r"(?:\s+(?:me|us|that|so|it|this|about|to|back))*\s+(?:on|in|from|of)\s+(?:the\s+)?[*_]*$"
)
"""Before a date: it says when something was told, which is not named between them."""
_LABEL_WHEN = re.compile(r"\bwhen[\s*_]*[:|][\s*_]*$")
"""The label of a date, which may be that of the event."""


def _is_told_when(lowered: str, mention: Mention) -> bool:
    low = max(mention.start - _LEAD, 0)
    told = _TOLD_WHEN.search(lowered, low, mention.start)
    if told is not None and not tells_what(told[0]):
        return True
    return _BRACKETED.search(lowered, low, mention.start) is not None


_TOLD_ON = re.compile(
    r"(?<!what you )(?<!what i )\b(?:told|mentioned|said|noted|recorded|entered|logged|written|source|conversation|talk"
    r"|chat|session|message|learn(?:ed|t)|heard|as of|updated)\b",
    re.IGNORECASE,
)
"""The head of a column of dates on which something was told."""


def _without_columns_of_telling(lowered: str, mentions: list[Mention]) -> list[Mention]:
    """The dates without those in columns that say when something was told, if any others are left in the table."""
    if len(mentions) < 2 or lowered.count("|") < _FEWEST_BARS:
        return mentions
    rows = table_rows(lowered)
    telling = [
        mention
        for mention in mentions
        for row in rows
        if row.start <= mention.start < row.end
        and row.cell_at(mention.start) < len(row.heads)
        and _TOLD_ON.search(row.heads[row.cell_at(mention.start)])
    ]
    return [mention for mention in mentions if mention not in telling] or mentions


_FEWEST_BARS = 4
_SHORT_MONTH = re.compile(r"\b(?:jan|feb|mar|apr|jun|jul|aug|sept?|oct|nov|dec)\.$")
"""A date that ends in an abbreviation, and no sentence with it."""


def _dates_telling(lowered: str, mention: Mention, among_others: bool, next_start: int) -> bool:
    low = max(mention.start - _LEAD, 0)
    if lowered.endswith(".", 0, mention.end) and not _SHORT_MONTH.search(lowered, low, mention.end):
        return _is_told_when(lowered, mention)
    if among_others and mention.granularity == "month" and _COUNTED.search(lowered, low, mention.start):
        return True
    if lowered[mention.start - 1 : mention.start] == "[" and _STAMP.match(lowered, mention.end):
        return True
    if TODAY.search(lowered, low, mention.start):
        return among_others
    if _is_told_when(lowered, mention):
        return True
    if _TOLD_THEN.match(lowered, mention.end) and _OPENS.search(lowered, low, mention.start):
        return True
    if heads_telling(lowered, mention, next_start):
        return True
    if among_others and _SAID_OR_CHANGED_ON.search(lowered, low, mention.start):
        return True
    if among_others and _BEFORE_OTHER.search(lowered, low, mention.start):
        return True
    since = _SINCE.search(lowered, low, mention.start) if among_others else None
    if since is None or _FALLS.search(lowered, low, since.start()):
        return False
    leads_to_date = next_start >= 0 and lowered[mention.end : next_start].strip() in ("", ":")
    return leads_to_date or _SHOWN_THEN.match(lowered, mention.end) is not None


_AND = re.compile(r"[\s*_]*(?:and|&|/)[\s*_]*")


def own_statuses(
    lowered: str, mentions: Sequence[Mention], statuses: Sequence[AssertionStatus], domain: Domain
) -> list[AssertionStatus]:
    """The statuses of numbers or dates, with those that are said of other matters aside."""
    current = [m for m, status in zip(mentions, statuses, strict=True) if status is AssertionStatus.CURRENT]
    own = domain.words
    statuses = settle_stated(lowered, mentions, statuses, own)
    others = [one for one in _of_other_matters(lowered, current, own) if not is_stated(lowered, one, own)]
    if domain.subjects:
        others += [mention for mention in current if _is_of_another_attribute(lowered, mention, own)]
    aside = {mention.start for mention in others}
    for before, mention in pairwise(current):
        if (
            before.start in aside
            and len(aside) + 1 < len(current)
            and _AND.fullmatch(lowered, before.end, mention.start)
        ):
            aside.add(mention.start)
    return [
        AssertionStatus.ASIDE if mention.start in aside else status
        for mention, status in zip(mentions, statuses, strict=True)
    ]


def _of_other_matters(lowered: str, mentions: Sequence[Mention], own: Collection[str]) -> list[Mention]:
    """The numbers and dates whose part of the sentence names another matter, if one names the right matter.

    Args:
        lowered: Case-folded text.
        mentions: The values that it asserts.
        own: Words for the matter asked about.
    """
    if len({mention.value for mention in mentions}) < 2:
        return []
    stems = {word[:5] for word in own if len(word) > 3} | {word[:5] for word in same_matters(own)}
    cuts = [0, *(match.end() for match in _PART.finditer(lowered)), len(lowered)]
    others: list[Mention] = []
    has_own = False
    for mention in mentions:
        at = bisect_right(cuts, mention.start)
        low, high = cuts[at - 1], cuts[bisect_left(cuts, mention.end, at)]
        part = lowered[low:high]
        if any(word[:5] in stems for word in _LONG_WORD.findall(part)):
            has_own = True
        elif _names_matter(lowered, low, mention, part):
            others.append(mention)
    return others if has_own or len(others) < len(mentions) else []


def _names_matter(lowered: str, low: int, mention: Mention, part: str) -> bool:
    if (
        _PER_THING.match(lowered, mention.end)
        or (not _RATE_UNIT.match(lowered, mention.end) and _OPERATOR_BEHIND.match(lowered, mention.end))
        or _OPERATOR_BEFORE.search(lowered, low, mention.start)
    ):
        return True
    return (
        _SUBJECT.match(part) is not None
        or _IS_MATTER.match(lowered, mention.end) is not None
        or labelled_elsewhere(lowered, mention)
        or _DEED.search(lowered, max(low, mention.start - _LEAD), mention.start) is not None
    )


_HEAD = re.compile(
    r"\b(?:your|my)\s+(?:[\w-]+\s+)?([a-z]+)\s+(?:is|was|comes to|amounts to|of|are|will be|falls|takes place|costs)"
    r"\s+(?:about\s+|around\s+|on\s+|in\s+)?(?:the\s+)?[€$£*_\s]*$"
)


def _is_of_another_attribute(lowered: str, mention: Mention, own: Collection[str]) -> bool:
    """Whether a number or date is said of another attribute than one named by `own`: `your salary is 1,250 euros`."""
    head = _HEAD.search(lowered, max(mention.start - _LEAD, 0), mention.start)
    if head is None:
        return False
    same = same_matters({head[1]})
    return bool(same) and same.isdisjoint(own)


def labelled_elsewhere(lowered: str, mention: Mention, own: Collection[str] = ()) -> bool:
    """Whether a noun right before a value, other than `own`, says that it is another matter's: `your lease (May)`."""
    noun = _NOUN_BEFORE.search(lowered, max(mention.start - _LEAD, 0), mention.start)
    if noun is None or noun[1] in _NO_NOUN or noun[1] in own:
        return False
    return noun[1] != "one" or not lowered.endswith(_IN_FORCE, 0, noun.start(1))


_IN_FORCE = ("newer ", "newest ", "later ", "latest ", "current ", "right ", "correct ", "last ", "most recent ")
"""Before `one`: it is the one asked about."""
