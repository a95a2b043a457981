"""Hidden tastes: which settings of a reply's style a person likes or dislikes.

A taste is a setting of a style attribute with a weight between -1 and 1. For each style attribute, the utility of a
reply counts where its setting lies between the worst and the best possible one. The utility adds these up. So the best
possible policy is known exactly, and also the loss of a policy that treats everyone the same.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from functools import lru_cache

from regulars.scenarios.content import opened
from regulars.scenarios.personas.tables import load_traits
from regulars.scenarios.rules.standing import load_rules
from regulars.scenarios.world import Persona
from regulars.seeding import SeedTree

OWN = 6
"""Number of a person's tastes that come from no trait."""

LIKED = 0.75
"""Share of those tastes that are likes."""

HUNDREDTHS = 100


def draw_tastes(node: SeedTree, leanings: Mapping[str, float]) -> dict[str, str]:
    """Draws tastes: the given leanings and a few more.

    Of two liked settings that conflict, only the stronger one stays, so that a reply can fully please every person.

    Args:
        node: The node of the draws.
        leanings: Sums over traits and region, by `attribute.setting`.

    Returns:
        Weights as decimal text, by `attribute.setting`, ordered by name.
    """
    rules = load_rules()
    draws = node.draws("tastes")
    weights = {name: weight * (0.8 + 0.4 * draws.uniform()) for name, weight in sorted(leanings.items())}
    settled = {name.partition(".")[0] for name in leanings}  # chance turns no trait into its opposite
    for style_attribute in draws.sample(sorted(rules.keys() - settled), OWN):
        offered = [setting for setting in rules[style_attribute].settings.values() if setting.weight > 0]
        if not offered:
            continue
        one = draws.weighted(offered, [setting.weight for setting in offered])
        strength = draws.between(30, 90) / HUNDREDTHS * (1 if draws.uniform() < LIKED else -1)
        weights[one.id] = weights.get(one.id, 0.0) + strength
    return {name: f"{weight:.2f}" for name, weight in sorted(kept_together(weights).items())}


def added_up(leanings: Iterable[Mapping[str, float]]) -> dict[str, float]:
    """Adds up leanings by name.

    Example:
        >>> added_up([{"emoji.none": 0.5}, {"emoji.none": 0.25, "bold.none": -1.0}])
        {'emoji.none': 0.75, 'bold.none': -1.0}
    """
    total: dict[str, float] = {}
    for one in leanings:
        for name, weight in one.items():
            total[name] = total.get(name, 0.0) + weight
    return total


def kept_together(weights: Mapping[str, float]) -> dict[str, float]:
    """Clips weights to -1 to 1. Drops zeros, and liked settings that conflict with stronger ones."""
    rules = load_rules()
    kept: dict[str, float] = {}
    barred: set[str] = set()
    for name, weight in sorted(weights.items(), key=lambda item: (-abs(item[1]), item[0])):
        bounded = round(min(1.0, max(-1.0, weight)), 2)
        if bounded == 0 or (bounded > 0 and name in barred):
            continue
        kept[name] = bounded
        if bounded > 0:
            style_attribute, _, setting = name.partition(".")
            barred |= rules[style_attribute].settings[setting].conflicts
    return kept


def taste_weights(tastes: Mapping[str, str]) -> dict[str, dict[str, float]]:
    """Tastes as numbers: by style attribute, then by setting."""
    style_attributes: dict[str, dict[str, float]] = {}
    for name, weight in tastes.items():
        style_attribute, _, setting = name.partition(".")
        style_attributes.setdefault(style_attribute, {})[setting] = float(weight)
    return style_attributes


def favoured(tastes: Mapping[str, str]) -> dict[str, str]:
    """The most liked setting of each style attribute; none if all its settings are disliked.

    Example:
        >>> favoured({"emoji.none": "0.40", "emoji.wanted": "-0.20", "bold.none": "-0.50"})
        {'emoji': 'none'}
    """
    best = {}
    for style_attribute, weights in taste_weights(tastes).items():
        setting = max(sorted(weights), key=weights.__getitem__)
        if weights[setting] > 0:
            best[style_attribute] = setting
    return best


def contradicting(tastes: Mapping[str, str], wish: str) -> list[str]:
    """The tastes that contradict a standing rule: they dislike its setting or like one that it rules out.

    Args:
        tastes: Weights as decimal text, by `attribute.setting`.
        wish: The rule, as `attribute.setting`.

    Example:
        >>> contradicting({"length.one_sentence": "0.80", "emoji.none": "0.40"}, "length.at_least_three")
        ['length.one_sentence']
        >>> contradicting({"length.one_sentence": "-0.80"}, "length.one_sentence")
        ['length.one_sentence']
    """
    return [name for name, weight in tastes.items() if wish in _barred_by(name, float(weight))]


def wishes_barred(tastes: Mapping[str, str] | Mapping[str, float]) -> frozenset[str]:
    """All settings that contradict at least one of the tastes."""
    return _barred_by_any(tuple(opened()), tuple(tastes.items()))


@lru_cache(maxsize=256)
def _barred_by_any(contents: tuple[str, ...], tastes: tuple[tuple[str, str | float], ...]) -> frozenset[str]:
    """The settings barred under the rules of these open contents; kept, as every judged reply asks for them."""
    return frozenset(wish for name, weight in tastes for wish in _barred_by(name, float(weight)))


def unsuited(persona: Persona) -> frozenset[str]:
    """The settings that no standing rule of a person asks for: they contradict a taste, or what goes with a trait."""
    traits = load_traits()
    own = (traits[name].tastes for name in persona.traits if name in traits)
    return wishes_barred(persona.tastes).union(*map(wishes_barred, own))


def agreeing(tastes: Mapping[str, str], wishes: Iterable[str]) -> dict[str, str]:
    """The tastes that contradict none of the rules."""
    out = {name for wish in wishes for name in contradicting(tastes, wish)}
    return {name: weight for name, weight in tastes.items() if name not in out}


def _barred_by(name: str, weight: float) -> set[str]:
    """The settings that one taste contradicts; none for an unknown setting."""
    style_attribute, _, setting = name.partition(".")
    kind = load_rules().get(style_attribute)
    if kind is None or setting not in kind.settings or weight == 0:
        return set()
    if weight < 0:
        return {name}
    return {one.id for one in kind.settings.values() if one.id != name} | set(kind.settings[setting].conflicts)


def utility(tastes: Mapping[str, str], settings: Mapping[str, str]) -> float:
    """How well a reply with these settings pleases a person with these tastes.

    Args:
        tastes: Weights as decimal text, by `attribute.setting`.
        settings: The setting of each style attribute. A missing style attribute counts 0.

    Returns:
        0 for the worst possible reply, 1 for the best; 1 if there are no tastes.

    Example:
        >>> utility({"emoji.none": "0.40", "bold.wanted": "0.60"}, {"emoji": "none", "bold": "none"})
        0.4
    """
    got = possible = 0.0
    for style_attribute, weights in taste_weights(tastes).items():
        low, high = min(0.0, *weights.values()), max(0.0, *weights.values())
        got += weights.get(settings.get(style_attribute, ""), 0.0) - low
        possible += high - low
    return got / possible if possible else 1.0
