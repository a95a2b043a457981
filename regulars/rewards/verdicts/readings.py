"""Keeps what the last replies assert: a step may judge one reply several times, with and without its answer."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import replace

from regulars.rewards.assertions.english import Assertion, assertions
from regulars.values import Domain, Mention

_KEPT = 8
"""The number of domains whose last reply is kept."""

_LONGEST = 100_000
"""The greatest number of characters of a reply that is kept."""

LONGEST_TO_SEARCH = 2000
"""The most characters of a reply that is searched for words of not knowing: a longer one says it in many words."""

_last: dict[int, tuple[Domain, str, tuple[Assertion, ...]]] = {}


def read_assertions(text: str, domain: Domain) -> list[Assertion]:
    """What `text` asserts about the values of `domain`; see `assertions`.

    Kept by the identity of the domain; the cache holds the domain, so its id cannot be reused.
    """
    if len(text) > _LONGEST:
        return list(assertions(text, domain))
    kept = _last.get(id(domain))
    if kept is None or kept[1] != text:
        if len(_last) >= _KEPT:
            _last.clear()
        kept = _last[id(domain)] = domain, text, tuple(assertions(text, domain))
    return list(kept[2])


_avoided: dict[int, tuple[Domain, Domain]] = {}


def read_avoided(text: str, domain: Domain) -> list[Assertion]:
    """What `text` asserts about values of `domain` as things to avoid: `no halva, please` names halva as one."""
    kept = _avoided.get(id(domain))
    if kept is None:
        if len(_avoided) >= _KEPT:
            _avoided.clear()
        kept = _avoided[id(domain)] = domain, replace(domain, name=f"{domain.name}_limit")
    return read_assertions(text, kept[1])


def values_of(found: Iterable[Assertion | Mention]) -> tuple[str, ...]:
    """The values that some mentions name, each once, in their order."""
    return tuple(dict.fromkeys(one.value for one in found))
