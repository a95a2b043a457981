"""The book of standing rules: kinds of rules as data joined with the checks that judge them.

`scenarios/` holds the data and `rewards/` the checks, and neither knows the other; here a rule of a person is held
against a reply, and every kind of rule against the example replies that come with it.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import fields
from datetime import UTC, date, datetime
from functools import cache

from regulars.data_faults import Fault
from regulars.dialogue import PlanAct
from regulars.errors import ConfigurationError, did_you_mean
from regulars.rewards.compliance import CHECKS, OPPORTUNITIES, Occasion, comply
from regulars.rewards.occasions import OPPORTUNITY_PARAMETERS, has_words
from regulars.rewards.procedures import is_followed
from regulars.rewards.reply_checks import CHECK_PARAMETERS
from regulars.scenarios.projects.domains import every_domain
from regulars.scenarios.rules.standing import RuleKind, RuleSetting, load_rules
from regulars.scenarios.world import StandingRule

__all__ = ["RuleBook", "lint_rules", "witness_occasion"]

PROCEDURE = "procedure"
"""The kind of a rule on the steps of a project: judged on a reply on how to proceed, where nothing else is."""

_WITNESS = {
    "message": "Where did I say that I live now?",
    "name": "Anna",
    "date": datetime(2025, 6, 2, 9, 30, tzinfo=UTC),
    "asked": True,
}
"""The occasion of an example reply, as far as a rule does not say otherwise."""

_WITNESS_FIELDS = {field.name for field in fields(Occasion)}


class RuleBook:
    """Judges replies by standing rules.

    Args:
        rules: Kinds of rules by style attribute; the built-in ones by default.
    """

    def __init__(self, rules: Mapping[str, RuleKind] | None = None) -> None:
        self.rules = load_rules() if rules is None else rules

    def setting(self, style_attribute: str, name: str) -> RuleSetting:
        """The setting `name` of a style attribute.

        Raises:
            ConfigurationError: There is none.
        """
        kind = self.rules.get(style_attribute)
        if kind is None:
            raise ConfigurationError(
                f"no rule on {style_attribute!r}", where="a rule", remedy=did_you_mean(style_attribute, self.rules)
            )
        if name not in kind.settings:
            remedy = did_you_mean(name, kind.settings)
            raise ConfigurationError(f"{style_attribute!r} cannot be set to {name!r}", where="a rule", remedy=remedy)
        return kind.settings[name]

    def keeps(self, reply: str, occasion: Occasion, style_attribute: str, name: str) -> bool | None:
        """Whether a reply keeps a setting; None where it had no opportunity."""
        return _comply(reply, occasion, self.setting(style_attribute, name))

    def judge(
        self, reply: str, occasion: Occasion, rules: Iterable[StandingRule]
    ) -> tuple[tuple[str, ...], tuple[str, ...]]:
        """The ids of the rules that a reply keeps, and of those that it breaks.

        A rule that does not hold at the occasion's date, or that has no opportunity, is in neither. Where a plan is
        wanted for a domain of which the person has a procedure, that is judged alone: a plan takes the words it takes,
        and a wish on length should not fight it. A procedure's setting holds the steps that are needed.

        Raises:
            ConfigurationError: A rule is of no kind in this book.
        """
        kept: list[str] = []
        broken: list[str] = []
        held = [rule for rule in rules if _holds(rule, occasion.date)]
        wanted = [rule for rule in held if rule.kind == PROCEDURE and rule.domain == occasion.consulted]
        for rule in wanted or held:
            if rule.kind == PROCEDURE:
                found = _proceeds(reply, rule) if wanted else None
            else:
                found = self.keeps(reply, occasion, rule.kind, rule.setting)
            if found is not None:
                (kept if found else broken).append(rule.id)
        return tuple(kept), tuple(broken)


def _holds(rule: StandingRule, time: datetime | None) -> bool:
    return time is None or (rule.since <= time and (rule.until is None or time < rule.until))


def _proceeds(reply: str, rule: StandingRule) -> bool | None:
    """Whether a reply follows a procedure; None for a reply without a word, or where no step is needed."""
    steps = every_domain()[rule.domain].steps
    checklist = {name: step.keywords for name, step in steps.items()}
    return is_followed(reply, rule.setting.split(), checklist) if has_words(reply) else None


def _comply(reply: str, occasion: Occasion, setting: RuleSetting) -> bool | None:
    return comply(reply, occasion, setting.check, setting.opportunity, setting.parameters)


def witness_occasion(setting: RuleSetting) -> Occasion:
    """The occasion in which a setting's example replies stand.

    Raises:
        ValueError: Its `act` or a day of `told` is none.
    """
    given = {**_WITNESS, **setting.witness}
    given["act"] = PlanAct(given.get("act", PlanAct.ANSWER))
    given["told"] = tuple(date.fromisoformat(day) for day in given.get("told", ()))
    return Occasion(**given)


def lint_rules(rules: Mapping[str, RuleKind] | None = None) -> list[Fault]:
    """What is wrong with rules beyond their form, in order: each with file and line.

    Every check and opportunity test exists and is given parameters that it reads; every example reply gives an
    opportunity, and keeps or breaks the rule as it says.

    Example:
        >>> lint_rules()
        []
    """
    kinds = load_rules() if rules is None else rules
    return sorted(fault for kind in kinds.values() for setting in kind.settings.values() for fault in _lint(setting))


def _lint(setting: RuleSetting) -> list[Fault]:
    faults = [
        _fault(setting, field, f"unknown {field} {name!r}; {did_you_mean(name, known)}")
        for field, name, known in (
            ("check", setting.check, CHECKS.keys()),
            ("opportunity", setting.opportunity, OPPORTUNITIES.keys()),
        )
        if name not in known
    ]
    unknown = set(setting.witness) - _WITNESS_FIELDS
    faults += [_fault(setting, "witness", f"unknown field {name!r}") for name in sorted(unknown)]
    if faults:
        return faults
    read = CHECK_PARAMETERS[setting.check] | OPPORTUNITY_PARAMETERS[setting.opportunity]
    faults += [
        _fault(setting, "parameters", f"{setting.check} does not read {name!r}; {did_you_mean(name, read)}")
        for name in sorted(set(setting.parameters) - read)
    ]
    try:
        return faults + _lint_witnesses(setting)
    except KeyError as missing:
        return [*faults, _fault(setting, "parameters", f"{missing} is missing")]
    except (TypeError, ValueError) as error:
        return [*faults, _fault(setting, "witness", f"cannot be used: {error}")]


def _lint_witnesses(setting: RuleSetting) -> list[Fault]:
    occasion = witness_occasion(setting)
    faults = []
    for field, meant in (("keeps", True), ("breaks", False)):
        for reply in getattr(setting, field):
            found = _comply(reply, occasion, setting)
            if found is not meant:
                does = "gives no opportunity" if found is None else "breaks it" if meant else "keeps it"
                faults.append(_fault(setting, field, f"{reply!r} {does}"))
    return faults


def _fault(setting: RuleSetting, field: str, message: str) -> Fault:
    line = setting.lines.get(field, setting.lines.get("", 0))
    return Fault(setting.file, line, f"{setting.style_attribute}, settings, {setting.name}, {field}", message)


@cache
def default_book() -> RuleBook:
    """The book of the built-in rules."""
    return RuleBook()
