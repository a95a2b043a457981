"""Reads lists: whether a reply that names all values of a set also lists something else, or counts more than these.

A thing that no domain knows is found by its place: an item of a list beside items that are values, or behind `and`.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from itertools import pairwise

from regulars.rewards.assertions.english import Assertion
from regulars.rewards.assertions.statuses import AssertionStatus
from regulars.rewards.verdicts.roles import ACQUAINTANCES

_NUMBERS = ("two", "three", "four", "five", "six", "seven", "eight")
_NUMBER = rf"({'|'.join(_NUMBERS)}|\d{{1,2}})"
_IN_ALL = re.compile(
    rf"\b{_NUMBER}\b(?: [a-z]+){{0,3}} (?:altogether|in all|in total|all told|so far)\b"
    rf"|\b(?:total(?: of)?|altogether|in all|makes)[: ]+{_NUMBER}\b"
    rf"|\bthe {_NUMBER}(?: \w+)? (?:that )?you (?:told|mentioned|named|gave)\b"
    rf"|\b(?:you have|you've (?:got|told me about|mentioned)|there are|i (?:know of|have|count))"
    rf" {_NUMBER}(?: [a-z]+)?:",
    re.IGNORECASE,
)
_NAME = r"(?:[^\W\d_][\w'-]*)(?: [^\W\d_][\w'-]*){0,2}"
_ITEM_BETWEEN = re.compile(
    rf"[*_]*(?: \([^()\n]{{1,40}}\))?, (?:the (?=[A-ZÀ-Þ]))?({_NAME})(?:,? (?:and|&|plus|as well as)|,) [*_]*"
)
_ITEM_BEHIND = re.compile(
    rf"[*_]*(?: \([^()\n]{{1,40}}\))?(?P<mark>, (?:and |plus |& )?|,? (?:and|plus|as well as|&) |; | ?[/+] ?)"
    rf"(?:also |a bit of |some |a little |then |finally |recently |of course |lately |about |(?:you )?get by in "
    rf"|keep up your |on \d{{1,2}} \w+ |the (?=[A-ZÀ-Þ]))*[*_]*({_NAME})[*_]*"
    rf"(?= too\b| as well\b| [-–—] | \(| noted\b| down\b| on file\b| (?:are|is|were)\b"
    rf"| on the \d|[.!;\n)…]|$| :\))",
)
_CLOSED = re.compile(r"\b(?:and|plus)\b|&")
"""Between the last two values: the list ends with the second, and a name behind it is whom the reply speaks to."""
_ITEM_BEFORE = re.compile(rf"(?:^|[:\n]\s*|\b(?:are|speak|know|have|like|love) )[*_]*({_NAME})[*_]*, [*_]*$")
_ALSO_TOLD = re.compile(
    r"[*_]*(?: [^.!?\n;,]{0,20})?[.!;,] *(?:and |but )?(?:you (?:also )?(?:took up|started|mentioned"
    r"|told me about|added"
    r"|have|said you were starting)|i (?:also )?have|and also|also|there(?:'s| is) also)(?: also| a bit of)? "
    r"([^\W\d_][\w-]{2,})(?= down\b| too\b| as well\b| for you\b| on (?:file|record)\b|[.!;\n]|$)",
    re.IGNORECASE,
)
_LINE = re.compile(
    r"^[ \t>]*(?:[-•–]|\*(?!\*)|\d{1,2}[.)]|\|)[ \t]*[*_]*([^\n|:(–—]{2,40}?)[*_]*[ \t]*(?=\(|:|\||–|—| - |$)",
    re.MULTILINE,
)
_NO_THING = frozenset(
    word
    for line in (
        "a about after again all also although an any anything around as at back because been before best both but by",
        "can chiefly could currently did do does during each either else especially even ever every everything",
        "exactly far finally first for formerly from has have he her here hers him his how however i i'd i'll i'm",
        "i've if in indeed instead is it it's its just know lastly later lately let likewise mainly many maybe me",
        "more most mostly my namely never next no nor not nothing now occasionally of often on once one only or other",
        "others our ours over perhaps please possibly presumably previously probably rather recently regularly right",
        "roughly second several shall she should since so some something sometimes soon still such sure surely than",
        "thanks that that's the their them then there there's these they thing things third this those though three",
        "through to today together too two under until up us used usually very was we well were what when where which",
        "while who why will with without would yes yet you you'd you're you've your yours respectively language",
        "languages hobby hobbies etc others cheers hope anyway actually status note total sum item items name value",
        "since date when none",
    )
    for word in line.split()
)
"""Words of which no unknown item consists; one of them makes an item no name of a thing."""
_FEWEST_LINES = 2


def counted_in(text: str) -> int:
    """How many things a reply says that it lists (`so three places altogether`); 0 if it does not say."""
    match = _IN_ALL.search(text)
    if match is None:
        return 0
    word = match[match.lastindex or 1].lower()
    return _NUMBERS.index(word) + 2 if word in _NUMBERS else int(word)


_RESULT = re.compile(
    r"(?:^|\n)[ \t*_>#-]{0,12}(?:so|result|output|answer|final|conclusion|summary|remaining|that leaves|leaves)"
    r"(?: (?:answer|list|set|result|output))?[ *_]{0,6}(?::|=|→|->)(?P<rest>[^\n]*)\s*$",
    re.IGNORECASE,
)


_LAST_LINE = 600
"""The number of characters at the end of a reply in which its result stands."""


def resulting(text: str, claims: Sequence[Assertion]) -> list[Assertion]:
    """The claims in a last line that is labelled as the result (`Output: Arturo, Anneliese`); else all claims."""
    result = _RESULT.search(text, max(len(text) - _LAST_LINE, 0))
    claims = [one for one in claims if not _is_left_to_another(text, one)]
    inside = [one for one in claims if result is not None and one.start >= result.start("rest")]
    return inside if len({one.value for one in inside}) >= _FEWEST_LINES else list(claims)


_LEAVES_OUT = re.compile(
    r"\b(?:no|not|never|without|except|leave|leaving|skip|apart from)\b[^.!?;:\n]{0,40}$|n't\b[^.!?;:\n]{0,40}$",
    re.IGNORECASE,
)
_IS_ANOTHERS = re.compile(
    r"[^.!?;:,\n]{0,24}(?:,|[ ][–—-]) ?(?:that|it|this|those|these)(?:'s| is| was| were| are| belongs? to)"
    rf"(?: only| all)? (?:your|the|a) (?:\w+ ){{0,2}}?{ACQUAINTANCES}s?(?:'s?)?(?=[\s*_]*(?:[.,;!)]|$))",
    re.IGNORECASE,
)
"""Behind a value that another person told: `no card from Lisbon for you, that was your neighbour`."""


def _is_left_to_another(text: str, one: Assertion) -> bool:
    """Whether a value is left out of a list as another person's."""
    if _IS_ANOTHERS.match(text, one.end) is None:
        return False
    return _LEAVES_OUT.search(text, max(one.start - 60, 0), one.start) is not None


_NO_MEMBER = frozenset(
    {"rest", "lot", "latter", "former", "whole", "usual", "best", "same", "three", "four", "five", "six", "end", "list"}
    | {"answer", "ones", "moment", "future", "past", "newest", "latest", "oldest", "fourth", "fifth", "sixth"}
)
"""Words behind an article that name no member of a set."""


def is_no_thing(words: str) -> bool:
    """Whether the words of an item, without a leading article, hold one of which no name of a thing consists.

    Example:
        >>> is_no_thing("other one"), is_no_thing("tin whistle")
        (True, False)
    """
    some = words.casefold().removeprefix("the ").split()
    return not some or any(word.strip("'-") in _NO_THING or word in _NO_MEMBER or "'" in word for word in some)


def lists_unknown(text: str, found: Sequence[Assertion]) -> bool:
    """Whether a list of a reply's values holds an item that is none of them."""
    listed = [one for one in found if one.status is AssertionStatus.CURRENT]
    if len(listed) < _FEWEST_LINES:
        return False
    if _has_unknown_line(text, found):
        return True
    spans = [(one.start, one.end) for one in found]
    for one, following in pairwise(listed):
        between = _ITEM_BETWEEN.fullmatch(text, one.end, following.start)
        if between is not None and _is_thing(between, text, spans):
            return True
    first = _ITEM_BEFORE.search(text, max(listed[0].start - 60, 0), listed[0].start)
    behind = _ITEM_BEHIND.match(text, listed[-1].end)
    also = _ALSO_TOLD.match(text, listed[-1].end)
    if behind is not None and behind["mark"] == ", " and _CLOSED.search(text, listed[-2].end, listed[-1].start):
        behind = None
    return any(match is not None and _is_thing(match, text, spans) for match in (first, behind, also))


def _has_unknown_line(text: str, found: Sequence[Assertion]) -> bool:
    """Whether some lines of a list begin with values and one with another short name."""
    spans = [(one.start, one.end) for one in found]
    lines = list(_LINE.finditer(text))
    known = [line for line in lines if any(line.start(1) <= low < line.end() for low, _ in spans)]
    if len(known) < _FEWEST_LINES:
        return False
    last = lines.index(known[-1])
    near = lines[lines.index(known[0]) : last + 2]
    return any(line not in known and _is_thing(line, text, spans) for line in near)


def _is_thing(match: re.Match[str], text: str, spans: Sequence[tuple[int, int]]) -> bool:
    """Whether an item, the last group of a match, may be the name of a thing and is none of the values."""
    at = match.lastindex or 1
    words = match[at].replace("*", "").replace("_", " ").strip().casefold().split()
    if not words or len(words) > 3 or any(word.strip("'-") in _NO_THING or "'" in word for word in words):
        return False
    if any(low < match.end(at) and match.start(at) < high for low, high in spans):
        return False
    return not set(match[at]) <= set("-| ")
