"""Which lettered option a reply means by what it says of time, where the options are histories or things of a time.

Three kinds of options are read: histories (`It went Oslo, then Bergen.`), statements of what holds (`My city is
Oslo.`), of which the present one is asked for, and things that were told (`My city: Oslo.`), of which the one is asked
for that was told first. The order in which a reply names things is not taken for their order in time where its words
tell otherwise.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass
from enum import Enum, auto
from functools import lru_cache
from itertools import pairwise, permutations

from regulars.number_text import canonical_number
from regulars.rewards.choices.option_groups import OTHER
from regulars.rewards.choices.option_words import option_words
from regulars.rewards.choices.options import START, folded
from regulars.rewards.choices.times.figures_in_time import FIGURE
from regulars.rewards.choices.times.stated_now import stated_now
from regulars.rewards.choices.times.time_statements import NamedOption
from regulars.rewards.choices.times.time_words import When
from regulars.rewards.choices.times.told_times import ToldTimes, read_times

_CHAIN = re.compile(r"it went (?P<things>.+)")
_THEN = re.compile(r",? then ")
_TOLD = re.compile(r"my (?P<label>[^:]+): (?P<thing>.+)|(?P<told>.+) \(that's my (?P<its>[^)]+)\)")
_HOLDS = re.compile(r"\b(?:is|are|it's)\b")
_OWN = re.compile(r"\bmy\b")
_LONGEST_THING = 5
"""The number of words that a thing has at most."""
_MOST_THINGS = 6
"""The number of things up to which all of their orders are tried."""
_OF_LABELS = re.compile(
    r"\b(?:favou?rite|usual|current|next|big|new|old|latest|first|last|weekly|monthly|yearly|main|own|in|the|of|for)\b"
)
"""Words of a label that say nothing of the thing."""
_OTHER_LABELS = {
    "job": "work profession occupation employer", "employer": "work company workplace job",
    "birthplace": "born birth", "workout": "exercise fit train", "adviser": "taxes", "dentist": "teeth",
    "salary": "earn", "street": "address", "diet": "eat", "faith": "religion believe", "car": "drive",
}  # fmt: skip
"""Other words for a label."""


class _Kind(Enum):
    """What the options are about."""

    HISTORY = auto()
    LATEST = auto()
    TOLD_FIRST = auto()


@dataclass(frozen=True, slots=True)
class _Timed:
    """Options about time: their kind, the things they are about, and for each option its things in order."""

    kind: _Kind
    things: tuple[str, ...]
    orders: tuple[tuple[int, ...], ...]


@lru_cache(maxsize=512)
def _timed(options: tuple[str, ...]) -> _Timed | None:
    """What options are about, if it is a matter of time."""
    told = [folded(option)[1].strip(" .") for option in options]
    chains = [_CHAIN.fullmatch(one) for one in told]
    if all(chains):
        parts = [tuple(_THEN.split(one["things"])) for one in chains if one]
        things = tuple(dict.fromkeys(thing for some in parts for thing in some))
        return _Timed(_Kind.HISTORY, things, tuple(tuple(map(things.index, some)) for some in parts))
    mentions = [_TOLD.fullmatch(one) for one in told]
    if len(options) == 2 and all(mentions):
        things = tuple(_with_label(one) for one in mentions if one)
        return _Timed(_Kind.TOLD_FIRST, things, ((0, 1), (1, 0)))
    values = _values(told)
    return _Timed(_Kind.LATEST, values, ()) if values else None


def _with_label(match: re.Match[str]) -> str:
    """The words for a thing that was told: its own and those of its label."""
    label = _OF_LABELS.sub(" ", match["label"] or match["its"])
    others = (words for name, words in _OTHER_LABELS.items() if name in label.split())
    return " ".join((match["thing"] or match["told"], label, *others))


def _values(told: Sequence[str]) -> tuple[str, ...]:
    """The words in which statements of one make differ; empty unless they say what holds of the speaker."""
    words = [one.split() for one in told]
    least = min(map(len, words))
    head = next((at for at in range(least) if len({some[at] for some in words}) > 1), least)
    foot = next((at for at in range(least - head) if len({some[-1 - at] for some in words}) > 1), least - head)
    frame = " ".join((*words[0][:head], *words[0][len(words[0]) - foot :]))
    values = tuple(" ".join(some[head : len(some) - foot]) for some in words)
    if len(told) < 2 or not (_OWN.search(frame) and _HOLDS.search(frame)):
        return ()
    is_short = all(one and len(one.split()) <= _LONGEST_THING for one in values)
    return values if is_short and len(set(values)) == len(values) else ()


@lru_cache(maxsize=512)
def _figures_of(things: tuple[str, ...]) -> dict[str, int]:
    """The things that are told by a figure of their own: `1450 euros`."""
    figures = [[canonical_number(one) for one in FIGURE.findall(thing)] for thing in things]
    every = [value for some in figures for value in some]
    return {some[0]: thing for thing, some in enumerate(figures) if len(some) == 1 and every.count(some[0]) == 1}


def _named(lowered: str, things: tuple[str, ...]) -> list[NamedOption]:
    """Where a reply names things, by words that only one of them has or by a figure."""
    words = [one for one in option_words(things).find(lowered) if len(one.options) == 1]
    named = [NamedOption(min(one.options), one.start, one.end) for one in words]
    figures = _figures_of(things)
    if figures:
        numbers = [(match, figures.get(canonical_number(match[0]))) for match in FIGURE.finditer(lowered)]
        spans = [match.span() for match, _ in numbers]
        named = [one for one in named if not any(low < one.end and one.start < high for low, high in spans)]
        named += [NamedOption(thing, *match.span()) for match, thing in numbers if thing is not None]
    return sorted(named, key=START)


def option_in_time(lowered: str, options: tuple[str, ...], *, of_telling: bool = True) -> int | None:
    """The option that a reply means by what it says of time.

    Args:
        lowered: The reply, case folded.
        options: The options' texts.
        of_telling: Whether to read options of which one was told first, too.

    Returns:
        The option, from 0 on; `OTHER` if what is said fits none; None if nothing is said that decides.

    Example:
        >>> options = ("It went Oslo, then Bergen.", "It went Bergen, then Oslo.")
        >>> option_in_time("it's oslo now, before that it was bergen.", options)
        1
        >>> option_in_time("bergen replaced oslo.", options), option_in_time("oslo and bergen.", options)
        (0, None)
    """
    timed = _timed(options)
    if timed is None or (timed.kind is _Kind.TOLD_FIRST and not of_telling):
        return None
    named = _named(lowered, timed.things)
    if timed.kind is _Kind.LATEST and (stated := stated_now(lowered, named)) is not None:
        return stated
    told = read_times(lowered, named, of_telling=timed.kind is _Kind.TOLD_FIRST)
    if told is None:
        return None
    if timed.kind is _Kind.LATEST:
        return _present_one(told)
    if timed.kind is _Kind.TOLD_FIRST:
        fitting = [order for order in timed.orders if told.allows(order)]
        return fitting[0][0] if len(fitting) == 1 else None
    return _history(told, timed)


def _history(told: ToldTimes, timed: _Timed) -> int | None:
    """The history that a reply tells: the only one that fits, or the one that also fits the order of mention best."""
    if len(told.said) < 2 or not (told.before or told.whens):
        return None
    whole = [at for at, order in enumerate(timed.orders) if set(told.said) <= set(order)]
    near = [at for at in whole if len(told.said) >= len(timed.orders[at]) - 1]
    fitting = [at for at in near if told.allows(timed.orders[at])]
    if not fitting:
        if not near:
            return None
        is_possible = len(told.said) <= _MOST_THINGS and any(map(told.allows, permutations(told.said)))
        return OTHER if is_possible else None
    said = told.said[::-1] if told.is_backwards else told.said
    misses = [_misplaced(said, timed.orders[at]) for at in fitting]
    return fitting[misses.index(min(misses))] if misses.count(min(misses)) == 1 else None


def _misplaced(said: Sequence[int], order: Sequence[int]) -> int:
    """The number of neighbours in one order that stand the other way round in another one."""
    at = {thing: place for place, thing in enumerate(order)}
    return sum(at[one] > at[other] for one, other in pairwise(said))


_FORMER = frozenset({When.PAST, When.BEFORE, When.EARLIER, When.FIRST, When.BETWEEN})
_PRESENT = frozenset({When.NOW, When.LAST})


def _present_one(told: ToldTimes) -> int | None:
    """The thing that holds now: the one that is said to, or the only one that is not said to be over."""
    present = [thing for thing in told.said if _PRESENT & told.last_whens.get(thing, set())]
    former = {thing for thing, when in told.whens if when in _FORMER}
    former |= {one for one, _ in told.before} | told.denied
    if len(present) == 1:
        others = {*told.said} - {*present}
        is_clear = present[0] not in former or former - {*present}
        return present[0] if is_clear and ((former | told.timed) & others or former - others) else None
    left = [thing for thing in told.said if thing not in former]
    if present or not former & set(told.said):
        return None
    if len(left) == 1:
        return left[0]
    return OTHER if not left and told.has_other_now else None
