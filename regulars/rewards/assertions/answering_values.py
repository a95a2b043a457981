"""Finds the values that a reply may answer with, before the words around them are read.

It reads misspelt names, amounts that are calculated and dates in fields, and leaves out values of other labels, amounts
that only lead to the answer, and dates on which something was told.
"""

from __future__ import annotations

import re
from operator import attrgetter

from regulars.chinese_text import is_chinese
from regulars.rewards.assertions.amounts import answering_amounts
from regulars.rewards.assertions.chinese import without_chinese_disclosure_dates
from regulars.rewards.assertions.figures.date_fields import with_fields
from regulars.rewards.assertions.figures.one_for_each import with_one_for_each
from regulars.rewards.assertions.labels import without_other_labels
from regulars.rewards.assertions.matters import with_settled_order, without_disclosure_dates
from regulars.rewards.assertions.spellings import with_other_spellings
from regulars.values import Domain, Mention, ValueType, find_ambiguous_dates, find_other_dates, find_values

_APART = re.compile(r"[a-z]{3}[.!?]\s+[A-Z]")
"""The end of a sentence: `something in charcoal. Tweed or velvet` names no charcoal tweed."""


def answering_values(clean: str, lowered: str, domain: Domain) -> list[Mention]:
    """The values of `domain` that a reply may answer with, in text order.

    Args:
        clean: The reply, folded to plain characters.
        lowered: The same in lower case.
        domain: The domain.
    """
    chinese = is_chinese(clean)
    mentions = [one for one in find_values(clean, domain) if not _APART.search(clean, one.start, one.end)]
    if domain.type is ValueType.DATE:
        mentions = _answering_dates(clean, lowered, mentions, domain, chinese)
    elif domain.type is ValueType.NUMBER and not chinese:
        mentions = answering_amounts(lowered, with_one_for_each(lowered, mentions, domain), domain)
    elif domain.type is ValueType.TERM and not chinese:
        mentions = with_other_spellings(clean, lowered, mentions, domain)
    return without_other_labels(lowered, mentions, domain.name)


def _answering_dates(clean: str, lowered: str, mentions: list[Mention], domain: Domain, chinese: bool) -> list[Mention]:
    if chinese:
        return without_chinese_disclosure_dates(lowered, mentions)
    dates = sorted([*find_other_dates(clean, mentions), *find_ambiguous_dates(clean)], key=attrgetter("start"))
    dates = with_settled_order(lowered, with_fields(lowered, dates))
    return without_disclosure_dates(lowered, dates, domain.words) if dates else []
