"""Finds where a reply refers to one of several options by letter, by place in the list, by value or by its whole text.

References by an option's own words are in `option_words.py`.
"""

from __future__ import annotations

import re
from bisect import bisect_right
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import cache, lru_cache
from itertools import pairwise
from operator import attrgetter

from regulars.values import Domain, find_values, fold

CROSSES = "✗✘❌🚫👎"
"""Signs against an option."""
LETTERS = "abcdefghjklmnopqrstuvwxyz"
"""The letters of options, in order. There is no `i`, which is a word."""
_FEW = 4
"""The number of options up to which only their own letters count."""
_NO_OPTION = re.compile(r"\b(?:vitamin|hepatitis|grade|appendix|grundig|block|wing) $", re.IGNORECASE)
_ARTICLE = re.compile(
    r"A\s+(?!(?:is|was|came|comes|it|seems?|fits?|would|can|and|or|nor|has|had|does|did|because|since|as|agrees|looks"
    r"|sounds"
    r"|goes|if|then|for|to|rather|only|alone|matches|says|wins?|must|should|reads|describes|covers|takes|holds|works"
    r"|clashes|contradicts|mentions|names|gets|with|by|over|in|on|definitely|obviously|surely|clearly|again|please"
    r"|means|will|may|might|could|isn|doesn|wasn|can)\b)\w"
)
"""A capital that is an article: at the beginning of a sentence, before a word that follows no letter."""
_SHOUTED = re.compile(r"A\s+[A-Z]{2}")
_OPENS = re.compile(r"(?:^|[^\w\s,])\s*$")
_CAPITAL = r"(?<![\w'’/+&-])([A-D])(?![\w'’/+&]|-\w)"
_SMALL = (
    r"(?:^[\s>*•(\"'-]*|(?<=[.!?\n])(?:(?!\n)[\s*(\"'-])*|(?:\b(?:option|answer|choice|letter|plan|statement|its|it's"
    r"|is|thats"
    r"|that's"
    r"|say|saying|pick|picking|choose|tick|take|with|for|def|defo|definitely|so|hence|prob|probably|think|guess|then)"
    r"|→|=>|->)\s*[:(\"'*]*\s*)([a-d])(?=[).:\]*\"',;!]|$|\s*\n|\s+[-–—]"
    r"|\s+(?:i|it|because|cause|cuz|coz|bc|since|def|imo|lol)\b)"
)
_BARE = (
    r"[\s>*•(\"'-]*(?:((?!a\b)[a-d])(?=\s+(?!u\b|you later|careful\b|(?:ya|no|wait|or|and|sorry|not|nope"
    r"|actually)\b)\w)|(a)(?=\s+(?:the|my|your|ur|you|u|it|its|that|this|he"
    r"|she|they|we|is|was|bc|cuz|as|from|in|of|by|for)\b))"
)
"""A careless letter that opens a reply, before any word that follows no article: `b the newest is more`."""
_CALLED = r"\b(?:options?|answer|choice|letter)\b(?:\s+is)?[\s:(\"'*]*([a-d])(?![\w'’]|\s[a-z]{3,})"
_NUMBERED = re.compile(
    r"\b(?:option|choice|statement|plan|number|no\.|answer)\s*[#(*]*([1-4])(?![\w.,]\w)"
    r"|\b(?:option|choice|statement|plan|answer|(?<!your )(?<!my )(?<!the )(?<! a )number) (one|two|three|four)"
    r"(?=[\s*_\"')]*(?:$|[.!?;:,)\n–—-])| (?:because|since|as|it is|for|is|would|please|then|suits|fits|sounds|wins"
    r"|gets)\b)"
)
"""An option by its number: `option 2`, `number two`; `your number one rule` is none."""
_SPELT_NUMBERS = ("one", "two", "three", "four")
PLACES = {
    **dict.fromkeys(("first", "1st"), 0), **dict.fromkeys(("second", "2nd"), 1),
    **dict.fromkeys(("third", "3rd"), 2), **dict.fromkeys(("fourth", "4th"), 3), **dict.fromkeys(("last", "final"), -1),
}  # fmt: skip
"""Words for places in a list, from 0 on."""
_THING = (
    "options?|ones?|statement|answer|choice|plan|portrait|description|claim|sentence|line|story|reason|item|entry|version"
    "|name|letter|possibility|alternative|suggestion|candidate|colour|color|gift|title|proposal|pick|lot|row|account|course"
    "|variant|reading|history|person|picture|profile|somebody|someone|explanation|contender|novel|book|pair|combination"
)
_PLACE = re.compile(
    rf"\b(?:very )?({'|'.join(PLACES)})\b(?=(?:[ -](?:and only|listed|\w+))?[ -](?:{_THING})\b"
    rf"|(?: \w+)? (?:of|in|on|among) (?:the|these|those|your|my|them)\b|(?<![\dt][hd])[\s*_]*(?:$|[.!?;,)\n])"
    rf"| (?:it is|is|was|would|fits|gets|wins)\b| (?:and|or|nor) the (?:{'|'.join(PLACES)})\b)"
)
_AT_END = re.compile(
    r"\b(?:(?:at|to|from) the (?:very )?(?P<top>top|head)|(?:at|to|from) the (?:very )?(?P<foot>bottom|foot))"
    r"(?= of (?:the|your|that|this|my) (?:list|lot|row|page|options?|four|three|pile)\b|[\s*_]*(?:$|[.!;,)\n]))"
    r"|\bthe (?:very )?(?:(?P<uppermost>top(?:most)?|uppermost)|(?P<lowest>bottom(?:most)?|lowest)) "
    r"(?:option|one|statement|plan|line|entry|description|claim)\b(?! of the)"
)
_OF_TWO = re.compile(r"\bthe (former|latter)\b(?=\W*$|[.,!;)]| (?:is|wins|it is|would|gets|fits)\b)")
_OF_BOTH = re.compile(
    r"\bthe (former|latter)(?: (?:one|option))?\b(?=\W*$|[.,!;)—–]| [–—-] | (?:because|since|as|given|it is|please"
    r"|definitely|then|wins|over|for (?:you|me|sure)|(?:came|comes|was mentioned|was told) (?:up )?(?:first|earlier)"
    r"|would|suits|fits|sounds|seems|looks|makes|needs|(?:is|was|'s) (?:the )?(?:\w+ )?(?:first|earlier|earliest|higher"
    r"|highest|better|best|safer|right|one|correct|more|out|lower|later)\b))"
)
"""One of the two options that there are, where the reply names none of them before."""
_BACK = 12
"""The number of references before `the latter` among which the two stand."""
_BEFORE_PLACE = re.compile(r"(?:\bthe (?:very )?|→ *|[-=]> *|: *|\bergo *|^ *)$")


@dataclass(frozen=True, slots=True)
class OptionReference:
    """Words of a reply, `text[start:end]`, that refer to options.

    Attributes:
        options: The places of the options they may mean, from 0 on; none if they are a value that is not among them.
        start: Where the words begin.
        end: Where they end.
        kind: `letter`, `place`, `value` or `words`.
    """

    options: frozenset[int]
    start: int
    end: int
    kind: str


START = attrgetter("start")
"""Sorts references by their place in the reply."""


@cache
def _lettered(pattern: str, count: int) -> re.Pattern[str]:
    """A pattern for the letters of four options, for as many as there are."""
    more = LETTERS[_FEW:count]
    return re.compile(pattern.replace("[A-D]", f"[A-D{more.upper()}]").replace("[a-d]", f"[a-d{more}]"))


def find_letters(cased: str, lowered: str, count: int) -> list[OptionReference]:
    """References by letter, of options that are lettered A, B, ...

    Args:
        cased: The reply, without noise.
        lowered: The same, case folded.
        count: The number of options.
    """
    found: dict[int, OptionReference] = {}
    for match in _lettered(_CAPITAL, count).finditer(cased):
        start = match.start(1)
        if match[1] == "A" and _SHOUTED.match(cased, start):
            continue
        if match[1] == "A" and _ARTICLE.match(cased, start) and _OPENS.search(cased, max(start - 12, 0), start):
            continue
        if _NO_OPTION.search(cased, max(start - 12, 0), start):
            continue
        found[start] = _letter(match)
    for pattern in (_SMALL, _CALLED):
        for match in _lettered(pattern, count).finditer(lowered):
            found.setdefault(match.start(1), _letter(match))
    opening = _lettered(_BARE, count).match(lowered)
    if opening is not None:
        found.setdefault(opening.start(opening.lastindex or 1), _letter(opening))
    return [one for _, one in sorted(found.items()) if max(one.options) < count]


def _letter(match: re.Match[str]) -> OptionReference:
    group = match.lastindex or 1
    return OptionReference(frozenset({LETTERS.index(match[group].lower())}), *match.span(group), "letter")


_TITLE = re.compile(r"\bA ([^\W_]+)")
"""An article that an option has itself, and the word behind it: `A Streetcar Named Desire`."""


def without_articles(
    cased: str, references: Sequence[OptionReference], options: Sequence[str]
) -> list[OptionReference]:
    """Leaves out an `A` that is the article of an option's own title: `it's A Streetcar Named Desire`.

    Args:
        cased: The reply, without noise.
        references: Its references by letter.
        options: The options' texts.
    """
    titles = {match[1] for option in options for match in _TITLE.finditer(option)}
    if not titles:
        return list(references)
    return [one for one in references if not ((title := _TITLE.match(cased, one.start)) and title[1] in titles)]


_HAD = re.compile(
    r"[ -](?:\w+ )?(?:ones?|\w+)(?: that)? you (?:\w+ly )?(?:saw|had|met|visited|tried|ate|enjoyed|went|used"
    r"|bought|wore|watched|played)\b"
)
"""Behind a place where the reply asks for something else: `do tell me about the last one you enjoyed`."""


def find_places(lowered: str, count: int) -> list[OptionReference]:
    """References by place in the list: `the third one`, `option 2`."""
    found = []
    for match in _PLACE.finditer(lowered):
        place = PLACES[match[1]]
        before = lowered[max(match.start() - 12, 0) : match.start()]
        if _HAD.match(lowered, match.end()):
            continue
        if place < count and (_BEFORE_PLACE.search(before) or _NAMES_OPTION.match(lowered, match.end())):
            found.append(OptionReference(frozenset({place % count}), *match.span(1), "place"))
    for match in _NUMBERED.finditer(lowered):
        place = int(match[1]) - 1 if match[1] else _SPELT_NUMBERS.index(match[2])
        if place < count:
            found.append(OptionReference(frozenset({place}), *match.span(match.lastindex or 1), "place"))
    found += [
        OptionReference(frozenset({0 if match["top"] or match["uppermost"] else count - 1}), *match.span(), "place")
        for match in _AT_END.finditer(lowered)
    ]
    return sorted(found, key=START)


def find_former_and_latter(
    lowered: str, references: Sequence[OptionReference], count: int = 0
) -> list[OptionReference]:
    """References to the former or the latter of two options named before, or else of the two that there are.

    Args:
        lowered: The reply, case folded.
        references: Where it refers to options, in order.
        count: The number of options; 0 if only those named before count.
    """
    found = []
    if count == len(_BOTH):
        found += [
            OptionReference(_BOTH[match[1] == "latter"], *match.span(1), "place")
            for match in _OF_BOTH.finditer(lowered)
            if len({one.options for one in references if one.start < match.start()}) < count
        ]
    starts = [one.start for one in references]
    for match in _OF_TWO.finditer(lowered):
        upto = bisect_right(starts, match.start())
        named = list(dict.fromkeys(one.options for one in references[max(upto - _BACK, 0) : upto]))[-2:]
        if len(named) == 2 and all(len(one) == 1 for one in named):
            found.append(OptionReference(named[match[1] == "latter"], *match.span(1), "place"))
    return found


_BOTH = (frozenset({0}), frozenset({1}))
"""The former and the latter of two options."""
_LEAST_WORDS = 3
"""The words of an option whose whole text refers to it; a shorter one is told by its words."""


def find_whole(lowered: str, options: Sequence[str]) -> list[OptionReference]:
    """References by an option's whole text."""
    found = []
    for index, option in enumerate(options):
        whole = _whole(option)
        at = lowered.find(whole) if whole else -1
        while at >= 0:
            found.append(OptionReference(frozenset({index}), at, at + len(whole), "place"))
            at = lowered.find(whole, at + len(whole))
    return found


@lru_cache(maxsize=2048)
def _whole(option: str) -> str:
    text = folded(option)[1].strip(" .!?\"'")
    return text if len(text.split()) >= _LEAST_WORDS else ""


_NAMED = re.compile(r"[^.!?\n]{0,24}?[:,(–—-][\s*_\"'(]*(?:(?:that is|namely|i\.e\.),? )?")


def without_named_places(lowered: str, references: Sequence[OptionReference]) -> list[OptionReference]:
    """Leaves out places that a reply itself spells out: of `the third it is: Hymns`, only `Hymns` counts."""
    named = {
        one.start
        for one, after in pairwise(references)
        if one.kind == "place"
        and after.kind in ("letter", "value")
        and after.options
        and _NAMED.fullmatch(lowered, one.end, after.start)
    }
    return [one for one in references if one.start not in named]


def find_called_places(lowered: str, count: int) -> list[OptionReference]:
    """References by place that say that they mean an option; the only ones where options speak of places themselves."""
    return [
        one
        for one in find_places(lowered, count)
        if lowered[one.start].isdigit()
        or lowered.startswith(_SPELT_NUMBERS, one.start)
        or _CALLED_PLACE.match(lowered, one.end)
    ]


_CALLED_PLACE = re.compile(r"[ -](?:and only |listed )?(?:options?|answer|choice|letter|statement)\b")
_NAMES_OPTION = re.compile(r"[ -](?:option|statement|answer|choice)\b")


def find_values_of(text: str, options: Sequence[str], domain: Domain) -> list[OptionReference]:
    """References by value: to an option, or to a value of the domain that is not among the options."""
    places = {option: frozenset({index}) for index, option in enumerate(options)}
    return [
        OptionReference(places.get(m.value, frozenset()), m.start, m.end, "value") for m in find_values(text, domain)
    ]


def folded(text: str) -> tuple[str, str]:
    """`text` without noise, and the same case folded, of equal length."""
    cased, lowered, _ = fold(text)
    return cased, lowered


def parts(text: str, ends: re.Pattern[str]) -> Iterator[tuple[str, str]]:
    """The parts of a text, such as its clauses, each with what ends it; nothing ends the last one.

    Example:
        >>> list(parts("no, b is", re.compile(", ")))
        [('no', ', '), ('b is', '')]
    """
    start = 0
    for match in ends.finditer(text):
        yield text[start : match.start()], match[0]
        start = match.end()
    yield text[start:], ""
