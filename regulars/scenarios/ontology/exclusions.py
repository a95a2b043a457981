"""Pairs of options of which a told limit allows one, and a limit that could as well have been told the other.

Public knowledge of the ontology rules out no option of such a pair: as often as one value of the limit makes the first
option right, another value makes the second one right. So only a memory of the limit decides. An option that is in
doubt under one of the two values is not offered.

The other value is drawn as a step of a Metropolis walk with a uniform limit: one that has more alternatives is refused
now and then. So each pair of values is drawn as often from its one end as from the other.
"""

from __future__ import annotations

from collections.abc import Collection, Sequence
from functools import lru_cache

from regulars.scenarios.ontology.attribute import Attribute
from regulars.seeding import Draws, SeedTree

NEAR = 1
"""Greatest difference between the numbers of options that two rival values rule out."""


def rivals(limit: Attribute, choice: Attribute, value: str) -> list[str]:
    """The values of `limit` that allow an option which `value` rules out, and rule out one which `value` allows.

    They rule out about as many options as `value`, since lives are planned around values that rule out many.

    Args:
        limit: The attribute whose values rule out options.
        choice: The attribute of the options.
        value: The value that holds.
    """
    return list(_rivals(limit, choice, value))


@lru_cache(maxsize=2048)  # about as many as the built-in limits have; lives ask for them again and again
def _rivals(limit: Attribute, choice: Attribute, value: str) -> tuple[str, ...]:
    out = _ruled_out(limit, choice, value)
    others = {other: _ruled_out(limit, choice, other) for other in limit.grid() if other != value}
    near = {other: rest for other, rest in others.items() if abs(len(out) - len(rest)) <= NEAR}
    unfit = limit.unfit(choice.name, value)
    return tuple(other for other, rest in near.items() if rest - unfit and out - limit.unfit(choice.name, other))


def even_pair(
    limit: Attribute,
    choice: Attribute,
    value: str,
    draws: Draws,
    hand: Collection[str] = (),
    barred: Collection[str] = (),
) -> tuple[str, str] | None:
    """An option that `value` allows and one that it rules out, with the reverse under another value of the limit.

    Args:
        limit: The attribute whose values rule out options.
        choice: The attribute of the options.
        value: The value of the limit that holds.
        draws: Decide the other value and the options.
        hand: Options that are preferred as the allowed one.
        barred: Options that other facts rule out, so that they are never the allowed one.

    Returns:
        The allowed option and the one ruled out; None if no such pair exists, or the drawn value is refused.
    """
    others = rivals(limit, choice, value)
    if not others:
        return None
    other = draws.choice(others)
    if draws.uniform() * len(rivals(limit, choice, other)) >= len(others):
        return None
    out, rest = (_ruled_out(limit, choice, one) for one in (value, other))
    rest, out = rest - limit.unfit(choice.name, value), out - limit.unfit(choice.name, other)
    allowed = [option for option in choice.grid() if option in rest and option not in barred]
    if not allowed:
        return None
    return draws.choice(_preferred(allowed, hand)), draws.choice([one for one in choice.grid() if one in out])


def recommendation(
    fact: str, limit: Attribute, choice: Attribute, value: str, unfit: Collection[str]
) -> tuple[str, str] | None:
    """The pair of options for a recommendation to a person, the same in the plan, in the checks and when it is asked.

    Args:
        fact: The id of the fact that told the limit. No seat sees it, so nobody can draw the pair again.
        limit: The attribute whose values rule out options.
        choice: The attribute of the options.
        value: The value of the limit that was told.
        unfit: Options that anything told rules out or puts in doubt.
    """
    draws = SeedTree(0).draws("recommendation", fact, limit.name, choice.name, value)
    return even_pair(limit, choice, value, draws, barred=unfit)


def _preferred(options: Sequence[str], hand: Collection[str]) -> Sequence[str]:
    return [option for option in options if option in hand] or options


def _ruled_out(limit: Attribute, choice: Attribute, value: str) -> set[str]:
    """The options that a value of the limit rules out."""
    return set(limit.excludes[choice.name].get(value, ())) & set(choice.grid())
