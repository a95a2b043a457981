"""Draws how a person deals with an assistant, from the Big Five of the person's traits.

`conduct.toml` holds the dials: how questions are answered, how errors are taken, how much is told at once, how clearly
something is asked, how courteous and how kind a person is. Each is linear in the Big Five, with a share of chance.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from functools import lru_cache
from typing import Any

from regulars.data_faults import raise_faults
from regulars.scenarios.kinds import Punctuation
from regulars.scenarios.options import KINDNESS, TEMPERS
from regulars.scenarios.personas.tables import FORMALITIES, Trait, persona_source
from regulars.scenarios.personas.tastes import added_up
from regulars.scenarios.world import BigFive, Conduct, Style
from regulars.seeding import Draws

OWN = 0.3
"""The most that chance adds to, or takes from, each of the Big Five beside the traits."""

COURTESY = "courtesy"
"""The dial that belongs to the style."""

_EVEN = 0.5
"""The chance at which a draw adds nothing."""


@dataclass(frozen=True, slots=True)
class Dial:
    """One dial: `base + sum of big_five[d] * d + spread * u`, kept between `low` and `high`.

    Attributes:
        name: A field of `Conduct`, or `courtesy`.
        summary: What it decides.
        easy: Its value for an easy person.
        base: Its value for an average person.
        low: Its least value.
        high: Its greatest value.
        spread: The most that chance adds.
        big_five: The weight of each of the Big Five.
    """

    name: str
    summary: str
    easy: float
    base: float
    low: float
    high: float
    spread: float
    big_five: Mapping[str, float]

    def setting(self, person: BigFive, friction: float = 1.0, chance: float = _EVEN) -> float:
        """The value for a person, to two decimals.

        Args:
            person: The person's Big Five.
            friction: 0 for the easy value, 1 for the person's own.
            chance: 0 to 1; .5 adds nothing.

        Example:
            >>> load_dials()["accusing"].setting(BigFive(neuroticism=0.5, agreeableness=-0.2))
            0.2
            >>> load_dials()["accusing"].setting(BigFive(neuroticism=0.5, agreeableness=-0.2), friction=0.5)
            0.1
        """
        lean = sum(weight * float(getattr(person, name)) for name, weight in self.big_five.items())
        own = min(self.high, max(self.low, self.base + lean + self.spread * (2 * chance - 1)))
        return round(self.easy + friction * (own - self.easy), 2)


@lru_cache(maxsize=1)
def load_dials() -> Mapping[str, Dial]:
    """Loads the dials by name.

    Raises:
        DataError: The file does not follow the schema; the message lists all faults, with file and line.
    """
    source = persona_source("conduct.toml")
    easy = {name: getattr(Conduct(), name) for name in Conduct.__dataclass_fields__ if name != "kindness"}
    easy[COURTESY] = Style().courtesy
    dials = {}
    for name in easy:
        table = source.table(name)
        table.only(Dial.__dataclass_fields__.keys() - {"name", "easy"})
        weights = source.table(name, "big_five")
        weights.only(BigFive.__dataclass_fields__)
        low, high = table.number("low", 0, 1), table.number("high", 0, 1)
        dials[name] = Dial(
            name,
            table.word("summary"),
            easy[name],
            table.number("base", low, high) if low <= high else low,
            low,
            high,
            table.number("spread", 0, 1),
            {one: weights.number(one, -1, 1) for one in weights.fields},
        )
    for group in (("half", "beside", "silent"), ("curt", "accusing", "leaving")):
        if round(sum(dials[name].high for name in group), 6) > 1:
            source.fault((group[0], "high"), f"the greatest values of {', '.join(group)} add up to more than 1")
    kindness = source.table("kindness")
    kindness.only(TEMPERS)
    for temper in TEMPERS:
        kindness.number(temper, -10, 10)
    for formality in FORMALITIES:
        table = source.table("punctuation", formality)
        table.only(Punctuation)
        for name in Punctuation:
            table.number(name, 0, 10)
    raise_faults(source.faults, "the dials of conduct")
    return dials


def big_five_of(traits: Sequence[Trait], shifts: Mapping[str, float] | None = None) -> BigFive:
    """The Big Five of a person: the sum over the traits, and a shift for each, kept between -1 and 1.

    Example:
        >>> from regulars.scenarios.personas.tables import load_traits
        >>> big_five_of([load_traits()["warm"], load_traits()["talkative"]]).extraversion
        0.9
    """
    total = added_up([*(trait.big_five for trait in traits), shifts or {}])
    return BigFive(**{name: round(min(1.0, max(-1.0, weight)), 2) for name, weight in total.items()})


def draw_big_five(draws: Draws, traits: Sequence[Trait]) -> BigFive:
    """The Big Five of a person with these traits, each with a share of chance."""
    return big_five_of(traits, {name: OWN * (2 * draws.uniform() - 1) for name in BigFive.__dataclass_fields__})


def draw_conduct(
    draws: Draws, person: BigFive, friction: float = 1.0, kindness: Mapping[str, float] = KINDNESS
) -> Conduct:
    """Draws the conduct of a person.

    Args:
        draws: Decide the share of chance in each dial, and the kindness.
        person: The person's Big Five.
        friction: 0 to 1; see `Dial.setting`.
        kindness: Shares of `harsh`, `even` and `kind` people. A person's agreeableness `a` weighs them by `1 - a`, 1
            and `1 + a`.
    """
    found = {name: dial.setting(person, friction, draws.uniform()) for name, dial in load_dials().items()}
    found.pop(COURTESY)
    lean = {"harsh": 1 - person.agreeableness, "kind": 1 + person.agreeableness}
    weights = [kindness.get(temper, 0.0) * lean.get(temper, 1.0) for temper in TEMPERS]
    temper = draws.weighted(TEMPERS, weights if sum(weights) else [kindness.get(temper, 0.0) for temper in TEMPERS])
    return Conduct(**found, kindness=points_of(temper))


def conduct_of(person: BigFive) -> Conduct:
    """The conduct that follows from the Big Five without chance; the kindness is even."""
    return Conduct(**{name: dial.setting(person) for name, dial in load_dials().items() if name != COURTESY})


def points_of(temper: str) -> float:
    """The points of satisfaction of a temper: `harsh`, `even` or `kind`."""
    return float(_data()["kindness"][temper])


@lru_cache(maxsize=1)
def _data() -> Mapping[str, Any]:
    return persona_source("conduct.toml").data


def draw_manners(draws: Draws, style: Style, person: BigFive, friction: float = 1.0) -> Style:
    """The style with courtesy and punctuation drawn."""
    weights = _data()["punctuation"][style.formality]
    courtesy = load_dials()[COURTESY].setting(person, friction, draws.uniform())
    punctuation = draws.weighted(list(Punctuation), [float(weights[name]) for name in Punctuation])
    return replace(style, courtesy=courtesy, punctuation=punctuation.value)


def faults_of(conduct: Conduct) -> list[str]:
    """What is wrong with a conduct: shares out of range, or groups that add up to more than 1.

    Example:
        >>> faults_of(Conduct(half=0.6, silent=0.6))
        ['half, beside and silent add up to 1.2; expected 1 at most']
    """
    shares = {name: getattr(conduct, name) for name in Conduct.__dataclass_fields__ if name != "kindness"}
    found = [f"{name} is {share}; expected 0 to 1" for name, share in shares.items() if not 0 <= share <= 1]
    if not -10 <= conduct.kindness <= 10:
        found.append(f"kindness is {conduct.kindness}; expected -10 to 10")
    for one, other, last in (("half", "beside", "silent"), ("curt", "accusing", "leaving")):
        total = round(shares[one] + shares[other] + shares[last], 6)
        if total > 1:
            found.append(f"{one}, {other} and {last} add up to {total}; expected 1 at most")
    return found
