"""Finds values that a reply misspells by one edit, or names by half of their name.

`Toshiba satelite` is `Toshiba Satellite`: a spelling of six letters or more may be off by one letter, left out, added,
changed or swapped with its neighbour, unless that makes it as near to another value. A name that a reply cuts short
(`Toshiba`, `the parquet`) counts where no value is named in full, if only one value has that word.
`Ground that is muddy` is `muddy ground`: all words of a value that stand close together name it, in any order and
inflection.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from functools import lru_cache
from operator import attrgetter

from regulars.rewards.american_spelling import find_american
from regulars.rewards.assertions.limits.aversions import is_averse
from regulars.rewards.assertions.limits.faults import find_faults
from regulars.rewards.assertions.spelling_index import (
    HEAD,
    LEAST_PART,
    RUN,
    TAIL,
    spelling_index,
    stem_of,
)
from regulars.rewards.edits import is_one_edit
from regulars.values import Domain, Mention, fold

_MOST_CHARACTERS = 20_000
"""Longer replies are read as they are spelled."""
_FEW = 3
"""The number of words of a reply that is hardly more than a name."""
_LEADS_PART = re.compile(r"(?:\b(?:the|your|my|that|this|a|an|his|her|our|their)\s|[*_\"'])[*_\"']*$")
_FEWEST_STEMS = 2
"""The number of stems by which a value is recognised."""
_WORDS_BETWEEN = 4
"""The most words between those of a value."""
_ALONE_BEFORE = re.compile(
    r"(?:(?:^|[.!?…\n])[\s*_\"'>-]*"
    r"|\b(?:make|cook|serve|prepare|order|choose|pick|recommend|suggest|(?:go|going) (?:for|with)) [*_]*)$"
)
_ALONE_BEHIND = re.compile(r"[*_]*(?:[!.…,;:—–]|$)")
"""Around the last word of a name: it makes up a clause, or ends one that chooses it."""
_SENTENCE_END = re.compile(r"[.!?;\n]")


def with_other_spellings(clean: str, lowered: str, mentions: Sequence[Mention], domain: Domain) -> list[Mention]:
    """The mentions of a text with the values that it misspells, names in other words, in part, or by their followers.

    Args:
        clean: The text, folded to plain characters.
        lowered: The same in lower case.
        mentions: The values that it spells rightly.
        domain: A domain of terms.
    """
    found = _in_order(mentions, find_american(lowered, mentions, domain))
    found = _in_order(found, find_misspelt(lowered, found, domain))
    found = _in_order(found, find_scattered(lowered, found, domain))
    found = _in_order(found, find_faults(lowered, found, domain)) or find_parts(clean, domain)
    if found:
        found = _in_order(found, find_heads(clean, lowered, found, domain))
    taken = {mention.start for mention in found}
    return _in_order(found, [one for one in find_adherents(lowered, domain) if one.start not in taken])


def _in_order(mentions: Sequence[Mention], others: Sequence[Mention]) -> list[Mention]:
    return sorted([*mentions, *others], key=attrgetter("start"))


def find_misspelt(lowered: str, mentions: Sequence[Mention], domain: Domain) -> list[Mention]:
    """The values of `domain` that `lowered` misspells by one edit, outside the values it names.

    Args:
        lowered: Case-folded text.
        mentions: The values that it spells rightly.
        domain: A domain of terms.
    """
    if len(lowered) > _MOST_CHARACTERS:
        return []
    known = spelling_index(domain)
    runs = _runs(lowered)
    found: list[Mention] = []
    taken = [(mention.start, mention.end) for mention in mentions]
    for at, (first, start) in enumerate(runs):
        if first[0] not in known.firsts:
            continue
        for count in known.counts:
            if at + count > len(runs):
                continue
            last, since = runs[at + count - 1]
            end = since + len(last)
            if end - start - count not in known.lengths:
                continue
            words = first if count == 1 else " ".join([word for word, _ in runs[at : at + count]])
            size = len(words)
            head, tail = (size, words[:HEAD]), (size, words[-TAIL:])
            if head not in known.ends and tail not in known.ends:
                continue
            if any(low < end and start < high for low, high in taken):
                continue
            value = _nearest(words, [*known.ends.get(head, ()), *known.ends.get(tail, ())])
            if value:
                found.append(Mention(value, start, end))
                taken.append((start, end))
                break
    return found


def find_parts(cased: str, domain: Domain) -> list[Mention]:
    """The values of `domain` that `cased` names by one word of several, which no other value has.

    Proper names need their capital, other words an article before them, unless the text is hardly more than the word.
    """
    if len(cased) > _MOST_CHARACTERS:
        return []
    known = spelling_index(domain)
    if not known.parts:
        return []
    runs = _runs(cased)
    is_short = len(runs) <= _FEW
    found: list[Mention] = []
    for written, start in runs:
        word = written.casefold()
        value = known.parts.get(word) or known.parts.get(f"{word}s", "") if len(word) >= LEAST_PART else ""
        if not value:
            continue
        is_name = value[:1].isupper()
        if is_name and _names_another(cased, start, start + len(written), value, domain):
            continue
        since = max(start - 40, 0)
        stands_out = written[0].isupper() if is_name else _LEADS_PART.search(cased, since, start) is not None
        stands_out = stands_out or (not is_name and _is_served(cased, start, start + len(written), value))
        may_differ = not is_name and not is_averse(domain.name)
        if stands_out or (is_short and not (may_differ and is_of_another_kind(cased, start, value))):
            found.append(Mention(value, start, start + len(written)))
    return found


def _is_served(cased: str, start: int, end: int, value: str) -> bool:
    """Whether the last word of a name ends a clause that it makes up (`Fondue! ...`) or that chooses it."""
    if not fold(value)[1].endswith(cased[start:end].casefold()) or not _ALONE_BEHIND.match(cased, end):
        return False
    return _ALONE_BEFORE.search(cased, max(start - 40, 0), start) is not None


_WORD_BEFORE = re.compile(r"([^\W\d_]{3,}) [*_\"']*$")
_NO_KIND = frozenset(
    {"the", "your", "you", "use", "using", "with", "just", "only", "some", "those", "these", "that", "this", "them"}
    | {"and", "for", "try", "yes", "sure", "both", "any", "definitely"}
)
"""Words before the last word of a name that make it no other thing."""


def is_of_another_kind(cased: str, start: int, value: str) -> bool:
    """Whether the word before the last word of a value makes it another thing: `foam earplugs` for `wax earplugs`."""
    before = _WORD_BEFORE.search(cased, max(start - 40, 0), start)
    word = before[1].casefold() if before is not None else ""
    return bool(word) and word not in _NO_KIND and word not in fold(value)[1]


def find_heads(cased: str, lowered: str, mentions: Sequence[Mention], domain: Domain) -> list[Mention]:
    """The values that the last word of their name stands for at the end of a clause: `I went with the leaflets`.

    It tells the value from all others of `domain`, or from those that `mentions` name before.
    """
    heads = list(_HEAD_WORD.finditer(lowered)) if "the " in lowered else []
    if not heads:
        return []
    named = {mention.value for mention in mentions}
    parts = {one.start: one.value for one in find_parts(cased, domain)}
    found = []
    for match in heads:
        start, end = match.span("word")
        ends = [value for value in named if len(named) > 1 and fold(value)[1].endswith(f" {match['word']}")]
        value = ends[0] if len(ends) == 1 and mentions[0].start < start else parts.get(start, "")
        is_listed = _JOINED_BEFORE.search(lowered, max(start - 40, 0), match.start()) is not None
        if is_listed and not any(one.end == match.start() - 5 for one in mentions):
            continue
        if fold(value)[1].endswith(match["word"]) and not any(one.start < end and start < one.end for one in mentions):
            found.append(Mention(value, start, end))
    return found


_HEAD_WORD = re.compile(r"\bthe [*_]*(?P<word>[a-z]{4,})(?=[*_]*(?:[!.…,;:—–]|$))")
_JOINED_BEFORE = re.compile(r"\bthe [*_]*[a-z]+[*_]* and $")
"""Before a head: several things follow (`the handles and the lids`), and none has to be a value."""
_NAMED_ON = re.compile(r"(?:[ ]|[*_]*\n[\s>*_-]*[A-Za-z ]{2,20}[*_]*:[\s*_]*)([A-Z][\w-]{2,})")
"""Behind a part of a name: another name, in the same words or in the next labelled line."""
_NAMED_BEFORE = re.compile(r"[\w,:*_\"'] [*_\"']*([A-Z][\w-]{2,}) $")


def _names_another(cased: str, start: int, end: int, value: str, domain: Domain) -> bool:
    """Whether the word beside a part of a name belongs to another name: `Nissan Juke` is not `Nissan Leaf`."""
    own = {*RUN.findall(fold(value)[1]), *_about(domain)}
    behind = _NAMED_ON.match(cased, end)
    before = _NAMED_BEFORE.search(cased, max(start - 40, 0), start)
    return any(one is not None and one[1] not in _NO_NAMES and one[1].casefold() not in own for one in (behind, before))


def find_scattered(lowered: str, mentions: Sequence[Mention], domain: Domain) -> list[Mention]:
    """The values of several words that `lowered` names in another order or inflection, and not in `mentions`."""
    if len(lowered) > _MOST_CHARACTERS:
        return []
    known = spelling_index(domain)
    runs = _runs(lowered)
    begins = known.openings
    stems = [
        stem_of(word) if word[:3] in begins or word[:2] in begins or word[:1] in begins else "" for word, _ in runs
    ]
    if len(set(stems)) < _FEWEST_STEMS:
        return []
    named = {mention.value for mention in mentions}
    taken = [(mention.start, mention.end) for mention in mentions]
    found: list[Mention] = []
    for at, stem in enumerate(stems):
        for value, wanted in known.stems.get(stem, ()):
            if value in named:
                continue
            near = stems[at : at + len(wanted) + _WORDS_BETWEEN]
            if not wanted.issubset(near):
                continue
            last = at + max(near.index(one) for one in wanted)
            start, end = runs[at][1], runs[last][1] + len(runs[last][0])
            is_apart = _SENTENCE_END.search(lowered, start, end) is not None
            if is_apart or any(low < end and start < high for low, high in taken):
                continue
            named.add(value)
            found.append(Mention(value, start, end))
            taken.append((start, end))
    return found


@lru_cache(maxsize=4)
def _runs(text: str) -> tuple[tuple[str, int], ...]:
    """The runs of letters in `text` and where they start; kept for the last texts, each of which is searched twice."""
    return tuple([(run[0], run.start()) for run in RUN.finditer(text)])


def find_rival(cased: str, mentions: Sequence[Mention], domain: Domain) -> int:
    """Where `cased` says that a proper name outside `domain` holds in place of the values before; -1 if nowhere.

    Only in a domain of proper names, and only in words of contrast or change: `but now it's Fidor`, `yours is Fidor`.
    """
    if len(cased) > _MOST_CHARACTERS or not spelling_index(domain).has_names:
        return -1
    cased = cased.replace("’", "'")
    if not any(_may_be_rival(name[1], name.start(1), mentions, domain) for name in _NAME.finditer(cased)):
        return -1
    for match in _RIVAL.finditer(cased):
        start, end = match.span("name")
        name = match["name"].casefold()
        if _STATES.match(match[0]) or _LIES_IN.match(match[0]) or _is_town(match, cased, mentions, domain):
            continue
        if _GIVES_REASON.search(cased, max(start - _REASON_WITHIN, 0), start):
            continue
        if name in _about(domain) or name in spelling_index(domain).words:
            continue
        is_value = any(mention.start < end and start < mention.end for mention in mentions)
        about = match["about"]
        if not is_value and match["name"] not in _NO_NAMES and (about is None or about.casefold() in _about(domain)):
            return start
    return -1


def has_proper_names(domain: Domain) -> bool:
    """Whether most values of `domain` are proper names."""
    return spelling_index(domain).has_names


def may_be_name(name: str, domain: Domain) -> bool:
    """Whether a capitalised word may name something that `domain` does not list."""
    return _may_be_rival(name, 0, (), domain)


_GIVES_REASON = re.compile(
    r"\b(?:because|since(?= (?:you|it|that|your|the)\b)"
    r"|as(?= (?:you|it|that|your|the)\b)(?! you(?:'ve| have)? (?:mention|said|say|told|not|wrote|put it|know))"
    r"|given that|now that|seeing that|considering(?: that)?)\b[^.;!?\n]*$",
    re.IGNORECASE,
)
"""Before a name: it gives the reason of what was said (`Poland, since you moved to Kraków`) and replaces nothing."""
_REASON_WITHIN = 60
_STATES = re.compile(r"[.:]\s+you(?:'re| are| live)\b(?! now\b)", re.IGNORECASE)
"""A sentence that sets nothing against the one before: `Poland. You live in Kraków.`"""


_LIES_IN = re.compile(r"[.:,;—–]\s+(?:and )?(?:it|that)(?:'s| is)(?: \w+ly)? in\s", re.IGNORECASE)
"""Words that tell where a place lies, and name no other one: `Larnaca. It's in Cyprus.`"""
_MOVED = re.compile(r"\b(?:move|live|settle|relocate|go(?:ne)? to|went)", re.IGNORECASE)
_AFTER_IT = re.compile(
    r"\b(?:but|yet|however|though|now|today|since|later|then|afterwards|instead|currently|no|not|left|leaving|again)\b",
    re.IGNORECASE,
)


def _is_town(rival: re.Match[str], cased: str, mentions: Sequence[Mention], domain: Domain) -> bool:
    """Whether a name is the town of a country named in a sentence before (`Poland. You moved to Kraków.`)."""
    if "country" not in domain.words or not _MOVED.search(rival[0]):
        return False
    behind = max((one.end for one in mentions if one.end <= rival.start("name")), default=-1)
    ends = _SENTENCE_END.search(cased, behind, rival.start("name")) if behind >= 0 else None
    return ends is not None and not _AFTER_IT.search(cased, ends.end(), rival.start("name"))


def _may_be_rival(name: str, start: int, mentions: Sequence[Mention], domain: Domain) -> bool:
    """Whether a name is no value of `domain` and no word of its attribute."""
    if name in _NO_NAMES or name.casefold() in spelling_index(domain).words or name.casefold() in _about(domain):
        return False
    return not any(mention.start < start + len(name) and start < mention.end for mention in mentions)


_NO_NAMES = frozenset(
    {"I", "I'm", "I'd", "I've", "I'll", "OK", "The", "A", "An", "Christmas", "Easter", "English", "German", "French"}
    | {"January", "February", "March", "April", "May", "June", "July", "August", "September", "October", "November"}
    | {"December", "Monday", "Tuesday", "Wednesday", "Thursday", "Friday", "Saturday", "Sunday"}
)
"""Capitalised words that name no value."""
_NAME = re.compile(r"(?:[^\W_]|[:,→>])[\s*_\"']*(?=([A-Z][\w'-]+))")
"""A name, and the last sign of the words before it that `_RIVAL` asks for: never a full stop."""
_RIVAL = re.compile(
    r"\b(?i:(?:(?:but|yet|however|and|so|now|today|these days|since then|nowadays|currently|at present|instead"
    r"|[—–;:,.])[\s,]+"
    r"(?:now |since (?!(?:you|it|that)\b)|today |later |then |these days |has since )*"
    r"(?:it(?:'s| is| has been)|that(?:'s| is)|(?:i have|i've got|my notes (?:have|say))"
    r"|you(?: said| told me| named)(?: that)?(?: it(?:'s| is)| you're)?|after (?:it|that) you opened \w+ \w+"
    r"|you(?:'re| are)|you(?:'ve| have)? (?:\w+ )?(?:bank|live|share|went|go|gone|switched|moved|settled"
    r"|chose|chosen|picked|opted|changed|joined|took|bought|own|drive|use|have|opened \w+ \w+)"
    r"|i(?:'ve)? (?:went|chose|picked|settled|changed|voted|opted|decided|suggested|(?:gave|cast)[^.!?;,\n]{1,28} vote)"
    r"|(?:i'd |i'll |you should |just |simply )?(?:put(?: down)?|enter|note down|go (?:for|with)))"
    r"|(?:yours|your own|the one (?:that belongs to you|you (?:use|have|own|chose)|of yours)) (?:is|was|:)"
    r"|(?:your|the|my)(?: own| current| new| present)* (?P<about>\w+)(?:'s|(?: now)? (?:is|reads|says))"
    r"|(?:switched|moved|changed|corrected|updated|amended|gone|over) to|in favou?r of|replaced (?:by|with)"
    r"|from now on,?|(?:who|that|which)(?:'s| is| are)?(?: \w+){0,5} (?:now|today|these days|currently) is"
    r"|(?:so|therefore|thus|hence),? (?:i'd |i would |you should |let's |just |please )?"
    r"(?:put|write|enter|note|fill in|go with|take)(?: down)?"
    r"|(?:now|new|current(?:ly)?|today)(?: \w+)?:|(?:but|what) you (?:use|have|chose|said) is|→|->)"
    r"[\s*_\"']*(?:(?:now|still|since|been|at|with|in|on|for|to|as|an?|the|your|account|called|named)\s+)*)[*_\"']*"
    r"(?P<name>[A-Z][\w'-]+)",
)


def _about(domain: Domain) -> frozenset[str]:
    return domain.words | {"entry", "answer", "one"}


def _nearest(words: str, near: Sequence[tuple[str, str]]) -> str:
    values = {value for spelling, value in near if is_one_edit(words, spelling)}
    return values.pop() if len(values) == 1 else ""


def find_adherents(lowered: str, domain: Domain) -> list[Mention]:
    """The beliefs among the values of `domain` that `lowered` names by their followers (`you're a Sikh`)."""
    known = spelling_index(domain)
    if known.followers is None:
        return []
    return [Mention(known.beliefs[one[0]], *one.span()) for one in known.followers.finditer(lowered)]
