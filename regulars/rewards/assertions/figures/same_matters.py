"""Nouns of attributes with numbers and dates, and which of them mean the same: `wedding` and `marriage`."""

from __future__ import annotations

from collections.abc import Collection

_MATTERS = tuple(
    frozenset(line.split())
    for line in """
salary wage wages pay income earnings
rent
mortgage loan debt
deposit
pension
pulse heartbeat
weight
height
age
budget
fine fee
savings
insurance premium policy
electricity heating gas
commute
guest guests people feed feeding seated
wedding married marry marriage
birthday birth born
anniversary
exam examination test licence license
race marathon run running distance
surgery operation
move moving moved removal relocation
trip flight holiday holidays vacation journey travel honeymoon
lease tenancy rental
warranty guarantee
interview
graduation
deadline project thesis due submission application paper essay
jab vaccination injection shot
""".strip().splitlines()
)


def same_matters(words: Collection[str]) -> frozenset[str]:
    """The nouns that mean the same as one of these words, with the word itself; empty if all are unknown.

    Example:
        >>> sorted(same_matters({"surgery"})), sorted(same_matters({"colour"}))
        (['operation', 'surgery'], [])
    """
    return frozenset().union(*(same for same in _MATTERS if not same.isdisjoint(words)))
