"""The book of standing rules: joins each kind of rule with the check that judges it.

`scenarios/` holds the rules as data and `rewards/` holds the checks; neither knows the other. The book judges replies
by a person's rules, and tests every kind of rule on its example replies.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Mapping
from dataclasses import fields
from datetime import UTC, date, datetime
from functools import lru_cache

from regulars.data_faults import Fault
from regulars.dialogue import PlanAct
from regulars.errors import ConfigurationError, did_you_mean
from regulars.rewards.style_checks.checks import CHECK_PARAMETERS, CHECKS
from regulars.rewards.style_checks.compliance import comply
from regulars.rewards.style_checks.occasions import OPPORTUNITIES, OPPORTUNITY_PARAMETERS, Occasion, has_words
from regulars.rewards.style_checks.procedures import chance_of_following, is_followed
from regulars.scenarios.content import opened
from regulars.scenarios.projects.domains import every_domain
from regulars.scenarios.rules.standing import RuleKind, RuleSetting, load_rules
from regulars.scenarios.world import StandingRule

PROCEDURE = "procedure"
"""The kind of a rule about a project's steps; it applies to replies with a plan, where no other rule does."""

_WITNESS = {
    "message": "Where did I say that I live now?",
    "name": "Anna",
    "date": datetime(2025, 6, 2, 9, 30, tzinfo=UTC),
    "asked": True,
}
"""The default occasion of an example reply."""

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
            ConfigurationError: The style attribute or setting is unknown.
        """
        kind = self.rules.get(style_attribute)
        if kind is None:
            raise ConfigurationError(
                f"no rule for {style_attribute!r}", where="a rule", remedy=did_you_mean(style_attribute, self.rules)
            )
        if name not in kind.settings:
            remedy = did_you_mean(name, kind.settings)
            raise ConfigurationError(f"{style_attribute!r} cannot be set to {name!r}", where="a rule", remedy=remedy)
        return kind.settings[name]

    def keeps(self, reply: str, occasion: Occasion, style_attribute: str, name: str) -> bool | None:
        """Whether a reply keeps a setting; None if it had no opportunity to."""
        return _comply(reply, occasion, self.setting(style_attribute, name))

    def judge(
        self, reply: str, occasion: Occasion, rules: Iterable[StandingRule]
    ) -> tuple[tuple[str, ...], tuple[str, ...]]:
        """The ids of the rules that a reply keeps, and of those that it breaks.

        A rule that is not in force on the occasion's date, or has no opportunity, is in neither. If the message wants a
        plan for a domain in which the person has a procedure, only the procedure is judged: a plan needs many words,
        which a rule about length should not punish. A procedure's setting holds the required steps.

        Raises:
            ConfigurationError: A rule's kind is not in this book.
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

    def chance(self, reply: str, occasion: Occasion, rule: StandingRule, barred: Collection[str] = ()) -> float:
        """The probability that a reply keeps a rule by chance, in [0, 1].

        Of the settings that the rule could have, and that the reply keeps or breaks, it is the share that it keeps, by
        weight. For a procedure it is the share of procedures with as many steps that the reply follows.

        Args:
            reply: The reply.
            occasion: What surrounds it.
            rule: The rule.
            barred: Settings, as `attribute.setting`, that the person could not want instead.

        Returns:
            1 if the rule could have no other setting that the reply keeps or breaks.

        Raises:
            ConfigurationError: The rule's kind is not in this book.
        """
        if rule.kind == PROCEDURE:
            return chance_of_following(reply, len(rule.setting.split()), _checklist(rule.domain))
        self.setting(rule.kind, rule.setting)
        kept = tested = 0.0
        for setting in self.rules[rule.kind].settings.values():
            if setting.name != rule.setting and setting.id in barred:
                continue
            found = _comply(reply, occasion, setting)
            if found is not None:
                tested += setting.weight
                kept += setting.weight * found
        return kept / tested if tested else 1.0


def _holds(rule: StandingRule, time: datetime | None) -> bool:
    return time is None or (rule.since <= time and (rule.until is None or time < rule.until))


def _proceeds(reply: str, rule: StandingRule) -> bool | None:
    """Whether a reply follows a procedure; None if the reply is empty or no step is required."""
    return is_followed(reply, rule.setting.split(), _checklist(rule.domain)) if has_words(reply) else None


def _checklist(domain: str) -> dict[str, tuple[str, ...]]:
    """The keywords of each step of a domain, in a sensible order."""
    return {name: step.keywords for name, step in every_domain()[domain].steps.items()}


def _comply(reply: str, occasion: Occasion, setting: RuleSetting) -> bool | None:
    return comply(reply, occasion, setting.check, setting.opportunity, setting.parameters)


def witness_occasion(setting: RuleSetting) -> Occasion:
    """The occasion of a setting's example replies.

    Raises:
        ValueError: Its `act`, or a day in `told`, is invalid.
    """
    given = {**_WITNESS, **setting.witness}
    given["act"] = PlanAct(given.get("act", PlanAct.ANSWER))
    given["told"] = tuple(date.fromisoformat(day) for day in given.get("told", ()))
    return Occasion(**given)


def lint_rules(rules: Mapping[str, RuleKind] | None = None) -> list[Fault]:
    """Faults in rules beyond their form, in order, each with file and line.

    It checks that every check and opportunity test exists and gets parameters that it reads, and that every example
    reply gives an opportunity and keeps or breaks the rule as declared.

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


def default_book() -> RuleBook:
    """The book of the built-in rules, and those of open content."""
    return _book_of(tuple(opened()))


@lru_cache(maxsize=8)
def _book_of(contents: tuple[str, ...]) -> RuleBook:
    """The book while these contents are open."""
    return RuleBook()
