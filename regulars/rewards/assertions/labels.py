"""Reads labelled lines in lists and tables: leaves out values behind the label of another attribute."""

from __future__ import annotations

import re
from bisect import bisect_left

from regulars.rewards.assertions.body import table_rows
from regulars.values import Mention

_LABELLED = re.compile(r"^[\s>*•|_-]*(?:\d{1,2}[.)]\s+)?[^:|\n]{1,40}?[*_ \t]*[:|][*_ \t]*", re.MULTILINE)
_WORD = re.compile(r"[^\W\d_]+")
TIMES = frozenset(
    {"previous", "previously", "former", "formerly", "old", "earlier", "before", "until", "new", "now", "current"}
    | {"currently", "since", "then", "today", "present", "correction", "update", "updated", "answer", "value"}
)
"""Words of a label that say when, or nothing about the attribute."""


def without_other_labels(lowered: str, mentions: list[Mention], name: str) -> list[Mention]:
    """Leaves out values behind other labels, if a line is labelled with the attribute itself.

    Args:
        lowered: Case-folded text.
        mentions: The values found in it.
        name: The attribute's name, words joined by `_`.

    Returns:
        The remaining mentions: for `monthly_rent`, `Rent: 1,250 euros` and not `Food: 400 euros` below it.
    """
    if "\n" not in lowered or len(mentions) < 2:
        return mentions
    wanted = {word for word in name.casefold().split("_") if len(word) > 2}
    mentions = _of_own_columns(lowered, mentions, wanted)
    if ":" not in lowered and "|" not in lowered:
        return mentions
    others: list[tuple[int, int]] = []
    is_labelled = False
    starts = [mention.start for mention in mentions]
    for match in _LABELLED.finditer(lowered):
        words = set(_WORD.findall(match[0]))
        line_end = lowered.find("\n", match.end())
        line_end = line_end if line_end >= 0 else len(lowered)
        if words & wanted:
            at = bisect_left(starts, match.end())
            is_labelled = is_labelled or (at < len(starts) and starts[at] < line_end)
        elif not words & TIMES:
            others.append((match.end(), line_end))
    if not is_labelled:
        return mentions
    return [m for m in mentions if not any(start <= m.start < end for start, end in others)]


def _of_own_columns(lowered: str, mentions: list[Mention], wanted: set[str]) -> list[Mention]:
    """Leaves out a row's values in other columns where a column headed with the attribute itself has one."""
    rows = table_rows(lowered)
    if not rows:
        return mentions
    starts = [mention.start for mention in mentions]
    others: set[int] = set()
    for row in rows:
        own = {at for at, head in enumerate(row.heads) if wanted & set(_WORD.findall(head))}
        inside = starts[bisect_left(starts, row.start) : bisect_left(starts, row.end)]
        if own and any(row.cell_at(start) in own for start in inside):
            others.update(start for start in inside if row.cell_at(start) not in own)
    return [mention for mention in mentions if mention.start not in others]
