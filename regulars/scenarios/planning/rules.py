"""Plans the standing rules of a life: which there are, when they begin and end, and how they become known."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import replace
from datetime import datetime

from regulars.scenarios.kinds import ActKind, RuleDisclosure
from regulars.scenarios.language.packs import Language
from regulars.scenarios.planning.lives import identify
from regulars.scenarios.rules.standing import RuleKind, draw_rules, load_rules
from regulars.scenarios.world import Act, StandingRule
from regulars.seeding import SeedTree

SHOWN = {RuleDisclosure.STATED: 0.3, RuleDisclosure.HINTED: 0.2, RuleDisclosure.NEVER: 0.5}
"""Shares of the ways in which a rule becomes known: most are learnt from feedback."""

CHANGING = 0.2
"""Share of rules that end before the life does."""

LATE = 0.25
"""Share of rules that begin later than the life."""


def always_applies(rule: StandingRule) -> bool:
    """Whether every reply is an opportunity for the rule, so that a probe can test it at any time."""
    kind = load_rules().get(rule.kind)
    return rule.until is None and kind is not None and kind.settings[rule.setting].opportunity == "always"


def _offered(language: str) -> Mapping[str, RuleKind] | None:
    """The rules for which a pack has words; None means all."""
    known = Language.load(language).rules
    if not known:
        return None
    kept = {
        style_attribute: {name: setting for name, setting in kind.settings.items() if setting.id in known}
        for style_attribute, kind in load_rules().items()
    }
    return {
        style_attribute: replace(load_rules()[style_attribute], settings=settings)
        for style_attribute, settings in kept.items()
        if settings
    }


def plan_rules(
    node: SeedTree,
    starts: Sequence[datetime],
    wanted: int,
    without: Iterable[str] = (),
    language: str = "english",
) -> tuple[tuple[StandingRule, ...], list[tuple[int, Act]]]:
    """Plans a person's rules, and the acts that state, hint or lift some of them.

    Args:
        node: The person's node.
        starts: When the person's sessions begin.
        wanted: How many rules.
        without: Settings, as `style attribute.setting`, that the person does not want by a rule. A pack with few rules
            of its own has none to spare: there they count, and what the person likes gives way.
        language: Of its rules, where its pack names some.
    """
    rules: list[StandingRule] = []
    acts: list[tuple[int, Act]] = []
    places = len(starts)
    offered = _offered(language)
    barred = without if offered is None else ()
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
