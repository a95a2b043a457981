"""Cohorts: shared rules, procedures and ways of speaking, and how closely one person follows them.

A cohort holds rules on how to reply, a procedure for each of some project domains, and a way of speaking. A person
follows each with probability rho, decided once for each place in the list. If the cohort's rule in that place changes,
its followers change with it. In the other places people have rules of their own, on style attributes that no cohort
governs (as long as there are any). So with rho = 0, lessons from one person never help with another.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from functools import lru_cache

from regulars.errors import ConfigurationError
from regulars.scenarios.language.ways import way_names
from regulars.scenarios.planning.latents import Latents
from regulars.scenarios.projects.domains import ProjectDomain, load_domains
from regulars.scenarios.rules.standing import RuleKind, draw_rules, load_rules, rules_with
from regulars.seeding import Draws, SeedTree

CONSTANT = frozenset({"always", "named"})
"""Opportunity tests that every reply passes. Every second rule has one, so that each reply can be rated."""

FREQUENT = CONSTANT | {"asked", "informs", "answers", "acknowledges", "contractible", "opening", "quotable"}
"""Opportunity tests that many replies pass, since a convention is learned if it is tested often."""

LEAST_STEPS, MOST_STEPS = 3, 5
"""Range of the number of steps of a procedure."""

CONDITIONAL = 0.5
"""Share of procedures with one step that depends on a disclosure of the person."""

PROJECTS = 2
"""Number of projects of a person with a procedure."""


@dataclass(frozen=True, slots=True)
class Cohort:
    """What the people of one cohort share.

    Attributes:
        name: `c1`, `c2`, ...
        rules: Pairs of style attribute and setting.
        procedures: By project domain, the steps in order.
        way: The way of speaking; empty for none.
    """

    name: str
    rules: tuple[tuple[str, str], ...] = ()
    procedures: Mapping[str, tuple[str, ...]] = field(default_factory=dict)
    way: str = ""


@dataclass(frozen=True, slots=True)
class Member:
    """A person of a stream.

    Attributes:
        number: From 0, over the whole stream.
        cohort: The cohort's name.
        exam: Whether the person occurs in an exam only. An acquaintance occurs in both halves.
    """

    number: int
    cohort: str
    exam: bool = False


def drawn_cohorts(node: SeedTree, count: int, rules: int, domains: Sequence[str], language: bool) -> list[Cohort]:
    """Draws cohorts. No two share a rule, a procedure or a way of speaking.

    Args:
        node: The stream's node.
        count: Number of cohorts.
        rules: Number of rules of each cohort.
        domains: Project domains for which each cohort has a procedure.
        language: Whether each cohort has a way of speaking.

    Raises:
        ConfigurationError: There are too few ways of speaking, or too few compatible rules.
    """
    ways = list(way_names())
    if language and count > len(ways):
        raise ConfigurationError(f"cohorts is {count}", where="a stream", expected=f"at most {len(ways)}, a way each")
    node.draws("ways").shuffle(ways)
    cohorts: list[Cohort] = []
    for number in range(count):
        own = node.child("cohort", number)
        taken = [rule for cohort in cohorts for rule in cohort.rules]
        drawn = tuple(_rules(own.child("rules"), range(rules), without=taken))
        procedures = {
            domain: _procedure(own.draws("procedure", domain), domain, [other.procedures[domain] for other in cohorts])
            for domain in domains
        }
        cohorts.append(Cohort(f"c{number + 1}", drawn, procedures, ways[number] if language else ""))
    return cohorts


def drifted(node: SeedTree, cohort: Cohort, places: Iterable[int], every: Sequence[Cohort], procedures: bool) -> Cohort:
    """Returns the cohort with other rules at some places.

    Args:
        node: Decides on the new rules.
        cohort: The cohort before the change.
        places: The places of the changing rules.
        every: All cohorts in all their states. None of their rules is drawn again.
        procedures: Whether all procedures change too.
    """
    rules = list(cohort.rules)
    taken = [rule for other in every for rule in other.rules]
    for place in places:
        beside = [rule for at, rule in enumerate(rules) if at != place]
        (rules[place],) = _rules(node.child("rule", place), [place], without=taken, beside=beside)
        taken.append(rules[place])
    if not procedures:
        return replace(cohort, rules=tuple(rules))
    changed = {
        domain: _procedure(node.draws("procedure", domain), domain, [other.procedures[domain] for other in every])
        for domain in cohort.procedures
    }
    return replace(cohort, rules=tuple(rules), procedures=changed)


def latents_of(
    node: SeedTree, member: Member, cohort: Cohort, every: Sequence[Cohort], rho: float, *, tells: bool
) -> Latents:
    """Returns the latents of one person.

    Args:
        node: The person's node, which is the same at each return.
        member: The person.
        cohort: The person's cohort in the block.
        every: All cohorts in all their states.
        rho: Probability with which each rule, each procedure and the way of speaking is followed.
        tells: Whether the person states some rules, as in train halves.
    """
    followed = [node.draws("follows", place).uniform() < rho for place in range(len(cohort.rules))]
    own = cohort.rules if all(followed) else _own_rules(node, len(followed), cohort.name, every)
    places = zip(followed, cohort.rules, own, strict=True)
    rules = tuple(theirs if follows else mine for follows, theirs, mine in places)
    domains = list(cohort.procedures)
    node.draws("domains").shuffle(domains)
    procedures = {}
    for domain in domains[:PROJECTS]:
        if node.draws("proceeds", domain).uniform() < rho:
            procedures[domain] = cohort.procedures[domain]
        else:
            theirs = [other.procedures[domain] for other in every]
            procedures[domain] = _procedure(node.draws("procedure", domain), domain, theirs)
    way = cohort.way if node.draws("speaks").uniform() < rho else ""
    return Latents(rules, procedures, way, tells=tells)


def _own_rules(node: SeedTree, count: int, cohort: str, every: Sequence[Cohort]) -> tuple[tuple[str, str], ...]:
    """Rules that no cohort has, on style attributes that no cohort governs; or, if none are left, not the own one."""
    taken = [rule for other in every for rule in other.rules]
    theirs = [rule for other in every if other.name == cohort for rule in other.rules]
    try:
        return tuple(_rules(node.child("own"), range(count), without=taken, beside=taken))
    except ConfigurationError:
        return tuple(_rules(node.child("own", "again"), range(count), without=taken, beside=theirs))


def _rules(
    node: SeedTree, places: Iterable[int], *, without: Sequence[tuple[str, str]], beside: Sequence[tuple[str, str]] = ()
) -> list[tuple[str, str]]:
    """Draws a rule for each place: none of `without`, and compatible with `beside`, on other style attributes."""
    kinds = load_rules()
    rules: list[tuple[str, str]] = []
    for place in places:
        barred = {f"{style_attribute}.{setting}" for style_attribute, setting in without}
        for style_attribute, setting in (*beside, *rules):
            barred |= {style_attribute, *kinds[style_attribute].settings[setting].conflicts}
        left = _left(CONSTANT, barred) if place % 2 == 0 else {}
        rules += draw_rules(node.child("place", place), 1, rules=left or _left(FREQUENT, barred), without=barred)
    return rules


def _left(tests: frozenset[str], barred: set[str]) -> Mapping[str, RuleKind]:
    """The kinds with one of these opportunity tests; none if all their settings are barred."""
    kinds = _tested(tests)
    able = (one for kind in kinds.values() for one in kind.settings.values() if one.weight > 0)
    return kinds if any(not barred & {one.style_attribute, one.id} for one in able) else {}


@lru_cache(maxsize=2)
def _tested(tests: frozenset[str]) -> Mapping[str, RuleKind]:
    """The kinds of rules with one of these opportunity tests."""
    return rules_with(lambda setting: setting.opportunity in tests)


def _procedure(draws: Draws, domain: str, others: Sequence[tuple[str, ...]]) -> tuple[str, ...]:
    """Draws steps of a domain's checklist, in its order. Following the procedure of any of `others` breaks it."""
    checklist = load_domains()[domain]
    for _ in range(64):
        steps = _steps(draws, checklist)
        if all(set(_always(steps, checklist)) - set(other) for other in others):
            return steps
    raise ConfigurationError(f"found no further procedure for {domain}", where="a stream", expected="fewer cohorts")


def _steps(draws: Draws, checklist: ProjectDomain) -> tuple[str, ...]:
    always = [name for name, step in checklist.steps.items() if not step.attribute]
    sometimes = [name for name, step in checklist.steps.items() if step.attribute]
    size = draws.between(LEAST_STEPS, MOST_STEPS)
    extra = draws.sample(sometimes, 1) if sometimes and draws.uniform() < CONDITIONAL else []
    chosen = {*draws.sample(always, size - len(extra)), *extra}
    return tuple(name for name in checklist.steps if name in chosen)


def _always(steps: Sequence[str], checklist: ProjectDomain) -> list[str]:
    return [step for step in steps if not checklist.steps[step].attribute]
