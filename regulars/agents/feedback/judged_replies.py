"""The reference distribution of judged replies, and changed verdicts for noise and adversaries.

The distribution (`judged_replies.toml`) is independent of any life. Placebos draw from it, and bits are counted on it.
"""

from __future__ import annotations

import tomllib
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, replace
from datetime import UTC, datetime
from functools import cache
from importlib.resources import files
from typing import TYPE_CHECKING

from regulars.agents.feedback.moment import Moment
from regulars.agents.feedback.remarks import MISSED
from regulars.dialogue import Verdict, VerdictKind
from regulars.rewards.verdicts.expectation import Expectation
from regulars.scenarios.kinds import Form
from regulars.scenarios.language.packs import Language
from regulars.scenarios.ontology.attributes import Ontology
from regulars.scenarios.rules.standing import RuleSetting, rules_of
from regulars.scenarios.world import StandingRule

if TYPE_CHECKING:
    from regulars.seeding import Draws, SeedTree


ALWAYS = datetime.min.replace(tzinfo=UTC)
"""Start time of rules that belong to no person's life."""

INVERTED = {VerdictKind.CORRECT: VerdictKind.WRONG, VerdictKind.PARTIAL: VerdictKind.OFF_TASK}
"""The verdict an adversary turns each verdict into; all others become correct."""


@dataclass(frozen=True, slots=True)
class JudgedReply:
    """A reply with its verdict, without a life around it.

    Attributes:
        kind: The verdict on the answer; `NONE` if nothing was asked.
        rule: The rule it is about, from no person's life.
        broken: Whether the reply breaks the rule; otherwise it keeps it.
        attribute: The attribute that was asked about.
        value: The right value.
    """

    kind: VerdictKind
    rule: StandingRule
    broken: bool
    attribute: str = ""
    value: str = ""

    def put_into(self, moment: Moment) -> Moment:
        """The moment with this verdict in place of its own, over the built-in attributes of its language."""
        language = Language.load(moment.language.name, moment.language.phrasing)
        rules = (self.rule,)
        expectation = None
        if self.kind is not VerdictKind.NONE:
            domain = language.ontology.domain(self.attribute)
            answerable = self.kind is not VerdictKind.UNSUPPORTED
            expectation = Expectation(Form.VALUE, domain, answerable, (self.value,) if answerable else ())
        return replace(
            moment,
            verdict=Verdict(self.kind),
            language=language,
            kept=() if self.broken else rules,
            broken=rules if self.broken else (),
            rules=rules,
            expectation=expectation,
            attribute=self.attribute,
            rated=None,
        )


@dataclass(frozen=True, slots=True)
class Reference:
    """The distribution of judged replies.

    Attributes:
        kinds: Shares of the verdicts on answers.
        broken: Share of replies that break a rule.
        rules: The rules that may be broken, with their weights.
        ontology: The attributes that may be asked about.
        attribute: The attribute that is asked about when bits are counted.
        values: The number of its values that are possible then.
        possible: The number of rules that are possible then, the most common ones.
    """

    kinds: Mapping[VerdictKind, float]
    broken: float
    rules: Mapping[StandingRule, float]
    ontology: Ontology
    attribute: str
    values: int
    possible: int

    def draw(self, draws: Draws) -> JudgedReply:
        """Draws one judged reply; any listable attribute may be asked, and any value may be right."""
        kind = draws.weighted(list(self.kinds), list(self.kinds.values()))
        broken = draws.uniform() < self.broken
        rule = draws.weighted(list(self.rules), list(self.rules.values()))
        attribute = draws.choice(_listed_attributes(self.ontology))
        value = draws.choice(self.ontology.attribute(attribute).grid())
        return JudgedReply(kind, rule, broken, attribute, value)

    def enumerate(self) -> Iterator[tuple[float, JudgedReply]]:
        """All judged replies with their shares: verdict, broken rule, and the right value if the answer missed it."""
        grid = self.ontology.attribute(self.attribute).grid()[: self.values]
        rules = dict(sorted(self.rules.items(), key=lambda one: -one[1])[: self.possible])
        kinds, weights = sum(self.kinds.values()), sum(rules.values())
        any_rule = next(iter(rules))
        for kind, share in self.kinds.items():
            values = grid if kind in MISSED and kind is not VerdictKind.UNSUPPORTED else grid[:1]
            each = share / kinds / len(values)
            for value in values:
                yield each * (1.0 - self.broken), JudgedReply(kind, any_rule, False, self.attribute, value)
                for rule, weight in rules.items():
                    odds = each * self.broken * weight / weights
                    yield odds, JudgedReply(kind, rule, True, self.attribute, value)


@cache
def load_reference(language: str = "english") -> Reference:
    """The reference distribution, over all standing rules and attributes of a language."""
    given = tomllib.loads(files("regulars.agents.feedback").joinpath("judged_replies.toml").read_text("utf-8"))
    return Reference(
        {VerdictKind[name.upper()]: float(share) for name, share in given["kinds"].items()},
        given["rules"]["broken"],
        {_general_rule(setting): setting.weight for setting in _settings(language) if setting.weight > 0},
        Language.load(language).ontology,
        **given["bits"],
    )


def mistaken(moment: Moment, node: SeedTree) -> Moment:
    """The moment with the wrong fault: another error, rule and right value."""
    draws = node.draws("mistaken")
    kind = moment.verdict.kind
    if kind in MISSED:
        kind = draws.choice([other for other in MISSED if other is not kind])
    broken = (_other_rule(moment, draws),) if moment.broken else ()
    return replace(_with_other_gold(moment, draws), verdict=replace(moment.verdict, kind=kind), broken=broken)


def inverted(moment: Moment, node: SeedTree) -> Moment:
    """The moment inverted: right becomes wrong, kept rules become broken, and another value becomes right."""
    verdict = moment.verdict
    kind = verdict.kind
    if kind is not VerdictKind.NONE:
        kind = INVERTED.get(kind, VerdictKind.CORRECT)
    turned = _with_other_gold(moment, node.draws("inverted"))
    return replace(turned, verdict=replace(verdict, kind=kind), kept=moment.broken, broken=moment.kept, rated=None)


def _with_other_gold(moment: Moment, draws: Draws) -> Moment:
    """Another value in place of the right one; no value if the values cannot be listed."""
    expectation = moment.expectation
    if expectation is None or not expectation.gold or not moment.attribute:
        return moment
    own = expectation.domain.name == moment.attribute
    grid = moment.language.ontology.attribute(moment.attribute).grid() if own else ()
    others = [value for value in grid if value not in expectation.gold]
    gold = (draws.choice(others),) if others else ()
    return replace(moment, expectation=replace(expectation, gold=gold, stale=()))


def _other_rule(moment: Moment, draws: Draws) -> StandingRule:
    named = {(rule.kind, rule.setting) for rule in moment.broken}
    return draws.choice([rule for rule in _book(moment.language.name) if (rule.kind, rule.setting) not in named])


@cache
def _book(language: str) -> tuple[StandingRule, ...]:
    return tuple(_general_rule(setting) for setting in _settings(language))


def _settings(language: str) -> list[RuleSetting]:
    """The settings that a language has words for: those that its pack names, or all if it names none."""
    named = Language.load(language).rules
    settings = (setting for kind in rules_of(language).values() for setting in kind.settings.values())
    return [setting for setting in settings if not named or setting.id in named]


def _general_rule(setting: RuleSetting) -> StandingRule:
    return StandingRule(setting.id, setting.style_attribute, setting.name, ALWAYS)


@cache
def _listed_attributes(ontology: Ontology) -> tuple[str, ...]:
    """Attributes whose values can be listed and said again."""
    return tuple(one.name for one in ontology if one.is_told and one.grid() and "correct" in one.phrases)
