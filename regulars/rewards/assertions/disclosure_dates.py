"""Finds dates that say when something was disclosed: `on 3 March you told me that ...`."""

from __future__ import annotations

import re

from regulars.values import Mention

_TOLD_WHEN = re.compile(
    r"(?:\b(?:told|mentioned|said|wrote|talked|spoke|noted|shared|updated|asked|corrected|conversation|session|chat"
    r"|message|letter|mail|email|note|call|dated)\b"
    r"(?:\s+(?:me|us|this|it|so|about|last|back|again)){0,3}\s+(?:on|in|of|from|dated)|\bas of|\bdated)\s+$"
)
_TOLD_THEN = re.compile(
    r"\s*,?\s*(?:you|we|i)\s+(?:had\s+|first\s+|also\s+)?"
    r"(?:told|mentioned|said|wrote|talked|spoke|noted|shared|discussed|asked|let me know)\b"
)
_STAMP = re.compile(r"[t\s]\d\d:\d\d[^\]]{0,12}\]")
_LEAD = 60
"""The number of characters before a date that show what it dates."""


def without_disclosure_dates(lowered: str, mentions: list[Mention]) -> list[Mention]:
    """Leaves out the dates of disclosures, as long as another date remains; always leaves out time stamps of turns."""
    kept = [
        mention
        for mention in mentions
        if not (
            (lowered[mention.start - 1 : mention.start] == "[" and _STAMP.match(lowered, mention.end))
            or _TOLD_WHEN.search(lowered, max(mention.start - _LEAD, 0), mention.start)
            or _TOLD_THEN.match(lowered, mention.end)
        )
    ]
    return kept or [m for m in mentions if lowered[m.start - 1 : m.start] != "["]
