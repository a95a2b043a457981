"""Plans the standing rules of a life: their settings, when they begin and end, and how they become known."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Mapping, Sequence
from datetime import datetime

from regulars.scenarios.kinds import ActKind, RuleDisclosure
from regulars.scenarios.language.packs import Language
from regulars.scenarios.options import chosen_names
from regulars.scenarios.planning.lives import identify
from regulars.scenarios.rules.standing import RuleKind, draw_rules, load_rules, own_rules, rules_of, rules_with
from regulars.scenarios.world import Act, StandingRule
from regulars.seeding import SeedTree

SHOWN = {RuleDisclosure.STATED: 0.3, RuleDisclosure.HINTED: 0.2, RuleDisclosure.NEVER: 0.5}
"""Shares of the ways in which a rule becomes known. Most rules are learned from feedback."""

CHANGING = 0.2
"""Share of rules that end before the life ends."""

LATE = 0.25
"""Share of rules that begin after the life begins."""


def always_applies(rule: StandingRule) -> bool:
    """Whether every reply is an opportunity for the rule, so that a probe can test it at any time."""
    kind = load_rules().get(rule.kind)
    return rule.until is None and kind is not None and kind.settings[rule.setting].opportunity == "always"


def _offered(language: str, only: Collection[str]) -> Mapping[str, RuleKind] | None:
    """The rules to draw from: those that a pack words, and only these; None for all built-in ones."""
    known, own = Language.load(language).rules, own_rules(language)
    if not known and not own and not only:
        return None
    chosen = chosen_names(only, rules_of(language), own, "only_rules") if only else rules_of(language)
    return rules_with(lambda one: (not known or one.id in known) and one.style_attribute in chosen, language)


def plan_rules(
    node: SeedTree,
    starts: Sequence[datetime],
    wanted: int,
    without: Iterable[str] = (),
    language: str = "english",
    only: Collection[str] = (),
) -> tuple[tuple[StandingRule, ...], list[tuple[int, Act]]]:
    """Plans a person's rules, and the acts that state, hint or lift some of them.

    Args:
        node: The person's node.
        starts: The starts of the person's sessions.
        wanted: Number of rules.
        without: Settings that are not drawn, as `attribute.setting`. A pack with its own rules has too few to
            leave any out. There this is ignored, and conflicting tastes are dropped later.
        language: The language pack. It may limit the rules.
        only: The style attributes to draw from; empty for all of the language.
    """
    rules: list[StandingRule] = []
    acts: list[tuple[int, Act]] = []
    places = len(starts)
    offered = _offered(language, only)
    barred = () if Language.load(language).rules else without
    for kind, setting in draw_rules(node.child("rules"), wanted, rules=offered, without=barred) if wanted else ():
        draws = node.draws("rule", kind)
        shown = draws.weighted(list(SHOWN), list(SHOWN.values()))
        first = draws.integer(max(1, places // 2)) if draws.uniform() < LATE else 0
        last = draws.between(first + max(1, places // 2), places) if draws.uniform() < CHANGING else places
        until = starts[last] if last < places else None
        rule = StandingRule(identify(node, "rule", kind), kind, setting, starts[first], until, shown)
        rules.append(rule)
        if shown is not RuleDisclosure.NEVER:
            act = Act(identify(node, "wish", kind), ActKind.WISH, other=shown.value, target=rule.id)
            acts.append((first, act))
        if until is not None and shown is RuleDisclosure.STATED:
            acts.append((last, Act(identify(node, "lift", kind), ActKind.WISH, other="lifted", target=rule.id)))
    return tuple(rules), acts
