"""Tells whether a reply answers in the words of the question elsewhere than where it seems to answer.

`You learnt Basque as an adult. Your mother tongue is Maltese` gives Maltese. `You signed the lease on 12 February. I
haven't been told when you're moving` gives no date.
"""

from __future__ import annotations

import re
from collections.abc import Sequence

from regulars.rewards.assertions.abstention import abstains
from regulars.rewards.assertions.english import Assertion
from regulars.rewards.assertions.spelling_index import stem_of
from regulars.rewards.text_parts import SENTENCE_END, lowered_of, part_spans, part_start
from regulars.rewards.verdicts.evidence import (
    MOST_CLAIMS,
    NEGATED,
    SHORT,
    YOURS,
    speaks_against,
    words_around,
)
from regulars.rewards.verdicts.times.months import MONTH
from regulars.values import Domain

_COMMON = frozenset(
    {"main", "biggest", "about", "current", "currently", "usual", "favourite", "thing", "name", "called"}
    | {"date", "when", "number", "what", "does", "with", "have", "which", "where", "were", "from", "that"}
    | {"your", "much", "many", "limit", "there", "this", "like", "want", "going", "take", "last", "first"}
    | {"next", "once", "person", "people", "person's"}
)
"""Words of an attribute that stand beside values of any other as well."""


def answered_elsewhere(
    text: str, found: Sequence[Assertion], claims: Sequence[Assertion], said: str, domain: Domain
) -> str:
    """Another value that a reply gives in the attribute's own words, where it gives what seems its answer without them.

    `You learnt Basque as an adult. Your mother tongue is Maltese` answers with Maltese.

    Args:
        text: The reply.
        found: The values that it names, in text order.
        claims: Those that it asserts.
        said: What seems to be its answer.
        domain: Their domain.

    Returns:
        The value; empty if there is none, or more than one.
    """
    if len({one.value for one in found}) < 2 or not _is_beside(text, found, said, domain):
        return ""
    lowered, own = lowered_of(text), _own_words(domain)
    named = {
        one.value
        for one, words in _with_words(lowered, found)
        if one.value != said and one in claims and _is_own(words, own) and _OF_USER.search(words)
        if not (speaks_against(words, domain) or (not one.granularity and _OF_A_MONTH.search(words)))
    }
    return named.pop() if len(named) == 1 else ""


def is_unknown_beside(text: str, found: Sequence[Assertion], said: str, domain: Domain) -> bool:
    """Whether a reply names a value of another matter and says that it knows none of the one asked about.

    `You signed the lease on 12 February. I haven't been told when you're moving.` What says so names the attribute.
    """
    if not _is_beside(text, found, said, domain):
        return False
    lowered, own = lowered_of(text), _own_words(domain)
    unknown = (match[0] for match in _UNKNOWN.finditer(lowered))
    if any(_is_own(words, own) and not _SAID_SO.search(words) for words in unknown):
        return True
    first = min(one.start for one in found if one.value == said)
    begins = part_start(lowered, SENTENCE_END, first)
    behind = SENTENCE_END.search(lowered, first)
    stops = behind.start() if behind else len(lowered)
    if _OF_IT.search(lowered, begins, first) or _GUESSED.search(lowered, first, stops):
        return False
    before = (
        lowered[low:high]
        for low, high in part_spans(lowered[:begins], SENTENCE_END)
        if not any(low <= one.start < high for one in found)
    )
    return any(_is_own(words, own) and abstains(words) and not _OF_DETAILS.search(words) for words in before)


_OF_IT = re.compile(
    r"\b(?:you|u)(?:'d|'ve| had| have| did)? (?:\w+ )?(?:told|tell|said|say|mentioned|mention|named|gave|wrote)\b"
    r"|\b(?:it|that|this|they)(?:'s|'re| is| are| was| were)\b|\b(?:probably|perhaps|maybe|guess|i'd|would)\b"
    r"|\byour [*_]*$"
)
"""Before a value: it was told, is guessed, or belongs to what was just spoken of."""
_GUESSED = re.compile(r"\b(?:i(?:'d| would)|probably|perhaps|maybe|guess|suppose|presumably|likely)\b")
"""Behind a value: it is guessed."""
_OF_DETAILS = re.compile(
    r"\b(?:exact\w*|precise\w*|sure|certain|detail\w*|directly|outright|worry|problem|forget|forgot\w*|mistake|message"
    r"|list|file|else|more|further)\b"
)
"""Words of a sentence that may say less than that nothing is known."""
_UNKNOWN = re.compile(
    r"\b(?:i (?:do not|don't|can't|cannot|couldn't) (?:\w+ )?(?:know|have|say|tell|remember|see|find)"
    r"|i(?:'ve| have) (?:no|never)\b|i haven't (?:been told|got|heard)"
    r"|you(?:'ve| have)? (?:never|not|haven't|didn't|did not) (?:\w+ )?(?:told|said|tell|say|mention|mentioned|named)"
    r"|but not(?= (?:what|which|when|who|where|how)))"
    r"(?: me| us| yet| though| here| down| noted| on file)*+ "
    r"(?!(?:of )?(?:exactly|precisely|the exact|the precise|an exact|more|any other|another)\b)"
    r"(?!(?:of )?(?:the|which|what|any) (?:year|month|day|hour|time|street|branch|address|other)\b)[^.!?;:,\n]*"
)
"""Words that something is not known, and what it is."""
_SAID_SO = re.compile(r"\b(?:in so many words|outright|directly|explicitly|literally|exact\w*|precise\w*)\b")
_OF_USER = re.compile(r"\b(?:your|yours|my|mine|born)\b")
"""Words that say that an attribute is the user's own."""
_OF_A_MONTH = re.compile(rf"\b{MONTH}\b")
_LETTERS = re.compile(r"[^\W\d_]{4,}")


def _is_beside(text: str, found: Sequence[Assertion], said: str, domain: Domain) -> bool:
    """Whether a value stands in sentences of its own without the attribute's words, and does not open the reply."""
    if len(found) > MOST_CLAIMS or said not in {one.value for one in found}:
        return False
    lowered, own = lowered_of(text), _own_words(domain)
    for one, words in _with_words(lowered, found):
        is_own = _is_own(words, own) and not NEGATED.search(words)
        if one.value == said and (is_own or not _LETTERS.search(words)):
            return False
    return True


def _with_words(lowered: str, found: Sequence[Assertion]) -> list[tuple[Assertion, str]]:
    """Each value with the words around it."""
    return [(one, words_around(lowered, found, at)) for at, one in enumerate(found)]


def _own_words(domain: Domain) -> frozenset[str]:
    """The stems of the words of an attribute that stand beside no other attribute's values."""
    return frozenset(stem_of(word) for word in domain.words if len(word) > SHORT and word not in _COMMON)


def _is_own(words: str, own: frozenset[str]) -> bool:
    """Whether some words name the attribute, or say that something is the user's own."""
    return not own.isdisjoint(map(stem_of, _LETTERS.findall(words))) or YOURS.search(words) is not None
