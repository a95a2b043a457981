"""Finds the total of a story of payments or of an enumeration: the last running total, a boxed result, the last item.

`300 at first, then 475 (775), then 200 (975), and with the last 350 the fund stands at 1,325`: 1,325 is the total.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from decimal import Decimal

from regulars.values import Mention

_BOXED = re.compile(r"\\boxed\s*\{([^{}\n]*(?:\{[^{}\n]*\}[^{}\n]*)?)\}")
_FEWEST_ADDENDS = 2
_MOST_NUMBERS = 60
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

    Every number is a payment, or the sum of the payments so far: `300, 475 (775), 200 (975): 975 now`.
    """
    if not _FEWEST_ADDENDS < len(mentions) <= _MOST_NUMBERS:
        return None
    total, addends, is_total, ends_with = Decimal(0), 0, False, None
    for one in mentions:
        value = Decimal(one.value)
        is_total = addends >= _FEWEST_ADDENDS and value == total
        if is_total:
            ends_with = one if ends_with is None or ends_with.value != one.value else ends_with
        else:
            total, addends = total + value, addends + 1
    return ends_with if is_total else None


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
